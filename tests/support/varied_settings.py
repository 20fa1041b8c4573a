"""Finds out which settings of a ruleset a log shows: judged again with one setting varied, it gives other findings.

What has to be shown of a setting are *differences*: between every two values of a choice, between including and
omitting each entry of a list, and between a number and its neighbours on both sides.
"""

from itertools import combinations
from typing import Any, Final

import msgspec
from msgspec import inspect

from auditor.core.audit.game import audit_game
from auditor.core.checks import CATALOGUE
from auditor.core.events import Game, Win
from auditor.core.rulesets.model import Ruleset
from auditor.core.rulesets.settings import HEADER, Setting, settings, value_of
from auditor.core.table.table import replay_to
from auditor.page.calculation import calculation_lines, win_calculation
from auditor.unknown_rules.alternatives import choices, entries, parts

Difference = tuple[object, object]
"""Two values of a choice; for a list, an entry and ENTRY; for anything else, OWN and what it is varied to."""

ENTRY: Final = "in or out"
OWN: Final = "its own value"
LESS: Final = "less"
MORE: Final = "more"
OTHER: Final = "other"
POINTS_STEP: Final = 100
TEXT_ONLY: Final = {
    "riichi.noten_penalty",
    "calls.kan_penalty",
    "draws.riichi_shows",
    "penalties.false_win",
    "penalties.chombo_points",
}
"""Settings that change the wording of findings, and not, or not always, which there are."""
MANY: Final = 10_000
"""Numbers that may be as large as this are points, which are paid in hundreds."""


def judged_settings() -> dict[str, Setting]:
    """The settings by which logs are judged, without the descriptive texts at the head of a ruleset."""
    return {key: one for key, one in settings().items() if one.section != HEADER or key == "off"}


def differences(setting: Setting) -> set[Difference]:
    """The differences that must be shown of a setting."""
    values = choices(setting.type)
    if values:
        return set(combinations(values, 2))
    listed = entries(setting.type)
    if listed:
        return {(entry, ENTRY) for entry in listed}
    is_number = any(isinstance(one, inspect.IntType | inspect.FloatType) for one in parts(setting.type))
    return {(OWN, LESS), (OWN, MORE)} if is_number else {(OWN, OTHER)}


SHOWN_IN_PROOFS: Final = {"riichi.chip_points"}
"""Settings that change no findings, only the explanation of a win."""


def win_proof_lines(game: Game, rules: Ruleset) -> list[str]:
    """The lines that explain the wins of a game."""
    return [
        line
        for hand in game.hands
        for index, event in enumerate(hand.events)
        if isinstance(event, Win)
        for line in calculation_lines(win_calculation(game, replay_to(game, hand, index, rules), event))
    ]


def shown_by(game: Game, rules: Ruleset, setting: Setting) -> set[Difference]:
    """The differences of a setting that a log shows when only that setting is varied."""

    def verdict_with(value: object) -> list[tuple[object, ...]]:
        other = varied(rules, setting, value)
        audit = audit_game(game, other)
        assert not audit.problems, audit.problems[0].message
        with_words = setting.key in TEXT_ONLY
        found: list[tuple[object, ...]] = [
            (one.check, one.hand, one.event, one.seat, one.message if with_words else "") for one in audit.findings
        ]
        return [*found, tuple(win_proof_lines(game, other))] if setting.key in SHOWN_IN_PROOFS else found

    values = choices(setting.type)
    if values:
        verdicts = {value: verdict_with(value) for value in values}
        return {pair for pair in differences(setting) if verdicts[pair[0]] != verdicts[pair[1]]}
    own = value_of(rules, setting)
    unchanged = verdict_with(own)
    others = _others(setting, own)
    return {one for one, value in others.items() if verdict_with(value) != unchanged}


def values_tried(setting: Setting, own: Any) -> list[object]:
    """The values of a setting to compare with each other: all of a choice, else its own and others."""
    return list(choices(setting.type) or (own, *_others(setting, own).values()))


def checks_changed_by(game: Game, rules: Ruleset, setting: Setting) -> list[frozenset[str]]:
    """The checks whose findings or messages differ, for every two values of a setting that make a difference."""
    own = value_of(rules, setting)
    told = []
    for value in values_tried(setting, own):
        audit = audit_game(game, varied(rules, setting, value))
        told.append({(one.check, one.hand, one.event, one.seat, one.message) for one in audit.findings})
    moved = [frozenset([found[0] for found in one ^ other]) for one, other in combinations(told, 2)]
    return [checks for checks in moved if checks]


def varied(rules: Ruleset, setting: Setting, value: object) -> Ruleset:
    """The ruleset with another value of one setting, even if that contradicts others."""
    if setting.section == HEADER:
        return msgspec.structs.replace(rules, **{setting.name: value})
    section = msgspec.structs.replace(getattr(rules, setting.section), **{setting.name: value})
    return msgspec.structs.replace(rules, **{setting.section: section})


def _others(setting: Setting, own: Any) -> dict[Difference, object]:
    """The values to vary a setting to that is not a choice, by the difference that each shows."""
    kind: Any = next(part for part in parts(setting.type) if not isinstance(part, inspect.NoneType))
    listed = entries(kind)
    if listed:
        assert isinstance(own, tuple)
        return {
            (one, ENTRY): tuple([entry for entry in own if entry != one]) if one in own else (*own, one)
            for one in listed
        }
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
