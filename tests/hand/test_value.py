"""Readings, fu, limits, dora, and the settings that change what a hand is worth."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.scoring_cases import FOUR, THREE, every_value, parse_case, score, with_scoring, yaku_of

from auditor.core import yaku as y
from auditor.core.events import ADDED_KAN, CHI, CLOSED_KAN, NORTH, OPEN_KAN, PON, Meld
from auditor.core.hand.blocks import (
    CLAIMED_KAN,
    CLAIMED_RUN,
    CLAIMED_TRIPLET,
    KAN,
    KINDS_OF,
    RUN,
    block,
    block_of_meld,
    block_text,
    blocks_of_melds,
)
from auditor.core.hand.decompose import complete_readings, divisions
from auditor.core.hand.value import best_value, limit_and_base
from auditor.core.hand.waits import hand_waits, pack
from auditor.core.tiles import KIND_OF_TEXT, KINDS, dora_of, parse_kinds


def texts(hand: str, melds: int = 0) -> list[str]:
    return [" ".join([block_text(code) for code in reading]) for reading in complete_readings(parse_kinds(hand), melds)]


@pytest.mark.parametrize(
    ("hand", "readings"),
    [
        ("123m456p789s11177z", ["123m 456p 789s 111z 77z"]),
        ("111222333m99p456s", ["123m 123m 123m 99p 456s", "111m 222m 333m 99p 456s"]),
        ("112233m445566p77z", ["123m 123m 456p 456p 77z", "11m 22m 33m 44p 55p 66p 77z"]),
        ("1122m3344p5566s7z7z", ["11m 22m 33p 44p 55s 66s 77z"]),
        ("19m19p19s12345677z", ["19m19p19s12345677z"]),
        ("1111m223344p5566s", []),
        ("123m456p789s1117z", []),
        ("123m456p789s11122z", ["123m 456p 789s 111z 22z"]),
        ("11m22m33p123456s33p", []),
        ("111m22p", []),
    ],
)
def test_readings(hand: str, readings: list[str]) -> None:
    assert texts(hand) == readings


@pytest.mark.parametrize(
    ("suit", "divided"),
    [
        ("112233m", ["123m 123m"]),
        ("111222333m", ["123m 123m 123m", "111m 222m 333m"]),
        ("11123m", ["123m 11m"]),
        ("22333m", ["333m 22m"]),
        ("1122m", []),
        ("111222z", ["111z 222z"]),
        ("123z", []),
    ],
)
def test_divisions_of_one_suit(suit: str, divided: list[str]) -> None:
    packed = pack(parse_kinds(suit))
    at = "mpsz".index(suit[-1])
    assert [" ".join([block_text(code) for code in blocks]) for blocks in divisions(packed[at], at)] == divided


def test_readings_beside_melds() -> None:
    assert texts("22233m", melds=3) == ["222m 33m"]
    assert texts("23455m", melds=3) == ["234m 55m"]
    assert texts("23455m", melds=2) == []


@st.composite
def tiles_of_few_kinds(draw: st.DrawFn) -> tuple[int, ...]:
    """14 kinds close together, at most four alike: complete often enough."""
    low = draw(st.integers(0, 24))
    pool = [kind for kind in range(low, min(low + 6, KINDS)) for _ in range(4)]
    return tuple(sorted(draw(st.permutations(pool))[:14]))


@given(tiles_of_few_kinds())
def test_a_reading_holds_exactly_the_tiles_of_the_hand(kinds: tuple[int, ...]) -> None:
    found = complete_readings(list(kinds))
    assert bool(found) == bool(hand_waits(kinds[:-1]) >> kinds[-1] & 1)
    assert len(set(found)) == len(found)
    for reading in found:
        assert Counter(kind for code in reading for kind in KINDS_OF[code]) == Counter(kinds)


@pytest.mark.parametrize(("tile", "exists"), [("7m", True), ("8m", False), ("9p", False), ("7s", True), ("1z", False)])
def test_which_runs_there_are(tile: str, exists: bool) -> None:
    assert bool(KINDS_OF[block(RUN, KIND_OF_TEXT[tile])]) == exists


MELDS = [
    (Meld(CHI, 4, (0, 8), 3), block(CLAIMED_RUN, 0), "(123m)"),
    (Meld(PON, 53, (52, 54), 1), block(CLAIMED_TRIPLET, 13), "(555p)"),
    (Meld(OPEN_KAN, 132, (133, 134, 135), 1), block(CLAIMED_KAN, 33), "(7777z)"),
    (Meld(ADDED_KAN, 3, (0, 1, 2), 1), block(CLAIMED_KAN, 0), "(1111m)"),
    (Meld(CLOSED_KAN, 104, (104, 105, 106, 107), 0), block(KAN, 26), "[9999s]"),
]


@pytest.mark.parametrize(("meld", "code", "text"), MELDS)
def test_block_of_a_meld(meld: Meld, code: int, text: str) -> None:
    assert block_of_meld(meld) == code
    assert block_text(code) == text


def test_a_north_set_aside_is_no_block() -> None:
    north = Meld(NORTH, 120, (), 0)
    assert blocks_of_melds([north, MELDS[1][0]]) == (MELDS[1][1],)
    with pytest.raises(ValueError, match="north"):
        block_of_meld(north)


BASE, RON, TSUMO = ("base", 20), ("closed ron", 10), ("self-draw", 2)


@pytest.mark.parametrize(
    ("hand", "fu", "parts"),
    [
        ("234m567m34p678s55s +5p", 30, [BASE, RON]),
        ("234m567m34p678s55s +5p tsumo", 20, [BASE]),
        ("234m34p678s55s +5p (567m)", 30, [BASE, ("open hand without fu", 10)]),
        ("234m34p678s55s +5p (567m) tsumo", 30, [BASE, TSUMO]),
        ("234m567m35p678s55s +4p", 40, [BASE, RON, ("middle wait", 2)]),
        ("234m567m12p678s55s +3p tsumo", 30, [BASE, ("edge wait", 2), TSUMO]),
        ("234m567m345p678s5s +5s tsumo", 30, [BASE, ("pair wait", 2), TSUMO]),
        ("1133m5577p2299s4z +4z", 25, [("seven pairs", 25)]),
        ("1133m5577p2299s4z +4z tsumo", 25, [("seven pairs", 25)]),
        ("234m567m34p678s55z +5p", 40, [BASE, RON, ("pair 55z", 2)]),
        ("234m567m34p678s22z +5p", 40, [BASE, RON, ("pair 22z", 2)]),
        ("234m567m34p678s11z +5p", 40, [BASE, RON, ("pair 11z", 2)]),
        ("234m567m34p678s11z +5p seat=E", 40, [BASE, RON, ("pair 11z", 4)]),
        ("234m567m34p678s33z +5p", 30, [BASE, RON]),
        ("22m33p345p678s +2m (222z)", 30, [BASE, ("open triplet 222m", 2), ("open triplet 222z", 4)]),
        ("22m33p345p678s +2m (222z) tsumo", 30, [BASE, ("closed triplet 222m", 4), ("open triplet 222z", 4), TSUMO]),
        ("222m33p45p678s +6p (999s)", 30, [BASE, ("closed triplet 222m", 4), ("open triplet 999s", 4)]),
        ("111m33p45p678s +6p (8888s)", 40, [BASE, ("closed triplet 111m", 8), ("open kan 8888s", 8)]),
        ("33p45p678s +6p (1111z) (222m)", 40, [BASE, ("open kan 1111z", 16), ("open triplet 222m", 2)]),
        ("345m33p45p678s +6p [8888s]", 50, [BASE, RON, ("closed kan 8888s", 16)]),
        ("345m33p45p678s +6p [1111z]", 70, [BASE, RON, ("closed kan 1111z", 32)]),
        ("3p +3p [1111z] (9999m) [7777z] (999p)", 110, [
            BASE, ("closed kan 1111z", 32), ("open kan 9999m", 16), ("closed kan 7777z", 32), ("open triplet 999p", 4),
            ("pair wait", 2),
        ]),
        ("1z +1z [9999m] [5555z] [7777z] [9999s] seat=E tsumo", 160, [
            BASE, ("pair 11z", 4), ("closed kan 9999m", 32), ("closed kan 5555z", 32), ("closed kan 7777z", 32),
            ("closed kan 9999s", 32), ("pair wait", 2), TSUMO,
        ]),
        ("19m19p19s1234566z +7z", 0, []),
    ],
)  # fmt: skip
def test_fu(hand: str, fu: int, parts: list[tuple[str, int]]) -> None:
    value = score(hand)
    assert value.fu_parts == parts
    assert value.fu == fu


@pytest.mark.parametrize(
    ("han", "fu", "limit", "base"),
    [
        (1, 30, 0, 240),
        (1, 110, 0, 880),
        (2, 25, 0, 400),
        (3, 60, 0, 1920),
        (3, 70, 1, 2000),
        (4, 25, 0, 1600),
        (4, 30, 0, 1920),
        (4, 40, 1, 2000),
        (5, 20, 1, 2000),
        (6, 30, 2, 3000),
        (7, 30, 2, 3000),
        (8, 30, 3, 4000),
        (10, 30, 3, 4000),
        (11, 30, 4, 6000),
        (12, 30, 4, 6000),
        (13, 30, 5, 8000),
        (26, 30, 5, 8000),
    ],
)
def test_limits(han: int, fu: int, limit: int, base: int) -> None:
    assert limit_and_base(han, fu, FOUR) == (limit, base)


@pytest.mark.parametrize(("han", "fu", "base"), [(4, 30, 2000), (3, 60, 2000), (4, 25, 1600), (3, 50, 1600)])
def test_kiriage(han: int, fu: int, base: int) -> None:
    assert limit_and_base(han, fu, with_scoring(kiriage=True)) == (int(base == 2000), base)


def test_counted_yakuman() -> None:
    hand = "123456m78m11m555m +9m riichi ura=4m dora=4m"
    counted = score(hand + " double-riichi red=6")
    assert (counted.limit, counted.base, counted.yakuman) == (5, 8000, 0)
    other = score(hand + " double-riichi red=6", with_scoring(counted_yakuman=False))
    assert (other.limit, other.base, other.han) == (4, 6000, counted.han)


def test_double_wind_pair() -> None:
    hand = "234m567m35p678s11z +4p seat=E"
    assert ("pair 11z", 4) in score(hand).fu_parts
    assert ("pair 11z", 2) in score(hand, with_scoring(double_wind_fu=2)).fu_parts


def test_pinfu_tsumo() -> None:
    hand = "234m567m34p678s55s +5p tsumo"
    other = with_scoring(pinfu_tsumo=False)
    assert y.PINFU in yaku_of(hand)
    assert y.PINFU not in yaku_of(hand, other)
    assert score(hand, other).fu == 30


def test_rinshan_fu() -> None:
    hand = "234m34p678s55s +5p [9999p] rinshan tsumo"
    assert TSUMO in score(hand).fu_parts
    assert TSUMO not in score(hand, with_scoring(rinshan_fu=False)).fu_parts


def test_open_tanyao() -> None:
    hand = "234m34p678s55s +5p (567m)"
    assert score(hand).is_enough
    assert not score(hand, with_scoring(open_tanyao=False)).is_enough
    assert y.TANYAO in yaku_of("234m567m34p678s55s +5p", with_scoring(open_tanyao=False))


def test_minimum_han_does_not_count_dora() -> None:
    hand = "234m567m34p678s55s +5p dora=4p red=1"
    assert score(hand, with_scoring(minimum_han=2)).is_enough
    assert not score(hand, with_scoring(minimum_han=3)).is_enough
    assert not score("123m34p678s55s +5p (567m) dora=4p").is_enough


@pytest.mark.parametrize(
    ("renhou", "hand", "yaku", "limit"),
    [
        ("none", "234m567m34p678s55s +5p first", {y.PINFU: 1, y.TANYAO: 1}, 0),
        ("five han", "234m567m34p678s55s +5p first", {y.PINFU: 1, y.TANYAO: 1, y.RENHOU: 5}, 2),
        ("mangan", "234m567m34p678s55s +5p first dora=4p", {y.RENHOU: 5}, 1),
        ("mangan", "123m567m35p678s55s +4p first dora=4p", {y.RENHOU: 5}, 1),
        ("mangan", "234m567m34p678s55s +5p first red=3", {y.RENHOU: 5}, 1),
        ("mangan", "123456m78m11m555m +9m first", {y.CHINITSU: 6, y.ITTSUU: 2}, 3),
        ("yakuman", "234m567m34p678s55s +5p first dora=4p", {y.RENHOU: 13}, 5),
    ],
)
def test_renhou(renhou: str, hand: str, yaku: dict[int, int], limit: int) -> None:
    value = score(hand, with_scoring(renhou=renhou))
    assert (dict(value.yaku), value.limit) == (yaku, limit)
    assert value.yakuman == int(renhou == "yakuman")
    assert value.is_enough


FOUR_YAKUMAN = "1z +1z [2222z] [3333z] [4444z] [5555z]"


@pytest.mark.parametrize(
    ("several", "doubles", "yakuman"),
    [
        (True, (), 4),
        (False, (), 1),
        (True, (y.SUUANKOU_TANKI,), 5),
        (True, (y.SUUANKOU_TANKI, y.SUUKANTSU), 6),
        (False, (y.SUUANKOU_TANKI,), 2),
        (False, (y.DAISUUSHII,), 1),
    ],
)
def test_several_and_double_yakuman(several: bool, doubles: tuple[int, ...], yakuman: int) -> None:
    value = score(FOUR_YAKUMAN, with_scoring(several_yakuman=several, double_yakuman=doubles))
    assert {number for number, _ in value.yaku} == {y.SUUANKOU_TANKI, y.SHOUSUUSHII, y.TSUUIISOU, y.SUUKANTSU}
    assert all(han == (26 if number in doubles else 13) for number, han in value.yaku)
    assert (value.yakuman, value.base, value.limit) == (yakuman, 8000 * yakuman, 5)


@pytest.mark.parametrize(
    ("indicator", "players", "dora"),
    [
        ("1m", 4, "2m"), ("9m", 4, "1m"), ("9p", 4, "1p"), ("9s", 4, "1s"), ("4z", 4, "1z"), ("7z", 4, "5z"),
        ("5z", 4, "6z"), ("0p", 4, "6p"), ("1m", 3, "9m"), ("9m", 3, "1m"), ("3z", 3, "4z"), ("1p", 3, "2p"),
    ],
)  # fmt: skip
def test_the_kind_after_an_indicator(indicator: str, players: int, dora: str) -> None:
    assert dora_of(KIND_OF_TEXT[indicator], players) == KIND_OF_TEXT[dora]


@pytest.mark.parametrize(
    ("flags", "dora"),
    [
        ("dora=4p", 1),
        ("dora=4p4p", 2),
        ("dora=8s", 4),
        ("dora=4p8s1z", 5),
        ("dora=3z norths=2", 4),
        ("norths=2", 2),
        ("dora=1m", 0),
    ],
)
def test_dora_are_counted_in_hand_melds_and_norths(flags: str, dora: int) -> None:
    assert yaku_of(f"234p34p678s55s +5p (9999s) {flags}", THREE).get(y.DORA, 0) == dora


def test_the_reading_worth_most_is_taken() -> None:
    runs_or_triplets = "111222333m99p45s +6s"
    taken = score(runs_or_triplets)
    assert dict(taken.yaku) == {y.SANANKOU: 2}
    others = every_value(runs_or_triplets)
    assert {dict(value.yaku).get(y.IIPEIKOU) for value in others} == {1, None}
    assert taken.base == max(value.base for value in others)


def test_the_wait_that_gives_a_yaku_is_taken() -> None:
    # 3m completes 345m from both sides, which is pinfu, or 123m at the edge, which has more fu and no yaku.
    assert [(value.is_enough, value.fu) for value in every_value("12345m567p678s99s +3m")] == [(False, 40), (True, 30)]
    assert y.PINFU in yaku_of("12345m567p678s99s +3m")


def test_of_readings_alike_the_first_is_taken() -> None:
    hand = "23p456567p55p567m +4p"
    alike = [value for value in every_value(hand) if value.key() == score(hand).key()]
    assert [str(value.reading).split(", ")[1] for value in alike] == ["4p completing 234p", "4p completing 456p"]
    assert str(score(hand).reading) == str(alike[0].reading)


def test_a_true_yakuman_goes_before_a_counted_one() -> None:
    hand = "333444555777s9s +9s riichi dora=2s2s3s3s4s"
    assert yaku_of(hand) == {y.SUUANKOU_TANKI: 13}
    assert any(value.han > 13 and not value.yakuman for value in every_value(hand))


def test_the_reading_taken_can_be_shown() -> None:
    value = score("222m444p333s12s99m +3s")
    assert str(value.reading) == "222m 99m 444p 123s 333s, 3s completing 123s"


def test_incomplete_hands_have_no_value() -> None:
    assert every_value("123m456m78p99p123s +1z") == []
    kinds, melds, _, circumstances = parse_case("123m456m78p99p123s +9p")
    assert best_value(kinds, melds, 33, circumstances, FOUR) is None, "the winning tile is not in the hand"
