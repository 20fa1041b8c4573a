# build: compiled
"""What may be true instead of what a log states, where a finding puts only numbers in doubt.

A doubt about a number is none if the other number is known: what follows is judged under each, and what is wrong under
each is a fault of its own. Loaded with the first finding that puts something in doubt.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from auditor.core.checks.check import NO_EVENT
from auditor.core.checks.doubt import HONBA, POINTS, ROUND, STICKS
from auditor.core.checks.judged_win import WinValues
from auditor.core.events import NO_SEAT, Deposit, Game, Hand, Win, replace_hand
from auditor.core.reading import FORMAT_BY_NAME
from auditor.core.results import Amounts, Finding
from auditor.core.rulesets.model import Ruleset
from auditor.core.table.next_hand import next_honba, possible_rounds
from auditor.core.table.table import OVER, Table, deal
from auditor.core.units import EventIndex, Facets, Points, RoundNumber, SeatIndex

_MOST_WORLDS: Final = 24
_AS_STATED: Final = -1


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
    """A hand as it is if something else is true than the log states.

    table: its position. win_values: what its wins are worth.
    """

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
        """Go on from a stick that is paid. scores: those before it.

        What the log then says of seats that do not pay, and said before, is nothing new: some logs state the payer's
        points alone.
        """
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
        """Add to what lies on the table and to what the seats have, now and at the start of the hand."""
        table, hand = self.table, self.table.hand
        hand.sticks += sticks
        if not table.wins:
            table.sticks += sticks
        if points:
            table.scores = [table.scores[seat] + points[seat] for seat in range(len(table.scores))]
            hand.scores = tuple([hand.scores[seat] + points[seat] for seat in range(len(hand.scores))])


def points_at(seat: SeatIndex, points: Points) -> tuple[Points, ...]:
    """Points of one seat, as those of all."""
    return tuple([points if one == seat else 0 for one in range(4)])


def supposed_by(finding: Finding, event: EventIndex, table: Table, before: Table | None, game: Game) -> list[Supposed]:
    """What may be true since a finding, made at an event or at the start of a hand.

    table: that of the hand; before: that of the hand before. Where payments are read from the points that are recorded,
    as the M-League's are, points and sticks are one number, of which nothing else is known.
    """
    if finding.check == "game/rotation":
        return _by_rotation(table, before)
    if finding.check == "honba/carry":
        due = finding.arguments.get("due")
        return [Supposed(finding.check, HONBA | POINTS | STICKS, (Other(honba=due),))] if isinstance(due, int) else []
    format = FORMAT_BY_NAME.get(game.format)
    if format is not None and format.pays_by_difference:
        return []
    others: list[Other] = []
    if finding.check in ("game/carry", "stick/carry"):
        others = _by_carry(finding, table, before)
    elif finding.check == "stick/deposit":
        others = _by_deposit(finding, event, table)
    elif finding.check == "stick/leak" and finding.message_id == "before":
        more = _less(finding.actual, finding.expected)
        others = [Other(points=more, since=event - 1), Other(points=_negative(more), since=event)]
    elif finding.check == "turn/order" and table.pending_riichi != NO_SEAT and table.phase != OVER:
        others = [_paid(table, table.pending_riichi, 1, event - 1)]  # the payment may be missing, too
    elif finding.seat is not None:
        others = _by_false_riichi(finding, finding.seat, event, table)
    return [Supposed(finding.check, POINTS | STICKS, tuple(others))] if others else []


def _by_rotation(table: Table, before: Table | None) -> list[Supposed]:
    """The round, dealer and counter that were due. What was paid in a hand that is missing is not asked any more."""
    hand, due = table.hand, table.hand.honba
    rounds: tuple[RoundNumber, ...] = ()
    if before is not None and before.hand.is_finished:
        rounds, due = possible_rounds(before), next_honba(before)
    others = [Other(dealer=hand.round % 4)] if hand.dealer != hand.round % 4 else []
    others += [Other(round=number, dealer=number % 4) for number in rounds if number != hand.round]
    others += [Other(round=number) for number in rounds if number not in (hand.round, hand.dealer % 4)]
    supposed = [Supposed("game/rotation", ROUND | HONBA | POINTS | STICKS, tuple(others))]
    if due != hand.honba:
        supposed.append(Supposed("game/rotation", HONBA, (Other(honba=due),)))
    return supposed


def _by_carry(finding: Finding, table: Table, before: Table | None) -> list[Other]:
    """The points or sticks that the hand before left; both, where they make each other up."""
    if before is None or finding.event is not None:
        return []
    sticks = before.sticks - table.hand.sticks
    if finding.check == "stick/carry":
        return [Other(sticks=sticks)]
    points = _less(finding.expected, finding.actual)
    others = [Other(points=points)]
    if sum(points) == -sticks * table.stick:
        others.append(Other(points=points, sticks=sticks))
    return others


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
        more, rest = divmod(points[seat], table.stick)
        if rest == 0:
            others += [Other(sticks=more, points=points, since=event - 1), Other(sticks=more, since=event - 1)]
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
