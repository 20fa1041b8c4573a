"""Ron while furiten: where a log has a seat that could not win on a discard, and did not, it does."""

from collections.abc import Callable

from auditor.events import DISCARD, NO_SEAT, Event
from auditor.table.furiten import BY_DISCARD, IN_RIICHI, TEMPORARY, furiten
from auditor.table.table import ACTION_DUE, Table
from auditor.table.winning import value_of_win
from auditor.testing.faults.fault import UNLESS_WON, LegalGame, Mutant, fault, in_other_suits, twin
from auditor.testing.resumed import Resumed
from auditor.units import SeatIndex


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

    found = game.find(fits, UNLESS_WON)
    if found is None:
        return None
    place, index, seat = found
    return game.mutant(game.resumed(place, index).ron(seat).game, place, seat, index)


RUN_WAIT = ("23456m456p45688s", "1m", "4m", "7m", "9p")
"""A hand that waits for 1m, 4m and 7m (with 4m and 7m it is tanyao), these tiles, and one that it has no use for."""


def _dealt(game: LegalGame, play_on: Callable[[Resumed, tuple[str, ...]], Resumed]) -> tuple[Resumed, SeatIndex] | None:
    """A new hand in which the seat after the dealer waits, in suits that are others each time.

    Real logs may have no place for such a win. play_on: plays to the win with the tiles of RUN_WAIT.
    """
    if game.game.players != 4:
        return None
    hand, *tiles = in_other_suits(game.choice, *RUN_WAIT)
    play = game.with_new_hand({1: hand}, avoid="".join(tiles))
    if play is None or play.table.scores[(play.table.hand.dealer + 1) % 4] < play.table.stick:
        return None
    return play_on(play, tuple(tiles)), (play.table.hand.dealer + 1) % 4


def _dealt_ron(game: LegalGame, play_on: Callable[[Resumed, tuple[str, ...]], Resumed]) -> Mutant | None:
    found = _dealt(game, play_on)
    if found is None:
        return None
    play, seat = found
    play.ron(seat)
    return game.mutant(play.game, len(play.game.hands) - 1, seat, play.last_event)


@fault("furiten/discard")
def ron_on_a_wait_that_was_discarded(game: LegalGame) -> Mutant | None:
    """A seat wins by ron, though a tile that it waits for lies among its discards."""
    return _ron_while(game, BY_DISCARD) or _dealt_ron(
        game, lambda play, tiles: play.turn().turn(tiles[0]).go_round().turn().turn(tiles[2])
    )


@fault("furiten/riichi")
def ron_after_passing_in_riichi(game: LegalGame) -> Mutant | None:
    """A seat in riichi wins by ron, though it has let a winning tile pass."""
    return _ron_while(game, IN_RIICHI) or _dealt_ron(
        game,
        lambda play, tiles: (
            play.turn().draw(tiles[3]).riichi(tiles[3]).turn(tiles[1]).turn().turn().turn().turn(tiles[2])
        ),
    )


@fault("furiten/temporary")
def ron_after_passing(game: LegalGame) -> Mutant | None:
    """A seat wins by ron before its next draw, though it has let a winning tile pass."""
    return _ron_while(game, TEMPORARY) or _dealt_ron(
        game, lambda play, tiles: play.turn().turn().turn(tiles[1]).turn(tiles[2])
    )


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
    if found is not None:
        return Mutant(game.resumed(found[0], found[1]).tsumo().game)
    dealt = _dealt(game, lambda play, tiles: play.turn().turn(tiles[0]).go_round().draw(tiles[2]))
    return None if dealt is None else Mutant(dealt[0].tsumo().game)


@twin("furiten/temporary")
def ron_after_furiten_has_ended(game: LegalGame) -> Mutant | None:
    """A seat that let a winning tile pass has drawn since, and wins by ron."""
    dealt = _dealt(game, lambda play, tiles: play.turn().turn().turn(tiles[1]).turn().turn().turn().turn(tiles[2]))
    return None if dealt is None else Mutant(dealt[0].ron(dealt[1]).game)
