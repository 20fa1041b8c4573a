"""Faults of calls: who may claim what, and what may be discarded after it."""

from collections.abc import Callable

from auditor.core.events import CHI, CLAIMS, DISCARD, DRAW, NO_SEAT, PON, RYUUKYOKU, Event, Hand
from auditor.core.table.seat import Seat
from auditor.core.table.table import REACTION_DUE, Table
from auditor.core.tiles import NO_RUN, RUNS_WITH, place_in_run
from auditor.core.units import EventIndex, EventKind, Kind, SeatIndex, Tile
from auditor.mutation.faults.fault import NewFacts, fault, fault_of_event, twin
from auditor.mutation.faults.legal import LegalGame, Mutant, Spot, following, require

Call = tuple[SeatIndex, EventKind, tuple[Tile, ...]]
"""A call that a seat could make: its seat, kind and two tiles of the hand."""


def pairs_for(seat: Seat, tile: Tile) -> list[tuple[EventKind, tuple[Tile, ...]]]:
    """The pons and chis that a seat could make with a tile, whoever discarded it."""
    kind = tile >> 2
    own: dict[Kind, Tile] = {held >> 2: held for held in sorted(seat.concealed, reverse=True)}
    candidates: list[tuple[EventKind, tuple[Tile, ...]]] = []
    same = sorted([held for held in seat.concealed if held >> 2 == kind])
    if len(same) >= 2:
        candidates.append((PON, tuple(same[:2])))
    for _, low, high in reversed(RUNS_WITH[kind]):
        if low in own and high in own:
            candidates.append((CHI, (own[low], own[high])))
    return candidates


def _has_discard(seat: Seat, pair: tuple[Tile, ...], tile: Tile) -> bool:
    """Whether a seat has a tile to discard after a claim that no rule forbids."""
    return any([abs((held >> 2) - (tile >> 2)) > 3 for held in seat.concealed if held not in pair])


def _claim(found: tuple[Spot[Event], Call]) -> Mutant:
    """Make the call and a discard, and play the hand on."""
    spot, (seat, kind, pair) = found
    play = spot.resumed()
    last = play.table.last
    assert last is not None
    play.add(Event(kind, seat, last.tile, pair, last.seat)).discard_any()
    return spot.mutant(play.play_on().game, seat)


def _claimed(table: Table) -> Event | None:
    """The discard that can be claimed now, if it declares no riichi and nobody waits for it."""
    last = table.last
    if table.phase != REACTION_DUE or last is None or last.kind != DISCARD or last.tile < 0:
        return None
    return None if table.pending_riichi != NO_SEAT or table.pending_seats else last


def _first_call(table: Table, fits: Callable[[Seat], object]) -> Call | None:
    """The first call that a fitting seat's tiles allow, whatever else forbids it."""
    last = _claimed(table)
    if last is None:
        return None
    for seat in table.seats[: table.players]:
        if seat.seat == last.seat or not seat.is_known or not fits(seat):
            continue
        for kind, pair in pairs_for(seat, last.tile):
            is_from_left = table.players == 4 and last.seat == (seat.seat - 1) % 4
            if (kind == PON or is_from_left) and _has_discard(seat, pair, last.tile):
                return seat.seat, kind, pair
    return None


@fault("call/riichi")
def call_in_riichi(game: LegalGame) -> Mutant:
    """A seat in riichi claims a discard."""

    def fits(table: Table, _: Event) -> Call | None:
        return _first_call(table, lambda seat: seat.deposits) if table.wall_left else None

    return _claim(game.find(fits, (DRAW,)))


@fault("call/chi-seat")
def chi_from_another_seat_than_the_left(game: LegalGame) -> Mutant:
    """A seat calls chi on a discard of a seat that is not to its left."""
    return _claim(game.find(lambda table, _: _chi(game, table, from_left=False), (DRAW,)))


@twin("call/chi-seat call/riichi call/kuikae call/last-tile")
def chi_that_may_be_called(game: LegalGame) -> Mutant:
    """A seat calls chi on a discard of the seat to its left, which it let pass in the log."""
    return Mutant(_claim(game.find(lambda table, _: _chi(game, table, from_left=True), (DRAW,))).game)


def _chi(game: LegalGame, table: Table, *, from_left: bool) -> Call | None:
    last = _claimed(table)
    if last is None or table.wall_left == 0 or table.players != 4:
        return None
    candidates: list[Call] = []
    for seat in table.seats:
        is_left = last.seat == (seat.seat - 1) % 4
        if seat.seat == last.seat or is_left != from_left or seat.riichi is not None or not seat.is_known:
            continue
        for kind, pair in pairs_for(seat, last.tile):
            if kind == CHI and _has_discard(seat, pair, last.tile):
                candidates.append((seat.seat, kind, pair))
    return game.rng.choice(candidates) if candidates else None


@fault("call/last-tile")
def call_of_the_last_discard(game: LegalGame) -> Mutant:
    """A seat claims the last discard of the hand."""
    require(not game.rules.calls.last_tile)

    def fits(table: Table, _: Event) -> Call | None:
        return None if table.wall_left else _first_call(table, lambda seat: seat.riichi is None)

    return _claim(game.find(fits, (RYUUKYOKU,)))


@fault("call/meld")
def chi_of_tiles_that_are_no_run(game: LegalGame) -> Mutant:
    """A chi is made with two tiles of the hand that form no run with the claimed one."""

    def fits(table: Table, event: Event) -> tuple[Tile, ...] | None:
        seat = table.seats[event.seat]
        low, high = sorted([tile >> 2 for tile in event.tiles])
        kind = event.tile >> 2
        for tile in sorted(seat.concealed):
            other = tile >> 2
            if tile not in event.tiles and other not in (low, high) and place_in_run(kind, low, other) == NO_RUN:
                return tuple(sorted([event.tiles[0], tile])) if event.tiles[0] >> 2 == low else None
        return None

    spot, tiles = game.find(fits, (CHI,))
    call = spot.event
    play = spot.resumed().add(Event(CHI, call.seat, call.tile, tiles, call.from_seat)).discard_any()
    return spot.mutant(play.play_on().game, call.seat)


@fault("call/kuikae")
def swap_call(game: LegalGame) -> Mutant:
    """After a claim a seat discards another tile of the kind that it claimed."""
    require(game.rules.calls.kuikae != "allowed")

    def fits(table: Table, event: Event) -> Tile | None:
        seat = table.seats[event.seat]
        if not seat.melds or seat.last_call != table.index - 1 or seat.melds[-1].kind not in (CHI, PON):
            return None
        claimed = seat.melds[-1].tile >> 2
        return next((tile for tile in seat.concealed if tile >> 2 == claimed), None)

    spot, tile = game.find(fits, (DISCARD,))
    play = spot.resumed()
    seat = play.table.due
    return spot.mutant(play.discard_tile(tile).play_on().game, seat)


@fault_of_event("call/target", Event, lambda _, event: event.kind == PON, needs=("order_recorded",))
def call_from_the_wrong_seat(game: LegalGame, call: Event) -> NewFacts:
    """A pon names another seat than the one that discarded the tile."""
    return {"from_seat": next(seat for seat in range(game.game.players) if seat not in (call.seat, call.from_seat))}


@fault("call/target", needs=("order_recorded",))
def call_of_a_discard_that_is_missing(game: LegalGame) -> Mutant:
    """The discard that a seat claims is not in the log."""

    def fits(hand: Hand, index: EventIndex, event: Event) -> bool:
        before = hand.events[index - 2].kind if index > 1 else NO_SEAT
        following_kind = hand.events[index + 1].kind if index + 1 < len(hand.events) else NO_SEAT
        return event.kind == DISCARD and before == DISCARD and following_kind in CLAIMS

    spot = game.pick(fits)
    return spot.replaced([], spot.later().seat)


@fault("turn/order", needs=("order_recorded",))
def call_dropped(game: LegalGame) -> Mutant:
    """A chi or pon is missing, and the discard after it comes from a seat whose turn it is not."""
    spot = game.pick(lambda hand, index, event: event.kind in (CHI, PON) and following(hand, index, DISCARD))
    return spot.replaced([], spot.event.seat)


@fault("turn/order", needs=("order_recorded",))
def call_noted_too_late(game: LegalGame) -> Mutant:
    """A call comes in the log after the discard that follows it, and the next draw and discard."""

    def fits(hand: Hand, index: EventIndex, event: Event) -> bool:
        kinds = [one.kind for one in hand.events[index + 1 : index + 4]]
        return event.kind in (CHI, PON) and kinds == [DISCARD, DRAW, DISCARD]

    spot = game.pick(fits)
    return spot.replaced([spot.later(1), spot.later(2), spot.later(3), spot.event], spot.event.seat, removed=4)


FOUR_TRIPLETS = ("222444m666888p1s", "1357m1357p17s999s")
"""Hands in notation for a fifth kan: four triplets, and another seat's single triplet."""


@fault("call/fifth-kan")
def fifth_kan(game: LegalGame) -> Mutant:
    """A seat makes four kans, and another a fifth, in a hand dealt for it."""
    require(game.game.players == 4, game.rules.calls.kans == 4)
    play = game.with_new_hand({1: FOUR_TRIPLETS[0], 2: FOUR_TRIPLETS[1]}, avoid="2m4m6p8p9s")
    play.turn()
    for tile in ("2m", "4m", "6p"):
        play.draw(tile).closed_kan(tile)
    play.draw("8p").closed_kan("8p").draw().discard()
    play.draw("9s").closed_kan("9s", turn_dora=False)
    return game.mutant_of(play, play.table.due)
