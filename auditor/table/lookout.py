"""The watch that sees every turn: what each discard and each draw meant to the hand of the seat that made it."""

from auditor.events import ADDED_KAN, CLOSED_KAN, DISCARD, DORA, DRAW, NORTH, OPEN_KAN, WIN, Event
from auditor.hand.shanten import Outlook
from auditor.table.sight import AtRest, Sight
from auditor.table.table import Table
from auditor.table.turns import TurnLook
from auditor.table.wall_look import WallLook
from auditor.table.watch import Watch
from auditor.wall import Wall


class Lookout(Watch):
    """Keeps in the record of each hand what its seats chose from at their discards, and what its wall held.

    keeps_turns, keeps_walls: which of the two.
    """

    def __init__(self, keeps_turns: bool, keeps_walls: bool) -> None:
        self._keeps_turns = keeps_turns
        self._keeps_walls = keeps_walls
        self._outlooks: list[Outlook] = []
        self._sight: Sight | None = None
        self._at_rest: list[AtRest] = []
        self._turns: TurnLook | None = None
        self._walls: WallLook | None = None

    def start(self, table: Table, wall: Wall | None) -> None:
        """See a hand just dealt, and the wall that it was dealt from, where that is known."""
        self._sight = Sight(table)
        if not self._outlooks or self._outlooks[0].players != table.players:
            self._outlooks = [Outlook(0, 0, 0, 0, 0, table.players) for _ in table.seats]
        self._at_rest = [AtRest() for _ in table.seats]
        for at_rest, seat in zip(self._at_rest, table.seats, strict=True):
            at_rest.look(seat, self._outlooks[seat.seat])
        if self._keeps_turns:
            self._turns = TurnLook(self._outlooks)
            table.record.turns = self._turns.rows
        if self._keeps_walls:
            self._walls = WallLook(table, wall)
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
