"""What tables count otherwise: fu, limits, yaku, counters, liability. The wrong value is another table's."""

from collections.abc import Callable
from typing import Any, NamedTuple

from auditor.core import rulesets
from auditor.core.table.next_hand import ending
from auditor.core.table.winning import payment_of_win, value_of_win
from scenarios import ALL_FORMS, Play, case

WITH_YAKU = ("mjlog", "tenhou6")
"""Formats that record yaku."""


class Worth(NamedTuple):
    """A win that tables count differently.

    name, point: what it is about. deal: plays up to it and says who wins from whom. groups: rulesets that count alike.
    check: what tells a wrong count. without_yaku: what tells it in a log that records no yaku.
    """

    name: str
    point: str
    deal: Callable[[Play], tuple[int, int]]
    groups: tuple[tuple[str, ...], ...]
    check: str
    without_yaku: str


def worth_under(
    play: Play, rules: str, seat: int, from_seat: int, red_tiles: tuple[int, ...] | None = None
) -> dict[str, Any]:
    """What a win on the last tile is worth, and how it is paid, under another ruleset or with other red fives."""
    table = play.table
    own = table.rules, table.red_tiles
    table.rules = rulesets.load(rules)
    table.red_tiles = table.red_tiles if red_tiles is None else red_tiles
    tile = table.seats[seat].drawn if seat == from_seat else play.current.events[-1].tile
    value = value_of_win(table, seat, from_seat, tile)
    assert value is not None
    assert value.is_enough
    paid = payment_of_win(table, value, seat, from_seat)
    table.rules, table.red_tiles = own
    return {"fu": value.fu, "points": paid.points, "limit": value.limit, "yaku": value.yaku, "deltas": paid.total}


def _ron(hand: str, tile: str, *, seat: int = 1, turns: int = 4) -> Callable[[Play], tuple[int, int]]:
    """The seat wins with the hand on the discard that comes after so many turns."""

    def deal(play: Play) -> tuple[int, int]:
        play.hand({seat: hand}, avoid=tile, indicator="5z")
        for _ in range(turns):
            play.turn()
        play.turn(tile)
        return seat, turns % 4

    return deal


def _tsumo(hand: str, tile: str, *, seat: int = 1, indicator: str = "5z") -> Callable[[Play], tuple[int, int]]:
    """The seat wins with the hand on its second draw."""

    def deal(play: Play) -> tuple[int, int]:
        play.hand({seat: hand}, avoid=tile, indicator=indicator).turn().go_round(seat).turn().go_round(seat).draw(tile)
        return seat, seat

    return deal


def _open_triplets(play: Play) -> tuple[int, int]:
    """Seat 1 melds three triplets of 2m, 4m and 6p, and wins on 8s with the fourth."""
    play.hand({1: "22m44m66p5588s123z"}, avoid="2m4m6p8s", indicator="5z")
    for tile, gone in (("2m", "1z"), ("4m", "2z"), ("6p", "3z")):
        play.go_round(0).turn(tile).pon(1, 2 * tile[0] + tile[1]).discard(gone)
    play.go_round(3).turn("8s")
    return 1, 3


WORTHS = (
    Worth(
        "double-wind", "A pair of double wind is 2 fu, or 4.", _tsumo("11z111s999p34567m", "8m", seat=0),
        (("m-league",), ("tenhou", "mahjong-soul", "ema-2012", "ema-2016", "wrc", "wiki", "quebec", "zh")),
        "win/value", "win/value",
    ),
    Worth(
        "open-tanyao", "Tanyao counts with an open hand, or does not.", _open_triplets,
        (("ema-2012",), ("ema-2016", "wrc", "m-league", "tenhou", "mahjong-soul")),
        "win/yaku", "win/value",
    ),
    Worth(
        "renhou", "A ron before one's first draw is a yakuman, a mangan, or nothing by itself.",
        _ron("234m567m34p678s55s", "5p", turns=0),
        (("ema-2012",), ("ema-2016", "wrc"), ("m-league", "tenhou", "mahjong-soul")),
        "win/yaku", "win/value",
    ),
    Worth(
        "thirteen-han", "Thirteen han are a yakuman, or three mangan.", _tsumo("2233445566778p", "8p", indicator="1p"),
        (("ema-2012", "tenhou", "mahjong-soul"), ("ema-2016", "wrc", "m-league")),
        "win/value", "win/value",
    ),
    Worth(
        "four-big-winds", "Four big winds count twice, or once.", _ron("111222333z44z55s", "4z"),
        (("ema-2012", "mahjong-soul"), ("ema-2016", "wrc", "m-league", "tenhou")),
        "win/yaku", "win/value",
    ),
    Worth(
        "kiriage", "Four han and 30 fu are a mangan, or less.", _ron("234m234p34678s55s", "2s"),
        (("m-league", "wrc"), ("ema-2012", "ema-2016", "tenhou", "mahjong-soul")),
        "win/value", "win/value",
    ),
)  # fmt: skip


def _and_on(play: Play) -> None:
    """Another hand is played and drawn, unless the game is over."""
    if not ending(play.table):
        play.hand().end()


def _declare(one: Worth, rules: str, wrong: str) -> None:
    """A fixture of the right count under the rules in each format, and of the wrong one, which is another table's."""

    @case(f"win/value/{one.name}-{rules}-silent", one.point, rules=rules, form=ALL_FORMS)
    def _(play: Play) -> None:
        seat, from_seat = one.deal(play)
        _and_on(play.win(seat, from_seat, play.current.events[-1].tile))

    def miscounted(play: Play) -> Play:
        seat, from_seat = one.deal(play)
        facts = worth_under(play, wrong, seat, from_seat)
        return play.win(seat, from_seat, play.current.events[-1].tile, **facts)

    point = f"{one.point} Counted as by {wrong}."

    # An mjlog lists a yakuman that counts once by its number alone: where two are due, its points are what is wrong.
    is_listed = one.name == "four-big-winds" and rules in one.groups[0]

    @case(f"win/value/{one.name}-{rules}", point, rules=rules, form="tenhou6" if is_listed else WITH_YAKU)
    def _(play: Play) -> None:
        seat = miscounted(play).current.events[-1].seat
        _and_on(play.finds(one.check, seat))

    @case(f"win/value/{one.name}-{rules}", point, rules=rules, form=("mjlog", "mjai") if is_listed else "mjai")
    def _(play: Play) -> None:
        seat = miscounted(play).current.events[-1].seat
        _and_on(play.finds(one.without_yaku, seat))


for _one in WORTHS:
    for _place, _group in enumerate(_one.groups):
        for _rules in _group:
            _declare(_one, _rules, _one.groups[_place - 1][0])


WINDS = "111222333z44z55z"
"""Waits for 4z and 5z: on 4z four big winds, which is all honours too."""
LITTLE = "11122233z444z55z"
"""Waits for 3z and 5z: on 5z four little winds and all honours."""


def _names(play: Play, hand: str, tile: str, *named: int) -> Play:
    """Seat 1 wins on the discard of seat 3; of its yakuman the log names these."""
    _ron(hand, tile)(play)
    value = play.value(1, 3)
    assert len(value.yaku) == 2
    return play.ron(1, yaku=tuple([value.yaku[place] for place in named]))


for _rules in ("ema-2012", "ema-2016", "wrc"):
    for _named, _told in (((0, 1), "both"), ((0,), "the-one"), ((1,), "the-other")):

        @case(f"win/yaku/{_rules}-{_told}-yakuman-silent", "Two yakuman do not add up: the log may name both or one.",
              rules=_rules, form=WITH_YAKU)  # fmt: skip
        def _(play: Play, named: tuple[int, ...] = _named) -> None:
            _names(play, LITTLE, "5z", *named)


@case("win/yaku/ema-2012-lesser-yakuman", "Two yakuman do not add up, and the log names the one worth less.",
      rules="ema-2012", form=WITH_YAKU)  # fmt: skip
def _(play: Play) -> None:
    _ron(WINDS, "4z")(play)
    value = play.value(1, 3)
    lesser = tuple([yaku for yaku in value.yaku if yaku[1] == 13])
    assert len(lesser) == len(value.yaku) - 1
    play.ron(1, yaku=lesser).finds("win/yaku", 1)


@case("win/yaku/tenhou-one-yakuman", "Two yakuman add up, and the log names one of them.", form=WITH_YAKU)
def _(play: Play) -> None:
    _names(play, LITTLE, "5z", 0).finds("win/yaku", 1)
