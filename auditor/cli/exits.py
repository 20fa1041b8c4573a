"""How the program ends: its exit codes, and wrong usage."""

from collections.abc import Mapping
from typing import Final

import click

from auditor.project import at_least

FOUND: Final = 1
WRONG_USAGE: Final = 2
NOT_READ: Final = 3
INTERRUPTED: Final = 130
CLOSED_PIPE: Final = 141
"""Whoever read the output has gone: what a shell says of a program that SIGPIPE ended."""

QUERY_INTERRUPTED: Final = "Query interrupted"
"""The text of the RuntimeError into which DuckDB turns Ctrl-C during a statement."""


class ClosedPipeError(Exception):
    """Whoever read the output has gone. A BrokenPipeError would be exit code 1 to click, as if there were findings."""


class UsageFault(click.ClickException):
    """Wrong usage, told in one sentence; exit code 2."""

    exit_code = WRONG_USAGE


def exit_code(findings: Mapping[str, int], fail_on: str, *, has_problems: bool) -> int:
    """The exit code of an audit. findings: their number by severity. fail_on: one of FAIL_ON."""
    if has_problems:
        return NOT_READ
    return FOUND if any([findings.get(severity) for severity in at_least(fail_on)]) else 0
