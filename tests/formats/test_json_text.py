"""JSON as people and editors leave it: with comments, a trailing comma, or truncated."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.paths import FIXTURES

from auditor.core.errors import Problem
from auditor.core.events import Game
from auditor.core.reading import read, rules_stated_by
from auditor.core.reading.json_text import cut_object, without_comments

TENHOU6 = FIXTURES / "evening" / "round-1-table-3.json"
LOGS = [TENHOU6, TENHOU6.with_name("round-1-table-4.jsonl"), TENHOU6.with_name("round-2-table-1.json")]

COMMENTED = {
    b'{"a": 1} // end': b'{"a": 1}       ',
    b'// head\n{"a": "x//y"}': b'       \n{"a": "x//y"}',
    b'{"a": /* one\ntwo */ 1}': b'{"a":       \n       1}',
    b"[1, 2, /* last */ ]": b"[1, 2             ]",
    b'{"a": "\\"//", "b": 1 /* never closed': b'{"a": "\\"//", "b": 1                ',
}
PLAIN = [
    b'{"a": "https://tenhou.net/6"}',
    b'{"a": [1, 2,]}',
    b"// a program\nx = 1;",
    b'<a href="//x"/>',
    b"",
    b'{"a": "never closed // no comment\n',
]


@pytest.mark.parametrize("text", COMMENTED)
def test_spaces_stand_for_comments(text: bytes) -> None:
    assert without_comments(text) == COMMENTED[text]


@pytest.mark.parametrize("text", PLAIN)
def test_what_has_no_comment_stays(text: bytes) -> None:
    assert without_comments(text) == text


@given(st.recursive(st.text() | st.integers(), lambda one: st.lists(one) | st.dictionaries(st.text(), one)))
def test_a_value_is_the_same_with_comments_at_every_line(value: object) -> None:
    text = json.dumps([value, 0], ensure_ascii=False, indent=1)
    commented = re.sub(r"$", ' // "a" /* [', text, flags=re.MULTILINE).encode("utf-8", "surrogatepass")
    plain = without_comments(b"/* head */" + commented).decode("utf-8", "surrogatepass")
    assert json.loads(plain) == [value, 0]
    assert plain.count("\n") == text.count("\n")


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.name)
def test_a_log_with_comments_is_the_log_without(path: Path) -> None:
    text = path.read_bytes()
    with_comments = b"// from an editor\n" + text.replace(b"{", b'{ /* "type" */ ', 1).replace(b"\n", b" // \n")
    assert _hands(with_comments) == _hands(text)


def test_a_log_that_is_cut_off_keeps_its_whole_hands() -> None:
    text = TENHOU6.read_text("utf-8")
    whole = _hands(text.encode())
    starts = [found.end() for found in re.finditer(r"\[\s*\[\d+,\s*\d+,\s*\d+\]", text)]
    assert len(starts) == len(whole)
    for number, start in enumerate(starts):
        found = list(read(text[:start].encode(), TENHOU6.name))
        assert isinstance(found[-1], Game) == (number > 0)
        assert [one for one in found if isinstance(one, Problem)]
        if isinstance(found[-1], Game):
            assert [hand.events for hand in found[-1].hands] == whole[:number]
            assert found[-1].result is None


def test_a_log_that_is_cut_off_before_its_rules_has_those_of_its_id() -> None:
    log = json.loads(TENHOU6.read_text("utf-8"))
    text = json.dumps({"ref": "2026032719gm-000d-7301-0000007f", "log": log["log"], "rule": log["rule"]})
    *_, game = read(text[: text.index('"rule"') - 4].encode(), "x.json")
    assert isinstance(game, Game)
    stated = rules_stated_by(game)
    assert (stated.evidence, stated.open_tanyao, stated.winds) == ("the log's id says GO type 13", False, 2)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{"a": 1, "log": [[1], [2], [3', {"a": 1, "log": [[1], [2]]}),
        ('{"log": [[1]], "rule": {"b": 1}, "na', {"log": [[1]], "rule": {"b": 1}}),
        ('{"log": [[1', None),
        ('{"log": {"a": [', None),
        ('{"a": [1, 2', None),
        ("", None),
    ],
)
def test_what_is_whole_of_an_object_that_was_cut(text: str, found: dict[str, object] | None) -> None:
    assert cut_object(text, "log") == found


def _hands(data: bytes) -> list[object]:
    (game,) = read(data, "2026032719gm-0009-7301-0000007f.json")
    assert isinstance(game, Game)
    return [hand.events for hand in game.hands]
