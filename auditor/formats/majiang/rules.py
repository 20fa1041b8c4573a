# build: plain
"""Majiang's rule object (JSON) as settings of a ruleset: what each of its switches changes in the default rules.

The object is not part of the logs: it is a separate file. A switch that it leaves out stays as in ``majiang.toml``.
"""

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any, Final

from auditor.core.rulesets.switches import Settings, Switch, is_between, read_fields, shown, switches_beside
from auditor.core.text import json_of

BASE: Final = "majiang"
"""The ruleset with all switches at their defaults."""

RULE_FILE: Final = "rule.json"
"""The file name of a rule object that applies to the logs next to it."""

_ABORTIVE: Final = ["nine terminals", "four winds", "four riichi", "four kans"]
_TRIPLE_RON: Final = "triple ron"


def _start_points(value: Any) -> Settings | None:
    return {"game.start_points": value} if is_between(value, 0, 1_000_000) else None


def _placement(value: Any) -> Settings | None:
    """The bonuses, of which the first place's is what the others lose.

    If none of the texts has decimals, scores are rounded to whole points.
    """
    if not isinstance(value, list) or len(value) != 4:
        return None
    try:
        below = [float(bonus) for bonus in value[1:]]
    except (TypeError, ValueError):
        return None
    if not all([abs(bonus) < 1e6 for bonus in below]):
        return None
    is_whole = not any(["." in str(bonus) for bonus in value])
    return {"game.placement": [-sum(below), *below], "game.final_rounding": "half up" if is_whole else "none"}


def _red_fives(value: Any) -> Settings | None:
    if not isinstance(value, dict) or set(value) - set("mps"):
        return None
    counts = [value.get(suit, 0) for suit in "mps"]
    return {"game.red_fives": counts} if all([is_between(count, 0, 4) for count in counts]) else None


def _winners(most: Any) -> Settings | None:
    """How many may win on one discard: one, two (three are an abortive draw, the triple ron), or three."""
    if not is_between(most, 1, 3):
        return None
    return {
        "scoring.head_bump": most == 1,
        "scoring.triple_ron": "pay" if most == 3 else "abort",
        f"draws.abortive.{_TRIPLE_RON}": most == 2,
    }


def _abortive(value: Any) -> Settings | None:
    """All abortive draws except the triple ron."""
    return {f"draws.abortive.{draw}": value for draw in _ABORTIVE} if isinstance(value, bool) else None


SWITCHES: Final[dict[str, Switch]] = switches_beside(__file__) | {
    "配給原点": Switch("a whole number of points", _start_points),
    "順位点": Switch('four numbers as texts, such as ["20.0", "10.0", "-10.0", "-20.0"]', _placement),
    "赤牌": Switch('red fives of each suit, such as {"m": 1, "p": 1, "s": 1}', _red_fives),
    "途中流局あり": Switch("true or false", _abortive),
    "最大同時和了数": Switch("1, 2 or 3", _winners),
}
"""Every switch of the rule object."""


def settings_of(text: str, base: Mapping[str, Any]) -> tuple[Settings, list[str]]:
    """The settings of a rule object, by section and name as in a ruleset file, and what is wrong with it.

    base: the settings of the ruleset BASE, which apply where the object has no switch.
    """
    try:
        rule = json_of(text)
    except ValueError as error:
        return {}, [f"not valid JSON: {error}"]
    if not isinstance(rule, dict):
        return {}, ["expected one of Majiang's rule objects, JSON with switches such as 場数"]
    merged = {name: dict(value) if isinstance(value, Mapping) else value for name, value in base.items()}
    wrong: list[str] = []
    for key, value, switch, changes in read_fields(rule, SWITCHES):
        if switch is None:
            nearest = get_close_matches(key, SWITCHES, 1)
            wrong.append(f"there is no switch {key}" + (f"; did you mean {nearest[0]}?" if nearest else ""))
        elif changes is None:
            wrong.append(f"{key} must be {switch.allowed}, not {shown(value)}")
        else:
            for name, setting in changes.items():
                section, _, rest = name.partition(".")
                merged[section][rest] = setting
    if merged["game"]["length"] == 0:
        merged["game"]["extension"] = "none"
    draws = merged["draws"]
    draws["abortive"] = [draw for draw in draws["abortive"] if draws.pop(f"abortive.{draw}", True)]
    return merged, wrong
