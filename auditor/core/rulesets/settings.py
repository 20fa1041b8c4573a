"""The settings of a ruleset, as the model declares them: their meaning, their values, and the faults of a file."""

import json
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from typing import Any, Final, Literal, NamedTuple, get_args, get_origin, get_type_hints

import msgspec
from msgspec import inspect

from auditor.core.rulesets.model import TABLE_VARIANTS, GameRules, Ruleset, Section, Variants
from auditor.core.yaku import LIABLE, NAMES

REPLACEMENT_TILES: Final = 4
"""The number of replacement tiles with four players."""

HEADER: Final = ""
"""The section name of the settings at the head of a file."""

SOURCES: Final = "sources"
"""The table of a file that gives the sources of its settings, by the same sections and names."""


class Setting(NamedTuple):
    """A setting, as declared. allowed: its values, in words. type: msgspec's. variants: None where it is not varied."""

    section: str
    name: str
    meaning: str
    allowed: str
    type: Any
    default: object
    variants: Variants | None

    @property
    def key(self) -> str:
        """Its full name, such as ``riichi.kan``."""
        return f"{self.section}.{self.name}" if self.section else self.name


@cache
def settings() -> dict[str, Setting]:
    """All settings by key, in the order of the model."""
    listed: list[Setting] = []
    for field in _fields(Ruleset):
        if isinstance(field.type, inspect.StructType):
            hints = get_type_hints(field.type.cls)
            listed += [_setting(field.name, one, hints[one.name]) for one in _fields(field.type.cls)]
        else:
            listed.append(_setting(HEADER, field, str))
    return {one.key: one for one in listed}


@cache
def sections() -> tuple[str, ...]:
    """The names of the sections, which are the tables of a file."""
    return tuple(dict.fromkeys([one.section for one in settings().values() if one.section]))


def _fields(cls: type[Any]) -> tuple[inspect.Field, ...]:
    info = inspect.type_info(cls)
    return info.fields if isinstance(info, inspect.StructType) else ()


def _setting(section: str, field: inspect.Field, hint: Any) -> Setting:
    declared: Any = field.type
    meaning, kind, variants = declared.extra_json_schema["description"], declared.type, declared.extra[TABLE_VARIANTS]
    return Setting(section, field.name, meaning, _allowed_text(kind, hint), kind, field.default, variants)


def _allowed_text(kind: Any, hint: Any) -> str:
    """The values of a type, in words. hint: the type as declared; it has the order of a choice, which msgspec loses."""
    if isinstance(kind, inspect.UnionType):
        return " or ".join([_allowed_text(one, hint) for one in kind.types])
    if isinstance(kind, inspect.NoneType):
        return value_text(NOT_SET)
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
    """The values of the Literal within a type, or ()."""
    if get_origin(hint) is Literal:
        return get_args(hint)
    return next((listed for part in get_args(hint) if (listed := _choice(part))), ())


NOT_SET: Final = "none"
"""The text in a file for a setting without a value, as `game.target_points` may be: TOML has no null."""


def with_none(given: Mapping[str, Any], section: str = HEADER) -> dict[str, Any]:
    """The settings of a file, or of a section of it, with None instead of NOT_SET for those that may be None."""
    known = settings()
    found: dict[str, Any] = {}
    for name, value in given.items():
        key = f"{section}.{name}" if section else name
        if isinstance(value, Mapping) and name in sections():
            found[name] = with_none(value, name)
        else:
            found[name] = None if value == NOT_SET and key in known and takes(known[key], None) else value
    return found


def value_text(value: object) -> str:
    """A value as written in TOML."""
    if value is None:
        return value_text(NOT_SET)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple | list):
        return "[" + ", ".join([value_text(part) for part in value]) + "]"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else str(value)


def setting_text(setting: Setting, value: object) -> str:
    """A value of a setting for display: as written in TOML, except that liable yakuman have their names."""
    if setting.name == "pao" and isinstance(value, tuple):
        return ", ".join([NAMES[number] for number in value]) or "none"
    return value_text(value)


def value_of(rules: Ruleset, setting: Setting) -> object:
    """The value of a setting in a ruleset."""
    holder: Section = getattr(rules, setting.section) if setting.section else rules
    return getattr(holder, setting.name)


def differing(one: Ruleset, other: Ruleset) -> list[str]:
    """The keys of the settings in which two rulesets differ, except those at the head of a file, such as the name."""
    return [
        key
        for key, setting in settings().items()
        if setting.section != HEADER and value_of(one, setting) != value_of(other, setting)
    ]


def takes(setting: Setting, value: object) -> bool:
    """Whether a value, as parsed from TOML, is allowed for a setting."""
    try:
        msgspec.convert(value, _types(setting.section)[setting.name])
    except msgspec.ValidationError:
        return False
    return True


@cache
def _types(section: str) -> dict[str, Any]:
    """The types of a section's settings by name; cached, since msgspec computes them at each call."""
    holder = type(getattr(Ruleset(name="", title="", source=""), section)) if section else Ruleset
    return {field.name: field.type for field in msgspec.structs.fields(holder)}


REQUIRED = ("title", "source")
"""Settings that a file must have, unless it extends another that has them."""


def errors_in(given: Mapping[str, Any]) -> list[str]:
    """Messages about missing and unknown keys and wrong values of a file, after merging in what it extends."""
    known = settings()
    messages = [f"{key} is missing: {known[key].allowed}, {known[key].meaning}" for key in REQUIRED if key not in given]
    for name, value in given.items():
        if name in sections():
            messages += _faults_of_section(name, value)
        elif name in known:
            messages += _fault_of_value(name, value)
            if name == "assumed" and not messages:
                unknown = [key for key in value if ".".join(key.split(".")[:2]) not in known]
                messages += [_unknown(key, key, list(known)) for key in unknown]
        elif name == SOURCES:
            messages += _faults_of_sources(value)
        else:
            allowed = [*sections(), *[key for key, one in known.items() if one.section == HEADER], "extend", SOURCES]
            messages.append(_unknown(name, name, allowed))
    return messages


def _faults_of_section(section: str, values: Any) -> list[str]:
    if not isinstance(values, Mapping):
        return [_no_table(section, values)]
    messages: list[str] = []
    allowed = _names(section)
    for name, value in values.items():
        key = f"{section}.{name}"
        messages += _fault_of_value(key, value) if name in allowed else [_unknown(key, name, allowed)]
    return messages


def _faults_of_sources(given: Any) -> list[str]:
    """Messages about sources that are for unknown settings or are not text."""
    if not isinstance(given, Mapping):
        return [_no_table(SOURCES, given)]
    messages: list[str] = []
    for section, texts in given.items():
        table = f'{SOURCES}."{section}"' if "." in section else f"{SOURCES}.{section}"  # quoted, as the file has it
        if section not in sections():
            messages.append(_unknown(table, section, list(sections())))
        elif not isinstance(texts, Mapping):
            messages.append(_no_table(table, texts))
        else:
            messages += [message for name, text in texts.items() if (message := _fault_of_source(section, name, text))]
    return messages


def _fault_of_source(section: str, name: str, text: Any) -> str:
    key = f"{SOURCES}.{section}.{name}"
    if name not in _names(section):
        return _unknown(key, name, _names(section))
    return "" if isinstance(text, str) else f"{key} must be a text, not {_shown(text)}"


def _names(section: str) -> list[str]:
    return [setting.name for setting in settings().values() if setting.section == section]


def _no_table(name: str, value: Any) -> str:
    return f"{name} must be a table, [{name}], not {_shown(value)}"


def _fault_of_value(key: str, value: Any) -> list[str]:
    setting = settings()[key]
    return [] if takes(setting, value) else [f"{key} must be {setting.allowed}, not {_shown(value)}"]


def _unknown(key: str, name: str, allowed: list[str]) -> str:
    nearest = get_close_matches(name, allowed, 1)
    advice = f"did you mean {nearest[0]}? " if nearest else ""
    return f"there is no setting {key}; {advice}there are {', '.join(allowed)}"


def _shown(value: Any) -> str:
    return "a table" if isinstance(value, Mapping) else value_text(value)


MOST_BONUS: Final = 1000
"""In thousands of points, as other points of a ruleset."""


def contradictions(rules: Ruleset, *, is_balanced: bool = True) -> list[str]:
    """Messages about contradictory settings. is_balanced: bonuses must sum to 0; Majiang computes the first's."""
    found = [*_contradictions_of_the_game(rules.game), *_contradictions_of_play(rules)]
    bonuses = round(sum(rules.game.placement or ()), 6)
    return [*found, f"game.placement must sum to 0, not {bonuses:g}"] if is_balanced and bonuses else found


def _contradictions_of_the_game(game: GameRules) -> Iterator[str]:
    """Yield a message for each two settings of a game that exclude each other."""
    if game.placement is not None and len(game.placement) != game.players:
        yield f"game.placement must hold {game.players} bonuses, one for each of game.players"
    if max(map(abs, game.placement or (0,))) > MOST_BONUS:
        yield f"game.placement cannot hold more than {MOST_BONUS} thousand points"
    if isinstance(game.red_fives, int) and game.red_fives not in ((0, 2) if game.players == 3 else (0, 3, 4)):
        counts = "0 or 2" if game.players == 3 else "0, 3 or 4"
        red_fives = f"game.red_fives cannot be {game.red_fives} with {game.players} players"
        yield f"{red_fives}: {counts}, or a list of man, pin and sou"
    if game.players == 3 and not isinstance(game.red_fives, int) and game.red_fives[0] > 0:
        yield "game.red_fives: three players have no 5m"
    if game.extension != "none" and game.target_points is None:
        yield "game.extension needs game.target_points, which the extension is played for"
    if game.bust_at_zero and not game.bust:
        yield "game.bust_at_zero needs game.bust = true"
    if game.return_points < game.start_points:
        yield "game.return_points cannot be below game.start_points: the difference is what the first place gets"


def _contradictions_of_play(rules: Ruleset) -> Iterator[str]:
    """Yield a message for each two settings of play that exclude each other."""
    game, riichi, scoring, draws = rules.game, rules.riichi, rules.scoring, rules.draws
    aborts = "triple ron" in draws.abortive
    if riichi.open_riichi_yakuman and riichi.open_riichi == "none":
        yield 'riichi.open_riichi_yakuman needs riichi.open_riichi: "hand" or "waits"'
    if aborts and (scoring.head_bump or scoring.triple_ron == "pay"):
        excluded_by = 'scoring.head_bump = true or scoring.triple_ron = "pay"'
        yield f'draws.abortive names "triple ron", which {excluded_by} rule out'
    if game.players == 4 and not aborts and not scoring.head_bump and scoring.triple_ron == "abort":
        yield 'scoring.triple_ron = "abort" needs "triple ron" in draws.abortive; else it must be "pay"'
    if game.players == 3 and {"four winds", "four riichi", "triple ron"} & set(draws.abortive):
        yield "draws.abortive: three players know only nine terminals and four kans"
    if game.players == 4 and rules.calls.kans > REPLACEMENT_TILES:
        yield f"calls.kans cannot be {rules.calls.kans}: there are four replacement tiles"
    if riichi.stick % 100:
        yield f"riichi.stick must be a multiple of 100, not {riichi.stick}"
    if draws.nagashi_is_win and not draws.nagashi_mangan:
        yield "draws.nagashi_is_win needs draws.nagashi_mangan = true"
    if others := [str(one) for one in scoring.pao if one not in LIABLE]:
        liable = f"{', '.join([str(one) for one in LIABLE])} alone (daisangen, daisuushii, suukantsu)"
        yield f"scoring.pao can name {liable}, not {', '.join(others)}"
    payers = game.players - 1
    if rules.sticks.honba % (100 * payers):
        yield f"sticks.honba must be a multiple of {100 * payers}, for {payers} payers share it"
    if draws.noten_points % 6:
        yield "draws.noten_points must be a multiple of 6, for one, two or three hands share it"


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
