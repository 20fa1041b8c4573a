"""Findings under assumed rules: play that is right at some table is no fault.

A log that names no rules is audited by a default ruleset, or by one of which some settings are assumed
(`Ruleset.assumed`). Its findings are then judged again under the other values that tables play: a finding stays a fault
if it is one under all rules that the rest of the log allows. Otherwise it becomes a note that names the settings.
The search starts from the known ruleset that as a whole fits the log best. Changes of the rules under which the log as
a whole has fewer faults are adopted on the way, so that a fault that the assumed ruleset hides is found as well. Tables
play rules besides that no setting expresses: what a win is worth, who pays it and when a game ends is a fault only
where other wins of the log show the table's rule.
"""

import sys
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from auditor.core.audit.game import Audit, is_disabled
from auditor.core.checks import BY_ID
from auditor.core.events import Game, Win
from auditor.core.phrases import Phrase, listed
from auditor.core.results import NOTE, Finding, as_data
from auditor.core.rulesets.loading import load, names
from auditor.core.rulesets.model import Ruleset
from auditor.unknown_rules import alternatives, explanation
from auditor.unknown_rules.alternatives import keys

MOST_FAULTS: Final = 40
"""The faults of a game that are examined; any more are taken for consequences of the rules."""
MOST_IMPROVEMENTS: Final = 40
MOST_BANS: Final = 3
"""How often to look for another explanation where the rest of the log contradicts the one found."""
SETTINGS_NAMED: Final = 3
SHOWN_BY_WINS: Final = 2
"""How many other wins of a log, of the same kind and right, show the rule that a win breaks."""
OF_THE_TABLE: Final = ("game.red_fives", "game.dealer_tiles", "game.length")
"""Settings that a known ruleset takes over from the assumed one: these were chosen to fit the log."""
_NOT_KNOWN: Final = Phrase("depends-unknown")
WORTH_OF_WIN: Final = ("pay/honba", "pay/win", "win/no-yaku", "win/value", "win/yaku")
"""The checks of what a win is worth and of who pays it, of which tables have rules that no setting expresses."""


def revise_findings(audit: Audit) -> list[Finding]:
    """The findings of an audit by assumed rules, reduced to notes that say why where some table's rules allow them."""
    if not any([finding.severity != NOTE for finding in audit.findings]):
        return audit.findings
    return _Revision(audit).findings()


class _RulesFit:
    """The rules that explain most of one log's faults, as far as a search that starts at the assumed rules finds them.

    current: what the log shows of its rules, as changes of the assumed ones. open: faults that may be right under other
    rules, each with changes that make it right, or else with the settings that it rests on.
    """

    def __init__(self, judge: explanation.VariedJudge, banned: frozenset[tuple[str, object]] = frozenset()) -> None:
        self.judge = judge
        self.banned = banned
        self.current: alternatives.Changes = {}
        self.open: dict[explanation.Fault, tuple[alternatives.Changes, tuple[str, ...]]] = {}
        self._in_vain: dict[explanation.Fault, alternatives.Changes] = {}
        self._seen: list[alternatives.Changes] = [{}]
        for _ in range(MOST_IMPROVEMENTS):
            if not self._improve():
                break

    @property
    def remaining(self) -> list[explanation.Fault]:
        """The faults that are right under no rules."""
        return [fault for fault in self.judge.faults(self.current) or () if fault not in self.open]

    def _improve(self) -> bool:
        """Adopt changes under which the whole log has fewer faults. Returns whether there were any; fills `open`."""
        faults = self.judge.faults(self.current) or ()
        self.open = {}
        # Faults without an explanation before come last: their search takes longest, and is mostly in vain again.
        for fault in sorted(faults[:MOST_FAULTS], key=self._in_vain.__contains__):
            better = None if self._is_in_vain(fault) else self._explain(fault, faults)
            if better is not None:
                self.current = better
                return True
            if fault not in self.open:
                self._in_vain[fault] = self.current
        for fault in faults[MOST_FAULTS:]:
            self.open[fault] = ({}, ())
        return False

    def _is_in_vain(self, fault: explanation.Fault) -> bool:
        """Whether nothing explained a fault before, and no change that its check rests on was adopted since."""
        since = {alternatives.setting_of(key) for key, _ in self.current.items() ^ self._in_vain.get(fault, {}).items()}
        has_no_bearing = since.isdisjoint(explanation.settings_under(fault.check)) and not fault.judges_game
        return fault in self._in_vain and has_no_bearing

    def _explain(self, fault: explanation.Fault, faults: explanation.Faults) -> alternatives.Changes | None:
        """Changes that explain a fault and improve the log; None if there are none, when the fault may be `open`."""
        banned = self.banned
        for _ in range(MOST_BANS):
            explained = explanation.explain(self.judge, self.current, fault, banned)
            if not explained.options:
                if not explained.is_complete:
                    self.open[fault] = ({}, explained.rests_on)
                return None
            changes = self._extended(faults, min(explained.options, key=self._rest))
            gained, lost = self._compared(faults, changes)
            if lost < gained and changes not in self._seen:
                self._seen.append(changes)
                return changes
            if lost <= gained:
                self.open[fault] = (changes, ())
                return None
            new = [one for option in explained.options for one in option.items() if one not in self.current.items()]
            refuted = [one for one in new if self._is_refuted(faults, {**self.current, one[0]: one[1]})]
            banned |= frozenset(refuted or new[:1])
        return None

    def _extended(self, faults: explanation.Faults, changes: alternatives.Changes) -> alternatives.Changes:
        """Changes that explain a fault, extended by changes that explain the faults they add, if there are any."""
        extended = changes
        for _ in range(MOST_BANS):
            gained, lost = self._compared(faults, extended)
            if lost <= gained:
                return extended if gained else changes  # the extension may lead back to the rules at the start
            result = self.judge.faults(extended) or ()
            added = explanation.compare_faults(faults, result).added
            first = next((one for one in result if one.kind in added), None)  # none at the limit of what is judged
            options = explanation.explain(self.judge, extended, first, self.banned).options if first else ()
            if not options:
                return changes
            extended = min(options, key=self._rest)
        return changes

    def _rest(self, changes: alternatives.Changes) -> int:
        """The weight of the faults that the whole log has with the changes."""
        faults = self.judge.faults(changes)
        return sys.maxsize if faults is None else explanation.weight_of(explanation.kinds(faults))

    def _is_refuted(self, faults: explanation.Faults, changes: alternatives.Changes) -> bool:
        gained, lost = self._compared(faults, changes)
        return lost > gained

    def _compared(self, faults: explanation.Faults, changes: alternatives.Changes) -> tuple[int, int]:
        """The weight of those of the log's faults that the changes remove, and of those that they add."""
        if (result := self.judge.faults(changes)) is None:
            return 0, 1
        removed, added = explanation.compare_faults(faults, result)
        return explanation.weight_of(removed), explanation.weight_of(added)


def _best_fit(judge: explanation.VariedJudge) -> _RulesFit:
    """The rules that leave the fewest faults: while some remain, try again without each change that bears on them."""
    best = _RulesFit(judge)
    for doubted in list(best.current.items()):
        setting = alternatives.setting_of(doubted[0])
        if any([setting in explanation.settings_under(fault.check) for fault in best.remaining]):
            other = _RulesFit(judge, frozenset([doubted]))
            if len(other.remaining) < len(best.remaining) and not judge.is_exhausted:
                best = other
    return best


@lru_cache(maxsize=4)
def _wholes(asked: Ruleset) -> tuple[Ruleset, ...]:
    """A ruleset, and each known one in its place, as far as it is assumed."""
    taken = [key for key in keys() if key not in OF_THE_TABLE and alternatives.is_assumed(key, asked)]
    wholes = [asked]
    for rules in map(load, names()):
        values = {key: alternatives.value_in(rules, key) for key in taken}
        made = alternatives.varied(
            asked, {key: value for key, value in values.items() if value not in alternatives.variants_of(key).left_open}
        )
        if made is not None and rules.game.players == asked.game.players:
            wholes.append(made if asked.assumed else replace(made, off=(*made.off, *rules.off)))
    return tuple(wholes)


class _Revision:
    """The revision of the findings of one audit by assumed rules."""

    def __init__(self, audit: Audit) -> None:
        self.audit = audit
        self.asked = explanation.VariedJudge(audit.game, audit.ruleset)
        nearest = min(
            _wholes(audit.ruleset),
            key=lambda rules: explanation.weight_of(explanation.kinds(self.asked.faults_under(rules))),
        )
        self.fit = _best_fit(self.asked if nearest == audit.ruleset else explanation.VariedJudge(audit.game, nearest))
        if self.fit.remaining and self.fit.judge is not self.asked:
            assumed = _best_fit(self.asked)
            if len(assumed.remaining) < len(self.fit.remaining) and not assumed.judge.is_exhausted:
                self.fit = assumed
        self.judge = self.fit.judge

    def findings(self) -> list[Finding]:
        """The findings, in the order of the game."""
        is_as_asked = self.judge is self.asked and not self.fit.current
        likeliest = self.audit if is_as_asked else self.judge.audit(self.fit.current)
        remaining = [] if likeliest is None else [one for one in likeliest.findings if one.severity != NOTE]
        by_kind = {
            explanation.fault_of(one).kind: one for one in remaining if explanation.fault_of(one) not in self.fit.open
        }
        new = {kind[0] for kind in by_kind.keys() - {explanation.fault_of(one).kind for one in self.audit.findings}}
        unknown = set() if self.audit.ruleset.assumed else _resting_on_unknown(remaining, self.audit.game)
        for finding in self.audit.findings:
            if finding.severity == NOTE or finding.check == "wall/seed":  # a seed rests on no rules
                continue
            kind = explanation.fault_of(finding).kind
            if kind in unknown:
                _make_note(finding, tuple(sorted(BY_ID[finding.check].settings)), _NOT_KNOWN)
            elif kind not in by_kind:
                self._explain(finding, is_hidden=any([explanation.may_hide(spot, kind[0]) for spot in new]))
            by_kind.pop(kind, None)
        for kind, finding in by_kind.items():
            if kind in unknown:
                _make_note(finding, tuple(sorted(BY_ID[finding.check].settings)), _NOT_KNOWN)
        return sorted([*self.audit.findings, *by_kind.values()], key=lambda one: explanation.fault_of(one).spot)

    def _explain(self, finding: Finding, *, is_hidden: bool) -> None:
        """Reduce a finding to a note that says which settings it depends on; not one that no table's rules explain.

        is_hidden: whether the likeliest rules find another fault there, or one before it that may suppress it.
        """
        fault = explanation.fault_of(finding)
        found = next((one for other, one in self.fit.open.items() if other.kind == fault.kind), None)
        changes, rests_on = found or (self.fit.current, ())
        if (likely := self.judge.variation(changes)) is not None:
            changes = {
                key: alternatives.value_in(likely, key) for key in alternatives.changed_keys(self.audit.ruleset, likely)
            }
        under = set() if is_hidden else explanation.settings_under(fault.check)
        bearing = {key: value for key, value in changes.items() if alternatives.setting_of(key) in under}
        changes = explanation.needed(self.asked, fault, changes)
        # another fault has its place there
        if not (changes or found or is_disabled(finding.check, self.judge.rules.off)):
            explained = explanation.explain(self.asked, {}, fault)
            if not (explained.options or is_hidden or bearing) and explained.is_complete:
                return
            changes = explanation.needed(self.asked, fault, next(iter(explained.options), {})) or bearing
            rests_on = explained.rests_on
        settings = tuple(dict.fromkeys([alternatives.setting_of(key) for key in changes])) or rests_on
        _make_note(finding, settings, _sentence(changes, settings))


def _make_note(finding: Finding, settings: tuple[str, ...], why: Phrase) -> None:
    """Reduce a finding to a note. settings: those that it depends on; if none, its check's. why: says so."""
    finding.severity = NOTE
    finding.depends_on = settings or tuple(sorted(BY_ID[finding.check].settings))
    finding.message = f"{finding.message_without_penalty} {why}"
    finding.arguments = {**finding.arguments, "depends": as_data(why)}
    finding.penalty = None


def _resting_on_unknown(findings: Iterable[Finding], game: Game) -> set[explanation.FaultKey]:
    """The findings that may be right by a rule that no setting expresses, where no other win shows the table's rule.

    Points that come from nowhere are wrong at every table (`stick/leak`).
    """
    faults = [explanation.fault_of(one) for one in findings]
    spots = {fault.spot for fault in faults}
    of_wins: dict[explanation.EventSpot, bool] = {}
    for hand in game.hands:
        for number, event in enumerate(hand.events):
            if isinstance(event, Win):
                of_wins[hand.index, number, False] = event.seat == event.from_seat

    def is_shown(fault: explanation.Fault) -> bool:
        alike = [spot for spot, is_tsumo in of_wins.items() if is_tsumo == of_wins.get(fault.spot)]
        wrong = len([spot for spot in alike if spot in spots])
        return len(alike) - wrong >= max(SHOWN_BY_WINS, wrong + 1)

    return {
        fault.kind
        for fault in faults
        if fault.check == "game/end" or (fault.check in WORTH_OF_WIN and not is_shown(fault))
    }


def _sentence(changes: alternatives.Changes, settings: tuple[str, ...]) -> Phrase:
    """The sentence of a note: ``It depends on riichi.ura_dora: right where a table plays without ura dora.``"""
    if not settings:
        return Phrase("depends-unnamed")
    named, more = listed(", ", settings[:SETTINGS_NAMED]), len(settings) - SETTINGS_NAMED
    if more > 0:
        named = Phrase("settings-and-more", settings=named, number=more)
    phrases = [alternatives.change_text(key, value) for key, value in changes.items()]
    if not phrases:
        return Phrase("depends-somewhere", settings=named)
    if len(phrases) > SETTINGS_NAMED + 1:
        phrases = [*phrases[:SETTINGS_NAMED], Phrase("other-rules-besides")]
    return Phrase("depends", settings=named, changes=listed(" and ", phrases))
