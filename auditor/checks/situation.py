"""In which of the situations of `declaration` a table is, for the checks that can find something there only.

Nine of ten events are draws and discards, and nearly all of these are the usual ones. What makes a draw or a discard
unusual stands here once, and the checks that judge it (`needs`) are then not asked about the others.
"""

from mypy_extensions import i64

from auditor.checks.declaration import DECLARATION, KAN_MADE, PASSING, UNUSUAL
from auditor.checks.report import Report
from auditor.events import DISCARD, DRAW, NO_SEAT, TSUMOGIRI, Event
from auditor.table.draws import may_have_to_end
from auditor.table.table import ACTION_DUE, REACTION_DUE, Table


def situation(table: Table, event: Event, report: Report) -> i64:
    """Which of the situations a table is in before an event; 0 at events that all checks are asked about."""
    kind: i64 = event.kind
    if kind == DRAW:
        found: i64 = 0 if is_usual_draw(table, event, report) else UNUSUAL
    elif kind == DISCARD:
        found = 0 if is_usual_discard(table, event, report) else UNUSUAL
    else:
        return 0
    if table.pending_seats:
        found |= PASSING
    if table.kans:
        found |= KAN_MADE
    if table.pending_riichi != NO_SEAT:
        found |= DECLARATION
    return found


def situation_after(table: Table, kind: i64) -> i64:
    """Which of the situations a table is in after an event of a kind."""
    return DECLARATION if kind == DISCARD and table.pending_riichi != NO_SEAT else 0


def is_usual_draw(table: Table, event: Event, report: Report) -> bool:
    """Whether a draw follows a discard, in turn, of the wall's next tile, as far as is known, with no end near.

    No end is near with tiles left in the wall and where no abortive draw can hold. The tile must not be elsewhere, and
    be the one that the published wall, or the one of the published seed, holds there. Logs that may show too many red
    fives have no usual draws.
    """
    tile: i64 = event.tile
    wall = report.walls.wall
    return (
        table.phase == REACTION_DUE
        and event.seat == table.next_seat(table.due)
        and tile >= 0
        and table.is_available(tile)
        and table.wall_left > 0
        and not may_have_to_end(table)
        and not report.is_turn_doubtful()
        and not report.spare_reds
        and (wall is None or wall.is_drawn(tile, table.draws - table.replacements_drawn))
    )


def is_usual_discard(table: Table, event: Event, report: Report) -> bool:
    """Whether a discard follows a draw, in turn, of a tile that the seat holds: the one drawn, after riichi.

    Where it is marked as drawn or not, it must be the tile drawn, or one that nobody takes for it.
    """
    if table.phase != ACTION_DUE or event.seat != table.due:
        return False
    seat = table.seats[table.due]
    tile: i64 = event.tile
    if tile < 0 or not seat.holds(tile) or (tile != seat.drawn and seat.in_riichi) or report.is_turn_doubtful():
        return False
    mark: i64 = event.mark
    if mark < 0:
        return True
    return tile == seat.drawn if mark == TSUMOGIRI else seat.drawn >> 2 != tile >> 2
