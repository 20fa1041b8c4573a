"""Logs with a shuffle seed, made up for the tests: what the wall proves."""

import base64
from random import Random

from auditor.core.events import DRAW, Event, Hand
from auditor.core.table import table
from auditor.core.table.wall import PREFIX_C, SEED_BYTES, Wall, walls
from scenarios import Play, case

SEED = PREFIX_C + base64.b64encode(Random("auditor").randbytes(SEED_BYTES)).decode()


def seeded(play: Play, *, deal: dict[int, tuple[int, int]] | None = None, indicator: int | None = None) -> Wall:
    """Deal the first hand of the seed. deal: for a seat the place of a tile and the tile that is dealt instead."""
    play.game.seed = SEED
    wall = next(walls(SEED, play.game.players))
    hands = [list(hand) for hand in wall.dealt(0)]
    for seat, (place, tile) in (deal or {}).items():
        hands[seat][place] = tile
    first = wall.indicator(0) if indicator is None else indicator
    assert first is not None
    scores = (play.rules.game.start_points,) * play.game.players + (0,) * (4 - play.game.players)
    hand = Hand(0, 0, 0, 0, 0, scores, tuple([tuple(tiles) for tiles in hands]), first, wall.dice)
    play.game.hands.append(hand)
    play.table = table.deal(play.game, hand, play.rules)
    return wall


def turns(play: Play, wall: Wall, count: int) -> None:
    """So many draws of the wall, each discarded at once."""
    for _ in range(count):
        tile = wall.draw(play.table.draws)
        assert tile is not None
        play.add(Event(DRAW, play.turn_seat, tile)).discard()


@case("wall/seed/fires", "A draw is not the tile that the seed puts there.")
def _(play: Play) -> None:
    wall = seeded(play)
    turns(play, wall, 6)
    later = wall.draw(40)
    assert later is not None
    play.add(Event(DRAW, play.turn_seat, later)).finds("wall/seed", 2).discard()
    turns(play, wall, 6)


@case("wall/seed/deal", "A tile dealt is not the one that the seed puts there.")
def _(play: Play) -> None:
    later = next(walls(SEED, 4)).draw(60)
    assert later is not None
    wall = seeded(play, deal={2: (5, later)})
    play.finds("wall/seed", 2, event=None)
    turns(play, wall, 6)


@case("wall/seed/exchanged", "Two seats are dealt each other's tile, which is one fault.")
def _(play: Play) -> None:
    dealt = next(walls(SEED, 4)).dealt(0)
    wall = seeded(play, deal={1: (3, dealt[2][5]), 2: (5, dealt[1][3])})
    play.finds("wall/seed", event=None)
    turns(play, wall, 6)


@case("wall/seed/indicator", "The first indicator is not the one that the seed puts there.")
def _(play: Play) -> None:
    later = next(walls(SEED, 4)).draw(60)
    assert later is not None
    wall = seeded(play, indicator=later)
    play.finds("wall/seed", event=None)
    turns(play, wall, 6)


@case("wall/seed/silent", "Every tile dealt and drawn is the seed's.")
def _(play: Play) -> None:
    turns(play, seeded(play), 30)


@case("wall/seed/three-players", "Three players: every tile dealt and drawn is the seed's.", rules="tenhou-sanma")
def _(play: Play) -> None:
    turns(play, seeded(play), 30)


@case("wall/overdraw/fires", "A draw after the last tile of the live wall.")
def _(play: Play) -> None:
    play.hand().play_out().turn().finds("wall/overdraw", 2, event=play.last_event - 1)


@case("wall/overdraw/silent", "The last tile of the live wall, and four replacement draws.")
def _(play: Play) -> None:
    play.hand({1: "222444m666888p1s"}, avoid="2m4m6p8p").turn()
    for tile in ("2m", "4m", "6p", "8p"):
        play.draw(tile).closed_kan(tile)
    play.draw().discard().end().look(event=play.last_event - 2)
