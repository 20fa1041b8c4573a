"""The executors of a run: this process, several processes on this machine, or a Dask cluster.

Any `concurrent.futures.Executor` will do. The modules that start processes are imported by the functions that need
them: a run of few inputs starts none, and importing them takes a tenth of the time of such a run.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from auditor.core.program import NoNumPy, UserError

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

START_METHOD: Final = "spawn"
"""How processes are started. Not forked: a child must not inherit the locks of DuckDB's and Arrow's threads."""
_CLUSTER_SECONDS: Final = 30
_RETRIES: Final = 2


class ClusterError(UserError):
    """The cluster cannot be used; the message is one sentence that says what to do."""


def _close(executor: Any) -> None:
    executor.shutdown(wait=True, cancel_futures=True)


class ExecutorFactory(NamedTuple):
    """How to open and close the executor of a run.

    open: makes a `concurrent.futures.Executor`; called again when one breaks. width: how many tasks can run at once
    now. close: shuts an executor down and cancels what has not begun. Only the executor itself may cancel futures: a
    pool whose processes die meanwhile (a signal goes to all of them) hangs at a future that somebody else cancelled.
    """

    open: Callable[[], Any]
    width: Callable[[], int]
    close: Callable[[Any], None] = _close


class DoneFuture:
    """A future that is done from the start."""

    def __init__(self, value: Any = None, error: Exception | None = None) -> None:
        self._value = value
        self._error = error

    def done(self) -> bool:
        """Always True."""
        return True

    def cancel(self) -> bool:
        """Always False: the work is done."""
        return False

    def cancelled(self) -> bool:
        """Always False."""
        return False

    def exception(self) -> Exception | None:
        """The exception that the work raised, if any."""
        return self._error

    def result(self) -> Any:
        """The result of the work. Raises what the work raised."""
        if self._error is not None:
            raise self._error
        return self._value


class InlineExecutor:
    """An executor that does all work inside `submit`, in this process and thread."""

    def submit(self, work: Callable[..., Any], /, *arguments: Any) -> DoneFuture:
        """Do the work. An `Exception` becomes the future's; one that ends the program, as KeyboardInterrupt, passes."""
        try:
            return DoneFuture(work(*arguments))
        except Exception as error:
            return DoneFuture(error=error)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Do nothing: no work is pending."""


def inline() -> ExecutorFactory:
    """The factory for working in this process alone."""
    return ExecutorFactory(InlineExecutor, lambda: 1)


def processes(jobs: int | None = None) -> ExecutorFactory:
    """The factory for `jobs` processes on this machine; None for one per core, 1 for this process alone."""
    count = jobs or cores()
    return inline() if count == 1 else ExecutorFactory(lambda: _process_pool(count), lambda: count)


@contextmanager
def reused(factory: ExecutorFactory) -> Iterator[ExecutorFactory]:
    """A factory that reuses one executor for all runs in the block, which closes it; a broken one is replaced."""
    held: list[Any] = []

    def open_or_reuse() -> Any:
        try:
            for executor in held:
                executor.submit(int)
        except RuntimeError:  # it broke, and was shut down
            held.clear()
        if not held:
            held.append(factory.open())
        return held[0]

    try:
        yield ExecutorFactory(open_or_reuse, factory.width, lambda executor: None)
    finally:
        for executor in held:
            factory.close(executor)


def cores() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _process_pool(jobs: int) -> "ProcessPoolExecutor":
    """A pool of `jobs` processes, which end when this one does."""
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    with _signals_blocked():  # the processes inherit the blocked signals
        pool = ProcessPoolExecutor(jobs, multiprocessing.get_context(START_METHOD), initializer=start_worker)
        for _ in range(jobs):
            pool.submit(int)  # each submit starts one process
    return pool


@contextmanager
def _signals_blocked() -> Iterator[None]:
    """Block the signals that a terminal sends to all its processes (SIGINT, SIGHUP) until the block ends."""
    import signal

    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGHUP})  # which would end the tracker that starts next
    resource_tracker.ensure_running()  # its start unblocks SIGINT, so that is blocked after it
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def start_worker() -> None:
    """Initialize a worker: ignore Ctrl-C, which the main process handles, and exit when that ends, killed or not."""
    import signal
    import threading

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.meta_path.insert(0, NoNumPy)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    import multiprocessing

    if (parent := multiprocessing.parent_process()) is not None:
        parent.join()
        os._exit(1)


@contextmanager
def dask(address: str) -> Iterator[ExecutorFactory]:
    """Connect to a Dask cluster. address: its scheduler's, or the path of its scheduler file. Raises ClusterError."""
    import logging

    try:
        from distributed import Client
    except ImportError:
        from auditor.core.program import install_command

        raise ClusterError(f"--cluster needs Dask, which is not installed: {install_command('cluster')}") from None
    for name in ("distributed", "distributed.client", "tornado.application"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # the run itself reports a lost scheduler
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
            lambda executor: executor.shutdown(wait=False),  # it cancels; True would wait for the tasks under way
        )
    finally:
        client.close(timeout=_CLUSTER_SECONDS)


def _threads(client: Any) -> int:
    """How many tasks the cluster's workers can run at once now."""
    workers = client.scheduler_info(n_workers=-1)["workers"].values()
    return max(1, sum([int(worker["nthreads"]) for worker in workers]))


def _text(error: Exception) -> str:
    lines = str(error).strip().splitlines()
    return lines[0].rstrip(".") if lines else type(error).__name__
