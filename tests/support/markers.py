"""Games of a program that turns markers which its rules do not count."""

from auditor.core.events import DORA, DRAW, Deposit, Game, Win
from auditor.core.tiles import dora_of


def with_ura_turned(game: Game) -> Game:
    """A game by rules without ura dora whose program turns markers all the same, each of a dora that is not paid."""
    game.seed = ""
    for hand in game.hands:
        declared = {one.seat for one in hand.events if isinstance(one, Deposit)}
        out = {hand.indicator, *sum(hand.dealt, ()), *[one.tile for one in hand.events if one.kind in (DRAW, DORA)]}
        for win in [one for one in hand.events if isinstance(one, Win) and one.seat in declared]:
            firsts = [indicator_before(tile) for tile in (win.tile, *(win.hand or ()))]
            left = [tile for first in firsts for tile in range(first, first + 4) if tile not in out]
            win.ura = tuple(left[:1] * len(win.dora or ()))
    return game


def indicator_before(tile: int) -> int:
    """An indicator of which a tile is the dora."""
    return next(4 * kind for kind in range(34) if dora_of(kind) == tile // 4)
