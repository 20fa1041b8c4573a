"""The last lines of a run: how many games have faults, which checks found them, where, and what to ask next."""

import shlex
from collections import Counter
from typing import Final

from auditor.audit.worker import Result
from auditor.findings import CHECK, NOTE, SEVERITY, Told
from auditor.report.places import game_name, show_command
from auditor.rulesets import AUTO
from auditor.words import counted

CHECKS_TOLD: Final = 8
"""Checks with findings that are told one by one."""
GAMES_TOLD: Final = 5
"""Where no more games have faults, each is told with its own."""


class RunVerdict:
    """Games of a run, counted by whether they have faults: violations or mismatches, not notes.

    chosen: the checks whose findings count; None for all. rules: what the run judges by. is_of_new: findings that were
    known before the run do not count. Counted are games, those in
    which a chosen check found a fault (faulty), and those without one of which not all could be read, replayed and
    judged (in_part).
    """

    def __init__(self, chosen: frozenset[str] | None = None, rules: str = AUTO, *, is_of_new: bool = False) -> None:
        self.chosen = chosen
        self.rules = rules
        self.is_of_new = is_of_new
        self.games = 0
        self.faulty = 0
        self.in_part = 0
        self.checks: Counter[str] = Counter()
        self._told: list[tuple[str, Counter[str]]] = []
        self._first: tuple[Result, Told] | None = None

    @property
    def clean(self) -> int:
        """Games wholly judged and without fault."""
        return self.games - self.faulty - self.in_part

    def counts(self, check: str, severity: str) -> bool:
        """Whether a finding makes its game one with faults."""
        return severity != NOTE and (self.chosen is None or check in self.chosen)

    def add(self, result: Result) -> None:
        """Count the games of an input."""
        for number, (checks, is_whole) in enumerate(result.verdicts):
            self.games += 1
            found = Counter({check: count for check, severity, count in checks if self.counts(check, severity)})
            self.checks += found
            if found:
                self.faulty += 1
                if len(self._told) < GAMES_TOLD:
                    self._told.append((game_name(result, number), found))
            elif result.problems or not is_whole:
                self.in_part += 1
        if self._first is None:
            faults = [one for one in result.findings if self.counts(str(one.row[CHECK]), str(one.row[SEVERITY]))]
            if faults:
                self._first = result, faults[0]

    def as_object(self) -> dict[str, object]:
        """The counts for machines."""
        return {"games_with_faults": self.faulty, "games_clean": self.clean, "games_in_part": self.in_part}

    def lines(self) -> list[str]:
        """The verdict for people: ``3 of 8 games have faults: ...; 5 are clean``, and the games where they are few."""
        if not self.games:
            return []
        selected = "" if self.chosen is None else " of the selected checks"
        new = "new " if self.is_of_new else ""
        in_part = ""
        if self.in_part:
            in_part = f"{self.in_part:,} {'was' if self.in_part == 1 else 'were'} read or checked only in part"
        if not self.faulty:
            return ["; ".join([f"no {new}faults{selected} in {counted(self.games, 'game')}", *filter(None, [in_part])])]
        have = "has" if self.faulty == 1 else "have"
        are_clean = ("is" if self.clean == 1 else "are") + " clean" if self.chosen is None and not new else "without"
        parts = [
            f"{self.faulty:,} of {counted(self.games, 'game')} {have} {new}faults{selected}:"
            f" {_checks_text(self.checks)}",
            f"{self.clean:,} {are_clean}" if self.clean else "",
            in_part,
        ]
        lines = ["; ".join(filter(None, parts))]
        if self.faulty <= GAMES_TOLD:
            lines += [f"  {name}: {_checks_text(checks)}" for name, checks in self._told]
        return lines

    def next_lines(self, program: str, database: str) -> list[str]:
        """What to ask next of a database that the run was loaded into: commands to paste, each with what it shows."""
        commands = []
        db = f"--db {shlex.quote(database)}"
        if self._first is not None:
            result, told = self._first
            command = show_command(result, told, self.rules)
            if command:
                commands.append((command, "the position of the first fault"))
            commands.append((f"checks {told.row[CHECK]}", "what it breaks, why, and where that is written"))
            commands.append((f"query findings {db}", "all that was found, by check and log"))
        commands.append((f"query player-statistics {db}", "the usual figures of each player"))
        commands.append((f"query {db}", "what else can be asked"))
        width = max([len(command) for command, _ in commands])
        return ["next:", *[f"  {program} {command:{width}}  {shows}" for command, shows in commands]]


def _checks_text(checks: Counter[str]) -> str:
    """Checks, the commonest first, each with its number of findings where it has several."""
    told = sorted(checks.items(), key=lambda pair: (-pair[1], pair[0]))
    texts = [check if count == 1 else f"{check} ({count:,})" for check, count in told[:CHECKS_TOLD]]
    if len(told) > CHECKS_TOLD:
        texts.append(f"and {counted(len(told) - CHECKS_TOLD, 'more check')}")
    return ", ".join(texts)
