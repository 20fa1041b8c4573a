"""Copies of tiles that a format does not tell apart, and the events that are shared."""

import pytest

from auditor.events import DISCARD, DRAW, NOT_RECORDED, SEATS, TEDASHI, TSUMOGIRI, Event
from auditor.formats.building import shared_discard, shared_draw
from auditor.formats.copies import Copies
from auditor.tiles import TILES, UNKNOWN, red_tiles_of


@pytest.mark.parametrize("reds", [(0, 0, 0), (1, 1, 1), (1, 2, 1), (0, 1, 4), (4, 4, 4), (3, 0, 2)])
def test_a_tile_has_a_code_where_its_own_is_that_of_the_codes_tiles(reds: tuple[int, int, int]) -> None:
    """Codes that stand for the same tiles, as a red five that the set lacks and the plain one, have one in common."""
    copies = Copies(red_tiles_of(reds))
    for ids in copies.ids.values():
        for tile in range(TILES):
            assert (copies.codes[tile] == copies.codes[ids[0]]) == (tile in ids)


def test_a_red_five_that_the_set_lacks_is_a_five_of_the_hand() -> None:
    copies = Copies(())
    five = copies.draw(0, 15)
    assert copies.from_hand(0, 51) == five


def test_shared_events_are_those_they_stand_for() -> None:
    for seat in range(SEATS):
        for tile in range(UNKNOWN, TILES):
            assert shared_draw(seat, tile) == Event(DRAW, seat, tile)
            for mark in (NOT_RECORDED, TEDASHI, TSUMOGIRI):
                assert shared_discard(seat, tile, mark) == Event(DISCARD, seat, tile, mark=mark)
