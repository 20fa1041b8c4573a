# build: compiled
"""Which part of a win's payment is wrong; shared by the checks of sticks, honba and payments."""

from typing import Final

from auditor.core.checks.check import Report
from auditor.core.checks.doubt import VALUE_OF_WIN
from auditor.core.checks.judged_win import NOT_EVALUATED, has_ura, takes_honba
from auditor.core.checks.wording import Texts
from auditor.core.events import NO_SEAT, Win
from auditor.core.hand.payment import Deltas, Payment, payment
from auditor.core.hand.value import Value
from auditor.core.results import Message
from auditor.core.table.table import Table
from auditor.core.table.winning import (
    feeder_of_replacement,
    liabilities,
    payment_of_win,
    sticks_awarded,
    sticks_due,
)
from auditor.core.units import Points, SeatIndex
from auditor.core.yaku import LIMIT_BASE, MANGAN, RINSHAN

NOTHING_WRONG: Final = 0
NOTHING_TO_COMPARE: Final = 1
"""There is no value to compare with."""
WRONG_STICKS: Final = 2
WRONG_WINNER_TOOK_STICKS: Final = 3
WRONG_HONBA: Final = 4
WRONG_PAYMENT: Final = 5

KIRIAGE_TEXTS: Final[Texts] = {
    "rounded": ", as a mangan, which {fu} fu {han} han are with kiriage",
    "not-rounded": ", as where {fu} fu {han} han are no mangan",
}


def payment_fault(table: Table, win: Win, report: Report) -> int:
    """Which part of a win's payment is wrong, as the most specific of the constants above.

    Where the value of the win is unknown or in doubt, only the sum of the payments is compared.
    """
    if win.deltas is None:
        return NOTHING_WRONG
    win_value = report.win_values.judge(table, win)
    value, paid = win_value.value, win_value.paid
    if value is None or paid is None or not has_ura(table, win) or report.is_in_doubt(VALUE_OF_WIN, win.seat):
        if win_value.fault_by_sum == NOT_EVALUATED:
            win_value.fault_by_sum = _fault_by_sum(table, win, win.deltas)
        return win_value.fault_by_sum
    if win_value.fault_by_value == NOT_EVALUATED:
        win_value.fault_by_value = _fault_by_value(table, win, win.deltas, value, paid)
    return win_value.fault_by_value


def _fault_by_value(table: Table, win: Win, deltas: tuple[Points, ...], value: Value, paid: Payment) -> int:
    due = paid.total
    if due == deltas:
        return WRONG_PAYMENT if lacks_double(table, win, paid) else NOTHING_WRONG
    differences = [delta - due[seat] for seat, delta in enumerate(deltas)]
    if not any(differences) or _pays_liable_honba(table, win, paid, differences):
        return NOTHING_WRONG
    if any(list(one.total[: len(deltas)]) == list(deltas) for one in _payments_besides(table, win, value, paid)):
        return NOTHING_WRONG
    others_right = not any(difference for seat, difference in enumerate(differences) if seat != win.seat)
    if others_right and differences[win.seat] % table.stick == 0 and sum(deltas) >= 0:  # what others pay is not sticks
        return _stick_fault(table, win, differences[win.seat])
    if not table.hand.honba or kiriage_clause(table, win, value):
        return WRONG_PAYMENT
    return WRONG_HONBA if _is_honba_fault(table, win, deltas, differences, value, paid) else WRONG_PAYMENT


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


def _payments_besides(table: Table, win: Win, value: Value, paid: Payment) -> list[Payment]:
    """Other payments of a win that are right by the ruleset: with wareme, and where a chain of kans leaves it open."""
    feeder = feeder_of_replacement(table, win.seat, chained=True) if win.is_tsumo else NO_SEAT
    if feeder == NO_SEAT or feeder_of_replacement(table, win.seat) != NO_SEAT:
        return payments_by_wareme(table, win.seat, paid)
    honba, sticks = table.hand.honba, sticks_awarded(table, win.seat, takes_honba(table, win))
    liable = (*liabilities(table, win.seat), (RINSHAN, feeder))
    fed = payment(value, win.seat, win.seat, table.hand.dealer, table.rules, honba, sticks, liable)
    return [fed, *payments_by_wareme(table, win.seat, paid), *payments_by_wareme(table, win.seat, fed)]


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
    """Whether a payment that is right without wareme is wrong with it: a self-draw that all pay is double for one."""
    if not win.is_tsumo or table.players < 4 or not table.rules.scoring.wareme:
        return False
    return all(points < 0 for seat, points in enumerate(paid.total) if seat != win.seat)


def _fault_by_sum(table: Table, win: Win, deltas: tuple[Points, ...]) -> int:
    """Judge a payment without the win's value: what the winner gets beyond the others' payments must be the sticks."""
    due = sticks_awarded(table, win.seat, takes_honba(table, win)) * table.stick
    difference = sum(deltas) - due
    if difference == 0 or difference % table.stick:
        return NOTHING_TO_COMPARE
    return _stick_fault(table, win, difference)


def _stick_fault(table: Table, win: Win, difference: Points) -> int:
    """The kind of fault where a winner gets the wrong points for sticks: their number, or another winner's sticks."""
    pool = sticks_due(table) * table.stick
    wins = table.hand.wins
    if len(wins) > 1 and pool and abs(difference) == pool:
        takers = [other for other in wins if other.deltas is not None and sum(other.deltas) == pool]
        if len(takers) == 1 and not takes_honba(table, takers[0]):
            return WRONG_WINNER_TOOK_STICKS if takers[0] is win else NOTHING_WRONG
    return WRONG_STICKS


def _is_honba_fault(
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
