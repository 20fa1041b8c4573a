"""Writers of findings for build servers: GitHub's workflow commands, and JUnit's XML report."""

from collections.abc import Callable, Iterable, Iterator
from io import StringIO
from tempfile import SpooledTemporaryFile
from typing import Final

from auditor.core.errors import Problem
from auditor.core.results import MISMATCH, NOTE, VIOLATION, Finding, GameResult, InputResult
from auditor.core.rulesets import AUTO
from auditor.core.sources import input_name
from auditor.core.text import escaped, escaped_lines, github_value, printable
from auditor.output.findings_text import TextWriter, Writer
from auditor.output.location import game_name, location_text, problem_text
from auditor.output.summary import Summary

GITHUB_LEVELS: Final = {VIOLATION: "error", MISMATCH: "warning", NOTE: "notice"}

_IN_MEMORY: Final = 1 << 20
"""Bytes of test cases held in memory before they are written to a temporary file."""


class GithubWriter(Writer):
    """Writes a workflow command per finding, which GitHub shows next to the line of the log."""

    def finding(self, finding: Finding, game: GameResult, result: InputResult) -> None:
        """Write a finding."""
        text = f"{location_text(finding, game, game_name(result, game))}: {finding.message}"
        if finding.expected is not None:
            text += f"\nexpected: {finding.expected}; actual: {finding.actual}"
        title = f"{finding.check} {finding.short_name}"
        properties = {"file": result.path, "line": str(finding.line or 1), "title": title}
        self.write(_command(GITHUB_LEVELS[finding.severity], properties, text))

    def problem(self, result: InputResult, problem: Problem) -> None:
        """Write a problem of an input."""
        self.write(_command("error", {"file": result.path, "title": "not read"}, problem_text(result, problem)))


def _command(level: str, properties: dict[str, str], text: str) -> str:
    """A workflow command, with the characters that would end it or one of its properties escaped as GitHub requires."""
    pairs = ",".join([f"{name}={github_value(value, ':,')}" for name, value in properties.items()])
    return f"::{level} {pairs}::{github_value(text)}\n"


class JunitWriter(Writer):
    """Writes JUnit's XML: a test case per input, with a failure for its faults and an error if it cannot be read.
    program, rules: as in `TextWriter`.
    """

    waits = True

    def __init__(self, write: Callable[[str], object], program: str, rules: str = AUTO) -> None:
        super().__init__(write)
        self.program = program
        self.rules = rules
        self.tests = self.failures = self.errors = 0
        self.problems: list[str] = []
        self.findings: list[tuple[Finding, GameResult]] = []
        self.cases = SpooledTemporaryFile(_IN_MEMORY, "w+", encoding="utf-8", newline="")  # noqa: SIM115

    def finding(self, finding: Finding, game: GameResult, result: InputResult) -> None:
        """Add a finding to the current test case."""
        self.findings.append((finding, game))

    def problem(self, result: InputResult, problem: Problem) -> None:
        """Add a problem to the current test case."""
        self.problems.append(str(problem))

    def done(self, result: InputResult) -> None:
        """Write the test case of an input into the temporary file."""
        if result.is_not_a_log:
            return
        faults = [pair for pair in self.findings if pair[0].severity != NOTE]
        inside = []
        if faults:
            more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
            first, _ = faults[0]
            message = f"{first.check} {first.short_name}: {first.message}{more}"
            inside.append(f"<failure type={xml_attribute(first.check)} message={xml_attribute(message)}>")
            inside.append(f"{escaped_lines(self._text(faults, result))}</failure>")
        if self.problems:
            text = "\n".join([printable(problem) for problem in self.problems])
            inside.append(f'<error type="not read" message={xml_attribute(self.problems[0])}>')
            inside.append(f"{escaped_lines(text)}</error>")
        if notes := [pair for pair in self.findings if pair[0].severity == NOTE]:
            inside.append(f"<system-out>{escaped_lines(self._text(notes, result))}</system-out>")
        name = xml_attribute(input_name(result.path, result.member))
        case = f'<testcase classname="auditor" name={name} file={xml_attribute(result.path)}'
        self.cases.write(f"{case}>{''.join(inside)}</testcase>\n" if inside else f"{case}/>\n")
        self.tests += 1
        self.failures += bool(faults)
        self.errors += bool(self.problems)
        self.findings, self.problems = [], []

    def _text(self, findings: list[tuple[Finding, GameResult]], result: InputResult) -> str:
        """Findings in the text format."""
        text = StringIO()
        writer = TextWriter(text.write, self.program, self.rules)
        for finding, game in findings:
            writer.finding(finding, game, result)
        return text.getvalue()

    def end(self, summary: Summary) -> None:
        """Write the whole document."""
        self.cases.seek(0)
        for line in xml_report(self.cases, self.tests, self.failures, self.errors):
            self.write(line)
        self.cases.close()


def xml_report(cases: Iterable[str], tests: int, failures: int, errors: int) -> Iterator[str]:
    """Yield the lines of a JUnit report. cases: its test cases, as XML. tests, failures, errors: how many there are."""
    counts = f'tests="{tests}" failures="{failures}" errors="{errors}"'
    yield f'<?xml version="1.0" encoding="utf-8"?>\n<testsuites name="auditor" {counts}>\n'
    yield f'<testsuite name="auditor" {counts}>\n'
    yield from cases
    yield "</testsuite>\n</testsuites>\n"


def xml_attribute(value: object) -> str:
    """A value as an attribute of XML, in quotes."""
    return f'"{escaped(printable(str(value)))}"'
