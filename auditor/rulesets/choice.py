"""Which ruleset a log is judged by: the one that is named (or its sibling), or what the log says of its table."""

import re
from functools import cache
from typing import Final

import msgspec

from auditor.events import EAST_AND_SOUTH, NO_OPEN_TANYAO, NO_RED_FIVES, NOT_RECORDED, THREE_PLAYERS, Game
from auditor.formats.log_id import is_mahjong_soul_id
from auditor.rulesets.loading import AUTO, load, sibling_of
from auditor.rulesets.mahjong_soul import FORMAT, by_record
from auditor.rulesets.model import RedFives, Ruleset
from auditor.tiles import RED_FIVES

PARLOUR: Final = 0xFE00
"""Bits of GO type: Tenhou's rooms with house rules of their own (chips, other honba, kan dora at once)."""

HOUSE_RULES: Final = (
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
"""The checks that the house rules of a room of Tenhou's take away the ground of."""

ROOM_RULES: Final = (
    "call/kuikae",
    "dora/timing",
    "dora/ura",
    "draw/abortive",
    "draw/missed",
    "draw/nagashi",
    "game/end",
    "game/final",
    "game/rotation",
    "honba/carry",
    "pay/win",
    "stick/final",
    "win/multiple",
    "win/no-yaku",
    "win/value",
    "win/yaku",
)
"""The checks whose ground a room that players make on Mahjong Soul may change.

Which yaku, limits, doras and draws there are, who may win, and when dealer and game change."""

OLD_YEARS: Final = ("2006", "2007", "2008")
YEARS_BETWEEN: Final = ("2009", "2010")
SEED_BETWEEN: Final = "mt19937ar-sha512-n288,"
FIRST_TENPAI_STOP: Final = "201006"
"""The month in which a leading dealer who is tenpai began to stop the last hand on Tenhou."""
TENHOU_DATE: Final = re.compile(r"\d{8}")
USUAL_TOURNAMENT: Final = ("0FE0BF0B", "0000001F")
"""The rule bits that a tournament lobby has where it plays by the server's usual rules."""

OLD_EAST_PLACEMENT: Final = (10.0, 5.0, -5.0, -10.0)

MAHJONG_SOUL: Final = re.compile(
    r"mahjong\s*soul|majsoul|雀魂|(?:bronze|silver|gold|jade|throne) room"
    r"|[銅銀金玉铜银](?:の|之)[間间]|王座(?:の|之)?[間间]",
    re.IGNORECASE,
)
"""Rule texts as converters write them for Mahjong Soul's ranked rooms, in English, Japanese and Chinese."""
MJAI_EAST_ONLY: Final = "4"
"""``kyoku_first`` of mjai's ``start_game`` for a game of the east wind; of others 0, which many always write."""
EAST_ONLY: Final = re.compile(r"\beast\b|東|东", re.IGNORECASE)

PLAYERS_TEXT: Final = {3: "three", 4: "four"}


def choose(spec: str, game: Game) -> tuple[Ruleset, str]:
    """The ruleset to judge a game by, and why: `spec` is ``auto``, a name, or a TOML file. Raises RulesetError.

    One that is named for another number of players gives way to its sibling; without one it is returned all the same,
    and judges nothing (`wrong_players`).
    """
    if spec != AUTO:
        return _as_asked(load(spec), game)
    if game.rule_bits != NOT_RECORDED:
        return _by_rule_bits(game.rule_bits, game.attributes.get("csrule", ""), _age(game), _stops_when_tenpai(game))
    if game.format == FORMAT:
        return by_record(game, load("mahjong-soul-sanma" if game.players == 3 else "mahjong-soul"))
    if is_mahjong_soul_id(game.log_id) or MAHJONG_SOUL.search(game.rule_text):
        return _of_mahjong_soul(game)
    return _by_rule_text(game)


def _as_asked(rules: Ruleset, game: Game) -> tuple[Ruleset, str]:
    if rules.game.players == game.players:
        return rules, "as asked"
    sibling = sibling_of(rules)
    if sibling is not None:
        return sibling, f"{rules.name}, as asked, names it for {PLAYERS_TEXT[game.players]} players"
    return rules, f"as asked; not judged: {wrong_players(rules, game.players)}"


def wrong_players(rules: Ruleset, players: int) -> str:
    """Why a ruleset cannot judge a game of so many players; "" where it can."""
    due = rules.game.players
    if due == players:
        return ""
    return f"the ruleset {rules.name} is for {PLAYERS_TEXT[due]} players, the game has {PLAYERS_TEXT[players]}"


def starting_points(game: Game) -> int | None:
    """The points of each seat at the start; None where the log does not hold E1-0, or they differ."""
    first = game.hands[0] if game.hands else None
    if first is None or (first.index, first.round, first.honba) != (0, 0, 0):
        return None
    points = set(first.scores[: game.players])
    return points.pop() if len(points) == 1 else None


@cache
def _by_rule_bits(bits: int, tournament: str, age: str, tenpai_stops: bool | None) -> tuple[Ruleset, str]:
    """Tenhou's ``GO type``: the bits that change rules, on top of its standard rules.

    tournament: the lobby's own rules (``csrule``), or "". age: see `_age`. tenpai_stops: see `_stops_when_tenpai`.
    """
    rules = load("tenhou-sanma" if bits & THREE_PLAYERS else "tenhou")
    varied = _vary(
        rules,
        red_fives=0 if bits & NO_RED_FIVES else rules.game.red_fives,
        open_tanyao=not bits & NO_OPEN_TANYAO,
        winds=2 if bits & EAST_AND_SOUTH else 1,
    )
    reason = f"the log's GO type is {bits}"
    varied = _of_age(varied, age, tenpai_stops)
    if tournament:
        varied = _with_tournament_rules(varied, tournament)
        reason += ", and its lobby has rules of its own"
    if bits & PARLOUR:
        varied = msgspec.structs.replace(varied, off=HOUSE_RULES)
        reason += ", a room with house rules, which are not judged"
    return varied, reason


OF_OLD: Final = "old"
OF_BETWEEN: Final = "between"


def _age(game: Game) -> str:
    """How old a game is, by the year in its id or by how its seed is published: OF_OLD, OF_BETWEEN or ""."""
    year = game.log_id[:4]
    if year in OLD_YEARS or (game.hands and game.hands[0].shuffle):
        return OF_OLD
    is_between = year in YEARS_BETWEEN or (game.seed.startswith(SEED_BETWEEN) and not year)
    return OF_BETWEEN if is_between else ""


def _stops_when_tenpai(game: Game) -> bool | None:
    """Whether a leading dealer who is tenpai stopped the last hand on Tenhou when a game was played.

    By the month in its id, else by how its seed is published; None where neither tells.
    """
    if TENHOU_DATE.match(game.log_id):
        return game.log_id[:6] >= FIRST_TENPAI_STOP
    if game.hands and game.hands[0].shuffle:
        return False
    return None if game.seed.startswith(SEED_BETWEEN) else True


def _of_age(rules: Ruleset, age: str, tenpai_stops: bool | None) -> Ruleset:
    """Tenhou's rules as they were: games of one wind had half the placement bonus in its first years.

    Until when they had is not known.
    """
    game = msgspec.structs.replace(rules.game, all_last_tenpai_stop=tenpai_stops)
    if age and game.length == 1 and game.players == 4:
        game = msgspec.structs.replace(game, placement=OLD_EAST_PLACEMENT if age == OF_OLD else None)
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
def _vary(rules: Ruleset, red_fives: RedFives, open_tanyao: bool, winds: int) -> Ruleset:
    game = msgspec.structs.replace(rules.game, red_fives=red_fives, length=winds)
    scoring = msgspec.structs.replace(rules.scoring, open_tanyao=open_tanyao)
    return msgspec.structs.replace(rules, game=game, scoring=scoring)


def _reds_of(game: Game, rules: Ruleset) -> RedFives:
    """The red fives of a game as a ruleset says them; the ruleset's own where the log leaves doubt."""
    if not game.red_tiles:
        return 0
    if not game.reds_recorded or set(game.red_tiles) <= set(RED_FIVES):
        return rules.game.red_fives
    return game.reds


def _of_mahjong_soul(game: Game) -> tuple[Ruleset, str]:
    """The rules of Mahjong Soul's ranked rooms, for a game with an id of its server or a text that names such a room.

    A room that players make (a friends' or a contest room) may change them: what shows in the log is taken from it,
    and what does not is not judged.
    """
    text = game.rule_text
    rules = load("mahjong-soul-sanma" if game.players == 3 else "mahjong-soul")
    winds = 1 if EAST_ONLY.search(text) else 2
    varied = _vary(rules, red_fives=_reds_of(game, rules), open_tanyao=True, winds=winds)
    if MAHJONG_SOUL.search(text):
        return varied, f"the log's rule text is {text!r}, a room of Mahjong Soul"
    points = starting_points(game)
    if points is not None:
        varied = msgspec.structs.replace(varied, game=msgspec.structs.replace(varied.game, start_points=points))
    varied = msgspec.structs.replace(varied, off=ROOM_RULES)
    return varied, f"the log has an id of Mahjong Soul, and a room ({text!r}) whose own rules are not judged"


def _by_rule_text(game: Game) -> tuple[Ruleset, str]:
    """The ruleset of a log without rule bits.

    tenhou.net/6 has a rule text (as Tenhou writes it: room, length, 喰 open tanyao, 赤 red fives, 三 three players),
    mjai at most the length and red fives.
    """
    text = game.rule_text
    rules = load("tenhou-sanma" if game.players == 3 else "tenhou")
    reds = _reds_of(game, rules)
    if not text:
        # Who wrote the log is not known, and so not whether the dealer was dealt thirteen tiles or fourteen.
        rules = msgspec.structs.replace(rules, game=msgspec.structs.replace(rules.game, dealer_tiles=14))
    if game.attributes.get("kyoku_first") == MJAI_EAST_ONLY:
        varied = _vary(rules, red_fives=reds, open_tanyao=True, winds=1)
        return varied, f"the log says kyoku_first {MJAI_EAST_ONLY}, one wind; {rules.name} is assumed"
    if not text:
        return rules, f"the log names no rules; {rules.name} is assumed"
    if not any(sign in text for sign in "東南喰赤"):
        return rules, f"the log's rule text {text!r} is not one that is known; {rules.name} is assumed"
    varied = _vary(rules, red_fives=reds, open_tanyao="喰" in text, winds=1 if "東" in text else 2)
    varied = _of_age(varied, _age(game), _stops_when_tenpai(game))
    return varied, f"the log's rule text is {text!r}"
