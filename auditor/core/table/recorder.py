# build: compiled
"""The observer of a replay that records what a seat saw and could choose at each discard, and the wall at each draw."""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from auditor.core import events
from auditor.core.events import Event, meld_of, tiles_opened
from auditor.core.hand.blocks import blocks_of_melds
from auditor.core.hand.machi import machi_bits
from auditor.core.hand.shanten import HandOutlook, Unseen, best_ukeire, number_of_kinds
from auditor.core.hand.waits import shifted
from auditor.core.hand.yaku_rules import count_dora
from auditor.core.table.options import lacks_draws, lacks_points
from auditor.core.table.record import NO_VALUE, TurnRows, WallRiichi, WallRows, WallWin
from auditor.core.table.seat import Seat
from auditor.core.table.table import NOT_FURITEN, REPLACEMENT_DUE, ReplayObserver, Table, furiten_kind
from auditor.core.table.wall import Wall
from auditor.core.tiles import EAST, HAND_TILES, KINDS, KINDS_IN_PLAY, LIVE_WALL
from auditor.core.units import KindMask, Tile

HIDDEN: Final = -1


class VisibleTiles:
    """The tiles that each seat does not see, in the others' hands and the wall, and those in the wall.

    unseen: by seat. in_wall: the tiles that are in nobody's hand: what is left of the live wall and of the dead wall.
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
        """Count the tiles that an event shows as seen, by those who see them."""
        kind = event.kind
        if kind == events.DRAW:
            if event.tile >= 0:
                self.unseen[event.seat].see(event.tile >> 2)
                self.in_wall.see(event.tile >> 2)
        elif kind == events.DORA:
            self._turn(event.tile)
        else:
            for tile in tiles_opened(event):
                self._show(tile, event.seat)

    def _show(self, tile: Tile, seat: int) -> None:
        """Count a tile that a seat shows as seen by the others."""
        if tile >= 0:
            for other, unseen in enumerate(self.unseen):
                if other != seat:
                    unseen.see(tile >> 2)

    def _turn(self, tile: Tile) -> None:
        """Count a tile of the dead wall that is turned as seen by all."""
        if tile >= 0:
            for unseen in self.unseen:
                unseen.see(tile >> 2)
            self.in_wall.see(tile >> 2)


@mypyc_attr(acyclic=True)
class WaitingHand:
    """How far a seat's 13 tiles are from complete between its turns.

    lacking: the number of tiles that a complete hand lacks, or HIDDEN for a hand that is hidden or of a wrong size.
    useful: the mask of the kinds of which one more tile lowers that number.
    """

    def __init__(self) -> None:
        self.lacking: i64 = HIDDEN
        self.useful: i64 = 0

    def evaluate(self, seat: Seat, outlook: HandOutlook) -> None:
        """Evaluate the seat's hand as it is now, with an outlook for the game's number of players."""
        if evaluate_hand(outlook, seat, HAND_TILES):
            self.lacking, self.useful = outlook.lacking, outlook.useful
        else:
            self.lacking, self.useful = HIDDEN, 0


def evaluate_hand(outlook: HandOutlook, seat: Seat, tiles: int) -> bool:
    """Evaluate a seat's hand with an outlook; False where it is hidden or not of `tiles` tiles, three for each meld."""
    melds = len(seat.melds)
    if not seat.is_known or seat.size + 3 * melds != tiles or melds > 4:
        return False
    outlook.evaluate(seat.man, seat.pin, seat.sou, seat.honours, melds)
    return True


class DiscardChoices:
    """Records the discards of a hand: what each leaves, and the best that any other would have left.

    outlooks: those to evaluate hands with, by seat. lacking, useful: as in `WaitingHand`, after the discard.
    """

    def __init__(self, outlooks: list[HandOutlook]) -> None:
        self._outlooks = outlooks
        self.rows = TurnRows()
        self.lacking: i64 = HIDDEN
        self.useful: i64 = 0
        self._before: i64 = HIDDEN
        self._least: i64 = HIDDEN
        self._best: i64 = 0
        self._ukeire: i64 = 0
        self._could_riichi = False
        self._was_in_riichi = False
        self._riichis: i64 = 0
        self._seen: i64 = NO_VALUE
        self._chances: i64 = NO_VALUE
        self._held: i64 = 0
        self._passed: list[KindMask] = [0, 0, 0, 0]

    def before(self, table: Table, event: Event, between_turns: WaitingHand, unseen: Unseen) -> None:
        """Evaluate a coming discard. between_turns: the hand before draw or call. unseen: what the seat cannot see."""
        seat = table.seats[event.seat]
        held = bytes(seat.concealed) if seat.is_known and -1 not in seat.concealed else b""
        self.rows.held += held
        self._held = len(held)
        self._before = between_turns.lacking if table.index > 2 or table.hand.first_draw_recorded else HIDDEN
        self._was_in_riichi = seat.in_riichi
        self._riichis = self._record_safety(table, event, seat)
        self._could_riichi = False
        self._record_visibility(event, seat, unseen)
        is_drawn = event.tile >= 0 and event.tile == seat.drawn
        if is_drawn and between_turns.lacking != HIDDEN:
            self.lacking, self.useful = between_turns.lacking, between_turns.useful
        else:
            self.lacking, self.useful = HIDDEN, 0
        if seat.in_riichi and is_drawn:
            self._ukeire = self._best = unseen.tiles(self.useful)
            self._least = self.lacking
            return
        outlook = self._outlooks[event.seat]
        if not evaluate_hand(outlook, seat, HAND_TILES + 1) or event.tile < 0 or not seat.count(event.tile >> 2):
            self.lacking = self._least = HIDDEN
            return
        kind: i64 = event.tile >> 2
        if outlook.lacking == 0:
            self._evaluate_complete(outlook, kind, unseen)
        else:
            self._least = outlook.lacking
            self._best = best_ukeire(outlook, unseen)
            if self.lacking == HIDDEN:
                self._discard(outlook, kind)
        self._ukeire = unseen.tiles(self.useful)
        self._could_riichi = self._least == 1 and _may_declare(table, seat)

    def _discard(self, outlook: HandOutlook, kind: i64) -> None:
        if outlook.spare >> kind & 1:
            self.lacking, self.useful = outlook.lacking, outlook.useful_without(kind)
        else:
            left = outlook.without(kind)
            self.lacking, self.useful = left.lacking, left.useful

    def _evaluate_complete(self, outlook: HandOutlook, discarded: i64, unseen: Unseen) -> None:
        """Evaluate a complete hand that plays on: each discard leaves it waiting, some only for tiles that it holds."""
        self._least, self._best = 99, 0
        held = outlook.held
        for kind in range(KINDS):
            if held >> kind & 1:
                left = outlook.without(kind)
                if kind == discarded:
                    self.lacking, self.useful = left.lacking, left.useful
                if left.lacking < self._least:
                    self._least, self._best = left.lacking, 0
                if left.lacking == self._least:
                    self._best = max(self._best, unseen.tiles(left.useful))

    def _record_safety(self, table: Table, event: Event, seat: Seat) -> i64:
        """Record how safe the discard and the hand are against each other seat in riichi; return how many these are."""
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

    def _record_visibility(self, event: Event, seat: Seat, unseen: Unseen) -> None:
        """Note how many copies of the discard its seat sees, and how many two-sided waits for it are still possible."""
        self._seen = self._chances = NO_VALUE
        if event.tile >= 0 and seat.is_known:
            kind: i64 = event.tile >> 2
            self._seen = 4 - unseen.tiles(shifted(1, kind))
            if kind < EAST:
                self._chances = _chances(kind, unseen)

    def after(self, table: Table, event: Event) -> None:
        """Record the row of a discard that was made."""
        seat = table.seats[event.seat]
        riichi = seat.riichi
        self.pass_tile(table, event)
        is_tenpai = self.lacking == 1
        furiten_now = NO_VALUE
        machi = 0
        if is_tenpai:
            furiten_now = 0 if furiten_kind(table, seat) == NOT_FURITEN else 1
            machi = machi_bits(seat.man, seat.pin, seat.sou, seat.honours, len(seat.melds))
            self.rows.waits.append(self.useful)
        is_known = self.lacking != HIDDEN
        no_chance = one_chance = NO_VALUE
        if self._chances != NO_VALUE:
            no_chance, one_chance = int(self._chances == 0), int(self._chances == 1)
        self.rows.packed += bytes((
            event.seat, seat.turn & 255, event.tile & 255, _shanten(self._before), _shanten(self.lacking),
            _shanten(self._least), self._ukeire if is_known else NO_VALUE,
            number_of_kinds(self.useful) if is_known else NO_VALUE, self._best if is_known else NO_VALUE,
            0 if seat.is_open else 1, furiten_now, 1 if self._could_riichi else 0,
            1 if riichi is not None and seat.riichi_discard == table.index - 1 else 0,
            1 if self._was_in_riichi else 0, table.wall_left & 255, machi, self._riichis, self._seen,
            no_chance, one_chance, table.index - 1 & 255, table.index - 1 >> 8, self._held,
        ))  # fmt: skip

    def pass_tile(self, table: Table, event: Event) -> None:
        """Note that a tile is safe against the seats in riichi, which could have won on it and did not.

        A closed kan passes nothing: thirteen orphans alone win on it, and only under some rules.
        """
        if event.tile >= 0:
            for seat in table.seats:
                if seat.in_riichi:
                    self._passed[seat.seat] |= shifted(1, event.tile >> 2)


def _may_declare(table: Table, seat: Seat) -> bool:
    """Whether a seat that can be tenpai after its next discard may declare riichi with it, or has just done so."""
    if seat.is_open or seat.in_riichi:
        return False
    lacks_stick = table.scores_known and lacks_points(table, seat)
    return not lacks_stick and not lacks_draws(table)


def _suji(kind: i64, safe: i64) -> i64:
    """How many of the numbers three away from a kind are among the safe kinds; NO_VALUE for an honour."""
    if kind >= EAST:
        return NO_VALUE
    number = kind % 9
    below = number >= _SUJI and safe >> (kind - _SUJI) & 1
    above = number + _SUJI < 9 and safe >> (kind + _SUJI) & 1
    return int(below) + int(above)


_SUJI: Final = 3
"""The distance between the two numbers of a two-sided wait."""


def _chances(kind: i64, unseen: Unseen) -> i64:
    """How many hands can hold the likelier two-sided wait for a number: the unseen copies of its scarcer tile."""
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
    """Records the draws, riichis and wins of a hand by its wall."""

    def __init__(self, table: Table, wall: Wall | None) -> None:
        self.rows = WallRows(wall)
        self._is_dealt_known = all(seat.is_known for seat in table.seats[: table.players])
        if wall is not None:
            self._compare(table, wall.indicator(0), table.hand.indicator)
            if wall.is_whole:
                for due, tiles in zip(wall.dealt(table.hand.dealer), table.hand.dealt, strict=True):
                    if _faces(table, list(due)) != _faces(table, list(tiles)):
                        self.rows.agrees = False

    def draw(self, table: Table, event: Event, between_turns: WaitingHand, visible: VisibleTiles) -> None:
        """Record a draw that is about to be made."""
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
        is_shown = table.index > 0 or table.hand.first_draw_recorded
        if between_turns.lacking != HIDDEN and event.tile >= 0 and is_shown:
            shanten = between_turns.lacking - 1
            improved = between_turns.useful >> (event.tile >> 2) & 1
            useful, unseen = visible.unseen[event.seat].tiles(between_turns.useful), visible.unseen[event.seat].tiles()
            if self._is_dealt_known:
                useful_in_wall, in_wall = visible.in_wall.tiles(between_turns.useful), visible.in_wall.tiles()
        rows.draws += bytes((
            event.seat, 1 if is_replacement else 0, shanten, improved, useful, unseen, useful_in_wall, in_wall,
            table.index & 255, table.index >> 8,
        ))  # fmt: skip

    def indicator(self, table: Table, event: Event) -> None:
        """Compare an indicator that is about to be turned with the wall."""
        if self.rows.wall is not None:
            self._compare(table, self.rows.wall.indicator(len(table.indicators)), event.tile)

    def riichi(self, table: Table, seat: Seat) -> None:
        """Record what the wall holds for a seat that has just declared riichi."""
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
        """Record the dora of a win that is about to be made, indicator by indicator."""
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
        """Compare a tile with the one that the wall holds there; a tile that the log hides cannot disagree."""
        if due is not None and tile >= 0 and due != tile and _faces(table, [due]) != _faces(table, [tile]):
            self.rows.agrees = False


def _faces(table: Table, tiles: list[Tile]) -> list[int]:
    """Tiles without regard to copies, sorted; a red five differs from its kind."""
    return sorted([tile >> 2 if tile not in table.red_tiles else -tile for tile in tiles])


class TurnRecorder(ReplayObserver):
    """Adds the discards of each hand with their alternatives (`TurnRows`), and its draws and wall, to its record.

    keeps_turns, keeps_walls: which of the two to record.
    """

    def __init__(self, keeps_turns: bool, keeps_walls: bool) -> None:
        self._keeps_turns = keeps_turns
        self._keeps_walls = keeps_walls
        self._outlooks: list[HandOutlook] = []
        self._visible: VisibleTiles | None = None
        self._between_turns: list[WaitingHand] = []
        self._turns: DiscardChoices | None = None
        self._walls: WallRecorder | None = None

    def start(self, table: Table, wall: Wall | None) -> None:
        """Start recording a hand just dealt. wall: the wall that it was dealt from, where that is known."""
        self._visible = VisibleTiles(table)
        if not self._outlooks or self._outlooks[0].players != table.players:
            self._outlooks = [HandOutlook(0, 0, 0, 0, 0, table.players) for _ in table.seats]
        self._between_turns = [WaitingHand() for _ in table.seats]
        for between_turns, seat in zip(self._between_turns, table.seats, strict=True):
            between_turns.evaluate(seat, self._outlooks[seat.seat])
        if self._keeps_turns:
            self._turns = DiscardChoices(self._outlooks)
            table.record.turns = self._turns.rows
        if self._keeps_walls:
            self._walls = WallRecorder(table, wall)
            table.record.wall = self._walls.rows

    def before(self, table: Table, event: Event) -> None:
        """Record the position just before an event."""
        visible, turns, walls = self._visible, self._turns, self._walls
        if visible is None:
            return
        kind = event.kind
        if kind == events.DISCARD:
            if turns is not None:
                turns.before(table, event, self._between_turns[event.seat], visible.unseen[event.seat])
        elif walls is not None:
            if kind == events.DRAW:
                walls.draw(table, event, self._between_turns[event.seat], visible)
            elif kind == events.DORA:
                walls.indicator(table, event)
            elif kind == events.WIN:
                walls.win(table, event)
        visible.follow(event)

    def after(self, table: Table, event: Event) -> None:
        """Record the position just after an event."""
        kind = event.kind
        turns = self._turns
        if kind == events.DISCARD:
            seat = table.seats[event.seat]
            between_turns = self._between_turns[event.seat]
            if turns is None:
                between_turns.evaluate(seat, self._outlooks[event.seat])
            else:
                turns.after(table, event)
                between_turns.lacking, between_turns.useful = turns.lacking, turns.useful
            if self._walls is not None and seat.riichi_discard == table.index - 1:
                self._walls.riichi(table, seat)
        elif kind == events.OPEN_KAN or kind == events.CLOSED_KAN or kind == events.ADDED_KAN or kind == events.NORTH:
            self._between_turns[event.seat].evaluate(table.seats[event.seat], self._outlooks[event.seat])
            if turns is not None and (kind == events.ADDED_KAN or kind == events.NORTH):
                turns.pass_tile(table, event)
