"""Text of a log's own on a board: made safe for XML, and cut to the room there is."""

import re
from typing import Final
from xml.sax.saxutils import escape

from wcwidth import wcwidth

_NOT_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What no XML document may hold, not even escaped: control characters, lone surrogates."""


def without_controls(text: str) -> str:
    """Text with a replacement character for each that no document may hold."""
    return _NOT_XML.sub("\ufffd", text)


def escaped(text: str) -> str:
    """Text as it stands in XML, in an attribute too."""
    return escape(without_controls(text), {'"': "&quot;", "'": "&#39;"})


_BROAD: Final = frozenset("mMW@%")
_NARROW: Final = frozenset("iljtfrI.,:;'|!()[]- ")


def _columns(character: str) -> float:
    """About how much room a character takes where a bold font is broad; a Chinese one takes two columns."""
    columns = max(wcwidth(character), 0)
    if columns == 1:
        if character in _BROAD:
            return 2.2
        return 0.8 if character in _NARROW else 1.55 if character.isupper() else 1.36
    return columns


def text_columns(text: str) -> float:
    """About how much room a text takes, in columns."""
    return sum([_columns(character) for character in text])


def cut(text: str, columns: int) -> str:
    """Text of at most about so many columns, with an ellipsis where it is cut."""
    width, kept = 0.0, 0
    for place, character in enumerate(text):
        width += _columns(character)
        if width > columns:
            return text[:kept] + "…"
        if width <= columns - 1:
            kept = place + 1
    return text
