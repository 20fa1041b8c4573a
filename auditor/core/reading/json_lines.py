# build: compiled
"""Finds the lines on which the parts of a JSON text begin, if it is laid out in lines."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from auditor.core.reading.json_text import UNREADABLE

_BEGINNING: Final = 64
_NEAR: Final = 2000
"""The first bytes of a part nearly always occur only where it begins, and soon after the part before; to search a text
of this many bytes Python prepares nothing."""

_LOG_OF_HANDS: Final[Any] = msgspec.json.Decoder(msgspec.defstruct("_Log", [("log", list[msgspec.Raw])], gc=False))
"""Decodes a log to its hands, which stay undecoded. No class stands here, for a module with one cannot be compiled."""


def has_lines(text: bytes) -> bool:
    """Whether a JSON text is on more lines than one."""
    return b"\n" in text.strip()


def lines_of(parts: Sequence[bytes | msgspec.Raw], text: bytes, line: int) -> list[int]:
    """The lines, from 1, on which parts of a text begin. parts: in their order. line: that on which the text begins."""
    lines: list[int] = []
    at = counted = 0
    for part in parts:
        start = _position_of(bytes(part), text, at)
        if start < 0:
            return []
        first = text.find(b"\n", counted, start)  # which takes a tenth of the time of counting
        line += text.count(b"\n", first, start) if first >= 0 else 0
        lines.append(line)
        counted, at = start, start + len(part)
    return lines


def _position_of(part: bytes, text: bytes, at: int) -> int:
    """Where a part of a text begins, from a position on; -1 if it is not there. Takes as long as the part is."""
    position = text.find(part[:_BEGINNING], at, at + _NEAR)
    return position if position >= 0 and text.startswith(part, position) else text.find(part, at)


def lines_of_hands(text: bytes) -> list[int]:
    """The lines on which the hands under "log" of a text begin; [] if it is not laid out in lines."""
    if not has_lines(text):
        return []
    try:
        return lines_of(_LOG_OF_HANDS.decode(text).log, text, 1)
    except UNREADABLE:
        return []
