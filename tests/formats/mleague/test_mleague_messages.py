"""M-League records: every error message about a command, and the vocabulary."""

import json
from typing import Any

import pytest
from support.paths import FIXTURES

from auditor.core import yaku
from auditor.core.errors import Problem
from auditor.core.events import Game, Win
from auditor.core.reading import read
from auditor.core.tiles import KIND_TEXT, UNKNOWN
from auditor.formats.mleague.vocabulary import value_of, yaku_of

RECORD = FIXTURES / "tiles" / "missing" / "silent.json"
"""Two hands: a ron after riichi with an ura indicator, and a draw of all tiles with one seat tenpai."""
LONG = "123456789 123456789 123456789 123456789 123456789"


def commands() -> list[dict[str, Any]]:
    """The record's commands."""
    found: list[dict[str, Any]] = json.loads(RECORD.read_text("utf-8"))
    return found


def place(lines: list[dict[str, Any]], cmd: str, which: int = 0) -> int:
    """Where the command of that name stands, the first or another one."""
    return [number for number, line in enumerate(lines) if line["cmd"] == cmd][which]


def told(lines: list[dict[str, Any]]) -> list[str]:
    """The problems of a record, place and message."""
    found = read(json.dumps(lines).encode(), "x.json")
    return [f"{one.place}: {one.message}" for one in found if isinstance(one, Problem)]


def game_of(lines: list[dict[str, Any]]) -> Game:
    """The game of a record."""
    return next(one for one in read(json.dumps(lines).encode(), "x.json") if isinstance(one, Game))


BROKEN = [
    ("kyokustart", ["0", "A0", "0", "0"],
     "hand 0, id 6: kyokustart: expected dealer, honba, sticks and winds, not 4 texts"),
    ("kyokustart", ["0", "E0", "0", "0", "1z"], "hand 0, id 6: expected a seat A0, B0, C0 or D0, not 'E0'"),
    ("kyokustart", ["0", "A0", "0", "0", "5z"],
     "hand 0, id 6: kyokustart: expected the round wind 1z, 2z, 3z or 4z, not '5z'"),
    ("kyokustart", ["0", "A0", "0", "0", "1z "],
     "hand 0, id 6: kyokustart: expected the round wind 1z, 2z, 3z or 4z, not '1z '"),
    ("kyokustart", ["0", "A0", "1001", "0", "1z"], "hand 0, id 6: expected a number from 0 to 1000, not '1001'"),
    ("kyokustart", ["0", "A0", "-1", "0", "1z"], "hand 0, id 6: expected a number from 0 to 1000, not '-1'"),
    ("kyokustart", ["0", "A0", "0", "1001000", "1z"],
     "hand 0, id 6: expected a number from 0 to 1000000, not '1001000'"),
    ("kyokustart", ["0", "A0", "0", "1500", "1z"],
     "hand 0, id 6: kyokustart: expected sticks as points, a multiple of 1000, not '1500'"),
    ("point", ["A0"], "hand 0 (E1-0), id 7: point: expected 2 texts or more, not 1"),
    ("point", ["A0", LONG], f"hand 0 (E1-0), id 7: point: expected =25000, +1000 or -1000, not {LONG[:20]!r}"),
    ("point", ["A0", "=10000001"], "hand 0 (E1-0), id 7: expected a number from -10000000 to 10000000, not '10000001'"),
    ("point", ["A0", "=" + LONG],
     f"hand 0 (E1-0), id 7: expected a number from -10000000 to 10000000, not {LONG[:20]!r}"),
    ("point", ["A0", "+-500"], "hand 0 (E1-0), id 7: expected a number from -10000000 to 10000000, not '+-500'"),
    ("point", ["A0", "=٣"], "hand 0 (E1-0), id 7: expected a number from -10000000 to 10000000, not '٣'"),
    ("dora", ["2z", LONG], f"hand 0 (E1-0), id 12: expected a tile such as 5m, 5M or 1z, not {LONG[:20]!r}"),
    ("haipai", ["A0", "1m2"], "hand 0 (E1-0), id 13: expected tiles such as 1m5M1z, not '1m2'"),
    ("haipai", ["A0", "8z"], "hand 0 (E1-0), id 13: expected tiles such as 1m5M1z, not '8z'"),
    ("haipai", ["A0", LONG], f"hand 0 (E1-0), id 13: expected tiles such as 1m5M1z, not {LONG[:40]!r}"),
    ("say", ["B0", LONG], "hand 0 (E1-0), id {id}: say: expected chi, pon, kan, richi, tsumo, ron, tenpai or noten, "
     f"not {LONG[:20]!r}"),
    ("richi", ["B0", "1000"], "hand 0 (E1-0), id {id}: expected a number from -10000000 to 0, not '1000'"),
    ("open", ["B0", "<1m2m3m4m5m6m7m8m9m1p2p>"],
     "hand 0 (E1-0), id {id}: open: expected two or three tiles and one more, or four, not '<1m2m3m4m5m6m7m8m9m1'"),
    ("open", ["B0", "<>"], "hand 0 (E1-0), id {id}: open: expected two or three tiles and one more, or four, not '<>'"),
    ("open", ["B0", "<1m2m>"],
     "hand 0 (E1-0), id {id}: open: expected two or three tiles and one more, or four, not '<1m2m>'"),
    ("agari", ["B0", "8000", "30", "リーチ"],
     "hand 0 (E1-0), id {id}: agari: expected the winner, value, fu, and pairs of a yaku and its han"),
    ("agari", ["B0", LONG, "30"], f"hand 0 (E1-0), id {{id}}: agari: expected points or a limit, not {LONG[:20]!r}"),
    ("agari", ["B0", "8000", "1001"], "hand 0 (E1-0), id {id}: expected a number from 0 to 1000, not '1001'"),
    ("agari", ["B0", "8000", "30", LONG, "1"], f"hand 0 (E1-0), id {{id}}: agari: the yaku {LONG[:20]!r} is not known"),
]  # fmt: skip


@pytest.mark.parametrize(("cmd", "args", "message"), BROKEN)
def test_a_command_that_cannot_be_read(cmd: str, args: list[str], message: str) -> None:
    """One message, which names the hand, the command's id and what was expected."""
    lines = commands()
    number = place(lines, cmd)
    lines[number]["args"] = args
    assert told(lines) == [message.replace("{id}", str(number))]


@pytest.mark.parametrize(
    ("cmd", "which", "value"), [("kyokustart", 2, "1000"), ("kyokustart", 2, "+0"), ("kyokustart", 3, "1000000")]
)
def test_numbers_at_their_bounds_are_read(cmd: str, which: int, value: str) -> None:
    lines = commands()
    lines[place(lines, cmd)]["args"][which] = value
    assert told(lines) == []


def test_a_hand_that_cannot_be_read_leaves_the_others() -> None:
    """The hand is left out, and not a command of it told again."""
    lines = commands()
    lines[place(lines, "kyokustart")]["args"] = []
    assert len(told(lines)) == 1
    assert [hand.index for hand in game_of(lines).hands] == [1]


def test_commands_out_of_place() -> None:
    """A command before the first hand, and one that is not known."""
    lines = commands()
    lines[place(lines, "gamestart")]["cmd"] = "sutehai"
    assert told(lines) == ["command 5: 'sutehai' is outside of a hand; kyokustart goes before it"]
    lines = commands()
    lines[place(lines, "dice")]["cmd"] = LONG
    assert told(lines) == [f"hand 0 (E1-0), id 11: the command {LONG[:20]!r} is not known"]
    lines = commands()
    lines[5]["cmd"] = LONG
    assert told(lines) == [f"command 5: {LONG[:20]!r} is outside of a hand; kyokustart goes before it"]


@pytest.mark.parametrize(
    ("cmd", "args", "message"),
    [
        ("player", ["B0"], "player: expected a seat A0, B0, C0 or D0, and a name"),
        ("player", ["E0", "Eri"], "player: expected a seat A0, B0, C0 or D0, and a name"),
        ("gameend", ["A0", "62.5"], "gameend: expected the scores of four seats"),
        ("gameend", ["E0", LONG], f"gameend: expected a seat and its score, not 'E0' and {LONG[:20]!r}"),
        ("gameend", [LONG, "1.0"], f"gameend: expected a seat and its score, not {LONG[:20]!r} and '1.0'"),
        ("gameend", ["A0", "123456.0"], "gameend: expected a seat and its score, not 'A0' and '123456.0'"),
    ],
)
def test_headers_that_cannot_be_read(cmd: str, args: list[str], message: str) -> None:
    """The players and the final scores."""
    lines = [*commands(), {"id": "x", "cmd": cmd, "args": args}]
    assert told(lines) == [f"command {len(lines) - 1}: {message}"]


def test_headers_of_a_game() -> None:
    """A player's name alone is enough; the team is kept where it is told; final scores go to their seats."""
    lines = commands()
    lines[1]["args"] = ["A0", "Aki"]
    scores = ["C0", "+62.5", "A0", "10", "D0", "-20.5", "B0", "-52.0", "C0_rank=0"]
    game = game_of([*lines, {"id": "x", "cmd": "gameend", "args": scores}])
    assert [player.name for player in game.seats] == ["Aki", "Beni", "Chie", "Dai"]
    assert game.attributes == {"team1": "T001", "team2": "T001", "team3": "T001"}
    assert game.result is not None
    assert game.result.scores == (10.0, -52.0, 62.5, -20.5)


def contradictions(lines: list[dict[str, Any]]) -> list[str]:
    """What the first game of a record says twice and not alike; that it can be read all the same."""
    assert told(lines) == []
    return [one.message for hand in game_of(lines).hands for one in hand.contradictions]


def test_a_dora_that_does_not_follow_its_indicator() -> None:
    """The indicator is then not known."""
    lines = commands()
    lines[place(lines, "dora")]["args"] = ["3z", "1z"]
    assert contradictions(lines) == ["The indicator 1z does not make 3z dora, as the log says."]
    assert game_of(lines).hands[0].indicator < 0


def test_riichi_said_and_not_marked_and_marked_and_not_said() -> None:
    """Both are told; the hand is read."""
    lines = commands()
    declared = place(lines, "richi") - 1
    lines[declared]["args"] = lines[declared]["args"][:2]
    assert contradictions(lines) == ["Seat 1 has said riichi, but its discard is not marked so."]
    lines = commands()
    del lines[place(lines, "say")]
    assert contradictions(lines) == ["Seat 1 discards in riichi, but has not said so."]


def test_a_hand_that_ends_without_an_end() -> None:
    """Neither agari nor ryukyoku, and nothing paid."""
    lines = commands()
    drawn = place(lines, "ryukyoku")
    del lines[drawn : drawn + 5]
    assert contradictions(lines) == ["The hand is said to be over, but neither a win nor a draw comes before it."]


def test_who_is_tenpai() -> None:
    """What a seat says counts; of one that says nothing, whether it shows its hand."""
    lines = commands()
    for which in (place(lines, "say", -1), place(lines, "say", -3)):  # A0 and C0: noten, and tenpai with its hand
        lines[which]["args"][1] = "chi"
    draw = game_of(lines).hands[1].events[-1]
    assert draw.tenpai == (False, False, True, False)  # type: ignore[attr-defined]
    lines = commands()
    lines[place(lines, "say", -3)]["args"][1] = "noten"
    draw = game_of(lines).hands[1].events[-1]
    assert draw.tenpai == (False, False, False, False)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "is_dealer", "is_tsumo", "value"),
    [
        ("3900", False, False, (0, 3900)),
        ("3900", False, True, (0, 4000)),  # 1000 and 1000, 2000
        ("1300", False, True, (0, 1500)),  # 400, 400, 700
        ("1500", True, False, (0, 1500)),
        ("1500", True, True, (0, 1500)),
        ("2900", True, True, (0, 3000)),  # 1000 each
        ("満貫", False, False, (1, 8000)),
        ("満貫", True, True, (1, 12000)),
        ("跳満", False, True, (2, 12000)),
        ("倍満", True, False, (3, 24000)),
        ("三倍満", False, False, (4, 24000)),
        ("役満", True, True, (5, 48000)),
        ("99", False, False, None),
        ("1000000", False, False, None),
        ("", False, False, None),
        ("-3900", False, False, None),
    ],
)
def test_what_a_win_is_worth(text: str, is_dealer: bool, is_tsumo: bool, value: tuple[int, int] | None) -> None:
    """A self-draw stands as the ron of the same hand; what the others pay is rounded up for each."""
    assert value_of(text, is_dealer, is_tsumo) == value


@pytest.mark.parametrize(
    ("name", "han", "found"),
    [
        ("リーチ", 1, [(yaku.RIICHI, 1)]),
        (" ピンフ ", 1, [(yaku.PINFU, 1)]),
        ("東", 1, [(yaku.ROUND_EAST, 1)]),
        ("南", 1, [(yaku.SEAT_EAST + 1, 1)]),
        ("ダブ南", 2, [(yaku.SEAT_EAST + 1, 1), (yaku.ROUND_EAST + 1, 1)]),
        ("国士無双13面待ち", 1, [(yaku.KOKUSHI_13, 13)]),
        ("四暗刻単騎待ち", 2, [(yaku.SUUANKOU_TANKI, 26)]),
        ("大三元", 0, [(yaku.DAISANGEN, 13)]),
    ],
)
def test_what_a_yaku_is_called(name: str, han: int, found: list[tuple[int, int]]) -> None:
    """South, in an east round: a wind is the seat's unless only the round has it; yakuman count 13 han each."""
    assert yaku_of(name, han, 1, 0) == found


@pytest.mark.parametrize(
    ("round_wind", "name", "found"),
    [("1z", "東", yaku.ROUND_EAST), ("2z", "南", yaku.SEAT_EAST + 1), ("2z", "東", yaku.SEAT_EAST),
     ("3z", "西", yaku.ROUND_EAST + 2), ("4z", "北", yaku.ROUND_EAST + 3)],
)  # fmt: skip
def test_a_wind_in_the_record_is_of_its_round(round_wind: str, name: str, found: int) -> None:
    """B0 wins in its hand as South, C0's deal away from East."""
    lines = commands()
    lines[place(lines, "kyokustart")]["args"][4] = round_wind
    lines[place(lines, "agari")]["args"][4:] = [name, "1"]
    win = game_of(lines).hands[0].events[-1]
    assert isinstance(win, Win)
    assert win.yaku == ((found, 1),)


def test_a_wind_of_both_is_the_seats() -> None:
    """Without word of which, a wind that is both counts as the seat's."""
    assert yaku_of("東", 1, 0, 0) == [(yaku.SEAT_EAST, 1)]


def test_a_self_draw_stands_last_in_the_hand_shown() -> None:
    """The win of the record is a ron: its tile is the last discarded."""
    win = game_of(commands()).hands[0].events[-1]
    assert isinstance(win, Win)
    assert (win.seat, win.from_seat, win.is_tsumo) == (1, game_of(commands()).hands[0].events[-2].seat, False)


def test_a_hand_shown_that_is_not_the_hand_held() -> None:
    """Tiles that the seat does not hold are read as shown, no tile twice."""
    lines = commands()
    lines[place(lines, "open")]["args"][1] = "2m3m4m5m6m4p5p6p4s5s6s9s9s"
    win = game_of(lines).hands[0].events[-1]
    assert isinstance(win, Win)
    assert win.hand is not None
    assert len(set(win.hand)) == 14
    assert [KIND_TEXT[tile >> 2] for tile in win.hand][-2:] == ["9s", "9s"]


def test_a_self_draw_before_any_draw_is_a_win_on_no_known_tile() -> None:
    lines = commands()
    first, win = place(lines, "tsumo"), place(lines, "agari")
    lines[win]["args"].pop(0)  # the tile won by ron
    lines[first:win] = [{"id": "x", "cmd": "open", "args": ["B0", "2m3m4m5m6m4p5p6p4s5s6s8s8s7m"]}]
    found = game_of(lines).hands[0].events[-1]
    assert isinstance(found, Win)
    assert found.is_tsumo
    assert found.tile == UNKNOWN
