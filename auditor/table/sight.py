"""What the seats see of the tiles while a hand is played, and how far their hands are from complete."""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from auditor.events import ADDED_KAN, CLOSED_KAN, DISCARD, DORA, DRAW, NORTH, Event
from auditor.hand.shanten import Outlook, Unseen
from auditor.table.seat import Seat
from auditor.table.table import Table
from auditor.tiles import HAND_TILES, KINDS_IN_PLAY
from auditor.units import Tile

HIDDEN: Final = -1


class Sight:
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
class AtRest:
    """How far a seat's 13 tiles are from complete while it waits for its turn.

    lacking: the tiles that a complete hand lacks, HIDDEN of a hand that is hidden or of a wrong size. lowering: the
    kinds (a mask) of which one more lowers that.
    """

    def __init__(self) -> None:
        self.lacking: i64 = HIDDEN
        self.lowering: i64 = 0

    def look(self, seat: Seat, outlook: Outlook) -> None:
        """Look at the seat's hand as it is, with an outlook of its game."""
        if looks_at(outlook, seat, HAND_TILES):
            self.lacking, self.lowering = outlook.lacking, outlook.lowering
        else:
            self.lacking, self.lowering = HIDDEN, 0


def looks_at(outlook: Outlook, seat: Seat, tiles: int) -> bool:
    """Let an outlook look at a seat's hand. False where it is hidden or has not so many tiles, three for each meld."""
    melds = len(seat.melds)
    if not seat.is_known or seat.size + 3 * melds != tiles or melds > 4:
        return False
    outlook.look(seat.man, seat.pin, seat.sou, seat.honours, melds)
    return True
