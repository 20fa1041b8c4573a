"""Errors in tenhou.net/6 logs: what is reported, and what can still be read."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.tenhou6_logs import DRAWN_HAND, EAST_1, EAST_2_1, hand, line, log, read_all, read_game, win_of

from auditor.core.errors import Problem
from auditor.core.events import NOT_RECORDED, Game


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("", "", "the input is empty; expected a tenhou.net/6 log"),
        ("{", "", "expected a JSON object: Input data was truncated"),
        ('{"log": NaN}', "", "expected a JSON object: invalid character (byte 8)"),
        (
            '{"a": 1}', "",
            'expected an object with a "log", the key of tenhou.net/6, not one with the keys a',
        ),
        ("[1, 2]", "", "expected a JSON object or an address with tenhou.net/6/#json=, not '[1, 2]'"),
        (
            "[" + 50 * "1" + "]", "",
            f"expected a JSON object or an address with tenhou.net/6/#json=, not '[{35 * '1'}...",
        ),
        ('{"log": 5}', "", 'expected the hands under "log", a list, not 5'),
        ('{"log": []}', "", 'expected 1 to 1000 hands under "log", not 0'),
        (
            '{"log": [7]}', "hand 0",
            "expected a hand, a list, not 7",
        ),
        (
            '{"log": [[[0,0,0]]]}', "hand 0",
            "expected a hand of 17 parts (round, scores, dora indicators, ura indicators, three lists for each of four "
            "seats, result), not 1",
        ),
        (
            line(EAST_1) + "\nhello\n", "line 2",
            "expected a JSON object or an address with tenhou.net/6/#json=, not 'hello'",
        ),
        (line(EAST_1) + "\n\n" + '{"log": 1}', "line 3", 'expected the hands under "log", a list, not 1'),
    ],
)  # fmt: skip
def test_inputs_that_are_no_log(text: str, place: str, message: str) -> None:
    problems = [one for one in read_all(text) if isinstance(one, Problem)]
    assert problems == [Problem(place, message)]


def spoilt(at: int, value: object) -> list[object]:
    fields = hand({0: ([11], [60]), 2: ([13], [60])}, DRAWN_HAND, counters=(1, 2, 0))
    fields[at] = value
    return fields


TILES = "11-19, 21-29, 31-39, 41-47 or 51-53"


@pytest.mark.parametrize(
    ("at", "value", "place", "message"),
    [
        (0, [1, 2], "", "expected round, honba and sticks, not 2 numbers"),
        (0, [99, 0, 0], "", "expected the round, a whole number from 0 to 15, not 99"),
        (1, [1, 2], " (E2-2)", "expected the scores of 4 seats (or 3), not of 2"),
        (1, [1, 2, None, 4], " (E2-2)", "expected the scores, a whole number from -10000000 to 10000000, not null"),
        (2, [10], " (E2-2)", f"the dora indicators, tile 1: expected {TILES}, not 10"),
        (3, "22", " (E2-2)", "expected the ura indicators, a list, not '22'"),
        (4, [11, True], " (E2-2), seat 0", f"the dealt hand, tile 2: expected {TILES}, not true"),
        (4, [11] * 15, " (E2-2), seat 0", "expected the dealt hand, at most 14 tiles, not 15"),
        (
            11, [13, "x1"], " (E2-2), seat 2, incoming entry 2",
            f"expected a tile ({TILES}), or a chi (c), pon (p) or open kan (m), not 'x1'",
        ),
        (
            11, ["c1112"], " (E2-2), seat 2, incoming entry 1",
            f"expected a tile ({TILES}), or a chi (c), pon (p) or open kan (m), not 'c1112'",
        ),
        (
            12, ["r99"], " (E2-2), seat 2, outgoing entry 1",
            f"expected a tile ({TILES}), 60, either with r before it, 0, or a closed kan (a), added kan (k) or north "
            "(f44), not 'r99'",
        ),
        (12, [60] * 65, " (E2-2), seat 2", "expected at most 64 outgoing entries, not 65"),
        (16, [5], " (E2-2), result", "expected 和了, 流局 or another word first, not 5"),
        (16, ["流局", [1]], " (E2-2), result", "expected the deltas of 4 seats (or 3), not of 1"),
        (
            16, ["和了", [0, 0, 0, 0]], " (E2-2), result",
            "expected deltas and winner in pairs after 和了, not 1 entries",
        ),
        (
            16, ["和了", [0, 0, 0, 0], [4, 0, 0]], " (E2-2), result, winner 1",
            "expected the winner, a whole number from 0 to 3, not 4",
        ),
        (
            16, ["和了", [0, 0, 0, 0], [1, 0, 1, "", 7]], " (E2-2), result, winner 1",
            "expected a yaku as text, not 7",
        ),
        (
            16, ["和了", [0, 0, 0, 0], [1]], " (E2-2), result, winner 1",
            "expected winner, discarder and liable seat, not 1 entries",
        ),
        (
            16, ["和了", [0, 0, 0, 0], [1, 0, 4]], " (E2-2), result, winner 1",
            "expected the liable seat, a whole number from 0 to 3, not 4",
        ),
        (
            16, ["和了", [0, 0, 0, 0], [1, 0, 1, None]], " (E2-2), result, winner 1",
            "expected the value as text, a whole number from 0 to 10000000, not null",
        ),
        (16, ["和了"], " (E2-2), result", "expected 1 to 3 winners, not 0"),
        (16, ["和了", *[[0, 0, 0, 0], [1, 0, 1]] * 4], " (E2-2), result", "expected 1 to 3 winners, not 4"),
        (0, [1, 2.5, 0], "", "expected the honba, a whole number from 0 to 1000, not 2.5"),
        (0, [1, True, 0], "", "expected the honba, a whole number from 0 to 1000, not true"),
        (0, {}, "", "expected round, honba and sticks, a list, not an object"),
        (0, [[], 0, 0], "", "expected the round, a whole number from 0 to 15, not a list of 0"),
        (0, ["a" * 50, 0, 0], "", f"expected the round, a whole number from 0 to 15, not '{'a' * 36}..."),
        (1, [10_000_001, 0, 0, 0], " (E2-2)",
         "expected the scores, a whole number from -10000000 to 10000000, not 10000001"),
    ],
)  # fmt: skip
def test_a_faulty_entry_costs_its_hand_alone(at: int, value: object, place: str, message: str) -> None:
    problem, game = read_all(log(EAST_1, spoilt(at, value), EAST_2_1))
    assert problem == Problem(f"hand 1{place}", message)
    assert isinstance(game, Game)
    assert [one.index for one in game.hands] == [0, 2]


def test_whole_numbers_may_be_written_with_a_point() -> None:
    fields = spoilt(0, [1.0, 2.0, 3])
    fields[1] = [25000.0, 25000, 25000, 24000]
    game = read_game(log(EAST_1, fields))
    assert (game.hands[1].honba, game.hands[1].sticks, game.hands[1].scores) == (2, 3, (25000, 25000, 25000, 24000))


def test_a_value_may_be_a_number() -> None:
    (win,) = win_of(["和了", [8000, -8000, 0, 0], [0, 1, 0, 8000, "断幺九(1飜)"]])
    assert (win.points, win.fu, win.limit) == (8000, NOT_RECORDED, NOT_RECORDED)


def test_a_faulty_entry_on_a_line_names_the_line() -> None:
    problem = read_all(line(EAST_1) + "\n" + line(spoilt(11, [99])))[0]
    assert isinstance(problem, Problem)
    assert problem.place == "line 2, hand 0 (E2-2), seat 2, incoming entry 1"


@pytest.mark.parametrize(
    "data",
    [
        b'{"log": ' + b"[" * 100_000,
        b'{"log": ' + b"[" * 900 + b"]" * 900 + b"}",
        b'{"title": ' + b"[" * 900 + b"]" * 900 + b', "log": [[[' + b"]" * 3 + b"}",
        b'{"log": [' + b"9" * 5000 + b"]}",
        b'{"log": [[[' + b"9" * 4000 + b",0,0]" + b",[]" * 16 + b"]]}",
        b'{"log": [1e400]}',
        b'{"log": [[[1e300,0,0]' + b",[]" * 16 + b"]]}",
        b'{"log": ["\xff\xfe"]}',
        b'{"log": [], "log": []}',
        b"\x00\x01\x02",
        b"https://tenhou.net/6/#json=%ff%7B",
        b"https://tenhou.net/6/#json=",
        '{"log": ["\ud800"]}'.encode("utf-8", "surrogatepass"),
    ],
    ids=["deep", "deep and closed", "deep title", "huge number", "long number", "infinite", "huge float", "not utf-8",
         "doubled key", "binary", "bad percent", "no json", "surrogate"],
)  # fmt: skip
def test_malicious_inputs_give_problems_alone(data: bytes) -> None:
    read = read_all(data)
    assert read
    assert all(isinstance(one, Problem) and len(one.message) < 500 for one in read)


VALID = log(
    hand({0: ([11, 12], [44, "r60"]), 1: (["p444444"], [42]), 2: ([13], ["131313a13"]), 3: ([14], [60])}, DRAWN_HAND),
    hand({1: ([11], [60])}, ["和了", [8000, -8000, 0, 0], [0, 1, 0, "満貫8000点", "立直(1飜)"]], counters=(1, 0, 0)),
    sc=[1, 1.0, 2, 2.0, 3, 3.0, 4, 4.0],
    dan=["", "", "", ""],
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(alphabet="0123456789cpmakrf和了流局∀", max_size=9)
    | st.sampled_from([0, 11, 51, 60, "r60", "f44", "11k111111"]),
    lambda inner: st.lists(inner, max_size=5)
    | st.dictionaries(st.sampled_from(["log", "rule", "name"]), inner, max_size=3),
    max_leaves=8,
)  # fmt: skip


def _nodes(value: object, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path] + [node for key, inner in items for node in _nodes(inner, (*path, key))]


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_no_change_to_a_log_makes_reading_raise(data: st.DataObject) -> None:
    document = json.loads(json.dumps(VALID))
    for _ in range(data.draw(st.integers(1, 4))):
        *path, last = data.draw(st.sampled_from([node for node in _nodes(document) if node]))
        parent: Any = document
        for key in path:
            parent = parent[key]
        how = data.draw(st.sampled_from(["replace", "delete", "insert"]))
        if how == "delete":
            del parent[last]
        elif how == "insert" and isinstance(parent, list):
            parent.insert(last, data.draw(JSON))
        else:
            parent[last] = data.draw(JSON)
    for one in read_all(document):
        assert isinstance(one, (Game, Problem))


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 2000), st.binary(max_size=3), st.integers(0, 4))
def test_no_change_to_the_bytes_makes_reading_raise(at: int, replacement: bytes, length: int) -> None:
    data = json.dumps(VALID, indent=1).encode()
    for one in read_all(data[:at] + replacement + data[at + length :]):
        assert isinstance(one, (Game, Problem))


def test_line_ends_of_unicode_in_a_name_end_no_line_of_several_logs() -> None:
    one = log(DRAWN_HAND)
    twice = json.dumps(one | {"name": ["A\u2028B", "", "", ""]}, ensure_ascii=False)
    twice = f'{{"title":["",""],{twice[1:]}'
    problems = [found for found in read_all("\n".join([json.dumps(one), twice])) if isinstance(found, Problem)]
    assert [problem.place for problem in problems if "comes twice" in problem.message] == ["line 2"]
