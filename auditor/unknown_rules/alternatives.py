"""Variations of rules: the values that tables play for each setting, rulesets with changed values, and both in words.

A change is a key and a value. The key is that of a setting, as in ``riichi.ura_dora``, or of an entry of a list, as in
``draws.abortive.four winds``, whose value says whether the list has it. Settings that only make sense together are one
change: how many may win on one discard (`WINNERS`), a target and its extension.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Final

import msgspec
from msgspec import inspect

from auditor.core.events import TRIPLE_RON
from auditor.core.rulesets.loading import load, names
from auditor.core.rulesets.model import Ruleset
from auditor.core.rulesets.settings import HEADER, Setting, contradictions, settings, value_of, value_text
from auditor.core.tiles import REDS_OF_NUMBER
from auditor.core.yaku import LIABLE
from auditor.core.yaku import NAMES as YAKU_NAMES

Changes = Mapping[str, object]
"""The values of changes, by key."""

WINNERS: Final = "scoring.triple_ron"
"""How many may win on one discard: the key whose values are `ONE_WINS`, `TWO_WIN` and `ALL_WIN`."""
ONE_WINS: Final = "one"
TWO_WIN: Final = "two"
ALL_WIN: Final = "three"
HEAD_BUMP: Final = "scoring.head_bump"

_SEPARATE: Final = ("game.players", HEAD_BUMP, WINNERS)
"""Settings that are not varied by their own values."""

LEFT_OPEN: Final = {
    "game.placement": None,
    "game.all_last_tenpai_stop": None,
    "scoring.double_wind_fu": None,
    "scoring.pao_honba": "either",
}
"""Values by which a ruleset leaves a setting open; no table plays them."""

TEXT_ONLY: Final = ("riichi.noten_penalty", "riichi.chip_points", "calls.kan_penalty", "penalties.false_win")
"""Settings that affect only the text of findings, never what is right, so that no log shows them."""

_NUMBERS: Final[dict[str, tuple[object, ...]]] = {
    "game.red_fives": (0, 2, 3, 4),
    "riichi.points": (0, 1000),
    "riichi.tiles_left": (0, 1, 4),
    "riichi.stick": (1000, 5000),
    "riichi.chip_points": (0, 2000),
    "riichi.open_riichi_han": (0, 1, 2),
    "calls.kans": (0, 1, 2, 3, 4),
    "sticks.honba": (0, 300, 600, 1500),
    "scoring.minimum_han": (1, 2),
    "scoring.two_han_honba": (0, 5),
    "draws.noten_points": (0, 3000),
    "game.extension_hands": (1, 2, 4),
    "game.target_points": (None,),
    "penalties.chombo_points": (20000,),
}
"""Numbers that tables play, in addition to those of the program's own rulesets and those that a log shows."""

PERMISSIONS: Final = (
    "riichi.points",
    "riichi.tiles_left",
    "riichi.kan",
    "riichi.open_riichi",
    "riichi.open_riichi_han",
    "riichi.open_riichi_yakuman",
    "furiten.ends",
    "calls.kuikae",
    "calls.last_tile",
    "calls.kans",
    "scoring.minimum_han",
    "scoring.two_han_honba",
    "scoring.kokushi_closed_kan",
    "draws.noten_declaration",
    "draws.riichi_shows",
)
"""Settings that say what players may do: an act looks the same whether it breaks one value or another allows it."""

_PHRASES: Final[dict[str, str]] = {
    "game.red_fives": "with {} red fives",
    "game.dealer_tiles": "with {} tiles dealt to the dealer",
    "game.length": "{}",
    "game.start_points": "with {} points at the start",
    "game.target_points": "with a target of {} points",
    "game.return_points": "with scores from {} points on",
    "game.extension": "with the extension {}",
    "game.extension_hands": "with extensions of {} hands",
    "game.bust": "! an end where a seat falls below zero",
    "game.all_last_stop": "! an end by the leading dealer",
    "game.renchan": "with repeats of the dealer by {}",
    "game.all_last_tenpai_stop": "! an end by the leading dealer who is tenpai",
    "game.placement": "with bonuses of {}",
    "game.placement_ties": "so that equal points go by {}",
    "game.final_rounding": "with scores rounded {}",
    "riichi.points": "with riichi from {} points on",
    "riichi.tiles_left": "with riichi while {} tiles are left",
    "riichi.stick": "with sticks of {} points",
    "riichi.kan": "with closed kans after riichi by {}",
    "riichi.void_at_triple_ron": "! sticks given back at a triple ron",
    "riichi.ippatsu": "! ippatsu",
    "riichi.ura_dora": "! ura dora",
    "riichi.noten_penalty": "with {} for a riichi without a wait",
    "riichi.open_riichi": "with open riichi showing {}",
    "riichi.open_riichi_han": "with {} han more for open riichi",
    "riichi.open_riichi_yakuman": "! a yakuman for discards into open riichi",
    "riichi.indicator_neighbours": "! dora on both sides of indicators",
    "riichi.chip_points": "with chips of {} points",
    "furiten.ends": "so that furiten ends with {}",
    "calls.kuikae": "with kuikae: {}",
    "calls.last_tile": "! calls of the last discard",
    "calls.kans": "with {} kans at most",
    "calls.kan_penalty": "with {} for a forbidden kan",
    "sticks.honba": "with honba of {} points",
    "sticks.several_winners": "so that of several winners the sticks go to {}",
    "sticks.honba_winners": "so that of several winners the honba goes to {}",
    "sticks.left_over": "so that the sticks left at the end go to {}",
    "scoring.open_tanyao": "! open tanyao",
    "scoring.pinfu_tsumo": "! pinfu with a self-draw",
    "scoring.double_wind_fu": "with {} fu for a pair of double wind",
    "scoring.rinshan_fu": "! the fu of a self-draw on a replacement tile",
    "scoring.kiriage": "! kiriage",
    "scoring.counted_yakuman": "! counted yakuman",
    "scoring.several_yakuman": "! yakuman that add up",
    "scoring.double_yakuman": "! a double yakuman for {}",
    "scoring.renhou": "with renhou: {}",
    "scoring.minimum_han": "with {} han at least",
    "scoring.two_han_honba": "with two han needed from {} honba on",
    "scoring.tsumo_loss": "! tsumo loss",
    "scoring.kokushi_closed_kan": "! closed kans robbed by thirteen orphans",
    WINNERS: "so that {} may win on one discard",
    "scoring.pao": "! liability for {}",
    "scoring.pao_scope": "so that a liable seat pays for the {}",
    "scoring.pao_honba": "so that the honba of a liability is paid by {}",
    "draws.abortive": "! the draw by {}",
    "draws.nagashi_mangan": "! nagashi mangan",
    "draws.nagashi_is_win": "! nagashi mangan as a win",
    "draws.noten_points": "with {} points from noten hands",
    "draws.noten_each": "! two tenpai hands that gain as one does",
    "draws.noten_declaration": "! tenpai hands declared noten",
    "draws.four_own_copies": "so that waits all in one's own hand count {}",
    "draws.riichi_shows": "! riichi hands shown at the draw by {}",
    "dora.kan_dora": "! kan dora",
    "dora.kan_ura": "! kan ura dora",
    "dora.open_kan": "with the indicator of an open kan {}",
    "dora.robbed_kan": "so that the indicator of a robbed kan is {}",
    "penalties.false_win": "with {} for a false win",
    "penalties.chombo": "with chombo: {}",
    "penalties.chombo_points": "with {} points for a chombo",
    "penalties.sticks_returned": "! sticks given back after a chombo",
    "penalties.replayed": "! hands dealt again after a chombo",
}  # fmt: skip
"""What follows "a table plays" for a value of a setting; ``{}`` is the value, ``!`` is ``with`` or ``without``."""


_LENGTHS: Final = {0: "one hand", 1: "the east wind", 2: "two winds", 4: "four winds"}


def setting_of(key: str) -> str:
    """The key of the setting that a change concerns; for an entry of a list, that of the list."""
    return ".".join(key.split(".")[:2])


def change_text(key: str, value: object) -> str:
    """A change in words, as they follow "a table plays": ``without ura dora``."""
    setting = setting_of(key)
    phrase = _PHRASES[setting]
    shown = key.removeprefix(f"{setting}.") if key != setting else _plain(value)
    if key == "game.length" and isinstance(value, int):
        shown = _LENGTHS[value]
    if setting in ("scoring.pao", "scoring.double_yakuman"):
        shown = YAKU_NAMES[int(shown)]
    phrase = phrase.replace("{}", shown)
    return phrase.replace("!", "with" if value else "without", 1)


def _plain(value: object) -> str:
    """A value in words, without TOML's quotes."""
    return value if isinstance(value, str) else value_text(value).strip("[]")


def parts(kind: Any) -> list[Any]:
    """The alternatives of a type (those of a union, or itself), without their metadata."""
    if isinstance(kind, inspect.Metadata):
        return parts(kind.type)
    if isinstance(kind, inspect.UnionType):
        return [part for one in kind.types for part in parts(one)]
    return [kind]


def choices(kind: Any) -> tuple[Any, ...]:
    """All values of a type that has only a few, else ()."""
    listed: list[Any] = []
    for part in parts(kind):
        if isinstance(part, inspect.BoolType):
            listed += [False, True]
        elif isinstance(part, inspect.LiteralType):
            listed += sorted(part.values)
        elif isinstance(part, inspect.NoneType):
            listed.append(None)
        elif not isinstance(part, inspect.TupleType):  # a tuple of fixed length is another way to say the same
            return ()
    return tuple(listed)


def entries(kind: Any) -> tuple[Any, ...]:
    """The possible entries of a list type; () for other types and for lists without a fixed choice."""
    if not isinstance(kind, inspect.VarTupleType):
        return ()
    (item, *_) = parts(kind.item_type)
    if isinstance(item, inspect.IntType) and item.ge is not None and item.le is not None:
        return tuple(range(item.ge, item.le + 1))
    return choices(kind.item_type)


@cache
def keys() -> tuple[str, ...]:
    """The keys of all changes, in the order of the model."""
    listed = []
    for key, setting in settings().items():
        if setting.section == HEADER or key in _SEPARATE:
            if key == WINNERS:
                listed.append(key)
            continue
        of_list = LIABLE if key == "scoring.pao" else entries(setting.type)
        listed += [f"{key}.{entry}" for entry in of_list if entry != TRIPLE_RON or key != "draws.abortive"] or [key]
    return tuple(listed)


@cache
def played_values(key: str, players: int) -> tuple[object, ...]:
    """The values that tables for this number of players play for a key; for a number the usual ones."""
    if key == WINNERS:
        return (ONE_WINS, TWO_WIN, ALL_WIN) if players == 4 else (ONE_WINS, ALL_WIN)
    if setting_of(key) != key:
        return (False, True)
    listed = choices(settings()[key].type)
    if not listed or key == "game.red_fives":
        usual = [value_in(rules, key) for rules in map(load, names()) if rules.game.players == players]
        listed = tuple(dict.fromkeys([*_NUMBERS.get(key, ()), *usual]))
    return tuple([value for value in listed if key not in LEFT_OPEN or value != LEFT_OPEN[key]])


def value_in(rules: Ruleset, key: str) -> object:
    """The value of a key in a ruleset."""
    if key == WINNERS:
        if rules.scoring.head_bump:
            return ONE_WINS
        return TWO_WIN if rules.scoring.triple_ron == "abort" and rules.game.players == 4 else ALL_WIN
    setting = settings()[setting_of(key)]
    value = value_of(rules, setting)
    if key == "game.red_fives":
        return next((number for number, reds in REDS_OF_NUMBER.items() if reds == value), value)
    return value if setting.key == key else _entry_of(key, setting) in _listed(value)


def _listed(value: object) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else ()


def _entry_of(key: str, setting: Setting) -> object:
    """The entry of a list that a key names."""
    text = key.removeprefix(f"{setting.key}.")
    return int(text) if text.isdecimal() else text


def varied(rules: Ruleset, changes: Changes) -> Ruleset | None:
    """The ruleset with the changes; None if its settings then contradict each other.

    Settings that a change requires or rules out are changed with it, such as the extension of a game without a target.
    """
    values: dict[str, object] = {}
    for key, value in changes.items():
        _change(rules, values, key, value)
    return with_values(rules, values)


def with_values(rules: Ruleset, values: Mapping[str, object]) -> Ruleset | None:
    """The ruleset with exactly these values of settings; None if its settings then contradict each other."""
    sections: dict[str, dict[str, object]] = {}
    for key, value in values.items():
        section, _, name = key.partition(".")
        sections.setdefault(section, {})[name] = value
    made = {
        section: msgspec.structs.replace(getattr(rules, section), **of_section)
        for section, of_section in sections.items()
    }
    result = msgspec.structs.replace(rules, **made)
    return None if contradictions(result) else result


def _change(rules: Ruleset, values: dict[str, object], key: str, value: object) -> None:
    """Add a change, and what goes with it, to the changed values of settings."""

    def now(setting: str) -> Any:
        return values.get(setting, value_of(rules, settings()[setting]))

    if key == WINNERS:
        aborts = value == TWO_WIN
        values[HEAD_BUMP], values[WINNERS] = value == ONE_WINS, "pay" if value == ALL_WIN else "abort"
        _put_entry(values, "draws.abortive", now("draws.abortive"), TRIPLE_RON, aborts)
        return
    setting = settings()[setting_of(key)]
    if setting.key != key:
        _put_entry(values, setting.key, now(setting.key), _entry_of(key, setting), bool(value))
        return
    values[key] = value
    if key == "game.target_points" and value is None:
        values["game.extension"] = "none"
    elif key == "game.extension" and value != "none" and now("game.target_points") is None:
        values["game.target_points"] = now("game.return_points")
    elif key == "game.start_points" and now("game.return_points") < now(key):
        values["game.return_points"] = value
    elif key == "riichi.open_riichi_yakuman" and value and now("riichi.open_riichi") == "none":
        values["riichi.open_riichi"] = "hand"
    elif key == "riichi.open_riichi" and value == "none":
        values["riichi.open_riichi_yakuman"] = False
    elif key == "draws.nagashi_is_win" and value:
        values["draws.nagashi_mangan"] = True
    elif key == "draws.nagashi_mangan" and not value:
        values["draws.nagashi_is_win"] = False


def _put_entry(values: dict[str, object], key: str, listed: Iterable[Any], entry: object, is_in: bool) -> None:
    """Add a list with or without an entry to the changed values, in the order of the model."""
    held = {*listed, entry} if is_in else set(listed) - {entry}
    order = LIABLE if key == "scoring.pao" else entries(settings()[key].type)
    values[key] = tuple([one for one in order if one in held])


def changed_keys(rules: Ruleset, other: Ruleset) -> list[str]:
    """The keys in which two rulesets differ."""
    return [key for key in keys() if value_in(rules, key) != value_in(other, key)]
