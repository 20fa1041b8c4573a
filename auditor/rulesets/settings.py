"""The settings of a ruleset, as the model declares them: what each means and which values it takes."""

from functools import cache
from typing import Any, Final, Literal, NamedTuple, get_args, get_origin, get_type_hints

import msgspec
from msgspec import inspect

from auditor.rulesets.model import Ruleset, Section

HEADER: Final = ""
"""The section of the settings that stand at the head of a file."""

SOURCES: Final = "sources"
"""The table of a file that says where its settings come from, by the same sections and names."""


class Setting(NamedTuple):
    """A setting. section: or HEADER. meaning: one phrase. allowed: the values it takes, in words. type: of msgspec."""

    section: str
    name: str
    meaning: str
    allowed: str
    type: Any

    @property
    def key(self) -> str:
        """How messages name it: ``riichi.kan``."""
        return f"{self.section}.{self.name}" if self.section else self.name


@cache
def settings() -> dict[str, Setting]:
    """Every setting by its key, in the order of the model."""
    found: list[Setting] = []
    for field in _fields(Ruleset):
        if isinstance(field.type, inspect.StructType):
            hints = get_type_hints(field.type.cls)
            found += [_setting(field.name, one, hints[one.name]) for one in _fields(field.type.cls)]
        else:
            found.append(_setting(HEADER, field, str))
    return {one.key: one for one in found}


@cache
def sections() -> tuple[str, ...]:
    """The names of the tables of a file."""
    return tuple(dict.fromkeys([one.section for one in settings().values() if one.section]))


def _fields(cls: type[Any]) -> tuple[inspect.Field, ...]:
    info = inspect.type_info(cls)
    return info.fields if isinstance(info, inspect.StructType) else ()


def _setting(section: str, field: inspect.Field, hint: Any) -> Setting:
    kind: Any = field.type
    meaning = ""
    if isinstance(kind, inspect.Metadata):
        meaning = str((kind.extra_json_schema or {}).get("description", ""))
        kind = kind.type
    return Setting(section, field.name, meaning, _allowed_text(kind, hint), kind)


def _allowed_text(kind: Any, hint: Any) -> str:
    """The values that a type takes, in words; a choice in the order of the model, which msgspec does not keep."""
    if isinstance(kind, inspect.UnionType):
        return " or ".join([_allowed_text(one, hint) for one in kind.types if not isinstance(one, inspect.NoneType)])
    if isinstance(kind, inspect.LiteralType):
        return f"one of {', '.join([value_text(value) for value in _choice(hint)])}"
    if isinstance(kind, inspect.VarTupleType):
        return f"a list, each {_allowed_text(kind.item_type, hint)}"
    if isinstance(kind, inspect.TupleType):
        return f"a list of {len(kind.item_types)}, each {_allowed_text(kind.item_types[0], hint)}"
    if isinstance(kind, inspect.IntType):
        low = "" if kind.ge is None else f" from {kind.ge}"
        high = "" if kind.le is None else f" to {kind.le}"
        return f"a whole number{low}{high}"
    if isinstance(kind, inspect.FloatType):
        return "a number"
    return "true or false" if isinstance(kind, inspect.BoolType) else "a text"


def _choice(hint: Any) -> tuple[Any, ...]:
    """The values of the Literal in a type."""
    if get_origin(hint) is Literal:
        return get_args(hint)
    return next((found for part in get_args(hint) if (found := _choice(part))), ())


def value_text(value: object) -> str:
    """A value as TOML writes it; ``none`` for one that is not set."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple | list):
        return "[" + ", ".join([value_text(part) for part in value]) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def value_of(rules: Ruleset, setting: Setting) -> object:
    """What a ruleset says of a setting."""
    holder: Section = getattr(rules, setting.section) if setting.section else rules
    return getattr(holder, setting.name)


def takes(setting: Setting, value: object) -> bool:
    """Whether the setting takes a value as TOML gives it."""
    holder = Ruleset if not setting.section else type(getattr(_EMPTY, setting.section))
    fields = {field.name: field for field in msgspec.structs.fields(holder)}
    try:
        msgspec.convert(value, fields[setting.name].type)
    except msgspec.ValidationError:
        return False
    return True


_EMPTY: Final = Ruleset(name="", title="", source="")
