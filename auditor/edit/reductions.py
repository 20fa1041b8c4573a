"""The smaller hands that a shrink tries: simpler tiles and turns for irrelevant seats, stretches of play removed."""

from typing import Final, NamedTuple

from auditor.core import events
from auditor.core.events import Event, Game, Hand, Ryuukyoku, Win
from auditor.core.rulesets.model import Ruleset
from auditor.core.table.seat import Seat
from auditor.core.table.table import ACTION_DUE, DISCARD_DUE, DRAW_DUE, REACTION_DUE, Table, deal
from auditor.core.tiles import EAST, HAKU, HAND_TILES, KINDS, TERMINALS_AND_HONOURS, TILES
from auditor.core.units import EventIndex, SeatIndex, Tile
from auditor.edit.restate import PartialHand


def with_tsumogiri(hand: Hand, seat: SeatIndex) -> Hand | None:
    """The hand with the seat's discards made tsumogiri, by swaps with its deal or earlier draws; None if unchanged."""
    dealt = list(hand.dealt[seat])
    played = list(hand.events)
    is_changed = False
    for index in range(1, len(played)):
        draw, discard = played[index - 1], played[index]
        is_turn = draw.kind == events.DRAW and discard.kind == events.DISCARD and draw.seat == discard.seat == seat
        if not is_turn or draw.tile == discard.tile or draw.tile < 0:
            continue
        origin = next(
            (at for at in range(index - 2, -1, -1) if played[at].kind == events.DRAW and played[at].seat == seat
             and played[at].tile == discard.tile), None,
        )  # fmt: skip
        if origin is not None:
            played[origin] = events.replace_event(played[origin], tile=draw.tile)
        elif discard.tile in dealt:
            dealt[dealt.index(discard.tile)] = draw.tile
        else:
            continue
        mark = discard.mark if discard.mark == events.NOT_RECORDED else events.TSUMOGIRI
        played[index - 1] = events.replace_event(draw, tile=discard.tile)
        played[index] = events.replace_event(discard, mark=mark)
        is_changed = True
    hands = tuple([tuple(dealt) if other == seat else tiles for other, tiles in enumerate(hand.dealt)])
    return events.replace_hand(hand, dealt=hands, events=played) if is_changed else None


def _free_tiles(game: Game, hand: Hand) -> list[Tile]:
    """The tiles of the set that the hand does not show, without red fives."""
    seen = {hand.indicator, *[tile for tiles in hand.dealt for tile in tiles]}
    for event in hand.events:
        seen |= {event.tile, *event.tiles}
        if isinstance(event, Win):
            seen |= {*(event.ura or ()), *(event.hand or ()), *(event.dora or ())}
    lacking = range(4, 32) if game.players == 3 else ()
    return [tile for tile in range(TILES) if tile not in seen and tile not in lacking and tile not in game.red_tiles]


def simplest_deal(hand: Hand, game: Game, seat: SeatIndex, number: int) -> Hand | None:
    """The hand with the simplest deal for a seat: every third kind of each suit, which ones depends on `number`, and
    winds, filled up with other kinds. None where nothing changes."""
    if not hand.dealt[seat] or min(hand.dealt[seat]) < 0:
        return None
    free = _free_tiles(game, hand) + list(hand.dealt[seat])
    wanted = [kind for kind in range(EAST) if kind % 3 == number % 3] + [*range(EAST, EAST + 4)]
    wanted += [kind for kind in range(KINDS) if kind not in wanted]
    tiles: list[Tile] = []
    for kind in wanted:
        copies = [tile for tile in sorted(free) if tile >> 2 == kind]
        if copies and len(tiles) < len(hand.dealt[seat]):
            tiles.append(copies[0])
    if len(tiles) != len(hand.dealt[seat]) or tuple(tiles) == hand.dealt[seat]:
        return None
    dealt = tuple([tuple(sorted(tiles)) if other == seat else own for other, own in enumerate(hand.dealt)])
    return events.replace_hand(hand, dealt=dealt)


def simplest_turns(hand: Hand, game: Game, index: EventIndex) -> Hand | None:
    """The hand with the tsumogiri at an index made the highest free tile (dragons, winds, suits), if that is higher."""
    if index + 1 >= len(hand.events):
        return None
    draw, discard = hand.events[index : index + 2]
    is_turn = draw.kind == events.DRAW and discard.kind == events.DISCARD and draw.seat != events.NO_SEAT
    if not is_turn or draw.tile != discard.tile or draw.tile < 0:
        return None
    free = [tile for tile in _free_tiles(game, hand) if tile >> 2 > draw.tile >> 2]
    if not free:
        return None
    tile = max(free)
    played = list(hand.events)
    played[index], played[index + 1] = events.replace_event(draw, tile=tile), events.replace_event(discard, tile=tile)
    return events.replace_hand(hand, events=played)


def aborted_at_first_draw(game: Game, hand: Hand) -> PartialHand:
    """A hand that the dealer aborts at its first draw, for nine terminals and honours."""
    dealer = hand.dealer
    outer = [4 * kind for kind in TERMINALS_AND_HONOURS]
    number = 0
    dealt: list[tuple[Tile, ...]] = []
    for seat in range(len(hand.dealt)):
        if seat == dealer:
            dealt.append(tuple(outer))
        else:
            dealt.append(tuple(_run_free(game, number)) if seat < game.players else ())
            number += 1
    drawn = 4 * HAKU + 2
    shown = tuple([tuple(sorted([*outer, drawn])) if seat == dealer else None for seat in range(4)])
    draw = Ryuukyoku(
        events.NINE_TERMINALS, shown=shown, scores=hand.scores, deltas=(0,) * len(hand.scores), honba=hand.honba,
        sticks=hand.sticks,
    )  # fmt: skip
    alone = events.replace_hand(
        hand, dealt=tuple(dealt), indicator=4 * HAKU + 1, dice=None, unexplained_from=events.NOT_RECORDED, shuffle="",
        server=None, events=[Event(events.DRAW, dealer, drawn), draw],
    )  # fmt: skip
    alone.disconnections = []
    return PartialHand(alone, (-1, -1))


def _run_free(game: Game, number: int) -> list[Tile]:
    """Thirteen tiles that wait for nothing (no run, no pair), different ones for each number."""
    kinds = [kind for kind in range(EAST) if kind % 3 == number % 3] + [*range(EAST, EAST + 4)]
    lacking = range(1, 8) if game.players == 3 else ()
    kinds = [kind for kind in kinds if kind not in lacking]
    tiles = [4 * kind + 1 + number % 3 for kind in kinds]
    return (tiles + [4 * kind + 1 + number % 3 for kind in (HAKU + 1, HAKU + 2, 8, 0)])[:HAND_TILES]


_DRAWS: Final = 0
_ACTS: Final = 1


class SplicePoint(NamedTuple):
    """A position before an event of a hand, at which events can be removed.

    due: what comes next, and the seat: only points with the same are spliced. held, melds: the concealed tiles and
    the tiles of the melds of each seat. drawn: the tile just drawn by the seat to act, or -1.
    """

    due: tuple[int, SeatIndex]
    held: tuple[tuple[Tile, ...], ...]
    melds: tuple[tuple[Tile, ...], ...]
    drawn: Tile


def splice_points(game: Game, hand: Hand, rules: Ruleset) -> dict[EventIndex, SplicePoint]:
    """The splice points of a hand, the bounds of stretches, by the index of the next event; the end included."""
    points: dict[EventIndex, SplicePoint] = {}
    table = deal(game, hand, rules)
    for index in range(len(hand.events) + 1):
        due = _due(table)
        if due is not None:
            seats = table.seats
            points[index] = SplicePoint(
                due,
                tuple([tuple(seat.concealed) for seat in seats]),
                tuple([_melded(seat) for seat in seats]),
                seats[due[1]].drawn if due[0] == _ACTS else -1,
            )
        if index < len(hand.events):
            table.apply(hand.events[index])
    return points


def _due(table: Table) -> tuple[int, SeatIndex] | None:
    if table.phase == REACTION_DUE:
        return _DRAWS, table.next_seat(table.due)
    if table.phase == DRAW_DUE:
        return _DRAWS, table.due
    return (_ACTS, table.due) if table.phase in (ACTION_DUE, DISCARD_DUE) else None


def _melded(seat: Seat) -> tuple[Tile, ...]:
    """The tiles that a seat has melded, in the order of the melds, then its norths."""
    tiles: list[Tile] = []
    for meld in seat.melds:
        tiles += events.melded_tiles(meld)
    return (*tiles, *seat.norths)


def stretches(points: dict[EventIndex, SplicePoint], last: EventIndex) -> list[tuple[EventIndex, EventIndex]]:
    """The stretches up to an event, the longest first: pairs of the first event removed and the next that stays."""
    starts = [index for index in points if index <= last]
    pairs = [(start, end) for start in starts for end in starts if start < end and points[start].due == points[end].due]
    return sorted(pairs, key=lambda pair: (pair[0] - pair[1], pair[0]))


def spliced(
    partial: PartialHand, start: SplicePoint, end: SplicePoint, first: EventIndex, last: EventIndex
) -> PartialHand | None:
    """A hand without the events `first` to `last` - 1; None where its tiles cannot be exchanged to fit.

    start, end: the splice points at `first` and `last`, both indices into the events that the partial hand still has.
    """
    hand = partial.hand
    dealt = [list(tiles) for tiles in hand.dealt]
    before = list(hand.events[:first])
    for seat in range(len(dealt)):
        swaps = _swaps(start, end, seat)
        if swaps is None:
            return None
        for old, new in swaps:
            if not _exchanged(dealt[seat], before, seat, old, new):
                return None
    played = before + hand.events[last:]
    origins = partial.origins[:first] + partial.origins[last:]
    return PartialHand(
        events.replace_hand(hand, dealt=tuple([tuple(tiles) for tiles in dealt]), events=played, disconnections=[]),
        origins,
    )


def _swaps(start: SplicePoint, end: SplicePoint, seat: SeatIndex) -> list[tuple[Tile, Tile]] | None:
    """Tiles (old, new) to exchange so that a seat holds at the start what it holds at the end; None if impossible."""
    have = list(start.held[seat])
    new = list(end.melds[seat])
    for tile in start.melds[seat]:
        if tile in new:
            new.remove(tile)
    want = [*end.held[seat], *new]
    while len(want) > len(have) and new:  # the fourth tile of a kan is none of the thirteen
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


def _exchanged(dealt: list[Tile], played: list[Event], seat: SeatIndex, old: Tile, new: Tile) -> bool:
    """Deal or draw a tile instead of another that the seat still holds. Returns whether that was possible."""
    if old in dealt:
        dealt[dealt.index(old)] = new
        return True
    for index in range(len(played) - 1, -1, -1):
        event = played[index]
        if event.kind == events.DRAW and event.seat == seat and event.tile == old:
            played[index] = events.replace_event(event, tile=new)
            return True
    return False
