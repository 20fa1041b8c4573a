"""mjscore text of Tenhou's client and of Tonpuso, in cp932 and UTF-8: read as it was played."""

import re
from random import Random

import pytest
from support.legal_games import played
from support.mjscore_logs import write
from support.paths import FIXTURES

from auditor.core.audit.game import audit_game
from auditor.core.errors import Problem
from auditor.core.events import ADDED_KAN, CLOSED_KAN, DISCARD, DORA, DRAW, NORTH, OPEN_KAN, Game, Win
from auditor.core.reading import detect, read, rules_stated_by
from auditor.core.results import NOTE
from auditor.core.rulesets import choose
from auditor.core.tiles import tile_names
from auditor.formats.mjscore import FORMAT
from auditor.formats.mjscore.vocabulary import (
    action_at,
    draw_named,
    indicator_of,
    parts_of_win,
    turn_at,
    value_in,
    yaku_in,
)

GAME = played(0, "tenhou")
SANMA = played(0, "tenhou-sanma")


def games(text: str, encoding: str = "utf-8") -> list[Game]:
    found = list(read(text.encode(encoding), "x.txt"))
    assert not [str(one) for one in found if isinstance(one, Problem)]
    return [one for one in found if isinstance(one, Game)]


def faults(game: Game, rules: str = "auto") -> list[str]:
    audit = audit_game(game, choose(rules, game)[0])
    assert not audit.problems
    return [one.check for one in audit.findings if one.severity != NOTE]


def assert_same(game: Game, other: Game) -> None:
    assert len(game.hands) == len(other.hands)
    for one, due in zip(game.hands, other.hands, strict=True):
        assert (one.name, one.honba, one.sticks, one.scores) == (due.name, due.honba, due.sticks, due.scores)
        assert [sorted([tile >> 2 for tile in tiles]) for tiles in one.dealt] == [
            sorted([tile >> 2 for tile in tiles]) for tiles in due.dealt
        ]
        played = [event for event in one.events if event.kind != DORA]
        expected = [event for event in due.events if event.kind != DORA]
        assert [(event.kind, event.seat) for event in played] == [(event.kind, event.seat) for event in expected]
        for event, other_event in zip(played, expected, strict=True):
            if event.kind in (DRAW, DISCARD):
                assert event.tile >> 2 == other_event.tile >> 2
            if isinstance(event, Win) and isinstance(other_event, Win):
                assert (event.from_seat, event.deltas) == (other_event.from_seat, other_event.deltas)


def test_winds_that_are_exchanged_in_a_hand_are_told_in_that_hand_alone() -> None:
    for whole in (GAME, SANMA):
        text = write(whole)
        rules = "tenhou" if whole is GAME else "tenhou-sanma"
        for place in [one.start() for one in re.finditer(r"\[1[東南西北]\]", text)]:
            first, second = place + 2, text.index("[2", place) + 2
            exchanged = text[:first] + text[second] + text[first + 1 : second] + text[first] + text[second + 1 :]
            assert faults(games(exchanged)[0], rules) == ["log/contradiction"]


def test_a_wrong_gain_that_all_later_points_hold_is_told_once() -> None:
    tried = 0
    for number in range(6):
        for hand in (whole := played(number, "tenhou")).hands:
            for win in [one for one in hand.wins if one.deltas is not None]:
                paid = win.deltas
                win.deltas = tuple([points + 1000 * (seat == win.seat) for seat, points in enumerate(paid or ())])
                assert faults(games(write(whole))[0], "tenhou") == ["stick/award"], (number, hand.index)
                win.deltas = paid
                tried += 1
    assert tried > 20


@pytest.mark.parametrize("encoding", ["utf-8", "cp932", "utf-16"])
@pytest.mark.parametrize("is_tonpuso", [False, True], ids=["Tenhou", "Tonpuso"])
@pytest.mark.parametrize("number", [0, 1, 2])
def test_a_game_is_read_as_it_was_played(is_tonpuso: bool, encoding: str, number: int) -> None:
    whole = played(number, "tenhou")
    (game,) = games(write(whole, is_tonpuso=is_tonpuso), encoding)
    assert_same(game, whole)
    assert [player.name for player in game.seats] == [player.name for player in whole.seats]
    assert faults(game, "tenhou") == []


def test_three_players_set_norths_aside() -> None:
    SANMA.rule_text = "三般南喰赤"
    (game,) = games(write(SANMA))
    assert game.players == 3
    assert_same(game, SANMA)
    assert faults(game) == []
    # A seat that holds four: a kan leaves none to be named, and turns an indicator.
    lines = write(SANMA).splitlines()
    marks = ("[1東]", "[表ドラ]", "    * ")
    deal, dora, start = [next(at for at, line in enumerate(lines) if mark in line) for mark in marks]
    for actions, indicators, kinds in (
        ("1G北 1K北 1G9s 1K北 1G9s 1D9s", "2p", [NORTH, NORTH]),
        ("1G北 1K北 1G9s 1D9s 2G1s 2D1s 3G1s 3D1s 1G9s 1d北", "2p3p", [NORTH]),
        ("1G北 1K北 1G9s 1D9s", "2p", [NORTH]),
        ("1G北 1K北 1G9s 1D9s", "2p3p", [CLOSED_KAN]),
        ("1G北 1K北 1G北 1D北", "2p3p", [NORTH]),
        ("1G北 1K北 1G9s 1D9s 2G1p 2d東 1K東 1G5s 1A", "2p3p", [CLOSED_KAN]),
        ("1G9s 1D9s 2G北 2D北 1N北北 1d発 2G9s 2D9s 3G9s 3D9s 1G1s 1K北 1G2s 1d2s", "2p", [NORTH]),
        ("1G9s 1D9s 2G北 2D北 1N北北 1d発 2G9s 2D9s 3G9s 3D9s 1G1s 1K北 1G2s 1d2s", "2p3p", [ADDED_KAN]),
    ):
        lines[deal], lines[dora] = "    [1東]1m9m1p2p3p東東東南北北北発", f"    [表ドラ]{indicators} [裏ドラ]"
        lines[start:] = ["    * " + actions, "", ""]
        made = [event.kind for event in games("\n".join(lines))[0].hands[0].events]
        assert [kind for kind in made if kind in (NORTH, CLOSED_KAN, ADDED_KAN)] == kinds, actions
    # Of fives that of pin alone is shown to be red: only at Tonpuso's tables there may be two of it.
    lines[0], lines[deal] = lines[0].replace("天鳳 L0000 三般南喰赤", "変換"), lines[deal].replace("発", "5P")
    text = "\n".join(lines).replace("5M", "5m").replace("5S", "5s")
    assert [len(game.red_tiles) for game in games(text)] == [3]


def test_what_the_head_says() -> None:
    (tenhou,) = games(write(GAME))
    (tonpuso,) = games(write(GAME, is_tonpuso=True))
    assert (tenhou.log_id, tenhou.lobby, tenhou.rule_text) == ("2020010203gm-0009-0000-00000001", 0, "般南喰赤")
    assert (tenhou.seats[0].grade, tenhou.seats[0].rating, tenhou.seats[0].sex) == ("初段", 1500.0, "M")
    stated = rules_stated_by(tonpuso)
    assert (stated.server, stated.winds) == ("", 2)
    assert stated.evidence == "the log is one of Tonpuso (東南戦：仲間でワイワイ卓 64卓)"


@pytest.mark.parametrize(
    ("deal", "actions", "kind"),
    [
        ("5m5m5M6m7m1p2p3p東東東南北", "1G5m 1K5m 1G9s 1D9s", CLOSED_KAN),
        ("5m5m5M6m7m1p2p3p東東東南北", "1G9s 1D9s 2G5m 2D5m 1K5m 1G9s 1D9s", OPEN_KAN),
        ("5m5m6m7m1p2p3p東東東南北白", "1G9s 1D9s 2G5m 2D5m 1N5m5m 1d北 2G9s 2D9s 1G5M 1K5m 1G9s 1D9s", ADDED_KAN),
    ],
)
def test_a_kan_of_fives_holds_the_red_one(deal: str, actions: str, kind: int) -> None:
    lines = write(GAME).splitlines()
    first = next(index for index, line in enumerate(lines) if line.startswith("    [1東]"))
    lines[first] = "    [1東]" + deal
    start = next(index for index, line in enumerate(lines) if line.startswith("    * "))
    lines[start:] = ["    * " + actions, ""]
    (game,) = games("\n".join(lines))
    (kan,) = [event for event in game.hands[0].events if event.kind == kind]
    names = tile_names(game.red_tiles)
    assert {names[tile] for tile in (*kan.tiles, kan.tile)} == {"0m", "5m"}


def test_several_games_are_in_one_file() -> None:
    both = write(GAME) + write(GAME, is_tonpuso=True)
    assert [len(game.hands) for game in games(both)] == 2 * [len(GAME.hands)]


def test_hands_without_their_tiles_are_told_once() -> None:
    text = "\n".join([line for line in write(GAME).splitlines() if not line.strip().startswith(("[", "*"))])
    (problem,) = read(text.encode(), "x.txt")
    assert str(problem) == "line 1: the hands are written without their tiles: there is nothing to replay"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("2G", "2X", "expected an action such as 1G5P, 2d東 or 3R, not '2X"),
        ("[1東]", "[1東]0z", "the tiles of 1: expected tiles such as 1m5P東, not '0z"),
        ("2G", "7G", "expected an action such as"),
        ("\n  東1局", "\n  東11局", "the tiles of 1 come before any hand; the line before that begins it is missing"),
    ],
)
def test_a_broken_hand_is_told_and_the_others_are_read(old: str, new: str, message: str) -> None:
    twice = [
        (" 1R", " 1R 1R", "'1R' cannot follow what is before it"),
        (" 1A", " 1A 1d東", "'1d東' cannot follow what is before it"),
        (" 1A", " 1A 2G8m", "'2G8m' cannot follow what is before it"),
        (INDICATORS, INDICATORS * 2, "the dora are written twice"),
    ]
    for one, other, said in [(old, new, message), *twice]:
        problem, game = read(write(GAME).replace(one, other, 1).encode(), "x.txt")
        assert isinstance(problem, Problem)
        assert said in problem.message
        assert isinstance(game, Game)
        assert len(game.hands) == len(GAME.hands) - 1
        assert game.hands[0].index == (one[:4] != "\n  東")
        assert faults(game) == []


INDICATORS = "\n    [表ドラ]9p [裏ドラ]1p"
"""Of the first hand."""


@pytest.mark.parametrize("is_tonpuso", [False, True], ids=["Tenhou", "Tonpuso"])
def test_a_text_that_is_cut_accuses_nobody(is_tonpuso: bool) -> None:
    text = write(GAME, is_tonpuso=is_tonpuso)
    for end in range(60, len(text), 67):
        for game in read(text[:end].encode(), "x.txt"):
            if isinstance(game, Game):
                assert faults(game, "tenhou") == [], text[end - 40 : end]


def test_names_go_and_the_play_stays() -> None:
    assert FORMAT.anonymize is not None
    text = FORMAT.anonymize(write(GAME).encode("cp932")).decode()
    assert not [player.name for player in GAME.seats if player.name in text]
    (game,) = games(text)
    assert_same(game, GAME)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("役牌 白1 ドラ2", ((18, 1), (52, 2))),
        ("自風 東1 断幺九1", ((10, 1), (8, 1))),
        ("立直1 北2 ドラ1", ((1, 1), (52, 3))),
        ("断ヤオ リーチ", None),
        ("", None),
    ],
)
def test_yaku(text: str, found: object) -> None:
    assert yaku_in(text) == found


def test_values_and_draws() -> None:
    assert parts_of_win("ハネ満貫ツモ 断ヤオ 一発") == ("跳満", "断ヤオ 一発")
    assert parts_of_win("３倍満貫ロン 清一色") == ("三倍満貫", "清一色")
    assert parts_of_win("流局") is None
    assert value_in("30符1000点1飜", is_tsumo=False) == (30, 1, 0, 1000)
    assert value_in("40符 二飜", is_tsumo=True) == (40, 2, 0, -1)
    assert value_in("跳満", is_tsumo=False) == (-1, -1, 2, -1)
    text = write(GAME)
    assert faults(games(re.sub("([1-3])飜", lambda han: f"{int(han[1]) + 1}飜", text, count=1))[0]) == ["win/value"]
    draws = ("流局", "四家リーチ", "三家リーチ", "九種公九牌倒牌", "四槓開", "三家和", "二家和", "チョンボ", "")
    assert [draw_named(text) for text in draws] == [
        "exhaustive", "four riichi", "unspecified", "nine terminals", "four kans", "triple ron", "unspecified",
        "chombo", "",
    ]  # fmt: skip
    assert [indicator_of(code, 4) for code in (11, 41, 45, 53)] == [19, 44, 47, 34]
    assert [indicator_of(code, 3) for code in (11, 19)] == [19, 11]


@pytest.mark.parametrize("is_tonpuso", [False, True], ids=["Tenhou", "Tonpuso"])
@pytest.mark.parametrize("form", ["as it is", "the other one first", "in one line"])
def test_two_winners_are_told_apart_by_what_they_gain(form: str, is_tonpuso: bool) -> None:
    """No text of Tonpuso's shows two winners: whatever the order of its lines, and in one line of gains, none is
    accused."""
    whole = played(21, "tenhou")
    lines = write(whole, is_tonpuso=is_tonpuso).splitlines()
    at = next(at for at, line in enumerate(lines) if "本場" in line and "本場" in lines[at + 2])
    if form == "the other one first":
        lines[at : at + 4] = lines[at + 2 : at + 4] + lines[at : at + 2]
    elif form == "in one line":
        lines[at : at + 4] = [lines[at] + " " + lines[at + 2].partition(")")[2], lines[at + 1], lines[at + 3]]
    (game,) = games("\n".join(lines) + "\n")
    winners = [[event.seat for event in hand.events if isinstance(event, Win)] for hand in game.hands]
    assert winners == [[event.seat for event in hand.events if isinstance(event, Win)] for hand in whole.hands]
    assert faults(game, "tenhou") == []


@pytest.mark.parametrize("name", ["P 1", "1000", "P +5 P1"])
def test_points_are_found_behind_any_name(name: str) -> None:
    (game,) = games(write(GAME).replace(GAME.seats[0].name, name))
    assert game.seats[0].name == name
    assert_same(game, GAME)


def test_text_in_double_lines_and_a_stick_that_three_wins_leave_unpaid_are_read_as_they_are() -> None:
    assert_same(games(write(GAME).replace("\n", "\n\n"))[0], GAME)
    (unpaid,) = games((FIXTURES / "stick/void/tenhou-triple-ron-unpaid-silent.mjlog").read_text(encoding="utf-8"))
    del unpaid.hands[1:]
    assert faults(games(write(unpaid))[0], "wiki") == faults(unpaid, "wiki") == []
    for name in ("triple-ron-paid-silent", "tenhou-triple-ron-unpaid-silent"):
        (game,) = games((FIXTURES / f"stick/void/{name}.mjlog").read_text(encoding="utf-8"))
        for is_tonpuso in (False, True):
            (again,) = games(write(game, is_tonpuso=is_tonpuso))
            assert_same(again, game)
            assert faults(again, "tenhou") == []


PLACES = [place for place, line in enumerate(write(GAME).splitlines()) if line.strip()[:1] not in ("", "*")]


@pytest.mark.parametrize("place", PLACES[:20])
def test_a_line_that_is_missing_accuses_nobody(place: int) -> None:
    lines = write(GAME).splitlines()
    del lines[place]
    for game in read(("\n".join(lines) + "\n").encode(), "x.txt"):
        if isinstance(game, Game):
            assert faults(game, "tenhou") == [], lines[place - 1 : place + 1]


def test_the_format_is_detected_by_the_first_line() -> None:
    assert detect(write(GAME).encode("cp932")) is FORMAT
    assert detect(b'TEXT = """' + write(GAME).encode()) is FORMAT
    assert detect("===== notes =====\n開始".encode()) is not FORMAT


def test_actions_read_in_place_are_those_of_the_words() -> None:
    """Whatever stands between, before or in them: nine of ten are read by their letters, without a word of each."""
    random = Random(0)
    parts = ["1G5p", "2d東", "3D5M", "4G發", "1d発", "2G", "3R", "4A", "1C4s5s", "2N", "1K5S", "5G1m", "1G0m", "1G5東"]
    between = [" ", " ", " ", "  ", "\u3000", "\t", "\x1f", ""]
    for _ in range(2000):
        text = "".join([random.choice(parts) + random.choice(between) for _ in range(random.randint(1, 8))])
        words, at = [], 0
        while at < len(text):
            word, action, end = action_at(text, at)
            player, kind, code, place = turn_at(text, at, len(text))
            if code:
                assert action is not None
                assert (player, kind, code, place) == (action.player, action.kind, action.code, end)
            words += [word] if word else []
            at = end + 1
        assert words == text.split()


def test_any_white_space_stands_between_actions() -> None:
    text = write(GAME)
    other = text.replace(" 2d", "\t2d").replace(" 3", "\u3000 3").replace("[\u3000 3", "[3")
    assert_same(games(other)[0], games(text)[0])
