"""Runs over many inputs: order, processes, crashes, loading, and inputs that were loaded before."""

import json
import os
import threading
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from typing import Any

import msgspec
import pytest
from support import crashing
from support.bad_inputs import GOOD
from support.bombs import bombs
from support.cli_calls import invoke
from support.made_games import MadeGame
from support.packing import tarred, zipped
from support.paths import FIXTURES
from support.run_settings import run_settings
from support.small_logs import LOADING, load, tiny_log
from support.stored_games import content

from auditor.core.audit import run as running
from auditor.core.audit import work, worker
from auditor.core.audit.executors import inline, processes
from auditor.core.audit.game import Audit, audit_game
from auditor.core.audit.run import run
from auditor.core.audit.sinks import DatabaseSink
from auditor.core.audit.work import Settings, WorkUnit
from auditor.core.audit.worker import internal_error, judge_unit
from auditor.core.errors import Problem
from auditor.core.events import Game
from auditor.core.sources import InputItem, SourceProblem, find_inputs, open_sources
from auditor.core.store import database
from auditor.core.store.database import Store, connect

PLAIN = run_settings("auto")


def items(count: int = 5) -> list[InputItem | SourceProblem]:
    """Inputs that can be read, each of another content, with one that cannot between them."""
    inputs: list[InputItem | SourceProblem] = []
    inputs += [InputItem(f"{number}.xml", "", tiny_log(points=100 + number)) for number in range(count)]
    inputs.insert(2, InputItem("bad.xml", "inside", b"<mjloggm><half"))
    inputs.insert(4, SourceProblem("gone.xml", "", "cannot be read: no such file"))
    return inputs


def test_results_come_in_the_order_of_the_inputs() -> None:
    results = list(run(items(), PLAIN, inline()))
    assert [result.path for result in results] == ["0.xml", "1.xml", "bad.xml", "2.xml", "gone.xml", "3.xml", "4.xml"]
    assert [len(result.problems) > 0 for result in results] == [False, False, True, False, True, False, False]
    assert [sum([game.hands for game in result.games]) for result in results] == [1, 1, 0, 1, 0, 1, 1]


def test_processes_give_what_one_process_gives(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(work, "UNIT_INPUTS", 2)
    assert list(run(items(), PLAIN, processes(2))) == list(run(items(), PLAIN, inline()))
    load(tmp_path / "1", items(), 1)
    load(tmp_path / "2", items(), 2)
    assert content(str(tmp_path / "1")) == content(str(tmp_path / "2"))


@pytest.mark.parametrize("read", [2, 99])
def test_the_pool_has_ended_when_the_run_has(monkeypatch: pytest.MonkeyPatch, read: int) -> None:
    """Or the end of the program comes between the pool's thread and the pipe that it closes."""
    monkeypatch.setattr(work, "UNIT_INPUTS", 1)
    before = set(threading.enumerate())
    results = run(items(), PLAIN, processes(2))
    for _, _ in zip(range(read), results, strict=False):
        assert set(threading.enumerate()) > before
    results.close()
    assert set(threading.enumerate()) <= before


def test_a_process_that_dies_costs_only_the_input_that_killed_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(work, "UNIT_INPUTS", 4)
    monkeypatch.setattr(running, "judge_unit", crashing.crash_on_marked_input)
    inputs = [*items(), InputItem("killer.xml", "", b"crash")]
    results = load(tmp_path / "x", inputs, 2)
    assert [result.path for result in results if result.games] == [f"{number}.xml" for number in range(5)]
    assert "the process that audited it died" in results[-1].problems[0].message
    with connect(str(tmp_path / "x")) as connection:
        assert connection.execute("SELECT count(*) FROM games").fetchone() == (5,)
        assert connection.execute("SELECT count(*) FROM problems").fetchone() == (3,)


def test_a_process_that_dies_of_an_archive_costs_only_the_member_that_killed_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(running, "judge_unit", crashing.crash_on_marked_input)
    members = [(f"{number}.xml", tiny_log(points=100 + number)) for number in range(3)]
    (tmp_path / "x.tar").write_bytes(tarred(members[0], ("killer.xml", b"crash"), *members[1:]))
    results = list(run(find_inputs([str(tmp_path)]), PLAIN, processes(2)))
    assert [(result.member, len(result.games)) for result in results] == [
        ("0.xml", 1),
        ("killer.xml", 0),
        ("1.xml", 1),
        ("2.xml", 1),
    ]
    assert "the process that audited it died" in results[1].problems[0].message


def test_a_fault_of_the_program_is_a_problem_of_the_input(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def fails(rules: str, game: Game, path: str, member: str) -> None:
        raise KeyError("what")

    monkeypatch.setattr(worker, "choice_of", fails)
    results = load(tmp_path / "x", [InputItem("a.xml", "", tiny_log())])
    assert [problem.place for problem in results[0].problems] == [""]
    assert "internal error, please report it with this log (KeyError: 'what'" in results[0].problems[0].message
    with connect(str(tmp_path / "x")) as connection:
        assert connection.execute("SELECT count(*) FROM problems").fetchone() == (1,)
        assert connection.execute("SELECT count(*) FROM games").fetchone() == (0,)


def test_a_game_whose_rows_fail_half_way_leaves_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def without_its_last_record(game: Game, *arguments: Any, **options: Any) -> Audit:
        audit = audit_game(game, *arguments, **options)
        if game.log_id == "2":
            audit.records.pop()
        return audit

    def named(data: bytes, name: str) -> Iterator[Game]:
        for log_id in "123":
            made = MadeGame("")
            made.game.log_id = log_id
            for _ in range(2):
                made.hand().turn(0)
            yield made.game

    monkeypatch.setattr(worker, "read", named)
    monkeypatch.setattr(worker, "audit_game", without_its_last_record)
    (result,) = load(tmp_path / "x", [InputItem("a.json", "", b"x")])
    assert [problem.place for problem in result.problems] == ["game 2"]
    with connect(str(tmp_path / "x")) as connection:
        assert connection.execute("SELECT log_id FROM games ORDER BY ALL").fetchall() == [("1",), ("3",)]
        for table in ("seats", "hands", "event_codes"):
            games = connection.execute(f"SELECT count(*), count(DISTINCT game_id) FROM {table}").fetchone()
            assert games == (4 if table != "seats" else 8, 2), table


def test_games_before_and_after_a_bad_one_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    def two_games_and_a_problem(data: bytes, name: str) -> Iterator[Game | Problem]:
        yield MadeGame("").game
        yield Problem("line 2", "no game")
        yield MadeGame("").game

    monkeypatch.setattr(worker, "read", two_games_and_a_problem)
    (result,) = run([InputItem("a.json", "", b"x")], PLAIN, inline())
    assert len(result.games) == 2
    assert result.problems == [Problem("line 2", "no game")]


def test_a_value_that_fits_no_column_costs_only_its_input(tmp_path: Path) -> None:
    inputs = [InputItem("a.xml", "", tiny_log(points=1 << 40)), InputItem("b.xml", "", tiny_log())]
    results = load(tmp_path / "x", inputs)
    assert [bool(result.problems) for result in results] == [True, False]
    assert "no column of the database can hold" in results[0].problems[0].message
    with connect(str(tmp_path / "x")) as connection:
        assert connection.execute("SELECT count(*) FROM games").fetchone() == (1,)


def test_a_second_run_tells_the_same_from_the_database(tmp_path: Path) -> None:
    first = load(tmp_path / "x", items())
    before = content(str(tmp_path / "x"))
    second = load(tmp_path / "x", items())
    assert content(str(tmp_path / "x")) == before
    assert [msgspec.structs.replace(result, is_known=False) for result in second] == first
    assert [result.is_known for result in second] == [True, True, True, True, False, True, True]


def test_the_same_content_at_two_paths_is_two_sources_and_one_game(tmp_path: Path) -> None:
    contents = {"a.xml": tiny_log(), "b.xml": tiny_log(), "c.xml": b"", "d.xml": b""}
    results = load(tmp_path / "x", [InputItem(path, "", data) for path, data in contents.items()])
    assert [result.is_known for result in results] == [False, True, False, True]
    assert results[2].problems == results[3].problems
    with connect(str(tmp_path / "x")) as connection:
        counted = "SELECT (SELECT count(*) FROM sources), (SELECT count(*) FROM games), (SELECT count(*) FROM problems)"
        assert connection.execute(counted).fetchone() == (4, 1, 2)


@pytest.mark.parametrize("changed", [run_settings("tenhou", "tenhou@1", "1"), run_settings("auto", "auto", "2")])
def test_other_rules_or_another_version_audit_again(tmp_path: Path, changed: Settings) -> None:
    load(tmp_path / "x", items())
    before = content(str(tmp_path / "x"))
    results = load(tmp_path / "x", items(), settings=changed)
    assert not any(result.is_known for result in results)
    after = content(str(tmp_path / "x"))
    assert {table: len(rows) for table, rows in after.items()} == {table: len(rows) for table, rows in before.items()}
    assert after["hands"] == before["hands"]


def test_a_run_that_stopped_half_way_goes_on_where_it_was(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(work, "UNIT_INPUTS", 2)
    monkeypatch.setattr(database, "GAMES_PER_TRANSACTION", 1)
    with Store(str(tmp_path / "x"), "auto", "1") as store:
        results = run(items(), LOADING, inline(), DatabaseSink(store, LOADING))
        for _ in range(3):
            next(results)
    again = load(tmp_path / "x", items())
    assert [result.is_known for result in again[:4]] == [True] * 4
    load(tmp_path / "y", items())
    assert content(str(tmp_path / "x")) == content(str(tmp_path / "y"))


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("together", [1, 3, 100])
def test_contents_that_come_again_during_a_load_are_loaded_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, together: int, jobs: int
) -> None:
    monkeypatch.setattr(work, "UNIT_INPUTS", 1)
    monkeypatch.setattr(database, "GAMES_PER_TRANSACTION", together)
    logs = [tiny_log(points=100 + number) for number in range(4)]
    order = [0, 0, 1, 0, 2, 1, 3, 3, 0]
    results = load(tmp_path / "x", [InputItem(f"{place}.xml", "", logs[log]) for place, log in enumerate(order)], jobs)
    assert [result.is_known for result in results] == [log in order[:place] for place, log in enumerate(order)]
    with connect(str(tmp_path / "x")) as connection:
        counted = "SELECT (SELECT count(*) FROM sources), (SELECT count(*) FROM games), (SELECT count(*) FROM hands)"
        assert connection.execute(counted).fetchone() == (9, 4, 4)


def test_an_internal_error_names_its_place() -> None:
    with pytest.raises(TypeError) as raised:
        list(open_sources(3))  # type: ignore[arg-type]
    assert "at sources/find.py:" in internal_error(raised.value)


def test_what_processes_are_told_of_a_database_is_a_file_as_long_as_the_run(tmp_path: Path) -> None:
    """Objects of compiled classes cannot be sent to them."""
    load(tmp_path / "x", items())
    for path, is_known in ((tmp_path / "new", False), (tmp_path / "x", True)):
        with Store(str(path), "auto", "1") as store:
            sink = DatabaseSink(store, LOADING)
            sink.start(2)
            known = sink.spec.known
            assert isinstance(known, str)
            assert os.path.isfile(known) == is_known
            sink.close()
            assert not os.path.isfile(known)


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.slow
def test_the_order_of_arguments_changes_no_finding(jobs: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a content under several names the first by name stands for all, and all are told."""
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    for name in ("a.xml", "b.xml", "folder/c.xml"):
        Path(name).write_bytes((FIXTURES / "call/chi-seat/fires.mjlog").read_bytes())
    told = []
    for number, names in enumerate(permutations(("a.xml", "b.xml", "folder"))):
        options = ("--jobs", jobs, "--db", f"{number}.duckdb", "--format", "jsonl", "-v")
        result = invoke("audit", *names, *options)
        assert "loaded once: a.xml, also as b.xml, folder/c.xml" in result.stderr
        asked = [invoke("query", "findings", "--db", f"{number}.duckdb", "--format", "csv").stdout]
        asked += [invoke("query", "--db", f"{number}.duckdb", "--format", "csv", "--sql", COPIES).stdout]
        told.append((result.stdout, *asked))
    assert len(set(told)) == 1
    assert [json.loads(line)["log"] for line in told[0][0].splitlines()] == ["a.xml", "b.xml", "c.xml"]


COPIES = "SELECT path, source_id IN (SELECT source_id FROM games) AS has_games FROM sources ORDER BY path"


def test_the_first_unit_is_loaded_at_once_beside_the_work_on_others(tmp_path: Path) -> None:
    with Store(str(tmp_path / "x.duckdb"), "auto", "1") as store:
        settings = run_settings("auto", "auto", "1")
        sink = DatabaseSink(store, settings)
        sink.start(2)
        sink.take(judge_unit(WorkUnit(0, tuple(items())), settings, sink.spec))
        assert store.has_inputs()
        sink.finish()
        sink.close()


@pytest.mark.parametrize("name", ["mjlog of 40,000 attributes", "mjai of bad lines"])
def test_a_thousand_problems_of_one_input_are_two(name: str, tmp_path: Path) -> None:
    (tmp_path / "bomb").write_bytes(bombs()[name]())
    result = invoke("audit", tmp_path / "bomb")
    told = [line for line in result.stderr.splitlines() if "bomb: " in line]
    assert (result.exit_code, len(told)) == (3, 2), result.stderr
    assert "more problems, which are not told one by one" in told[1]


def test_a_thousand_parts_that_cannot_be_read_are_counted(tmp_path: Path) -> None:
    deep = GOOD
    for _ in range(6):
        deep = zipped(("a.zip", deep))
    (tmp_path / "logs.zip").write_bytes(zipped(*[(f"{number}.zip", deep) for number in range(1000)], ("b.mjlog", GOOD)))
    found = list(open_sources([str(tmp_path / "logs.zip")]))
    told = [one for one in found if isinstance(one, SourceProblem)]
    assert (len(found), len(told)) == (102, 101)
    assert (told[-1].member, told[-1].message) == ("", "900 more parts of it cannot be read")
    (tmp_path / "logs.zip").write_bytes(zipped(*[(f"{number}/empty", b"") for number in range(300)], ("b.mjlog", GOOD)))
    result = invoke("audit", tmp_path / "logs.zip")  # empty files are passed over, however many
    assert (result.exit_code, "passed over: 300 files that are no logs" in result.stderr) == (0, True), result.stderr
