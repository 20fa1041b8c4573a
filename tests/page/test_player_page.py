"""A player's page: every figure is the query's answer, and each hand has its board."""

import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from support.paths import FIXTURES
from support.report_reading import Page

from auditor import api
from auditor.cli import cli
from auditor.core.events import DISCARD, DRAW
from auditor.core.store.queries import connect
from auditor.page.player import progress, radar
from auditor.server.browse import query_page
from auditor.server.forms import Request
from auditor.testing import Scenario

EVENING = FIXTURES / "evening"
PLAYER = "Inês Ferreira"


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("player") / "games.duckdb"
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(FIXTURES.parent)  # under the paths that the log names
        CliRunner().invoke(cli, ["audit", os.path.relpath(EVENING), "--db", str(path)])
    return path


def called(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli, ["report", *map(str, arguments), "-o", "-"])


@pytest.fixture(scope="module")
def page() -> Page:
    result = called(EVENING, "--name", PLAYER.upper())
    assert result.exit_code == 0, result.output
    return Page(result.stdout)


def test_each_figure_is_that_of_its_query(page: Page, database: Path) -> None:
    rows = api.query("player-amae-koromo", database, name=[PLAYER]).as_dicts()
    persons = dict.fromkeys([row["name"] for row in rows if row["name"] != "(everybody else)"])
    assert len(page.root.first("section").all("h2")) == len(persons)
    lines = [row for row in page.root.first("section").all("tr") if row.all("td") and row.all("th")]
    told = {row.first("th").text: row.all("td")[0].text for row in lines}
    of_last = {str(row["figure"]): row["value"] for row in rows if row["name"] == list(persons)[-1]}
    assert told["riichi rate"] == f"{100 * float(str(of_last['riichi_rate'])):.1f}%"
    assert told["total rounds"] == f"{of_last['total_rounds']:.0f}"
    kinds = {str(row["figure"]).replace("_", " "): row["kind"] for row in rows}
    assert {name for name, text in told.items() if text.endswith("%")} == {
        name for name, text in told.items() if kinds.get(name) == "rate" and text != "–"
    }  # a mean is none, though it has an interval too


def test_a_figure_reads_the_same_in_the_terminal_on_the_page_and_on_the_server(page: Page, database: Path) -> None:
    asked = ["query", "player-amae-koromo", "--db", str(database), "--name", PLAYER]
    table = CliRunner().invoke(cli, asked).stdout.splitlines()
    with connect(str(database)) as connection:
        (served,) = query_page(connection, "player-amae-koromo", Request({"name": [PLAYER]})).tables
    for name in ("win_rate", "average_rank", "average_win_score", "gain_per_round"):
        (line,) = [line for line in table if line.startswith(PLAYER) and f" {name} " in line]
        (row,) = [
            row for row in page.root.all("tr") if row.all("th") and row.first("th").text == name.replace("_", " ")
        ]
        value, interval = [cell.text for cell in row.all("td")[:2]]
        assert " ".join(line.split()).endswith(f" {value} {interval}")
        (at,) = [at for at, one in enumerate(served.values) if (one["figure"], one["name"]) == (name, PLAYER)]
        assert [column.texts[at] for column in served.columns[-2:]] == [value, interval]


def test_the_hands_worth_looking_at_are_those_of_their_query(page: Page, database: Path) -> None:
    rows = api.query("player-hands", database, name=[PLAYER]).as_dicts()
    hands = page.root.all("details", "hand")
    assert [hand.first("b").text for hand in hands] == [row["why"] for row in rows]
    assert all([hand.all("svg", "board") for hand in hands])
    deal_in = hands[0]
    assert rows[0]["why"] == "deal-in"
    assert deal_in.first("table", "payments")


def test_near_misses_and_wins_that_went_by(tmp_path: Path) -> None:
    """A riichi for 1m 4m 7m: others draw 7m, discard 4m, which it passes, and then, as it is furiten, 1m."""
    play = Scenario("tenhou").hand({1: "23456m456p45688s"}, avoid="9p147m").turn().draw("9p").riichi("9p")
    play.draw("7m").discard("9s").turn("4m").go_round(2).turn("1m").play_out()
    log = tmp_path / "riichi.mjlog"
    log.write_text(play.ryuukyoku().log("mjlog"), "utf-8")
    CliRunner().invoke(cli, ["audit", str(log), "--db", str(tmp_path / "games.duckdb")])
    rows = api.query("player-hands", tmp_path / "games.duckdb", name=["Beni"]).as_dicts()
    assert [(row["why"], row["tiles"]) for row in rows] == [
        ("near-miss", 3),
        ("furiten", None),
        ("note/passed-win", None),
    ]
    moved = [play.current.events[int(str(row["event"]))] for row in rows]
    assert [(event.kind, event.seat, event.tile >> 2) for event in moved] == [
        (DRAW, 2, 0), (DISCARD, 2, 0), (DISCARD, 3, 3),
    ]  # fmt: skip
    result = called(log, "--name", "Beni")
    hands = Page(result.stdout).root.all("details", "hand")
    assert [hand.first("span", "message").text for hand in hands] == [
        "a riichi that did not win: others drew 3 winning tiles after it",
        "a winning tile that could not be won on: the riichi was furiten",
        "A winning tile passed.",
    ]
    assert all([hand.all("svg", "board") for hand in hands])


def test_results_come_in_their_order(database: Path) -> None:
    rows = api.query("player-results", database, name=["高橋 蓮"]).as_dicts()
    assert [(row["placement"], row["points"], row["score"]) for row in rows] == [(1, 33400, 43.4), (1, 55000, 65.0)]


def test_a_player_whom_no_log_names_is_wrong_usage() -> None:
    result = called(EVENING, "--name", "Nobody at all")
    assert result.exit_code == 2
    assert "Nobody at all" in result.stderr


def test_pictures_say_what_they_show() -> None:
    rows = [
        {"name": name, "figure": figure, "value": value}
        for name, value in (("Aki", 0.3), ("(everybody else)", 0.2))
        for figure in ("win_rate", "deal_in_rate", "riichi_rate", "call_rate", "draw_tenpai_rate", "tsumo_rate")
    ]
    assert "win rate 30.0% (20.0%)" in radar(rows, "Aki")
    assert radar(rows[:6], "Aki") == ""
    assert "after each of 3 games, at last +5.0" in progress([10.0, None, -15.0, 10.0])
    assert progress([10.0]) == ""


def test_a_log_that_has_changed_has_no_board(tmp_path: Path) -> None:
    log = tmp_path / "game.mjlog"
    log.write_bytes((EVENING / "round-1-table-2.mjlog").read_bytes())
    api.load([log], tmp_path / "games.duckdb", jobs=1)
    arguments = ("--db", tmp_path / "games.duckdb", "--name", PLAYER)
    for hand in (hands := Page(called(*arguments).stdout).root.all("details", "hand")):
        assert hand.all("svg", "board")
    log.write_bytes(log.read_bytes() + b"\n")
    changed = Page(called(*arguments).stdout).root.all("details", "hand")
    assert len(changed) == len(hands) > 0
    for hand in changed:
        assert hand.all("svg", "board") == []
        assert "the log cannot be opened any more (its content is not what was audited)" in hand.text
