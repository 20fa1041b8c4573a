"""What of a hand's past its position does not show, and players see: which discards were claimed, and how."""

from collections.abc import Sequence

from auditor.events import CLAIMS, DISCARD, PON, Event
from auditor.table.record import discard_marks
from auditor.table.table import Table
from auditor.tiles import UNKNOWN
from auditor.units import EventIndex, Kind, Mark, SeatIndex, Tile


class Past:
    """The past of a position.

    claimed: the events of the discards that others claimed. marks: for each event TSUMOGIRI or TEDASHI of a discard.
    """

    def __init__(self, marks: Sequence[Mark]) -> None:
        self.marks = marks
        self.claimed: set[EventIndex] = set()
        self._pons: dict[tuple[SeatIndex, Kind], Tile] = {}
        self._last_discards: dict[SeatIndex, EventIndex] = {}
        self._events = 0

    def add(self, event: Event) -> None:
        """Take in the next event of the hand."""
        if event.kind == DISCARD:
            self._last_discards[event.seat] = self._events
        elif event.kind in CLAIMS:
            if event.from_seat in self._last_discards:
                self.claimed.add(self._last_discards[event.from_seat])
            if event.kind == PON:
                self._pons[event.seat, event.tile >> 2] = event.tile
        self._events += 1

    def claimed_of_pon(self, seat: SeatIndex, kan: Event) -> Tile:
        """The tile that was claimed for the pon of an added kan; any of the pon's where the hand holds no such pon."""
        tile = self._pons.get((seat, kan.tile >> 2), UNKNOWN)
        return tile if tile in kan.tiles else max(kan.tiles, default=UNKNOWN)


def past_of(table: Table) -> Past:
    """The past of the position on a table."""
    past = Past(discard_marks(table.hand.events))
    for event in table.hand.events[: table.index]:
        past.add(event)
    return past
