"""Colours and fonts of everything that is drawn: told apart by the colour-blind, on paper, on white and in the dark."""

from typing import Final

SERIES: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
"""Of Okabe and Ito's set those that stand out both on white and on black; seats take the first four."""

DASHES: Final = ("", "6 2", "2 2", "8 2 2 2", "4 2", "1 2")
"""The dashes of a line beside its colour, for print without colour."""

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
