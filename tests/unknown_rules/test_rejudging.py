"""A game judged again under other rulesets: the findings of a full audit, from only the hands that can differ."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.paths import FIXTURES
from support.random_rules import FreeSimulation, random_rules, written

from auditor.core.audit.game import audit_game
from auditor.core.events import Game
from auditor.core.reading import read
from auditor.core.results import Finding
from auditor.core.rulesets import load
from auditor.core.rulesets.loading import names
from auditor.core.rulesets.model import Ruleset
from auditor.mutation.faults import FAULTS
from auditor.unknown_rules import rejudging
from auditor.unknown_rules.alternatives import varied
from auditor.unknown_rules.explanation import alternatives, without_seed
from auditor.unknown_rules.rejudging import ReadableRules, Rejudging

HIDING = ("score-carried-wrong", "sticks-carried-wrong", "draw-dropped", "hand-left-out", "game-that-ends-early")
"""Faults that keep others silent, at the start of the next hand too."""


def rulesets(game: Game, base: Ruleset) -> list[Ruleset]:
    """The known rulesets, and one with each change."""
    known = [load(one) for one in names() if load(one).game.players == game.players]
    changed = [varied(base, one) for one in alternatives(game, base)]
    return [base, *known, *[one for one in changed if one is not None]]


def told(findings: list[Finding]) -> list[object]:
    return [(one.check, one.severity, one.message, one.where) for one in findings]


def assert_the_same(game: Game, base: Ruleset, every: int = 1) -> None:
    bare = without_seed(game)
    judge, variation = Rejudging(bare), ReadableRules(base)
    for rules in rulesets(bare, base)[::every]:
        assert told(judge.findings(ReadableRules(rules, variation))) == told(audit_game(bare, rules).findings), rules


def test_each_ruleset_finds_what_it_finds_alone(tmp_path: Path) -> None:
    file = written(random_rules(3), tmp_path)
    game, rules = FreeSimulation(3002, file).play(), load(file)
    mutants = [FAULTS[name].mutant_of(game, rules, Random(1)) for name in HIDING]
    faulty = [one.game for one in mutants if one is not None]
    assert len(faulty) == len(HIDING)
    for one in (game, *faulty):
        assert_the_same(one, load("tenhou"), every=7)


def fixture_games() -> Iterator[Game]:
    for path in sorted(FIXTURES.rglob("*.*"))[::7]:
        if path.is_file():
            yield from [one for one in read(path.read_bytes(), path.name) if isinstance(one, Game)]


@pytest.mark.slow
def test_each_ruleset_finds_what_it_finds_alone_in_all_formats() -> None:
    games = list(fixture_games())
    assert len({game.format for game in games}) > 5
    for game in games:
        assert_the_same(game, load("tenhou" if game.players == 4 else "tenhou-sanma"))


def test_a_part_is_judged_anew_where_it_asks_for_what_differs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    judged: Counter[str] = Counter()

    def noted(name: str) -> Any:
        judge_part = getattr(rejudging._PartJudge, name)

        def judge(*of: Any) -> Any:
            judged[name] += 1
            return judge_part(*of)

        return judge

    game = FreeSimulation(3002, written(random_rules(3), tmp_path)).play()
    rules = load("tenhou")
    judge, base = Rejudging(without_seed(game)), ReadableRules(rules)
    for name in ("start", "play", "game_end"):
        monkeypatch.setattr(rejudging._PartJudge, name, noted(name))
    judge.findings(base)
    hands = len(game.hands)
    assert judged == {"start": hands, "play": hands, "game_end": 1}
    for key, value, parts in (
        ("scoring.renhou", "yakuman", {}),
        ("game.bust", False, {}),
        ("game.final_rounding", "half up", {"game_end": 1}),
        ("game.length", 1, {"start": hands - 1, "game_end": 1}),
    ):
        judged.clear()
        other = varied(rules, {key: value})
        assert other is not None
        judge.findings(ReadableRules(other, base))
        assert dict(judged) == parts, key
