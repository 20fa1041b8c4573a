"""Findings under assumed rules: play that is right at some table is no fault.

A log that names no rules is audited by a default ruleset, or by one of which some settings are assumed
(`Ruleset.assumed`). Its findings are then judged again under the other values that tables play: a finding stays a fault
if it is one under all rules that the rest of the log allows. Otherwise it becomes a note that names the settings.
Changes of the rules under which the log as a whole has fewer faults are adopted on the way, so that a fault that the
assumed ruleset hides is found as well.
"""

from typing import Final

from auditor.core.audit.game import Audit
from auditor.core.checks import BY_ID
from auditor.core.results import NOTE, Finding
from auditor.unknown_rules.alternatives import Changes, change_text, setting_of
from auditor.unknown_rules.explanation import Fault, Faults, VariedJudge, compare_faults, explain, fault_of, needed

MOST_FAULTS: Final = 40
"""The faults of a game that are examined; any more are taken for consequences of the rules."""
MOST_IMPROVEMENTS: Final = 40
MOST_BANS: Final = 3
"""How often to look for another explanation where the rest of the log contradicts the one found."""
SETTINGS_NAMED: Final = 3


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

    def __init__(self, judge: VariedJudge, banned: frozenset[tuple[str, object]] = frozenset()) -> None:
        self.judge = judge
        self.banned = banned
        self.current: Changes = {}
        self.open: dict[Fault, tuple[Changes, tuple[str, ...]]] = {}
        self._unexplained: set[Fault] = set()
        self._seen: list[Changes] = [{}]
        for _ in range(MOST_IMPROVEMENTS):
            if not self._improve():
                break

    @property
    def remaining(self) -> list[Fault]:
        """The faults that are right under no rules."""
        return [fault for fault in self.judge.faults(self.current) or () if fault not in self.open]

    def _improve(self) -> bool:
        """Adopt changes under which the whole log has fewer faults. Returns whether there were any; fills `open`."""
        faults = self.judge.faults(self.current) or ()
        self.open = {}
        # Faults without an explanation before come last: their search takes longest, and is mostly in vain again.
        for fault in sorted(faults[:MOST_FAULTS], key=self._unexplained.__contains__):
            better = self._explain(fault, faults)
            self._unexplained.add(fault)
            if better is not None:
                self.current = better
                return True
        for fault in faults[MOST_FAULTS:]:
            self.open[fault] = ({}, ())
        return False

    def _explain(self, fault: Fault, faults: Faults) -> Changes | None:
        """Changes that explain a fault and improve the log; None if there are none, when the fault may be `open`."""
        banned = self.banned
        for _ in range(MOST_BANS):
            explanation = explain(self.judge, self.current, fault, banned)
            if not explanation.options:
                if not explanation.is_complete:
                    self.open[fault] = ({}, explanation.rests_on)
                return None
            changes = self._extended(faults, min(explanation.options, key=self._rest))
            gained, lost = self._compared(faults, changes)
            if lost < gained and changes not in self._seen:
                self._seen.append(changes)
                return changes
            if lost <= gained:
                self.open[fault] = (changes, ())
                return None
            new = [one for option in explanation.options for one in option.items() if one not in self.current.items()]
            refuted = [one for one in new if self._is_refuted(faults, {**self.current, one[0]: one[1]})]
            banned |= frozenset(refuted or new[:1])
        return None

    def _extended(self, faults: Faults, changes: Changes) -> Changes:
        """Changes that explain a fault, extended by changes that explain the faults they add, if there are any."""
        extended = changes
        for _ in range(MOST_BANS):
            gained, lost = self._compared(faults, extended)
            if lost <= gained:
                return extended if gained else changes  # the extension may lead back to the rules at the start
            result = self.judge.faults(extended) or ()
            added = compare_faults(faults, result).added
            first = next(one for one in result if one.kind in added)
            options = explain(self.judge, extended, first, self.banned).options
            if not options:
                return changes
            extended = min(options, key=self._rest)
        return changes

    def _rest(self, changes: Changes) -> int:
        """How many faults the whole log has with the changes."""
        faults = self.judge.faults(changes)
        return MOST_FAULTS * MOST_FAULTS if faults is None else len(faults)

    def _is_refuted(self, faults: Faults, changes: Changes) -> bool:
        gained, lost = self._compared(faults, changes)
        return lost > gained

    def _compared(self, faults: Faults, changes: Changes) -> tuple[int, int]:
        """How many of the log's faults the changes remove, and how many they add."""
        result = self.judge.faults(changes)
        if result is None:
            return 0, 1
        removed, added = compare_faults(faults, result)
        return len(removed), len(added)


def _best_fit(judge: VariedJudge) -> _RulesFit:
    """The rules that leave the fewest faults: while some remain, try again without each change that bears on them."""
    best = _RulesFit(judge)
    for doubted in list(best.current.items()):
        if not any([setting_of(doubted[0]) in BY_ID[fault.check].settings for fault in best.remaining]):
            continue
        other = _RulesFit(judge, frozenset([doubted]))
        if len(other.remaining) < len(best.remaining):
            best = other
    return best


class _Revision:
    """The revision of the findings of one audit by assumed rules."""

    def __init__(self, audit: Audit) -> None:
        self.audit = audit
        self.judge = VariedJudge(audit.game, audit.ruleset)
        self.fit = _best_fit(self.judge)

    def findings(self) -> list[Finding]:
        """The findings, in the order of the game."""
        likeliest = self.judge.audit(self.fit.current) if self.fit.current else self.audit
        remaining = [] if likeliest is None else [one for one in likeliest.findings if one.severity != NOTE]
        proven = {fault_of(one).kind: one for one in remaining if fault_of(one) not in self.fit.open}
        of_seed = [one for one in self.audit.findings if one.check == "wall/seed"]  # rests on no rules
        result: list[Finding] = []
        for finding in self.audit.findings:
            if finding.severity != NOTE and finding not in of_seed and not proven.pop(fault_of(finding).kind, None):
                self._make_note(finding)
            result.append(finding)
        result += proven.values()
        return sorted(result, key=lambda one: fault_of(one).spot)

    def _make_note(self, finding: Finding) -> None:
        """Reduce a finding to a note that says which settings it depends on."""
        fault = fault_of(finding)
        changes, rests_on = next(
            (one for other, one in self.fit.open.items() if other.kind == fault.kind), (self.fit.current, ())
        )
        changes = needed(self.judge, fault, changes)
        settings = tuple(dict.fromkeys([setting_of(key) for key in changes])) or rests_on
        finding.severity = NOTE
        finding.depends_on = settings
        finding.message = f"{finding.message_without_penalty} {_sentence(changes, settings)}"
        finding.penalty = None


def _sentence(changes: Changes, settings: tuple[str, ...]) -> str:
    """The sentence of a note: ``It depends on riichi.ura_dora: right where a table plays without ura dora.``"""
    if not settings:
        return "It depends on rules that the log does not name."
    more = f" and {len(settings) - SETTINGS_NAMED} more" if len(settings) > SETTINGS_NAMED else ""
    named = f"It depends on {', '.join(settings[:SETTINGS_NAMED])}{more}"
    phrases = [change_text(key, value) for key, value in changes.items()]
    if not phrases:
        return f"{named}: right at some tables."
    first = phrases if len(phrases) <= SETTINGS_NAMED + 1 else [*phrases[:SETTINGS_NAMED], "by other rules besides"]
    return f"{named}: right where a table plays {' and '.join(first)}."
