# build: hot
"""Where the tiles of a hand are: in the wall, in a seat's concealed hand, or open to all."""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from auditor.core.hand.waits import shifted
from auditor.core.table.seat import Seat
from auditor.core.units import Tile

IN_WALL: Final = 0
VISIBLE: Final = 5
"""Where a tile is: IN_WALL, 1 + seat (in that seat's concealed hand), or VISIBLE to all."""

_IN_A_SET: Final = 48
"""How many tiles are the bits of one word, without its sign bit."""


@mypyc_attr(acyclic=True)
class TileLocations:
    """The location of each tile.

    A tile goes from the wall into a hand, and from the hand into the open: one bit (it has left the wall) and the hands
    themselves say where it is. A location is stored only for a tile that a faulty log takes from the wall twice.
    """

    def __init__(self) -> None:
        self._low: i64 = 0
        self._middle: i64 = 0
        self._high: i64 = 0
        self._shown_twice: dict[Tile, int] | None = None

    def is_in_wall(self, tile: i64) -> bool:
        """Whether a tile that is not hidden can still come from the wall."""
        if tile < _IN_A_SET:
            return not self._low >> tile & 1
        if tile < 2 * _IN_A_SET:
            return not self._middle >> tile - _IN_A_SET & 1
        return not self._high >> tile - 2 * _IN_A_SET & 1

    def take_from_wall(self, tile: i64, where: int) -> bool:
        """Move a tile that is dealt, drawn, turned or shown from a hidden hand. Returns whether it was in the wall.

        where: 1 + seat for the hand that it is in now, or VISIBLE. A hidden tile has no location.
        """
        if tile < 0:
            return False
        if tile < _IN_A_SET:
            others = self._low
            self._low = others | shifted(1, tile)
            is_first = self._low != others
        elif tile < 2 * _IN_A_SET:
            others = self._middle
            self._middle = others | shifted(1, tile - _IN_A_SET)
            is_first = self._middle != others
        else:
            others = self._high
            self._high = others | shifted(1, tile - 2 * _IN_A_SET)
            is_first = self._high != others
        if not is_first or self._shown_twice is not None:
            self._store_location(tile, where, is_first)
        return is_first

    def deal(self, tiles: tuple[Tile, ...], where: int) -> int:
        """Move tiles into the hand that they are dealt to. Returns how many of them were in the wall."""
        count = 0
        for tile in tiles:
            if self.take_from_wall(tile, where):
                count += 1
        return count

    def _store_location(self, tile: Tile, where: int, is_first: bool) -> None:
        """Store the location of a tile that has left the wall twice."""
        if self._shown_twice is None:
            self._shown_twice = {}
        if not is_first or tile in self._shown_twice:
            self._shown_twice[tile] = where

    def open(self, tile: i64) -> None:
        """Move a tile from a hand into the open."""
        if self._shown_twice is not None and tile in self._shown_twice:
            self.take_from_wall(tile, VISIBLE)

    def go_back(self, tile: i64) -> None:
        """Move a tile from a hand back into the wall, because it was taken for another one."""
        if tile < 0:
            return
        if tile < _IN_A_SET:
            self._low &= ~shifted(1, tile)
        elif tile < 2 * _IN_A_SET:
            self._middle &= ~shifted(1, tile - _IN_A_SET)
        else:
            self._high &= ~shifted(1, tile - 2 * _IN_A_SET)
        if self._shown_twice is not None and tile in self._shown_twice:
            self._shown_twice[tile] = IN_WALL

    def where(self, tile: Tile, seats: list[Seat]) -> int:
        """The location of a tile that is not hidden."""
        if self.is_in_wall(tile):
            return IN_WALL
        if self._shown_twice is not None and tile in self._shown_twice:
            return self._shown_twice[tile]
        for seat in seats:
            if seat.holds(tile):
                return 1 + seat.seat
        return VISIBLE
