# build: hot
"""Finds the records in protobuf bytes, and decodes most of them, in one pass.

Only what servers usually write is read here: fields with the types that the description (`schema`) gives them, each
number in at most four bytes. Anything else raises UnusualError, and the protobuf package reads the whole.

Nine of ten records are draws and discards that hold nothing but a tile, furiten flags and offers; these are decoded in
passing, as a `RawTurn`. Records with anything else in them, or not written as servers usually do, are plain `RawRecord`
objects, which `auditor.formats.majsoul.parts` decodes.
"""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from auditor.core.events import NOT_RECORDED, NUMBERED_OFFERS, OFFER_BITS, SEATS
from auditor.core.reading.copies import NO_CODE
from auditor.formats.majsoul.vocabulary import code_of


class UnusualError(Exception):
    """Something is not as servers usually write it; the protobuf package reports what it is."""


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
    return _BITS_OF_OFFERS[number] if 0 < number < NUMBERED_OFFERS else 0


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


VARINT: Final = 0
BYTES: Final = 2
"""Wire types: a number, and bytes with their length before them."""
_MORE_FOLLOWS: Final = 0x80
_MOST_BITS_READ: Final = 28


def read(data: bytes) -> list[RawRecord] | None:
    """The records of a ``GameDetailRecords``; None where its bytes are not as servers write them."""
    try:
        return _records_in(data)
    except (UnusualError, IndexError):
        return None


def _records_in(data: bytes) -> list[RawRecord]:
    """The records of a ``GameDetailRecords``. Raises UnusualError or IndexError where its bytes are not as usual."""
    wire = _Wire(data)
    records: list[RawRecord] = []
    actions: list[RawRecord] = []
    end: i64 = len(data)
    while wire.position < end:
        tag = wire.number()
        if tag == 3 << 3 | BYTES:
            if (record := wire.action()) is not None:
                actions.append(record)
        elif tag == 1 << 3 | BYTES:
            if (record := wire.record(wire.end_of_part())) is not None:
                records.append(record)
        elif tag >> 3 == 1 or tag >> 3 == 3:
            raise UnusualError
        else:
            wire.skip(tag)
    if wire.position != end:
        raise UnusualError
    return actions or records


class _Wire:
    """A cursor over the bytes. position: of the next one. Methods raise UnusualError, or IndexError at the end."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.position: i64 = 0

    def number(self) -> i64:
        """Read a number."""
        data, position = self.data, self.position
        byte: i64 = data[position]
        position += 1
        found = byte
        if byte >= _MORE_FOLLOWS:
            found = byte & 0x7F
            shift: i64 = 7
            while byte >= _MORE_FOLLOWS:
                if shift >= _MOST_BITS_READ:
                    raise UnusualError
                byte = data[position]
                position += 1
                found |= (byte & 0x7F) << shift
                shift += 7
        self.position = position
        return found

    def end_of_part(self) -> i64:
        """Read the length of a part, and return where the part ends."""
        length = self.number()
        return self.position + length

    def skip(self, tag: i64) -> None:
        """Skip the value of a field that is not read."""
        if tag < 1 << 3:
            raise UnusualError
        if tag & 7 == BYTES:
            self.position = self.end_of_part()
        elif tag & 7 == VARINT:
            data, position = self.data, self.position
            last = position + 9
            while data[position] >= _MORE_FOLLOWS:
                position += 1
                if position == last:
                    raise UnusualError
            self.position = position + 1
        else:
            raise UnusualError

    def action(self) -> RawRecord | None:
        """The record of an action; None if the action is a player's input."""
        end = self.end_of_part()
        record: RawRecord | None = None
        has_result = False
        while self.position < end:
            tag = self.number()
            if tag == 3 << 3 | BYTES:
                if has_result:
                    raise UnusualError  # protobuf merges the two
                has_result = True
                record = self.record(self.end_of_part())
            elif tag >> 3 == 3:
                raise UnusualError
            else:
                self.skip(tag)
        self.must_be_at(end)
        return record

    def must_be_at(self, end: i64) -> None:
        """Raise UnusualError if a part is longer than what contains it."""
        if self.position != end:
            raise UnusualError

    def record(self, end: i64) -> RawRecord | None:
        """A record in its wrapper; None for one without a name."""
        data = self.data
        begin_of_name: i64 = 0
        end_of_name: i64 = 0
        begin: i64 = 0
        end_of_data: i64 = 0
        while self.position < end:
            tag = self.number()
            if tag == 1 << 3 | BYTES:
                end_of_name = self.end_of_part()
                begin_of_name = self.position
                self.position = end_of_name
            elif tag == 2 << 3 | BYTES:
                end_of_data = self.end_of_part()
                begin = self.position
                self.position = end_of_data
            elif tag >> 3 == 1 or tag >> 3 == 2:
                raise UnusualError
            else:
                self.skip(tag)
        self.must_be_at(end)
        if begin_of_name == end_of_name:
            return None
        name = name_of(data[begin_of_name:end_of_name])
        if is_draw(name) or is_discard(name):
            try:
                return self.turn(RawTurn(name, data, begin, end_of_data))
            except (UnusualError, IndexError):
                self.position = end
        return RawRecord(name, data, begin, end_of_data)

    def turn(self, turn: RawTurn) -> RawTurn:
        """Decode a draw or a discard, and go back to the position. Raises UnusualError if it holds anything else."""
        back = self.position
        self.position = turn.begin
        turn.is_draw = is_draw(turn.name)
        if turn.is_draw:
            self.fill_draw(turn)
        else:
            self.fill_discard(turn)
        self.must_be_at(turn.end)
        if not turn.is_whole():
            raise UnusualError
        self.position = back
        return turn

    def fill_draw(self, turn: RawTurn) -> None:
        """Decode a ``RecordDealTile``."""
        end = turn.end
        while self.position < end:
            tag = self.number()
            if tag == 1 << 3 | VARINT:
                turn.seat = self.number()
            elif tag == 2 << 3 | BYTES:
                turn.code = self.tile()
            elif tag == 7 << 3 | BYTES:
                turn.flags = self.flags(turn.flags)
            elif tag == 8 << 3 | BYTES:
                turn.offers = self.offers()
            elif tag >> 3 == 3 or tag >> 3 == 4 or tag >> 3 > 8:
                self.skip(tag)
            else:
                raise UnusualError

    def fill_discard(self, turn: RawTurn) -> None:
        """Decode a ``RecordDiscardTile``."""
        end = turn.end
        is_riichi = is_double_riichi = False
        while self.position < end:
            tag = self.number()
            if tag == 1 << 3 | VARINT:
                turn.seat = self.number()
            elif tag == 2 << 3 | BYTES:
                turn.code = self.tile()
            elif tag == 3 << 3 | VARINT:
                is_riichi = self.number() != 0
            elif tag == 9 << 3 | VARINT:
                is_double_riichi = self.number() != 0
            elif tag == 5 << 3 | VARINT:
                turn.is_drawn = self.number() != 0
            elif tag == 6 << 3 | BYTES:
                turn.flags = self.flags(turn.flags)
            elif tag == 10 << 3 | BYTES:
                turn.offers |= self.offers()
            elif tag >> 3 == 4 or tag >> 3 == 7 or tag >> 3 > 10:
                self.skip(tag)
            else:
                raise UnusualError
        turn.is_riichi = is_riichi or is_double_riichi

    def tile(self) -> i64:
        """Read the code of a tile."""
        end = self.end_of_part()
        if end - self.position != 2:
            raise UnusualError
        code = code_at(self.data, self.position)
        self.position = end
        return code

    def flags(self, none: i64) -> i64:
        """Flags of one to four seats as a mask, and `none` where there are none."""
        end = self.end_of_part()
        position = self.position
        if end - position > 4:
            raise UnusualError
        if end == position:
            return none
        data = self.data
        mask: i64 = 0
        bit: i64 = 1
        while position < end:
            if data[position]:
                mask |= bit
            bit += bit
            position += 1
        self.position = end
        return mask

    def offers(self) -> i64:
        """What a seat is offered, as in `auditor.core.events.ServerRecord.offers`."""
        end = self.end_of_part()
        seat: i64 = 0
        mask: i64 = 0
        while self.position < end:
            tag = self.number()
            if tag == 1 << 3 | VARINT:
                seat = self.number()
            elif tag == 2 << 3 | BYTES:
                mask |= self.offer()
            elif tag >> 3 > 2:
                self.skip(tag)
            else:
                raise UnusualError
        self.must_be_at(end)
        return offers_of(seat, mask)

    def offer(self) -> i64:
        """Read the bit of one action that is offered."""
        end = self.end_of_part()
        bit: i64 = bit_of_offer(0)
        while self.position < end:
            tag = self.number()
            if tag == 1 << 3 | VARINT:
                bit = bit_of_offer(self.number())
            elif tag >> 3 > 1:
                self.skip(tag)
            else:
                raise UnusualError
        self.must_be_at(end)
        return bit
