"""Inferring rules from logs: the nearest known ruleset, and each setting that the logs show to be different.

Values are found by judging. Each game is audited by the rules found so far and by every change of them; a change is
adopted where it makes more hands right than wrong, until none does. What only few logs show may be their faults
(`least_logs`); what players do (`Variants.is_permission`) looks the same whether it is a fault or allowed by a rule.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import cache
from itertools import islice
from typing import Any, Final, NamedTuple, Protocol
from zlib import crc32

from msgspec import Struct
from msgspec.structs import replace

from auditor.core.audit.executors import ExecutorFactory, processes, reused
from auditor.core.audit.game import Audit
from auditor.core.audit.run import run
from auditor.core.audit.sinks import NoSink
from auditor.core.audit.work import Settings, UnitPlan
from auditor.core.checks import BY_ID
from auditor.core.events import Game
from auditor.core.reading import rules_stated_by
from auditor.core.rulesets.choice import starting_points, winds_shown
from auditor.core.rulesets.loading import load, names
from auditor.core.rulesets.model import RARELY, Ruleset
from auditor.core.rulesets.settings import settings
from auditor.core.sources import Input, ReadProgress, find_inputs
from auditor.core.sources.addresses import address_of
from auditor.core.tiles import REDS_OF_NUMBER
from auditor.core.units import Points
from auditor.unknown_rules import alternatives, explanation
from auditor.unknown_rules.alternatives import Changes, changed_keys, keys, played_values, value_in, variants_of, varied
from auditor.unknown_rules.assumed import revise_findings
from auditor.unknown_rules.explanation import FaultKey, Faults, Option, VariedJudge, companions, option_of, weight_of
from auditor.unknown_rules.rejudging import ReadableRules, Rejudging

HandKey = tuple[int, bool]
"""The index of a hand, and whether the end of the game is meant rather than the hand."""

FIRST_CHOICE: Final = ("tenhou", "tenhou-sanma")
"""The rulesets preferred among those that fit equally well."""
FEW: Final = 8
"""About how many games pairs of changes are tried in before they are tried in all."""
SAMPLE: Final = 60
"""How many games of a group are audited while its rules are searched for; once they are found, all are."""
MOST_ROUNDS: Final = 10
MOST_RETURNS: Final = 2
"""A value that was dropped this often is not adopted again, so that the search terminates."""
MOST_EXTRA: Final = 24
"""How many of the numbers that logs show to try for each kind: those that most logs show."""
EXPLAINED: Final = 4
"""The number of faults of a game for which several changes that go together are searched for."""
PLACES_NAMED: Final = 3
GROUP_SHARE: Final = 10
"""A group that is this many times smaller than the largest is merged into it: its different start is a fault."""
LOGS_A_PERMISSION: Final = 14
"""What players do is taken to be allowed where one log in this many shows it, or `MOST_LOGS` do."""
LOGS_A_RULE: Final = 50
"""Any other value must be shown by one log, and by one more for each this many logs."""
MOST_FOR_FEW: Final = (10, 28)
"""Among more logs than these at least two, or three, must show any value: two of forty may have the same fault."""
MOST_LOGS: Final = 10
_BONUSES: Final = "game.placement"
_SETTINGS: Final = Settings(FIRST_CHOICE[0], revise_findings)
"""Of the runs that read games; what they find is not looked at."""
_UNIT_INPUTS: Final = 8
_RARE: Final = 16
"""How many of the changes that affect few games to try at once; each is tried alone only if they have an effect."""


class GameFacts(NamedTuple):
    """What a table fixes before play, as far as a log shows it: players, points, red fives of each suit, winds.

    stated_winds: those that its header states; that logs state others makes them of another table, whatever is played.
    """

    players: int
    start: Points | None
    reds: tuple[int, int, int] | None
    winds: int | None
    stated_winds: int | None


class SurveyedGame(NamedTuple):
    """A game judged by the known rulesets.

    number: identifies the game. faults: by ruleset what those of each check weigh; shown: numbers of rules it shows.
    """

    number: int
    facts: GameFacts
    faults: dict[str, dict[str, int]]
    shown: tuple[Option, ...]


class MeasuredGame(NamedTuple):
    """A game audited by rules and by changes of them.

    number: identifies the game. faults: their number by hand. changes: for each that has an effect, the hands that it
    makes right or, below zero, wrong: by the weight of the fault there.
    """

    number: int
    faults: dict[HandKey, int]
    changes: dict[Option, dict[HandKey, int]]


MeasuredLogs = list[tuple[str, MeasuredGame]]
"""Measured games, each with the name of its log."""


class GameSource(Protocol):
    """Games that can be iterated over several times."""

    def each(self, work: Callable[[Game], Any], logs: Collection[str] | None = None) -> Iterator[tuple[str, Any]]:
        """Yield the result of `work` for each game, with the name of its log. logs: the logs needed; None for all."""


class InputGames:
    """The games of inputs, which are read again for each pass. problems: what could not be read, as ``PATH: what``."""

    def __init__(self, paths: Sequence[str], executors: ExecutorFactory) -> None:
        self.paths = paths
        self.executors = executors
        self.problems: dict[str, None] = {}
        self.games = 0
        self._path_of: dict[str, str] = {}

    def each(self, work: Callable[[Game], Any], logs: Collection[str] | None = None) -> Iterator[tuple[str, Any]]:
        """Yield the result of `work` for each game, with its log's address; files without any of `logs` are skipped."""
        settings = _SETTINGS._replace(summarize=_Summary(work))
        inputs: Iterable[Input] = find_inputs(self.paths)
        if logs is not None:
            needed = {self._path_of[log] for log in logs}
            inputs = [one for one in inputs if one.path in needed]
        with closing(run(inputs, settings, self.executors, _SmallUnits())) as results:
            for result in results:
                address = address_of(result.path, result.member)
                for problem in result.problems:
                    self.problems[f"{address}: {problem}"] = None
                for game in result.games:
                    self.games += 1
                    log = f"{address} --game {game.number}" if result.has_several_games else address
                    self._path_of[log] = result.path
                    yield log, game.summary


@contextmanager
def input_games(paths: Sequence[str], jobs: int | None = None) -> Iterator[InputGames]:
    """The games of inputs. jobs: the number of processes; None for one per core, or for few inputs this one alone."""
    units = _SmallUnits().plan(_SETTINGS, None).units(find_inputs(paths))
    is_short = jobs is None and len(list(islice(units, 2))) < 2
    with reused(processes(1 if is_short else jobs)) as executors:
        yield InputGames(paths, executors)


class _Summary(Struct):
    """A `Settings.summarize` that returns the result of `work` for the audited game."""

    work: Callable[[Game], Any]

    def __call__(self, number: int, log: str, audit: Audit) -> object:
        return self.work(audit.game)


class _SmallUnits(NoSink):
    """A sink that stores nothing; its units are small, since each game is audited a hundred times."""

    def plan(self, settings: Settings, progress: ReadProgress | None) -> UnitPlan:
        """The plan that divides the inputs of a run into small units."""
        plan = super().plan(settings, progress)
        plan.max_inputs = _UNIT_INPUTS
        return plan


class RareHands(NamedTuple):
    """Hands that speak against values, but of too few logs. hands: their number; places: the first, as for ``show``."""

    values: tuple[object, ...]
    hands: int
    places: tuple[str, ...]


class Evidence(NamedTuple):
    """What logs show about a setting.

    key: as in `Changes`. value: the value inferred. shows: how many hands another value would make wrong; against: how
    many another value would make right. instead: the value that does so for most. logs: how many logs show the value.
    places: the first hands that show it, as arguments of ``show``. contrary: the first that speak against it. also:
    other values that fit the logs, apart from `rare` hands. is_taken: whether the base has another value.
    """

    key: str
    value: object
    shows: int
    against: int
    logs: int
    places: tuple[str, ...]
    contrary: tuple[str, ...]
    instead: object
    also: tuple[object, ...]
    rare: tuple[RareHands, ...]
    is_taken: bool

    @property
    def is_seen(self) -> bool:
        """Whether the logs have any evidence of the value."""
        return self.shows > 0 or self.is_taken

    @property
    def is_certain(self) -> bool:
        """Whether the logs show the value and rule out all others."""
        return self.is_seen and not self.also


class Inference(NamedTuple):
    """The rules of a group of games. base: the nearest known ruleset; logs: the names of the group's, in order."""

    facts: GameFacts
    base: Ruleset
    rules: Ruleset
    evidence: tuple[Evidence, ...]
    logs: tuple[str, ...]
    faulty_hands: int


def facts_of(game: Game) -> GameFacts:
    """The facts that the log of a game shows."""
    reds = game.reds if game.reds_recorded else None
    return GameFacts(game.players, starting_points(game), reds, winds_shown(game), rules_stated_by(game).winds)


def survey(game: Game) -> SurveyedGame:
    """Judge a game by each known ruleset for its number of players."""
    known = [one for one in _known() if one.rules.game.players == game.players]
    judge = Rejudging(explanation.without_seed(game))
    weights: dict[str, dict[str, int]] = {}
    for one in known:
        by_check = weights[one.rules.name] = {}
        for fault in explanation.faults_of(judge.findings(one)):
            by_check[fault.check] = by_check.get(fault.check, 0) + weight_of([fault.kind])
    best = min(known, key=lambda one: sum(weights[one.rules.name].values())).rules
    shown = tuple([tuple(one.items()) for one in alternatives.shown_changes(game, best)])
    return SurveyedGame(_number_of(game), facts_of(game), weights, shown)


@cache
def _known() -> tuple[ReadableRules, ...]:
    return tuple(
        [ReadableRules(alternatives.with_markers_uncounted(replace(load(name), assumed=()))) for name in names()]
    )


def _judging(rules: Ruleset) -> Ruleset:
    """A ruleset with all checks enabled, and nothing assumed: what its text leaves open another table's may decide."""
    return replace(rules, off=(), assumed=())


class Measurement(Struct):
    """Judges a game by rules and by changes of them: each alone, and several together where they explain a fault.

    sample_interval: judge one game in this many. extra: further changes; is_of_extra: whether to try only these.
    """

    rules: Ruleset
    extra: Sequence[Option]
    facts: frozenset[GameFacts]
    sample_interval: int = 1
    is_of_extra: bool = False

    def __call__(self, game: Game) -> MeasuredGame | None:
        """Measure the effects of the changes on a game; None for one of another group, or outside the sample."""
        number = _number_of(game)
        if facts_of(game) not in self.facts or (self.sample_interval > 1 and number % self.sample_interval):
            return None
        judge = VariedJudge(game, self.rules)
        base = judge.faults({}) or ()
        faults = dict(Counter([(one.spot[0], one.spot[2]) for one in base]))
        changes: dict[Option, dict[HandKey, int]] = {}
        if self.is_of_extra:
            for one in self.extra:
                self._add(changes, judge, base, dict(one))
            return MeasuredGame(number, faults, changes)
        own = {tuple(one.items()) for one in alternatives.shown_changes(judge.game, self.rules)}
        options = [one for one in judge.alternatives if tuple(one.items()) not in own]
        options += [dict(one) for one in self.extra if not _has(self.rules, one)]
        options += [
            {_BONUSES: one} for one in played_values(_BONUSES, game.players) if not _has(self.rules, ((_BONUSES, one),))
        ]
        judge.alternatives = options
        for option in _possibly_effective(judge, base, options):
            self._add(changes, judge, base, option)
        for fault in base[:EXPLAINED]:
            for option in explanation.explain(judge, {}, fault).options:
                self._add(changes, judge, base, option)
        return MeasuredGame(number, faults, changes)

    def _add(
        self, changes: dict[Option, dict[HandKey, int]], judge: VariedJudge, base: Faults, option: Changes
    ) -> None:
        result = judge.faults(option)
        if result is None or result == base:
            return
        removed, added = explanation.compare_faults(base, result)
        gained, lost = _weights(removed), _weights(added)
        right = {hand: weight for hand, weight in gained.items() if weight >= lost.get(hand, 0)}
        if hands := {hand: -weight for hand, weight in lost.items()} | right:
            changes[option_of(option)] = hands


class PairSearch:
    """Searches games for pairs of changes of which one makes hands wrong without the other.

    options: the changes to find companions for; effective: the changes that have an effect; both by the game's number.
    """

    def __init__(
        self, rules: Ruleset, options: Mapping[int, Sequence[Option]], effective: Mapping[int, Iterable[Option]]
    ):
        self.rules = rules
        self.options = options
        self.effective = {number: [dict(one) for one in effective[number]] for number in options}

    def __call__(self, game: Game) -> list[Option]:
        """The pairs found in a game."""
        number = _number_of(game)
        if number not in self.options:
            return []
        judge = VariedJudge(game, self.rules)
        return [
            option_of(dict(option) | dict(one))
            for option in self.options[number]
            for one in companions(judge, dict(option), self.effective[number])
        ]


def _number_of(game: Game) -> int:
    """A number that identifies a game by its first deal, whatever its log is called."""
    return crc32(repr([hand.dealt for hand in game.hands[:1]]).encode())


def _weights(found: Iterable[FaultKey]) -> dict[HandKey, int]:
    """The weight of the heaviest fault of each hand."""
    hands: dict[HandKey, int] = {}
    for one in found:
        hand, _, is_of_game = one[0]
        hands[hand, is_of_game] = max(hands.get((hand, is_of_game), 0), weight_of([one]))
    return hands


def _possibly_effective(judge: VariedJudge, base: Faults, options: list[Changes]) -> Iterator[Changes]:
    """Yield the changes that may affect a game; those that affect few games are tried together first."""
    together: list[Changes] = []
    merged: dict[str, object] = {}

    def those_with_effect() -> list[Changes]:
        result = judge.faults(merged)
        return list(together) if result is None or result != base else []

    for option in options:
        if any([variants_of(key).seen != RARELY for key in option]):
            yield option
            continue
        if len(together) == _RARE or not merged.keys().isdisjoint(option):
            yield from those_with_effect()
            together, merged = [], {}
        together.append(option)
        merged |= option
    if together:
        yield from those_with_effect()


def infer(source: GameSource, progress: Callable[[str], object] | None = None) -> list[Inference]:
    """Infer the rules of each group of games, the largest first. progress: called with what is done next."""
    report = progress or (lambda text: None)
    report("judging by known rulesets")
    surveyed = [(log, one) for log, one in source.each(survey) if isinstance(one, SurveyedGame)]
    groups = _groups([one.facts for _, one in surveyed])
    result = []
    for number, (facts, members) in enumerate(groups):
        of_group = [(log, one) for log, one in surveyed if one.facts in members]
        title = f"group {number + 1} of {len(groups)}" if len(groups) > 1 else "the rules"
        result.append(_GroupInference(source, facts, members, of_group).run(_titled(title, report)))
    return result


def _titled(title: str, report: Callable[[str], object]) -> Callable[[str], object]:
    return lambda text: report(f"{title}: {text}")


def _groups(all_facts: list[GameFacts]) -> list[tuple[GameFacts, frozenset[GameFacts]]]:
    """Group games that may be of one table. Returns for each group its facts and all those that count as the same."""
    counts = Counter(all_facts)
    groups: list[tuple[GameFacts, set[GameFacts]]] = []
    by_known = sorted(counts, key=lambda one: (-sum([fact is not None for fact in one]), -counts[one], str(one)))
    for facts in by_known:
        if like := [group for group in groups if _agree(group[0], facts)]:
            max(like, key=lambda group: sum([counts[one] for one in group[1]]))[1].add(facts)
        else:
            groups.append((facts, {facts}))
    sizes = {id(members): sum([counts[one] for one in members]) for _, members in groups}
    groups.sort(key=lambda group: -sizes[id(group[1])])
    merged: list[tuple[GameFacts, set[GameFacts]]] = []
    for facts, members in groups:
        fixed = (facts.players, facts.stated_winds)
        rest = [group for group in merged if (group[0].players, group[0].stated_winds) == fixed]
        if rest and sizes[id(members)] * GROUP_SHARE <= sizes[id(rest[0][1])]:
            rest[0][1].update(members)
        else:
            merged.append((facts, members))
    return [(facts, frozenset(members)) for facts, members in merged]


def _agree(one: GameFacts, other: GameFacts) -> bool:
    return all([mine is None or its is None or mine == its for mine, its in zip(one, other, strict=True)])


class _GroupInference:
    """The inference of the rules of one group of games."""

    def __init__(
        self, source: GameSource, facts: GameFacts, members: frozenset[GameFacts], games: list[tuple[str, SurveyedGame]]
    ) -> None:
        self.source = source
        self.facts = facts
        self.members = members
        self.logs = tuple([log for log, _ in games])
        self.numbers = {log: one.number for log, one in games}
        self.base = nearest([one for _, one in games])
        self.known = [rules for rules in map(load, names()) if rules.game.players == facts.players]
        self.extra = _shown_by_most([one for _, one in games])
        self.left_open: list[str] = []
        at_start = (("game.start_points", facts.start), ("game.red_fives", facts.reds), ("game.length", facts.winds))
        self.fixed = {key for key, fact in at_start if fact is not None}
        self.rules = self._at_start()
        self.dropped: Counter[Option] = Counter()
        self.pairs: list[Option] = []

    def _at_start(self) -> Ruleset:
        """The base with the facts of the group, as far as they are known."""
        rules = _judging(self.base)
        reds = self.facts.reds
        if reds is not None and reds != rules.game.reds:
            number = next((one for one, of_suits in REDS_OF_NUMBER.items() if of_suits == reds), reds)
            rules = varied(rules, {"game.red_fives": number}) or rules
        start = self.facts.start
        if start is not None and start != rules.game.start_points:
            rules = varied(rules, {"game.start_points": start}) or rules
        winds = self.facts.winds
        if winds is not None and winds != rules.game.length:
            rules = varied(rules, {"game.length": winds}) or rules
        return self._made_definite(rules)

    def _made_definite(self, rules: Ruleset) -> Ruleset:
        """The rules with a definite value for settings that the base leaves open, so that logs can contradict it."""
        bonuses = next((dict(one) for one in self.extra if _BONUSES in dict(one)), {})
        for key in keys():
            if value_in(rules, key) in variants_of(key).left_open:
                changes = bonuses if key == _BONUSES else {key: settings()[key].default}
                rules = varied(rules, changes) or rules
                self.left_open.append(key)
        return rules

    def run(self, report: Callable[[str], object]) -> Inference:
        """Infer the rules. report: called with a description of each next step."""
        self._leave_open()
        for interval in dict.fromkeys([max(1, len(self.logs) // SAMPLE), 1]):
            measured = self._search(interval, report)
        evidence = [self._evidence(key, measured) for key in keys()]
        for one in evidence:
            if one.key in self.left_open and not one.shows:
                self.rules = varied(self.rules, {one.key: variants_of(one.key).left_open[0]}) or self.rules
        self._leave_open()
        changed = changed_keys(self.base, self.rules)
        found = [one._replace(value=value_in(self.rules, one.key), is_taken=one.key in changed) for one in evidence]
        faulty_hands = sum([len(one.faults) for _, one in self._faults_by(self.rules)])
        return Inference(self.facts, self.base, self.rules, tuple(found), self.logs, faulty_hands)

    def _search(self, interval: int, report: Callable[[str], object]) -> MeasuredLogs:
        """Adopt changes until none is left that enough logs show. Returns the games measured by the rules found."""
        for turn in range(MOST_ROUNDS):
            report(f"round {turn + 1}" if interval > 1 else f"evidence, round {turn + 1}")
            measured = self._measured(interval)
            if not self._improve(measured):
                measured = self._with_pairs(measured, interval)
                if not self._improve(measured):
                    return measured
        return self._with_pairs(self._measured(interval), interval)

    def _leave_open(self) -> None:
        """Disable checks that find something in too many logs for it to be faults: those that the base disables, and
        that of ura indicators where they do not count.
        """
        self.rules = _judging(self.rules)
        for check in dict.fromkeys([*self.base.off, *alternatives.with_markers_uncounted(self.rules).off]):
            rules = replace(self.rules, off=(*self.rules.off, check))
            without = dict(self._faults_by(rules))
            measured = self._faults_by(self.rules)
            fewer = [log for log, one in measured if sum(without[log].faults.values()) < sum(one.faults.values())]
            if len(fewer) >= _least_logs(len(measured), is_permission=True):
                self.rules = rules

    def _measured(self, interval: int) -> MeasuredLogs:
        """Measure the games of the group, one in `interval`."""
        return self._of_games(Measurement(self.rules, self.extra, self.members, interval))

    def _faults_by(self, rules: Ruleset) -> MeasuredLogs:
        """Count the faults of each game of the group by rules, without trying changes."""
        return self._of_games(Measurement(rules, (), self.members, is_of_extra=True))

    def _of_games(self, work: Measurement) -> MeasuredLogs:
        logs = {log for log, number in self.numbers.items() if number % work.sample_interval == 0}
        return [(log, one) for log, one in self.source.each(work, logs) if isinstance(one, MeasuredGame)]

    def _with_pairs(self, measured: MeasuredLogs, interval: int) -> MeasuredLogs:
        """Measured games with the effects of pairs of changes that make no hand wrong, though one alone does."""
        first: dict[Option, int] = {}
        for _, one in measured:
            for option, hands in one.changes.items():
                if len(option) == 1 and option[0][0] not in self.fixed and min(hands.values()) < 0:
                    first.setdefault(option, one.number)
        of_game: dict[int, list[Option]] = {}
        for option, number in first.items():
            of_game.setdefault(number, []).append(option)
        search = PairSearch(self.rules, of_game, {one.number: one.changes for _, one in measured})
        logs = {log for log, number in self.numbers.items() if number in of_game}
        pairs = list(dict.fromkeys([pair for _, found in self.source.each(search, logs) for pair in found]))
        pairs = [pair for pair in pairs if self.fixed.isdisjoint(dict(pair))]
        few = max(interval, len(self.logs) // FEW)
        for step in dict.fromkeys([few, interval]):
            of_pairs = self._of_games(Measurement(self.rules, pairs, self.members, step, is_of_extra=True))
            wrong = {pair for _, one in of_pairs for pair, hands in one.changes.items() if min(hands.values()) < 0}
            pairs = [pair for pair in pairs if pair not in wrong]
        self.pairs = pairs
        changes = {log: one.changes for log, one in of_pairs}
        return [(log, one._replace(changes={**changes.get(log, {}), **one.changes})) for log, one in measured]

    def _improve(self, measured: MeasuredLogs) -> bool:
        """Adopt the changes that make more hands right than wrong, best first. Returns whether there were any."""
        gains: defaultdict[Option, dict[tuple[str, HandKey], int]] = defaultdict(dict)
        losses: Counter[Option] = Counter()
        for log, one in measured:
            for option, hands in one.changes.items():
                for hand, value in hands.items():
                    if value > 0:
                        gains[option][log, hand] = value
                    else:
                        losses[option] -= value
        taken: dict[str, object] = {}
        while gains:
            option = max(gains, key=lambda one: (sum(gains[one].values()) - losses[one], self._usual(one), str(one)))
            right = gains.pop(option)
            if sum(right.values()) <= losses[option]:
                break
            option_keys = [key for key, _ in option]
            if not taken.keys().isdisjoint(option_keys) or not self.fixed.isdisjoint(option_keys):
                continue
            if self.dropped[option] >= MOST_RETURNS:
                continue
            if len({log for log, _ in right}) < least_logs(option_keys, len(measured)):
                continue
            taken |= dict(option)
            for other, of_other in gains.items():
                gains[other] = {hand: value for hand, value in of_other.items() if hand not in right}
        rules = varied(self.rules, taken) if taken else None
        if rules is None or rules == self.rules:
            return False
        self.dropped.update([((key, value_in(self.rules, key)),) for key in taken])
        self.rules = rules
        return True

    def _usual(self, option: Option) -> tuple[int, int]:
        """By which of equal changes one is taken: that it has few keys, and how many known rulesets have its values."""
        return -len(option), sum([_has(rules, option) for rules in self.known])

    def _fitting(self, measured: MeasuredLogs) -> list[Option]:
        """The changes of several keys that make no hand wrong."""
        wrong = {option for _, one in measured for option, hands in one.changes.items() if min(hands.values()) < 0}
        return [one for one in [*self.pairs, *self.extra] if len(one) > 1 and one not in wrong]

    def _evidence(self, key: str, measured: MeasuredLogs) -> Evidence:
        """The evidence of a setting.

        A value that makes hands wrong, whatever else changes, is excluded, unless as many logs speak for it: programs
        turn markers that their rules do not count.
        """
        value = value_in(self.rules, key)
        wrong: defaultdict[object, dict[tuple[str, HandKey], None]] = defaultdict(dict)
        against: dict[tuple[str, HandKey], None] = {}
        instead: Counter[object] = Counter()
        speaking: defaultdict[object, set[str]] = defaultdict(set)
        fitting = {dict(one)[key] for one in self._fitting(measured) if key in dict(one)}
        least = least_logs([key], len(measured))
        for log, one in measured:
            for option, hands in one.changes.items():
                other = dict(option).get(key, value)
                if other == value:
                    continue
                for hand, result in hands.items():
                    if result > 0:
                        against[log, hand] = None
                        instead[other] += 1
                        speaking[other].add(log)
                    elif len(option) == 1 and other not in fitting:
                        wrong[other][log, hand] = None
        worse = {
            other: hands
            for other, hands in wrong.items()
            if len({log for log, _ in hands}) >= least > len(speaking[other])
        }
        shows = {hand: None for hands in worse.values() for hand in hands}
        usual = [
            *played_values(key, self.facts.players),
            *[option[0][1] for option in self.extra if option[0][0] == key],
        ]
        also = tuple([one for one in dict.fromkeys(usual) if one != value and one not in worse])
        return Evidence(
            key, value, len(shows), len(against), len({log for log, _ in shows}), _places(shows), _places(against),
            max(instead, key=instead.__getitem__, default=None), also, _rare(wrong, also), False,
        )  # fmt: skip


def _rare(wrong: Mapping[object, Iterable[tuple[str, HandKey]]], also: Iterable[object]) -> tuple[RareHands, ...]:
    """The hands, of too few logs, that speak against the values `also`; grouped by the values with the same hands."""
    values: defaultdict[tuple[tuple[str, HandKey], ...], list[object]] = defaultdict(list)
    for other in also:
        if other in wrong:
            values[tuple(wrong[other])].append(other)
    return tuple([RareHands(tuple(refuted), len(hands), _places(hands)) for hands, refuted in values.items()])


def _has(rules: Ruleset, option: Option) -> bool:
    return all([value_in(rules, key) == value for key, value in option])


def least_logs(of_keys: Iterable[str], logs: int) -> int:
    """The number of logs, out of `logs`, that must show a change of keys before it is believed."""
    return _least_logs(logs, is_permission=any([variants_of(key).is_permission for key in of_keys]))


def _least_logs(logs: int, *, is_permission: bool) -> int:
    share = -(-logs // LOGS_A_PERMISSION) if is_permission else 1 + logs // LOGS_A_RULE
    return min(max(share, 1 + sum([logs > most for most in MOST_FOR_FEW])), MOST_LOGS)


def _places(cases: Iterable[tuple[str, HandKey]]) -> tuple[str, ...]:
    """The first hands of the first logs, as arguments of ``show``."""
    by_log: dict[str, list[HandKey]] = {}
    for log, hand in cases:
        by_log.setdefault(log, []).append(hand)
    listed = [f"{log} --hand {hand[0]}" for log, hands in by_log.items() for hand in sorted(hands)]
    return tuple(dict.fromkeys(listed))[:PLACES_NAMED]


def nearest(games: Collection[SurveyedGame]) -> Ruleset:
    """The known ruleset that as a whole leaves the least; what too few logs show decides between equals alone, and what
    players do (`Variants.is_permission`) not even there.

    What too few show hides other faults of a game: no ruleset fits it better than the best by which none are hidden.
    """
    logs = Counter([(name, check) for one in games for name, faults in one.faults.items() for check in faults])
    few = {one for one, count in logs.items() if count < least_logs(_varied_by(one[1]), len(games))}
    acts = {one for one in few if any([variants_of(key).is_permission for key in _varied_by(one[1])])}
    shown, total = Counter[str](), Counter[str]()
    for one in games:
        whole = [faults for name, faults in one.faults.items() if few.isdisjoint([(name, check) for check in faults])]
        least = min([sum(faults.values()) for faults in whole], default=0)
        for left, without in ((shown, few), (total, acts)):
            for name, faults in one.faults.items():
                weights = [weight for check, weight in faults.items() if (name, check) not in without]
                left[name] += max(least, sum(weights))
    return load(min(shown, key=lambda name: (shown[name], total[name], name not in FIRST_CHOICE, name)))


def _varied_by(check: str) -> list[str]:
    """The settings of a check in which tables differ."""
    known = settings()
    return [key for key in BY_ID[check].settings if known[key].variants is not None]


def _shown_by_most(games: Iterable[SurveyedGame]) -> list[Option]:
    """The numbers that games show, the most frequent first, at most MOST_EXTRA of each kind."""
    counts: Counter[Option] = Counter()
    for one in games:
        counts.update(one.shown)
    kinds: Counter[tuple[str, ...]] = Counter()
    listed = []
    for option, _ in counts.most_common():
        kind = tuple([key for key, _ in option])
        kinds[kind] += 1
        if kinds[kind] <= MOST_EXTRA:
            listed.append(option)
    return listed
