"""The location of a tile is where it was last put, even if a faulty log shows it several times."""

from hypothesis import given
from hypothesis import strategies as st

from auditor.core.table.seat import Seat
from auditor.core.table.tile_locations import IN_WALL, VISIBLE, TileLocations
from auditor.core.tiles import TILES

FEW = st.sampled_from([0, 1, 47, 48, 95, 96, 135])
"""So few that most are shown twice, with those about the ends of a word."""


@given(st.lists(st.tuples(st.sampled_from(["draw", "turn", "give", "hidden", "mistake"]), st.integers(0, 3), FEW)))
def test_a_tile_is_where_it_was_put_last(steps: list[tuple[str, int, int]]) -> None:
    places, seats, last = TileLocations(), [Seat(seat) for seat in range(4)], [IN_WALL] * TILES
    for does, who, tile in steps:
        held = seats[who].holds(tile)
        if does == "draw":
            assert places.take_from_wall(tile, 1 + who) == (last[tile] == IN_WALL)
            seats[who].add(tile)
            last[tile] = 1 + who
        elif does == "turn" or (does == "hidden" and not held):
            assert places.take_from_wall(tile, VISIBLE) == (last[tile] == IN_WALL)
            last[tile] = VISIBLE
        elif held:
            assert seats[who].remove(tile)
            if does == "mistake":
                places.go_back(tile)
                last[tile] = IN_WALL
            else:
                places.open(tile)
                last[tile] = VISIBLE
        assert [places.where(tile, seats) for tile in range(TILES)] == last
        assert [tile for tile in range(TILES) if places.is_in_wall(tile)] == [
            tile for tile in range(TILES) if last[tile] == IN_WALL
        ]


def test_a_hidden_tile_is_nowhere() -> None:
    places = TileLocations()
    assert not places.take_from_wall(-1, VISIBLE)
    places.open(-1)
    places.go_back(-1)
    assert all(places.is_in_wall(tile) for tile in range(TILES))
