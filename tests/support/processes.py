"""Python code run in processes of its own."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

PATIENCE: Final = 1800
"""Seconds after which a process counts as hung: far more than it takes on the busiest machine."""


def python(code: str, *arguments: str | Path) -> "subprocess.Popen[bytes]":
    """Start Python code with arguments in a process group of its own, with the tests' import path and no output."""
    places = [path for path in sys.path if path]
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(places)},
        start_new_session=True,
    )


def ended(process: "subprocess.Popen[bytes]") -> tuple[int, str]:
    """Wait for the end; returns the exit code and the text of standard error."""
    _, error = process.communicate(timeout=PATIENCE)
    return process.returncode, error.decode()
