"""Faults of what is paid: for wins, for honba, for draws."""

from auditor.events import ABORTIVE, EXHAUSTIVE, NO_SEAT, NOT_RECORDED, Hand, Ryuukyoku, Win
from auditor.testing.faults.fault import LegalGame, Mutant, added, fault, payer_of


def _is_paid(_: Hand, win: Win) -> bool:
    return win.deltas is not None and win.yaku is not None


@fault("pay/win")
def payment_off(game: LegalGame) -> Mutant | None:
    """The winner gets seven hundred points less than the hand is worth, and a payer pays as much less."""
    found = game.pick_win(_is_paid)
    if found is None:
        return None
    place, index, win = found
    deltas = added(added(win.deltas or (), win.seat, -700), payer_of(win), 700)
    return game.mutant(game.with_event(place, index, deltas=deltas), place, win.seat, index)


@fault("pay/win")
def self_draw_paid_by_one(game: LegalGame) -> Mutant | None:
    """One seat pays for a self-draw what all others should pay together."""
    found = game.pick_win(lambda hand, win: _is_paid(hand, win) and win.is_tsumo and win.pao_seat == NO_SEAT)
    if found is None:
        return None
    place, index, win = found
    payer = payer_of(win)
    paid = [
        -sum([one for one in win.deltas or () if one < 0]) * -(seat == payer) for seat in range(len(win.deltas or ()))
    ]
    deltas = added(paid, win.seat, (win.deltas or ())[win.seat])
    return game.mutant(game.with_event(place, index, deltas=deltas), place, win.seat, index)


@fault("pay/win")
def ron_paid_by_another(game: LegalGame) -> Mutant | None:
    """A seat that did not discard the winning tile pays for the ron."""
    found = game.pick_win(
        lambda hand, win: _is_paid(hand, win) and not win.is_tsumo and win.pao_seat == NO_SEAT and hand.honba == 0
    )
    if found is None:
        return None
    place, index, win = found
    players = range(game.game.players)
    other = next(seat for seat in players if seat not in (win.seat, win.from_seat))
    due = (win.deltas or ())[win.from_seat]
    deltas = added(added(win.deltas or (), win.from_seat, -due), other, due)
    return game.mutant(game.with_event(place, index, deltas=deltas), place, win.seat, index)


@fault("pay/win")
def liability_of_a_seat_that_has_none(game: LegalGame) -> Mutant | None:
    """The log makes a seat liable for a win that no seat is liable for."""
    found = game.pick_win(lambda hand, win: _is_paid(hand, win) and win.pao_seat == NO_SEAT and not win.is_tsumo)
    if found is None:
        return None
    place, index, win = found
    return game.mutant(game.with_event(place, index, pao_seat=win.from_seat), place, win.from_seat, index)


@fault("pay/honba")
def honba_unpaid(game: LegalGame) -> Mutant | None:
    """The discarder does not pay the counters."""
    found = game.pick_win(lambda hand, win: _is_paid(hand, win) and not win.is_tsumo and hand.honba > 0)
    if found is None:
        return None
    place, index, win = found
    points = game.game.hands[place].honba * game.rules.sticks.honba
    deltas = added(added(win.deltas or (), win.seat, -points), win.from_seat, points)
    return game.mutant(game.with_event(place, index, deltas=deltas), place, win.seat, index)


@fault("pay/honba")
def honba_miscounted(game: LegalGame) -> Mutant | None:
    """The win counts a counter more than the hand has, and pays the right ones."""
    found = game.pick_win(lambda _, win: win.honba != NOT_RECORDED)
    if found is None:
        return None
    place, index, win = found
    return game.mutant(game.with_event(place, index, honba=win.honba + 1), place, win.seat, index)


@fault("pay/noten")
def noten_payment_off(game: LegalGame) -> Mutant | None:
    """At a draw one seat gets five hundred points more, and another pays them."""
    found = game.pick_drawn(lambda _, draw: draw.draw_type == EXHAUSTIVE and any(draw.deltas or ()))
    if found is None:
        return None
    place, index, draw = found
    deltas = list(draw.deltas or ())
    deltas[deltas.index(max(deltas))] += 500
    deltas[deltas.index(min(deltas))] -= 500
    return game.mutant(game.with_event(place, index, deltas=tuple(deltas)), place, NO_SEAT, index)


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

    found = game.pick_drawn(is_unpaid)
    if found is None:
        return None
    place, index, draw = found
    deltas = added(added(draw.deltas or (), 0, 1500), 1, -1500)
    return game.mutant(game.with_event(place, index, deltas=deltas), place, NO_SEAT, index)


@fault("pay/noten")
def abortive_draw_paid(game: LegalGame) -> Mutant | None:
    """An abortive draw has one seat pay another."""
    found = game.pick_drawn(lambda _, draw: draw.draw_type in ABORTIVE)
    if found is None:
        return None
    place, index, draw = found
    deltas = added(added(draw.deltas or (0, 0, 0, 0), 0, 1000), 1, -1000)
    return game.mutant(game.with_event(place, index, deltas=deltas), place, NO_SEAT, index)
