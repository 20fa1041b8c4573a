"""Judging while something is in doubt: what is kept silent is told, and what is wrong all the same is found."""

from pathlib import Path

import pytest
from support.paths import FIXTURES

from auditor import api
from auditor.core.audit.game import Audit, audit_game
from auditor.core.reading import read
from auditor.core.rulesets import choose


def audited(path: Path) -> Audit:
    """The audit of the one game of a fixture under its own rules."""
    (game,) = [one for one in read(path.read_bytes(), path.name) if isinstance(one, api.Game)]
    return audit_game(game, choose("auto", game)[0])


def told(audit: Audit) -> dict[tuple[int, str], str]:
    """The reason for each check that doubt kept silent, by hand and check."""
    return {
        (hand, check): one.reason
        for hand, record in enumerate(audit.records)
        for one in record.unjudged
        for check in one.checks
        if " in doubt since " in one.reason
    }


@pytest.mark.parametrize(
    ("fixture", "check", "reason"),
    [
        ("turn/order/riichi-of-another", "pay/win", "the hand is in doubt since turn/order"),
        ("turn/order/riichi-of-another", "win/yaku", "the hand is in doubt since turn/order"),
    ],
)
def test_a_check_that_doubt_keeps_silent_is_told_with_the_finding_that_is_the_cause(
    fixture: str, check: str, reason: str
) -> None:
    audit = audited(FIXTURES / f"{fixture}.mjlog")
    assert {one.check for one in audit.findings} == {reason.rpartition(" ")[2]}
    assert told(audit)[0, check] == reason


def test_nothing_is_told_where_nothing_is_found() -> None:
    assert told(audited(FIXTURES / "turn/order/silent.mjlog")) == {}


def test_what_is_wrong_only_by_a_number_in_doubt_is_told() -> None:
    """The stick is one of 5,000 points, which the win takes: by the log's other points it would be one too few."""
    audit = audited(FIXTURES / "cases/zh/super-riichi.mjlog")
    assert [one.check for one in audit.findings] == ["stick/deposit"]
    assert told(audit)[0, "stick/award"] == "the points are in doubt since stick/deposit"
