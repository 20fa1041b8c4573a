"""Faults of play: whose turn it is, and which tiles a seat has."""

from collections.abc import Callable

from auditor.core import events
from auditor.core.events import Event, Hand, Ryuukyoku
from auditor.core.table.table import ACTION_DUE, Table
from auditor.core.table.tile_locations import IN_WALL, VISIBLE
from auditor.core.tiles import RED_FIVES
from auditor.core.units import EventIndex, SeatIndex, Tile
from auditor.formats.majiang import NAME as MAJIANG
from auditor.mutation.faults.fault import NewFacts, fault, fault_of_event, twin
from auditor.mutation.faults.legal import LegalGame, Mutant, NoSpotError, following, is_plain_discard, require


def _is_discarded_draw(hand: Hand, index: EventIndex, event: Event) -> bool:
    return event.kind == events.DRAW and following(hand, index, events.DISCARD)


@fault("turn/order", needs=("order_recorded",))
def draw_dropped(game: LegalGame) -> Mutant:
    """A draw is missing, and its seat discards where it should draw."""
    spot = game.pick(_is_discarded_draw)
    return spot.replaced([], spot.event.seat)


@fault("turn/order", needs=("order_recorded",))
def draw_doubled(game: LegalGame) -> Mutant:
    """A seat draws twice."""
    spot = game.pick(_is_discarded_draw)
    return spot.doubled(spot.event.seat)


@fault("turn/order", needs=("order_recorded",))
def discard_dropped(game: LegalGame) -> Mutant:
    """A discard is missing, and the next seat draws where it is due."""
    spot = game.pick(is_plain_discard)
    return spot.replaced([], spot.later().seat)


@fault_of_event("turn/order", Event, lambda _, event: event.kind == events.RIICHI, needs=("order_recorded",))
def riichi_of_another_seat(game: LegalGame, riichi: Event) -> NewFacts:
    """A seat declares riichi whose turn it is not."""
    return {"seat": (riichi.seat + 1) % game.game.players}


@fault("turn/order")
def draw_of_the_hand_doubled(game: LegalGame) -> Mutant:
    """A hand is drawn twice."""
    last = game.game.hands[-1]
    spot = game.pick_of(Ryuukyoku, lambda hand, draw: draw.draw_type == events.EXHAUSTIVE and hand is not last)
    return spot.doubled(events.NO_SEAT)


@fault("turn/tsumogiri", needs=("marks_recorded",))
def mark_put(game: LegalGame) -> Mutant:
    """A discard from the hand is marked as the tile just drawn."""

    def fits(table: Table, event: Event) -> bool:
        seat = table.seats[event.seat]
        is_other = (
            event.mark == events.TEDASHI and seat.is_known and seat.drawn >= 0 and seat.drawn >> 2 != event.tile >> 2
        )
        return is_other and table.draws > 1 and table.phase == ACTION_DUE

    return game.find(fits, (events.DISCARD,))[0].altered(mark=events.TSUMOGIRI)


@fault("turn/tsumogiri", needs=("marks_recorded",))
def mark_taken_away(game: LegalGame) -> Mutant:
    """A discard of the tile just drawn is marked as one from the hand."""

    def fits(table: Table, event: Event) -> bool:
        seat = table.seats[event.seat]
        if event.mark != events.TSUMOGIRI or not seat.is_known or table.draws < 2 or seat.in_riichi:
            return False
        return sum([tile >> 2 == event.tile >> 2 for tile in seat.concealed]) == 1

    return game.find(fits, (events.DISCARD,))[0].altered(mark=events.TEDASHI)


# ---- which tiles


@fault("tiles/not-held")
def tile_of_another_discarded(game: LegalGame) -> Mutant:
    """A seat discards a tile that another seat holds."""

    def fits(table: Table, event: Event) -> Tile | None:
        seat = table.seats[event.seat]
        if seat.riichi is not None or not seat.is_known or not is_plain_discard(table.hand, table.index, event):
            return None
        own = {tile >> 2 for tile in seat.concealed}
        held = [tile for tile in range(136) if 0 < table.where(tile) < VISIBLE]
        others = [tile for tile in held if table.where(tile) != 1 + event.seat and tile >> 2 not in own]
        return game.rng.choice(others) if others else None

    spot, tile = game.find(fits, (events.DISCARD,))
    return spot.altered(tile=tile, mark=min(spot.event.mark, events.TEDASHI))


@fault("tiles/not-held")
def tile_shown_that_is_not_held(game: LegalGame) -> Mutant:
    """At a draw a tenpai seat shows a tile that it does not hold."""
    spot = game.pick_of(Ryuukyoku, lambda _, draw: any(draw.shown or ()) and draw.draw_type == events.EXHAUSTIVE)
    shown = list(spot.event.shown or ())
    seat = next(seat for seat, tiles in enumerate(shown) if tiles)
    tiles = list(shown[seat] or ())
    tiles[0] = game.other_tile(*tiles)
    shown[seat] = tuple(sorted(tiles))
    return spot.altered(seat, shown=tuple(shown))


@fault("tiles/not-held")
def hand_shown_that_nobody_holds(game: LegalGame) -> Mutant:
    """At a draw a noten seat shows three tiles that it does not hold, as if it were tenpai."""

    def fits(table: Table, event: Event) -> SeatIndex | None:
        if (
            not isinstance(event, Ryuukyoku)
            or event.draw_type != events.EXHAUSTIVE
            or not event.shown
            or not event.tenpai
        ):
            return None
        seats = [seat for seat in table.seats[: table.players] if seat.is_known and event.shown[seat.seat] is None]
        return seats[0].seat if seats and not {0, 1, 2} <= {*seats[0].concealed} else None

    spot, seat = game.find(fits, (events.RYUUKYOKU,))
    assert isinstance(spot.event, Ryuukyoku)
    shown = tuple([(0, 1, 2) if other == seat else tiles for other, tiles in enumerate(spot.event.shown or ())])
    tenpai = tuple([is_tenpai or other == seat for other, is_tenpai in enumerate(spot.event.tenpai or ())])
    return spot.altered(seat, shown=shown, tenpai=tenpai)


@fault("tiles/hand-size")
def tile_missing_from_a_deal(game: LegalGame) -> Mutant:
    """A seat is dealt a tile too few."""

    def fits(hand: Hand, index: EventIndex, _: Event) -> bool:
        return index == 0 and all([min(tiles) >= 0 for tiles in hand.dealt[: game.game.players] if tiles])

    spot = game.pick(fits)
    seat = game.rng.randrange(game.game.players)
    dealt = list(spot.hand.dealt)
    dealt[seat] = dealt[seat][:-1]
    return game.altered(spot.hand_number, seat, dealt=tuple(dealt))


@fault("tiles/duplicate", needs=("copies_recorded",))
def tile_drawn_that_lies_open(game: LegalGame) -> Mutant:
    """A seat draws a tile that has been discarded, and discards it again; no seed proves the tiles."""
    return _drawn_again(game, lambda table, seat: [tile for tile in range(136) if table.where(tile) == VISIBLE])


@fault("tiles/duplicate", needs=("copies_recorded",))
def tile_drawn_that_another_holds(game: LegalGame) -> Mutant:
    """A seat draws a tile that another seat holds, and discards it; no seed proves the tiles."""
    others = (IN_WALL, VISIBLE)
    return _drawn_again(
        game, lambda table, seat: [tile for tile in range(136) if table.where(tile) not in (*others, 1 + seat)]
    )


@fault("tiles/duplicate")
def fifth_copy_drawn(game: LegalGame) -> Mutant:
    """A seat draws and discards a tile of which all four copies lie open; no seed proves the tiles."""
    reds = {tile >> 2 for tile in game.game.red_tiles}

    def all_open(table: Table, _: SeatIndex) -> list[Tile]:
        locations = [table.where(tile) for tile in range(136)]
        kinds = [kind for kind in range(34) if {*locations[4 * kind : 4 * kind + 4]} == {VISIBLE} and kind not in reds]
        return [4 * kind for kind in kinds]

    return _drawn_again(game, all_open)


def _drawn_again(game: LegalGame, choices: Callable[[Table, SeatIndex], list[Tile]]) -> Mutant:
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
    return [event.kind for event in three] == [events.DRAW, events.DISCARD, events.DRAW] and three[0].tile == three[
        1
    ].tile


@twin("turn/order tiles/not-held")
def hand_played_on_by_nobody(game: LegalGame) -> Mutant:
    """From some draw on every seat discards what it draws, to the end of the wall."""
    spot, _ = game.find(lambda table, _: table.phase == ACTION_DUE and table.draws > 8, (events.DISCARD,))
    return Mutant(spot.resumed().play_on().game)


# ---- red fives of a set that has none


@fault("log/contradiction")
def red_five_that_the_log_says_there_is_none(game: LegalGame) -> Mutant:
    """A five is red, though the log says that the set has no red fives."""
    require(game.game.format != MAJIANG)  # their logs do not describe the tile set
    return _false_red(game, in_any_place=False)


@fault("tiles/duplicate")
def red_five_that_the_rules_have_none(game: LegalGame) -> Mutant:
    """A five is red, though the rules, of which the log says nothing, have no red fives."""
    require(game.game.format == MAJIANG)
    return _false_red(game, in_any_place=True)


def _false_red(game: LegalGame, *, in_any_place: bool) -> Mutant:
    """A mutant in which a five is red. in_any_place: its first appearance is reported even if it is an indicator."""
    require(not any(game.rules.game.reds), not game.game.red_tiles)
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
    raise NoSpotError
