"""Which furiten forbids a ron in the position on the table."""

from typing import Final

from auditor.table.seat import NEVER, Seat
from auditor.table.table import Table

NOT_FURITEN: Final = 0
BY_DISCARD: Final = 1
IN_RIICHI: Final = 2
TEMPORARY: Final = 3


def furiten(table: Table, seat: Seat) -> int:
    """Which furiten forbids the seat a ron now, the longest-lasting first; NOT_FURITEN where none does."""
    if seat.waits & seat.river_kinds:
        return BY_DISCARD
    if seat.riichi_passed_event != NEVER:
        return IN_RIICHI
    if seat.passed_event == NEVER:
        return NOT_FURITEN
    ends = table.rules.furiten.ends
    ended = seat.last_draw
    if ends == "own draw or call":
        ended = max(ended, seat.last_call)
    elif ends == "any call":
        ended = max(ended, table.last_call)
    # A kan whose tile was passed is a call and the pass in one: it does not end what it has begun.
    return TEMPORARY if seat.passed_event >= ended else NOT_FURITEN
