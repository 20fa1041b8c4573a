"""The drawings of the tiles, in ``tiles.svg``: one symbol for each face, 30 by 40 units, and the overlays on them.

A face is named as tiles are in text: ``5m``, ``0p`` for a red five, ``1z``; BACK is a tile face down.
"""

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Final

from auditor.core.tiles import KIND_TEXT

TILE_WIDTH: Final = 30
HEIGHT: Final = 40
BACK: Final = "back"
NO_FACE: Final = "unknown"
"""A tile that the log hides."""

FACES: Final = (*KIND_TEXT, "0m", "0p", "0s", BACK, NO_FACE)

MARKED: Final = "mark"
LAST: Final = "last"
CLAIMED: Final = "claimed"
STICK_SIGN: Final = "stick"
TURN_SIGN: Final = "turn"
OVERLAYS: Final = (MARKED, LAST, CLAIMED, STICK_SIGN, TURN_SIGN)
"""Drawings on or next to tiles: markers of the finding's tile, of the last discard and of a claimed discard; a riichi
stick, and a marker of whose turn it is."""


@cache
def symbol_id(name: str) -> str:
    """The id of the symbol of a face or an overlay."""
    return f"t{name}" if name in FACES else name


@cache
def _symbols() -> dict[str, str]:
    lines = files("auditor.page.board").joinpath("tiles.svg").read_text("utf-8").splitlines()
    drawn = [line for line in lines if line.startswith("<symbol")]
    return dict(zip((*FACES, *OVERLAYS), drawn, strict=True))


def symbols(names: Iterable[str] = (*FACES, *OVERLAYS)) -> str:
    """The definitions of faces and overlays, for a ``<defs>`` element; an SVG refers to them by `symbol_id`."""
    return "".join([_symbols()[name] for name in names])
