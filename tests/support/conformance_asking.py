"""The conformance suite in tests: its questions, the program's own adapter in this process, and engines as scripts."""

import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from auditor.conformance.suite import RULESETS, SUITE_VERSION, Question, questions
from support.paths import CONFORMANCE

ADAPTERS = CONFORMANCE / "adapters"
SUITE = CONFORMANCE / SUITE_VERSION


@cache
def all_questions() -> list[Question]:
    """Those of every ruleset."""
    return [question for rules in RULESETS for question in questions(rules)]


def closed(step: int = 1, **is_of: object) -> list[Question]:
    """Every so many of the questions that have an answer, and these attributes."""
    known = [one for one in all_questions() if one.answer is not None]
    return [one for one in known if all(getattr(one, name) == value for name, value in is_of.items())][::step]


@cache
def own_adapter() -> ModuleType:
    """The program's own adapter."""
    sys.path.append(str(ADAPTERS))
    return import_module("auditor_adapter")


def own_answer(question: Question) -> Any:
    """What the program answers itself."""
    module = own_adapter()
    asked = module.answering.read(question.line())
    return module.legal(asked) if "action" in asked else module.follows(asked)


def engine(folder: Path, body: str) -> str:
    """The command of an engine whose script reads each question as `question` and then does this."""
    script = folder / "engine.py"
    script.write_text(f"import json, sys, time\nfor line in sys.stdin:\n    question = json.loads(line)\n    {body}\n")
    return f"{sys.executable} {script}"
