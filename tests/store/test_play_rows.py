"""The rows of turns and walls that a watched replay gives: every byte in its column, every list with its discard."""

from typing import Any

import pytest
from support.made_games import MadeGame

from auditor.core.rulesets import load
from auditor.core.store.arrow import arrow_tables, table_types
from auditor.core.store.rows import GameRows
from auditor.core.store.schema import EXTRAS
from auditor.core.table.record import DRAWN_FIELDS, NO_VALUE, TURN_FIELDS, TurnRows, WallRiichi, WallRows, WallWin
from auditor.core.table.wall import wall_of_shuffle

SEED = "mt19937ar,1,2,3"


def packed(fields: tuple[str, ...], *rows: dict[str, int]) -> bytearray:
    return bytearray([row[field] for row in rows for field in fields])


def turn(**given: int) -> dict[str, int]:
    """A discard of a red 5m: by seat 1, the sixth, from a closed hand 3 away to one 2 away, at event 300."""
    row = {
        "seat": 1, "turn": 6, "tile": 16, "shanten_before": 3, "shanten": 2, "shanten_least": 1, "ukeire": 20,
        "ukeire_kinds": 7, "ukeire_best": 24, "closed": 1, "furiten": NO_VALUE, "could_riichi": 0, "declared": 0,
        "in_riichi": 0, "tiles_left": 41, "machi": 0, "riichis": 0, "seen": 3, "no_chance": 0,
        "one_chance": 1, "event": 300 & 255, "event_high": 300 >> 8, "held": 0,
    }  # fmt: skip
    return row | given


def turns_of() -> TurnRows:
    """A discard against two riichis, a tenpai one with riichi against one, and one of a hidden tile."""
    rows = TurnRows()
    waiting = {
        "shanten": 0,
        "ukeire": 5,
        "ukeire_kinds": 2,
        "furiten": 0,
        "machi": 0b1001,
        "could_riichi": 1,
        "declared": 1,
    }
    unknown = dict.fromkeys(
        ("shanten_before", "shanten", "shanten_least", "ukeire", "ukeire_kinds", "ukeire_best", "seen", "no_chance"),
        NO_VALUE,
    )
    rows.packed = packed(
        TURN_FIELDS,
        turn(riichis=2, held=3),
        turn(seat=2, turn=9, tile=135, event=7, event_high=0, riichis=1, held=2, **waiting),
        turn(seat=3, tile=NO_VALUE, closed=0, in_riichi=1, tiles_left=NO_VALUE, event=8, event_high=0, **unknown),
    )
    rows.waits = [1 << 4 | 1 << 33]
    rows.against, rows.genbutsu, rows.safe = bytearray((0, 3, 1)), bytearray((4, 0, 2)), bytearray((1, 0, 1))
    rows.suji = bytearray((2, 0, NO_VALUE))
    rows.held = bytearray((135, 17, 16, 4, 0))
    return rows


def walls_of() -> WallRows:
    rows = WallRows(wall_of_shuffle(SEED, 4))
    rows.draws = packed(
        DRAWN_FIELDS,
        dict(zip(DRAWN_FIELDS, (1, 1, 2, 1, 30, 100, 20, 69, 4, 1), strict=True)),
        dict(zip(DRAWN_FIELDS, (0, 0, 0, 0, 8, 99, NO_VALUE, NO_VALUE, 9, 0), strict=True)),
    )
    rows.drawn, rows.replaced = 33, 2
    rows.riichis = [WallRiichi(2, 11, 5, 2, 3), WallRiichi(0, 15, 1, 0, 0)]
    rows.wins = [WallWin(3, 21, True, [1, 0], [2, 3])]
    return rows


@pytest.fixture(scope="module")
def stored() -> dict[str, list[dict[str, Any]]]:
    """Two games: the first was watched, of the second a hand of two."""
    columns = GameRows()
    first, second = MadeGame(), MadeGame()
    first.hand().turn(0)
    second.hand().turn(0)
    second.hand().turn(1)
    first.records[0].turns, first.records[0].wall = turns_of(), walls_of()
    second.records[1].turns = turns_of()
    for name, made in (("A", first), ("B", second)):
        columns.add_game(name, "S", made.game, load("tenhou"), made.records, made.result())
    return {table: content.to_pylist() for table, content in arrow_tables(columns).items()}


NOTHING: dict[str, Any] = dict.fromkeys(("waits", "machi", "furiten", "against", "genbutsu", "safe", "suji"))
TURNS: list[dict[str, Any]] = [
    {
        "seat": 1, "event": 300, "turn": 6, "tile": "0m", "shanten_before": 3, "shanten": 2, "shanten_least": 1,
        "ukeire": 20, "ukeire_kinds": 7, "ukeire_best": 24, "closed": True, **NOTHING, "could_riichi": False,
        "declared": False, "in_riichi": False, "tiles_left": 41, "against": [0, 3], "genbutsu": [4, 0],
        "safe": [True, False], "suji": [2, 0], "seen": 3, "no_chance": False, "one_chance": True,
        "concealed": ["5m", "0m", "7z"],
    },
    {
        "seat": 2, "event": 7, "turn": 9, "tile": "7z", "shanten_before": 3, "shanten": 0, "shanten_least": 1,
        "ukeire": 5, "ukeire_kinds": 2, "ukeire_best": 24, "closed": True, "waits": ["5m", "7z"],
        "machi": ["ryanmen", "shanpon"], "furiten": False, "could_riichi": True, "declared": True, "in_riichi": False,
        "tiles_left": 41, "against": [1], "genbutsu": [2], "safe": [True], "suji": [None],
        "seen": 3, "no_chance": False, "one_chance": True,
        "concealed": ["1m", "2m"],
    },
    {
        "seat": 3, "event": 8, "turn": 6, "tile": None, "shanten_before": None, "shanten": None, "shanten_least": None,
        "ukeire": None, "ukeire_kinds": None, "ukeire_best": None, "closed": False, **NOTHING, "could_riichi": False,
        "declared": False, "in_riichi": True, "tiles_left": None, "seen": None, "no_chance": None, "one_chance": True,
        "concealed": None,
    },
]  # fmt: skip


def test_discards(stored: dict[str, list[dict[str, Any]]]) -> None:
    expected = [{"game_id": game, "hand": hand, **row} for game, hand in (("A", 0), ("B", 1)) for row in TURNS]
    assert stored["turns"] == expected


def test_draws(stored: dict[str, list[dict[str, Any]]]) -> None:
    of_hand = {"game_id": "A", "hand": 0}
    assert stored["draws"] == [
        {**of_hand, "seat": 1, "event": 260, "replacement": True, "shanten": 2, "improved": True, "useful": 30,
         "unseen": 100, "useful_in_wall": 20, "in_wall": 69},
        {**of_hand, "seat": 0, "event": 9, "replacement": False, "shanten": 0, "improved": False, "useful": 8,
         "unseen": 99, "useful_in_wall": None, "in_wall": None},
    ]  # fmt: skip


def test_walls(stored: dict[str, list[dict[str, Any]]]) -> None:
    (row,) = stored["walls"]
    assert (row["game_id"], row["hand"], row["agrees"], row["drawn"], row["replaced"]) == ("A", 0, True, 33, 2)
    assert [len(row[name]) for name in ("live", "replacements", "dora_indicators", "ura_indicators")] == [70, 4, 5, 5]
    assert row["live"][:3] == ["9s", "1p", "4m"]
    assert row["ura_indicators"] == ["7s", "4s", "7z", "9p", "8m"]
    assert stored["wall_riichis"] == [
        {"game_id": "A", "hand": 0, "seat": 2, "event": 11, "to_come": 5, "own": 2, "draws_to_win": 3},
        {"game_id": "A", "hand": 0, "seat": 0, "event": 15, "to_come": 1, "own": 0, "draws_to_win": None},
    ]
    assert stored["wall_wins"] == [
        {"game_id": "A", "hand": 0, "seat": 3, "event": 21, "closed": True, "dora": [1, 0], "ura": [2, 3]}
    ]


@pytest.mark.parametrize("table", [table for tables in EXTRAS.values() for table in tables])
def test_a_table_has_the_columns_of_its_schema(table: str, stored: dict[str, list[dict[str, Any]]]) -> None:
    assert sorted(stored[table][0]) == sorted(table_types()[table])
