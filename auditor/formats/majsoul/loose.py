"""Records in JSON of another shape than those that most tools leave: looked for wherever they may stand.

A list of records alone; what stands in a wrapper without the head; records as bytes, each by itself. Bytes are text in
base64, a Node.js buffer, a list of numbers, or an object whose keys are the places, as browsers write typed arrays.
"""

import base64
from typing import Any, Final

import msgspec

from auditor.formats.majsoul.schema import decode_error, message_class
from auditor.formats.majsoul.shapes import Item

_HOLDERS: Final = ("data", "actions", "records", "details")
"""Keys under which records stand, themselves or deeper."""
_NAME_KEYS: Final = ("name", "@type", "__type")
_DEEPEST: Final = 4
_RECORD_MARK: Final = b".lq.Record"
_BYTE: Final = 256


def records_in(value: Any, depth: int = _DEEPEST) -> list[Any] | bytes:
    """The records in a JSON value, or the bytes that hold them all; an empty list where there are none.

    Each record is an `Item` of JSON text, or a ``Wrapper`` where the tool left its bytes.
    """
    found = bytes_in(value)
    if found:
        return found
    if isinstance(value, list):
        return [item for item in [_loose_item(one) for one in value] if item is not None]
    if isinstance(value, dict) and depth:
        for key in _HOLDERS:
            inner = records_in(value.get(key), depth - 1)
            if inner:
                return inner
    return []


def bytes_in(value: Any) -> bytes:
    """The bytes of records that a value stands for; b"" for any other value."""
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
    elif isinstance(value, list) and value and all([_is_byte(one) for one in value]):
        found = bytes(value)
    return found if _RECORD_MARK in found else b""


def _is_byte(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < _BYTE


def _loose_item(value: Any) -> Any:
    """A record, as it stands in a list or under the ``result`` of an action; None for anything else."""
    if isinstance(value, dict) and "result" in value:
        value = value["result"]
    wrapper = bytes_in(value)
    if wrapper:
        try:
            return message_class("Wrapper").FromString(wrapper)
        except decode_error():
            return None
    if not isinstance(value, dict):
        return None
    name = next((value[key] for key in _NAME_KEYS if isinstance(value.get(key), str)), "")
    if not name:
        return None
    return Item(name, msgspec.Raw(msgspec.json.encode(value.get("data", value))))
