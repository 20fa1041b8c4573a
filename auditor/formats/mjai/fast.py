# build: hot
"""Reads the usual lines of mjai without decoding them: draws and discards by a few of their bytes, others by a cache.

A line with a draw or a discard holds the seat, the tile and whether it was just drawn; one with a call little more. So
few differ, and nearly all programs write the first two alike, without white space.
"""

from typing import Any, Final

from mypy_extensions import i64, mypyc_attr

from auditor.core.events import DISCARD, DORA, DRAW, NO_SEAT, NOT_RECORDED, RIICHI, SEATS, TEDASHI, TSUMOGIRI
from auditor.core.reading.copies import NO_CODE
from auditor.core.reading.format import BoundedCache
from auditor.core.reading.json_text import is_number
from auditor.core.units import EventKind, Mark, SeatIndex, TileCode
from auditor.formats.mjai.vocabulary import CLAIM_KINDS, CONSUMED, code_of

LINE_END: Final = b"\n"
_LONGEST_LINE: Final = 100
"""The most bytes of a cached line: longer ones hold what a player was thinking, and do not recur."""
_MOST_LINES: Final = 4096

HAND_END: Final = -1
"""The kind of a line that ends a hand."""


@mypyc_attr(acyclic=True)
class KnownLine:
    """A line's event. kind: DRAW, DISCARD, a claim, RIICHI, DORA or HAND_END. code: of its tile. mark: of a discard.

    own: the tiles of a claim from the hand. from_seat: whose tile it claims. text: the line with its end, of a turn.
    """

    def __init__(
        self, kind: EventKind, seat: SeatIndex = NO_SEAT, code: TileCode = NO_CODE, mark: Mark = NOT_RECORDED
    ) -> None:
        self.kind = kind
        self.seat = seat
        self.code = code
        self.mark = mark
        self.own: tuple[TileCode, ...] = ()
        self.from_seat: SeatIndex = NO_SEAT
        self.text = b""


_known_lines: Final[BoundedCache[bytes, KnownLine]] = BoundedCache(_MOST_LINES)
_TURN_SLOTS: Final = 2048
_turns: Final[list[KnownLine | None]] = [None] * _TURN_SLOTS
"""Draws and discards by a few bytes of their lines; the latest where several have the same place."""
_SIGN_OF_DISCARD: Final = ord("d")


def read(line: bytes) -> KnownLine | None:
    """The event of a cached line; None for any other line."""
    return _known_lines.entries.get(line)


def learn(line: bytes, message: dict[str, Any]) -> None:
    """Cache a line if it is of a known kind and without a fault. message: the line decoded."""
    event = _known(message) if len(line) <= _LONGEST_LINE else None
    if event is not None:
        _known_lines.add(line, event)
    if event is not None and event.kind <= DISCARD:
        event.text = line + LINE_END
        _turns[_slot(event.text.ljust(_LONGEST_LINE), 0)] = event


def _known(message: dict[str, Any]) -> KnownLine | None:
    """The event of a message of a known kind that has all that it needs; None for any other."""
    word, seat = message.get("type"), message.get("actor")
    if word == "end_kyoku":
        return KnownLine(HAND_END)
    if word == "dora":
        code = code_of(message.get("dora_marker"))
        return None if code is None else KnownLine(DORA, NO_SEAT, code)
    if not is_number(seat) or not 0 <= seat < SEATS:
        return None
    if word == "reach":
        return KnownLine(RIICHI, seat)
    if (code := code_of(message.get("pai"))) is None:
        return None
    if word == "tsumo":
        return KnownLine(DRAW, seat, code)
    if word == "dahai":
        return KnownLine(DISCARD, seat, code, mark_of(message.get("tsumogiri")))
    return _known_claim(message, word, seat, code) if isinstance(word, str) and word in CLAIM_KINDS else None


def _known_claim(message: dict[str, Any], word: str, seat: SeatIndex, code: TileCode) -> KnownLine | None:
    target, consumed = message.get("target"), message.get("consumed")
    if not is_number(target) or not 0 <= target < SEATS or not isinstance(consumed, list):
        return None
    own = tuple([one for one in [code_of(tile) for tile in consumed] if one is not None])
    if len(consumed) != CONSUMED[word] or len(own) != len(consumed):
        return None
    claim = KnownLine(CLAIM_KINDS[word], seat, code)
    claim.own, claim.from_seat = own, target
    return claim


def mark_of(value: object) -> Mark:
    """The mark of a discard by its flag; NOT_RECORDED if the value is not a flag."""
    if not isinstance(value, bool):
        return NOT_RECORDED
    return TSUMOGIRI if value else TEDASHI


def turn_at(text: bytes, position: i64) -> KnownLine | None:
    """The draw or discard whose line begins at a position, if it was met before; None for any other line.

    Nine of ten lines are such, and no string is made of each to look it up.
    """
    if position + _LONGEST_LINE > len(text):
        return None
    turn = _turns[_slot(text, position)]
    return turn if turn is not None and text[position : position + len(turn.text)] == turn.text else None


def _slot(text: bytes, position: i64) -> i64:
    """The place in `_turns` of the line that begins at a position.

    Nearly all programs write turns alike, as ``{"type":"dahai","actor":0,"pai":"5mr","tsumogiri":false}``: the seat is
    at 24, the tile from 33 on, and at 51 is a letter of the flag, by which these turns have different places.
    """
    flag: i64 = text[position + 51] if text[position + 9] == _SIGN_OF_DISCARD else 0
    tile: i64 = text[position + 33] + 3 * text[position + 34] + 67 * text[position + 35]
    return (61 * text[position + 24] + tile + 3 * flag) & _TURN_SLOTS - 1
