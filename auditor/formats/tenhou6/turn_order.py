# build: hot
"""The order of turns, which the format does not record and which must be rebuilt.

Each seat's turns are in order; between seats only this is known: play goes round, a claim follows the discard that
it claims, a kan or a north is followed by the same seat's replacement draw, and the hand ends as its result says.
Where two discards fit a claim, more than one order may be tried before one is found that uses up every entry.

At most one order does: every incoming entry says whose turn came before it (a draw the left neighbour's, or one's own
after a kan; a claim that of the seat it names), and the last turn is that of the seat with one turn more than entries
that name it. So the order is read from its end, and a choice is left only in a log that contradicts itself, whose order
is searched from its beginning. Such a log keeps its order as far as it has one, be the play legal or not.
"""

from typing import Final

from auditor.core.events import CHI, DISCARD, DRAW, NO_SEAT
from auditor.core.reading.copies import NO_CODE
from auditor.core.units import SeatIndex
from auditor.formats.tenhou6.syntax import NOTHING, WrittenTurn

ANY_END: Final = 0
"""The log says nothing of the end."""
RON_END: Final = 1
"""The seat's tile was won on."""
TSUMO_END: Final = 2
"""The seat won with its draw."""
UNPLAYED_END: Final = 3
"""Somebody drew and ended the hand."""
PLAYED_END: Final = 4
"""The hand ended when a tile had been played."""

_UNPLAYED_ENDS: Final = (TSUMO_END, UNPLAYED_END)

WRONG_TILE: Final = 1
WRONG_END: Final = 1
WRONG_SEAT: Final = 2
"""The cost of contradictions. If the seats are right the order is certain whatever the tiles, so seats cost more."""
MOST_CONTRADICTIONS: Final = 2
MOST_POSITIONS: Final = 1000
"""Positions tried for each number of contradictions; a correct log needs about as many as it has turns."""

_UNDECIDED: Final = 2


class TurnOrderFound:
    """The order found. seats: whose turn it is, turn by turn. is_complete: whether it uses up every entry.

    is_ambiguous: whether another order does, too, with no more contradictions: claims of another tile or seat than that
    of the latest discard, and an end that is not the recorded one.
    """

    def __init__(self, seats: list[SeatIndex], is_complete: bool, is_ambiguous: bool) -> None:
        self.seats = seats
        self.is_complete = is_complete
        self.is_ambiguous = is_ambiguous


_NO_TURN: Final = WrittenTurn(NOTHING, NO_CODE, (), NO_SEAT)
"""The sentinel behind the turns of a seat."""


class Search:
    """Counts, from each position, the orders that use up all turns with a number of contradictions allowed."""

    def __init__(
        self, turns: list[list[WrittenTurn]], players: int, dealer: SeatIndex, end: int, end_seat: SeatIndex
    ) -> None:
        self.turns = [[*of_seat, _NO_TURN] for of_seat in turns]
        self.players = players
        self.dealer = dealer
        self.end = end
        self.end_seat = end_seat
        self.lengths = [len(of_seat) for of_seat in turns]
        self.counts: dict[int, int] = {}
        self.path: list[SeatIndex] = []
        self.furthest: list[SeatIndex] = []
        self.first: list[SeatIndex] = []
        self.at = [0, 0, 0, 0]

    def next_turn(self, seat: SeatIndex) -> WrittenTurn | None:
        """The seat's next turn, or None."""
        turn = self.turns[seat][self.at[seat]]
        return None if turn is _NO_TURN else turn

    def last_turn(self, seat: SeatIndex) -> WrittenTurn:
        """The seat's latest turn."""
        return self.turns[seat][self.at[seat] - 1]

    def options(self, last: SeatIndex) -> list[tuple[SeatIndex, int]]:
        """The seats that may follow `last`'s turn, the likeliest first, each with the cost of its contradictions."""
        if last == NO_SEAT:
            first = self.next_turn(self.dealer)
            return [(self.dealer, 0)] if first is not None and first.taken == DRAW else []
        before = self.last_turn(last)
        if not before.is_possible:
            return []
        if before.draws_again:
            again = self.next_turn(last)
            return [(last, 0)] if again is not None and again.taken == DRAW else []
        if before.played != DISCARD:
            return []
        calls: list[tuple[SeatIndex, int]] = []
        chis: list[tuple[SeatIndex, int]] = []
        doubtful: list[tuple[SeatIndex, int]] = []
        for step in range(1, 4):
            seat = (last + step) % 4
            claim = self.next_turn(seat)
            if claim is None or claim.taken == DRAW:
                continue
            cost = WRONG_TILE * (claim.taken_tile != before.played_tile) + WRONG_SEAT * (claim.from_seat != last)
            if cost:
                doubtful.append((seat, cost))
            elif claim.taken == CHI:
                chis.append((seat, 0))
            else:
                calls.append((seat, 0))
        following = (last + 1) % self.players
        drawing = self.next_turn(following)
        draws = [(following, 0)] if drawing is not None and drawing.taken == DRAW else []
        return calls + chis + draws + doubtful

    def end_cost(self, last: SeatIndex) -> int:
        """The cost of an end after `last`'s turn: 0 if it agrees with the result."""
        if self.end == ANY_END:
            return 0
        if last == NO_SEAT:
            return WRONG_END
        turn = self.last_turn(last)
        is_unplayed = self.end in _UNPLAYED_ENDS
        is_right_seat = self.end_seat in (NO_SEAT, last)
        return 0 if turn.ends_hand == is_unplayed and is_right_seat else WRONG_END

    def count(self, last: SeatIndex, budget: int) -> int:
        """The number of orders from here to the end whose contradictions cost at most `budget`; 2 means several."""
        if len(self.path) > len(self.furthest):
            self.furthest = list(self.path)
        if self.at == self.lengths:
            found = int(self.end_cost(last) <= budget)
            if found and not self.first:
                self.first = list(self.path)
            return found
        key = last + 1 + 8 * budget
        for seat in range(4):
            key = 128 * key + self.at[seat]
        if (known := self.counts.get(key)) is not None:
            return known
        if len(self.counts) >= MOST_POSITIONS:
            return 0
        self.counts[key] = 0
        found = 0
        for seat, cost in self.options(last):
            if cost <= budget and found < _UNDECIDED:
                self.at[seat] += 1
                self.path.append(seat)
                found += self.count(seat, budget - cost)
                self.path.pop()
                self.at[seat] -= 1
        self.counts[key] = min(found, _UNDECIDED)
        return self.counts[key]


def order_from_end(turns: list[list[WrittenTurn]], players: int, dealer: SeatIndex, last: SeatIndex) -> list[SeatIndex]:
    """The order that ends with a seat's last turn, uses up every entry and contradicts nothing; [] if there is none."""
    left = [of_seat[:] for of_seat in turns]
    if any(left[players:]):  # a seat that nobody has
        return []
    order: list[SeatIndex] = []
    seat, own = last, left[last]
    while own:
        turn = own.pop()
        order.append(seat)
        before = seat
        if turn.taken != DRAW:
            before = turn.from_seat
        elif not own or not own[-1].draws_again:
            if not own and seat == dealer:
                break
            before = (seat or players) - 1
        following, own = own, left[before]
        if not own or not own[-1].is_possible:
            return []
        if turn.taken != DRAW and turn.taken_tile != own[-1].played_tile:
            return []
        if own is not following and own[-1].played != DISCARD:
            return []
        seat = before
    order.reverse()
    return [] if any(left) else order


def find_order(
    turns: list[list[WrittenTurn]], players: int, dealer: SeatIndex, end: int, end_seat: SeatIndex
) -> TurnOrderFound:
    """The order of the seats' turns in a hand.

    turns: of seats 0-3. end: one of the ``_END`` numbers, with its seat or NO_SEAT. An order without contradictions is
    preferred, then the cheapest, and in it a claim at once to a later one, pon and kan to chi, and any claim to the
    next draw. If no order uses up every entry, the longest one without contradictions is returned.
    """
    for last in range(4) if end_seat == NO_SEAT else (end_seat,):
        order = order_from_end(turns, players, dealer, last)
        if order and (end == ANY_END or turns[last][-1].ends_hand == (end in _UNPLAYED_ENDS)):
            return TurnOrderFound(order, True, False)
    search = Search(turns, players, dealer, end, end_seat)
    furthest: list[SeatIndex] = []
    for budget in range(MOST_CONTRADICTIONS + 1):
        search.counts.clear()
        found = search.count(NO_SEAT, budget)
        if found:
            return TurnOrderFound(search.first, True, found > 1)
        if budget == 0:
            furthest = search.furthest
    return TurnOrderFound(furthest, False, False)
