"""Asking an engine: what it answers is judged, and one that dies, hangs or babbles is started anew and bounded."""

import threading
import time
from pathlib import Path

import pytest
from support.conformance_asking import closed, engine

from auditor.conformance.engine import FAILED, NOT_ANSWERED, RIGHT, WRONG, Answered, answers
from auditor.conformance.suite import ConformanceError, Question

SAY = "print(json.dumps({'id': question['id'], 'answer': %s}), flush=True)"


def some(count: int = 6) -> list[Question]:
    return closed(topic="kuikae", rules="tenhou")[:count]


def asked(folder: Path, body: str, count: int = 6, seconds: float = 20) -> list[Answered]:
    return list(answers(engine(folder, body), some(count), seconds))


def test_answers_are_judged_and_the_right_one_is_not_in_the_question(tmp_path: Path) -> None:
    given = asked(tmp_path, SAY % "True")
    assert [one.verdict for one in given] == [RIGHT if one.question.legal else WRONG for one in given]
    assert {RIGHT, WRONG} == {one.verdict for one in given}
    shown = asked(tmp_path, SAY % "sorted(question)")
    assert {str(one.given) for one in shown} == {"['action', 'events', 'id', 'rules', 'seat', 'topic']"}
    body = "print(json.dumps({'id': question['id'], 'answer': None, 'reason': 'no kuikae'}), flush=True)"
    assert {(one.verdict, one.reason) for one in asked(tmp_path, body)} == {(NOT_ANSWERED, "no kuikae")}
    part = list(answers(engine(tmp_path, SAY % "{'deltas': [0]}"), closed(topic="rounds", rules="tenhou")[:2], 20))
    assert {(one.verdict, one.reason) for one in part} == {(NOT_ANSWERED, "it says other things of what follows")}


FAULTY = [
    ("sys.exit('out of cheese')", "out of cheese"),
    ("sys.exit(0)", "it ended without a word"),
    ("print('Loading ...', flush=True)", "not an answer to the question: Loading ..."),
    ("print('[' * 9999, flush=True)", "not an answer to the question: " + "[" * 100),
    ("print('9' * 200000, flush=True)", "not an answer to the question: " + "9" * 100),
    (SAY % "'yes'", "not an answer to the question: yes"),
    ("print(json.dumps({'id': 'x', 'answer': True}), flush=True)", "not an answer to the question: {"),
]
UNABLE = [
    ("no-such-engine --fast", "the engine 'no-such-engine' cannot be started: No such file"),
    ("  ", "--engine: give the command that starts the engine"),
    ("'open", "--engine: No closing quotation"),
]


def test_an_engine_that_dies_hangs_or_babbles_is_started_anew_and_given_up_at_last(tmp_path: Path) -> None:
    for body, reason in FAULTY:
        given = asked(tmp_path, body, 2)
        assert {one.verdict for one in given} == {FAILED}, body
        assert all(one.reason.startswith(reason) for one in given), given
    second = some(3)[1].id
    given = asked(tmp_path, f"time.sleep(60 * (question['id'] == '{second}')) or " + SAY % "True", 3, 1.5)
    assert [one.verdict == FAILED for one in given] == [False, True, False]
    assert given[1].reason == "no answer within 1.5 seconds"
    given = asked(tmp_path, f"sys.exit('no') if question['id'] == '{second}' else " + SAY % "True", 4)
    assert [one.verdict == FAILED for one in given] == [False, True, False, False]
    with pytest.raises(ConformanceError, match="the engine failed 10 times in a row: no"):
        asked(tmp_path, "sys.exit('no')", 12)
    for command, message in UNABLE:
        with pytest.raises(ConformanceError, match=message):
            list(answers(command, some()))


def test_an_engine_that_talks_without_end_or_stays_without_output_is_bounded(tmp_path: Path) -> None:
    before = threading.active_count()
    started = time.monotonic()
    given = asked(tmp_path, "while True: print('x' * 999, flush=True)", 2)
    assert [one.reason[:30] for one in given] == ["not an answer to the question:"] * 2
    given = asked(tmp_path, "sys.stdout.flush() or __import__('os').close(1) or time.sleep(60)", 2)
    assert {one.reason for one in given} == {"it ended without a word"}
    assert time.monotonic() - started < 30
    for _ in range(100):
        if threading.active_count() <= before:
            return
        time.sleep(0.05)
    raise AssertionError("a thread that read an engine stays")
