"""Colours and fonts of everything that is drawn: told apart by the colour-blind, on paper, on white and in the dark."""

from typing import Final

SERIES: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
"""Of Okabe and Ito's set those that stand out both on white and on black; seats take the first four."""

DASHES: Final = ("", "6 2", "2 2", "8 2 2 2", "4 2", "1 2")
"""The dashes of a line beside its colour, for print without colour."""

INK: Final = "#1f2328"
FAINT: Final = "#5e656d"
GRID: Final = "#d5d9de"
"""Text, lesser text, and lines of a grid, on paper; each a colour of its own, by which the dark theme finds it."""

DARK: Final = {INK: "#e6e8ea", FAINT: "#a9b0b8", GRID: "#40464d"}
"""What these become in the dark."""

FONTS: Final = (
    "system-ui, 'Segoe UI', 'Helvetica Neue', Arial, 'Noto Sans', 'Hiragino Sans', 'Yu Gothic', Meiryo, "
    "'Noto Sans CJK JP', 'Noto Sans JP', IPAexGothic, 'DejaVu Sans', sans-serif"
)
"""Fonts of text, those that hold Japanese among them."""
