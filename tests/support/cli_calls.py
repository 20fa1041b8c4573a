"""Calls of the command line, in this process and as another one."""

import os
from pathlib import Path

from click.testing import CliRunner, Result

from auditor import cli


def invoke(*arguments: str | Path, input: bytes | None = None) -> Result:
    """A command as `auditor` runs it, in this process."""
    return CliRunner().invoke(cli.cli, [str(argument) for argument in arguments], prog_name="auditor", input=input)


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(Path(cli.__file__).parents[2])}
