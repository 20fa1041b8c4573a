# build: compiled
"""Judging while something is in doubt: which checks are kept silent is told, with the finding that is the cause.

Loaded with the first finding that puts something in doubt.
"""

from auditor.core.checks import BY_ID
from auditor.core.checks.check import Check, CheckLink, Report
from auditor.core.checks.doubt import FACETS, LASTING, TILE
from auditor.core.events import NO_SEAT, RYUUKYOKU, WIN, Event
from auditor.core.results import NOTE, Unjudged
from auditor.core.table.table import Table
from auditor.core.units import Facets


class Moment:
    """A moment of a game at which checks are asked.

    which: the "start" of a hand, "before" or "after" an event, the "end" of the hand or of the "game". table: that of
    the hand; at the end of the game of the last one. before: at the start, the table of the hand before, if any.
    """

    def __init__(self, which: str, table: Table, event: Event | None, before: Table | None) -> None:
        self.which = which
        self.table = table
        self.event = event
        self.before = before

    def ask(self, check: Check, report: Report) -> None:
        """Have a check judge the moment."""
        try:
            if self.event is not None and self.which == "before":
                check.before_event(self.table, self.event, report)
            elif self.event is not None:
                check.after_event(self.table, self.event, report)
            elif self.which == "start":
                check.at_start(self.table, self.before, report)
            elif self.which == "end":
                check.at_end(self.table, report)
            else:
                check.at_game_end(report.game, self.table, report)
        except Exception as error:
            report.add_crash(check.id, error)


class Doubtful:
    """Judges a game while something is in doubt.

    report: that of the game.
    """

    def __init__(self, report: Report) -> None:
        self.report = report
        self._silenced: dict[str, set[str]] = {}
        self._explained: dict[str, str] = {}
        self._causes: dict[tuple[Facets, int], str] = {}

    def judge(
        self, which: str, table: Table, step: CheckLink | None, event: Event | None = None, before: Table | None = None
    ) -> None:
        """Have the checks from `step` on judge a moment; arguments as in `Moment`."""
        moment = Moment(which, table, event, before)
        self._note_causes(self._latest_spoiler(table))
        checks: list[Check] = []
        while step is not None:
            checks.append(step.check)
            step = step.following
        for check in checks:
            self._ask(check, moment)
        if event is not None and which == "before" and event.kind in (WIN, RYUUKYOKU):
            self._tell_blind(checks, event)
        if which == "start":
            self.report.doubts.begin_play()
            self._note_causes("")
            self.report.is_doubtful = self.report.doubts.are_any

    def silenced_checks(self) -> list[Unjudged]:
        """The checks that doubt kept silent in the hand that ends, with the reasons."""
        silenced = [Unjudged(tuple(sorted(checks)), reason) for reason, checks in sorted(self._silenced.items())]
        self._silenced.clear()
        self._explained.clear()
        lasting = self.report.doubts.facets & LASTING
        self._causes = {key: cause for key, cause in self._causes.items() if key[1] == NO_SEAT and key[0] & lasting}
        return silenced

    def _latest_spoiler(self, table: Table) -> str:
        """The check that put in doubt what is newly so, with the latest finding of the hand; "" where it made none."""
        for finding in self.report.findings[-1:]:
            check = BY_ID[finding.check]
            if finding.hand == table.hand.index and (check.spoils or check.may_spoil):
                self._explained[check.id] = check.id
                return check.id
        return ""

    def _ask(self, check: Check, moment: Moment) -> None:
        """Have a check judge, and note what it has put in doubt, or which doubt kept it silent."""
        report = self.report
        report.met.clear()
        known = len(report.findings)
        moment.ask(check, report)
        if len(report.findings) > known:
            self._explained[check.id] = check.id
        elif check.severity != NOTE:
            for facets, place in report.met:
                self._tell(check, facets, place)
        self._note_causes(self._explained.get(check.id, ""))

    def _note_causes(self, cause: str) -> None:
        """Note that a finding of the check `cause` put in doubt what is newly so, and forget what is so no longer."""
        doubts, known = self.report.doubts, self._causes
        masks = [*enumerate(doubts.of_seats), (NO_SEAT, doubts.facets)]
        keys = [(1 << bit, place) for bit in range(len(FACETS)) for place, mask in masks if mask >> bit & 1]
        keys += [(TILE, event) for event in doubts.faulty_events]
        self._causes = {key: known.get(key, cause) for key in keys}

    def _tell(self, check: Check, facets: Facets, place: int) -> None:
        """Tell of a check that some of the facets, met in doubt, kept silent, if a finding is the cause.

        place: a seat, NO_SEAT for all of them, or the event of a TILE. One reason in a hand is enough.
        """
        if self._explained.get(check.id, check.id) != check.id:
            return
        for (facet, where), cause in self._causes.items():
            is_met = facet & facets and (where in (place, NO_SEAT) or place == NO_SEAT)
            if facet == TILE:
                is_met = facets == TILE and where == place
            if cause and is_met:
                name = FACETS[facet.bit_length() - 1][0]
                are = "are" if name.endswith("s") else "is"
                self._silenced.setdefault(f"the {name} {are} in doubt since {cause}", set()).add(check.id)
                self._explained.setdefault(check.id, cause)
                return

    def _tell_blind(self, checks: list[Check], end: Event) -> None:
        """Tell of the checks that saw nothing wrong at the end of a hand, but rely on what is in doubt."""
        seat = end.seat if end.kind == WIN else NO_SEAT
        for check in checks:
            if check.severity != NOTE and self._explained.get(check.id) != check.id:
                self._tell(check, check.relies_on, seat)
