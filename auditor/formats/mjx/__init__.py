"""The records of mjx, a simulator of riichi for research: JSON or protobuf, one hand (a state) at a time.

A state holds what everybody sees, what each seat holds and draws, and how the hand ends; an observation is a state as
one seat sees it. Tiles and melds are coded as in Tenhou's mjlog, from which many of these records are made.
"""

import re
from functools import partial
from typing import Final

from auditor.core.events import SEATS, Game
from auditor.core.reading.format import UTF8_MARK, Format, anonymize_by, read_by, write_by
from auditor.core.reading.stated_rules import TENHOU, Phrase, StatedRules, rules_by_remark

NAME: Final = "mjx"

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
    if head[:1] in b"{[<" or _PUBLIC not in head[:_WALL_UNTIL]:  # which a wall begins with, too
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
        if tag == _NAMED:
            names += 1
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


OWN_RULES: Final = StatedRules(Phrase("log-of-mjx"), TENHOU, 2, True)


def stated_rules(game: Game) -> StatedRules:
    """The rules that mjx plays by: Tenhou's for four players, east and south, with open tanyao and red fives.

    A game that was converted from another format has a remark, which may name others.
    """
    return rules_by_remark(game, OWN_RULES)


read = partial(read_by, "auditor.formats.mjx.reader")
write = partial(write_by, "auditor.formats.mjx.writer")
FORMAT: Final[Format] = Format(
    NAME, "mjx states (JSON or protobuf)", ".json", matches, read, write, stated_rules=stated_rules,
    anonymize=partial(anonymize_by, "auditor.formats.mjx.reader"), is_split=True, richness=6,
    lists_yakuman=True,
)  # fmt: skip
