"""How far a run is: counted beforehand, measured by a clock that the tests tell, drawn or told in lines."""

import io
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import duckdb
import pytest
from click.testing import CliRunner
from support.packing import database, packed, tarred, zipped
from support.paths import FIXTURES

from auditor.audit.worker import Result
from auditor.cli import cli
from auditor.cli import progress as progress_module
from auditor.cli.progress import (
    WINDOW,
    AuditProgress,
    LineProgress,
    Pace,
    Progress,
    Stand,
    TableStand,
    TerminalProgress,
    duration,
    progress_of,
)
from auditor.report.summary import Summary
from auditor.results import verdict
from auditor.sources import ReadProgress, open_sources
from auditor.sources.survey import Survey, measure_inputs
from auditor.store.database import TableProgress
from auditor.store.schema import TABLES


@pytest.mark.parametrize(
    ("moments", "line"),
    [
        ([(0, Stand("0 logs", None, 0, "games"))], "0 logs"),
        ([(0, Stand("0 of 8 logs", 0.0, 0, "games", "0 faults"))], "0 of 8 logs (0 %), 0 faults"),
        (
            [(0, Stand("", 0.0, 0, "games")), (10, Stand("12,300 of 20,000 logs", 0.615, 1150, "games", "7 faults"))],
            "12,300 of 20,000 logs (61 %), 115 games/s, 6 s left, 7 faults",
        ),
        ([(5, Stand("", None, 0, "games")), (9, Stand("8 logs", None, 10, "games"))], "8 logs, 2.5 games/s"),
        ([(0, Stand("", 0.0)), (30, Stand("x: events", 0.5))], "x: events (50 %), 30 s left"),
        ([(0, Stand("", 0.0)), (30, Stand("x", 1.5))], "x (100 %)"),
    ],
)
def test_the_stand_in_words(moments: list[tuple[float, Stand]], line: str) -> None:
    pace = Pace()
    assert [pace.line(seconds, stand) for seconds, stand in moments][-1] == line


def test_the_pace_is_that_of_the_last_minute() -> None:
    """A run that starts with what is known already, and then has to work, is not told to end at once."""
    pace = Pace()
    for second in range(11):
        pace.line(second, Stand("", second / 20, 1000 * second, "games"))
    for second in range(11, 200):
        done = 0.5 + (second - 10) / 1000
        line = pace.line(second, Stand("", done, 10_000 + second - 10, "games"))
        if second > 10 + WINDOW:
            assert ", 1.0 games/s, " in line
    assert line == " (68 %), 1.0 games/s, 5 min left"


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


def audited(stand: AuditProgress, count: int) -> None:
    stand.note(count, [Result("x", None, verdicts=(verdict([], True),) * 2)])


def test_the_stand_of_an_audit(tmp_path: Path) -> None:
    (tmp_path / "x.zip").write_bytes(zipped(*[(f"{number}.xml", b"x") for number in range(1200)]))
    summary, meter = Summary(), ReadProgress()
    stand = AuditProgress(summary, [str(tmp_path)], meter)
    audited(stand, 300)
    summary.findings.update({"violation": 2, "mismatch": 1, "note": 9})
    assert stand() in (
        Stand("300 logs", None, 2, "games", "3 faults"),
        Stand("300 of 1,200 logs", 0.25, 2, "games", "3 faults"),
    )
    stand.count()
    assert stand() == Stand("300 of 1,200 logs", 0.25, 2, "games", "3 faults")
    audited(stand, 1000)
    assert stand().text == "1,300 logs", "more than was counted"


def test_the_stand_of_an_audit_of_what_cannot_be_counted() -> None:
    stand = AuditProgress(Summary(), [], ReadProgress())
    stand.survey = Survey(None, 1000)
    stand._counting = threading.Thread()
    stand.meter.end(250)
    audited(stand, 40)
    assert stand() == Stand("40 logs", 0.25, 2, "games", "0 faults")
    stand.survey = Survey(None, 0)
    assert stand().done is None


def test_the_steps_of_work_on_tables() -> None:
    steps = TableProgress()
    stand = TableStand("x.duckdb", steps)
    assert stand() == Stand("x.duckdb", None)
    connection = duckdb.connect()
    steps.expect(40)
    with steps.step("games", 10, connection):
        assert stand() == Stand("x.duckdb: games", 0.0)
    assert steps.done() == 0.25
    with steps.step("events", 40, connection):
        pass
    assert steps.done() == 1.0


class Clock:
    """A clock that stands still until it is told to go on."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


STAND = Stand("12 of 40 logs", 0.3, 12, "games", "1 fault")


@pytest.mark.parametrize("columns", [40, 80, 120])
def test_a_line_on_a_terminal_is_drawn_and_leaves_nothing(columns: int) -> None:
    from rich.console import Console

    file, clock = io.StringIO(), Clock()
    console = Console(file=file, force_terminal=True, width=columns, color_system=None)
    stands = [Stand("0 of 40 logs", 0.0, 0, "games", "0 faults"), STAND]
    progress = TerminalProgress(lambda: stands[0], clock, console)
    with progress:
        progress.begin()
        clock.now += 10
        stands.pop(0)
        progress.pause()
        progress.pause()
        before = file.tell()
        file.write("a finding\n")
        progress.resume()
        progress.resume()
    drawn = file.getvalue()
    assert "0 of 40 logs (0 %), 0 faults" in drawn
    after = drawn[before:]
    told = "12 of 40 logs (30 %), 1.2 games/s, 23 s left, 1 fault"
    assert (told if columns > 70 else told[:20]) in after
    assert after.startswith("a finding\n")
    erased = "\x1b[1A\x1b[2K"
    assert drawn[:before].endswith(erased), "the line is gone before something else is written"
    assert drawn.endswith(erased)
    assert drawn.count("\x1b[?25l") == drawn.count("\x1b[?25h") == 2, "the cursor is back"


def test_a_run_that_is_over_at_once_draws_nothing() -> None:
    from rich.console import Console

    file = io.StringIO()
    with TerminalProgress(lambda: STAND, Clock(), Console(file=file, force_terminal=True)) as progress:
        progress.pause()
        progress.resume()
    assert file.getvalue() == ""


def test_nothing_is_drawn_while_something_else_is_written() -> None:
    from rich.console import Console

    file = io.StringIO()
    with TerminalProgress(lambda: STAND, Clock(), Console(file=file, force_terminal=True)) as progress:
        progress.begin()
        drawn = file.tell()
        progress.draw()
        assert file.tell() > drawn
        progress.pause()
        drawn = file.tell()
        progress.draw()
        assert file.tell() == drawn


def test_the_line_is_drawn_by_a_timer_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody but the timer asks how far the work is, and its thread ends with the work."""
    from rich.console import Console

    monkeypatch.setattr(progress_module, "DELAY", 0.001)
    monkeypatch.setattr(progress_module, "DRAWN_SECONDS", 0.001)
    asked = threading.Semaphore(0)

    def stand() -> Stand:
        asked.release()
        return STAND

    file = io.StringIO()
    with TerminalProgress(stand, Clock(), Console(file=file, force_terminal=True)) as progress:
        assert all([asked.acquire(timeout=20) for _ in range(5)])
    assert not progress._thread.is_alive()
    assert file.getvalue().endswith("\x1b[2K")


def test_lines_where_there_is_no_terminal() -> None:
    stream, clock = io.StringIO(), Clock()
    stands = [Stand("0 of 40 logs", 0.0, 0, "games", "0 faults"), STAND]
    progress = LineProgress(lambda: stands[0], clock, stream)
    progress.tell()
    clock.now += 60
    stands.pop(0)
    progress.tell()
    assert stream.getvalue() == (
        "0 of 40 logs (0 %), 0 faults\n12 of 40 logs (30 %), 0.2 games/s, 2 min left, 1 fault\n"
    )


def test_the_lines_come_by_a_timer_and_end_with_the_work() -> None:
    told = threading.Event()

    def stand() -> Stand:
        told.set()
        return STAND

    with LineProgress(stand, Clock(), io.StringIO(), seconds=0.001) as progress:
        assert told.wait(timeout=20)
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
        (None, True, TerminalProgress),
        (True, True, TerminalProgress),
        (False, True, Progress),
        (None, False, Progress),
        (True, False, LineProgress),
        (False, False, Progress),
    ],
)
def test_what_is_shown_where(
    is_wanted: bool | None, is_terminal: bool, expected: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr", Stream(is_terminal))
    assert type(progress_of(lambda: STAND, is_wanted, Clock())) is expected


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[Stand]:
    """The stands at the end of each run."""
    stands: list[Stand] = []

    class Noted(Progress):
        def __init__(self, stand: Callable[[], Stand], is_wanted: bool | None) -> None:
            self.stand = stand

        def __exit__(self, *_: object) -> None:
            stands.append(self.stand())

    monkeypatch.setattr(progress_module, "progress_of", Noted)
    return stands


def test_each_command_counts_to_its_end(told: list[Stand], tmp_path: Path) -> None:
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
    assert [(stand.items, stand.found) for stand in told[:2]] == [(8, "6 faults"), (0, "6 faults")]
    assert told[0].text in ("8 of 8 logs", "8 logs")
    assert [stand.done for stand in told[2:]] == [1.0] * 3
    assert [stand.text.rpartition(": ")[2] for stand in told[2:]] == [TABLES[-1]] * 3
