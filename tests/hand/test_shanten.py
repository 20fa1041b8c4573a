"""Shanten numbers and ukeire: by table, and against the `mahjong` package (benchmarks/shanten_oracle.py runs more)."""

import random

import pytest
from support.shanten_hands import lowering_kinds, random_hand, shanten_fault, ukeire_fault

from auditor.core.hand.shanten import HandOutlook, Unseen, best_ukeire, shanten
from auditor.core.hand.waits import pack
from auditor.core.tiles import ALL_KINDS, mask_text, parse_kinds

ALL_UNSEEN = Unseen(0, 0, ALL_KINDS)
"""Nothing is seen: four of each kind."""


@pytest.mark.parametrize(
    ("hand", "melds", "number", "lowered_by"),
    [
        ("123m456p789s11122z", 0, -1, ""),
        ("123m456p789s1122z", 0, 0, "1z 2z"),
        ("123m456p78s1122z9m", 0, 1, "6s 9s 1z 2z"),
        ("147m258p369s1234z", 0, 6, None),
        ("1122m3344p5566s7z", 0, 0, "7z"),
        ("1111m3344p5566s7z", 0, 2, None),  # four of a kind are one pair
        ("11m22m33m44m55m66m7m", 0, 0, "1m 4m 7m"),
        ("19m19p19s1234567z", 0, 0, "1m 9m 1p 9p 1s 9s 1z 2z 3z 4z 5z 6z 7z"),
        ("19m19p19s1123456z", 0, 0, "7z"),
        ("19m19p19s12345z22m", 0, 2, "1m 9m 1p 9p 1s 9s 1z 2z 3z 4z 5z 6z 7z"),
        ("1111m222z333z444z", 0, 1, None),  # no fifth 1m makes the pair
        ("1111m234p567s789s", 0, 1, None),
        ("1112m", 3, 0, "2m 3m"),  # 1m would be the fifth
        ("7s", 4, 0, "7s"),
        ("77s", 4, -1, ""),
        ("1111z", 3, 1, None),
        ("12m11z", 3, 0, "3m"),  # whatever the melds hold: a called kan of 3m does not end the wait
        ("3s5s", 4, 0, "3s 5s"),
    ],
)
def test_shanten_of(hand: str, melds: int, number: int, lowered_by: str | None) -> None:
    kinds = parse_kinds(hand)
    assert shanten(kinds, melds) == number
    if lowered_by is not None:
        assert mask_text(lowering_kinds(kinds, melds)) == lowered_by


@pytest.mark.parametrize(
    ("hand", "of_four", "of_three", "lowered_by"),
    [
        ("1m9m", 0, 0, "1m 9m"),
        ("1m", 0, 0, "1m"),
        ("1199m", 0, 0, "1m 9m"),
        ("1m444p55p6z", 1, 1, "1m 6z 5p"),
        ("111199m1z", 1, 1, None),
        ("11119999m1111z2z", 2, 3, None),  # a fourth 1m is part of a run with four players alone
    ],
)
def test_three_players_have_no_2m_to_8m(hand: str, of_four: int, of_three: int, lowered_by: str | None) -> None:
    kinds = parse_kinds(hand)
    melds = (14 - len(kinds)) // 3
    assert (shanten(kinds, melds), shanten(kinds, melds, 3)) == (of_four, of_three)
    found = mask_text(lowering_kinds(kinds, melds, 3))
    assert not {f"{number}m" for number in range(2, 9)} & set(found.split())
    if lowered_by is not None:
        assert set(found.split()) == set(lowered_by.split())


@pytest.mark.parametrize("seed", range(4))
def test_shanten_agrees_with_the_oracle(seed: int) -> None:
    rng = random.Random(seed)
    assert not [fault for _ in range(1000) if (fault := shanten_fault(random_hand(rng)))]


def test_ukeire_agrees_with_the_oracle_tile_by_tile() -> None:
    rng = random.Random(7)
    assert not [fault for _ in range(250) if (fault := ukeire_fault(random_hand(rng)))]


def test_the_best_discard_leaves_the_most_tiles() -> None:
    """Without 7p the hand waits for 3p and 6p, without 4p for 6p alone."""
    man, pin, sou, honours = pack(parse_kinds("123456789m11p457p"))
    outlook = HandOutlook(man, pin, sou, honours, 0, 4)
    assert (outlook.shanten, mask_text(outlook.spare)) == (0, "4p 7p")
    assert best_ukeire(outlook, ALL_UNSEEN) == 8
    three_of_6p_seen = Unseen(1 << 14, 0, ALL_KINDS & ~(1 << 14))
    assert best_ukeire(outlook, three_of_6p_seen) == 5
    assert best_ukeire(outlook, Unseen(0, 0, 0)) == 0


def test_unseen_tiles_are_counted() -> None:
    unseen = Unseen(0b011, 0b010, 0b100)
    assert [unseen.tiles(1 << kind) for kind in range(4)] == [1, 3, 4, 0]
    assert unseen.tiles(0b1111) == 8
