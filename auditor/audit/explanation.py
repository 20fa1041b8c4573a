"""Which rules would make right what a ruleset finds wrong: a game is audited again under rulesets that are varied.

A fault is explained by changes under which its event has none, and no earlier event has one that it had not: that would
only keep the later one silent. The settings that a fault rests on are those that its check declares, and of whatever is
compared with the value of a win those of all checks of wins.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from heapq import heappop, heappush
from itertools import combinations
from typing import Final, NamedTuple

from auditor.audit.game import Audit, audit_game
from auditor.audit.rejudging import ReadableRules, Rejudging
from auditor.audit.shown_values import shown_changes
from auditor.checks import BY_ID, CATALOGUE
from auditor.checks.doubt import VALUE, VALUE_OF_WIN
from auditor.events import GAME_FACTS, Game, Hand
from auditor.results import NOTE, Finding, text_of
from auditor.rulesets.alternatives import IN_WORDS, Changes, keys, played_values, setting_of, value_in, varied
from auditor.rulesets.model import Ruleset

MOST_NODES: Final = 48
"""So many rulesets, each of other findings, are gone on from in the search for an explanation."""
MOST_OPTIONS: Final = 12
MOST_EVENTS_JUDGED: Final = 600_000
"""Under all rulesets tried for one game; a game of eight hands has about a thousand events."""

EventSpot = tuple[int, int, bool]
"""An event by the indexes of hand and event, -1 for the start of a hand, and whether the game as a whole is judged."""


class Fault(NamedTuple):
    """A finding as explanations compare it: its check and seat, where it is, what it says, is due and is shown."""

    spot: EventSpot
    check: str
    seat: int
    message_id: str
    expected: str
    actual: str

    @property
    def kind(self) -> "FaultKey":
        """What of it is the same under other rules."""
        return self.spot, self.check, self.seat

    @property
    def judges_game(self) -> bool:
        """Whether it is one of the game as a whole."""
        return self.spot[2]


FaultKey = tuple[EventSpot, str, int]
Faults = tuple[Fault, ...]


def fault_of(finding: Finding) -> Fault:
    """A finding as it is compared."""
    judges_game = finding.event is not None and finding.check in BY_ID and BY_ID[finding.check].judges_game
    spot = (-1 if finding.hand is None else finding.hand, -1 if finding.event is None else finding.event, judges_game)
    seat = -1 if finding.seat is None else finding.seat
    due, shown = text_of(finding.expected) or "", text_of(finding.actual) or ""
    return Fault(spot, finding.check, seat, finding.message_id, due, shown)


def faults_of(findings: Iterable[Finding]) -> Faults:
    """The faults among findings, notes left out, in their order."""
    return tuple([fault_of(one) for one in findings if one.severity != NOTE])


def kinds(faults: Iterable[Fault]) -> set[FaultKey]:
    """What faults there are, whatever they say."""
    return {fault.kind for fault in faults}


class Comparison(NamedTuple):
    """What other rules make of faults. right: what they take away; wrong: what they add.

    A fault may keep those silent that come after it in its hand, or at the start of the next: what is gone after a new
    one is not right for that, and what is new after one that is right was there before.
    """

    right: frozenset[FaultKey]
    wrong: frozenset[FaultKey]


def compared(faults: Faults, others: Faults) -> Comparison:
    """The faults by other rules compared with those by one."""
    before, after = kinds(faults), kinds(others)
    new = [one[0] for one in after - before]
    right = {one for one in before - after if not any([_may_hide(spot, one[0]) and spot < one[0] for spot in new])}
    spots = [one[0] for one in right]
    wrong = {one for one in after - before if not any([_may_hide(spot, one[0]) for spot in spots])}
    return Comparison(frozenset(right), frozenset(wrong))


def _may_hide(spot: EventSpot, other: EventSpot) -> bool:
    """Whether a fault of one event may keep that of another silent."""
    return (spot[0] == other[0] and spot <= other) or (other[0] == spot[0] + 1 and other[1] < 0)


@cache
def settings_under(check: str) -> frozenset[str]:
    """The keys of the settings that a finding of a check rests on."""
    judge = BY_ID[check]
    own = set(judge.settings)
    if (
        (judge.relies_on | judge.may_rely_on | judge.spoils) & VALUE
        or check.partition("/")[0] == "pay"
        or check == "stick/award"
    ):
        for other in CATALOGUE:
            if other.before_kinds and (other.relies_on | other.may_rely_on) & VALUE_OF_WIN and _judges_wins(other.id):
                own |= set(other.settings)
    return frozenset(own - set(IN_WORDS))


def _judges_wins(check: str) -> bool:
    return check.partition("/")[0] in ("win", "dora", "pay")


def without_seed(game: Game, hands: Sequence[Hand] | None = None, *, has_result: bool = True) -> Game:
    """A game with some of its hands, whose wall is not proven anew: that rests on no rules."""
    copy = Game(game.format)
    for name in GAME_FACTS:
        setattr(copy, name, getattr(game, name))
    copy.seed = ""
    if hands is not None:
        copy.hands = list(hands)
    if not has_result:
        copy.result, copy.result_due = None, False
    return copy


Option = tuple[tuple[str, object], ...]
"""A change, or several that go together."""


class Variations:
    """A ruleset with changes, each made once."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = ReadableRules(rules)
        self._made: dict[Option, ReadableRules | None] = {(): self.rules}

    def ruleset(self, changes: Changes) -> ReadableRules | None:
        """The ruleset with the changes; None where it contradicts itself."""
        key = option_of(changes)
        if key not in self._made:
            rules = varied(self.rules.rules, changes)
            self._made[key] = None if rules is None else ReadableRules(rules, self.rules)
        return self._made[key]


@lru_cache(maxsize=2)
def _variations(rules: Ruleset) -> Variations:
    return Variations(rules)


def option_of(changes: Changes) -> Option:
    """Changes as what a dictionary or a set holds: the same for the same, in whatever order."""
    return tuple(sorted(changes.items(), key=lambda one: one[0]))


class VariedJudge:
    """Judges a game under variations of a ruleset, each once: as a whole, or a hand with the one before it."""

    def __init__(self, game: Game, rules: Ruleset) -> None:
        self.rules = rules
        self.game = without_seed(game)
        self._variations = _variations(rules)
        self._parts: dict[int, Rejudging] = {}
        self._known: dict[tuple[int, Option], Faults | None] = {}
        self._judged = 0  # events
        self.alternatives = alternatives(self.game, rules)

    def audit(self, changes: Changes) -> Audit | None:
        """The audit of the whole game with the changes."""
        rules = self._variations.ruleset(changes)
        return None if rules is None else audit_game(self.game, rules.rules)

    def faults(self, changes: Changes, number: int = -1) -> Faults | None:
        """The faults of the hand with a number in the game's list, and of what follows it; -1: of the whole game.

        None where the changes contradict the ruleset, or where too much was judged already.
        """
        key = (number, option_of(changes))
        if key not in self._known:
            rules = None if self.is_exhausted else self._variations.ruleset(changes)
            part = self._part(number)
            self._known[key] = None if rules is None else faults_of(part.findings(rules))
            if rules is not None:
                self._judged += sum([len(hand.events) for hand in part.game.hands])
        return self._known[key]

    @property
    def is_exhausted(self) -> bool:
        """Whether so much was judged that nothing more is."""
        return self._judged >= MOST_EVENTS_JUDGED

    def _part(self, number: int) -> Rejudging:
        if number not in self._parts:
            hands = self.game.hands
            first = max(number - 1, 0)
            is_last = number == len(hands) - 1
            part = without_seed(self.game, hands[first : number + 1], has_result=is_last) if number >= 0 else self.game
            self._parts[number] = Rejudging(part)
        return self._parts[number]

    def number_of(self, fault: Fault, changes: Changes) -> int:
        """The number of the hand that shows a fault of the ruleset with changes; -1 where only the whole game does.

        It is the last for a fault of the game as a whole.
        """
        numbers = [number for number, hand in enumerate(self.game.hands) if hand.index == fault.spot[0]]
        number = numbers[0] if numbers else len(self.game.hands) - 1
        return number if fault.kind in kinds(self.faults(changes, number) or ()) else -1


def alternatives(game: Game, rules: Ruleset) -> list[Changes]:
    """All that some table plays otherwise, one change after another; of rules that are known in part what is not."""
    listed: list[Changes] = []
    for key in keys():
        if setting_of(key) not in IN_WORDS:
            own = value_in(rules, key)
            listed += [{key: value} for value in played_values(key, game.players) if value != own]
    known = {tuple(one.items()) for one in listed}
    shown = [one for one in shown_changes(game, rules) if tuple(one.items()) not in known]
    found = [*shown, *[one for one in listed if "game.placement" not in one]]
    return [one for one in found if rules.assumed == () or one.keys() <= set(rules.assumed)]


class Explanation(NamedTuple):
    """What is known of a fault. options: changes under which it is none, each as small as the others; maybe none.

    is_complete: whether all was tried that could explain it; where not, and without options, `rests_on` may explain it.
    """

    options: tuple[Changes, ...]
    is_complete: bool
    rests_on: tuple[str, ...] = ()


class _Search:
    """The search for changes that explain the fault of one event, nearest to none first."""

    def __init__(
        self, judge: VariedJudge, current: Changes, fault: Fault, banned: frozenset[tuple[str, object]]
    ) -> None:
        self.judge = judge
        self.current = current
        self.fault = fault
        self.number = judge.number_of(fault, current)
        self.banned = banned
        self.before = self._of(current)
        self.moving: dict[Option, Changes] = {}

    def _of(self, changes: Changes) -> Faults:
        return self.judge.faults(changes, self.number) or ()

    def run(self) -> Explanation:
        """The first changes met that explain it, with all that explain it as well and are met from the same ruleset."""
        seen = {self.before}
        heap: list[tuple[tuple[int, int, int], int, Changes, Faults]] = []
        heappush(heap, (self._distance(self.before, self.current), 0, self.current, self.before))
        count = 0
        # A target and its extension may explain together that a game ends, or goes on, and neither alone.
        has_pairs = BY_ID[self.fault.check].judges_game
        for node in range(MOST_NODES):
            if heap:
                _, _, changes, faults = heappop(heap)
                batches = self._batches(faults, with_rest=node == 0 and self.fault.judges_game)
            elif has_pairs:
                has_pairs, changes, faults, batches = False, self.current, self.before, iter([self._pairs()])
            else:
                return Explanation((), not self.judge.is_exhausted)
            for tried in batches:
                options: list[Changes] = []
                for one in tried:
                    other = {**changes, **one}
                    result = self.judge.faults(other, self.number)
                    if result is None or result == faults:
                        continue
                    self.moving[tuple(one.items())] = one
                    if self._is_masked(result):
                        continue
                    if self._is_explained(result):
                        options.append(other)
                    elif result not in seen:
                        seen.add(result)
                        count += 1
                        heappush(heap, (self._distance(result, other), count, other, result))
                if options:
                    return Explanation(tuple(options[:MOST_OPTIONS]), True)
        rests_on = tuple(sorted({setting_of(key) for one in self.moving.values() for key in one}))
        return Explanation((), False, rests_on)

    def _batches(self, faults: Faults, *, with_rest: bool) -> Iterator[list[Changes]]:
        """What to vary: what the faults of the event rest on, and what was seen to change something; then the rest."""
        rests_on = {key for fault in faults if fault.spot == self.fault.spot for key in settings_under(fault.check)}
        near: list[Changes] = []
        rest: list[Changes] = []
        for one in self.judge.alternatives:
            if self.banned.isdisjoint(one.items()):
                is_near = tuple(one.items()) in self.moving or any([setting_of(key) in rests_on for key in one])
                (near if is_near else rest).append(one)
        yield near
        if with_rest:  # the end of a game and its results follow of one another, and of all points
            yield rest

    def _pairs(self) -> list[Changes]:
        """Two changes each that the check of the fault declares."""
        settings = BY_ID[self.fault.check].settings
        own = [one for one in self.judge.alternatives if any([setting_of(key) in settings for key in one])]
        pairs = [{**one, **other} for one, other in combinations(own, 2) if one.keys().isdisjoint(other)]
        return [one for one in pairs if self.banned.isdisjoint(one.items())]

    def _is_masked(self, result: Faults) -> bool:
        """Whether there is another fault now, of an earlier event."""
        return _is_masked(self.fault, self.before, result)

    def _is_explained(self, result: Faults) -> bool:
        """Whether the event does not have the fault, nor another in its stead."""
        return _is_explained(self.fault, self.before, result)

    def _distance(self, faults: Faults, changes: Changes) -> tuple[int, int, int]:
        """How far a result is from none at the event: faults, in how much they differ, changes made."""
        there = [fault for fault in faults if fault.spot == self.fault.spot]
        return (len(there), sum([_difference(fault) for fault in there]), len(changes))


def _is_masked(fault: Fault, before: Faults, result: Faults) -> bool:
    """Whether an event before that of a fault has one now that it had not, which may keep the fault silent."""
    known = kinds(before)
    earlier = [one for one in result if one.spot < fault.spot and one.kind not in known]
    return any([_may_hide(one.spot, fault.spot) for one in earlier])


def _is_explained(fault: Fault, before: Faults, result: Faults) -> bool:
    """Whether its event neither has a fault any longer nor another that it had not."""
    there = kinds([one for one in result if one.spot == fault.spot])
    return fault.kind not in there and there <= kinds(before)


def _difference(fault: Fault) -> int:
    """In how many terms, or by how many points, what is due and what is shown differ."""
    due, shown = fault.expected.split(", "), fault.actual.split(", ")
    if len(due) == len(shown) == 1:
        due, shown = fault.expected.split(), fault.actual.split()
        try:
            return sum([abs(int(one) - int(other)) // 100 for one, other in zip(due, shown, strict=True)])
        except ValueError:
            return 0
    return len(set(due) ^ set(shown))


def explain(
    judge: VariedJudge, current: Changes, fault: Fault, banned: frozenset[tuple[str, object]] = frozenset()
) -> Explanation:
    """Which changes, beyond the current ones, make an event right that has a fault. banned: values not to try."""
    return _Search(judge, current, fault, banned).run()


def companions(judge: VariedJudge, changes: Changes, moving: Sequence[Changes]) -> list[Changes]:
    """What else must change so that changes do not make wrong what they do first, where that is right without them.

    moving: what matters to the game by itself. The rest is tried together, and alone where it matters with the changes.
    """
    before = judge.faults({}) or ()
    after = judge.faults(changes) or ()
    wrong = compared(before, after).wrong
    first = next((one for one in after if one.kind in wrong), None)
    if first is None:
        return []
    number = judge.number_of(first, changes)
    before, after = judge.faults({}, number) or (), judge.faults(changes, number) or ()
    options = [
        one
        for one in judge.alternatives
        if changes.keys().isdisjoint(one) and not settings_under(first.check).isdisjoint(map(setting_of, one))
    ]
    tried = [one for one in options if one in moving]
    for together in _without_clash([one for one in options if one not in moving]):
        tried += _mattering(judge, changes, together, number, after)
    results = [judge.faults({**changes, **one}, number) for one in tried]
    return [
        one
        for one, result in zip(tried, results, strict=True)
        if result is not None and not compared(before, result).wrong
    ]


def _without_clash(options: Iterable[Changes]) -> list[list[Changes]]:
    """The options in lists of which none changes a key twice."""
    lists: list[list[Changes]] = []
    for one in options:
        free = [listed for listed in lists if all([one.keys().isdisjoint(other) for other in listed])]
        if free:
            free[0].append(one)
        else:
            lists.append([one])
    return lists


def _mattering(
    judge: VariedJudge, changes: Changes, options: list[Changes], number: int, faults: Faults
) -> list[Changes]:
    """Of options those with which the faults of a hand are others than with the changes alone."""
    merged = dict(changes)
    for one in options:
        merged |= one
    if not options or judge.faults(merged, number) == faults:
        return []
    if len(options) == 1:
        return options
    half = len(options) // 2
    return [
        *_mattering(judge, changes, options[:half], number, faults),
        *_mattering(judge, changes, options[half:], number, faults),
    ]


def needed(judge: VariedJudge, fault: Fault, changes: Changes) -> Changes:
    """Of changes that explain a fault of the ruleset itself, those without which they do not."""
    number = judge.number_of(fault, {})
    before = judge.faults({}, number) or ()
    previous: dict[str, object] = {}
    fewer = dict(changes)
    while len(previous) != len(fewer):  # one may only be left out once another is
        previous = dict(fewer)
        for key in reversed(list(previous)):
            without = {name: value for name, value in fewer.items() if name != key}
            result = judge.faults(without, number)
            if result is not None and _is_explained(fault, before, result) and not _is_masked(fault, before, result):
                fewer = without
    return fewer
