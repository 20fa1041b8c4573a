"""A game judged by many rulesets: each hand anew only where they differ in what its judgement asks of the rules.

What a hand gives follows from the hand, how the one before it ended, the doubts that its start inherits, and the
settings that the replay and the checks ask for. These are kept with it: rules that are the same in them give the same.
"""

from contextlib import suppress
from functools import cache
from typing import Any, Final, NamedTuple, cast

from auditor.audit.game import GameAudit, features_of
from auditor.events import Game
from auditor.results import Finding
from auditor.rulesets.model import Ruleset, Section
from auditor.table.table import Table, deal

_ABSENT: Final = object()
_UNLISTED: Final = ".with_two_fu"
"""What is read of a whole ruleset: of no two the same."""


class ReadableRules:
    """A ruleset, and what may be read of it by name, as in ``riichi.stick``.

    Args:
        rules: The ruleset.
        base: The ruleset that most of the others are varied from; what differs from it is worked out once.
    """

    def __init__(self, rules: Ruleset, base: "ReadableRules | None" = None) -> None:
        self.rules = rules
        self.values: dict[str, object] = {}
        for section, holder in [("", rules), *_sections(rules).items()]:
            self.values |= {f"{section}.{name}": getattr(holder, name) for name in _names(type(holder))}
        self.base = base or self
        self.differing = {name for name, value in self.values.items() if value != self.base.values[name]}

    def answers(self, read: dict[str, object], by: "ReadableRules") -> bool:
        """Whether it gives the answers that another ruleset gave."""
        if by is self.base and self.differing.isdisjoint(read):
            return _UNLISTED not in read
        return all([self.values.get(name, _ABSENT) == answer for name, answer in read.items()])


@cache
def _names(kind: type[Section]) -> tuple[str, ...]:
    """The settings of a section, and what is worked out of them."""
    if kind is Ruleset:
        return ("name", "off", "assumed")
    return tuple([name for name in dir(kind) if not name.startswith("_")])


def _sections(rules: Ruleset) -> dict[str, Section]:
    held = {name: getattr(rules, name) for name in rules.__struct_fields__}
    return {name: one for name, one in held.items() if isinstance(one, Section)}


class _ReadSection:
    """Stands for a ruleset or a section of one; what was read of it is an attribute of its own.

    read: of the ruleset and its sections, as `ReadableRules` names it, with the answers.
    """

    def __init__(self, holder: Section, read: dict[str, object], section: str = "") -> None:
        self._holder = holder
        self._section = section
        self.read = read
        self._own: list[str] = []

    def __getattr__(self, name: str) -> Any:
        value = self.__dict__[name] = self.read[f"{self._section}.{name}"] = getattr(self._holder, name)
        self._own.append(name)
        return value

    def forget(self) -> None:
        """Be read anew."""
        for name in self._own:
            del self.__dict__[name]
        self._own.clear()


class _ReadRules(_ReadSection):
    """Stands for a ruleset."""

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules, {})
        self._parts: list[_ReadSection] = [self]
        for name, section in _sections(rules).items():
            self._parts.append(_ReadSection(section, self.read, name))
            self.__dict__[name] = self._parts[-1]

    def taken(self) -> dict[str, object]:
        """What was read since the last time."""
        read = dict(self.read)
        self.read.clear()
        for one in self._parts:
            one.forget()
        return read


class _HandResult(NamedTuple):
    """What a hand gave. read: of the rules `by`; findings: of the hand, and of the game where it is the last.

    table: as it ended; ended: the same number where it ended the same. doubts, accepts_reds: what the report hands on.
    """

    by: ReadableRules
    read: dict[str, object]
    findings: list[Finding]
    table: Table | None
    ended: int
    doubts: int
    accepts_reds: bool


class Rejudging:
    """Judges a game by one ruleset after another, and finds what `audit_game` does; of its seed nothing is proven."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._features = features_of(game)
        self._known: dict[tuple[int, int, int, bool], list[_HandResult]] = {}
        self._endings: list[list[tuple[ReadableRules, dict[str, object]]]] = [[] for _ in game.hands]

    def findings(self, by: ReadableRules) -> list[Finding]:
        """What a ruleset finds in the game, in the order found."""
        found: list[Finding] = []
        judge: _HandJudge | None = None
        before = _HandResult(by, {}, [], None, 0, 0, False)
        for number in range(len(self.game.hands)):
            known = self._known.setdefault((number, before.ended, before.doubts, before.accepts_reds), [])
            for result in known:
                if by.answers(result.read, result.by):
                    break
            else:
                judge = judge or _HandJudge(self.game, by, self._features)
                result = judge.result_of(number, before, self._ended(number, judge))
                known.append(result)
            found += result.findings
            before = result
        return found

    def _ended(self, number: int, judge: "_HandJudge") -> int:
        """The number of how a hand ends; checks never change a table, so that it follows from the replay alone."""
        known = self._endings[number]
        for index, (by, read) in enumerate(known):
            if judge.by.answers(read, by):
                return index
        known.append((judge.by, judge.read_by_replay(number)))
        return len(known) - 1


class _HandJudge:
    """Judges single hands of a game by one ruleset."""

    def __init__(self, game: Game, by: ReadableRules, features: int) -> None:
        self.game = game
        self.by = by
        self.rules = _ReadRules(by.rules)
        self.audit = GameAudit(game, cast(Ruleset, self.rules), features)
        self.spare_reds = self.audit.report.spare_reds
        self.read = self.rules.taken()

    def read_by_replay(self, number: int) -> dict[str, object]:
        """What the replay of a hand alone asks of the rules."""
        hand = self.game.hands[number]
        table = deal(self.game, hand, cast(Ruleset, self.rules))
        with suppress(Exception):  # where it stops when it is judged, too
            for event in hand.events:
                table.apply(event)
        return self.rules.taken()

    def result_of(self, number: int, before: _HandResult, ended: int) -> _HandResult:
        """Judge a hand that follows another, and the game if it is the last."""
        audit = self.audit
        hand, report = self.game.hands[number], audit.report
        if before.table is not None:
            before.table.rules = cast(Ruleset, self.rules)
        audit.previous = before.table
        report.findings = []
        report.doubts.facets = before.doubts
        report.spare_reds = () if before.accepts_reds else self.spare_reds
        audit.open_hand(hand)
        for event in hand.events:
            if not audit.judge(event):
                break
        audit.close_hand()
        if number == len(self.game.hands) - 1:
            audit.close_game()
        accepts_reds = before.accepts_reds or report.spare_reds != self.spare_reds
        read = self.read | self.rules.taken()
        return _HandResult(self.by, read, report.findings, audit.previous, ended, report.doubts.facets, accepts_reds)
