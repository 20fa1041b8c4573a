"""mjai: drawn hands."""

from typing import Any

import pytest
from support.mjai_logs import HAND, HIDDEN, START, Message, discard, draw, log, one_game

from auditor.core.events import (
    CHOMBO,
    DEPOSIT,
    EXHAUSTIVE,
    FOUR_KANS,
    FOUR_RIICHI,
    FOUR_WINDS,
    NAGASHI_MANGAN,
    NINE_TERMINALS,
    TRIPLE_RON,
    UNSPECIFIED,
    Ryuukyoku,
)
from auditor.core.tiles import TILE_TEXT


def drawn(*before: Message, **fields: Any) -> Ryuukyoku:
    """The draw that ends a hand after some events."""
    event = one_game(log(*before, {"type": "ryukyoku"} | fields)).hands[0].events[-1]
    assert isinstance(event, Ryuukyoku)
    return event


@pytest.mark.parametrize(
    ("reason", "draw_type"),
    [
        ("fanpai", EXHAUSTIVE),
        ("exhaustive_draw", EXHAUSTIVE),
        ("ExhaustiveDraw", EXHAUSTIVE),
        ("howanpai", EXHAUSTIVE),
        ("kyushukyuhai", NINE_TERMINALS),
        ("kyushu_kyuhai", NINE_TERMINALS),
        ("kyuushu-kyuuhai", NINE_TERMINALS),
        ("sufonrenta", FOUR_WINDS),
        ("sufuurenta", FOUR_WINDS),
        ("suufon renda", FOUR_WINDS),
        ("suchareach", FOUR_RIICHI),
        ("suucha_riichi", FOUR_RIICHI),
        ("sukaikan", FOUR_KANS),
        ("suukansansen", FOUR_KANS),
        ("suukan_sanra", FOUR_KANS),
        ("sanchaho", TRIPLE_RON),
        ("sanchahou", TRIPLE_RON),
        ("nagashimangan", NAGASHI_MANGAN),
        ("nagashi_mangan", NAGASHI_MANGAN),
        ("chombo", CHOMBO),
        ("because", UNSPECIFIED),
        ("", UNSPECIFIED),
        (7, UNSPECIFIED),
        (None, UNSPECIFIED),
    ],
)
def test_reasons_of_drawn_hands(reason: object, draw_type: str) -> None:
    fields = {} if reason is None else {"reason": reason}
    assert drawn(draw(0, "9p"), **fields).draw_type == draw_type


def to_the_last_tile(kans: int = 0) -> list[Message]:
    """The draws and discards of a whole wall, hidden, with so many closed kans of seat 0 at its first draw."""
    played: list[Message] = []
    for number in range(kans):
        played += [draw(0, "?"), {"type": "ankan", "actor": 0, "consumed": [f"{number + 1}s"] * 4}]
    played += [draw(0, "?"), discard(0, "9p")]
    for turn in range(69 - kans):
        seat = (turn + 1) % 4
        played += [draw(seat, "?"), discard(seat, f"{turn // 4 % 9 + 1}{'mps'[turn % 3]}")]
    return played


@pytest.mark.parametrize(
    ("kans", "deltas", "draw_type", "tenpai"),
    [
        (0, [3000, -1000, -1000, -1000], EXHAUSTIVE, (True, False, False, False)),
        (0, [1500, -1500, 1500, -1500], EXHAUSTIVE, (True, False, True, False)),
        (0, [0, 0, 0, 0], EXHAUSTIVE, None),
        (0, None, EXHAUSTIVE, None),
        (3, [0, 0, 0, 0], EXHAUSTIVE, None),
        (0, [-4000, 8000, -2000, -2000], NAGASHI_MANGAN, None),
        (0, [-8000, 6000, 6000, -4000], NAGASHI_MANGAN, None),
        (4, [0, 0, 0, 0], UNSPECIFIED, None),  # the four kans may have ended it
    ],
)
def test_a_draw_without_a_reason_on_the_last_tile(
    kans: int, deltas: list[int] | None, draw_type: str, tenpai: tuple[bool, ...] | None
) -> None:
    event = drawn(*to_the_last_tile(kans), **({} if deltas is None else {"deltas": deltas}))
    assert (event.draw_type, event.tenpai) == (draw_type, tenpai)


def test_a_draw_without_a_reason_before_the_last_tile_is_no_exhaustive_one() -> None:
    event = drawn(*to_the_last_tile()[:-2], deltas=[3000, -1000, -1000, -1000])
    assert (event.draw_type, event.tenpai) == (UNSPECIFIED, None)


def test_the_hands_shown_at_a_draw() -> None:
    own = ["1m", "1m", "1m", "2p", "3p", "4p", "5s", "5sr", "7s", "8s", "9s", "E", "E"]
    other = ["9m"] * 2 + ["4s"] * 3 + ["6p"] * 3 + ["P"] * 3 + ["2m", "3m"]
    hands = [own, HIDDEN, other, []]
    event = drawn(reason="fanpai", tehais=hands, tenpais=[True, False, True, False])
    assert event.shown is not None
    shown = [None if tiles is None else sorted([TILE_TEXT[tile] for tile in tiles]) for tiles in event.shown]
    assert shown[1] is None
    assert shown[3] is None
    assert shown[0] == sorted(["1m", "1m", "1m", "2p", "3p", "4p", "5s", "0s", "7s", "8s", "9s", "1z", "1z"])
    assert shown[2] == sorted(["9m", "9m", "4s", "4s", "4s", "6p", "6p", "6p", "5z", "5z", "5z", "2m", "3m"])
    assert len({tile for tiles in event.shown for tile in tiles or ()}) == 26, "each tile a copy of its own"


@pytest.mark.parametrize("hands", [None, "hidden", [HAND], [HAND, HAND, HAND, "x"]])
def test_what_is_no_list_of_hands_shows_none(hands: object) -> None:
    assert drawn(draw(0, "9p"), reason="fanpai", tehais=hands).shown is None


THREE_WINS: list[Message] = [
    draw(0, "9p"), {"type": "reach", "actor": 0}, discard(0, "9p"), {"type": "ryukyoku", "reason": "sanchaho"},
]  # fmt: skip


@pytest.mark.parametrize(
    ("earlier", "after", "paid"),
    [(0, 0, False), (0, 1, True), (2, 2, False), (2, 3, True), (2, 0, False)],
)
def test_the_stick_of_a_declaration_tile_that_three_win_on(earlier: int, after: int, paid: bool) -> None:
    """A log that leaves deposits out: the sticks of the next hand tell whether it was taken."""
    following = START | {"honba": 1, "kyotaku": after}
    game = one_game(log(*THREE_WINS, following, start=START | {"kyotaku": earlier}))
    kinds = [event.kind for event in game.hands[0].events]
    assert (DEPOSIT in kinds) == paid
    assert not paid or kinds[-2] == DEPOSIT


def test_riichi_that_stood_are_paid_where_three_win_on_a_later_tile() -> None:
    messages = [*THREE_WINS[:3], draw(1, "?"), discard(1, "9p"), THREE_WINS[3]]
    kinds = [event.kind for event in one_game(log(*messages)).hands[0].events]
    assert kinds.count(DEPOSIT) == 1
    assert kinds.index(DEPOSIT) == 3


@pytest.mark.parametrize(
    ("players", "drawn", "draw_type"),
    [(4, 69, "unspecified"), (4, 70, EXHAUSTIVE), (3, 54, "unspecified"), (3, 55, EXHAUSTIVE)],
)
def test_a_draw_without_a_reason_is_exhaustive_where_the_wall_is(players: int, drawn: int, draw_type: str) -> None:
    hands = [HIDDEN] * players
    turns = [one for turn in range(drawn) for one in (draw(turn % players, "?"), discard(turn % players, "?"))]
    game = one_game(log(*turns, {"type": "ryukyoku"}, start=START | {"tehais": hands, "scores": [25000] * players}))
    event = game.hands[0].events[-1]
    assert isinstance(event, Ryuukyoku)
    assert event.draw_type == draw_type
    assert game.players == players


@pytest.mark.parametrize(
    ("deltas", "tenpai"),
    [
        ([3000, -1000, -1000, -1000], (True, False, False, False)),
        ([0, 0, 0, 0], None),
        ([0, -1000, 0, -1000], None),  # the sticks of two riichi, which are no noten payment
    ],
)
def test_who_is_tenpai_is_told_by_those_who_gain(deltas: list[int], tenpai: tuple[bool, ...] | None) -> None:
    assert drawn(reason="fanpai", deltas=deltas).tenpai == tenpai
