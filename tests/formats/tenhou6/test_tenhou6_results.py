"""Reading tenhou.net/6 logs: values, yaku and drawn hands, as Tenhou and others write them."""

import pytest
from support.tenhou6_logs import hand, read_hand, win_of

from auditor.core import yaku
from auditor.core.events import ABORTIVE, EXHAUSTIVE, NAGASHI_MANGAN, NO_SEAT, NOT_RECORDED, UNSPECIFIED, Ryuukyoku, Win
from auditor.core.reading.result_words import DRAW_TEXT, YAKU_TEXT
from auditor.formats.tenhou6.result import parse_value, parse_yaku


@pytest.mark.parametrize(
    ("text", "is_tsumo", "is_dealer", "players", "fu", "limit", "points"),
    [
        ("30符2飜2000点", False, False, 4, 30, 0, 2000),
        ("30符4飜11600点", False, True, 4, 30, 0, 11600),
        ("30符4飜2000点∀", True, True, 4, 30, 0, 6000),
        ("30符4飜3900点∀", True, True, 4, 30, 0, 11700),
        ("30符1飜300-500点", True, False, 4, 30, 0, 1100),
        ("20符2飜400-700点", True, False, 4, 20, 0, 1500),
        ("20符2飜400-700点", True, False, 3, 20, 0, 1100),
        ("40符3飜1300-2600点", True, False, 4, 40, 0, 5200),
        ("30符4飜2000-3900点", True, False, 4, 30, 0, 7900),
        ("満貫8000点", False, False, 4, NOT_RECORDED, 1, 8000),
        ("満貫2000-4000点", True, False, 4, NOT_RECORDED, 1, 8000),
        ("満貫4000点∀", True, True, 4, NOT_RECORDED, 1, 12000),
        ("満貫4000点∀", True, True, 3, NOT_RECORDED, 1, 8000),
        ("跳満3000-6000点", True, False, 3, NOT_RECORDED, 2, 9000),
        ("跳満18000点", False, True, 4, NOT_RECORDED, 2, 18000),
        ("倍満4000-8000点", True, False, 4, NOT_RECORDED, 3, 16000),
        ("三倍満6000-12000点", True, False, 4, NOT_RECORDED, 4, 24000),
        ("役満32000点", False, False, 4, NOT_RECORDED, 5, 32000),
        ("役満16000点∀", True, True, 4, NOT_RECORDED, 5, 48000),
        ("数え役満32000点", False, False, 4, NOT_RECORDED, 5, 32000),
        ("役満64000点", False, False, 4, NOT_RECORDED, 5, 64000),
        ("40符4飜満貫8000点", False, False, 4, 40, 1, 8000),
        ("切り上げ満貫8000点", False, False, 4, NOT_RECORDED, 1, 8000),
        ("30fu 2han 2000 pts", False, False, 4, 30, 0, 2000),
        ("30Fu2Han2000Points", False, False, 4, 30, 0, 2000),
        ("30 fu 1 han 500 all", True, True, 4, 30, 0, 1500),
        ("Großes Blatt 4000 ALL", True, False, 4, NOT_RECORDED, 1, 12000),
        ("満貫4000オール", True, True, 4, NOT_RECORDED, 1, 12000),
        ("Mangan 2000-4000点", True, False, 4, NOT_RECORDED, 1, 8000),
        ("Counted Yakuman 8000-16000Points", True, False, 4, NOT_RECORDED, 5, 32000),
        ("Sanbaiman 24000点", False, False, 4, NOT_RECORDED, 4, 24000),
        ("Großes Blatt 12000", False, False, 4, NOT_RECORDED, 2, 12000),
        ("Großes Blatt 12000", False, True, 4, NOT_RECORDED, 1, 12000),
        ("Großes Blatt 18000", False, True, 4, NOT_RECORDED, 2, 18000),
        ("Großes Blatt 8000", False, False, 4, NOT_RECORDED, 1, 8000),
        ("Großes Blatt 2000-4000", True, False, 4, NOT_RECORDED, 1, 8000),
        ("Großes Blatt 4000-2000", True, False, 4, NOT_RECORDED, 1, 8000),
        ("Großes Blatt 2000-3900", True, False, 4, NOT_RECORDED, NOT_RECORDED, 7900),
        ("Großes Blatt 4000", True, True, 4, NOT_RECORDED, 1, 12000),
        ("Großes Blatt 4000 all", True, False, 4, NOT_RECORDED, 1, 12000),
        ("Großes Blatt 12000", True, False, 4, NOT_RECORDED, 2, 12000),
        ("Großes Blatt 16000 all", True, True, 4, NOT_RECORDED, 5, 48000),
        ("40符4飜8000点", False, False, 4, 40, 1, 8000),
        ("2飜2000点", False, False, 4, NOT_RECORDED, 0, 2000),
        ("7700", False, False, 4, NOT_RECORDED, NOT_RECORDED, 7700),
        ("満貫", False, False, 4, NOT_RECORDED, 1, NOT_RECORDED),
        ("", False, False, 4, NOT_RECORDED, NOT_RECORDED, NOT_RECORDED),
    ],
)  # fmt: skip
def test_values(text: str, is_tsumo: bool, is_dealer: bool, players: int, fu: int, limit: int, points: int) -> None:
    value = parse_value(text, is_tsumo, is_dealer, players)
    assert (value.fu, value.limit, value.points) == (fu, limit, points)


@pytest.mark.parametrize(
    ("text", "number", "han"),
    [
        ("断幺九(1飜)", yaku.TANYAO, 1),
        ("役牌 白(1飜)", yaku.HAKU, 1),
        ("役牌:發(1飜)", yaku.HATSU, 1),
        ("自風 東(1飜)", yaku.SEAT_EAST, 1),
        ("場風 南(1飜)", yaku.ROUND_EAST + 1, 1),
        ("ドラ(3飜)", yaku.DORA, 3),
        ("裏ドラ(0飜)", yaku.URA_DORA, 0),
        ("四暗刻(役満)", yaku.SUUANKOU, 13),
        ("四暗刻単騎(2倍役満)", yaku.SUUANKOU_TANKI, 26),
        ("国士無双１３面(ダブル役満)", yaku.KOKUSHI_13, 26),
        ("大三元", yaku.DAISANGEN, 13),
        ("All Simples(1飜)", yaku.TANYAO, 1),
        ("Riichi(1飜)", yaku.RIICHI, 1),
        ("Ura Dora(2飜)", yaku.URA_DORA, 2),
        ("Prevalent Wind(1飜)", yaku.ROUND_EAST + 1, 1),
        ("Seat Wind(1飜)", yaku.SEAT_EAST + 2, 1),
        ("役牌:自風牌(1飜)", yaku.SEAT_EAST + 2, 1),
        ("Thirteen Orphans (Yakuman)", yaku.KOKUSHI, 13),
        ("Fully Concealed Hand (1 han)", yaku.TSUMO, 1),
        ("開立直(2飜)", yaku.UNKNOWN_YAKU, 2),
        ("", yaku.UNKNOWN_YAKU, 0),
    ],
)
def test_yaku(text: str, number: int, han: int) -> None:
    """The winner sits west in a south round."""
    assert parse_yaku(text, 2, 1) == (number, han)


def test_every_yaku_that_tenhou_writes_is_known() -> None:
    assert [parse_yaku(f"{text}(1飜)", 0, 0)[0] for text in YAKU_TEXT] == list(range(len(yaku.NAMES)))


def test_a_win() -> None:
    (win,) = win_of(["和了", [9000, -8000, 0, 0], [0, 1, 0, "満貫8000点", "断幺九(1飜)", "ドラ(4飜)"]])
    assert (win.seat, win.from_seat, win.tile >> 2, win.pao_seat) == (0, 1, 30, NO_SEAT)
    assert (win.fu, win.limit, win.points, win.deltas) == (NOT_RECORDED, 1, 8000, (9000, -8000, 0, 0))
    assert win.yaku == ((yaku.TANYAO, 1), (yaku.DORA, 4))
    assert [tile >> 2 for tile in win.dora or ()] == [32]
    assert (win.hand, win.melds, win.scores, win.honba, win.sticks) == (None, None, None, NOT_RECORDED, NOT_RECORDED)
    texts = ("30符2飜2000点", "30fu 3han 2000", "20符1飜役満32000点", "0符2飜役満64000点", "80符17飜数え役満32000点")
    hans = [win_of(["和了", [2000, -2000, 0, 0], [0, 1, 0, text]])[0].han for text in texts]
    assert [win.han, *hans] == [NOT_RECORDED, 2, 3, 13, 26, 17]


@pytest.mark.parametrize(
    ("round", "seat", "wind", "round_wind"), [(2, 0, 2, 0), (2, 1, 3, 0), (0, 1, 1, 0), (7, 0, 1, 1), (9, 1, 0, 2)]
)
def test_a_wind_that_is_not_named_is_the_winner_s_own_or_the_round_s(
    round: int, seat: int, wind: int, round_wind: int
) -> None:
    dealer = round % 4
    lists: dict[int, tuple[list[object], list[object]]] = {dealer: ([11], [60])}
    result = ["和了", [0, 0, 0, 0], [seat, dealer, seat, "30符2飜2000点", "自風(1飜)", "場風(1飜)"]]
    (win,) = [
        event for event in read_hand(hand(lists, result, counters=(round, 0, 0))).events if isinstance(event, Win)
    ]
    assert win.yaku == ((yaku.SEAT_EAST + wind, 1), (yaku.ROUND_EAST + round_wind, 1))


def test_several_wins_of_which_those_in_riichi_show_ura() -> None:
    first = [[9000, -8000, 0, 0], [0, 1, 0, "満貫8000点", "立直(1飜)"]]
    wins = win_of(["和了", *first, [0, -2000, 2000, 0], [2, 1, 2, "30符2飜2000点"]])
    assert [(win.seat, win.ura is None, win.deltas) for win in wins] == [
        (0, False, (9000, -8000, 0, 0)), (2, True, (0, -2000, 2000, 0)),
    ]  # fmt: skip


def test_ura_shown_without_riichi_are_kept_for_the_checks() -> None:
    (win,) = win_of(["和了", [8000, -8000, 0, 0], [0, 1, 0, "満貫8000点", "断幺九(1飜)"]])
    assert [tile >> 2 for tile in win.ura or ()] == [10]


def test_liability_and_short_winner_entries() -> None:
    (win,) = win_of(["和了", [32000, -16000, -16000, 0], [0, 1, 2, "役満32000点", "大三元(役満)"]])
    assert win.pao_seat == 2
    (short,) = win_of(["和了", [8000, -8000, 0, 0], [0, 1, 0]])
    assert (short.points, short.yaku) == (NOT_RECORDED, None)


def test_north_set_aside_counts_as_dora() -> None:
    (win,) = win_of(["和了", [8000, -8000, 0, 0], [0, 1, 0, "満貫8000点", "Dora(1飜)", "Kita(2飜)"]])
    assert win.yaku == ((yaku.DORA, 3),)


@pytest.mark.parametrize(
    ("result", "draw_type", "tenpai", "deltas"),
    [
        (["流局", [1500, -1500, 1500, -1500]], EXHAUSTIVE, (True, False, True, False), (1500, -1500, 1500, -1500)),
        (["流局", [0, 0, 0, 0]], EXHAUSTIVE, None, (0, 0, 0, 0)),
        (["流局"], EXHAUSTIVE, None, None),
        (["全員聴牌"], EXHAUSTIVE, (True,) * 4, (0, 0, 0, 0)),
        (["全員不聴"], EXHAUSTIVE, (False,) * 4, (0, 0, 0, 0)),
        (["流し満貫", [-4000, -4000, 12000, -4000]], NAGASHI_MANGAN, None, (-4000, -4000, 12000, -4000)),
        (["Ryuukyoku", [0, 0, 0, 0]], EXHAUSTIVE, None, (0, 0, 0, 0)),
        (["somebody spilt tea"], UNSPECIFIED, None, None),
    ],
)
def test_drawn_hands(result: list[object], draw_type: str, tenpai: object, deltas: object) -> None:
    draw = read_hand(hand({0: ([11], [60])}, result)).events[-1]
    assert isinstance(draw, Ryuukyoku)
    assert (draw.draw_type, draw.tenpai, draw.deltas) == (draw_type, tenpai, deltas)


@pytest.mark.parametrize("draw_type", ABORTIVE)
def test_abortive_draws(draw_type: str) -> None:
    draw = read_hand(hand({0: ([11], [60])}, [DRAW_TEXT[draw_type]])).events[-1]
    assert isinstance(draw, Ryuukyoku)
    assert draw.draw_type == draw_type


@pytest.mark.parametrize("word", ["Kyuushu Kyuuhai", "Nine Terminal Abortion"])
def test_abortive_draws_in_other_words(word: str) -> None:
    draw = read_hand(hand({0: ([11], [])}, [word])).events[-1]
    assert isinstance(draw, Ryuukyoku)
    assert draw.draw_type == "nine terminals"
