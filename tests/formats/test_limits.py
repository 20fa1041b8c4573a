"""Numbers beyond any real log cost no memory and no time: one problem, and what was read before is kept."""

import json
import pickle

import pytest
from support.bad_inputs import GOOD, MJAI, TENHOU6
from support.bombs import HAND, HEAD, INIT, TAIL

from auditor.core.errors import Problem, ReadError
from auditor.core.events import Game
from auditor.core.reading import MOST_NAME, read
from auditor.core.reading.format import MOST_GAME_EVENTS, MOST_HANDS, MOST_PROBLEMS_READ, MOST_TEXT, check_text
from auditor.core.sources import Limits
from auditor.core.sources.items import Budget, BudgetError
from auditor.core.text import json_lines, line_blocks
from auditor.edit.convert import convert

EVENTS_OF_HAND = sum([len(hand.events) for game in read(GOOD, "log") if isinstance(game, Game) for hand in game.hands])
SHORT_INIT = INIT[: INIT.index(b"/>") + 2] + b'<RYUUKYOKU type="yao9" ba="0,0" sc="250,0,250,0,250,0,250,0"/>'


def outcome(data: bytes) -> tuple[list[int], list[str]]:
    """The hands of each game, and the problems."""
    found = list(read(data, "log"))
    games = [len(one.hands) for one in found if isinstance(one, Game)]
    return games, [str(one) for one in found if isinstance(one, Problem)]


def test_a_game_of_more_events_or_longer_names_than_any_has_keeps_the_first() -> None:
    kept = MOST_GAME_EVENTS // EVENTS_OF_HAND
    text = "at most 1,000 hands and 50,000 events in a game; left out from here"
    assert outcome(HEAD + INIT * (kept + 1) + TAIL) == ([kept], [f"hand {kept} (E1): expected {text}"])
    assert outcome(HEAD + INIT * kept + TAIL) == ([kept], [])
    log = {**json.loads(TENHOU6), "name": ["N" * (MOST_NAME + 1), "S" * MOST_NAME, "W", "N"]}
    game, problem = list(read(json.dumps(log).encode(), "log"))
    assert isinstance(game, Game)
    assert [len(one.name) for one in game.seats] == [MOST_NAME, MOST_NAME, 1, 1]
    assert str(problem) == "expected at most 256 characters in a name; what follows of it is left out"


def mjlog(hands: int) -> bytes:
    return HEAD + SHORT_INIT * hands + TAIL


def unusual_mjlog(hands: int) -> bytes:
    return HEAD + b"<!-- a --><!-- b -->" + SHORT_INIT * hands + TAIL


def tenhou6(hands: int) -> bytes:
    hand = [[0, 0, 0], *HAND[1:5], [], [], HAND[7], [], [], HAND[10], [], [], HAND[13], [], [], ["流局", [0, 0, 0, 0]]]
    return json.dumps({**json.loads(TENHOU6), "log": [hand] * hands}).encode()


def majiang(hands: int) -> bytes:
    (game,) = [one for one in read(mjlog(1), "log") if isinstance(one, Game)]
    log = json.loads(convert(game, "majiang").text)
    return json.dumps(log | {"log": log["log"] * hands}).encode()


def mjai(hands: int) -> bytes:
    hand = [MJAI[1], '{"type":"ryukyoku","reason":"kyushukyuhai","deltas":[0,0,0,0]}', '{"type":"end_kyoku"}']
    return "\n".join([MJAI[0], *hand * hands, '{"type":"end_game"}']).encode()


@pytest.mark.parametrize("log", [mjlog, unusual_mjlog, tenhou6, majiang, mjai])
def test_a_game_of_more_than_a_thousand_hands_is_read_as_far_as_that(log: object) -> None:
    assert callable(log)
    assert outcome(log(MOST_HANDS)) == ([MOST_HANDS], [])
    games, problems = outcome(log(MOST_HANDS + 5))
    assert games == [MOST_HANDS]
    (problem,) = problems
    assert "expected at most 1000 hands in a game" in problem


def test_a_text_of_more_lists_or_values_than_a_log_has_is_not_decoded() -> None:
    for text, most in (
        (b"[" * 1_100_000, "250,000 lists, objects and elements"),
        (b"<a/>" * 300_000, "250,000 lists, objects and elements"),
        (b"," * 2_000_001, "2,000,000 values"),
        (b" " * (MOST_TEXT + 1), "16,777,216 bytes"),
        (" " * (MOST_TEXT + 1), "16,777,216 bytes"),
    ):
        with pytest.raises(ReadError, match=f"expected at most {most}"):
            check_text(text)
    check_text(b"[" * (1 << 20))
    check_text(b" " * MOST_TEXT)


def test_an_input_of_nothing_but_problems_is_not_read_to_its_end() -> None:
    lines = MJAI[0].encode() + b"\n" + b"x\n" * (MOST_PROBLEMS_READ + 10)
    _, problems = outcome(lines)
    assert len(problems) == MOST_PROBLEMS_READ + 1
    assert problems[-1] == "more than 10,000 problems; what follows is not read"


def test_an_element_of_hundreds_of_attributes_is_not_parsed() -> None:
    many = b"".join([b' a%d="1"' % number for number in range(300)])
    assert outcome(HEAD + b"<!-- a --><!-- b --><INIT" + many + b"/>" + INIT + TAIL) == (
        [],
        ["<INIT>: expected at most 200 attributes in an element"],
    )


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_nothing_but_newlines_ends_a_line_of_json(end: str) -> None:
    lines = ['{"name": "a\u2028b\u2029c\x85d"}', "", "{}"]
    assert json_lines(end.join(lines)) == lines


def test_blocks_of_lines_are_the_lines() -> None:
    data = b"\n".join([b"x" * (number % 7000) for number in range(2000)]) + b"\n\n" + b"y" * (3 << 20) + b"\nend"
    blocks = list(line_blocks(data))
    assert len(blocks) == 3
    assert b"\n".join(blocks) == data
    assert [line for block in blocks for line in block.split(b"\n")] == data.split(b"\n")


CHARACTERS = "\u2028\u2029\x85\x1c\x0b\x0c"


@pytest.mark.parametrize("format", ["mjai", "tenhou6", "majiang"])
def test_line_ends_of_unicode_in_a_name_are_part_of_it(format: str) -> None:
    """Those that JSON may hold raw; the others are escaped."""
    (game,) = [one for one in read(GOOD, "log") if isinstance(one, Game)]
    game.seats[0].name = f"A{CHARACTERS}B"
    text = convert(game, format).text
    for raw in ("\u2028", "\u2029", "\x85"):
        text = text.replace(f"\\u{ord(raw):04x}", raw)
    text = text if format == "mjai" else text.replace("\n", "")
    doubled = text if format == "majiang" else text.rstrip("\n") + "\n" + text
    found = list(read(doubled.encode(), "log"))
    games = [one for one in found if isinstance(one, Game)]
    assert [one.seats[0].name for one in games] == [f"A{CHARACTERS}B"] * (1 if format == "majiang" else 2)
    assert len(found) == len(games)


def test_a_process_counts_the_inputs_of_a_file_together_however_they_come() -> None:
    budget = Budget(Limits(), 1)
    assert pickle.loads(pickle.dumps(budget)).events_excess_message(40_000) == ""
    assert "80,000 events of 1 bytes" in pickle.loads(pickle.dumps(budget)).events_excess_message(40_000)
    assert pickle.loads(pickle.dumps(Budget(Limits(), 1))).events == 0


def test_a_budget_counts_what_comes_out() -> None:
    budget = Budget(Limits(max_bytes=1 << 20), 10 << 20)
    budget.take_bytes(2000 << 20)
    with pytest.raises(BudgetError, match="2,001 MiB unpacked of 10 MiB of a file, more than any logs come to"):
        budget.take_bytes(1 << 20)
    budget = Budget(Limits(), 1)
    for _ in range(10_000):
        budget.take_member()
    with pytest.raises(BudgetError, match="10,000 packed files and parts of files of 1 bytes of a file"):
        budget.take_member()
    budget = Budget(Limits(), 300_000)
    assert not budget.events_excess_message(150_000)
    assert "150,001 events of 300,000 bytes of a file" in budget.events_excess_message(1)
    assert budget.is_spent
