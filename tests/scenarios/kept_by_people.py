"""Games in the forms that they lie about in: states of a simulator, text for people."""

from scenarios import Play, case

WAIT = "23456m456p45688s"
"""Waits for 1m, 4m and 7m."""


@case("tiles/not-held/mjx", "A state of mjx: a tile is discarded that the seat does not hold.", form="mjx")
def _(play: Play) -> None:
    play.hand({0: WAIT}, avoid="9p").draw("1z").discard_tile(play.take("9p")).finds("tiles/not-held", 0).end()


@case(
    "tiles/not-held/mjx-silent", "A hand as a state of mjx: a riichi, a win on it with its ura indicator.", form="mjx"
)
def _(play: Play) -> None:
    play.hand({1: WAIT}, avoid="9p7m", indicator="1z").turn().turn().go_round().draw("9p").riichi("9p")
    play.go_round(3).turn("7m").ron(1, ura="3z")


@case("tiles/not-held/mjscore", "A game as text: a tile is discarded that the seat does not hold.", form="mjscore")
def _(play: Play) -> None:
    play.hand({0: WAIT}, avoid="9p").draw("1z").discard_tile(play.take("9p")).finds("tiles/not-held", 0).end()


@case("tiles/not-held/mjscore-silent", "A hand as text, a riichi, and an ura indicator.", form="mjscore")
def _(play: Play) -> None:
    play.hand({1: WAIT}, avoid="9p7m", indicator="1z").turn().turn().go_round().draw("9p").riichi("9p")
    play.go_round(3).turn("7m").ron(1, ura="3z")
