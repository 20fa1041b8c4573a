# build: plain
"""Reads records from protobuf bytes: wrapped or bare, alone or in the server's whole response."""

import re
from typing import Any, Final

from auditor.core.errors import Problem, ReadError
from auditor.core.reading.format import IS_COMPILED
from auditor.core.reading.protobuf import decode_error
from auditor.formats.majsoul import HEADED, fast
from auditor.formats.majsoul.fast import RawRecord
from auditor.formats.majsoul.header import Head
from auditor.formats.majsoul.schema import decoded, message_class

CONTENTS: Final = "GameDetailRecords"
MOST_BYTES: Final = 1 << 22
"""The limit for one game, twenty times what games take: decoded, empty messages take thirty times their bytes."""
_ANSWER: Final = 3
"""The first byte of a WebSocket message that is a response; two bytes with the request's number follow."""
_WRAPPED: Final = re.compile(rb"\n\x15\.lq\.GameDetailRecords\x12[\x80-\xff]{0,9}[\x00-\x7f]")
_NO_ERROR: Final = b"\n\0"
"""An empty error, which may precede the head."""
_KNOWN_SWITCHES: Final = (1, 2, 37, 38)
"""Field numbers of a room's rules that the schema leaves out, since they change nothing in the game."""


class RecordBytes:
    """What was decoded from bytes: the head, or None; the records; problems."""

    def __init__(self) -> None:
        self.head: Head | None = None
        self.items: list[RawRecord] = []
        self.problems: list[Problem] = []


def read_bytes(data: bytes) -> RecordBytes:
    """Decode the bytes, as far as they can be. Raises ReadError where they hold no record at all."""
    if len(data) > MOST_BYTES:
        raise ReadError("", f"expected at most {MOST_BYTES:,} bytes for the records of a game, not {len(data):,}")
    answer = RecordBytes()
    if data[:1] == bytes([_ANSWER]) and len(data) > 3:
        wrapper = decoded("Wrapper", data[3:])
        _read_answer(data[3:] if wrapper is None else wrapper.data, answer)
    elif re.match(HEADED, data.removeprefix(_NO_ERROR)):
        _read_answer(data, answer)
    else:
        _read_contents(data, answer)
    return answer


def _read_answer(data: bytes, answer: RecordBytes) -> None:
    """Read a ``ResGameRecord``; if cut off or corrupt, its head and what is left of the records. Raises ReadError."""
    message = message_class("ResGameRecord")()
    try:
        message.MergeFromString(data)
    except decode_error():
        answer.problems.append(Problem("", "the server's answer is cut off or corrupt; what can be decoded is read"))
    if message.error.code:
        raise ReadError("", f"the server's answer is an error (number {message.error.code}), without a record")
    if message.HasField("head"):
        answer.head = plain(message.head)
    if not (contents := message.data):
        found = _WRAPPED.search(data)
        if found is None and not answer.problems:
            address = f": it lies at {message.data_url}" if message.data_url else ""
            raise ReadError("", f"the server's answer does not hold the record itself{address[:200]}")
        contents = data[found.start() :] if found is not None else b""
    _read_contents(contents, answer)


def _read_contents(data: bytes, answer: RecordBytes) -> None:
    """Read a ``GameDetailRecords``, wrapped or bare; if it is cut off or corrupt, the records before that."""
    if (wrapped := _WRAPPED.match(data)) is not None:
        wrapper = decoded("Wrapper", data)
        data = data[wrapped.end() :] if wrapper is None else wrapper.data
        is_whole = wrapper is not None
    else:
        is_whole = True
    records = fast.read(data) if IS_COMPILED else None
    if records is None:
        is_whole = read_with_protobuf(data, answer) and is_whole
    else:
        answer.items = records
    if not is_whole and not answer.problems:
        items = answer.items
        last = f"record {len(items) - 1} ({items[-1].name.removeprefix('.lq.')})" if items else "its first bytes"
        answer.problems.append(Problem("", f"the record is cut off or corrupt after {last}"))


def read_with_protobuf(data: bytes, answer: RecordBytes) -> bool:
    """Read a bare ``GameDetailRecords``, whatever it holds, with the protobuf package. Returns whether it is whole."""
    contents = message_class(CONTENTS)()
    is_whole = True
    try:
        contents.MergeFromString(data)
    except decode_error():
        is_whole = False
    answer.items = [_record(action.result) for action in contents.actions if action.result.name]
    if not answer.items:
        answer.items = [_record(wrapper) for wrapper in contents.records if wrapper.name]
    return is_whole


def _record(wrapper: Any) -> RawRecord:
    data: bytes = wrapper.data
    return RawRecord(wrapper.name, data, 0, len(data))


def plain(message: Any) -> dict[str, Any]:
    """A message as a dict of the fields that are set; unknown switches of a room are named by their field numbers."""
    found: dict[str, Any] = {}
    for field, value in message.ListFields():
        if field.message_type is None:
            found[field.name] = list(value) if field.is_repeated else value
        elif field.is_repeated:
            found[field.name] = [plain(one) for one in value]
        else:
            found[field.name] = plain(value)
    if message.DESCRIPTOR.name == "GameDetailRule":
        from google.protobuf.unknown_fields import UnknownFieldSet

        for unknown in UnknownFieldSet(message):
            if unknown.field_number not in _KNOWN_SWITCHES and unknown.data:
                found[f"field_{unknown.field_number}_mode"] = 1
    return found
