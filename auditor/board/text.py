"""Text of a log's own on a board: made safe for XML, and cut to the room there is."""

import re
from typing import Final
from xml.sax.saxutils import escape

from wcwidth import wcwidth

_NOT_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What no XML document may hold, not even escaped: control characters, lone surrogates."""


def escaped(text: str) -> str:
    """Text as it stands in XML, in an attribute too."""
    return escape(_NOT_XML.sub("\ufffd", text), {'"': "&quot;", "'": "&#39;"})


_BROAD: Final = frozenset("mwMW@%")


def _columns(character: str) -> float:
    """About how much room a character takes in a proportional font; a Chinese one takes two columns."""
    columns = max(wcwidth(character), 0)
    if columns == 1:
        return 1.8 if character in _BROAD else 1.35 if character.isupper() else 1
    return columns


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
