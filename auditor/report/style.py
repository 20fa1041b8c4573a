"""Colours: on a terminal, where they say nothing that the words do not, and in pictures and pages."""

import os
from collections.abc import Mapping
from typing import Final, TextIO

from auditor.results import MISMATCH, NOTE, VIOLATION

_RESET: Final = "\x1b[0m"
_OF_SEVERITY: Final = {VIOLATION: "1;31", MISMATCH: "1;33", NOTE: "36"}
"""As ECMA-48 writes them: 1 bold, 2 faint, 31 red, 32 green, 33 yellow, 36 cyan."""


class Colours:
    """Puts colours around texts, or leaves them as they are."""

    def __init__(self, is_on: bool = False) -> None:
        self.is_on = is_on

    def strong(self, text: str) -> str:
        """What the eye looks for first."""
        return self._painted("1", text)

    def faint(self, text: str) -> str:
        """What is the same everywhere."""
        return self._painted("2", text)

    def good(self, text: str) -> str:
        """As it should be."""
        return self._painted("32", text)

    def bad(self, text: str) -> str:
        """As it should not be."""
        return self._painted("31", text)

    def doubtful(self, text: str) -> str:
        """What is to be seen to."""
        return self._painted("33", text)

    def severity(self, severity: str, text: str) -> str:
        """Something of a severity."""
        return self._painted(_OF_SEVERITY.get(severity, "1"), text)

    def _painted(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}{_RESET}" if self.is_on and text else text


PLAIN: Final = Colours()


def stream_colours(stream: TextIO, environment: Mapping[str, str] = os.environ) -> Colours:
    """Colours where a stream is a terminal that has them and nobody asks for none.

    NO_COLOR (no-color.org) asks for none, FORCE_COLOR for them anywhere.
    """
    if environment.get("NO_COLOR"):
        return PLAIN
    if environment.get("FORCE_COLOR"):
        return Colours(True)
    return Colours(stream.isatty() and environment.get("TERM") != "dumb")


SERIES: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
"""Of Okabe and Ito's set those that stand out both on white and on black; seats take the first four."""

DASHES: Final = ("", "6 2", "2 2", "8 2 2 2", "4 2", "1 2")
"""The dashes of a line, apart from its colour, for print without colour."""

ORDERED: Final = ("#0072b2", "#56b4e9", "#b8bcc2", "#d55e00", "#e69f00", "#8a5a2b")
"""Of things in an order, first to fourth and on: the best in blue, the worst in red, apart in grey too."""

SHAPES: Final = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down")
"""The shapes of points beside their colour."""

INK: Final = "#1f2328"
FAINT: Final = "#5e656d"
GRID: Final = "#d5d9de"
PAPER: Final = "#ffffff"
"""Text, lesser text, lines of a grid, and what they stand on; each is a colour of its own, by which the dark theme
finds it."""

DARK: Final = {INK: "#e6e8ea", FAINT: "#a9b0b8", GRID: "#40464d", PAPER: "#15181b"}
"""What these become in the dark."""

FONTS: Final = (
    "system-ui, 'Segoe UI', 'Helvetica Neue', Arial, 'Noto Sans', 'Hiragino Sans', 'Yu Gothic', Meiryo, "
    "'Noto Sans CJK JP', 'Noto Sans JP', IPAexGothic, 'DejaVu Sans', sans-serif"
)
"""Fonts of text, those that hold Japanese among them."""
