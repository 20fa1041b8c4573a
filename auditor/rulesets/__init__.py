"""Rulesets: TOML files loaded into one typed object, and the choice of the ruleset that fits a log."""

import re
import tomllib
from functools import cache
from hashlib import sha256
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec

from auditor.events import EAST_AND_SOUTH, NO_OPEN_TANYAO, NO_RED_FIVES, NOT_RECORDED, THREE_PLAYERS, Game
from auditor.rulesets.model import Ruleset
from auditor.rulesets.validation import contradictions, faults

AUTO = "auto"


class RulesetError(ValueError):
    """A ruleset that cannot be used; the message names the file, the key and what is allowed."""


def names() -> list[str]:
    """The names of the rulesets that come with the program, sorted."""
    folder = resources.files(__package__)
    return sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml"))


@cache
def load(name: str) -> Ruleset:
    """The ruleset of that name, or the one in that TOML file, which may ``extend`` another.

    Raises RulesetError for an unknown name, an unreadable file, and with every fault of its settings.
    """
    settings = _settings(name, ())
    place = name if name.endswith(".toml") else f"{name}.toml"
    settings.setdefault("name", Path(name).stem)
    wrong = faults(settings)
    if not wrong:
        rules = msgspec.convert(settings, Ruleset)
        wrong = contradictions(rules)
    if wrong:
        raise RulesetError("\n".join([f"{place}: {one}" for one in wrong]))
    return rules


def key_of(spec: str) -> str:
    """What stands for a choice of rules where inputs are remembered: ``auto``, or a name with a print of its settings.

    Raises RulesetError as `load` does.
    """
    if spec == AUTO:
        return spec
    ruleset = load(spec)
    return f"{ruleset.name}@{sha256(msgspec.json.encode(ruleset)).hexdigest()[:12]}"


def comments(name: str) -> dict[str, str]:
    """What the files of a ruleset say beside its settings, by key (``riichi.kan``): their sources.

    A comment stands behind a setting or on the lines above it. Raises RulesetError as `load` does.
    """
    text = _text(name)
    base = tomllib.loads(text).get("extend")
    found = comments(base) if isinstance(base, str) else {}
    section = ""
    above: list[str] = []
    for line in text.splitlines():
        if match := _TABLE.match(line):
            section = f"{match[1]}."
            above = []
        elif match := _COMMENT_LINE.match(line):
            above.append(match[1])
        elif match := _SETTING.match(line):
            own = [*above, match[2]] if match[2] else above
            found[section + match[1]] = " ".join(own)
            above = []
        else:
            above = []
    return found


_TABLE = re.compile(r"\[(\w+)\]")
_COMMENT_LINE = re.compile(r"# *(.*)")
_SETTING = re.compile(r"""(\w+) *= *(?:"[^"]*"|\[[^\]]*\]|[^"#\[]*?) *(?:# *(.*))?$""")


def _settings(name: str, extended_by: tuple[str, ...]) -> dict[str, Any]:
    if name in extended_by:
        raise RulesetError(f"{name}: extends itself, by way of {', '.join(extended_by)}")
    text = _text(name)
    try:
        settings = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RulesetError(f"{name}: not valid TOML: {error}") from None
    base = settings.pop("extend", None)
    if base is None:
        return settings
    if not isinstance(base, str):
        raise RulesetError(f"{name}: extend must be the name of a ruleset, such as {names()[0]!r}")
    merged = _settings(base, (*extended_by, name))
    merged.pop("name", None)
    return _merge(merged, settings)


def _text(name: str) -> str:
    if not name.endswith(".toml"):
        if name in names():
            return resources.files(__package__).joinpath(f"{name}.toml").read_text("utf-8")
        raise RulesetError(f"there is no ruleset {name!r}: give one of {', '.join(names())}, or a .toml file")
    try:
        return Path(name).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise RulesetError(f"{name}: cannot be read: {error}") from None


def _merge(base: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    merged = dict(base)
    for key, value in changes.items():
        if isinstance(value, dict) and isinstance(merged.get(key), dict):
            merged[key] = _merge(merged[key], value)
        else:
            merged[key] = value
    return merged


PARLOUR = 0xFE00
"""Bits of GO type: Tenhou's rooms with house rules of their own (chips, other honba, kan dora at once)."""


HOUSE_RULES = (
    "dora/timing",
    "game/end",
    "game/final",
    "game/start",
    "pay/honba",
    "pay/win",
    "stick/award",
    "stick/final",
    "win/no-yaku",
    "win/value",
    "win/yaku",
)
"""The checks that a room's house rules take away the ground of."""

OLD_YEARS = ("2006", "2007", "2008")
YEARS_BETWEEN = ("2009", "2010")
SEED_BETWEEN = "mt19937ar-sha512-n288,"
USUAL_TOURNAMENT = ("0FE0BF0B", "0000001F")
"""The rule bits that a tournament lobby has where it plays by the server's usual rules."""

OLD_EAST_PLACEMENT = (10.0, 5.0, -5.0, -10.0)


MAHJONG_SOUL = re.compile(
    r"mahjong\s*soul|majsoul|雀魂|(?:bronze|silver|gold|jade|throne) room"
    r"|[銅銀金玉铜银](?:の|之)[間间]|王座(?:の|之)?[間间]",
    re.IGNORECASE,
)
"""Rule texts as converters write them for Mahjong Soul's rooms, in English, Japanese and Chinese."""
MJAI_EAST_ONLY = "4"
"""``kyoku_first`` of mjai's ``start_game`` for a game of the east wind; of others 0, which many always write."""
EAST_ONLY = re.compile(r"\beast\b|東|东", re.IGNORECASE)


def choose(spec: str, game: Game) -> tuple[Ruleset, str]:
    """The ruleset to judge a game by, and why: `spec` is ``auto``, a name, or a TOML file. Raises RulesetError."""
    if spec != AUTO:
        return load(spec), "as asked"
    if game.rule_bits != NOT_RECORDED:
        return _by_rule_bits(game.rule_bits, game.attributes.get("csrule", ""), _age(game))
    return _by_rule_text(game)


@cache
def _by_rule_bits(bits: int, tournament: str, age: str) -> tuple[Ruleset, str]:
    """Tenhou's ``GO type``: the bits that change rules, on top of its standard rules.

    tournament: the lobby's own rules (``csrule``), or "". age: see `_age`.
    """
    rules = load("tenhou-sanma" if bits & THREE_PLAYERS else "tenhou")
    varied = _vary(
        rules,
        red_fives=not bits & NO_RED_FIVES,
        open_tanyao=not bits & NO_OPEN_TANYAO,
        winds=2 if bits & EAST_AND_SOUTH else 1,
    )
    reason = f"the log's GO type is {bits}"
    varied = _with_placement_of(varied, age)
    if tournament:
        varied = _with_tournament_rules(varied, tournament)
        reason += ", and its lobby has rules of its own"
    if bits & PARLOUR:
        varied = msgspec.structs.replace(varied, off=HOUSE_RULES)
        reason += ", a room with house rules, which are not judged"
    return varied, reason


OF_OLD = "old"
OF_BETWEEN = "between"


def _age(game: Game) -> str:
    """How old a game is, by the year in its id or by how its seed is published: OF_OLD, OF_BETWEEN or ""."""
    year = game.log_id[:4]
    if year in OLD_YEARS or (game.hands and game.hands[0].shuffle):
        return OF_OLD
    is_between = year in YEARS_BETWEEN or (game.seed.startswith(SEED_BETWEEN) and not year)
    return OF_BETWEEN if is_between else ""


def _with_placement_of(rules: Ruleset, age: str) -> Ruleset:
    """Tenhou's games of one wind had half the placement bonus in its first years; until when is not known."""
    if not age or rules.game.length != 1 or rules.game.players != 4:
        return rules
    game = msgspec.structs.replace(rules.game, placement=OLD_EAST_PLACEMENT if age == OF_OLD else None)
    return msgspec.structs.replace(rules, game=game)


def _with_tournament_rules(rules: Ruleset, tournament: str) -> Ruleset:
    """The points at the start and the return points of a lobby's ``csrule``: its fields 5, 6 and 22 to 24.

    The bonuses of the places below the first are given; the first takes what the others lose, and equal points share.
    A lobby whose rule bits are not the usual ones, or that leaves these fields out, has house rules.
    """
    fields = tournament.split(",")
    try:
        start, returned = int(fields[4]), int(fields[5])
        below = [float(field) for field in fields[21 : 21 + rules.game.players - 1]]
    except (ValueError, IndexError):
        below = []
    if tuple(fields[:2]) != USUAL_TOURNAMENT or len(below) != rules.game.players - 1:
        return msgspec.structs.replace(rules, off=HOUSE_RULES)
    game = msgspec.structs.replace(
        rules.game,
        start_points=start,
        return_points=returned,
        target_points=returned,
        placement=(-sum(below), *below),
        placement_ties="share",
    )
    return msgspec.structs.replace(rules, game=game)


@cache
def _vary(rules: Ruleset, red_fives: bool, open_tanyao: bool, winds: int) -> Ruleset:
    game = msgspec.structs.replace(rules.game, red_fives=rules.game.red_fives if red_fives else 0, length=winds)
    scoring = msgspec.structs.replace(rules.scoring, open_tanyao=open_tanyao)
    return msgspec.structs.replace(rules, game=game, scoring=scoring)


def _by_rule_text(game: Game) -> tuple[Ruleset, str]:
    """The ruleset of a log without rule bits.

    tenhou.net/6 has a rule text (as Tenhou writes it: room, length, 喰 open tanyao, 赤 red fives, 三 three players),
    mjai at most the length and red fives.
    """
    text = game.rule_text
    if MAHJONG_SOUL.search(text):
        rules = load("mahjong-soul-sanma" if game.players == 3 else "mahjong-soul")
        varied = _vary(rules, red_fives=game.red_fives, open_tanyao=True, winds=1 if EAST_ONLY.search(text) else 2)
        return varied, f"the log's rule text is {text!r}, a room of Mahjong Soul"
    rules = load("tenhou-sanma" if game.players == 3 else "tenhou")
    if game.attributes.get("kyoku_first") == MJAI_EAST_ONLY:
        varied = _vary(rules, red_fives=game.red_fives, open_tanyao=True, winds=1)
        return varied, f"the log says kyoku_first {MJAI_EAST_ONLY}, one wind; {rules.name} is assumed"
    if not text:
        return rules, f"the log names no rules; {rules.name} is assumed"
    if not any(sign in text for sign in "東南喰赤"):
        return rules, f"the log's rule text {text!r} is not one that is known; {rules.name} is assumed"
    varied = _vary(rules, red_fives=game.red_fives, open_tanyao="喰" in text, winds=1 if "東" in text else 2)
    varied = _with_placement_of(varied, _age(game))
    return varied, f"the log's rule text is {text!r}"
