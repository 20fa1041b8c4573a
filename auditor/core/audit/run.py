"""The runner: it submits units of work to an executor, passes their results to a sink, and yields them by input.

Whatever happens to one input, even the death of its process, becomes a problem of that input.
"""

from collections import deque
from collections.abc import Generator, Iterable, Iterator
from itertools import chain, islice
from typing import Any, Final

from auditor.core.audit.executors import DoneFuture, ExecutorFactory, inline, processes
from auditor.core.audit.sinks import NoSink, Sink
from auditor.core.audit.work import UNIT_BYTES, JudgeUnit, Settings, StoppedError, UnitResult, WorkUnit
from auditor.core.audit.worker import internal_error, judge_unit
from auditor.core.errors import StoreError
from auditor.core.results import InputResult
from auditor.core.sources import Input, InputAddress, ReadProgress, SourceProblem, read_inputs

UNITS_IN_FLIGHT: Final = 3
"""Units submitted per worker at a time: enough that none waits for this process. Of contents that only this process
could read, which it holds meanwhile, one more than there are workers, by their bytes."""
MAX_ATTEMPTS: Final = 3
"""How often a unit is attempted before it is suspected of killing its workers."""
_SEVERAL: Final = 2
"""The number of units from which starting several processes pays."""


def run(
    inputs: Iterable[Input], settings: Settings, executors: ExecutorFactory | None = None, sink: Sink | None = None, *,
    progress: ReadProgress | None = None,
) -> Generator[InputResult, None, None]:  # fmt: skip
    """Judge inputs. Yields the result of each, in their order, as soon as it is in the sink.

    Raises StoreError and StoppedError; what is in the sink stays.

    inputs: addresses, as from `auditor.core.sources.find_inputs`, or inputs that were read already. settings: how to
    judge. executors: makes the executor; None for this process where the inputs are few, else one process per core.
    sink: where games and findings go, if anywhere; not all keep the order of the inputs. progress: counts bytes read.
    """
    sink = sink or NoSink()
    units = sink.plan(settings, progress).units(inputs)
    first = list(islice(units, _SEVERAL))
    if executors is None:
        executors = inline() if len(first) < _SEVERAL else processes()
    sink.start(executors.width())
    work = Run(chain(first, units), settings, executors, sink.spec, ordered=sink.is_ordered, judge=sink.judge)
    try:
        while work.fill():
            for unit in work.finished():
                yield from sink.take(unit)
        yield from sink.finish()
    finally:
        work.close()
        sink.close()


class Run:
    """A run in progress.

    A unit whose worker dies is retried. One that fails MAX_ATTEMPTS times is run alone, then split into halves, until a
    single input is left, and the failure becomes a problem of that. poison_candidates: units that failed too often;
    isolated: the one of them that runs now, while no other unit does.
    """

    def __init__(
        self, units: Iterator[WorkUnit], settings: Settings, executors: ExecutorFactory, spec: Any, *, ordered: bool,
        judge: JudgeUnit | None = None,
    ) -> None:  # fmt: skip
        self.units = units
        self.settings = settings
        self.executors = executors
        self.spec = spec
        self.ordered = ordered
        self.judge = judge
        self.executor = executors.open()
        self.in_flight: dict[Any, tuple[WorkUnit, int]] = {}
        self.again: deque[tuple[WorkUnit, int]] = deque()
        self.poison_candidates: deque[WorkUnit] = deque()
        self.isolated: WorkUnit | None = None
        self.order: list[WorkUnit] = []
        self.waiting: dict[int, UnitResult] = {}
        self.has_ended = False

    def fill(self) -> bool:
        """Submit units up to the limit. Returns whether any are in flight."""
        width = self.executors.width()
        most = UNITS_IN_FLIGHT * width if width > 1 else 1
        while True:
            unit, attempts = self._next(most)
            if unit is None:
                return bool(self.in_flight)
            try:
                future: Any = self.executor.submit(self.judge or judge_unit, unit, self.settings, self.spec)
            except RuntimeError as error:  # it broke a moment ago
                future = DoneFuture(error=error)
            self.in_flight[future] = unit, attempts

    def close(self) -> None:
        """Close the executor, and with it whatever is in flight."""
        self.executors.close(self.executor)

    def _next(self, most: int) -> tuple[WorkUnit | None, int]:
        """The unit to submit now, and the number of this attempt; None where there is no unit."""
        if self.isolated is not None or self.poison_candidates:
            if self.isolated is not None or self.in_flight:
                return None, 0
            self.isolated = self.poison_candidates.popleft()
            return self.isolated, MAX_ATTEMPTS
        held = sum([unit.held_bytes() for unit, _ in self.in_flight.values()])
        is_full = held >= UNIT_BYTES * (self.executors.width() + 1)
        if is_full or len(self.in_flight) + len(self.waiting) >= most:
            return None, 0
        if self.again:
            return self.again.popleft()
        unit = None if self.has_ended else next(self.units, None)
        self.has_ended = unit is None
        if unit is not None and self.ordered:
            self.order.append(unit)
        return unit, 1

    def finished(self) -> list[UnitResult]:
        """Wait until a unit is done. Returns the results whose turn it is. Raises StoreError and StoppedError."""
        from concurrent.futures import FIRST_COMPLETED, wait

        futures = [one for one in self.in_flight if one.done()] or wait(self.in_flight, None, FIRST_COMPLETED).done
        results: list[UnitResult] = []
        is_broken = False
        for future in sorted(futures, key=lambda one: self.in_flight[one][0].number):
            unit, attempts = self.in_flight.pop(future)
            error = None if future.cancelled() else future.exception()
            if isinstance(error, StoreError | StoppedError):
                raise error
            if future.cancelled() or is_cancelled(error):
                raise StoppedError("the workers have gone away; what they wrote is kept: run the same again")
            if error is None:
                self.isolated = None
                results += self._in_order(unit, future.result())
            else:
                is_broken = is_broken or is_broken_executor(error)
                results += self._failed(unit, attempts, error)
        if is_broken:
            self._reopen()
        return results

    def _in_order(self, unit: WorkUnit, result: UnitResult) -> list[UnitResult]:
        """The results whose turn it is, now that the unit has its result; where order does not matter, that alone."""
        if not self.ordered:
            return [result]
        self.waiting[id(unit)] = result
        ready = 0
        while ready < len(self.order) and id(self.order[ready]) in self.waiting:
            ready += 1
        results = [self.waiting.pop(id(one)) for one in self.order[:ready]]
        del self.order[:ready]
        return results

    def _failed(self, unit: WorkUnit, attempts: int, error: BaseException) -> list[UnitResult]:
        """Schedule a failed unit again, whole or in halves. Returns its result if it cannot be divided further."""
        if self.isolated is None:
            if attempts < MAX_ATTEMPTS:
                self.again.append((unit, attempts + 1))
            else:
                self.poison_candidates.append(unit)
            return []
        self.isolated = None
        if not (halves := self._halve(unit)):
            return self._in_order(unit, self._lost_unit(unit, error))
        self.poison_candidates.extendleft(reversed(halves))
        if self.ordered:
            index = next(index for index, one in enumerate(self.order) if one is unit)
            self.order[index : index + 1] = halves
        return []

    def _halve(self, unit: WorkUnit) -> list[WorkUnit]:
        """The halves of a unit; for a single address, which may hold several inputs, those of its contents."""
        if len(unit.inputs) == 1 and isinstance(unit.inputs[0], InputAddress) and self.judge is None:
            items = [item for _, item in read_inputs(unit.inputs, self.settings.limits, self.settings.names)]
            return WorkUnit(unit.number, tuple(items)).split()
        return unit.split()

    def _lost_unit(self, unit: WorkUnit, error: BaseException) -> UnitResult:
        """The result of a unit of one input that no worker survives: a problem of that input."""
        died = is_broken_executor(error) or "Killed" in type(error).__name__
        message = "the process that audited it died (out of memory, perhaps); the run went on"
        problems = [
            SourceProblem(one.path, one.member, message if died else internal_error(error)) for one in unit.inputs
        ]
        return (self.judge or judge_unit)(WorkUnit(unit.number, tuple(problems)), self.settings, self.spec)

    def _reopen(self) -> None:
        """Replace a broken executor; the units that it had not finished are submitted again."""
        self.executor.shutdown(wait=True)
        self.executor = self.executors.open()
        for future, (unit, attempts) in list(self.in_flight.items()):
            if not (future.done() and not future.cancelled() and future.exception() is None):
                del self.in_flight[future]
                self.again.append((unit, attempts))


def is_broken_executor(error: BaseException | None) -> bool:
    """Whether the error comes from an executor whose workers have died."""
    if not isinstance(error, RuntimeError):
        return False
    from concurrent.futures import BrokenExecutor

    return isinstance(error, BrokenExecutor)


def is_cancelled(error: BaseException | None) -> bool:
    """Whether the error is that the executor cancelled the work."""
    if error is None:
        return False
    from concurrent.futures import CancelledError

    return isinstance(error, CancelledError)
