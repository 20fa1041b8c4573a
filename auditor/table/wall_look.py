"""What the wall of a hand held: for the seat that draws, for a riichi, for a win."""

from auditor.events import Event, meld_of
from auditor.hand.blocks import blocks_of_melds
from auditor.hand.dora import count_dora
from auditor.table.seat import Seat
from auditor.table.sight import HIDDEN, AtRest, Sight
from auditor.table.table import REPLACEMENT_DUE, Table
from auditor.table.watched import NO_VALUE, WallRiichi, WallRows, WallWin
from auditor.tiles import LIVE_WALL
from auditor.units import Tile
from auditor.wall import Wall


class WallLook:
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

    def draw(self, table: Table, event: Event, at_rest: AtRest, sight: Sight) -> None:
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
        for place in range(self.rows.drawn, last):
            tile = wall.draw(place)
            if tile is not None and seat.waits >> (tile >> 2) & 1:
                to_come += 1
                rounds, rest = divmod(place - self.rows.drawn + 1, table.players)
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
        for place in range(len(table.indicators)):
            for tile, counts in ((wall.indicator(place), dora), (wall.ura(place), ura)):
                if tile is not None:
                    counts.append(count_dora((tile >> 2,), table.players, kinds, melds, len(seat.norths)))
        self.rows.wins.append(WallWin(event.seat, table.index, not seat.is_open, dora, ura))

    def _compare(self, table: Table, due: Tile | None, tile: Tile) -> None:
        """Compare a tile with the one that the wall holds in its place; where the log hides it, it may be that."""
        if due is not None and tile >= 0 and due != tile and _faces(table, [due]) != _faces(table, [tile]):
            self.rows.agrees = False


def _faces(table: Table, tiles: list[Tile]) -> list[int]:
    """Tiles without their copies, sorted; a red five stands apart from its kind."""
    return sorted([tile >> 2 if tile not in table.red_tiles else -tile for tile in tiles])
