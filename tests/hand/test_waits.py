"""Waits and readings: by table, and against definitions that share no code with them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auditor.core.events import PON, Event
from auditor.core.hand.kan import kan_effect
from auditor.core.hand.readings import readings
from auditor.core.hand.waits import hand_waits, pack, unpack
from auditor.core.table.seat import Seat
from auditor.core.tiles import KIND_OF_TEXT, KINDS, TERMINALS_AND_HONOURS, mask_kinds, mask_text, parse_kinds


@pytest.mark.parametrize(
    ("hand", "waits"),
    [
        ("123m456p789s1122z", "1z 2z"),
        ("123m456p789s1123z", ""),
        ("1112345678999m", "1m 2m 3m 4m 5m 6m 7m 8m 9m"),
        ("3344455566677p", "3p 4p 6p 7p"),
        ("1111m234p567s789s", ""),
        ("1112m", "2m 3m"),
        ("1123m", "1m 4m"),
        ("7s", "7s"),
        ("1122m3344p5566s7z", "7z"),
        ("1122m3344p7s5566z", "7s"),
        ("1111m3344p5566s7z", ""),
        ("19m19p19s1234567z", "1m 9m 1p 9p 1s 9s 1z 2z 3z 4z 5z 6z 7z"),
        ("19m19p19s1123456z", "7z"),
        ("119m19p19s112345z", ""),
        ("223344556677m9p", "9p"),
        ("3335556p", "4p 6p 7p"),
        ("333s5s666s111z222z", "4s 5s 7s"),
        ("89m11z", "7m"),
        ("12m11z", "3m"),
    ],
)
def test_waits_of(hand: str, waits: str) -> None:
    kinds = parse_kinds(hand)
    melds = (13 - len(kinds)) // 3
    assert mask_text(hand_waits(kinds, melds)) == waits
    assert mask_text(seat_with(kinds, melds).waits) == waits


def seat_with(kinds: list[int], melds: int) -> Seat:
    """A seat that holds these tiles, with its waits."""
    seat = Seat(0)
    seat.melds = [Event(PON, 0)] * melds
    for tile in [4 * kind + copy for kind in range(KINDS) for copy in range(kinds.count(kind))]:
        seat.add(tile)
    seat.update_waits()
    return seat


def completes(counts: list[int], sets: int, has_pair: bool) -> bool:
    """Whether the counts split into `sets` sets and a pair, by trying everything from the lowest kind on."""
    kind = next((kind for kind in range(KINDS) if counts[kind]), None)
    if kind is None:
        return sets == 0 and has_pair
    options = [([kind] * 3, True)] if sets else []
    if sets and kind < 27 and kind % 9 < 7:
        options.append(([kind, kind + 1, kind + 2], True))
    if not has_pair:
        options.append(([kind] * 2, False))
    for block, is_set in options:
        left = list(counts)
        for one in block:
            left[one] -= 1
        if min(left) >= 0 and completes(left, sets - is_set, has_pair or not is_set):
            return True
    return False


def is_won(kinds: list[int], melds: int) -> bool:
    counts = [kinds.count(kind) for kind in range(KINDS)]
    if completes(counts, 4 - melds, False):
        return True
    if melds:
        return False
    orphans = set(kinds) == set(TERMINALS_AND_HONOURS)
    return orphans or sorted(counts)[-7:] == [2] * 7


@st.composite
def waiting_sizes(draw: st.DrawFn) -> tuple[list[int], int]:
    """13 - 3 x melds tiles, from few suits so that many of them wait for something."""
    melds = draw(st.integers(0, 3))
    suits = draw(st.sampled_from([[0], [0, 3], [0, 1], [1, 2, 3], [0, 1, 2, 3]]))
    pool = [kind for kind in range(KINDS) if kind // 9 in suits for _ in range(4)]
    order = draw(st.permutations(pool))
    return sorted(order[: 13 - 3 * melds]), melds


@settings(max_examples=300, deadline=None)
@given(waiting_sizes())
def test_waits_are_exactly_the_tiles_that_complete_the_hand(hand: tuple[list[int], int]) -> None:
    kinds, melds = hand
    expected = [kind for kind in range(KINDS) if kinds.count(kind) < 4 and is_won([*kinds, kind], melds)]
    assert mask_kinds(hand_waits(kinds, melds)) == expected


@settings(max_examples=300, deadline=None)
@given(waiting_sizes(), st.lists(st.integers(0, 135), max_size=5))
def test_a_seat_waits_for_what_its_tiles_wait_for(hand: tuple[list[int], int], passing: list[int]) -> None:
    """However the tiles came, and whatever a glance at the hand leaves out."""
    kinds, melds = hand
    seat = seat_with(kinds, melds)
    assert seat.waits == hand_waits(kinds, melds)
    for tile in passing:  # drawn, and another discarded for it
        seat.add(tile)
        seat.remove(seat.concealed[tile % len(seat.concealed)])
        seat.update_waits()
        assert seat.waits == hand_waits(seat.concealed_kinds(), melds)


@given(st.permutations(range(136)))
def test_a_hand_dealt_is_as_one_whose_tiles_came_one_by_one(tiles: list[int]) -> None:
    dealt, one_by_one = Seat(0), Seat(0)
    dealt.deal(tuple(tiles[:13]))
    for tile in tiles[:13]:
        one_by_one.add(tile)
    one_by_one.update_waits()
    for seat in (dealt, one_by_one):
        seat.add(tiles[13])
        seat.remove(tiles[0])
        seat.update_waits()
    assert dealt.concealed == one_by_one.concealed
    assert dealt.waits == one_by_one.waits == hand_waits(dealt.concealed_kinds())


@settings(max_examples=300, deadline=None)
@given(waiting_sizes())
def test_readings_hold_the_hands_tiles_and_wait_for_its_waits(hand: tuple[list[int], int]) -> None:
    kinds, melds = hand
    found = readings(kinds, melds)
    together = 0
    for reading in found:
        assert sorted(kind for _, block in reading.blocks for kind in block) == kinds
        together |= reading.waits
    assert len({reading.blocks for reading in found}) == len(found)
    assert together == hand_waits(kinds, melds)


@given(st.lists(st.integers(0, 33), max_size=14))
def test_packing_keeps_counts(kinds: list[int]) -> None:
    kinds = [kind for kind in kinds if kinds.count(kind) <= 4]
    assert unpack(pack(kinds)) == [kinds.count(kind) for kind in range(KINDS)]


def test_the_chinese_text_counts_six_readings() -> None:
    assert [str(reading) for reading in readings(parse_kinds("3344455566677p"))] == [
        "345p 345p 456p 66p 77p waiting for 6p 7p",
        "345p 345p 45p 666p 77p waiting for 3p 6p",
        "33p 456p 456p 456p 77p waiting for 3p 7p",
        "33p 444p 555p 666p 77p waiting for 3p 7p",
        "33p 444p 56p 567p 567p waiting for 4p 7p",
        "33p 44p 456p 567p 567p waiting for 3p 4p",
    ]


@pytest.mark.parametrize("hand", ["3344455566677p789s", "3344455566p", "1112345678999m" * 10])
def test_a_hand_of_another_size_has_no_reading(hand: str) -> None:
    assert readings(parse_kinds(hand)) == []


@pytest.mark.parametrize(
    ("hand", "draw", "kan", "waits", "interpretations", "okuri"),
    [
        ("3444m778899s333z", "4m", "4m", "kan-waits", "kan-waits", "kan-waits"),
        ("3444m778899s333z", "3z", "3z", "legal", "legal", "legal"),
        ("111m222333p5678s", "1m", "1m", "legal", "legal", "legal"),
        ("111m222333p5678s", "2p", "2p", "legal", "legal", "legal"),
        ("111m222333p5678s", "3p", "3p", "legal", "legal", "legal"),
        ("3344455566677p", "4p", "4p", "kan-waits", "kan-waits", "kan-waits"),
        ("111222333m111z4z", "2m", "2m", "legal", "kan-shape", "kan-shape"),
        ("111222333m111z4z", "1z", "1z", "legal", "legal", "legal"),
        ("123p333345s78m11z", "6s", "3s", "kan-drawn", "kan-drawn", "legal"),
        ("111222333m34p55z", "3m", "3m", "legal", "kan-shape", "kan-shape"),
        ("345m555p999s78s22z", "9s", "9s", "kan-waits", "kan-waits", "kan-waits"),
        ("345m555p999s78s22z", "5p", "5p", "legal", "legal", "legal"),
        ("1112444s234m678p", "1s", "1s", "legal", "kan-shape", "kan-shape"),
    ],
)
def test_kan_after_riichi(hand: str, draw: str, kan: str, waits: str, interpretations: str, okuri: str) -> None:
    effect = kan_effect(parse_kinds(hand), KIND_OF_TEXT[draw], KIND_OF_TEXT[kan])
    assert effect.verdict("waits") == waits
    assert effect.verdict("interpretations") == interpretations
    assert effect.verdict("okuri") == okuri
    assert effect.verdict("never") == "kan-forbidden"


def test_a_wait_that_the_kan_itself_takes_is_kept_where_only_forms_count() -> None:
    effect = kan_effect(parse_kinds("3334566m123p456s"), KIND_OF_TEXT["3m"], KIND_OF_TEXT["3m"])
    assert mask_text(effect.completing_before) == mask_text(effect.completing_after) == "3m 6m"
    assert effect.verdict("waits") == "legal"
    assert effect.verdict("interpretations") == "kan-waits"


def test_a_wait_in_an_own_kan_is_none_before_or_after() -> None:
    hand, nine, seven = parse_kinds("8999m123p456s"), KIND_OF_TEXT["9m"], KIND_OF_TEXT["7m"]
    effect = kan_effect(hand, nine, nine, 1, own_kans=1 << seven)
    assert effect.verdict("waits") == effect.verdict("interpretations") == "legal"
    without = kan_effect(hand, nine, nine, 1)
    assert without.verdict("waits") == without.verdict("interpretations") == "kan-waits"


def test_a_kan_needs_four_tiles() -> None:
    with pytest.raises(ValueError, match="four tiles"):
        kan_effect(parse_kinds("111222333m111z4z"), KIND_OF_TEXT["5z"], KIND_OF_TEXT["1m"])
