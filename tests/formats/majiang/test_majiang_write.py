"""Writing Majiang paipu: a log that was read is written the same, and losses are reported."""

import json
from pathlib import Path

import pytest
from support.paths import FIXTURES

from auditor.core.events import (
    ADDED_KAN,
    DISCARD,
    DRAW,
    EXHAUSTIVE,
    NINE_TERMINALS,
    PON,
    Event,
    Game,
    Hand,
    Ryuukyoku,
    Win,
)
from auditor.core.reading import read
from auditor.core.tiles import UNKNOWN
from auditor.formats import majiang

PAIPU = sorted([path for path in FIXTURES.rglob("*.json") if majiang.matches(path.read_bytes()[:4096])])


@pytest.mark.parametrize("path", PAIPU, ids=[str(path.relative_to(FIXTURES)) for path in PAIPU])
def test_what_is_read_is_written_the_same(path: Path) -> None:
    text = path.read_text("utf-8")
    (game,) = read(text.encode(), path.name)
    assert isinstance(game, Game)
    assert json.loads(majiang.write(game, json.loads(text)["comment"])) == json.loads(text)


def test_titles_and_players_of_tenhou_are_written_as_its_converter_does() -> None:
    text = (FIXTURES / "riichi" / "kan-waits" / "silent.mjlog").read_bytes()
    (game,) = read(text, "2020010203gm-00a9-0000-01234567.mjlog")
    assert isinstance(game, Game)
    paipu = json.loads(majiang.write(game))
    assert paipu["title"] == "四般南喰赤\n2020010203gm-00a9-0000-01234567"
    assert paipu["player"][0] == "Aki\n(初段 R1500)"
    (again,) = majiang.read(majiang.write(game).encode(), "x.json")
    assert isinstance(again, Game)
    assert (again.log_id, again.rule_text) == (game.log_id, "般南喰赤")
    assert [(one.name, one.grade, one.rating) for one in again.seats] == [
        (one.name, one.grade, one.rating) for one in game.seats
    ]


def a_hand(*events: Event, dealer: int = 0) -> Game:
    game = Game("mjlog")
    game.hands = [Hand(0, 0, 0, 0, dealer, (25000,) * 4, ((UNKNOWN,) * 13,) * 4, 0)]
    game.hands[0].events = list(events)
    return game


@pytest.mark.parametrize(
    ("draw", "hands"),
    [
        (Ryuukyoku(EXHAUSTIVE), None),
        (Ryuukyoku(EXHAUSTIVE, tenpai=(True, False, False, False)), ["m1122334405667", "", "", ""]),
        (
            Ryuukyoku(EXHAUSTIVE, shown=(None, None, None, None), tenpai=(True, False, False, False)),
            ["m1122334405667", "", "", ""],
        ),
        (Ryuukyoku(EXHAUSTIVE, shown=((4,), None, None, None), tenpai=(False,) * 4), ["", "", "", ""]),
        (Ryuukyoku(NINE_TERMINALS, shown=((4,), None, None, None)), ["m2", "", "", ""]),
    ],
)
def test_hands_at_a_draw(draw: Ryuukyoku, hands: list[str] | None) -> None:
    """Hands say who is tenpai: where the log knows that, those show what they showed or hold, and nobody else does."""
    game = a_hand(draw)
    dealt = tuple([tile for tile in range(26) if tile % 4 < 2 and tile != 25])
    game.hands[0].dealt = (dealt[:13], *game.hands[0].dealt[1:])
    assert json.loads(majiang.write(game))["log"][0][-1]["pingju"]["shoupai"] == hands


def test_an_added_kan_begins_like_its_pon() -> None:
    """The claimed 5p stays the third, behind the red five of the hand."""
    game = a_hand(
        Event(DRAW, 0, 8), Event(DISCARD, 0, 8), Event(DRAW, 1, 54), Event(DISCARD, 1, 54),
        Event(PON, 0, 54, (52, 53), 1), Event(DISCARD, 0, 0), Event(DRAW, 1, 4), Event(DISCARD, 1, 4),
        Event(DRAW, 0, 55), Event(ADDED_KAN, 0, 55, (52, 53, 54), 1),
        Ryuukyoku(EXHAUSTIVE),
    )  # fmt: skip
    events = json.loads(majiang.write(game))["log"][0]
    assert [event["fulou"]["m"] for event in events if "fulou" in event] == ["p505+"]
    assert [event["gang"]["m"] for event in events if "gang" in event] == ["p505+5"]


@pytest.mark.parametrize(("yaku", "hupai"), [(None, None), ((), []), (((8, 1),), [{"name": "断幺九", "fanshu": 1}])])
def test_yaku_that_a_log_does_not_tell_are_none(
    yaku: tuple[tuple[int, int], ...] | None, hupai: list[object] | None
) -> None:
    win = Win(0, 0, 0)
    win.yaku = yaku
    assert json.loads(majiang.write(a_hand(win)))["log"][0][-1]["hule"]["hupai"] == hupai


def three_players() -> Game:
    game = a_hand()
    game.players = 3
    return game


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (three_players(), "Majiang is played by four"),
        (a_hand(dealer=2), "in Majiang the dealer of E1 is seat 0"),
        (
            a_hand(Event(PON, 1, 108, (UNKNOWN, UNKNOWN), 0)),
            "no form for a meld of hidden tiles, or claimed from oneself",
        ),
        (a_hand(Event(PON, 1, 108, (109, 110), 1)), "no form for a meld of hidden tiles, or claimed from oneself"),
    ],
    ids=["three players", "another dealer", "hidden meld", "claimed from oneself"],
)
def test_what_majiang_cannot_say_is_told(game: Game, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        majiang.write(game)


def test_a_game_without_players_or_result_is_written() -> None:
    paipu = json.loads(majiang.write(a_hand(Event(DRAW, 0), Event(DRAW, 1, 16))))
    assert (paipu["player"], paipu["defen"], paipu["title"]) == ([""] * 4, [], "")
    assert paipu["log"][0][0]["qipai"]["shoupai"] == [""] * 4
    assert [one["zimo"] for one in paipu["log"][0][1:]] == [{"l": 0, "p": ""}, {"l": 1, "p": "m0"}]
