"""Faults of points: payments of wins and draws, and riichi sticks paid, void, awarded, counted."""

from auditor.events import (
    ABORTIVE,
    DISCARD,
    EXHAUSTIVE,
    NO_SEAT,
    NOT_RECORDED,
    RIICHI,
    Deposit,
    Event,
    Hand,
    Ryuukyoku,
    Win,
    replace_event,
)
from auditor.mutation.faults.fault import LegalGame, Mutant, added, fault, payer_of, wins_of
from auditor.table.winning import atamahane_winner
from auditor.units import EventIndex


def _is_paid(_: Hand, win: Win) -> bool:
    return win.deltas is not None and win.yaku is not None


@fault("pay/win")
def payment_off(game: LegalGame) -> Mutant | None:
    """The winner gets seven hundred points less than the hand is worth, and a payer pays as much less."""
    hand_number, index, win = game.pick_win(_is_paid)
    deltas = added(added(win.deltas or (), win.seat, -700), payer_of(win), 700)
    return game.mutant(game.with_event(hand_number, index, deltas=deltas), hand_number, win.seat, index)


@fault("pay/win")
def self_draw_paid_by_one(game: LegalGame) -> Mutant | None:
    """One seat pays for a self-draw what all others should pay together."""
    hand_number, index, win = game.pick_win(
        lambda hand, win: _is_paid(hand, win) and win.is_tsumo and win.pao_seat == NO_SEAT
    )
    payer = payer_of(win)
    paid = [
        -sum([one for one in win.deltas or () if one < 0]) * -(seat == payer) for seat in range(len(win.deltas or ()))
    ]
    deltas = added(paid, win.seat, (win.deltas or ())[win.seat])
    return game.mutant(game.with_event(hand_number, index, deltas=deltas), hand_number, win.seat, index)


@fault("pay/win")
def ron_paid_by_another(game: LegalGame) -> Mutant | None:
    """A seat that did not discard the winning tile pays for the ron."""
    hand_number, index, win = game.pick_win(
        lambda hand, win: _is_paid(hand, win) and not win.is_tsumo and win.pao_seat == NO_SEAT and hand.honba == 0
    )
    players = range(game.game.players)
    other = next(seat for seat in players if seat not in (win.seat, win.from_seat))
    due = (win.deltas or ())[win.from_seat]
    deltas = added(added(win.deltas or (), win.from_seat, -due), other, due)
    return game.mutant(game.with_event(hand_number, index, deltas=deltas), hand_number, win.seat, index)


@fault("pay/win")
def liability_of_a_seat_that_has_none(game: LegalGame) -> Mutant | None:
    """The log makes a seat liable for a win that no seat is liable for."""
    hand_number, index, win = game.pick_win(
        lambda hand, win: _is_paid(hand, win) and win.pao_seat == NO_SEAT and not win.is_tsumo
    )
    return game.mutant(game.with_event(hand_number, index, pao_seat=win.from_seat), hand_number, win.from_seat, index)


@fault("pay/honba")
def honba_unpaid(game: LegalGame) -> Mutant | None:
    """The discarder does not pay the counters."""
    hand_number, index, win = game.pick_win(
        lambda hand, win: _is_paid(hand, win) and not win.is_tsumo and hand.honba > 0
    )
    points = game.game.hands[hand_number].honba * game.rules.sticks.honba
    deltas = added(added(win.deltas or (), win.seat, -points), win.from_seat, points)
    return game.mutant(game.with_event(hand_number, index, deltas=deltas), hand_number, win.seat, index)


@fault("pay/honba")
def honba_miscounted(game: LegalGame) -> Mutant | None:
    """The win counts a counter more than the hand has, and pays the right ones."""
    hand_number, index, win = game.pick_win(lambda _, win: win.honba != NOT_RECORDED)
    return game.mutant(game.with_event(hand_number, index, honba=win.honba + 1), hand_number, win.seat, index)


@fault("pay/noten")
def noten_payment_off(game: LegalGame) -> Mutant | None:
    """At a draw one seat gets five hundred points more, and another pays them."""
    hand_number, index, draw = game.pick_drawn(lambda _, draw: draw.draw_type == EXHAUSTIVE and any(draw.deltas or ()))
    deltas = list(draw.deltas or ())
    deltas[deltas.index(max(deltas))] += 500
    deltas[deltas.index(min(deltas))] -= 500
    return game.mutant(game.with_event(hand_number, index, deltas=tuple(deltas)), hand_number, NO_SEAT, index)


@fault("pay/noten")
def noten_payment_of_a_draw_where_nobody_pays(game: LegalGame) -> Mutant | None:
    """All hands are tenpai, or none is, and one seat pays another all the same."""

    def is_unpaid(_: Hand, draw: Ryuukyoku) -> bool:
        return (
            draw.draw_type == EXHAUSTIVE
            and draw.tenpai is not None
            and draw.deltas is not None
            and not any(draw.deltas)
        )

    hand_number, index, draw = game.pick_drawn(is_unpaid)
    deltas = added(added(draw.deltas or (), 0, 1500), 1, -1500)
    return game.mutant(game.with_event(hand_number, index, deltas=deltas), hand_number, NO_SEAT, index)


@fault("pay/noten")
def abortive_draw_paid(game: LegalGame) -> Mutant | None:
    """An abortive draw has one seat pay another."""
    hand_number, index, draw = game.pick_drawn(lambda _, draw: draw.draw_type in ABORTIVE)
    deltas = added(added(draw.deltas or (0, 0, 0, 0), 0, 1000), 1, -1000)
    return game.mutant(game.with_event(hand_number, index, deltas=deltas), hand_number, NO_SEAT, index)


def _is_deposit(_: Hand, index: EventIndex, event: Event) -> bool:
    return isinstance(event, Deposit)


def _riichi_of(hand: Hand, deposit: Event) -> EventIndex:
    """The event at which the seat of a deposit declared riichi."""
    return next(index for index, event in enumerate(hand.events) if event.kind == RIICHI and event.seat == deposit.seat)


@fault("stick/deposit")
def deposit_dropped(game: LegalGame) -> Mutant | None:
    """A riichi stands, and its stick is not paid."""
    hand_number, index = game.pick(_is_deposit)
    deposit = game.event(hand_number, index)
    declared = _riichi_of(game.game.hands[hand_number], deposit)
    return game.mutant(game.with_events(hand_number, index, 1, []), hand_number, deposit.seat, declared)


@fault("stick/deposit")
def deposit_paid_twice(game: LegalGame) -> Mutant | None:
    """A stick is paid a second time."""
    hand_number, index = game.pick(_is_deposit)
    deposit = game.event(hand_number, index)
    return game.mutant(
        game.with_events(hand_number, index, 1, [deposit, deposit]), hand_number, deposit.seat, index + 1
    )


@fault("stick/deposit")
def deposit_of_another_seat(game: LegalGame) -> Mutant | None:
    """A seat that has not declared riichi pays the stick of one that has."""

    def fits(hand: Hand, index: EventIndex, event: Event) -> bool:
        other = (event.seat + 1) % game.game.players
        declared = [one.seat for one in hand.events[:index] if one.kind == RIICHI]
        return isinstance(event, Deposit) and other not in declared

    hand_number, index = game.pick(fits)
    deposit = game.event(hand_number, index)
    assert isinstance(deposit, Deposit)
    other = (deposit.seat + 1) % game.game.players
    stick = game.rules.riichi.stick
    scores = None if deposit.scores is None else added(added(deposit.scores, deposit.seat, stick), other, -stick)
    return game.mutant(game.with_event(hand_number, index, seat=other, scores=scores), hand_number, other, index)


@fault("stick/deposit")
def deposit_of_a_wrong_amount(game: LegalGame) -> Mutant | None:
    """After a stick is paid the log has a hundred points less for its seat."""
    hand_number, index = game.pick(lambda _, __, event: isinstance(event, Deposit) and event.scores is not None)
    deposit = game.event(hand_number, index)
    assert isinstance(deposit, Deposit)
    scores = added(deposit.scores or (), deposit.seat, -100)
    return game.mutant(game.with_event(hand_number, index, scores=scores), hand_number, deposit.seat, index)


@fault("stick/void")
def stick_charged_for_a_tile_won_on(game: LegalGame) -> Mutant | None:
    """A declaration tile is won on, and the stick is charged all the same."""

    def fits(hand: Hand, index: EventIndex, event: Event) -> bool:
        if not isinstance(event, Win) or event.is_tsumo or event is not wins_of(hand)[0] or index < 2:
            return False
        return hand.events[index - 2].kind == RIICHI and hand.events[index - 1].kind == DISCARD

    hand_number, index = game.pick(fits)
    win = game.event(hand_number, index)
    before = tuple(game.table_at(hand_number, index).scores)
    deposit = Deposit(win.from_seat, added(before, win.from_seat, -game.rules.riichi.stick))
    return game.mutant(game.with_events(hand_number, index, 0, [deposit]), hand_number, win.from_seat, index)


# ---- who takes them


@fault("stick/award")
def stick_not_awarded(game: LegalGame) -> Mutant | None:
    """The winner does not get the sticks on the table."""
    hand_number, index, win = game.pick_win(lambda _, win: win.sticks > 0 and win.deltas is not None)
    deltas = added(win.deltas or (), win.seat, -win.sticks * game.rules.riichi.stick)
    return game.mutant(game.with_event(hand_number, index, deltas=deltas), hand_number, win.seat, index)


@fault("stick/award")
def stick_awarded_from_nowhere(game: LegalGame) -> Mutant | None:
    """The winner gets a stick more than lie on the table."""
    hand_number, index, win = game.pick_win(lambda _, win: win.deltas is not None and bool(win.yaku))
    deltas = added(win.deltas or (), win.seat, game.rules.riichi.stick)
    return game.mutant(game.with_event(hand_number, index, deltas=deltas), hand_number, win.seat, index)


@fault("stick/award")
def sticks_miscounted(game: LegalGame) -> Mutant | None:
    """The win counts a stick more than lie on the table, and pays the right ones."""
    hand_number, index, win = game.pick_win(lambda _, win: win.sticks != NOT_RECORDED)
    return game.mutant(game.with_event(hand_number, index, sticks=win.sticks + 1), hand_number, win.seat, index)


@fault("stick/award-seat")
def sticks_to_the_second_winner(game: LegalGame) -> Mutant | None:
    """Of two winners the one farther from the discarder takes the sticks."""
    players = game.game.players

    def is_first_of_two(hand: Hand, index: EventIndex, event: Event) -> bool:
        wins = wins_of(hand)
        if not isinstance(event, Win) or len(wins) != 2 or event is not wins[0] or event.is_tsumo:
            return False
        return atamahane_winner(wins, players) == event.seat and sum(event.deltas or ()) > 0

    if game.rules.sticks.several_winners != "nearest":
        return None
    hand_number, index = game.pick(is_first_of_two)
    first, second = wins_of(game.game.hands[hand_number])
    points = sum(first.deltas or ())
    facts: dict[str, object] = {"deltas": added(second.deltas or (), second.seat, points)}
    if second.scores is not None:
        facts["scores"] = added(second.scores, first.seat, -points)
    less = replace_event(first, deltas=added(first.deltas or (), first.seat, -points))
    mutated = game.with_events(hand_number, index, 2, [less, replace_event(second, **facts)])
    return game.mutant(mutated, hand_number, second.seat, index + 1)


# ---- what a draw records, and points from nowhere


@fault("stick/carry")
def sticks_of_a_draw_miscounted(game: LegalGame) -> Mutant | None:
    """A draw records two sticks more than lie on the table."""
    hand_number, index, draw = game.pick_drawn(lambda _, draw: draw.sticks != NOT_RECORDED)
    return game.mutant(game.with_event(hand_number, index, sticks=draw.sticks + 2), hand_number, -1, index)


@fault("honba/carry")
def counter_of_a_draw_miscounted(game: LegalGame) -> Mutant | None:
    """A draw records two counters more than the hand has."""
    hand_number, index, draw = game.pick_drawn(lambda _, draw: draw.honba != NOT_RECORDED)
    return game.mutant(game.with_event(hand_number, index, honba=draw.honba + 2), hand_number, -1, index)


@fault("stick/leak")
def points_before_a_payment_altered(game: LegalGame) -> Mutant | None:
    """Before a payment a seat has a hundred points more than it had."""

    def fits(hand: Hand, index: EventIndex, event: Event) -> bool:
        if not isinstance(event, Win | Ryuukyoku) or event.scores is None:
            return False
        return index == 0 or not isinstance(hand.events[index - 1], Win)

    hand_number, index = game.pick(fits)
    event = game.event(hand_number, index)
    assert isinstance(event, Win | Ryuukyoku)
    seat = game.choice.randrange(game.game.players)
    return game.mutant(
        game.with_event(hand_number, index, scores=added(event.scores or (), seat, 100)), hand_number, -1, index
    )
