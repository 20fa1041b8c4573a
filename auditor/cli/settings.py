"""``--config``: the settings of a project as the defaults of a command's options."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import click

from auditor.cli.exits import UsageFault
from auditor.project import OWN, PROJECT, ProjectError, find_config, read_config

NONE: Final = "none"


def config_option() -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """``--config FILE``, whose settings are the defaults of the other options."""
    return click.option(
        "--config", metavar="FILE|none", is_eager=True, callback=_use,
        help=f"The settings to use. Default: {OWN}, or [tool.auditor] in {PROJECT}, here or in a folder above.",
    )  # fmt: skip


def _use(context: click.Context, _: click.Parameter, value: str | None) -> str | None:
    """Make the settings the defaults of the command. Returns their file."""
    if value == NONE or context.resilient_parsing:
        return None
    try:
        config = find_config(Path.cwd()) if value is None else read_config(Path(value))
    except ProjectError as error:
        raise UsageFault(str(error)) from None
    if config is None:
        return None
    context.default_map = {**config.defaults(), **(context.default_map or {})}
    return config.path
