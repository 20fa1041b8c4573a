"""Rules that a log does not name: what tables play, what a log shows of it, and what explains its faults.

This module imports nothing of its package until a game's rules are only assumed.
"""

from typing import TYPE_CHECKING

from auditor.core.audit.game import Audit, audit_game
from auditor.core.events import Game
from auditor.core.rulesets.choice import choice_of

if TYPE_CHECKING:
    from auditor.core.results import Finding


def audit_by(spec: str, game: Game, path: str = "", member: str = "") -> tuple[Audit, str]:
    """The audit of a game, as a run gives it, and why it is judged by that ruleset; arguments as for `choice_of`.

    Raises RulesetError.
    """
    choice = choice_of(spec, game, path, member)
    audit = audit_game(game, choice.rules)
    if choice.is_assumed:
        audit.findings = revise_findings(audit)
    return audit, choice.reason


def revise_findings(audit: Audit) -> "list[Finding]":
    """As `assumed.revise_findings`: the findings of an audit by assumed rules, reduced to notes where tables differ."""
    from auditor.unknown_rules import assumed

    return assumed.revise_findings(audit)
