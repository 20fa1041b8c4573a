"""The Python API: every example of docs/python.md runs, and errors have clear messages."""

import gzip
import io
import re
import zipfile
from pathlib import Path
from typing import Any, cast

import pytest
from support.paths import ROOT

from auditor import api
from auditor.core.events import (
    CHI,
    DISCARD,
    DORA,
    DRAW,
    EXHAUSTIVE,
    NO_SEAT,
    OPEN_RIICHI,
    PON,
    RIICHI,
    TSUMOGIRI,
    Deposit,
    Disconnection,
    Event,
    FinalResult,
    Meld,
    Ryuukyoku,
    Win,
)

EXAMPLES = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "python.md").read_text("utf-8"), re.DOTALL)


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_an_example_runs(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    monkeypatch.chdir(ROOT)
    exec(compile(EXAMPLES[number], f"docs/python.md, example {number + 1}", "exec"), {})


def test_the_examples_show_every_function() -> None:
    shown = " ".join(EXAMPLES)
    for name in [name for name in api.__all__ if name.islower()]:
        assert f"api.{name}(" in shown


def test_what_cannot_be_read_is_a_problem_with_its_path(tmp_path: Path) -> None:
    bad = tmp_path / "bad.xml"
    bad.write_bytes(b"<mjloggm><half")
    problems = list(api.read(bad, tmp_path / "gone"))
    assert [type(one) for one in problems] == [api.Problem, api.Problem]
    assert all([isinstance(one, api.Problem) and str(tmp_path) in one.place for one in problems])


def test_errors_are_those_named(tmp_path: Path) -> None:
    game = next(api.read(ROOT / "fixtures" / "riichi" / "kan-waits" / "fires.mjlog"))
    assert isinstance(game, api.Game)
    with pytest.raises(api.RulesetError):
        api.audit(game, "no-such-rules")
    with pytest.raises(api.StoreError):
        api.connect(tmp_path / "gone.duckdb")
    with pytest.raises(api.KanQuestionError):
        api.judge_kan("1m", "2m")


def test_a_load_tells_its_problems(tmp_path: Path) -> None:
    (tmp_path / "bad.xml").write_bytes(b"<mjloggm><half")
    loaded = api.load([tmp_path / "bad.xml"], tmp_path / "x.duckdb", rules="ema-2012", jobs=1)
    assert (loaded.inputs, loaded.games) == (1, 0)
    assert any(["bad.xml" in place for place, _ in loaded.problems])


NOTEN = ROOT / "fixtures" / "riichi" / "noten" / "fires.mjlog"


@pytest.mark.parametrize(
    "data",
    [
        NOTEN.read_bytes(), NOTEN.read_text("utf-8"), bytearray(NOTEN.read_bytes()), memoryview(NOTEN.read_bytes()),
        io.BytesIO(NOTEN.read_bytes()), io.StringIO(NOTEN.read_text("utf-8")), gzip.compress(NOTEN.read_bytes()),
    ],
    ids=["bytes", "text", "bytearray", "memoryview", "file", "text file", "packed"],
)  # fmt: skip
def test_a_log_in_memory_is_read_as_its_file_is(data: api.Data) -> None:
    name = "2012110112gm-0009-7447-14ec5c8d.mjlog"
    (game,) = api.parse(data, name)
    assert isinstance(game, api.Game)
    assert (game.source, game.log_id) == (api.Source(name, "", 0), name.removesuffix(".mjlog"))
    assert [one.check for one in api.audit(game).findings] == ["riichi/noten"]


def test_a_log_in_memory_may_hold_several_games_and_problems() -> None:
    lines = (ROOT / "fixtures" / "evening" / "round-1-table-4.jsonl").read_text("utf-8")
    found = list(api.parse(f"{lines}{{broken\n{lines}"))
    assert [one.source for one in found if isinstance(one, api.Game)] == [
        api.Source(api.MEMORY, "", number) for number in range(2)
    ]
    (problem,) = [one for one in found if isinstance(one, api.Problem)]
    assert problem.place == f"{api.MEMORY}, line {len(lines.splitlines()) + 1}"


def test_a_game_knows_its_archive(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "logs.zip", "w") as archive:
        archive.write(NOTEN, "a/noten.mjlog")
    (game,) = api.read(tmp_path / "logs.zip")
    assert isinstance(game, api.Game)
    assert game.source == api.Source(str(tmp_path / "logs.zip"), "a/noten.mjlog", 0)
    assert "logs.zip, a/noten.mjlog" in repr(game)


@pytest.mark.parametrize(
    ("call", "error", "told"),
    [
        (lambda: api.read(cast(Any, b"x")), TypeError, "read takes paths, not bytes"),
        (lambda: api.read(NOTEN.read_text("utf-8")), ValueError, "looks like a log itself, which goes to parse"),
        (lambda: api.audit_file(cast(Any, 3)), TypeError, "audit_file takes paths, not int"),
        (lambda: api.load("logs", "x.duckdb"), TypeError, "load takes a list of paths, not the one 'logs'"),
        (lambda: api.parse(cast(Any, NOTEN)), TypeError, "parse takes bytes, text or an open file, not PosixPath"),
        (lambda: api.parse(cast(Any, None)), TypeError, "not NoneType; read takes paths"),
    ],
    ids=range(6),
)  # fmt: skip
def test_what_is_no_path_or_log_is_refused_at_once(call: Any, error: type[Exception], told: str) -> None:
    with pytest.raises(error) as raised:
        call()
    assert told.replace("PosixPath", type(NOTEN).__name__) in str(raised.value)


def test_audit_file_raises_what_it_cannot_read(tmp_path: Path) -> None:
    assert [one.check for one in api.audit_file(NOTEN).findings] == ["riichi/noten"]
    with pytest.raises(api.NotReadError, match=r"gone\.mjlog: cannot be read: No such file"):
        api.audit_file(tmp_path / "gone.mjlog")
    broken = tmp_path / "broken.mjlog"
    broken.write_bytes(NOTEN.read_bytes().replace(b"<T73/>", b"<T999/>"))
    with pytest.raises(api.NotReadError) as raised:
        api.audit_file(broken)
    assert [str(broken) in problem.place for problem in raised.value.problems] == [True] * len(raised.value.problems)
    line = (ROOT / "fixtures" / "evening" / "round-1-table-4.jsonl").read_text("utf-8")
    several = tmp_path / "several.jsonl"
    several.write_text(line + line, "utf-8")
    with pytest.raises(api.SeveralGamesError):
        api.audit_file(several)
    assert api.audit_file(several, game=1).game.source == api.Source(str(several), "", 1)
    with pytest.raises(api.NoGameError, match="holds 2 games"):
        api.audit_file(several, game=2)


def test_queries_take_parameters_of_any_type(tmp_path: Path) -> None:
    database = tmp_path / "x.duckdb"
    api.load([NOTEN], database, jobs=1)
    with pytest.raises(api.QueryError, match="expected a value of type INTEGER"):
        api.query("deal-in-rate", database, min_hands="many")
    with pytest.raises(api.QueryError, match="there is no query"):
        api.query("no-such-query", database)
    with pytest.raises(api.QueryError, match="no parameter 'player'"):
        api.query("deal-in-rate", database, player="Aki")
    with pytest.raises(api.StoreError):
        api.query("deal-in-rate", tmp_path / "gone.duckdb")
    api.load([ROOT / "fixtures" / "evening"], database, jobs=1)
    answer = api.query("deal-in-rate", database, min_hands=1)
    assert answer.as_dicts() == [dict(zip(answer.columns, row, strict=True)) for row in answer.rows] != []
    assert api.query("deal-in-rate", database, min_hands=10_000).rows == []
    for name in ("中村 千夏", ["中村 千夏"]):
        rows = api.query("deal-in-rate", database, min_hands=1, name=name).rows
        assert [row[0] for row in rows] == ["中村 千夏", "(everybody else)"]
    with pytest.raises(api.QueryError, match="did you mean '中村 千夏'"):
        api.query("deal-in-rate", database, name="中村 千秋")
    assert api.query("deal-in-rate", database, min_hands=None) == api.query("deal-in-rate", database)


def test_progress_is_told_what_is_loaded(tmp_path: Path) -> None:
    told: list[api.Loaded] = []
    loaded = api.load([NOTEN], tmp_path / "x.duckdb", jobs=1, progress=told.append)
    assert told == [loaded]
    assert loaded.findings == {"violation": 1}


def test_what_is_shown_of_each_thing() -> None:
    audit = api.audit_file(NOTEN, "tenhou")
    game = audit.game
    shown = [game, game.hands[0], *game.hands[0].events[:6], game.seats[0], audit.records[0], audit.findings[0], audit]
    source = f"from {NOTEN}"
    assert [repr(one) for one in shown] == [
        f"<mjlog game: 4 players, 1 hand, {source}>",
        "<hand 0: E1-0, dealer 0, 14 events>",
        "<draw seat 0 1s(73)>", "<discard seat 0 1s(73)>", "<draw seat 1 9m(32)>", "<riichi seat 1>",
        "<discard seat 1 9m(32)>", "<deposit seat 1: 25000 24000 25000 25000>",
        "<player Aki 初段>",
        "<record of hand 0: unfinished, 6 draws, 1 riichi>",
        f"Finding('riichi/noten', hand=0, event=3, seat=1, {audit.findings[0].message!r})",
        f"<audit of <mjlog game: 4 players, 1 hand, {source}> by tenhou: 1 finding>",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("event", "shown"),
    [
        (Event(PON, 1, 124, (125, 126), 0), "<pon seat 1 5z(124) with 5z(125) 5z(126) from seat 0>"),
        (Event(DISCARD, 2, 16, mark=TSUMOGIRI), "<discard seat 2 0m(16) tsumogiri>"),
        (Event(DRAW, 3), "<draw seat 3 ?>"),
        (Event(RIICHI, 0, mark=OPEN_RIICHI), "<riichi seat 0 open>"),
        (Event(DORA, NO_SEAT, 4), "<dora 2m(4)>"),
        (Deposit(1), "<deposit seat 1>"),
        (Win(0, 1, 4, fu=30, points=3900, deltas=(3900, -3900, 0, 0)),
         "<win seat 0 2m(4) from seat 1: 30 fu, 3900 points, 3900 -3900 0 0>"),
        (Win(0, 0, 4), "<win seat 0 2m(4) from seat 0>"),
        (Ryuukyoku(EXHAUSTIVE, deltas=(0, 0, 0, 0)), "<ryuukyoku: exhaustive, 0 0 0 0>"),
        (Meld(CHI, 8, (0, 4), 3), "<chi 1m(0) 2m(4) 3m(8) from seat 3>"),
        (Disconnection(5, 2, False), "<seat 2 left before event 5>"),
        (FinalResult((1, 2), None), "<result: points (1, 2), scores None>"),
    ],
)  # fmt: skip
def test_what_is_shown_of_an_event(event: object, shown: str) -> None:
    assert repr(event) == shown
