"""Lakes for tests: runs into them, and what is in them."""

from collections.abc import Iterable
from pathlib import Path

from auditor.audit.lake.course import Here, Workers, run
from auditor.audit.lake.job import Done, new_job
from auditor.audit.lake.plan import plan
from auditor.audit.worker import Settings
from auditor.program import version
from auditor.sources import Limits, NameFilter
from auditor.store.lake.manifest import make_lake
from auditor.store.queries import connect
from auditor.store.schema import SHOWN
from support.cli_calls import invoke
from support.paths import FIXTURES

LOGS = FIXTURES / "riichi" / "kan-waits"
"""Some eighty logs of one hand each."""
HERE = Workers(Here, lambda: 1)
Hashes = dict[str, tuple[int, int]]


def into_lake(lake: str | Path, *paths: str | Path, workers: Workers = HERE) -> list[Done]:
    """What a run into a lake gives; of inputs that are known nothing."""
    made = make_lake(str(lake))
    job = new_job(made.address, Settings("auto", "auto", version()), Limits(), NameFilter())
    batches = plan([str(path) for path in paths], job, made.read_inputs(job.judgement), lambda files: None, (1, 1))
    return list(run(batches, job, workers))


def hashes(address: str | Path) -> Hashes:
    """The rows of every table, and a hash of them that does not depend on their order; without the time of loading."""
    with connect(str(address)) as connection:
        found = {}
        for table in SHOWN:
            columns = "* EXCLUDE (loaded_at)" if table == "sources" else "*"
            ((count, digest),) = connection.execute(
                f"SELECT count(*), coalesce(sum(hash(one)), 0)::HUGEINT FROM (SELECT {columns} FROM {table}) AS one"
            ).fetchall()
            found[table] = (int(count), int(digest))
        return found


def loaded(database: Path, *paths: str | Path) -> Hashes:
    """The same of a database that the inputs are loaded into."""
    assert invoke("audit", *paths, "--db", database, "--fail-on", "never", "-q").exit_code in (0, 3)
    return hashes(database)


def parts_of(done: Iterable[Done]) -> list[str]:
    return [name for one in done for name in one.parts]


class KilledError(BaseException):
    """Stands for the end of a process: nothing in the program catches it."""


def files_of(folder: Path) -> list[str]:
    return sorted([str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file()])
