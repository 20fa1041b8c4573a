"""Ron while furiten: where a log has a seat that could not win on a discard, and did not, it does."""

from auditor.events import CHI, DISCARD, DRAW, NO_SEAT, OPEN_KAN, PON, Event
from auditor.table.furiten import BY_DISCARD, IN_RIICHI, TEMPORARY, furiten
from auditor.table.table import ACTION_DUE, Table
from auditor.table.winning import value_of_win
from auditor.testing.faults.fault import LegalGame, Mutant, fault, twin
from auditor.units import SeatIndex

PASSED_BY: tuple[int, ...] = (DRAW, CHI, PON, OPEN_KAN)
"""What follows a discard on which nobody has won."""


def _ron_while(game: LegalGame, cause: int) -> Mutant | None:
    """A ron, with a yaku, by a seat that is furiten by this cause."""

    def fits(table: Table, event: Event) -> SeatIndex | None:
        last = table.last
        if last is None or last.kind != DISCARD or last.seat == table.pending_riichi:
            return None
        for seat in table.seats[: table.players]:
            if table.pending_seats >> seat.seat & 1 and furiten(table, seat) == cause:
                value = value_of_win(table, seat.seat, last.seat, last.tile)
                if value is not None and value.is_enough:
                    return seat.seat
        return None

    found = game.find(fits, PASSED_BY)
    if found is None:
        return None
    place, index, seat = found
    return game.mutant(game.resumed(place, index).ron(seat).game, place, seat, index)


@fault("furiten/discard")
def ron_on_a_wait_that_was_discarded(game: LegalGame) -> Mutant | None:
    """A seat wins by ron, though a tile that it waits for lies among its discards."""
    return _ron_while(game, BY_DISCARD)


@fault("furiten/riichi")
def ron_after_passing_in_riichi(game: LegalGame) -> Mutant | None:
    """A seat in riichi wins by ron, though it has let a winning tile pass."""
    return _ron_while(game, IN_RIICHI)


@fault("furiten/temporary")
def ron_after_passing(game: LegalGame) -> Mutant | None:
    """A seat wins by ron before its next draw, though it has let a winning tile pass."""
    return _ron_while(game, TEMPORARY)


@twin("furiten/discard furiten/riichi furiten/temporary")
def self_draw_while_furiten(game: LegalGame) -> Mutant | None:
    """A seat that is furiten wins by self-draw."""

    def fits(table: Table, event: Event) -> bool | None:
        seat = table.seats[event.seat]
        if table.phase != ACTION_DUE or table.pending_riichi != NO_SEAT or seat.drawn < 0:
            return None
        if not seat.waits >> (seat.drawn >> 2) & 1 or not seat.waits & seat.river_kinds:
            return None
        value = value_of_win(table, seat.seat, seat.seat, seat.drawn)
        return True if value is not None and value.is_enough else None

    found = game.find(fits, (DISCARD,))
    return None if found is None else Mutant(game.resumed(found[0], found[1]).tsumo().game)
