"""What the tables tell of a hand that is counted in its events: calls, discards, and what a riichi could see."""

from auditor.events import ADDED_KAN, CHI, CLOSED_KAN, DISCARD, DORA, DRAW, NORTH, OPEN_KAN, PON, Event, Hand
from auditor.rulesets.model import Ruleset
from auditor.store.packed import act_of
from auditor.table.record import HandRecord, RiichiRecord
from auditor.table.settlement import sticks_left
from auditor.tiles import KINDS, mask_kinds
from auditor.units import EventIndex, Points


def placements(points: tuple[float, ...], shared: bool) -> list[int]:
    """The place 1-4 of each seat by its points. Equal points rank alike if `shared`, else the lower seat first."""
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


def points_at_the_end(record: HandRecord, players: int, ruleset: Ruleset) -> list[Points]:
    """The points of each seat once a game ends with this hand: as replayed, the sticks left settled by the ruleset."""
    points = record.end_scores[:players]
    left = sticks_left(points, record.end_sticks, ruleset)
    return [one + more for one, more in zip(points, left, strict=True)]


def discards_before(acts: bytes, place: EventIndex, players: int) -> list[int]:
    """How many tiles each seat discarded before event `place`. acts: as `EventColumns.add` gives them."""
    return [acts.count(act_of(DISCARD, seat), 0, place) for seat in range(players)]


def calls_made(events: list[Event], players: int) -> list[int]:
    """How many chi, pon and open kans each seat made."""
    found = [0] * players
    for event in events:
        kind = event.kind
        if CHI <= kind <= OPEN_KAN and event.seat < players:  # chi, pon and open kan follow one another
            found[event.seat] += 1
    return found


def starting_shanten(hand: Hand, record: HandRecord, players: int) -> list[int | None] | None:
    """The shanten number of each seat as dealt, the dealer with the first draw; None of a hidden or faulty hand.

    None at all where nobody asked for turns.

    By sets and a pair or seven pairs, thirteen orphans aside, as amae-koromo's 配牌向聴 counts.
    """
    if record.turns is None:
        return None
    from auditor.hand.shanten import shanten_but_of_orphans  # not before it is asked for

    found: list[int | None] = []
    for seat in range(players):
        tiles = list(hand.dealt[seat])
        if seat == record.dealer and hand.events and hand.events[0].kind == DRAW and hand.events[0].seat == seat:
            tiles.append(hand.events[0].tile)
        is_known = 13 <= len(tiles) <= 14 and min(tiles) >= 0
        found.append(shanten_but_of_orphans([tile >> 2 for tile in tiles], players) if is_known else None)
    return found


def unseen_waits(hand: Hand, riichi: RiichiRecord) -> int | None:
    """How many tiles that a riichi waits for its declarer could not see as it discarded; None of a hidden hand.

    Seen are the 13 tiles of the hand, its melds included, all discards and melds, norths set aside, and the dora
    indicators turned by then.
    """
    if not riichi.kinds:
        return None
    left = [4] * (KINDS + 1)  # the last for tiles that are hidden, of kind -1
    for kind in riichi.kinds:
        left[kind] -= 1
    left[hand.indicator >> 2] -= 1
    for number, event in enumerate(hand.events):
        kind = event.kind
        if kind == DISCARD or kind == ADDED_KAN or kind == NORTH or kind == DORA:
            left[event.tile >> 2] -= 1
            if kind == DISCARD and number > riichi.event:
                break
        elif kind == CHI or kind == PON or kind == OPEN_KAN or kind == CLOSED_KAN:
            for tile in event.tiles:
                left[tile >> 2] -= 1
    return sum([max(0, left[kind]) for kind in mask_kinds(riichi.waits)])
