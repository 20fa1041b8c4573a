# build: hot
"""The audit of a game: each hand is replayed, and the checks see the table before and after every event."""

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from auditor.core.checks import BY_ID, CATALOGUE, names_of, no_such_check
from auditor.core.checks.check import (
    ALL_TILES,
    CONTRADICTIONS,
    GAME_FEATURES,
    NO_EVENT,
    SERVER_SIDE,
    SITUATIONS,
    UNUSUAL,
    Check,
    CheckLink,
    Report,
    linked,
    situation,
    situation_after,
)
from auditor.core.checks.unjudged import unjudged_checks
from auditor.core.errors import Problem, RulesetError
from auditor.core.events import DISCARD, DRAW, KIND_NAMES, NOT_RECORDED, Event, Game, Hand
from auditor.core.results import Finding
from auditor.core.rulesets.model import Ruleset
from auditor.core.table.next_hand import ending, is_end_unknown
from auditor.core.table.record import HandRecord
from auditor.core.table.table import ReplayObserver, Table, deal, finish
from auditor.core.text import plural
from auditor.core.units import EventKind, Needs

if TYPE_CHECKING:
    from auditor.core.audit.doubtful import Doubtful


class Audit:
    """The result of the audit of a game: its findings in the order found, and a record of each hand.

    problems: internal errors (a check that crashed), each with its place; the rest was audited.
    off_ruleset_offers: what the server offered although the ruleset forbids it, a clause each.
    is_over: whether the game ends with its last hand: the log gives a result, or the ruleset ends it there.
    """

    def __init__(
        self, game: Game, ruleset: Ruleset, findings: list[Finding], records: list[HandRecord], problems: list[Problem],
        is_over: bool = False, off_ruleset_offers: tuple[str, ...] = (),
    ) -> None:  # fmt: skip
        self.game = game
        self.ruleset = ruleset
        self.findings = findings
        self.records = records
        self.problems = problems
        self.is_over = is_over
        self.off_ruleset_offers = off_ruleset_offers

    def __repr__(self) -> str:
        return f"<audit of {self.game} by {self.ruleset.name}: {plural(len(self.findings), 'finding')}>"


def _applies(check: Check, kind: EventKind, situation: Needs) -> bool:
    """Whether to run a check at an event in a situation; not if it can find nothing there."""
    needs = check.applies_when & ~GAME_FEATURES
    return needs == 0 or needs & situation != 0 or (kind != DRAW and kind != DISCARD)


class CheckPlan:
    """Which checks run when, computed once for a set of checks.

    before, after: for each event kind and each of the SITUATIONS, at ``kind * SITUATIONS + situation``.
    """

    def __init__(self, checks: tuple[Check, ...]) -> None:
        self.before: list[CheckLink | None] = []
        self.after: list[CheckLink | None] = []
        for kind in range(len(KIND_NAMES)):
            before = [check for check in checks if kind in check.before_kinds]
            after = [check for check in checks if kind in check.after_kinds]
            for bits in range(SITUATIONS):
                self.before.append(linked([check for check in before if _applies(check, kind, bits)]))
                self.after.append(linked([check for check in after if _applies(check, kind, bits)]))
        self.start = linked([check for check in checks if check.judges_start])
        self.end = linked([check for check in checks if check.judges_end])
        self.game = linked([check for check in checks if check.judges_game])


_plans: Final[dict[tuple[tuple[str, ...], Needs], CheckPlan]] = {}
_NO_CHECKS: Final = CheckPlan(())


def is_disabled(check: str, off: tuple[str, ...]) -> bool:
    """Whether a check is among those that are off, by any of its names."""
    return any([name in off for name in names_of(check)])


def plan_for(rules: Ruleset, given: Needs = GAME_FEATURES, left_out: tuple[str, ...] = ()) -> CheckPlan:
    """The plan of all checks that the ruleset does not disable and that a game with the given features can satisfy.

    left_out: checks that cannot judge the game. Raises RulesetError where a check is disabled that does not exist.
    """
    off = (*rules.off, *left_out)
    if (plan := _plans.get((off, given))) is None:
        for name in off:
            if not any([name in names_of(check) for check in BY_ID]):
                raise RulesetError(f"{rules.name}: off: {no_such_check(name, BY_ID)}")
        missing = GAME_FEATURES & ~given
        plan = CheckPlan(
            tuple([one for one in CATALOGUE if not is_disabled(one.id, off) and not one.applies_when & missing])
        )
        if len(_plans) >= 256:  # what is off may follow from a log
            _plans.clear()
        _plans[off, given] = plan
    return plan


def features_of(game: Game) -> Needs:
    """The features of a game, out of GAME_FEATURES, that checks may need."""
    given = ALL_TILES if game.all_tiles_recorded else 0
    for hand in game.hands:
        if hand.server is not None:
            given |= SERVER_SIDE
        if hand.contradictions:
            given |= CONTRADICTIONS
    return given


def audit_game(
    game: Game, ruleset: Ruleset, *, select: frozenset[str] | None = None, ignore: frozenset[str] = frozenset(),
    watch: ReplayObserver | None = None,
) -> Audit:  # fmt: skip
    """Replay and judge a game under a ruleset; under one for another number of players, replay it alone.

    select, ignore: ids of checks whose findings are kept (None: all) or dropped. Every check runs all the same,
    because a fault that is not selected must still suppress its consequences. watch: observes the replay.
    """
    audit = GameAudit(game, ruleset, features_of(game), watch)
    records: list[HandRecord] = []
    for hand in game.hands:
        audit.open_hand(hand)
        for event in hand.events:
            if not audit.judge(event):
                break
        records.append(audit.close_hand())
    audit.close_game()
    report = audit.report
    findings = [
        finding
        for finding in report.findings
        if (select is None or finding.check in select) and finding.check not in ignore
    ]
    is_over = _is_over(game, audit.previous, ruleset)
    return Audit(game, ruleset, findings, records, report.problems, is_over, tuple(report.off_ruleset_offers))


def _is_over(game: Game, last: Table | None, rules: Ruleset) -> bool:
    if last is None or not last.hand.is_finished or not last.scores_known or rules.game.players != game.players:
        return False
    return game.result is not None or (bool(ending(last)) and not is_end_unknown(last))


class GameAudit:
    """The audit of a game in progress: its hands one after the other, event by event.

    report: what was found so far. table: the position in the hand being judged; previous: that at the end of the last
    hand, None before the first; is_stopped: whether the replay could not go on in this hand.

    game: the game of the hands. Only hands and events that are passed to the methods are judged. ruleset: the rules to
    judge by; if they are for another number of players, hands are only replayed. features: the features of the game, as
    from `features_of`. watch: observes the replay.
    """

    def __init__(
        self, game: Game, ruleset: Ruleset, features: Needs = GAME_FEATURES, watch: ReplayObserver | None = None
    ) -> None:
        self.game = game
        self.ruleset = ruleset
        self.report = Report(game, ruleset)
        left_out = tuple([check for check, _ in game.left_out])
        is_judged = ruleset.game.players == game.players
        self.plan = plan_for(ruleset, features, left_out) if is_judged else _NO_CHECKS
        self.table: Table | None = None
        self.previous: Table | None = None
        self.is_stopped = False
        self._doubtful: Doubtful | None = None
        self._watch = watch
        self._watching: ReplayObserver | None = None

    def deal_hand(self, hand: Hand) -> Table:
        """Deal the next hand."""
        # The red fives are asked for in each hand: a judgement under other rules notes what each part has read.
        self.table = table = deal(self.game, hand, self.ruleset)
        self.is_stopped = False
        self.report.open_hand(table)
        return table

    def open_hand(self, hand: Hand) -> None:
        """Deal the next hand, and judge its start."""
        previous = self.previous
        if previous is not None and hand.index != previous.hand.index + 1:
            previous = None  # a hand that could not be read leaves a gap: there is nothing to compare with
        table = self.deal_hand(hand)
        report = self.report
        step = self.plan.start
        while step is not None and not report.is_doubtful:
            try:
                step.check.at_start(table, previous, report)
            except Exception as error:
                report.add_crash(step.check.id, error)
            step = step.following
        if report.is_doubtful:
            self._in_doubt().judge("start", table, step, before=previous)
        self._watching = None if self._watch is None else _observer_started(self._watch, table, report)

    def judge(self, event: Event) -> bool:
        """Judge the next event of the hand, and apply it. Returns whether the replay goes on."""
        dealt, report, plan = self.table, self.report, self.plan
        assert dealt is not None
        table: Table = dealt  # compiled code would compare the other with None wherever it is used
        report.event = table.index
        kind: i64 = event.kind
        found = situation(table, event, report)
        if kind <= DISCARD and not found & UNUSUAL:
            report.doubts.count_orderly_event()  # as `turn/order` would, which does not run here
        step = plan.before[kind * SITUATIONS + found]
        while step is not None and not report.is_doubtful:
            try:
                step.check.before_event(table, event, report)
            except Exception as error:
                report.add_crash(step.check.id, error)
            step = step.following
        if report.is_doubtful:
            self._in_doubt().judge("before", table, step, event)
        if self._watching is not None:
            self._watching = _observed(self._watching, table, event, report, is_after=False)
        try:
            table.apply(event)
        except Exception as error:
            report.add_crash("the replay", error)
            table.record.stopped_at = report.event
            self.is_stopped = True
            return False
        if self._watching is not None:
            self._watching = _observed(self._watching, table, event, report, is_after=True)
        step = plan.after[kind * SITUATIONS + situation_after(table, kind)]
        while step is not None and not report.is_doubtful:
            try:
                step.check.after_event(table, event, report)
            except Exception as error:
                report.add_crash(step.check.id, error)
            step = step.following
        if report.is_doubtful:
            self._in_doubt().judge("after", table, step, event)
        return True

    def close_hand(self) -> HandRecord:
        """Judge the hand as a whole. Returns its record."""
        table = self.table
        assert table is not None
        report, hand = self.report, table.hand
        if not self.is_stopped:
            if hand.unexplained_from != NOT_RECORDED:
                table.record.stopped_at = hand.unexplained_from
            table.record.unjudged = unjudged_checks(table, report)
        self.judge_end()
        if self._doubtful is not None:
            table.record.unjudged += self._doubtful.silenced_checks()
        self.previous, self.table = table, None
        record = finish(table)
        for event, win_value in report.win_values.by_event.items():
            if win_value.value is not None:
                record.won_readings[event] = win_value.value.reading
        return record

    def judge_end(self) -> None:
        """Run the checks that judge a hand once it is over; none where the replay could not go on."""
        table, report = self.table, self.report
        assert table is not None
        if self.is_stopped:
            return
        report.event = len(table.hand.events) - 1
        step = self.plan.end
        while step is not None and not report.is_doubtful:
            try:
                step.check.at_end(table, report)
            except Exception as error:
                report.add_crash(step.check.id, error)
            step = step.following
        if report.is_doubtful:
            self._in_doubt().judge("end", table, step)

    def close_game(self) -> None:
        """Judge the game as a whole."""
        report = self.report
        if self.previous is None:
            return
        report.event = NO_EVENT
        step = self.plan.game
        while step is not None and not report.is_doubtful:
            try:
                step.check.at_game_end(self.game, self.previous, report)
            except Exception as error:
                report.add_crash(step.check.id, error)
            step = step.following
        if report.is_doubtful:
            doubtful = self._in_doubt()
            doubtful.judge("game", self.previous, step)
            self.previous.record.unjudged += doubtful.silenced_checks()

    def _in_doubt(self) -> "Doubtful":
        """What judges while something is in doubt."""
        if self._doubtful is None:
            from auditor.core.audit.doubtful import Doubtful

            self._doubtful = Doubtful(self.report)
        return self._doubtful


def _observer_started(watch: ReplayObserver, table: Table, report: Report) -> ReplayObserver | None:
    """Show the observer the deal. Returns the observer for the events, None if it failed."""
    try:
        watch.start(table, report.walls.wall)
    except Exception as error:
        report.add_crash("the watch", error)
        return None
    return watch


def _observed(
    watch: ReplayObserver, table: Table, event: Event, report: Report, *, is_after: bool
) -> ReplayObserver | None:
    """Show the observer the position before or after an event. Returns the observer, None if it failed."""
    try:
        if is_after:
            watch.after(table, event)
        else:
            watch.before(table, event)
    except Exception as error:
        report.add_crash("the watch", error)
        return None
    return watch
