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


def cut(text: str, columns: int) -> str:
    """Text of at most so many columns (a Chinese character takes two), with an ellipsis where it is cut."""
    width = 0
    for place, character in enumerate(text):
        width += max(wcwidth(character), 0)
        if width > columns:
            return cut(text[:place], columns - 1).removesuffix("…") + "…"
    return text
