"""Writes the questions of the conformance suite, and the record of what confirms each of their answers.

`python tests/generate.py conformance` calls it.
"""

from pathlib import Path
from typing import Final

from auditor.conformance.suite import SUITE_VERSION
from auditor.core.text import as_json
from support.conformance import positions, schemas, settlements
from support.conformance.asking import RULES, Questions
from support.paths import FIXTURES

FOLDER: Final = FIXTURES / "conformance" / SUITE_VERSION
DATE: Final = "2026-11-27"
"""Of the version: a suite whose questions or answers are others is another version, of another date."""

FAMILIES: Final = (*positions.FAMILIES, *settlements.FAMILIES)
"""What asks questions, in order."""


def questions(rules: str) -> Questions:
    """All questions under a ruleset."""
    asked = Questions(rules)
    for one in FAMILIES:
        one(asked)
    return asked


def write() -> None:
    """Write the suite of this version."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    counts = {}
    for rules in RULES:
        asked = questions(rules)
        counts[rules] = {"questions": len(asked.asked), "open": len(asked.open_because)}
        _write(FOLDER / f"{rules}.jsonl", asked.lines())
        _write(FOLDER / f"{rules}.confirmed.jsonl", asked.record())
    suite = {"version": SUITE_VERSION, "date": DATE, "rulesets": counts}
    _write(FOLDER / "suite.json", as_json(suite, indent=2) + "\n")
    for name, schema in (("event", schemas.event_schema()), ("question", schemas.question_schema())):
        _write(FOLDER / f"{name}.schema.json", as_json(schema, indent=1) + "\n")


def _write(path: Path, text: str) -> None:
    path.write_text(text, "utf-8", newline="\n")
