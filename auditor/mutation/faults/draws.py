"""Faults of drawn hands: draws without their condition, too early or missed, and who counts as tenpai."""

from auditor.core.events import (
    CHOMBO,
    DISCARD,
    DRAW,
    EXHAUSTIVE,
    FOUR_KANS,
    FOUR_RIICHI,
    FOUR_WINDS,
    NAGASHI_MANGAN,
    NINE_TERMINALS,
    NO_SEAT,
    RYUUKYOKU,
    TRIPLE_RON,
    Event,
    Ryuukyoku,
    replace_game,
)
from auditor.core.table.draws import abortive_condition, chombo_payments, nagashi_seats, noten_payments, tenpai_seats
from auditor.core.table.table import ACTION_DUE, REACTION_DUE, Table
from auditor.core.tiles import UNKNOWN
from auditor.core.units import Points, SeatIndex, Tile
from auditor.mutation.faults.fault import fault, put_fault, twin
from auditor.mutation.faults.legal import UNLESS_WON, LegalGame, Mutant, Spot, added, require


def _is_quiet(table: Table) -> bool:
    """Whether a discard has passed, no riichi is unpaid, and the wall has tiles left."""
    return table.phase == REACTION_DUE and table.pending_riichi == NO_SEAT and table.wall_left > 0


def _is_known(table: Table) -> bool:
    return all([seat.is_known for seat in table.seats])


@fault("draw/early")
def draw_with_tiles_left(game: LegalGame) -> Mutant:
    """A hand ends as an exhaustive draw while the live wall holds tiles."""

    def fits(table: Table, _: Event) -> bool:
        return _is_quiet(table) and not nagashi_seats(table) and table.draws > 8 and _is_known(table)

    spot, _ = game.find(fits, UNLESS_WON)
    return spot.mutant(spot.resumed().ryuukyoku().game)


@fault("draw/missed")
def play_goes_on_after_an_abortive_draw(game: LegalGame) -> Mutant:
    """Four winds, four riichi or four kans end a hand, and it is played on."""

    def fits(table: Table, event: Event) -> bool:
        if not isinstance(event, Ryuukyoku) or event.draw_type not in (FOUR_WINDS, FOUR_RIICHI, FOUR_KANS):
            return False
        is_forced = event.draw_type in game.rules.draws.abortive and abortive_condition(table, event.draw_type)
        return is_forced and table.wall_left > 0

    spot, _ = game.find(fits, (RYUUKYOKU,))
    return spot.mutant(spot.resumed().turn().game)


# ---- abortive draws without their condition


def _aborted(game: LegalGame, draw_type: str) -> Mutant:
    require(draw_type in game.rules.draws.abortive, game.game.players == 4)

    def fits(table: Table, _: Event) -> bool:
        return _is_quiet(table) and _is_known(table) and not abortive_condition(table, draw_type)

    spot, _ = game.find(fits, UNLESS_WON)
    return spot.mutant(spot.resumed().ryuukyoku(draw_type).game)


# fmt: off
put_fault("four-winds-that-are-not", "draw/abortive", "A hand ends by four winds that were not discarded.",
          lambda game: _aborted(game, FOUR_WINDS))
put_fault("four-riichi-that-are-not", "draw/abortive", "A hand ends by four riichi that were not declared.",
          lambda game: _aborted(game, FOUR_RIICHI))
put_fault("four-kans-that-are-not", "draw/abortive", "A hand ends by four kans that were not made.",
          lambda game: _aborted(game, FOUR_KANS))
put_fault("triple-ron-that-is-none", "draw/abortive",
          "A hand ends by three wins on a discard that three seats cannot win on.",
          lambda game: _aborted(game, TRIPLE_RON))
put_fault("nine-terminals-that-are-fewer", "draw/abortive",
          "A seat ends the hand by nine terminals and honours, of which it has fewer.",
          lambda game: _nine_terminals(game, holds=False))
put_fault("nine-terminals-that-were-not-declared", None,
          "A seat ends the hand by nine terminals and honours, with which it played on in the log.",
          lambda game: Mutant(_nine_terminals(game, holds=True).game), "draw/abortive")
# fmt: on


def _nine_terminals(game: LegalGame, *, holds: bool) -> Mutant:
    require(NINE_TERMINALS in game.rules.draws.abortive)

    def fits(table: Table, _: Event) -> bool:
        is_time = table.phase == ACTION_DUE and table.draws <= table.players and _is_known(table)
        return is_time and abortive_condition(table, NINE_TERMINALS) == holds

    spot, _ = game.find(fits, (DISCARD,))
    play = spot.resumed()
    seats = play.table.seats
    shown = tuple([tuple(sorted(seat.concealed)) if seat is seats[play.table.due] else None for seat in seats])
    return spot.mutant(play.ryuukyoku(NINE_TERMINALS, shown=shown).game)


# ---- who is tenpai, and what is shown


def _shown(spot: Spot[Ryuukyoku], seat: SeatIndex, tiles: tuple[Tile, ...] | None) -> Mutant:
    """A mutant of a draw where a seat counts as tenpai and shows these tiles, or as noten and shows nothing."""
    draw = spot.event
    is_tenpai = tiles is not None
    tenpai = tuple([is_tenpai if other == seat else one for other, one in enumerate(draw.tenpai or ())])
    shown = None if draw.shown is None else _with_shown(draw, seat, tiles)
    return spot.altered(seat, tenpai=tenpai, shown=shown)


def _with_shown(
    draw: Ryuukyoku, seat: SeatIndex, tiles: tuple[Tile, ...] | None
) -> tuple[tuple[Tile, ...] | None, ...]:
    """The hands that a draw shows, with another one for a seat."""
    return tuple([tiles if other == seat else one for other, one in enumerate(draw.shown or ())])


@fault("draw/tenpai")
def tenpai_hand_not_shown(game: LegalGame) -> Mutant:
    """A tenpai hand is counted noten at a draw, and not shown."""
    require(not game.rules.draws.noten_declaration, game.rules.draws.noten_points)
    spot = game.pick_of(Ryuukyoku, lambda _, draw: draw.draw_type == EXHAUSTIVE and any(draw.tenpai or ()))
    waiting = [seat for seat, is_tenpai in enumerate(spot.event.tenpai or ()) if is_tenpai]
    return _shown(spot, game.rng.choice(waiting), None)


@fault("draw/tenpai")
def noten_hand_counted_tenpai(game: LegalGame) -> Mutant:
    """A hand that waits for nothing is shown and counted tenpai at a draw."""

    def fits(table: Table, event: Event) -> tuple[SeatIndex, tuple[Tile, ...]] | None:
        if not isinstance(event, Ryuukyoku) or event.draw_type != EXHAUSTIVE or event.tenpai is None:
            return None
        seats = [seat for seat in table.seats[: table.players] if seat.is_known and not event.tenpai[seat.seat]]
        seats = [seat for seat in seats if not seat.waits]
        return (seats[0].seat, tuple(sorted(seats[0].concealed))) if seats else None

    spot, (seat, tiles) = game.find(fits, (RYUUKYOKU,))
    return _shown(spot.of(Ryuukyoku), seat, tiles)


@fault("draw/not-shown")
def riichi_hand_not_shown_at_four_riichi(game: LegalGame) -> Mutant:
    """Four riichi end a hand, and one of the seats does not show its own."""
    require(FOUR_RIICHI in game.rules.draws.riichi_shows)
    spot = game.pick_of(Ryuukyoku, lambda _, draw: draw.draw_type == FOUR_RIICHI and all(draw.shown or (None,)))
    seat = game.rng.randrange(4)
    return spot.altered(seat, shown=_with_shown(spot.event, seat, None))


@fault("draw/not-shown", needs=("order_recorded",))
def hidden_riichi_hand_not_shown(game: LegalGame) -> Mutant:
    """Of a seat in riichi no tile is known, and at the draw it is counted noten and shows nothing."""
    spot, seat = _hidden(game)
    shown = _with_shown(spot.event, seat, None)
    tenpai = [is_tenpai and other != seat for other, is_tenpai in enumerate(spot.event.tenpai or ())]
    deltas = tuple(noten_payments(tenpai, game.game.players, game.rules.draws))
    mutated = spot.altered(seat, shown=shown, tenpai=tuple(tenpai), deltas=deltas).game
    return spot.mutant(replace_game(mutated, hands=mutated.hands[: spot.hand_number + 1], result=None), seat)


@fault("draw/noten-riichi", needs=("order_recorded",))
def hidden_riichi_hand_that_does_not_wait(game: LegalGame) -> Mutant:
    """Of a seat in riichi no tile is known until it shows, at the draw, a hand that waits for nothing."""
    spot, seat = _hidden(game)
    tiles = tuple([36 * suit + 12 * step + seat for suit in range(3) for step in range(3)] + [108, 112, 116, 120])
    return spot.altered(seat, shown=_with_shown(spot.event, seat, tiles))


@twin("draw/noten-riichi draw/not-shown", needs=("order_recorded",))
def hidden_riichi_hand(game: LegalGame) -> Mutant:
    """Of a seat in riichi no tile is known until it shows, at the draw, the hand that it has."""
    return Mutant(_hidden(game)[0].game.game)


def _hidden(game: LegalGame) -> tuple[Spot[Ryuukyoku], SeatIndex]:
    """An exhaustive draw with a seat in riichi, in a copy of the game that hides the tiles of that seat."""
    require(EXHAUSTIVE in game.rules.draws.riichi_shows)

    def fits(table: Table, event: Event) -> SeatIndex | None:
        if not isinstance(event, Ryuukyoku) or event.draw_type != EXHAUSTIVE or not event.shown or not event.tenpai:
            return None
        seats = [seat for seat in table.seats if seat.deposits and not seat.melds and not seat.norths]
        return next((seat.seat for seat in seats if event.shown[seat.seat] is not None), None)

    found, seat = game.find(fits, (RYUUKYOKU,))
    spot = found.of(Ryuukyoku)
    dealt = tuple([(UNKNOWN,) * 13 if other == seat else tiles for other, tiles in enumerate(spot.hand.dealt)])
    hidden_events = [Event(DRAW, seat) if one.kind == DRAW and one.seat == seat else one for one in spot.hand.events]
    hidden = game.without_seed().with_hand(spot.hand_number, dealt=dealt, events=hidden_events)
    return Spot(LegalGame(hidden, game.rules, game.rng), spot.hand_number, spot.index, spot.event), seat


# fmt: off
put_fault("chombo-paid-wrong", "pay/chombo",
          "A hand is annulled for an offence, for which a seat pays a thousand points too many.",
          lambda game: _chombo(game, more=1000))
put_fault("chombo-paid", None, "A hand is annulled for an offence, and paid as the ruleset says.",
          lambda game: Mutant(_chombo(game, more=0).game), "pay/chombo")
# fmt: on


def _chombo(game: LegalGame, *, more: Points) -> Mutant:
    require(game.rules.penalties.chombo == "mangan")
    spot, _ = game.find(lambda table, _: _is_quiet(table), (DRAW,))
    play = spot.resumed()
    offender = game.rng.randrange(game.game.players)
    taker = (offender + 1) % game.game.players
    deltas = added(added(chombo_payments(offender, play.table), offender, -more), taker, more)
    return spot.mutant(play.ryuukyoku(CHOMBO, shown=None, tenpai=None, deltas=deltas).game, offender)


# ---- nagashi mangan


@fault("draw/nagashi")
def nagashi_mangan_that_is_none(game: LegalGame) -> Mutant:
    """A nagashi mangan is paid to a seat that has discarded other tiles than terminals and honours."""
    require(game.rules.draws.nagashi_mangan, not game.rules.draws.nagashi_is_win)

    def fits(table: Table, event: Event) -> bool:
        is_paid = isinstance(event, Ryuukyoku) and event.draw_type == EXHAUSTIVE and table.pending_riichi == NO_SEAT
        return is_paid and not nagashi_seats(table)

    spot, _ = game.find(fits, (RYUUKYOKU,))
    deltas: tuple[Points, ...] = (0, 0, 0, 0)
    for payer in range(1, game.game.players):
        share = 4000 if spot.hand.dealer in (0, payer) else 2000
        deltas = added(added(deltas, payer, -share), 0, share)
    play = spot.resumed()
    shown, tenpai = spot.of(Ryuukyoku).event.shown, tuple(tenpai_seats(play.table))
    return spot.mutant(play.ryuukyoku(NAGASHI_MANGAN, deltas=deltas, shown=shown, tenpai=tenpai).game)


# fmt: off
put_fault("nagashi-mangan-unpaid", "draw/nagashi",
          "A seat has discarded terminals and honours alone, and the draw is paid as any other; the hand is dealt for "
          "it.",
          lambda game: _nagashi(game, is_paid=False))
put_fault("nagashi-mangan-paid", None,
          "A seat has discarded terminals and honours alone, and is paid a mangan, in a hand dealt for it.",
          lambda game: Mutant(_nagashi(game, is_paid=True).game), "draw/nagashi")
# fmt: on


NAGASHI_DRAWS = ("2z", "3z", "4z", "5z", "6z", "7z")
"""The dealer draws and discards three of each of these: as many tiles as it has turns."""


def _nagashi(game: LegalGame, *, is_paid: bool) -> Mutant:
    require(game.rules.draws.nagashi_mangan, not game.rules.draws.nagashi_is_win, game.game.players == 4)
    tiles = [tile for tile in NAGASHI_DRAWS for _ in range(3)]
    play = game.with_new_hand({}, avoid="".join(tiles))
    seat = play.table.hand.dealer
    while play.table.wall_left:
        play.turn(tiles.pop() if play.turn_seat == seat else "")
    assert seat in nagashi_seats(play.table)
    due = nagashi_seats(play.table)[0]
    return game.mutant_of(play.play_on() if is_paid else play.ryuukyoku(), due)
