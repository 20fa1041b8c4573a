"""Faults of play: whose turn it is, and which tiles a seat has."""

from collections.abc import Callable

from auditor.events import (
    DISCARD,
    DRAW,
    EXHAUSTIVE,
    NO_SEAT,
    RIICHI,
    RYUUKYOKU,
    TEDASHI,
    TSUMOGIRI,
    Event,
    Hand,
    Ryuukyoku,
)
from auditor.mutation.faults.fault import LegalGame, Mutant, fault, following, is_plain_discard, other_tile, twin
from auditor.table.table import ACTION_DUE, Table
from auditor.table.tile_locations import IN_WALL, VISIBLE
from auditor.table.wall import without_seed
from auditor.units import EventIndex, SeatIndex, Tile


@fault("turn/order", needs=("order_recorded",))
def draw_dropped(game: LegalGame) -> Mutant | None:
    """A draw is missing, and its seat discards where it should draw."""
    hand_number, index = game.pick(lambda hand, index, event: event.kind == DRAW and following(hand, index, DISCARD))
    seat = game.event(hand_number, index).seat
    return game.mutant(game.with_events(hand_number, index, 1, []), hand_number, seat, index)


@fault("turn/order", needs=("order_recorded",))
def draw_doubled(game: LegalGame) -> Mutant | None:
    """A seat draws twice."""
    hand_number, index = game.pick(lambda hand, index, event: event.kind == DRAW and following(hand, index, DISCARD))
    draw = game.event(hand_number, index)
    return game.mutant(game.with_events(hand_number, index, 1, [draw, draw]), hand_number, draw.seat, index + 1)


@fault("turn/order", needs=("order_recorded",))
def discard_dropped(game: LegalGame) -> Mutant | None:
    """A discard is missing, and the next seat draws where it is due."""
    hand_number, index = game.pick(is_plain_discard)
    seat = game.event(hand_number, index + 1).seat
    return game.mutant(game.with_events(hand_number, index, 1, []), hand_number, seat, index)


@fault("turn/order", needs=("order_recorded",))
def riichi_of_another_seat(game: LegalGame) -> Mutant | None:
    """A seat declares riichi whose turn it is not."""
    hand_number, index = game.pick(lambda _, __, event: event.kind == RIICHI)
    other = (game.event(hand_number, index).seat + 1) % game.game.players
    return game.mutant(game.with_event(hand_number, index, seat=other), hand_number, other, index)


@fault("turn/order")
def draw_of_the_hand_doubled(game: LegalGame) -> Mutant | None:
    """A hand is drawn twice."""
    hand_number, index, draw = game.pick_drawn(
        lambda hand, draw: draw.draw_type == EXHAUSTIVE and hand is not game.game.hands[-1]
    )
    return game.mutant(game.with_events(hand_number, index, 1, [draw, draw]), hand_number, NO_SEAT, index + 1)


@fault("turn/tsumogiri", needs=("marks_recorded",))
def mark_put(game: LegalGame) -> Mutant | None:
    """A discard from the hand is marked as the tile just drawn."""

    def fits(table: Table, event: Event) -> bool | None:
        seat = table.seats[event.seat]
        is_other = event.mark == TEDASHI and seat.is_known and seat.drawn >= 0 and seat.drawn >> 2 != event.tile >> 2
        return True if is_other and table.draws > 1 and table.phase == ACTION_DUE else None

    hand_number, index, _ = game.find(fits, (DISCARD,))
    mutated = game.with_event(hand_number, index, mark=TSUMOGIRI)
    return game.mutant(mutated, hand_number, game.event(hand_number, index).seat, index)


@fault("turn/tsumogiri", needs=("marks_recorded",))
def mark_taken_away(game: LegalGame) -> Mutant | None:
    """A discard of the tile just drawn is marked as one from the hand."""

    def fits(table: Table, event: Event) -> bool | None:
        seat = table.seats[event.seat]
        if event.mark != TSUMOGIRI or not seat.is_known or table.draws < 2 or seat.in_riichi:
            return None
        return True if sum([tile >> 2 == event.tile >> 2 for tile in seat.concealed]) == 1 else None

    hand_number, index, _ = game.find(fits, (DISCARD,))
    mutated = game.with_event(hand_number, index, mark=TEDASHI)
    return game.mutant(mutated, hand_number, game.event(hand_number, index).seat, index)


# ---- which tiles


@fault("tiles/not-held")
def tile_of_another_discarded(game: LegalGame) -> Mutant | None:
    """A seat discards a tile that another seat holds."""

    def fits(table: Table, event: Event) -> Tile | None:
        seat = table.seats[event.seat]
        if seat.riichi is not None or not seat.is_known or not is_plain_discard(table.hand, table.index, event):
            return None
        own = {tile >> 2 for tile in seat.concealed}
        held = [tile for tile in range(136) if 0 < table.where(tile) < VISIBLE]
        others = [tile for tile in held if table.where(tile) != 1 + event.seat and tile >> 2 not in own]
        return game.choice.choice(others) if others else None

    hand_number, index, tile = game.find(fits, (DISCARD,))
    event = game.event(hand_number, index)
    mark = event.mark if event.mark < 0 else TEDASHI
    return game.mutant(game.with_event(hand_number, index, tile=tile, mark=mark), hand_number, event.seat, index)


@fault("tiles/not-held")
def tile_shown_that_is_not_held(game: LegalGame) -> Mutant | None:
    """At a draw a tenpai seat shows a tile that it does not hold."""
    hand_number, index, draw = game.pick_drawn(lambda _, draw: any(draw.shown or ()) and draw.draw_type == EXHAUSTIVE)
    shown = list(draw.shown or ())
    seat = next(seat for seat, tiles in enumerate(shown) if tiles)
    tiles = list(shown[seat] or ())
    tiles[0] = other_tile(game, *tiles)
    shown[seat] = tuple(sorted(tiles))
    return game.mutant(game.with_event(hand_number, index, shown=tuple(shown)), hand_number, seat, index)


@fault("tiles/not-held")
def hand_shown_that_nobody_holds(game: LegalGame) -> Mutant | None:
    """At a draw a noten seat shows three tiles that it does not hold, as if it were tenpai."""

    def fits(table: Table, event: Event) -> SeatIndex | None:
        if not isinstance(event, Ryuukyoku) or event.draw_type != EXHAUSTIVE or not event.shown or not event.tenpai:
            return None
        seats = [seat for seat in table.seats[: table.players] if seat.is_known and event.shown[seat.seat] is None]
        return seats[0].seat if seats and not {0, 1, 2} <= {*seats[0].concealed} else None

    hand_number, index, seat = game.find(fits, (RYUUKYOKU,))
    draw = game.event(hand_number, index)
    assert isinstance(draw, Ryuukyoku)
    shown = tuple([(0, 1, 2) if other == seat else tiles for other, tiles in enumerate(draw.shown or ())])
    tenpai = tuple([is_one or other == seat for other, is_one in enumerate(draw.tenpai or ())])
    return game.mutant(game.with_event(hand_number, index, shown=shown, tenpai=tenpai), hand_number, seat, index)


@fault("tiles/hand-size")
def tile_missing_from_a_deal(game: LegalGame) -> Mutant | None:
    """A seat is dealt a tile too few."""

    def fits(hand: Hand, index: EventIndex, _: Event) -> bool:
        return index == 0 and all([min(tiles) >= 0 for tiles in hand.dealt[: game.game.players] if tiles])

    spot = game.pick(fits)
    hand_number = spot[0]
    seat = game.choice.randrange(game.game.players)
    dealt = list(game.game.hands[hand_number].dealt)
    dealt[seat] = dealt[seat][:-1]
    return game.mutant(game.with_hand(hand_number, dealt=tuple(dealt)), hand_number, seat)


@fault("tiles/duplicate", needs=("copies_recorded",))
def tile_drawn_that_lies_open(game: LegalGame) -> Mutant | None:
    """A seat draws a tile that has been discarded, and discards it again; no seed proves the tiles."""
    return _drawn_again(game, lambda table, seat: [tile for tile in range(136) if table.where(tile) == VISIBLE])


@fault("tiles/duplicate", needs=("copies_recorded",))
def tile_drawn_that_another_holds(game: LegalGame) -> Mutant | None:
    """A seat draws a tile that another seat holds, and discards it; no seed proves the tiles."""
    others = (IN_WALL, VISIBLE)
    return _drawn_again(
        game,
        lambda table, seat: [tile for tile in range(136) if table.where(tile) not in (*others, 1 + seat)],
    )


@fault("tiles/duplicate")
def fifth_copy_drawn(game: LegalGame) -> Mutant | None:
    """A seat draws and discards a tile of which all four copies lie open; no seed proves the tiles."""
    reds = {tile >> 2 for tile in game.game.red_tiles}

    def all_open(table: Table, _: SeatIndex) -> list[Tile]:
        locations = [table.where(tile) for tile in range(136)]
        kinds = [kind for kind in range(34) if {*locations[4 * kind : 4 * kind + 4]} == {VISIBLE} and kind not in reds]
        return [4 * kind for kind in kinds]

    return _drawn_again(game, all_open)


def _drawn_again(game: LegalGame, choices: Callable[[Table, SeatIndex], list[Tile]]) -> Mutant | None:
    """A draw, discarded at once, of one of these tiles."""
    bare = LegalGame(without_seed(game.game), game.rules, game.choice)

    def fits(table: Table, event: Event) -> Tile | None:
        if not _is_passing(table.hand, table.index) or table.seats[event.seat].riichi is not None:
            return None
        spot = choices(table, event.seat)
        return game.choice.choice(spot) if spot else None

    spot = bare.find(fits, (DRAW,))
    hand_number, index, tile = spot
    seat, mark = bare.event(hand_number, index).seat, bare.event(hand_number, index + 1).mark
    again = [Event(DRAW, seat, tile), Event(DISCARD, seat, tile, mark=mark)]
    return bare.mutant(bare.with_events(hand_number, index, 2, again), hand_number, seat, index)


def _is_passing(hand: Hand, index: EventIndex) -> bool:
    """Whether a draw is discarded at once, and nobody claims it or wins on it."""
    events = hand.events[index : index + 3]
    return [event.kind for event in events] == [DRAW, DISCARD, DRAW] and events[0].tile == events[1].tile


@twin("turn/order tiles/not-held")
def hand_played_on_by_nobody(game: LegalGame) -> Mutant | None:
    """From some draw on every seat discards what it draws, to the end of the wall."""
    spot = game.find(lambda table, _: True if table.phase == ACTION_DUE and table.draws > 8 else None, (DISCARD,))
    return Mutant(game.resumed(spot[0], spot[1]).play_on().game)
