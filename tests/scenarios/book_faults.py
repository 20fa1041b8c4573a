"""The commonest faults of a server's books: each gives one finding, and the game goes on from what the log records.

Every fixture is the third south hand with the fault, the last hand, and the settlement.
"""

from typing import Any

from scenarios import Play, case

WAIT = "23456m456p45688s"
"""Waits for 1m, 4m and 7m; on 7m pinfu and tanyao."""
OTHER_WAIT = "56m234567p23488s"
"""Waits for 4m and 7m."""
SCORES = (35000, 25000, 20000, 20000)


def _deal(play: Play, **deal: Any) -> None:
    """S3, of which seat 2 is the dealer; seats 0 and 1 wait for 7m."""
    facts: dict[str, Any] = {"round": 6, "avoid": "7m9p", "indicator": "1z", "scores": SCORES}
    play.hand({0: OTHER_WAIT, 1: WAIT}, **(facts | deal))


def _riichi(play: Play, *, deposit: bool = True, **deal: Any) -> None:
    """Seat 1 declares riichi on its second turn."""
    _deal(play, **deal)
    play.turn().go_round(1).turn().go_round().draw("9p").riichi("9p", deposit=deposit)


def _seat_3_discards_7m(play: Play) -> None:
    play.go_round(3).turn("7m")


def _to_the_end(play: Play) -> None:
    """S4, drawn with nobody waiting, and the settlement: all as the log has it so far."""
    play.hand().end().final()


@case("faults/deposit-dropped", "The log has no stick for a riichi, neither then nor later.")
def _(play: Play) -> None:
    _riichi(play, deposit=False)
    play.finds("stick/deposit", 1, event=play.last_event - 1)
    play.play_out().ryuukyoku()
    _to_the_end(play)


@case("faults/deposit-dropped-but-counted", "The payment of a riichi's stick is missing; the win counts the stick.")
def _(play: Play) -> None:
    _riichi(play, deposit=False)
    play.finds("stick/deposit", 1, event=play.last_event - 1)
    _seat_3_discards_7m(play)
    due = play.payment(1, 3)
    play.ron(1, ura="1z", sticks=1, scores=(35000, 24000, 20000, 20000), deltas=(due[0], due[1] + 1000, due[2], due[3]))
    _to_the_end(play)


@case("faults/stick-not-awarded", "The win counts the stick, but the winner does not get it.")
def _(play: Play) -> None:
    _riichi(play)
    _seat_3_discards_7m(play)
    due = play.payment(1, 3)
    play.ron(1, ura="1z", deltas=(due[0], due[1] - 1000, due[2], due[3])).finds("stick/award", 1)
    _to_the_end(play)


@case("faults/stick-left-lying", "The winner does not get the stick, which lies on the table in the next hand.")
def _(play: Play) -> None:
    _riichi(play)
    _seat_3_discards_7m(play)
    due = play.payment(1, 3)
    play.ron(1, ura="1z", sticks=0, deltas=(due[0], due[1] - 1000, due[2], due[3])).finds("stick/award", 1)
    play.hand(sticks=1).end().final()


@case("faults/stick-to-second-winner", "Of two winners the one farther from the discarder takes the stick.")
def _(play: Play) -> None:
    _riichi(play)
    _seat_3_discards_7m(play)
    near, far = play.payment(0, 3), play.payment(1, 3, counters=False)
    play.ron(0, sticks=0, deltas=(near[0] - 1000, *near[1:]))
    play.ron(1, ura="1z", sticks=1, deltas=(far[0], far[1] + 1000, far[2], far[3])).finds("stick/award-seat", 1)
    _to_the_end(play)


@case("faults/honba-unpaid", "A win in the second honba is paid without honba.")
def _(play: Play) -> None:
    _deal(play, honba=2)
    play.go_round(2).turn()
    _seat_3_discards_7m(play)
    due = play.payment(1, 3)
    play.ron(1, deltas=(due[0], due[1] - 600, due[2], due[3] + 600)).finds("pay/honba", 1)
    _to_the_end(play)


@case("faults/noten-pool", "Two tenpai hands share a pool of 2000 points.")
def _(play: Play) -> None:
    _deal(play)
    play.play_out().ryuukyoku(deltas=(1000, 1000, -1000, -1000)).finds("pay/noten")
    _to_the_end(play)


@case("faults/noten-pool-leaks", "Two tenpai hands get 1500 points each, the noten hands pay 1000 each.")
def _(play: Play) -> None:
    _deal(play)
    play.play_out().ryuukyoku(deltas=(1500, 1500, -1000, -1000)).finds("pay/noten")
    _to_the_end(play)


@case("faults/score-carried", "A seat starts the next hand with 100 points less.")
def _(play: Play) -> None:
    _deal(play)
    play.play_out().ryuukyoku()
    left = play.table.scores
    play.hand(scores=(left[0], left[1], left[2] - 100, left[3])).finds("game/carry", 2, event=None).end().final()


@case("faults/stick-count-carried", "One stick was left by a draw; the next hand starts with two.")
def _(play: Play) -> None:
    _riichi(play)
    play.play_out().ryuukyoku()
    play.hand(sticks=2).finds("stick/carry", event=None).end().final()


@case("faults/final-points-swapped", "The settlement swaps the points of two seats.")
def _(play: Play) -> None:
    _deal(play)
    play.play_out().ryuukyoku().hand().end()
    left = play.table.scores
    play.final(points=(left[1], left[0], left[2], left[3])).finds("game/final")


@case("faults/ura-counted", "An ura dora is counted and paid without riichi; the log shows no ura indicator.")
def _(play: Play) -> None:
    _deal(play)
    play.turn()
    _seat_3_discards_7m(play)
    yaku = (*play.value(1, 3).yaku, (53, 1))
    play.ron(1, yaku=yaku, points=3900, deltas=(0, 3900, 0, -3900)).finds("win/yaku", 1)
    _to_the_end(play)


@case("faults/ura-shown-and-counted", "An ura dora is shown, counted and paid without riichi.")
def _(play: Play) -> None:
    _deal(play)
    play.turn()
    _seat_3_discards_7m(play)
    yaku = (*play.value(1, 3).yaku, (53, 1))
    play.ron(1, ura="6m", show_ura=True, yaku=yaku, points=3900, deltas=(0, 3900, 0, -3900)).finds("dora/ura", 1)
    _to_the_end(play)


@case("faults/fu-step", "40 fu for 30, and paid so: 2600 points for 2000.")
def _(play: Play) -> None:
    _deal(play)
    play.turn()
    _seat_3_discards_7m(play)
    play.ron(1, fu=40, points=2600, deltas=(0, 2600, 0, -2600)).finds("win/value", 1)
    _to_the_end(play)
