"""Tile ids for formats that do not distinguish the copies of a tile.

Such a tile is a code of two digits, tenhou.net/6's: 11-19 1m-9m, 21-29 1p-9p, 31-39 1s-9s, 41-47 1z-7z, and 51, 52,
53 the red fives.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final

from auditor.events import NO_SEAT, SEATS
from auditor.tiles import EAST, TILES, UNKNOWN
from auditor.units import Kind, SeatIndex, Tile, TileCode

KIND_OF_CODE: Final = (
    {10 * (suit + 1) + number + 1: 9 * suit + number for suit in range(3) for number in range(9)}
    | {41 + honour: EAST + honour for honour in range(7)}
    | {51: 4, 52: 13, 53: 22}
)
"""Kind 0-33 of each code."""

RED_CODES: Final = (51, 52, 53)
PLAIN_CODES: Final = (15, 25, 35)
"""The codes of the red fives of man, pin and sou, and of the plain ones."""
PLAIN_MOST: Final = 50
"""The codes above it are red fives'."""
NO_CODE: Final = 0


@cache
def _ids_of_code(red_tiles: tuple[Tile, ...]) -> dict[TileCode, tuple[Tile, ...]]:
    """The tile ids of each code in a game with these red fives; for a red five that it lacks, those of the five."""
    ids: dict[TileCode, tuple[Tile, ...]] = {}
    for code, kind in KIND_OF_CODE.items():
        copies = range(4 * kind, 4 * kind + 4)
        of_face = tuple([tile for tile in copies if (tile in red_tiles) == (code in RED_CODES)])
        ids[code] = of_face or tuple(copies)
    return ids


@cache
def _code_of_id(red_tiles: tuple[Tile, ...]) -> tuple[TileCode, ...]:
    """The code of each tile id in a game with these red fives."""
    codes = dict.fromkeys(range(TILES), NO_CODE)
    for code, ids in _ids_of_code(red_tiles).items():
        for tile in ids:
            codes[tile] = codes[tile] or code
    return tuple(codes.values())


@cache
def _listed_ids(red_tiles: tuple[Tile, ...]) -> list[tuple[Tile, ...]]:
    """The tile ids of each code, at its index."""
    ids = _ids_of_code(red_tiles)
    return [ids.get(code, ()) for code in range(max(ids) + 1)]


class Copies:
    """Chooses an id for each code, since the format does not distinguish the copies of a tile.

    A tile from the wall gets a copy that nobody has seen, a tile from a hand one that the hand holds. Where a faulty
    log leaves none, a copy of the right kind and colour is repeated, so that one wrong tile makes no other one wrong.
    ids: those of each code. codes: that of each id, one alone where the ids of several codes are the same. is_used:
    which have come from the wall. held: how many hidden tiles each seat holds, and behind them how many of each tile.
    excess: the codes of tiles from the wall that had no copy left. red_only: the fives that the set holds red alone.
    false_red: the seat that first got a red five of a set that has none, or NO_SEAT.
    """

    def __init__(self, red_tiles: tuple[Tile, ...]) -> None:
        self.ids = _ids_of_code(red_tiles)
        self.codes = _code_of_id(red_tiles)
        self._listed_ids = _listed_ids(red_tiles)
        self.excess: list[TileCode] = []
        self.red_only = [code for code in PLAIN_CODES if self.ids[code][0] in red_tiles]
        self.is_used = [False] * TILES
        self.false_red = NO_SEAT
        self._has_reds = bool(red_tiles)
        self.held = [[0] * (TILES + 1) for _ in range(SEATS)]

    def hand(self, seat: SeatIndex) -> list[Tile]:
        """The tiles that a seat holds, ascending; hidden ones are first."""
        return [tile for tile, count in enumerate(self.held[seat], UNKNOWN) for _ in range(count)]

    def lay_down_kind(self, seat: SeatIndex, kind: Kind) -> None:
        """Whatever a seat holds of a kind leaves its hand."""
        first = 4 * kind - UNKNOWN
        self.held[seat][first : first + 4] = [0] * 4

    def lay_down(self, seat: SeatIndex, tile: Tile) -> bool:
        """A tile leaves a hand that holds it; False where it does not."""
        held = self.held[seat]
        count = held[tile - UNKNOWN]
        if count:
            held[tile - UNKNOWN] = count - 1
        return count > 0

    def from_wall(self, code: TileCode) -> Tile:
        """A copy that has not been seen; the last one where all have been."""
        if code == NO_CODE:
            return UNKNOWN
        ids, is_used = self._listed_ids[code], self.is_used
        for tile in ids:
            if not is_used[tile]:
                is_used[tile] = True
                if self.red_only and code in self.red_only:
                    self.excess.append(code)
                return tile
        self.excess.append(code)
        return ids[-1]

    def draw(self, seat: SeatIndex, code: TileCode) -> Tile:
        """A tile from the wall into the seat's hand."""
        tile = self.from_wall(code)
        held = self.held[seat]
        held[tile - UNKNOWN] = held[tile - UNKNOWN] + 1
        if code > PLAIN_MOST and not self._has_reds and self.false_red == NO_SEAT:
            self.false_red = seat
        return tile

    def from_hand(self, seat: SeatIndex, code: TileCode, meld: tuple[Tile, ...] = (), drawn: Tile = UNKNOWN) -> Tile:
        """Remove a tile from the seat's hand, and return it: the drawn one only if there is no other.

        If the hand has none of that face, it is a hidden tile if there is one, else a `phantom` one.
        """
        if code == NO_CODE:
            return UNKNOWN
        held = self.held[seat]
        match = UNKNOWN
        for tile in self._listed_ids[code]:  # in the order in which a hand gets them
            if held[tile - UNKNOWN]:
                match = tile
                if tile != drawn:
                    break
        if self.lay_down(seat, match):
            return match if match != UNKNOWN else self.from_wall(code)
        return self.phantom(code, meld)

    def discard(self, seat: SeatIndex, code: TileCode, drawn: Tile, is_tsumogiri: bool) -> Tile:
        """A tile discarded: the one just drawn where the log marks it so, else another of that face if there is one."""
        if is_tsumogiri and code != NO_CODE:
            is_of_face = drawn < 0 or self.codes[drawn] == self.codes[self._listed_ids[code][0]]
            if is_of_face and self.lay_down(seat, drawn):
                return drawn if drawn >= 0 else self.from_wall(code)
        return self.from_hand(seat, code, (), drawn)

    def phantom(self, code: TileCode, meld: tuple[Tile, ...]) -> Tile:
        """A copy of a tile that is not where the log says it is, other than those of the same meld if possible.

        To leave copies for tiles still to be drawn, it is one that has left its hand, else one seen, else the last.
        """
        phantom = UNKNOWN
        for tile in self.ids[code]:
            if tile in meld:
                continue
            if self.is_used[tile] and not any(held[tile - UNKNOWN] for held in self.held):
                return tile
            if phantom == UNKNOWN or self.is_used[tile] or not self.is_used[phantom]:
                phantom = tile
        return self.ids[code][-1] if phantom == UNKNOWN else phantom

    def from_hand_all(
        self, seat: SeatIndex, codes: Sequence[TileCode], others: tuple[Tile, ...], drawn: Tile
    ) -> tuple[Tile, ...]:
        """Remove tiles from the seat's hand (see `from_hand`) for a meld that holds `others` too, and return them."""
        tiles: tuple[Tile, ...] = ()
        for code in codes:
            tiles += (self.from_hand(seat, code, (*others, *tiles), drawn),)
        return tiles

    def phantoms(self, codes: Sequence[TileCode], others: tuple[Tile, ...]) -> tuple[Tile, ...]:
        """Tiles that are not where the log says they are (see `phantom`), other than `others` if possible."""
        tiles: tuple[Tile, ...] = ()
        for code in codes:
            tiles += (self.phantom(code, (*others, *tiles)),)
        return tiles

    def shown(self, seat: SeatIndex, codes: list[TileCode], without: Tile = UNKNOWN) -> list[Tile]:
        """Those tiles of the seat's hand, `without` left out, that it shows; a `phantom` one for one not held."""
        left = [tile for tile in self.hand(seat) if tile not in (without, UNKNOWN)]
        shown: list[Tile] = []
        for code in codes:
            for tile in left:
                if self.codes[tile] == code:
                    left.remove(tile)
                    shown.append(tile)
                    break
            else:
                shown.append(self.phantom(code, tuple(shown)))
        return shown

    def faces(self, codes: list[TileCode]) -> tuple[Tile, ...]:
        """Tiles of these codes, whichever copies, none of them twice if there are enough."""
        tiles: list[Tile] = []
        for code in codes:
            ids = self.ids[code]
            unused = [tile for tile in ids if tile not in tiles]
            tiles.append(unused[0] if unused else ids[-1])
        return tuple(tiles)

    def codes_of(self, tiles: tuple[Tile, ...]) -> list[TileCode]:
        """The codes of tiles, ascending."""
        return sorted([self.codes[tile] for tile in tiles])
