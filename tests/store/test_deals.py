"""Dealt hands: how they are stored, and the SQL functions for tiles."""

from pathlib import Path
from typing import Any

import duckdb
import pytest
from support.made_games import MadeGame
from support.recorded_games import Turns
from support.stored_games import columns_of, load_columns, rows

from auditor.core.events import DISCARD, Event
from auditor.core.store import queries
from auditor.core.store.database import connect
from auditor.core.store.schema import schema_sql, uncommented

TENPAI = (0, 4, 8, 12, 17, 20, 24, 28, 32, 36, 37, 40, 41)
"""1m to 9m, 1p 1p 2p 2p: waits for 1p and 2p."""
FAR = (16, 1, 8, 20, 36, 52, 64, 72, 88, 100, 108, 112, 116)
"""0m 1m 3m 6m 1p 0p 8p 1s 0s 8s 1z 2z 3z."""


@pytest.fixture
def path(tmp_path: Path) -> str:
    made = MadeGame()
    hand = made.hand()
    made.game.hands[0].dealt = (TENPAI, FAR, (-1, *TENPAI[1:]), FAR)
    hand.turn(0)
    Turns(hand).add((1, 1, 1, 4, 4))
    hand.record.outcome = "exhaustive"
    made.ends_with(25000, 25000, 25000, 25000)
    path = str(tmp_path / "games.duckdb")
    load_columns(path, columns_of(made, extras=("turns",)), extras=("turns",))
    return path


def test_the_dealt_tiles_lie_in_their_order(path: str) -> None:
    found = rows(path, "SELECT tiles, shanten FROM deals ORDER BY seat")
    assert found[0] == ([*(f"{number}m" for number in range(1, 10)), "1p", "1p", "2p", "2p"], 0)
    assert found[1][0] == ["1m", "3m", "0m", "6m", "1p", "0p", "8p", "1s", "0s", "8s", "1z", "2z", "3z"]
    assert found[2] == (None, None), "a tile is hidden"


def test_dora_are_counted_by_seat(path: str) -> None:
    """The indicator is 9m: 1m is dora; FAR has three red fives."""
    assert rows(path, "SELECT dora, red_fives, seat_wind FROM v_deals ORDER BY seat") == [
        (1, 0, "E"), (1, 3, "S"), (None, None, "W"), (1, 3, "N"),
    ]  # fmt: skip


def test_shanten_as_dealt(path: str) -> None:
    with connect(path) as connection:
        answer = queries.run(connection, queries.load("starting-shanten"), {})
    shares = [(row[1], row[2], row[3], row[4]) for row in answer.rows]
    assert shares == [("dealer", 0, 1, 1.0), ("others", 6, 2, 1.0)]


def test_shanten_as_dealt_beside_what_is_known(path: str) -> None:
    """Of the two hands that are known and do not deal both are six from tenpai."""
    with connect(path) as connection:
        answer = queries.run(connection, queries.load("known-starting-shanten"), {})
    assert [(row[:4], row[5]) for row in answer.rows[5:]] == [((5, 2, 0, 0.0), 0.13147), ((6, 2, 2, 1.0), 0.00842)]


def test_waits_in_the_suit_of_the_declaring_tile(path: str, tmp_path: Path) -> None:
    """One riichi with a red five, one with 2p: both wait for 1m and 5m."""
    made = MadeGame()
    for seat, tile in ((0, 16), (1, 40)):
        hand = made.hand()
        place = hand.riichi(seat).event + 1
        hand.hand.events[place] = Event(DISCARD, seat, tile)
    other = str(tmp_path / "riichis.duckdb")
    load_columns(other, columns_of(made))
    with connect(other) as connection:
        answer = queries.run(connection, queries.load("known-waits-by-declared-tile"), {})
    assert [(row[0], row[1], row[2]) for row in answer.rows] == [
        (two, one, 1) for two in (2, 5) for one in range(1, 10)
    ]
    assert [row[:5] for row in answer.rows if row[3]] == [(5, 1, 1, 1, 1.0), (5, 5, 1, 1, 1.0)]


MACROS: list[tuple[str, Any]] = [
    ("black('0s')", "5s"),
    ("is_red('5s')", False),
    ("suit('7z')", "z"),
    ("number_of('0p')", 5),
    ("suji_of('0m')", ["2m", "8m"]),
    ("suji_of('7s')", ["4s"]),
    ("suji_of('1z')", []),
    ("dora_of('9p', 4)", "1p"),
    ("dora_of('0p', 4)", "6p"),
    ("dora_of('4z', 4)", "1z"),
    ("dora_of('7z', 4)", "5z"),
    ("dora_of('1m', 3)", "9m"),
    ("dora_of('9m', 3)", "1m"),
    ("dora_among(['1m', '0m', '5m'], ['4m', '4m'], 4)", 4),
    ("tile_name('0s')", "red 5 sou"),
    ("tile_name('6z')", "hatsu"),
    ("place_of('tenhou', 'a/b.xml')", "tenhou"),
    ("place_of(NULL, 'a/b.xml')", "a/"),
    ("player_name('下家')", None),
    ("player_name('Aki')", "Aki"),
    ("mean_between(10, 2, 4)", [8.04, 11.96]),
    ("mean_between(10, 2, 1)", None),
    ("(SELECT ratio_interval(a, b) FROM (VALUES (1, 2), (3, 2)) AS t(a, b))", [0.307035, 1.692965]),  # each 1 off
    ("(SELECT coalesce(ratio_interval(a, b)[1], ratio_spread(a, b)) FROM (VALUES (1, 2), (0, 0)) AS t(a, b))", None),
]


@pytest.mark.parametrize(("call", "expected"), MACROS)
def test_a_macro(call: str, expected: object) -> None:
    with duckdb.connect(":memory:") as connection:
        connection.execute(uncommented(schema_sql()))
        assert connection.execute(f"SELECT {call}").fetchall() == [(expected,)]
