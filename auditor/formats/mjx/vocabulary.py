# build: compiled
"""The words of mjx records: types of events, drawn hands."""

from typing import Final

from auditor.core.events import (
    ADDED_KAN,
    CHI,
    CLOSED_KAN,
    EXHAUSTIVE,
    FOUR_KANS,
    FOUR_RIICHI,
    FOUR_WINDS,
    NAGASHI_MANGAN,
    NINE_TERMINALS,
    OPEN_KAN,
    PON,
    TRIPLE_RON,
)
from auditor.core.units import EventKind

DISCARDED: Final = 0
DISCARDED_DRAWN: Final = 1
DECLARED: Final = 2
WON_BY_DRAW: Final = 5
WON_BY_RON: Final = 10
DREW: Final = 12
STICK_PAID: Final = 13
INDICATOR_TURNED: Final = 14
"""Numbers of event types, as the protobuf schema gives them."""

MELD_OF_EVENT: Final[dict[int, EventKind]] = {3: CLOSED_KAN, 4: ADDED_KAN, 7: CHI, 8: PON, 9: OPEN_KAN}
DRAW_OF_EVENT: Final = {
    6: NINE_TERMINALS,
    15: FOUR_RIICHI,
    16: TRIPLE_RON,
    17: FOUR_KANS,
    18: FOUR_WINDS,
    19: EXHAUSTIVE,
    20: NAGASHI_MANGAN,
}

EVENT_TYPES: Final = {
    f"EVENT_TYPE_{name}": number
    for number, name in enumerate(
        (
            "DISCARD", "TSUMOGIRI", "RIICHI", "CLOSED_KAN", "ADDED_KAN", "TSUMO", "ABORTIVE_DRAW_NINE_TERMINALS", "CHI",
            "PON", "OPEN_KAN", "RON", "", "DRAW", "RIICHI_SCORE_CHANGE", "NEW_DORA", "ABORTIVE_DRAW_FOUR_RIICHIS",
            "ABORTIVE_DRAW_THREE_RONS", "ABORTIVE_DRAW_FOUR_KANS", "ABORTIVE_DRAW_FOUR_WINDS", "EXHAUSTIVE_DRAW_NORMAL",
            "EXHAUSTIVE_DRAW_NAGASHI_MANGAN",
        )
    )
    if name
}  # fmt: skip
"""The number of each event type, by its name in JSON."""
