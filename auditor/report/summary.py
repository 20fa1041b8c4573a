"""The summary of a run: counts, and how they are told."""

from collections import Counter
from typing import Final

from auditor.audit.worker import Result
from auditor.findings import SEVERITIES
from auditor.words import counted

RULESETS_TOLD: Final = 8
"""Pairs of ruleset and reason told one by one; the rest are only counted."""


MOST_TOLD: Final = 12
"""Reasons why something was not judged that are told one by one."""


def _commonest(counts: Counter[str]) -> list[tuple[str, int]]:
    """The commonest first; equal ones by their text, so that the order of inputs does not show."""
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))


MOST_COMPARED: Final = 100_000
"""Games whose shuffle seeds are compared in a run; of more, the query same-game-twice tells."""


class Summary:
    """Counts of a run, added up input by input. findings: those selected, by severity."""

    def __init__(self) -> None:
        self.inputs = 0
        self.stored = 0
        self.games = 0
        self.hands = 0
        self.stopped = 0
        self.unjudged: Counter[str] = Counter()
        self.problems = 0
        self.unread = 0
        self.findings: Counter[str] = Counter()
        self.rulesets: Counter[tuple[str, str]] = Counter()
        self.logs_of_shuffle: dict[str, set[str]] = {}

    def add(self, result: Result) -> None:
        """Count an input, all but its findings."""
        self.inputs += 1
        self.stored += result.is_stored
        self.games += len(result.rulesets)
        self.hands += result.hands
        self.stopped += result.stopped
        for what, hands in result.unjudged:
            self.unjudged[what] += hands
        self.problems += len(result.problems)
        self.unread += bool(result.problems)
        self.rulesets.update(result.rulesets)
        for shuffle, log in result.shuffles:
            if shuffle in self.logs_of_shuffle or len(self.logs_of_shuffle) < MOST_COMPARED:
                self.logs_of_shuffle.setdefault(shuffle, set()).add(log)

    def same_games(self) -> list[list[str]]:
        """Logs with one shuffle seed between them: one game under several ids."""
        return [sorted(logs) for logs in self.logs_of_shuffle.values() if len(logs) > 1]

    def as_object(self) -> dict[str, object]:
        """The counts for machines."""
        return {
            "inputs": self.inputs,
            "already_loaded": self.stored,
            "games": self.games,
            "hands": self.hands,
            "hands_stopped": self.stopped,
            "not_judged": [
                {"checks": what.partition(": ")[0], "reason": what.partition(": ")[2], "hands": hands}
                for what, hands in _commonest(self.unjudged)
            ],
            "findings": {severity: self.findings[severity] for severity in SEVERITIES},
            "problems": self.problems,
            "same_games": self.same_games(),
            "rulesets": [
                {"ruleset": ruleset, "reason": reason, "games": games}
                for (ruleset, reason), games in self.rulesets.most_common()
            ],
        }

    def lines(self, seconds: float, database: str | None, notes_hidden: bool) -> list[str]:
        """The summary for people, a line each. seconds: how long the run took."""
        lines = [
            f"{counted(self.inputs, 'input')}, {counted(self.games, 'game')}, {counted(self.hands, 'hand')}"
            f" in {seconds:.1f} s",
            "findings: "
            + ", ".join(counted(self.findings[severity], severity) for severity in SEVERITIES)
            + (" (shown with --notes)" if notes_hidden and self.findings["note"] else ""),
        ]
        if self.stopped:
            lines.append(f"checked in part: {counted(self.stopped, 'hand')} at which the replay stopped")
        for what, hands in _commonest(self.unjudged)[:MOST_TOLD]:
            checks, _, reason = what.partition(": ")
            lines.append(f"not judged in {counted(hands, 'hand')}: {checks} ({reason})")
        if len(self.unjudged) > MOST_TOLD:
            lines.append(f"and {len(self.unjudged) - MOST_TOLD} more reasons why something was not judged")
        if self.problems:
            lines.append(f"not read, in whole or in part: {counted(self.unread, 'input')}; the problems stand above")
        lines += [
            f"one game under several names (the same shuffle seed): {', '.join(logs)}" for logs in self.same_games()
        ]
        if database:
            lines.append(
                f"loaded into {database}"
                + (f"; {counted(self.stored, 'input')} known from before, told again from there" if self.stored else "")
            )
        told = self.rulesets.most_common(RULESETS_TOLD)
        lines += [f"ruleset {ruleset}: {counted(games, 'game')} ({reason})" for (ruleset, reason), games in told]
        if len(self.rulesets) > len(told):
            lines.append(f"and {len(self.rulesets) - len(told)} more choices of a ruleset")
        return lines
