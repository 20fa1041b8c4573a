"""The course of a run: batches go to an executor, and what they give comes back.

Any `concurrent.futures.Executor` will do: this process, others on this machine, a Dask cluster, Ray, MPI.
"""

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from typing import Any, Final, NamedTuple

from auditor.audit.lake.job import Batch, Done, Job, StoppedError
from auditor.audit.lake.work import audit_into, work_on
from auditor.audit.worker import Work, internal_error
from auditor.errors import Problem, StoreError
from auditor.store.lake.manifest import Lake

UNDER_WAY: Final = 3
"""Batches under way, for each worker: so many that none waits for this process."""
TRIES: Final = 3
"""How often a batch is begun before it is taken for the cause that its workers die."""


class Workers(NamedTuple):
    """Who works. open: makes an executor, anew where one broke. number: how many there are now, asked now and then."""

    open: Callable[[], Executor]
    number: Callable[[], int]


class Here(Executor):
    """An executor that does everything at once, in this process."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        """Do it; what it raises is the future's, but for what ends the program."""
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def run(batches: Iterator[Batch], job: Job, workers: Workers) -> Iterator[Done]:
    """Let batches be worked on; yields what each gave, in the order in which they are done.

    A batch whose worker dies is done again. One that fails again and again is done alone, then by halves, until one
    input is left, of which it becomes a problem. Raises StoreError and StoppedError.
    """
    course = _Course(batches, job, workers)
    try:
        while not course.is_over():
            yield from course.step()
    finally:
        course.close()


class _Course:
    """A run under way. suspects: batches that failed too often; each is done while nothing else is."""

    def __init__(self, batches: Iterator[Batch], job: Job, workers: Workers) -> None:
        self.batches = batches
        self.job = job
        self.workers = workers
        self.executor = workers.open()
        self.under_way: dict[Future[Done], tuple[Batch, int]] = {}
        self.again: deque[tuple[Batch, int]] = deque()
        self.suspects: deque[Batch] = deque()
        self.alone: Batch | None = None
        self.has_ended = False

    def is_over(self) -> bool:
        """Whether nothing is left to do; fills up what is under way."""
        count = self.workers.number()
        most = UNDER_WAY * count if count > 1 else 1
        while len(self.under_way) < most and not self.suspects and self.alone is None:
            batch, tries = self._next()
            if batch is None:
                break
            self._submit(batch, tries)
        if not self.under_way and self.suspects:
            self.alone = self.suspects.popleft()
            self._submit(self.alone, TRIES)
        return not self.under_way

    def close(self) -> None:
        """Let go of what is under way; not every executor can do that by itself."""
        for future in self.under_way:
            future.cancel()
        self.executor.shutdown(wait=True)

    def _next(self) -> tuple[Batch | None, int]:
        if self.again:
            return self.again.popleft()
        batch = None if self.has_ended else next(self.batches, None)
        self.has_ended = batch is None
        return batch, 1

    def _submit(self, batch: Batch, tries: int) -> None:
        try:
            future: Future[Done] = self.executor.submit(work_on, batch, self.job)
        except BrokenExecutor as error:
            future = Future()
            future.set_exception(error)
        self.under_way[future] = batch, tries

    def step(self) -> Iterator[Done]:
        """Wait until something is done; what it gave."""
        done, _ = wait(self.under_way, return_when=FIRST_COMPLETED)
        is_broken = False
        for future in sorted(done, key=lambda one: self.under_way[one][0].number):
            batch, tries = self.under_way.pop(future)
            try:
                yield future.result()
                self.alone = None
            except (StoreError, StoppedError):
                raise
            except CancelledError:
                raise StoppedError("the workers have gone away; what they wrote is kept: run the same again") from None
            except Exception as error:
                is_broken = is_broken or isinstance(error, BrokenExecutor)
                yield from self._failed(batch, tries, error)
        if is_broken:
            self._reopen()

    def _failed(self, batch: Batch, tries: int, error: Exception) -> Iterator[Done]:
        if self.alone is None:
            if tries < TRIES:
                self.again.append((batch, tries + 1))
            else:
                self.suspects.append(batch)
            return
        self.alone = None
        halves = batch.halves()
        self.suspects.extendleft(reversed(halves))
        if not halves:
            yield _lost(batch, self.job, error)

    def _reopen(self) -> None:
        """Begin with new workers; what the old ones had is done again."""
        self.executor.shutdown(wait=True)
        self.executor = self.workers.open()
        for future, (batch, tries) in list(self.under_way.items()):
            if not (future.done() and not future.cancelled() and future.exception() is None):
                del self.under_way[future]
                self.again.append((batch, tries))


def _lost(batch: Batch, job: Job, error: Exception) -> Done:
    """The batch of one input that no worker survives, as a problem of it; written by this process."""
    from auditor.store.lake.writer import PartWriter

    died = isinstance(error, BrokenExecutor) or "Killed" in type(error).__name__
    message = "the process that audited it died; it was left out" if died else internal_error(error)
    works = list(batch.works) or [Work(one.path, one.member or None, None, None, None, None) for one in batch.found]
    told = [work._replace(data=None, problem=Problem("", message)) for work in works]
    writer = PartWriter(Lake(job.lake), job.settings.rules_key, job.settings.version, job.run, (batch.number, 0))
    results = audit_into(writer.add, told, job.settings)
    name = writer.write()
    return Done(results, 0, [name] if name else [])
