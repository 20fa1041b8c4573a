"""Payments of wins, honba and draws."""

from auditor.core.events import NINE_TERMINALS
from scenarios import Play, case

WAIT = "23456m456p45688s"
"""Waits for 1m, 4m and 7m."""


def _won(play: Play, honba: int = 0) -> tuple[int, ...]:
    """Seat 3 discards the 7m that seat 1 waits for; gives what each seat is to gain."""
    play.hand({1: WAIT}, avoid="7m", indicator="1z", honba=honba)
    play.turn().turn().turn().turn("7m")
    return play.payment(1, 3)


def _and_on(play: Play) -> None:
    """The game goes on from the points that the log gives, and is drawn."""
    play.hand().end()


@case("pay/win/fires", "The discarder pays 100 points too few, the winner gains as many too few.")
def _(play: Play) -> None:
    due = _won(play)
    play.ron(1, deltas=(due[0], due[1] - 100, due[2], due[3] + 100)).finds("pay/win", 1)
    _and_on(play)


@case("pay/win/wrong-seat", "Another seat than the discarder pays.")
def _(play: Play) -> None:
    due = _won(play)
    play.ron(1, deltas=(due[3], due[1], due[2], due[0])).finds("pay/win", 1)
    _and_on(play)


@case("pay/win/pao", "A self-drawn daisangen: the seat that fed the third dragon is liable and pays nothing.")
def _(play: Play) -> None:
    due = _daisangen(play)
    assert due[0] == -32000
    play.tsumo(deltas=(-16000, 32000, -8000, -8000)).finds("pay/win", 1)


@case("pay/win/pao-paid", "A self-drawn daisangen: the seat that fed the third dragon pays it all.")
def _(play: Play) -> None:
    assert _daisangen(play)[0] == -32000
    play.tsumo(pao_seat=0)


def _daisangen(play: Play, *, self_drawn: bool = True) -> tuple[int, ...]:
    """Seat 1 melds three dragons, the last from the dealer, and draws its tile, or seat 3 discards it.

    Gives what each seat is to gain by a self-draw.
    """
    play.hand({1: "23m9p124s556677z9p"}, avoid="5z6z7z1m", indicator="1z")
    for dragon, gone in (("5z", "1s"), ("6z", "2s"), ("7z", "4s")):
        play.go_round(0).turn(dragon).pon(1, dragon[0] * 2 + "z").discard(gone)
    if not self_drawn:
        play.go_round(3).turn("1m")
        return ()
    play.go_round(1).draw("1m")
    return play.payment(1, 1)


@case("pay/win/silent", "The discarder pays what the winner gains.")
def _(play: Play) -> None:
    _won(play)
    play.ron(1)
    _and_on(play)


@case("pay/honba/fires", "Two honba on the table are not paid.")
def _(play: Play) -> None:
    due = _won(play, honba=2)
    play.ron(1, deltas=(due[0], due[1] - 600, due[2], due[3] + 600)).finds("pay/honba", 1)
    _and_on(play)


@case("pay/honba/counted", "The win counts one honba where there are two, and pays two.")
def _(play: Play) -> None:
    _won(play, honba=2)
    play.ron(1, honba=1).finds("pay/honba", 1)


@case("pay/honba/second-winner", "Double ron: the second winner gets the honba as well.")
def _(play: Play) -> None:
    play.hand({1: WAIT, 2: "56m234567p23488s"}, avoid="7m", indicator="1z", honba=1)
    play.turn().turn().turn().turn("7m")
    far = play.payment(2, 3, counters=False)
    play.ron(1).ron(2, deltas=(far[0], far[1], far[2] + 300, far[3] - 300)).finds("pay/honba", 2)


@case("pay/honba/silent", "Two honba: the discarder pays 600 more.")
def _(play: Play) -> None:
    _won(play, honba=2)
    play.ron(1)
    _and_on(play)


@case("pay/honba/tsumo", "Two honba: of a self-draw each payer pays 200 more.")
def _(play: Play) -> None:
    play.hand({1: WAIT}, avoid="7m", indicator="1z", honba=2).turn().draw("7m").tsumo()
    _and_on(play)


@case("pay/noten/fires", "One tenpai seat gets 3000, but one noten seat pays 2000 and another nothing.")
def _(play: Play) -> None:
    play.hand({1: WAIT}).play_out().ryuukyoku(deltas=(-2000, 3000, 0, -1000))
    play.finds("pay/noten")
    _and_on(play)


@case("pay/noten/abortive", "An abortive draw is paid for.")
def _(play: Play) -> None:
    play.hand({0: "19m19p19s123z3457m"}, avoid="6p").draw("6p").ryuukyoku(
        NINE_TERMINALS, deltas=(3000, -1000, -1000, -1000)
    )
    play.finds("pay/noten").hand().turn()


@case("pay/noten/silent", "One tenpai seat gets 3000, 1000 from each noten seat.")
def _(play: Play) -> None:
    play.hand({1: WAIT}).end()
    _and_on(play)


@case("pay/noten/three-players", "Three players: one tenpai seat gets 2000, 1000 from each.", rules="tenhou-sanma")
def _(play: Play) -> None:
    play.hand({1: "111m456p456s1122z"}).end()


@case("pay/win/dealer-share", "Of a self-draw the dealer pays no more than the others.")
def _(play: Play) -> None:
    play.hand({1: WAIT}, avoid="7m", indicator="1z").turn().turn().go_round().draw("7m")
    assert play.payment(1, 1) == (-1300, 2700, -700, -700)
    play.tsumo(deltas=(-700, 2100, -700, -700)).finds("pay/win", 1)
    _and_on(play)


@case("pay/win/pao-named", "A seat is named liable for a win that nobody is liable for.")
def _(play: Play) -> None:
    _won(play)
    play.ron(1, pao_seat=2).finds("pay/win", 2)
    _and_on(play)


@case("pay/win/pao-ron", "Daisangen by ron from another seat than the liable one: they pay half each.")
def _(play: Play) -> None:
    _daisangen(play, self_drawn=False)
    assert play.payment(1, 3) == (-16000, 32000, 0, -16000)
    play.ron(1, pao_seat=0)


@case("pay/win/two-dragons", "Two dragons melded and the third in hand: nobody is liable.")
def _(play: Play) -> None:
    play.hand({1: "23m9p12s5566777z9p"}, avoid="5z6z1m", indicator="1z")
    for dragon, gone in (("5z", "1s"), ("6z", "2s")):
        play.go_round(0).turn(dragon).pon(1, dragon[0] * 2 + "z").discard(gone)
    play.go_round(1).draw("1m").tsumo(deltas=(-16000, 32000, -8000, -8000))


@case("pay/honba/tsumo-unpaid", "Two honba: of a self-draw one of three payers pays none.")
def _(play: Play) -> None:
    play.hand({1: WAIT}, avoid="7m", indicator="1z", honba=2).turn().turn().go_round().draw("7m")
    due = play.payment(1, 1)
    play.tsumo(deltas=(due[0], due[1] - 200, due[2], due[3] + 200)).finds("pay/honba", 1)
    _and_on(play)


@case("pay/noten/nobody", "Nobody is tenpai, and one seat is paid all the same.")
def _(play: Play) -> None:
    play.hand().play_out().ryuukyoku(deltas=(-1000, 3000, -1000, -1000)).finds("pay/noten")
    _and_on(play)


@case("pay/noten/pool-of-four", "Three players: one tenpai seat gets 3000 as with four.", rules="tenhou-sanma")
def _(play: Play) -> None:
    play.hand({1: "111m456p456s1122z"}).play_out()
    play.ryuukyoku(deltas=(-1500, 3000, -1500, 0)).finds("pay/noten")
