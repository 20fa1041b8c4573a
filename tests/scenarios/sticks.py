"""Riichi sticks, the honba counter, and what one hand leaves to the next."""

from typing import Any

from auditor.core.events import UNSPECIFIED
from scenarios import Play, case

WAIT = "23456m456p45688s"
"""Waits for 1m, 4m and 7m."""
OTHER_WAIT = "56m234567p23488s"
"""Waits for 4m and 7m."""


def _riichi(play: Play, *, deposit: bool = True, **deal: Any) -> None:
    play.hand({1: WAIT, 2: OTHER_WAIT}, avoid="9p7m", **deal)
    play.go_round(1).draw("9p").riichi("9p", deposit=deposit)


@case("stick/deposit/fires", "A riichi that stands without its stick paid.")
def _(play: Play) -> None:
    _riichi(play, deposit=False)
    play.finds("stick/deposit", 1, event=play.last_event - 1).go_round().draw("7m").tsumo(ura="1z")


@case("stick/deposit/twice", "The stick of one riichi paid twice.")
def _(play: Play) -> None:
    _riichi(play)
    play.deposit(1).finds("stick/deposit", 1).go_round().turn()


@case("stick/deposit/amount", "A stick of 900 points.")
def _(play: Play) -> None:
    _riichi(play, deposit=False)
    play.deposit(1, points=900).finds("stick/deposit", 1).go_round().turn()


@case("stick/deposit/silent", "The stick is paid once the declaration tile has passed.")
def _(play: Play) -> None:
    _riichi(play)
    play.go_round().draw("7m").tsumo(ura="1z")


@case("stick/void/fires", "Ron on the declaration tile; the stick is charged all the same.")
def _(play: Play) -> None:
    play.hand({1: "123456p456s7m77z8s", 2: OTHER_WAIT}, avoid="8s")
    play.turn().draw("8s").riichi("7m").finds("stick/void", 1)
    play.ron(2, sticks=1)


@case("stick/void/silent", "Ron on the declaration tile; no stick is charged.")
def _(play: Play) -> None:
    play.hand({1: "123456p456s7m77z8s", 2: OTHER_WAIT}, avoid="8s")
    play.turn().draw("8s").riichi("7m", deposit=False).ron(2)


@case("stick/award/fires", "The stick on the table is not paid to the winner.")
def _(play: Play) -> None:
    _riichi(play)
    play.turn().turn("7m")
    due = play.payment(1, 3)
    play.ron(1, ura="1z", deltas=(due[0], due[1] - 1000, due[2], due[3])).finds("stick/award", 1)


@case("stick/award/carried", "Of two sticks, one left by the hand before, only one is paid.")
def _(play: Play) -> None:
    _riichi(play, honba=1, sticks=1, scores=(24000, 25000, 25000, 25000))
    play.turn().turn("7m")
    due = play.payment(1, 3)
    play.ron(1, ura="1z", deltas=(due[0], due[1] - 1000, due[2], due[3])).finds("stick/award", 1)


@case("stick/award/count", "The win counts two sticks where one lies on the table, and pays one.")
def _(play: Play) -> None:
    _riichi(play)
    play.turn().turn("7m").ron(1, ura="1z", sticks=2).finds("stick/award", 1)


@case("stick/award/silent", "The winner takes its own stick and the one left by the hand before.")
def _(play: Play) -> None:
    _riichi(play, honba=1, sticks=1, scores=(24000, 25000, 25000, 25000))
    play.turn().turn("7m").ron(1, ura="1z")


@case("stick/award-seat/fires", "Double ron: the sticks go to the winner farther from the discarder.")
def _(play: Play) -> None:
    _riichi(play)
    play.turn().turn("7m")
    near, far = play.payment(1, 3), play.payment(2, 3, counters=False)
    play.ron(1, ura="1z", sticks=0, deltas=(near[0], near[1] - 1000, near[2], near[3]))
    play.ron(2, sticks=1, deltas=(far[0], far[1], far[2] + 1000, far[3])).finds("stick/award-seat", 2)


@case("stick/award-seat/silent", "Double ron: the sticks go to the winner nearer to the discarder.")
def _(play: Play) -> None:
    _riichi(play)
    play.turn().turn("7m").ron(1, ura="1z").ron(2)


@case("stick/leak/fires", "The points before a payment are not those replayed.")
def _(play: Play) -> None:
    play.hand({1: WAIT}, avoid="7m")
    play.turn().turn().turn().turn("7m").ron(1, scores=(25000, 25000, 25100, 25000)).finds("stick/leak")


@case("stick/leak/sum", "A draw without a reason, in a log whose payments make 100 points out of nothing.", form="mjai")
def _(play: Play) -> None:
    play.hand({0: "19m19p19s123z3457m"}, avoid="6p").draw("6p")
    play.ryuukyoku(UNSPECIFIED, deltas=(100, 0, 0, 0)).finds("stick/leak")


@case("stick/leak/silent", "The points before a payment are those replayed, a stick on the table.")
def _(play: Play) -> None:
    _riichi(play)
    play.turn().turn("7m").ron(1, ura="1z")


@case("stick/carry/fires", "A stick was left by a draw; the next hand starts with none.")
def _(play: Play) -> None:
    _riichi(play)
    play.end().hand(sticks=0).finds("stick/carry", event=None).turn().turn()


@case("stick/carry/draw", "A stick lies on the table; the draw records two.")
def _(play: Play) -> None:
    _riichi(play)
    play.play_out().ryuukyoku(sticks=2).finds("stick/carry").hand().turn()


@case("stick/carry/silent", "A stick was left by a draw; the next hand starts with it.")
def _(play: Play) -> None:
    _riichi(play)
    play.end().hand().turn().turn()


def _last_hand(play: Play) -> None:
    """The last hand of a game, drawn, with one stick left on the table."""
    _riichi(play, round=7, scores=(35000, 25000, 20000, 20000))
    play.end()


@case("stick/final/fires", "The stick left at the end of the game goes to nobody.")
def _(play: Play) -> None:
    _last_hand(play)
    play.final(points=tuple(play.table.scores)).finds("stick/final")


@case("stick/final/silent", "The stick left at the end of the game goes to the top player.")
def _(play: Play) -> None:
    _last_hand(play)
    play.final()


@case("stick/final/partly", "Of two sticks left at the end of the game the top player gets one.")
def _(play: Play) -> None:
    _riichi(play, round=7, sticks=1, scores=(35000, 25000, 20000, 19000))
    play.end()
    assert play.table.sticks == 2
    first, *others = play.table.scores
    play.final(points=(first + 1000, *others)).finds("stick/final")


@case("stick/final/second-tenhou", "The stick left at the end of the game goes to the second.")
def _(play: Play) -> None:
    _last_hand(play)
    first, second, *others = play.table.scores
    play.final(points=(first, second + 1000, *others)).finds("stick/final")


@case("honba/carry/fires", "No counter is added after a draw.")
def _(play: Play) -> None:
    play.hand().end().hand(honba=0).finds("honba/carry", event=None).turn().turn()


@case("honba/carry/missing-hand", "A hand is missing: counter and scores are both off, which is one fault.")
def _(play: Play) -> None:
    play.hand().end()
    play.hand(honba=2, scores=(26000, 24000, 25000, 25000)).finds("honba/carry", event=None).turn().turn()


@case("honba/carry/draw", "The draw records two counters more than the hand has.")
def _(play: Play) -> None:
    play.hand().play_out().ryuukyoku(honba=2).finds("honba/carry").hand().turn()


@case("honba/carry/silent", "A counter is added after a draw and after a win by the dealer; another's win clears them.")
def _(play: Play) -> None:
    play.hand({0: WAIT}, avoid="7m").end()
    play.hand({0: WAIT}, avoid="7m").turn().turn().turn().turn("7m").ron(0)
    play.hand({1: WAIT}, avoid="7m").turn().turn().turn().turn("7m").ron(1)
    play.hand().turn()


@case("game/carry/fires", "A seat starts the next hand with 100 points more.")
def _(play: Play) -> None:
    play.hand().end()
    play.hand(scores=(25000, 25000, 25100, 25000)).finds("game/carry", 2, event=None).turn().turn()


@case("game/carry/no-end", "The log has no end of a hand, and the next one starts with other points.")
def _(play: Play) -> None:
    play.hand().turn().turn()
    play.hand(scores=(26000, 24000, 25000, 25000)).finds("game/carry", event=None).turn().turn()


@case("game/carry/no-end-silent", "The log has no end of a hand, and the next one starts with the same points.")
def _(play: Play) -> None:
    play.hand().turn().turn().hand().turn().turn()


@case("game/carry/silent", "Each seat starts the next hand with the points that the last one left.")
def _(play: Play) -> None:
    play.hand({1: WAIT}).end().hand().turn().turn()
