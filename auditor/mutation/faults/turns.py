"""Faults of play: whose turn it is, which tiles a seat has, who may claim what and what may be discarded after it.

The rows of turns.toml say what each puts; a function here has the name of its row, with underscores.
"""

from collections.abc import Callable

from auditor.core import events
from auditor.core.events import Event, Hand, Ryuukyoku
from auditor.core.table.seat import Seat
from auditor.core.table.table import ACTION_DUE, REACTION_DUE, Table
from auditor.core.table.tile_locations import IN_WALL, VISIBLE
from auditor.core.tiles import NO_RUN, RED_FIVES, RUNS_WITH, place_in_run
from auditor.core.units import EventIndex, EventKind, Kind, SeatIndex, Tile
from auditor.formats.majiang import NAME as MAJIANG
from auditor.mutation.faults import legal
from auditor.mutation.faults.fault import NewFacts, declare_rows


def _riichi_of_another_seat(game: legal.LegalGame, riichi: Event) -> NewFacts:
    return {"seat": (riichi.seat + 1) % game.game.players}


def _draw_of_the_hand_doubled(game: legal.LegalGame) -> legal.Mutant:
    last = game.game.hands[-1]
    spot = game.pick_of(Ryuukyoku, lambda hand, draw: legal.is_exhaustive(draw) and hand is not last)
    return spot.doubled(events.NO_SEAT)


def _mark_put(game: legal.LegalGame) -> legal.Mutant:
    def fits(table: Table, event: Event) -> bool:
        seat = table.seats[event.seat]
        is_other = seat.is_known and seat.drawn >= 0 and seat.drawn >> 2 != event.tile >> 2
        return is_other and event.mark == events.TEDASHI and table.draws > 1 and table.phase == ACTION_DUE

    return game.find(fits, (events.DISCARD,))[0].altered(mark=events.TSUMOGIRI)


def _mark_taken_away(game: legal.LegalGame) -> legal.Mutant:
    def fits(table: Table, event: Event) -> bool:
        seat = table.seats[event.seat]
        if event.mark != events.TSUMOGIRI or not seat.is_known or table.draws < 2 or seat.in_riichi:
            return False
        return sum([tile >> 2 == event.tile >> 2 for tile in seat.concealed]) == 1

    return game.find(fits, (events.DISCARD,))[0].altered(mark=events.TEDASHI)


# ---- which tiles


def _tile_of_another_discarded(game: legal.LegalGame) -> legal.Mutant:
    def fits(table: Table, event: Event) -> Tile | None:
        seat = table.seats[event.seat]
        if seat.riichi is not None or not seat.is_known or not legal.is_plain_discard(table.hand, table.index, event):
            return None
        own = {tile >> 2 for tile in seat.concealed}
        held = [tile for tile in range(136) if 0 < table.where(tile) < VISIBLE]
        others = [tile for tile in held if table.where(tile) != 1 + event.seat and tile >> 2 not in own]
        return game.rng.choice(others) if others else None

    spot, tile = game.find(fits, (events.DISCARD,))
    return spot.altered(tile=tile, mark=min(spot.event.mark, events.TEDASHI))


def _tile_shown_that_is_not_held(game: legal.LegalGame) -> legal.Mutant:
    spot = game.pick_of(Ryuukyoku, lambda _, draw: any(draw.shown or ()) and legal.is_exhaustive(draw))
    shown = list(spot.event.shown or ())
    seat = next(seat for seat, tiles in enumerate(shown) if tiles)
    tiles = list(shown[seat] or ())
    tiles[0] = game.other_tile(*tiles)
    shown[seat] = tuple(sorted(tiles))
    return spot.altered(seat, shown=tuple(shown))


def _hand_shown_that_nobody_holds(game: legal.LegalGame) -> legal.Mutant:
    def fits(table: Table, event: Event) -> SeatIndex | None:
        if not legal.is_exhaustive(event) or not event.shown or not event.tenpai:
            return None
        seats = [seat for seat in table.seats[: table.players] if seat.is_known and event.shown[seat.seat] is None]
        return seats[0].seat if seats and not {0, 1, 2} <= {*seats[0].concealed} else None

    spot, seat = game.find(fits, (events.RYUUKYOKU,))
    assert isinstance(spot.event, Ryuukyoku)
    shown = tuple([(0, 1, 2) if other == seat else tiles for other, tiles in enumerate(spot.event.shown or ())])
    tenpai = tuple([is_tenpai or other == seat for other, is_tenpai in enumerate(spot.event.tenpai or ())])
    return spot.altered(seat, shown=shown, tenpai=tenpai)


def _tile_missing_from_a_deal(game: legal.LegalGame) -> legal.Mutant:
    def fits(hand: Hand, index: EventIndex, _: Event) -> bool:
        return index == 0 and all([min(tiles) >= 0 for tiles in hand.dealt[: game.game.players] if tiles])

    spot = game.pick(fits)
    seat = game.rng.randrange(game.game.players)
    dealt = list(spot.hand.dealt)
    dealt[seat] = dealt[seat][:-1]
    return game.altered(spot.hand_number, seat, dealt=tuple(dealt))


def _tile_drawn_that_lies_open(game: legal.LegalGame) -> legal.Mutant:
    return _drawn_again(game, lambda table, seat: [tile for tile in range(136) if table.where(tile) == VISIBLE])


def _tile_drawn_that_another_holds(game: legal.LegalGame) -> legal.Mutant:
    def held(table: Table, seat: SeatIndex) -> list[Tile]:
        return [tile for tile in range(136) if table.where(tile) not in (IN_WALL, VISIBLE, 1 + seat)]

    return _drawn_again(game, held)


def _fifth_copy_drawn(game: legal.LegalGame) -> legal.Mutant:
    reds = {tile >> 2 for tile in game.game.red_tiles}

    def all_open(table: Table, _: SeatIndex) -> list[Tile]:
        locations = [table.where(tile) for tile in range(136)]
        kinds = [kind for kind in range(34) if {*locations[4 * kind : 4 * kind + 4]} == {VISIBLE} and kind not in reds]
        return [4 * kind for kind in kinds]

    return _drawn_again(game, all_open)


def _drawn_again(game: legal.LegalGame, choices: Callable[[Table, SeatIndex], list[Tile]]) -> legal.Mutant:
    """A mutant in which one of these tiles is drawn and discarded at once."""

    def fits(table: Table, event: Event) -> Tile | None:
        if not _is_passing(table.hand, table.index) or table.seats[event.seat].riichi is not None:
            return None
        tiles = choices(table, event.seat)
        return game.rng.choice(tiles) if tiles else None

    spot, tile = game.without_seed().find(fits, (events.DRAW,))
    seat = spot.event.seat
    again = [Event(events.DRAW, seat, tile), Event(events.DISCARD, seat, tile, mark=spot.later().mark)]
    return spot.replaced(again, seat, removed=2)


def _is_passing(hand: Hand, index: EventIndex) -> bool:
    """Whether a draw is discarded at once, and nobody claims it or wins on it."""
    three = hand.events[index : index + 3]
    kinds = [event.kind for event in three]
    return kinds == [events.DRAW, events.DISCARD, events.DRAW] and three[0].tile == three[1].tile


def _hand_played_on_by_nobody(game: legal.LegalGame) -> legal.Mutant:
    spot, _ = game.find(lambda table, _: table.phase == ACTION_DUE and table.draws > 8, (events.DISCARD,))
    return legal.Mutant(spot.resumed().play_on().game)


# ---- red fives of a set that has none


def _false_red(game: legal.LegalGame, *, is_described: bool) -> legal.Mutant:
    """A mutant in which a five is red. is_described: whether the log describes the tile set, as all but Majiang's do.

    Where it does not, the first appearance of the five is reported even if it is an indicator.
    """
    legal.require((game.game.format != MAJIANG) == is_described, not any(game.rules.game.reds), not game.game.red_tiles)
    in_any_place = not is_described
    tile = game.rng.choice(RED_FIVES)
    for hand_number, hand in enumerate(game.game.hands):
        if in_any_place and hand.indicator == tile:
            return game.mutant(game.game, hand_number)._replace(false_reds=(tile,))
        for seat, tiles in enumerate(hand.dealt):
            if tile in tiles:
                return game.mutant(game.game, hand_number, seat)._replace(false_reds=(tile,))
        for index, event in enumerate(hand.events):
            if event.tile == tile and (event.kind == events.DRAW or (in_any_place and event.kind == events.DORA)):
                at = index if index or in_any_place else None
                return game.mutant(game.game, hand_number, event.seat, at)._replace(false_reds=(tile,))
    raise legal.NoSpotError


Call = tuple[SeatIndex, EventKind, tuple[Tile, ...]]
"""A call that a seat could make: its seat, kind and two tiles of the hand."""


def pairs_for(seat: Seat, tile: Tile) -> list[tuple[EventKind, tuple[Tile, ...]]]:
    """The pons and chis that a seat could make with a tile, whoever discarded it."""
    kind = tile >> 2
    own: dict[Kind, Tile] = {held >> 2: held for held in sorted(seat.concealed, reverse=True)}
    candidates: list[tuple[EventKind, tuple[Tile, ...]]] = []
    same = sorted([held for held in seat.concealed if held >> 2 == kind])
    if len(same) >= 2:
        candidates.append((events.PON, tuple(same[:2])))
    for _, low, high in reversed(RUNS_WITH[kind]):
        if low in own and high in own:
            candidates.append((events.CHI, (own[low], own[high])))
    return candidates


def _has_discard(seat: Seat, pair: tuple[Tile, ...], tile: Tile) -> bool:
    """Whether a seat has a tile to discard after a claim that no rule forbids."""
    return any([abs((held >> 2) - (tile >> 2)) > 3 for held in seat.concealed if held not in pair])


def _claim(found: tuple[legal.Spot[Event], Call]) -> legal.Mutant:
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
    if table.phase != REACTION_DUE or last is None or last.kind != events.DISCARD or last.tile < 0:
        return None
    return None if table.pending_riichi != events.NO_SEAT or table.pending_seats else last


def _first_call(table: Table, fits: Callable[[Seat], object]) -> Call | None:
    """The first call that a fitting seat's tiles allow, whatever else forbids it."""
    if (last := _claimed(table)) is None:
        return None
    for seat in table.seats[: table.players]:
        if seat.seat == last.seat or not seat.is_known or not fits(seat):
            continue
        for kind, pair in pairs_for(seat, last.tile):
            is_from_left = table.players == 4 and last.seat == (seat.seat - 1) % 4
            if (kind == events.PON or is_from_left) and _has_discard(seat, pair, last.tile):
                return seat.seat, kind, pair
    return None


def _call_in_riichi(game: legal.LegalGame) -> legal.Mutant:
    def fits(table: Table, _: Event) -> Call | None:
        return _first_call(table, lambda seat: seat.deposits) if table.wall_left else None

    return _claim(game.find(fits, (events.DRAW,)))


def _chi_called(game: legal.LegalGame, *, from_left: bool) -> legal.Mutant:
    return _claim(game.find(lambda table, _: _chi(game, table, from_left=from_left), (events.DRAW,)))


def _chi(game: legal.LegalGame, table: Table, *, from_left: bool) -> Call | None:
    last = _claimed(table)
    if last is None or table.wall_left == 0 or table.players != 4:
        return None
    candidates: list[Call] = []
    for seat in table.seats:
        is_left = last.seat == (seat.seat - 1) % 4
        if seat.seat == last.seat or is_left != from_left or seat.riichi is not None or not seat.is_known:
            continue
        for kind, pair in pairs_for(seat, last.tile):
            if kind == events.CHI and _has_discard(seat, pair, last.tile):
                candidates.append((seat.seat, kind, pair))
    return game.rng.choice(candidates) if candidates else None


def _call_of_the_last_discard(game: legal.LegalGame) -> legal.Mutant:
    legal.require(not game.rules.calls.last_tile)

    def fits(table: Table, _: Event) -> Call | None:
        return None if table.wall_left else _first_call(table, lambda seat: seat.riichi is None)

    return _claim(game.find(fits, (events.RYUUKYOKU,)))


def _chi_of_tiles_that_are_no_run(game: legal.LegalGame) -> legal.Mutant:
    def fits(table: Table, event: Event) -> tuple[Tile, ...] | None:
        seat = table.seats[event.seat]
        low, high = sorted([tile >> 2 for tile in event.tiles])
        kind = event.tile >> 2
        for tile in sorted(seat.concealed):
            other = tile >> 2
            if tile not in event.tiles and other not in (low, high) and place_in_run(kind, low, other) == NO_RUN:
                return tuple(sorted([event.tiles[0], tile])) if event.tiles[0] >> 2 == low else None
        return None

    spot, tiles = game.find(fits, (events.CHI,))
    call = spot.event
    play = spot.resumed().add(Event(events.CHI, call.seat, call.tile, tiles, call.from_seat)).discard_any()
    return spot.mutant(play.play_on().game, call.seat)


def _swap_call(game: legal.LegalGame) -> legal.Mutant:
    legal.require(game.rules.calls.kuikae != "allowed")

    def fits(table: Table, event: Event) -> Tile | None:
        seat = table.seats[event.seat]
        if not seat.melds or seat.last_call != table.index - 1 or seat.melds[-1].kind not in (events.CHI, events.PON):
            return None
        claimed = seat.melds[-1].tile >> 2
        return next((tile for tile in seat.concealed if tile >> 2 == claimed), None)

    spot, tile = game.find(fits, (events.DISCARD,))
    play = spot.resumed()
    seat = play.table.due
    return spot.mutant(play.discard_tile(tile).play_on().game, seat)


def _call_from_the_wrong_seat(game: legal.LegalGame, call: Event) -> NewFacts:
    return {"from_seat": next(seat for seat in range(game.game.players) if seat not in (call.seat, call.from_seat))}


def _is_second_and_claimed(hand: Hand, index: EventIndex, _: Event) -> bool:
    """Whether a discard comes two events after another, and is claimed."""
    before = hand.events[index - 2].kind if index > 1 else events.NO_SEAT
    following_kind = hand.events[index + 1].kind if index + 1 < len(hand.events) else events.NO_SEAT
    return before == events.DISCARD and following_kind in events.CLAIMS


def _call_noted_too_late(game: legal.LegalGame) -> legal.Mutant:
    def fits(hand: Hand, index: EventIndex, event: Event) -> bool:
        kinds = [one.kind for one in hand.events[index + 1 : index + 4]]
        return event.kind in (events.CHI, events.PON) and kinds == [events.DISCARD, events.DRAW, events.DISCARD]

    spot = game.pick(fits)
    return spot.replaced([spot.later(1), spot.later(2), spot.later(3), spot.event], spot.event.seat, removed=4)


FOUR_TRIPLETS = ("222444m666888p1s", "1357m1357p17s999s")
"""Hands in notation for a fifth kan: four triplets, and another seat's single triplet."""


def _fifth_kan(game: legal.LegalGame) -> legal.Mutant:
    legal.require(game.game.players == 4, game.rules.calls.kans == 4)
    play = game.with_new_hand({1: FOUR_TRIPLETS[0], 2: FOUR_TRIPLETS[1]}, avoid="2m4m6p8p9s")
    play.turn()
    for tile in ("2m", "4m", "6p"):
        play.draw(tile).closed_kan(tile)
    play.draw("8p").closed_kan("8p").draw().discard()
    play.draw("9s").closed_kan("9s", turn_dora=False)
    return game.mutant_of(play, play.table.due)


declare_rows(__file__, globals())
