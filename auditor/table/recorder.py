"""What an observed replay leaves: what a seat saw and chose from at each discard, and the wall at each draw."""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from auditor.events import ADDED_KAN, CLOSED_KAN, DISCARD, DORA, DRAW, NORTH, OPEN_KAN, WIN, Event, meld_of
from auditor.hand.blocks import blocks_of_melds
from auditor.hand.circumstances import count_dora
from auditor.hand.machi import machi_bits
from auditor.hand.shanten import HandOutlook, Unseen, best_ukeire, number_of_kinds
from auditor.hand.waits import shifted
from auditor.table.options import lacks_draws, lacks_points
from auditor.table.record import NO_VALUE, TurnRows, WallRiichi, WallRows, WallWin
from auditor.table.seat import Seat
from auditor.table.table import NOT_FURITEN, REPLACEMENT_DUE, ReplayObserver, Table, furiten_kind
from auditor.table.wall import Wall
from auditor.tiles import EAST, HAND_TILES, KINDS, KINDS_IN_PLAY, LIVE_WALL
from auditor.units import KindMask, Tile

HIDDEN: Final = -1


class VisibleTiles:
    """What each seat does not see: the others' hands and the wall; and what lies in the wall.

    unseen: by seat. in_wall: what lies in nobody's hand either, the rest of the live wall and of the dead one.
    """

    def __init__(self, table: Table) -> None:
        kinds = KINDS_IN_PLAY[table.players]
        self.unseen = [Unseen(0, 0, kinds) for _ in table.seats]
        self.in_wall = Unseen(0, 0, kinds)
        for seat, unseen in enumerate(self.unseen):
            for tile in table.hand.dealt[seat]:
                if tile >= 0:
                    unseen.see(tile >> 2)
                    self.in_wall.see(tile >> 2)
        self._turn(table.hand.indicator)

    def follow(self, event: Event) -> None:
        """See what an event shows to whom."""
        kind = event.kind
        if kind == DRAW:
            if event.tile >= 0:
                self.unseen[event.seat].see(event.tile >> 2)
                self.in_wall.see(event.tile >> 2)
        elif kind == DISCARD or kind == ADDED_KAN or kind == NORTH:
            self._show(event.tile, event.seat)
        elif kind <= CLOSED_KAN:  # a claim, or a closed kan
            for tile in event.tiles:
                self._show(tile, event.seat)
        elif kind == DORA:
            self._turn(event.tile)

    def _show(self, tile: Tile, seat: int) -> None:
        """A seat shows one of its tiles to the others."""
        if tile >= 0:
            for other, unseen in enumerate(self.unseen):
                if other != seat:
                    unseen.see(tile >> 2)

    def _turn(self, tile: Tile) -> None:
        """A tile of the dead wall is turned."""
        if tile >= 0:
            for unseen in self.unseen:
                unseen.see(tile >> 2)
            self.in_wall.see(tile >> 2)


@mypyc_attr(acyclic=True)
class WaitingHand:
    """How far a seat's 13 tiles are from complete while it waits for its turn.

    lacking: the tiles that a complete hand lacks, HIDDEN of a hand that is hidden or of a wrong size. lowering: the
    kinds (a mask) of which one more lowers that.
    """

    def __init__(self) -> None:
        self.lacking: i64 = HIDDEN
        self.lowering: i64 = 0

    def look(self, seat: Seat, outlook: HandOutlook) -> None:
        """Look at the seat's hand as it is, with an outlook of its game."""
        if observes(outlook, seat, HAND_TILES):
            self.lacking, self.lowering = outlook.lacking, outlook.lowering
        else:
            self.lacking, self.lowering = HIDDEN, 0


def observes(outlook: HandOutlook, seat: Seat, tiles: int) -> bool:
    """Let an outlook look at a seat's hand. False where it is hidden or has not so many tiles, three for each meld."""
    melds = len(seat.melds)
    if not seat.is_known or seat.size + 3 * melds != tiles or melds > 4:
        return False
    outlook.look(seat.man, seat.pin, seat.sou, seat.honours, melds)
    return True


class DiscardChoices:
    """Looks at the discards of a hand: at what they leave, and at what any other would have left.

    outlooks: to look with, by seat. lacking, lowering: as in `WaitingHand`, of the hand that the discard leaves.
    """

    def __init__(self, outlooks: list[HandOutlook]) -> None:
        self._outlooks = outlooks
        self.rows = TurnRows()
        self.lacking: i64 = HIDDEN
        self.lowering: i64 = 0
        self._before: i64 = HIDDEN
        self._least: i64 = HIDDEN
        self._best: i64 = 0
        self._ukeire: i64 = 0
        self._could_riichi = False
        self._was_in_riichi = False
        self._riichis: i64 = 0
        self._seen: i64 = NO_VALUE
        self._chances: i64 = NO_VALUE
        self._passed: list[KindMask] = [0, 0, 0, 0]

    def before(self, table: Table, event: Event, at_rest: WaitingHand, unseen: Unseen) -> None:
        """Look at a seat about to discard. at_rest: its hand before it drew or called. unseen: by it."""
        seat = table.seats[event.seat]
        self._before = at_rest.lacking
        self._was_in_riichi = seat.in_riichi
        self._riichis = self._look_at_riichis(table, event, seat)
        self._could_riichi = False
        self._look_at_seen(event, seat, unseen)
        is_drawn = event.tile >= 0 and event.tile == seat.drawn
        if is_drawn and at_rest.lacking != HIDDEN:
            self.lacking, self.lowering = at_rest.lacking, at_rest.lowering
        else:
            self.lacking, self.lowering = HIDDEN, 0
        if seat.in_riichi and is_drawn:
            self._ukeire = self._best = unseen.tiles(self.lowering)
            self._least = self.lacking
            return
        outlook = self._outlooks[event.seat]
        if not observes(outlook, seat, HAND_TILES + 1) or event.tile < 0 or not seat.count(event.tile >> 2):
            self.lacking = self._least = HIDDEN
            return
        kind: i64 = event.tile >> 2
        if outlook.lacking == 0:
            self._look_at_complete(outlook, kind, unseen)
        else:
            self._least = outlook.lacking
            self._best = best_ukeire(outlook, unseen)
            if self.lacking == HIDDEN:
                self._discard(outlook, kind)
        self._ukeire = unseen.tiles(self.lowering)
        self._could_riichi = self._least == 1 and _may_declare(table, seat)

    def _discard(self, outlook: HandOutlook, kind: i64) -> None:
        if outlook.keeping >> kind & 1:
            self.lacking, self.lowering = outlook.lacking, outlook.lowering_without(kind)
        else:
            left = outlook.without(kind)
            self.lacking, self.lowering = left.lacking, left.lowering

    def _look_at_complete(self, outlook: HandOutlook, discarded: i64, unseen: Unseen) -> None:
        """Look at a complete hand that plays on: each discard leaves it waiting, some for nothing that it can have."""
        self._least, self._best = 99, 0
        held = outlook.held
        for kind in range(KINDS):
            if held >> kind & 1:
                left = outlook.without(kind)
                if kind == discarded:
                    self.lacking, self.lowering = left.lacking, left.lowering
                if left.lacking < self._least:
                    self._least, self._best = left.lacking, 0
                if left.lacking == self._least:
                    self._best = max(self._best, unseen.tiles(left.lowering))

    def _look_at_riichis(self, table: Table, event: Event, seat: Seat) -> i64:
        """Keep how safe the discard and the hand are against each other seat in riichi; how many these are."""
        riichis: i64 = 0
        for other in table.seats:
            if other.in_riichi and other.seat != seat.seat:
                riichis += 1
                safe = other.river_kinds | self._passed[other.seat]
                held = 0
                for tile in seat.concealed:
                    if tile >= 0 and safe >> (tile >> 2) & 1:
                        held += 1
                self.rows.against.append(other.seat)
                self.rows.genbutsu.append(held if seat.is_known else NO_VALUE)
                self.rows.safe.append(NO_VALUE if event.tile < 0 else safe >> (event.tile >> 2) & 1)
                self.rows.suji.append(NO_VALUE if event.tile < 0 else _suji(event.tile >> 2, safe))
        return riichis

    def _look_at_seen(self, event: Event, seat: Seat, unseen: Unseen) -> None:
        """Keep how many copies of its tile a seat about to discard sees, and what two-sided waits for it are left."""
        self._seen = self._chances = NO_VALUE
        if event.tile >= 0 and seat.is_known:
            kind: i64 = event.tile >> 2
            self._seen = 4 - unseen.tiles(shifted(1, kind))
            if kind < EAST:
                self._chances = _chances(kind, unseen)

    def after(self, table: Table, event: Event) -> None:
        """Keep the row of a discard that was made."""
        seat = table.seats[event.seat]
        riichi = seat.riichi
        self.pass_tile(table, event)
        is_tenpai = self.lacking == 1
        furiten_now = NO_VALUE
        machi = 0
        if is_tenpai:
            furiten_now = 0 if furiten_kind(table, seat) == NOT_FURITEN else 1
            machi = machi_bits(seat.man, seat.pin, seat.sou, seat.honours, len(seat.melds))
            self.rows.waits.append(self.lowering)
        is_known = self.lacking != HIDDEN
        self.rows.packed += bytes(
            (
                event.seat,
                seat.turn & 255,
                event.tile & 255,
                _shanten(self._before),
                _shanten(self.lacking),
                _shanten(self._least),
                self._ukeire if is_known else NO_VALUE,
                number_of_kinds(self.lowering) if is_known else NO_VALUE,
                self._best if is_known else NO_VALUE,
                0 if seat.is_open else 1,
                furiten_now,
                1 if self._could_riichi else 0,
                1 if riichi is not None and seat.riichi_discard == table.index - 1 else 0,
                1 if self._was_in_riichi else 0,
                table.wall_left & 255,
                machi,
                self._riichis,
                self._seen,
                NO_VALUE if self._chances == NO_VALUE else int(self._chances == 0),
                NO_VALUE if self._chances == NO_VALUE else int(self._chances == 1),
                table.index - 1 & 255,
                table.index - 1 >> 8,
            )
        )

    def pass_tile(self, table: Table, event: Event) -> None:
        """Take note of a tile that seats in riichi could have won on: it is safe against those that do not."""
        if event.tile >= 0:
            for seat in table.seats:
                if seat.in_riichi:
                    self._passed[seat.seat] |= shifted(1, event.tile >> 2)


def _may_declare(table: Table, seat: Seat) -> bool:
    """Whether a seat whose hand can wait may declare riichi with its next discard, or has just done so."""
    if seat.is_open or seat.in_riichi:
        return False
    is_poor = table.scores_known and lacks_points(table, seat)
    return not is_poor and not lacks_draws(table)


def _suji(kind: i64, safe: i64) -> i64:
    """How many of the numbers three away from a kind are among the safe kinds; NO_VALUE of an honour."""
    if kind >= EAST:
        return NO_VALUE
    number = kind % 9
    below = number >= _SUJI and safe >> (kind - _SUJI) & 1
    above = number + _SUJI < 9 and safe >> (kind + _SUJI) & 1
    return int(below) + int(above)


_SUJI: Final = 3
"""A two-sided wait is for two numbers so far apart."""


def _chances(kind: i64, unseen: Unseen) -> i64:
    """How many of the two-sided wait for a number that is likelier can be held: copies left of its scarcer tile."""
    number = kind % 9
    left: i64 = 0
    if number >= _SUJI:
        left = min(unseen.tiles(shifted(1, kind - 1)), unseen.tiles(shifted(1, kind - 2)))
    if number + _SUJI < 9:
        left = max(left, min(unseen.tiles(shifted(1, kind + 1)), unseen.tiles(shifted(1, kind + 2))))
    return left


def _shanten(lacking: i64) -> i64:
    return NO_VALUE if lacking == HIDDEN else lacking - 1


class WallRecorder:
    """Looks at the draws, riichis and wins of a hand, and at the wall they came from."""

    def __init__(self, table: Table, wall: Wall | None) -> None:
        self.rows = WallRows(wall)
        self._is_dealt_known = all(seat.is_known for seat in table.seats[: table.players])
        if wall is not None:
            self._compare(table, wall.indicator(0), table.hand.indicator)
            if wall.is_whole:
                for due, tiles in zip(wall.dealt(table.hand.dealer), table.hand.dealt, strict=True):
                    if _faces(table, list(due)) != _faces(table, list(tiles)):
                        self.rows.agrees = False

    def draw(self, table: Table, event: Event, at_rest: WaitingHand, sight: VisibleTiles) -> None:
        """Look at a draw before it is made."""
        rows = self.rows
        is_replacement = table.phase == REPLACEMENT_DUE
        if rows.wall is not None:
            due = rows.wall.replacement(rows.replaced) if is_replacement else rows.wall.draw(rows.drawn)
            self._compare(table, due, event.tile)
        if is_replacement:
            rows.replaced += 1
        else:
            rows.drawn += 1
        shanten = improved = useful = unseen = useful_in_wall = in_wall = NO_VALUE
        if at_rest.lacking != HIDDEN and event.tile >= 0:
            shanten = at_rest.lacking - 1
            improved = at_rest.lowering >> (event.tile >> 2) & 1
            useful, unseen = sight.unseen[event.seat].tiles(at_rest.lowering), sight.unseen[event.seat].tiles()
            if self._is_dealt_known:
                useful_in_wall, in_wall = sight.in_wall.tiles(at_rest.lowering), sight.in_wall.tiles()
        rows.draws += bytes(
            (
                event.seat,
                1 if is_replacement else 0,
                shanten,
                improved,
                useful,
                unseen,
                useful_in_wall,
                in_wall,
                table.index & 255,
                table.index >> 8,
            )
        )

    def indicator(self, table: Table, event: Event) -> None:
        """Look at an indicator about to be turned."""
        if self.rows.wall is not None:
            self._compare(table, self.rows.wall.indicator(len(table.indicators)), event.tile)

    def riichi(self, table: Table, seat: Seat) -> None:
        """Look at what lies in the wall for a seat that has just declared riichi."""
        wall = self.rows.wall
        if wall is None or not self.rows.agrees or seat.riichi is None:
            return
        to_come = own = draws_to_win = 0
        last = LIVE_WALL[table.players] - self.rows.replaced
        for index in range(self.rows.drawn, last):
            tile = wall.draw(index)
            if tile is not None and seat.waits >> (tile >> 2) & 1:
                to_come += 1
                rounds, rest = divmod(index - self.rows.drawn + 1, table.players)
                if rest == 0:
                    own += 1
                    draws_to_win = draws_to_win or rounds
        self.rows.riichis.append(WallRiichi(seat.seat, seat.riichi.event, to_come, own, draws_to_win))

    def win(self, table: Table, event: Event) -> None:
        """Look at what the indicators give a win about to be made."""
        wall, seat = self.rows.wall, table.seats[event.seat]
        if wall is None or not self.rows.agrees or not seat.is_known:
            return
        kinds = seat.concealed_kinds()
        if event.seat != event.from_seat and event.tile >= 0:
            kinds.append(event.tile >> 2)
        melds = blocks_of_melds([meld_of(call) for call in seat.melds])
        dora: list[int] = []
        ura: list[int] = []
        for index in range(len(table.indicators)):
            for tile, counts in ((wall.indicator(index), dora), (wall.ura(index), ura)):
                if tile is not None:
                    counts.append(count_dora((tile >> 2,), table.players, kinds, melds, len(seat.norths)))
        self.rows.wins.append(WallWin(event.seat, table.index, not seat.is_open, dora, ura))

    def _compare(self, table: Table, due: Tile | None, tile: Tile) -> None:
        """Compare a tile with the one that the wall holds in its place; where the log hides it, it may be that."""
        if due is not None and tile >= 0 and due != tile and _faces(table, [due]) != _faces(table, [tile]):
            self.rows.agrees = False


def _faces(table: Table, tiles: list[Tile]) -> list[int]:
    """Tiles without their copies, sorted; a red five is apart from its kind."""
    return sorted([tile >> 2 if tile not in table.red_tiles else -tile for tile in tiles])


class TurnRecorder(ReplayObserver):
    """Keeps in the record of each hand what its seats chose from at their discards, and what its wall held.

    keeps_turns, keeps_walls: which of the two.
    """

    def __init__(self, keeps_turns: bool, keeps_walls: bool) -> None:
        self._keeps_turns = keeps_turns
        self._keeps_walls = keeps_walls
        self._outlooks: list[HandOutlook] = []
        self._sight: VisibleTiles | None = None
        self._at_rest: list[WaitingHand] = []
        self._turns: DiscardChoices | None = None
        self._walls: WallRecorder | None = None

    def start(self, table: Table, wall: Wall | None) -> None:
        """See a hand just dealt, and the wall that it was dealt from, where that is known."""
        self._sight = VisibleTiles(table)
        if not self._outlooks or self._outlooks[0].players != table.players:
            self._outlooks = [HandOutlook(0, 0, 0, 0, 0, table.players) for _ in table.seats]
        self._at_rest = [WaitingHand() for _ in table.seats]
        for at_rest, seat in zip(self._at_rest, table.seats, strict=True):
            at_rest.look(seat, self._outlooks[seat.seat])
        if self._keeps_turns:
            self._turns = DiscardChoices(self._outlooks)
            table.record.turns = self._turns.rows
        if self._keeps_walls:
            self._walls = WallRecorder(table, wall)
            table.record.wall = self._walls.rows

    def before(self, table: Table, event: Event) -> None:
        """See the position that an event meets."""
        sight, turns, walls = self._sight, self._turns, self._walls
        if sight is None:
            return
        kind = event.kind
        if kind == DISCARD:
            if turns is not None:
                turns.before(table, event, self._at_rest[event.seat], sight.unseen[event.seat])
        elif walls is not None:
            if kind == DRAW:
                walls.draw(table, event, self._at_rest[event.seat], sight)
            elif kind == DORA:
                walls.indicator(table, event)
            elif kind == WIN:
                walls.win(table, event)
        sight.follow(event)

    def after(self, table: Table, event: Event) -> None:
        """See what an event made of it."""
        kind = event.kind
        turns = self._turns
        if kind == DISCARD:
            seat = table.seats[event.seat]
            at_rest = self._at_rest[event.seat]
            if turns is None:
                at_rest.look(seat, self._outlooks[event.seat])
            else:
                turns.after(table, event)
                at_rest.lacking, at_rest.lowering = turns.lacking, turns.lowering
            if self._walls is not None and seat.riichi_discard == table.index - 1:
                self._walls.riichi(table, seat)
        elif kind == OPEN_KAN or kind == CLOSED_KAN or kind == ADDED_KAN or kind == NORTH:
            self._at_rest[event.seat].look(table.seats[event.seat], self._outlooks[event.seat])
            if kind != OPEN_KAN and turns is not None:
                turns.pass_tile(table, event)
