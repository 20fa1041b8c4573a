"""What a game's header may go without: the seed of its shuffle, of which only the kind of the generator stays."""

from auditor.copying import changed_game, changed_hand
from auditor.events import Game
from auditor.wall import PREFIX_C

_END_OF_KIND = ","


def generator_of(seed: str) -> str:
    """The name of the generator that a seed is for, without the seed; "" for the generator of today.

    Which generator a game was shuffled with says how old it is, and that says which of Tenhou's rules held.
    """
    kind, comma, _ = seed.partition(_END_OF_KIND)
    return "" if not comma or seed.startswith(PREFIX_C) else kind + comma


def without_seed(game: Game) -> Game:
    """A game without its published seed or walls; the tiles stay, but nothing proves them."""
    hands = [changed_hand(hand, shuffle=generator_of(hand.shuffle), server=None) for hand in game.hands]
    return changed_game(game, seed=generator_of(game.seed), hands=hands)


def has_seed(game: Game) -> bool:
    """Whether anything in a game proves its tiles."""
    return bool(game.seed) or any([hand.shuffle or hand.server for hand in game.hands])
