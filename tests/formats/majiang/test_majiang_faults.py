"""One fault, one finding: faults put into Majiang paipu, simulated ones and, if available, real ones."""

import copy
import gzip
import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.majiang_faults import FAULTS, Paipu

from auditor.core.audit.game import audit_game
from auditor.core.events import NOT_RECORDED, Game
from auditor.core.reading import read
from auditor.core.results import NOTE, Finding
from auditor.core.rulesets import choose
from auditor.formats import majiang
from auditor.testing.simulate import Simulation

GAMES = 8
COPIES = 6
"""Copies that each fault is put into."""

Judged = tuple[str, Paipu]
"""The rules that judge a game, and the game."""


@cache
def made() -> list[Judged]:
    """Games that play themselves by Majiang's default rules."""
    found = []
    for number in range(GAMES):
        game = Simulation(number, "majiang").play()
        game.rule_bits = NOT_RECORDED
        game.log_id = ""
        found.append(("majiang", json.loads(majiang.write(game))))
    return found


@cache
def real(corpus: Path) -> list[Judged]:
    """Some of the games of every rule object."""
    found = []
    for path in sorted((corpus / "majiang").glob("*/*.json.gz"))[::4]:
        found.append((str(path.parent / "rule.json"), json.loads(gzip.decompress(path.read_bytes()))))
    return found


def findings(rules: str, paipu: Paipu) -> list[Finding]:
    games: list[Any] = list(read(json.dumps(paipu, ensure_ascii=False).encode(), "log"))
    assert len(games) == 1, games
    assert isinstance(games[0], Game)
    audit = audit_game(games[0], choose(rules, games[0])[0])
    assert not audit.problems
    return [one for one in audit.findings if one.severity != NOTE]


def judge(name: str, games: list[Judged]) -> int:
    """Put the fault into copies and judge them; returns into how many."""
    choice = Random(name)
    copies = 0
    for _ in range(20 * COPIES):
        rules, original = choice.choice(games)
        paipu = copy.deepcopy(original)
        change = FAULTS[name](paipu, choice)
        if change is None:
            continue
        hand, checks = change
        found = findings(rules, paipu)
        told = [one.check for one in found]
        assert told in [[check] if check else [] for check in checks.split("|")], f"{rules}, hand {hand}: {found}"
        copies += 1
        if copies == COPIES:
            break
    return copies


def test_games_made_here_are_clean() -> None:
    assert [findings(*game) for game in made()] == [[]] * GAMES


@pytest.mark.parametrize("name", sorted(FAULTS))
def test_a_fault_in_a_paipu_made_here_gives_one_finding(name: str) -> None:
    assert judge(name, made()), "no game has a place for this fault"


@pytest.mark.parametrize("name", sorted(FAULTS))
def test_a_fault_in_a_real_paipu_gives_one_finding(name: str, corpus: Path) -> None:
    print(f"{name}: {judge(name, real(corpus))} copies")
