"""Games of a program that turns markers which its rules do not count."""

from auditor.core.events import Deposit, Game, Win
from auditor.core.tiles import dora_of


def with_ura_turned(game: Game) -> Game:
    """A game by rules without ura dora whose program turns markers all the same, each of a dora that is not paid."""
    game.seed = ""
    for hand in game.hands:
        declared = {one.seat for one in hand.events if isinstance(one, Deposit)}
        for win in [one for one in hand.events if isinstance(one, Win) and one.seat in declared]:
            win.ura = tuple([indicator_before(win.tile)] * len(win.dora or ()))
    return game


def indicator_before(tile: int) -> int:
    """An indicator of which a tile is the dora."""
    return next(4 * kind for kind in range(34) if dora_of(kind) == tile // 4)
