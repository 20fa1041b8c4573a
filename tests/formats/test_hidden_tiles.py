"""Logs that hide tiles: what is hidden is not judged; what is shown at the end is."""

import pytest

from auditor.core import rulesets
from auditor.core.audit.game import audit_game
from auditor.core.events import DISCARD, DRAW, RIICHI, Deposit, Event, Game, Hand, Ryuukyoku
from auditor.core.results import Finding
from auditor.core.tiles import UNKNOWN, parse_kinds

HIDDEN = (UNKNOWN,) * 13
NOTEN = "147m147p147s1234z"
TENPAI = "123m456m456p1122z"


def drawn_hand(shown: str) -> list[Finding]:
    """A hand in which seat 0, all hidden, declares riichi and shows `shown` at the exhaustive draw."""
    game = Game("mjai")
    game.copies_recorded = False
    game.indicator_times_recorded = False
    hand = Hand(0, 1, 0, 0, 1, (25000,) * 4, (HIDDEN,) * 4, UNKNOWN)
    game.hands.append(hand)
    river = [tile for kind in range(9, 27) for tile in range(4 * kind, 4 * kind + 4) if kind not in (12, 13, 14)]
    tiles = iter(river + [4 * kind + copy for kind in range(2, 9) for copy in range(4)])
    for turn in range(70):
        seat = (1 + turn) % 4
        hand.events.append(Event(DRAW, seat))
        if turn == 3:
            hand.events.append(Event(RIICHI, seat))
        hand.events.append(Event(DISCARD, seat, next(tiles)))
        if turn == 3:
            hand.events.append(Deposit(seat))
    kinds = parse_kinds(shown)
    own = tuple([4 * kind + kinds[:place].count(kind) for place, kind in enumerate(kinds)])
    hand.events.append(Ryuukyoku("exhaustive", shown=(own, None, None, None)))
    return audit_game(game, rulesets.load("tenhou")).findings


def test_a_noten_riichi_shows_at_the_exhaustive_draw() -> None:
    findings = drawn_hand(NOTEN)
    assert [(one.check, one.seat, one.event) for one in findings] == [("draw/noten-riichi", 0, 142)]
    assert "147m147p147s1234z, which waits for nothing" in findings[0].message


def test_a_riichi_hand_that_waits_is_silent() -> None:
    assert drawn_hand(TENPAI) == []


@pytest.mark.parametrize("shown", ["147m147p", "147m147p147s12344z"])
def test_a_hand_shown_in_part_or_with_more_is_not_judged(shown: str) -> None:
    assert drawn_hand(shown) == []
