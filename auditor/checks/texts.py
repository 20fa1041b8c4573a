"""Tiles and points as the messages of findings show them."""

from auditor.events import Game
from auditor.tiles import tile_names, tiles_text
from auditor.units import Points, Tile


class Texts:
    """The tiles of a game as text.

    tile_names: the text of each tile id, red fives as the game has them. copies_recorded: whether the log tells the
    copies of a face apart.
    """

    def __init__(self, game: Game) -> None:
        self.tile_names = tile_names(game.red_tiles)
        self.copies_recorded = game.copies_recorded

    def tile(self, tile: Tile) -> str:
        """A tile id as text; a hidden one is ``?``."""
        return self.tile_names[tile] if tile >= 0 else "?"

    def tiles(self, tiles: list[Tile] | tuple[Tile, ...]) -> str:
        """Tile ids as text, sorted."""
        return tiles_text(tiles, self.tile_names)

    def copies(self, tiles: list[Tile] | tuple[Tile, ...]) -> str:
        """Tiles with their ids, which tell the copies of a face apart, as in ``7m (id 24)``."""
        return " ".join([f"{self.tile(tile)} (id {tile})" for tile in tiles])

    def is_same_face(self, tile: Tile, other: Tile) -> bool:
        """Whether two tiles look the same: of one kind, and both or neither a red five."""
        return self.tile_names[tile] == self.tile_names[other]

    def are_same(self, tiles: list[Tile], others: list[Tile]) -> bool:
        """Whether these are the same tiles in the same order, as far as the log tells the copies of a face apart."""
        if self.copies_recorded:
            return tiles == others
        return [self.tile(tile) for tile in tiles] == [self.tile(tile) for tile in others]

    def is_same(self, tile: Tile, other: Tile) -> bool:
        """Whether this is the same tile, as far as the log tells the copies of a face apart."""
        return tile == other or (not self.copies_recorded and self.tile(tile) == self.tile(other))

    def unmatched(self, tiles: list[Tile] | tuple[Tile, ...], others: list[Tile] | tuple[Tile, ...]) -> list[Tile]:
        """Those of the tiles that the others do not hold, as far as the log tells the copies of a face apart."""
        if not self.copies_recorded and self._faces(tiles) == self._faces(others):
            return []
        left = list(tiles)
        for other in others:
            for tile in left:
                if self.is_same(tile, other):
                    left.remove(tile)
                    break
        return left

    def _faces(self, tiles: list[Tile] | tuple[Tile, ...]) -> list[str]:
        faces = [self.tile(tile) for tile in tiles]
        faces.sort()
        return faces

    def told_apart(self, due: list[Tile], shown: list[Tile]) -> tuple[str, str]:
        """Tiles that are not the same, as text in their order; with their ids where only these differ."""
        texts = [" ".join([self.tile(tile) for tile in tiles]) for tiles in (due, shown)]
        return (texts[0], texts[1]) if texts[0] != texts[1] else (self.copies(due), self.copies(shown))


def are_points(shown: tuple[Points, ...], points: list[Points]) -> bool:
    """Whether these are the points of each seat."""
    return len(shown) == len(points) and all(one == points[seat] for seat, one in enumerate(shown))


def points_text(points: list[Points] | tuple[Points, ...]) -> str:
    """Points of each seat, as in ``25000 24000 26000 25000``."""
    return " ".join([str(of_seat) for of_seat in points])


def deltas_text(deltas: tuple[Points, ...] | list[Points]) -> str:
    """What each seat gains, as in ``+3900 0 -3900 0``."""
    return " ".join([f"{delta:+d}" if delta else "0" for delta in deltas])
