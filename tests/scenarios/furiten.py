"""Ron while furiten, by each cause, and winning tiles passed."""

from scenarios import Play, case

TWO_PAIRS = "234m456p789s1122z"
"""Waits for 1z, a yaku in the east round, and 2z, a yaku for the south seat only."""
RUN_WAIT = "23456m456p45688s"
"""Waits for 1m, 4m and 7m: pinfu, and on 4m and 7m tanyao."""


@case("furiten/discard/fires", "Ron on 7m with 1m, another of the waits, in the own river.")
def _(play: Play) -> None:
    play.hand({1: RUN_WAIT}, avoid="1m7m")
    play.turn().turn("1m").turn().turn("7m").ron(1).finds("furiten/discard", 1)


@case("furiten/discard/claimed", "Ron on 7m; the 1m that makes furiten was claimed by another seat.")
def _(play: Play) -> None:
    play.hand({1: RUN_WAIT, 3: "11m147p258p28s123z"}, avoid="1m7m")
    play.turn().turn("1m").pon(3, "11m").discard("3z").turn("7m").ron(1).finds("furiten/discard", 1)


@case("furiten/discard/silent", "A self-draw while furiten.")
def _(play: Play) -> None:
    play.hand({1: RUN_WAIT}, avoid="1m7m")
    play.turn().turn("1m").go_round().draw("7m").tsumo()


@case("furiten/discard/waits-changed", "Ron on 6s; the 9s of the river was waited for before the hand changed.")
def _(play: Play) -> None:
    play.hand({1: "234567m55p23478s"}, avoid="9s5s6s")
    play.turn().turn("9s").go_round().turn("5s", "8s").turn().turn("6s").ron(1)


@case("furiten/temporary/fires", "Ron on 7m one discard after passing a 4m.")
def _(play: Play) -> None:
    play.hand({1: RUN_WAIT}, avoid="4m7m")
    play.turn().turn().turn("4m").finds("note/passed-win", 1).turn("7m").ron(1).finds("furiten/temporary", 1)


@case("furiten/temporary/no-yaku", "Ron on 1z one discard after passing a 2z, which would have won without a yaku.")
def _(play: Play) -> None:
    play.hand({2: TWO_PAIRS}, avoid="1z2z")
    play.turn().turn().turn().turn("2z").finds("note/passed-win", 2).turn("1z").ron(2).finds("furiten/temporary", 2)


@case("furiten/temporary/silent", "Ron on 7m after passing a 4m and drawing in between.")
def _(play: Play) -> None:
    play.hand({1: RUN_WAIT}, avoid="4m7m")
    play.turn().turn().turn("4m").finds("note/passed-win", 1).turn().turn().turn().turn("7m").ron(1)


@case(
    "furiten/temporary/any-call", "Ron on 7m after passing a 4m, then a pon of another seat.", rules="ema-2012",
)  # fmt: skip
def _(play: Play) -> None:
    play.hand({1: RUN_WAIT, 0: "147m147p19s11234z"}, avoid="4m7m1z")
    play.turn("", "4z").turn().turn("4m").finds("note/passed-win", 1)
    play.turn("1z").pon(0, "11z").discard("7m").ron(1)


@case("furiten/temporary/call-of-others", "The same pon of another seat does not end furiten here.")
def _(play: Play) -> None:
    play.hand({1: RUN_WAIT, 0: "147m147p19s11234z"}, avoid="4m7m1z")
    play.turn("", "4z").turn().turn("4m").finds("note/passed-win", 1)
    play.turn("1z").pon(0, "11z").discard("7m").ron(1).finds("furiten/temporary", 1)


@case("furiten/temporary/own-call", "Ron on 1m after passing a 4m, then a pon of one's own, which ends furiten.")
def _(play: Play) -> None:
    play.hand({1: "23m456p456s55777z"}, avoid="4m1m5z")
    play.turn().turn().turn("4m").finds("note/passed-win", 1)
    play.turn("5z").pon(1, "55z").discard("7z").turn("1m").ron(1)


@case("furiten/riichi/fires", "Ron on 7m two turns after passing a 4m in riichi.")
def _(play: Play) -> None:
    play.hand({1: RUN_WAIT}, avoid="4m7m9p")
    play.turn().draw("9p").riichi("9p").turn("4m").finds("note/passed-win", 1)
    play.turn().turn().turn().turn("7m").ron(1).finds("furiten/riichi", 1)


@case("furiten/riichi/passed-tsumo", "Ron on 7m after passing a self-drawn 4m in riichi.")
def _(play: Play) -> None:
    play.hand({1: RUN_WAIT}, avoid="4m7m9p")
    play.turn().draw("9p").riichi("9p").go_round().draw("4m")
    passed = play.last_event
    play.discard().finds("note/passed-win", 1, event=passed)
    play.turn("7m").ron(1).finds("furiten/discard", 1)


@case("furiten/riichi/silent", "A self-draw after passing a 4m in riichi.")
def _(play: Play) -> None:
    play.hand({1: RUN_WAIT}, avoid="4m7m9p")
    play.turn().draw("9p").riichi("9p").turn("4m").finds("note/passed-win", 1).turn().turn().draw("7m").tsumo()


@case("furiten/riichi/chankan", "Ron on 1m after letting a 4m added to a kan pass, in riichi.")
def _(play: Play) -> None:
    play.hand({1: "23m456789p45688s", 3: "44m147p258p28s123z"}, avoid="44m1m9p")
    play.turn("4m").finds("note/passed-win", 1).pon(3, "44m").discard("3z").turn()
    play.draw("9p").riichi("9p").go_round(3).draw("4m").added_kan("4m").finds("note/passed-win", 1)
    play.draw().dora().discard().turn("1m").ron(1).finds("furiten/riichi", 1)


@case("note/passed-win/fires", "A 4m that would win is passed.")
def _(play: Play) -> None:
    play.hand({1: RUN_WAIT}, avoid="4m")
    play.turn().turn().turn("4m").finds("note/passed-win", 1).end()


@case("note/passed-win/silent", "A 4m passed by a seat that is furiten already.")
def _(play: Play) -> None:
    play.hand({1: RUN_WAIT}, avoid="1m4m")
    play.turn().turn("1m").turn("4m").end()


@case("note/passed-win/double-ron", "Two seats win on one tile: neither has passed it.")
def _(play: Play) -> None:
    play.hand({1: RUN_WAIT, 2: "56m234567p234s88p"}, avoid="7m")
    play.turn("7m").ron(1).ron(2)
