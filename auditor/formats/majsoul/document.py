"""Records as JSON: what browser scripts and other tools leave of the server's answer, in five shapes.

- ``{head, data: {name, data: {actions: [{result: {name, data}}]}}}``, or with ``records: [{name, data}]``: a script's;
- ``{head, data: BASE64, records: [{..., "@type": NAME}]}``, keys in camel case: Python's;
- ``{head, data: {type: "Buffer", data: [BYTES]}, records: [{"__type": NAME, ...}]}``: Node.js's;
- ``[{uuid, players, result, actions: [{name, data}]}]``: without a head.

Where the bytes of the record stand in it they are decoded, and what a tool made of them is passed over.
"""

import base64
import re
from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec

from auditor.formats.encodings import UTF8_MARK
from auditor.formats.json_keys import has_repeated_key, repeated_key
from auditor.formats.majsoul import shapes
from auditor.formats.majsoul.header import Head, table
from auditor.formats.majsoul.schema import MESSAGES
from auditor.formats.majsoul.shapes import Data, Document, Item, decode_document, decode_documents, decode_type
from auditor.problems import ReadError

_SIGN: Final = re.compile(
    rb'"uuid"\s*:\s*"\d{6}-[0-9a-f]{8}-|"(?:name|@type|__type)"\s*:\s*"(?:\.lq\.)?(?:Record[A-Z]|GameDetailRecords)'
    rb'|"ChUubHEuR2FtZURldGFpbFJlY29yZHM|10,\s*21,\s*46,\s*108,\s*113,'
)
"""What only a record of Mahjong Soul has near its beginning: its id, names of records, or the first of its bytes."""


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join([part.capitalize() for part in rest])


_FIELDS: Final = sorted({field.split()[2] for fields in MESSAGES.values() for field in fields.split(", ")})
_SNAKE: Final = {_camel(name): name for name in _FIELDS if _camel(name) != name}
"""The server's spelling of a key in camel case."""
_SNAKE_BYTES: Final = [
    (b'"%s":' % camel.encode(), b'"%s":' % snake.encode(), re.compile(rb'"%s"\s*:' % camel.encode()))
    for camel, snake in _SNAKE.items()
]


def matches(head: bytes) -> bool:
    """Whether the first bytes of an input look like a record in JSON."""
    head = head.removeprefix(UTF8_MARK).lstrip()
    return head[:1] in (b"{", b"[") and _SIGN.search(head) is not None


def documents(data: bytes) -> Iterator[bytes]:
    """The JSON texts of an input: of each game one. Raises ReadError."""
    text = data.removeprefix(UTF8_MARK).lstrip()
    if text.startswith(b"["):
        yield from [bytes(one) for one in decoded(decode_documents, text)]
    else:
        yield text


class Contents:
    """What a document holds: a head, and the records either as bytes or as items with a `name` and `data`.

    repeated: a key that stands twice in one object, of which decoders keep the last; "" where none does.
    """

    def __init__(self, head: Head, data: bytes | None, items: list[Any], repeated: str) -> None:
        self.head = head
        self.data = data
        self.items = items
        self.repeated = repeated


def read_document(text: bytes) -> Contents:
    """Take a document apart. Raises ReadError."""
    document: Document = decoded(decode_document, text)
    whole = decoded(msgspec.json.decode, text)
    head = table(_renamed(whole["head"] if "head" in whole else _without_records(whole)))
    repeated = repeated_key(text.decode("utf-8", "replace")) if has_repeated_key(text, whole) else ""
    data = document.data.data if isinstance(document.data, Data) else document.data
    if isinstance(data, shapes.Contents):
        items = [action.result for action in data.actions if action.result is not None]
        return Contents(head, None, items or data.records, repeated)
    if data:
        return Contents(head, _bytes_of(data), [], repeated)
    if document.actions is not None:
        return Contents(head, None, document.actions, repeated)
    flat = document.records if document.records is not None else document.details
    if flat is None:
        raise ReadError("", "expected the records under data, records or actions; there are none")
    return Contents(head, None, [_typed(one) for one in flat], repeated)


def _without_records(whole: dict[str, Any]) -> dict[str, Any]:
    """What a document without a head says of its game."""
    return {key: value for key, value in whole.items() if key not in ("data", "records", "details", "actions")}


def _renamed(value: Any) -> Any:
    if isinstance(value, dict):
        return {_SNAKE.get(key, key): _renamed(one) for key, one in value.items()}
    return [_renamed(one) for one in value] if isinstance(value, list) else value


def _bytes_of(data: list[int] | str) -> bytes:
    """The record's bytes, in its wrapper or not: in base64, or as the numbers of a Node.js buffer."""
    try:
        return base64.b64decode(data, validate=True) if isinstance(data, str) else bytes(data)
    except ValueError:
        expected = "the record's bytes in base64" if isinstance(data, str) else "numbers from 0 to 255"
        raise ReadError("data", f"expected {expected}") from None


def _typed(raw: Any) -> Item:
    """A record that holds its own name."""
    text = bytes(raw)
    names = decoded(decode_type, text)
    for camel, snake, spaced in _SNAKE_BYTES:
        if camel in text:
            text = text.replace(camel, snake)
        elif camel[:-1] in text:
            text = spaced.sub(snake, text)
    return Item(names.python or names.node, msgspec.Raw(text))


def decoded(decode: Callable[[Any], Any], text: Any) -> Any:
    """What a decoder gives. Raises ReadError with what is wrong, where it does."""
    try:
        return decode(text)
    except UnicodeDecodeError:
        raise ReadError("", "expected UTF-8 text") from None
    except RecursionError:
        raise ReadError("", "expected a record of Mahjong Soul, not JSON nested this deep") from None
    except ValueError as error:
        raise ReadError("", str(error).removeprefix("JSON is malformed: ")) from None
