"""Settings of a project: ``auditor.toml``, or ``[tool.auditor]`` in ``pyproject.toml``, in this folder or one above."""

import os
import tomllib
from pathlib import Path
from typing import Any, Final, NamedTuple

from auditor.core.program import UserError

FAIL_ON: Final = ("violation", "mismatch", "note", "never")
"""The values of ``fail-on``: a run fails at findings of that severity and of those before it; or never."""

FAILS_ON: Final = "mismatch"
"""The default of ``fail-on``."""


def at_least(fail_on: str) -> tuple[str, ...]:
    """The severities that make a run fail. fail_on: one of FAIL_ON."""
    return () if fail_on == "never" else FAIL_ON[: FAIL_ON.index(fail_on) + 1]


OWN: Final = "auditor.toml"
PROJECT: Final = "pyproject.toml"

_TOO_LARGE: Final = "holds an integer of more than 64 bits"
_MOST_TEXT, _MOST_DOTS = 1 << 19, 100  # parsing takes the square of a key's parts

TEXT: Final = "a text"
TEXT_OR_TEXTS: Final = "a text, or a list of texts"
SWITCH: Final = "true or false"
SETTINGS: Final = {
    "rules": TEXT, "baseline": TEXT, "select": TEXT_OR_TEXTS, "ignore": TEXT_OR_TEXTS, "include": TEXT_OR_TEXTS,
    "exclude": TEXT_OR_TEXTS, "strict": SWITCH, "fail-on": " or ".join(FAIL_ON),
}  # fmt: skip
"""The settings, named like the long options of ``auditor audit``, and their allowed values."""


class ProjectError(UserError):
    """Settings that cannot be used; the message names the file, the setting and what is allowed."""


class Config(NamedTuple):
    """Settings of a project. path: the file. settings: by key, paths relative to the current folder."""

    path: str
    settings: dict[str, str | bool | list[str]]

    def defaults(self) -> dict[str, Any]:
        """The settings as defaults of click's options, by parameter name."""
        named = {key.replace("-", "_"): value for key, value in self.settings.items()}
        for key in ("select", "ignore"):
            if isinstance(named.get(key), list):
                named[key] = ",".join(named[key])  # type: ignore[arg-type]
        for key in ("include", "exclude"):
            if isinstance(named.get(key), str):
                named[key] = [str(named[key])]
        return named


def toml_of(text: str) -> dict[str, Any]:
    """Parse TOML. Raises TOMLDecodeError, also for integers beyond TOML's 64 bits and for what would take too long."""
    if len(text) > _MOST_TEXT or any([line.count(".") > _MOST_DOTS for line in text.split("\n")]):
        raise tomllib.TOMLDecodeError(f"more than {_MOST_TEXT:,} characters, or more than {_MOST_DOTS} dots in a line")
    try:
        document = tomllib.loads(text)
        _require_integers(document)
        return document
    except RecursionError:
        raise tomllib.TOMLDecodeError("nested too deep") from None
    except (ValueError, OverflowError) as error:  # Python's own limit of digits
        raise error if isinstance(error, tomllib.TOMLDecodeError) else tomllib.TOMLDecodeError(_TOO_LARGE) from None


def _require_integers(value: object) -> None:
    """Raise ValueError for an integer that TOML does not know; Python could not even print one of 5,000 digits."""
    if isinstance(value, int) and not -1 << 63 <= value < 1 << 63:
        raise ValueError
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        _require_integers(one)


def find_config(folder: Path) -> Config | None:
    """The settings of the nearest folder that has any, from `folder` upwards. Raises ProjectError."""
    for place in (folder, *folder.parents):
        for name in (OWN, PROJECT):
            path = place / name
            if path.is_file() and (table := _table(path)) is not None:
                return Config(_shown(path), _settings(path, table))
    return None


def read_config(path: Path) -> Config:
    """The settings in a file. Raises ProjectError."""
    if (table := _table(path)) is None:
        raise ProjectError(f"{path}: has no table [tool.auditor]")
    return Config(_shown(path), _settings(path, table))


def _shown(path: Path) -> str:
    try:
        return os.path.relpath(path)
    except ValueError:  # on another drive
        return str(path)


def _table(path: Path) -> dict[str, Any] | None:
    """The table of settings in a file; None where a ``pyproject.toml`` has none. Raises ProjectError."""
    try:
        document = toml_of(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ProjectError(f"{_shown(path)}: cannot be read: {error}") from None
    tool = document.get("tool", {}) if path.name == PROJECT else {"auditor": document}
    table = tool.get("auditor") if isinstance(tool, dict) else None
    if table is not None and not isinstance(table, dict):
        raise ProjectError(f"{_shown(path)}: tool.auditor: expected a table")
    return table


def _settings(path: Path, table: dict[str, Any]) -> dict[str, str | bool | list[str]]:
    """The settings, validated, their paths resolved from the file's folder. Raises ProjectError."""
    for key, value in table.items():
        if key not in SETTINGS:
            raise ProjectError(f"{_shown(path)}: there is no setting {key!r}; there are {', '.join(SETTINGS)}")
        if not _is_of(SETTINGS[key], value):
            raise ProjectError(f"{_shown(path)}: {key}: expected {SETTINGS[key]}, not {value!r}")
    settings = dict(table)
    for key in ("baseline", "rules"):
        if key in settings:
            named = path.parent / settings[key]
            if key == "baseline" or os.path.isfile(named):
                settings[key] = _shown(named)
    return settings


def _is_of(kind: str, value: object) -> bool:
    if kind == SWITCH:
        return isinstance(value, bool)
    if kind == TEXT_OR_TEXTS and isinstance(value, list):
        return all([isinstance(one, str) for one in value])
    return isinstance(value, str) and (kind in (TEXT, TEXT_OR_TEXTS) or value in FAIL_ON)
