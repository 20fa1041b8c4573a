"""Riichi: declaring it, discards after it, kans after it."""

from auditor.core.events import DRAW, Event
from scenarios import Play, case

TENPAI = "123456m456p7788s"
"""Waits for 7s and 8s."""


@case("riichi/open-hand/fires", "Riichi after a pon.")
def _(play: Play) -> None:
    play.hand({1: "123456m1458p77z9s"}, avoid="7z6p9p")
    play.turn("7z").pon(1, "77z").discard("9s").go_round().turn("6p", "1p").go_round().draw("9p").riichi("9p")
    play.finds("riichi/open-hand", 1, event=play.last_event - 2).end()


@case("riichi/open-hand/silent", "Riichi after a closed kan, which leaves the hand concealed.")
def _(play: Play) -> None:
    play.hand({1: "1111m456p78899s5z"}, avoid="5z8s")
    play.turn().draw("5z").closed_kan("1m").draw("8s").riichi("8s").end()


@case("riichi/noten/fires", "The declaration tile leaves a hand that waits for nothing.")
def _(play: Play) -> None:
    play.hand({1: "123456m456p77s15z"}, avoid="9m")
    play.turn().draw("9m").riichi("9m").finds("riichi/noten", 1, event=3).go_round().turn()


@case("riichi/noten/silent", "The declaration tile leaves two pairs that wait for each other's third tile.")
def _(play: Play) -> None:
    play.hand({1: "123456m456p77s15z"}, avoid="1z")
    play.turn().draw("1z").riichi("5z").end()


@case("riichi/points/fires", "Riichi with 900 points.")
def _(play: Play) -> None:
    play.hand({1: TENPAI}, round=1, scores=(33100, 900, 33000, 33000), avoid="9m")
    play.draw("9m").riichi("9m").finds("riichi/points", 1, event=1).end()


@case("riichi/points/silent", "Riichi with exactly 1000 points.")
def _(play: Play) -> None:
    play.hand({1: TENPAI}, round=1, scores=(33000, 1000, 33000, 33000), avoid="9m")
    play.draw("9m").riichi("9m").end()


@case("riichi/wall/fires", "Riichi with three tiles left.")
def _(play: Play) -> None:
    play.hand({2: TENPAI}, avoid="9m5z")
    while play.table.wall_left > 4 or play.turn_seat != 2:
        play.turn()
    play.draw().riichi().finds("riichi/wall", 2, event=play.last_event - 2).end()


@case("riichi/wall/silent", "Riichi with four tiles left.")
def _(play: Play) -> None:
    play.hand({1: TENPAI})
    while play.table.wall_left > 5 or play.turn_seat != 1:
        play.turn()
    play.draw().riichi().end()


@case("riichi/repeat/fires", "Riichi declared again three turns later.")
def _(play: Play) -> None:
    play.hand({1: TENPAI}, avoid="9m")
    play.turn().draw("9m").riichi("9m").go_round()
    play.draw().riichi(deposit=False).finds("riichi/repeat", 1, event=play.last_event - 1).end()


@case("riichi/repeat/silent", "Two seats declare riichi, each once.")
def _(play: Play) -> None:
    play.hand({1: TENPAI, 2: "123456p456s11m22z"}, avoid="9m9p")
    play.turn().draw("9m").riichi("9m").draw("9p").riichi("9p").look(event=play.last_event - 2).end()


@case("riichi/discard/fires", "A discard from the hand after riichi.")
def _(play: Play) -> None:
    play.hand({1: TENPAI}, avoid="9m3m")
    play.turn().draw("9m").riichi("9m").go_round().draw("3m").discard("6m").finds("riichi/discard", 1).go_round().turn()


@case("riichi/discard/first-tile", "A discard from the hand after riichi where the draw is the very first tile, id 0.")
def _(play: Play) -> None:
    play.hand({1: "23456m456p45688s"}, avoid="1m9p4m7m").turn().draw("9p").riichi("9p").go_round()
    play.add(Event(DRAW, 1, 0)).discard("6m").finds("riichi/discard", 1).go_round().turn()


@case("riichi/discard/red-five", "The red five just drawn stays, the plain five of the hand goes.", form="tenhou6")
def _(play: Play) -> None:
    play.hand({1: TENPAI}, avoid="9m0m")
    play.turn().draw("9m").riichi("9m").go_round().draw("0m").discard("5m").finds("riichi/discard", 1).go_round().turn()


@case(
    "riichi/discard/silent", "After riichi the seat discards each drawn tile, another copy of one it holds among them."
)
def _(play: Play) -> None:
    play.hand({1: TENPAI}, avoid="9m3m")
    play.turn().draw("9m").riichi("9m").go_round().turn("3m").end()


@case("riichi/kan-waits/fires", "The kan of 4m leaves only the 3m tanki of the waits 2m 3m 5m.")
def _(play: Play) -> None:
    play.hand({0: "3444m778899s333z"}, avoid="9p4m")
    play.draw("9p").riichi("9p").go_round()
    play.draw("4m").closed_kan("4m").finds("riichi/kan-waits", 0, event=play.last_event - 1).draw().discard().end()


@case("riichi/kan-waits/silent", "The west triplet is a triplet in every reading: its kan keeps the waits 2m 3m 5m.")
def _(play: Play) -> None:
    play.hand({0: "3444m778899s333z"}, avoid="9p3z")
    play.draw("9p").riichi("9p").go_round().draw("3z").closed_kan("3z").draw().discard().end()


@case("riichi/kan-shape/fires", "The kan of 2m keeps the wait and destroys 123m three times.", rules="ema-2012")
def _(play: Play) -> None:
    play.hand({0: "111222333m111z4z"}, avoid="9p2m")
    play.draw("9p").riichi("9p").go_round()
    play.draw("2m").closed_kan("2m").finds("riichi/kan-shape", 0, event=play.last_event - 1).draw().discard().end()


@case("riichi/kan-shape/silent", "The kan of 1z keeps the wait and every reading.", rules="ema-2012")
def _(play: Play) -> None:
    play.hand({0: "111222333m111z4z"}, avoid="9p1z")
    play.draw("9p").riichi("9p").go_round().draw("1z").closed_kan("1z").draw().discard().end()


@case("riichi/kan-shape/allowed", "The same kan of 2m is legal where only the waits count.")
def _(play: Play) -> None:
    play.hand({0: "111222333m111z4z"}, avoid="9p2m")
    play.draw("9p").riichi("9p").go_round().draw("2m").closed_kan("2m").draw().discard().end()


@case("riichi/kan-drawn/fires", "A kan of the four 3s in the hand when 6s was drawn (okuri-kan).")
def _(play: Play) -> None:
    play.hand({0: "123p333345s78m11z"}, avoid="9p6s")
    play.draw("9p").riichi("9p").go_round()
    play.draw("6s").closed_kan("3s").finds("riichi/kan-drawn", 0, event=play.last_event - 1).draw().discard().end()


@case("riichi/kan-drawn/silent", "The drawn 6s is discarded; the four 3s stay.")
def _(play: Play) -> None:
    play.hand({0: "123p333345s78m11z"}, avoid="9p6s")
    play.draw("9p").riichi("9p").go_round().turn("6s").look().end()


@case("riichi/kan-forbidden/fires", "The kan that all other rules allow.", rules="no-kan-after-riichi")
def _(play: Play) -> None:
    play.hand({0: "3444m778899s333z"}, avoid="9p3z")
    play.draw("9p").riichi("9p").go_round()
    play.draw("3z").closed_kan("3z").finds("riichi/kan-forbidden", 0, event=play.last_event - 1).draw().discard().end()


@case("riichi/kan-forbidden/silent", "A kan before riichi.", rules="no-kan-after-riichi")
def _(play: Play) -> None:
    play.hand({0: "3444m778899s333z"}, avoid="9p3z")
    play.draw("3z").closed_kan("3z").draw("9p").riichi("9p").end()


@case("note/furiten-riichi/fires", "Riichi waiting for 7s and 8s after discarding an 8s.")
def _(play: Play) -> None:
    play.hand({1: TENPAI}, avoid="9m8s")
    play.turn().turn("8s").go_round().draw("9m").riichi("9m").finds("note/furiten-riichi", 1, event=play.last_event - 2)
    play.end()


@case("note/furiten-riichi/silent", "Riichi waiting for 7s and 8s after discarding a 9s.")
def _(play: Play) -> None:
    play.hand({1: TENPAI}, avoid="9m9s")
    play.turn().turn("9s").go_round().draw("9m").riichi("9m").end()


@case("note/karaten-riichi/fires", "Riichi on 7z of which two copies lie discarded and one is the indicator.")
def _(play: Play) -> None:
    play.hand({1: "123456m456p78s17z"}, avoid="9s77z", indicator="7z")
    play.turn("7z").turn().turn("7z").turn().turn().draw("9s").riichi("1z")
    play.finds("note/karaten-riichi", 1, event=play.last_event - 2).end()


@case("note/karaten-riichi/silent", "Riichi on 7z of which one tile may be left.")
def _(play: Play) -> None:
    play.hand({1: "123456m456p78s17z"}, avoid="9s7z", indicator="7z")
    play.turn("7z").turn().turn().turn().turn().draw("9s").riichi("1z").end()
