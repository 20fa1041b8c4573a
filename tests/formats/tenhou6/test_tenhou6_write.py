"""Writing tenhou.net/6 logs, and reading them back."""

import json

import pytest
from support.tenhou6_logs import hand, log, read_game

from auditor.core import yaku
from auditor.core.events import (
    CHI,
    DISCARD,
    DRAW,
    NOT_RECORDED,
    TSUMOGIRI,
    Event,
    FinalResult,
    Game,
    Hand,
    Player,
    Ryuukyoku,
    Win,
    replace_event,
)
from auditor.formats.tenhou6 import write

DRAWN_HAND = ["流局", [0, 0, 0, 0]]

HANDS = {
    "claims from every side": hand(
        {0: ([11, "11m111111", 43], [44, 0, "r60"]), 1: (["c444445"], [42]), 2: ([41], [11]), 3: ([42], [60])}
    ),
    "kans": hand(
        {0: ([41, 51, 12, 13, 14], ["414141a41", "15k511515", "252525a52", "222222a22", "r60"]), 1: ([16], [60])},
        DRAWN_HAND,
        indicators=(46, 31, 32, 33),
    ),
    "an open riichi": hand({0: ([11], ["o60"]), 1: ([12], ["o53"])}, DRAWN_HAND),
    "two wins": hand(
        {0: ([11], ["r53"])},
        ["和了", [-8000, 8000, 0, 0], [1, 0, 1, "満貫8000点", "立直(1飜)", "ドラ(4飜)"],
         [-2000, 0, 2000, 0], [2, 0, 2, "30符2飜2000点", "断幺九(1飜)", "赤ドラ(1飜)"]],
        ura=(22,),
    ),
    "a liable seat": hand(
        {0: ([11], [])}, ["和了", [48000, -48000, 0, 0], [0, 0, 1, "役満16000点∀", "大三元(役満)", "字一色(2倍役満)"]]
    ),
    "nine terminals": hand({0: ([11], [])}, ["九種九牌"]),
    "all tenpai": hand({0: ([11], [60])}, ["全員聴牌"]),
    "nagashi mangan": hand({0: ([11], [60])}, ["流し満貫", [12000, -4000, -4000, -4000]]),
    "unfinished": hand({0: ([11], [60]), 1: ([12], [])}),
}  # fmt: skip


@pytest.mark.parametrize("name", HANDS)
def test_what_was_written_reads_the_same(name: str) -> None:
    game = read_game(log(HANDS[name]))
    again = read_game(write(game))
    assert again.hands[0].events == game.hands[0].events
    assert again.hands[0].dealt == game.hands[0].dealt
    assert json.loads(write(again)) == json.loads(write(game))


def test_the_entries_are_written_as_tenhou_does() -> None:
    lists = {
        0: ([11, 15], [44, 60]),
        1: (["p444444", 44], [42, "k44444444"]),
        2: ([13], ["r60"]),
        3: ([14], [60]),
    }
    fields = hand(lists, None)
    assert json.loads(write(read_game(log(fields))))["log"] == [fields]


def test_the_header() -> None:
    game = Game("mjlog")
    game.log_id, game.rule_bits, game.lobby = "2020010203gm-00e9-0000-0123abcd", 0xE9, 0
    game.seats = [Player("A", "七段", 2000.5, "M"), Player("B"), Player("C"), Player("D")]
    game.result = FinalResult((40000, 30000, 20000, 10000), (50.0, 10.0, -20.0, -40.0))
    game.hands.append(Hand(0, 0, 0, 0, 0, (25000,) * 4, ((0,), (4,), (8,), (16,)), 12))
    document = json.loads(write(game, "why this log is here"))
    assert document["comment"] == "why this log is here"
    assert (document["ref"], document["rule"], document["lobby"]) == (game.log_id, {"disp": "鳳南喰赤速", "aka": 1}, 0)
    again = read_game(write(game))
    assert (again.log_id, again.seats, again.result) == (game.log_id, game.seats, game.result)


@pytest.mark.parametrize(
    ("points", "is_tsumo", "seat", "players", "limit", "text"),
    [
        (1500, True, 1, 4, 0, "30符2飜400-700点"),
        (1100, True, 1, 3, 0, "30符2飜400-700点"),
        (7900, True, 1, 4, 0, "30符2飜2000-3900点"),
        (8000, True, 1, 4, 1, "満貫2000-4000点"),
        (6000, True, 1, 3, 1, "満貫2000-4000点"),
        (6000, True, 0, 4, 0, "30符2飜2000点∀"),
        (12000, True, 0, 3, 2, "跳満6000点∀"),
        (2000, False, 1, 4, 0, "30符2飜2000点"),
        (1234, True, 1, 4, 0, "30符2飜1234点"),
        (NOT_RECORDED, False, 1, 4, 0, ""),
    ],
)
def test_values(points: int, is_tsumo: bool, seat: int, players: int, limit: int, text: str) -> None:
    game = Game("mjlog")
    game.players = players
    one = Hand(0, 0, 0, 0, 0, (25000,) * 4, ((), (), (), ()), 12)
    from_seat = seat if is_tsumo else 2
    worth = ((yaku.TANYAO, 1), (yaku.DORA, 1), (yaku.URA_DORA, 0))
    one.events = [Win(seat, from_seat, 0, fu=30, points=points, limit=limit, yaku=worth, deltas=(0, 0, 0, 0))]
    game.hands.append(one)
    written = json.loads(write(game))["log"][0][16][2]
    assert written[3:] == [text, "断幺九(1飜)", "ドラ(1飜)"]
    for han, said in ((NOT_RECORDED, ""), (2, "2飜")):  # where it is not known which yaku a hand has, its han may be
        one.events = [replace_event(one.events[0], yaku=None, han=han)]
        assert (json.loads(write(game))["log"][0][16][2][3:] or [""]) == [text.replace("2飜", said)]


def test_a_discard_without_a_mark_is_tsumogiri_where_it_is_the_tile_drawn() -> None:
    game = Game("mjlog")
    one = Hand(0, 0, 0, 0, 0, (25000,) * 4, ((1,), (5,), (), ()), 12)
    one.events = [
        Event(DRAW, 0, 0), Event(DISCARD, 0, 0), Event(DRAW, 1, 4), Event(DISCARD, 1, 5),
        Event(DRAW, 2, 8), Event(DISCARD, 2, 8, mark=TSUMOGIRI), Ryuukyoku("exhaustive"),
    ]  # fmt: skip
    game.hands.append(one)
    fields = json.loads(write(game))["log"][0]
    assert [fields[6], fields[9], fields[12]] == [[60], [12], [60]]


def test_without_red_fives_no_tile_is_written_as_one() -> None:
    game = Game("mjlog")
    game.red_tiles = ()
    one = Hand(0, 0, 0, 0, 0, (25000,) * 4, ((16,), (12, 20), (), ()), 52)
    one.events = [Event(DRAW, 0, 88), Event(DISCARD, 0, 16), Event(CHI, 1, 16, (12, 20), 0)]
    game.hands.append(one)
    fields = json.loads(write(game))["log"][0]
    assert (fields[2], fields[4], fields[5], fields[6], fields[8]) == ([25], [15], [35], [15], ["c151416"])
