# build: compiled
"""Which part of a win's payment is wrong; shared by the checks of sticks, honba and payments."""

from typing import Final

from auditor.core.checks.check import Report
from auditor.core.checks.doubt import VALUE_OF_WIN
from auditor.core.checks.judged_win import NOT_EVALUATED, has_ura, takes_honba
from auditor.core.checks.wording import Texts
from auditor.core.events import Win
from auditor.core.hand.payment import Payment
from auditor.core.hand.value import Value
from auditor.core.table.table import Table
from auditor.core.table.winning import sticks_awarded, sticks_due
from auditor.core.units import Points

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
    if value is None or paid is None or not has_ura(table, win) or report.doubts.is_in_doubt(VALUE_OF_WIN, win.seat):
        if win_value.fault_by_sum == NOT_EVALUATED:
            win_value.fault_by_sum = _fault_by_sum(table, win, win.deltas)
        return win_value.fault_by_sum
    if win_value.fault_by_value == NOT_EVALUATED:
        win_value.fault_by_value = _fault_by_value(table, win, win.deltas, value, paid)
    return win_value.fault_by_value


def _fault_by_value(table: Table, win: Win, deltas: tuple[Points, ...], value: Value, paid: Payment) -> int:
    due = paid.total
    is_usual = due == deltas
    if is_usual and not (win.is_tsumo and table.rules.scoring.wareme):
        return NOTHING_WRONG
    from auditor.core.checks.other_payments import is_honba_fault, is_otherwise_right, kiriage_clause, lacks_double

    if is_usual:
        return WRONG_PAYMENT if lacks_double(table, win, paid) else NOTHING_WRONG
    differences = [delta - due[seat] for seat, delta in enumerate(deltas)]
    if not any(differences) or is_otherwise_right(table, win, value, paid, differences):
        return NOTHING_WRONG
    others_right = not any(difference for seat, difference in enumerate(differences) if seat != win.seat)
    if others_right and differences[win.seat] % table.stick == 0 and sum(deltas) >= 0:  # what others pay is not sticks
        return _stick_fault(table, win, differences[win.seat])
    if not table.hand.honba or kiriage_clause(table, win, value):
        return WRONG_PAYMENT
    return WRONG_HONBA if is_honba_fault(table, win, deltas, differences, value, paid) else WRONG_PAYMENT


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
