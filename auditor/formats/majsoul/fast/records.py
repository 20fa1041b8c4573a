# build: hot
"""The records of a game as the fast readers (`wire`, `json_text`) give them: where each is; most of them decoded.

Nine of ten records are draws and discards that hold nothing but a tile, furiten flags and offers; these the fast
readers decode in passing, as a `RawTurn`. Records with anything else in them, or not written as servers and tools
usually do, are plain `RawRecord` objects, which `auditor.formats.majsoul.parts` decodes.
"""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from auditor.core.events import NOT_RECORDED, NUMBERED_OFFERS, OFFER_BITS, SEATS
from auditor.core.reading.copies import NO_CODE
from auditor.formats.majsoul.vocabulary import code_of


class UnusualError(Exception):
    """Something is not as servers and tools usually write it; the thorough readers report what it is."""


@mypyc_attr(acyclic=True)
class RawRecord:
    """A record: its name as it is written, and where its data are: ``source[begin:end]``."""

    def __init__(self, name: str, source: bytes, begin: i64, end: i64) -> None:
        self.name = name
        self.source = source
        self.begin: i64 = begin
        self.end: i64 = end

    @property
    def data(self) -> bytes:
        """The bytes of the data."""
        return self.source[self.begin : self.end]


@mypyc_attr(acyclic=True)
class RawTurn(RawRecord):
    """A draw or a discard that holds nothing else but flags and offers.

    code: the tile, as in `auditor.core.reading.copies`. is_riichi, is_drawn: of a discard. flags, offers: as in
    `auditor.core.events.ServerRecord`.
    """

    def __init__(self, name: str, source: bytes, begin: i64, end: i64) -> None:
        super().__init__(name, source, begin, end)
        self.is_draw = False
        self.seat: i64 = 0
        self.code: i64 = NO_CODE
        self.is_riichi = False
        self.is_drawn = False
        self.flags: i64 = NOT_RECORDED
        self.offers: i64 = 0

    def is_whole(self) -> bool:
        """Whether it has a tile and the seat of a player."""
        return self.code != NO_CODE and self.seat < SEATS


def code_at(text: bytes, position: i64) -> i64:
    """The code of the tile whose two characters are at a position of a text. Raises UnusualError for no tile."""
    code = code_of(text[position], text[position + 1])
    if code == NO_CODE:
        raise UnusualError
    return code


def offers_of(seat: i64, mask: i64) -> i64:
    """The actions of a seat (bit n for the one numbered n) shifted to its bits. Raises UnusualError for no seat."""
    if not 0 <= seat < SEATS:
        raise UnusualError
    return mask << OFFER_BITS * seat


def bit_of_offer(number: i64) -> i64:
    """The bit of an action by its number; 0 for an unknown one."""
    return _BITS_OF_OFFERS[number] if 0 <= number < NUMBERED_OFFERS else 0


_BITS_OF_OFFERS: Final = [1 << number for number in range(NUMBERED_OFFERS)]


def name_of(written: bytes) -> str:
    """The name of a record as a string. Raises UnusualError if it is empty or not ASCII."""
    if written == b".lq.RecordDiscardTile":  # as most are: no string need be made
        return ".lq.RecordDiscardTile"
    if written == b".lq.RecordDealTile":
        return ".lq.RecordDealTile"
    if not written or not written.isascii():
        raise UnusualError
    return written.decode("ascii")


def is_draw(name: str) -> bool:
    """Whether a record of this name is a draw."""
    return name == ".lq.RecordDealTile" or name == "RecordDealTile"


def is_discard(name: str) -> bool:
    """Whether a record of this name is a discard."""
    return name == ".lq.RecordDiscardTile" or name == "RecordDiscardTile"
