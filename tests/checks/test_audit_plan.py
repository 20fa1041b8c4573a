"""Which checks see an event, and in what order."""

import pytest
from msgspec.structs import replace
from support.paths import FIXTURES

from auditor.core.audit.game import features_of, plan_for
from auditor.core.checks import CATALOGUE
from auditor.core.checks.check import (
    GAME_FEATURES,
    SITUATIONS,
    UNUSUAL,
    Check,
    CheckLink,
    Report,
    situation,
    situation_after,
)
from auditor.core.events import DISCARD, DRAW, KIND_NAMES, Event, Game
from auditor.core.reading import read
from auditor.core.rulesets import choose, load
from auditor.core.rulesets.model import Ruleset
from auditor.core.table.draws import may_have_to_end
from auditor.core.table.table import Table, deal

EVERY_SITUATION = SITUATIONS - 1


def ids(step: CheckLink | None) -> list[str]:
    found = []
    while step is not None:
        found.append(step.check.id)
        step = step.following
    return found


@pytest.mark.parametrize("kind", range(len(KIND_NAMES)), ids=KIND_NAMES)
@pytest.mark.parametrize("name", ["tenhou", "ema-2012"])
def test_every_check_sees_its_events_in_the_order_of_the_catalogue(kind: int, name: str) -> None:
    rules = load(name)
    plan = plan_for(rules)
    checks = [check for check in CATALOGUE if check.id not in rules.off]
    place = kind * SITUATIONS + EVERY_SITUATION
    assert ids(plan.before[place]) == [check.id for check in checks if kind in check.before_kinds]
    assert ids(plan.after[place]) == [check.id for check in checks if kind in check.after_kinds]


def state(report: Report) -> tuple[object, ...]:
    """What a check can write."""
    doubts = report.doubts
    return len(report.findings), doubts.facets, list(doubts.of_seats), set(doubts.faulty_events)


def ask(checks: list[Check], asked: list[str], table: Table, event: Event, report: Report, *, is_before: bool) -> None:
    """Let all checks judge an event; one that an audit does not ask must find nothing there."""
    for check in checks:
        if event.kind in (check.before_kinds if is_before else check.after_kinds):
            found = state(report)
            (check.before_event if is_before else check.after_event)(table, event, report)
            assert check.id in asked or state(report) == found, check.id


def ask_all(game: Game, rules: Ruleset) -> None:
    """Replay a game, and ask every check about every event of its kinds."""
    given = features_of(game)
    plan = plan_for(rules, given)
    checks = [check for check in CATALOGUE if check.id not in rules.off]
    report = Report(game, rules)
    for hand in game.hands:
        table = deal(game, hand, rules)
        report.open_hand(table)
        for check in checks:
            found = state(report)
            check.at_start(table, None, report)
            assert state(report) == found or not check.applies_when & GAME_FEATURES & ~given, check.id
        report.doubts.begin_play()
        for index, event in enumerate(hand.events):
            report.event = index
            place = event.kind * SITUATIONS
            ask(checks, ids(plan.before[place + situation(table, event, report)]), table, event, report, is_before=True)
            table.apply(event)
            ask(
                checks,
                ids(plan.after[place + situation_after(table, event.kind)]),
                table,
                event,
                report,
                is_before=False,
            )


FAMILIES = sorted({path.name for path in FIXTURES.iterdir() if path.is_dir()} - {"conformance"})  # questions, not logs


@pytest.mark.parametrize("family", FAMILIES)
def test_a_check_that_is_not_asked_would_find_nothing(family: str) -> None:
    games = 0
    for path in sorted((FIXTURES / family).rglob("*.*")):
        for game in read(path.read_bytes(), path.name):
            if isinstance(game, Game):
                rules, _ = choose("auto", game)
                if rules.game.players == game.players:
                    ask_all(game, rules)
                    games += 1
    assert games


def test_nearly_every_draw_and_discard_is_a_usual_one() -> None:
    usual = others = 0
    for path in sorted((FIXTURES / "evening").iterdir()):
        for game in read(path.read_bytes(), path.name):
            assert isinstance(game, Game)
            rules, _ = choose("auto", game)
            report = Report(game, rules)
            for hand in game.hands:
                table = deal(game, hand, rules)
                report.open_hand(table)
                report.walls.find(hand)
                for event in hand.events:
                    if event.kind in (DRAW, DISCARD):
                        is_unusual = bool(situation(table, event, report) & UNUSUAL)
                        usual, others = usual + (not is_unusual), others + is_unusual
                    table.apply(event)
    assert usual > 8 * others > 0


@pytest.mark.parametrize(("allowed", "made", "near"), [(4, 3, False), (4, 4, True), (3, 3, True), (0, 0, False)])
def test_an_end_is_near_with_the_last_kan_that_the_ruleset_allows(allowed: int, made: int, near: bool) -> None:
    path = FIXTURES / "draw/missed/four-kans.mjlog"
    game = next(read(path.read_bytes(), path.name))
    assert isinstance(game, Game)
    rules = choose("auto", game)[0]
    table = deal(game, game.hands[0], replace(rules, calls=replace(rules.calls, kans=allowed)))
    table.kans = made
    assert may_have_to_end(table) == near
