"""Who works on a run into a lake: this process, others on this machine, or a Dask cluster."""

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from auditor.audit.lake.course import Here, Workers
from auditor.audit.pool import cores, process_pool

_CLUSTER_SECONDS: Final = 30
_RETRIES: Final = 2


class ClusterError(Exception):
    """A cluster that cannot be used; the message is one sentence that says what to do."""


def on_this_machine(jobs: int | None) -> Workers:
    """So many processes; this one alone for 1. None: one a core."""
    count = jobs or cores()
    if count == 1:
        return Workers(Here, lambda: 1)
    return Workers(lambda: process_pool(count), lambda: count)


@contextmanager
def cluster(address: str) -> Iterator[Workers]:
    """The workers of a Dask cluster. address: of its scheduler, or the scheduler's file. Raises ClusterError."""
    try:
        from distributed import Client
    except ImportError:
        raise ClusterError("--cluster needs Dask: pip install 'auditor[cluster]'") from None
    for name in ("distributed", "distributed.client", "tornado.application"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # that a scheduler is gone, the run itself tells
    where: dict[str, Any] = {"scheduler_file": address} if os.path.isfile(address) else {"address": address}
    try:
        client = Client(**where, timeout=_CLUSTER_SECONDS, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise ClusterError(f"{address}: there is no Dask scheduler to be reached ({_text(error)})") from None
    try:
        client.wait_for_workers(1, timeout=_CLUSTER_SECONDS)
    except TimeoutError:
        client.close()
        raise ClusterError(f"{address}: the cluster has no worker; start some, and run the same again") from None
    try:
        yield Workers(lambda: client.get_executor(retries=_RETRIES, pure=False), lambda: _threads(client))
    finally:
        client.close(timeout=_CLUSTER_SECONDS)


def _threads(client: Any) -> int:
    """How many tasks the workers take at once now."""
    workers = client.scheduler_info(n_workers=-1)["workers"].values()
    return max(1, sum([int(worker["nthreads"]) for worker in workers]))


def _text(error: Exception) -> str:
    lines = str(error).strip().splitlines()
    return lines[0].rstrip(".") if lines else type(error).__name__
