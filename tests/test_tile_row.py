"""A row of tiles is a list of them."""

from hypothesis import given
from hypothesis import strategies as st

from auditor.table.tile_row import TileRow

TILES = st.integers(-1, 135)
FEW = st.sampled_from([-1, 0, 1, 127, 128, 135])
"""So few that the same tile comes twice: hidden ones, the lowest and highest ids, and those about the highest bit."""


def remove(tiles: list[int], tile: int) -> bool:
    """What a row does, by a list."""
    if tile not in tiles:
        return False
    if tiles[-1] == tile:
        tiles.pop()
    else:
        tiles.remove(tile)
    return True


@given(st.lists(st.tuples(st.integers(0, 2), TILES | FEW), max_size=60))
def test_a_row_of_tiles_is_a_list(steps: list[tuple[int, int]]) -> None:
    row, tiles = TileRow(), []
    for does, tile in steps:
        if does:  # twice as often as not, so that rows grow beyond the fourteen tiles of a hand
            row.append(tile)
            tiles.append(tile)
        else:
            asked = tiles[tile % len(tiles)] if tiles and tile % 3 else tile
            assert row.has(asked) == (asked in tiles)
            assert row.remove(asked) == remove(tiles, asked)
        assert row.tiles() == tiles
        assert row.length == len(tiles)
