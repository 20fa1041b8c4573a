"""Findings on standard output in the forms for machines. Each writer writes as it goes, so memory does not grow."""

import json
import os
from collections.abc import Callable, Sequence
from pathlib import PurePath
from typing import Final
from urllib.parse import quote

from auditor.audit.worker import Result
from auditor.checks.check import Check
from auditor.program import DOCUMENTATION
from auditor.report.location import location_text, logical_location, problem_text
from auditor.report.summary import Summary
from auditor.results import LINE, MISMATCH, NOTE, VIOLATION, Told

SARIF_LEVELS: Final = {VIOLATION: "error", MISMATCH: "warning", NOTE: "note"}
FINGERPRINTS: Final = "auditorFinding/v1"
"""Under which key SARIF has the fingerprints, with the version of how they are made."""
SARIF_SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"


class Writer:
    """Writes findings. `write` takes text for standard output; `finding` is called for each finding to tell.

    waits: writes nothing before the end.
    """

    waits = False

    def __init__(self, write: Callable[[str], object]) -> None:
        self.write = write

    def begin(self) -> None:
        """Before the first finding."""

    def finding(self, told: Told, result: Result) -> None:
        """One finding, and the result of the input it is from."""
        raise NotImplementedError

    def problem(self, result: Result, place: str, message: str) -> None:
        """One problem of an input, for the formats that have a place for it."""

    def done(self, result: Result) -> None:
        """All of an input was written."""

    def end(self, summary: Summary) -> None:
        """After the last finding."""


class JsonLinesWriter(Writer):
    """An object a line, with the keys of FINDING_KEYS in their order."""

    def finding(self, told: Told, result: Result) -> None:
        """One finding."""
        self.write(dumped(told.named()) + "\n")


class JsonWriter(Writer):
    """One object with findings, problems and summary."""

    def __init__(self, write: Callable[[str], object]) -> None:
        super().__init__(write)
        self.problems: list[dict[str, object]] = []
        self.separator = "\n"

    def begin(self) -> None:
        """Open the document."""
        self.write('{"findings": [')

    def finding(self, told: Told, result: Result) -> None:
        """One finding."""
        self.write(self.separator + dumped(told.named()))
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
                "help": {"text": _help(check), "markdown": _help(check)},
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

    def finding(self, told: Told, result: Result) -> None:
        """One finding."""
        values = told.named()
        text = f"{location_text(told.row, told.player)}: {values['message']}"
        found: dict[str, object] = {
            "ruleId": values["check"],
            "level": SARIF_LEVELS[str(values["severity"])],
            "message": {"text": text},
            "locations": [
                {
                    "physicalLocation": {
                        "artifactLocation": {"uri": _uri(result.path)},
                        "region": {"startLine": told.row[LINE] or 1},
                    },
                    "logicalLocations": [{"fullyQualifiedName": logical_location(told.row)}],
                }
            ],
            "partialFingerprints": {FINGERPRINTS: values["fingerprint"]},
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
                "locations": [{"physicalLocation": {"artifactLocation": {"uri": _uri(result.path)}}}],
            }
        )

    def end(self, summary: Summary) -> None:
        """Close the document."""
        invocation = {"executionSuccessful": True, "toolExecutionNotifications": self.notifications}
        self.write(f'\n],\n"invocations": [{dumped(invocation)}],\n')
        self.write(f'"properties": {dumped(summary.as_object())}\n}}]}}\n')


def _help(check: Check) -> str:
    """What a code-scanning tool shows beside a finding: the rule, its sources, how to read more."""
    sources = "".join([f"\n- {source}" for source in check.sources])
    parts = [check.why or check.title, f"Sources:{sources}" if sources else "", f"More: `auditor checks {check.id}`"]
    return "\n\n".join([part for part in parts if part])


def _uri(path: str) -> str:
    """A path as SARIF names it: relative ones with slashes, absolute ones with their scheme."""
    if PurePath(path).is_absolute():
        return PurePath(path).as_uri()
    return quote(path.replace(os.sep, "/"))


def dumped(value: object) -> str:
    """JSON on one line, names in their own script."""
    return json.dumps(value, ensure_ascii=False)
