"""The questions: enough of them, well formed, each answer of two sources, and the program's own answers right."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from support.conformance import FAMILIES, questions
from support.conformance.asking import Questions
from support.conformance_asking import SUITE, all_questions, closed, own_answer
from support.paths import fixture_logs

from auditor.conformance.suite import RULESETS, ConformanceError, Question
from auditor.conformance.suite import questions as questions_of
from auditor.core.results import NOTE
from auditor.server.live import LiveTable

TOPICS = {
    "kan-in-riichi", "kan", "kuikae", "claim", "reach", "discard", "ron", "furiten", "tsumo", "abortive", "win", "draw",
    "liability", "sticks", "several-winners", "rounds", "end",
}  # fmt: skip


def validator(name: str) -> Draft202012Validator:
    schemas = {
        one: json.loads((SUITE / one).read_text("utf-8")) for one in ("event.schema.json", "question.schema.json")
    }
    registry = Registry().with_resources([(one, Resource.from_contents(schema)) for one, schema in schemas.items()])
    return Draft202012Validator(schemas[name], registry=registry)


def test_there_are_enough_questions_of_two_sources_each_and_few_are_open() -> None:
    every = all_questions()
    unanswered = [one for one in every if one.answer is None]
    assert len(every) >= 3000
    assert len(unanswered) <= 0.05 * len(every)
    assert len({one.id for one in every}) == len(every)
    assert {one.legal if one.action is not None else one.expected for one in unanswered} == {"open"}
    assert {one.is_right(True) for one in unanswered} == {None}
    for rules in RULESETS:
        asked = {one.id: one for one in questions_of(rules)}
        assert TOPICS | ({"north"} if "sanma" in rules else set()) == {one.topic for one in asked.values()}
        text = (SUITE / f"{rules}.confirmed.jsonl").read_text("utf-8")
        assert "sources differ" not in text  # open are those alone that no text decides
        rows = [json.loads(line) for line in text.splitlines()]
        assert [row["id"] for row in rows] == list(asked)
        for row in rows:
            is_open = asked[row["id"]].answer is None
            assert bool(row["open"]) if is_open else row["agreed"] == ["auditor", "referee"]


def lines_of(step: int) -> Iterator[dict[str, Any]]:
    for rules in RULESETS:
        for line in (SUITE / f"{rules}.jsonl").read_text("utf-8").splitlines()[::step]:
            yield json.loads(line)


def check_questions(step: int) -> None:
    question = validator("question.schema.json")
    for line in lines_of(step):
        assert question.is_valid(line), (line["id"], [error.message for error in question.iter_errors(line)])


NO_EVENTS: list[dict[str, Any]] = [
    {"type": "dahai", "actor": 4, "pai": "5m", "tsumogiri": True},
    {"type": "dahai", "actor": 0, "pai": "0m", "tsumogiri": True},
    {"type": "pon", "actor": 0, "target": 1, "pai": "5m", "consumed": ["5m"]},
    {"type": "wait"},
    {"actor": 0},
]


def test_questions_and_logs_fit_their_schemas() -> None:
    check_questions(60)
    event = validator("event.schema.json")
    for path in fixture_logs("*.jsonl")[::12]:
        for line in path.read_text("utf-8").splitlines():
            faults = [error.message for error in event.iter_errors(json.loads(line))]
            assert not faults, (path, line)
    assert [one for one in NO_EVENTS if event.is_valid(one)] == []


@pytest.mark.slow
def test_every_question_fits_its_schema() -> None:
    check_questions(1)


def test_the_first_questions_are_generated_as_they_stand() -> None:
    for rules in ("m-league", "tenhou-sanma"):
        kept = {json.dumps(line, sort_keys=True) for line in lines_of(1) if line["rules"] == rules}
        asked = Questions(rules)
        for one in FAMILIES[1:6]:
            one(asked)
        made = {json.dumps(line, sort_keys=True) for line in asked.asked.values()}
        assert len(made) > 100
        assert made <= kept


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULESETS)
def test_the_suite_is_generated_as_it_stands(rules: str) -> None:
    asked = questions(rules)
    assert asked.lines() == (SUITE / f"{rules}.jsonl").read_text("utf-8")
    assert asked.record() == (SUITE / f"{rules}.confirmed.jsonl").read_text("utf-8")


def settled(question: Question, change: str = "") -> list[str]:
    """The checks that find something in the hand of a question with its answer put in, or with a part of it changed."""
    known: dict[str, Any] = own_answer(question)
    if isinstance(question.expected, dict):
        known |= question.expected
    if change == "deltas":
        known["deltas"] = [one + 100 * (place == 0) - 100 * (place == 1) for place, one in enumerate(known["deltas"])]
    elif change:
        known[change] += 1
    events = [dict(event) for event in question.events]
    events[-1]["deltas"] = known["deltas"]
    start = next(event for event in events if event["type"] == "start_kyoku")
    scores = [one + more for one, more in zip(start["scores"], known["deltas"], strict=True)]
    for event in events:
        if event["type"] == "reach_accepted":
            scores[event["actor"]] -= 1000
    if not known["is_over"]:
        wind, number = known["round"]
        following = {"bakaze": wind, "kyoku": int(number), "oya": known["dealer"], "honba": known["honba"]}
        events.append(start | following | {"kyotaku": known["sticks"], "scores": scores})
    table = LiveTable(question.rules)
    for event in events:
        table.feed(event)
    if known["is_over"]:
        table.feed({"type": "end_game"})
    return [one.check for one in table.findings if one.severity != NOTE]


def test_the_program_answers_rightly_and_its_audit_agrees() -> None:
    assert [one.id for one in closed(6) if not one.is_right(own_answer(one))] == []
    asked = [one for one in closed(11, action=None) if one.events[-1]["type"] == "hora"]
    asked = [one for one in asked if [event["type"] for event in one.events].count("hora") == 1]
    assert len(asked) > 50
    assert [(one.id, settled(one)) for one in asked if settled(one)] == []
    assert [one.id for one in asked if not settled(one, "deltas")] == []
    going_on = [one for one in asked if one.topic == "rounds"]
    assert [one.id for one in going_on if not settled(one, "honba")] == []


@pytest.mark.slow
def test_the_program_answers_every_question_rightly() -> None:
    assert [one.id for one in closed() if not one.is_right(own_answer(one))] == []


def test_answers_and_names_are_judged() -> None:
    one = next(one for one in closed(topic="rounds") if isinstance(one.expected, dict))
    assert isinstance(one.expected, dict)
    dealer = one.expected["dealer"]
    cases: list[tuple[object, bool | None]] = [
        (one.expected, True),
        ({"dealer": dealer, "round": None, "sticks": 9}, True),
        ({"dealer": dealer, "honba": 99}, False),
        ({"points": 1}, None),
        (True, None),
    ]
    assert [one.is_right(given) for given, _ in cases] == [right for _, right in cases]
    legal = next(iter(closed(topic="kuikae", legal=True)))
    verdicts: list[tuple[object, bool | None]] = [(True, True), (False, False), (1, None), ({}, None)]
    assert [legal.is_right(given) for given, _ in verdicts] == [right for _, right in verdicts]
    with pytest.raises(ConformanceError, match="no questions under 'rrc'; there are under tenhou, "):
        questions_of("rrc")
    with pytest.raises(ConformanceError, match="no topic 'pon'; there are abortive, "):
        questions_of("tenhou", ("pon",))
