"""Sticks and chombo in the texts that the rules come from: who gets or pays what."""

from auditor.core.events import CHOMBO
from scenarios import Play, case
from scenarios.seed_riichis import OTHER_WAIT, WAIT


@case("cases/wiki/declarer-takes-own-stick", "The declarer wins and gets the stick back.", rules="wiki")
def _(play: Play) -> None:
    play.hand({1: WAIT}, avoid="9p7m")
    play.turn().draw("9p").riichi("9p").turn().turn("7m").ron(1, ura="1z")


@case("cases/ema-2012/stick-after-draw", "After a draw the stick stays for the next winner.", rules="ema-2012")
def _(play: Play) -> None:
    play.hand({1: WAIT}, avoid="9p")
    play.turn().draw("9p").riichi("9p").end()
    play.hand({2: OTHER_WAIT}, avoid="7m")
    play.turn().turn().turn().turn("7m").ron(2)


def _two_winners(play: Play) -> None:
    """Seats 1 and 2 in riichi win on seat 0's tile; one counter lies on the table."""
    scores = (play.rules.game.start_points,) * 4
    play.hand({1: WAIT, 2: OTHER_WAIT}, avoid="9p9s7m", honba=1, round=3, scores=scores)
    play.go_round(1).draw("9p").riichi("9p").draw("9s").riichi("9s").turn().turn("7m")


@case("cases/ema-2012/sticks-of-two-winners", "Each of two winners in riichi gets its own back.", rules="ema-2012")
def _(play: Play) -> None:
    _two_winners(play)
    near, far = _with_sticks(play, 1, -1), _with_sticks(play, 2, 1, honba=True)
    play.ron(1, ura="1z", deltas=near, sticks=1)
    play.ron(2, ura="1z", deltas=far, sticks=1)


@case("cases/ema-2012/sticks-to-the-nearest-winner", "The nearest takes the other's bet too.", rules="ema-2012")
def _(play: Play) -> None:
    _two_winners(play)
    far = _with_sticks(play, 2, 0, honba=True)
    play.ron(1, ura="1z", deltas=_with_sticks(play, 1, 0), sticks=2).finds("stick/award", 1)
    play.ron(2, ura="1z", deltas=far, sticks=0)


@case("cases/tenhou/sticks-of-two-winners", "Both sticks go to the nearest of two winners.", rules="tenhou")
def _(play: Play) -> None:
    _two_winners(play)
    play.ron(1, ura="1z")
    play.ron(2, ura="1z", deltas=_without_counters(play, 2), sticks=0)


@case("cases/tenhou/sticks-to-the-farther-winner", "The farther of two winners takes the sticks.", rules="tenhou")
def _(play: Play) -> None:
    _two_winners(play)
    near, far = _with_sticks(play, 1, -2), _with_sticks(play, 2, 2)
    play.ron(1, ura="1z", deltas=near, sticks=0)
    play.ron(2, ura="1z", deltas=far, sticks=2).finds("stick/award-seat", 2)


@case("cases/wiki/own-sticks-of-two-winners", "Each takes its own stick, and both the honba.", rules="own-sticks")
def _(play: Play) -> None:
    _two_winners(play)
    near, far = _with_sticks(play, 1, -1), _with_sticks(play, 2, 1, honba=True)
    play.ron(1, ura="1z", deltas=near, sticks=1)
    play.ron(2, ura="1z", deltas=far, sticks=1)


@case("cases/wiki/all-sticks-to-one-of-two", "The nearest takes the other's stick too.", rules="own-sticks")
def _(play: Play) -> None:
    _two_winners(play)
    far = _with_sticks(play, 2, 0, honba=True)
    due = list(_with_sticks(play, 1, 0))
    play.ron(1, ura="1z", deltas=tuple(due), sticks=2).finds("stick/award", 1)
    play.ron(2, ura="1z", deltas=far, sticks=0)


def _without_counters(play: Play, seat: int) -> tuple[int, ...]:
    return play.payment(seat, 0, counters=False)


def _with_sticks(play: Play, seat: int, sticks: int, *, honba: bool = False) -> tuple[int, ...]:
    """What a ron of the seat on seat 0 pays: of the first winner with so many sticks more than all, else alone."""
    first = seat == 1
    due = list(play.payment(seat, 0, counters=first))
    if honba:
        due[0] -= play.rules.sticks.honba
        due[seat] += play.rules.sticks.honba
    due[seat] += sticks * play.table.stick
    return tuple(due)


@case(
    "cases/ema-2012/discarded-wait-without-yaku",
    "A wait without yaku in the river: furiten.",
    rules="ema-2012",
)
def _(play: Play) -> None:
    play.hand({2: "234m456p789s1122z"}, avoid="1z2z")
    play.turn().turn().turn("2z").go_round(2).turn().turn().turn("1z").ron(2).finds("furiten/discard", 2)


@case("cases/zh/super-riichi-short-stick", "A stick of 1000 points where 5000 are due.", rules="super-riichi")
def _(play: Play) -> None:
    play.hand({1: WAIT}, avoid="9p")
    play.turn().draw("9p").riichi("9p", deposit=False).deposit(1, points=1000).finds("stick/deposit", 1)
    play.go_round().turn()


def _annulled(play: Play, deltas: tuple[int, ...]) -> None:
    """Seat 1 is in riichi when seat 3 offends; the hand is dealt again."""
    play.hand({1: WAIT}, avoid="9p")
    play.turn().draw("9p").riichi("9p").turn().ryuukyoku(CHOMBO, shown=None, deltas=deltas)


@case("cases/zh/stick-after-chombo", "A hand annulled by chombo gives the stick back.", rules="zh", form="tenhou6")
def _(play: Play) -> None:
    _annulled(play, (4000, 2000, 2000, -8000))
    play.hand().end()


@case("pay/chombo/fires", "The chombo of another seat than the dealer pays 4000 to each.", rules="zh", form="tenhou6")
def _(play: Play) -> None:
    _annulled(play, (4000, 4000, 4000, -12000))
    play.finds("pay/chombo", 3).hand().end()


@case("pay/chombo/silent", "It pays the dealer 4000 and the others 2000.", rules="zh", form="tenhou6")
def _(play: Play) -> None:
    _annulled(play, (4000, 2000, 2000, -8000))


@case("pay/chombo/fires-after-the-game", "Points are taken off only after the game.", rules="wrc", form="tenhou6")
def _(play: Play) -> None:
    _annulled(play, (4000, 2000, 2000, -8000))
    play.finds("pay/chombo", 3)


@case("pay/chombo/silent-after-the-game", "Nothing is paid; the hand is dealt again.", rules="wrc", form="tenhou6")
def _(play: Play) -> None:
    _annulled(play, (0, 0, 0, 0))
    play.hand().end()


@case("honba/carry/fires-after-chombo", "A counter is put out after a chombo.", rules="zh", form="tenhou6")
def _(play: Play) -> None:
    _annulled(play, (4000, 2000, 2000, -8000))
    play.hand(honba=1).finds("honba/carry", event=None).end()


@case("game/carry/stick-kept-after-chombo", "The stick stays on the table after a chombo.", rules="zh", form="tenhou6")
def _(play: Play) -> None:
    _annulled(play, (4000, 2000, 2000, -8000))
    left = tuple(score - 1000 * (seat == 1) for seat, score in enumerate(play.table.scores))
    play.hand(sticks=1, scores=left).finds("game/carry", 1, event=None).end()
