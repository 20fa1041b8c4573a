"""The smaller hands that a shrink tries: simpler tiles and turns for irrelevant seats, stretches of play removed.

Points, payments, hands shown and counters are recorded besides the play. Where that is changed, each record changes by
the difference between what is due now and what was due before: what was right stays right, what was wrong stays wrong.
"""

from typing import Any, Final, NamedTuple

from auditor.core import events
from auditor.core.events import Event, Game, Hand, Ryuukyoku, Win
from auditor.core.rulesets.model import Ruleset
from auditor.core.table.draws import drawn_facts
from auditor.core.table.ledger import final_points, final_scores
from auditor.core.table.next_hand import next_honba, next_round
from auditor.core.table.seat import Seat
from auditor.core.table.table import ACTION_DUE, DISCARD_DUE, DRAW_DUE, REACTION_DUE, Table, deal
from auditor.core.table.winning import win_facts
from auditor.core.tiles import EAST, HAKU, HAND_TILES, KINDS, TERMINALS_AND_HONOURS, TILES
from auditor.core.units import EventIndex, Points, SeatIndex, Tile

Facts = dict[str, Any]

_AMOUNTS = ("han", "fu", "points", "limit", "honba", "sticks")
_BY_SEAT = ("scores", "deltas")


class PartialHand(NamedTuple):
    """A hand with some of the events of another. origins: for each event, its index in the other hand, ascending."""

    hand: Hand
    origins: tuple[EventIndex, ...]


def whole(hand: Hand) -> PartialHand:
    """A hand as a partial hand that has all of its events."""
    return PartialHand(hand, tuple(range(len(hand.events))))


class RecordAdjustment:
    """Adjusts changed versions of a game, by what is due at each recorded event of the unchanged game."""

    def __init__(self, game: Game, rules: Ruleset) -> None:
        self.game = game
        self.rules = rules
        self.tables: list[Table] = []
        self.due: list[dict[EventIndex, Facts]] = []
        for hand in game.hands:
            table = deal(game, hand, rules)
            due: dict[EventIndex, Facts] = {}
            for index, event in enumerate(hand.events):
                if _is_recorded(event):
                    due[index] = _due(table, event)
                table.apply(event)
            self.tables.append(table)
            self.due.append(due)

    def adjust(self, partials: list[PartialHand]) -> Game:
        """The game with changed hands, one for each of its own, and with adjusted records.

        A hand after the first starts as the one before it ends, but for the amounts by which it was off before.
        """
        hands: list[Hand] = []
        table: Table | None = None
        for number, (hand, changed) in enumerate(zip(self.game.hands, partials, strict=True)):
            start = (
                changed.hand if table is None else _adjusted_start(hand, changed.hand, self.tables[number - 1], table)
            )
            new = events.replace_hand(start, events=[])
            table = deal(self.game, new, self.rules)
            for event, origin in zip(changed.hand.events, changed.origins, strict=True):
                fits = _adjusted_event(event, self.due[number].get(origin), table) if _is_recorded(event) else event
                new.events.append(fits)
                table.apply(fits)
            hands.append(new)
        result = self.game.result if table is None else self._result(self.tables[-1], table)
        return events.replace_game(self.game, hands=hands, result=result)

    def _result(self, table: Table, changed: Table) -> events.FinalResult | None:
        """The final result, off by as much from what is due now as it was from what was due before."""
        result = self.game.result
        if result is None or not table.hand.is_finished or not changed.hand.is_finished:
            return result
        due_before, due = self._settled(table), self._settled(changed)
        points = None if result.points is None else _moved(result.points, due_before[0], due[0])
        scores = None if result.scores is None else tuple(
            [round(one - old + new, 1) for one, old, new in zip(result.scores, due_before[1], due[1], strict=False)]
        )  # fmt: skip
        return events.FinalResult(points, scores)

    def _settled(self, table: Table) -> tuple[list[Points], list[float]]:
        players = self.game.players
        points = final_points(table.scores[:players], table.sticks, self.rules)
        scores = final_scores(points, self.rules) if self.rules.game.placement is not None else [0.0] * players
        return [*points, 0][:4], [*scores, 0.0][:4]


def _is_recorded(event: Event) -> bool:
    return isinstance(event, events.Deposit | Win | Ryuukyoku)


def _adjusted_start(hand: Hand, changed: Hand, before: Table, changed_before: Table) -> Hand:
    """The hand `changed`, its start off by as much from the end of the hand before it as that of `hand` was."""
    if not before.hand.is_finished or not changed_before.hand.is_finished:
        return events.replace_hand(changed, scores=_moved(hand.scores, before.scores, changed_before.scores))
    later = next_round(changed_before) - next_round(before)
    return events.replace_hand(
        changed, scores=_moved(hand.scores, before.scores, changed_before.scores),
        sticks=max(hand.sticks - before.sticks + changed_before.sticks, 0),
        honba=max(hand.honba - next_honba(before) + next_honba(changed_before), 0), round=max(hand.round + later, 0),
        dealer=(hand.dealer + later) % 4,
    )  # fmt: skip


def _due(table: Table, event: Event) -> Facts:
    """What an event about to be applied should record."""
    if isinstance(event, events.Deposit):
        scores = [score - table.stick * (seat == event.seat) for seat, score in enumerate(table.scores)]
        return {"scores": tuple(scores)}
    if isinstance(event, Win):
        return win_facts(table, event.seat, event.from_seat, event.tile, event.ura or ())
    is_exhaustive = isinstance(event, Ryuukyoku) and event.draw_type == events.EXHAUSTIVE
    return drawn_facts(table) | ({} if is_exhaustive else {"deltas": None})


def _adjusted_event(event: Event, due_before: Facts | None, table: Table) -> Event:
    """An event whose records are off by as much from what is due on the table as they were from what was due before."""
    if due_before is None:
        return event
    if isinstance(event, Win) and event.ura and len(event.ura) == len(due_before["dora"]):
        event = events.replace_event(event, ura=event.ura[: len(table.indicators)])
    due = _due(table, event)
    of_end = events.WIN_FACTS if isinstance(event, Win) else events.DRAW_FACTS
    names = ("scores",) if isinstance(event, events.Deposit) else of_end
    changes: Facts = {}
    for name in names:
        recorded = getattr(event, name)
        if recorded is None or recorded == events.NOT_RECORDED or due_before.get(name) is None or due.get(name) is None:
            continue
        if name in _AMOUNTS:
            changes[name] = max(recorded - due_before[name] + due[name], 0)
        elif name in _BY_SEAT:
            changes[name] = _moved(recorded, due_before[name], due[name])
        elif name == "shown":
            by_seat = zip(recorded, due_before[name], due[name], strict=True)
            changes[name] = tuple([new if shown == old else shown for shown, old, new in by_seat])
        elif recorded == due_before[name] or sorted(map(repr, recorded)) == sorted(map(repr, due_before[name])):
            changes[name] = due[name]
    return events.replace_event(event, **changes)


def _moved(recorded: tuple[Points, ...], due_before: Any, due: Any) -> tuple[Points, ...]:
    """The points of each seat, plus what is due now, minus what was due before."""
    return tuple([one - old + new for one, old, new in zip(recorded, due_before, due, strict=False)])


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
    if not (free := [tile for tile in _free_tiles(game, hand) if tile >> 2 > draw.tile >> 2]):
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
        if (due := _turn_due(table)) is not None:
            seats = table.seats
            points[index] = SplicePoint(
                due, tuple([tuple(seat.concealed) for seat in seats]), tuple([_melded(seat) for seat in seats]),
                seats[due[1]].drawn if due[0] == _ACTS else -1,
            )  # fmt: skip
        if index < len(hand.events):
            table.apply(hand.events[index])
    return points


def _turn_due(table: Table) -> tuple[int, SeatIndex] | None:
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
        if (swaps := _swaps(start, end, seat)) is None:
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
