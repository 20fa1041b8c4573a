"""One fault, one finding: faults put into M-League records, simulated ones and, if available, a real one."""

import copy
import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support import mleague_logs
from support.mleague_faults import FAULTS, Command

from auditor.core.audit.game import audit_game
from auditor.core.events import Game
from auditor.core.reading import read
from auditor.core.results import NOTE, Finding
from auditor.core.rulesets import choose
from auditor.testing.simulate import Simulation

GAMES = 6
COPIES = 6
"""Copies that each fault is put into."""


@cache
def made() -> list[list[Command]]:
    """Games that play themselves by the league's rules, as they are typed in."""
    found = []
    for number in range(GAMES):
        game = Simulation(number, "m-league").play()
        game.log_id = f"L001_S001_{number:04d}_01A"
        found.append(mleague_logs.commands(game))
    return found


def real(corpus: Path) -> list[list[Command]]:
    return [json.loads(path.read_text("utf-8")) for path in sorted((corpus / "mleague").glob("*.json"))]


def findings(commands: list[Command]) -> list[Finding]:
    games: list[Any] = list(read(json.dumps(commands, ensure_ascii=False).encode(), "log"))
    assert len(games) == 1, games
    assert isinstance(games[0], Game)
    audit = audit_game(games[0], choose("auto", games[0])[0])
    assert not audit.problems
    return [one for one in audit.findings if one.severity != NOTE]


def judge(name: str, games: list[list[Command]]) -> int:
    """Put the fault into copies and judge them; returns into how many."""
    choice = Random(name)
    copies = 0
    for _ in range(20 * COPIES):
        commands = copy.deepcopy(choice.choice(games))
        change = FAULTS[name](commands, choice)
        if change is None:
            continue
        hand, checks = change
        found = findings(commands)
        told = [one.check for one in found]
        assert told in [[check] if check else [] for check in checks.split("|")], f"hand {hand}: {found}"
        assert not found or found[0].hand == hand, f"hand {hand}: {found}"
        copies += 1
        if copies == COPIES:
            break
    return copies


def test_games_made_here_are_clean() -> None:
    assert [findings(commands) for commands in made()] == [[]] * GAMES


@pytest.mark.parametrize("name", sorted(FAULTS))
def test_a_fault_in_a_record_made_here_gives_one_finding(name: str) -> None:
    assert judge(name, made()), "no game has a place for this fault"


@pytest.mark.parametrize("name", sorted(FAULTS))
def test_a_fault_in_a_real_record_gives_one_finding(name: str, corpus: Path) -> None:
    print(f"{name}: {judge(name, real(corpus))} copies")
