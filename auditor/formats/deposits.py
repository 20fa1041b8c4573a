"""Deposits that a format does not record, where only what follows tells whether they were paid."""

from typing import Final

from auditor.events import DEPOSIT, DISCARD, RIICHI, TRIPLE_RON, Deposit, Event, Hand, Ryuukyoku

STICK: Final = 1000
"""What a riichi costs where a log does not say, in points."""


def add_deposit_of_triple_ron(hand: Hand, sticks_after: int) -> None:
    """Put a deposit before a draw by three wins on a declaration tile, where the next hand starts with its stick.

    Most programs take no stick there, some do. sticks_after: on the table at the start of the next hand.
    """
    events = hand.events
    if len(events) < 3 or not isinstance(events[-1], Ryuukyoku) or events[-1].draw_type != TRIPLE_RON:
        return
    declared = [event for event in events if event.kind == RIICHI]
    paid = [event for event in events if event.kind == DEPOSIT]
    if len(declared) == len(paid) + 1 and _is_declaration_tile(events) and sticks_after == hand.sticks + len(declared):
        events.insert(-1, Deposit(declared[-1].seat))
        hand.lines += hand.lines[-1:]


def _is_declaration_tile(events: list[Event]) -> bool:
    """Whether the last discard before the end is a declaration tile."""
    return events[-2].kind == DISCARD and events[-3].kind == RIICHI and events[-2].seat == events[-3].seat
