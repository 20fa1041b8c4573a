"""Majiang paipu JSON."""

from typing import Final

from auditor.events import Game
from auditor.formats.format import Format
from auditor.formats.majiang.reader import NAME, is_rule_object, matches, read
from auditor.formats.majiang.writer import write
from auditor.formats.rules import MAJIANG, StatedRules, rules_by_text

__all__ = ["FORMAT", "is_rule_object", "matches", "read", "write"]


def stated_rules(game: Game) -> StatedRules:
    """What a paipu says of its rules: nothing but in a rule text, for its rule object is another file."""
    return rules_by_text(game) if game.rule_text else StatedRules(server=MAJIANG)


FORMAT: Final[Format] = Format(NAME, "Majiang paipu (JSON)", ".json", matches, read, write, stated_rules=stated_rules)
