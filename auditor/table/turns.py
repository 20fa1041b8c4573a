"""What a seat chose from at each of its discards, and what it chose."""

from mypy_extensions import i64

from auditor.events import Event
from auditor.hand.machi import machi_bits
from auditor.hand.shanten import Outlook, Unseen, best_ukeire, number_of_kinds
from auditor.hand.shapes import shifted
from auditor.table.furiten import NOT_FURITEN, furiten
from auditor.table.seat import Seat
from auditor.table.sight import HIDDEN, AtRest, looks_at
from auditor.table.table import Table
from auditor.table.watched import NO_VALUE, TurnRows
from auditor.tiles import HAND_TILES, KINDS
from auditor.units import KindMask


class TurnLook:
    """Looks at the discards of a hand: at what they leave, and at what any other would have left.

    outlooks: to look with, by seat. lacking, lowering: as in `AtRest`, of the hand that the discard leaves.
    """

    def __init__(self, outlooks: list[Outlook]) -> None:
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
        self._passed: list[KindMask] = [0, 0, 0, 0]

    def before(self, table: Table, event: Event, at_rest: AtRest, unseen: Unseen) -> None:
        """Look at a seat about to discard. at_rest: its hand before it drew or called. unseen: by it."""
        seat = table.seats[event.seat]
        self._before = at_rest.lacking
        self._was_in_riichi = seat.in_riichi
        self._riichis = self._look_at_riichis(table, event, seat)
        self._could_riichi = False
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
        if not looks_at(outlook, seat, HAND_TILES + 1) or event.tile < 0 or not seat.count(event.tile >> 2):
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

    def _discard(self, outlook: Outlook, kind: i64) -> None:
        if outlook.keeping >> kind & 1:
            self.lacking, self.lowering = outlook.lacking, outlook.lowering_without(kind)
        else:
            left = outlook.without(kind)
            self.lacking, self.lowering = left.lacking, left.lowering

    def _look_at_complete(self, outlook: Outlook, discarded: i64, unseen: Unseen) -> None:
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
        return riichis

    def after(self, table: Table, event: Event) -> None:
        """Keep the row of a discard that was made."""
        seat = table.seats[event.seat]
        riichi = seat.riichi
        self.pass_tile(table, event)
        is_tenpai = self.lacking == 1
        furiten_now = NO_VALUE
        machi = 0
        if is_tenpai:
            furiten_now = 0 if furiten(table, seat) == NOT_FURITEN else 1
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
    needed = table.rules.riichi.points
    is_rich = not needed or not table.scores_known or table.scores[seat.seat] >= needed
    return is_rich and table.wall_left >= table.rules.riichi.tiles_left


def _shanten(lacking: i64) -> i64:
    return NO_VALUE if lacking == HIDDEN else lacking - 1
