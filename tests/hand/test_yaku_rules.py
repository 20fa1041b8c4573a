"""Every yaku: a hand that has it, and the nearest hand that does not."""

import msgspec
import pytest
from support.scoring_cases import FOUR, every_value, score, with_scoring, yaku_of

from auditor.core import yaku as y

PLAIN = "234m567m34p678s55s +5p"
WIND = "22p345p678s45m +6m"

RENHOU_COUNTS = with_scoring(renhou="five han")

# yaku: (han, the hand that has it, the nearest that does not)
CASES: dict[int, tuple[int, str, str]] = {
    y.TSUMO: (1, f"{PLAIN} tsumo", "234m34p678s55s +5p (567m) tsumo"),
    y.RIICHI: (1, f"{PLAIN} riichi", f"{PLAIN} double-riichi"),
    y.IPPATSU: (1, f"{PLAIN} riichi ippatsu", f"{PLAIN} ippatsu"),
    y.CHANKAN: (1, f"{PLAIN} chankan", f"{PLAIN} chankan tsumo"),
    y.RINSHAN: (1, "234m34p678s55s +5p [9999p] rinshan tsumo", "234m34p678s55s +5p [9999p] tsumo"),
    y.HAITEI: (1, f"{PLAIN} last tsumo", f"{PLAIN} last"),
    y.HOUTEI: (1, f"{PLAIN} last", f"{PLAIN} last tsumo"),
    y.PINFU: (1, PLAIN, "234m567m35p678s55s +4p"),
    y.TANYAO: (1, PLAIN, "123m567m34p678s55s +5p"),
    y.IIPEIKOU: (1, "223344m567p67s99p +8s", "234m345m567p67s99p +8s"),
    y.SEAT_EAST: (1, f"{WIND} (111z) seat=E round=S", f"{WIND} (111z) seat=S round=S"),
    y.SEAT_EAST + 1: (1, f"{WIND} (222z) seat=S", f"{WIND} (222z) seat=E"),
    y.SEAT_EAST + 2: (1, f"{WIND} (333z) seat=W", f"{WIND} (333z) seat=N"),
    y.SEAT_EAST + 3: (1, f"{WIND} (444z) seat=N", f"{WIND} (444z) seat=W"),
    y.ROUND_EAST: (1, f"{WIND} (111z) round=E", f"{WIND} (111z) round=S"),
    y.ROUND_EAST + 1: (1, f"{WIND} (222z) round=S", f"{WIND} (222z) round=E"),
    y.ROUND_EAST + 2: (1, f"{WIND} (333z) round=W", f"{WIND} (333z) round=E"),
    y.ROUND_EAST + 3: (1, f"{WIND} (444z) round=N", f"{WIND} (444z) round=E"),
    y.HAKU: (1, f"{WIND} (555z)", "55z345p678s45m +6m (222p)"),
    y.HATSU: (1, f"{WIND} (666z)", f"{WIND} (555z)"),
    y.CHUN: (1, f"{WIND} (777z)", f"{WIND} (666z)"),
    y.DOUBLE_RIICHI: (2, f"{PLAIN} double-riichi", f"{PLAIN} riichi"),
    y.CHIITOITSU: (2, "1133m5577p2299s4z +4z", "1133m5577p2222s4z +4z"),
    y.CHANTA: (2, "123m789m12p99s777z +3p", "123m678m12p99s777z +3p"),
    y.ITTSUU: (2, "123456m89m345p11s +7m", "123345m89m345p11s +7m"),
    y.SANSHOKU_DOUJUN: (2, "345m345p34s678s11z +5s", "345m345p45s678s11z +6s"),
    y.SANSHOKU_DOUKOU: (2, "222m222p22s456s99m +2s", "222m222p33s456s99m +3s"),
    y.SANKANTSU: (2, "45m11s +6m (2222p) [3333s] (4444z)", "45m11s +6m (2222p) [3333s] (444z)"),
    y.TOITOI: (2, "22p33s +3s (444z) (999m) (777p)", "22p33s +3s (444z) (999m) (678p)"),
    y.SANANKOU: (2, "222m444p888s12s99m +3s", "222m444p88s123s99m +8s"),
    y.SHOUSANGEN: (2, "55z234m45p +6p (666z) (777z)", "55z234m45p +6p (666z) (444z)"),
    y.HONROUTOU: (2, "11m99p +9p (111z) (999s) (444z)", "11m99p +9p (111z) (888s) (444z)"),
    y.RYANPEIKOU: (3, "223344m667788p5s +5s", "223344m567678p5s +5s"),
    y.JUNCHAN: (3, "123m789m12p99s111s +3p", "123m789m12p99s777z +3p"),
    y.HONITSU: (3, "123m456m78m11z222z +9m", "123m456m78m11z222s +9m"),
    y.CHINITSU: (6, "123456m78m11m555m +9m", "123456m78m11z555m +9m"),
    y.RENHOU: (5, f"{PLAIN} first", f"{PLAIN} first tsumo"),
    y.TENHOU: (13, f"{PLAIN} first tsumo seat=E", "234m34p678s55s +5p [9999p] first tsumo seat=E"),
    y.CHIIHOU: (13, f"{PLAIN} first tsumo seat=S", f"{PLAIN} first tsumo seat=E"),
    y.DAISANGEN: (13, "234m5p +5p (555z) (666z) (777z)", "55z34m +5m (234p) (666z) (777z)"),
    y.SUUANKOU: (13, "222m444p666s88s99s +9s tsumo", "222m444p666s88s99s +9s"),
    y.SUUANKOU_TANKI: (13, "222m444p666s888s9s +9s", "222m444p666s88s99s +9s tsumo"),
    y.TSUUIISOU: (13, "11z22z +2z (333z) (555z) (666z)", "11m22z +2z (333z) (555z) (666z)"),
    y.RYUUIISOU: (13, "223344s66s88s +8s (666z)", "223344s66s88s +8s (777z)"),
    y.CHINROUTOU: (13, "11m99m +9m (111p) (999p) (111s)", "11m99m +9m (111p) (999p) (111z)"),
    y.CHUUREN: (13, "1123456678999m +1m", "2345678999m +5m (111m)"),
    y.JUNSEI_CHUUREN: (13, "1112345678999m +5m", "1123456678999m +1m"),
    y.KOKUSHI: (13, "19m19p19s1234566z +7z", "19m19p19s1234567z +7z"),
    y.KOKUSHI_13: (13, "19m19p19s1234567z +7z", "19m19p19s1234566z +7z"),
    y.DAISUUSHII: (13, "22m44z +4z (111z) (222z) (333z)", "44z34m +5m (111z) (222z) (333z)"),
    y.SHOUSUUSHII: (13, "44z34m +5m (111z) (222z) (333z)", "99p34m +5m (111z) (222z) (333z)"),
    y.SUUKANTSU: (13, "5p +5p (1111m) [2222s] (3333p) (4444z)", "5p +5p (1111m) [2222s] (3333p) (444z)"),
    y.DORA: (1, f"{PLAIN} dora=4p", f"{PLAIN} dora=5p"),
    y.URA_DORA: (1, f"{PLAIN} riichi ura=4p", f"{PLAIN} ura=4p"),
    y.RED_FIVE: (2, f"{PLAIN} red=2", PLAIN),
}


@pytest.mark.parametrize("number", CASES, ids=lambda number: y.NAMES[number])
def test_yaku_and_its_nearest_miss(number: int) -> None:
    han, hit, miss = CASES[number]
    assert yaku_of(hit, RENHOU_COUNTS).get(number) == han
    assert number not in yaku_of(miss, RENHOU_COUNTS)


def test_the_nearest_misses_are_complete_hands() -> None:
    incomplete = [number for number, (_, _, miss) in CASES.items() if not every_value(miss)]
    assert incomplete == [y.CHIITOITSU], "only four alike, which are no two pairs"


def test_every_yaku_has_a_case() -> None:
    assert set(CASES) == set(range(y.UNKNOWN_YAKU))


@pytest.mark.parametrize(
    ("number", "han", "hand"),
    [
        (y.CHANTA, 1, "123m12p99s777z +3p (789m)"),
        (y.ITTSUU, 1, "12345m +6m (789m) 345p11s"),
        (y.SANSHOKU_DOUJUN, 1, "345m34s678s11z +5s (345p)"),
        (y.JUNCHAN, 2, "123m12p99s111s +3p (789m)"),
        (y.HONITSU, 2, "123m78m11z222z +9m (456m)"),
        (y.CHINITSU, 5, "123m78m11m555m +9m (456m)"),
        (y.TANYAO, 1, "234m34p678s55s +5p (567m)"),
        (y.SANSHOKU_DOUKOU, 2, "222p22s456s99m +2s (222m)"),
    ],
)
def test_han_of_an_open_hand(number: int, han: int, hand: str) -> None:
    assert yaku_of(hand)[number] == han


@pytest.mark.parametrize("number", [y.PINFU, y.IIPEIKOU, y.RYANPEIKOU, y.TSUMO, y.RIICHI])
def test_yaku_of_closed_hands_only(number: int) -> None:
    open_hands = ["223344m34p55s +5p (567p) tsumo riichi", "223344m55s67p +8p (678p) tsumo riichi"]
    assert all(number not in dict(score(hand).yaku) for hand in open_hands)


def test_a_closed_kan_keeps_the_hand_closed() -> None:
    assert {y.RIICHI, y.TSUMO} <= set(yaku_of("234m34p678s55s +5p [9999p] riichi tsumo"))


@pytest.mark.parametrize(
    ("hand", "absent"),
    [
        ("234m34p678s55s +5p [9999p] rinshan last tsumo", y.HAITEI),
        (f"{PLAIN} chankan last", y.HOUTEI),
        ("11m99p +9p (111z) (999s) (444z)", y.CHANTA),
        ("223344m667788p5s +5s", y.IIPEIKOU),
        ("223344m667788p5s +5s", y.CHIITOITSU),
        ("123456m78m11m555m +9m", y.HONITSU),
        ("1199m1199p1199s4z +4z", y.TOITOI),
        ("222m444p666s888s9s +9s", y.TOITOI),
    ],
)
def test_yaku_that_do_not_stand_together(hand: str, absent: int) -> None:
    assert absent not in yaku_of(hand)


def test_a_yakuman_lists_no_ordinary_yaku_and_no_dora() -> None:
    assert score("222m444p666s888s9s +9s riichi dora=1m ura=1m red=1").yaku == ((y.SUUANKOU_TANKI, 13),)


def test_pinfu_takes_a_worthless_pair() -> None:
    closed = "234m567m34p678s {}z +5p"
    assert y.PINFU in yaku_of(closed.format("33"))
    for valued in ("11", "22", "55", "66", "77"):
        assert y.PINFU not in yaku_of(closed.format(valued))


@pytest.mark.parametrize("winning", ["12m +3m", "89m +7m"])
def test_an_edge_wait_is_no_pinfu(winning: str) -> None:
    assert y.PINFU not in yaku_of(f"{winning} 234p567p678s55s")


def test_the_winning_tile_completes_the_block_that_leaves_more() -> None:
    # 3s completes 123s or the triplet; only with the run is the triplet of 3s concealed.
    assert [y.SANANKOU in dict(value.yaku) for value in every_value("222m444p333s12s99m +3s")] == [True, False]
    assert y.SANANKOU in yaku_of("222m444p333s12s99m +3s")


def test_four_equal_runs_are_two_twins() -> None:
    assert yaku_of("22223333444m 55s +4m")[y.RYANPEIKOU] == 3


def test_open_riichi_adds_its_han_where_the_ruleset_has_it() -> None:
    riichi = msgspec.structs.replace(FOUR.riichi, open_riichi="hand", open_riichi_yakuman=True)
    rules = msgspec.structs.replace(FOUR, riichi=riichi)
    assert yaku_of(f"{PLAIN} riichi open-riichi", rules)[y.RIICHI] == 2
    assert yaku_of(f"{PLAIN} riichi open-riichi")[y.RIICHI] == 1
    paid_in = score(f"{PLAIN} riichi open-riichi paid-in", rules)
    assert (paid_in.limit, paid_in.yaku) == (5, ((y.RIICHI, 13),))


def test_ippatsu_and_ura_dora_where_the_ruleset_has_them() -> None:
    bare = msgspec.structs.replace(
        FOUR, riichi=msgspec.structs.replace(FOUR.riichi, ippatsu=False, ura_dora=False)
    )  # fmt: skip
    assert not {y.IPPATSU, y.URA_DORA} & set(yaku_of(f"{PLAIN} riichi ippatsu ura=4p", bare))


def test_ura_dora_of_a_riichi_hand_is_listed_even_without_worth() -> None:
    assert yaku_of(f"{PLAIN} riichi ura=5p")[y.URA_DORA] == 0
