# build: plain
"""Reads records from JSON: what browser scripts and other tools make of the server's response, in five shapes.

- ``{head, data: {name, data: {actions: [{result: {name, data}}]}}}``, or with ``records: [{name, data}]``: a script's;
- ``{head, data: BASE64, records: [{..., "@type": NAME}]}``, keys in camel case: Python's;
- ``{head, data: {type: "Buffer", data: [BYTES]}, records: [{"__type": NAME, ...}]}``: Node.js's;
- ``[{uuid, players, result, actions: [{name, data}]}]``: without a head.

Where a document includes the record's bytes, these are decoded, and the tool's version of them is ignored. Keys may be
in camel case in any of them. A document of another shape is searched for records (`records_in`).
"""

import base64
import re
from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec

from auditor.core.errors import Problem, ReadError
from auditor.core.reading.format import UTF8_MARK, check_text
from auditor.core.reading.json_text import has_repeated_key, is_number, keys_of, repeated_key
from auditor.core.reading.protobuf import decode_error
from auditor.formats.majsoul import shapes
from auditor.formats.majsoul.header import Head, number, table
from auditor.formats.majsoul.schema import MESSAGES, message_class

_HOLDERS: Final = ("data", "actions", "records", "details")
"""Keys that hold records, directly or deeper."""
_NAME_KEYS: Final = ("name", "@type", "__type")
_DEEPEST: Final = 4
_RECORD_MARK: Final = b".lq.Record"
_BYTE: Final = 256


def records_in(value: Any, depth: int = _DEEPEST) -> list[Any] | bytes:
    """The records in a JSON value, or the bytes that hold them all; an empty list where there are none.

    Each record is a `JsonRecord` of JSON text, or a ``Wrapper`` where the tool left its bytes.
    """
    if found := bytes_in(value):
        return found
    if isinstance(value, list):
        return [item for item in [_loose_item(one) for one in value] if item is not None]
    if isinstance(value, dict) and depth:
        for key in _HOLDERS:
            if inner := records_in(value.get(key), depth - 1):
                return inner
    return []


def bytes_in(value: Any) -> bytes:
    """The bytes of records that a value encodes, as base64 or as numbers; b"" for any other value."""
    if isinstance(value, dict):
        if value.get("type") == "Buffer":
            return bytes_in(value.get("data"))
        if "0" not in value:
            return b""
        value = list(value.values())
    found = b""
    if isinstance(value, str):
        try:
            found = base64.b64decode(value, validate=True)
        except ValueError:
            return b""
    elif isinstance(value, list) and value and all([is_number(one) and 0 <= one < _BYTE for one in value]):
        found = bytes(value)
    return found if _RECORD_MARK in found else b""


def _loose_item(value: Any) -> Any:
    """The record that is an entry of a list, or the ``result`` of an action; None for anything else."""
    if isinstance(value, dict) and "result" in value:
        value = value["result"]
    if wrapper := bytes_in(value):
        try:
            return message_class("Wrapper").FromString(wrapper)
        except decode_error():
            return None
    if not isinstance(value, dict):
        return None
    name = next((value[key] for key in _NAME_KEYS if isinstance(value.get(key), str)), "")
    if not name:
        return None
    return shapes.JsonRecord(name, msgspec.Raw(msgspec.json.encode(value.get("data", value))))


_RECORD: Final = re.compile(rb'\[\s*\{\s*"(?:name|@type|__type)"\s*:\s*"(?:\.lq\.)?Record[A-Z]')
"""How a list of records begins."""
_LINES: Final = re.compile(rb"\}[^\S\n]*\n\s*\{")
_OBJECT_LINE: Final = re.compile(rb"(?<=[\r\n])\{")
_KEYS_SEEN: Final = 1 << 11
"""The number of characters, from the beginning and from the first record, that are searched for keys in camel case."""
_CAMEL_KEY: Final = re.compile(rb'"(?=[a-z]++[A-Z])(?!saltSha256|nickName|accountId)[A-Za-z0-9]++"\s*:')

_NULL: Final = b"null"
"""What stands for the records cut out of a document."""
_NO_UTF8: Final = "expected UTF-8 text"


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join([part.capitalize() for part in rest])


_FIELDS: Final = sorted({field.name for name in MESSAGES for field in MESSAGES[name]})
_SNAKE: Final = [
    (b'"%s":' % _camel(name).encode(), b'"%s":' % name.encode(), re.compile(rb'"%s"\s+:' % _camel(name).encode()))
    for name in _FIELDS
    if _camel(name) != name
]
"""Keys in camel case, in the server's spelling, and (as a pattern) in camel case with white space before the colon."""


def documents(data: bytes) -> Iterator[bytes]:
    """Yield the JSON texts of the games of an input, which are in a list or one after another. Raises ReadError."""
    text = data.removeprefix(UTF8_MARK).strip()
    if text.startswith(b"[") and not _RECORD.match(text):
        check_text(text)
        yield from [bytes(one) for one in decoded(shapes.decode_documents, text)]
    elif b"\n" in text and _LINES.search(text):
        yield from _lines(text)
    else:
        yield text


def _lines(text: bytes) -> Iterator[bytes]:
    """Split a text into objects that each begin a line; a single object is the text itself."""
    start = 0
    for begin in _OBJECT_LINE.finditer(text):
        yield text[start : begin.start()]
        start = begin.start()
    yield text[start:]


class DocumentContents:
    """What a document holds: a head, and the records either as bytes or as items with a `name` and `data`.

    is_binary: whether the items' data are protobuf bytes. problems: faults that do not keep it from being read.
    """

    def __init__(self, head: Head, data: bytes | None, items: list[Any], problems: list[Problem]) -> None:
        self.head = head
        self.data = data
        self.items = items
        self.is_binary = bool(items) and not isinstance(items[0], shapes.JsonRecord)
        self.problems = problems


def read_document(text: bytes, *, at_once: bool = True) -> DocumentContents:
    """Split a document of any shape into its head and its records. Raises ReadError.

    A key that comes twice in an object is a problem; not so within an entry of the list of records, of which the last
    counts: a search there would take as long as all else. at_once: whether entries are decoded together where that can
    be done; what is read is the same.
    """
    check_text(text)
    written = text
    if any([_CAMEL_KEY.search(text, begin, begin + _KEYS_SEEN) for begin in (0, max(0, text.find(b"Record")))]):
        text = _in_snake_case(text)
    items, around = records_at_once(text) if at_once else ([], text)
    contents = _split(around, written)
    if items:
        contents.items = items
    _check_utf8(text)
    return contents


def records_at_once(text: bytes) -> tuple[list[Any], bytes]:
    """The records of a list whose entries have no fault, decoded together, and the document around them.

    None of them, and the document itself, if it has another shape: then `_split` decodes entry by entry.
    """
    items = _usual_records(text)
    if not items or not items[0].name:
        return [], text
    first, last = bytes(items[0].data), bytes(items[-1].data)
    around = text[: text.find(first)] + _NULL + text[text.rfind(last) + len(last) :]
    left = _usual_records(around)  # one, if this is where they are: a text like the first may also be elsewhere
    is_certain = len(left) == 1 and left[0].name == items[0].name and bytes(left[0].data) == _NULL
    return (items, around) if is_certain else ([], text)


def _usual_records(text: bytes) -> list[shapes.JsonRecord]:
    """The records of a document as browser scripts write it; [] for any other, and for one with a fault."""
    try:
        document: shapes.UsualDocument = shapes.decode_usual_document(text)
    except (ValueError, RecursionError):
        return []
    contents = None if document.data is None else document.data.data
    if contents is None:
        return document.actions if document.data is None else []
    if contents.actions:
        return [action.result for action in contents.actions if action.result is not None]
    return contents.records


def _split(text: bytes, written: bytes) -> DocumentContents:
    """Split a document of any shape. written: the same with its keys as they are written. Raises ReadError."""
    listed: list[msgspec.Raw] = []
    data: bytes | None = None
    items: list[Any] = []
    fault: ReadError | None = None
    try:
        document: shapes.Document = decoded(shapes.decode_document, text)
        data, listed, decode = _of_usual_shape(document)
        if data is None:
            items = _items(listed, decode)
    except ReadError as error:
        fault = error
    without = _cut_out(text, listed) or text
    rest = decoded(msgspec.json.decode, without)
    problems = _repeated_key_problems(without, rest, written)
    outer = table(rest)
    beside = {key: value for key, value in outer.items() if key not in _HOLDERS}
    head = table(outer.get("head", beside))
    if data is None and not any([item.name for item in items]):
        found = records_in(decoded(msgspec.json.decode, text))
        if not found and fault is not None:
            raise fault
        if not found and not items:
            raise ReadError("", _nothing_in(outer))
        if fault is not None and fault.place:
            problems.append(Problem(fault.place, f"{fault.message}; the records next to them are read"))
        data, items = (found, []) if isinstance(found, bytes) else (None, found or items)
    return DocumentContents(head, data, items, problems)


def _check_utf8(text: bytes) -> None:
    """Check a text of which only a part was decoded. Raises ReadError."""
    try:
        text.decode()
    except UnicodeDecodeError:
        raise ReadError("", _NO_UTF8) from None


def _cut_out(text: bytes, listed: list[msgspec.Raw]) -> bytes:
    """A text without the entries of its list; b"" if it is not certain where they are."""
    if not listed:
        return b""
    first, last = bytes(listed[0]), bytes(listed[-1])
    begin, end = text.find(first), text.rfind(last) + len(last)
    between = end - begin - sum([len(memoryview(one)) for one in listed])
    gaps = len(listed) - 1
    gap = between // gaps if gaps else 0
    after = begin + len(first)
    if gap * gaps != between or (gaps and text[after : after + gap].strip() != b","):
        return b""
    return text[:begin] + text[end:]


def _repeated_key_problems(text: bytes, value: Any, written: bytes) -> list[Problem]:
    """A problem for a key that is repeated in one object of a text, of which decoders keep the last.

    value: what the text decodes to. written: the document with its keys as they are written.
    """
    if not has_repeated_key(text, keys_of(value)):
        return []
    key = repeated_key(text.decode("utf-8", "replace"))
    if f'"{key}"'.encode() not in written:
        key = _camel(key)
    return [Problem("", f'the key "{key}" comes twice in one object; the last is read')] if key else []


def _of_usual_shape(
    document: shapes.Document,
) -> tuple[bytes | None, list[msgspec.Raw], Callable[[Any], shapes.JsonRecord | None]]:
    """The record's bytes, or None; the entries of its list; and the decoder of an entry. There are neither bytes nor
    entries if the document has another shape. Raises ReadError."""
    data = document.data.data if isinstance(document.data, shapes.Data) else document.data
    flat = document.records if document.records is not None else document.details
    if isinstance(data, shapes.JsonContents):
        if data.actions:  # some are a player's input, which has no result
            return None, data.actions, lambda raw: decoded(shapes.decode_action, raw).result
        return None, data.records, _decode_named
    if data:
        return _bytes_of(data), flat or [], _decode_typed
    if document.actions is not None:
        return None, document.actions, _decode_named
    return None, flat or [], _decode_typed


def _nothing_in(outer: Head) -> str:
    """The message for a document without records."""
    if code := number(table(outer.get("error")).get("code")):
        return f"the server's answer is an error (number {code}), without a record"
    address = outer.get("data_url")
    if isinstance(address, str) and address:
        return f"the server's answer does not hold the record itself: it lies at {address[:160]}"
    return "expected the records under data, records or actions; there are none"


def _in_snake_case(text: bytes) -> bytes:
    """A JSON text with its keys in the server's spelling."""
    for camel, snake, spaced in _SNAKE:
        key = camel[:-1]
        if text.find(key) >= 0:
            text = text.replace(camel, snake)
            if text.find(key) >= 0:
                text = spaced.sub(snake, text)
    return text


def _bytes_of(data: list[int] | str) -> bytes:
    """The record's bytes, wrapped or not, from base64 or the numbers of a Node.js buffer. Raises ReadError."""
    try:
        return base64.b64decode(data, validate=True) if isinstance(data, str) else bytes(data)
    except ValueError:
        expected = "the record's bytes in base64" if isinstance(data, str) else "numbers from 0 to 255"
        raise ReadError("data", f"expected {expected}") from None


def _items(listed: list[msgspec.Raw], decode: Callable[[Any], shapes.JsonRecord | None]) -> list[shapes.JsonRecord]:
    """The records of a list. Raises ReadError if no entry is a record; one bad entry costs only its own hand."""
    items: list[shapes.JsonRecord] = []
    fault: ReadError | None = None
    for one in listed:
        try:
            item = decode(one)
        except ReadError as error:
            fault = fault or error
            item = shapes.JsonRecord(shapes.NO_RECORD)
        if item is not None:
            items.append(item)
    if fault is not None and all([item.name in ("", shapes.NO_RECORD) for item in items]):
        raise fault
    return items


def _decode_named(raw: Any) -> shapes.JsonRecord:
    """A record with its name next to it."""
    item: shapes.JsonRecord = decoded(shapes.decode_item, raw)
    return item


def _decode_typed(raw: Any) -> shapes.JsonRecord:
    """A record that holds its own name."""
    names = decoded(shapes.decode_type, raw)
    return shapes.JsonRecord(names.python or names.node, msgspec.Raw(raw))


def decoded(decode: Callable[[Any], Any], text: Any) -> Any:
    """Call a decoder on a text. Raises ReadError for the decoder's errors."""
    try:
        return decode(text)
    except UnicodeDecodeError:
        raise ReadError("", _NO_UTF8) from None
    except RecursionError:
        raise ReadError("", "expected a record of Mahjong Soul, not JSON nested this deep") from None
    except ValueError as error:
        raise ReadError("", str(error).removeprefix("JSON is malformed: ")) from None
