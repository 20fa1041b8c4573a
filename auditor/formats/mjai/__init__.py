"""mjai JSON Lines, and what they say of the rules."""

from collections.abc import Iterator
from typing import Final

from auditor.core.errors import Problem
from auditor.core.events import Game
from auditor.core.reading.format import Format
from auditor.core.reading.stated_rules import StatedRules, rules_by_text
from auditor.formats.mjai.vocabulary import EAST_ONLY, KYOKU_FIRST, NAME, matches


def stated_rules(game: Game) -> StatedRules:
    """What the header of an mjai log says of its rules, or its id where it is one of Mahjong Soul's."""
    by_id = rules_by_text(game)
    if by_id.server or game.attributes.get(KYOKU_FIRST) != EAST_ONLY:
        return by_id
    return StatedRules(f"the log says {KYOKU_FIRST} {EAST_ONLY}, one wind", winds=1)


__all__ = ["FORMAT", "matches", "read", "write"]


def read(data: bytes, name: str) -> Iterator[Game | Problem]:
    """Read every game of an input, and report what could not be read."""
    from auditor.formats.mjai.reader import read as read_input

    return read_input(data, name)


def write(game: Game, comment: str = "") -> str:
    """The text of a game. Raises ValueError for what the format cannot say."""
    from auditor.formats.mjai.writer import write as write_game

    return write_game(game, comment)


FORMAT: Final[Format] = Format(
    NAME,
    "mjai (JSON Lines)",
    ".mjson",
    matches,
    read,
    write,
    stated_rules=stated_rules,
    is_joinable=True,
    richness=1,
)
