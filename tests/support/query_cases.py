"""Hand-counted answers of the queries on two small games: name, parameters and rows."""

from datetime import datetime
from typing import Any

from auditor.core.store.rows import key_of
from support.query_games import FIRST, SECOND

KEYS = [key_of(number * 64, "1") for number in "12"]
"""The keys of the two games."""


def link(log: str, seat: int, hand: int) -> str:
    return f"https://tenhou.net/0/?log={log}&tw={seat}&ts={hand}"


CASES: list[tuple[str, dict[str, str], list[tuple[Any, ...]]]] = [
    (
        "findings",
        {},
        [
            ("violation", "riichi/kan-waits", "LOG", "tenhou", 1, 1, ["0123456"], link(SECOND, 1, 1)),
            ("mismatch", "stick/carry", "LOG", "tenhou", 1, 1, ["0123456"], link(SECOND, 0, 1)),
            ("note", "note/furiten-riichi", "LOG", "tenhou", 1, 1, ["0123456"], link(FIRST, 3, 2)),
        ],
    ),
    ("findings", {"check": "riichi/%", "severity": "mismatch"}, []),
    ("findings-by-ruleset", {"check": "riichi/kan-waits", "log_like": "%2"}, [
        (SECOND, "E2", 1, 4, 1, "riichi/kan-waits", "violation", ["tenhou", "wrc"], []),
    ]),
    (
        "riichi-by-seat-and-turn", {},
        [
            (4, 0, 1, 1, 5, 0.2, 0.0, 0.0, 1.0),
            (4, 1, 1, 1, 5, 0.2, 0.0, 0.0, 1.0),
            (4, 2, 1, 1, 5, 0.2, 1.0, 0.0, 0.0),
            (4, 3, 2, 1, 5, 0.2, 0.0, 0.0, 0.0),
        ],
    ),
    ("riichi-by-seat-and-turn", {"seat": "3", "max_turn": "1"}, []),
    ("wins-with-riichi", {}, [(4, 'tsumo', 1, 0, 0.0, None, 1500.0), (4, 'ron', 4, 1, 0.25, 2000.0, 1667.0)]),
    (
        "deal-in-rate", {},
        [
            ("Ben", 4, "all", 5, 2, 2, 0.4, 3000),
            ("Aoi", 4, "all", 5, 1, 2, 0.2, 4000),
            ("Dora", 4, "all", 5, 0, 0, 0.0, 0),
            ("千鶴", 4, "all", 5, 0, 0, 0.0, 0),
        ],
    ),
    ("deal-in-rate", {"name": "Aoi", "min_hands": "6"}, [('(everybody else)', 4, 'all', 15, 2, 2, 0.1333, 3000)]),
    (
        "sticks-by-player", {},
        [
            ("Ben", 4, 2, 2000, 1000, -1000),
            ("Dora", 4, 2, 1000, 0, -1000),
            ("Aoi", 4, 2, 1000, 1000, 0),
            ("千鶴", 4, 2, 1000, 1000, 0),
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
    (
        "player-results", {"name": "ben"},
        [
            ("Ben", 4, datetime(2020, 1, 2, 3, 0), FIRST, "tenhou", 2, 25000, -5.0),
            ("Ben", 4, datetime(2020, 1, 2, 3, 0), SECOND, "tenhou", None, None, None),
        ],
    ),
    (
        "player-hands", {"name": "Ben", "most": "1"},
        [
            ("Ben", "deal-in", 1, "a.mjlog", None, 0, 0, "E1", 0, 8, 1, 2000, None, "1" * 64, KEYS[0]),
            ("Ben", "riichi/kan-waits", 1, "second.mjlog", None, 0, 1, "E2", 0, 4, 1, None, None, "2" * 64, KEYS[1]),
            ("Ben", "kan", 1, "second.mjlog", None, 0, 1, "E2", 0, 4, 1, None, None, "2" * 64, KEYS[1]),
        ],
    ),
    ("faults-by-player", {}, [("Ben", 2, 6, 1, 16.667, ["riichi/kan-waits"])]),
    (
        "deal-ins-between-players",
        {},
        [
            ("Aoi", "Ben", 4, 1, 0, 0.0, 1000),
            ("Aoi", "千鶴", 4, 1, 0, 0.0, 3000),
            ("Ben", "Aoi", 4, 1, 0, 0.0, 1000),
            ("Ben", "千鶴", 4, 1, 1, 1.0, 2000),
        ],
    ),
    (
        "furiten-riichi-worth",
        {},
        [
            (True, 1, 0.0, 0.0, 0.0, 2.0, 2.0, None, -1000.0),
            (False, 3, 0.3333, 0.0, 0.6667, 1.0, 2.0, 2000.0, -1667.0),
        ],
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
            ("Aoi", 4, "all", 5, 1, 0.2, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 2.0, 0.0, -5000.0, -5000.0),
            ("Ben", 4, "all", 5, 1, 0.2, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0, -2000.0, -2000.0),
            ("Dora", 4, "all", 5, 1, 0.2, 1.25, 2.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, -1000.0, -1000.0),
            ("千鶴", 4, "all", 5, 1, 0.2, 1.25, 1.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 2000.0, 2000.0),
        ],
    ),
    (
        "player-statistics", {},
        [
            ("Aoi", 4, "all", 1, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 5, 0.0, 0.4, 0.2, 0.2, 0.0, 2, 1750.0, 0.5, 1,
             4000.0, 1, 0.0, 0, None),
            ("Ben", 4, "all", 1, 2.0, 0.0, 1.0, 0.0, 0.0, 0.0, 5, 0.0, 0.2, 0.4, 0.2, 0.0, 1, 2000.0, 0.0, 2,
             1500.0, 1, 0.0, 0, None),
            ("千鶴", 4, "all", 1, 3.0, 0.0, 0.0, 1.0, 0.0, 0.0, 5, 0.0, 0.4, 0.0, 0.2, 0.0, 2, 2500.0, 0.0, 0, None,
             1, 1.0, 0, None),
            ("Dora", 4, "all", 1, 4.0, 0.0, 0.0, 0.0, 1.0, 0.0, 5, 0.0, 0.0, 0.0, 0.2, 0.0, 0, None, None, 0, None,
             1, 0.0, 0, None),
        ],
    ),
    (
        "riichi-by-turn",
        {},
        [
            (1, 3, 0.75, 0.3333, 0.0, 0.6667, 0.6667, 0.0, 0.0, 2000.0, -1667.0),
            (2, 1, 0.25, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, None, -1000.0),
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
    ("copies-of-games", {}, []),
    ("deal-ins-between-players", {"name": "Dora"}, []),
    ("player-statistics", {"name": "Ben", "players": "3"}, []),
    ("riichi-by-turn", {"players": "3"}, []),
    (
        "player-statistics", {'name': 'ben', 'min_hands': '6'},
        [
            ("(everybody else)", 4, "all", 3, 2.67, 0.3333, 0.0, 0.3333, 0.3333, 0.0, 15, 0.0, 0.2667, 0.0667, 0.2,
             0.0, 4, 2125.0, 0.25, 1, 4000.0, 3, 0.3333, 0, None),
        ],
    ),
    (
        "placements-by-seat",
        {},
        [(4, 0, 1, 1, 1, 1.0), (4, 1, 2, 1, 1, 1.0), (4, 2, 3, 1, 1, 1.0), (4, 3, 4, 1, 1, 1.0)],
    ),
    (
        "player-by-opponent",
        {"name": "Ben"},
        [
            ("Ben", "Aoi", 4, 2, 1, 0, 0.0, 5, 1, 0.2, 1000, 1, 0.2, 1000),
            ("Ben", "Dora", 4, 2, 1, 1, 1.0, 5, 0, 0.0, 0, 0, 0.0, 0),
            ("Ben", "千鶴", 4, 2, 1, 1, 1.0, 5, 0, 0.0, 0, 1, 0.2, 2000),
        ],
    ),
    (
        "player-by-opponent",
        {"name": "Ben", "min_games": "3"},
        [
            ("Ben", "(everybody else)", 4, 2, 3, 2, 0.6667, 15, 1, 0.0667, 1000, 2, 0.1333, 3000),
        ],
    ),
    (
        "placements-by-player",
        {"name": "ben"},
        [
            ("Ben", 2, 1, 1, 1.0, 2.0, 25000.0, -5.0),
            ("(everybody else)", 1, 1, 3, 0.3333, 2.67, 25000.0, -5.0),
            ("(everybody else)", 3, 1, 3, 0.3333, 2.67, 25000.0, -5.0),
            ("(everybody else)", 4, 1, 3, 0.3333, 2.67, 25000.0, -5.0),
        ],
    ),
    (
        "sticks-by-player",
        {"name": "Ben"},
        [
            ("Ben", 4, 2, 2000, 1000, -1000),
            ("(everybody else)", 4, 2, 3000, 2000, -1000),
        ],
    ),
    (
        "faults-by-player",
        {"name": "aoi", "min_faults": "0"},
        [
            ("Aoi", 2, 6, 0, 0.0, None),
            ("(everybody else)", 2, 18, 1, 5.556, ["riichi/kan-waits"]),
        ],
    ),
    ("all-players", {"by": "month"}, [(4, "2020-01", 20, 0.25, 0.15, 0.2, 0.0)]),
]  # fmt: skip

BEN: dict[str, dict[str, tuple[float, int | None]]] = {
    "player-amae-koromo": {
        "average_rank": (2, 1), "total_rounds": (5, None), "win_rate": (1, 5), "tsumo_rate": (0, 1),
        "deal_in_rate": (2, 5), "riichi_rate": (1, 5), "call_rate": (0, 5), "exhaustive_draw_rate": (1, 5),
        "average_win_score": (2000, 1), "average_deal_in_score": (3000, 2), "riichi_payment": (-2000, 1),
        "net_win_efficiency": (2000 - 3000, 5), "win_lose_difference": (1 - 2, 5), "deal_in_while_riichi": (1, 2),
        "dealt_in_to_riichi": (1, 2), "gain_per_round": (0, 5),
    },
    "player-libriichi": {
        "rounds_as_dealer": (2, None), "avg_winning_as_dealer": (2000, 1), "avg_deal_in": (-3000, 2),
        "avg_riichi_delta_score": (-1000, 1), "deal_in_rate_after_riichi": (1, 1), "ryukyoku_rate": (1, 5),
    },
    "player-extra": {
        "riichi_payment_full": (-2000, 1), "average_delta": (-500 - 2000 - 2000 + 2000, 5), "deal_in_wins": (2, 5),
        "average_win_value": (1000, 1), "riichi_turn_own": (1, 1), "abortive_draw_rate": (0, 5),
    },
}  # fmt: skip
"""Figures of Ben in both games: numerator and n. In the first Ben pays 2000 to a riichi, wins 1000 as dealer with a
stick, and has a drawn hand; in the second pays 500 of a tsumo, and 1000 while in riichi."""
