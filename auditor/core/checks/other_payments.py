# build: compiled
"""Payments of a win that are not the usual one: those that are right all the same, and what is wrong with others.

Loaded where a win is not paid as usual, or its ruleset has wareme.
"""

from typing import Final

from auditor.core.checks.judged_win import takes_honba
from auditor.core.events import ADDED_KAN, CLOSED_KAN, DORA, DRAW, NO_SEAT, NORTH, OPEN_KAN, Win
from auditor.core.hand.payment import Deltas, Payment, payment
from auditor.core.hand.value import Value
from auditor.core.results import Message
from auditor.core.table.table import Table
from auditor.core.table.winning import liabilities, payment_of_win, sticks_awarded
from auditor.core.units import Points, SeatIndex
from auditor.core.yaku import LIMIT_BASE, MANGAN, RINSHAN

_BETWEEN_KANS: Final = (DRAW, DORA, CLOSED_KAN, ADDED_KAN, NORTH)
"""The events between the kans that a seat makes in one turn."""


def feeder_before_other_kans(table: Table, win: Win) -> SeatIndex:
    """The seat that fed the open kan after which the winner made another, and won on its replacement tile; or NO_SEAT.

    Some tables still make it pay, others do not (https://ja.wikipedia.org/wiki/嶺上開花). NO_SEAT too where the ruleset
    makes nobody pay for an open kan.
    """
    if not win.is_tsumo or not table.drew_replacement or table.rules.scoring.open_kan_rinshan != "feeder":
        return NO_SEAT
    index = table.last_kan
    while index > 0 and table.hand.events[index].kind in _BETWEEN_KANS:
        index -= 1
    kan = table.hand.events[index]
    return kan.from_seat if kan.kind == OPEN_KAN and kan.seat == win.seat and index < table.last_kan else NO_SEAT


def is_otherwise_right(table: Table, win: Win, value: Value, paid: Payment, differences: list[Points]) -> bool:
    """Whether a payment that is not `paid`, the usual one, is right by the ruleset all the same.

    differences: what each seat gains beyond the usual payment.
    """
    if _pays_liable_honba(table, win, paid, differences):
        return True
    options = payments_by_wareme(table, win.seat, paid)
    feeder = feeder_before_other_kans(table, win)
    if feeder != NO_SEAT:
        honba, sticks = table.hand.honba, sticks_awarded(table, win.seat, takes_honba(table, win))
        liable = (*liabilities(table, win.seat), (RINSHAN, feeder))
        fed = payment(value, win.seat, win.seat, table.hand.dealer, table.rules, honba, sticks, liable)
        options += [fed, *payments_by_wareme(table, win.seat, fed)]
    deltas = list(win.deltas or ())
    return any(list(one.total[: len(deltas)]) == deltas for one in options)


def payments_by_wareme(table: Table, winner: SeatIndex, paid: Payment) -> list[Payment]:
    """The payments of a win where some seat pays and gains double, with the honba and without; none without wareme."""
    if not table.rules.scoring.wareme:
        return []
    options: list[Payment] = []
    for seat in range(table.players):
        hand, honba, pao = [_doubled(part, winner, seat) for part in (paid.hand, paid.honba, paid.pao)]
        options += [Payment(winner, hand, paid.honba, paid.sticks, pao), Payment(winner, hand, honba, paid.sticks, pao)]
    return options


def _doubled(deltas: Deltas, winner: SeatIndex, seat: SeatIndex) -> Deltas:
    """Payments to a winner, those of one seat doubled, or all of them where it is the winner's."""
    if seat == winner:
        return tuple([2 * delta for delta in deltas])
    more = deltas[seat]
    return tuple([delta + (more if one == seat else -more if one == winner else 0) for one, delta in enumerate(deltas)])


def lacks_double(table: Table, win: Win, paid: Payment) -> bool:
    """Whether the usual payment is wrong, for with wareme a self-draw that all others of four pay is double for one."""
    if table.players < 4:
        return False  # the wall that is broken may be nobody's
    return all(points < 0 for seat, points in enumerate(paid.total) if seat != win.seat)


def kiriage_clause(table: Table, win: Win, value: Value) -> Message | str:
    """A clause for a win of 30 fu 4 han or 60 fu 3 han that is paid by the opposite kiriage rule; "" for others."""
    if (value.fu, value.han) not in ((30, 4), (60, 3)) or win.deltas is None:
        return ""
    base = value.fu << value.han + 2 if table.rules.scoring.kiriage else LIMIT_BASE[MANGAN]
    other = Value(
        value.reading, list(value.yaku), value.yaku_han, value.han, value.fu, value.fu_parts, value.limit, base,
        value.yakuman, value.is_enough,
    )  # fmt: skip
    paid = payment_of_win(table, other, win.seat, win.from_seat, is_nearest=takes_honba(table, win))
    if tuple(paid.total[: len(win.deltas)]) != tuple(win.deltas):
        return ""
    clause = "not-rounded" if table.rules.scoring.kiriage else "rounded"
    return Message(clause, {"fu": value.fu, "han": value.han})


def _pays_liable_honba(table: Table, win: Win, paid: Payment, differences: list[Points]) -> bool:
    """Whether the payment differs only in that the liable seat pays a ron's honba, which the ruleset leaves open."""
    counters = paid.honba[win.seat]
    if table.rules.scoring.pao_honba != "either" or win.is_tsumo or not counters:
        return False
    due = [0] * len(differences)
    for seat in range(len(differences)):
        if paid.pao[seat] < 0:
            due[seat] -= counters
            due[win.from_seat] += counters
    return any(due) and due == differences


def is_honba_fault(
    table: Table, win: Win, deltas: tuple[Points, ...], differences: list[Points], value: Value, paid: Payment
) -> bool:
    """Whether only the honba part is wrong: paid for another number of honba, or not paid by every payer."""
    if sum(differences) != 0:
        return False
    unpaid = [share for seat, share in enumerate(paid.honba) if seat != win.seat and share < 0]
    if unpaid and all(
        difference == 0 or difference == -paid.honba[seat]
        for seat, difference in enumerate(differences)
        if seat != win.seat
    ):
        return True
    sticks = sticks_awarded(table, win.seat, takes_honba(table, win))
    for honba in range(table.hand.honba + 3):
        variant = payment(
            value, win.seat, win.from_seat, table.hand.dealer, table.rules, honba, sticks, liabilities(table, win.seat)
        )
        if list(variant.total[: len(deltas)]) == list(deltas):
            return True
    return False
