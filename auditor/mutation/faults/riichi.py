"""Faults of riichi: the declaration, the discards after it, kans after it, and furiten.

The rows of riichi.toml say what each puts; a function here has the name of its row, with underscores.
"""

from collections.abc import Callable

from auditor.core.events import DISCARD, NO_SEAT, OPEN_RIICHI, RIICHI, TEDASHI, Event, replace_game, replace_hand
from auditor.core.table.seat import Seat, waits_without
from auditor.core.table.table import ACTION_DUE, BY_DISCARD, IN_RIICHI, TEMPORARY, Table
from auditor.core.table.winning import value_of_win
from auditor.core.units import Points, SeatIndex, Tile
from auditor.mutation.faults.fault import NewFacts, declare_rows
from auditor.mutation.faults.legal import LegalGame, Mutant, NoSpotError, Spot, is_plain_discard, require
from auditor.testing.scenario import ResumedScenario

PlayOn = Callable[[ResumedScenario, tuple[str, ...]], ResumedScenario]
"""Plays a hand dealt for a fault up to the win."""


def _ron_while(game: LegalGame, cause: int, play_on: PlayOn) -> Mutant:
    """A ron, with a yaku, by a seat that is furiten by this cause; where the game has none, in a hand dealt for it."""
    try:
        spot, seat = game.find_ron(cause)
    except NoSpotError:
        play, seat = _dealt(game, play_on)
        return game.mutant_of(play.ron(seat), seat)
    return spot.mutant(spot.resumed().ron(seat).game, seat)


RUN_WAIT = ("23456m456p45688s", "1m", "4m", "7m", "9p")
"""A hand that waits for 1m, 4m and 7m (4m and 7m give tanyao), these tiles, and one that it has no use for."""


def _dealt(game: LegalGame, play_on: PlayOn) -> tuple[ResumedScenario, SeatIndex]:
    """Deal a hand in which the seat after the dealer waits, in suits permuted at random.

    Real logs may have no spot for such a win. play_on: plays up to the win with the tiles of RUN_WAIT.
    """
    require(game.game.players == 4)
    hand, *tiles = game.in_other_suits(*RUN_WAIT)
    play = game.with_new_hand({1: hand}, avoid="".join(tiles))
    seat = (play.table.hand.dealer + 1) % 4
    require(play.table.scores[seat] >= play.table.stick)
    return play_on(play, tuple(tiles)), seat


def _ron_on_a_wait_that_was_discarded(game: LegalGame) -> Mutant:
    return _ron_while(game, BY_DISCARD, lambda play, tiles: play.turn().turn(tiles[0]).go_round().turn().turn(tiles[2]))


def _ron_after_passing_in_riichi(game: LegalGame) -> Mutant:
    return _ron_while(
        game,
        IN_RIICHI,
        lambda play, tiles: (
            play.turn().draw(tiles[3]).riichi(tiles[3]).turn(tiles[1]).turn().turn().turn().turn(tiles[2])
        ),
    )


def _ron_after_passing(game: LegalGame) -> Mutant:
    return _ron_while(game, TEMPORARY, lambda play, tiles: play.turn().turn().turn(tiles[1]).turn(tiles[2]))


def _self_draw_while_furiten(game: LegalGame) -> Mutant:
    def fits(table: Table, event: Event) -> bool:
        seat = table.seats[event.seat]
        if table.phase != ACTION_DUE or table.pending_riichi != NO_SEAT or seat.drawn < 0:
            return False
        if not seat.waits >> (seat.drawn >> 2) & 1 or not seat.waits & seat.river_kinds:
            return False
        value = value_of_win(table, seat.seat, seat.seat, seat.drawn)
        return value is not None and value.is_enough

    try:
        play = game.find(fits, (DISCARD,))[0].resumed()
    except NoSpotError:
        play, _ = _dealt(game, lambda play, tiles: play.turn().turn(tiles[0]).go_round().draw(tiles[2]))
    return Mutant(play.tsumo().game)


def _ron_after_furiten_has_ended(game: LegalGame) -> Mutant:
    play, seat = _dealt(game, lambda play, tiles: play.turn().turn().turn(tiles[1]).turn().turn().turn().turn(tiles[2]))
    return Mutant(play.ron(seat).game)


_MOST_DECLARED = 3
"""A fourth riichi may end the hand."""

Declarer = Callable[[Table, Seat, Tile], bool]
"""Whether a seat about to discard a tile is to declare riichi with it."""


def _find_declarer(game: LegalGame, fits: Declarer) -> Spot[Event]:
    """Choose a discard after a draw with which its seat, not yet in riichi, could declare riichi if `fits`."""

    def may(table: Table, event: Event) -> bool:
        seat = table.seats[event.seat]
        is_free = table.phase == ACTION_DUE and seat.riichi is None and seat.is_known and event.tile in seat.concealed
        return is_free and len(table.record.riichis) < _MOST_DECLARED and fits(table, seat, event.tile)

    return game.find(may, (DISCARD,))[0]


def _declared(spot: Spot[Event]) -> Mutant:
    """A mutant that declares riichi with that discard and pays a stick, with the hand played on."""
    play = spot.resumed()
    seat = play.table.due
    play.add(Event(RIICHI, seat)).discard_tile(spot.event.tile).deposit(seat).play_on()
    return spot.mutant(play.game, seat)


def _may_pay(game: LegalGame, table: Table, seat: Seat) -> bool:
    return table.scores[seat.seat] >= max(game.rules.riichi.points, table.stick)


def _has_draws(game: LegalGame, table: Table) -> bool:
    return table.wall_left >= max(game.rules.riichi.tiles_left, table.players)


def _riichi(game: LegalGame, *, is_open: bool = False, waits: bool = True, is_late: bool = False) -> Mutant:
    """A riichi by a seat whose hand is open or waits as given; with too few tiles left, or enough."""
    require(waits or game.rules.draws.four_own_copies != "always")

    def fits(table: Table, seat: Seat, tile: Tile) -> bool:
        if seat.is_open != is_open or not _may_pay(game, table, seat):
            return False
        is_time = table.wall_left < game.rules.riichi.tiles_left if is_late else _has_draws(game, table)
        return is_time and bool(waits_without(seat, tile)) == waits

    return _declared(_find_declarer(game, fits))


def _declared_by_a_poor_seat(game: LegalGame, points: Points) -> Mutant:
    """One hand of the game as its own log, in which a seat that could declare riichi does so with that many points."""

    def fits(table: Table, seat: Seat, tile: Tile) -> bool:
        later = table.hand.round > 0 and not seat.is_open and _has_draws(game, table)
        return later and seat.deposits == 0 and not table.record.riichis and waits_without(seat, tile) != 0

    spot = _find_declarer(game, fits)
    seat = spot.event.seat
    rich = next(other for other in range(game.game.players) if other != seat)
    scores = list(spot.hand.scores)
    scores[rich] += scores[seat] - points
    scores[seat] = points
    events = spot.hand.events[: spot.index + 1]
    poor = replace_hand(spot.hand, index=0, scores=tuple(scores), events=events, disconnections=[])
    alone = LegalGame(replace_game(game.game, hands=[poor], result=None), game.rules, game.rng)
    return _declared(Spot(alone, 0, spot.index, spot.event))


def _riichi_of_a_seat_that_cannot_pay(game: LegalGame) -> Mutant:
    require(game.rules.riichi.points)
    return _declared_by_a_poor_seat(game, game.rules.riichi.points - 100)


def _riichi_with_the_last_points(game: LegalGame) -> Mutant:
    return _declared_by_a_poor_seat(game, max(game.rules.riichi.points, game.rules.riichi.stick))


def _riichi_below_zero(game: LegalGame) -> Mutant:
    require(not game.rules.riichi.points)
    return _declared_by_a_poor_seat(game, -100)


def _riichi_declared_twice(game: LegalGame) -> Mutant:
    def fits(table: Table, event: Event) -> bool:
        return table.seats[event.seat].deposits > 0 and table.phase == ACTION_DUE

    spot, _ = game.find(fits, (DISCARD,))
    return spot.replaced([Event(RIICHI, spot.event.seat)], spot.event.seat, removed=0)


def _open_riichi_that_the_rules_do_not_know(game: LegalGame, _: Event) -> NewFacts:
    require(game.rules.riichi.open_riichi == "none")
    return {"mark": OPEN_RIICHI}


# ---- after the declaration


def _discard_from_the_hand_in_riichi(game: LegalGame) -> Mutant:
    def fits(table: Table, event: Event) -> Tile | None:
        seat = table.seats[event.seat]
        if not seat.in_riichi or table.phase != ACTION_DUE or not seat.is_known:
            return None
        if not is_plain_discard(table.hand, table.index, event) or event.tile != seat.drawn:
            return None
        candidates = sorted([tile for tile in seat.concealed if tile >> 2 != seat.drawn >> 2])
        return game.rng.choice(candidates)

    spot, tile = game.find(fits, (DISCARD,))
    return spot.altered(tile=tile, mark=min(spot.event.mark, TEDASHI))


# ---- kans after it, in a hand dealt for each, as real logs hardly have the tiles for one


def _riichi_kan(game: LegalGame, rule: list[str], hand: str, drawn: str, kan: str) -> Mutant:
    """Deal a hand whose dealer declares riichi at once and makes a closed kan later.

    rule: the values of riichi.kan it applies to. hand: declares riichi with 9p drawn. The suits are permuted at random.
    """
    require(game.rules.riichi.kan in rule, game.game.players == 4)
    hand, declared, drawn, kan = game.in_other_suits(hand, "9p", drawn, kan)
    play = game.with_new_hand({0: hand}, avoid=declared + drawn)
    seat = play.table.hand.dealer
    require(play.table.scores[seat] >= max(game.rules.riichi.points, play.table.stick))
    play.draw(declared).riichi(declared)
    for _ in range(game.rng.randrange(3)):
        play.go_round().turn()
    event = play.go_round().draw(drawn).last_event + 1
    play.closed_kan(kan)
    play.draw().discard().play_on()
    return game.mutant(play.game, len(play.game.hands) - 1, seat, event)


declare_rows(__file__, globals())
