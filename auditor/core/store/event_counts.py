# build: hot
"""Columns of the tables that are counted in the events of a hand: calls, discards, and what a riichi could see."""

from hashlib import sha256
from typing import Final

from mypy_extensions import i64

from auditor.core.events import ADDED_KAN, CHI, CLOSED_KAN, DISCARD, DRAW, NORTH, OPEN_KAN, WIN, Hand, Win, tiles_opened
from auditor.core.reading.building import SeatHoldings
from auditor.core.table.record import HandRecord, RiichiRecord
from auditor.core.tiles import KINDS, mask_kinds
from auditor.core.units import EventIndex, EventKind, SeatIndex, Tile


def placements(points: tuple[float, ...], shared: bool) -> list[int]:
    """The rank 1-4 of each seat by its points. Equal points have equal ranks if `shared`, else the lower seat leads."""
    ranks = []
    for seat, own in enumerate(points):
        ahead = [other > own or (other == own and not shared and one < seat) for one, other in enumerate(points)]
        ranks.append(1 + sum(ahead))
    return ranks


_TWO_BYTES: Final = 0xFFFF
_ONE: Final = [1, 1 << 16, 1 << 32, 1 << 48, *[0] * 4]
"""What an event adds for each seat value: the counters of seats 0-3 are two bytes each of one number."""


def _by_seat(acts: bytes, first: EventKind, last: EventKind, until: EventIndex, players: int) -> list[int]:
    """The number of events of kinds `first` to `last` of each seat before event `until`."""
    made: i64 = 0
    event: i64 = 0
    end: i64 = min(until, len(acts))
    while event < end:
        act: i64 = acts[event]
        if first <= act & 15 <= last:
            made += _ONE[act >> 4]
        event += 1
    return [made >> 16 * seat & _TWO_BYTES for seat in range(players)]


def discards_before(acts: bytes, event: EventIndex, players: int) -> list[int]:
    """The number of discards of each seat before event `event`. acts: as from `EventColumns.add`."""
    return _by_seat(acts, DISCARD, DISCARD, event, players)


def count_calls(acts: bytes, players: int) -> list[int]:
    """The number of chi, pon and open kans (consecutive kinds) of each seat. acts: as for `discards_before`."""
    return _by_seat(acts, CHI, OPEN_KAN, len(acts), players)


def declaring_discard(acts: bytes, declared: EventIndex, seat: SeatIndex) -> EventIndex | None:
    """The event of a seat's discard that completes a declaration of riichi; None where the log ends before it."""
    found = acts.find(DISCARD | seat << 4, declared + 1)
    return found if found >= 0 else None


def kans_after(acts: bytes, event: EventIndex, seat: SeatIndex) -> int:
    """The number of kans of a seat after event `event`. acts: as for `discards_before`."""
    later = acts[event + 1 :]
    return sum([later.count(kind | seat << 4) for kind in (OPEN_KAN, CLOSED_KAN, ADDED_KAN)])


LEAST_DISCARDS: Final = 40
"""The least number of discards by which a game is recognized."""


def play_digest(discards: bytes) -> str:
    """A hash by which a game is recognized in whatever format it is written; "" where it has too few discards.

    discards: the code of each discard in turn, unmarked, as `EventColumns.add` collects them.
    """
    return sha256(discards).hexdigest()[:16] if len(discards) >= 2 * LEAST_DISCARDS else ""


_GIVING: Final = (DRAW, DISCARD, CLOSED_KAN, ADDED_KAN, NORTH)
"""The kinds of events on whose tile a seat may win."""


def event_won_on(acts: bytes, event: EventIndex, from_seat: SeatIndex) -> EventIndex | None:
    """The event of the winning tile: the last by `from_seat` that can give one. acts: as for `discards_before`."""
    index = event - 1
    while index >= 0 and not (acts[index] & 15 in _GIVING and acts[index] >> 4 == from_seat):
        index -= 1
    return index if index >= 0 else None


def winning_hand(hand: Hand, event: EventIndex, win: Win, acts: bytes) -> SeatHoldings:
    """What a winner holds by its deal, draws, calls and discards, with the tile won on."""
    held = SeatHoldings(hand.dealt[win.seat])
    events = hand.events
    seat: i64 = win.seat
    end: i64 = event
    index: i64 = 0
    while index < end:
        if acts[index] >> 4 == seat:
            held.add(events[index])
        index += 1
    if win.from_seat != win.seat:
        held.concealed.append(win.tile)
    return held


def dealt_shanten(hand: Hand, record: HandRecord, seat: SeatIndex, players: int) -> int | None:
    """The shanten number of a seat's deal, the dealer's with the first draw; None for a hidden or faulty hand.

    None, too, where turns are not recorded.
    """
    if record.turns is None:
        return None
    from auditor.core.hand.shanten import shanten  # slow to import

    tiles = _dealt(hand, record, seat)
    return shanten([tile >> 2 for tile in tiles], 0, players) if tiles else None


def _dealt(hand: Hand, record: HandRecord, seat: SeatIndex) -> list[Tile]:
    """The tiles dealt to a seat, the dealer's with the first draw; [] for a hidden or faulty hand."""
    tiles = list(hand.dealt[seat])
    if seat == record.dealer and hand.events and hand.events[0].kind == DRAW and hand.events[0].seat == seat:
        tiles.append(hand.events[0].tile)
    return tiles if 13 <= len(tiles) <= 14 and min(tiles) >= 0 else []


def wins_in(acts: bytes) -> list[EventIndex]:
    """The events that are wins. acts: as for `discards_before`."""
    wins: list[EventIndex] = []
    event: i64 = 0
    while event < len(acts):
        if acts[event] & 15 == WIN:
            wins.append(event)
        event += 1
    return wins


def starting_shanten(hand: Hand, record: HandRecord, players: int) -> list[int | None] | None:
    """The shanten number of each seat's deal, the dealer's with the first draw; None for a hidden or faulty hand.

    None instead of the list where turns are not recorded. Counted for four sets and a pair or seven pairs, without
    thirteen orphans, as amae-koromo counts 配牌向聴.
    """
    if record.turns is None:
        return None
    from auditor.core.hand.shanten import shanten_without_kokushi  # slow to import

    found: list[int | None] = []
    for seat in range(players):
        tiles = _dealt(hand, record, seat)
        found.append(shanten_without_kokushi([tile >> 2 for tile in tiles], players) if tiles else None)
    return found


def unseen_waits(hand: Hand, riichi: RiichiRecord) -> int | None:
    """The number of tiles a riichi waits for that its declarer could not see at the discard; None for a hidden hand.

    Visible are the 13 tiles of the hand with its melds, all discards and melds, norths aside, and indicators turned.
    """
    if not riichi.kinds:
        return None
    waits = riichi.waits
    left = [4] * KINDS
    for kind in riichi.kinds:
        left[kind] -= 1
    _take(left, hand.indicator, waits)
    for number, event in enumerate(hand.events):
        if event.kind == DRAW:
            continue  # half of all events: they open nothing
        for tile in tiles_opened(event):
            _take(left, tile, waits)
        if event.kind == DISCARD and number > riichi.event:
            break
    return sum([max(0, left[kind]) for kind in mask_kinds(waits)])


def _take(left: list[int], tile: i64, waits: i64) -> None:
    """Count a visible tile: one less is left of its kind, if that is waited for."""
    if tile >= 0 and waits >> (tile >> 2) & 1:
        left[tile >> 2] -= 1
