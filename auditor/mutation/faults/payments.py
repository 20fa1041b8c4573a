"""Faults of points: payments of wins and draws; riichi sticks paid, void, awarded and counted."""

from collections.abc import Sequence

from auditor.core import events
from auditor.core.events import Deposit, Event, Game, Hand, Ryuukyoku, Win, replace_event, replace_game, replace_hand
from auditor.core.hand.payment import payment
from auditor.core.table.winning import atamahane_winner, liabilities, sticks_due
from auditor.core.units import EventIndex, Points, SeatIndex
from auditor.core.yaku import RINSHAN
from auditor.mutation.faults.fault import NewFacts, fault, fault_of_event
from auditor.mutation.faults.legal import LegalGame, Mutant, added, payer_of, require
from auditor.mutation.faults.walls import kan_then_draw


def _is_paid(_: Hand, win: Win) -> bool:
    return win.deltas is not None and win.yaku is not None


def _is_paid_by_discarder(hand: Hand, win: Win) -> bool:
    return _is_paid(hand, win) and not win.is_tsumo


def _is_paid_by_all(hand: Hand, win: Win) -> bool:
    return _is_paid(hand, win) and win.is_tsumo and sum([one < 0 for one in win.deltas or ()]) > 1


def _paid_more(event: Win | Ryuukyoku, seat: SeatIndex, payer: SeatIndex, points: Points) -> NewFacts:
    """The deltas with that many points more for a seat, paid by another."""
    return {"deltas": added(added(event.deltas or (0, 0, 0, 0), seat, points), payer, -points)}


@fault_of_event("pay/win", Win, _is_paid)
def payment_off(_: LegalGame, win: Win) -> NewFacts:
    """The winner gets seven hundred points less than the hand is worth, and a payer pays as much less."""
    return _paid_more(win, win.seat, payer_of(win), -700)


@fault_of_event("pay/win", Win, _is_paid_by_all)
def self_draw_paid_by_one(_: LegalGame, win: Win) -> NewFacts:
    """One seat pays for a self-draw what all others should pay together."""
    deltas = win.deltas or ()
    due = sum([one for one in deltas if one < 0])
    return {"deltas": added(added((0,) * len(deltas), payer_of(win), due), win.seat, deltas[win.seat])}


@fault_of_event("pay/win", Win, lambda hand, win: _is_paid_by_discarder(hand, win) and win.points > 0)
def ron_paid_double(_: LegalGame, win: Win) -> NewFacts:
    """The discarder pays a ron twice, as with wareme."""
    return _paid_more(win, win.seat, win.from_seat, win.points)


@fault("pay/win")
def open_kan_paid_by_others(game: LegalGame) -> Mutant:
    """A win on an open kan's replacement tile is paid by all, or where all are to pay by who fed the kan."""
    is_turned = game.rules.dora.kan_dora and game.rules.dora.open_kan == "at once"
    play = kan_then_draw(game, is_closed=False, is_turned=is_turned)
    table, seat = play.table, play.table.due
    feeder = table.hand.events[table.last_kan].from_seat
    liable = () if (RINSHAN, feeder) in liabilities(table, seat) else ((RINSHAN, feeder),)
    honba, sticks = table.hand.honba, sticks_due(table)
    paid = payment(play.value(seat, seat), seat, seat, table.hand.dealer, table.rules, honba, sticks, liable)
    return game.mutant_of(play.tsumo(deltas=paid.total), seat)


@fault_of_event(
    "pay/win",
    Win,
    lambda hand, win: _is_paid_by_discarder(hand, win) and win.pao_seat == events.NO_SEAT and hand.honba == 0,
)
def ron_paid_by_another(game: LegalGame, win: Win) -> NewFacts:
    """A seat that did not discard the winning tile pays for the ron."""
    other = next(seat for seat in range(game.game.players) if seat not in (win.seat, win.from_seat))
    return _paid_more(win, win.from_seat, other, -(win.deltas or ())[win.from_seat])


@fault("pay/win")
def liability_of_a_seat_that_has_none(game: LegalGame) -> Mutant:
    """The log makes a seat liable for a win that no seat is liable for."""
    spot = game.pick_of(Win, lambda hand, win: _is_paid_by_discarder(hand, win) and win.pao_seat == events.NO_SEAT)
    return spot.altered(spot.event.from_seat, pao_seat=spot.event.from_seat)


@fault("pay/honba")
def honba_unpaid(game: LegalGame) -> Mutant:
    """The discarder does not pay the counters."""
    spot = game.pick_of(Win, lambda hand, win: _is_paid_by_discarder(hand, win) and hand.honba > 0)
    points = spot.hand.honba * game.rules.sticks.honba
    return spot.altered(**_paid_more(spot.event, spot.event.seat, spot.event.from_seat, -points))


@fault_of_event("pay/honba", Win, lambda _, win: win.honba != events.NOT_RECORDED)
def honba_miscounted(_: LegalGame, win: Win) -> NewFacts:
    """The win counts a counter more than the hand has, and pays the right ones."""
    return {"honba": win.honba + 1}


@fault_of_event("pay/noten", Ryuukyoku, lambda _, draw: draw.draw_type == events.EXHAUSTIVE and any(draw.deltas or ()))
def noten_payment_off(_: LegalGame, draw: Ryuukyoku) -> NewFacts:
    """At a draw one seat gets five hundred points more, and another pays them."""
    deltas = draw.deltas or ()
    return _paid_more(draw, deltas.index(max(deltas)), deltas.index(min(deltas)), 500)


def _is_unpaid(_: Hand, draw: Ryuukyoku) -> bool:
    is_known = draw.tenpai is not None and draw.deltas is not None
    return draw.draw_type == events.EXHAUSTIVE and is_known and not any(draw.deltas or ())


@fault_of_event("pay/noten", Ryuukyoku, _is_unpaid)
def noten_payment_of_a_draw_where_nobody_pays(_: LegalGame, draw: Ryuukyoku) -> NewFacts:
    """All hands are tenpai, or none is, and one seat pays another all the same."""
    return _paid_more(draw, 0, 1, 1500)


@fault_of_event("pay/noten", Ryuukyoku, lambda _, draw: draw.draw_type in events.ABORTIVE)
def abortive_draw_paid(_: LegalGame, draw: Ryuukyoku) -> NewFacts:
    """An abortive draw has one seat pay another."""
    return _paid_more(draw, 0, 1, 1000)


def _is_deposit(_: Hand, index: EventIndex, event: Event) -> bool:
    return isinstance(event, Deposit)


@fault("stick/deposit")
def deposit_dropped(game: LegalGame) -> Mutant:
    """A riichi stands, and its stick is not paid."""
    spot = game.pick(_is_deposit)
    seat = spot.event.seat
    declared = next(at for at, one in enumerate(spot.hand.events) if one.kind == events.RIICHI and one.seat == seat)
    return spot.replaced([], seat, later=declared - spot.index)


@fault("stick/deposit")
def deposit_paid_twice(game: LegalGame) -> Mutant:
    """A stick is paid a second time."""
    spot = game.pick(_is_deposit)
    return spot.doubled(spot.event.seat)


@fault("stick/deposit")
def deposit_of_another_seat(game: LegalGame) -> Mutant:
    """A seat that has not declared riichi pays the stick of one that has."""

    def fits(hand: Hand, index: EventIndex, event: Event) -> bool:
        other = (event.seat + 1) % game.game.players
        declared = [one.seat for one in hand.events[:index] if one.kind == events.RIICHI]
        return isinstance(event, Deposit) and other not in declared

    spot = game.pick(fits)
    deposit = spot.event
    assert isinstance(deposit, Deposit)
    other = (deposit.seat + 1) % game.game.players
    stick = game.rules.riichi.stick
    scores = None if deposit.scores is None else added(added(deposit.scores, deposit.seat, stick), other, -stick)
    return spot.altered(seat=other, scores=scores)


@fault_of_event("stick/deposit", Deposit, lambda _, deposit: deposit.scores is not None)
def deposit_of_a_wrong_amount(_: LegalGame, deposit: Deposit) -> NewFacts:
    """After a stick is paid the log has a hundred points less for its seat."""
    return {"scores": added(deposit.scores or (), deposit.seat, -100)}


def _is_first_on_declaration(hand: Hand, index: EventIndex, event: Event) -> bool:
    """Whether an event is the first win on the tile of a declaration."""
    if not isinstance(event, Win) or event.is_tsumo or event is not hand.wins[0] or index < 2:
        return False
    return hand.events[index - 2].kind == events.RIICHI and hand.events[index - 1].kind == events.DISCARD


@fault("stick/void")
def stick_charged_for_a_tile_won_on(game: LegalGame) -> Mutant:
    """A declaration tile is won on, and the stick is charged all the same."""

    spot = game.pick(_is_first_on_declaration)
    loser = spot.event.from_seat
    before = tuple(game.table_at(spot.hand_number, spot.index).scores)
    return spot.replaced([Deposit(loser, added(before, loser, -game.rules.riichi.stick))], loser, removed=0)


@fault("stick/void")
def void_stick_charged_and_awarded(game: LegalGame) -> Mutant:
    """A declaration tile is won on, the stick is charged all the same, and the winner gets it."""

    def fits(hand: Hand, index: EventIndex, event: Event) -> bool:
        return _is_first_on_declaration(hand, index, event) and len(hand.wins) == 1 and hand.wins[0].deltas is not None

    spot = game.pick(fits)
    win = spot.event
    assert isinstance(win, Win)
    stick = game.rules.riichi.stick
    before = added(tuple(game.table_at(spot.hand_number, spot.index).scores), win.from_seat, -stick)
    facts: NewFacts = {"deltas": added(win.deltas or (), win.seat, stick)}
    facts |= {} if win.sticks == events.NOT_RECORDED else {"sticks": win.sticks + 1}
    facts |= {} if win.scores is None else {"scores": before}
    made = spot.replaced([Deposit(win.from_seat, before), replace_event(win, **facts)], win.from_seat)
    moved = added(added((0,) * len(before), win.seat, stick), win.from_seat, -stick)
    return made._replace(game=_with_moved_points(made.game, spot.hand_number + 1, moved))


def _with_moved_points(game: Game, first: int, moved: tuple[Points, ...]) -> Game:
    """The game up to a hand, in which each seat has `moved` points more."""
    hands = game.hands[:first]
    for hand in game.hands[first : first + 1]:
        moved_events = [
            replace_event(event, scores=_summed(event.scores, moved))
            if isinstance(event, Win | Ryuukyoku | Deposit) and event.scores is not None
            else event
            for event in hand.events
        ]
        hands.append(replace_hand(hand, scores=_summed(hand.scores, moved), events=moved_events))
    return replace_game(game, hands=hands, result=None)


def _summed(points: Sequence[Points], moved: Sequence[Points]) -> tuple[Points, ...]:
    return tuple([have + more for have, more in zip(points, moved, strict=True)])


# ---- who takes the sticks


@fault_of_event("stick/award", Win, lambda _, win: win.sticks > 0 and win.deltas is not None)
def stick_not_awarded(game: LegalGame, win: Win) -> NewFacts:
    """The winner does not get the sticks on the table."""
    return {"deltas": added(win.deltas or (), win.seat, -win.sticks * game.rules.riichi.stick)}


@fault_of_event("stick/award", Win, lambda _, win: win.deltas is not None and bool(win.yaku))
def stick_awarded_from_nowhere(game: LegalGame, win: Win) -> NewFacts:
    """The winner gets a stick more than lie on the table."""
    return {"deltas": added(win.deltas or (), win.seat, game.rules.riichi.stick)}


@fault_of_event("stick/award", Win, lambda _, win: win.sticks != events.NOT_RECORDED)
def sticks_miscounted(_: LegalGame, win: Win) -> NewFacts:
    """The win counts a stick more than lie on the table, and pays the right ones."""
    return {"sticks": win.sticks + 1}


@fault("stick/award-seat")
def sticks_to_the_second_winner(game: LegalGame) -> Mutant:
    """Of two winners the one farther from the discarder takes the sticks."""
    players = game.game.players
    require(game.rules.sticks.several_winners == "nearest")

    def is_first_of_two(hand: Hand, index: EventIndex, event: Event) -> bool:
        wins = hand.wins
        if not isinstance(event, Win) or len(wins) != 2 or event is not wins[0] or event.is_tsumo:
            return False
        return atamahane_winner(wins, players) == event.seat and sum(event.deltas or ()) > 0

    spot = game.pick(is_first_of_two)
    first, second = spot.hand.wins
    points = sum(first.deltas or ())
    facts: NewFacts = {"deltas": added(second.deltas or (), second.seat, points)}
    if second.scores is not None:
        facts["scores"] = added(second.scores, first.seat, -points)
    less = replace_event(first, deltas=added(first.deltas or (), first.seat, -points))
    return spot.replaced([less, replace_event(second, **facts)], second.seat, removed=2, later=1)


# ---- what a draw records, and unexplained points


@fault_of_event("stick/carry", Ryuukyoku, lambda _, draw: draw.sticks != events.NOT_RECORDED)
def sticks_of_a_draw_miscounted(_: LegalGame, draw: Ryuukyoku) -> NewFacts:
    """A draw records two sticks more than lie on the table."""
    return {"sticks": draw.sticks + 2}


@fault_of_event("honba/carry", Ryuukyoku, lambda _, draw: draw.honba != events.NOT_RECORDED)
def counter_of_a_draw_miscounted(_: LegalGame, draw: Ryuukyoku) -> NewFacts:
    """A draw records two counters more than the hand has."""
    return {"honba": draw.honba + 2}


@fault("stick/leak")
def points_before_a_payment_altered(game: LegalGame) -> Mutant:
    """Before a payment a seat has a hundred points more than it had."""

    def fits(hand: Hand, index: EventIndex, event: Event) -> bool:
        if not isinstance(event, Win | Ryuukyoku) or event.scores is None:
            return False
        return index == 0 or not isinstance(hand.events[index - 1], Win)

    spot = game.pick(fits)
    assert isinstance(spot.event, Win | Ryuukyoku)
    seat = game.rng.randrange(game.game.players)
    return spot.altered(events.NO_SEAT, scores=added(spot.event.scores or (), seat, 100))
