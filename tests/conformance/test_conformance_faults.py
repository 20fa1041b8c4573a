"""Faults put one by one into an adapter of the program: each loses questions of its topic, and none of another."""

import pytest
from support.conformance_asking import closed, own_answer
from support.conformance_faults import FAULTS, Fault

from auditor.conformance.suite import Question


def lost(fault: Fault, asked: list[Question]) -> list[Question]:
    """The questions that are answered wrongly with the fault."""
    with fault.put():
        return [one for one in asked if not one.is_right(own_answer(one))]


def check(fault: Fault, elsewhere: int) -> str:
    """What is wrong with the questions that a fault loses; every so many are asked of other topics."""
    under = closed(rules=fault.rules)
    own = lost(fault, [one for one in under if one.topic == fault.topic])
    others = lost(fault, [one for one in under if one.topic != fault.topic][::elsewhere])
    if others:
        return f"{fault.name}: loses also {[one.id for one in others][:4]}"
    return "" if own else f"{fault.name}: loses none"


def test_each_fault_loses_a_question_of_its_topic_and_none_of_another() -> None:
    assert len(FAULTS) >= 40
    assert [text for fault in FAULTS if (text := check(fault, 40))] == []


@pytest.mark.slow
def test_no_fault_loses_any_question_of_another_topic() -> None:
    assert [text for fault in FAULTS if (text := check(fault, 1))] == []
