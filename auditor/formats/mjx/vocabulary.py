# build: compiled
"""The words of mjx records: types of events, drawn hands; how the records are recognized."""

import re
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
    SEATS,
    TRIPLE_RON,
)
from auditor.core.reading.format import UTF8_MARK
from auditor.core.units import EventKind

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
"""The number of each event type, by its name in JSON."""

_PARTS: Final = rb'"(?:publicObservation|public_observation)"\s*:\s*\{'
_OTHER_PARTS: Final = rb'"(?:player(?:Ids|_ids)|init(?:Score|_score)|dora(?:Indicators|_indicators)|private(?:O|_o))'
_WALL: Final = b"\x12\x90\x01"
"""The tag and length of a wall of 136 tiles in a message: the ids of eight of them take two bytes each."""
_WALL_UNTIL: Final = 20
_WHO, _PUBLIC = b"\x08", b"\x12"
_GAME_ID, _NAMED, _SCORE = b"\x0a", b"\x12", b"\x1a"
"""The tags of an observation's first fields, and of those of its public part."""
_LONGEST_LENGTH: Final = 4
"""Bytes of the length before a message."""


def matches(head: bytes) -> bool:
    """Whether the first bytes of an input look like this format."""
    if is_message(head):
        return True
    head = head.removeprefix(UTF8_MARK).lstrip()
    if head[:1] not in (b"{", b"["):
        return False
    return re.search(_PARTS, head) is not None and re.search(_OTHER_PARTS, head) is not None


def is_message(head: bytes) -> bool:
    """Whether data that begins so is a protobuf state or observation, or several, each with its length before it.

    Before the wall of a state, which comes first, are at most two lengths and a seed; white space may be stripped.
    """
    if head[:1] in b"{[<":
        return False
    return _WALL in head[:_WALL_UNTIL] or _is_observation(head, 0) or _is_observation(head, length_at(head, 0)[1])


def _is_observation(head: bytes, position: int) -> bool:
    """Whether an observation begins at a position: with the seat that sees it, unless 0, then four names and points."""
    if head[position : position + 1] == _WHO:
        position += 2
    if head[position : position + 1] != _PUBLIC:
        return False
    _, position = length_at(head, position + 1)
    names = 0
    while (tag := head[position : position + 1]) in (_GAME_ID, _NAMED):
        names += tag == _NAMED
        length, position = length_at(head, position + 1)
        position += length
    return names == SEATS and head[position : position + 1] == _SCORE


def length_at(data: bytes, position: int) -> tuple[int, int]:
    """The length written at a position, and the position after it; 0 and the same position if there is none."""
    length = 0
    for index in range(_LONGEST_LENGTH):
        if position + index >= len(data):
            break
        byte = data[position + index]
        length |= (byte & 127) << 7 * index
        if byte < 128:
            return length, position + index + 1
    return 0, position
