"""Drawn hands: exhaustive, abortive, nagashi mangan."""

from collections.abc import Mapping
from typing import Any

from auditor.core.events import FOUR_KANS, FOUR_RIICHI, FOUR_WINDS, NAGASHI_MANGAN, NINE_TERMINALS, TRIPLE_RON
from scenarios import Play, case

WAIT = "23456m456p45688s"
"""Waits for 1m, 4m and 7m."""


@case("draw/tenpai/own-pon", "A wait for the last copy of the tile of one's own pon is tenpai.", rules="ema-2012")
def _(play: Play) -> None:
    play.hand({1: "3445m123p789s116z"}, avoid="4m")
    play.turn("4m").pon(1, "44m").discard("6z").end()
    play.hand().end()


@case("draw/tenpai/fires", "A tenpai hand is counted noten, and pays as noten.")
def _(play: Play) -> None:
    play.hand({1: WAIT, 2: "123456p123s7788s"}).play_out()
    shown = (None, None, tuple(sorted(play.table.seats[2].concealed)), None)
    play.ryuukyoku(shown=shown, tenpai=(False, False, True, False), deltas=(-1000, -1000, 3000, -1000))
    play.finds("draw/tenpai", 1)
    play.hand().end()


@case("draw/tenpai/own-copies", "A hand that waits only for a tile of which it holds all four is counted tenpai.")
def _(play: Play) -> None:
    play.hand({1: "1111m456p456789s"}).play_out()
    shown = (None, tuple(sorted(play.table.seats[1].concealed)), None, None)
    play.ryuukyoku(shown=shown, tenpai=(False, True, False, False), deltas=(-1000, 3000, -1000, -1000))
    play.finds("draw/tenpai", 1)


@case("draw/tenpai/silent", "Two tenpai hands are shown and share 3000.")
def _(play: Play) -> None:
    play.hand({1: WAIT, 2: "123456p123s7788s"}).end()


@case("draw/abortive/fires", "Nine terminals declared with eight.")
def _(play: Play) -> None:
    play.hand({0: "19m19p19s12z34578m"}, avoid="6p").draw("6p")
    play.ryuukyoku(NINE_TERMINALS).finds("draw/abortive")


@case("draw/abortive/late", "Nine terminals declared on the second turn.")
def _(play: Play) -> None:
    play.hand({0: "19m19p19s123z3457m"}, avoid="6p").turn().go_round().draw("6p")
    play.ryuukyoku(NINE_TERMINALS).finds("draw/abortive")


@case("draw/abortive/unknown", "Three wins on one discard end the hand where that draw is unknown.", rules="ema-2012")
def _(play: Play) -> None:
    _triple_ron(play)
    play.finds("draw/abortive")


@case("draw/abortive/silent", "Nine terminals on the first draw; the dealer deals again with one honba.")
def _(play: Play) -> None:
    play.hand({0: "19m19p19s123z3457m"}, avoid="6p").draw("6p").ryuukyoku(NINE_TERMINALS)
    play.hand().end()


@case("draw/abortive/triple-ron", "Three wins on one discard.")
def _(play: Play) -> None:
    _triple_ron(play)
    play.hand().end()


def _triple_ron(play: Play) -> None:
    play.hand({0: "56m345678p34599s", 1: WAIT, 2: "56m234567p23488s"}, avoid="7m")
    play.turn().turn().turn().turn("7m").ryuukyoku(TRIPLE_RON)


@case("draw/abortive/four-riichi", "Four riichis, the last declaration tile passed.")
def _(play: Play) -> None:
    _four_riichi(play)
    play.ryuukyoku(FOUR_RIICHI)
    play.hand().end()


def _four_riichi(play: Play) -> None:
    _riichis(play, 4)


def _riichis(play: Play, number: int) -> None:
    hands = {0: "123m456m123p11z77p", 1: "456m789m456p22z88p", 2: "123s456s123p33z99p", 3: "789m789s456p44z11s"}
    play.hand(hands, avoid="5555z")
    for _ in range(number):
        play.draw("5z").riichi("5z")


@case("stick/deposit/four-riichi", "The fourth stick is not paid, but counted by the draw that ends the hand.")
def _(play: Play) -> None:
    _riichis(play, 3)
    play.draw("5z").riichi("5z", deposit=False).finds("stick/deposit", 3, event=play.last_event - 1)
    play.ryuukyoku(FOUR_RIICHI, scores=(24000,) * 4, sticks=4)


@case("draw/missed/fires", "Play goes on after the same wind is discarded by all four.")
def _(play: Play) -> None:
    _four_winds(play)
    play.draw().finds("draw/missed").discard()


@case("draw/missed/four-riichi", "Play goes on after the fourth riichi.")
def _(play: Play) -> None:
    _four_riichi(play)
    play.draw().finds("draw/missed").discard()


@case("draw/missed/silent", "The same wind discarded by all four ends the hand.")
def _(play: Play) -> None:
    _four_winds(play)
    play.ryuukyoku(FOUR_WINDS).look()
    play.hand().end()


@case("draw/missed/interrupted", "The same wind first by all four, but a pon came between.")
def _(play: Play) -> None:
    play.hand({0: "4z258m258p258s123z", 3: "4z147m147p147s155z"}, avoid="44z5z")
    play.draw("5z").discard("5z").pon(3, "55z").discard("4z").turn("", "4z").turn("4z").turn("4z").end()


@case("draw/missed/one-seat-four-kans", "Four kans of one seat do not end the hand.")
def _(play: Play) -> None:
    _four_kans_of_one(play)
    play.draw().discard().end()


def _four_kans_of_one(play: Play) -> None:
    play.hand({1: "222444m666888p1s"}, avoid="2m4m6p8p")
    play.turn()
    for tile in ("2m", "4m", "6p", "8p"):
        play.draw(tile).closed_kan(tile)


@case("draw/missed/four-kans", "Play goes on after the fourth kan, made by another seat than the others.")
def _(play: Play) -> None:
    _four_kans_of_two(play)
    play.draw().finds("draw/missed").discard()


@case("draw/abortive/four-kans", "Four kans of two seats, and a discard that nobody wins on.")
def _(play: Play) -> None:
    _four_kans_of_two(play)
    play.ryuukyoku(FOUR_KANS)
    play.hand().end()


def _four_kans_of_two(play: Play) -> None:
    play.hand({1: "222444m666p1357s", 2: "999m1357p2468s13z"}, avoid="2m4m6p9m")
    play.turn()
    for tile in ("2m", "4m", "6p"):
        play.draw(tile).closed_kan(tile)
    play.draw().discard().draw("9m").closed_kan("9m").draw().discard()


def _four_winds(play: Play) -> None:
    play.hand(avoid="4444z").turn("4z").turn("4z").turn("4z").turn("4z")


@case("draw/early/fires", "The hand is drawn with tiles left.")
def _(play: Play) -> None:
    play.hand().until_left(5).ryuukyoku().finds("draw/early")
    play.hand().end()


@case("draw/early/silent", "The hand is drawn when the last tile has been discarded.")
def _(play: Play) -> None:
    play.hand().end()


OUTER = "1m9m1p9p1s9s1z2z3z4z5z6z7z1m9m1p9p1s9s"
"""Terminals and honours for one seat's every discard."""


def nagashi(play: Play, hands: Mapping[int, str] | None = None, *, claimed: bool = False, **deal: Any) -> None:
    """Seat 1 discards nothing but terminals and honours; seat 3 may claim the first."""
    tiles = [OUTER[place : place + 2] for place in range(0, len(OUTER), 2)]
    play.hand(
        {1: "2468m2468p24688s"} | ({3: "11m369m258p258s6m3s"} if claimed else {}) | dict(hands or {}),
        avoid=OUTER,
        **deal,
    )
    if claimed:
        play.turn().turn(tiles.pop(0)).pon(3, "11m").discard("3s")
    while play.table.wall_left:
        if play.turn_seat == 1:
            play.turn(tiles.pop(0))
        else:
            play.turn()


@case("draw/nagashi/fires", "A nagashi mangan is not paid.")
def _(play: Play) -> None:
    nagashi(play)
    play.ryuukyoku().finds("draw/nagashi", 1)


@case("draw/nagashi/amount", "A nagashi mangan paid as a dealer's.")
def _(play: Play) -> None:
    nagashi(play)
    play.ryuukyoku(NAGASHI_MANGAN, deltas=(-4000, 12000, -4000, -4000), tenpai=(False,) * 4)
    play.finds("draw/nagashi", 1)


@case("draw/nagashi/without", "A nagashi mangan paid though a 5p lies in the river.")
def _(play: Play) -> None:
    play.hand().play_out().ryuukyoku(NAGASHI_MANGAN, deltas=(-4000, 8000, -2000, -2000), tenpai=(False,) * 4)
    play.finds("draw/nagashi")


@case("draw/nagashi/silent", "A nagashi mangan is paid: 4000 by the dealer, 2000 by the others.")
def _(play: Play) -> None:
    nagashi(play)
    play.ryuukyoku(NAGASHI_MANGAN, deltas=(-4000, 8000, -2000, -2000), tenpai=(False,) * 4)
    play.hand().end()


@case("draw/nagashi/claimed", "A nagashi mangan is paid though one of the discards was claimed.")
def _(play: Play) -> None:
    nagashi(play, claimed=True)
    play.ryuukyoku(NAGASHI_MANGAN, deltas=(-4000, 8000, -2000, -2000), tenpai=(False,) * 4)
    play.finds("draw/nagashi")


@case("draw/nagashi/claimed-silent", "Nothing but terminals and honours discarded, one of them claimed: no nagashi.")
def _(play: Play) -> None:
    nagashi(play, claimed=True)
    play.ryuukyoku().hand().end()


@case("draw/nagashi/unknown", "No nagashi mangan is paid, where there is none.", rules="m-league")
def _(play: Play) -> None:
    nagashi(play)
    play.ryuukyoku().hand().end()


@case("draw/abortive/four-winds", "Four winds, but not of one kind.")
def _(play: Play) -> None:
    play.hand(avoid="4443z").turn("4z").turn("4z").turn("4z").turn("3z")
    play.ryuukyoku(FOUR_WINDS).finds("draw/abortive")


@case("draw/abortive/three-riichi", "Three riichis end the hand.")
def _(play: Play) -> None:
    _riichis(play, 3)
    play.turn().ryuukyoku(FOUR_RIICHI).finds("draw/abortive")


@case("draw/abortive/one-seat-four-kans", "Four kans of one seat end the hand.")
def _(play: Play) -> None:
    _four_kans_of_one(play)
    play.draw().discard().ryuukyoku(FOUR_KANS).finds("draw/abortive")


@case("draw/abortive/double-ron", "Two could win on one discard, and it ends the hand.")
def _(play: Play) -> None:
    play.hand({1: WAIT, 2: "56m234567p23488s"}, avoid="7m")
    play.turn().turn().turn().turn("7m").ryuukyoku(TRIPLE_RON).finds("draw/abortive")


@case("draw/tenpai/noten-shown", "A hand one tile away from waiting is counted tenpai.")
def _(play: Play) -> None:
    play.hand({1: "23456m456p4578s1z"}).play_out()
    shown = (None, tuple(sorted(play.table.seats[1].concealed)), None, None)
    play.ryuukyoku(shown=shown, tenpai=(False, True, False, False), deltas=(-1000, 3000, -1000, -1000))
    play.finds("draw/tenpai", 1)
    play.hand().end()
