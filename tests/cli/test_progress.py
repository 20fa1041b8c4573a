"""Progress of a run: counting inputs, rates with a fake clock, the bar, and lines without a terminal."""

import io
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import duckdb
import pytest
from click.testing import CliRunner
from rich.console import Console
from support.packing import database, packed, tarred, zipped
from support.paths import FIXTURES

from auditor.cli import cli
from auditor.cli import progress as progress_module
from auditor.cli.progress import (
    WINDOW,
    AuditProgress,
    Progress,
    ProgressSnapshot,
    TimedProgress,
    duration,
    progress_of,
    table_snapshot,
)
from auditor.core.results import GameResult, InputResult
from auditor.core.sources import ReadProgress, open_sources
from auditor.core.sources.survey import Survey, measure_inputs
from auditor.core.store.schema import TABLES
from auditor.lake.transfer import TableProgress
from auditor.output.summary import Summary


class Clock:
    """A clock that goes on only when it is set."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def lines_of(snapshots: list[tuple[float, ProgressSnapshot]]) -> list[str]:
    """The line of each snapshot, shown at its second."""
    stream, clock = io.StringIO(), Clock()
    left = [snapshot for _, snapshot in snapshots]
    progress = TimedProgress(lambda: left.pop(0), clock, stream)
    for seconds, _ in snapshots:
        clock.now = seconds
        progress.show()
    return stream.getvalue().splitlines()


@pytest.mark.parametrize(
    ("snapshots", "line"),
    [
        ([(0, ProgressSnapshot("0 logs", None, 0, "games"))], "0 logs"),
        ([(0, ProgressSnapshot("0 of 8 logs", 0.0, 0, "games", "0 faults"))], "0 of 8 logs (0 %), 0 faults"),
        (
            [
                (0, ProgressSnapshot("", 0.0, 0, "games")),
                (10, ProgressSnapshot("12,300 of 20,000 logs", 0.615, 1150, "games", "7 faults")),
            ],
            "12,300 of 20,000 logs (61 %), 115 games/s, 6 s left, 7 faults",
        ),
        (
            [(5, ProgressSnapshot("", None, 0, "games")), (9, ProgressSnapshot("8 logs", None, 10, "games"))],
            "8 logs, 2.5 games/s",
        ),
        (
            [(0, ProgressSnapshot("", None)), (30, ProgressSnapshot("x {0} [b]: events", 0.5))],
            "x {0} [b]: events (50 %), 30 s left",
        ),
        ([(0, ProgressSnapshot("", 0.0)), (30, ProgressSnapshot("x", 1.5))], "x (100 %)"),
    ],
)
def test_a_snapshot_in_words(snapshots: list[tuple[float, ProgressSnapshot]], line: str) -> None:
    assert lines_of(snapshots)[-1] == line


def test_the_rate_is_that_of_the_last_while() -> None:
    """A run that starts with what is known already, and then has to work, is not said to end at once."""
    first = [(second, ProgressSnapshot("", second / 20, 1000 * second, "games")) for second in range(11)]
    rest = [
        (second, ProgressSnapshot("", 0.5 + (second - 10) / 1000, 10_000 + second - 10, "games"))
        for second in range(11, 200)
    ]
    lines = lines_of([*first, *rest])
    assert all([", 1.0 games/s, " in line for line in lines[int(11 + WINDOW) :]])
    assert lines[-1] == " (68 %), 1.0 games/s, 5 min left"


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.2, "1 s"), (59.4, "59 s"), (60, "1 min"), (89, "1 min"), (3500, "58 min"), (3600, "1 h"), (7500, "2 h 5 min")],
)
def test_times_in_words(seconds: float, text: str) -> None:
    assert duration(seconds) == text


MEMBERS = (("a/one.xml", b"<one/>"), ("__MACOSX/x", b"x"), ("two", packed(b"<two/>")))
ROWS = database("logs", "id, date, log_content", ("7", 1, b"<one/>"), ("8", 2, None), ("9", 2, b""))


@pytest.mark.parametrize(
    ("content", "inputs"),
    [
        (b"<one/>", 1),
        (packed(b"<one/>"), 1),
        (packed(b"x" * 5000), 1),
        (zipped(*MEMBERS), 2),
        (ROWS, 1),
        (tarred(*MEMBERS), None),
        (packed(tarred(*MEMBERS)), None),
        (zipped(("x.ZIP", zipped(*MEMBERS))), None),
        (b"PK\x03\x04 cut off", 1),
        (ROWS[:3000], 1),
        (b"", 1),
    ],
)
def test_what_there_is_to_read_is_counted_beforehand(tmp_path: Path, content: bytes, inputs: int | None) -> None:
    (tmp_path / "input").write_bytes(content)
    counted = measure_inputs([str(tmp_path)])
    assert measure_inputs([str(tmp_path)], lambda: True) is None
    assert counted == Survey(inputs, len(content))
    if inputs is not None:
        assert len(list(open_sources([str(tmp_path)]))) == inputs


def inputs_of(paths: list[str]) -> int | None:
    counted = measure_inputs(paths)
    assert counted is not None
    return counted.inputs


def test_the_count_of_a_database_ends_when_nobody_waits_for_it(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE logs (id, date, log_content)")
        connection.executemany("INSERT INTO logs VALUES (?, 1, 'x')", [(number,) for number in range(100_000)])
        connection.commit()
    assert inputs_of([str(path)]) == 100_000
    answers = iter([False, True])  # asked before the file, then by the database
    assert measure_inputs([str(path)], lambda: next(answers, True)) == Survey(1, path.stat().st_size)


def test_a_survey_of_many_paths(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_bytes(b"<one/>")
    (tmp_path / "b.zip").write_bytes(zipped(*MEMBERS))
    paths = [str(tmp_path), str(tmp_path), str(tmp_path / "none"), "https://x/#json=1", str(FIXTURES)]
    assert inputs_of(paths) == len(list(open_sources(paths))) > 1000
    for unknown in ("-", f"{tmp_path / 'b.zip'}::two"):
        assert inputs_of([*paths, unknown]) is None


def test_how_far_the_reading_is(tmp_path: Path) -> None:
    path = tmp_path / "x.tar"
    path.write_bytes(tarred(*[(f"{number}", b"x" * 100_000) for number in range(10)]))
    meter = ReadProgress()
    read = [meter.bytes() for _ in open_sources([str(tmp_path)], progress=meter)]
    assert read == sorted(read)
    assert 0 < read[0] < read[-1] <= path.stat().st_size == meter.bytes()


def audited(counting: AuditProgress, count: int) -> None:
    games = [GameResult(number, "x", "", "tenhou", "") for number in range(2)]
    counting.count(count, [InputResult("x", None, games=games)])


def test_the_snapshot_of_an_audit(tmp_path: Path) -> None:
    (tmp_path / "x.zip").write_bytes(zipped(*[(f"{number}.xml", b"x") for number in range(1200)]))
    before = set(threading.enumerate())
    summary, meter = Summary(), ReadProgress()
    counting = AuditProgress(summary, [str(tmp_path)], meter)
    audited(counting, 300)
    summary.findings.update({"violation": 2, "mismatch": 1, "note": 9})
    assert counting() in (
        ProgressSnapshot("300 logs", None, 2, "games", "3 faults"),
        ProgressSnapshot("300 of 1,200 logs", 0.25, 2, "games", "3 faults"),
    )
    for counter in set(threading.enumerate()) - before:
        counter.join()
    assert counting() == ProgressSnapshot("300 of 1,200 logs", 0.25, 2, "games", "3 faults")
    audited(counting, 1000)
    assert counting().text == "1,300 logs", "more than was counted"


def test_the_snapshot_of_an_audit_of_uncountable_inputs() -> None:
    counting = AuditProgress(Summary(), [], ReadProgress())
    counting.survey = Survey(None, 1000)
    counting._counting = threading.Thread()
    counting.meter.end(250)
    audited(counting, 40)
    assert counting() == ProgressSnapshot("40 logs", 0.25, 2, "games", "0 faults")
    counting.survey = Survey(None, 0)
    assert counting().done is None


def test_the_steps_of_work_on_tables() -> None:
    steps = TableProgress()
    counting = partial(table_snapshot, "x.duckdb", steps)
    assert counting() == ProgressSnapshot("x.duckdb", None)
    connection = duckdb.connect()
    steps.expect(40)
    with steps.step("games", 10, connection):
        assert counting() == ProgressSnapshot("x.duckdb: games", 0.0)
    assert steps.done() == 0.25
    with steps.step("events", 40, connection):
        pass
    assert steps.done() == 1.0


SNAPSHOT = ProgressSnapshot("12 of 40 logs", 0.3, 12, "games", "1 fault")
ERASED = "\x1b[1A\x1b[2K"


def terminal(columns: int = 80) -> Console:
    return Console(file=io.StringIO(), force_terminal=True, width=columns, color_system=None)


def drawn_on(console: Console) -> str:
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


@pytest.mark.parametrize("columns", [40, 80, 120])
def test_a_bar_on_a_terminal_is_drawn_and_leaves_nothing(columns: int) -> None:
    console, clock = terminal(columns), Clock()
    snapshots = [ProgressSnapshot("0 of 40 logs", 0.0, 0, "games", "0 faults"), SNAPSHOT]
    with TimedProgress(lambda: snapshots[0], clock, None, console) as progress:
        progress.show()
        clock.now += 10
        snapshots.pop(0)
        progress.pause()
        progress.pause()
        before = drawn_on(console)
        console.file.write("a finding\n")
        progress.resume()
        progress.resume()
        assert drawn_on(console).endswith("a finding\n")
        progress.show()
    assert "0 of 40 logs (0 %), 0 faults" in before
    assert before.endswith(ERASED), "the bar is gone before something else is written"
    after = drawn_on(console).removeprefix(before)
    line = "━━━        12 of 40 logs (30 %), 1.2 games/s, 23 s left, 1 fault"
    assert (line if columns > 70 else "12 of 40 logs (30 %), 1.2 games/s") in after
    assert after.startswith("a finding\n")
    assert after.endswith(ERASED)
    assert drawn_on(console).count("\x1b[?25l") == drawn_on(console).count("\x1b[?25h") == 2, "the cursor is back"


def test_a_bar_moves_to_and_fro_while_nobody_knows_how_much_there_is() -> None:
    console = terminal()
    with TimedProgress(lambda: ProgressSnapshot("12 logs", None), Clock(), None, console) as progress:
        progress.show()
    assert "12 logs" in drawn_on(console)
    assert "%" not in drawn_on(console)


def test_a_run_that_is_over_at_once_draws_nothing() -> None:
    console = terminal()
    with TimedProgress(lambda: SNAPSHOT, Clock(), None, console) as progress:
        progress.pause()
        progress.resume()
    assert drawn_on(console) == ""


def test_nothing_is_drawn_while_something_else_is_written() -> None:
    console = terminal()
    with TimedProgress(lambda: SNAPSHOT, Clock(), None, console) as progress:
        progress.show()
        before = drawn_on(console)
        progress.show()
        assert drawn_on(console) != before
        progress.pause()
        before = drawn_on(console)
        progress.show()
        assert drawn_on(console) == before


def test_the_bar_is_drawn_by_a_timer_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing but the timer calls for it, and its thread ends with the work."""
    monkeypatch.setattr(progress_module, "DELAY", 0.001)
    monkeypatch.setattr(progress_module, "DRAWN_SECONDS", 0.001)
    measured = threading.Semaphore(0)

    def measure() -> ProgressSnapshot:
        measured.release()
        return SNAPSHOT

    console = terminal()
    with TimedProgress(measure, Clock(), None, console) as progress:
        assert all([measured.acquire(timeout=20) for _ in range(5)])
    assert not progress._thread.is_alive()
    assert drawn_on(console).endswith(ERASED)


def test_a_measure_that_fails_stops_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is printed next does not wait for a bar that is never drawn."""
    monkeypatch.setattr("threading.excepthook", lambda _: None)

    def measure() -> ProgressSnapshot:
        raise LookupError

    with TimedProgress(measure, Clock(), None, terminal()) as progress:
        with pytest.raises(LookupError):
            progress.show()
        assert progress._lock.acquire(blocking=False)
        progress._lock.release()
        progress._shown = None


def test_lines_where_there_is_no_terminal() -> None:
    assert lines_of([(0, ProgressSnapshot("0 of 40 logs", 0.0, 0, "games", "0 faults")), (60, SNAPSHOT)]) == [
        "0 of 40 logs (0 %), 0 faults",
        "12 of 40 logs (30 %), 0.2 games/s, 2 min left, 1 fault",
    ]


def test_progress_lines_are_written_even_while_paused() -> None:
    stream = io.StringIO()
    progress = TimedProgress(lambda: SNAPSHOT, Clock(), stream)
    progress.pause()
    progress.show()
    progress.resume()
    assert stream.getvalue() == "12 of 40 logs (30 %), 1 fault\n"


def test_the_lines_come_by_a_timer_and_end_with_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress_module, "LINE_SECONDS", 0.001)
    measured = threading.Event()

    def measure() -> ProgressSnapshot:
        measured.set()
        return SNAPSHOT

    with TimedProgress(measure, Clock(), io.StringIO()) as progress:
        assert measured.wait(timeout=20)
    assert not progress._thread.is_alive()


class Stream(io.StringIO):
    def __init__(self, is_terminal: bool) -> None:
        super().__init__()
        self.is_terminal = is_terminal

    def isatty(self) -> bool:
        return self.is_terminal


@pytest.mark.parametrize(
    ("is_wanted", "is_terminal", "expected"),
    [
        (None, True, "bar"),
        (True, True, "bar"),
        (False, True, ""),
        (None, False, ""),
        (True, False, "lines"),
        (False, False, ""),
    ],
)
def test_where_progress_is_shown(
    is_wanted: bool | None, is_terminal: bool, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr", Stream(is_terminal))
    progress = progress_of(lambda: SNAPSHOT, is_wanted, Clock())
    shown = "" if not isinstance(progress, TimedProgress) else "bar" if progress.stream is None else "lines"
    assert shown == expected


@pytest.fixture
def last_snapshots(monkeypatch: pytest.MonkeyPatch) -> list[ProgressSnapshot]:
    """The snapshots at the end of each run."""
    snapshots: list[ProgressSnapshot] = []

    class Recording(Progress):
        def __init__(self, measure: Callable[[], ProgressSnapshot], is_wanted: bool | None) -> None:
            self.measure = measure

        def __exit__(self, *_: object) -> None:
            snapshots.append(self.measure())

    monkeypatch.setattr(progress_module, "progress_of", Recording)
    return snapshots


def test_each_command_counts_to_its_end(last_snapshots: list[ProgressSnapshot], tmp_path: Path) -> None:
    one, other = str(tmp_path / "one.duckdb"), str(tmp_path / "other.duckdb")
    for arguments in (
        ["audit", str(FIXTURES / "evening"), "--db", one, "--fail-on", "never"],
        ["audit", str(FIXTURES / "evening"), "--db", one, "--fail-on", "never"],
        ["export", "--db", one, "-o", str(tmp_path / "tables")],
        ["merge", one, "--db", other],
        ["merge", str(tmp_path / "tables"), "--db", other],
    ):
        result = CliRunner().invoke(cli, arguments)
        assert result.exit_code == 0, result.stderr
    assert [(one.items, one.outcome) for one in last_snapshots[:2]] == [(8, "6 faults"), (0, "6 faults")]
    assert last_snapshots[0].text in ("8 of 8 logs", "8 logs")
    assert [one.done for one in last_snapshots[2:]] == [1.0] * 3
    assert [one.text.rpartition(": ")[2] for one in last_snapshots[2:]] == [TABLES[-1]] * 3
