"""The program in processes of its own."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

PATIENCE: Final = 1800
"""Seconds after which a process is taken for hung: far more than it takes on the busiest machine."""


def python(code: str, *arguments: str | Path) -> "subprocess.Popen[bytes]":
    """Start Python code with arguments, in a group of its own, able to import what tests can; its output is dropped."""
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
    """Wait for the end; the exit code, and what it said on standard error."""
    _, error = process.communicate(timeout=PATIENCE)
    return process.returncode, error.decode()
