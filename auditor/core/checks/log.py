# build: compiled
"""Contradictions within a log."""

from auditor.core import events
from auditor.core.checks import doubt
from auditor.core.checks.check import CONTRADICTIONS, NO_EVENT, Check, Report
from auditor.core.events import Contradiction, Event
from auditor.core.results import MISMATCH, as_data
from auditor.core.table.table import Table


class LogContradiction(Check):
    """`log/contradiction`."""

    id = "log/contradiction"
    severity = MISMATCH
    title = "Two things that the log says of one moment exclude each other."
    why = (
        "Records that people type in say some things twice: an indicator and the dora that it makes, a riichi said and "
        "marked, a call said and shown, the dealer and the winds of the seats, the end of a hand and its result, final "
        "scores and places; Mahjong Soul's name the seat of a call and of each of its tiles. Both must be true."
    )
    sources = ("the log itself",)
    messages = {"contradiction": "{contradiction}"}
    may_rely_on = doubt.TILE
    spoils = 0
    may_spoil = (
        doubt.DORA | doubt.HAND | doubt.VALUE | doubt.RIICHI | doubt.TURN | doubt.OUTCOME | doubt.POINTS
        | doubt.STICKS | doubt.HONBA | doubt.ROUND
    )  # fmt: skip
    applies_when = CONTRADICTIONS
    before_kinds = (
        events.DRAW, events.DORA, events.RIICHI, events.DISCARD, events.CHI, events.PON, events.OPEN_KAN,
        events.CLOSED_KAN, events.ADDED_KAN, events.WIN,
    )  # fmt: skip
    judges_start = True
    judges_end = True

    def at_start(self, table: Table, previous: Table | None, report: Report) -> None:
        """Report the contradictions in the deal."""
        for one in table.hand.contradictions:
            if one.event == NO_EVENT:
                self._report(one, report)

    def before_event(self, table: Table, event: Event, report: Report) -> None:
        """Report the contradictions in an event."""
        for one in table.hand.contradictions:
            if one.event == report.event and one.about not in (events.ABOUT_END, events.ABOUT_FIELD):
                self._report(one, report)
                if report.names_wrong_caller():
                    report.spoil(self, doubt.TURN)

    def at_end(self, table: Table, report: Report) -> None:
        """Report contradictions about the end of the hand, and fields of a win with which nothing else is wrong."""
        for one in table.hand.contradictions:
            if one.about == events.ABOUT_END or (one.about == events.ABOUT_FIELD and not report.is_faulty(one.event)):
                self._report(one, report)

    def _report(self, one: Contradiction, report: Report) -> None:
        said = {"contradiction": as_data(one.message)}  # in the words of its format, with what the log says quoted
        report.add(self, one.seat, "contradiction", said, expected=one.expected, actual=one.actual, event=one.event)
        if one.about == events.ABOUT_INDICATOR:
            report.spoil(self, doubt.DORA)
        elif one.about == events.ABOUT_URA:
            report.spoil(self, doubt.VALUE)
        elif one.about == events.ABOUT_RIICHI:
            report.spoil(self, doubt.RIICHI, (one.seat,))
        elif one.about == events.ABOUT_TILE:
            report.spoil(self, doubt.HAND, (one.seat,))
        elif one.about == events.ABOUT_DEALER:
            report.spoil(self, doubt.ROUND | doubt.TURN | doubt.VALUE | doubt.OUTCOME)
        elif one.about == events.ABOUT_END:
            report.spoil(self, doubt.OUTCOME | doubt.POINTS | doubt.STICKS | doubt.HONBA | doubt.ROUND)
