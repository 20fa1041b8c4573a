"""Shapes of waits: hands whose shape is beyond doubt, and random hands against waits and fu."""

import random

import pytest
from support.scoring_hands import random_win

from auditor.core.audit.game import audit_game
from auditor.core.events import DRAW, Event, Game, Hand, Win
from auditor.core.hand.machi import MACHI_NAMES, completed_machi, waiting_machi
from auditor.core.hand.value import best_value, values
from auditor.core.hand.yaku_rules import USUAL_RIICHI, Circumstances
from auditor.core.rulesets import load
from auditor.core.tiles import KIND_OF_TEXT, UNKNOWN, parse_kinds


@pytest.mark.parametrize(
    ("hand", "shapes"),
    [
        ("23m99p", "ryanmen"),
        ("78s99p", "ryanmen"),
        ("24m99p", "kanchan"),
        ("12m99p", "penchan"),
        ("89m99p", "penchan"),
        ("99p55z", "shanpon"),
        ("5z", "tanki"),
        ("2345m", "tanki"),  # nobetan
        ("2223m", "ryanmen tanki"),
        ("2224m", "kanchan tanki"),
        ("1112m", "penchan tanki"),
        ("13567m99p", "kanchan"),
        ("7789m", "penchan tanki"),
        ("12345m99p", "ryanmen penchan"),  # 123 45 or 12 345: 3m and 6m either way
        ("2333344m", "ryanmen tanki"),
        ("3344455m", "kanchan shanpon tanki"),  # 345 35 44, 33 444 55, 345 345 4
        ("3444m778899s333z", "ryanmen tanki"),
        ("1122m3344p5566s7z", "tanki"),
        ("112233m445566p7z", "tanki"),
        ("19m19p19s1123456z", "kokushi"),
        ("19m19p19s1234567z", "juusanmen"),
        ("1112345678999m", "ryanmen penchan shanpon tanki"),
        ("1111m", ""),  # only the fifth 1m would do
        ("147m258p369s1234z", ""),
    ],
)
def test_the_shapes_of_a_waiting_hand(hand: str, shapes: str) -> None:
    kinds = parse_kinds(hand)
    assert waiting_machi(kinds, (13 - len(kinds)) // 3) == shapes.split()


@pytest.mark.parametrize(
    ("hand", "tile", "shape"),
    [
        ("23m456m789p345s99s", "1m", "ryanmen"),
        ("23m456m789p345s99s", "4m", "ryanmen"),
        ("24m456m789p345s99s", "3m", "kanchan"),
        ("12m456m789p345s99s", "3m", "penchan"),
        ("89m456m789p345s99s", "7m", "penchan"),
        ("11z456m789p345s99s", "1z", "shanpon"),
        ("1z111m456m789p345s", "1z", "tanki"),
        ("2345m111m789p345s", "2m", "tanki"),
        # pinfu: the ryanmen is worth a yaku more than the tanki
        ("4455667m789p345s", "4m", "ryanmen"),
        ("1122m3344p5566s7z", "7z", "tanki"),
        ("112233m445566p7z", "7z", "tanki"),
        ("19m19p19s1123456z", "7z", "kokushi"),
        ("19m19p19s1234567z", "9s", "juusanmen"),
    ],
)
def test_the_shape_that_the_winning_tile_completed(hand: str, tile: str, shape: str) -> None:
    kind = KIND_OF_TEXT[tile]
    value = best_value([*parse_kinds(hand), kind], (), kind, Circumstances(riichi=USUAL_RIICHI), load("tenhou"))
    assert value is not None
    assert completed_machi(value.reading) == shape


FU = {"pair wait": {"tanki"}, "middle wait": {"kanchan"}, "edge wait": {"penchan"}}


@pytest.mark.parametrize("seed", range(8))
def test_in_random_hands_the_shape_is_one_of_the_wait_and_gives_its_fu(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(100):
        hand = random_win(rng)
        winning = hand.winning // 4
        waiting = list(hand.kinds)
        waiting.remove(winning)
        shapes = waiting_machi(waiting, len(hand.blocks))
        assert sorted(shapes, key=MACHI_NAMES.index) == shapes
        for value in values(hand.kinds, hand.blocks, winning, hand.circumstances, hand.rules):
            shape = completed_machi(value.reading)
            assert shape in shapes
            expected = [FU[part] for part, _ in value.fu_parts if part in FU] or [{"ryanmen", "shanpon"}]
            if value.fu and value.fu != 25:
                assert shape in expected[0]


def won_hand(dealt: str) -> Game:
    """Seat 0, dealer, is dealt these tiles (hidden where there are none) and wins at once on 1m."""
    kinds = parse_kinds(dealt)
    own = tuple([4 * kind + kinds[:place].count(kind) for place, kind in enumerate(kinds)]) or (UNKNOWN,) * 13
    game = Game("mjai")
    hand = Hand(0, 0, 0, 0, 0, (25000,) * 4, (own, *((UNKNOWN,) * 13,) * 3), 135)
    hand.events += [Event(DRAW, 0, 3), Win(0, 0, 3)]
    game.hands.append(hand)
    return game


@pytest.mark.parametrize(
    ("dealt", "shapes"),
    [
        ("23m456m789p345s99s", {1: "ryanmen"}),
        ("11z456m789p345s99s", {}),  # not complete
        ("", {}),
    ],
)
def test_the_audit_keeps_the_reading_of_a_win_that_can_be_seen(dealt: str, shapes: dict[int, str]) -> None:
    (record,) = audit_game(won_hand(dealt), load("tenhou")).records
    assert {event: completed_machi(reading) for event, reading in record.won_readings.items()} == shapes
