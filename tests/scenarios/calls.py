"""Chi, pon and kan."""

from auditor.core.events import CLOSED_KAN, PON, Event
from scenarios import Play, case


@case("call/target/fires", "A pon of a tile discarded one turn before the last discard.")
def _(play: Play) -> None:
    play.hand({3: "123456m456p77z12s"}, avoid="7z8p")
    play.turn("7z")
    passed = play.table.last
    assert passed is not None
    own = play.held(3, "77z")
    play.turn("8p").add(Event(PON, 3, passed.tile, own, 0)).finds("call/target", 3).discard("2s")


@case("call/target/silent", "A pon of the last discard, out of turn.")
def _(play: Play) -> None:
    play.hand({3: "123456m456p77z12s"}, avoid="7z")
    play.turn("7z").pon(3, "77z").discard("2s").end()


@case("call/chi-seat/fires", "A chi of the tile that the seat across discards.")
def _(play: Play) -> None:
    play.hand({2: "34m147p258s12345z"}, avoid="5m")
    play.turn("5m").chi(2, "34m").finds("call/chi-seat", 2).discard("5z").end()


@case("call/chi-seat/silent", "A chi of the tile that the seat to the left discards.")
def _(play: Play) -> None:
    play.hand({1: "34m147p258s12345z"}, avoid="5m")
    play.turn("5m").chi(1, "34m").discard("5z").end()


@case("call/meld/fires", "A tile added to a pon that the seat does not have.")
def _(play: Play) -> None:
    play.hand({1: "1147m1258p28s567z"}, avoid="1m")
    play.turn().draw("1m").added_kan("1m").finds("call/meld", 1).draw().dora().discard("7z").go_round().turn()


@case("call/meld/chi", "A chi of 3m 4m 6m, which is no run.", form="mjai")
def _(play: Play) -> None:
    play.hand({1: "34m147p258s12345z"}, avoid="6m").turn("6m").chi(1, "34m").finds("call/meld", 1).discard("5z").end()


@case("call/meld/pon", "A pon of 6p 6p 7p, which are not the same tile.", form="mjai")
def _(play: Play) -> None:
    play.hand({2: "34m1667p258s1234z"}, avoid="6p").turn("6p").pon(2, "67p").finds("call/meld", 2).discard("4z").end()


@case("call/meld/closed-kan", "A closed kan of 1112m.", form="mjai")
def _(play: Play) -> None:
    play.hand({0: "111247m147p258s1z"}, avoid="1m").draw("9s")
    tiles = tuple(sorted([play.take("1m"), play.take("1m"), play.take("1m"), play.take("2m")]))
    play.add(Event(CLOSED_KAN, 0, tiles[0], tiles, 0)).finds("call/meld", 0).end()


@case("call/meld/other-pon", "A tile added to a pon of another discarder than the pon had.")
def _(play: Play) -> None:
    play.hand({1: "1147m1258p28s567z"}, avoid="11m")
    play.turn("1m").pon(1, "11m").discard("7z").go_round().draw("1m").added_kan("1m").finds("call/meld", 1)
    play.table.hand.events[-1].from_seat = 2
    play.draw().dora().discard().end()


@case("call/meld/silent", "A tile added to one's pon; the indicator turns before the discard.")
def _(play: Play) -> None:
    play.hand({1: "1147m1258p28s567z"}, avoid="11m")
    play.turn("1m").pon(1, "11m").discard("7z").go_round().draw("1m").added_kan("1m").draw().dora().discard().end()


@case("call/last-tile/fires", "A pon of the last discard of the hand.")
def _(play: Play) -> None:
    play.hand({3: "1147m1258p28s567z"}, avoid="1m")
    play.until_left(1)
    play.turn("1m").pon(3, "11m").finds("call/last-tile", 3).discard("7z").ryuukyoku()


@case("call/last-tile/kan", "A closed kan on the last tile of the wall.")
def _(play: Play) -> None:
    seat = 1
    play.hand({seat: "11147m1258p2s567z"}, avoid="1m")
    play.until_left(1)
    play.draw("1m").closed_kan("1m").finds("call/last-tile", seat, event=play.last_event - 1).ryuukyoku()


@case("call/last-tile/silent", "A pon of a discard when two tiles are left.")
def _(play: Play) -> None:
    play.hand({1: "1147m1258p28s567z"}, avoid="1m")
    play.until_left(3)
    play.turn("1m").pon(1, "11m").discard("7z").end()


@case("call/riichi/fires", "A pon by a seat in riichi.")
def _(play: Play) -> None:
    play.hand({1: "123456m456p77s55z"}, avoid="9m5z")
    play.turn().draw("9m").riichi("9m")
    play.turn("5z").pon(1, "55z").finds("call/riichi", 1)
    play.discard("1m")


@case("call/riichi/silent", "A pon by a seat whose neighbour is in riichi.")
def _(play: Play) -> None:
    play.hand({1: "123456m456p7788s", 3: "1147m1258p28s567z"}, avoid="9m1m")
    play.turn().draw("9m").riichi("9m").turn("1m").pon(3, "11m").discard("7z").end()


@case("call/fifth-kan/fires", "A fifth kan, by another seat than made the four.")
def _(play: Play) -> None:
    _four_kans(play)
    play.draw("9s").closed_kan("9s").finds("call/fifth-kan", 2, event=play.last_event - 1).draw().discard()


@case("call/fifth-kan/silent", "Four kans by one seat.")
def _(play: Play) -> None:
    _four_kans(play)
    play.end()


def _four_kans(play: Play) -> None:
    play.hand({1: "222444m666888p1s", 2: "1357m1357p17s999s"}, avoid="2m4m6p8p9s")
    play.turn()
    for tile in ("2m", "4m", "6p"):
        play.draw(tile).closed_kan(tile)
    play.draw("8p").closed_kan("8p").draw().discard()


@case("call/kuikae/fires", "After a chi of 5m with 34m, the discard of 5m's other end 2m.")
def _(play: Play) -> None:
    play.hand({1: "234m147p258s1234z"}, avoid="5m")
    play.turn("5m").chi(1, "34m").discard("2m").finds("call/kuikae", 1).end()


@case("call/kuikae/same-tile", "After a pon of 5p, the discard of the fourth 5p.")
def _(play: Play) -> None:
    play.hand({2: "147m555p258s1234z"}, avoid="0p")
    play.turn("0p").pon(2, "55p").discard("5p").finds("call/kuikae", 2).end()


@case("call/kuikae/silent", "After a chi of 5m with 46m, the discard of 7m, which would make no run with 46m.")
def _(play: Play) -> None:
    play.hand({1: "467m147p258s1234z"}, avoid="5m")
    play.turn("5m").chi(1, "46m").discard("7m").end()


@case("call/kuikae/upper", "After a chi of 6m with 78m, the discard of 6m's other end 9m, the highest.")
def _(play: Play) -> None:
    play.hand({1: "789m147p258s1234z"}, avoid="6m")
    play.turn("6m").chi(1, "78m").discard("9m").finds("call/kuikae", 1).end()


@case("call/kuikae/lower", "After a chi of 4p with 23p, the discard of 4p's other end 1p, the lowest.")
def _(play: Play) -> None:
    play.hand({1: "147m123p258s1234z"}, avoid="4p")
    play.turn("4p").chi(1, "23p").discard("1p").finds("call/kuikae", 1).end()


@case("call/kuikae/upper-silent", "After a chi of 7m with 89m, which has no other end, the discard of 1p.")
def _(play: Play) -> None:
    play.hand({1: "89m147p258s12345z"}, avoid="7m")
    play.turn("7m").chi(1, "89m").discard("1p").end()


@case("call/kuikae/lower-silent", "After a chi of 3p with 12p, which has no other end, the discard of 9m.")
def _(play: Play) -> None:
    play.hand({1: "147m9m12p258s1234z"}, avoid="3p")
    play.turn("3p").chi(1, "12p").discard("9m").end()


@case("call/kuikae/later", "The discard of 5m's other end 2m one turn after the chi of 5m with 34m.")
def _(play: Play) -> None:
    play.hand({1: "234m147p258s1234z"}, avoid="5m")
    play.turn("5m").chi(1, "34m").discard("4z").go_round().turn("", "2m").end()


@case(
    "call/kuikae/riichi",
    "A declaration tile of the kind of an older pon is no swap-call, though the riichi is illegal.",
)
def _(play: Play) -> None:
    play.hand({1: "123456m145p77z99s"}, avoid="7z6p")
    play.turn("7z").pon(1, "77z").discard("1p").go_round().draw("7z").riichi("7z")
    play.finds("riichi/open-hand", 1, event=play.last_event - 2).end()


@case("call/kuikae/allowed", "The same swap-call where the ruleset allows it.", rules="ema-2012")
def _(play: Play) -> None:
    play.hand({1: "234m147p258s1234z"}, avoid="5m")
    play.turn("5m").chi(1, "34m").discard("2m").end()
