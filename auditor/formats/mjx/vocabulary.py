# build: compiled
"""The words of mjx records: types of events, drawn hands."""

from typing import Final

from auditor.core import events
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

MELD_OF_EVENT: Final[dict[int, EventKind]] = {
    3: events.CLOSED_KAN, 4: events.ADDED_KAN, 7: events.CHI, 8: events.PON, 9: events.OPEN_KAN,
}  # fmt: skip
DRAW_OF_EVENT: Final = {
    6: events.NINE_TERMINALS, 15: events.FOUR_RIICHI, 16: events.TRIPLE_RON, 17: events.FOUR_KANS,
    18: events.FOUR_WINDS, 19: events.EXHAUSTIVE, 20: events.NAGASHI_MANGAN,
}  # fmt: skip

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
