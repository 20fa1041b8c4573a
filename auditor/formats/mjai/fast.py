"""Reads the usual lines of mjai without decoding them: draws and discards by a few of their bytes, others by a cache.

A line with a draw or a discard holds the seat, the tile and whether it was just drawn; one with a call little more. So
few differ, and nearly all programs write the first two alike, without white space.
"""

from typing import Any, Final

from mypy_extensions import i64, mypyc_attr

from auditor.events import DISCARD, DORA, DRAW, NO_SEAT, NOT_RECORDED, RIICHI, SEATS, TEDASHI, TSUMOGIRI
from auditor.formats.copies import NO_CODE, PLAIN_MOST
from auditor.formats.format import BoundedCache
from auditor.formats.json_text import is_number
from auditor.formats.mjai.vocabulary import CLAIM_KINDS, CODES, CONSUMED, code_of
from auditor.units import EventKind, Mark, SeatIndex, TileCode

LINE_END: Final = b"\n"
_LONGEST_LINE: Final = 100
"""The most bytes of a cached line: longer ones hold what a player was thinking, and do not recur."""
_MOST_LINES: Final = 4096

END: Final = -1
"""The kind of a line that ends a hand."""


@mypyc_attr(acyclic=True)
class KnownLine:
    """A line's event. kind: DRAW, DISCARD, a claim, RIICHI, DORA or END. code: of its tile. mark: of a discard.

    own: the tiles of a claim from the hand. from_seat: whose tile it claims. text: the line, of a usual turn.
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


def read(line: bytes) -> KnownLine | None:
    """The event of a cached line; None for any other line."""
    return _known_lines.entries.get(line)


def learn(line: bytes, message: dict[str, Any]) -> None:
    """Cache a line if it is of a known kind and without a fault. message: the line decoded."""
    event = _known(message) if len(line) <= _LONGEST_LINE else None
    if event is not None:
        _known_lines.add(line, event)


def _known(message: dict[str, Any]) -> KnownLine | None:
    """The event of a message of a known kind that has all that it needs; None for any other."""
    word, seat = message.get("type"), message.get("actor")
    if word == "end_kyoku":
        return KnownLine(END)
    if word == "dora":
        code = code_of(message.get("dora_marker"))
        return None if code is None else KnownLine(DORA, NO_SEAT, code)
    if not is_number(seat) or not 0 <= seat < SEATS:
        return None
    if word == "reach":
        return KnownLine(RIICHI, seat)
    code = code_of(message.get("pai"))
    if code is None:
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


_DRAWN: Final = '{"type":"tsumo","actor":%d,"pai":"%s"}\n'
_DISCARDED: Final = '{"type":"dahai","actor":%d,"pai":"%s","tsumogiri":%s}\n'
"""Draws and discards as nearly all programs write them."""
_WORD: Final = len('{"type":"')
_SEAT: Final = _DRAWN.index("%d")
_TILE: Final = _DRAWN.index("%s") - 1
_FLAG: Final = len('","tsumogiri":')
"""Where in a line the word, the seat and the tile begin, and how far behind the tile the flag does."""
_LONGEST_TURN: Final = 64
_OF_SEAT: Final = 64
"""More than any code."""
_OF_KIND: Final = SEATS * _OF_SEAT
_SIGN_D: Final = ord("d")
_SIGN_T: Final = ord("t")
_SIGN_R: Final = ord("r")
_SIGN_0: Final = ord("0")
_QUOTE: Final = ord('"')
_HONOURS: Final = bytes([code_of(chr(sign)) or NO_CODE for sign in range(256)])
_TENS: Final = bytes([10 * ("mps".find(chr(sign)) + 1) for sign in range(256)])
"""By sign the code of an honour; and what the letter of a suit adds to the number of a tile for its code."""


def _usual_turns() -> list[KnownLine | None]:
    """The usual turns: draws, discards from the hand, and of the tile just drawn; in each by seat and code."""
    turns: list[KnownLine | None] = [None] * (3 * _OF_KIND)
    for text, code in CODES.items():
        for seat in range(SEATS if text[0] != "0" else 0):
            place = _OF_SEAT * seat + code
            for kind, line in enumerate(
                (_DRAWN % (seat, text), _DISCARDED % (seat, text, "false"), _DISCARDED % (seat, text, "true"))
            ):
                mark = (NOT_RECORDED, TEDASHI, TSUMOGIRI)[kind]
                turn = turns[kind * _OF_KIND + place] = KnownLine(DISCARD if kind else DRAW, seat, code, mark)
                turn.text = line.encode()
    return turns


_TURNS: Final = _usual_turns()


def turn_at(text: bytes, position: i64) -> KnownLine | None:
    """The draw or discard whose line begins at a position, and is as usual; None for any other.

    A few bytes say which it can be. Nine of ten lines are such, and no string is made of each.
    """
    tile = position + _TILE
    if position + _LONGEST_TURN > len(text):
        return None
    first: i64 = text[tile]
    second: i64 = text[tile + 1]
    code: i64 = _HONOURS[first]
    end = tile + 1
    if second != _QUOTE:
        code = _TENS[second] + first - _SIGN_0
        end += 1
        if text[end] == _SIGN_R:
            code = PLAIN_MOST + _TENS[second] // 10
            end += 1
    place = _OF_SEAT * (text[position + _SEAT] & 3) + (code & 63)
    if text[position + _WORD] == _SIGN_D:
        place += 2 * _OF_KIND if text[end + _FLAG] == _SIGN_T else _OF_KIND
    turn = _TURNS[place]
    return turn if turn is not None and text[position : position + len(turn.text)] == turn.text else None
