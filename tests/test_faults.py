"""One fault, one finding: a fault put into a copy of a real log is named once, in its hand, and nothing else is."""

import re
from functools import cache
from pathlib import Path
from random import Random

import pytest
from faults import FAULTS, Elements, hand_of
from packing import unpacked

from auditor.audit import audit_game
from auditor.events import Game
from auditor.findings import NOTE, Finding
from auditor.formats import read
from auditor.rulesets import choose

NOT_CLEAN = {"24.xml", "25.xml", "sanma.mjlog"}
"""Logs of another program, and of a room with house rules."""
COPIES = 12
"""Copies of real logs that each fault is put into."""


@cache
def logs(corpus: Path) -> list[tuple[str, Elements]]:
    found = []
    for path in sorted((corpus / "mjlog").iterdir()):
        if path.name not in NOT_CLEAN:
            found.append((path.name, re.findall(r"<[^>]*>", unpacked(path).decode())))
    return found


def findings(name: str, elements: Elements) -> list[Finding]:
    games = list(read("".join(elements).encode(), name))
    assert len(games) == 1, games
    game = games[0]
    assert isinstance(game, Game)
    audit = audit_game(game, choose("auto", game)[0])
    assert not audit.problems
    return [one for one in audit.findings if one.severity != NOTE]


@pytest.mark.parametrize("name", sorted(FAULTS))
def test_a_fault_gives_one_finding(name: str, corpus: Path) -> None:
    choice = Random(name)
    copies = 0
    everything = logs(corpus)
    for _ in range(40 * COPIES):
        log, elements = choice.choice(everything)
        change = FAULTS[name](elements, choice)
        if change is None:
            continue
        changed, place, checks = change
        found = findings(log, changed)
        assert [one.check for one in found] in [[check] for check in checks.split("|")], f"{log}: {found}"
        assert found[0].hand == hand_of(elements, place), f"{log}: {found}"
        copies += 1
        if copies == COPIES:
            break
    assert copies, "no log has a place for this fault"
