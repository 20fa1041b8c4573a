# build: compiled
"""Decodes records and their parts, which have a JSON form and a protobuf form.

A record of either form has the fields of `auditor.formats.majsoul.shapes`. Its parts are in the form of the record:
objects, None where missing, or bytes, empty where missing.
"""

from collections.abc import Callable
from typing import Any, Final

import msgspec

from auditor.core.errors import ReadError
from auditor.core.events import NOT_RECORDED, NUMBERED_OFFERS, OFFER_BITS, SEATS
from auditor.core.reading.format import BoundedCache
from auditor.core.reading.json_text import without_nulls
from auditor.core.reading.protobuf import decode_error
from auditor.core.units import SeatIndex
from auditor.formats.majsoul.schema import message_class
from auditor.formats.majsoul.shapes import DECODERS

_MOST_TEXTS: Final = 4096
_RECORD_PREFIX: Final = ".lq."
_NO_FLAGS: Final = [False] * SEATS
_MOST_FREQUENT: Final = ("RecordDealTile", "RecordDiscardTile")
_MOST_REUSED: Final = 1024
"""The largest record, in bytes, that is decoded into a reused message: that keeps its memory as long as it lives."""


class Parts:
    """Decodes records and their parts. Every method raises ReadError, without a location, for undecodable data."""

    def decode(self, name: str, raw: Any) -> Any:
        """Decode a record of a name, with or without the server's package before it."""
        raise NotImplementedError

    def liqi(self, part: Any) -> Any:
        """A riichi's payment: seat, score, failed."""
        raise NotImplementedError

    def flags(self, part: Any) -> int:
        """The flags of the seats as a mask; NOT_RECORDED where there are none."""
        raise NotImplementedError

    def offer(self, part: Any) -> int:
        """What one seat is offered, as in `auditor.core.events.ServerRecord.offers`."""
        raise NotImplementedError

    def offers(self, part: Any) -> int:
        """What several seats are offered."""
        raise NotImplementedError


def _mask(flags: Any) -> int:
    mask = 0
    for seat, flag in enumerate(flags):
        if flag:
            mask |= 1 << seat
    return mask if 0 < len(flags) <= SEATS else NOT_RECORDED


def _packed(seat: SeatIndex, operations: Any) -> int:
    """The offers to one seat, shifted to its bits; higher numbers than the known ones are of variants and ignored."""
    if not 0 <= seat < SEATS:
        raise ReadError("", f"seat: expected a seat 0 to 3, not {seat}")
    mask = 0
    for operation in operations[:]:
        number: int = operation.type
        if 0 < number < NUMBERED_OFFERS:
            mask |= 1 << number
    return mask << OFFER_BITS * seat


class JsonParts(Parts):
    """The JSON form; the parts are decoded with their record."""

    def decode(self, name: str, raw: Any) -> Any:
        """Decode a record of a name."""
        decode = DECODERS[name.removeprefix(_RECORD_PREFIX)]
        try:
            return decode(raw)
        except (ValueError, RecursionError) as error:
            return _decoded_again(decode, raw, error)

    def liqi(self, part: Any) -> Any:
        """A riichi's payment."""
        return part

    def flags(self, part: Any) -> int:
        """Flags of each seat as a mask."""
        if part == _NO_FLAGS:  # as most are
            return 0
        return NOT_RECORDED if part is None else _mask(part)

    def offer(self, part: Any) -> int:
        """What one seat is offered."""
        return 0 if part is None else _packed(part.seat, part.operation_list)

    def offers(self, part: Any) -> int:
        """What several seats are offered."""
        found = 0
        if part is not None:
            for one in part:
                found |= _packed(one.seat, one.operation_list)
        return found


def _decoded_again(decode: Callable[[Any], Any], raw: Any, error: Exception) -> Any:
    """Decode without the nulls that some tools write for missing values. Raises ReadError, for the first error."""
    try:
        return decode(msgspec.json.encode(without_nulls(msgspec.json.decode(raw))))
    except (ValueError, RecursionError):
        raise ReadError("", str(error).removeprefix("JSON is malformed: ")) from None


class BinaryParts(Parts):
    """The protobuf form; parts are bytes, most of which recur, so that what they mean is cached.

    _reused: for each of the most frequent records the message into which all of them are decoded, for that is faster:
    such a record is overwritten by the next of its name.
    """

    def __init__(self) -> None:
        self._flags: BoundedCache[bytes, int] = BoundedCache(_MOST_TEXTS)
        self._offers: BoundedCache[bytes, int] = BoundedCache(_MOST_TEXTS)
        self._classes: dict[str, Any] = {}
        self._reused = {name: message_class(name)() for name in _MOST_FREQUENT}
        self._error = decode_error()
        self._liqi: Callable[[bytes], Any] = message_class("LiQiSuccess").FromString
        self._operations: Callable[[bytes], Any] = message_class("OptionalOperationList").FromString

    def decode(self, name: str, raw: Any) -> Any:
        """Decode a record of a name."""
        reused = self._reused.get(name) if len(raw) <= _MOST_REUSED else None
        if (known := self._classes.get(name)) is None:
            known = message_class(name.removeprefix(_RECORD_PREFIX)).FromString
            self._classes[name] = known
        try:
            if reused is None:
                return known(raw)
            reused.ParseFromString(raw)
            return reused
        except self._error:
            raise ReadError("", f"the {len(raw)} bytes are no such record") from None

    def liqi(self, part: Any) -> Any:
        """A riichi's payment."""
        return self._message(self._liqi, part)

    def flags(self, part: Any) -> int:
        """Flags of each seat as a mask."""
        text: bytes = part
        if (known := self._flags.entries.get(text)) is None:
            known = _mask(text)
            self._flags.add(text, known)
        return known

    def offer(self, part: Any) -> int:
        """What one seat is offered."""
        text: bytes = part
        if not text:
            return 0
        if (known := self._offers.entries.get(text)) is None:
            one = self._message(self._operations, text)
            known = _packed(one.seat, one.operation_list)
            self._offers.add(text, known)
        return known

    def offers(self, part: Any) -> int:
        """What several seats are offered."""
        found = 0
        if part:
            for one in part[:]:
                found |= self.offer(one)
        return found

    def _message(self, decode: Callable[[bytes], Any], raw: bytes) -> Any:
        try:
            return decode(raw)
        except self._error:
            raise ReadError("", f"a part of {len(raw)} bytes cannot be decoded") from None
