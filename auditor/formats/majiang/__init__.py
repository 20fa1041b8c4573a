"""Majiang paipu JSON."""

from collections.abc import Iterator
from typing import Final

from auditor.core.errors import Problem
from auditor.core.events import Game
from auditor.core.reading.format import Format
from auditor.core.reading.stated_rules import MAJIANG, StatedRules, rules_by_text
from auditor.formats.majiang.vocabulary import NAME, is_rule_object, matches

__all__ = ["FORMAT", "is_rule_object", "matches", "read", "write"]


def read(data: bytes, name: str) -> Iterator[Game | Problem]:
    """Read every game of an input, and report what could not be read."""
    from auditor.formats.majiang.reader import read as read_input

    return read_input(data, name)


def write(game: Game, comment: str = "") -> str:
    """The text of a game. Raises ValueError for what the format cannot say."""
    from auditor.formats.majiang.writer import write as write_game

    return write_game(game, comment)


def stated_rules(game: Game) -> StatedRules:
    """What a paipu says of its rules, by a rule text or an id alone, for its rule object is another file."""
    by_text = rules_by_text(game)
    return by_text if by_text.evidence else StatedRules(server=MAJIANG)


FORMAT: Final[Format] = Format(
    NAME,
    "Majiang paipu (JSON)",
    ".json",
    matches,
    read,
    write,
    stated_rules=stated_rules,
    is_companion=is_rule_object,
    richness=2,
    reds_by_rule=True,
    rule_object="auditor.formats.majiang.rules",
)
