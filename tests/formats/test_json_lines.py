"""The line numbers of findings in JSON logs: of the event if each has a line, else of its hand, if there are lines."""

import json

import msgspec
import pytest

from auditor.core.audit.game import audit_game
from auditor.core.events import Game
from auditor.core.reading import read
from auditor.core.reading.json_lines import lines_of
from auditor.core.results import NOTE, Finding
from auditor.core.rulesets import load
from auditor.testing.scenario import Scenario

COMPACT = (",", ":")


def played() -> Scenario:
    """Two hands; in the second, at its first discard, seat 1 declares riichi on a hand that waits for nothing."""
    play = Scenario("tenhou").hand({0: "123456789m1122p"}, avoid="2p").draw("2p").tsumo()
    play.hand({0: "147m258p369s1234z"}, avoid="7z").draw("7z").riichi("7z").go_round()
    return play


def documents(format: str, times: int = 1) -> list[object]:
    return [json.loads(played().log(format))] * times


def faults(text: str) -> list[Finding]:
    games = [one for one in read(text.encode(), "log.json") if isinstance(one, Game)]
    return [one for game in games for one in audit_game(game, load("tenhou")).findings if one.severity != NOTE]


@pytest.mark.parametrize("format", ["tenhou6", "majiang"])
@pytest.mark.parametrize("before", ["", "\n\n", "\ufeff\n"])
def test_a_document_laid_out_in_lines_gives_the_line_of_the_hand(format: str, before: str) -> None:
    (document,) = documents(format)
    text = before + json.dumps(document, indent=1, ensure_ascii=False)
    (fault,) = faults(text)
    assert isinstance(document, dict)
    assert fault.hand == 1
    assert fault.line is not None
    rest = "\n".join(text.splitlines()[fault.line - 1 :]).lstrip()
    assert json.JSONDecoder().raw_decode(rest)[0] == document["log"][1], "the hand begins there"


@pytest.mark.parametrize("format", ["tenhou6", "majiang"])
def test_a_document_on_one_line_has_none(format: str) -> None:
    text = json.dumps(documents(format)[0], separators=COMPACT)
    assert [fault.line for fault in faults(text)] == [None]
    assert [fault.line for fault in faults(f"{text}\n")] == [None]


def test_a_log_a_line() -> None:
    text = "".join([json.dumps(one, separators=COMPACT) + "\n" for one in documents("tenhou6", 3)])
    assert [fault.line for fault in faults(f"\n{text}")] == [2, 3, 4]


def test_a_game_a_line_of_an_array() -> None:
    texts = [json.dumps(one, separators=COMPACT) for one in documents("majiang", 3)]
    assert [fault.line for fault in faults("[\n" + ",\n".join(texts) + "\n]")] == [2, 3, 4]


def test_mjai_gives_the_line_of_the_event() -> None:
    text = played().log("mjai")
    (fault,) = faults(text)
    assert fault.line is not None
    assert '"reach"' in text.splitlines()[fault.line - 1]


ALIKE = b'{"title":"%s"}' % (b"x" * 100)
"""A part whose beginning many others have."""


def test_parts_stand_where_all_of_their_text_does() -> None:
    """Whatever stands before them, begins as they do, or is the same."""
    parts = [ALIKE, ALIKE.replace(b'x"', b'y"'), b"{\n}", ALIKE]
    text = b"[" + ALIKE.replace(b'x"', b'z"') + b",\n" + b",\n\n".join(parts) + b"]"
    assert lines_of([msgspec.Raw(part) for part in parts], text, 7) == [8, 10, 12, 15]


def test_a_part_that_stands_nowhere_leaves_no_lines() -> None:
    for part in (b"{}", ALIKE.replace(b'x"', b'y"')):
        assert lines_of([msgspec.Raw(ALIKE), msgspec.Raw(part)], b"[" + ALIKE + b",\n" + ALIKE + b"]", 1) == []
