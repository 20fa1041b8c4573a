"""The named queries: their headers, and each on two small games whose answer was counted by hand."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest
from support import known_query_cases
from support.eventful_query_cases import EVENTFUL_CASES
from support.made_games import MadeGame
from support.paths import FIXTURES
from support.query_cases import BEN, CASES, STATISTICS_CASES
from support.query_games import FIRST, SECOND, THIRD, first_game, second_game, third_game
from support.recorded_games import recorded_game
from support.recorded_query_cases import RECORDED_CASES
from support.run_settings import run_settings
from support.stored_games import columns_of, load_columns

from auditor.core.audit.executors import inline
from auditor.core.audit.run import run
from auditor.core.audit.sinks import DatabaseSink
from auditor.core.errors import Problem, QueryError
from auditor.core.results import InputResult
from auditor.core.sources import find_inputs
from auditor.core.store import queries
from auditor.core.store.database import Store, connect
from auditor.core.store.queries import QueryResult
from auditor.core.store.schema import EXTRAS, SourceRules
from auditor.core.store.selection import GameFilter
from auditor.output import catalogue
from auditor.output import tables as rows
from auditor.output.charts import specification


@pytest.fixture(scope="module")
def eventful(tmp_path_factory: pytest.TempPathFactory) -> Iterator[duckdb.DuckDBPyConnection]:
    path = str(tmp_path_factory.mktemp("eventful") / "games.duckdb")
    load_columns(path, columns_of(third_game(), sha256="3" * 64, path="third.mjlog"))
    with connect(path) as connection:
        yield connection


@pytest.fixture(scope="module")
def connection(tmp_path_factory: pytest.TempPathFactory) -> Iterator[duckdb.DuckDBPyConnection]:
    path = str(tmp_path_factory.mktemp("queries") / "games.duckdb")
    second = columns_of(second_game(), sha256="2" * 64, path="second.mjlog")
    second.add_source(
        "unread", InputResult("bad.xml", None, problems=[Problem("line 7", "half a tag")]), SourceRules("auto"), "1"
    )
    load_columns(path, columns_of(first_game(), sha256="1" * 64), second)
    with connect(path) as connection:
        yield connection


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[duckdb.DuckDBPyConnection]:
    path = str(tmp_path_factory.mktemp("watched") / "games.duckdb")
    load_columns(path, columns_of(recorded_game(), sha256="4" * 64, path="fourth.mjlog", extras=EXTRAS), extras=EXTRAS)
    with connect(path) as connection:
        yield connection


@pytest.mark.parametrize(("name", "given", "expected"), [*RECORDED_CASES, *known_query_cases.RECORDED])
def test_the_answer_about_turns_and_walls(
    watched: duckdb.DuckDBPyConnection, name: str, given: dict[str, str], expected: list[tuple[Any, ...]]
) -> None:
    assert without_intervals(queries.run(watched, queries.load(name), given)) == expected


@pytest.mark.parametrize(("name", "given", "expected"), [*CASES, *STATISTICS_CASES, *known_query_cases.TWO_GAMES])
def test_the_answer_counted_by_hand(
    connection: duckdb.DuckDBPyConnection, name: str, given: dict[str, str], expected: list[tuple[Any, ...]]
) -> None:
    assert without_intervals(queries.run(connection, queries.load(name), given)) == expected


@pytest.mark.parametrize("name", BEN)
def test_figures_of_a_player_counted_by_hand(connection: duckdb.DuckDBPyConnection, name: str) -> None:
    rows = queries.run(connection, queries.load(name), {"name": "Ben"}).as_dicts()
    found = {row["figure"]: (row["numerator"], row["n"]) for row in rows if row["name"] == "Ben"}
    assert {figure: found[figure] for figure in BEN[name]} == BEN[name]


@pytest.mark.parametrize("name", BEN)
def test_each_mean_of_several_has_an_interval_around_it(connection: duckdb.DuckDBPyConnection, name: str) -> None:
    rows = queries.run(connection, queries.load(name), {"together": "true"}).as_dicts()
    means = [row for row in rows if row["kind"] == "mean" and int(str(row["n"])) > 1]
    assert len(means) > 4
    for row in means:
        interval: Any = row["interval"]
        assert interval[0] <= row["value"] <= interval[1], row


def test_the_spread_of_a_ratio(connection: duckdb.DuckDBPyConnection) -> None:
    """Three in one and nine in two: four of each, and one less and one more than that."""
    sql = "SELECT ratio_spread(amount, size) FROM (VALUES (3, 1), (9, 2)) AS rows(amount, size)"
    assert connection.execute(sql).fetchall() == [(pytest.approx((2 / 3) ** 0.5),)]


def without_intervals(answer: QueryResult) -> list[tuple[Any, ...]]:
    """The rows without the intervals of their rates, which have a test of their own; shares to four digits."""
    kept = [place for place, column in enumerate(answer.columns) if not column.endswith("interval")]
    return [tuple([_to_four_digits(row[place]) for place in kept]) for row in answer.rows]


def _to_four_digits(value: Any) -> Any:
    return round(value, 4) if isinstance(value, float) else value


@pytest.mark.parametrize(("name", "given", "expected"), [*EVENTFUL_CASES, *known_query_cases.EVENTFUL])
def test_the_answer_in_an_eventful_game(
    eventful: duckdb.DuckDBPyConnection, name: str, given: dict[str, str], expected: list[tuple[Any, ...]]
) -> None:
    assert without_intervals(queries.run(eventful, queries.load(name), given)) == expected


def test_the_ledger_query_finds_a_hand_that_does_not_balance(tmp_path: Path) -> None:
    made = first_game()
    made.records[1].end_scores[2] += 100
    path = str(tmp_path / "unbalanced.duckdb")
    load_columns(path, columns_of(made))
    with connect(path) as connection:
        answer = queries.run(connection, queries.load("ledger-balance"), {})
    assert answer.rows == [(FIRST, 1, "E2", 0, 2, 3100, 3000)]


def test_players_and_hands_of_one_name_are_told_apart(tmp_path: Path) -> None:
    """Two guests, a nameless player, and a hand that is dealt again."""
    made = first_game()
    for player, name in zip(made.game.seats, ("NoName", "NoName", "", "Dora"), strict=True):
        player.name = name
    made.records[1].round = made.game.hands[1].round = 0
    path = str(tmp_path / "names.duckdb")
    load_columns(path, columns_of(made))
    with connect(path) as connection:
        rows = queries.run(connection, queries.load("scores-over-a-game"), {}).rows
        placed = queries.run(connection, queries.load("placements-by-player"), {}).rows
    assert [row[3] for row in rows[:4]] == ["NoName (seat 0)", "NoName (seat 1)", "seat 2", "Dora"]
    assert [row[1] for row in rows[::4]] == ["start", "E1", "E1 (2)", "E3", "E4"]
    assert [row[0] for row in placed] == ["Dora"]


def test_two_logs_with_one_shuffle_seed_are_one_game(tmp_path: Path) -> None:
    first, second = first_game(), second_game()
    first.game.seed = second.game.seed = "mt19937ar-sha512-n288,1,2,3"
    path = str(tmp_path / "twice.duckdb")
    load_columns(path, columns_of(first, sha256="1" * 64), columns_of(second, sha256="2" * 64, path="b.mjlog"))
    with connect(path) as connection:
        rows = queries.run(connection, queries.load("same-game-twice"), {}).rows
    assert [(games, logs) for _, games, logs in rows] == [(2, [FIRST, SECOND])]


@pytest.fixture(scope="module")
def fixtures(tmp_path_factory: pytest.TempPathFactory) -> Iterator[duckdb.DuckDBPyConnection]:
    """The logs that come with the program, all faults included."""
    path = str(tmp_path_factory.mktemp("fixtures") / "games.duckdb")
    folder = str(FIXTURES)
    with Store(path, "auto", "1") as store:
        settings = run_settings("auto", "auto", "1", extras=tuple(EXTRAS)).loading_into(store)
        for result in run(find_inputs([folder]), settings, inline(), DatabaseSink(store, settings)):
            assert result.problems == []
    with connect(path) as connection:
        yield connection


def test_every_query_runs_on_faulty_logs(fixtures: duckdb.DuckDBPyConnection) -> None:
    failing = {}
    for name in queries.names():
        try:
            answer = queries.run(fixtures, queries.load(name), {})
            assert answer.columns, "no columns"
            for row in answer.as_dicts():  # a mean that is printed with two decimals has them
                for column in ("average_turn", "average_draws", "average_waits", "average_score"):
                    low, high = row.get(f"{column}_interval") or (row.get(column), row.get(column))  # type: ignore[misc]
                    assert low is None or abs(row[column] - (low + high) / 2) < 0.0051, (column, row)  # type: ignore
        except (AssertionError, QueryError, duckdb.Error) as error:
            failing[name] = str(error)
    assert failing == {}


def test_no_row_of_an_answer_adds_up_games_of_three_and_of_four(fixtures: duckdb.DuckDBPyConnection) -> None:
    """Where both are in the database, a row of the answer is one of those of four or of those of three players."""
    mixed = []
    for query in map(queries.load, queries.names()):
        is_asked = query.group not in (queries.OF_LOGS, queries.OF_FOUR)
        if is_asked and queries.NAME_PARAMETER not in [one.name for one in query.parameters]:
            both, of_four, of_three = (
                queries.run(fixtures, query, {}, GameFilter(players=players)).rows for players in (None, 4, 3)
            )
            mixed += [query.name] * any(row not in of_four and row not in of_three for row in both)
    assert mixed == []


def test_every_chart_shows_columns_of_its_query(fixtures: duckdb.DuckDBPyConnection) -> None:
    charted = [query for query in map(queries.load, queries.names()) if query.charts]
    assert charted
    empty = []
    for query in charted:
        drawn = specification(query.title, query.charts, queries.run(fixtures, query, {}))
        views = drawn.get("vconcat", [drawn])
        empty += [query.title for view in views if not view["data"]["values"]]
    assert empty == []


def test_a_view_has_a_row_for_each_of_its_table(fixtures: duckdb.DuckDBPyConnection) -> None:
    for table in ("hands", "wins", "riichis", "findings"):
        row = fixtures.execute(f"SELECT (SELECT count(*) FROM v_{table}), (SELECT count(*) FROM {table})").fetchone()
        assert row is not None
        assert row[0] == row[1] > 0, table


def test_the_winning_tiles_of_a_riichi_are_those_of_its_events(fixtures: duckdb.DuckDBPyConnection) -> None:
    riichis: dict[tuple[str, int], list[tuple[int, int, list[str]]]] = {}
    for game, hand, seat, event, waits in fixtures.execute(
        "SELECT game_id, hand, seat, event, waits FROM riichis"
    ).fetchall():
        riichis.setdefault((game, hand), []).append((seat, event, waits))
    moves = fixtures.execute(
        "SELECT game_id, hand, seat, event, kind, tile FROM events"
        " WHERE kind IN ('draw', 'discard') AND tile IS NOT NULL"
    ).fetchall()
    expected = [
        (game, hand, seat, riichi, event, kind, tile)
        for game, hand, mover, event, kind, tile in moves
        for seat, riichi, waits in riichis.get((game, hand), [])
        if event > riichi and mover != seat and tile.replace("0", "5") in waits
    ]
    found = fixtures.execute("SELECT * FROM v_riichi_winning_tiles").fetchall()
    assert sorted(found) == sorted(expected)
    assert {tile for *_, tile in found} & {"0m", "0p", "0s"}


def test_what_a_log_does_not_say_is_in_no_mean(tmp_path: Path) -> None:
    """A hand hidden at the first discard has no speed; of a seat that declared, called, won and dealt in, no points.

    Nor does an interval of a share leave 0 to 1, or a match of one hand end beyond its round.
    """
    path = str(tmp_path / "games.duckdb")
    load_columns(path, columns_of(recorded_game(), extras=EXTRAS), extras=EXTRAS)
    with duckdb.connect(path) as writing:
        writing.execute("UPDATE all_turns SET shanten = NULL WHERE seat = 1 AND turn = 1 AND hand = 0")
        writing.execute(
            "UPDATE all_player_hands SET riichi = true, calls = 1, won = true, deal_ins = 1, deal_ins_to_dealer = 1,"
            " gain = NULL, paid = NULL, paid_to_dealer = NULL, delta = NULL"
        )
    with connect(path) as connection:
        rows = queries.run(connection, queries.load("speed-by-player"), {"name": "Ben"}).as_dicts()
        figures = [
            one for name in BEN for one in queries.run(connection, queries.load(name), {"together": "true"}).as_dicts()
        ]
        shares: Any = [row["improved_rate_interval"] for row in queries.run(
            connection, queries.load("luck-by-shanten"), {}).as_dicts()]  # fmt: skip
    assert all([0 <= low <= high <= 1 for low, high in shares])
    assert [row["hands"] for row in rows if row["name"] == "Ben"] == [2]
    of_points = {
        "average_win_score", "average_deal_in_score", "average_riichi_deal_in", "win_efficiency", "deal_in_loss",
        "net_win_efficiency", "avg_deal_in", "avg_deal_in_to_dealer", "avg_riichi_delta_score", "avg_call_delta_score",
        "riichi_payment_full", "average_delta",
    }  # fmt: skip
    assert {one["figure"]: one["n"] for one in figures if one["figure"] in of_points} == dict.fromkeys(of_points, 0)
    made = MadeGame(THIRD)
    hand = made.hand()
    hand.riichi(1)
    hand.riichi(3, accepted=False)
    hand.win(1, 3, 8000)
    made.ends_with(25000, 33000, 25000, 17000)
    load_columns(str(tmp_path / "chased.duckdb"), columns_of(made))
    with duckdb.connect(str(tmp_path / "chased.duckdb")) as writing:
        writing.execute("UPDATE all_games SET length = 0")
    with connect(str(tmp_path / "chased.duckdb")) as connection:
        rows = queries.run(connection, queries.load("chasing-riichi"), {}).as_dicts()
        assert queries.run(connection, queries.load("game-length"), {}).as_dicts()[0]["beyond_share"] == 0
    found = {one["riichi"]: (one["won_from_riichi"], one["paid_to_riichi"]) for one in rows}
    assert found == {"chased": (0.0, 0.0), "chasing": (0.0, 1.0)}, "a riichi that deals in with the declaring discard"


def test_every_query_has_a_case() -> None:
    """Those about dealt tiles and the declaring one have theirs in test_deals."""
    known = [*known_query_cases.TWO_GAMES, *known_query_cases.EVENTFUL, *known_query_cases.RECORDED]
    cases = {name for name, _, _ in [*CASES, *STATISTICS_CASES, *EVENTFUL_CASES, *RECORDED_CASES, *known]}
    cases |= {*BEN, "known-starting-shanten", "known-waits-by-declared-tile"}
    without, unknown = set(queries.names()) - cases, cases - set(queries.names())
    assert not without, f"no case in tests/support/query_cases.py (or beside it) for {sorted(without)}"
    assert not unknown, f"cases of no query: {sorted(unknown)}"


@pytest.mark.parametrize("name", queries.names())
def test_every_parameter_is_used_and_declared(name: str) -> None:
    query = queries.load(name)
    assert set(re.findall(r"\$(\w+)", query.sql)) == {parameter.name for parameter in query.parameters}


def test_a_wrong_name_offers_the_nearest() -> None:
    with pytest.raises(QueryError, match="did you mean deal-in-rate"):
        queries.load("dealin-rate")


def test_a_wrong_parameter_says_which_exist(connection: duckdb.DuckDBPyConnection) -> None:
    with pytest.raises(QueryError, match="it has: check, finding, severity"):
        queries.run(connection, queries.load("findings"), {"chek": "x"})


def test_a_value_of_the_wrong_type_says_which_it_must_be(connection: duckdb.DuckDBPyConnection) -> None:
    with pytest.raises(QueryError, match="seat=two: expected a value of type INTEGER"):
        queries.run(connection, queries.load("riichi-by-seat-and-turn"), {"seat": "two"})


def test_the_database_is_only_read(connection: duckdb.DuckDBPyConnection) -> None:
    with pytest.raises(QueryError, match="read-only"):
        queries.execute(connection, "DELETE FROM all_games")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("-- title: T\n-- group: g\nSELECT 1", "no description"),
        ("-- tilte: T\nSELECT 1", "line 1: expected title, group, description, param or chart"),
        ("-- title: T\n-- param seat INTEGER\nSELECT 1", "line 2"),
        ("-- title: T\n-- chart: pie x=a y=b\nSELECT 1", r"q\.sql, line 2: expected a chart of bar, line"),
    ],
)
def test_a_header_that_is_not_complete(text: str, message: str) -> None:
    with pytest.raises(QueryError, match=message):
        queries.parse("q", text)


def test_a_header_is_read_in_full() -> None:
    query = queries.parse(
        "q",
        "-- title: T\n-- group: g\n-- description: one\n--   two\n"
        "-- param a: VARCHAR = 'x y'   (what for)\n-- param b: INTEGER = NULL\n-- chart: line x=a y=b,c:percent\n"
        "SELECT $a, $b",
    )
    assert query.description == "one two"
    assert query.parameters == (("a", "VARCHAR", "'x y'", "what for"), ("b", "INTEGER", "NULL", ""))
    assert [(chart.mark, chart.columns()) for chart in query.charts] == [("line", ("a", "b", "c"))]
    assert "'x y'" in catalogue.query_text(query)
    assert "line: x a, y b and c" in catalogue.query_text(query)


ANSWER = QueryResult(["name", "n", "tiles"], [("千鶴", 5, ["1m", "0p"]), (None, 12, None)])


def test_csv_and_json() -> None:
    assert rows.csv_text(ANSWER) == "name,n,tiles\n千鶴,5,1m 0p\n,12,\n"
    assert json.loads(rows.json_text(ANSWER)) == [
        {"name": "千鶴", "n": 5, "tiles": ["1m", "0p"]},
        {"name": None, "n": 12, "tiles": None},
    ]
    assert rows.json_text(QueryResult(["a"], [])) == "[]\n"
