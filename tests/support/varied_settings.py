"""Which settings of a ruleset a log answers to: judged again with one setting varied, it must give other findings.

What has to be shown of a setting are *differences*: between every two values of a choice, between having and not
having each entry of a list, and between a number and its neighbours on both sides.
"""

from itertools import combinations
from typing import Any, Final

import msgspec
from msgspec import inspect

from auditor.audit.game import audit_game
from auditor.checks import CATALOGUE
from auditor.events import Game
from auditor.rulesets.model import Ruleset
from auditor.rulesets.settings import HEADER, Setting, settings, value_of

Difference = tuple[object, object]
"""Two values of a choice; of a list an entry and ENTRY; of anything else OWN and what it is varied to."""

ENTRY: Final = "in or out"
OWN: Final = "its own value"
LESS: Final = "less"
MORE: Final = "more"
OTHER: Final = "other"
POINTS_STEP: Final = 100
IN_WORDS: Final = {
    "riichi.noten_penalty",
    "calls.kan_penalty",
    "draws.riichi_shows",
    "penalties.false_win",
    "penalties.chombo_points",
}
"""Settings that change what a finding says, and not, or not always, what is found."""
MANY: Final = 10_000
"""Numbers that may be as large are points, of which hundreds are paid."""


def judged_settings() -> dict[str, Setting]:
    """The settings by which logs are judged; the texts at the head of a ruleset are not among them."""
    return {key: one for key, one in settings().items() if one.section != HEADER or key == "off"}


def differences(setting: Setting) -> set[Difference]:
    """What must be shown of a setting."""
    choices = _choices(setting.type)
    if choices:
        return set(combinations(choices, 2))
    entries = _entries(setting.type)
    if entries:
        return {(entry, ENTRY) for entry in entries}
    is_number = any(isinstance(one, inspect.IntType | inspect.FloatType) for one in _parts(setting.type))
    return {(OWN, LESS), (OWN, MORE)} if is_number else {(OWN, OTHER)}


def shown_by(game: Game, rules: Ruleset, setting: Setting) -> set[Difference]:
    """The differences of a setting that a log shows when it is judged by a ruleset that is varied in it alone."""

    def verdict_with(value: object) -> list[tuple[object, ...]]:
        audit = audit_game(game, varied(rules, setting, value))
        assert not audit.problems, audit.problems[0].message
        with_words = setting.key in IN_WORDS
        return [(one.check, one.hand, one.event, one.seat, one.message if with_words else "") for one in audit.findings]

    choices = _choices(setting.type)
    if choices:
        verdicts = {value: verdict_with(value) for value in choices}
        return {pair for pair in differences(setting) if verdicts[pair[0]] != verdicts[pair[1]]}
    own = value_of(rules, setting)
    unchanged = verdict_with(own)
    others = _others(setting, own)
    return {one for one, value in others.items() if verdict_with(value) != unchanged}


def moved_by(game: Game, rules: Ruleset, setting: Setting) -> list[frozenset[str]]:
    """The checks that find or say something else of a log, for every two values of a setting between which any does."""
    own = value_of(rules, setting)
    values = _choices(setting.type) or (own, *_others(setting, own).values())
    told = []
    for value in values:
        audit = audit_game(game, varied(rules, setting, value))
        told.append({(one.check, one.hand, one.event, one.seat, one.message) for one in audit.findings})
    moved = [frozenset([found[0] for found in one ^ other]) for one, other in combinations(told, 2)]
    return [checks for checks in moved if checks]


def varied(rules: Ruleset, setting: Setting, value: object) -> Ruleset:
    """The ruleset with another value of one setting, whether or not the others agree with it."""
    if setting.section == HEADER:
        return msgspec.structs.replace(rules, **{setting.name: value})
    section = msgspec.structs.replace(getattr(rules, setting.section), **{setting.name: value})
    return msgspec.structs.replace(rules, **{setting.section: section})


def _parts(kind: Any) -> list[Any]:
    """The types that a type is a choice of, without what is said about them."""
    if isinstance(kind, inspect.Metadata):
        return _parts(kind.type)
    if isinstance(kind, inspect.UnionType):
        return [part for one in kind.types for part in _parts(one)]
    return [kind]


def _choices(kind: Any) -> tuple[Any, ...]:
    """The values of a type that has few, or ()."""
    found: list[Any] = []
    for part in _parts(kind):
        if isinstance(part, inspect.BoolType):
            found += [False, True]
        elif isinstance(part, inspect.LiteralType):
            found += sorted(part.values)
        elif isinstance(part, inspect.NoneType):
            found.append(None)
        elif not isinstance(part, inspect.TupleType):  # a tuple of fixed length is another way to say the same
            return ()
    return tuple(found)


def _entries(kind: Any) -> tuple[Any, ...]:
    """What may stand in a list, or () for what is no list and for lists of anything."""
    if not isinstance(kind, inspect.VarTupleType):
        return ()
    (item, *_) = _parts(kind.item_type)
    if isinstance(item, inspect.IntType) and item.ge is not None and item.le is not None:
        return tuple(range(item.ge, item.le + 1))
    return _choices(kind.item_type)


def _others(setting: Setting, own: Any) -> dict[Difference, object]:
    """What to vary a setting to that is no choice, by the difference that it shows."""
    kind: Any = next(part for part in _parts(setting.type) if not isinstance(part, inspect.NoneType))
    entries = _entries(kind)
    if entries:
        assert isinstance(own, tuple)
        return {(one, ENTRY): tuple(set(own) - {one}) if one in own else (*own, one) for one in entries}
    if own is None:
        return {}
    if isinstance(kind, inspect.IntType):
        step = POINTS_STEP if kind.le is not None and kind.le >= MANY else 1
        return {(OWN, LESS): own - step, (OWN, MORE): own + step}
    if isinstance(kind, inspect.VarTupleType) and isinstance(kind.item_type, inspect.StrType):
        return {(OWN, OTHER): tuple([check.id for check in CATALOGUE])}
    if isinstance(kind, inspect.VarTupleType):
        return {(OWN, OTHER): tuple([one + 1 for one in own])}
    raise AssertionError(f"{setting.key}: say here to what a setting of this type can be varied")
