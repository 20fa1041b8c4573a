"""Faults of wins and drawn hands: who may win and on what, what a win shows, its yaku and value; draws without their
condition, too early or missed, and who counts as tenpai.

The rows of ends.toml say what each puts; a function here has the name of its row, with underscores.
"""

from auditor.core import events, yaku
from auditor.core.events import Event, Hand, Ryuukyoku, Win, replace_event, replace_game
from auditor.core.table.draws import abortive_condition, chombo_payments, nagashi_seats, noten_payments, tenpai_seats
from auditor.core.table.table import ACTION_DUE, NOT_FURITEN, REACTION_DUE, Table
from auditor.core.tiles import UNKNOWN
from auditor.core.units import EventIndex, Points, SeatIndex, Tile, YakuHan
from auditor.core.yaku import NO_LIMIT, RIICHIS, TANYAO, URA_DORA, YAKUMAN, is_yakuman
from auditor.mutation.faults import legal
from auditor.mutation.faults.fault import NewFacts, declare_rows
from auditor.testing.scenario import ResumedScenario


def _has_yaku(_: Hand, __: EventIndex, win: Win) -> bool:
    """Whether a win has yaku worth han, and is not a yakuman."""
    yaku_of_win = win.yaku or ()
    is_limit = win.limit == YAKUMAN or any([is_yakuman(number) for number, _ in yaku_of_win])
    return any([han for _, han in yaku_of_win]) and not is_limit


# ---- whether the seat may win


def _doubled(game: legal.LegalGame, *, by_self_draw: bool) -> legal.Mutant:
    last = game.game.hands[-1]
    spot = game.pick_of(Win, lambda hand, win: win.is_tsumo == by_self_draw and hand is not last)
    return spot.doubled(spot.event.seat)


def _winners_out_of_turn(game: legal.LegalGame) -> legal.Mutant:
    def is_first_of_two(hand: Hand, _: EventIndex, event: Event) -> bool:
        wins = hand.wins
        return len(wins) == 2 and event is wins[0] and wins[0].deltas is not None and wins[1].deltas is not None

    spot = game.pick(is_first_of_two)
    first, second = spot.hand.wins
    swapped: list[Event] = [second, first]
    if first.scores is not None:
        middle = tuple([score + more for score, more in zip(first.scores, second.deltas or (), strict=True)])
        swapped = [replace_event(second, scores=first.scores), replace_event(first, scores=middle)]
    return spot.replaced(swapped, first.seat, removed=2, later=1)


def _another_discarder_named(game: legal.LegalGame, win: Win) -> NewFacts:
    return {"from_seat": _third_seat(game, win)}


def _self_draw_of_another_seat(game: legal.LegalGame, win: Win) -> NewFacts:
    return dict.fromkeys(("seat", "from_seat"), (win.seat + 1) % game.game.players)


def _ron_of_another_seat(game: legal.LegalGame) -> legal.Mutant:
    def fits(table: Table, event: Event) -> SeatIndex | None:
        if not isinstance(event, Win) or event.is_tsumo or len(table.hand.wins) != 1:
            return None
        other = table.seats[_third_seat(game, event)]
        return other.seat if other.is_known and not other.waits >> (event.tile >> 2) & 1 else None

    spot, other = game.find(fits, (events.WIN,))
    return spot.altered(seat=other)


def _third_seat(game: legal.LegalGame, win: Win) -> SeatIndex:
    """A seat that has no part in a ron."""
    return next(seat for seat in range(game.game.players) if seat not in (win.seat, win.from_seat))


def _win_of_an_incomplete_hand(game: legal.LegalGame) -> legal.Mutant:
    def fits(table: Table, _: Event) -> SeatIndex | None:
        if table.last is None or table.last.kind != events.DISCARD or table.pending_riichi != events.NO_SEAT:
            return None
        kind = table.last.tile >> 2
        seats = [
            seat.seat
            for seat in table.seats[: table.players]
            if seat.seat != table.last.seat and seat.is_known and seat.riichi is None and not seat.waits >> kind & 1
        ]
        return game.rng.choice(seats) if seats else None

    spot, seat = game.find(fits, legal.UNLESS_WON)
    play = spot.resumed()
    last = play.table.last
    assert last is not None
    counters = play.table.hand.honba * game.rules.sticks.honba
    points = 1500 if seat == play.table.hand.dealer else 1000
    taken = play.table.sticks * game.rules.riichi.stick
    deltas = legal.added(legal.added((0, 0, 0, 0), seat, points + counters + taken), last.seat, -points - counters)
    play.ron(seat, fu=30, points=points, limit=NO_LIMIT, yaku=((TANYAO, 1),), deltas=deltas)
    return spot.mutant(play.game, seat)


def _ron_not_made(game: legal.LegalGame, hand: str, tile: str, *, is_enough: bool) -> legal.Mutant:
    """A ron that a seat did not make in the log, with a yaku or without; where there is none, in a hand dealt for it.

    hand, tile: the dealt hand in notation, and the tile that it wins on.
    """
    try:
        spot, seat = game.find_ron(NOT_FURITEN, is_enough=is_enough)
    except legal.NoSpotError:
        legal.require(game.game.players == 4)
        hand, tile = game.in_other_suits(hand, tile)
        play = game.with_new_hand({1: hand}, avoid=tile)
        seat = (play.table.hand.dealer + 1) % 4
        return game.mutant_of(play.turn().turn().turn(tile).ron(seat), seat)
    return spot.mutant(spot.resumed().ron(seat).game, seat)


# ---- what the win shows


def _has_other_tiles(_: Hand, __: EventIndex, win: Win) -> bool:
    """Whether a win shows other tiles than the one won on."""
    return len({*(win.hand or ())} - {win.tile}) > 0


def _lacks_other_copy(_: Hand, __: EventIndex, win: Win) -> bool:
    return win.tile ^ 1 not in (win.hand or ())


def _winning_hand_altered(game: legal.LegalGame, win: Win) -> NewFacts:
    shown = list(win.hand or ())
    old = game.rng.choice([tile for tile in shown if tile != win.tile])
    shown[shown.index(old)] = game.other_tile(*shown)
    return {"hand": tuple(sorted(shown))}


def _meld_of_a_win_left_out(_: legal.LegalGame, win: Win) -> NewFacts:
    return {"melds": (win.melds or ())[:-1]}


def _another_copy_of_the_winning_tile(_: legal.LegalGame, win: Win) -> NewFacts:
    shown = [one if one != win.tile else win.tile ^ 1 for one in win.hand or ()]
    return {"tile": win.tile ^ 1, "hand": tuple(sorted(shown))}


# ---- yaku and value


def _own_yaku(win: Win) -> list[YakuHan]:
    """The yaku of a win, except riichi and those worth no han."""
    return [one for one in win.yaku or () if one[1] and one[0] not in RIICHIS]


def _has_own_yaku(_: Hand, __: EventIndex, win: Win) -> bool:
    return bool(_own_yaku(win))


def _yaku_left_out(game: legal.LegalGame, win: Win) -> NewFacts:
    missing = game.rng.choice(_own_yaku(win))
    return {"yaku": tuple([one for one in win.yaku or () if one != missing])}


def _dora_counted_too_often(_: legal.LegalGame, win: Win) -> NewFacts:
    counted = dict(win.yaku or ())
    counted[yaku.DORA] = counted.get(yaku.DORA, 0) + 1
    return {"yaku": tuple(counted.items())}


def _ura_counted_without_riichi(_: legal.LegalGame, win: Win) -> NewFacts:
    return {"yaku": (*(win.yaku or ()), (URA_DORA, 1))}


def _yaku_worth_more(game: legal.LegalGame, win: Win) -> NewFacts:
    raised = game.rng.choice(_own_yaku(win))
    return {"yaku": tuple([(number, han + ((number, han) == raised)) for number, han in win.yaku or ()])}


def _all_green_counted_otherwise(game: legal.LegalGame) -> legal.Mutant:
    play = game.with_new_hand({1: "2233444666888s"}, avoid="4s", indicator="1z").turn()
    play.go_round(play.table.hand.dealer).turn("4s").ron(_after_dealer(play))
    return _recounted(game, play, [(yaku.RYUUIISOU, 13)], [(TANYAO, 1), (yaku.IIPEIKOU, 1), (yaku.CHINITSU, 6)])


def _last_replacement_tile_counted_otherwise(game: legal.LegalGame) -> legal.Mutant:
    legal.require(game.game.players == 4)  # of 70 tiles the dealer draws the last but one
    play = game.with_new_hand({0: "555z34p234678s55s"}, avoid="5z25p", indicator="1z").until_left(2)
    play.draw("5z").closed_kan("5z").draw("5p").tsumo()
    return _recounted(game, play, [(yaku.HAITEI, 1)], [])


def _double_riichi_counted_otherwise(game: legal.LegalGame) -> legal.Mutant:
    play = game.with_new_hand({1: "234m34p234678s55s"}, avoid="25p9m", indicator="1z").turn()
    seat = _after_dealer(play)
    legal.require(play.table.scores[seat] >= max(game.rules.riichi.points, play.table.stick))
    play.draw("9m").riichi("9m").go_round().turn().go_round(seat).draw("5p").tsumo()
    return _recounted(game, play, [(yaku.DOUBLE_RIICHI, 2)], [(yaku.RIICHI, 1)])


def _after_dealer(play: ResumedScenario) -> SeatIndex:
    return (play.table.hand.dealer + 1) % play.game.players


def _recounted(
    game: legal.LegalGame, play: ResumedScenario, counted: list[YakuHan], otherwise: list[YakuHan]
) -> legal.Mutant:
    """A mutant whose last win has the one yaku for the others, whichever of them it rightly has."""
    win = play.current.events[-1]
    assert isinstance(win, Win)
    held = list(win.yaku or ())
    gone, put = (counted, otherwise) if counted[0] in held else (otherwise, counted)
    play.current.events[-1] = replace_event(win, yaku=(*[one for one in held if one not in gone], *put))
    return game.mutant_of(play, win.seat)


def _limit_off(_: legal.LegalGame, win: Win) -> NewFacts:
    return {"limit": (win.limit + 1) % YAKUMAN}


def _is_quiet(table: Table) -> bool:
    """Whether a discard has passed, no riichi is unpaid, and the wall has tiles left."""
    return table.phase == REACTION_DUE and table.pending_riichi == events.NO_SEAT and table.wall_left > 0


def _is_known(table: Table) -> bool:
    return all([seat.is_known for seat in table.seats])


def _draw_with_tiles_left(game: legal.LegalGame) -> legal.Mutant:
    def fits(table: Table, _: Event) -> bool:
        return _is_quiet(table) and not nagashi_seats(table) and table.draws > 8 and _is_known(table)

    spot, _ = game.find(fits, legal.UNLESS_WON)
    return spot.mutant(spot.resumed().ryuukyoku().game)


def _play_goes_on_after_an_abortive_draw(game: legal.LegalGame) -> legal.Mutant:
    forced = (events.FOUR_WINDS, events.FOUR_RIICHI, events.FOUR_KANS)

    def fits(table: Table, event: Event) -> bool:
        if not isinstance(event, Ryuukyoku) or event.draw_type not in forced:
            return False
        is_forced = event.draw_type in game.rules.draws.abortive and abortive_condition(table, event.draw_type)
        return is_forced and table.wall_left > 0

    spot, _ = game.find(fits, (events.RYUUKYOKU,))
    return spot.mutant(spot.resumed().turn().game)


# ---- abortive draws without their condition


def _aborted(game: legal.LegalGame, draw_type: str) -> legal.Mutant:
    legal.require(draw_type in game.rules.draws.abortive, game.game.players == 4)

    def fits(table: Table, _: Event) -> bool:
        return _is_quiet(table) and _is_known(table) and not abortive_condition(table, draw_type)

    spot, _ = game.find(fits, legal.UNLESS_WON)
    return spot.mutant(spot.resumed().ryuukyoku(draw_type).game)


def _nine_terminals(game: legal.LegalGame, *, holds: bool) -> legal.Mutant:
    legal.require(events.NINE_TERMINALS in game.rules.draws.abortive)

    def fits(table: Table, _: Event) -> bool:
        is_time = table.phase == ACTION_DUE and table.draws <= table.players and _is_known(table)
        return is_time and abortive_condition(table, events.NINE_TERMINALS) == holds

    spot, _ = game.find(fits, (events.DISCARD,))
    play = spot.resumed()
    seats = play.table.seats
    shown = tuple([tuple(sorted(seat.concealed)) if seat is seats[play.table.due] else None for seat in seats])
    return spot.mutant(play.ryuukyoku(events.NINE_TERMINALS, shown=shown).game)


# ---- who is tenpai, and what is shown


def _shown(spot: legal.Spot[Ryuukyoku], seat: SeatIndex, tiles: tuple[Tile, ...] | None) -> legal.Mutant:
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


def _tenpai_hand_not_shown(game: legal.LegalGame) -> legal.Mutant:
    legal.require(not game.rules.draws.noten_declaration, game.rules.draws.noten_points)
    spot = game.pick_of(Ryuukyoku, lambda _, draw: legal.is_exhaustive(draw) and any(draw.tenpai or ()))
    waiting = [seat for seat, is_tenpai in enumerate(spot.event.tenpai or ()) if is_tenpai]
    return _shown(spot, game.rng.choice(waiting), None)


def _noten_hand_counted_tenpai(game: legal.LegalGame) -> legal.Mutant:
    def fits(table: Table, event: Event) -> tuple[SeatIndex, tuple[Tile, ...]] | None:
        if not legal.is_exhaustive(event) or event.tenpai is None:
            return None
        seats = [seat for seat in table.seats[: table.players] if seat.is_known and not event.tenpai[seat.seat]]
        seats = [seat for seat in seats if not seat.waits]
        return (seats[0].seat, tuple(sorted(seats[0].concealed))) if seats else None

    spot, (seat, tiles) = game.find(fits, (events.RYUUKYOKU,))
    return _shown(spot.of(Ryuukyoku), seat, tiles)


def _riichi_hand_not_shown_at_four_riichi(game: legal.LegalGame) -> legal.Mutant:
    legal.require(events.FOUR_RIICHI in game.rules.draws.riichi_shows)
    spot = game.pick_of(Ryuukyoku, lambda _, draw: draw.draw_type == events.FOUR_RIICHI and all(draw.shown or (None,)))
    seat = game.rng.randrange(4)
    return spot.altered(seat, shown=_with_shown(spot.event, seat, None))


def _hidden_riichi_hand_not_shown(game: legal.LegalGame) -> legal.Mutant:
    spot, seat = _hidden(game)
    shown = _with_shown(spot.event, seat, None)
    tenpai = [is_tenpai and other != seat for other, is_tenpai in enumerate(spot.event.tenpai or ())]
    deltas = tuple(noten_payments(tenpai, game.game.players, game.rules.draws))
    mutated = spot.altered(seat, shown=shown, tenpai=tuple(tenpai), deltas=deltas).game
    return spot.mutant(replace_game(mutated, hands=mutated.hands[: spot.hand_number + 1], result=None), seat)


def _hidden_riichi_hand_that_does_not_wait(game: legal.LegalGame) -> legal.Mutant:
    spot, seat = _hidden(game)
    tiles = tuple([36 * suit + 12 * step + seat for suit in range(3) for step in range(3)] + [108, 112, 116, 120])
    return spot.altered(seat, shown=_with_shown(spot.event, seat, tiles))


def _hidden_riichi_hand(game: legal.LegalGame) -> legal.Mutant:
    return legal.Mutant(_hidden(game)[0].game.game)


def _hidden(game: legal.LegalGame) -> tuple[legal.Spot[Ryuukyoku], SeatIndex]:
    """An exhaustive draw with a seat in riichi, in a copy of the game that hides the tiles of that seat."""
    legal.require(events.EXHAUSTIVE in game.rules.draws.riichi_shows)

    def fits(table: Table, event: Event) -> SeatIndex | None:
        if not legal.is_exhaustive(event) or not event.shown or not event.tenpai:
            return None
        seats = [seat for seat in table.seats if seat.deposits and not seat.melds and not seat.norths]
        return next((seat.seat for seat in seats if event.shown[seat.seat] is not None), None)

    found, seat = game.find(fits, (events.RYUUKYOKU,))
    spot = found.of(Ryuukyoku)
    dealt = tuple([(UNKNOWN,) * 13 if other == seat else tiles for other, tiles in enumerate(spot.hand.dealt)])
    hidden_events = [
        Event(events.DRAW, seat) if one.kind == events.DRAW and one.seat == seat else one for one in spot.hand.events
    ]
    hidden = game.without_seed().with_hand(spot.hand_number, dealt=dealt, events=hidden_events)
    return legal.Spot(legal.LegalGame(hidden, game.rules, game.rng), spot.hand_number, spot.index, spot.event), seat


def _chombo(game: legal.LegalGame, *, more: Points) -> legal.Mutant:
    legal.require(game.rules.penalties.chombo == "mangan")
    spot, _ = game.find(lambda table, _: _is_quiet(table), (events.DRAW,))
    play = spot.resumed()
    offender = game.rng.randrange(game.game.players)
    taker = (offender + 1) % game.game.players
    deltas = legal.added(legal.added(chombo_payments(offender, play.table), offender, -more), taker, more)
    return spot.mutant(play.ryuukyoku(events.CHOMBO, shown=None, tenpai=None, deltas=deltas).game, offender)


# ---- nagashi mangan


def _nagashi_mangan_that_is_none(game: legal.LegalGame) -> legal.Mutant:
    legal.require(game.rules.draws.nagashi_mangan, not game.rules.draws.nagashi_is_win)

    def fits(table: Table, event: Event) -> bool:
        return legal.is_exhaustive(event) and table.pending_riichi == events.NO_SEAT and not nagashi_seats(table)

    spot, _ = game.find(fits, (events.RYUUKYOKU,))
    deltas: tuple[Points, ...] = (0, 0, 0, 0)
    for payer in range(1, game.game.players):
        share = 4000 if spot.hand.dealer in (0, payer) else 2000
        deltas = legal.added(legal.added(deltas, payer, -share), 0, share)
    play = spot.resumed()
    shown, tenpai = spot.of(Ryuukyoku).event.shown, tuple(tenpai_seats(play.table))
    return spot.mutant(play.ryuukyoku(events.NAGASHI_MANGAN, deltas=deltas, shown=shown, tenpai=tenpai).game)


NAGASHI_DRAWS = ("2z", "3z", "4z", "5z", "6z", "7z")
"""The dealer draws and discards three of each of these: as many tiles as it has turns."""


def _nagashi(game: legal.LegalGame, *, is_paid: bool) -> legal.Mutant:
    legal.require(game.rules.draws.nagashi_mangan, not game.rules.draws.nagashi_is_win, game.game.players == 4)
    tiles = [tile for tile in NAGASHI_DRAWS for _ in range(3)]
    play = game.with_new_hand({}, avoid="".join(tiles))
    seat = play.table.hand.dealer
    while play.table.wall_left:
        play.turn(tiles.pop() if play.turn_seat == seat else "")
    assert seat in nagashi_seats(play.table)
    due = nagashi_seats(play.table)[0]
    return game.mutant_of(play.play_on() if is_paid else play.ryuukyoku(), due)


declare_rows(__file__, globals())
