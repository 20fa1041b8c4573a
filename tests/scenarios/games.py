"""The game as a whole: its start, the rotation of dealers, its end and the settlement."""

from auditor.core.events import FOUR_WINDS
from scenarios import Play, case

WAIT = "23456m456p45688s"
"""Waits for 1m, 4m and 7m."""


@case("game/start/fires", "One seat starts with 26000 points.")
def _(play: Play) -> None:
    play.hand(scores=(25000, 26000, 25000, 25000)).finds("game/start", event=None).end()


@case("game/start/stick", "The game starts with a stick on the table.")
def _(play: Play) -> None:
    play.hand(sticks=1).finds("game/start", event=None).end()


@case("game/start/silent", "Each seat starts with 25000 points.")
def _(play: Play) -> None:
    play.hand().end()


@case("game/start/excerpt", "A log that begins in the second round, with whatever points.")
def _(play: Play) -> None:
    play.hand(round=1, honba=2, sticks=1, scores=(30000, 20000, 24000, 25000)).end()


@case("game/rotation/fires", "The dealer deals again after another seat's win.")
def _(play: Play) -> None:
    play.hand({1: WAIT}, avoid="7m").turn().draw("7m").tsumo()
    play.hand(round=0, honba=0).finds("game/rotation", event=None).end()


@case("game/rotation/skipped", "A round is left out after a draw with a noten dealer.")
def _(play: Play) -> None:
    play.hand().end().hand(round=2).finds("game/rotation", event=None).end()


@case("game/rotation/silent", "The dealer deals again after a win and after a draw in tenpai, and then no more.")
def _(play: Play) -> None:
    play.hand({0: WAIT}, avoid="7m").draw("7m").tsumo()
    play.hand({0: WAIT}).end()
    play.hand().end()
    play.hand().turn()


def _last_round(
    play: Play, hand: str = "", *, seat: int = 3, scores: tuple[int, ...] = (35000, 25000, 20000, 20000)
) -> None:
    """S4, of which seat 3 is the dealer."""
    play.hand({seat: hand} if hand else None, round=7, avoid="7m", scores=scores)


@case("game/end/fires", "The game goes on after the last round, though a seat has 30000.")
def _(play: Play) -> None:
    _last_round(play)
    play.end().hand(round=8, honba=1).finds("game/end", event=None).end()


@case("game/end/bust", "The game goes on after a seat has fallen below zero.")
def _(play: Play) -> None:
    play.hand({1: WAIT}, round=1, avoid="7m", scores=(2000, 48000, 25000, 25000)).draw("7m").tsumo()
    assert play.table.scores[0] < 0
    play.hand().finds("game/end", event=None).end()


@case("game/end/early", "The game ends after the last round, though no seat has 30000.")
def _(play: Play) -> None:
    _last_round(play, scores=(29000, 26000, 22000, 23000))
    play.end().finds("game/end").final()


@case("game/end/all-last", "The dealer leads, wins in the last round, and deals again all the same.")
def _(play: Play) -> None:
    _last_round(play, WAIT, scores=(20000, 20000, 20000, 40000))
    play.draw("7m").tsumo().hand().finds("game/end", event=None).end()


@case("game/end/unfinished-last", "The last hand has no end, and the game is settled.", form="majiang")
def _(play: Play) -> None:
    _last_round(play)
    play.turn().final().finds("game/end")


@case("game/end/unfinished-silent", "The log stops within a hand.", form=("mjlog", "mjai", "majiang"))
def _(play: Play) -> None:
    play.hand().end().hand().turn()


@case("game/end/silent", "The game ends after the last round; a seat has 30000.")
def _(play: Play) -> None:
    _last_round(play)
    play.end().final()


@case("game/end/extension", "Nobody has 30000 after the last round: the west is played until somebody has.")
def _(play: Play) -> None:
    _last_round(play, scores=(29000, 26000, 22000, 23000))
    play.end()
    play.hand({0: WAIT}, avoid="7m").draw("7m").tsumo().final()


@case("game/end/all-last-silent", "The dealer leads, wins in the last round, and the game ends.")
def _(play: Play) -> None:
    _last_round(play, WAIT, scores=(20000, 20000, 20000, 40000))
    play.draw("7m").tsumo().final()


@case("game/final/fires", "Two seats' final points are swapped.")
def _(play: Play) -> None:
    _last_round(play)
    play.end().final(points=(35000, 20000, 25000, 20000)).finds("game/final")


@case("game/final/bonus", "The third gets the second's bonus and the reverse.")
def _(play: Play) -> None:
    _last_round(play, scores=(35000, 27000, 20000, 18000))
    play.end().final()
    result = play.game.result
    assert result is not None
    assert result.scores is not None
    first, second, third, fourth = result.scores
    result.scores = (first, second - 20, third + 20, fourth)
    play.finds("game/final")


@case("game/final/silent", "Equal points: the seat nearer to the first dealer is placed higher.")
def _(play: Play) -> None:
    _last_round(play)
    play.end().final()


@case("game/start/dealer", "The game starts with seat 1 as the dealer.")
def _(play: Play) -> None:
    play.hand(dealer=1).finds("game/start", 1, event=None).end()


@case("game/rotation/dealer", "The seat that deals is not the round's.")
def _(play: Play) -> None:
    play.hand().end().hand(dealer=2).finds("game/rotation", 2, event=None).end()


@case("game/rotation/noten-dealer", "The dealer deals again after a draw, though noten.")
def _(play: Play) -> None:
    play.hand({1: WAIT}).end().hand(round=0).finds("game/rotation", event=None).end()


@case("game/rotation/abortive", "The dealer deals again after an abortive draw.")
def _(play: Play) -> None:
    play.hand(avoid="4444z").turn("4z").turn("4z").turn("4z").turn("4z").ryuukyoku(FOUR_WINDS)
    play.hand().end().hand().end()


@case("game/rotation/three-players", "Three players: after the third dealer comes the next wind.", rules="tenhou-sanma")
def _(play: Play) -> None:
    play.hand(round=2).end().hand(round=4).end()


@case("game/end/zero", "The game goes on with a seat at zero, which is not below it.")
def _(play: Play) -> None:
    play.hand({2: WAIT}, round=1, avoid="7m", scores=(2000, 48000, 25000, 25000), indicator="1z")
    play.turn().turn().turn().turn("7m").ron(2)
    assert play.table.scores[0] == 0
    play.hand().end()


@case("game/end/sudden-death", "The extension goes on though a seat has reached 30000.")
def _(play: Play) -> None:
    play.hand({0: WAIT}, round=8, avoid="7m", scores=(29000, 26000, 22000, 23000)).turn().go_round().draw("7m").tsumo()
    play.hand().finds("game/end", event=None).end()


@case("game/end/extension-over", "Nobody has 30000 after the extension's last round either: the game ends.")
def _(play: Play) -> None:
    play.hand(round=11, scores=(29000, 26000, 22000, 23000)).end().final()


@case("game/end/behind", "The dealer wins in the last round but does not lead: the dealer deals again.")
def _(play: Play) -> None:
    _last_round(play, WAIT, scores=(45000, 20000, 15000, 20000))
    play.turn().go_round().draw("7m").tsumo().hand().end().final()


@case("game/end/bust-allowed", "The game goes on with a seat below zero, where that does not end it.", rules="ema-2012")
def _(play: Play) -> None:
    play.hand({1: WAIT}, round=1, avoid="7m", scores=(500, 58500, 31000, 30000)).turn().go_round().draw("7m").tsumo()
    assert play.table.scores[0] < 0
    play.hand().end()


@case("game/final/tie", "Equal points: the bonus goes to the seat farther from the first dealer.")
def _(play: Play) -> None:
    _last_round(play)
    play.end().final()
    result = play.game.result
    assert result is not None
    assert result.scores is not None
    first, second, third, fourth = result.scores
    result.scores = (first, second, fourth, third)
    play.finds("game/final")
