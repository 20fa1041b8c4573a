"""Settings of a project: ``auditor.toml``, or ``[tool.auditor]`` in ``pyproject.toml``, in this folder or one above."""

import os
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

import click

from auditor.cli.exits import FAIL_ON, UsageFault

OWN: Final = "auditor.toml"
PROJECT: Final = "pyproject.toml"
NONE: Final = "none"

TEXT: Final = "a text"
TEXTS: Final = "a text, or a list of texts"
SWITCH: Final = "true or false"
SETTINGS: Final = {
    "rules": TEXT, "baseline": TEXT, "select": TEXTS, "ignore": TEXTS, "include": TEXTS, "exclude": TEXTS,
    "strict": SWITCH, "fail-on": " or ".join(FAIL_ON),
}  # fmt: skip
"""The settings, each the long option of that name of ``auditor audit``, and what it may be."""


class Config(NamedTuple):
    """Settings of a project. path: of the file. settings: by their keys, paths as seen from here."""

    path: str
    settings: dict[str, str | bool | list[str]]

    def defaults(self) -> dict[str, Any]:
        """The settings as click takes defaults of options."""
        named = {key.replace("-", "_"): value for key, value in self.settings.items()}
        for key in ("select", "ignore"):
            if isinstance(named.get(key), list):
                named[key] = ",".join(named[key])  # type: ignore[arg-type]
        for key in ("include", "exclude"):
            if isinstance(named.get(key), str):
                named[key] = [str(named[key])]
        return named


def find_config(folder: Path) -> Config | None:
    """The settings of the nearest folder, from this one up, that has any. Raises UsageFault."""
    for place in (folder, *folder.parents):
        for name in (OWN, PROJECT):
            path = place / name
            if path.is_file():
                table = _table(path)
                if table is not None:
                    return Config(_shown(path), _settings(path, table))
    return None


def read_config(path: Path) -> Config:
    """The settings in a file. Raises UsageFault."""
    table = _table(path)
    if table is None:
        raise UsageFault(f"{path}: has no table [tool.auditor]")
    return Config(_shown(path), _settings(path, table))


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
    config = find_config(Path.cwd()) if value is None else read_config(Path(value))
    if config is None:
        return None
    context.default_map = {**config.defaults(), **(context.default_map or {})}
    return config.path


def _shown(path: Path) -> str:
    try:
        return os.path.relpath(path)
    except ValueError:  # on another drive
        return str(path)


def _table(path: Path) -> dict[str, Any] | None:
    """The settings as they stand in a file; None where a project's file has none. Raises UsageFault."""
    try:
        document = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UsageFault(f"{_shown(path)}: cannot be read: {error}") from None
    tool = document.get("tool", {}) if path.name == PROJECT else {"auditor": document}
    table = tool.get("auditor") if isinstance(tool, dict) else None
    if table is not None and not isinstance(table, dict):
        raise UsageFault(f"{_shown(path)}: tool.auditor: expected a table")
    return table


def _settings(path: Path, table: dict[str, Any]) -> dict[str, str | bool | list[str]]:
    """The settings, looked over. Raises UsageFault."""
    for key, value in table.items():
        if key not in SETTINGS:
            raise UsageFault(f"{_shown(path)}: there is no setting {key!r}; there are {', '.join(SETTINGS)}")
        if not _is_of(SETTINGS[key], value):
            raise UsageFault(f"{_shown(path)}: {key}: expected {SETTINGS[key]}, not {value!r}")
    settings = dict(table)
    for key in ("baseline", "rules"):
        if key in settings:
            beside = path.parent / settings[key]
            if key == "baseline" or beside.is_file():
                settings[key] = _shown(beside)
    return settings


def _is_of(kind: str, value: object) -> bool:
    if kind == SWITCH:
        return isinstance(value, bool)
    if kind == TEXTS and isinstance(value, list):
        return all([isinstance(one, str) for one in value])
    return isinstance(value, str) and (kind in (TEXT, TEXTS) or value in FAIL_ON)
