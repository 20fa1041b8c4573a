"""The values of mjai events: tiles, numbers and points, each checked."""

import json
from typing import Any, Final

import msgspec

from auditor.formats.copies import NO_CODE
from auditor.formats.mjai.words import HIDDEN_TILE, LETTERS
from auditor.problems import ReadError
from auditor.units import Points, TileCode

_CODES: Final = (
    {f"{number}{suit}": 10 * (place + 1) + number for place, suit in enumerate("mps") for number in range(1, 10)}
    | {letter: 41 + place for place, letter in enumerate(LETTERS)}
    | {HIDDEN_TILE: NO_CODE, "5mr": 51, "5pr": 52, "5sr": 53, "0m": 51, "0p": 52, "0s": 53}
)

_decode: Final = msgspec.json.Decoder().decode


def value_of_line(line: str) -> Any:
    """What a line of JSON holds. Raises ValueError and RecursionError, as `json` tells it.

    msgspec reads it four times as fast. What it refuses, such as numbers beyond all bounds, `json` may take.
    """
    try:
        return _decode(line)
    except (ValueError, RecursionError):
        return json.loads(line)


def tile_code(value: object, place: str) -> TileCode:
    """The code of a tile; NO_CODE for a hidden one. Raises ReadError for what is no tile."""
    code = code_of(value)
    if code is None:
        raise ReadError(place, f"expected a tile such as 5m, 5mr, E or ?, not {described(value)}")
    return code


def code_of(value: object) -> TileCode | None:
    """The code of a tile; NO_CODE for a hidden one, None for what is no tile."""
    return _CODES.get(value) if isinstance(value, str) else None


def codes_of_hands(hands: object, place: str) -> list[list[TileCode]] | None:
    """The codes of the tiles of three or four hands; None for what are none. Raises ReadError for what is no tile."""
    if not isinstance(hands, list) or len(hands) not in (3, 4) or not all([isinstance(one, list) for one in hands]):
        return None
    return [[tile_code(tile, place) for tile in tiles] for tiles in hands]


def names_in(message: dict[str, Any], place: str) -> list[str]:
    """The names of the players, or none. Raises ReadError for what are no names."""
    names = message.get("names") or []
    if not isinstance(names, list) or not all([isinstance(name, str) for name in names]):
        raise ReadError(place, f"names: expected a list of texts, not {described(names)}")
    return names


def number_in(message: dict[str, Any], key: str, place: str, low: int, high: int) -> int:
    """The whole number under a key, from `low` to `high`. Raises ReadError for anything else."""
    value = message.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise ReadError(place, f"{key}: expected a number from {low} to {high}, not {described(value)}")
    return value


def points_in(value: object, key: str, place: str) -> tuple[Points, ...]:
    """Three or four numbers of points. Raises ReadError."""
    fits = isinstance(value, list) and len(value) in (3, 4)
    if not fits or not all([isinstance(one, int) and abs(one) < 10_000_000 for one in value]):  # type: ignore[attr-defined]
        raise ReadError(place, f"{key}: expected the points of three or four seats, not {described(value)}")
    return tuple(value)  # type: ignore[arg-type]


def points_of_seats(message: dict[str, Any], key: str, place: str) -> tuple[Points, ...] | None:
    """The points of the four seats under a key, 0 for a missing fourth; None without it. Raises ReadError."""
    value = message.get(key)
    return None if value is None else (*points_in(value, key, place), 0)[:4]


def described(value: object) -> str:
    """A value for a message, cut short."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else text[:57] + "..."
