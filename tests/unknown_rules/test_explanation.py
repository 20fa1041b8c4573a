"""What explains a fault: the work that one log may cost is bounded, and what is not examined accuses nobody."""

from random import Random

import pytest

from auditor.core.audit.game import audit_game
from auditor.core.results import NOTE
from auditor.core.rulesets import load
from auditor.mutation.faults import FAULTS
from auditor.testing.simulate import Simulation
from auditor.unknown_rules import explanation
from auditor.unknown_rules.assumed import revise_findings
from auditor.unknown_rules.explanation import VariedJudge

TENHOU = load("tenhou")


def test_the_events_judged_for_one_log_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Simulation(2, "tenhou", most_hands=3).play()
    events = [len(hand.events) for hand in game.hands]
    monkeypatch.setattr(explanation, "MOST_EVENTS_JUDGED", 3 * sum(events) + events[0] + events[1])
    judge = VariedJudge(game, TENHOU)
    answers = [judge.faults({"riichi.stick": stick}) for stick in (1000, 1100, 1200)]
    assert None not in answers
    assert judge.faults({"riichi.stick": 1300}, 1) is not None, "a hand is judged with the one before it"
    assert judge.is_exhausted
    assert judge.faults({"riichi.stick": 1400}) is None
    assert judge.faults({"riichi.stick": 1000}) == answers[0], "what is known costs nothing"


def test_what_is_judged_no_more_is_left_open(monkeypatch: pytest.MonkeyPatch) -> None:
    mutant = FAULTS["ura-missing"].mutant_of(Simulation(2, "tenhou").play(), TENHOU, Random(5))
    assert mutant is not None

    def severities() -> set[str]:
        return {one.severity for one in revise_findings(audit_game(mutant.game, TENHOU)) if one.check == "dora/ura"}

    assert NOTE not in severities()
    monkeypatch.setattr(explanation, "MOST_EVENTS_JUDGED", sum([len(hand.events) for hand in mutant.game.hands]))
    assert severities() == {NOTE}
