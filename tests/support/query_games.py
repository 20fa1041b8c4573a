"""Games for which the answer of every query is counted by hand."""

from auditor.core.results import Unjudged
from support.made_games import MadeGame

FIRST = "2020010203gm-00a9-0000-00000001"
SECOND = "2020010203gm-00a9-0000-00000002"
THIRD = "2020020203gm-00a9-0000-00000003"


def first_game() -> MadeGame:
    """Hand 0: seat 2 declares on turn 1, kans, and wins by ron from seat 1. Hand 1: double ron on seat 0 in riichi.

    Hand 2: seat 3 declares furiten on turn 2 and nobody wins. Hand 3: the log ends.
    """
    made = MadeGame(FIRST)
    hand = made.hand()
    hand.turn(0)
    hand.riichi(2)
    hand.closed_kan(2)
    hand.win(2, 1, 2000)
    hand = made.hand()
    hand.riichi(0)
    hand.win(1, 0, 1000, (8, 1))
    hand.win(2, 0, 3000, (8, 1))
    hand = made.hand()
    hand.turn(3)
    hand.riichi(3, furiten=True)
    hand.exhaustive_draw()
    hand = made.hand()
    hand.riichi(1)
    hand.record.unjudged = [Unjudged(("win",), "hidden tiles")]
    made.ends_with(25000, 25000, 25000, 25000)
    made.finds("note/furiten-riichi", "note", hand=2, event=3, seat=3)
    return made


def second_game() -> MadeGame:
    """Hand 0: a self-draw by seat 0 without riichi. Hand 1: seat 1 declares, makes a kan that is a fault, is ronned."""
    made = MadeGame(SECOND)
    made.hand().win(0, 0, 1500, (0, 1))
    hand = made.hand()
    hand.riichi(1)
    kan = hand.closed_kan(1)
    hand.win(0, 1, 1000, (8, 1))
    made.finds("riichi/kan-waits", "violation", hand=1, event=kan, seat=1)
    made.finds("stick/carry", "mismatch", hand=1, event=0, seat=None)
    return made


def third_game() -> MadeGame:
    """Ben, last after dealing in to a chasing riichi with ippatsu and an ura dora, overtakes the leader and wins.

    Hand 0: seats 1 and 3 in riichi, 3 wins from 1. Hand 1: seat 1 calls and wins by tsumo. Hand 2: a draw with seats 0
    (riichi) and 2 tenpai. Hand 3: seat 3 pays seat 1 a yakuman and goes below zero.
    """
    made = MadeGame(THIRD)
    hand = made.hand()
    hand.riichi(1)
    hand.riichi(3)
    hand.record.ura = [0]
    hand.win(3, 1, 8000, (1, 1), (2, 1), (53, 1))
    hand = made.hand((25000, 16000, 25000, 34000))
    hand.chi(1, 0)
    hand.win(1, 1, 1500, (8, 1), (54, 1))
    hand = made.hand((24500, 17500, 24500, 33500))
    hand.riichi(0)
    hand.exhaustive_draw((True, False, True, False))
    hand = made.hand((24500, 17500, 24500, 33500))
    hand.win(1, 3, 48000, (39, 13), limit=5)
    made.ends_with(24500, 65500, 24500, -14500)
    made.game.lobby = 7
    made.finds("stick/carry", "mismatch", hand=3, event=0, seat=None)
    return made
