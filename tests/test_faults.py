"""One fault, one finding: a fault put into a copy of a clean log is named once, in its hand, and nothing else is."""

from random import Random

import pytest
from faults import FAULTS
from mjlog_elements import Elements, elements_of, hand_of

from auditor.audit.game import audit_game
from auditor.events import Game
from auditor.findings import NOTE, Finding
from auditor.formats import read
from auditor.rulesets import choose

COPIES = 24
"""Copies of logs that each fault is put into."""
TRIES = 40 * COPIES


def findings(name: str, elements: Elements) -> list[Finding]:
    games = list(read("".join(elements).encode(), name))
    assert len(games) == 1, games
    game = games[0]
    assert isinstance(game, Game)
    audit = audit_game(game, choose("auto", game)[0])
    assert not audit.problems
    return [one for one in audit.findings if one.severity != NOTE]


@pytest.mark.parametrize("name", sorted(FAULTS))
def test_a_fault_gives_one_finding(name: str, mjlogs: list[tuple[str, str]]) -> None:
    choice = Random(name)
    copies: set[str] = set()
    for _ in range(TRIES):
        log, text = choice.choice(mjlogs)
        elements = elements_of(text)
        change = FAULTS[name](elements, choice)
        if change is None or (copy := "".join(change[0])) in copies:
            continue
        changed, place, checks = change
        found = findings(log, changed)
        assert [one.check for one in found] in [[check] for check in checks.split("|")], f"{log}: {found}"
        assert found[0].hand == hand_of(elements, place), f"{log}: {found}"
        copies.add(copy)
        if len(copies) == COPIES:
            break
    assert copies, "no log has a place for this fault"
