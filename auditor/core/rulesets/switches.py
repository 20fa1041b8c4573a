# build: plain
"""Rules as other programs write them, field by field: what each value of a field means in settings of a ruleset.

A format's module of rules has a table of such fields: Majiang's for its rule object, mjai's for the header of a log.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

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


def flag(key: str, *checks: str, on: Any = True, off: Any = False) -> Switch:
    """A field that is true or false, and the values of its setting for these."""
    return choice({True: {key: on}, False: {key: off}}, *checks)


def levels(key: str, *values: Any) -> Switch:
    """A field whose values 0, 1, 2 ... select one of `values`."""
    return choice({level: {key: value} for level, value in enumerate(values)})


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
