"""Faults of riichi: the declaration, the discards after it, kans after it, and furiten."""

from collections.abc import Callable

from auditor.events import DISCARD, DRAW, NO_SEAT, OPEN_RIICHI, RIICHI, Event, Game, Hand, replace_game, replace_hand
from auditor.mutation.faults.fault import (
    UNLESS_WON,
    LegalGame,
    Mutant,
    NoSpotError,
    fault,
    following,
    in_other_suits,
    twin,
)
from auditor.table.seat import Seat, waits_without
from auditor.table.table import ACTION_DUE, BY_DISCARD, IN_RIICHI, TEMPORARY, Table, furiten_kind
from auditor.table.winning import value_of_win
from auditor.testing.scenario import ResumedScenario
from auditor.units import EventIndex, SeatIndex, Tile


def _ron_while(game: LegalGame, cause: int) -> Mutant | None:
    """A ron, with a yaku, by a seat that is furiten by this cause; None where none is."""

    def fits(table: Table, event: Event) -> SeatIndex | None:
        last = table.last
        if last is None or last.kind != DISCARD or last.seat == table.pending_riichi:
            return None
        for seat in table.seats[: table.players]:
            if table.pending_seats >> seat.seat & 1 and furiten_kind(table, seat) == cause:
                value = value_of_win(table, seat.seat, last.seat, last.tile)
                if value is not None and value.is_enough:
                    return seat.seat
        return None

    try:
        hand_number, index, seat = game.find(fits, UNLESS_WON)
    except NoSpotError:
        return None
    return game.mutant(game.resumed(hand_number, index).ron(seat).game, hand_number, seat, index)


RUN_WAIT = ("23456m456p45688s", "1m", "4m", "7m", "9p")
"""A hand that waits for 1m, 4m and 7m (with 4m and 7m it is tanyao), these tiles, and one that it has no use for."""


def _dealt(
    game: LegalGame, play_on: Callable[[ResumedScenario, tuple[str, ...]], ResumedScenario]
) -> tuple[ResumedScenario, SeatIndex]:
    """A new hand in which the seat after the dealer waits, in suits that are others each time.

    Real logs may have no place for such a win. play_on: plays to the win with the tiles of RUN_WAIT.
    """
    if game.game.players != 4:
        raise NoSpotError
    hand, *tiles = in_other_suits(game.choice, *RUN_WAIT)
    play = game.with_new_hand({1: hand}, avoid="".join(tiles))
    if play.table.scores[(play.table.hand.dealer + 1) % 4] < play.table.stick:
        raise NoSpotError
    return play_on(play, tuple(tiles)), (play.table.hand.dealer + 1) % 4


def _dealt_ron(
    game: LegalGame, play_on: Callable[[ResumedScenario, tuple[str, ...]], ResumedScenario]
) -> Mutant | None:
    play, seat = _dealt(game, play_on)
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

    try:
        hand_number, index, _ = game.find(fits, (DISCARD,))
        play = game.resumed(hand_number, index)
    except NoSpotError:
        play, _ = _dealt(game, lambda play, tiles: play.turn().turn(tiles[0]).go_round().draw(tiles[2]))
    return Mutant(play.tsumo().game)


@twin("furiten/temporary")
def ron_after_furiten_has_ended(game: LegalGame) -> Mutant | None:
    """A seat that let a winning tile pass has drawn since, and wins by ron."""
    dealt = _dealt(game, lambda play, tiles: play.turn().turn().turn(tiles[1]).turn().turn().turn().turn(tiles[2]))
    return Mutant(dealt[0].ron(dealt[1]).game)


_MOST_DECLARED = 3
"""A fourth riichi may end the hand."""


def _find_declarer(game: LegalGame, fits: Callable[[Table, Seat, Tile], bool]) -> tuple[int, EventIndex, bool]:
    """A discard after a draw with which its seat, not in riichi yet, could have declared riichi."""

    def may(table: Table, event: Event) -> bool | None:
        seat = table.seats[event.seat]
        if (
            table.phase != ACTION_DUE
            or seat.riichi is not None
            or not seat.is_known
            or event.tile not in seat.concealed
        ):
            return None
        is_one = len(table.record.riichis) < _MOST_DECLARED and fits(table, seat, event.tile)
        return True if is_one else None

    return game.find(may, (DISCARD,))


def _declare(game: LegalGame, spot: tuple[int, EventIndex, bool]) -> tuple[ResumedScenario, SeatIndex]:
    """Riichi with the discard of that place, a stick paid for it, and the hand played on."""
    hand_number, index, _ = spot
    play = game.resumed(hand_number, index)
    seat = play.table.due
    play.add(Event(RIICHI, seat)).discard_tile(game.event(hand_number, index).tile).deposit(seat).play_on()
    return play, seat


def _may_pay(game: LegalGame, table: Table, seat: Seat) -> bool:
    return table.scores[seat.seat] >= max(game.rules.riichi.points, table.stick)


def _has_draws(game: LegalGame, table: Table) -> bool:
    return table.wall_left >= max(game.rules.riichi.tiles_left, table.players)


def _declared(game: LegalGame, fits: Callable[[Table, Seat, Tile], bool]) -> Mutant | None:
    spot = _find_declarer(game, fits)
    play, seat = _declare(game, spot)
    return game.mutant(play.game, spot[0], seat, spot[1])


@fault("riichi/noten")
def riichi_of_a_hand_that_does_not_wait(game: LegalGame) -> Mutant | None:
    """A concealed hand that its discard leaves waiting for nothing declares riichi."""

    def fits(table: Table, seat: Seat, tile: Tile) -> bool:
        is_one = not seat.is_open and _may_pay(game, table, seat) and _has_draws(game, table)
        return is_one and not waits_without(seat, tile) and game.rules.draws.four_own_copies != "always"

    return _declared(game, fits)


@fault("riichi/open-hand")
def riichi_of_an_open_hand(game: LegalGame) -> Mutant | None:
    """A waiting hand that has claimed a tile declares riichi."""

    def fits(table: Table, seat: Seat, tile: Tile) -> bool:
        is_one = seat.is_open and _may_pay(game, table, seat) and _has_draws(game, table)
        return is_one and waits_without(seat, tile) != 0

    return _declared(game, fits)


@fault("riichi/wall")
def riichi_too_late(game: LegalGame) -> Mutant | None:
    """A waiting hand declares riichi when fewer tiles are left than the ruleset asks for."""

    def fits(table: Table, seat: Seat, tile: Tile) -> bool:
        is_one = not seat.is_open and _may_pay(game, table, seat) and waits_without(seat, tile) != 0
        return is_one and table.wall_left < game.rules.riichi.tiles_left

    return _declared(game, fits)


@twin("riichi/noten riichi/open-hand riichi/wall riichi/points stick/deposit")
def riichi_that_may_be_declared(game: LegalGame) -> Mutant | None:
    """A waiting hand that was not declared riichi declares it, pays its stick, and is played on."""

    def fits(table: Table, seat: Seat, tile: Tile) -> bool:
        is_one = not seat.is_open and _may_pay(game, table, seat) and _has_draws(game, table)
        return is_one and waits_without(seat, tile) != 0

    spot = _find_declarer(game, fits)
    return Mutant(_declare(game, spot)[0].game)


def _of_a_poor_seat(game: LegalGame, points: int) -> tuple[LegalGame, SeatIndex, EventIndex]:
    """A hand of the game as a log of its own, in which a seat that could declare riichi has so many points."""

    def fits(table: Table, seat: Seat, tile: Tile) -> bool:
        later = table.hand.round > 0 and not seat.is_open and _has_draws(game, table)
        return later and seat.deposits == 0 and not table.record.riichis and waits_without(seat, tile) != 0

    hand_number, index, _ = _find_declarer(game, fits)
    hand = game.game.hands[hand_number]
    seat = hand.events[index].seat
    rich = next(other for other in range(game.game.players) if other != seat)
    scores = list(hand.scores)
    scores[rich] += scores[seat] - points
    scores[seat] = points
    poor = replace_hand(hand, index=0, scores=tuple(scores), events=hand.events[: index + 1], connections=[])
    alone = replace_game(game.game, hands=[poor], result=None)
    return LegalGame(alone, game.rules, game.choice), seat, index


@fault("riichi/points")
def riichi_of_a_seat_that_cannot_pay(game: LegalGame) -> Mutant | None:
    """A seat declares riichi with a hundred points less than it needs."""
    spot = _of_a_poor_seat(game, game.rules.riichi.points - 100) if game.rules.riichi.points else None
    if spot is None:
        return None
    poor, seat, index = spot
    play, _ = _declare(poor, (0, index, True))
    return poor.mutant(play.game, 0, seat, index)


@twin("riichi/points")
def riichi_with_the_last_points(game: LegalGame) -> Mutant | None:
    """A seat declares riichi with just the points that it needs."""
    spot = _of_a_poor_seat(game, max(game.rules.riichi.points, game.rules.riichi.stick))
    return Mutant(_declare(spot[0], (0, spot[2], True))[0].game)


@fault("riichi/repeat")
def riichi_declared_twice(game: LegalGame) -> Mutant | None:
    """A seat in riichi declares it again with a later discard."""

    def fits(table: Table, event: Event) -> bool | None:
        return True if table.seats[event.seat].deposits and table.phase == ACTION_DUE else None

    hand_number, index, _ = game.find(fits, (DISCARD,))
    seat = game.event(hand_number, index).seat
    return game.mutant(game.with_events(hand_number, index, 0, [Event(RIICHI, seat)]), hand_number, seat, index)


@fault("riichi/open")
def open_riichi_that_the_rules_do_not_know(game: LegalGame) -> Mutant | None:
    """A riichi is declared open, which the ruleset does not have."""
    spot = game.pick(lambda _, __, event: event.kind == RIICHI and event.mark != OPEN_RIICHI)
    if game.rules.riichi.open_riichi != "none":
        return None
    hand_number, index = spot
    mutated = game.with_event(hand_number, index, mark=OPEN_RIICHI)
    return game.mutant(mutated, hand_number, game.event(hand_number, index).seat, index)


# ---- after the declaration


def _is_kept_draw(hand: Hand, index: EventIndex) -> bool:
    return following(hand, index, DRAW) and hand.events[index - 1].kind == DRAW


@fault("riichi/discard")
def discard_from_the_hand_in_riichi(game: LegalGame) -> Mutant | None:
    """A seat in riichi keeps the tile that it has drawn, and discards another."""

    def fits(table: Table, event: Event) -> Tile | None:
        seat = table.seats[event.seat]
        if not seat.in_riichi or table.phase != ACTION_DUE or not seat.is_known:
            return None
        if not _is_kept_draw(table.hand, table.index) or event.tile != seat.drawn:
            return None
        candidates = sorted([tile for tile in seat.concealed if tile >> 2 != seat.drawn >> 2])
        return game.choice.choice(candidates)

    hand_number, index, tile = game.find(fits, (DISCARD,))
    event = game.event(hand_number, index)
    mark = event.mark if event.mark < 0 else 0
    return game.mutant(game.with_event(hand_number, index, tile=tile, mark=mark), hand_number, event.seat, index)


# ---- kans after it, in a hand dealt for each: real logs hardly have the tiles for one


def _riichi_kan(game: LegalGame, rule: tuple[str, ...], hand: str, drawn: str, kan: str) -> tuple[Mutant, Game] | None:
    """A new hand whose dealer declares riichi at once, and makes a closed kan later.

    rule: the settings of riichi.kan under which. hand: in notation; with 9p drawn it declares riichi. The suits are
    others each time.
    """
    if game.rules.riichi.kan not in rule or game.game.players != 4:
        return None
    hand, declared, drawn, kan = in_other_suits(game.choice, hand, "9p", drawn, kan)
    play = game.with_new_hand({0: hand}, avoid=declared + drawn)
    seat = play.table.hand.dealer
    if play.table.scores[seat] < max(game.rules.riichi.points, play.table.stick):
        return None
    play.draw(declared).riichi(declared)
    for _ in range(game.choice.randrange(3)):
        play.go_round().turn()
    event = play.go_round().draw(drawn).last_event + 1
    play.closed_kan(kan)
    play.draw().discard().play_on()
    return game.mutant(play.game, len(play.game.hands) - 1, seat, event), play.game


@fault("riichi/kan-waits")
def kan_that_changes_the_waits(game: LegalGame) -> Mutant | None:
    """A closed kan after riichi changes the waits."""
    made = _riichi_kan(game, ("waits", "interpretations"), "3444m778899s333z", "4m", "4m")
    return None if made is None else made[0]


@twin("riichi/kan-waits riichi/kan-shape riichi/kan-drawn")
def kan_that_keeps_the_waits(game: LegalGame) -> Mutant | None:
    """A closed kan after riichi, of a triplet that is one in every reading."""
    made = _riichi_kan(game, ("waits", "interpretations"), "3444m778899s333z", "3z", "3z")
    return None if made is None else Mutant(made[1])


@fault("riichi/kan-shape")
def kan_that_changes_a_reading(game: LegalGame) -> Mutant | None:
    """A closed kan after riichi keeps the waits and takes a reading of the hand away."""
    made = _riichi_kan(game, ("interpretations",), "111222333m111z4z", "2m", "2m")
    return None if made is None else made[0]


@twin("riichi/kan-shape")
def kan_that_changes_a_reading_and_may(game: LegalGame) -> Mutant | None:
    """A closed kan after riichi keeps the waits and takes a reading away, where only the waits count."""
    made = _riichi_kan(game, ("waits",), "111222333m111z4z", "2m", "2m")
    return None if made is None else Mutant(made[1])


@fault("riichi/kan-drawn")
def kan_without_the_drawn_tile(game: LegalGame) -> Mutant | None:
    """A closed kan after riichi of four tiles that were in the hand before the draw."""
    made = _riichi_kan(game, ("waits", "interpretations"), "123p333345s78m11z", "6s", "3s")
    return None if made is None else made[0]


@fault("riichi/kan-forbidden")
def kan_where_none_is_allowed(game: LegalGame) -> Mutant | None:
    """A closed kan after riichi, which the ruleset forbids altogether."""
    made = _riichi_kan(game, ("never",), "3444m778899s333z", "3z", "3z")
    return None if made is None else made[0]
