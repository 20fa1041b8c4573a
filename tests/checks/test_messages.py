"""Messages are data: an id of the check and arguments, from which `wording.render` makes the sentence."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec
import pytest
from support.fixture_findings import fixture_findings
from support.goldens import assert_golden

import auditor.core.checks
from auditor.core.checks import BY_ID, CATALOGUE
from auditor.core.checks.stated_turn import OFFER_WORDS
from auditor.core.checks.wording import ENGLISH, render
from auditor.core.results import Arguments, Message, Term, Value

NOT_REACHED: dict[str, set[str]] = {
    "honba/carry": {"after-dealer-win", "after-win"},
    "turn/order": {"by-nobody", "draw", "nothing", "replacement", "unexplained"},
    "call/target": {"no-discard"},
    "call/chi-seat": {"three-players"},
    "wall/seed": {"dice", "indicator", "no-wall", "replacement", "ura"},
    "wall/overdraw": {"replacement"},
    "tiles/missing": {"dealt", "discard", "indicator"},
    "tiles/duplicate": {"indicator", "red-indicator", "ura"},
    "tiles/not-held": {"added-kan", "chi", "closed-kan", "north", "open-kan"},
    "turn/tsumogiri": {"none-drawn", "not-the-drawn"},
    "riichi/discard": {"another-copy"},
    "riichi/noten": {"none-left"},
    "stick/deposit": {"count", "no-riichi"},
    "server/flag": {"not-passed", "passed"},
    "server/offer": {"kan-kinds", "not-offered", "other-turn", "out-tile", "waiting"},
    "server/waits": {"waits", "waits-after", "yaku"},
    "win/yaku": {"no-difference"},
    "win/value": {"base", "han", "limit", "stated"},
    "stick/leak": {"after"},
}
"""Messages and clauses of checks that no fixture has; most of them are those of copies made by `auditor mutate`."""

FIELD = re.compile(r"\{(\w+)(?::[^}]*)?\}")


def clauses(arguments: Arguments) -> Iterator[Message]:
    """The messages among arguments, and those in them."""
    for value in arguments.values():
        for item in value if isinstance(value, list | tuple) else [value]:
            if isinstance(item, Message):
                yield item
                yield from clauses(item.arguments)


def test_the_sentences() -> None:
    texts = [f"{check.id} {message}: {text}" for check in CATALOGUE for message, text in check.messages.items()]
    texts += [f"server/offer, what is offered: {words}" for words in OFFER_WORDS.values()]
    assert_golden("messages.txt", "\n".join(texts) + "\n")


def test_the_sentence_is_made_of_nothing_but_id_and_arguments() -> None:
    """What goes through JSON and back gives the sentence that the check gave."""
    assert fixture_findings()
    for finding in fixture_findings():
        text = msgspec.json.encode(Message(finding.message_id, finding.arguments))
        message = msgspec.json.decode(text, type=Message)
        messages = BY_ID[finding.check].messages
        assert message.arguments == finding.arguments
        assert render(messages[message.id], message.arguments, messages) == finding.message


def test_a_sentence_has_no_field_left_and_ends_as_one() -> None:
    for finding in fixture_findings():
        assert not FIELD.search(finding.message), finding.message
        assert finding.message.endswith("."), finding.message
        assert "  " not in finding.message, finding.message


def test_a_penalty_ends_the_message_it_is_in() -> None:
    penalized = [finding for finding in fixture_findings() if finding.penalty is not None]
    assert {one.penalty.kind for one in penalized if one.penalty} == {"chombo", "mangan"}
    for finding in penalized:
        assert finding.penalty is not None
        assert finding.message.endswith(f" {finding.penalty.text}")
        assert (finding.penalty.points is None) != ("off the final score" in finding.penalty.text)
    others = [finding for finding in fixture_findings() if finding.penalty is None]
    assert not [finding.message for finding in others if "The penalty is" in finding.message]


def test_each_message_of_a_check_is_that_of_some_fixture() -> None:
    reached: dict[str, set[str]] = defaultdict(set)
    for finding in fixture_findings():
        reached[finding.check] |= {finding.message_id, *[one.id for one in clauses(finding.arguments)]}
    missing = {check.id: set(check.messages) - reached[check.id] for check in CATALOGUE}
    assert {check: ids for check, ids in missing.items() if ids} == NOT_REACHED


def test_every_check_has_messages_of_the_arguments_that_it_gives() -> None:
    assert [check.id for check in CATALOGUE if not check.messages] == []
    for finding in fixture_findings():
        fields = set(FIELD.findall(BY_ID[finding.check].messages[finding.message_id]))
        assert fields <= set(finding.arguments), finding.message_id


@pytest.mark.parametrize(
    "path", sorted(Path(auditor.core.checks.__file__).parent.glob("*.py")), ids=lambda path: path.stem
)
def test_no_check_words_a_sentence_itself(path: Path) -> None:
    """A message is named by its id, and what it names is handed over as it is, not put into words."""
    for call in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "report.add":
            message_id = call.args[2]
            assert not isinstance(message_id, ast.JoinedStr | ast.BinOp), ast.unparse(call)
            words = [node.value for node in ast.walk(message_id) if isinstance(node, ast.Constant)]
            assert not [word for word in words if " " in str(word)], ast.unparse(call)
        for value in call.values if isinstance(call, ast.Dict) else []:
            assert not isinstance(value, ast.JoinedStr), ast.unparse(call)


@pytest.mark.parametrize(
    ("template", "value", "text"),
    [
        ("{x}", 25000, "25000"),
        ("{x}", "5m", "5m"),
        ("{x}", "{y}", "{y}"),
        ("{x}", Term("closed-kan"), "closed kan"),
        ("{x}", Term("a-self-draw"), "a self-draw"),
        ("{x:stick|sticks}", 1, "1 stick"),
        ("{x:stick|sticks}", 2, "2 sticks"),
        ("{x:stick is|sticks are} there", 1, "1 stick is there"),
        ("{x:stick is|sticks are} there", 0, "0 sticks are there"),
        ("{x}", [25000, 24000], "25000 24000"),
        ("{x:+}", [3900, 0, -3900], "+3900 0 -3900"),
        ("{x:+}", 0, "0"),
        ("{x:, }", ["E1", "E2"], "E1, E2"),
        ("{x:, }.", [], "."),
        ("{x: or }", [Term("four-kans"), Message("own", {"y": 1})], "four kans or its own 1"),
        ("{x}", Message("seat", {"seat": 2}), "seat 2"),
        ("{x:Who} wins", 2, "Seat 2 wins"),
        ("by {x:who}", 0, "by seat 0"),
    ],
)
def test_how_a_field_shows_an_argument(template: str, value: Value, text: str) -> None:
    assert render(template, {"x": value}, {"own": "its own {y}"}) == text


def test_what_a_template_names_must_be_given() -> None:
    with pytest.raises(KeyError, match="y"):
        render("{y}", {"x": 1}, {})
    with pytest.raises(KeyError, match="none"):
        render("{x}", {"x": Message("none")}, {})


def test_another_language_needs_no_other_arguments() -> None:
    german: Mapping[str, str] = {**ENGLISH, "closed-kan": "verdecktes Kan"}
    messages = {"none": "Platz {seat}: {call} aus {tiles}."}
    arguments: Arguments = {"seat": 1, "call": Term("closed-kan"), "tiles": "1112m"}
    assert render(messages["none"], arguments, messages, german) == "Platz 1: verdecktes Kan aus 1112m."
