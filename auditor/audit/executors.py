"""Who works on the units of a run: this process, others on this machine, or a Dask cluster.

Any `concurrent.futures.Executor` will do. What starts and watches processes is imported by the functions that do: a run
of few inputs has none, and importing it takes a tenth of the time of such a run.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from auditor.program import NoPandas

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

_CLUSTER_SECONDS: Final = 30
_RETRIES: Final = 2


class ClusterError(Exception):
    """A cluster that cannot be used; the message is one sentence that says what to do."""


def _close(executor: Any) -> None:
    executor.shutdown(wait=True, cancel_futures=True)


class ExecutorFactory(NamedTuple):
    """Who works.

    open: makes a `concurrent.futures.Executor`, anew where one broke. width: so many work at once now. close: ends an
    executor with what it has not begun. Only the executor itself may cancel that: a pool whose processes die meanwhile
    (a signal goes to all of them) stops for ever at a future that somebody else has cancelled.
    """

    open: Callable[[], Any]
    width: Callable[[], int]
    close: Callable[[Any], None] = _close


class DoneFuture:
    """The future of something that was done at once."""

    def __init__(self, value: Any = None, error: Exception | None = None) -> None:
        self._value = value
        self._error = error

    def done(self) -> bool:
        """Always."""
        return True

    def cancel(self) -> bool:
        """Never any more."""
        return False

    def cancelled(self) -> bool:
        """Never."""
        return False

    def exception(self) -> Exception | None:
        """What it raised."""
        return self._error

    def result(self) -> Any:
        """What it gave. Raises what it raised."""
        if self._error is not None:
            raise self._error
        return self._value


class InlineExecutor:
    """An executor that does everything at once, in this process, without a thread."""

    def submit(self, work: Callable[..., Any], /, *arguments: Any) -> DoneFuture:
        """Do it; what it raises is the future's, but for what ends the program."""
        try:
            return DoneFuture(work(*arguments))
        except Exception as error:
            return DoneFuture(error=error)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Nothing is left to do."""


def inline() -> ExecutorFactory:
    """This process alone."""
    return ExecutorFactory(InlineExecutor, lambda: 1)


def processes(jobs: int | None = None) -> ExecutorFactory:
    """So many processes on this machine; this one alone for 1. None: one a core."""
    count = jobs or cores()
    return inline() if count == 1 else ExecutorFactory(lambda: _process_pool(count), lambda: count)


@contextmanager
def kept(factory: ExecutorFactory) -> Iterator[ExecutorFactory]:
    """The same workers for all runs of the block, which ends them; new ones where they broke."""
    held: list[Any] = []

    def open_or_held() -> Any:
        try:
            for executor in held:
                executor.submit(int)
        except RuntimeError:  # it broke, and was shut down
            held.clear()
        if not held:
            held.append(factory.open())
        return held[0]

    try:
        yield ExecutorFactory(open_or_held, factory.width, lambda executor: None)
    finally:
        for executor in held:
            factory.close(executor)


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _process_pool(jobs: int) -> "ProcessPoolExecutor":
    """So many processes, which end when this one does."""
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    # Not forked: a child must not inherit the locks of DuckDB's and Arrow's threads.
    with _deaf_to_terminal():  # as all processes are that are started here
        pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), initializer=start_worker)
        for _ in range(jobs):
            pool.submit(int)  # which starts one of them
    return pool


@contextmanager
def _deaf_to_terminal() -> Iterator[None]:
    """What a terminal sends to all its processes waits until the block ends."""
    import signal

    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # whose start ends with such signals let through
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGHUP})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def start_worker() -> None:
    """Leave Ctrl-C to the main process, and end when that ends, killed or not."""
    import signal
    import threading

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.meta_path.insert(0, NoPandas)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    import multiprocessing

    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@contextmanager
def dask(address: str) -> Iterator[ExecutorFactory]:
    """The workers of a Dask cluster. address: of its scheduler, or the scheduler's file. Raises ClusterError."""
    import logging

    try:
        from distributed import Client
    except ImportError:
        from auditor.program import install_command

        raise ClusterError(f"--cluster needs Dask, which is not installed: {install_command('cluster')}") from None
    for name in ("distributed", "distributed.client", "tornado.application"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # that a scheduler is gone, the run itself reports
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
        yield ExecutorFactory(
            lambda: client.get_executor(retries=_RETRIES, pure=False),
            lambda: _threads(client),
            lambda executor: executor.shutdown(wait=False),  # which cancels; what has begun would be waited for
        )
    finally:
        client.close(timeout=_CLUSTER_SECONDS)


def _threads(client: Any) -> int:
    """How many tasks the workers take at once now."""
    workers = client.scheduler_info(n_workers=-1)["workers"].values()
    return max(1, sum([int(worker["nthreads"]) for worker in workers]))


def _text(error: Exception) -> str:
    lines = str(error).strip().splitlines()
    return lines[0].rstrip(".") if lines else type(error).__name__
