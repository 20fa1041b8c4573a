"""Changes of an input that know its structure: elements, values and fields are changed, not only bytes."""

import re
from random import Random
from typing import Any, Final

import msgspec.json

_ELEMENT: Final = re.compile(rb"<[^<>]*>[^<]*")
_VALUE: Final = re.compile(rb'="([^"]*)"')
_NUMBER: Final = re.compile(rb"-?\d+")
_NUMBERS: Final = (b"0", b"-1", b"1", b"3", b"4", b"37", b"135", b"136", b"65535", b"100000", b"9" * 30, b"1e9", b"")
EXTREMES: Final[tuple[Any, ...]] = (
    None, True, False, 0, -1, 1, 4, 37, 136, 2**31, 2**63, -(2**63) - 1, 10**30, 0.5, 1e300, "", "x", "0", "\0",
    "\u2028", "\U0001f004", "m" * 300, [], {}, [[]], [None], {"": None}, [[[[[[]]]]]],
)  # fmt: skip
_MOST_CHANGES: Final = 4


def changed(data: bytes, others: list[bytes], choice: Random) -> bytes:
    """An input with some changes. others: inputs of the same format, of which parts may be taken."""
    for _ in range(choice.randint(1, _MOST_CHANGES)):
        if choice.random() < 0.25:
            data = _bytes_changed(data, choice)
        elif data.lstrip()[:1] == b"<":
            data = _xml_changed(data, choice.choice(others), choice)
        elif data.lstrip()[:1] in (b"{", b"["):
            data = _json_changed(data, choice)
        elif data[:1] in (b"\n", b"\x0a", b"\x12", b"\x03", b"\x1a"):
            data = _message_changed(data, choice, 0)
        elif data[:1] == b"=":
            data = _words_changed(data, choice)
        else:
            data = _bytes_changed(data, choice)
    return data


def _bytes_changed(data: bytes, choice: Random) -> bytes:
    place = choice.randrange(len(data) + 1)
    end = min(place + choice.choice((1, 1, 2, 4, 16, 200)), len(data))
    how = choice.randrange(6)
    if how == 0:
        return data[:place] + bytes([choice.randrange(256)]) + data[place + 1 :]
    if how == 1:
        return data[:place] + data[end:]
    if how == 2:
        return data[:place] + data[place:end] * choice.choice((2, 3, 50)) + data[end:]
    if how == 3:
        return data[:place]
    if how == 4:
        to = choice.randrange(len(data) + 1)
        return data[:to] + data[place:end] + data[to:]
    numbers = list(_NUMBER.finditer(data[: 1 << 16]))
    return data if not numbers else _spliced(data, choice.choice(numbers).span(), choice.choice(_NUMBERS))


def _words_changed(data: bytes, choice: Random) -> bytes:
    """Text with a word, or a line, left out, doubled or put elsewhere."""
    separator = choice.choice((b" ", b" ", b"\n"))
    words = data.split(separator)
    place, to = choice.randrange(len(words)), choice.randrange(len(words))
    how = choice.randrange(3)
    if how == 0:
        del words[place]
    elif how == 1:
        words.insert(to, words[place])
    else:
        words[place], words[to] = words[to], words[place]
    return separator.join(words)


def _spliced(data: bytes, span: tuple[int, int], value: bytes) -> bytes:
    return data[: span[0]] + value + data[span[1] :]


def _xml_changed(data: bytes, other: bytes, choice: Random) -> bytes:
    pieces = _ELEMENT.findall(data)
    if len(pieces) < 3:
        return _bytes_changed(data, choice)
    place, to = choice.randrange(len(pieces)), choice.randrange(len(pieces))
    how = choice.randrange(7)
    if how == 0:
        del pieces[place]
    elif how == 1:
        pieces.insert(to, pieces[place])
    elif how == 2:
        pieces[place], pieces[to] = pieces[to], pieces[place]
    elif how == 3:
        pieces.insert(to, choice.choice(_ELEMENT.findall(other) or [b"<a/>"]))
    elif how == 4:
        pieces[place] = pieces[place].replace(
            b"/>", b' %s="%s"/>' % (choice.choice((b"hai", b"who", b"m", b"x")), choice.choice(_NUMBERS)), 1
        )
    else:
        values = [found for piece in (pieces[place],) for found in _VALUE.finditer(piece)] or list(
            _NUMBER.finditer(pieces[place])
        )
        if values:
            found = choice.choice(values)
            span = found.span(1) if found.re is _VALUE else found.span()
            numbers = list(_NUMBER.finditer(pieces[place], *span))
            if numbers and how == 5:
                span = choice.choice(numbers).span()
            pieces[place] = _spliced(pieces[place], span, choice.choice(_NUMBERS))
    return b"".join(pieces)


def _json_changed(data: bytes, choice: Random) -> bytes:
    """JSON, or one of its lines."""
    lines = data.split(b"\n")
    try:
        return _dumped(_tree_changed(msgspec.json.decode(data), choice))
    except (ValueError, RecursionError):
        pass
    place = choice.randrange(len(lines))
    how = choice.randrange(6)
    if how == 0:
        del lines[place]
    elif how == 1:
        lines.insert(choice.randrange(len(lines)), lines[place])
    elif how == 2:
        to = choice.randrange(len(lines))
        lines[place], lines[to] = lines[to], lines[place]
    else:
        try:
            lines[place] = _dumped(_tree_changed(msgspec.json.decode(lines[place]), choice))
        except (ValueError, RecursionError):
            return _bytes_changed(data, choice)
    return b"\n".join(lines)


def _dumped(value: Any) -> bytes:
    return msgspec.json.encode(value)


def _tree_changed(tree: Any, choice: Random) -> Any:
    """A value with one change at some depth."""
    parts = [(tree, key) for key in _keys(tree)]
    while parts:
        parent, key = choice.choice(parts)
        inner = [(parent[key], one) for one in _keys(parent[key])]
        if not inner or choice.random() < 0.15:
            _change(parent, key, choice)
            return tree
        parts = inner
    return choice.choice(EXTREMES)


def _keys(value: Any) -> list[Any]:
    return [*value] if isinstance(value, dict) else [*range(len(value))] if isinstance(value, list) else []


def _change(parent: Any, key: Any, choice: Random) -> None:
    how, value = choice.randrange(7), parent[key]
    other = choice.choice(_keys(parent))
    if how == 0:
        del parent[key]
    elif how == 1:
        parent[key], parent[other] = parent[other], value
    elif how == 2 and isinstance(parent, list):
        parent.insert(other, value)
    elif how == 2:
        parent[str(other) + "_"] = value
    elif how == 3 and isinstance(value, int | float):
        parent[key] = value + choice.choice((-100, -1, 1, 100))
    elif how == 4 and isinstance(value, str) and value:
        place = choice.randrange(len(value))
        parent[key] = value[:place] + choice.choice("0123456789mpsz*+-_=,r?あ") + value[place + 1 :]
    elif how == 5:
        parent[key] = [value]
    else:
        parent[key] = choice.choice(EXTREMES)


def _message_changed(data: bytes, choice: Random, depth: int) -> bytes:
    """The bytes of a protobuf message with a field changed; lengths follow, so that it stays a message."""
    fields = _fields(data)
    if not fields:
        return _bytes_changed(data, choice)
    place = choice.randrange(len(fields))
    number, kind, value = fields[place]
    how = choice.randrange(8)
    if how == 0:
        del fields[place]
    elif how == 1:
        fields.insert(choice.randrange(len(fields)), fields[place])
    elif how == 2:
        fields[place] = (choice.randrange(1, 40), kind, value)
    elif kind == 2 and depth < 8:
        fields[place] = (number, kind, _message_changed(bytes(value), choice, depth + 1))
    elif kind == 0:
        fields[place] = (number, kind, _varint(choice.choice((0, 1, 3, 4, 255, 2**31, 2**63, 2**64 - 1))))
    return b"".join(
        [
            _varint(number << 3 | kind) + (_varint(len(value)) if kind == 2 else b"") + value
            for number, kind, value in fields
        ]
    )


def _varint(value: int) -> bytes:
    parts = b""
    while value > 127:
        parts, value = parts + bytes([value & 127 | 128]), value >> 7
    return parts + bytes([value])


def _fields(data: bytes) -> list[tuple[int, int, bytes]]:
    """The fields of a message; none where the bytes are none."""
    fields = []
    place = 0
    while place < len(data):
        tag, place = _number_at(data, place)
        start = place
        if tag < 8 or tag & 7 not in (0, 2):
            return []
        value, place = _number_at(data, place)
        if place < 0:
            return []
        if tag & 7 == 2:
            start, place = place, place + value
        if place > len(data):
            return []
        fields.append((tag >> 3, tag & 7, data[start:place]))
    return fields


def _number_at(data: bytes, place: int) -> tuple[int, int]:
    value = shift = 0
    while 0 <= place < len(data) and shift < 70:
        value |= (data[place] & 127) << shift
        place, shift = place + 1, shift + 7
        if data[place - 1] < 128:
            return value, place
    return -1, -1
