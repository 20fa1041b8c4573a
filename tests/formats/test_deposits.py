"""Deposits that a format does not record: the stick of a riichi on whose tile three have won."""

import pytest

from auditor.core.events import DEPOSIT, DISCARD, DRAW, EXHAUSTIVE, RIICHI, TRIPLE_RON, Deposit, Event, Hand, Ryuukyoku
from auditor.core.reading.building import add_triple_ron_deposit

DECLARED = [Event(DRAW, 1), Event(RIICHI, 1), Event(DISCARD, 1, 8)]
LATER = [*DECLARED, Event(DRAW, 2), Event(DISCARD, 2, 12)]
PAID = [*DECLARED, Deposit(1), Event(DRAW, 2), Event(RIICHI, 2), Event(DISCARD, 2, 12)]
OUT_OF_TURN = [Event(DRAW, 2), Event(RIICHI, 1), Event(DISCARD, 2, 8)]


@pytest.mark.parametrize(
    ("events", "draw", "before", "after", "paid_by"),
    [
        (DECLARED, TRIPLE_RON, 0, 1, 1),
        (DECLARED, TRIPLE_RON, 2, 3, 1),
        (PAID, TRIPLE_RON, 0, 2, 2),
        (DECLARED, TRIPLE_RON, 0, 0, None),  # most programs take no stick
        (DECLARED, TRIPLE_RON, 1, 1, None),
        (DECLARED, TRIPLE_RON, 0, 2, None),  # more than this hand can have given
        (DECLARED, EXHAUSTIVE, 0, 1, None),
        (LATER, TRIPLE_RON, 0, 1, None),  # not the declaration tile
        (OUT_OF_TURN, TRIPLE_RON, 0, 1, None),  # another seat's tile
        (PAID[:-3], TRIPLE_RON, 0, 1, None),  # paid already
        (DECLARED[1:2], TRIPLE_RON, 0, 1, None),
    ],
)
def test_the_next_hands_sticks_tell_whether_it_was_paid(
    events: list[Event], draw: str, before: int, after: int, paid_by: int | None
) -> None:
    hand = Hand(0, 0, 0, before, 0, (25000,) * 4, ((),) * 4, 0)
    hand.events = [*events, Ryuukyoku(draw)]
    add_triple_ron_deposit(hand, after)
    deposits = [event.seat for event in hand.events if event.kind == DEPOSIT]
    assert deposits[len([one for one in events if one.kind == DEPOSIT]) :] == ([] if paid_by is None else [paid_by])
    assert isinstance(hand.events[-1], Ryuukyoku)


def test_a_hand_of_no_events() -> None:
    hand = Hand(0, 0, 0, 0, 0, (25000,) * 4, ((),) * 4, 0)
    add_triple_ron_deposit(hand, 1)
    assert hand.events == []
