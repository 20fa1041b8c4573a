# build: plain
"""Rules as other programs write them, field by field: what each value of a field means in settings of a ruleset.

A format's module of rules has a table of such fields, most of them rows of the TOML file beside it: Majiang's for its
rule object, mjai's for the header of a log.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from auditor.core.reading.json_text import is_number

Settings = dict[str, Any]
"""Settings by their key, such as ``riichi.kan``; an entry of a list, ``draws.abortive.four winds``, is there or not."""


class Switch(NamedTuple):
    """A field. allowed: its values, in words. settings: maps a value to settings, or to None if none express it.

    checks: those that rest on the field, which are not made where no settings express its value.
    """

    allowed: str
    settings: Callable[[Any], Settings | None]
    checks: tuple[str, ...] = ()


def choice(choices: Mapping[Any, Settings], *checks: str) -> Switch:
    """A field that takes one of a few values."""

    def settings(value: Any) -> Settings | None:
        matching = [one for choice, one in choices.items() if type(choice) is type(value) and choice == value]
        return matching[0] if matching else None

    return Switch(" or ".join([json.dumps(choice) for choice in choices]), settings, checks)


class SwitchRow(msgspec.Struct, forbid_unknown_fields=True):
    """A field, as a row of a TOML file.

    checks: those that rest on it, or the names of lists of them, separated by blanks. key: of its setting. on, off: the
    setting's values where the field is true and false. levels: those where it is 0, 1, 2 ... between: the bounds of a
    field that is a whole number, as the setting is. choices: the values of any other field, each with its settings.
    """

    checks: str = ""
    key: str = ""
    on: Any = True
    off: Any = False
    levels: list[Any] = []
    between: tuple[int, int] | None = None
    choices: list[tuple[Any, Settings]] = []

    def switch(self, lists: Mapping[str, Sequence[str]]) -> Switch:
        """The field. lists: of checks, by name."""
        checks = [check for name in self.checks.split() for check in lists.get(name, (name,))]
        if self.between is not None:
            low, high = self.between
            allowed = f"a whole number from {low} to {high}"
            return Switch(
                allowed, lambda value: {self.key: value} if is_between(value, low, high) else None, tuple(checks)
            )
        levels = list(enumerate(self.levels)) or [(True, self.on), (False, self.off)]
        return choice(dict(self.choices) or {value: {self.key: setting} for value, setting in levels}, *checks)


class _Switches(msgspec.Struct):
    fields: dict[str, SwitchRow]
    checks: dict[str, list[str]] = {}


def switches_beside(file: str) -> dict[str, Switch]:
    """The fields of the TOML file beside a module of this path."""
    table = msgspec.toml.decode(Path(file).with_suffix(".toml").read_bytes(), type=_Switches)
    return {name: row.switch(table.checks) for name, row in table.fields.items()}


def is_between(value: Any, low: int, high: int) -> bool:
    """Whether a value is a whole number within bounds."""
    return is_number(value) and low <= value <= high


class ReadField(NamedTuple):
    """A field as read. switch: None for a name that is not known. settings: None where none express its value."""

    name: str
    value: Any
    switch: Switch | None
    settings: Settings | None


def read_fields(given: Mapping[str, Any], switches: Mapping[str, Switch]) -> Iterator[ReadField]:
    """What each field of an object means by a table of switches, in the object's order."""
    for name, value in given.items():
        switch = switches.get(name)
        yield ReadField(name, value, switch, None if switch is None else switch.settings(value))


_MOST_SHOWN: Final = 60


def shown(value: Any) -> str:
    """A value as JSON for a message, cut short."""
    return json.dumps(value, ensure_ascii=False)[:_MOST_SHOWN]
