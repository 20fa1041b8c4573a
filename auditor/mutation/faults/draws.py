"""Faults of drawn hands: claimed without cause, too early, missed, and who is counted tenpai."""

from auditor.events import (
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
    Hand,
    Ryuukyoku,
    replace_game,
)
from auditor.mutation.faults.fault import UNLESS_WON, LegalGame, Mutant, NoSpotError, added, fault, twin
from auditor.table.draws import abortive_condition, chombo_payments, nagashi_seats, noten_payments, tenpai_seats
from auditor.table.table import ACTION_DUE, REACTION_DUE, Table
from auditor.table.wall import without_seed
from auditor.tiles import UNKNOWN
from auditor.units import EventIndex, SeatIndex


def _is_quiet(table: Table) -> bool:
    """Whether a discard has passed, no riichi is to be paid for, and the wall is not at its end."""
    return table.phase == REACTION_DUE and table.pending_riichi == NO_SEAT and table.wall_left > 0


@fault("draw/early")
def draw_with_tiles_left(game: LegalGame) -> Mutant | None:
    """A hand ends as an exhaustive draw while the live wall holds tiles."""

    def fits(table: Table, _: Event) -> bool | None:
        is_one = _is_quiet(table) and not nagashi_seats(table) and table.draws > 8
        return True if is_one and all([seat.is_known for seat in table.seats]) else None

    hand_number, index, _ = game.find(fits, UNLESS_WON)
    return game.mutant(game.resumed(hand_number, index).ryuukyoku().game, hand_number, NO_SEAT, index)


@fault("draw/missed")
def play_goes_on_after_an_abortive_draw(game: LegalGame) -> Mutant | None:
    """Four winds, four riichi or four kans end a hand, and it is played on."""

    def fits(table: Table, event: Event) -> bool | None:
        if not isinstance(event, Ryuukyoku) or event.draw_type not in (FOUR_WINDS, FOUR_RIICHI, FOUR_KANS):
            return None
        is_forced = event.draw_type in game.rules.draws.abortive and abortive_condition(table, event.draw_type)
        return True if is_forced and table.wall_left > 0 else None

    hand_number, index, _ = game.find(fits, (RYUUKYOKU,))
    return game.mutant(game.resumed(hand_number, index).turn().game, hand_number, NO_SEAT, index)


# ---- abortive draws without their condition


def _aborted(game: LegalGame, draw_type: str) -> Mutant | None:
    if draw_type not in game.rules.draws.abortive or game.game.players != 4:
        return None

    def fits(table: Table, _: Event) -> bool | None:
        is_known = all([seat.is_known for seat in table.seats])
        return True if _is_quiet(table) and is_known and not abortive_condition(table, draw_type) else None

    hand_number, index, _ = game.find(fits, UNLESS_WON)
    return game.mutant(game.resumed(hand_number, index).ryuukyoku(draw_type).game, hand_number, NO_SEAT, index)


@fault("draw/abortive")
def four_winds_that_are_not(game: LegalGame) -> Mutant | None:
    """A hand ends by four winds that were not discarded."""
    return _aborted(game, FOUR_WINDS)


@fault("draw/abortive")
def four_riichi_that_are_not(game: LegalGame) -> Mutant | None:
    """A hand ends by four riichi that were not declared."""
    return _aborted(game, FOUR_RIICHI)


@fault("draw/abortive")
def four_kans_that_are_not(game: LegalGame) -> Mutant | None:
    """A hand ends by four kans that were not made."""
    return _aborted(game, FOUR_KANS)


@fault("draw/abortive")
def triple_ron_that_is_none(game: LegalGame) -> Mutant | None:
    """A hand ends by three wins on a discard that three seats cannot win on."""
    return _aborted(game, TRIPLE_RON)


@fault("draw/abortive")
def nine_terminals_that_are_fewer(game: LegalGame) -> Mutant | None:
    """A seat ends the hand by nine terminals and honours, of which it has fewer."""
    return _nine_terminals(game, holds=False)


@twin("draw/abortive")
def nine_terminals_that_were_not_declared(game: LegalGame) -> Mutant | None:
    """A seat ends the hand by nine terminals and honours, with which it played on in the log."""
    return _nine_terminals(game, holds=True)


def _nine_terminals(game: LegalGame, *, holds: bool) -> Mutant | None:
    if NINE_TERMINALS not in game.rules.draws.abortive:
        return None

    def fits(table: Table, _: Event) -> bool | None:
        is_known = all([seat.is_known for seat in table.seats])
        is_time = table.phase == ACTION_DUE and table.draws <= table.players and is_known
        return True if is_time and abortive_condition(table, NINE_TERMINALS) == holds else None

    hand_number, index, _ = game.find(fits, (DISCARD,))
    play = game.resumed(hand_number, index)
    shown = [
        None if seat is not play.table.seats[play.table.due] else tuple(sorted(seat.concealed))
        for seat in play.table.seats
    ]
    play.ryuukyoku(NINE_TERMINALS, shown=tuple(shown))
    return Mutant(play.game) if holds else game.mutant(play.game, hand_number, NO_SEAT, index)


# ---- who is tenpai, and what is shown


@fault("draw/tenpai")
def tenpai_hand_not_shown(game: LegalGame) -> Mutant | None:
    """A tenpai hand is counted noten at a draw, and not shown."""
    if game.rules.draws.noten_declaration or not game.rules.draws.noten_points:
        return None

    def fits(_: Hand, draw: Ryuukyoku) -> bool:
        return draw.draw_type == EXHAUSTIVE and draw.tenpai is not None and any(draw.tenpai)

    hand_number, index, draw = game.pick_drawn(fits)
    tenpai = list(draw.tenpai or ())
    seat = game.choice.choice([seat for seat, is_one in enumerate(tenpai) if is_one])
    tenpai[seat] = False
    facts: dict[str, object] = {"tenpai": tuple(tenpai)}
    if draw.shown is not None:
        facts["shown"] = tuple([None if other == seat else tiles for other, tiles in enumerate(draw.shown)])
    return game.mutant(game.with_event(hand_number, index, **facts), hand_number, seat, index)


@fault("draw/tenpai")
def noten_hand_counted_tenpai(game: LegalGame) -> Mutant | None:
    """A hand that waits for nothing is shown and counted tenpai at a draw."""

    def fits(table: Table, event: Event) -> tuple[int, tuple[int, ...]] | None:
        if not isinstance(event, Ryuukyoku) or event.draw_type != EXHAUSTIVE or event.tenpai is None:
            return None
        seats = [seat for seat in table.seats[: table.players] if seat.is_known and not event.tenpai[seat.seat]]
        seats = [seat for seat in seats if not seat.waits]
        return (seats[0].seat, tuple(sorted(seats[0].concealed))) if seats else None

    hand_number, index, (seat, tiles) = game.find(fits, (RYUUKYOKU,))
    draw = game.event(hand_number, index)
    assert isinstance(draw, Ryuukyoku)
    facts: dict[str, object] = {"tenpai": tuple([one or other == seat for other, one in enumerate(draw.tenpai or ())])}
    if draw.shown is not None:
        facts["shown"] = tuple([tiles if other == seat else one for other, one in enumerate(draw.shown)])
    return game.mutant(game.with_event(hand_number, index, **facts), hand_number, seat, index)


@fault("draw/not-shown")
def riichi_hand_not_shown_at_four_riichi(game: LegalGame) -> Mutant | None:
    """Four riichi end a hand, and one of the seats does not show its own."""
    if FOUR_RIICHI not in game.rules.draws.riichi_shows:
        return None
    hand_number, index, draw = game.pick_drawn(
        lambda _, draw: draw.draw_type == FOUR_RIICHI and all(draw.shown or (None,))
    )
    seat = game.choice.randrange(4)
    shown = tuple([None if other == seat else tiles for other, tiles in enumerate(draw.shown or ())])
    return game.mutant(game.with_event(hand_number, index, shown=shown), hand_number, seat, index)


@fault("draw/not-shown", needs=("order_recorded",))
def hidden_riichi_hand_not_shown(game: LegalGame) -> Mutant | None:
    """Of a seat in riichi no tile is known, and at the draw it is counted noten and shows nothing."""
    hidden, hand_number, index, seat = _hidden(game)
    draw = hidden.event(hand_number, index)
    assert isinstance(draw, Ryuukyoku)
    shown = tuple([None if other == seat else tiles for other, tiles in enumerate(draw.shown or ())])
    tenpai = tuple([is_one and other != seat for other, is_one in enumerate(draw.tenpai or ())])
    deltas = tuple(noten_payments(list(tenpai), game.game.players, game.rules.draws.noten_points))
    mutated = hidden.with_event(hand_number, index, shown=shown, tenpai=tenpai, deltas=deltas)
    last = replace_game(mutated, hands=mutated.hands[: hand_number + 1], result=None)
    return hidden.mutant(last, hand_number, seat, index)


@fault("draw/noten-riichi", needs=("order_recorded",))
def hidden_riichi_hand_that_does_not_wait(game: LegalGame) -> Mutant | None:
    """Of a seat in riichi no tile is known until it shows, at the draw, a hand that waits for nothing."""
    hidden, hand_number, index, seat = _hidden(game)
    draw = hidden.event(hand_number, index)
    assert isinstance(draw, Ryuukyoku)
    shown = list(draw.shown or ())
    shown[seat] = tuple([36 * suit + 12 * step + seat for suit in range(3) for step in range(3)] + [108, 112, 116, 120])
    return hidden.mutant(hidden.with_event(hand_number, index, shown=tuple(shown)), hand_number, seat, index)


@twin("draw/noten-riichi draw/not-shown", needs=("order_recorded",))
def hidden_riichi_hand(game: LegalGame) -> Mutant | None:
    """Of a seat in riichi no tile is known until it shows, at the draw, the hand that it has."""
    spot = _hidden(game)
    return Mutant(spot[0].game)


def _hidden(game: LegalGame) -> tuple[LegalGame, int, EventIndex, SeatIndex]:
    """The game with the tiles of a seat hidden that is in riichi at an exhaustive draw, and the place of that draw."""
    if EXHAUSTIVE not in game.rules.draws.riichi_shows:
        raise NoSpotError

    def fits(table: Table, event: Event) -> SeatIndex | None:
        if not isinstance(event, Ryuukyoku) or event.draw_type != EXHAUSTIVE or not event.shown or not event.tenpai:
            return None
        seats = [seat for seat in table.seats if seat.deposits and not seat.melds and not seat.norths]
        shows = [seat.seat for seat in seats if event.shown[seat.seat] is not None]
        return shows[0] if shows else None

    hand_number, index, seat = game.find(fits, (RYUUKYOKU,))
    hand = game.game.hands[hand_number]
    dealt = tuple([(UNKNOWN,) * 13 if other == seat else tiles for other, tiles in enumerate(hand.dealt)])
    events = [Event(DRAW, seat) if one.kind == DRAW and one.seat == seat else one for one in hand.events]
    bare = LegalGame(without_seed(game.game), game.rules, game.choice)
    return (
        LegalGame(bare.with_hand(hand_number, dealt=dealt, events=events), game.rules, game.choice),
        hand_number,
        index,
        seat,
    )


@fault("pay/chombo")
def chombo_paid_wrong(game: LegalGame) -> Mutant | None:
    """A hand is annulled for an offence, for which a seat pays a thousand points too many."""
    return _chombo(game, more=1000)


@twin("pay/chombo")
def chombo_paid(game: LegalGame) -> Mutant | None:
    """A hand is annulled for an offence, and paid as the ruleset says."""
    return _chombo(game, more=0)


def _chombo(game: LegalGame, *, more: int) -> Mutant | None:
    if game.rules.penalties.chombo != "mangan":
        return None

    def fits(table: Table, _: Event) -> bool | None:
        return True if _is_quiet(table) else None

    hand_number, index, _ = game.find(fits, (DRAW,))
    play = game.resumed(hand_number, index)
    offender = game.choice.randrange(game.game.players)
    taker = (offender + 1) % game.game.players
    deltas = added(added(chombo_payments(offender, play.table), offender, -more), taker, more)
    play.ryuukyoku(CHOMBO, shown=None, tenpai=None, deltas=deltas)
    return game.mutant(play.game, hand_number, offender, index) if more else Mutant(play.game)


# ---- nagashi mangan


@fault("draw/nagashi")
def nagashi_mangan_that_is_none(game: LegalGame) -> Mutant | None:
    """A nagashi mangan is paid to a seat that has discarded other tiles than terminals and honours."""
    if not game.rules.draws.nagashi_mangan or game.rules.draws.nagashi_is_win:
        return None

    def fits(table: Table, event: Event) -> bool | None:
        is_one = isinstance(event, Ryuukyoku) and event.draw_type == EXHAUSTIVE and table.pending_riichi == NO_SEAT
        return True if is_one and not nagashi_seats(table) else None

    hand_number, index, _ = game.find(fits, (RYUUKYOKU,))
    draw = game.event(hand_number, index)
    assert isinstance(draw, Ryuukyoku)
    players = game.game.players
    deltas: tuple[int, ...] = (0, 0, 0, 0)
    for payer in range(1, players):
        share = 4000 if game.game.hands[hand_number].dealer in (0, payer) else 2000
        deltas = added(added(deltas, payer, -share), 0, share)
    play = game.resumed(hand_number, index)
    play.ryuukyoku(NAGASHI_MANGAN, deltas=deltas, shown=draw.shown, tenpai=tuple(tenpai_seats(play.table)))
    return game.mutant(play.game, hand_number, NO_SEAT, index)


@fault("draw/nagashi")
def nagashi_mangan_unpaid(game: LegalGame) -> Mutant | None:
    """A seat has discarded terminals and honours alone, and the draw is paid as any other; the hand is dealt for it."""
    return _nagashi(game, is_paid=False)


@twin("draw/nagashi")
def nagashi_mangan_paid(game: LegalGame) -> Mutant | None:
    """A seat has discarded terminals and honours alone, and is paid a mangan, in a hand dealt for it."""
    return _nagashi(game, is_paid=True)


NAGASHI_DRAWS = ("2z", "3z", "4z", "5z", "6z", "7z")
"""Of each of these the dealer draws and discards three: as many as it has turns."""


def _nagashi(game: LegalGame, *, is_paid: bool) -> Mutant | None:
    if not game.rules.draws.nagashi_mangan or game.rules.draws.nagashi_is_win or game.game.players != 4:
        return None
    tiles = [tile for tile in NAGASHI_DRAWS for _ in range(3)]
    play = game.with_new_hand({}, avoid="".join(tiles))
    seat = play.table.hand.dealer
    while play.table.wall_left:
        play.turn(tiles.pop() if play.turn_seat == seat else "")
    assert seat in nagashi_seats(play.table)
    if is_paid:
        return Mutant(play.play_on().game)
    play.ryuukyoku()
    return game.mutant(play.game, len(play.game.hands) - 1, nagashi_seats(play.table)[0], play.last_event)
