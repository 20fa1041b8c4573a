"""A run of ``auditor audit`` into a lake: by whom, and how far it is."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain, islice
from typing import TYPE_CHECKING, Final, NamedTuple

from auditor.cli.asked import Asked
from auditor.cli.exits import UsageFault
from auditor.cli.progress import Progress
from auditor.cli.stands import AuditStand
from auditor.cli.teller import Teller
from auditor.sources import Limits, NameFilter

if TYPE_CHECKING:
    from auditor.audit.lake.course import Workers
    from auditor.audit.worker import Result, Settings


_SEVERAL: Final = 2
"""Batches from which on several processes are worth their start."""


class LakeRun(NamedTuple):
    """How a run into a lake judges and reads. stand: of which it counts what is done."""

    settings: "Settings"
    limits: Limits
    names: NameFilter
    stand: AuditStand


def run_into_lake(asked: Asked, how: LakeRun, teller: Teller, progress: Progress) -> None:
    """Audit into the lake, and tell what is found as parts of it are done. Raises UsageFault."""
    from auditor.audit.lake.job import StoppedError
    from auditor.store.database import StoreError

    try:
        with how.stand, _workers(asked) as workers:
            teller.tell(_results(asked, how, teller, workers), progress)
            teller.writer.end(teller.summary)
    except (StoreError, StoppedError) as error:
        raise UsageFault(str(error)) from None


def _results(
    asked: Asked, how: LakeRun, teller: Teller, workers: "Callable[[int], Workers]"
) -> "Iterator[list[Result]]":
    from auditor.audit.lake.course import run
    from auditor.audit.lake.job import new_job
    from auditor.audit.lake.plan import plan
    from auditor.store.lake.manifest import make_lake
    from auditor.store.schema import rules_with

    def skipped(files: int) -> None:
        teller.summary.skipped += files

    lake = make_lake(asked.lake or "")
    settings = how.settings._replace(rules_key=rules_with(how.settings.rules_key, how.settings.extras))
    job = new_job(lake.address, settings, how.limits, how.names)
    batches = plan(asked.paths, job, lake.read_inputs(job.judgement), skipped, asked.shard or (1, 1))
    first = list(islice(batches, _SEVERAL))
    for done in run(chain(first, batches), job, workers(len(first))):
        teller.summary.skipped += done.known
        how.stand.note(len(done.results), done.results)
        yield done.results


@contextmanager
def _workers(asked: Asked) -> "Iterator[Callable[[int], Workers]]":
    """Who works, by the number of batches that there are at least. Raises UsageFault where there is no such cluster."""
    from auditor.audit.lake.workers import ClusterError, cluster, on_this_machine

    if asked.cluster is None:
        yield lambda batches: on_this_machine(asked.jobs or (1 if batches < _SEVERAL else None))
        return
    try:
        with cluster(asked.cluster) as workers:
            yield lambda batches: workers
    except ClusterError as error:
        raise UsageFault(str(error)) from None
