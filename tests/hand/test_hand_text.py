"""The text of readings, values and payments in findings and test failures."""

import pytest

from auditor.core.hand.blocks import CLAIMED_KAN, CLAIMED_RUN, KAN, ORPHANS, PAIR, RUN, TRIPLET, block, block_text
from auditor.core.hand.decompose import WonReading, won_readings
from auditor.core.hand.payment import payment
from auditor.core.hand.readings import readings
from auditor.core.hand.value import best_value
from auditor.core.hand.yaku_rules import Circumstances
from auditor.core.rulesets import load
from auditor.core.tiles import KIND_OF_TEXT, KINDS, parse_kinds

TANYAO = "234m567m345p678s55s"


def won(hand: str, tile: str) -> WonReading:
    return won_readings(parse_kinds(hand), (), KIND_OF_TEXT[tile], False)[0]


def test_readings_of_a_waiting_hand() -> None:
    found = readings(parse_kinds("3444m778899s333z"))
    assert [repr(one) for one in found] == [
        "Reading(34m 44m 789s 789s 333z waiting for 2m 5m)",
        "Reading(3m 444m 789s 789s 333z waiting for 3m)",
    ]
    assert found == readings(parse_kinds("3444m778899s333z"))
    assert len(set(found)) == 2
    assert found[0] != found[1]


@pytest.mark.parametrize(
    ("hand", "tile", "text", "pair"),
    [
        (TANYAO, "5p", "WonReading(234m 567m 345p 678s 55s, 5p completing 345p)", "5s"),
        ("1133m5577p2299s44z", "4z", "WonReading(11m 33m 55p 77p 22s 99s 44z, 4z completing 44z)", ""),
    ],
)
def test_a_reading_of_a_won_hand(hand: str, tile: str, text: str, pair: str) -> None:
    reading = won(hand, tile)
    assert repr(reading) == text
    assert reading.pair == (KIND_OF_TEXT[pair] if pair else -1)


def test_a_value_and_its_payment() -> None:
    rules = load("tenhou")
    value = best_value(parse_kinds(TANYAO), (), KIND_OF_TEXT["5p"], Circumstances(1, 0, False), rules)
    assert value is not None
    reading = "234m 567m 345p 678s 55s, 5p completing 345p"
    assert repr(value) == f"Value({reading}: tanyao 1, pinfu 1; 2 han 30 fu, base 480)"
    assert repr(payment(value, 1, 3, 0, rules, 2, 1)) == (
        "Payment(hand=(0, 2000, 0, -2000), honba=(0, 600, 0, -600), sticks=(0, 1000, 0, 0), pao=(0, 0, 0, 0))"
    )


@pytest.mark.parametrize(
    ("of", "lowest", "text"),
    [
        (RUN, "1m", "123m"),
        (TRIPLET, "4z", "444z"),
        (KAN, "6m", "[6666m]"),
        (CLAIMED_RUN, "7p", "(789p)"),
        (CLAIMED_KAN, "9m", "(9999m)"),
        (PAIR, "7z", "77z"),
        (ORPHANS, "1z", "19m19p19s11234567z"),
    ],
)
def test_a_block(of: int, lowest: str, text: str) -> None:
    code = block(of, KIND_OF_TEXT[lowest])
    assert (code // KINDS, code % KINDS, block_text(code)) == (of, KIND_OF_TEXT[lowest], text)
