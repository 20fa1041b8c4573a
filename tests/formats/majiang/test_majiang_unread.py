"""Errors in Majiang paipu: each is reported with its place, and at most its hand is lost."""

import json
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from support.majiang_logs import deal, drawn, entry, hand, log, problems, read_all, win

from auditor.core.errors import Problem
from auditor.core.events import Game
from auditor.formats import majiang


def changed(change: Callable[[Any], object]) -> dict[str, object]:
    """A log of two hands of which one is changed."""
    text = json.dumps(log(hand("draw 0 m1", "discard 0 m1_", "draw 1 m2", drawn()), hand("draw 0 m1")))
    document: dict[str, object] = json.loads(text)
    change(document["log"])
    return document


def put(place: int, value: object) -> Callable[[Any], object]:
    """Replaces an event of the first hand."""

    def change(hands: Any) -> None:
        hands[0][place] = value

    return change


def key(place: int, name: str, value: object) -> Callable[[Any], object]:
    """Replaces a value of an event of the first hand."""

    def change(hands: Any) -> None:
        (of_event,) = hands[0][place].values()
        of_event[name] = value

    return change


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (put(0, entry("draw 0 m1")), "hand 0: expected a qipai first, the deal of the hand"),
        (put(0, {}), "hand 0: expected a qipai first, the deal of the hand"),
        (lambda hands: hands[0].clear(), "hand 0: expected a qipai first, the deal of the hand"),
        (put(2, deal()), "hand 0 (E1-0), event 2: a second qipai; each hand is a list of its own"),
        (put(2, {}), "hand 0 (E1-0), event 2: expected one of zimo, dapai, fulou, gang, gangzimo, kaigang, hule and "
                     "pingju"),
        (put(2, entry("draw 0 m1") | entry("discard 0 m1")), "hand 0 (E1-0), event 2: expected one event, not zimo and "
                                                             "dapai"),
        (lambda hands: hands[0].extend([entry("draw 0 m1")] * 1000), "hand 0 (E1-0), event 0: expected at most 1000 "
                                                                     "events in a hand"),
        (put(1, "zimo"), "hand 0, event 1: expected object, got str"),
        (key(1, "l", 4), "hand 0, event 1: zimo.l: expected int <= 3"),
        (key(1, "l", "zero"), "hand 0, event 1: zimo.l: expected int, got str"),
        (key(1, "p", "m10"), "hand 0 (E1-0), event 1: expected a tile such as m1, p0 or z7, not 'm10'"),
        (key(1, "p", "z0"), "hand 0 (E1-0), event 1: expected a tile such as m1, p0 or z7, not 'z0'"),
        (key(2, "p", "m1*_"), "hand 0 (E1-0), event 2: expected a discard such as m1, p0_ or z7*, not 'm1*_'"),
        (put(2, entry("call 1 m12")), "hand 0 (E1-0), event 2: expected a meld such as m1-23, p505+, z1111 or z111=1, "
                                      "not 'm12'"),
        (put(2, entry("kan 0 z8888")), "hand 0 (E1-0), event 2: expected a meld such as m1-23, p505+, z1111 or z111=1, "
                                       "not 'z8888'"),
        (key(0, "defen", [25000] * 3), "hand 0, event 0: qipai.defen: expected array of length >= 4"),
        (key(0, "shoupai", ["x1", "", "", ""]), "hand 0 (E1-0), event 0: expected a hand such as m123p406s789z11, not "
                                                "'x1'"),
        (key(0, "zhuangfeng", -1), "hand 0, event 0: qipai.zhuangfeng: expected int >= 0"),
        (put(4, win(0, "", by=1)),
         "hand 0 (E1-0), event 4: shoupai: expected the winner's hand, the winning tile last"),
        (put(4, win(0, "m1", hupai=[{"name": "x", "fanshu": "+"}])),
         "hand 0, event 4: hule.hupai[0].fanshu: expected str matching regex '^\\\\*{1,8}$'"),
        (key(4, "fenpei", [10**9, 0, 0, 0]), "hand 0, event 4: pingju.fenpei[0]: expected int <= 10000000"),
    ],
)  # fmt: skip
def test_a_hand_that_cannot_be_read_is_told_and_left_out(change: Callable[[Any], object], message: str) -> None:
    found = read_all(changed(change))
    assert [str(one) for one in found if isinstance(one, Problem)] == [message]
    (game,) = [one for one in found if isinstance(one, Game)]
    assert [one.index for one in game.hands] == [1]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b'{"log": [', "expected JSON: Input data was truncated"),
        (b'{"log": [[{"qipai"', "expected JSON: Input data was truncated"),
        (b'{"log": [' + b"[" * 5000, "expected JSON: it is nested too deep"),
        (b"[]", None),
        (b'{"title": "x"}', "object missing required field log"),
        (b'{"log": "x"}', "log: expected array, got str"),
        (b'{"log": []}', 'expected 1 to 1000 hands under "log", not 0'),
    ],
)
def test_an_input_that_cannot_be_read_is_told(data: bytes, message: str | None) -> None:
    assert problems(data) == ([] if message is None else [message])


@pytest.mark.parametrize(
    ("extra", "message"),
    [
        ({"qijia": 7}, "qijia: expected int <= 3; it is not read"),
        ({"title": 5}, "title: expected str, got int; it is not read"),
        ({"player": ["A"]}, "player: expected array of length >= 4; it is not read"),
        ({"defen": "x"}, "defen: expected array, got str; it is not read"),
        ({"defen": [1, 2, 3, 4], "point": ["many"] * 4},
         "point: expected str matching regex '^[+-]?\\\\d{1,6}(\\\\.\\\\d{1,6})?$'; it is not read"),
    ],
)  # fmt: skip
def test_a_header_that_cannot_be_read_costs_no_hand(extra: dict[str, object], message: str) -> None:
    rows = [(extra, message)]
    for key, count in product(("defen", "point", "rank"), (3, 5)):
        rows.append(
            ({"defen": [1] * 4, key: [1] * count}, f"{key}: expected a list of 4, not of {count}; it is not read")
        )
    for one, said in rows:
        problem, game = read_all(log(hand("draw 0 m1"), **one))
        assert str(problem).replace(" - at $[...]", "") == said
    assert isinstance(game, Game)
    assert len(game.hands) == 1


def test_bytes_that_are_no_text_are_told() -> None:
    text = json.dumps(log(hand("draw 0 m1"))).encode()
    assert problems(text.replace(b"a test", b"\xff")) == ["title: expected JSON: it is not UTF-8 text; it is not read"]
    assert problems(text.replace(b'"p": "m1"', b'"p": "\xff"')) == ["hand 0: expected JSON: it is not UTF-8 text"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"qijia"', '"qijia": 1, "qijia"', "the key 'qijia' comes twice in one object; the last is read"),
        (
            '"p": "m1"',
            '"p": "m9", "p": "m1"',
            "hand 0 (E1-0): the key 'p' comes twice in one object; the last is read",
        ),
    ],
)
def test_a_key_that_stands_twice_is_told(old: str, new: str, message: str) -> None:
    text = json.dumps(log(hand("draw 0 m1")))
    problem, game = read_all(text.replace(old, new))
    assert str(problem) == message
    assert isinstance(game, Game)


def test_keys_that_are_not_read_are_passed_over() -> None:
    with_more = hand("draw 0 m1")
    with_more[1]["zimo"]["note"] = 1
    assert problems(log(with_more, comment={"a": 1})) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[{", "expected JSON: Input data was truncated"),
        ("[]x", "expected JSON: trailing characters (byte 3)"),
        ('{"log": 5}', "log: expected array, got int"),
        ('{"log": []}', 'expected 1 to 1000 hands under "log", not 0'),
    ],
)
def test_what_is_no_list_of_games(text: str, message: str) -> None:
    assert [str(one) for one in majiang.read(text.encode(), "x.json")] == [message]


def test_red_fives_are_counted_in_the_hands_that_can_be_read() -> None:
    """A set of four red fives in one hand, a text that is no tile in the other."""
    fives = ["m055p055s055z1234", "m0p0", "", ""]
    text = json.dumps(log(hand("draw 0 m1"), hand("draw 0 m1")), ensure_ascii=False)
    document = json.loads(text)
    document["log"][0][0]["qipai"]["shoupai"] = fives
    document["log"][1][0]["qipai"]["shoupai"][0] = "m1x"
    found = list(majiang.read(json.dumps(document).encode(), "x.json"))
    assert [hand.index for one in found if isinstance(one, Game) for hand in one.hands] == [0]
    assert [one.place for one in found if isinstance(one, Problem)] == ["hand 1 (E1-0), event 0"]
