"""Addresses at which others show a hand."""

from typing import Final
from urllib.parse import quote

from auditor.events import DISCARD, DRAW, Game, Hand, Player
from auditor.formats import tenhou6

TENHOU6: Final = "https://tenhou.net/6/#json="
LONGEST: Final = 8000
"""Characters of an address that programs still pass on."""

_PLAIN: Final = "[],:"
"""What JSON is full of and an address may hold as it is."""


def hand_link(game: Game, hand: Hand) -> str:
    """The address of one hand at tenhou.net/6, which holds the hand itself; "" where it cannot, or is too long.

    A hand of which the log hides tiles has none: the viewer knows no face-down tile.
    """
    moved = [event.tile for event in hand.events if event.kind in (DRAW, DISCARD)]
    if min([*moved, *[tile for tiles in hand.dealt for tile in tiles]], default=0) < 0:
        return ""
    alone = Game(game.format)
    alone.players = game.players
    alone.red_tiles, alone.reds_recorded = game.red_tiles, game.reds_recorded
    alone.rule_bits, alone.rule_text = game.rule_bits, game.rule_text
    alone.seats = [Player(seat.name) for seat in game.seats]
    alone.hands = [hand]
    try:
        text = tenhou6.write(alone, "")
    except ValueError:
        return ""
    address = TENHOU6 + quote(text.strip().encode("utf-8", "replace"), safe=_PLAIN)
    return address if len(address) <= LONGEST else ""
