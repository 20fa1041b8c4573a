"""Copies of tiles in formats that do not distinguish them, and shared event objects."""

import random
import re

import pytest

from auditor.core.audit.game import audit_game
from auditor.core.events import DISCARD, DRAW, NO_SEAT, NOT_RECORDED, SEATS, TEDASHI, TSUMOGIRI, Event, Game
from auditor.core.reading import FORMAT_BY_NAME, read
from auditor.core.reading.building import shared_discard, shared_draw
from auditor.core.reading.copies import NO_CODE, Copies, HeldTiles
from auditor.core.rulesets import choose
from auditor.core.tiles import TILES, UNKNOWN, red_tiles_of
from auditor.testing.scenario import Scenario


@pytest.mark.parametrize("reds", [(0, 0, 0), (1, 1, 1), (1, 2, 1), (0, 1, 4), (4, 4, 4), (3, 0, 2)])
def test_a_tile_has_a_code_where_its_own_is_that_of_the_codes_tiles(reds: tuple[int, int, int]) -> None:
    """Codes that stand for the same tiles, as a red five that the set lacks and the plain one, have one in common."""
    copies = Copies(red_tiles_of(reds))
    for ids in copies.ids.values():
        for tile in range(TILES):
            assert (copies.codes[tile] == copies.codes[ids[0]]) == (tile in ids)


def test_a_red_five_that_the_set_lacks_is_a_five_of_the_hand() -> None:
    copies = Copies(red_tiles_of((0, 1, 1)))
    five = copies.draw(0, 15)
    assert (copies.from_hand(0, 51), copies.draw(1, 52), copies.false_red) == (five, 52, NO_SEAT)
    assert (copies.draw(2, 51), copies.false_red) == (17, 2)
    play = Scenario()
    for number in range(2):
        play.hand({0: "0555m123p789s114z", 1: "0555p0555s123m23z"}, honba=number, indicator="1m").turn()
        play.ryuukyoku(deltas=(0,) * 4)
    play.game.rule_bits = NOT_RECORDED
    for reds in [(0, 1, 1), (1, 0, 1), (0, 0, 1), (0, 2, 1), (0, 1, 0), (4, 0, 1), (0, 0, 0), (1, 1, 1)]:
        play.game.red_tiles = red_tiles_of(reds)
        for format in ("mjai", "tenhou6", "majiang", "majsoul", "riichicity", "mjscore"):
            if format != "mjscore" or reds in ((0, 0, 0), (1, 1, 1)):
                text = FORMAT_BY_NAME[format].write(play.game, "")
                assert accused(text) == [], (format, reds)
                if format == "mjscore":
                    assert accused(text.replace("赤", "").replace("5M", "5m")) == []
                if format == "tenhou6":
                    assert accused(text.replace("aka", "aqa").replace("赤", "")) == []
                    false_red = text.replace("15,", "51,", 1)
                    found = ["log/contradiction"] if any(reds) else ["tiles/duplicate"]
                    assert reds[0] > 0 or accused(false_red) == found, reds
                if format == "mjai" and reds == (1, 1, 1):  # a fifth five beside the red one, and a second red one
                    draw = text.index('"pai"', text.index('"tsumo"'))
                    for tile in ("5m", "5mr"):
                        wrong = re.sub('"pai": ?"[^"]*"', f'"pai":"{tile}"', text[draw:], count=2)
                        assert accused(text[:draw] + wrong) == ["tiles/duplicate"], tile


def accused(text: str) -> list[str]:
    """The checks of tiles that find something in the first game of a log."""
    game = next(one for one in read(text.encode(), "a.log") if isinstance(one, Game))
    select = frozenset(["tiles/duplicate", "log/contradiction"])
    return [one.check for one in audit_game(game, choose("auto", game)[0], select=select).findings]


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
