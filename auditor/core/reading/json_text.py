# build: compiled
"""JSON as text: decoders' errors in words, repeated keys (which decoders do not report), comments, cut-off objects."""

import json
import re
from typing import Any, Final, TypeGuard

import msgspec

from auditor.core.errors import ReadError
from auditor.core.reading.format import UTF8_MARK, check_text

_TEXT: Final = rb'"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"?+'
_NO_COMMENTS: Final = re.compile(rb'(?:[^"/]++|' + _TEXT + rb"|/(?![/*])|(?<=https:)/|(?<=http:)/)*+", re.DOTALL)
_COMMENT_BEGINS: Final = re.compile(rb"/[/*](?<!https:..)(?<!http:..)")
"""Not in the address of a page, which a text may begin with in square brackets."""
_COMMENT: Final = re.compile(rb"//[^\n]*+|/\*.*?(?:\*/|\Z)", re.DOTALL)
_LAST_COMMA: Final = re.compile(_TEXT + rb"|(,)(?=\s*+[\]}])", re.DOTALL)
_LOOKED_AT: Final = 4096
"""The number of bytes at the beginning of a text that show whether it may be JSON."""
_DEEPEST: Final = 20
_WHOLE_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,12}(\.0+)?")
_BETWEEN: Final = re.compile(r"[\s,:]*")

UNREADABLE: Final = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""The exceptions that a decoder of msgspec raises."""

_MALFORMED: Final = "JSON is malformed: "


def json_error_text(error: Exception) -> str:
    """The message of a decoder's error, to follow a colon."""
    if isinstance(error, UnicodeDecodeError):
        return "it is not UTF-8 text"
    if isinstance(error, RecursionError):
        return "it is nested too deep"
    return str(error).removeprefix(_MALFORMED).replace("`", "")


def is_number(value: object) -> TypeGuard[int]:
    """Whether a JSON value is a whole number; to Python `true` is one, too."""
    return isinstance(value, int) and not isinstance(value, bool)


def as_strict(value: object, depth: int = 0) -> object:
    """A JSON value as strict writers have it: whole numbers without quotes or a point, and no key that is null.

    depth: of the value within others; values nested deeper than in any log stay as they are.
    """
    if depth > _DEEPEST:
        return value
    if isinstance(value, dict):
        return {key: as_strict(one, depth + 1) for key, one in value.items() if one is not None}
    if isinstance(value, list):
        return [as_strict(one, depth + 1) for one in value]
    if isinstance(value, str) and _WHOLE_NUMBER.fullmatch(value):
        return int(value.partition(".")[0])
    return int(value) if isinstance(value, float) and value.is_integer() else value


def without_nulls(value: Any) -> Any:
    """A decoded JSON value without the members and elements that are null, at any depth. Raises RecursionError."""
    if isinstance(value, dict):
        return {key: without_nulls(one) for key, one in value.items() if one is not None}
    return [without_nulls(one) for one in value if one is not None] if isinstance(value, list) else value


def repeated_key(text: str) -> str:
    """The first key that is repeated in one object of a JSON text; "" if none is."""
    return next(filter(None, _repeated_keys(text)), "")


def repeated_outer_key(text: str) -> str:
    """The first key that is repeated in the outermost object of a JSON text; "" if none is."""
    return "".join(_repeated_keys(text)[-1:])


def _repeated_keys(text: str) -> list[str]:
    """The first key that is repeated in each object of a JSON text, "" where none is; the outermost object is last.

    For a malformed text, those before the fault, and "".
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
    """Whether a key may be repeated in an object of a JSON text: a quick test that is seldom wrong.

    keys: the number of keys in the objects that the text decodes to.
    """
    colons = text.count(b'":')
    if keys == colons and b"\\" not in text:
        return False
    return keys != colons - text.count(b'\\":') + text.count(b'" :')


def keys_of(value: object) -> int:
    """The number of keys in all objects of a value."""
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


def without_comments(text: bytes) -> bytes:
    """A JSON text with spaces in place of its comments (``//`` and ``/* */``), and of commas after a last value.

    Lines stay where they were. A text without comments, or that is no JSON, is returned as it is.
    """
    begins_so = text[:_LOOKED_AT].removeprefix(UTF8_MARK).lstrip().startswith((b"{", b"[", b"//", b"/*"))
    if not begins_so or b"/" not in text or _COMMENT_BEGINS.search(text) is None:
        return text
    text = text.removeprefix(UTF8_MARK)
    pieces = []
    position = 0
    while plain := _NO_COMMENTS.match(text, position):
        pieces.append(plain[0])
        if (comment := _COMMENT.match(text, plain.end())) is None:
            break
        pieces.append(b"\n".join([b" " * len(line) for line in comment[0].split(b"\n")]))
        position = comment.end()
    plain_text = b"".join(pieces)
    if len(pieces) == 1 or not plain_text.lstrip().startswith((b"{", b"[")):
        return text
    return _LAST_COMMA.sub(lambda found: b" " if found[1] else found[0], plain_text)


def cut_object(text: str, key: str) -> dict[str, object] | None:
    """The complete parts of a JSON object that was cut off: its values, and the elements of the list under a key.

    None if no element of that list is complete.
    """
    decode = json.JSONDecoder().raw_decode

    def after(position: int) -> int:
        between = _BETWEEN.match(text, position)
        return position if between is None else between.end()

    values: dict[str, object] = {}
    elements: list[object] = []
    position = 1
    try:
        while True:
            name, position = decode(text, after(position))
            position = after(position)
            if name != key or text[position] != "[":
                values[name], position = decode(text, position)
                continue
            values[name] = elements
            position = after(position + 1)
            while text[position] != "]":
                element, position = decode(text, position)
                elements.append(element)
                position = after(position)
            position += 1
    except (ValueError, IndexError, TypeError, RecursionError):  # where it was cut, or is no JSON
        return values if elements else None
