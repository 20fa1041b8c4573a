"""The values of a record, each checked. Every function raises ReadError, without a place, for what cannot be."""

from typing import Any

from auditor.formats.majsoul.words import CODE_OF_RECORD
from auditor.problems import ReadError
from auditor.units import SeatIndex, TileCode


def tile_code(text: Any) -> TileCode:
    """The code of a tile such as ``5m``."""
    code = CODE_OF_RECORD.get(text)
    if code is None:
        raise ReadError("", f"expected a tile such as 5m or 0m, not {described(text)}")
    return code


def seat_of(seat: Any, players: int) -> SeatIndex:
    """A seat of the game."""
    number: int = seat
    if not 0 <= number < players:
        raise ReadError("", f"expected a seat 0 to {players - 1}, not {number}")
    return number


def bounded(value: Any, most: int, name: str, least: int = 0) -> int:
    """A number within its bounds."""
    number: int = value
    if not least <= number <= most:
        raise ReadError("", f"{name}: expected a number from {least} to {most}, not {number}")
    return number


def described(value: Any) -> str:
    """A value for a message, cut short."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def is_whole(wall: str, players: int) -> bool:
    """Whether a wall holds every tile of the set, and not only those after the deal."""
    return len(wall) == 2 * (136 if players == 4 else 108)
