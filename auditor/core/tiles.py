# build: hot
"""Tile identities and their text.

A tile is an id 0-135; ``id // 4`` is its kind 0-33, in the order 1-9m, 1-9p, 1-9s, 1-7z (E S W N, haku,
hatsu, chun). Where red fives are in play they are the ids 16, 52 and 88; a second red five of a suit is the next id.
This is Tenhou's numbering.

In text a tile is ``1m``-``9m``, ``1p``-``9p``, ``1s``-``9s``, ``1z``-``7z``; a red five is ``0m``, ``0p``, ``0s``.
"""

from functools import lru_cache
from typing import Final

from auditor.core.units import Kind, KindMask, Tile

TILES: Final = 136
KINDS: Final = 34
HAND_TILES: Final = 13
"""Tiles dealt to each seat."""

LIVE_WALL: Final = {4: 70, 3: 55}
"""Tiles that can be drawn in a hand, by the number of players."""

UNKNOWN: Final = -1
"""A tile that the log hides."""

RED_FIVES: Final = (16, 52, 88)
EAST: Final = 27
NORTH_KIND: Final = 30
HAKU: Final = 31

SUITS: Final = "mpsz"
KIND_TEXT: Final = tuple(f"{kind % 9 + 1}{SUITS[kind // 9]}" for kind in range(KINDS))


@lru_cache(64)
def tile_names(red_tiles: tuple[Tile, ...]) -> tuple[str, ...]:
    """The text of each tile id in a game whose red fives are `red_tiles`."""
    return tuple([f"0{SUITS[tile // 36]}" if tile in red_tiles else KIND_TEXT[tile // 4] for tile in range(TILES)])


TILE_TEXT: Final = tile_names(RED_FIVES)
"""Text of each tile id in a game with the usual red fives."""


def red_tiles_of(numbers: tuple[int, int, int]) -> tuple[Tile, ...]:
    """The ids of the red fives, by how many there are of man, pin and sou."""
    return tuple([first + copy for first, number in zip(RED_FIVES, numbers, strict=True) for copy in range(number)])


def red_tiles_in(texts: str) -> tuple[Tile, ...]:
    """The ids of the red fives, by how many texts of tiles, one after the other, show: at most four of each."""
    man, pin, sou = [min(texts.count(f"0{suit}"), 4) for suit in "mps"]
    return red_tiles_of((man, pin, sou))


REDS_OF_NUMBER: Final[dict[int, tuple[int, int, int]]] = {0: (0, 0, 0), 2: (0, 1, 1), 3: (1, 1, 1), 4: (1, 2, 1)}
"""By the total of red fives, how many are of man, pin and sou: two as with three players, the fourth a second 5p."""

KIND_OF_TEXT: Final = {text: kind for kind, text in enumerate(KIND_TEXT)} | {"0m": 4, "0p": 13, "0s": 22}

TERMINALS_AND_HONOURS: Final = (0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33)

ALL_KINDS: Final = (1 << KINDS) - 1
"""The mask of all 34 kinds. A set of kinds is an int with bit ``kind`` set."""

KINDS_IN_PLAY: Final = {4: ALL_KINDS, 3: ALL_KINDS & ~0b11111110}
"""The mask of the kinds in play, by the number of players: three play without 2m to 8m."""

WIND_LETTERS: Final = "ESWN"


class NotationError(ValueError):
    """Text that is not tile notation; the message names the position and what was expected."""


def parse_tiles(text: str) -> list[str]:
    """Split notation such as ``"123m0p11z"`` into tile texts, in the order written.

    Spaces are ignored. Raises NotationError for anything that is not digits followed by a suit.
    """
    tiles: list[str] = []
    digits = ""
    for place, character in enumerate(text):
        if character.isspace():
            continue
        if character in "0123456789":
            digits += character
        elif character in SUITS:
            if not digits:
                raise NotationError(f"{text!r}, character {place + 1}: {character!r} follows no digit")
            for digit in digits:
                tile = digit + character
                if tile not in KIND_OF_TEXT:
                    raise NotationError(f"{text!r}: there is no tile {tile!r} (honours are 1z to 7z)")
                tiles.append(tile)
            digits = ""
        else:
            raise NotationError(f"{text!r}, character {place + 1}: expected a digit or m, p, s, z, not {character!r}")
    if digits:
        raise NotationError(f"{text!r}: the digits {digits!r} are followed by no suit (m, p, s or z)")
    return tiles


def parse_kinds(text: str) -> list[Kind]:
    """Split notation into kinds 0-33, in the order written; a red five is a five. Raises NotationError."""
    return [KIND_OF_TEXT[tile] for tile in parse_tiles(text)]


def tiles_text(tiles: list[Tile] | tuple[Tile, ...], names: tuple[str, ...] = TILE_TEXT) -> str:
    """Write tile ids compactly and sorted, as in ``123m0p11z``; hidden tiles are ``?`` at the end.

    names: the text of each tile id, from `tile_names`.
    """
    known = sorted(tile for tile in tiles if tile >= 0)
    return texts_joined([names[tile] for tile in known]) + "?" * (len(tiles) - len(known))


def kinds_text(kinds: list[Kind] | tuple[Kind, ...]) -> str:
    """Write kinds compactly in the order given, as in ``123m11z``."""
    return texts_joined([KIND_TEXT[kind] for kind in kinds])


def texts_joined(texts: list[str]) -> str:
    """Join tile texts, writing the suit once for each run of the same suit."""
    joined = ""
    for place, text in enumerate(texts):
        joined += text[0]
        if place + 1 == len(texts) or texts[place + 1][1] != text[1]:
            joined += text[1]
    return joined


def mask_kinds(mask: KindMask) -> list[Kind]:
    """The kinds in a mask, ascending."""
    return [kind for kind in range(KINDS) if mask >> kind & 1]


def mask_text(mask: KindMask) -> str:
    """The kinds in a mask as separate tiles, as in ``2m 5m``."""
    return " ".join([KIND_TEXT[kind] for kind in mask_kinds(mask)])


def _runs_with(kind: Kind) -> tuple[tuple[int, Kind, Kind], ...]:
    runs = [(place, kind + one, kind + other) for place, (one, other) in enumerate(((1, 2), (-1, 1), (-2, -1)))]
    return tuple([run for run in runs if kind < EAST and run[1] >= 0 and run[1] // 9 == run[2] // 9 == kind // 9])


RUNS_WITH: Final = tuple(_runs_with(kind) for kind in range(KINDS))
"""By kind, the runs that it is in: its place there (0 lowest, 1 middle, 2 highest) and the two others, ascending."""
NO_RUN: Final = -1


def place_in_run(kind: Kind, one: Kind, other: Kind) -> int:
    """The place of a kind in the run that it makes with two others, as in `RUNS_WITH`; NO_RUN where they make none."""
    for place, low, high in RUNS_WITH[kind]:
        if (low == one and high == other) or (low == other and high == one):
            return place
    return NO_RUN


def _next_kind(kind: Kind, players: int) -> Kind:
    if kind >= HAKU:
        return HAKU + (kind - HAKU + 1) % 3
    if kind >= EAST:
        return EAST + (kind - EAST + 1) % 4
    if players == 3 and kind in (0, 8):
        return 8 - kind
    return kind // 9 * 9 + (kind + 1) % 9


_DORA_OF_FOUR: Final = tuple(_next_kind(kind, 4) for kind in range(KINDS))
_DORA_OF_THREE: Final = tuple(_next_kind(kind, 3) for kind in range(KINDS))


def dora_of(indicator: Kind, players: int = 4) -> Kind:
    """The kind that is dora by an indicator of kind `indicator`; with three players 9m follows 1m."""
    return _DORA_OF_THREE[indicator] if players == 3 else _DORA_OF_FOUR[indicator]
