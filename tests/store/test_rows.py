"""Every value of a row is in its own column: a golden row per table, in which no two columns are alike."""

from datetime import datetime
from itertools import combinations
from typing import Any

import duckdb
import pytest
from support.made_games import MELDS, PAIRS

from auditor.core.errors import Problem
from auditor.core.events import (
    CHI,
    DISCARD,
    DRAW,
    EXHAUSTIVE,
    OPEN_KAN,
    TEDASHI,
    TSUMOGIRI,
    Event,
    FinalResult,
    Game,
    Hand,
    Player,
    Ryuukyoku,
    Win,
)
from auditor.core.hand.decompose import won_readings
from auditor.core.phrases import Phrase
from auditor.core.reading.stated_rules import ROOM
from auditor.core.results import (
    FINDING_KEYS,
    Amounts,
    Finding,
    GameResult,
    InputResult,
    Location,
    Message,
    Penalty,
    Term,
    Unjudged,
)
from auditor.core.rulesets import load
from auditor.core.rulesets.choice import RulesetMismatch
from auditor.core.store.arrow import arrow_tables, table_types
from auditor.core.store.rows import GameRows
from auditor.core.store.schema import (
    EVENT_CODES,
    ROW_TABLES,
    SHOWN,
    SourceRules,
    extra_of_table,
    schema_sql,
    uncommented,
)
from auditor.core.table.ledger import TABLE_ACCOUNT, LedgerEntry
from auditor.core.table.record import HandRecord, RiichiRecord
from auditor.core.tiles import UNKNOWN

LOG_ID = "2012110112gm-0009-7447-14ec5c8d"
FACT_TABLES = ("player_hands", "player_games")
"""Held to statements over the other tables by `test_player_figures.py`."""


def test_a_finding_has_the_columns_of_its_table() -> None:
    assert tuple(table_types()["findings"])[: len(FINDING_KEYS) + 2] == ("game_id", *FINDING_KEYS, "finding")


def game() -> Game:
    """One hand with numbers of its own everywhere; what never happens in one hand stands side by side."""
    made = Game("tenhou6")
    made.log_id = LOG_ID
    made.lobby, made.rule_bits, made.rule_text = 7447, 9, "般南喰赤"
    made.attributes[ROOM] = "Galaxy"
    made.seats = [Player("Aoi", "初段", 1510.5), Player("Ben", "二段", 1620.25), Player("千鶴"), Player("Dora")]
    scores = (21000, 22000, 23000, 33000)
    hand = Hand(13, 6, 7, 3, 2, scores, ((), (), (), ()), 20)
    hand.events = [
        Event(DRAW, 2, 16),
        Event(DISCARD, 2, 17, mark=TEDASHI),
        Event(CHI, 3, 17, (12, 23), 2),
        Event(DISCARD, 3, 108, mark=TSUMOGIRI),
        Event(OPEN_KAN, 1, 108, (109, 110, 111), 3),
        Win(
            2, 3, 88, fu=40, points=5200, limit=2, yaku=((18, 2), (52, 3), (53, 1), (54, 4)), honba=8, sticks=6,
            deltas=(-100, -200, 12600, -12300), pao_seat=0,
        ),
        Win(3, 3, UNKNOWN),
        Ryuukyoku(EXHAUSTIVE, tenpai=(False, True, True, False)),
    ]  # fmt: skip
    made.hands = [hand]
    made.result = FinalResult((24000, 35000, 26000, 15000), (-16.0, 45.0, 6.0, -35.0))
    return made


def record() -> HandRecord:
    made = HandRecord(game().hands[0], 4)
    made.dealer, made.honba, made.sticks = 1, 9, 10
    made.live_wall, made.replayed = 61, 8
    made.outcome = "ron"
    made.draws = 44
    made.indicators, made.ura = [20, 0, -1], [0, 135, -1]
    made.end_scores, made.end_sticks = [20900, 34600, 22800, 20700], 11
    made.stopped_at = 6
    made.unjudged = [Unjudged(("wall/seed", "wall/hash"), "no seed")]
    for seat, accepted, double, furiten in ((0, True, False, False), (3, False, True, True), (2, True, True, False)):
        riichi = RiichiRecord(seat, 12 + seat, 4 + seat, 30 + seat)
        riichi.accepted, riichi.double, riichi.furiten = accepted, double, furiten
        riichi.waits, riichi.outcome = 1 << seat | 1 << 27, ("tsumo", "ron", "dealt in", "other win")[seat]
        riichi.kinds, riichi.melds = [0, 0, 4, 4], 3
        made.riichis.append(riichi)
    made.ledger = [
        LedgerEntry(5, "honba", 3, 1, 2400),
        LedgerEntry(5, "pao", 0, 1, 2600),
        LedgerEntry(4, "sticks", TABLE_ACCOUNT, 2, 1000),
    ]
    made.won_readings[5] = won_readings([*PAIRS, PAIRS[-1]], MELDS, PAIRS[-1], False)[0]
    return made


FOUND = [
    Finding(
        "stick/carry",
        "mismatch",
        Location(13, "S3", 7, 3, 2, 1, 41),
        "too many sticks",
        Amounts((1000, -300), signed=True),
        "two sticks",
        fingerprint="0123456789abcdef",
        message_id="start",
        arguments={"left": 2, "sticks": [Term("none"), Message("stick", {"seat": 1})], "tile": "5m"},
        depends_on=("riichi.ura_dora",),
    ),
    Finding(
        "riichi/noten", "violation", Location(), "no wait", penalty=Penalty("chombo", 20000, "The penalty is chombo.")
    ),
]


@pytest.fixture(scope="module")
def stored() -> dict[str, list[dict[str, Any]]]:
    """The rows of every table by their columns."""
    columns = GameRows()
    problems = [Problem("line 1", "half"), Problem("line 2", "none")]
    of_input = InputResult("a.zip", "b.json", "tenhou6", [], problems, "ab12", 1234)
    columns.add_source("SOURCE", of_input, SourceRules("auto", ("wrc@1",), ("turns",)), "1.2")
    of_game = GameResult(
        5,
        "a.zip/b.json",
        LOG_ID,
        "zh",
        Phrase("as-asked"),
        findings=FOUND,
        also_under={"wrc": FOUND, "wiki": []},
        mismatch=RulesetMismatch("zh", ("of three players",), ("ema-2012", "quebec")),
        is_over=True,
    )
    columns.add_game("GAME", "SOURCE", game(), load("zh"), [record()], of_game)
    made_tables = arrow_tables(columns)
    stored = {table: made_tables[table].to_pylist() for table in ROW_TABLES}
    with duckdb.connect(":memory:") as connection:
        connection.execute(uncommented(schema_sql()))
        connection.register("loaded", made_tables[EVENT_CODES])
        connection.execute(f"INSERT INTO all_{EVENT_CODES} BY NAME FROM loaded")
        stored["events"] = connection.table("events").to_arrow_table().to_pylist()
        stored["v_calls"] = connection.table("v_calls").to_arrow_table().to_pylist()
    return stored


def test_a_win_without_a_seat_has_its_row() -> None:
    three = game()
    three.players = 3
    columns = GameRows()
    columns.add_game(
        "GAME", "SOURCE", three, load("tenhou-sanma"), [record()], GameResult(0, "x", "", "tenhou-sanma", "")
    )
    wins = arrow_tables(columns)["wins"].to_pylist()
    assert [(win["seat"], win["win_turn"], win["discards"]) for win in wins] == [
        (2, 1, [0, 0, 1]),
        (3, 1, [0, 0, 1]),
    ]


OF_HAND: dict[str, Any] = {"game_id": "GAME", "hand": 13}
LINK = f"https://tenhou.net/0/?log={LOG_ID}"

GOLDEN: dict[str, list[dict[str, Any]]] = {
    "sources": [
        {
            "source_id": "SOURCE",
            "path": "a.zip",
            "member": "b.json",
            "format": "tenhou6",
            "sha256": "ab12",
            "bytes": 1234,
            "rules": "auto; also wrc@1; with turns",
            "version": "1.2",
            "also_under": ["wrc@1"],
            "optional_tables": ["turns"],
        }
    ],
    "problems": [
        {"source_id": "SOURCE", "problem": 0, "place": "line 1", "message": "half"},
        {"source_id": "SOURCE", "problem": 1, "place": "line 2", "message": "none"},
    ],
    "games": [
        {
            "game_id": "GAME",
            "log_id": LOG_ID,
            "source_id": "SOURCE",
            "format": "tenhou6",
            "ruleset": "zh",
            "players": 4,
            "length": 2,
            "red_fives": True,
            "ruleset_reason": "as asked",
            "reasons": '{"as asked":{"type":"phrase","id":"as-asked"}}',
            "started_at": datetime(2012, 11, 1, 12),
            "lobby": 7447,
            "rule_bits": 9,
            "rule_text": "般南喰赤",
            "shuffle": None,
            "also_under": ["wrc", "wiki"],
            "misfit": ["of three players"],
            "fitting": ["ema-2012", "quebec"],
            "number": 5,
            "server": "tenhou",
            "play": None,
            "room": "Galaxy",
            "mode": "ranked",
            "copy_of": None,
        }
    ],
    "seats": [
        {
            "game_id": "GAME",
            "seat": seat,
            "name": name,
            "grade": grade,
            "rating": rating,
            "start_points": start,
            "final_points": final,
            "final_score": score,
            "placement": place,
            "end_points": end,
            "computed_score": computed,
            "player": None,
        }
        for seat, name, grade, rating, start, final, score, place, end, computed in (
            (0, "Aoi", "初段", 1510.5, 21000, 24000, -16.0, 3, 20900, -16.0),
            (1, "Ben", "二段", 1620.25, 22000, 35000, 45.0, 1, 45600, 45.0),
            (2, "千鶴", None, None, 23000, 26000, 6.0, 2, 22800, 6.0),
            (3, "Dora", None, None, 33000, 15000, -35.0, 4, 20700, -35.0),
        )
    ],
    "hands": [
        {
            **OF_HAND,
            "round": "S3",
            "round_wind": "S",
            "dealer": 1,
            "honba": 9,
            "sticks": 10,
            "outcome": "ron",
            "draws": 44,
            "dora_indicators": ["6m", "1m"],
            "ura_indicators": ["1m", "7z"],
            "deltas": [-100, 12600, -200, -12300],
            "start_points": [21000, 22000, 23000, 33000],
            "end_points": [20900, 34600, 22800, 20700],
            "end_sticks": 11,
            "tenpai": [False, True, True, False],
            "events": 8,
            "checked_events": 6,
            "stopped_at": 6,
            "unjudged": ["wall/seed, wall/hash: no seed"],
            "calls": [0, 1, 0, 1],
            "starting_shanten": None,
            "unjudged_checks": [["wall/seed", "wall/hash"]],
            "discards": [0, 0, 1, 1],
        }
    ],
    "events": [
        {
            **OF_HAND,
            "event": event,
            "seat": seat,
            "kind": kind,
            "tile": tile,
            "tiles": tiles,
            "from_seat": from_seat,
            "tsumogiri": tsumogiri,
            "wall_left": 60,
            "turn": turn,
            "hand_turn": hand_turn,
        }
        for event, seat, kind, tile, tiles, from_seat, tsumogiri, turn, hand_turn in (
            (0, 2, "draw", "0m", None, None, None, 1, 1),
            (1, 2, "discard", "5m", None, None, False, 1, 1),
            (2, 3, "chi", "5m", ["4m", "6m"], 2, None, 1, 2),
            (3, 3, "discard", "1z", None, None, True, 1, 2),
            (4, 1, "open kan", "1z", ["1z", "1z", "1z"], 3, None, 1, 3),
            (5, 2, "win", "0s", None, 3, None, 2, 3),
            (6, 3, "win", None, None, 3, None, 2, 3),
            (7, None, "ryuukyoku", None, None, None, None, None, 3),
        )
    ],
    "deals": [{**OF_HAND, "seat": seat, "tiles": [], "shanten": None, "dora": 0, "red_fives": 0} for seat in range(4)],
    "riichis": [
        {
            **OF_HAND,
            "seat": seat,
            "event": 12 + seat,
            "riichi_turn": 4 + seat,
            "accepted": accepted,
            "double_riichi": double,
            "furiten": furiten,
            "waits": waits,
            "tiles_left": 30 + seat,
            "outcome": outcome,
            "machi": ["shanpon"],
            "discards": discards,
            "unseen": unseen,
            "tile": None,
            "tsumogiri": None,
            "discard_event": None,
            "kans": 0,
        }
        for seat, accepted, double, furiten, waits, outcome, discards, unseen in (
            (0, True, False, False, ["1m", "1z"], "tsumo", 2, 2),
            (3, False, True, True, ["4m", "1z"], "other win", 2, 3),
            (2, True, True, False, ["3m", "1z"], "dealt in", 2, 4),
        )
    ],
    "wins": [
        {
            **OF_HAND,
            "seat": 2,
            "from_seat": 3,
            "tile": "0s",
            "riichi": True,
            "han": 10,
            "fu": 40,
            "points": 5200,
            "limit_name": "haneman",
            "yaku": ["haku", "dora", "ura dora", "red five"],
            "machi": "shanpon",
            "event": 5,
            "win_turn": 1,
            "honba": 8,
            "sticks": 6,
            "deltas": [-100, -200, 12600, -12300],
            "pao_seat": 0,
            "discards": [0, 0, 1, 1],
            "from_event": 3,
            "tiles": ["0m", "0s"],
            "melds": [],
            "norths": 0,
            "dora": 3,
            "ura_dora": 1,
            "red_fives": 4,
            "han_without_luck": 9,
        },
        {
            **OF_HAND,
            "seat": 3,
            "from_seat": 3,
            "tile": None,
            "riichi": False,
            "han": None,
            "fu": None,
            "points": None,
            "limit_name": None,
            "yaku": None,
            "machi": None,
            "event": 6,
            "win_turn": 1,
            "honba": None,
            "sticks": None,
            "deltas": None,
            "pao_seat": None,
            "discards": [0, 0, 1, 1],
            "from_event": 3,
            "tiles": [],
            "melds": [["4m", "6m", "5m"]],
            "norths": 0,
            "dora": None,
            "ura_dora": None,
            "red_fives": None,
            "han_without_luck": None,
        },
    ],
    "win_yaku": [
        {**OF_HAND, "seat": 2, "yaku": "haku", "han": 2, "event": 5, "place": 0},
        {**OF_HAND, "seat": 2, "yaku": "dora", "han": 3, "event": 5, "place": 1},
        {**OF_HAND, "seat": 2, "yaku": "ura dora", "han": 1, "event": 5, "place": 2},
        {**OF_HAND, "seat": 2, "yaku": "red five", "han": 4, "event": 5, "place": 3},
    ],
    "ledger": [
        {**OF_HAND, "event": event, "reason": reason, "from_account": giver, "to_account": taker, "points": points,
         "entry": entry, "from_seat": payer, "to_seat": payee}
        for event, reason, giver, taker, points, entry, payer, payee in (
            (5, "honba", "seat3", "seat1", 2400, 0, 3, 1),
            (5, "pao", "seat0", "seat1", 2600, 1, 0, 1),
            (4, "sticks", "table", "seat2", 1000, 2, None, 2),
            (7, "final", "table", "seat1", 11000, 3, None, 1),
        )
    ],
    "findings": [
        {
            **OF_HAND,
            "log": "a.zip/b.json",
            "round": "S3",
            "honba": 7,
            "seat": 1,
            "event": 3,
            "turn": 2,
            "check": "stick/carry",
            "severity": "mismatch",
            "message": "too many sticks",
            "expected": "+1000 -300",
            "actual": "two sticks",
            "ruleset": "zh",
            "link": f"{LINK}&tw=1&ts=13",
            "fingerprint": "0123456789abcdef",
            "line": 41,
            "finding": 0,
            "expected_points": [1000, -300],
            "actual_points": None,
            "penalty": None,
            "penalty_points": None,
            "penalty_text": None,
            "message_id": "start",
            "arguments": (
                '{"left":2,"sticks":[{"type":"term","id":"none"},'
                '{"type":"message","id":"stick","arguments":{"seat":1}}],"tile":"5m"}'
            ),
            "depends_on": ["riichi.ura_dora"],
        },
        {
            "game_id": "GAME",
            "log": "a.zip/b.json",
            "hand": None,
            "round": None,
            "honba": None,
            "seat": None,
            "event": None,
            "turn": None,
            "check": "riichi/noten",
            "severity": "violation",
            "message": "no wait",
            "expected": None,
            "actual": None,
            "ruleset": "zh",
            "link": f"{LINK}&tw=0",
            "fingerprint": "",
            "line": None,
            "finding": 1,
            "expected_points": None,
            "actual_points": None,
            "penalty": "chombo",
            "penalty_points": 20000,
            "penalty_text": "The penalty is chombo.",
            "message_id": "",
            "arguments": "{}",
            "depends_on": [],
        },
    ],
    "ruleset_findings": [
        {
            "game_id": "GAME",
            "ruleset": "wrc",
            "finding": 0,
            "hand": 13,
            "seat": 1,
            "event": 3,
            "check": "stick/carry",
            "severity": "mismatch",
            "message": "too many sticks",
            "expected": "+1000 -300",
            "actual": "two sticks",
        },
        {
            "game_id": "GAME",
            "ruleset": "wrc",
            "finding": 1,
            "hand": None,
            "seat": None,
            "event": None,
            "check": "riichi/noten",
            "severity": "violation",
            "message": "no wait",
            "expected": None,
            "actual": None,
        },
    ],
}  # fmt: skip


@pytest.mark.parametrize("table", GOLDEN)
def test_the_golden_rows_of_a_table(table: str, stored: dict[str, list[dict[str, Any]]]) -> None:
    found = [{name: value for name, value in row.items() if name != "loaded_at"} for row in stored[table]]
    assert found == GOLDEN[table]


LEFT_OUT = ("tsumogiri", "wall_left", "hand_turn")
"""What events have and calls have not."""


def test_calls_are_the_events_with_tiles(stored: dict[str, list[dict[str, Any]]]) -> None:
    assert stored["v_calls"] == [
        {name: value for name, value in row.items() if name not in LEFT_OUT} for row in GOLDEN["events"] if row["tiles"]
    ]


ALIKE = {
    ("checked_events", "stopped_at"),
    ("shuffle", "play"),
    ("shuffle", "copy_of"),
    ("play", "copy_of"),
    ("dora", "red_fives"),
    ("final_score", "computed_score"),
    ("tile", "tsumogiri"),
    ("from_seat", "from_event"),
    ("tile", "discard_event"),
    ("tsumogiri", "discard_event"),
}
"""Columns with one value where a replay has stopped, or a game is as short as this; test_store has others."""


@pytest.mark.parametrize("table", GOLDEN)
def test_no_two_columns_of_the_golden_rows_are_alike(table: str) -> None:
    columns = {name: [row[name] for row in GOLDEN[table]] for name in GOLDEN[table][0]}
    for one, other in combinations(columns, 2):
        assert columns[one] != columns[other] or (one, other) in ALIKE, f"{one} and {other} could be swapped"


def test_every_table_that_each_load_fills_has_golden_rows() -> None:
    """Those of watched replays have theirs in test_play_rows; facts are worked out of these, and counted in queries."""
    assert [*GOLDEN] == [table for table in SHOWN if extra_of_table(table) is None and table not in FACT_TABLES]
