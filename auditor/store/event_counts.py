"""What the tables have of a hand that is counted in its events: calls, discards, and what a riichi could see."""

from typing import Final

from mypy_extensions import i64

from auditor.events import ADDED_KAN, CHI, CLOSED_KAN, DISCARD, DORA, DRAW, NORTH, OPEN_KAN, PON, WIN, Hand
from auditor.rulesets.model import Ruleset
from auditor.table.ledger import sticks_left
from auditor.table.record import HandRecord, RiichiRecord
from auditor.tiles import KINDS, mask_kinds
from auditor.units import EventIndex, EventKind, Points


def placements(points: tuple[float, ...], shared: bool) -> list[int]:
    """The rank 1-4 of each seat by its points. Equal points rank alike if `shared`, else the lower seat first."""
    return [
        1
        + sum(
            [
                other > own or (other == own and not shared and other_seat < seat)
                for other_seat, other in enumerate(points)
            ]
        )
        for seat, own in enumerate(points)
    ]


def final_points(record: HandRecord, players: int, ruleset: Ruleset) -> list[Points]:
    """The points of each seat once a game ends with this hand: as replayed, the sticks left settled by the ruleset."""
    points = record.end_scores[:players]
    left = sticks_left(points, record.end_sticks, ruleset)
    return [one + more for one, more in zip(points, left, strict=True)]


_TWO_BYTES: Final = 0xFFFF
_ONE: Final = [1, 1 << 16, 1 << 32, 1 << 48, *[0] * 12]
"""An event of each seat, counted in two bytes of one number; of no seat, nothing."""


def _by_seat(acts: bytes, first: EventKind, last: EventKind, until: EventIndex, players: int) -> list[int]:
    """How many events of kinds `first` to `last` each seat made before event `until`."""
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
    """How many tiles each seat discarded before event `event`. acts: as `EventColumns.add` gives them."""
    return _by_seat(acts, DISCARD, DISCARD, event, players)


def count_calls(acts: bytes, players: int) -> list[int]:
    """How many chi, pon and open kans, which follow one another, each seat made. acts: as of `discards_before`."""
    return _by_seat(acts, CHI, OPEN_KAN, len(acts), players)


def wins_in(acts: bytes) -> list[EventIndex]:
    """The events that are wins. acts: as of `discards_before`."""
    wins: list[EventIndex] = []
    event: i64 = 0
    while event < len(acts):
        if acts[event] & 15 == WIN:
            wins.append(event)
        event += 1
    return wins


def starting_shanten(hand: Hand, record: HandRecord, players: int) -> list[int | None] | None:
    """The shanten number of each seat as dealt, the dealer with the first draw; None of a hidden or faulty hand.

    None at all where turns are not recorded.

    By sets and a pair or seven pairs, thirteen orphans aside, as amae-koromo's 配牌向聴 counts.
    """
    if record.turns is None:
        return None
    from auditor.hand.shanten import shanten_without_kokushi  # slow to import

    shanten: list[int | None] = []
    for seat in range(players):
        tiles = list(hand.dealt[seat])
        if seat == record.dealer and hand.events and hand.events[0].kind == DRAW and hand.events[0].seat == seat:
            tiles.append(hand.events[0].tile)
        is_known = 13 <= len(tiles) <= 14 and min(tiles) >= 0
        shanten.append(shanten_without_kokushi([tile >> 2 for tile in tiles], players) if is_known else None)
    return shanten


def unseen_waits(hand: Hand, riichi: RiichiRecord) -> int | None:
    """How many tiles that a riichi waits for its declarer could not see as it discarded; None of a hidden hand.

    Seen are the 13 tiles of the hand, its melds included, all discards and melds, norths set aside, and the dora
    indicators turned by then.
    """
    if not riichi.kinds:
        return None
    waits = riichi.waits
    left = [4] * KINDS
    for kind in riichi.kinds:
        left[kind] -= 1
    _take(left, hand.indicator, waits)
    for number, event in enumerate(hand.events):
        kind = event.kind
        if kind == DISCARD or kind == ADDED_KAN or kind == NORTH or kind == DORA:
            _take(left, event.tile, waits)
            if kind == DISCARD and number > riichi.event:
                break
        elif kind == CHI or kind == PON or kind == OPEN_KAN or kind == CLOSED_KAN:
            for tile in event.tiles:
                _take(left, tile, waits)
    return sum([max(0, left[kind]) for kind in mask_kinds(waits)])


def _take(left: list[int], tile: i64, waits: i64) -> None:
    """Take a tile that is seen from what is left of the kinds waited for."""
    if tile >= 0 and waits >> (tile >> 2) & 1:
        left[tile >> 2] -= 1
