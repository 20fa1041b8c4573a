"""Games as the M-League's viewer records them: typed in from the broadcast, with tiles left out and payments net."""

from auditor.events import DRAW, Event
from auditor.tiles import UNKNOWN
from scenarios import Play, case

WAIT = "23456m456p45688s"
"""Waits for 1m, 4m and 7m."""
TENPAI = "123p456p789s1122z"
"""Waits for 1z and 2z."""


@case("tiles/missing/fires", "A drawn tile was not typed in.", rules="m-league", form="mleague")
def _(play: Play) -> None:
    play.hand(avoid="9m").turn("9m").turn()
    play.add(Event(DRAW, 2, UNKNOWN)).finds("tiles/missing", 2).discard_tile(play.take("1z")).end()


@case("tiles/missing/indicator", "The first indicator was not typed in.", rules="m-league", form="mleague")
def _(play: Play) -> None:
    play.hand({1: WAIT}, avoid="7m")
    play.current.indicator = UNKNOWN
    play.finds("tiles/missing", event=None).turn().turn().turn().turn("7m").ron(1)


@case("tiles/missing/silent", "A whole hand as the viewer records it: every tile is there, an ura indicator too.",
      rules="m-league", form="mleague")  # fmt: skip
def _(play: Play) -> None:
    play.hand({1: WAIT}, avoid="9p7m", indicator="1z").turn().turn().go_round().draw("9p").riichi("9p")
    play.go_round(3).turn("7m").ron(1, ura="3z").hand({2: TENPAI}).end()


@case("tiles/hand-size/mleague", "A tile of a hand dealt was left out.", rules="m-league", form="mleague")
def _(play: Play) -> None:
    play.hand({1: "23456m456p456s8s"}).finds("tiles/hand-size", 1, event=None).end()


@case("dora/timing/mleague-silent", "The indicator of every kan is turned at once.", rules="m-league", form="mleague")
def _(play: Play) -> None:
    play.hand({3: "11m999p258s28m123z"}, avoid="111m9p")
    play.turn("1m").pon(3, "11m").discard("3z").turn().turn().turn()
    play.draw("1m").added_kan("1m").dora().draw("9p").closed_kan("9p").draw().discard().end()
    play.hand({1: "444p147m258s1234z"}, avoid="4p").go_round(0).turn("4p").open_kan(
        1, "444p"
    ).dora().draw().discard().end()


@case("dora/timing/mleague", "The indicator of a closed kan was not typed in.", rules="m-league", form="mleague")
def _(play: Play) -> None:
    play.hand({1: "111m147p258s1234z"}, avoid="1m").turn()
    play.draw("1m").closed_kan("1m", turn_dora=False).draw().finds("dora/timing", 1).discard().end()


@case("dora/ura/mleague", "The ura indicator was not typed in.", rules="m-league", form="mleague")
def _(play: Play) -> None:
    play.hand({1: WAIT}, avoid="9p7m", indicator="1z").turn().turn().go_round().draw("9p").riichi("9p")
    play.go_round(3).turn("7m").ron(1, ura="3z", show_ura=False).finds("dora/ura", 1)


@case("stick/leak/mleague-silent", "What a draw pays and a self-draw wins, typed in less the sticks of the hand.",
      rules="m-league", form="mleague")  # fmt: skip
def _(play: Play) -> None:
    play.hand({1: WAIT, 2: TENPAI}, avoid="9p", indicator="1z").turn().turn().go_round().draw("9p").riichi("9p").end()
    play.hand({3: WAIT}, avoid="9p7m", indicator="1z").turn().go_round(3).draw("9p").riichi("9p").go_round(3)
    play.draw("7m").tsumo(ura="3z").hand().end()


@case("pay/win/mleague", "A winner's points were mistyped.", rules="m-league", form="mleague")
def _(play: Play) -> None:
    play.hand({1: WAIT}, avoid="7m", indicator="1z").turn().turn().turn().turn("7m")
    due = play.payment(1, 3)
    play.ron(1, deltas=(0, due[1] + 300, 0, due[3])).finds("pay/win", 1)


@case("turn/order/mleague", "A draw was left out.", rules="m-league", form="mleague")
def _(play: Play) -> None:
    play.hand().turn().turn().turn(discard="")
    play.discard(seat=3).finds("turn/order", 3).go_round(3).end()


@case("stick/deposit/mleague", "A stick was left out.", rules="m-league", form="mleague")
def _(play: Play) -> None:
    play.hand({1: WAIT}, avoid="9p7m", indicator="1z").turn().turn().go_round().draw("9p").riichi("9p", deposit=False)
    play.finds("stick/deposit", 1, event=play.last_event - 1).end()


@case("game/final/mleague", "The sign of a final score was forgotten.", rules="m-league", form="mleague")
def _(play: Play) -> None:
    play.hand(round=7, scores=(45000, 30000, 15000, 10000)).end().final(scores=(65.0, 10.0, 25.0, -50.0))
    play.finds("game/final")
