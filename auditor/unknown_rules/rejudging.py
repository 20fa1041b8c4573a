"""Judging a game by many rulesets, each part of it again only where they differ in a setting that its judgement read.

A hand has two parts, its start and its play; the end of the game is one more. The result of a part follows from the
log, how the hand before ended, the doubts it inherits, and the settings that the replay and the checks read. These are
cached with it: rulesets that agree in them give the same result.
"""

from collections import defaultdict
from collections.abc import Callable, Collection
from contextlib import suppress
from functools import cache, cached_property
from operator import itemgetter
from typing import Any, Final, Generic, NamedTuple, TypeVar, cast

from auditor.core.audit.game import GameAudit, features_of
from auditor.core.checks.doubt import DoubtState
from auditor.core.events import Game, Hand
from auditor.core.results import Finding
from auditor.core.rulesets.model import Ruleset, Section
from auditor.core.table.table import Table, deal
from auditor.core.table.wall import Wall
from auditor.core.units import Needs

_RULESET_PARTS: Final = ("name", "off", "assumed")
_READ_OF_ALL: Final = frozenset((".off", "game.players"))
"""The settings that decide which checks are made, whether they were read or not."""


class ReadableRules:
    """A ruleset with its settings by name, such as ``riichi.stick``, and those in which it differs from its base.

    rules: the ruleset. base: the ruleset of which this one is a variation; None for itself.
    """

    def __init__(self, rules: Ruleset, base: "ReadableRules | None" = None) -> None:
        self.rules = rules
        self.values: dict[str, object] = {}
        for section, holder in [("", rules), *_sections(rules).items()]:
            self.values |= {f"{section}.{name}": getattr(holder, name) for name in _names(type(holder))}
        self.base = base or self
        self.differing = {name for name, value in self.values.items() if value != self.base.values[name]}


_Result = TypeVar("_Result")


class _ResultCache(Generic[_Result]):
    """A cache of results, for any ruleset with the same values of the settings that were read to compute them."""

    def __init__(self) -> None:
        self._of_base: tuple[ReadableRules, Collection[str], _Result] | None = None
        self._known: dict[tuple[str, ...], tuple[itemgetter[object], dict[object, _Result]]] = {}

    def find(self, rules: ReadableRules) -> _Result | None:
        """The result under a ruleset; None where it is not cached."""
        if self._of_base is not None:
            base, read, result = self._of_base
            if rules.base is base and rules.differing.isdisjoint(read):
                return result
        for getter, results in self._known.values():
            if (found := results.get(getter(rules.values))) is not None:
                return found
        return None

    def __len__(self) -> int:
        return sum([len(results) for _, results in self._known.values()])

    def keep(self, rules: ReadableRules, read: Collection[str], result: _Result) -> _Result:
        """Cache and return the result under a ruleset. read: the names read; with any other name nothing is cached."""
        if rules.values.keys() >= set(read):
            if rules.base is rules:
                self._of_base = rules, read, result
            names = tuple(sorted(read))
            getter, results = self._known.setdefault(names, (itemgetter(*names), {}))
            results[getter(rules.values)] = result
        return result


@cache
def _names(kind: type[Section]) -> tuple[str, ...]:
    """The public attributes of a section: its settings, and what it computes from them."""
    if kind is Ruleset:
        return _RULESET_PARTS
    return tuple([name for name in dir(kind) if not name.startswith("_")])


def _sections(rules: Ruleset) -> dict[str, Section]:
    held = {name: getattr(rules, name) for name in rules.__struct_fields__}
    return {name: one for name, one in held.items() if isinstance(one, Section)}


class _ReadSection:
    """A proxy for a ruleset or a section of one that records which attributes are read; their values become its own.

    What is read is recorded once a part (`forget`): who keeps a value longer reads it unseen (docs/architecture.md).
    read: the names read in all sections of the ruleset, as in `ReadableRules`.
    """

    def __init__(self, holder: Section, read: set[str], section: str = "") -> None:
        self._holder = holder
        self._section = section
        self.read = read
        self._own: list[str] = []

    def __getattr__(self, name: str) -> Any:
        value = self.__dict__[name] = getattr(self._holder, name)
        self.read.add(f"{self._section}.{name}")
        self._own.append(name)
        return value

    def forget(self) -> None:
        """Drop the values read so far, so that reading them is recorded again."""
        for name in self._own:
            del self.__dict__[name]
        self._own.clear()


class _ReadRules(_ReadSection):
    """A proxy for a whole ruleset, with proxies for its sections."""

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules, set())
        self._parts: list[_ReadSection] = [self]
        for name, section in _sections(rules).items():
            self._parts.append(_ReadSection(section, self.read, name))
            self.__dict__[name] = self._parts[-1]

    def taken(self) -> frozenset[str]:
        """The names read since the last call."""
        read = frozenset(self.read)
        self.read.clear()
        for one in self._parts:
            one.forget()
        return read


class _AuditState(NamedTuple):
    """What a part passes on to the next: doubts, and the red fives that are still to be reported."""

    doubts: DoubtState
    spare_reds: tuple[int, ...]


class _Part(NamedTuple):
    """The result of a part. read: the settings read. table: at the end of a hand; ended: equal for equal endings."""

    read: frozenset[str]
    findings: list[Finding]
    state: _AuditState
    wall: Wall | None
    table: Table | None = None
    ended: int = 0


class Rejudging:
    """Judges a game by one ruleset after another, with the findings of `audit_game`; for games `without_seed`."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._features = features_of(game)
        self._known: defaultdict[tuple[object, ...], _ResultCache[_Part]] = defaultdict(_ResultCache)
        self._endings: list[_ResultCache[int]] = [_ResultCache() for _ in game.hands]
        self._of_base: tuple[ReadableRules, frozenset[str], list[Finding]] | None = None

    def findings(self, by: ReadableRules) -> list[Finding]:
        """The findings in the game under a ruleset, in the order found."""
        if self._of_base is not None:
            base, read, findings = self._of_base
            if by.base is base and by.differing.isdisjoint(read):
                return findings
        parts = self._parts(by)
        findings = [finding for part in parts for finding in part.findings]
        if by.base is by and self._of_base is None:
            self._of_base = by, frozenset().union(*[part.read for part in parts]), findings
        return findings

    def _parts(self, by: ReadableRules) -> list[_Part]:
        """The results of all parts, in the order of the game; judged only where they are not cached."""
        judge = _PartJudge(self.game, by, self._features)

        def known_or(part_of: Callable[..., _Part], key: tuple[object, ...], *of: object) -> _Part:
            known = self._known[key]
            if (part := known.find(by)) is None:
                part = part_of(*of)
                known.keep(by, part.read, part)
            return part

        last = known_or(judge.opening, ("opening",))
        parts = [last]
        for number, hand in enumerate(self.game.hands):
            state = last.state
            key = ("start", number, last.ended, state.doubts.facets, state.doubts.suppositions, state.spare_reds)
            start = known_or(judge.start, key, last, hand)
            last = known_or(judge.play, ("play", number, start.state), start, hand, self._endings[number])
            parts += [start, last]
        return [*parts, known_or(judge.game_end, ("end", last.ended, last.state), last)]


class _PartJudge:
    """Judges single parts of a game by one ruleset."""

    def __init__(self, game: Game, by: ReadableRules, features: Needs) -> None:
        self.game = game
        self.by = by
        self.features = features

    @cached_property
    def rules(self) -> _ReadRules:
        """The ruleset, as a proxy that records what is read of it."""
        return _ReadRules(self.by.rules)

    @cached_property
    def audit(self) -> GameAudit:
        """The audit that judges the parts."""
        audit = GameAudit(self.game, cast(Ruleset, self.rules), self.features)
        self.read_first = self.rules.taken()
        return audit

    def opening(self) -> _Part:
        """The part before the first hand, without findings."""
        return self._part()._replace(read=self.read_first)

    def start(self, before: _Part, hand: Hand) -> _Part:
        """Judge the start of a hand that follows another."""
        self._go_on_from(before)
        self.audit.open_hand(hand)
        return self._part()

    def play(self, start: _Part, hand: Hand, endings: _ResultCache[int]) -> _Part:
        """Judge the play of a hand. endings: the numbers of the ways in which it ends, by rules."""
        audit = self.audit
        table = audit.deal_hand(hand)
        self._go_on_from(start)
        for event in hand.events:
            if not audit.judge(event):
                break
        audit.judge_end()
        return self._part()._replace(table=table, ended=self._ended(hand, endings))

    def game_end(self, last: _Part) -> _Part:
        """Judge the game as a whole, after its last hand."""
        self._go_on_from(last)
        self.audit.report.table = last.table
        self.audit.close_game()
        return self._part()

    def _go_on_from(self, before: _Part) -> None:
        audit, report, state = self.audit, self.audit.report, before.state
        audit.previous = before.table
        if before.table is not None:
            before.table.rules = cast(Ruleset, self.rules)
        report.findings = []
        report.spare_reds = state.spare_reds
        report.walls.wall = before.wall
        report.doubts.restore(state.doubts)
        report.is_doubtful = report.doubts.are_any

    def _part(self) -> _Part:
        report = self.audit.report
        state = _AuditState(report.doubts.snapshot(), report.spare_reds)
        return _Part(self.rules.taken() | _READ_OF_ALL, report.findings, state, report.walls.wall)

    def _ended(self, hand: Hand, endings: _ResultCache[int]) -> int:
        """The number of the way the hand ends; checks never change a table, so it follows from the replay alone."""
        if (known := endings.find(self.by)) is not None:
            return known
        table = deal(self.game, hand, cast(Ruleset, self.rules))
        with suppress(Exception):  # the replay stops at the same event as when it was judged
            for event in hand.events:
                table.apply(event)
        return endings.keep(self.by, self.rules.taken(), len(endings))
