"""JSON as text: what a decoder's error says, and keys that are repeated in an object, which decoders pass over."""

import json
from typing import Final

import msgspec

from auditor.errors import ReadError
from auditor.formats.format import check_text

UNREADABLE: Final = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What a decoder of msgspec raises."""

_MALFORMED: Final = "JSON is malformed: "


def json_error_text(error: Exception) -> str:
    """What is wrong, to follow a colon."""
    if isinstance(error, UnicodeDecodeError):
        return "it is not UTF-8 text"
    if isinstance(error, RecursionError):
        return "it is nested too deep"
    return str(error).removeprefix(_MALFORMED).replace("`", "")


def repeated_key(text: str) -> str:
    """The first key that is repeated in one object of a JSON text; "" where none does."""
    return next(filter(None, _repeated_keys(text)), "")


def repeated_outer_key(text: str) -> str:
    """The first key that is repeated in the outermost object of a JSON text; "" where none does."""
    return "".join(_repeated_keys(text)[-1:])


def _repeated_keys(text: str) -> list[str]:
    """The first key that is repeated in each object of a JSON text, "" where none is; the outermost object is last.

    Of a text that is malformed those before the fault, and "".
    """
    repeated: list[str] = []

    def look(pairs: list[tuple[str, object]]) -> None:
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                repeated.append(key)
                return
            seen.add(key)
        repeated.append("")

    try:
        check_text(text)
        json.loads(text, object_pairs_hook=look)
    except (ValueError, RecursionError, ReadError):
        repeated.append("")
    return repeated


def has_repeated_key(text: bytes, keys: int) -> bool:
    """Whether a key may be repeated in an object of a JSON text: quick, and seldom wrongly.

    keys: how many the objects have that it decodes to.
    """
    colons = text.count(b'":')
    if keys == colons and b"\\" not in text:
        return False
    return keys != colons - text.count(b'\\":') + text.count(b'" :')


def keys_of(value: object) -> int:
    """How many keys the objects in a value have."""
    count = 0
    if isinstance(value, dict):
        count = len(value)
        for one in value.values():
            if isinstance(one, (dict, list)):
                count += keys_of(one)
    elif isinstance(value, list):
        for one in value:
            if isinstance(one, (dict, list)):
                count += keys_of(one)
    return count
