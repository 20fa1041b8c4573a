"""Stretches of play that can be taken out of a hand: between two moments at which the same seat is to do the same.

The tiles that come and go in a stretch are dealt, or drawn before it, in each other's place, so that after it every
seat holds what it held. Melds made in it are tiles of the concealed hand.
"""

from typing import Final, NamedTuple

from auditor.copying import changed_event, changed_hand
from auditor.edit.restate import Kept
from auditor.events import CLOSED_KAN, DRAW, Event, Game, Hand
from auditor.rulesets.model import Ruleset
from auditor.table.seat import Seat
from auditor.table.table import ACTION_DUE, DISCARD_DUE, DRAW_DUE, REACTION_DUE, Table, deal
from auditor.units import EventIndex, SeatIndex, Tile

_DRAWS: Final = 0
_ACTS: Final = 1


class Moment(NamedTuple):
    """A position before an event of a hand.

    due: what is to come, and of whom: moments with the same are exchanged. held, melds: of each seat the concealed
    tiles and the tiles of its melds. drawn: the tile just drawn by the seat that is to act, or UNKNOWN.
    """

    due: tuple[int, SeatIndex]
    held: tuple[tuple[Tile, ...], ...]
    melds: tuple[tuple[Tile, ...], ...]
    drawn: Tile


def moments(game: Game, hand: Hand, rules: Ruleset) -> dict[EventIndex, Moment]:
    """The moments of a hand between which stretches lie, by the event that follows, the hand's end included."""
    found: dict[EventIndex, Moment] = {}
    table = deal(game, hand, rules)
    for index in range(len(hand.events) + 1):
        due = _due(table)
        if due is not None:
            seats = table.seats
            found[index] = Moment(
                due,
                tuple([tuple(seat.concealed) for seat in seats]),
                tuple([_melded(seat) for seat in seats]),
                seats[due[1]].drawn if due[0] == _ACTS else -1,
            )
        if index < len(hand.events):
            table.apply(hand.events[index])
    return found


def _due(table: Table) -> tuple[int, SeatIndex] | None:
    if table.phase == REACTION_DUE:
        return _DRAWS, table.next_seat(table.due)
    if table.phase == DRAW_DUE:
        return _DRAWS, table.due
    return (_ACTS, table.due) if table.phase in (ACTION_DUE, DISCARD_DUE) else None


def _melded(seat: Seat) -> tuple[Tile, ...]:
    """The tiles that a seat has set out, in the order in which it has."""
    tiles: list[Tile] = []
    for meld in seat.melds:
        tiles += meld.tiles if meld.kind == CLOSED_KAN else (*meld.tiles, meld.tile)
    return (*tiles, *seat.norths)


def stretches(found: dict[EventIndex, Moment], last: EventIndex) -> list[tuple[EventIndex, EventIndex]]:
    """The stretches up to an event, the longest first: each from an event to another that stays."""
    places = [place for place in found if place <= last]
    pairs = [(start, end) for start in places for end in places if start < end and found[start].due == found[end].due]
    return sorted(pairs, key=lambda pair: (pair[0] - pair[1], pair[0]))


def without(kept: Kept, start: Moment, end: Moment, first: EventIndex, last: EventIndex) -> Kept | None:
    """A hand without the events from `first` to before `last`, which the moments come before; None where tiles forbid.

    first, last: places among the events that are left of the hand.
    """
    hand = kept.hand
    dealt = [list(tiles) for tiles in hand.dealt]
    before = list(hand.events[:first])
    for seat in range(len(dealt)):
        swaps = _swaps(start, end, seat)
        if swaps is None:
            return None
        for old, new in swaps:
            if not _exchanged(dealt[seat], before, seat, old, new):
                return None
    events = before + hand.events[last:]
    origins = kept.origins[:first] + kept.origins[last:]
    return Kept(
        changed_hand(hand, dealt=tuple([tuple(tiles) for tiles in dealt]), events=events, connections=[]), origins
    )


def _swaps(start: Moment, end: Moment, seat: SeatIndex) -> list[tuple[Tile, Tile]] | None:
    """Which tiles of a seat's hand are to be others, so that it holds at the start what it holds at the end."""
    have = list(start.held[seat])
    new = list(end.melds[seat])
    for tile in start.melds[seat]:
        if tile in new:
            new.remove(tile)
    want = [*end.held[seat], *new]
    while len(want) > len(have) and new:  # a kan has a tile more than the three of the hand
        want.remove(new.pop())
    if len(want) != len(have):
        return None
    swaps: list[tuple[Tile, Tile]] = []
    if seat == start.due[1] and start.drawn >= 0 and end.drawn >= 0 and start.drawn != end.drawn:
        if start.drawn in want or end.drawn in have:
            return None
        swaps.append((start.drawn, end.drawn))
        have.remove(start.drawn)
        want.remove(end.drawn)
    gone, come = list(have), []
    for tile in want:
        if tile in gone:
            gone.remove(tile)
        else:
            come.append(tile)
    return swaps + list(zip(sorted(gone), sorted(come), strict=True))


def _exchanged(dealt: list[Tile], events: list[Event], seat: SeatIndex, old: Tile, new: Tile) -> bool:
    """Deal or draw a tile in the place of another that the seat still holds; whether it could be done."""
    if old in dealt:
        dealt[dealt.index(old)] = new
        return True
    for place in range(len(events) - 1, -1, -1):
        event = events[place]
        if event.kind == DRAW and event.seat == seat and event.tile == old:
            events[place] = changed_event(event, tile=new)
            return True
    return False
