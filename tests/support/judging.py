"""Judges logs and games for the tests of several packages."""

from functools import cache
from pathlib import Path

from auditor.core.audit.game import audit_game
from auditor.core.events import Game
from auditor.core.reading import read
from auditor.core.results import NOTE
from auditor.core.rulesets import choose
from auditor.core.rulesets.model import Ruleset
from support.write_fixtures import rules_in


def checks_of_findings(game: Game) -> list[str]:
    """The checks of a game's findings, without notes, under the rules that the game names."""
    audit = audit_game(game, choose("auto", game)[0])
    assert not audit.problems
    return [finding.check for finding in audit.findings if finding.severity != NOTE]


@cache
def game_and_rules(fixture: Path) -> tuple[Game, Ruleset]:
    """A fixture's game, and the ruleset that judges it."""
    data = fixture.read_bytes()
    game = next(read(data, fixture.name))
    assert isinstance(game, Game)
    return game, choose(rules_in(data), game)[0]
