"""Games as Majiang records them: what its notation and its rule object change."""

from auditor.core.events import TRIPLE_RON
from auditor.core.tiles import RED_FIVES
from auditor.core.yaku import RED_FIVE, SUUANKOU_TANKI
from scenarios import Play, case
from scenarios.table_values import worth_under

WAIT = "23456m456p45688s"
"""Waits for 1m, 4m and 7m."""
TENPAI = "123p456p789s1122z"
"""Waits for 1z and 2z."""
WINNING = "234m567m34p678s55s"
"""Waits for 2p and 5p."""
PON = "11m147p258p28s123z"
TWO_OF_PIN = "23m340067p34588s"
"""With two red fives of one suit; waits for 1m and 4m."""


@case("dora/timing/majiang-silent", "The indicators of an added kan and of the closed one after it, and that of an "
      "open kan: Majiang writes each behind the draw or the discard that it is turned before.",
      rules="majiang", form="majiang")  # fmt: skip
def _(play: Play) -> None:
    play.hand({3: "11m999p258s28m123z"}, avoid="111m9p")
    play.turn("1m").pon(3, "11m").discard("3z").turn().turn().turn()
    play.draw("1m").added_kan("1m").draw("9p").closed_kan("9p").dora().draw().discard().end()
    play.hand({0: "111m47p258p28s123z"}, avoid="1m").go_round(3).turn("1m").open_kan(0, "111m")
    play.draw().dora().discard().end()


@case("dora/timing/majiang", "The indicator of an added kan is never turned.", rules="majiang", form="majiang")
def _(play: Play) -> None:
    play.hand({3: PON}, avoid="111m").turn("1m").pon(3, "11m").discard("3z").turn().turn().turn()
    play.draw("1m").added_kan("1m").draw().discard().finds("dora/timing", 3).end()


def _two_of_pin(play: Play) -> Play:
    """Seat 1 may win on the 4m of seat 3 with two red fives of pin."""
    play.hand({1: TWO_OF_PIN}, avoid="4m", indicator="5z").turn().turn().turn().turn("4m")
    assert (RED_FIVE, 2) in play.value(1, 3).yaku
    return play


@case("tiles/duplicate/majiang-four-reds-silent", "Two red 5p in one hand, which both count; the rule object has two.",
      rules="majiang-four-reds", form="majiang")  # fmt: skip
def _(play: Play) -> None:
    _two_of_pin(play).ron(1).hand({2: "00p147m258s12345z"}).end()


@case("win/yaku/majiang-four-reds", "Two red 5p in one hand, of which one is counted.", rules="majiang-four-reds",
      form="majiang")  # fmt: skip
def _(play: Play) -> None:
    _two_of_pin(play).ron(1, **worth_under(play, "majiang", 1, 3, RED_FIVES)).finds("win/yaku", 1)
    play.hand({2: "00p147m258s12345z"}).end()


@case("tiles/duplicate/majiang-four-reds", "Two red 5p in one hand, where the rule object has one.",
      rules="majiang-four-reds", judged_by="majiang", form="majiang")  # fmt: skip
def _(play: Play) -> None:
    play.hand({1: TWO_OF_PIN}, round=7).finds("tiles/duplicate", 1, event=None).end()


@case("game/end/majiang-one-hand-silent", "A game of one hand: drawn, it is dealt again, and the dealer's win ends it; "
      "the scores are rounded.", rules="majiang-one-hand", form="majiang")  # fmt: skip
def _(play: Play) -> None:
    play.hand({2: TENPAI}).end().hand({0: WINNING}, avoid="2p").turn().turn("2p").ron(0).final()


@case("game/end/majiang-one-hand", "A game of one hand goes on after a win.", rules="majiang-one-hand", form="majiang")
def _(play: Play) -> None:
    play.hand({0: WINNING}, avoid="2p").turn().turn("2p").ron(0)
    play.hand().finds("game/end", event=None).end()


@case("game/rotation/majiang-no-renchan-silent", "Without renchan the dealer wins and passes the deal on.",
      rules="majiang-no-renchan", form="majiang")  # fmt: skip
def _(play: Play) -> None:
    play.hand({0: WINNING}, avoid="2p").turn().turn("2p").ron(0).hand(round=1, honba=0).end()


@case("game/rotation/majiang-no-renchan", "Without renchan the dealer wins and deals again.",
      rules="majiang-no-renchan", form="majiang")  # fmt: skip
def _(play: Play) -> None:
    play.hand({0: WINNING}, avoid="2p").turn().turn("2p").ron(0)
    play.hand(round=0, honba=1).finds("game/rotation", event=None).end()


@case("draw/tenpai/majiang-no-payments-silent", "Nothing is paid at a draw, and a tenpai hand is not shown.",
      rules="majiang-no-renchan", form="majiang")  # fmt: skip
def _(play: Play) -> None:
    play.hand({2: TENPAI}).play_out().ryuukyoku(shown=(None,) * 4, tenpai=(False,) * 4)


@case("draw/tenpai/majiang", "A hand that waits for nothing is shown at a draw as tenpai.", rules="majiang",
      form="majiang")  # fmt: skip
def _(play: Play) -> None:
    play.hand({1: TENPAI}).play_out()
    hands = [tuple(sorted(play.table.seats[seat].concealed)) for seat in (1, 2)]
    play.ryuukyoku(shown=(None, *hands, None), tenpai=(False, True, True, False), deltas=(-1500, 1500, 1500, -1500))
    play.finds("draw/tenpai", 2)


@case("win/value/majiang-double-yakuman-silent", "A single-wait suuankou counts twice.", rules="majiang",
      form="majiang")  # fmt: skip
def _(play: Play) -> None:
    play.hand({1: "111999m111999p3s"}, avoid="3s2s", indicator="5z").turn().turn("2s").turn().turn("3s")
    assert play.value(1, 3).yaku == ((SUUANKOU_TANKI, 26),)
    play.ron(1)


@case("win/value/majiang-double-yakuman", "A single-wait suuankou counts twice, where the rule object has none that "
      "does.", rules="majiang-winners", form="majiang")  # fmt: skip
def _(play: Play) -> None:
    play.hand({1: "111999m111999p3s"}, avoid="3s2s", indicator="5z").turn().turn("2s").turn().turn("3s")
    play.ron(1, **worth_under(play, "majiang", 1, 3)).finds("win/yaku", 1)


def _three_winners(play: Play) -> Play:
    """Seat 0 discards, declaring riichi, a tile that all others wait for."""
    winning = ("234m567m34p678s55s", "345m678m34p234s99s", "123m456m34p345s11s")
    hands = {seat + 1: hand for seat, hand in enumerate(winning)}
    play.hand({0: "999p5p123s456s777z", **hands}, avoid="7z2p", indicator="1z")
    return play.draw("2p").riichi("2p", deposit=False)


@case("draw/abortive/majiang-three-winners-silent", "Three win on the tile of a riichi: the hand is drawn, and no "
      "stick is paid.", rules="majiang", form="majiang")  # fmt: skip
def _(play: Play) -> None:
    _three_winners(play).ryuukyoku(TRIPLE_RON, shown=_hands_of(play, 1, 2, 3)).hand().end()


def _hands_of(play: Play, *seats: int) -> tuple[tuple[int, ...] | None, ...]:
    """What those seats hold, as they show it at a draw."""
    held = [tuple(sorted(seat.concealed)) for seat in play.table.seats]
    return tuple([held[seat] if seat in seats else None for seat in range(4)])


@case("win/multiple/majiang-three-winners-silent", "Three win on one tile, where the rule object lets them.",
      rules="majiang-winners", form="majiang")  # fmt: skip
def _(play: Play) -> None:
    _three_winners(play).rons(1, 2, 3).hand().end()


@case("tiles/not-held/majiang-hidden-silent", "The hands of three seats are hidden, as a player's own record has them.",
      rules="majiang", form="majiang")  # fmt: skip
def _(play: Play) -> None:
    play.hand({1: WAIT}, avoid="9p7m", indicator="1z").turn().turn().go_round().draw("9p").riichi("9p")
    play.go_round(3).turn("7m").ron(1).hand(avoid="9m").turn("9m").end().hide(0, 2, 3)


@case("riichi/discard/majiang", "In riichi another tile than the one drawn is discarded.", rules="majiang",
      form="majiang")  # fmt: skip
def _(play: Play) -> None:
    play.hand({1: WAIT}, avoid="9p9s", indicator="1z").turn().turn().go_round().draw("9p").riichi("9p")
    play.go_round().draw("9s").discard("8s").finds("riichi/discard", 1).end()


@case("game/final/majiang", "The bonus of the second place goes to the third.", rules="majiang", form="majiang")
def _(play: Play) -> None:
    play.hand(round=7, scores=(40000, 30000, 20000, 10000)).end()
    play.final(scores=(50.0, -10.0, 10.0, -50.0)).finds("game/final")
