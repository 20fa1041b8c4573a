"""Options and types of options that several commands share."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import click

from auditor.cli.exits import UsageFault
from auditor.project import ProjectError, find_config

SIZE_UNITS: Final = {"K": 10, "M": 20, "G": 30}

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def database_option(help: str, *, required: bool = False) -> Decorator:
    """``--db FILE``, which the environment variable AUDITOR_DB may give for every command that has it."""
    return click.option(
        "--db", "database", metavar="FILE", envvar="AUDITOR_DB", show_envvar=True, required=required, help=help
    )


def rules_option(help: str) -> Decorator:
    """``--rules`` for one ruleset, by default the one that the log tells."""
    return click.option("--rules", default="auto", show_default=True, metavar="auto|NAME|FILE", help=help)


def project_rules_option(help: str, *, is_resolved: bool = True) -> Decorator:
    """``--rules`` for one ruleset, by default that of the project's settings, else the one that the log tells.

    is_resolved: where not, the command gets None by default, and asks `rules_of_project` itself.
    """
    return click.option(
        "--rules",
        default=rules_of_project if is_resolved else None,
        show_default="the project's, else auto",
        metavar="auto|NAME|FILE",
        help=help,
    )


def rules_of_project() -> str:
    """The ruleset that the settings of the project name, else ``auto``. Raises UsageFault."""
    try:
        config = find_config(Path.cwd())
    except ProjectError as error:
        raise UsageFault(str(error)) from None
    return "auto" if config is None else str(config.settings.get("rules", "auto"))


def progress_option() -> Decorator:
    """``--progress``: None where nobody says."""
    return click.option(
        "--progress/--no-progress", default=None,
        help="Tell how far this is. Default: on a terminal; elsewhere a line a minute where it is asked for.",
    )  # fmt: skip


def game_option(help: str) -> Decorator:
    """``--game N``, for an address that means several games."""
    return click.option("--game", type=click.IntRange(0), metavar="N", help=help)


def size(text: str) -> int:
    """A number of bytes, given as ``1000000``, ``500K``, ``256M`` or ``2G``. Raises click's BadParameter."""
    number, shift = text.upper().removesuffix("B"), 0
    if number[-1:] in SIZE_UNITS:
        number, shift = number[:-1], SIZE_UNITS[number[-1]]
    if not number.isdecimal() or not int(number):
        raise click.BadParameter(f"{text!r} is not a size; give bytes, or a number with K, M or G, such as 256M")
    return int(number) << shift


def shard(text: str) -> tuple[int, int]:
    """A share, given as ``3/8``: the third of eight. Raises click's BadParameter."""
    number, slash, count = text.partition("/")
    if not slash or not number.isdecimal() or not count.isdecimal() or not 1 <= int(number) <= int(count):
        raise click.BadParameter(f"{text!r} is no share; give K/N, such as 3/8 for the third of eight")
    return int(number), int(count)
