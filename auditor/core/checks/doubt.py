# build: hot
"""Doubt: what a finding makes unreliable, and what is unreliable now.

The state that checks see is split into facets, and each check declares which of them its judgement relies on and which
its finding puts in doubt (spoils). A check that relies on a facet in doubt makes no finding, because what it sees may
be a consequence of the earlier fault. Doubt about the points, the counters, the round and how the hand ended extends to
the start of the next hand; all other doubt ends with its hand.
"""

from typing import Any, Final, NamedTuple

from mypy_extensions import i64

from auditor.core.events import NO_SEAT
from auditor.core.units import EventIndex, Facets, SeatIndex

HAND: Final = 1 << 0
TURN: Final = 1 << 1
POINTS: Final = 1 << 2
STICKS: Final = 1 << 3
HONBA: Final = 1 << 4
DORA: Final = 1 << 5
ROUND: Final = 1 << 6
VALUE: Final = 1 << 7
OUTCOME: Final = 1 << 8
WALL: Final = 1 << 9
RIICHI: Final = 1 << 10
ORDER: Final = 1 << 11
TILE: Final = 1 << 12

FACETS: Final = (
    ("hand", "which tiles a seat holds; of each seat apart"),
    ("turn", "whose turn it is; doubt ends once play has gone on in order for a while"),
    ("points", "the seats' points"),
    ("sticks", "the riichi sticks on the table"),
    ("honba", "the honba counter"),
    ("dora", "the indicators turned"),
    ("round", "round and dealer"),
    ("value", "what a win is worth"),
    ("outcome", "how the hand ended"),
    ("wall", "how many tiles are left"),
    ("riichi", "whether a seat is in riichi; of each seat apart"),
    ("order", "the order of play where a log does not record it: rebuilt from the tiles, it is in doubt as the turn"),
    ("tile", "the tile that a claim or a ron takes; in doubt wherever the event that gave it away has a finding"),
)
"""Name and meaning of each facet, by its bit."""

OF_A_SEAT: Final = HAND | RIICHI | VALUE
"""The facets that are in doubt for each seat separately; VALUE also for all of them."""

LASTING: Final = POINTS | STICKS | HONBA | ROUND | OUTCOME
"""The facets whose doubt extends to the start of the next hand."""

VALUE_OF_WIN: Final = HAND | TURN | VALUE | DORA | RIICHI | WALL
"""The facets that the value of a win depends on."""

_ORDERLY_EVENTS: Final = 4
"""The number of draws and discards in order that ends the doubt about the turn."""


class DoubtState(NamedTuple):
    """What is in doubt between two parts of a game, as `Doubts` hold it."""

    facets: Facets
    of_seats: tuple[Facets, ...]
    faulty_events: frozenset[EventIndex]
    suppositions: tuple[Any, ...]


class Doubts:
    """The facets in doubt in a hand.

    facets: those in doubt for all seats. of_seats: those for each seat. faulty_events: those with findings, not notes.
    suppositions: what may be true instead of what the log states (`auditor.core.audit.doubtful.Supposed`).
    """

    def __init__(self, order_recorded: bool) -> None:
        self.facets: i64 = 0
        self.of_seats = [0, 0, 0, 0]
        self.faulty_events: set[EventIndex] = set()
        self.suppositions: tuple[Any, ...] = ()
        self._order_recorded = order_recorded
        self._orderly: i64 = 0
        self._inherited: i64 = 0

    def open_hand(self) -> None:
        """Start a hand just dealt. Doubts carried over from the hand before hold while the start is judged."""
        self.of_seats = [0, 0, 0, 0]
        self.faulty_events.clear()
        self.facets &= LASTING
        self._orderly = 0
        self._inherited = self.facets

    def begin_play(self) -> None:
        """Drop the doubts carried over from the hand before, and keep those added while judging the start."""
        self.facets &= ~self._inherited

    def snapshot(self) -> DoubtState:
        """What is in doubt now; equal for equal doubts."""
        return DoubtState(self.facets, tuple(self.of_seats), frozenset(self.faulty_events), self.suppositions)

    def restore(self, state: DoubtState) -> None:
        """Go on from a snapshot, taken before or after the play of a hand: events in order are counted anew."""
        self.facets = state.facets
        self.of_seats = list(state.of_seats)
        self.faulty_events = set(state.faulty_events)
        self.suppositions = state.suppositions

    @property
    def are_any(self) -> bool:
        """Whether anything is in doubt now."""
        return self.facets != 0 or len(self.suppositions) != 0 or any(facets != 0 for facets in self.of_seats)

    def is_in_doubt(self, facets: Facets, seat: SeatIndex = NO_SEAT) -> bool:
        """Whether any of `facets` is in doubt; for HAND and RIICHI, those of the seat, or with NO_SEAT of any seat."""
        if self.facets & facets:
            return True
        if not facets & OF_A_SEAT:
            return False
        if seat >= 0:
            return self.of_seats[seat] & facets != 0
        return any(doubts & facets for doubts in self.of_seats)

    def spoil(self, facets: Facets, seat: SeatIndex) -> None:
        """Put `facets` in doubt; HAND and RIICHI only for the seat, and not at all with NO_SEAT."""
        if seat >= 0:
            self.of_seats[seat] |= facets & OF_A_SEAT
        if facets & ORDER and not self._order_recorded:
            facets |= TURN
        self.facets |= facets & ~(HAND | RIICHI | ORDER)

    def count_orderly_event(self) -> None:
        """Count a draw or discard in order while the turn is not in doubt (a faster `count_order`)."""
        self._orderly += 1

    def count_order(self, in_order: bool) -> None:
        """Count draws and discards in order, which end the doubt about the turn unless the reader rebuilt the order."""
        self._orderly = self._orderly + 1 if in_order else 0
        if self._orderly >= _ORDERLY_EVENTS and self._order_recorded:
            self.facets &= ~TURN
