"""What mjai says of the rules: at most that the game is of the east wind."""

from auditor.events import Game
from auditor.formats.mjai.words import EAST_ONLY, KYOKU_FIRST
from auditor.formats.rules import StatedRules, rules_by_text


def stated_rules(game: Game) -> StatedRules:
    """What the header of an mjai log says of its rules, or its id where it is one of Mahjong Soul's."""
    by_id = rules_by_text(game)
    if by_id.server or game.attributes.get(KYOKU_FIRST) != EAST_ONLY:
        return by_id
    return StatedRules(f"the log says {KYOKU_FIRST} {EAST_ONLY}, one wind", winds=1)
