"""What the page shows as due at a draw is what the checks expect, for every kind of draw under every rule of draws."""

from itertools import product
from typing import Any

import pytest
from scenarios import Play
from scenarios.draws import nagashi

from auditor.core import rulesets
from auditor.core.audit.game import audit_game
from auditor.core.events import CHOMBO, NAGASHI_MANGAN, NINE_TERMINALS, UNSPECIFIED, Ryuukyoku
from auditor.core.results import NOTE, Finding
from auditor.core.rulesets.model import Ruleset
from auditor.core.rulesets.settings import with_values
from auditor.core.table.table import replay_to
from auditor.page.accounts import accounts
from auditor.page.calculation import PaymentRow, draw_calculation

PAYMENTS = ("pay/noten", "pay/chombo", "draw/nagashi")
WAITING = "23456m456p45688s"
"""Waits for 1m, 4m and 7m."""
WAITING_OF_THREE, OTHER_OF_THREE = "111m56p234789s22z", "999m56p234567s33z"
"""Both wait for 4p and 7p."""
EVERY_DRAW_RULE = [
    {},
    {"draws.noten_points": 0},
    {"draws.noten_declaration": True},
    {"draws.nagashi_is_win": True},
    {"draws.nagashi_mangan": False},
    {"penalties.chombo": "mangan"},
    {"penalties.chombo": "after the game"},
]
PAID = [(0, 0, 0, 0), (-1000, 3000, -1000, -1000), (-4000, 8000, -2000, -2000), (-4100, 9300, -2100, -2100),
        (-4100, 8300, -2100, -2100), (4000, 2000, -8000, 2000)]  # fmt: skip


def rules_with(values: dict[str, object], base: str = "tenhou") -> Ruleset:
    rules = with_values(rulesets.load(base), values)
    assert rules is not None
    return rules


def shown_and_found(play: Play, rules: Ruleset) -> tuple[tuple[PaymentRow, ...], list[Finding]]:
    """The rows of the page for the draw that ends the game, and what is found at the draw."""
    hand = play.game.hands[-1]
    event = len(hand.events) - 1
    draw = hand.events[event]
    assert isinstance(draw, Ryuukyoku)
    calculation = draw_calculation(play.game, replay_to(play.game, hand, event, rules), draw)
    audit = audit_game(play.game, rules)
    assert not audit.problems
    return calculation.rows, [one for one in audit.findings if one.event == event and one.severity != NOTE]


def assert_page_is_check(play: Play, rules: Ruleset) -> str:
    """Compare the page with the checks. Returns the check that finds the payment wrong, or ""."""
    rows, found = shown_and_found(play, rules)
    wrong = [one for one in found if one.check in PAYMENTS and "paid" in one.arguments]
    if wrong:
        due = wrong[0].arguments.get("due", [0, 0, 0, 0])
        assert [row.due for row in rows] == due[: len(rows)]  # type: ignore[index]
        assert any(row.is_wrong for row in rows)
        hand = play.game.hands[-1]
        corrected = accounts(audit_game(play.game, rules)).after[hand.index]
        assert [after - before for after, before in zip(corrected, hand.scores, strict=False)] == due[: len(rows)]  # type: ignore[index]
        return wrong[0].check
    assert not any(row.is_wrong for row in rows)
    return ""


@pytest.mark.parametrize("values", EVERY_DRAW_RULE, ids=str)
@pytest.mark.parametrize("is_tenpai_stated", [True, False])
def test_exhaustive_draw(values: dict[str, object], is_tenpai_stated: bool) -> None:
    rules, results = rules_with(values), []
    for hands, deltas in product(({}, {1: WAITING}), PAID):
        play = Play().hand(hands, avoid="147m", honba=1, sticks=1)
        facts: dict[str, Any] = {} if is_tenpai_stated else {"tenpai": None, "shown": None}
        play.play_out().ryuukyoku(deltas=deltas, **facts)
        results.append(assert_page_is_check(play, rules))
    assert "pay/noten" in results
    assert "" in results


@pytest.mark.parametrize("is_each", [True, False])
def test_exhaustive_draw_of_three(is_each: bool) -> None:
    rules, results = rules_with({"draws.noten_each": is_each}, "tenhou-sanma"), []
    for deltas in [(-2000, 1000, 1000, 0), (-4000, 2000, 2000, 0), (0, 0, 0, 0), (-1000, 2000, -1000, 0)]:
        for held in ({}, {1: WAITING_OF_THREE}, {1: WAITING_OF_THREE, 2: OTHER_OF_THREE}):
            play = Play("tenhou-sanma").hand(held, avoid="1347p", honba=1)
            results.append(assert_page_is_check(play.play_out().ryuukyoku(deltas=deltas), rules))
    assert results.count("") == 3


@pytest.mark.parametrize("values", EVERY_DRAW_RULE, ids=str)
def test_nagashi_mangan(values: dict[str, object]) -> None:
    rules, results = rules_with(values), []
    for (honba, sticks), deltas in product(((0, 0), (1, 0), (1, 1)), PAID):
        play = Play()
        nagashi(play, honba=honba, sticks=sticks)
        play.ryuukyoku(NAGASHI_MANGAN, deltas=deltas)
        results.append(assert_page_is_check(play, rules))
    assert ("draw/nagashi" in results) == rules.draws.nagashi_mangan
    assert "" in results


@pytest.mark.parametrize("values", EVERY_DRAW_RULE, ids=str)
def test_abortive_draw_chombo_and_draw_of_no_type(values: dict[str, object]) -> None:
    rules = rules_with(values)
    results: dict[str, list[str]] = {NINE_TERMINALS: [], CHOMBO: [], UNSPECIFIED: []}
    for draw_type, deltas in product(results, PAID):
        play = Play().hand({0: "19m19p19s1234567z"}, avoid="5m")
        play.draw("5m").ryuukyoku(draw_type, deltas=deltas)
        results[draw_type].append(assert_page_is_check(play, rules))
    assert results[NINE_TERMINALS] == ["", *["pay/noten"] * 5]
    is_paid = rules.penalties.chombo == "mangan"
    assert results[CHOMBO] == [
        "" if is_paid == (paid == PAID[-1]) and any(paid) == is_paid else "pay/chombo" for paid in PAID
    ]
    assert set(results[UNSPECIFIED]) == {""}
