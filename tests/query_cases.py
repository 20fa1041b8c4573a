"""The answer of each query on two small games, counted by hand: its name, its parameters, its rows."""

from datetime import datetime
from typing import Any

from query_games import FIRST, SECOND


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
