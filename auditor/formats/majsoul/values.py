"""The values of a record, each checked. Every function raises ReadError, without a place, for what cannot be."""

from typing import Any, Final

from mypy_extensions import i64

from auditor.formats.copies import NO_CODE
from auditor.formats.majsoul.words import CODE_OF_RECORD
from auditor.problems import ReadError
from auditor.units import SeatIndex, TileCode

_ASCII: Final = 128


def _codes_of_signs() -> list[TileCode]:
    codes = [NO_CODE] * (_ASCII * _ASCII)
    for text, code in CODE_OF_RECORD.items():
        if len(text) == 2:  # without the mark that variants put behind
            codes[_ASCII * ord(text[0]) + ord(text[1])] = code
    return codes


_CODE_OF_SIGNS: Final = _codes_of_signs()
"""The code of each tile at the place of its two characters, of which no text need be made and looked up."""


def code_of(digit: i64, letter: i64) -> i64:
    """The code of a tile by its two characters; NO_CODE where they are none."""
    return _CODE_OF_SIGNS[_ASCII * digit + letter] if digit < _ASCII and letter < _ASCII else NO_CODE


def tile_code(text: Any) -> TileCode:
    """The code of a tile such as ``5m``."""
    if isinstance(text, str) and len(text) == 2:
        found: TileCode = code_of(ord(text[0]), ord(text[1]))
        if found != NO_CODE:
            return found
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
