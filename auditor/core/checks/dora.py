# build: compiled
"""Dora indicators: the timing of kan-dora, and the ura of riichi winners."""

from typing import Final

from auditor.core.checks import doubt
from auditor.core.checks.check import KAN_MADE, Check, Report
from auditor.core.checks.win_values import claims_riichi
from auditor.core.checks.wording import EMA_RIICHI, EVENT_TERMS, TENHOU_MANUAL, amount
from auditor.core.events import ADDED_KAN, DISCARD, DORA, DRAW, NO_SEAT, NORTH, OPEN_KAN, WIN, Event, Win
from auditor.core.results import MISMATCH, Arguments, Phrase, Term
from auditor.core.table.table import ACTION_DUE, REPLACEMENT_DUE, Table
from auditor.core.table.winning import ura_due
from auditor.core.units import EventIndex

AT_ONCE: Final = "at once"


class DoraTiming(Check):
    """`dora/timing`."""

    id = "dora/timing"
    severity = MISMATCH
    title = "A kan-dora indicator turned too early, too late, or not at all."
    why = (
        "A closed kan turns its indicator at once, before the replacement draw. An open or added kan turns it at once "
        "too, or just before the next discard or the next kan's replacement draw, as the ruleset says; a kan that "
        "is robbed turns none."
    )
    sources = (TENHOU_MANUAL, "EMA riichi rules, section 3.3.11 (kan dora)")
    settings = ("dora.kan_dora", "dora.open_kan", "dora.robbed_kan")
    messages = {
        "none-due": "The indicator {tile} is turned, but no kan has one to turn.",
        "too-early": "The indicator {tile} is turned before the replacement draw; an open kan's comes after it.",
        "not-before-replacement": "The indicator of the {kan} is not turned before the replacement draw.",
        "not-before-discard": "The indicator of the {kan} is not turned before the discard.",
        "not-before-win": "The indicator of the {kan} is not turned before the win.",
        "not-due-at-win": "The indicator {tile} of the {kan} is turned for the win; it comes with the next discard.",
        "robbed": "The indicator {tile} is turned for the added kan of {kan_seat:who}, which is robbed.",
        "shown": "The win of {seat:who} shows the indicators {shown}; turned were {turned}.",
    }
    relies_on = doubt.DORA | doubt.TURN
    spoils = doubt.DORA | doubt.VALUE
    may_spoil = doubt.DORA | doubt.TURN | doubt.WALL | doubt.HAND
    applies_when = KAN_MADE
    before_kinds = (DORA, DRAW, DISCARD, WIN)

    def before_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge an indicator that is turned, or one that should have been turned by now."""
        if event.kind == WIN and any(tile < 0 for tile in table.indicators):
            report.spoil(self, doubt.DORA)
        if not report.game.indicators_recorded:
            if table.kans:
                report.spoil(self, doubt.DORA)  # the indicators turned for the kans are not in the log
            return
        if event.kind == DORA:
            self._judge_turn(table, event, report)
        elif isinstance(event, Win):
            self._judge_shown(table, event, report)
        elif table.indicators_due and table.rules.dora.kan_dora:
            self._judge_missing(table, event, report)

    def _judge_turn(self, table: Table, event: Event, report: Report) -> None:
        text = report.texts.tile(event.tile)
        if not table.indicators_due or not table.rules.dora.kan_dora:
            report.add(self, NO_SEAT, "none-due", {"tile": text}, expected=Term("no-indicator"), actual=text)
            # Most likely a kan is missing from the log, and with it the order of play and a seat's tiles.
            report.spoil(self, doubt.TURN | doubt.WALL | doubt.HAND, (table.due,))
        elif (
            table.phase == REPLACEMENT_DUE
            and report.game.indicator_times_recorded
            and not _due_before_replacement(table)
            and _comes_before_turn(table, report.event)
        ):
            expected = Term("after-the-replacement-draw")
            report.add(self, NO_SEAT, "too-early", {"tile": text}, expected=expected, actual=Term("before-it"))

    def _judge_missing(self, table: Table, event: Event, report: Report) -> None:
        is_last = report.event == len(table.hand.events) - 1
        if is_last and (event.kind == DRAW or report.game.indicators_follow):
            return  # the log is cut here, and some formats write an indicator after the event that it precedes
        if event.kind == DRAW:
            is_timed = report.game.indicator_times_recorded
            if table.phase != REPLACEMENT_DUE or not is_timed or not _due_before_replacement(table):
                return
            missing = _due_before_replacement(table)
            message_id = "not-before-replacement"
        else:
            missing = len(table.indicators_due)
            message_id = "not-before-discard"
        arguments = {"kan": EVENT_TERMS[table.indicators_due[0]]}
        expected = Phrase("more-turned", number=missing)
        report.add(self, event.seat, message_id, arguments, expected=expected, actual=Term("not-turned"))

    def _judge_number(self, table: Table, win: Win, report: Report) -> None:
        """Judge the number of indicators turned at a win right after a kan, for which no times need be recorded."""
        last, dora, missing = table.last, table.rules.dora, len(table.indicators_due)
        if table.wins or table.phase not in (ACTION_DUE, REPLACEMENT_DUE) or not (table.kans and dora.kan_dora):
            return
        if table.phase == ACTION_DUE:
            if win.seat == win.from_seat and table.drew_replacement and table.last_kan >= 0:
                self._judge_drawn(table, win, missing - _due_after_replacement(table), report)
        elif last is not None and last.kind == ADDED_KAN and win.seat != win.from_seat:
            may_be_turned = dora.open_kan == AT_ONCE and dora.robbed_kan == "either"
            if missing == 0 and not may_be_turned:
                text = report.texts.tile(table.indicators[-1])
                arguments: Arguments = {"tile": text, "kan_seat": last.seat}
                report.add(self, NO_SEAT, "robbed", arguments, expected=Term("no-indicator"), actual=text)

    def _judge_drawn(self, table: Table, win: Win, missing: int, report: Report) -> None:
        """Judge a win on a replacement tile. missing: how many indicators are missing; negative if too many."""
        if missing > 0:
            arguments: Arguments = {"kan": EVENT_TERMS[table.indicators_due[0]]}
            expected = Phrase("more-turned", number=missing)
            report.add(self, win.seat, "not-before-win", arguments, expected=expected, actual=Term("not-turned"))
        elif missing < 0:
            text = report.texts.tile(table.indicators[-1])
            arguments = {"tile": text, "kan": EVENT_TERMS[table.hand.events[table.last_kan].kind]}
            report.add(self, NO_SEAT, "not-due-at-win", arguments, expected=Term("no-indicator"), actual=text)

    def _judge_shown(self, table: Table, win: Win, report: Report) -> None:
        """Judge the indicators that a win shows by those turned."""
        self._judge_number(table, win, report)
        if win.dora is None:
            return
        turned, shown = table.indicators, list(win.dora)
        if not report.texts.are_same(turned, shown):
            expected, actual = report.texts.distinguishable(turned, shown)
            arguments = {"shown": actual, "turned": expected}
            report.add(self, win.seat, "shown", arguments, expected=expected, actual=actual)


def _comes_before_turn(table: Table, event: EventIndex) -> bool:
    """Whether an indicator is followed by the replacement draw and an action of the same seat, as far as the log goes.

    Where one of these is missing, `turn/order` reports it.
    """
    following = [one for one in table.hand.events[event:] if one.kind != DORA]
    if following and following[0].kind != DRAW:
        return False
    return len(following) < 2 or following[1].seat in (following[0].seat, NO_SEAT)


def _due_before_replacement(table: Table) -> int:
    """How many of the indicators due must be turned before the replacement draw that comes next."""
    return len(table.indicators_due) - _due_after_replacement(table)


def _due_after_replacement(table: Table) -> int:
    """How many of the indicators due (0 or 1) are turned after the latest replacement draw, with the next discard."""
    last = table.hand.events[table.last_kan].kind if table.last_kan >= 0 else NORTH
    return int(table.rules.dora.open_kan != AT_ONCE and last in (OPEN_KAN, ADDED_KAN))


class DoraUra(Check):
    """`dora/ura`."""

    id = "dora/ura"
    severity = MISMATCH
    title = "Ura indicators shown without riichi, missing, or of the wrong number."
    why = "Only a riichi winner turns ura indicators, one under each dora indicator."
    sources = (EMA_RIICHI, "https://riichi.wiki/Dora")
    settings = ("dora.kan_ura", "riichi.ura_dora")
    messages = {
        "in-riichi": "{seat:Who}, in riichi, wins with {shown:ura indicator|ura indicators} shown; {due} must be.",
        "not-in-riichi": "{seat:Who}, not in riichi, wins with {shown:ura indicator|ura indicators} shown; {due} must "
            "be.",
    }  # fmt: skip
    relies_on = doubt.TURN | doubt.DORA | doubt.VALUE | doubt.RIICHI
    spoils = doubt.VALUE
    may_spoil = doubt.STICKS | doubt.POINTS
    before_kinds = (WIN,)

    def before_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge the ura indicators of a win by the winner's riichi."""
        if not isinstance(event, Win) or claims_riichi(table, event):
            return
        shown = len(event.ura or ())
        in_riichi = table.seats[event.seat].in_riichi
        due = ura_due(table, event.seat)
        if event.ura is None and (due == 0 or not report.game.copies_recorded):
            return
        if shown != due:
            message_id, arguments = "in-riichi" if in_riichi else "not-in-riichi", {"shown": shown, "due": due}
            is_added = report.add(self, event.seat, message_id, arguments, expected=amount(due), actual=amount(shown))
            if is_added and not in_riichi:
                report.spoil(self, doubt.STICKS | doubt.POINTS)  # perhaps the declaration is missing from the log
