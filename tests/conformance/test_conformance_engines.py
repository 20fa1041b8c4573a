"""Engines of the package indexes, asked the questions: what each gets wrong is a known list, each fault with its cause.

They are no dependencies. One is asked where it is installed: for Python in the environment that runs the tests, or in
that of the interpreter that AUDITOR_ENGINE_PYTHON names; majiang-core where node finds it (NODE_PATH).
"""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from support.conformance_asking import ADAPTERS

from auditor.conformance.engine import FAILED, WRONG, answers
from auditor.conformance.suite import questions

KNOWN: list[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "known.toml").read_text("utf-8"))["engine"]
PYTHON = os.environ.get("AUDITOR_ENGINE_PYTHON", sys.executable)
SCRIPTS = {one: f"{one}_adapter.py" for one in ("riichienv", "jansou", "mahjong")}
SCRIPTS["majiang-core"] = "majiang_adapter.js"


def installed(name: str) -> str:
    """The version of an engine that is installed; "" where it is not."""
    if name == "majiang-core":
        package = "require.resolve('@kobalab/majiang-core').replace(/lib.index.js$/, 'package.json')"
        command = ["node", "-p", f"require({package}).version"]
    else:
        command = [PYTHON, "-c", f"from importlib.metadata import version; print(version('{name}'))"]
    if shutil.which(command[0]) is None:
        return ""
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()


@pytest.mark.slow
@pytest.mark.parametrize("engine", KNOWN, ids=lambda one: f"{one['name']}-{one['version']}")
def test_an_engine_has_its_known_faults_and_no_other(engine: dict[str, Any]) -> None:
    if installed(engine["name"]) != engine["version"]:
        pytest.skip(f"{engine['name']} {engine['version']} is not installed")
    script = ADAPTERS / SCRIPTS[engine["name"]]
    command = f"{PYTHON if script.suffix == '.py' else 'node'} {script}"
    for rules in engine["rules"]:
        given = list(answers(command, questions(rules), 30))
        found = sorted(one.question.id for one in given if one.verdict in (WRONG, FAILED))
        known = [f"{rules}/{one}" for fault in engine["fault"] for one in fault["questions"].get(rules, ())]
        assert found == sorted(known), rules
