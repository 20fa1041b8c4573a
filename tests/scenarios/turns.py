"""The order of play, and the marks of drawn tiles."""

from auditor.core.events import DISCARD, RIICHI, TEDASHI, Event
from scenarios import Play, case


@case("turn/order/fires", "A seat draws before its turn.")
def _(play: Play) -> None:
    play.hand()
    play.turn().draw(seat=2).finds("turn/order", 2).discard()
    for _ in range(8):
        play.turn()


@case("turn/order/no-draw", "A discard without a draw.")
def _(play: Play) -> None:
    play.hand({1: "147m147p147s1234z"})
    play.turn().discard("4z", seat=1).finds("turn/order", 1)
    for _ in range(8):
        play.turn()


@case("turn/order/kan-after-pon", "A closed kan between a pon and its discard.")
def _(play: Play) -> None:
    play.hand({2: "2222m55p147p258s1z"}, avoid="5p")
    play.turn("5p").pon(2, "55p").closed_kan("2m").finds("turn/order", 2, event=play.last_event - 1).draw().discard()
    for _ in range(8):
        play.turn()


@case("turn/order/riichi-of-another", "The riichi of a seat that wins with a yakuman stands as another's.")
def _(play: Play) -> None:
    play.hand({1: "19m19p19s1234567z"}, avoid="5p1z").turn().draw("5p")
    play.add(Event(RIICHI, 2)).finds("turn/order", 2).discard("5p", seat=1).deposit(1).go_round().draw("1z")
    play.tsumo(ura="6s", show_ura=True)


@case("turn/order/silent", "A pon passes two seats over, whose turn comes after the caller's.")
def _(play: Play) -> None:
    play.hand({3: "147m55p47p258s123z"}, avoid="5p")
    play.turn("5p").pon(3, "55p").discard("3z").draw().look().discard().end()


@case(
    "turn/tsumogiri/fires", "A tile marked as coming from the hand, where the only copy was just drawn.", form="tenhou6"
)
def _(play: Play) -> None:
    play.hand({1: "147m147p147s1234z"}, avoid="9m")
    play.turn().draw("9m")
    play.add(Event(DISCARD, 1, play.held(1, "9m")[0], mark=TEDASHI)).finds("turn/tsumogiri", 1).turn()


@case(
    "turn/tsumogiri/silent", "A tile marked as coming from the hand, where another copy was just drawn.", form="tenhou6"
)
def _(play: Play) -> None:
    play.hand({1: "147m147p147s1234z"}, avoid="1m")
    play.turn()
    copy = play.held(1, "1m")[0]
    play.draw("1m").add(Event(DISCARD, 1, copy, mark=TEDASHI)).end()


def _first_discard(play: Play) -> None:
    """The dealer discards the first tile it gets, and the mark says that it comes from the hand."""
    play.hand({0: "147m147p147s1234z"}, avoid="9m").draw("9m")
    play.add(Event(DISCARD, 0, play.held(0, "9m")[0], mark=TEDASHI))


@case("turn/tsumogiri/first-discard", "The dealer's first discard is the tile just drawn, not marked so.", form="mjai")
def _(play: Play) -> None:
    _first_discard(play)
    play.finds("turn/tsumogiri", 0).turn()


@case(
    "turn/tsumogiri/first-discard-silent",
    "Mahjong Soul deals the dealer 14 tiles: no mark of the first discard means anything.",
    rules="mahjong-soul",
    form="mjai",
)
def _(play: Play) -> None:
    _first_discard(play)
    play.turn()
