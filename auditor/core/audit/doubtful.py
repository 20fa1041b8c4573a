# build: compiled
"""Judging while something is in doubt: under what the log states and what else may be true.

Which checks are kept silent is told, with the finding that is the cause.

Loaded with the first finding that puts something in doubt.
"""

from collections.abc import Sequence
from typing import NamedTuple

from auditor.core.audit.supposed import Other, Supposed, World, combinations, supposed_by
from auditor.core.checks import BY_ID
from auditor.core.checks.check import Check, CheckLink, Report
from auditor.core.checks.doubt import FACETS, LASTING, TILE, DoubtState
from auditor.core.events import NO_SEAT, RYUUKYOKU, WIN, Event, Win
from auditor.core.results import NOTE, Finding, Unjudged
from auditor.core.table.table import Table
from auditor.core.units import Facets


class Occasion:
    """An occasion of a game at which checks are asked.

    which: the "start" of a hand, "before" or "after" an event, the "end" of the hand or of the "game". table: that of
    the hand; at the end of the game of the last one. before: at the start, the table of the hand before, if any.
    """

    def __init__(self, which: str, table: Table, event: Event | None, before: Table | None) -> None:
        self.which = which
        self.table = table
        self.event = event
        self.before = before
        self.varied = before if which == "start" else table
        """The table of which something else may be true than the log states."""

    def ask(self, check: Check, report: Report, world: Table | None) -> None:
        """Have a check judge it; `world`: as `varied`, with something else true."""
        table = self.table if world is None or self.which == "start" else world
        try:
            if self.event is not None and self.which == "before":
                check.before_event(table, self.event, report)
            elif self.event is not None:
                check.after_event(table, self.event, report)
            elif self.which == "start":
                check.at_start(table, self.before if world is None else world, report)
            elif self.which == "end":
                check.at_end(table, report)
            else:
                check.at_game_end(report.game, table, report)
        except Exception as error:
            report.add_crash(check.id, error)


class _State(NamedTuple):
    """What is known at a point of judging an occasion, to return to: what was found there, the doubts, what is told."""

    findings: list[Finding]
    doubts: DoubtState
    silenced: dict[str, frozenset[str]]
    explained: dict[str, str]
    causes: dict[tuple[Facets, int], str]


class Doubtful:
    """Judges a game while something is in doubt.

    report: that of the game.
    """

    def __init__(self, report: Report) -> None:
        self.report = report
        self._silenced: dict[str, frozenset[str]] = {}
        self._explained: dict[str, str] = {}
        self._causes: dict[tuple[Facets, int], str] = {}
        self._noted: Finding | None = None
        self._world_of: Table | None = None
        self._worlds: dict[tuple[Other, ...], World] = {}

    def judge(
        self, which: str, table: Table, step: CheckLink | None, event: Event | None = None, before: Table | None = None
    ) -> None:
        """Have the checks from `step` on judge an occasion; arguments as in `Occasion`."""
        report, doubts = self.report, self.report.doubts
        occasion = Occasion(which, table, event, before)
        supposed: tuple[Supposed, ...] = ()
        if which == "start":
            supposed, doubts.suppositions = doubts.suppositions, ()
        self._note(self._made_before(table), occasion, 0)
        if which != "start":
            supposed = doubts.suppositions
        checks: list[Check] = []
        while step is not None:
            checks.append(step.check)
            step = step.following
        if which == "start" and supposed:
            # The others go by the tiles alone, and those of the wall take each next hand once.
            by_numbers = [check for check in checks if (check.relies_on | check.may_rely_on) & LASTING]
            self._judge_under_each(by_numbers, occasion, combinations(supposed), supposed)
            self._ask_all([check for check in checks if check not in by_numbers], occasion, ())
        else:
            self._judge_under_each(checks, occasion, combinations(supposed), supposed)
        if which == "start":
            doubts.begin_play()
            for one in doubts.suppositions:
                doubts.facets &= ~one.facets
            self._note_causes("")
            report.is_doubtful = doubts.are_any
        self._noted = report.findings[-1] if report.findings else None

    def _made_before(self, table: Table) -> list[Finding]:
        """The findings of the hand that were made before anything was in doubt, and not noted yet."""
        made: list[Finding] = []
        for finding in reversed(self.report.findings):
            if finding is self._noted or finding.hand != table.hand.index:
                break
            made.insert(0, finding)
        return made

    def _judge_under_each(
        self, checks: list[Check], occasion: Occasion, worlds: list[tuple[Other, ...]], supposed: Sequence[Supposed]
    ) -> None:
        """Have checks judge by the log and, where something is wrong, under what else may be true by `supposed`.

        What is least far from right is kept: of equal ones the first. What is wrong only by the log is told.
        """
        if len(worlds) == 1 or occasion.varied is None:
            self._ask_all(checks, occasion, worlds[0])
            return
        first = len(self.report.findings)
        start, best, least = self._state(first), None, (0, 0, 0)
        by_log: set[str] = set()
        for number, others in enumerate(worlds):
            self._return_to(start, first)
            self._ask_all(checks, occasion, others)
            wrong = [one for one in self.report.findings[first:] if one.severity != NOTE]
            if number == 0:
                by_log = {one.check for one in wrong}
            away = (len(wrong), *self._distance(occasion, others)) if wrong else (0, 0, 0)
            if best is None or away < least:
                best, least = self._state(first), away
            if not wrong:
                break
        if best is not None:
            self._return_to(best, first)
        for check in by_log - {one.check for one in self.report.findings[first:]}:
            self._silence(check, supposed[0].facets & -supposed[0].facets, supposed[0].cause)

    def _ask_all(self, checks: list[Check], occasion: Occasion, others: tuple[Other, ...]) -> None:
        """Have checks judge if `others` is true; once a finding says what more may be, the rest under each."""
        report = self.report
        world = self._world(occasion, others)
        values = report.win_values
        if world is not None:
            report.win_values = world.win_values
        for number, check in enumerate(checks):
            known = len(report.doubts.suppositions)
            self._ask(check, occasion, None if world is None else world.table)
            new = report.doubts.suppositions[known:]
            if new and occasion.event is not None:
                report.win_values = values
                self._judge_under_each(checks[number + 1 :], occasion, combinations(new, others), new)
                break
        report.win_values = values

    def _world(self, occasion: Occasion, others: tuple[Other, ...]) -> World | None:
        """The hand as it is now if `others` is true; None for what the log states."""
        table = occasion.varied
        if table is None or not others:
            return None
        if table is not self._world_of:
            self._world_of, self._worlds = table, {}
        world = self._worlds.get(others)
        if world is None:
            world = self._worlds[others] = World(self.report.game, table.hand, table.rules, others)
        world.go_on(table.index)
        return world

    def _distance(self, occasion: Occasion, others: tuple[Other, ...]) -> tuple[int, int]:
        """How far a payment is from what is due if `others` is true: the seats with wrong amounts, and by how much."""
        world = self._world(occasion, others)
        table = occasion.table if world is None else world.table
        win = occasion.event
        if not isinstance(win, Win) or win.deltas is None or occasion.which != "before":
            return 0, 0
        paid = (self.report.win_values if world is None else world.win_values).judge(table, win).paid
        due = (
            table.scores if paid is None else [now + more for now, more in zip(table.scores, paid.total, strict=False)]
        )
        before = win.scores or table.scores
        wrong = [now + more - then for now, more, then in zip(before, win.deltas, due, strict=False)]
        return sum([points != 0 for points in wrong]), sum([abs(points) for points in wrong])

    def _state(self, first: int) -> _State:
        return _State(
            self.report.findings[first:], self.report.doubts.snapshot(), dict(self._silenced), dict(self._explained),
            dict(self._causes),
        )  # fmt: skip

    def _return_to(self, state: _State, first: int) -> None:
        self.report.findings[first:] = state.findings
        self.report.doubts.restore(state.doubts)
        self._silenced, self._explained = dict(state.silenced), dict(state.explained)
        self._causes = dict(state.causes)

    def silenced_checks(self) -> list[Unjudged]:
        """The checks that doubt kept silent in the hand that ends, with the reasons."""
        silenced = [Unjudged(tuple(sorted(checks)), reason) for reason, checks in sorted(self._silenced.items())]
        self._silenced.clear()
        self._explained.clear()
        lasting = self.report.doubts.facets & LASTING
        self._causes = {key: cause for key, cause in self._causes.items() if key[1] == NO_SEAT and key[0] & lasting}
        return silenced

    def _ask(self, check: Check, occasion: Occasion, world: Table | None) -> None:
        """Have a check judge, and note what it has put in doubt, or which doubt kept it silent."""
        report = self.report
        report.met.clear()
        known, facets = len(report.findings), report.doubts.facets
        occasion.ask(check, report, world)
        made = report.findings[known:]
        if made:
            self._note(made, occasion, facets)
            return
        if check.severity != NOTE:
            for met, place in report.met:
                self._tell(check, met, place)
            if occasion.event is not None and occasion.which == "before" and occasion.event.kind in (WIN, RYUUKYOKU):
                # A position that is in doubt may hide what is wrong at the end of the hand.
                self._tell(check, check.relies_on, occasion.event.seat if occasion.event.kind == WIN else NO_SEAT)
        self._note_causes(self._explained.get(check.id, ""))

    def _note(self, made: list[Finding], occasion: Occasion, before: Facets) -> None:
        """Note what findings have put in doubt, and what else may be true since. before: what was in doubt already."""
        report = self.report
        cause = ""
        for finding in made:
            if finding.severity == NOTE:
                continue
            self._explained[finding.check] = finding.check
            check = BY_ID[finding.check]
            cause = finding.check if check.spoils or check.may_spoil else cause
            for one in supposed_by(finding, report.event, occasion.table, occasion.before, report.game):
                report.doubts.suppositions += (one,)
                if occasion.which != "start":
                    report.doubts.facets &= ~one.facets | before
        self._note_causes(cause)

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
                self._silence(check.id, facet, cause)
                return

    def _silence(self, check: str, facet: Facets, cause: str) -> None:
        """Tell of a check that did not judge, because a finding of the check `cause` puts a facet in doubt."""
        name = FACETS[int(facet).bit_length() - 1][0]
        reason = f"the {name} {'are' if name.endswith('s') else 'is'} in doubt since {cause}"
        self._silenced[reason] = self._silenced.get(reason, frozenset()) | {check}
        self._explained.setdefault(check, cause)
