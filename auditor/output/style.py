"""Colours: on a terminal, where they carry no information beyond the text, and in charts and pages."""

import os
from collections.abc import Mapping
from functools import partialmethod
from typing import Final, TextIO

from auditor.core.results import MISMATCH, NOTE, VIOLATION

_RESET: Final = "\x1b[0m"
_OF_SEVERITY: Final = {VIOLATION: "1;31", MISMATCH: "1;33", NOTE: "36"}
"""Codes of ECMA-48: 1 bold, 2 faint, 31 red, 32 green, 33 yellow, 36 cyan."""


class Colours:
    """Colours texts for a terminal, or leaves them as they are."""

    def __init__(self, is_on: bool = False) -> None:
        self.is_on = is_on

    def _painted(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}{_RESET}" if self.is_on and text else text

    strong = partialmethod(_painted, "1")
    """Bold, for headings and names."""
    faint = partialmethod(_painted, "2")
    """Faint, for what is the same everywhere."""
    good = partialmethod(_painted, "32")
    """Green, for what is correct."""
    bad = partialmethod(_painted, "31")
    """Red, for what is wrong."""
    doubtful = partialmethod(_painted, "33")
    """Yellow, for what needs attention."""

    def severity(self, severity: str, text: str) -> str:
        """The colour of a severity."""
        return self._painted(_OF_SEVERITY.get(severity, "1"), text)


PLAIN: Final = Colours()


def stream_colours(stream: TextIO, environment: Mapping[str, str] = os.environ) -> Colours:
    """Colours for a stream: on where a terminal has them. NO_COLOR (no-color.org) turns them off, FORCE_COLOR on."""
    if environment.get("NO_COLOR"):
        return PLAIN
    if environment.get("FORCE_COLOR"):
        return Colours(True)
    return Colours(stream.isatty() and environment.get("TERM") != "dumb")


SERIES: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
"""The colours of Okabe and Ito's palette that are visible both on white and on black; seats take the first four."""

DASHES: Final = ("", "6 2", "2 2", "8 2 2 2", "4 2", "1 2")
"""The dash patterns that distinguish lines besides their colour, for print without colour."""

ORDERED: Final = ("#0072b2", "#56b4e9", "#b8bcc2", "#d55e00", "#e69f00", "#8a5a2b")
"""Colours of ordered things, first to fourth and on: good ones blue, bad ones red, distinct in greyscale, too."""

SHAPES: Final = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down")
"""The shapes that distinguish points besides their colour."""

INK: Final = "#1f2328"
FAINT: Final = "#5e656d"
GRID: Final = "#d5d9de"
PAPER: Final = "#ffffff"
"""The colours of text, secondary text, grid lines and background; all differ: the dark theme replaces them by value."""

DARK: Final = {INK: "#e6e8ea", FAINT: "#a9b0b8", GRID: "#40464d", PAPER: "#15181b"}
"""The colour of the dark theme for each of these."""

FONTS: Final = (
    "system-ui, 'Segoe UI', 'Helvetica Neue', Arial, 'Noto Sans', 'Hiragino Sans', 'Yu Gothic', Meiryo, "
    "'Noto Sans CJK JP', 'Noto Sans JP', IPAexGothic, 'DejaVu Sans', sans-serif"
)
"""The fonts of text, including some with Japanese characters."""
