"""Copies of tiles in formats that do not distinguish them, and shared event objects."""

import random

import pytest

from auditor.core.events import DISCARD, DRAW, NOT_RECORDED, SEATS, TEDASHI, TSUMOGIRI, Event
from auditor.core.reading.building import shared_discard, shared_draw
from auditor.core.reading.copies import NO_CODE, Copies, HeldTiles
from auditor.core.tiles import TILES, UNKNOWN, red_tiles_of


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


def test_a_hand_gives_the_copy_that_it_got_first_and_the_drawn_one_last() -> None:
    copies = Copies(())
    got = [copies.draw(0, 11) for _ in range(3)]
    other = copies.draw(1, 11)
    assert [copies.from_hand(0, 11, (), got[0]) for _ in got] == [got[1], got[2], got[0]]
    assert copies.hand(0) == []
    assert copies.hand(1) == [other]


def test_a_tile_that_has_no_copy_left_is_in_both_hands_that_got_it() -> None:
    """Five copies of a tile: one wrong tile makes no other one wrong."""
    copies = Copies(())
    assert [copies.draw(0, 11) for _ in range(4)] == [0, 1, 2, 3]
    assert copies.draw(1, 11) == 3
    assert copies.draw(1, 11) == 3
    assert [copies.from_hand(1, 11) for _ in range(2)] == [3, 3]
    assert copies.hand(0) == [0, 1, 2, 3]


def test_a_hidden_tile_is_shown_as_no_other() -> None:
    copies = Copies(())
    copies.draw(0, NO_CODE)
    red_dragon = copies.draw(0, 47)
    assert copies.hand(0) == [UNKNOWN, red_dragon]
    assert copies.shown(0, [47]) == [red_dragon]


@pytest.mark.parametrize("seed", range(5))
def test_held_tiles_are_those_of_a_plain_list(seed: int) -> None:
    """Tiles that a hand holds twice and hidden ones, too, as faulty logs have them."""
    chance = random.Random(seed)
    held, plain = HeldTiles(), list[int]()
    for _ in range(2000):
        tile = chance.choice((UNKNOWN, 0, 35, 36, 71, 72, 107, 108, 135, chance.randrange(TILES)))
        if chance.random() < 0.5:
            held.add(tile)
            plain.append(tile)
        else:
            assert held.remove(tile) == (tile in plain)
            if tile in plain:
                plain.remove(tile)
        assert held.all_tiles() == held.copy().all_tiles() == sorted(plain)
        assert tile == UNKNOWN or held.has(tile) == (tile in plain)


def test_a_copy_of_held_tiles_is_changed_by_itself() -> None:
    held = HeldTiles()
    for tile in (0, 0, 135, UNKNOWN):
        held.add(tile)
    other = held.copy()
    assert all([other.remove(tile) for tile in (0, 0, 135, UNKNOWN)])
    assert held.all_tiles() == [UNKNOWN, 0, 0, 135]
    assert other.all_tiles() == []
