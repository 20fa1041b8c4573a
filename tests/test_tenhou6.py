"""Reading tenhou.net/6 logs: shapes of input, the header, tile ids, results as text, and what cannot be read."""

import json
import urllib.parse
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tenhou6_logs import DEALT, hand, log, read_all, read_game, read_hand

from auditor import yaku
from auditor.events import (
    ABORTIVE,
    DISCARD,
    DRAW,
    EXHAUSTIVE,
    NAGASHI_MANGAN,
    NO_SEAT,
    NOT_RECORDED,
    TEDASHI,
    TSUMOGIRI,
    UNSPECIFIED,
    FinalResult,
    Game,
    Player,
    Ryuukyoku,
    Win,
)
from auditor.formats import tenhou6
from auditor.formats.tenhou6.names import DRAW_TEXT, YAKU_TEXT
from auditor.formats.tenhou6.result import parse_value, parse_yaku
from auditor.problems import Problem

DRAWN_HAND = ["流局", [0, 0, 0, 0]]
EAST_1 = hand({0: ([11], [60])}, DRAWN_HAND)
EAST_2 = hand({1: ([11], [60])}, DRAWN_HAND, counters=(1, 0, 0))
EAST_2_1 = hand({1: ([11], [60])}, DRAWN_HAND, counters=(1, 1, 0))


def line(fields: object, **extra: object) -> str:
    return json.dumps(log(fields, **extra))


def address(fields: object) -> str:
    return "https://tenhou.net/6/#json=" + urllib.parse.quote(line(fields))


# ---- shapes of input


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(log(EAST_1, EAST_2)),
        json.dumps(log(EAST_1, EAST_2), indent=2),
        "\ufeff" + json.dumps(log(EAST_1, EAST_2)) + "\r\n",
        line(EAST_1) + "\n" + line(EAST_2),
        line(EAST_1) + "\r\n\r\n" + line(EAST_2) + "\r\n",
        address(EAST_1) + "\n" + line(EAST_2),
        address(EAST_1) + "&ts=0\n" + address(EAST_2) + "&ts=0&tw=2",
        "East 1: " + address(EAST_1) + "\nEast 2: " + address(EAST_2),
    ],
    ids=["object", "indented", "byte order mark", "lines", "blank lines", "mixed", "addresses", "text before"],
)
def test_shapes_of_input(text: str) -> None:
    game = read_game(text)
    assert [(one.index, one.name, len(one.events)) for one in game.hands] == [(0, "E1", 3), (1, "E2", 3)]


def test_lines_are_one_game_while_the_hands_go_on() -> None:
    others = line(EAST_2, name=["E", "F", "G", "H"])
    games = read_all("\n".join([line(EAST_1), line(EAST_2), line(EAST_2_1), line(EAST_1), line(EAST_2), others]))
    assert [[one.index for one in game.hands] for game in games if isinstance(game, Game)] == [[0, 1, 2], [0, 1], [0]]


LATER = [
    ((0, 1, 0), True),
    ((1, 0, 0), True),
    ((5, 0, 0), True),
    ((0, 0, 0), False),
]


@pytest.mark.parametrize(("counters", "joined"), LATER)
def test_a_line_goes_on_with_a_game_where_its_counters_are_later(counters: tuple[int, int, int], joined: bool) -> None:
    dealer = counters[0] % 4
    later = hand({dealer: ([11], [60])}, DRAWN_HAND, counters=counters)
    assert len(read_all("\n".join([line(EAST_1), line(later)]))) == (1 if joined else 2)


@pytest.mark.parametrize(
    "changed",
    [
        {"rule": {"disp": "般南喰"}},
        {"rule": {"disp": "三般南喰赤", "aka": 1}},
        {"name": ["A", "B", "C"]},
    ],
    ids=["no red fives", "three players", "three names"],
)
def test_a_line_of_other_rules_is_another_game(changed: dict[str, object]) -> None:
    players = 3 if changed.get("name") or "三" in str(changed) else 4
    later = hand({1: ([11], [60])}, DRAWN_HAND, counters=(1, 0, 0), players=players)
    found = read_all("\n".join([line(EAST_1), line(later, **changed)]))
    assert [isinstance(one, Game) for one in found] == [True, True]


@pytest.mark.parametrize("counters", [None, [], [1], ["1", 0, 0], [1, None, 0], "E2"])
def test_a_line_whose_counters_cannot_be_read_is_no_later_hand(counters: object) -> None:
    broken = [counters, *EAST_2[1:]]
    found = read_all("\n".join([line(EAST_1), line(broken)]))
    assert isinstance(found[0], Game)
    assert len(found[0].hands) == 1
    assert len(found) > 1


def test_lines_of_whole_games_stay_apart() -> None:
    assert len(read_all(json.dumps(log(EAST_1, EAST_2)) + "\n" + json.dumps(log(EAST_1, EAST_2)))) == 2


def test_a_line_that_cannot_be_read_leaves_a_gap_in_the_hands() -> None:
    problem, game = read_all("\n".join([line(EAST_1), '{"log": [', line(EAST_2_1)]))
    assert isinstance(problem, Problem)
    assert problem.place == "line 2"
    assert isinstance(game, Game)
    assert [one.index for one in game.hands] == [0, 2]


@pytest.mark.parametrize(
    ("head", "is_one"),
    [
        (b'{"title":["",""],"name"', True),
        (b'\xef\xbb\xbf\n {\n  "ver": 2.3, "ref"', True),
        (b'{"comment": "a fixture", "log": [', True),
        (b"https://tenhou.net/6/#json=%7B%22title", True),
        (b"my games\nhttps://tenhou.net/6/#json=%7B", True),
        (b'{"type":"start_game","names":["0"]}', False),
        (b'{"type":"start_kyoku","name":"x","rule":"y"}', False),
        (b'{"games": []}', False),
        (b'<mjloggm ver="2.3"><a href="https://tenhou.net/6/#json="/>', False),
        (b"https://tenhou.net/0/?log=2012110112gm-0009-7447-14ec5c8d", False),
        (b"", False),
    ],
)
def test_matches(head: bytes, is_one: bool) -> None:
    assert tenhou6.matches(head) is is_one


# ---- the header


def test_header() -> None:
    extra = {
        "ver": 2.3, "ref": "2020010203gm-0009-0000-0123abcd", "ratingc": "PF4", "lobby": 12, "nested": {"a": 1},
        "rule": {"disp": "般南喰赤", "aka51": 1, "aka52": 1, "aka53": 1}, "dan": ["初段", "新人", "", "四段"],
        "rate": [1500, 1600.5, 1700, 1800], "sx": ["M", "F", "C", "M"],
        "sc": [40000, 50.0, 30000, 10, 20000, -20, 10000, -40],
        "title": ["A cup", "round 2"],
    }  # fmt: skip
    game = read_game(log(EAST_1, **extra), "2019010203gm-0009-0000-00000000.json")
    assert (game.format, game.log_id, game.lobby, game.rule_text) == ("tenhou6", extra["ref"], 12, "般南喰赤")
    assert (game.players, game.red_fives, game.marks_recorded, game.copies_recorded) == (4, True, True, False)
    assert game.seats[0] == Player("A", "初段", 1500.0, "M")
    assert game.seats[2] == Player("C", None, 1700.0, "C")
    assert game.result == FinalResult((40000, 30000, 20000, 10000), (50.0, 10.0, -20.0, -40.0))
    assert game.attributes["ver"] == "2.3"
    assert game.attributes["title"] == "A cup round 2"
    assert "nested" not in game.attributes


def test_the_log_id_comes_from_the_name_where_the_log_has_none() -> None:
    log_id = "2019010203gm-0009-0000-00000001"
    assert read_game(log(EAST_1), f"x/{log_id}&tw=1.json").log_id == log_id


@pytest.mark.parametrize(
    ("rule", "dealt", "red_fives"),
    [
        ({"disp": "般南喰赤", "aka": 1}, {}, True),
        ({"disp": "般南喰赤"}, {}, True),
        ({"disp": "Gold Room", "aka52": 1}, {}, True),
        ({"disp": "般南喰", "aka": 0}, {seat: [11] * 13 for seat in range(4)}, False),
        ({}, {seat: [15] * 13 for seat in range(4)}, False),
        ({}, {}, True),
        (None, {}, True),
    ],
)
def test_red_fives(rule: object, dealt: dict[int, list[int]], red_fives: bool) -> None:
    assert read_game(log(hand({0: ([11], [60])}, dealt=dealt), rule=rule)).red_fives is red_fives


@pytest.mark.parametrize(
    ("extra", "players_dealt", "players"),
    [
        ({"rule": {"disp": "三般南喰赤", "aka": 1}}, 3, 3),
        ({"rule": {"disp": "3-Player Gold Room South"}}, 3, 3),
        ({"name": ["A", "B", "C"]}, 3, 3),
        ({"name": ["", "", "", ""]}, 4, 4),
    ],
)
def test_players(extra: dict[str, object], players_dealt: int, players: int) -> None:
    game = read_game(log(hand({0: ([11], [60])}, players=players_dealt), **extra))
    assert (game.players, len(game.seats)) == (players, players)


def test_three_seats_written_without_the_fourth() -> None:
    fields = hand({0: ([11], [60])}, ["流局", [2000, -1000, -1000]], players=3)
    fields[1] = [35000, 35000, 35000]
    one = read_hand(fields[:13] + fields[16:])
    assert (one.scores, one.dealt[3]) == ((35000, 35000, 35000, 0), ())


# ---- tile ids


def test_ids_are_those_of_tiles_that_the_seat_holds() -> None:
    """Red fives keep their ids, copies differ, and 60 is the very tile drawn."""
    lists = {0: ([15, 15, 15], [51, 60, 15]), 1: ([35, 35], [60, 60]), 2: ([11, 25], [53, 60]), 3: ([29, 41], [60, 60])}
    one = read_hand(hand(lists))
    dealt = [tile for tiles in one.dealt for tile in tiles]
    assert len(set(dealt)) == len(dealt)
    events = [event for event in one.events if event.seat == 0]
    assert [(event.kind, event.tile, event.mark) for event in events] == [
        (DRAW, 17, NOT_RECORDED), (DISCARD, 16, TEDASHI), (DRAW, 18, NOT_RECORDED), (DISCARD, 18, TSUMOGIRI),
        (DRAW, 19, NOT_RECORDED), (DISCARD, 17, TEDASHI),
    ]  # fmt: skip


def test_without_red_fives_every_copy_of_a_five_is_plain() -> None:
    dealt = {0: [15, 15, 15, 15], 1: [11], 2: [11], 3: [11]}
    one = read_hand(hand({}, dealt=dealt), rule={"disp": "般南喰", "aka": 0})
    assert one.dealt[0] == (16, 17, 18, 19)


def test_a_fifth_copy_and_a_tile_not_held_still_get_an_id_of_their_kind() -> None:
    dealt = {0: [11, 11, 11, 11, 12], 1: [11], 2: [51, 51], 3: [15, 15, 15, 15]}
    one = read_hand(hand({0: ([11], [31]), 1: ([15], [60])}, DRAWN_HAND, dealt=dealt))
    assert [[tile >> 2 for tile in tiles] for tiles in one.dealt] == [[0, 0, 0, 0, 1], [0], [4, 4], [4, 4, 4, 4]]
    assert one.dealt[2] == (16, 16)
    assert 16 not in one.dealt[3]
    assert one.events[1].tile >> 2 == 18


def test_a_tile_that_is_not_held_takes_no_copy_from_those_still_to_be_drawn() -> None:
    lists = {0: ([11, 31], [31, 60]), 1: ([31], [60]), 2: ([31], [60]), 3: ([31], [60])}
    one = read_hand(hand(lists, dealt={seat: [41] for seat in range(4)}))
    assert sorted(event.tile for event in one.events if event.kind == DRAW) == [0, 72, 73, 74, 75]


def test_the_tiles_of_a_faulty_meld_still_differ() -> None:
    """Seat 1 claims a tile other than the discard and shows two that it does not hold."""
    pon = read_hand(hand({0: ([11], [44]), 1: (["p313131"], [42])}, dealt={1: [42], 2: [31, 31, 31, 11]})).events[2]
    assert {tile >> 2 for tile in (pon.tile, *pon.tiles)} == {18}
    assert len({pon.tile, *pon.tiles}) == 3


def test_a_claim_is_of_the_very_tile_discarded_and_of_tiles_that_the_caller_holds() -> None:
    lists = {0: ([11, 14], [44, 60]), 1: (["p444444", 44], [42, "k44444444"]), 2: ([12], [60]), 3: ([13], [60])}
    one = read_hand(hand(lists, dealt={0: [44, 11], 1: [44, 44, 42]}))
    discard, pon, added = one.events[1], one.events[2], one.events[-1]
    assert pon.tile == discard.tile
    assert set(pon.tiles) < set(one.dealt[1])
    assert added.tiles == (pon.tile, *pon.tiles)
    assert added.tile == one.events[-2].tile


# ---- values, yaku, drawn hands


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
        ("Mangan 4000 ALL", True, True, 4, NOT_RECORDED, 1, 12000),
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


def win_of(result: list[object], **extra: object) -> list[Win]:
    fields = hand({0: ([11], [60]), 1: ([12], ["r44"])}, result, indicators=(46,), ura=(22,))
    return [event for event in read_hand(fields, **extra).events if isinstance(event, Win)]


def test_a_win() -> None:
    (win,) = win_of(["和了", [9000, -8000, 0, 0], [0, 1, 0, "満貫8000点", "断幺九(1飜)", "ドラ(4飜)"]])
    assert (win.seat, win.from_seat, win.tile >> 2, win.pao_seat) == (0, 1, 30, NO_SEAT)
    assert (win.fu, win.limit, win.points, win.deltas) == (NOT_RECORDED, 1, 8000, (9000, -8000, 0, 0))
    assert win.yaku == ((yaku.TANYAO, 1), (yaku.DORA, 4))
    assert [tile >> 2 for tile in win.dora or ()] == [32]
    assert (win.hand, win.melds, win.scores, win.honba, win.sticks) == (None, None, None, NOT_RECORDED, NOT_RECORDED)


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


# ---- what cannot be read


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


def test_dealt_hands_of_the_tests_are_whole() -> None:
    assert {len(tiles) for tiles in DEALT} == {13}
