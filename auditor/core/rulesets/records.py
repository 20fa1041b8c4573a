"""Rules that records state: of a room on its server, or in a file beside the logs. Their formats read them.

Their modules are imported when a game asks for them.
"""

from functools import cache
from importlib import import_module
from typing import Any, Final, NamedTuple, Protocol

from auditor.core.events import Game
from auditor.core.reading import FORMAT_BY_NAME, FORMATS, Format
from auditor.core.reading.stated_rules import RIICHI_CITY_TEXT
from auditor.core.rulesets.model import Ruleset

ALL_CHECKS: Final = (
    "call", "dora", "draw", "furiten", "game", "honba", "log", "note", "pay", "riichi", "server", "stick", "tiles",
    "turn", "wall", "win",
)  # fmt: skip
"""The families of all checks, which are off for a variant."""


class UnjudgedChecks(NamedTuple):
    """Checks that a game does not allow, and why."""

    checks: tuple[str, ...]
    reason: str


class RecordRules(Protocol):
    """What a format's module of rules offers."""

    def by_record(self, game: Game, rules: Ruleset) -> tuple[Ruleset, str]:
        """The rules of a game by its record, and the reason. rules: those of ranked rooms for as many players."""

    def is_ranked(self, game: Game) -> bool:
        """Whether a record is of a ranked room, whose rules are known."""

    def unjudged(self, game: Game) -> list[UnjudgedChecks]:
        """The checks that are not made in any hand of a game, and why."""

    def why_off(self, game: Game) -> str:
        """Why checks are off for a game; "" where the record does not say."""


class RuleObject(Protocol):
    """What the module of a rule object offers. BASE: the ruleset that it changes. RULE_FILE: its usual name."""

    BASE: str
    RULE_FILE: str

    def settings_of(self, text: str, base: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        """The settings that a rule object makes of those at their defaults, and what is wrong with it."""


def rules_of_format(name: str) -> RecordRules | None:
    """The rules that records of a format state; None where they state none."""
    format = FORMAT_BY_NAME.get(name)
    return None if format is None or not format.rules else _module(format.rules)


@cache
def rules_of_server(name: str) -> RecordRules | None:
    """The rules that records of a server state, for games that other formats hold as well."""
    return next((_module(format.rules) for format in FORMATS if format.server == name and format.rules), None)


@cache
def _format_of_rule_object() -> Format:
    return next(format for format in FORMATS if format.rule_object)


def rule_object() -> RuleObject:
    """The one kind of rule object that is known."""
    found: RuleObject = import_module(_format_of_rule_object().rule_object)
    return found


def is_rule_object(data: bytes) -> bool:
    """Whether a file beside a log is such an object."""
    matches = _format_of_rule_object().is_companion
    return matches is not None and matches(data)


def is_ranked(game: Game) -> bool:
    """Whether a game comes from a server's ranked room, whose rules are known."""
    format = FORMAT_BY_NAME.get(game.format)
    if format is None or not format.server:
        return False
    rules = rules_of_format(game.format)
    return rules is not None and rules.is_ranked(game)


def unjudged(game: Game) -> list[UnjudgedChecks]:
    """The checks that are not made in any hand of a game, and why; [] where its record says nothing of it."""
    is_riichi_city = game.rule_text.startswith(RIICHI_CITY_TEXT)
    rules = rules_of_server("riichi-city") if is_riichi_city else rules_of_format(game.format)
    return [] if rules is None else rules.unjudged(game)


def why_off(game: Game) -> str:
    """Why checks are off for a game, as its record says; "" for others."""
    rules = rules_of_format(game.format)
    return "" if rules is None else rules.why_off(game)


def _module(name: str) -> RecordRules:
    found: RecordRules = import_module(name)
    return found
