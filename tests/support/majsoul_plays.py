"""Games with everything that Mahjong Soul's records can contain, for four and three players, played under its rules."""

from scenarios import Play

from auditor.core.events import FOUR_RIICHI, NINE_TERMINALS

TENPAI = "123m456p789s22z56s"
"""A hand that waits for 4s and 7s."""


def four_players() -> Play:
    """Wins, drawn hands and every call, with indicators and sticks between them."""
    play = Play("mahjong-soul")
    for part in (_riichi_and_closed_kan, _calls, _nine_terminals, _robbed, _four_riichi, _liable):
        part(play)
    return play.final()


def _riichi_and_closed_kan(play: Play) -> None:
    """A riichi won by tsumo, after a kan whose indicator comes with its replacement tile."""
    play.hand({0: TENPAI, 1: "555z147m258p369s9m"}, avoid="5z4s7s9p", indicator="1z")
    play.draw("9p").riichi("9p").draw("5z").closed_kan("5z").draw().discard().go_round(0)
    play.draw("4s").tsumo(ura="3z4z")


def _calls(play: Play) -> None:
    """A chi, a pon, an open and an added kan with indicators before the next discards; one seat is tenpai."""
    play.hand({1: "23m77p1244s777z99p", 2: "333p147m258s1234z"}, avoid="1m7p7p3p5s6s", indicator="1z")
    play.turn("1m").chi(1, "23m").discard("9p").turn("7p").pon(1, "77p").discard("9p")
    play.turn().turn("3p").open_kan(2, "333p").draw().dora("2z").discard("1z")
    play.go_round(1).draw("7p").added_kan("7p").draw().dora("3z").discard("1s")
    play.end()


def _nine_terminals(play: Play) -> None:
    """Nine terminals on the first draw."""
    dealer = 1
    play.hand({dealer: "19m19p19s123z3457m"}, avoid="6p").draw("6p").ryuukyoku(NINE_TERMINALS)


def _liable(play: Play) -> None:
    """Two rons on one tile with honba and a stick; one is a daisangen with pao."""
    play.hand({0: TENPAI, 1: "23m9p124s556677z9p", 2: "23m456567p78999s"}, avoid="5z6z7z1m4m4s7s8p", indicator="1z")
    play.go_round(0)
    play.draw("8p").riichi("8p")
    for dragon, gone in (("5z", "1s"), ("6z", "2s"), ("7z", "4s")):
        play.go_round(0).turn(dragon).pon(1, dragon[0] * 2 + "z").discard(gone)
    play.go_round(3).turn("1m")
    play.ron(1, pao_seat=0, before=(2,)).ron(2)


def _robbed(play: Play) -> None:
    """An added kan that is robbed."""
    play.hand({2: "23m456567p78999s", 3: "11m47m258p369s167z"}, avoid="1m1m4m", indicator="4z")
    play.turn("1m").pon(3, "11m").discard("1z").go_round(3).draw("1m").added_kan("1m").ron(2)


def _four_riichi(play: Play) -> None:
    """Four riichi end the hand."""
    hands = {0: "123m456p789s22z56s", 1: "123m456p789s33z56s", 2: "123p456s789m44z56m", 3: "456m123p789s55z23s"}
    play.hand(hands, avoid="1s4s7s4m7m9p9p8p8p", indicator="6z")
    for tile in ("9p", "9p", "8p", "8p"):
        play.draw(tile).riichi(tile)
    play.ryuukyoku(FOUR_RIICHI)


def three_players() -> Play:
    """Norths, drawn and kept; a kan between them; a tsumo, and a ron on a north; a drawn hand."""
    play = Play("mahjong-soul-sanma")
    play.hand({0: "123p456p789s22z56s", 1: "4z147p258p369s167z", 2: "555z147p258s369s9p"}, avoid="4z4z5z4s7s9p9s1p")
    play.draw("4z").north().draw("9p").riichi("9p")
    play.draw("9s").north().draw("4z").north().draw().discard()
    play.draw("5z").closed_kan("5z").draw().discard()
    play.draw("4s").tsumo(ura="3z1z")
    play.hand({1: "123456789p2244z", 2: "147p258p369s1467z"}, avoid="4z")
    play.go_round(2).draw().north().ron(1)
    play.hand({1: "123p456p789s22z56s"}, avoid="4s7s").end()
    return play
