"""Writers of findings in formats for machines. They write as findings come, so that memory use does not grow."""

import os
from collections.abc import Callable, Sequence
from pathlib import PurePath
from typing import Final
from urllib.parse import quote

from auditor.core.checks.check import Check
from auditor.core.errors import Problem
from auditor.core.results import MISMATCH, NOTE, PUBLISHED_KEYS, VIOLATION, Finding, GameResult, InputResult
from auditor.core.sources import address_of
from auditor.core.text import as_json
from auditor.output.findings_text import Writer
from auditor.output.location import location_text, logical_location, problem_text
from auditor.output.summary import Summary

SARIF_LEVELS: Final = {VIOLATION: "error", MISMATCH: "warning", NOTE: "note"}
FINGERPRINTS: Final = "auditorFinding/v1"
"""The key of fingerprints in SARIF, with the version of their algorithm."""
SARIF_SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"


REPORTED_KEYS: Final = (*PUBLISHED_KEYS, "address", "game")
"""The keys of a finding in the JSON of a run: as published, plus the log as `show` takes it and the game's id."""


def reported(finding: Finding, game: GameResult, result: InputResult) -> dict[str, object]:
    """A finding of a run with the REPORTED_KEYS. address: of the log, as ``auditor show`` takes it. game: its id."""
    address = address_of(result.path, result.member)
    return game.published(finding) | {"address": address, "game": game.log_id or None}


class JsonLinesWriter(Writer):
    """Writes an object per line, with the REPORTED_KEYS in order."""

    def finding(self, finding: Finding, game: GameResult, result: InputResult) -> None:
        """Write a finding."""
        self.write(as_json(reported(finding, game, result)) + "\n")


class JsonWriter(Writer):
    """Writes one object with findings, problems and summary."""

    def __init__(self, write: Callable[[str], object]) -> None:
        super().__init__(write)
        self.problems: list[dict[str, object]] = []
        self.separator = "\n"

    def begin(self) -> None:
        """Open the document."""
        self.write('{"findings": [')

    def finding(self, finding: Finding, game: GameResult, result: InputResult) -> None:
        """Write a finding."""
        self.write(self.separator + as_json(reported(finding, game, result)))
        self.separator = ",\n"

    def problem(self, result: InputResult, problem: Problem) -> None:
        """Collect a problem for the end of the document."""
        of_input = {"path": result.path, "member": result.member}
        self.problems.append({**of_input, "place": problem.place, "message": problem.message})

    def end(self, summary: Summary) -> None:
        """Close the document."""
        problems = ",\n".join(as_json(problem) for problem in self.problems)
        self.write(f'\n],\n"problems": [\n{problems}\n],\n"summary": {as_json(summary.as_object())}}}\n')


class SarifWriter(Writer):
    """Writes SARIF 2.1.0, the format of code-scanning tools: the catalogue as rules, a result per finding."""

    def __init__(self, write: Callable[[str], object], catalogue: Sequence[Check], version: str) -> None:
        super().__init__(write)
        self.catalogue = catalogue
        self.version = version
        self.rule_indexes = {check.id: index for index, check in enumerate(catalogue)}
        self.notifications: list[dict[str, object]] = []
        self.separator = "\n"

    def begin(self) -> None:
        """Open the document."""
        rules = [
            {
                "id": check.id, "shortDescription": {"text": check.title},
                "fullDescription": {"text": check.why or check.title},
                "help": {"text": _help(check), "markdown": _help(check)},
                "defaultConfiguration": {"level": SARIF_LEVELS[check.severity]},
                "properties": {"severity": check.severity, "sources": list(check.sources)},
            }
            for check in self.catalogue
        ]  # fmt: skip
        driver = {"name": "auditor", "version": self.version, "rules": rules}
        self.write(
            f'{{"$schema": {as_json(SARIF_SCHEMA)}, "version": "2.1.0", "runs": [{{\n'
            f'"tool": {{"driver": {as_json(driver)}}},\n"columnKind": "unicodeCodePoints",\n"results": ['
        )

    def finding(self, finding: Finding, game: GameResult, result: InputResult) -> None:
        """Write a finding."""
        text = f"{location_text(finding, game)}: {finding.message} ({finding.short_name})"
        place = _physical(result.path, region={"startLine": finding.line or 1})
        result_object: dict[str, object] = {
            "ruleId": finding.check, "level": SARIF_LEVELS[finding.severity], "message": {"text": text},
            "locations": [place | {"logicalLocations": [{"fullyQualifiedName": logical_location(finding, game)}]}],
            "partialFingerprints": {FINGERPRINTS: finding.fingerprint}, "properties": game.published(finding),
        }  # fmt: skip
        if finding.check in self.rule_indexes:
            result_object["ruleIndex"] = self.rule_indexes[finding.check]
        self.write(self.separator + as_json(result_object))
        self.separator = ",\n"

    def problem(self, result: InputResult, problem: Problem) -> None:
        """Collect a problem for the end of the document."""
        text = {"text": problem_text(result, problem)}
        self.notifications.append({"level": "error", "message": text, "locations": [_physical(result.path)]})

    def end(self, summary: Summary) -> None:
        """Close the document."""
        invocation = {"executionSuccessful": True, "toolExecutionNotifications": self.notifications}
        self.write(f'\n],\n"invocations": [{as_json(invocation)}],\n')
        self.write(f'"properties": {as_json(summary.as_object())}\n}}]}}\n')


def _help(check: Check) -> str:
    """The text that a code-scanning tool shows next to a finding: the rule, its sources, and where to read more."""
    sources = "".join([f"\n- {source}" for source in check.sources])
    parts = [check.why or check.title, f"Sources:{sources}" if sources else "", f"More: `auditor checks {check.id}`"]
    return "\n\n".join([part for part in parts if part])


def _physical(path: str, **more: object) -> dict[str, object]:
    """A place in a file for SARIF: its URI, a relative one with slashes, an absolute one with its scheme."""
    uri = PurePath(path).as_uri() if PurePath(path).is_absolute() else quote(path.replace(os.sep, "/"))
    return {"physicalLocation": {"artifactLocation": {"uri": uri}, **more}}
