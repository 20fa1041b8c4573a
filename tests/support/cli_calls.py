"""Calls of the command line, in this process or another."""

import os
from pathlib import Path

from click.testing import CliRunner, Result

from auditor import cli


def invoke(*arguments: str | Path, input: bytes | None = None) -> Result:
    """Run an `auditor` command in this process."""
    return CliRunner().invoke(cli.cli, [str(argument) for argument in arguments], prog_name="auditor", input=input)


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(Path(cli.__file__).parents[2])}
