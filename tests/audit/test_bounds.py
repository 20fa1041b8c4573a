"""What one game may take: seconds of work and memory. More costs that game alone, and is told (`core.audit.worker`)."""

import contextlib
import signal
import sys
import time
from collections.abc import Iterator
from typing import Any

import pytest
from support.paths import FIXTURES
from support.run_settings import run_settings

from auditor.core.audit import worker
from auditor.core.audit.work import SinkSpec, WorkUnit
from auditor.core.sources import Limits, SentBytes

LOG = (FIXTURES / "call/chi-seat/fires.mjlog").read_bytes()


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="POSIX alone interrupts work")
@pytest.mark.parametrize("slow", ["audit_game", "read"])
def test_a_game_that_takes_too_long_is_a_problem_and_the_next_is_judged(
    slow: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    audit_game, read, calls = vars(worker)["audit_game"], vars(worker)["read"], iter(range(9))

    def work() -> None:
        until = time.process_time() + 20
        while next(calls) == 0 and time.process_time() < until:
            with contextlib.suppress(Exception):  # as what runs checks does
                while time.process_time() < until:
                    pass

    def slow_audit(*given: Any, **named: Any) -> Any:
        work()
        return audit_game(*given, **named)

    def slow_read(*given: Any) -> Iterator[Any]:
        work()
        yield from read(*given)

    monkeypatch.setattr(worker, slow, slow_audit if slow == "audit_game" else slow_read)
    before = signal.getsignal(signal.SIGVTALRM)
    unit = WorkUnit(0, (SentBytes("one", LOG), SentBytes("two", LOG + b" ")))
    settings = run_settings("auto", limits=Limits(seconds=0.2))
    one, two = worker.judge_unit(unit, settings, SinkSpec(False)).results
    assert ([len(result.games) for result in (one, two)], two.problems) == ([0, 1], [])
    assert [problem.message for problem in one.problems] == [
        "takes longer than 0.2 seconds; not judged (--seconds sets the limit)"
    ]
    assert signal.getsignal(signal.SIGVTALRM) is before
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0.0, 0.0)


@pytest.mark.skipif(sys.platform != "linux", reason="Linux alone keeps the limit")
def test_a_game_that_takes_too_much_memory_is_a_problem_and_the_next_is_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    import resource

    real, sizes = vars(worker)["audit_game"], iter([1 << 30, 1 << 20])

    def vast(*given: Any, **named: Any) -> Any:
        bytearray(next(sizes))
        return real(*given, **named)

    monkeypatch.setattr(worker, "audit_game", vast)
    before = resource.getrlimit(resource.RLIMIT_DATA)
    unit = WorkUnit(0, (SentBytes("one", LOG), SentBytes("two", LOG + b" ")))
    settings = run_settings("auto", limits=Limits(memory=256 << 20))
    one, two = worker.judge_unit(unit, settings, SinkSpec(False)).results
    assert ([len(result.games) for result in (one, two)], two.problems) == ([0, 1], [])
    assert "more memory" in one.problems[0].message
    assert resource.getrlimit(resource.RLIMIT_DATA) == before
