"""The named queries: their headers, and each on two small games whose answer is counted by hand."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest
from made_games import MadeGame
from test_store import columns_of, load_columns

from auditor.report import catalogue, rows
from auditor.store import queries
from auditor.store.database import connect
from auditor.store.queries import Answer, QueryError

FIRST = "2020010203gm-00a9-0000-00000001"
SECOND = "2020010203gm-00a9-0000-00000002"


def first_game() -> MadeGame:
    """Hand 0: seat 2 declares on turn 1, kans, and wins by ron from seat 1. Hand 1: double ron on seat 0 in riichi.

    Hand 2: seat 3 declares furiten on turn 2 and nobody wins. Hand 3: the log ends.
    """
    made = MadeGame(FIRST)
    hand = made.hand()
    hand.turn(0)
    hand.riichi(2)
    hand.closed_kan(2)
    hand.win(2, 1, 2000)
    hand = made.hand()
    hand.riichi(0)
    hand.win(1, 0, 1000, (8, 1))
    hand.win(2, 0, 3000, (8, 1))
    hand = made.hand()
    hand.turn(3)
    hand.riichi(3, furiten=True)
    hand.exhaustive_draw()
    hand = made.hand()
    hand.riichi(1)
    hand.record.unjudged = "hidden tiles"
    made.ends_with(25000, 25000, 25000, 25000)
    made.finds("note/furiten-riichi", "note", hand=2, event=3, seat=3)
    return made


def second_game() -> MadeGame:
    """Hand 0: a self-draw by seat 0 without riichi. Hand 1: seat 1 declares, makes a kan that is a fault, is ronned."""
    made = MadeGame(SECOND)
    made.hand().win(0, 0, 1500, (0, 1))
    hand = made.hand()
    hand.riichi(1)
    kan = hand.closed_kan(1)
    hand.win(0, 1, 1000, (8, 1))
    made.finds("riichi/kan-waits", "violation", hand=1, event=kan, seat=1)
    made.finds("stick/carry", "mismatch", hand=1, event=0, seat=None)
    return made


@pytest.fixture(scope="module")
def connection(tmp_path_factory: pytest.TempPathFactory) -> Iterator[duckdb.DuckDBPyConnection]:
    path = str(tmp_path_factory.mktemp("queries") / "games.duckdb")
    second = columns_of(second_game(), sha256="2" * 64, path="second.mjlog")
    second.add_source("unread", "bad.xml", None, None, None, None, "auto", "1", [("line 7", "half a tag")])
    load_columns(path, columns_of(first_game(), sha256="1" * 64), second)
    with connect(path) as connection:
        yield connection


def link(log: str, seat: int, hand: int) -> str:
    return f"https://tenhou.net/0/?log={log}&tw={seat}&ts={hand}"


CASES: list[tuple[str, dict[str, str], list[tuple[Any, ...]]]] = [
    (
        "findings",
        {},
        [
            ("violation", "riichi/kan-waits", "LOG", "tenhou", 1, 1, link(SECOND, 1, 1)),
            ("mismatch", "stick/carry", "LOG", "tenhou", 1, 1, link(SECOND, 0, 1)),
            ("note", "note/furiten-riichi", "LOG", "tenhou", 1, 1, link(FIRST, 3, 2)),
        ],
    ),
    ("findings", {"check": "riichi/%", "severity": "mismatch"}, []),
    ("findings-by-ruleset", {"check": "riichi/kan-waits", "log": "%2"}, [
        (SECOND, "E2", 1, 4, 1, "riichi/kan-waits", "violation", ["tenhou", "wrc"], []),
    ]),
    (
        # 5 finished hands; of the riichis, that of the unfinished hand is left out
        "riichi-by-seat-and-turn",
        {},
        [
            (0, 1, 1, 5, 0.2, 0.0, 0.0, 1.0),
            (1, 1, 1, 5, 0.2, 0.0, 0.0, 1.0),
            (2, 1, 1, 5, 0.2, 1.0, 0.0, 0.0),
            (3, 2, 1, 5, 0.2, 0.0, 0.0, 0.0),
        ],
    ),
    ("riichi-by-seat-and-turn", {"seat": "3", "max_turn": "1"}, []),
    ("wins-with-riichi", {}, [("tsumo", 1, 0, 0.0, None, 1500.0), ("ron", 4, 1, 0.25, 2000.0, 1667.0)]),
    (
        # Aoi (seat 0) pays a double ron: one deal-in, two wins. Ben pays two rons in two hands.
        "deal-in-rate",
        {},
        [
            ("Ben", 5, 2, 2, 0.4, 3000),
            ("Aoi", 5, 1, 2, 0.2, 4000),
            ("Dora", 5, 0, 0, 0.0, 0),
            ("千鶴", 5, 0, 0, 0.0, 0),
        ],
    ),
    ("deal-in-rate", {"name": "Aoi", "min_hands": "6"}, []),
    (
        # Deposits: Aoi 1, Ben 2, 千鶴 1, Dora 1. Taken: 千鶴 her own, Ben that of Aoi, Aoi that of Ben.
        "sticks-by-player",
        {},
        [
            ("Ben", 2, 2000, 1000, -1000),
            ("Dora", 2, 1000, 0, -1000),
            ("Aoi", 2, 1000, 1000, 0),
            ("千鶴", 2, 1000, 1000, 0),
        ],
    ),
    (
        "furiten-riichi",
        {},
        [
            (True, "draw", 1, 1.0, 2.0, 2.0),
            (False, "ron", 1, 0.25, 1.0, 2.0),
            (False, "dealt in", 2, 0.5, 1.0, 2.0),
            (False, "unfinished", 1, 0.25, 1.0, 2.0),
        ],
    ),
    (
        "riichi-kans",
        {},
        [
            (SECOND, "tenhou", "E2", 0, 1, "Ben", 4, "closed kan", "7z", ["1m", "5m"], False, "riichi/kan-waits",
             "dealt in"),
            (FIRST, "tenhou", "E1", 0, 2, "千鶴", 6, "closed kan", "7z", ["1m", "5m"], True, None, "ron"),
        ],
    ),
    (
        "hand-events",
        {"log": SECOND, "hand": "1"},
        [
            (0, 1, "Ben", "draw", "1z", None, None, None, 69, "stick/carry"),
            (1, 1, "Ben", "riichi", None, None, None, None, 69, None),
            (2, 1, "Ben", "discard", "1z", None, None, True, 69, None),
            (3, 1, "Ben", "deposit", None, None, None, None, 69, None),
            (4, 1, "Ben", "closed kan", "7z", ["7z"] * 4, None, None, 69, "riichi/kan-waits"),
            (5, None, None, "dora", "1p", None, None, None, 69, None),
            (6, 0, "Aoi", "win", "0m", None, 1, None, 69, None),
        ],
    ),
    ("ledger-balance", {}, []),
    ("how-far-checked", {}, [(FIRST, 3, "E4", 0, "unfinished", 4, 4, None, "hidden tiles")]),
    ("problems", {}, [("bad.xml", None, "line 7", "half a tag")]),
    ("same-game-twice", {}, []),
]  # fmt: skip


@pytest.mark.parametrize(("name", "given", "expected"), CASES)
def test_the_answer_counted_by_hand(
    connection: duckdb.DuckDBPyConnection, name: str, given: dict[str, str], expected: list[tuple[Any, ...]]
) -> None:
    assert queries.run(connection, queries.load(name), given).rows == expected


def test_the_ledger_query_finds_a_hand_that_does_not_balance(tmp_path: Path) -> None:
    made = first_game()
    made.records[1].end_scores[2] += 100
    path = str(tmp_path / "unbalanced.duckdb")
    load_columns(path, columns_of(made))
    with connect(path) as connection:
        answer = queries.run(connection, queries.load("ledger-balance"), {})
    assert answer.rows == [(FIRST, 1, "E2", 0, 2, 3100, 3000)]


def test_two_logs_with_one_shuffle_seed_are_one_game(tmp_path: Path) -> None:
    first, second = first_game(), second_game()
    first.game.seed = second.game.seed = "mt19937ar-sha512-n288,1,2,3"
    path = str(tmp_path / "twice.duckdb")
    load_columns(path, columns_of(first, sha256="1" * 64), columns_of(second, sha256="2" * 64, path="b.mjlog"))
    with connect(path) as connection:
        rows = queries.run(connection, queries.load("same-game-twice"), {}).rows
    assert [(games, logs) for _, games, logs in rows] == [(2, [FIRST, SECOND])]


def test_every_query_has_a_case() -> None:
    assert set(queries.names()) == {name for name, _, _ in CASES}


@pytest.mark.parametrize("name", queries.names())
def test_every_parameter_is_used_and_declared(name: str) -> None:
    query = queries.load(name)
    assert set(re.findall(r"\$(\w+)", query.sql)) == {parameter.name for parameter in query.parameters}


def test_a_wrong_name_offers_the_nearest() -> None:
    with pytest.raises(QueryError, match="did you mean deal-in-rate"):
        queries.load("dealin-rate")


def test_a_wrong_parameter_says_which_exist(connection: duckdb.DuckDBPyConnection) -> None:
    with pytest.raises(QueryError, match="it has: check, severity"):
        queries.run(connection, queries.load("findings"), {"chek": "x"})


def test_a_value_of_the_wrong_type_says_which_it_must_be(connection: duckdb.DuckDBPyConnection) -> None:
    with pytest.raises(QueryError, match="seat=two: expected a value of type INTEGER"):
        queries.run(connection, queries.load("riichi-by-seat-and-turn"), {"seat": "two"})


def test_the_database_is_only_read(connection: duckdb.DuckDBPyConnection) -> None:
    with pytest.raises(QueryError, match="read-only"):
        queries.execute(connection, "DELETE FROM games")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("-- title: T\n-- group: g\nSELECT 1", "no description"),
        ("-- tilte: T\nSELECT 1", "line 1: expected title, group, description or param"),
        ("-- title: T\n-- param seat INTEGER\nSELECT 1", "line 2"),
    ],
)
def test_a_header_that_is_not_complete(text: str, message: str) -> None:
    with pytest.raises(QueryError, match=message):
        queries.parse("q", text)


def test_a_header_is_read_in_full() -> None:
    query = queries.parse(
        "q",
        "-- title: T\n-- group: g\n-- description: one\n--   two\n"
        "-- param a: VARCHAR = 'x y'   (what for)\n-- param b: INTEGER = NULL\nSELECT $a, $b",
    )
    assert query.description == "one two"
    assert query.parameters == (("a", "VARCHAR", "'x y'", "what for"), ("b", "INTEGER", "NULL", ""))
    assert "'x y'" in catalogue.query_text(query)


ANSWER = Answer(["name", "n", "tiles"], [("千鶴", 5, ["1m", "0p"]), (None, 12, None)])


def test_a_table_aligns_wide_characters_and_numbers() -> None:
    assert rows.table_text(ANSWER) == (
        "name   n  tiles\n"
        "----  --  -----\n"
        "千鶴   5  1m 0p\n"
        "      12\n"
        "(2 rows)\n"
    )  # fmt: skip


def test_csv_and_json() -> None:
    assert rows.csv_text(ANSWER) == "name,n,tiles\n千鶴,5,1m 0p\n,12,\n"
    assert json.loads(rows.json_text(ANSWER)) == [
        {"name": "千鶴", "n": 5, "tiles": ["1m", "0p"]},
        {"name": None, "n": 12, "tiles": None},
    ]
    assert rows.json_text(Answer(["a"], [])) == "[]\n"
