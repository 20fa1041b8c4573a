# build: compiled
"""Payments: what each seat pays and gains for a win, for honba, and for a draw."""

from auditor.core import events
from auditor.core.checks import doubt
from auditor.core.checks.check import Check, Report
from auditor.core.checks.payment_fault import payment_fault
from auditor.core.checks.win_values import NOTHING_TO_COMPARE, WRONG_HONBA, WRONG_PAYMENT
from auditor.core.checks.wording import EMA_EXHAUSTIVE, EMA_SCORING, WIKI_SCORING, amount, changes_of, seats_named
from auditor.core.events import Event, Ryuukyoku, Win
from auditor.core.results import MISMATCH, Arguments, Phrase, Term
from auditor.core.table.draws import chombo_offender, counted_tenpai, due_of_draw
from auditor.core.table.table import Table
from auditor.core.table.winning import liabilities


class PayHonba(Check):
    """`pay/honba`."""

    id = "pay/honba"
    severity = MISMATCH
    title = "The honba part of a payment is wrong."
    why = "For each counter the discarder, or all payers of a self-draw together, add the ruleset's honba points."
    sources = (EMA_SCORING,)
    settings = ("sticks.honba", "sticks.honba_winners", "scoring.pao_honba")
    messages = {
        "count": "The win of {seat:who} counts {counted} honba; the hand has {honba}.",
        "tsumo": "{seat:Who} wins {points} points by self-draw: the {honba} honba are not paid as they should be: "
            "{paid:+} instead of {due:+}.",
        "ron": "{seat:Who} wins {points} points from {from_seat:who}: the {honba} honba are not paid as they should "
            "be: {paid:+} instead of {due:+}.",
    }  # fmt: skip
    relies_on = doubt.HONBA | doubt.POINTS | doubt.OUTCOME
    may_rely_on = doubt.VALUE_OF_WIN
    spoils = doubt.POINTS
    may_spoil = doubt.HONBA
    before_kinds = (events.WIN,)

    def before_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge the honba that a win records, and the payment for them."""
        if not isinstance(event, Win):
            return
        honba = table.hand.honba
        by_log = honba if report.table is None else report.table.hand.honba
        if event.honba not in (events.NOT_RECORDED, honba, by_log):
            arguments = {"counted": event.honba, "honba": honba}
            if report.add(self, event.seat, "count", arguments, expected=amount(honba), actual=amount(event.honba)):
                return
        fault = payment_fault(table, event, report)
        if fault == NOTHING_TO_COMPARE:
            report.is_in_doubt(doubt.VALUE_OF_WIN, event.seat)
        elif fault == WRONG_HONBA:
            _report_payment(self, table, event, report)
            if table.hand.index == report.game.hands[0].index:
                report.spoil(self, doubt.HONBA)  # in the first hand of a log, the honba count itself may be wrong


class PayWin(Check):
    """`pay/win`."""

    id = "pay/win"
    severity = MISMATCH
    title = "A win paid by the wrong seats or in the wrong amounts, pao included."
    why = "The discarder pays a ron, all others a self-draw, the dealer double; a liable seat pays for its yakuman."
    sources = (EMA_SCORING, WIKI_SCORING)
    settings = (
        "scoring.pao", "scoring.pao_scope", "scoring.pao_honba", "scoring.open_kan_rinshan", "scoring.wareme",
        "scoring.kiriage", "sticks.honba", "riichi.stick",
    )  # fmt: skip
    messages = {
        "tsumo": "{seat:Who} wins {points} points by self-draw: the payment is wrong: {paid:+} instead of {due:+}{by}.",
        "ron": "{seat:Who} wins {points} points from {from_seat:who}: the payment is wrong: {paid:+} instead of "
            "{due:+}{by}.",
        "wareme": "{seat:Who} wins {points} points by self-draw: {paid:+} is double for no seat, which wareme asks.",
        "not-liable": "The log makes {seat:who} liable for the win of {winner:who}; it is not.",
    }  # fmt: skip
    relies_on = doubt.POINTS | doubt.OUTCOME
    may_rely_on = doubt.VALUE_OF_WIN
    spoils = doubt.POINTS
    before_kinds = (events.WIN,)

    def before_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge how much each seat pays for a win."""
        if not isinstance(event, Win):
            return
        fault = payment_fault(table, event, report)
        if fault == NOTHING_TO_COMPARE:
            report.is_in_doubt(doubt.VALUE_OF_WIN, event.seat)
        if fault == WRONG_PAYMENT:
            _report_payment(self, table, event, report)
        elif event.pao_seat != events.NO_SEAT and not _is_liable(table, event):
            if report.is_in_doubt(doubt.HAND, event.seat):
                return  # and so is whose discards its melds were called from, on which liability depends
            actual = Phrase("a-seat", seat=event.pao_seat)
            arguments = {"winner": event.seat}
            report.add(self, event.pao_seat, "not-liable", arguments, expected=Term("no-liability"), actual=actual)


def _is_liable(table: Table, win: Win) -> bool:
    """Whether the seat that a log names as liable for a win may be."""
    from auditor.core.checks.other_payments import feeder_before_other_kans

    if win.pao_seat in [seat for _, seat in liabilities(table, win.seat)]:
        return True
    return win.pao_seat == feeder_before_other_kans(table, win)


def _report_payment(check: Check, table: Table, win: Win, report: Report) -> None:
    from auditor.core.checks.other_payments import kiriage_clause, payment_stated

    win_value = report.win_values.judge(table, win)
    value, paid = payment_stated(table, win, report) or (win_value.value, win_value.paid)
    if paid is None or value is None or win.deltas is None:
        return
    due = paid.total[: len(win.deltas)]
    arguments: Arguments = {
        "points": paid.points, "from_seat": win.from_seat, "honba": table.hand.honba,
        "paid": list(win.deltas), "due": list(due), "by": kiriage_clause(table, win, value),
    }  # fmt: skip
    message_id = "tsumo" if win.is_tsumo else "ron"
    if due == win.deltas:
        paid_double, once = changes_of(win.deltas), Phrase("one-seats-double")
        report.add(check, win.seat, "wareme", arguments, expected=once, actual=paid_double)
        return
    report.add(check, win.seat, message_id, arguments, expected=changes_of(due), actual=changes_of(win.deltas))


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
    settings = ("draws.noten_points", "draws.noten_each")
    messages = {
        "abortive": "The abortive draw pays {paid:+}; it pays nothing.",
        "tenpai": "The draw pays {paid:+} instead of {due:+} (tenpai: {tenpai:, }).",
        "nobody-tenpai": "The draw pays {paid:+} instead of {due:+} (nobody is tenpai).",
    }
    relies_on = doubt.POINTS | doubt.OUTCOME
    may_rely_on = doubt.TURN | doubt.HAND | doubt.TILE
    spoils = doubt.POINTS
    may_spoil = doubt.OUTCOME | doubt.STICKS
    before_kinds = (events.RYUUKYOKU,)

    def before_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge the noten payments, which only exhaustive draws have; `draw/tenpai` judges who is tenpai."""
        if not isinstance(event, Ryuukyoku) or event.deltas is None:
            return
        if event.draw_type in events.ABORTIVE and any(event.deltas):
            shown = changes_of(event.deltas)
            paid, nothing = {"paid": list(event.deltas)}, Term("nothing")
            is_found = report.add(self, events.NO_SEAT, "abortive", paid, expected=nothing, actual=shown)
            if is_found and report.is_in_doubt(doubt.TURN | doubt.HAND):
                report.spoil(self, doubt.OUTCOME)  # perhaps an exhaustive one
        if event.draw_type != events.EXHAUSTIVE or (
            event.tenpai is None and report.is_in_doubt(doubt.TURN | doubt.HAND)
        ):
            return
        if not any(event.deltas) and report.is_faulty(report.event) and report.is_in_doubt(doubt.TURN):
            report.spoil(self, doubt.OUTCOME)
            return  # too early for an exhaustive draw: perhaps an abortive one
        due = due_of_draw(table, event) or []
        if list(event.deltas) != due[: len(event.deltas)]:
            tenpai = counted_tenpai(table, event)
            who = seats_named([seat for seat in range(table.players) if tenpai[seat]])
            arguments: Arguments = {"paid": list(event.deltas), "due": due, "tenpai": who}
            expected, actual = changes_of(due), changes_of(event.deltas)
            message_id = "tenpai" if who else "nobody-tenpai"
            if report.add(self, events.NO_SEAT, message_id, arguments, expected=expected, actual=actual):
                if event.tenpai is None or report.is_in_doubt(doubt.TURN | doubt.HAND):
                    report.spoil(self, doubt.OUTCOME)  # perhaps the log counts other seats tenpai
                if sum(event.deltas) != 0:
                    report.spoil(self, doubt.STICKS)  # points that the seats do not get from each other are sticks


class PayChombo(Check):
    """`pay/chombo`."""

    id = "pay/chombo"
    severity = MISMATCH
    title = "The payment of a chombo is not the ruleset's."
    why = "For a chombo the ruleset has one seat pay a mangan to the others, or nothing before the end of the game."
    sources = ("https://riichi.wiki/Chombo", "the ruleset's setting penalties.chombo")
    settings = ("penalties.chombo",)
    messages = {"payment": "The chombo of {seat:who} pays {paid:+} instead of {due:+}."}
    relies_on = doubt.POINTS
    spoils = doubt.POINTS
    before_kinds = (events.RYUUKYOKU,)

    def before_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge the payments for a chombo; the offender is taken to be the seat that pays most."""
        if not isinstance(event, Ryuukyoku) or event.draw_type != events.CHOMBO or event.deltas is None:
            return
        due = due_of_draw(table, event) or []
        if list(event.deltas) != due[: len(event.deltas)]:
            arguments: Arguments = {"paid": list(event.deltas), "due": due}
            expected, actual = changes_of(due), changes_of(event.deltas)
            offender = chombo_offender(table, event.deltas)
            report.add(self, offender, "payment", arguments, expected=expected, actual=actual)
