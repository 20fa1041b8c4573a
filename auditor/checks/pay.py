"""Payments: what each seat pays and gains for a win, for honba, and for a draw."""

from auditor.checks import doubt
from auditor.checks.check import Check, Report
from auditor.checks.payment_fault import WRONG_HONBA, WRONG_PAYMENT, payment_fault
from auditor.checks.wording import EMA_EXHAUSTIVE, EMA_SCORING, WIKI_SCORING, changes_text
from auditor.events import ABORTIVE, CHOMBO, EXHAUSTIVE, NO_SEAT, NOT_RECORDED, RYUUKYOKU, WIN, Event, Ryuukyoku, Win
from auditor.results import MISMATCH
from auditor.table.draws import chombo_payments, is_unpaid_possible, noten_payments, tenpai_seats
from auditor.table.table import Table
from auditor.table.winning import liabilities


class PayHonba(Check):
    """`pay/honba`."""

    id = "pay/honba"
    severity = MISMATCH
    title = "The honba part of a payment is wrong."
    why = "For each counter the discarder, or all payers of a self-draw together, add the ruleset's honba points."
    sources = (EMA_SCORING,)
    settings = ("sticks.honba", "sticks.honba_winners", "scoring.pao_honba")
    relies_on = doubt.HONBA | doubt.POINTS | doubt.OUTCOME
    may_rely_on = doubt.VALUE_OF_WIN
    spoils = doubt.POINTS
    may_spoil = doubt.HONBA
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
            if table.hand is report.game.hands[0]:
                report.spoil(self, doubt.HONBA)  # no hand before proves the counter, which may be what is wrong


class PayWin(Check):
    """`pay/win`."""

    id = "pay/win"
    severity = MISMATCH
    title = "A win paid by the wrong seats or in the wrong amounts, pao included."
    why = "The discarder pays a ron, all others a self-draw, the dealer double; a liable seat pays for its yakuman."
    sources = (EMA_SCORING, WIKI_SCORING)
    settings = ("scoring.pao", "scoring.pao_scope", "scoring.pao_honba", "sticks.honba", "riichi.stick")
    relies_on = doubt.POINTS | doubt.OUTCOME
    may_rely_on = doubt.VALUE_OF_WIN
    spoils = doubt.POINTS
    before_kinds = (WIN,)

    def before(self, table: Table, event: Event, report: Report) -> None:
        """Judge who pays how much for a win."""
        if not isinstance(event, Win):
            return
        if payment_fault(table, event, report) == WRONG_PAYMENT:
            _report_payment(self, table, event, report, "the payment is wrong")
        elif report.is_in_doubt(doubt.HAND, event.seat):
            return  # whose tiles its melds were made of
        elif event.pao_seat != NO_SEAT and event.pao_seat not in [seat for _, seat in liabilities(table, event.seat)]:
            message = f"The log makes seat {event.pao_seat} liable for the win of seat {event.seat}; it is not."
            report.add(self, event.pao_seat, message, "no liability", f"seat {event.pao_seat}")


def _report_payment(check: Check, table: Table, win: Win, report: Report, fault: str) -> None:
    paid = report.judged_wins.judge(table, win).paid
    if paid is None or win.deltas is None:
        return
    due, shown = changes_text(paid.total[: len(win.deltas)]), changes_text(win.deltas)
    how = "by self-draw" if win.is_tsumo else f"from seat {win.from_seat}"
    message = f"Seat {win.seat} wins {paid.points} points {how}: {fault}: {shown} instead of {due}."
    report.add(check, win.seat, message, due, shown)


class PayNoten(Check):
    """`pay/noten`."""

    id = "pay/noten"
    severity = MISMATCH
    title = "Noten payments that do not follow from who is tenpai."
    why = (
        "After an exhaustive draw the noten hands share the ruleset's pool, which the tenpai hands share; an abortive "
        "one pays nothing."
    )
    sources = (EMA_EXHAUSTIVE,)
    settings = ("draws.noten_points",)
    relies_on = doubt.POINTS | doubt.TURN | doubt.HAND | doubt.OUTCOME
    spoils = doubt.POINTS
    may_spoil = doubt.OUTCOME | doubt.STICKS
    before_kinds = (RYUUKYOKU,)

    def before(self, table: Table, event: Event, report: Report) -> None:
        """Judge the payments of a draw, of which only an exhaustive one has any; who is tenpai is judged apart."""
        if not isinstance(event, Ryuukyoku) or event.deltas is None:
            return
        if event.draw_type in ABORTIVE and any(event.deltas):
            shown = changes_text(event.deltas)
            report.add(self, NO_SEAT, f"The abortive draw pays {shown}; it pays nothing.", "nothing", shown)
        if event.draw_type != EXHAUSTIVE:
            return
        tenpai = tenpai_seats(table) if event.tenpai is None else list(event.tenpai)
        if event.tenpai is None and not any(event.deltas) and is_unpaid_possible(table):
            return
        due = noten_payments(tenpai, table.players, table.rules.draws.noten_points)
        if list(event.deltas) != due[: len(event.deltas)]:
            who = [f"seat {seat}" for seat in range(table.players) if tenpai[seat]]
            basis = f"tenpai: {', '.join(who)}" if who else "nobody is tenpai"
            shown = changes_text(event.deltas)
            message = f"The draw pays {shown} instead of {changes_text(due)} ({basis})."
            if report.add(self, NO_SEAT, message, changes_text(due), shown):
                if event.tenpai is None:
                    report.spoil(self, doubt.OUTCOME)  # perhaps the log counts other seats tenpai
                if sum(event.deltas) != 0:
                    report.spoil(self, doubt.STICKS)  # what the seats do not get of each other is the table's


class PayChombo(Check):
    """`pay/chombo`."""

    id = "pay/chombo"
    severity = MISMATCH
    title = "The payment of a chombo is not the ruleset's."
    why = "For a chombo the ruleset has one seat pay a mangan to the others, or nothing before the end of the game."
    sources = ("https://riichi.wiki/Chombo", "the ruleset's setting penalties.chombo")
    settings = ("penalties.chombo",)
    relies_on = doubt.POINTS
    spoils = doubt.POINTS
    before_kinds = (RYUUKYOKU,)

    def before(self, table: Table, event: Event, report: Report) -> None:
        """Judge the payments of an annulled hand; who offended is the seat that pays."""
        if not isinstance(event, Ryuukyoku) or event.draw_type != CHOMBO or event.deltas is None:
            return
        seats = range(table.players)
        if any(list(event.deltas) == chombo_payments(seat, table)[: len(event.deltas)] for seat in seats):
            return
        offender = min(seats, key=event.deltas.__getitem__)
        due, shown = changes_text(chombo_payments(offender, table)), changes_text(event.deltas)
        report.add(self, offender, f"The chombo of seat {offender} pays {shown} instead of {due}.", due, shown)
