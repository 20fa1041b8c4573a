"""The findings of all fixtures, notes too, as audited under the rules that each carries, and what was not judged."""

from functools import cache

from auditor.core import rulesets
from auditor.core.audit.game import Audit, audit_game
from auditor.core.events import Game
from auditor.core.reading import read
from auditor.core.reading.embedded_verdict import verdict_in
from auditor.core.results import Finding
from auditor.regression.verify import ruleset_of
from auditor.unknown_rules import revise_findings
from support.paths import TESTS, fixture_logs


@cache
def _audits() -> list[Audit]:
    made = []
    for path in fixture_logs():
        carried = verdict_in(path.read_bytes())
        assert carried is not None
        spec = ruleset_of(carried.rules, str(path), str(TESTS / "rulesets"))
        for game in read(path.read_bytes(), path.name):
            assert isinstance(game, Game)
            made.append(audit_game(game, rulesets.choose(spec, game)[0]))
    return made


@cache
def fixture_findings() -> list[Finding]:
    """The findings of all fixtures."""
    return [finding for audit in _audits() for finding in audit.findings]


@cache
def revised_findings() -> list[Finding]:
    """Those of the fixtures that are judged by assumed rules, which say what they depend on."""
    audits = [audit for audit in _audits() if audit.ruleset.assumed and audit.findings]
    anew = [audit_game(audit.game, audit.ruleset) for audit in audits]  # revision changes the audit
    return [finding for audit in anew for finding in revise_findings(audit)]


@cache
def fixture_reasons() -> set[str]:
    """Why something was not judged in them."""
    return {one.reason for audit in _audits() for table in audit.records for one in table.unjudged}
