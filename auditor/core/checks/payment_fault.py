# build: compiled
"""Which part of a win's payment is wrong; shared by the checks of sticks, honba and payments."""

from auditor.core.checks.check import Report
from auditor.core.checks.doubt import VALUE_OF_WIN
from auditor.core.checks.win_values import NOT_EVALUATED, NOTHING_TO_COMPARE, NOTHING_WRONG, WRONG_PAYMENT, has_ura
from auditor.core.events import Win
from auditor.core.hand.payment import Payment
from auditor.core.hand.value import Value
from auditor.core.table.table import Table
from auditor.core.units import Points


def payment_fault(table: Table, win: Win, report: Report) -> int:
    """Which part of a win's payment is wrong, as the most specific of the constants above.

    Where the value of the win is unknown or in doubt, only the sum of the payments is compared.
    """
    if win.deltas is None:
        return NOTHING_WRONG
    win_value = report.win_values.judge(table, win)
    value, paid = win_value.value, win_value.paid
    if value is None or paid is None or not has_ura(table, win) or report.doubts.is_in_doubt(VALUE_OF_WIN, win.seat):
        from auditor.core.checks.other_payments import fault_by_sum, fault_of_stated

        stated = fault_of_stated(table, win, report)
        if stated != NOTHING_TO_COMPARE:
            return stated
        if win_value.fault_by_sum == NOT_EVALUATED:
            win_value.fault_by_sum = fault_by_sum(table, win, win.deltas)
        return win_value.fault_by_sum
    if win_value.fault_by_value == NOT_EVALUATED:
        win_value.fault_by_value = _fault_by_value(table, win, win.deltas, value, paid)
    return win_value.fault_by_value


def _fault_by_value(table: Table, win: Win, deltas: tuple[Points, ...], value: Value, paid: Payment) -> int:
    due = paid.total
    is_usual = due == deltas
    if is_usual and not (win.is_tsumo and table.rules.scoring.wareme):
        return NOTHING_WRONG
    from auditor.core.checks.other_payments import fault_of_unusual, lacks_double

    if is_usual:
        return WRONG_PAYMENT if lacks_double(table, win, paid) else NOTHING_WRONG
    return fault_of_unusual(table, win, deltas, value, paid)
