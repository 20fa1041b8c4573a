"""The words of mjx records: types of events, drawn hands; how the records are recognized."""

import re
from typing import Final

from auditor.events import (
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
from auditor.formats.format import UTF8_MARK
from auditor.units import EventKind

NAME: Final = "mjx"

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
"""The number of each type's name in JSON."""

_PARTS: Final = rb'"(?:publicObservation|public_observation)"\s*:\s*\{'
_OTHER_PARTS: Final = rb'"(?:player(?:Ids|_ids)|init(?:Score|_score)|dora(?:Indicators|_indicators)|private(?:O|_o))'
_WALL: Final = b"\x12\x90\x01"
"""The tag and length of a wall of 136 tiles in a message: of eight of them the number takes two bytes."""
_WALL_UNTIL: Final = 20


def matches(head: bytes) -> bool:
    """Whether the first bytes of an input look like this format."""
    if is_message(head):
        return True
    head = head.removeprefix(UTF8_MARK).lstrip()
    if head[:1] not in (b"{", b"["):
        return False
    return re.search(_PARTS, head) is not None and re.search(_OTHER_PARTS, head) is not None


def is_message(head: bytes) -> bool:
    """Whether data that begins so is a state in protobuf, or several, each with its length before it.

    Before the wall, which comes first, are two lengths and a seed at most; white space may be left out.
    """
    return head[:1] not in b"{[<" and _WALL in head[:_WALL_UNTIL]
