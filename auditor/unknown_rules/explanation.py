"""Which changes of the rules would make right what a ruleset finds wrong, found by auditing under varied rulesets.

Changes explain a fault if under them its event has no fault, and no earlier event has a new one, which might merely
suppress the later. The settings that a fault rests on are those that its check declares, and for checks that compare
something with the value of a win those of all checks of wins.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from heapq import heappop, heappush
from itertools import combinations
from typing import Final, NamedTuple

from auditor.core.audit.game import Audit, audit_game
from auditor.core.checks import BY_ID, CATALOGUE
from auditor.core.checks.doubt import VALUE, VALUE_OF_WIN
from auditor.core.events import GAME_FACTS, Game, Hand
from auditor.core.results import NOTE, Finding, text_of
from auditor.core.rulesets.model import Ruleset
from auditor.unknown_rules import alternatives as variations
from auditor.unknown_rules.alternatives import Changes, is_assumed, keys, played_values, setting_of, value_in
from auditor.unknown_rules.rejudging import ReadableRules, Rejudging

MOST_NODES: Final = 48
"""The most nodes (rulesets that give different findings) that the search for an explanation expands."""
MOST_OPTIONS: Final = 12
MOST_EVENTS_JUDGED: Final = 800_000
"""The limit for one game, under all rulesets tried; a game of eight hands has about a thousand events."""

EventSpot = tuple[int, int, bool]
"""The indexes of hand and event (-1 for the start of a hand), and whether the fault is one of the game as a whole."""


class Fault(NamedTuple):
    """A finding reduced to what explanations compare: location, check, seat, message id, expected and actual."""

    spot: EventSpot
    check: str
    seat: int
    message_id: str
    expected: str
    actual: str

    @property
    def kind(self) -> "FaultKey":
        """The key by which it is recognized under other rules."""
        return self.spot, self.check, self.seat

    @property
    def judges_game(self) -> bool:
        """Whether it is a fault of the game as a whole."""
        return self.spot[2]


FaultKey = tuple[EventSpot, str, int]
Faults = tuple[Fault, ...]


def fault_of(finding: Finding) -> Fault:
    """The `Fault` of a finding."""
    judges_game = finding.event is not None and finding.check in BY_ID and BY_ID[finding.check].judges_game
    spot = (-1 if finding.hand is None else finding.hand, -1 if finding.event is None else finding.event, judges_game)
    seat = -1 if finding.seat is None else finding.seat
    due, shown = text_of(finding.expected) or "", text_of(finding.actual) or ""
    return Fault(spot, finding.check, seat, finding.message_id, due, shown)


def faults_of(findings: Iterable[Finding]) -> Faults:
    """The faults among findings (all but notes), in their order."""
    return tuple([fault_of(one) for one in findings if one.severity != NOTE])


def kinds(faults: Iterable[Fault]) -> set[FaultKey]:
    """The keys of faults, by which those under different rules are compared."""
    return {fault.kind for fault in faults}


MARKERS: Final = ("dora/timing", "dora/ura", "turn/tsumogiri")
"""The checks of what is only shown: programs turn markers that their rules do not count."""
WEIGHT_OF_POINTS: Final = 40
"""What any other fault weighs beside one of a marker, of which a game has some twenty."""


def weight_of(found: Iterable[FaultKey]) -> int:
    """What faults weigh as evidence of rules: points that were paid are worth more than a marker that was turned."""
    return sum([1 if check in MARKERS else WEIGHT_OF_POINTS for _, check, _ in found])


class Comparison(NamedTuple):
    """The effect of other rules on faults. removed: those that they make right; added: those that they make wrong.

    A fault may suppress later ones in its hand, or at the start of the next: so a fault that is gone after a new one
    does not count as removed, and one that is new after a removed fault does not count as added.
    """

    removed: frozenset[FaultKey]
    added: frozenset[FaultKey]


def compare_faults(faults: Faults, others: Faults) -> Comparison:
    """Compare the faults under some rules with those under others."""
    before, after = kinds(faults), kinds(others)
    new = [one[0] for one in after - before]
    removed = {one for one in before - after if not any([may_hide(spot, one[0]) and spot < one[0] for spot in new])}
    spots = [one[0] for one in removed]
    added = {one for one in after - before if not any([may_hide(spot, one[0]) for spot in spots])}
    return Comparison(frozenset(removed), frozenset(added))


def may_hide(spot: EventSpot, other: EventSpot) -> bool:
    """Whether a fault at one event may suppress one at another."""
    return (spot[0] == other[0] and spot <= other) or (other[0] == spot[0] + 1 and other[1] < 0)


@cache
def settings_under(check: str) -> frozenset[str]:
    """The keys of the settings that a finding of a check rests on."""
    judge = BY_ID[check]
    own = set(judge.settings)
    of_value = (judge.relies_on | judge.may_rely_on | judge.spoils) & VALUE
    if of_value or check.startswith("pay/") or check == "stick/award":
        for other in CATALOGUE:
            relies_on_value = (other.relies_on | other.may_rely_on) & VALUE_OF_WIN
            if other.before_kinds and relies_on_value and other.id.partition("/")[0] in ("win", "dora", "pay"):
                own |= set(other.settings)
    return frozenset(own)


def without_seed(game: Game, hands: Sequence[Hand] | None = None, *, has_result: bool = True) -> Game:
    """A copy of a game with the given hands, and without its seed, whose check rests on no rules."""
    copy = Game(game.format)
    for name in GAME_FACTS:
        setattr(copy, name, getattr(game, name))
    copy.seed = ""
    if hands is not None:
        copy.hands = list(hands)
    if not has_result:
        copy.result = None
    return copy


Option = tuple[tuple[str, object], ...]
"""A change, or several that go together."""


class Variations:
    """A ruleset and its variations, each made once."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = ReadableRules(rules)
        self._made: dict[Option, ReadableRules | None] = {(): self.rules}

    def ruleset(self, changes: Changes) -> ReadableRules | None:
        """The ruleset with the changes; None where it contradicts itself."""
        key = option_of(changes)
        if key not in self._made:
            rules = variations.varied(
                self.rules.rules, dict(key)
            )  # in the key's order, in whatever order they came first
            self._made[key] = None if rules is None else ReadableRules(rules, self.rules)
        return self._made[key]


@lru_cache(maxsize=4)
def _variations(rules: Ruleset) -> Variations:
    return Variations(rules)


@lru_cache(maxsize=64)
def _readable(rules: Ruleset) -> ReadableRules:
    return ReadableRules(rules)


def option_of(changes: Changes) -> Option:
    """Changes as a hashable key that does not depend on their order."""
    return tuple(sorted(changes.items(), key=lambda one: one[0]))


class VariedJudge:
    """Judges a game under variations of a ruleset, as a whole or one hand with that before it; results are cached."""

    def __init__(self, game: Game, rules: Ruleset) -> None:
        self.rules = rules
        self.game = without_seed(game)
        self._variations = _variations(rules)
        self._parts: dict[int, Rejudging] = {}
        self._known: dict[tuple[int, Option], Faults | None] = {}
        self._judged = 0  # events
        self.alternatives = alternatives(self.game, rules)

    def variation(self, changes: Changes) -> Ruleset | None:
        """The ruleset with the changes; None where it contradicts itself."""
        made = self._variations.ruleset(changes)
        return None if made is None else made.rules

    def audit(self, changes: Changes) -> Audit | None:
        """The audit of the whole game with the changes."""
        rules = self.variation(changes)
        return None if rules is None else audit_game(self.game, rules)

    def faults(self, changes: Changes, number: int = -1) -> Faults | None:
        """The faults with the changes, of one hand judged together with that before it, or of the whole game.

        number: the hand's in the game's list; -1 for all. None if the changes contradict the ruleset, or at the limit.
        """
        key = (number, option_of(changes))
        if key not in self._known:
            rules = None if self.is_exhausted else self._variations.ruleset(changes)
            part = self._part(number)
            self._known[key] = None if rules is None else faults_of(part.findings(rules))
            if rules is not None:
                self._judged += sum([len(hand.events) for hand in part.game.hands])
        return self._known[key]

    def faults_under(self, rules: Ruleset) -> Faults:
        """The faults of the whole game under another ruleset, which may be any."""
        return faults_of(self._part(-1).findings(_readable(rules)))

    @property
    def is_exhausted(self) -> bool:
        """Whether the limit of events is reached, so that nothing more is judged."""
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
        """The number of the hand (the last, for a fault of the game) showing a fault with the changes; -1 if none."""
        numbers = [number for number, hand in enumerate(self.game.hands) if hand.index == fault.spot[0]]
        number = numbers[0] if numbers else len(self.game.hands) - 1
        return number if fault.kind in kinds(self.faults(changes, number) or ()) else -1


def alternatives(game: Game, rules: Ruleset) -> list[Changes]:
    """Changes, one by one, to values that some table plays or the log shows; only of assumed settings, if any are."""
    listed: list[Changes] = []
    for key in keys():
        own = value_in(rules, key)
        listed += [{key: value} for value in played_values(key, game.players) if value != own]
    known = {tuple(one.items()) for one in listed}
    shown = [one for one in variations.shown_changes(game, rules) if tuple(one.items()) not in known]
    found = [*shown, *[one for one in listed if "game.placement" not in one]]
    return [one for one in found if all([is_assumed(key, rules) for key in one])]


class Explanation(NamedTuple):
    """The result of a search. options: changes that explain the fault, found at the same step; maybe none.

    is_complete: whether nothing is left to try. rests_on: settings that may explain the fault, if something is left.
    """

    options: tuple[Changes, ...]
    is_complete: bool
    rests_on: tuple[str, ...] = ()


class _Search:
    """A best-first search for changes that explain a fault, by the distance of results from no fault at its event."""

    def __init__(
        self, judge: VariedJudge, current: Changes, fault: Fault, banned: frozenset[tuple[str, object]]
    ) -> None:
        self.judge = judge
        self.current = current
        self.fault = fault
        self.number = judge.number_of(fault, current)
        self.banned = banned
        self.before = self._of(current)
        self.effective: dict[Option, Changes] = {}

    def _of(self, changes: Changes) -> Faults:
        return self.judge.faults(changes, self.number) or ()

    def run(self) -> Explanation:
        """The first changes found that explain the fault, with all others found in the same batch."""
        seen = {self.before}
        heap: list[tuple[tuple[int, int, int], int, Changes, Faults]] = []
        heappush(heap, (self._distance(self.before, self.current), 0, self.current, self.before))
        count = 0
        # Target points and the extension may only together explain that a game ends or goes on.
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
                    self.effective[tuple(one.items())] = one
                    if _explains(self.fault, self.before, result):
                        options.append(other)
                    elif result not in seen and not _is_masked(self.fault, self.before, result):
                        seen.add(result)
                        count += 1
                        heappush(heap, (self._distance(result, other), count, other, result))
                if options:
                    pairs = self._explaining_pairs() if has_pairs else []
                    return Explanation((*options[:MOST_OPTIONS], *pairs), True)
        rests_on = tuple(sorted({setting_of(key) for one in self.effective.values() for key in one}))
        return Explanation((), False, rests_on)

    def _batches(self, faults: Faults, *, with_rest: bool) -> Iterator[list[Changes]]:
        """Changes to try: those that had an effect, or of settings that the event's faults rest on; then the rest."""
        rests_on = {key for fault in faults if fault.spot == self.fault.spot for key in settings_under(fault.check)}
        near: list[Changes] = []
        rest: list[Changes] = []
        for one in self.judge.alternatives:
            if self.banned.isdisjoint(one.items()):
                is_near = tuple(one.items()) in self.effective or any([setting_of(key) in rests_on for key in one])
                (near if is_near else rest).append(one)
        yield near
        if with_rest:  # the end of a game and its results depend on each other, and on all payments
            yield rest

    def _explaining_pairs(self) -> list[Changes]:
        """The pairs that explain the fault: where other games speak against a single change they may be right."""
        tried = [{**self.current, **one} for one in self._pairs()]
        return [one for one in tried if _explains(self.fault, self.before, self._of(one))]

    def _pairs(self) -> list[Changes]:
        """All pairs of changes of settings that the check of the fault declares."""
        settings = BY_ID[self.fault.check].settings
        own = [one for one in self.judge.alternatives if any([setting_of(key) in settings for key in one])]
        pairs = [{**one, **other} for one, other in combinations(own, 2) if one.keys().isdisjoint(other)]
        return [one for one in pairs if self.banned.isdisjoint(one.items())]

    def _distance(self, faults: Faults, changes: Changes) -> tuple[int, int, int]:
        """How far a result is from no fault at the event: the number of faults, their differences, the changes made."""
        there = [fault for fault in faults if fault.spot == self.fault.spot]
        return (len(there), sum([_difference(fault) for fault in there]), len(changes))


def _is_masked(fault: Fault, before: Faults, result: Faults) -> bool:
    """Whether an event before that of a fault has a new one, which may suppress the fault."""
    known = kinds(before)
    earlier = [one for one in result if one.spot < fault.spot and one.kind not in known]
    return any([may_hide(one.spot, fault.spot) for one in earlier])


def _explains(fault: Fault, before: Faults, result: Faults) -> bool:
    """Whether the event of a fault has neither the fault any longer nor a new one, and none before it hides it."""
    there = kinds([one for one in result if one.spot == fault.spot])
    return fault.kind not in there and there <= kinds(before) and not _is_masked(fault, before, result)


def _difference(fault: Fault) -> int:
    """The difference of expected and actual, in hundreds of points or as the number of terms that only one has."""
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
    """Search for changes beyond the current ones that explain a fault. banned: pairs (key, value) not to try."""
    return _Search(judge, current, fault, banned).run()


def companions(judge: VariedJudge, changes: Changes, effective: Sequence[Changes]) -> list[Changes]:
    """Further changes with which `changes` add no fault to the first hand to which they add any.

    effective: changes that affect the game by themselves. Others are tried together, alone only if that has an effect.
    """
    before = judge.faults({}) or ()
    after = judge.faults(changes) or ()
    added = compare_faults(before, after).added
    if (first := next((one for one in after if one.kind in added), None)) is None:
        return []
    number = judge.number_of(first, changes)
    before, after = judge.faults({}, number) or (), judge.faults(changes, number) or ()
    options = [
        one
        for one in judge.alternatives
        if changes.keys().isdisjoint(one) and not settings_under(first.check).isdisjoint(map(setting_of, one))
    ]
    tried = [one for one in options if one in effective]
    for together in _without_clash([one for one in options if one not in effective]):
        tried += _mattering(judge, changes, together, number, after)
    results = [judge.faults({**changes, **one}, number) for one in tried]
    return [
        one
        for one, result in zip(tried, results, strict=True)
        if result is not None and not compare_faults(before, result).added
    ]


def _without_clash(options: Iterable[Changes]) -> list[list[Changes]]:
    """Distribute options over lists so that none of these changes a key twice."""
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
    """The options that alter the faults of a hand when added to the changes; found by bisection."""
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
    """Reduce changes that explain a fault under the unchanged ruleset to those that are necessary for it.

    One that suffices alone is sought first, among the settings that the check rests on; none if all do not suffice.
    """
    number = judge.number_of(fault, {})
    before = judge.faults({}, number) or ()

    def suffice(some: Changes) -> bool:
        result = judge.faults(some, number)
        return result is not None and _explains(fault, before, result)

    if not suffice(changes):
        return {}
    near = {key: value for key, value in changes.items() if setting_of(key) in settings_under(fault.check)}
    alone: list[Changes] = [{key: value} for key, value in near.items()]
    fewer = next((one for one in alone if suffice(one)), near if suffice(near) else dict(changes))
    previous: Changes = {}
    while len(previous) != len(fewer) and len(fewer) > 1:  # some can be dropped only after another is
        previous = fewer
        for key in reversed(list(previous)):
            without = {name: value for name, value in fewer.items() if name != key}
            if suffice(without):
                fewer = without
    return fewer
