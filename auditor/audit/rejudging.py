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


class ReadableRules(NamedTuple):
    """A ruleset, and what may be asked of it by name, as in ``riichi.stick``."""

    rules: Ruleset
    values: dict[str, object]


def readable(rules: Ruleset) -> ReadableRules:
    """A ruleset with what may be asked of it; of what is not listed no two are the same."""
    values: dict[str, object] = {}
    for section, holder in [("", rules), *_sections(rules).items()]:
        values |= {f"{section}.{name}": getattr(holder, name) for name in _names(type(holder))}
    return ReadableRules(rules, values)


@cache
def _names(kind: type[Section]) -> tuple[str, ...]:
    """The settings of a section, and what is worked out of them."""
    if kind is Ruleset:
        return ("name", "off", "assumed")
    return tuple([name for name in dir(kind) if not name.startswith("_")])


def _sections(rules: Ruleset) -> dict[str, Section]:
    held = {name: getattr(rules, name) for name in rules.__struct_fields__}
    return {name: one for name, one in held.items() if isinstance(one, Section)}


class _Asked:
    """Stands for a ruleset or a section of one; what was asked of it are attributes of its own."""

    def __init__(self, holder: Section, **sections: "_Asked") -> None:
        self.__dict__ |= {"_holder": holder, "_sections": sections, **sections}

    def __getattr__(self, name: str) -> Any:
        value = self.__dict__[name] = getattr(self._holder, name)
        return value

    def taken(self, section: str = "") -> dict[str, object]:
        """What was asked since the last time, as `ReadableRules` names it, and what the answers were."""
        sections: dict[str, _Asked] = self._sections
        own = self.__dict__.keys() - {"_holder", "_sections"} - sections.keys()
        asked = {f"{section}.{name}": self.__dict__.pop(name) for name in own}
        for name, one in sections.items():
            asked |= one.taken(name)
        return asked


class _JudgedHand(NamedTuple):
    """What a hand gave. asked: of the rules; findings: of the hand, and of the game where it is the last.

    table: as it ended; ended: the same number where it ended the same. doubts, accepts_reds: what the report hands on.
    """

    asked: dict[str, object]
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
        self._known: dict[tuple[int, int, int, bool], list[_JudgedHand]] = {}
        self._replayed: list[list[dict[str, object]]] = [[] for _ in game.hands]

    def findings(self, by: ReadableRules) -> list[Finding]:
        """What a ruleset finds in the game, in the order found."""
        found: list[Finding] = []
        judge: _HandJudge | None = None
        before = _JudgedHand({}, [], None, 0, 0, False)
        for number in range(len(self.game.hands)):
            known = self._known.setdefault((number, before.ended, before.doubts, before.accepts_reds), [])
            judged = next((one for one in known if _are_the_same(one.asked, by.values)), None)
            if judged is None:
                judge = judge or _HandJudge(self.game, by.rules, self._features)
                ended = self._ended(number, judge, by)
                judged = judge.judged(number, before, ended)
                known.append(judged)
            found += judged.findings
            before = judged
        return found

    def _ended(self, number: int, judge: "_HandJudge", by: ReadableRules) -> int:
        """The number of how a hand ends; checks never change a table, so that it follows from the replay alone."""
        known = self._replayed[number]
        for index, asked in enumerate(known):
            if _are_the_same(asked, by.values):
                return index
        known.append(judge.asked_by_replay(number))
        return len(known) - 1


def _are_the_same(asked: dict[str, object], values: dict[str, object]) -> bool:
    return all([values.get(name, _ABSENT) == answer for name, answer in asked.items()])


class _HandJudge:
    """Judges single hands of a game by one ruleset."""

    def __init__(self, game: Game, rules: Ruleset, features: int) -> None:
        self.game = game
        self.rules = _Asked(rules, **{name: _Asked(one) for name, one in _sections(rules).items()})
        self.audit = GameAudit(game, cast(Ruleset, self.rules), features)
        self.spare_reds = self.audit.report.spare_reds
        self.asked = self.rules.taken()

    def asked_by_replay(self, number: int) -> dict[str, object]:
        """What the replay of a hand alone asks of the rules."""
        hand = self.game.hands[number]
        table = deal(self.game, hand, cast(Ruleset, self.rules))
        with suppress(Exception):  # where it stops when it is judged, too
            for event in hand.events:
                table.apply(event)
        return self.rules.taken()

    def judged(self, number: int, before: _JudgedHand, ended: int) -> _JudgedHand:
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
        asked = self.asked | self.rules.taken()
        return _JudgedHand(asked, report.findings, audit.previous, ended, report.doubts.facets, accepts_reds)
