"""The tiles: copies, hands, sizes."""

from auditor.core.events import DRAW, PON, Event
from scenarios import Play, case


@case("tiles/duplicate/fires", "A draw of a tile that already lies in a river.")
def _(play: Play) -> None:
    play.hand(avoid="9m")
    play.turn("9m").turn()
    play.add(Event(DRAW, 2, play.current.events[1].tile)).finds("tiles/duplicate", 2).discard()


@case("tiles/duplicate/deal", "One tile dealt to two seats.")
def _(play: Play) -> None:
    play.hand({0: "19m19p19s1223z55m0m", 1: "28m28p28s445566z0m"}).finds("tiles/duplicate", 1, event=None).turn().turn()


@case("tiles/duplicate/fifth-copy", "A fifth 9m, in a log that does not tell copies apart.", form="tenhou6")
def _(play: Play) -> None:
    play.hand({0: "999m147p258s1234z"}, avoid="9m")
    play.turn().turn("9m").turn("9m").finds("tiles/duplicate", 2, event=4).turn()


@case("tiles/duplicate/silent", "All four 9m come out, each once.")
def _(play: Play) -> None:
    play.hand({0: "99m147p258s12345z"}, avoid="99m")
    play.turn().turn("9m").turn("9m").end()


@case("tiles/not-held/fires", "A discard of a tile that another seat holds.")
def _(play: Play) -> None:
    play.hand({0: "147m147p147s1234z", 1: "258m258p258s5567z"})
    play.draw().discard_tile(play.held(1, "2m")[0]).finds("tiles/not-held", 0).turn()


@case("tiles/not-held/pon", "A pon with a tile that lies in a river.")
def _(play: Play) -> None:
    play.hand({0: "147m147p147s1234z", 2: "19m258p258s55677z"}, avoid="55z")
    play.turn("5z").turn("5z")
    gone = play.current.events[1].tile
    last = play.table.last
    assert last is not None
    play.add(Event(PON, 2, last.tile, (play.held(2, "5z")[0], gone), 1)).finds("tiles/not-held", 2).discard("6z").turn()


@case("tiles/not-held/shown", "A hand shown at the draw with a tile in the place of another.")
def _(play: Play) -> None:
    play.hand({1: "123456m456p7788s"})
    play.play_out()
    hand = sorted(play.table.seats[1].concealed)
    play.ryuukyoku(shown=(None, (*hand[:-1], play.table.seats[0].river[-1]), None, None))
    play.finds("tiles/not-held", 1)


@case(
    "tiles/not-held/in-part", "A hand shown at the draw without one of its tiles.", rules="mahjong-soul", form="majsoul"
)
def _(play: Play) -> None:
    play.hand({1: "123456m456p7788s"})
    play.play_out()
    shown = [tuple(sorted(seat.concealed)) if seat.waits else None for seat in play.table.seats]
    play.ryuukyoku(shown=tuple([hand[1:] if hand and seat == 1 else hand for seat, hand in enumerate(shown)]))
    play.finds("tiles/not-held", 1)


@case("tiles/not-held/silent", "A discard of another copy of the tile just drawn.")
def _(play: Play) -> None:
    play.hand({0: "147m147p147s1234z"}, avoid="1m")
    copy = play.held(0, "1m")[0]
    play.draw("1m").discard_tile(copy).end()


@case("tiles/hand-size/fires", "Fourteen tiles dealt to the dealer, who draws a fifteenth.")
def _(play: Play) -> None:
    play.hand({0: "147m147p147s12345z"}).finds("tiles/hand-size", 0, event=None).turn().turn()


@case(
    "tiles/hand-size/silent",
    "Three players: thirteen tiles each, and none for the seat that is missing.",
    rules="tenhou-sanma",
)
def _(play: Play) -> None:
    play.hand({0: "19m147p147s12345z"}).end()
