"""A game judged again under other rulesets: the findings of a full audit, from only the hands that can differ."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.paths import fixture_logs
from support.random_rules import FreeSimulation, random_rules, written

from auditor.core.audit.game import audit_game
from auditor.core.checks import CATALOGUE
from auditor.core.checks.check import Report
from auditor.core.checks.riichi import RiichiPoints
from auditor.core.events import Event, Game
from auditor.core.reading import read
from auditor.core.reading.format import IS_COMPILED
from auditor.core.results import Finding
from auditor.core.rulesets import load
from auditor.core.rulesets.loading import names
from auditor.core.rulesets.model import Ruleset
from auditor.core.table.table import Table
from auditor.mutation.faults import FAULTS
from auditor.testing.simulate import Simulation
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
    assert_found_alike(bare, base, rulesets(bare, base)[::every])


def assert_found_alike(bare: Game, base: Ruleset, others: list[Ruleset]) -> None:
    judge, variation = Rejudging(bare), ReadableRules(base)
    for rules in others:
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
    for path in fixture_logs()[::7]:
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


def kept_for_the_audit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have `riichi/points` ask for its setting once an audit, rather than wherever it judges."""
    kept: dict[Report, int] = {}

    def judge(self: RiichiPoints, table: Table, event: Event, report: Report) -> None:
        if report not in kept:
            kept[report] = table.rules.riichi.points
        if table.scores[event.seat] < kept[report]:
            report.add(self, event.seat, "too-few", {"points": 0, "needed": 0})

    monkeypatch.setattr(RiichiPoints, "before_event", judge)


@pytest.mark.skipif(IS_COMPILED, reason="a compiled check cannot be given another method")
def test_a_check_that_keeps_what_a_ruleset_says_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    game, rules = without_seed(Simulation(1, "tenhou").play()), load("tenhou")
    needs_more = varied(rules, {"riichi.points": 500_000})
    assert needs_more is not None
    assert len({one.hand for one in audit_game(game, needs_more).findings if one.check == "riichi/points"}) > 1
    assert_found_alike(game, rules, [rules, needs_more])
    kept_for_the_audit(monkeypatch)
    with pytest.raises(AssertionError):
        assert_found_alike(game, rules, [rules, needs_more])


@pytest.mark.skipif(IS_COMPILED, reason="compiled classes do not list what they hold")
def test_checks_keep_nothing() -> None:
    before = [dict(vars(check)) for check in CATALOGUE]
    for game in fixture_games():
        audit_game(game, load("tenhou" if game.players == 4 else "tenhou-sanma"))
    assert [vars(check) for check in CATALOGUE] == before
