"""``auditor audit - --follow``: judges a game while it is played, from its events on standard input."""

import sys
from typing import TYPE_CHECKING, Any, Final

from auditor.cli.options import AuditOptions, UsageError, exit_code, print_lines, selected_checks

if TYPE_CHECKING:
    from auditor.core.results import Finding
    from auditor.server.live import LiveTable

_LONGEST_LINE: Final = 1 << 20
"""The most bytes of a line; an event has a few hundred."""


def follow(options: AuditOptions, shows_notes: bool) -> int:
    """Judge the events of standard input, each as soon as its line is read. options: the options of ``auditor audit``.
    shows_notes: whether notes are printed. Returns the exit code. Raises UsageError for an unknown ruleset or check.
    """
    from auditor.core.errors import RulesetError
    from auditor.server.live import LiveTable

    try:
        table = LiveTable(options.rules)
    except RulesetError as error:
        raise UsageError(f"--rules: {error}") from None
    printer = _FindingPrinter(options, table, shows_notes)
    number, given = 0, sys.stdin and sys.stdin.buffer  # None: it was closed
    while given and (line := given.readline(_LONGEST_LINE)):
        number += 1
        if len(line) == _LONGEST_LINE and not line.endswith(b"\n"):
            while (rest := given.readline(_LONGEST_LINE)) and not rest.endswith(b"\n"):
                pass
            printer.refuse(number, f"longer than {_LONGEST_LINE:,} bytes; not read")
        elif line.strip():
            printer.take(line, number)
    printer.print_findings(table.end())
    return printer.exit_code(options.fail_on)


class _FindingPrinter:
    """Feeds the events of each line to a live table, and prints the findings."""

    def __init__(self, options: AuditOptions, table: "LiveTable", shows_notes: bool) -> None:
        from auditor.cli.reporter import OutputOptions, writer_of
        from auditor.core.results import InputResult

        self.table = table
        self.shows_notes = shows_notes
        self.checks = selected_checks(options.select, options.ignore)
        self.writer = writer_of(OutputOptions(options.output, 0, False), options.rules, sys.stdout)
        self.result = InputResult("-", None)
        self.players: tuple[str | None, ...] = ()
        self.counts: dict[str, int] = {}
        self.has_problems = False
        self._declared: list[Finding] = []

    def take(self, line: bytes, number: int) -> None:
        """Judge the events of a line, and print their findings. number: of the line, from 1."""
        from auditor.core.errors import NotReadError

        try:
            events = _events(line)
            for event in events:
                if event.get("type") == "start_game" and isinstance(event.get("names"), list):
                    self.players = tuple([one if isinstance(one, str) else None for one in event["names"]])
                found = self._declared + self.table.feed(event)
                self._declared = found if event.get("type") == "reach" else []  # held back for its discard
                if not self._declared:
                    self.print_findings(found)
        except (NotReadError, ValueError) as error:
            self.refuse(number, str(error))

    def refuse(self, number: int, why: str) -> None:
        """Say that a line is not judged."""
        self.has_problems = True
        print_lines(f"line {number}: {why}")

    def print_findings(self, findings: "list[Finding]") -> None:
        """Print findings, and count them."""
        from auditor.core.checks.wording import LANGUAGE
        from auditor.core.results import NOTE, GameResult

        ruleset = self.table.ruleset
        game = GameResult(0, "-", "", "" if ruleset is None else ruleset.name, "", self.players)
        for finding in findings:
            if self.checks is not None and finding.check not in self.checks:
                continue
            self.counts[finding.severity] = self.counts.get(finding.severity, 0) + 1
            if self.shows_notes or finding.severity != NOTE:
                self.writer.finding(LANGUAGE.get().finding(finding), game, self.result)
        sys.stdout.flush()

    def exit_code(self, fail_on: str) -> int:
        """The exit code of the run."""
        return exit_code(self.counts, fail_on, has_problems=self.has_problems)


def _events(line: bytes) -> list[dict[str, Any]]:
    """The events of a line: one, or a list of them. Raises ValueError."""
    import msgspec

    try:
        value = msgspec.json.decode(line)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise ValueError(f"not a JSON event: {error}") from None
    events = value if isinstance(value, list) else [value]
    if not all([isinstance(one, dict) for one in events]):
        raise ValueError("expected an event (a JSON object) on each line")
    return events
