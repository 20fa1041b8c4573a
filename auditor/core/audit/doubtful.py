# build: compiled
"""Judging while something is in doubt: under what the log states and what else may be true.

A doubt about a number is none if the other number is known: what follows is judged under each, and what is wrong under
each is a fault of its own. Which checks are kept silent is told, with the finding that is the cause. Loaded with the
first finding that puts something in doubt.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from auditor.core import events, yaku
from auditor.core.checks import BY_ID, doubt
from auditor.core.checks.check import NO_EVENT, Check, CheckLink, Report
from auditor.core.checks.doubt import DoubtState
from auditor.core.checks.turn import is_end_again
from auditor.core.checks.win_values import WinValues
from auditor.core.events import NO_SEAT, RYUUKYOKU, WIN, Deposit, Event, Game, Hand, Win, replace_event, replace_hand
from auditor.core.phrases import Phrase, word
from auditor.core.reading import FORMAT_BY_NAME
from auditor.core.reading.building import NO_POINTS
from auditor.core.results import NOTE, Amounts, Finding, Unjudged
from auditor.core.rulesets.model import Ruleset
from auditor.core.table.next_hand import next_honba, possible_rounds
from auditor.core.table.table import OVER, Table, deal
from auditor.core.units import EventIndex, Facets, Points, RoundNumber, SeatIndex

_MOST_WORLDS: Final = 24
_AS_STATED: Final = -1
_AFTER_RIICHI: Final = (
    "call/riichi", "riichi/discard", "riichi/repeat",
    "riichi/kan-drawn", "riichi/kan-forbidden", "riichi/kan-shape", "riichi/kan-waits",
)  # fmt: skip
"""The checks of what the declarer of a riichi does later."""
_GO_AROUND: Final = 4
"""Draws of a go-around, and more than one fault leaves out or doubles."""


class Other(NamedTuple):
    """What may be true instead of what the log states; all else is as stated.

    round, dealer, honba: of the hand. sticks: how many more lie on the table. points: how many more each seat has.
    unpaid: a seat whose riichi is perhaps none, so that its stick stays its own. since: after which event, or NO_EVENT.
    """

    round: RoundNumber = _AS_STATED
    dealer: SeatIndex = _AS_STATED
    honba: int = _AS_STATED
    sticks: int = 0
    points: tuple[Points, ...] = ()
    unpaid: SeatIndex = NO_SEAT
    since: EventIndex = NO_EVENT


class Supposed(NamedTuple):
    """What may be true since the finding of the check `cause`: with one of `others`, none of `facets` is in doubt."""

    cause: str
    facets: Facets
    others: tuple[Other, ...]


def combinations(supposed: Sequence[Supposed], first: tuple[Other, ...] = ()) -> list[tuple[Other, ...]]:
    """All that may be true by several findings at once, as the log states it first; `first`: what is taken as true."""
    found = [first]
    for one in supposed:
        found += [(*known, other) for known in found for other in one.others]
        found = found[:_MOST_WORLDS]
    return found


class World:
    """A hand, at its `table`, as it is if something else is true than the log states; what its wins are worth."""

    def __init__(self, game: Game, hand: Hand, rules: Ruleset, others: tuple[Other, ...]) -> None:
        facts: dict[str, int] = {}
        for one in others:
            for name, value in (("round", one.round), ("dealer", one.dealer), ("honba", one.honba)):
                if value != _AS_STATED:
                    facts[name] = value
        self.table = deal(game, replace_hand(hand, events=hand.events, lines=hand.lines, **facts), rules)
        self.win_values = WinValues()
        self._others = others
        self._stated = list(hand.scores)
        self._suppose(NO_EVENT)

    def go_on(self, index: EventIndex) -> None:
        """Apply the events before `index` that were not applied yet."""
        table = self.table
        while table.index < index:
            event = table.hand.events[table.index]
            scores = table.scores
            table.apply(event)
            if isinstance(event, Deposit):
                self._deposit(event, scores)
            self._suppose(table.index - 1)

    def _deposit(self, deposit: Deposit, scores: list[Points]) -> None:
        """Go on from a stick, paid after `scores`; some logs state the payer's points, and others' as they were."""
        seats, table = range(len(scores)), self.table
        told = list(deposit.scores or [self._stated[one] - table.stick * (one == deposit.seat) for one in seats])
        kept = [one != deposit.seat and told[one] == self._stated[one] for one in seats]
        table.scores = [scores[one] if kept[one] else table.scores[one] for one in seats]
        self._stated = told
        if any([one.unpaid == deposit.seat and one.since < table.index - 1 for one in self._others]):
            self._give_back(deposit.seat, 1)

    def _suppose(self, event: EventIndex) -> None:
        """Change what is otherwise after an event than the log states."""
        for one in self._others:
            if one.since == event:
                self._change(one.sticks, one.points)
                if one.unpaid != NO_SEAT:
                    self._give_back(one.unpaid, self.table.seats[one.unpaid].deposits)

    def _give_back(self, seat: SeatIndex, sticks: int) -> None:
        self._change(-sticks, points_at(seat, sticks * self.table.stick))

    def _change(self, sticks: int, points: Sequence[Points]) -> None:
        """Add to what lies on the table and to what the seats have: now, and before the payment at the start, too."""
        table, hand = self.table, self.table.hand
        hand.sticks += sticks
        if not table.wins:
            table.sticks += sticks
        if points:
            table.scores = [table.scores[seat] + points[seat] for seat in range(len(table.scores))]
            if not table.wins and table.phase != OVER:
                hand.scores = tuple([hand.scores[seat] + points[seat] for seat in range(len(hand.scores))])


def points_at(seat: SeatIndex, points: Points) -> tuple[Points, ...]:
    """Points of one seat, as those of all."""
    return tuple([points if one == seat else 0 for one in range(4)])


def supposed_by(finding: Finding, event: EventIndex, table: Table, before: Table | None, game: Game) -> list[Supposed]:
    """What may be true since a finding, made at an event or at the start of a hand.

    table: that of the hand; before: that of the hand before. Where payments are read from the points that are recorded,
    as the M-League's are, points and sticks are one number, of which nothing else is known.
    """
    format = FORMAT_BY_NAME.get(game.format)
    if finding.check == "game/rotation":
        return _by_rotation(table, before, format is not None and format.seats_by_dealer)
    if finding.check == "honba/carry":
        due = finding.arguments.get("due")
        facets = doubt.HONBA | doubt.POINTS | doubt.STICKS
        return [Supposed(finding.check, facets, (Other(honba=due),))] if isinstance(due, int) else []
    if format is not None and format.pays_by_difference:
        return []
    if finding.check in ("pay/win", "pay/honba", "pay/noten", "win/claim", "win/multiple"):
        return _by_payment(finding, table)
    others: list[Other] = []
    if finding.check in ("game/carry", "stick/carry"):
        others = _by_carry(finding, table, before)
    elif finding.check == "stick/deposit":
        others = _by_deposit(finding, event, table)
    elif finding.check == "stick/award" and "taken" in finding.arguments and NO_POINTS in game.left_out:
        due, taken = [int(str(finding.arguments[name])) for name in ("due", "taken")]
        points = points_at(table.hand.events[event].seat, due * table.stick - taken)
        return [Supposed(finding.check, doubt.POINTS, (Other(points=points, since=event),))]  # the stick may still lie
    elif finding.check == "stick/leak" and finding.message_id == "before":
        more = _less(finding.actual, finding.expected)
        others = [Other(points=more, since=event - 1), Other(points=_negative(more), since=event)]
        kinds = [one.kind for one in table.hand.events]
        is_unpaid = kinds.count(events.RIICHI) > kinds.count(events.DEPOSIT) and sum(more) % table.stick == 0
        if is_unpaid or sorted(more) == [-table.stick, 0, 0, 0]:  # a stick, or all of a riichi, is not recorded
            others.append(Other(points=more, sticks=-sum(more) // table.stick, since=event - 1))
    elif finding.check == "turn/order" and event >= 0 and is_end_again(table, table.hand.events[event]):
        paid = () if table.ryuukyoku is None else table.ryuukyoku.deltas or ()
        again = Other(points=_negative(paid), since=event - 1)  # only the later of the two payments is one
        facets = doubt.TURN | doubt.WALL | doubt.POINTS | doubt.STICKS | doubt.OUTCOME
        return [Supposed(finding.check, facets, (again,))]
    elif finding.check == "turn/order" and table.pending_riichi != NO_SEAT and table.phase != OVER:
        others = [_paid(table, table.pending_riichi, 1, event - 1)]  # the payment may be missing, too
    elif finding.seat is not None:
        others = _by_false_riichi(finding, finding.seat, event, table)
    return [Supposed(finding.check, doubt.POINTS | doubt.STICKS, tuple(others))] if others else []


def _by_rotation(table: Table, before: Table | None, has_other_seats: bool) -> list[Supposed]:
    """The round, dealer and counter that were due. What was paid in a hand that is missing is not asked any more, nor
    in one whose seats may be others' than the log is read.
    """
    hand, due = table.hand, table.hand.honba
    rounds: tuple[RoundNumber, ...] = ()
    if before is not None and before.hand.is_finished:
        rounds, due = possible_rounds(before), next_honba(before)
    others: list[Other] = []
    if hand.dealer != hand.round % 4:
        others = [Other(dealer=hand.round % 4), Other(round=hand.round - hand.round % 4 + hand.dealer)]
    others += [Other(round=number, dealer=number % 4) for number in rounds if number != hand.round]
    others += [Other(round=number) for number in rounds if number not in (hand.round, hand.dealer % 4)]
    facets = doubt.ROUND | doubt.HONBA | doubt.STICKS | (0 if has_other_seats else doubt.POINTS)
    supposed = [Supposed("game/rotation", facets, tuple(others))]
    if due != hand.honba:
        supposed.append(Supposed("game/rotation", doubt.HONBA, (Other(honba=due),)))
    return supposed


def _by_carry(finding: Finding, table: Table, before: Table | None) -> list[Other]:
    """The points or sticks that the hand before left; both, where they make each other up."""
    counted = finding.arguments.get("recorded")
    if isinstance(counted, int) and finding.event is not None:
        more, since = counted - table.sticks, finding.event
        seats = range(table.players)
        return [Other(sticks=more, since=since), *[_paid(table, seat, more, since - 1) for seat in seats]]
    if before is None:
        return []
    sticks = before.sticks - table.hand.sticks
    if finding.check == "stick/carry":
        return [Other(sticks=sticks)]
    points = _less(finding.expected, finding.actual)
    others = [Other(points=points)]
    if sum(points) == -sticks * table.stick:
        others.append(Other(points=points, sticks=sticks))
    return others


def _by_payment(finding: Finding, table: Table) -> list[Supposed]:
    """That what was due is paid, that the counter a win records is the hand's, or that a win is recorded twice."""
    counted, facets = finding.arguments.get("counted"), doubt.POINTS
    if isinstance(counted, int):
        return [Supposed(finding.check, facets, (Other(honba=counted),))]
    since = NO_EVENT if finding.event is None else finding.event
    points = _less(finding.expected, finding.actual)
    if finding.check in ("win/claim", "win/multiple"):
        facets, again = doubt.POINTS | doubt.STICKS, table.hand.events[since]
        is_again = finding.message_id == "second-win" or (finding.check == "win/claim" and table.wins)
        paid = [win.deltas or (0, 0, 0, 0) for win in table.hand.wins if win.seat == again.seat and is_again]
        points = tuple([-sum(of_seat) // len(paid) for of_seat in zip(*paid, strict=False)])  # perhaps one has the sum
    return [Supposed(finding.check, facets, (Other(points=points, since=since),))] if any(points) else []


def _by_deposit(finding: Finding, event: EventIndex, table: Table) -> list[Other]:
    """That a stick more or less is paid, by this seat or by the one that has declared riichi."""
    seat = NO_SEAT if finding.seat is None else finding.seat
    counted = finding.arguments.get("counted")
    if isinstance(counted, int):
        return [Other(sticks=counted - table.sticks, since=event)]
    if finding.message_id == "unpaid":
        return [_paid(table, seat, 1, event - 1)]
    if finding.message_id == "scores":
        points = _less(finding.expected, finding.actual)
        others = [Other(points=points, since=event), Other(points=_negative(points), since=event - 1)]
        more, rest = divmod(sum(points), table.stick)
        if rest == 0:
            others += [Other(sticks=more, points=one, since=event - 1) for one in (points, (), _negative(points))]
        return others
    others = [_paid(table, seat, -1, event), _paid(table, seat, -1, event - 1)]
    if table.pending_riichi not in (NO_SEAT, seat):
        payer = _paid(table, table.pending_riichi, 1, event)
        back = points_at(seat, table.stick)
        others.append(payer._replace(sticks=0, points=_sum(payer.points, back)))
        deposit = table.hand.events[event]
        if isinstance(deposit, Deposit) and deposit.scores is not None:  # the points told are those of the other
            unpaid = tuple([now - told for now, told in zip(table.scores, deposit.scores, strict=True)])
            others.append(payer._replace(sticks=0, points=_sum(payer.points, unpaid)))
    return others


def _by_false_riichi(finding: Finding, seat: SeatIndex, event: EventIndex, table: Table) -> list[Other]:
    """That the seat of a riichi that is perhaps none pays no stick."""
    if finding.check in ("riichi/open-hand", "riichi/noten", "riichi/discard"):
        return [Other(unpaid=seat, since=event)]
    if finding.check == "riichi/repeat":
        return [_paid(table, seat, -1, event), Other(unpaid=seat, since=event)]
    if finding.check != "stick/void":
        return []
    if table.seats[seat].deposits:
        return [Other(unpaid=seat, since=event - 1)]
    end = table.hand.events[event]
    if isinstance(end, Win) and end.scores is None:
        return []  # only what is won shows it, which may be wrong itself
    charged = _paid(table, seat, 1, event - 1)
    return [charged, charged._replace(sticks=0)]


def _paid(table: Table, seat: SeatIndex, sticks: int, since: EventIndex) -> Other:
    """That a seat has paid so many sticks more than the log says."""
    return Other(sticks=sticks, points=points_at(seat, -sticks * table.stick), since=since)


def _less(one: object, other: object) -> tuple[Points, ...]:
    """How many more points each seat has by one account than by the other."""
    if not isinstance(one, Amounts) or not isinstance(other, Amounts):
        return (0, 0, 0, 0)
    return tuple([points - less for points, less in zip(one.per_seat, other.per_seat, strict=False)])


def _negative(points: tuple[Points, ...]) -> tuple[Points, ...]:
    return tuple([-one for one in points])


def _sum(points: tuple[Points, ...], others: tuple[Points, ...]) -> tuple[Points, ...]:
    return tuple([one + other for one, other in zip(points, others, strict=False)])


def _is_midway(table: Table, seat: SeatIndex) -> bool:
    """Whether a win, and the winner's riichi, would be worth the same if some tiles more or less had been drawn."""
    riichi = table.seats[seat].riichi
    first = table.index if riichi is None else riichi.event
    return table.wall_left > _GO_AROUND and first > 4 * _GO_AROUND  # the first two, each of a draw and a discard a seat


def _in_winds_of(win: Win, stated: Hand, other: Hand, players: int) -> Event:
    """A win whose winds, which its log does not name, are those of another round and dealer than the log states."""
    winds = {
        yaku.SEAT_EAST + (win.seat - stated.dealer) % players: yaku.SEAT_EAST + (win.seat - other.dealer) % players,
        yaku.ROUND_EAST + stated.round // 4: yaku.ROUND_EAST + other.round // 4,
    }
    return replace_event(win, yaku=tuple([(winds.get(number, number), han) for number, han in win.yaku or ()]))


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
        event = self.event
        if world is not None and isinstance(event, Win) and not FORMAT_BY_NAME[report.game.format].names_winds:
            event = _in_winds_of(event, self.table.hand, world.hand, table.players)
        try:
            if event is not None and self.which == "before":
                check.before_event(table, event, report)
            elif event is not None:
                check.after_event(table, event, report)
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
    """Judges a game while something is in doubt; `report`: that of the game."""

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
        if event is not None and event.kind == WIN and _is_midway(table, event.seat):
            doubts.facets &= ~doubt.WALL
        occasion = Occasion(which, table, event, before)
        supposed = doubts.suppositions
        if which == "start":
            doubts.suppositions = ()
        self._note(self._made_before(table), occasion, 0)
        if which != "start":
            supposed = doubts.suppositions
        checks: list[Check] = []
        while step is not None:
            checks.append(step.check)
            step = step.following
        if which == "start" and supposed:
            # The others go by the tiles alone, and those of the wall take each next hand once.
            by_numbers = [check for check in checks if (check.relies_on | check.may_rely_on) & doubt.LASTING]
            self._judge_under_each(by_numbers, occasion, combinations(supposed), supposed)
            self._ask_all([check for check in checks if check not in by_numbers], occasion, ())
        else:
            self._judge_under_each(checks, occasion, combinations(supposed), supposed)
        if which == "start":
            doubts.begin_play()
            if NO_POINTS in report.game.left_out:
                doubts.suppositions += self._lasting(occasion, supposed)
            for one in doubts.suppositions:
                doubts.facets &= ~one.facets
            self._note_causes("")
            report.is_doubtful = doubts.are_any
        self._noted = report.findings[-1] if report.findings else None

    def _lasting(self, occasion: Occasion, supposed: Sequence[Supposed]) -> tuple[Supposed, ...]:
        """What may be true of the points from a hand on, by what may be of the hand before, whose payments they are."""
        points: list[tuple[Points, ...]] = []
        for others in combinations(supposed)[1:]:
            world = self._world(occasion, others)
            if world is not None and occasion.before is not None:
                points.append(_sum(tuple(world.table.scores), _negative(tuple(occasion.before.scores))))
        others = tuple([Other(points=more) for more in dict.fromkeys(points) if any(more)])
        return (Supposed(supposed[0].cause, doubt.POINTS, others),) if others else ()

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

        What is least far from right is kept: of equal ones the first. What is wrong under another is told. Where only
        some of them end the game before a hand, nothing is wrong there: what else is can be a consequence.
        """
        if len(worlds) == 1 or occasion.varied is None:
            self._ask_all(checks, occasion, worlds[0])
            return
        first, known = len(self.report.findings), len(self.report.doubts.suppositions)
        start, best, least = self._state(first), None, (0, 0, 0)
        states: list[tuple[int, DoubtState]] = []
        wrong_under_any: set[str] = set()
        is_over: set[bool] = set()
        is_end = occasion.event is not None and occasion.event.kind in (WIN, RYUUKYOKU)
        for others in worlds:
            self._return_to(start, first)
            self._ask_all(checks, occasion, others)
            wrong = [one for one in self.report.findings[first:] if one.severity != NOTE]
            wrong_under_any |= {one.check for one in wrong}
            is_over.add(occasion.which == "start" and any([one.check == "game/end" for one in wrong]))
            away = (len(wrong), *self._distance(occasion, others)) if wrong else (0, 0, 0)
            states.append((len(wrong), self.report.doubts.snapshot()))
            if best is None or away < least:
                best, least = self._state(first), away
            if not wrong and not is_end:
                break
        if best is not None:
            self._return_to(start if len(is_over) > 1 else best, first)
        if least[0] and len(is_over) == 1 and occasion.which != "start":
            self._doubt_too([state for number, state in states if number == least[0]], known)
        facets = supposed[0].facets & doubt.LASTING
        for check in wrong_under_any - {one.check for one in self.report.findings[first:]}:
            self._silence(check, facets & -facets, supposed[0].cause)

    def _doubt_too(self, states: list[DoubtState], known: int) -> None:
        """Suppose and doubt what is so after any of equally many findings; `known`: the suppositions before."""
        doubts = self.report.doubts
        merged = {one.cause: one for one in doubts.suppositions[known:]}
        for state in states:
            doubts.facets |= state.facets & doubt.LASTING
            for one in state.suppositions[known:]:
                others = dict.fromkeys([*merged.get(one.cause, one).others, *one.others])
                merged[one.cause] = one._replace(others=tuple(others))
        doubts.suppositions = (*doubts.suppositions[:known], *merged.values())

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
        if (world := self._worlds.get(others)) is None:
            world = self._worlds[others] = World(self.report.game, table.hand, table.rules, others)
        world.go_on(table.index)
        return world

    def _distance(self, occasion: Occasion, others: tuple[Other, ...]) -> tuple[int, int]:
        """How far points are from what is due if `others` is true: the seats with wrong amounts, and by how much."""
        world = self._world(occasion, others)
        table = occasion.varied if world is None else world.table
        win = occasion.event
        wrong: list[Points] = []
        if table is not None and occasion.which == "start":
            wrong = [starts - left for left, starts in zip(table.scores, occasion.table.hand.scores, strict=False)]
        elif table is not None and isinstance(win, Win) and win.deltas is not None and occasion.which == "before":
            paid = (self.report.win_values if world is None else world.win_values).judge(table, win).paid
            due = [0, 0, 0, 0] if paid is None else paid.total
            before = win.scores or table.scores
            changes = zip(before, win.deltas, table.scores, due, strict=False)
            wrong = [now + more - then - less for now, more, then, less in changes]
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
        lasting = self.report.doubts.facets & doubt.LASTING
        self._causes = {key: cause for key, cause in self._causes.items() if key[1] == NO_SEAT and key[0] & lasting}
        return silenced

    def _ask(self, check: Check, occasion: Occasion, world: Table | None) -> None:
        """Have a check judge, and note what it has put in doubt, or which doubt kept it silent."""
        report = self.report
        report.met.clear()
        known, facets = len(report.findings), report.doubts.facets
        occasion.ask(check, report, world)
        if made := report.findings[known:]:
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
            if finding.check == "turn/order" and occasion.event is not None and occasion.event.kind == events.RIICHI:
                for name in _AFTER_RIICHI:  # asked of neither seat that may have declared it
                    self._silence(name, doubt.RIICHI, finding.check)
        self._note_causes(cause)

    def _note_causes(self, cause: str) -> None:
        """Note that a finding of the check `cause` put in doubt what is newly so, and forget what is so no longer."""
        doubts, known = self.report.doubts, self._causes
        masks = [*enumerate(doubts.of_seats), (NO_SEAT, doubts.facets)]
        keys = [(1 << bit, place) for bit in range(len(doubt.FACETS)) for place, mask in masks if mask >> bit & 1]
        keys += [(doubt.TILE, event) for event in doubts.faulty_events]
        self._causes = {key: known.get(key, cause) for key in keys}

    def _tell(self, check: Check, facets: Facets, place: int) -> None:
        """Tell of a check that some of the facets, met in doubt, kept silent, if a finding is the cause.

        place: a seat, NO_SEAT for all of them, or the event of a TILE. One reason in a hand is enough.
        """
        if self._explained.get(check.id, check.id) != check.id:
            return
        for (facet, where), cause in self._causes.items():
            is_met = facet & facets and (where in (place, NO_SEAT) or place == NO_SEAT)
            if facet == doubt.TILE:
                is_met = facets == doubt.TILE and where == place
            if cause and is_met:
                self._silence(check.id, facet, cause)
                return

    def _silence(self, check: str, facet: Facets, cause: str) -> None:
        """Tell of a check that did not judge, because a finding of the check `cause` puts a facet in doubt."""
        name = doubt.FACETS[int(facet).bit_length() - 1][0]
        reason = Phrase("in-doubt-many" if name.endswith("s") else "in-doubt", facet=word(name), check=cause)
        self._silenced[reason] = self._silenced.get(reason, frozenset()) | {check}
        self._explained.setdefault(check, cause)
