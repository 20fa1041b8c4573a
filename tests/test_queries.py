"""The named queries: their headers, and each on two small games whose answer is counted by hand."""

import json
import re
from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path
from typing import Any

import duckdb
import pytest
from made_games import MadeGame
from test_store import columns_of, load_columns

from auditor.audit.pool import run
from auditor.audit.worker import Settings
from auditor.report import catalogue, rows
from auditor.report.charts import specification
from auditor.sources import open_sources
from auditor.store import queries
from auditor.store.database import Store, connect
from auditor.store.queries import Answer, QueryError

FIRST = "2020010203gm-00a9-0000-00000001"
SECOND = "2020010203gm-00a9-0000-00000002"
THIRD = "2020020203gm-00a9-0000-00000003"


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
    hand.record.unjudged = ["win: hidden tiles"]
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


def third_game() -> MadeGame:
    """Ben, last after dealing in to a chasing riichi with ippatsu and an ura dora, wins the game from who led.

    Hand 0: seats 1 and 3 in riichi, 3 wins from 1. Hand 1: seat 1 calls and draws. Hand 2: a draw with seats 0
    (riichi) and 2 tenpai. Hand 3: seat 3 pays seat 1 a yakuman and goes below zero.
    """
    made = MadeGame(THIRD)
    hand = made.hand()
    hand.riichi(1)
    hand.riichi(3)
    hand.record.ura = [0]
    hand.win(3, 1, 8000, (1, 1), (2, 1), (53, 1))
    hand = made.hand((25000, 16000, 25000, 34000))
    hand.chi(1, 0)
    hand.win(1, 1, 1500, (8, 1), (54, 1))
    hand = made.hand((24500, 17500, 24500, 33500))
    hand.riichi(0)
    hand.exhaustive_draw((True, False, True, False))
    hand = made.hand((24500, 17500, 24500, 33500))
    hand.win(1, 3, 48000, (39, 13), limit=5)
    made.ends_with(24500, 65500, 24500, -14500)
    made.game.lobby = 7
    made.finds("stick/carry", "mismatch", hand=3, event=0, seat=None)
    return made


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
    ("how-far-checked", {}, [(FIRST, 3, "E4", 0, "unfinished", 4, 4, None, ["win: hidden tiles"])]),
    ("problems", {}, [("bad.xml", None, "line 7", "half a tag")]),
    ("same-game-twice", {}, []),
]  # fmt: skip

STATISTICS_CASES: list[tuple[str, dict[str, str], list[tuple[Any, ...]]]] = [
    ("faults-by-player", {}, [("Ben", 2, 6, 1, 16.667, ["riichi/kan-waits"])]),
    (
        "deal-ins-between-players",
        {},
        [
            ("Aoi", "Ben", 1, 0, 1000),
            ("Aoi", "千鶴", 1, 0, 3000),
            ("Ben", "Aoi", 1, 0, 1000),
            ("Ben", "千鶴", 1, 1, 2000),
        ],
    ),
    (
        "furiten-riichi-worth",
        {},
        [(True, 1, 0.0, 0.0, 0.0, 2.0, 2.0, None, -1000.0), (False, 3, 0.3333, 0.0, 0.6667, 1.0, 2.0, 2000.0, -1667.0)],
    ),
    (
        "kan-after-riichi",
        {},
        [(0, 2, 0.0, 0.0, 0.5, None, None, None, -3000.0), (1, 2, 0.5, 0.0, 0.5, 2.0, 0.0, 2000.0, 0.0)],
    ),
    (
        "player-riichi",
        {},
        [
            ("Aoi", 1, 0.2, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, -5000.0),
            ("Ben", 1, 0.2, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, -2000.0),
            ("Dora", 1, 0.2, 2.0, 1.0, 1.0, 0.0, 0.0, 0.0, -1000.0),
            ("千鶴", 1, 0.2, 1.0, 1.0, 0.0, 1.0, 0.0, 0.0, 2000.0),
        ],
    ),
    (
        "player-statistics",
        {},
        [
            ("Aoi", 4, 2, 5, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.4, 0.5, 0.2, 0.2, 0.0, 1250.0, 4000.0, -300.0),
            ("Ben", 4, 2, 5, 2.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.2, 0.0, 0.4, 0.2, 0.0, 1000.0, 1500.0, -500.0),
            ("千鶴", 4, 2, 5, 3.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.4, 0.0, 0.0, 0.2, 0.0, 2500.0, None, 900.0),
            ("Dora", 4, 2, 5, 4.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, None, 0.0, 0.2, 0.0, None, None, -300.0),
        ],
    ),
    (
        "riichi-by-turn",
        {},
        [
            (1, 3, 0.75, 0.3333, 0.0, 0.6667, 0.0, 0.0, 2000.0, -1667.0),
            (2, 1, 0.25, 0.0, 0.0, 0.0, 0.0, 1.0, None, -1000.0),
        ],
    ),
    (
        "riichi-sticks",
        {},
        [
            ("dealer", "lost", 1, 1000, 1.0),
            ("other", "left", 1, 1000, 0.3333),
            ("other", "lost", 1, 1000, 0.3333),
            ("other", "taken back", 1, 1000, 0.3333),
        ],
    ),
    (
        "game-results",
        {},
        [
            (
                FIRST,
                datetime(2020, 1, 2, 3, 0),
                "tenhou",
                4,
                ["Aoi", "Ben", "千鶴", "Dora"],
                [25000, 25000, 25000, 25000],
                0,
            ),
            (SECOND, datetime(2020, 1, 2, 3, 0), "tenhou", 2, [], [], 2),
        ],
    ),
    ("wins-by-turn", {}, [(0, 4, 0.8, 0.8, 0.25, 0.0, 0.0, 1625.0), (1, 1, 0.2, 1.0, 0.0, 1.0, 0.0, 2000.0)]),
    ("faults-by-player", {"check": "stick/%"}, []),
    ("deal-ins-between-players", {"name": "Dora"}, []),
    ("player-statistics", {"name": "Ben", "players": "3"}, []),
    ("game-results", {"name": "nobody"}, []),
    ("riichi-by-turn", {"players": "3"}, []),
]


EVENTFUL_CASES: list[tuple[str, dict[str, str], list[tuple[Any, ...]]]] = [
    (
        "all-players",
        {},
        [(4, 16, 0.1875, 0.125, 0.1875, 0.0625)],
    ),
    (
        "busts",
        {},
        [(THIRD, 3, "E4", 0, 3, "Dora", 33500, -14500, "ron", [1], True)],
    ),
    (
        "chasing-riichi",
        {},
        [
            ("alone", 1, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, -1000.0),
            ("chased", 1, 0.0, 0.0, 1.0, 0.0, 1.0, 1.0, -9000.0),
            ("chasing", 1, 1.0, 0.0, 0.0, 1.0, 0.0, 1.0, 9000.0),
        ],
    ),
    (
        "comebacks",
        {},
        [(THIRD, 1, "Ben", 18000, "E2", 0, 16000, 65500)],
    ),
    (
        "deal-ins-between-players",
        {},
        [("Ben", "Dora", 1, 1, 8000), ("Dora", "Ben", 1, 0, 48000)],
    ),
    (
        "dora-and-red-fives",
        {},
        [(4, "open", 1, 0.0, 0.0, 0.0, 1.0, 0.0, 1500.0), (4, "riichi", 1, 0.0, 0.0, 1.0, 0.0, 0.0, 8000.0)],
    ),
    (
        "fault-rate-over-time",
        {},
        [(date(2020, 2, 1), 1, 4, 1, 1, 250.0)],
    ),
    (
        "faults-by-lobby",
        {},
        [(7, "tenhou", 1, 1, 1.0, 1)],
    ),
    (
        "furiten-riichi-worth",
        {},
        [(False, 3, 0.3333, 0.0, 0.3333, 1.0, 2.0, 8000.0, -333.0)],
    ),
    (
        "game-length",
        {},
        [("tenhou", 4, 2, 1, 4.0, 4, 4, 3.0, 0, 0.0)],
    ),
    (
        "game-results",
        {},
        [
            (
                THIRD,
                datetime(2020, 2, 2, 3, 0),
                "tenhou",
                4,
                ["Ben", "Aoi", "千鶴", "Dora"],
                [65500, 24500, 24500, -14500],
                1,
            )
        ],
    ),
    (
        "hand-outcomes",
        {},
        [("tsumo", 1, 0.25, 0.0, 0.0), ("ron", 2, 0.5, 1.0, 0.5), ("exhaustive", 1, 0.25, 1.0, 1.0)],
    ),
    (
        "ippatsu-and-ura",
        {},
        [("ron", 1, 1, 1.0, 1.0, 1.0, 8000.0, None)],
    ),
    (
        "kan-after-riichi",
        {},
        [(0, 3, 0.3333, 0.0, 0.3333, 3.0, 1.0, 8000.0, -333.0)],
    ),
    (
        "player-riichi",
        {},
        [
            ("Aoi", 1, 0.25, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, -1000.0),
            ("Ben", 1, 0.25, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, -9000.0),
            ("Dora", 1, 0.25, 1.0, 1.0, 0.0, 1.0, 0.0, 0.0, 9000.0),
        ],
    ),
    (
        "player-statistics",
        {},
        [
            ("Ben", 4, 1, 4, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.5, 0.5, 0.25, 0.25, 0.25, 24750.0, 8000.0, 10125.0),
            ("Aoi", 4, 1, 4, 2.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, None, 0.0, 0.25, 0.0, None, None, -375.0),
            ("千鶴", 4, 1, 4, 3.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, None, 0.0, 0.0, 0.0, None, None, -125.0),
            ("Dora", 4, 1, 4, 4.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.25, 0.0, 0.25, 0.25, 0.0, 8000.0, 48000.0, -9875.0),
        ],
    ),
    (
        "riichi-by-turn",
        {},
        [(1, 3, 1.0, 0.3333, 0.0, 0.3333, 0.0, 0.3333, 8000.0, -333.0)],
    ),
    (
        "riichi-by-wait",
        {},
        [("shanpon", 2, 3, 1.0, 0.3333, 0.0, 0.3333, 1.0, 8000.0, -333.0)],
    ),
    (
        "riichi-figures",
        {},
        [(4, 3, 1, 0.3333, 1, 1, 1.0)],
    ),
    (
        "riichi-sticks",
        {},
        [
            ("other", "left", 1, 1000, 0.3333),
            ("other", "lost", 1, 1000, 0.3333),
            ("other", "taken back", 1, 1000, 0.3333),
        ],
    ),
    (
        "tenpai-at-draw",
        {},
        [(4, 2, 1, 1.0, 1, 1.0)],
    ),
    (
        "value-by-seat-and-round",
        {},
        [
            ("E", 1, 4, 1, 0.25, 1500.0, -11625.0),
            ("E", 2, 4, 0, 0.0, None, -2375.0),
            ("E", 3, 4, 1, 0.25, 48000.0, 11625.0),
            ("E", 4, 4, 1, 0.25, 8000.0, 2125.0),
        ],
    ),
    (
        "wins-by-han-and-fu",
        {},
        [(2, 30, 1, 0.5, 1.0, 1500.0), (3, 30, 1, 0.5, 0.0, 8000.0)],
    ),
    (
        "wins-by-limit",
        {},
        [("none", 2, 0.6667, 0.5, 0.5, 4750.0), ("yakuman", 1, 0.3333, 0.0, 0.0, 48000.0)],
    ),
    (
        "wins-by-turn",
        {},
        [(0, 2, 0.6667, 0.6667, 0.5, 0.0, 0.5, 24750.0), (1, 1, 0.3333, 1.0, 0.0, 1.0, 0.0, 8000.0)],
    ),
    (
        "wins-by-wait",
        {},
        [("tsumo", "shanpon", 1, 1.0, 0.0, 1500.0), ("ron", "shanpon", 2, 1.0, 0.5, 28000.0)],
    ),
    (
        "wins-by-yaku",
        {},
        [
            ("riichi", 1, 0.3333, 1, 0.0, 1.0, 8000.0),
            ("ippatsu", 1, 0.3333, 1, 0.0, 1.0, 8000.0),
            ("tanyao", 1, 0.3333, 1, 1.0, 0.0, 1500.0),
            ("daisangen", 1, 0.3333, 13, 0.0, 1.0, 48000.0),
            ("ura dora", 1, 0.3333, 1, 0.0, 1.0, 8000.0),
            ("red five", 1, 0.3333, 1, 1.0, 0.0, 1500.0),
        ],
    ),
    (
        "fault-rate-over-time",
        {"unit": "year", "check": "riichi/%"},
        [(date(2020, 1, 1), 1, 4, 0, 0, 0.0)],
    ),
    (
        "wins-by-wait",
        {"riichi": "true"},
        [("ron", "shanpon", 1, 1.0, 1.0, 8000.0)],
    ),
    (
        "wins-by-yaku",
        {"yaku": "ura dora"},
        [("ura dora", 1, 0.3333, 1, 0.0, 1.0, 8000.0)],
    ),
    ("comebacks", {"min_deficit": "18001"}, []),
    ("busts", {"name": "Ben"}, []),
    (
        "player-riichi",
        {"name": "Aoi"},
        [("Aoi", 1, 0.25, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, -1000.0)],
    ),
    (
        "game-results",
        {"log": THIRD, "name": "Ben"},
        [
            (
                THIRD,
                datetime(2020, 2, 2, 3, 0),
                "tenhou",
                4,
                ["Ben", "Aoi", "千鶴", "Dora"],
                [65500, 24500, 24500, -14500],
                1,
            )
        ],
    ),
    ("riichi-by-wait", {"max_turn": "0"}, []),
    (
        "wins-by-value",
        {},
        [
            ("0 to 1900", "tsumo", 1, 0.3333, 0.0, 1.0, 1500.0),
            ("8000 to 11900", "ron", 1, 0.3333, 1.0, 0.0, 8000.0),
            ("32000 and more", "ron", 1, 0.3333, 0.0, 0.0, 48000.0),
        ],
    ),
    ("wins-by-value", {"dealer": "true"}, [("0 to 1900", "tsumo", 1, 1.0, 0.0, 1.0, 1500.0)]),
    (
        "placements-by-player",
        {},
        [
            ("Ben", 1, 1, 1.0, 1.0, 65500.0, 35.5),
            ("Aoi", 2, 1, 1.0, 2.0, 24500.0, -5.5),
            ("千鶴", 3, 1, 1.0, 3.0, 24500.0, -5.5),
            ("Dora", 4, 1, 1.0, 4.0, -14500.0, -44.5),
        ],
    ),
    ("placements-by-player", {"most": "1"}, [("Ben", 1, 1, 1.0, 1.0, 65500.0, 35.5)]),
    ("placements-by-player", {"players": "3"}, []),
    (
        "scores-over-a-game",
        {},
        [
            (hand, after, seat, name, points)
            for hand, after, scores in (
                (0, "start", (25000, 25000, 25000, 25000)),
                (1, "E1", (25000, 16000, 25000, 34000)),
                (2, "E2", (24500, 17500, 24500, 33500)),
                (3, "E3", (23500, 17500, 24500, 33500)),
                (4, "E4", (24500, 65500, 24500, -14500)),
            )
            for seat, (name, points) in enumerate(zip(("Aoi", "Ben", "千鶴", "Dora"), scores, strict=True))
        ],
    ),
]


@pytest.mark.parametrize(("name", "given", "expected"), [*CASES, *STATISTICS_CASES])
def test_the_answer_counted_by_hand(
    connection: duckdb.DuckDBPyConnection, name: str, given: dict[str, str], expected: list[tuple[Any, ...]]
) -> None:
    assert queries.run(connection, queries.load(name), given).rows == expected


@pytest.mark.parametrize(("name", "given", "expected"), EVENTFUL_CASES)
def test_the_answer_in_an_eventful_game(
    eventful: duckdb.DuckDBPyConnection, name: str, given: dict[str, str], expected: list[tuple[Any, ...]]
) -> None:
    assert queries.run(eventful, queries.load(name), given).rows == expected


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
    folder = str(Path(__file__).parent.parent / "fixtures")
    with Store(path, "auto", "1") as store:
        for result in run(open_sources([folder]), Settings("auto", "auto", "1"), 1, store):
            assert result.problems == ()
    with connect(path) as connection:
        yield connection


@pytest.mark.parametrize("name", queries.names())
def test_every_query_runs_on_faulty_logs(fixtures: duckdb.DuckDBPyConnection, name: str) -> None:
    assert queries.run(fixtures, queries.load(name), {}).columns


@pytest.mark.parametrize("name", [name for name in queries.names() if queries.load(name).charts])
def test_every_chart_shows_columns_of_its_query(fixtures: duckdb.DuckDBPyConnection, name: str) -> None:
    query = queries.load(name)
    answer = queries.run(fixtures, query, {})
    drawn = specification(query.title, query.charts, answer)
    views = drawn.get("vconcat", [drawn])
    assert all(view["data"]["values"] for view in views)


@pytest.mark.parametrize("table", ["hands", "wins", "riichis", "findings"])
def test_a_view_has_a_row_for_each_of_its_table(fixtures: duckdb.DuckDBPyConnection, table: str) -> None:
    row = fixtures.execute(f"SELECT (SELECT count(*) FROM v_{table}), (SELECT count(*) FROM {table})").fetchone()
    assert row is not None
    assert row[0] == row[1]


def test_every_query_has_a_case() -> None:
    assert set(queries.names()) == {name for name, _, _ in [*CASES, *STATISTICS_CASES, *EVENTFUL_CASES]}


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
        ("-- tilte: T\nSELECT 1", "line 1: expected title, group, description, param or chart"),
        ("-- title: T\n-- param seat INTEGER\nSELECT 1", "line 2"),
        (
            "-- title: T\n-- chart: pie x=a y=b\nSELECT 1",
            r"q\.sql, line 2: expected a chart of bar, line",
        ),
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


ANSWER = Answer(["name", "n", "tiles"], [("千鶴", 5, ["1m", "0p"]), (None, 12, None)])


def test_a_table_aligns_wide_characters_and_numbers() -> None:
    assert rows.table_text(ANSWER) == (
        "name   n  tiles\n"
        "----  --  -----\n"
        "千鶴   5  1m 0p\n"
        "      12\n"
        "(2 rows)\n"
    )  # fmt: skip


@pytest.mark.parametrize("name", ["ab", "千", "カ\u3099", "e\u0301b", "e\u0301\u200bb"])
def test_a_table_counts_what_a_terminal_shows(name: str) -> None:
    """Wide characters take two columns; marks put on the letter before them, none."""
    first = rows.table_text(Answer(["name", "x"], [(name, "end")])).splitlines()[2]
    assert first == f"{name}    end"


def test_csv_and_json() -> None:
    assert rows.csv_text(ANSWER) == "name,n,tiles\n千鶴,5,1m 0p\n,12,\n"
    assert json.loads(rows.json_text(ANSWER)) == [
        {"name": "千鶴", "n": 5, "tiles": ["1m", "0p"]},
        {"name": None, "n": 12, "tiles": None},
    ]
    assert rows.json_text(Answer(["a"], [])) == "[]\n"
