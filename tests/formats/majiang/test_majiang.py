"""Reading Majiang paipu: seats, tiles, order of events, ends, red fives, and errors."""

import json
from typing import Any

import pytest
from support.majiang_logs import DEALT, Entry, drawn, hand, log, read_all, read_game, read_hand, win
from support.tenhou6_logs import steps

from auditor.core.errors import Problem
from auditor.core.events import (
    ADDED_KAN,
    CHI,
    CLOSED_KAN,
    DEPOSIT,
    DISCARD,
    EXHAUSTIVE,
    FOUR_KANS,
    FOUR_RIICHI,
    FOUR_WINDS,
    NAGASHI_MANGAN,
    NINE_TERMINALS,
    NOT_RECORDED,
    OPEN_KAN,
    PON,
    TEDASHI,
    TRIPLE_RON,
    TSUMOGIRI,
    UNSPECIFIED,
    FinalResult,
    Game,
    Player,
    Ryuukyoku,
    Win,
)
from auditor.core.reading import detect
from auditor.core.reading.copies import NO_CODE
from auditor.core.tiles import TILE_TEXT, UNKNOWN
from auditor.core.yaku import DAISANGEN, HAKU, PINFU, RIICHI, UNKNOWN_YAKU
from auditor.formats import majiang
from auditor.formats.majiang import fast
from auditor.formats.majiang.schema import HAND_DECODER
from auditor.formats.majiang.vocabulary import CODE_OF_TEXT, hand_codes


def faces(tiles: tuple[int, ...] | None) -> str:
    return "" if tiles is None else " ".join([TILE_TEXT[tile] if tile >= 0 else "?" for tile in tiles])


# ---- shapes of input


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(log(hand("draw 0 m1"))),
        json.dumps(log(hand("draw 0 m1")), indent=2),
        "\ufeff" + json.dumps(log(hand("draw 0 m1"))) + "\r\n",
        json.dumps([log(hand("draw 0 m1"))]),
    ],
    ids=["object", "indented", "byte order mark", "array"],
)
def test_shapes_of_input(text: str) -> None:
    assert steps(read_game(text).hands[0].events) == "0 draw 1m"
    found = detect(text.encode())
    assert not isinstance(found, Problem)
    assert found.name == "majiang"


def test_an_array_holds_a_game_each_and_a_bad_one_costs_no_other() -> None:
    good = log(hand("draw 0 m1"))
    one, bad, two = read_all([good, log(hand("draw 9 m1")), good])
    assert isinstance(one, Game)
    assert isinstance(two, Game)
    assert str(bad) == "game 1, hand 0, event 1: zimo.l: expected int <= 3"


def test_what_is_no_paipu_is_not_taken_for_one() -> None:
    tenhou6 = {"title": [], "name": [], "rule": {}, "log": [[[0, 0, 0], [25000] * 4, [11], []]]}
    others: tuple[object, ...] = (tenhou6, {"log": []}, [1], {"qipai": {}}, {"type": "start_game"})
    for other in others:
        assert not majiang.matches(json.dumps(other).encode())


# ---- the header


def test_players_sit_as_the_first_dealer_says() -> None:
    points = ["50.0", "-30.0", "10.0", "-30.0"]
    game = read_game(log(hand(), qijia=1, defen=[40000, 10000, 30000, 20000], point=points, rank=[1, 4, 2, 3]))
    assert [player.name for player in game.seats] == ["B", "C", "D", "A"]
    assert game.result == FinalResult((10000, 30000, 20000, 40000), (-30.0, 10.0, -30.0, 50.0))


def test_seats_of_a_hand_count_from_its_dealer() -> None:
    read = read_hand("draw 0 m1", "discard 0 m1_", "draw 1 m2", at=(1, 2, 3, 4), points=(1, 2, 3, 4))
    assert (read.name, read.honba, read.sticks, read.dealer, read.scores) == ("S3", 3, 4, 2, (3, 4, 1, 2))
    assert steps(read.events) == "2 draw 1m, 2 discard 1m, 3 draw 2m"
    assert [faces(tiles).split()[-1] for tiles in read.dealt] == ["3z", "5z", "1z", "2z"]


@pytest.mark.parametrize(
    ("text", "player"),
    [
        ("A", Player("A")),
        ("A\n(四段 R1500.25)", Player("A", "四段", 1500.25)),
        ("A\n(四段)", Player("A", "四段")),
        ("A\nR1500", Player("A", None, 1500.0)),
        ("", Player("")),
    ],
)
def test_a_player_has_grade_and_rating_in_a_second_line(text: str, player: Player) -> None:
    seat = read_game(log(hand(), player=[text, "B", "C", None])).seats[0]
    assert (seat.name, seat.grade, seat.rating) == (player.name, player.grade, player.rating)


def test_a_title_of_tenhous_converter_gives_its_rules_and_its_id() -> None:
    game = read_game(log(hand(), title="四般南喰赤\n2020010203gm-00a9-0000-01234567"))
    assert (game.rule_text, game.log_id) == ("般南喰赤", "2020010203gm-00a9-0000-01234567")
    assert read_game(log(hand(), title="friends"), "2020010203gm-00a9-0000-01234567.json").rule_text == ""


@pytest.mark.parametrize(
    "end", [{}, {"defen": [], "point": [], "rank": []}, {"defen": [1, 2, 3, 4], "point": ["0"] * 4}]
)
def test_a_game_that_has_not_ended_has_no_result(end: dict[str, object]) -> None:
    assert read_game(log(hand(), **end)).result is None


@pytest.mark.parametrize("points", [[50.0, 10, "-30", "-30.0"], ["50", "+10", "-30", "-30"]])
def test_scores_are_numbers_or_texts(points: list[object]) -> None:
    result = read_game(log(hand(), defen=[1, 2, 3, 4], point=points)).result
    assert result is not None
    assert result.scores == (50.0, 10.0, -30.0, -30.0)


# ---- play


def test_marks_tell_which_copy_is_discarded() -> None:
    read = read_hand("draw 0 m1", "discard 0 m1", "draw 1 m2", "discard 1 m2_")
    first, second = [event for event in read.events if event.kind == DISCARD]
    assert (first.mark, second.mark) == (TEDASHI, TSUMOGIRI)
    assert first.tile in read.dealt[0]
    assert second.tile == read.events[2].tile


@pytest.mark.parametrize(
    ("discarded", "call", "kind", "claimed", "own"),
    [
        ("m3", "1 m123-", CHI, "3m", "1m 2m"),
        ("m1", "1 m1-23", CHI, "1m", "2m 3m"),
        ("m6", "1 m06-7", CHI, "6m", "0m 7m"),
        ("z2", "1 z222-", PON, "2z", "2z 2z"),
        ("z3", "2 z333=", PON, "3z", "3z 3z"),
        ("z4", "3 z444+", PON, "4z", "4z 4z"),
        ("z5", "3 z5555+", OPEN_KAN, "5z", "5z 5z 5z"),
        ("s0", "3 s550+", PON, "0s", "5s 5s"),
        ("s5", "3 s505+", PON, "5s", "0s 5s"),
    ],
)
def test_melds_of_a_discard(discarded: str, call: str, kind: int, claimed: str, own: str) -> None:
    dealt = ("", DEALT[1], DEALT[2], "s550123z4445556" if discarded == "s5" else "s555123z4445556")
    read = read_hand(f"draw 0 {discarded}", f"discard 0 {discarded}_", f"call {call}", dealt=dealt)
    meld = read.events[-1]
    assert (meld.kind, meld.from_seat) == (kind, 0)
    assert (faces((meld.tile,)), faces(meld.tiles)) == (claimed, own)
    assert meld.tile == read.events[1].tile
    assert set(meld.tiles) <= set(read.dealt[meld.seat])


def test_kans_of_ones_own() -> None:
    dealt = ("m1111z2223456777", *DEALT[1:])
    read = read_hand("draw 0 z2", "kan 0 z2222", "replace 0 z7", "discard 0 z3", dealt=dealt)
    kan = read.events[1]
    assert (kan.kind, kan.from_seat, faces(kan.tiles)) == (CLOSED_KAN, 0, "2z 2z 2z 2z")
    added = read_hand("draw 0 z1", "discard 0 z1_", "call 3 z111+", "discard 3 z4", "draw 0 m9", "discard 0 m9_",
                      "draw 1 m9", "discard 1 m9_", "draw 2 m9", "discard 2 m9_", "draw 3 z1", "kan 3 z111+1",
                      dealt=("", "", "", "z1144m123456789"))  # fmt: skip
    pon, kan = added.events[2], added.events[-1]
    assert (kan.kind, kan.from_seat) == (ADDED_KAN, 0)
    assert kan.tile == added.events[-2].tile
    assert set(kan.tiles) == {pon.tile, *pon.tiles}


def test_a_kan_of_fives_with_the_red_one_in_the_pon() -> None:
    read = read_hand("draw 0 m5", "discard 0 m5_", "call 3 m550+", "discard 3 z4", "draw 0 m9", "discard 0 m9_",
                     "draw 1 m9", "discard 1 m9_", "draw 2 m9", "discard 2 m9_", "draw 3 m5", "kan 3 m550+5",
                     dealt=("", "", "", "m50z11z44p123456s9"))  # fmt: skip
    pon, kan = read.events[2], read.events[-1]
    assert (kan.kind, faces((kan.tile,))) == (ADDED_KAN, "5m")
    assert sorted(kan.tiles) == sorted((pon.tile, *pon.tiles))
    assert kan.tile == read.events[-2].tile


def test_an_added_kan_without_its_pon_is_whole() -> None:
    read = read_hand("draw 0 m5", "kan 0 m550=5", dealt=("z1122334455667", "", "", ""))
    kan = read.events[-1]
    assert (kan.kind, kan.from_seat) == (ADDED_KAN, 2)
    assert faces((kan.tile,)) == "5m"
    assert sorted((kan.tile, *kan.tiles)) == [16, 17, 18, 19]


@pytest.mark.parametrize(
    ("entries", "order"),
    [
        ("kan 0 z1111,dora m9,replace 0 m9,discard 0 m9_", "closed kan, dora, draw, discard"),
        ("kan 0 z1111,replace 0 m9,dora m9,discard 0 m9_", "closed kan, dora, draw, discard"),
        ("kan 0 z1111,replace 0 m9,discard 0 m9_,dora m9", "closed kan, draw, dora, discard"),
        ("kan 0 z1111,dora m9,replace 0 z2,kan 0 z2222,dora m9,replace 0 m9,discard 0 m9_,dora s9,dora s8",
         "closed kan, dora, draw, closed kan, dora, draw, dora, dora, discard"),
    ],
)  # fmt: skip
def test_an_indicator_stands_behind_what_it_is_turned_before(entries: str, order: str) -> None:
    read = read_hand("draw 0 z1", *entries.split(","), dealt=("z111222m1234567", "", "", ""))
    told = [one.partition(" ")[2] if one[0].isdigit() else one for one in steps(read.events[1:]).split(", ")]
    kinds = [" ".join([word for word in one.split() if not word[0].isdigit()]) for one in told]
    assert ", ".join(kinds) == order


@pytest.mark.parametrize(
    ("after", "is_paid"),
    [
        (["draw 1 m2"], True),
        (["call 1 m1-23"], True),
        (["dora m9", "draw 1 m2"], True),
        ([drawn("四家立直")], True),
        ([drawn()], True),
        ([win(1, "m12345678p123z22m1", by=0)], False),
        ([drawn("三家和")], False),
        ([], False),
    ],
    ids=["drawn", "called", "indicator", "four riichi", "exhaustive", "won on", "three winners", "log ends"],
)
def test_a_stick_is_paid_where_the_tile_passes(after: list[str | Entry], is_paid: bool) -> None:
    read = read_hand("draw 0 m1", "discard 0 m1_*", *after)
    kinds = [event.kind for event in read.events]
    assert steps(read.events).startswith("0 draw 1m, 0 riichi")
    assert (DEPOSIT in kinds) == is_paid
    if is_paid:
        assert kinds.index(DEPOSIT) == kinds.index(DISCARD) + 1


# ---- hidden tiles


def test_hidden_hands_and_draws() -> None:
    read = read_hand("draw 0", "discard 0 m1_", "draw 1 _", "discard 1 m9", dealt=("", "_" * 13, *DEALT[2:]))
    assert read.dealt[0] == read.dealt[1] == (UNKNOWN,) * 13
    assert [event.tile for event in read.events if event.kind != DISCARD] == [UNKNOWN, UNKNOWN]
    assert faces(tuple([event.tile for event in read.events if event.kind == DISCARD])) == "1m 9m"


def test_a_hidden_hand_shown_at_the_end_is_known_there() -> None:
    read = read_hand(drawn(hands=("m123456789p1123", "", "", "")), dealt=("", *DEALT[1:]))
    draw = read.events[-1]
    assert isinstance(draw, Ryuukyoku)
    assert draw.shown is not None
    assert faces(draw.shown[0]) == "1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 1p 2p 3p"
    assert not set(draw.shown[0] or ()) & {tile for tiles in read.dealt[1:] for tile in tiles}


# ---- red fives


def reds_of(*hands: str) -> tuple[int, ...]:
    return read_game(log(*[hand(dealt=(one, "", "", "")) for one in hands])).red_tiles


@pytest.mark.parametrize(
    ("hands", "reds"),
    [
        (("m123456789z1122",), ()),
        (("m123406789z1122",), (16, 52, 88)),
        (("m123400789z1122",), (16, 17, 52, 88)),
        (("m123400789z1122", "p123400789z1122"), (16, 17, 52, 53, 88)),
        (("m00001234z11223", "s0789z112233445"), (16, 17, 18, 19, 52, 88)),
        (("m05555123z11223", "s0789z112233445"), (16, 52, 88)),
        (("m5555z112233445", "s0789z112233445"), (52, 88)),
    ],
    ids=["none", "usual", "two in a hand", "two of two suits", "four", "a fifth five", "none of one suit"],
)
def test_the_set_holds_the_red_fives_that_the_tiles_show(hands: tuple[str, ...], reds: tuple[int, ...]) -> None:
    assert reds_of(*hands) == reds


def test_a_second_red_five_is_the_sets_where_two_hands_show_it() -> None:
    two = "m123400789z1122"
    assert not read_game(log(hand(dealt=(two, "", "", "")))).reds_recorded
    assert read_game(log(hand(dealt=(two, "", "", "")), hand(dealt=(two, "", "", "")))).reds_recorded


# ---- ends


def test_a_win_has_its_hand_and_its_worth() -> None:
    yaku = [{"name": "立直", "fanshu": 1}, {"name": "平和", "fanshu": 1}, {"name": "翻牌 白", "fanshu": 1},
            {"name": "ダブリー", "fanshu": 2}, {"name": "？", "fanshu": 1}]  # fmt: skip
    read = read_hand("draw 0 z2", "discard 0 z2_",
                     win(1, "m12340678p123z22z2*", by=0, ura=["m9"], fu=40, fanshu=5, defen=8000, hupai=yaku,
                         fenpei=[-8000, 9000, 0, 0]))  # fmt: skip
    one = read.events[-1]
    assert isinstance(one, Win)
    assert (one.seat, one.from_seat, one.tile) == (1, 0, read.events[1].tile)
    assert (one.han, one.fu, one.points, one.limit) == (5, 40, 8000, NOT_RECORDED)
    assert set(one.hand or ()) == {*read.dealt[1], one.tile}
    assert (faces(one.ura), one.deltas, one.pao_seat) == ("9m", (-8000, 9000, 0, 0), NOT_RECORDED)
    assert one.yaku is not None
    assert [number for number, _ in one.yaku] == [RIICHI, PINFU, HAKU, one.yaku[3][0], UNKNOWN_YAKU]
    assert [han for _, han in one.yaku] == [1, 1, 1, 2, 1]


def test_a_win_counts_from_the_dealer_and_no_ura_are_none() -> None:
    read = read_hand("draw 0 z3", win(0, "m12345678p123z33z3", fenpei=[3, -1, -1, -1]), at=(0, 2, 0, 0))
    one = read.events[-1]
    assert isinstance(one, Win)
    assert (one.seat, one.from_seat, one.ura, one.deltas, one.is_tsumo) == (2, 2, (), (-1, -1, 3, -1), True)


def test_a_yakuman_counts_thirteen_each_time_and_names_who_is_liable() -> None:
    yaku = [{"name": "大三元", "fanshu": "*", "baojia": "+"}, {"name": "字一色", "fanshu": "**"}]
    value: dict[str, Any] = {"fu": None, "fanshu": None, "damanguan": 3, "defen": 96000}
    one = read_hand("draw 0 z1", win(0, "z11222333z1,z555-,z666=", hupai=yaku, **value)).events[-1]
    assert isinstance(one, Win)
    assert one.yaku is not None
    assert one.yaku[0] == (DAISANGEN, 13)
    assert one.yaku[1][1] == 26
    assert (one.han, one.limit, one.fu, one.points, one.pao_seat) == (39, 5, NOT_RECORDED, 96000, 1)
    assert one.melds is not None
    assert [(meld.kind, meld.from_seat) for meld in one.melds] == [(PON, 3), (PON, 2)]


def test_melds_of_a_win_are_those_made() -> None:
    read = read_hand("draw 0 m1", "discard 0 m1_", "call 1 m1-23", "discard 1 z2", "draw 2 z2", "discard 2 z2_",
                     win(1, "m14567p123z2z2,m1-23", by=2))  # fmt: skip
    one = read.events[-1]
    assert isinstance(one, Win)
    assert one.melds is not None
    assert {one.melds[0].tile, *one.melds[0].tiles} == {read.events[2].tile, *read.events[2].tiles}


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("荒牌平局", EXHAUSTIVE),
        ("流局", EXHAUSTIVE),
        ("流し満貫", NAGASHI_MANGAN),
        ("九種九牌", NINE_TERMINALS),
        ("四風連打", FOUR_WINDS),
        ("四家立直", FOUR_RIICHI),
        ("四開槓", FOUR_KANS),
        ("四槓散了", FOUR_KANS),
        ("三家和", TRIPLE_RON),
        ("三家和了", TRIPLE_RON),
        ("something else", UNSPECIFIED),
    ],
)
def test_names_of_drawn_hands(name: str, kind: str) -> None:
    draw = read_hand(drawn(name)).events[-1]
    assert isinstance(draw, Ryuukyoku)
    assert draw.draw_type == kind


def test_whose_hand_is_shown_is_tenpai_where_that_counts() -> None:
    shown = ("", DEALT[1], "", "")
    draw = read_hand(drawn(hands=shown, paid=(-1000, 3000, -1000, -1000)), at=(0, 1, 0, 0)).events[-1]
    assert isinstance(draw, Ryuukyoku)
    assert (draw.tenpai, draw.deltas) == ((False, False, True, False), (-1000, -1000, 3000, -1000))
    abortive = read_hand(drawn("四家立直", shown)).events[-1]
    assert isinstance(abortive, Ryuukyoku)
    assert abortive.tenpai is None


@pytest.mark.parametrize(
    "text",
    [
        '[{"qipai":%s},{"zimo":{"l":0,"p":"m1"}},{"dapai":{"l":0,"p":"m1_"}},{"zimo":{"l":1,"p":"m1"}}]',
        '[{"zimo":{"l":0,"p":"m1"}},{"zimo":{"l":0,"p":"}},{"}},{"zimo":{"l":0,"p":"m1"}}]',
        '[{"zimo":{"l":0,"p":"m1"}}, {"zimo":{"l":0,"p":"m1"}}]',
        '[{"zimo":{"l":0,"p":"m1"}},{"zimo":null},{"zimo":{"l":0,"p":"m1"}}]',
        '[{"zimo":{"l":0,"p":"m1"}},{"zimo":{"l":4,"p":"m1"}},{"zimo":{"l":0,"p":"m1"}}]',
        '[{"zimo":{"l":0,"l":1,"p":"m1"}},{"dapai":{"p":"m1","l":0,"x":[{"y":{}},{"z":{}}]}}]',
        '[{"zimo":{"l":0,"p":"m1"}},{"zimo":{"l":0}}]', '[{"zimo":{"l":0,"p":"m1"}},5]', "[]", "[{}]", "5", "[{}}]",
        '[{"zimo":{"l":0,"p":"m1"}},{"zimo":{"l":0,"p":"m1"}}}]', '[{"zimo":{"l":0,"p":"m1"}}},{{"zimo":{}}]',
    ],
)  # fmt: skip
def test_events_one_by_one_are_those_of_the_hand_as_a_whole(text: str) -> None:
    """Those that were met before too, and what is wrong with one."""
    raw = text.replace("%s", json.dumps(hand()[0]["qipai"], separators=(",", ":"))).encode()
    for _ in range(2):
        found = fast.read(b'{"log":[%s, %s]}' % (raw, raw))
        if found is not None:
            header, hands = found
            assert header == b'{"log":[]}'
            due = [said(fast.KnownEntry(one)) for one in HAND_DECODER.decode(raw)]
            assert [[said(one) for one in hand.entries] for hand in hands] == [due] * 2


def said(entry: fast.KnownEntry) -> tuple[object, ...]:
    """What an event says, without how it is written."""
    ends = (entry.kaigang, entry.qipai, entry.hule, entry.pingju)
    return entry.kind, entry.wind, entry.text, entry.value, entry.keys, *ends


def test_every_tile_of_a_hand_has_the_code_of_its_text() -> None:
    for suit in "mpsz":
        for digit in "0123456789":
            code = CODE_OF_TEXT.get(suit + digit)
            due = None if code is None else [CODE_OF_TEXT[f"{suit}1"], code, NO_CODE]
            assert codes_or_none(f"{suit}1{digit}_") == due
    assert codes_or_none("1m") is None


def codes_or_none(text: str) -> list[int] | None:
    try:
        return hand_codes(text)
    except ValueError:
        return None
