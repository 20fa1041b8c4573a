"""Data flows one way: the import contracts in pyproject.toml are kept. ``lint-imports`` tells the same on a shell."""

import subprocess
import sys

from support.paths import ROOT

LINT_IMPORTS = "from importlinter.cli import lint_imports_command; lint_imports_command()"


def test_the_import_contracts_are_kept() -> None:
    linted = subprocess.run(
        [sys.executable, "-c", LINT_IMPORTS, "--no-cache"], cwd=ROOT, capture_output=True, encoding="utf-8", check=False
    )
    assert linted.returncode == 0, linted.stdout + linted.stderr
