"""Payments: what each seat pays and gains for a win, for honba, and for a draw."""

from typing import Final

from auditor.checks.base import HAND, HONBA, OUTCOME, POINTS, TURN, Check, Report
from auditor.checks.win import VALUE_RESTS_ON, has_ura, judge_win, takes_counters, wins_of_hand
from auditor.events import ABORTIVE, CHOMBO, EXHAUSTIVE, NO_SEAT, NOT_RECORDED, RYUUKYOKU, WIN, Event, Ryuukyoku, Win
from auditor.findings import MISMATCH
from auditor.hand.payment import Payment, payment
from auditor.table.draws import chombo_payments, is_unpaid_possible, noten_payments, tenpai_seats
from auditor.table.table import Table
from auditor.table.winning import liabilities, sticks_due, sticks_taken

EMA: Final = "EMA riichi rules, section 4 (scoring)"

NOTHING_WRONG: Final = 0
UNKNOWN: Final = 1
"""There is no value to compare with."""
WRONG_STICKS: Final = 2
WRONG_WINNER_TOOK_STICKS: Final = 3
WRONG_HONBA: Final = 4
WRONG_PAYMENT: Final = 5


def payment_fault(table: Table, win: Win, report: Report) -> int:
    """Which part of a win's payment is wrong: one of the constants above, the most specific."""
    if win.deltas is None:
        return NOTHING_WRONG
    paid = judge_win(table, win, report).paid
    if paid is None or not has_ura(table, win) or report.is_doubtful(VALUE_RESTS_ON, win.seat):
        return _fault_by_sum(table, win)
    due = paid.total
    differences = [win.deltas[seat] - due[seat] for seat in range(len(win.deltas))]
    if not any(differences) or _pays_liable_honba(table, win, paid, differences):
        return NOTHING_WRONG
    others_right = not any([difference for seat, difference in enumerate(differences) if seat != win.seat])
    if others_right and differences[win.seat] % table.stick == 0:
        return _stick_fault(table, win, differences[win.seat])
    return WRONG_HONBA if _is_honba_fault(table, win, paid, differences, report) else WRONG_PAYMENT


def _pays_liable_honba(table: Table, win: Win, paid: Payment, differences: list[int]) -> bool:
    """Whether the liable seat pays the honba of a ron in the discarder's place, where the ruleset leaves that open."""
    counters = paid.honba[win.seat]
    if table.rules.scoring.pao_honba != "either" or win.is_tsumo or not counters:
        return False
    due = [0] * len(differences)
    for seat in range(len(differences)):
        if paid.pao[seat] < 0:
            due[seat] -= counters
            due[win.from_seat] += counters
    return any(due) and due == differences


def _fault_by_sum(table: Table, win: Win) -> int:
    """Without a value to compare with, what the winner takes beyond the others' payments are the sticks."""
    deltas = win.deltas or ()
    due = sticks_taken(table, win.seat, takes_counters(table, win)) * table.stick
    difference = sum(deltas) - due
    if difference == 0 or difference % table.stick:
        return UNKNOWN
    return _stick_fault(table, win, difference)


def _stick_fault(table: Table, win: Win, difference: int) -> int:
    """Whether a winner took too many or too few sticks, or sticks that another winner should have."""
    pool = sticks_due(table) * table.stick
    wins = wins_of_hand(table)
    if len(wins) > 1 and pool and abs(difference) == pool:
        takers = [one for one in wins if one.deltas is not None and sum(one.deltas) == pool]
        if len(takers) == 1 and not takes_counters(table, takers[0]):
            return WRONG_WINNER_TOOK_STICKS if takers[0] is win else NOTHING_WRONG
    return WRONG_STICKS


def _is_honba_fault(table: Table, win: Win, paid: Payment, differences: list[int], report: Report) -> bool:
    """Whether the payment is right but for the honba: another number of them, or not paid by every payer."""
    deltas = win.deltas or ()
    honba = table.hand.honba
    value = judge_win(table, win, report).value
    if value is None or sum(differences) != 0:
        return False
    unpaid = [share for seat, share in enumerate(paid.honba) if seat != win.seat and share < 0]
    if unpaid and all(
        [one == 0 or one == -paid.honba[seat] for seat, one in enumerate(differences) if seat != win.seat]
    ):
        return True
    sticks = sticks_taken(table, win.seat, takes_counters(table, win))
    for other in range(honba + 3):
        variant = payment(
            value,
            win.seat,
            win.from_seat,
            table.hand.dealer,
            table.rules,
            other,
            sticks,
            liabilities(table, win.seat),
        )
        if list(variant.total[: len(deltas)]) == list(deltas):
            return True
    return False


class Honba(Check):
    """`pay/honba`."""

    id = "pay/honba"
    severity = MISMATCH
    title = "The honba part of a payment is wrong."
    why = "For each counter the discarder, or all payers of a self-draw together, add the ruleset's honba points."
    sources = (EMA,)
    relies = HONBA | POINTS | OUTCOME
    spoils = POINTS
    before_kinds = (WIN,)

    def before(self, table: Table, event: Event, report: Report) -> None:
        """Judge the counters of a win, and what is paid for them."""
        if not isinstance(event, Win):
            return
        honba = table.hand.honba
        if event.honba not in (NOT_RECORDED, honba):
            message = f"The win of seat {event.seat} counts {event.honba} honba; the hand has {honba}."
            if report.add(self, event.seat, message, str(honba), str(event.honba)):
                return
        if payment_fault(table, event, report) == WRONG_HONBA:
            _report_payment(self, table, event, report, f"the {honba} honba are not paid as they should be")


class Payments(Check):
    """`pay/win`."""

    id = "pay/win"
    severity = MISMATCH
    title = "A win paid by the wrong seats or in the wrong amounts, pao included."
    why = "The discarder pays a ron, all others a self-draw, the dealer double; a liable seat pays for its yakuman."
    sources = (EMA, "https://riichi.wiki/Japanese_mahjong_scoring_rules")
    relies = POINTS | OUTCOME
    spoils = POINTS
    before_kinds = (WIN,)

    def before(self, table: Table, event: Event, report: Report) -> None:
        """Judge who pays how much for a win."""
        if not isinstance(event, Win):
            return
        if payment_fault(table, event, report) == WRONG_PAYMENT:
            _report_payment(self, table, event, report, "the payment is wrong")
        elif event.pao_seat != NO_SEAT and event.pao_seat not in [seat for _, seat in liabilities(table, event.seat)]:
            message = f"The log makes seat {event.pao_seat} liable for the win of seat {event.seat}; it is not."
            report.add(self, event.pao_seat, message, "no liability", f"seat {event.pao_seat}")


def _report_payment(check: Check, table: Table, win: Win, report: Report, what: str) -> None:
    paid = judge_win(table, win, report).paid
    if paid is None or win.deltas is None:
        return
    due, shown = deltas_text(paid.total[: len(win.deltas)]), deltas_text(win.deltas)
    how = "by self-draw" if win.is_tsumo else f"from seat {win.from_seat}"
    message = f"Seat {win.seat} wins {paid.points} points {how}: {what}: {shown} instead of {due}."
    report.add(check, win.seat, message, due, shown)


def deltas_text(deltas: tuple[int, ...] | list[int]) -> str:
    """What each seat gains, as in ``+3900 0 -3900 0``."""
    return " ".join([f"{delta:+d}" if delta else "0" for delta in deltas])


class Noten(Check):
    """`pay/noten`."""

    id = "pay/noten"
    severity = MISMATCH
    title = "Noten payments that do not follow from who is tenpai."
    why = (
        "After an exhaustive draw the noten hands share the ruleset's pool, which the tenpai hands share; an abortive "
        "one pays nothing."
    )
    sources = ("EMA riichi rules, section 3.4.2 (exhaustive draw)",)
    relies = POINTS | TURN | HAND
    spoils = POINTS
    before_kinds = (RYUUKYOKU,)

    def before(self, table: Table, event: Event, report: Report) -> None:
        """Judge the payments of a draw, of which only an exhaustive one has any; who is tenpai is judged apart."""
        if not isinstance(event, Ryuukyoku) or event.deltas is None or report.is_doubtful(OUTCOME):
            return
        if event.draw_type in ABORTIVE and any(event.deltas):
            shown = deltas_text(event.deltas)
            report.add(self, NO_SEAT, f"The abortive draw pays {shown}; it pays nothing.", "nothing", shown)
        if event.draw_type != EXHAUSTIVE:
            return
        tenpai = tenpai_seats(table) if event.tenpai is None else list(event.tenpai)
        if event.tenpai is None and not any(event.deltas) and is_unpaid_possible(table):
            return
        due = noten_payments(tenpai, table.players, table.rules.draws.noten_points)
        if list(event.deltas) != due[: len(event.deltas)]:
            who = [f"seat {seat}" for seat in range(table.players) if tenpai[seat]]
            told = f"tenpai: {', '.join(who)}" if who else "nobody is tenpai"
            shown = deltas_text(event.deltas)
            message = f"The draw pays {shown} instead of {deltas_text(due)} ({told})."
            if report.add(self, NO_SEAT, message, deltas_text(due), shown) and event.tenpai is None:
                report.doubt |= OUTCOME  # perhaps the log counts other seats tenpai


class Chombo(Check):
    """`pay/chombo`."""

    id = "pay/chombo"
    severity = MISMATCH
    title = "The payment of a chombo is not the ruleset's."
    why = "For a chombo the ruleset has one seat pay a mangan to the others, or nothing before the end of the game."
    sources = ("https://riichi.wiki/Chombo", "the ruleset's setting penalties.chombo")
    relies = POINTS
    spoils = POINTS
    before_kinds = (RYUUKYOKU,)

    def before(self, table: Table, event: Event, report: Report) -> None:
        """Judge the payments of an annulled hand; who offended is the seat that pays."""
        if not isinstance(event, Ryuukyoku) or event.draw_type != CHOMBO or event.deltas is None:
            return
        seats = range(table.players)
        if any([list(event.deltas) == chombo_payments(seat, table)[: len(event.deltas)] for seat in seats]):
            return
        offender = min(seats, key=event.deltas.__getitem__)
        due, shown = deltas_text(chombo_payments(offender, table)), deltas_text(event.deltas)
        report.add(self, offender, f"The chombo of seat {offender} pays {shown} instead of {due}.", due, shown)


CHECKS_OF_WIN: Final[tuple[Check, ...]] = (Honba(), Payments())
CHECKS_OF_DRAW: Final[tuple[Check, ...]] = (Noten(), Chombo())
