"""Findings on standard output in the four formats. Each writer writes as it goes, so memory does not grow."""

import json
from collections.abc import Callable, Sequence
from typing import Final
from urllib.parse import quote

from auditor.audit.worker import Result
from auditor.checks.base import Check
from auditor.findings import FINDING_KEYS, MISMATCH, NOTE, VIOLATION, FindingRow
from auditor.report.summary import Summary
from auditor.sources import input_name
from auditor.version import DOCUMENTATION

SARIF_LEVELS: Final = {VIOLATION: "error", MISMATCH: "warning", NOTE: "note"}
SARIF_SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"


class Writer:
    """Writes findings. `write` takes text for standard output; `finding` is called for each finding to tell."""

    def __init__(self, write: Callable[[str], object]) -> None:
        self.write = write

    def begin(self) -> None:
        """Before the first finding."""

    def finding(self, row: FindingRow, player: str | None, result: Result) -> None:
        """One finding; player: the name of whom it concerns, result: of the input it is from."""
        raise NotImplementedError

    def problem(self, result: Result, place: str, message: str) -> None:
        """One problem of an input, for the formats that have a place for it."""

    def end(self, summary: Summary) -> None:
        """After the last finding."""


class TextWriter(Writer):
    """A block a finding, for people: where and what, why, the proof, the viewer's address, what tells of the rule.

    A log without an id of the server's is told by its path, since file names repeat from folder to folder.
    """

    def finding(self, row: FindingRow, player: str | None, result: Result) -> None:
        """One finding."""
        values = dict(zip(FINDING_KEYS, row, strict=True))
        place = place_text(row, player, None if values["link"] else input_name(result.path, result.member))
        lines = [f"{place}: {values['check']} {values['severity']}", f"  {values['message']}"]
        if values["expected"] is not None:
            lines.append(f"  expected: {values['expected']}")
        if values["actual"] is not None:
            lines.append(f"  actual:   {values['actual']}")
        lines.append(f"  rules: {values['ruleset']}" + (f"   {values['link']}" if values["link"] else ""))
        lines.append(f"  more:  auditor checks {values['check']}")
        self.write("\n".join(lines) + "\n\n")


class JsonLinesWriter(Writer):
    """An object a line, with the keys of FINDING_KEYS in their order."""

    def finding(self, row: FindingRow, player: str | None, result: Result) -> None:
        """One finding."""
        self.write(dumped(finding_object(row)) + "\n")


class JsonWriter(Writer):
    """One object with findings, problems and summary."""

    def __init__(self, write: Callable[[str], object]) -> None:
        super().__init__(write)
        self.problems: list[dict[str, object]] = []
        self.separator = "\n"

    def begin(self) -> None:
        """Open the document."""
        self.write('{"findings": [')

    def finding(self, row: FindingRow, player: str | None, result: Result) -> None:
        """One finding."""
        self.write(self.separator + dumped(finding_object(row)))
        self.separator = ",\n"

    def problem(self, result: Result, place: str, message: str) -> None:
        """One problem of an input."""
        self.problems.append({"path": result.path, "member": result.member, "place": place, "message": message})

    def end(self, summary: Summary) -> None:
        """Close the document."""
        problems = ",\n".join(dumped(problem) for problem in self.problems)
        self.write(f'\n],\n"problems": [\n{problems}\n],\n"summary": {dumped(summary.as_object())}}}\n')


class SarifWriter(Writer):
    """SARIF 2.1.0, the form that code-scanning tools read: the catalogue as rules, a result a finding."""

    def __init__(self, write: Callable[[str], object], catalogue: Sequence[Check], version: str) -> None:
        super().__init__(write)
        self.catalogue = catalogue
        self.version = version
        self.places = {check.id: place for place, check in enumerate(catalogue)}
        self.notifications: list[dict[str, object]] = []
        self.separator = "\n"

    def begin(self) -> None:
        """Open the document."""
        rules = [
            {
                "id": check.id,
                "shortDescription": {"text": check.title},
                "fullDescription": {"text": check.why or check.title},
                "helpUri": f"{DOCUMENTATION}/checks/{check.id}.md",
                "defaultConfiguration": {"level": SARIF_LEVELS[check.severity]},
                "properties": {"severity": check.severity, "sources": list(check.sources)},
            }
            for check in self.catalogue
        ]
        driver = {"name": "auditor", "version": self.version, "rules": rules}
        self.write(
            f'{{"$schema": {dumped(SARIF_SCHEMA)}, "version": "2.1.0", "runs": [{{\n'
            f'"tool": {{"driver": {dumped(driver)}}},\n"columnKind": "unicodeCodePoints",\n"results": ['
        )

    def finding(self, row: FindingRow, player: str | None, result: Result) -> None:
        """One finding."""
        values = finding_object(row)
        text = f"{place_text(row, player)}: {values['message']}"
        found: dict[str, object] = {
            "ruleId": values["check"],
            "level": SARIF_LEVELS[str(values["severity"])],
            "message": {"text": text},
            "locations": [
                {
                    "physicalLocation": {"artifactLocation": {"uri": quote(result.path)}},
                    "logicalLocations": [{"fullyQualifiedName": logical_place(row)}],
                }
            ],
            "properties": values,
        }
        if values["check"] in self.places:
            found["ruleIndex"] = self.places[str(values["check"])]
        self.write(self.separator + dumped(found))
        self.separator = ",\n"

    def problem(self, result: Result, place: str, message: str) -> None:
        """One problem of an input."""
        self.notifications.append(
            {
                "level": "error",
                "message": {"text": problem_text(result, place, message)},
                "locations": [{"physicalLocation": {"artifactLocation": {"uri": quote(result.path)}}}],
            }
        )

    def end(self, summary: Summary) -> None:
        """Close the document."""
        invocation = {"executionSuccessful": True, "toolExecutionNotifications": self.notifications}
        self.write(f'\n],\n"invocations": [{dumped(invocation)}],\n')
        self.write(f'"properties": {dumped(summary.as_object())}\n}}]}}\n')


def finding_object(row: FindingRow) -> dict[str, object]:
    """A finding under its published keys."""
    return dict(zip(FINDING_KEYS, row, strict=True))


def dumped(value: object) -> str:
    """JSON on one line, names in their own script."""
    return json.dumps(value, ensure_ascii=False)


def place_text(row: FindingRow, player: str | None, input: str | None = None) -> str:
    """Where a finding is, as people say it: ``LOG E1-0 turn 7 seat 2 (name)``. input: told instead of the log."""
    log, _, round, honba, seat, event, turn = row[:7]
    text = input or log
    if round is not None:
        text += f" {round}-{honba}"
    if turn is not None:
        text += f" turn {turn}"
    elif event is not None:
        text += f" event {event}"
    if seat is not None:
        text += f" seat {seat}" + (f" ({player})" if player else "")
    return text


def logical_place(row: FindingRow) -> str:
    """Where a finding is, for machines: ``LOG/hand 0/event 12``, as far as it is known."""
    log, hand, _, _, _, event, _ = row[:7]
    return log + ("" if hand is None else f"/hand {hand}") + ("" if event is None else f"/event {event}")


def problem_text(result: Result, place: str, message: str) -> str:
    """A problem on one line: ``PATH[:member]: place: message``."""
    return ": ".join([input_name(result.path, result.member), *filter(None, [place]), message])
