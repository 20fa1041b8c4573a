"""Standings as organisers publish them, worked out by hand: games ended by time, chombo, ties, sessions, teams."""

import csv
import json
import random
from pathlib import Path

import duckdb
import pytest
from click.testing import CliRunner
from support.made_games import MadeGame
from support.paths import FIXTURES
from support.report_reading import Page

from auditor.cli import cli
from auditor.core.audit.game import Audit
from auditor.core.results import VIOLATION, Finding, GameResult, InputResult, Location, Penalty
from auditor.core.rulesets import load
from auditor.core.store.database import find_copies
from auditor.page.data import PageData, PageGame
from auditor.page.standing_tables import StandingsTable, TeamsError, read_teams, standings_tables, standings_text
from auditor.page.standings import GameStanding, GameSummary, SeatResult, game_result, recorded_only

NAMES = ("Aoi", "Ben", "Chie", "Dora")
CHOMBO = Finding("furiten/discard", VIOLATION, Location(hand=0, seat=1), "", penalty=Penalty("chombo", 20000, "20000"))


def played(rules: str, points: tuple[int, ...], *findings: Finding, names: tuple[str, ...] = NAMES) -> GameStanding:
    """A game with a result of these points, of which the log states no scores."""
    game = _made(rules, names)
    game.ends_with(*points)
    assert game.game.result is not None
    game.game.result.scores = None
    return game_result("log", Audit(game.game, load(rules), list(findings), game.records, []))


def stopped(rules: str, points: tuple[int, ...], sticks: int) -> GameStanding:
    """A game that the clock ends after a hand: without a result, with these points and sticks on the table."""
    game = _made(rules, NAMES)
    game.records[-1].end_scores, game.records[-1].end_sticks = list(points), sticks
    return game_result("log", Audit(game.game, load(rules), [], game.records, []))


def _made(rules: str, names: tuple[str, ...]) -> MadeGame:
    game = MadeGame()
    for player, name in zip(game.game.seats, names, strict=True):
        player.name = name
    start = load(rules).game.start_points
    game.hand((start,) * 4).win(0, 1, 1000)
    return game


def table(*games: GameStanding) -> StandingsTable:
    (only,) = standings_tables([("log", game) for game in games])
    return only


def totals(*games: GameStanding) -> dict[str, float | None]:
    return {one.name: one.total for one in table(*games).rows}


EMA = (45000, 35000, 25000, 15000)
"""Over 30,000 by 15, 5, -5 and -15; with the bonus of 15, 5, -5 and -15: 30, 10, -10 and -30."""


@pytest.mark.parametrize("rules", ["ema-2016", "wrc"])
def test_a_finished_game(rules: str) -> None:
    assert totals(played(rules, EMA)) == {"Aoi": 30.0, "Ben": 10.0, "Chie": -10.0, "Dora": -30.0}


@pytest.mark.parametrize(
    ("rules", "first"),
    [
        ("ema-2016", 22.0),  # the stick goes to the first: 37,000 are 7 over, and 15
        ("wrc", 21.0),  # nobody gets it
    ],
)
def test_a_game_that_the_clock_ends_counts_with_the_points_on_the_table(rules: str, first: float) -> None:
    one = table(stopped(rules, (36000, 30000, 28000, 25000), 1))
    assert [(row.name, row.total, row.unfinished) for row in one.rows] == [
        ("Aoi", first, 1), ("Ben", 5.0, 1), ("Chie", -7.0, 1), ("Dora", -20.0, 1),
    ]  # fmt: skip
    assert one.has_unfinished


def test_under_tenhous_rules_the_first_takes_the_stick_and_the_oka() -> None:
    assert totals(stopped("tenhou", (30000, 25000, 24000, 20000), 1)) == {
        "Aoi": 1.0 + 20 + 20, "Ben": -5.0 + 10, "Chie": -6.0 - 10, "Dora": -10.0 - 20,
    }  # fmt: skip


def test_a_chombo_that_a_finding_names_comes_off_the_total_alone() -> None:
    one = table(played("ema-2016", EMA, CHOMBO))
    rows = {row.name: (row.rank, row.score, row.corrected_score, row.penalty, row.total, row.total_rank)
            for row in one.rows}  # fmt: skip
    assert rows["Ben"] == (2, 10.0, 10.0, -20.0, -10.0, 2)
    assert rows["Aoi"] == (1, 30.0, 30.0, 0.0, 30.0, 1)
    assert one.has_penalties
    assert not one.is_corrected


def test_ties_are_broken_as_the_ruleset_says() -> None:
    """EMA and WRC share the bonuses of second and third; at Tenhou the seat nearer to the first dealer leads."""
    for rules in ("ema-2016", "wrc"):
        shared = played(rules, (40000, 30000, 30000, 20000))
        assert totals(shared) == {"Aoi": 25.0, "Ben": 0.0, "Chie": 0.0, "Dora": -25.0}
        assert [seat.placement for seat in shared.seats] == [1, 2, 2, 4]
    by_seat = played("tenhou", (30000, 30000, 25000, 15000))
    assert totals(by_seat) == {"Aoi": 40.0, "Ben": 10.0, "Chie": -15.0, "Dora": -35.0}
    assert [seat.placement for seat in by_seat.seats] == [1, 2, 3, 4]


def test_an_evening_of_two_sessions_with_teams() -> None:
    games = [
        ("spring/1/a.mjlog", played("ema-2016", EMA)),
        ("spring/2/a.mjlog", played("ema-2016", (40000, 30000, 30000, 20000), names=("Dora", "Aoi", "Ben", "Chie"))),
    ]
    (one,) = standings_tables(games, {"Aoi": "Reds", "Dora": "Reds", "Ben": "Blues"})
    assert one.sessions == ("1", "2")
    assert {row.name: (row.sessions, row.total) for row in one.rows} == {
        "Aoi": ((30.0, 0.0), 30.0), "Ben": ((10.0, 0.0), 10.0), "Dora": ((-30.0, 25.0), -5.0),
        "Chie": ((-10.0, -25.0), -35.0),
    }  # fmt: skip
    assert [(team.rank, team.name, team.total, team.games) for team in one.teams] == [
        (1, "Reds", 25.0, 4), (2, "Blues", 10.0, 2),
    ]  # fmt: skip
    (mixed,) = standings_tables([("spring/a", games[0][1]), ("/autumn/a", games[1][1])])
    assert mixed.sessions == ("/autumn", "spring")


def test_as_csv_and_as_json() -> None:
    tables = standings_tables([("a", played("ema-2016", EMA, CHOMBO))], {"Aoi": "=Reds"})
    rows = list(csv.DictReader(standings_text(tables, is_json=False).splitlines()))
    assert [(row["rank"], row["name"], row["score"], row["penalty"], row["total"]) for row in rows[:2]] == [
        ("1", "Aoi", "30.0", "0.0", "30.0"), ("2", "Ben", "10.0", "-20.0", "-10.0"),
    ]  # fmt: skip
    assert rows[0]["team"] == "'=Reds"
    assert [row["total"] for row in json.loads(standings_text(tables, is_json=True))] == [30.0, -10.0, -10.0, -30.0]


def test_under_a_ruleset_that_does_not_fit_only_what_is_recorded_is_said() -> None:
    game = recorded_only(played("ema-2016", EMA, CHOMBO))
    assert totals(game) == dict.fromkeys(NAMES)
    assert {(seat.difference, seat.corrected_score) for seat in game.seats} == {(0, None)}
    result = CliRunner().invoke(
        cli, ["report", str(FIXTURES / "evening"), "--rules", "ema-2016", "--no-charts", "-o", "-"]
    )
    page = Page(result.stdout)
    assert "Who gets what" not in page.root.text
    assert "tenhou would fit (--rules tenhou)" in page.root.first("p", "banner").text


def test_the_command_writes_them(tmp_path: Path) -> None:
    log = FIXTURES / "evening" / "round-1-table-1.mjlog"
    (tmp_path / "teams.csv").write_text("player,team\n佐藤 葵,Reds\n", "utf-8")
    arguments = ["report", str(log), "-o", str(tmp_path / "page.html"), "--no-charts", "--teams", "teams.csv"]
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        assert CliRunner().invoke(cli, [*arguments, "--standings", "standings.json"]).exit_code == 0
        assert CliRunner().invoke(cli, [*arguments, "--standings", "standings.txt"]).exit_code == 2
        written = (tmp_path / "standings.json").read_text("utf-8")
        assert {row["name"]: row["team"] for row in json.loads(written)}["佐藤 葵"] == "Reds"
        # a game counts once, however many logs of it there are: its first hand alone, and the whole in another format
        text = log.read_text("utf-8")
        Path("first.mjlog").write_text(text.partition('<INIT seed="1')[0] + "</mjloggm>", "utf-8")
        CliRunner().invoke(cli, ["convert", str(log), "--to", "mjai", "-o", "other.jsonl"])
        logs = ["first.mjlog", str(log), "other.jsonl"]
        CliRunner().invoke(cli, ["audit", *logs, "--db", "games.duckdb"])
        for given in (logs, ["--db", "games.duckdb"]):
            arguments = ["report", *given, "-o", "page.html", "--no-charts", "--teams", "teams.csv"]
            assert CliRunner().invoke(cli, [*arguments, "--standings", "again.json"]).exit_code == 0
            assert Path("again.json").read_text("utf-8") == written
            assert "counts once in standings: 2 copies are left out." in Path("page.html").read_text("utf-8")


@pytest.mark.parametrize(("text", "line"), [("Aki\n", 1), ("Aki,Reds\nBen,\n", 2)])
def test_a_line_of_teams_that_is_none_is_named(tmp_path: Path, text: str, line: int) -> None:
    path = tmp_path / "teams.csv"
    path.write_text(text, "utf-8")
    with pytest.raises(TeamsError, match=f"line {line}: expected a player and a team"):
        read_teams(str(path))
    path.write_text("Aki," + "R" * 200_000, "utf-8")
    with pytest.raises(TeamsError, match="cannot be read as a CSV file"):
        read_teams(str(path))


def test_each_game_counts_once_as_in_a_database() -> None:
    """Random games, many of them alike: those left out are the copies that a database marks."""
    rng = random.Random(5)
    left_out = 0
    for _ in range(40):
        data = PageData()
        rows = []
        for index in range(12):
            log_id, seed, play = (rng.choice(("", "", "a", "b", "c")) for _ in range(3))
            number, hands, faults, names = rng.randrange(2), rng.randrange(1, 3), rng.randrange(2), rng.randrange(5)
            format = rng.choice(("mjlog", "tenhou6", None))
            seats = [SeatResult(seat, "Aoi" * (seat < names), 0, 0, 1, 0.0, 0.0, None, None) for seat in range(4)]
            standing = GameStanding("log", "tenhou", 4, tuple(seats), (), True, faults, None)
            game = GameResult(number, "log", log_id, "tenhou", "", hands=hands, shuffle=seed)
            result = InputResult("log", None, format=format)
            data.games.append(PageGame(GameSummary(number, standing, (), play), game, result, faults))
            rows.append((f"{index:02}", log_id, number, seed, play, format, hands, faults, names))
        with duckdb.connect() as connection:
            connection.execute(AS_STORED)
            values = "?, nullif(?, ''), ?, nullif(?, ''), nullif(?, ''), ?, NULL, NULL, ?, ?, ?"
            connection.executemany(f"INSERT INTO all_games VALUES ({values})", rows)
            find_copies(connection)
            copies = {int(name) for (name,) in connection.execute("SELECT game_id FROM found_games").fetchall()}
        assert data.counted() == [one for index, one in enumerate(data.games) if index not in copies], rows
        left_out += len(copies)
    assert left_out > 100


AS_STORED = """
    CREATE TABLE all_games (game_id VARCHAR, log_id VARCHAR, number INTEGER, shuffle VARCHAR, play VARCHAR,
        format VARCHAR, copy_of VARCHAR, started_at TIMESTAMP, hands INTEGER, faults INTEGER, names INTEGER);
    CREATE VIEW all_hands AS SELECT game_id, unnest(range(hands)) AS hand FROM all_games;
    CREATE VIEW all_findings AS SELECT game_id, 'violation' AS severity, unnest(range(faults)) AS n FROM all_games;
    CREATE VIEW all_seats AS SELECT game_id, 'Aoi' AS name, unnest(range(names)) AS seat FROM all_games;
"""
