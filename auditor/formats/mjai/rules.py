# build: plain
"""The rules of a game as the header of an mjai log states them, field by field: an object ``rules`` in ``start_game``.

The fields are those that the package jansou writes. A ``preset`` beside them is only told: the fields decide. What they
leave open is as on Tenhou, and assumed: what is right by another value of it is no fault.
"""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

import msgspec

from auditor.core.events import RIICHI, Game
from auditor.core.phrases import Phrase
from auditor.core.reading.json_text import is_number
from auditor.core.rulesets.choice import reds_of
from auditor.core.rulesets.model import Ruleset
from auditor.core.rulesets.records import UnjudgedChecks
from auditor.core.rulesets.settings import settings, value_of, with_values
from auditor.core.rulesets.switches import Settings, Switch, read_fields, shown, switches_beside
from auditor.core.yaku import DOUBLE, LIABLE
from auditor.formats.mjai import PRESET, RULES

_ENTRIES: Final[dict[str, tuple[Any, ...]]] = {
    "draws.abortive": ("nine terminals", "four winds", "four riichi", "four kans", "triple ron"),
    "scoring.pao": LIABLE,
}
"""Lists that fields state an entry at a time, with their entries."""
_EXTRAS: Final = (
    "game.extension_hands", "riichi.indicator_neighbours", "riichi.open_riichi", "riichi.open_riichi_han",
    "riichi.open_riichi_yakuman", "riichi.stick", "calls.kans", "scoring.minimum_han", "scoring.two_han_honba",
    "scoring.wareme", "draws.nagashi_is_win", "draws.noten_each",
)  # fmt: skip
"""Settings of rules beyond the usual game: a program that plays them and states its rules has a field for them."""
_OF_FOUR: Final = ("abort_suufon_renda", "abort_suucha_riichi", "abort_sanchahou")
"""Draws that settings know for four players alone."""
_MOST_NAMED: Final = 5
"""Fields that are not known and are told by name."""

_ONE_WINS: Final = "one of several wins"
_ABORTS: Final = "draws.abortive.triple ron"
_TARGET: Final = "target"
_GOES_ON: Final = "goes on"
"""What several fields state together, until `_joined` makes settings of it."""


STATED_FIELDS: Final[dict[str, Switch]] = switches_beside(__file__)
"""Every field that is known, with the checks that rest on it."""

RULE_CHECKS: Final = tuple(sorted({check for switch in STATED_FIELDS.values() for check in switch.checks}))
"""The checks that some field bears on, which a field that is not known may bear on as well."""

_LEFT_OPEN: Final[dict[str, Any]] = {
    "game.extension": "sudden death once the dealer passes",
    "riichi.kan": "waits",
    "scoring.double_yakuman": DOUBLE,
    "sticks.left_over": "first",
}
"""Values that stand for several of their settings, among which the field does not choose."""


class _Header(NamedTuple):
    """What a header states. values: of settings. unjudged: the checks that it does not allow, and why."""

    values: Settings
    unjudged: tuple[UnjudgedChecks, ...]


def by_record(game: Game, rules: Ruleset) -> tuple[Ruleset, str]:
    """The rules that the header of a game states, and the reason. rules: those where it says nothing."""
    preset = game.attributes.get(PRESET, "")
    named = f", preset {preset!r}" if preset else ""
    reason = Phrase("states-rules", preset=named, ruleset=rules.name)
    off = tuple(sorted({check for one in unjudged(game) for check in one.checks}))
    stated = _stated(game, rules, _header(game.attributes[RULES], game.players).values)
    return msgspec.structs.replace(stated, off=off), reason


def _stated(game: Game, rules: Ruleset, given: Settings) -> Ruleset:
    """A ruleset with the values that a header gives; all other settings of the usual game are assumed."""
    values = dict(given)
    if values.get("game.red_fives"):  # how many the set holds is not stated, but may be shown
        values["game.red_fives"] = reds_of(game, rules) or rules.game.red_fives
    assumed: list[str] = []
    for key, setting in settings().items():
        if (entries := _ENTRIES.get(key)) is not None:
            held: Any = value_of(rules, setting)
            assumed += [f"{key}.{entry}" for entry in entries if f"{key}.{entry}" not in values]
            values[key] = tuple([entry for entry in entries if values.pop(f"{key}.{entry}", entry in held)])
        elif setting.variants is None or key in _EXTRAS:
            continue
        elif key not in values or values[key] == _LEFT_OPEN.get(key):
            assumed.append(key)
    if "game.start_points" in values:
        values["game.return_points"] = values["game.start_points"]
    stated = with_values(rules, {**values, "game.placement": None})
    assert stated is not None, "fields that contradict each other are not read"
    return msgspec.structs.replace(stated, assumed=tuple(assumed))


def unjudged(game: Game) -> list[UnjudgedChecks]:
    """The checks that the rules in the header of a game do not allow, and why; none without such rules."""
    if RULES not in game.attributes:
        return []
    header = _header(game.attributes[RULES], game.players)
    found = list(header.unjudged)
    if header.values.get("riichi.ura_dora") is False and _shows_ura(game):
        found.append(UnjudgedChecks(("dora/ura",), Phrase("ura-not-counted")))
    return found


def _shows_ura(game: Game) -> bool:
    """Whether every win in riichi shows ura indicators, and there is one: then its writer always shows them."""
    shown = [
        bool(win.ura) for hand in game.hands for win in hand.wins
        if any([event.kind == RIICHI and event.seat == win.seat for event in hand.events])
    ]  # fmt: skip
    return bool(shown) and all(shown)


def why_off(game: Game) -> str:
    """Nothing: `unjudged` says it for each check."""
    return ""


def is_ranked(game: Game) -> bool:
    """No header names a room of a server."""
    return False


@lru_cache(maxsize=256)
def _header(text: str, players: int) -> _Header:
    """What a header states, as the reader kept it. players: of the game."""
    fields = json.loads(text)
    if not isinstance(fields, dict):
        return _Header({}, (UnjudgedChecks(RULE_CHECKS, Phrase("rules-no-object", text=text)),))
    fields = {name: value for name, value in fields.items() if value is not None}
    inexpressible = _inexpressible(fields, players)
    values: Settings = {}
    unknown: list[str] = []
    unjudged: list[UnjudgedChecks] = []
    for name, value, switch, changes in read_fields(fields, STATED_FIELDS):
        if switch is None:
            unknown.append(name)
        elif changes is None or name in inexpressible:
            reason = Phrase("no-setting-for", name=name, value=shown(value))
            unjudged.append(UnjudgedChecks(switch.checks or RULE_CHECKS, reason))
        else:
            values |= changes
    if unknown:
        more = f" and {len(unknown) - _MOST_NAMED} more" if len(unknown) > _MOST_NAMED else ""
        listed = f"{', '.join(unknown[:_MOST_NAMED])}{more}"
        unjudged.append(UnjudgedChecks(RULE_CHECKS, Phrase("fields-unknown", fields=listed)))
    return _Header(_joined(values, players), tuple(unjudged))


def _inexpressible(fields: Mapping[str, Any], players: int) -> set[str]:
    """The fields whose values settings express, but not beside the others, or not with as many players."""
    found = set()
    if fields.get("player_count", players) != players:
        found.add("player_count")
    if fields.get("nuki_dora", players == 3) != (players == 3):
        found.add("nuki_dora")
    if fields.get("multiple_ron") is False and fields.get("abort_sanchahou") is True:
        found |= {"multiple_ron", "abort_sanchahou"}
    if players == 3:
        found |= {name for name in _OF_FOUR if fields.get(name) is True}
    for name, unit in (("honba_value", 100), ("noten_penalty_pool", 12)):
        value = fields.get(name)
        if is_number(value) and value % unit:
            found.add(name)
    return found


def _joined(values: Settings, players: int) -> Settings:
    """The settings of fields that are read by themselves; those that several fields make together are made here."""
    tuples: Settings = {key: tuple(value) if isinstance(value, list) else value for key, value in values.items()}
    joined = {key: value for key, value in tuples.items() if "." in key}
    if _GOES_ON in values:
        joined["game.extension"] = "sudden death once the dealer passes" if values[_GOES_ON] else "none"
    if values.get(_GOES_ON) is False:
        joined["game.target_points"] = None
    elif _TARGET in values:
        joined["game.target_points"] = values[_TARGET]
    if values.get(_ONE_WINS):
        joined |= {"scoring.head_bump": True, "scoring.triple_ron": "abort", _ABORTS: False}
    elif _ABORTS in values:
        joined |= {"scoring.head_bump": False, "scoring.triple_ron": "abort" if values[_ABORTS] else "pay"}
    if "riichi.tiles_left" in joined:
        joined["riichi.tiles_left"] = 0 if joined["riichi.tiles_left"] else players
    if "sticks.honba" in joined:
        joined["sticks.honba"] *= players - 1
    if "draws.noten_points" in joined and players == 3:  # settings say it as of four, who pay half as much again
        joined["draws.noten_points"] = joined["draws.noten_points"] * 3 // 2
    return joined
