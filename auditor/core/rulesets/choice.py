"""The choice of ruleset for a log, the named one (or its sibling) or what the log states, and whether it fits."""

import re
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec

from auditor.core.events import Game
from auditor.core.phrases import Phrase
from auditor.core.reading import FORMAT_BY_NAME, rules_stated_by
from auditor.core.reading.stated_rules import MAHJONG_SOUL, MAJIANG, REMARK, RIICHI_CITY, TENHOU, StatedRules
from auditor.core.rulesets.loading import AUTO, SEVERAL_RULESETS, load, load_rule_object, names, sibling_of
from auditor.core.rulesets.model import RedFives, Rounding, Ruleset
from auditor.core.rulesets.records import is_rule_object, rule_object, rules_of_format, rules_of_server
from auditor.core.units import Points

HOUSE_RULES: Final = (
    "dora/timing", "game/end", "game/final", "game/rotation", "game/start", "honba/carry", "pay/honba", "pay/win",
    "stick/award", "stick/final", "win/no-yaku", "win/value", "win/yaku",
)  # fmt: skip
"""The checks that house rules of a room on Tenhou make impossible."""

LOBBY_SETTINGS: Final = (
    "game.start_points", "game.target_points", "game.return_points", "game.extension", "game.extension_hands",
    "game.bust", "game.bust_at_zero", "game.all_last_stop", "game.all_last_tenpai_stop", "game.renchan",
    "game.placement", "game.placement_ties", "game.final_rounding", "riichi.points", "sticks.left_over",
)  # fmt: skip
"""The settings of a lobby on Tenhou, other than 0, that neither ``GO`` nor the log's id says."""
LOBBY_POINTS: Final = ("game.start_points", "game.return_points", "game.placement", "game.placement_ties")
"""Those of them that the points of a lobby say, where the log holds them."""

ROOM_RULES: Final = (
    "call/kuikae", "dora/timing", "dora/ura", "draw/abortive", "draw/missed", "draw/nagashi", "game/end",
    "game/final", "game/rotation", "honba/carry", "pay/win", "riichi/points", "riichi/wall", "stick/final",
    "win/multiple", "win/no-yaku", "win/value", "win/yaku",
)  # fmt: skip
"""The checks that rest on rules which a room made by players on Mahjong Soul may change.

These are: which yaku, limits, dora and draws there are, who may win, and when the dealer changes and the game ends."""

MAJIANG_RULES: Final = (
    *ROOM_RULES, "draw/tenpai", "pay/noten", "riichi/kan-forbidden", "riichi/kan-shape", "riichi/kan-waits",
)  # fmt: skip
"""The checks that rest on rules which a rule object of Majiang's may change."""

OLD_YEARS: Final = ("2006", "2007", "2008")
YEARS_BETWEEN: Final = ("2009", "2010")
SEED_BETWEEN: Final = "mt19937ar-sha512-n288,"
FIRST_TENPAI_STOP: Final = "201006"
"""The month from which on Tenhou a leading dealer who is tenpai ends the game after the last hand."""
TENHOU_ID: Final = re.compile(r"\d{8}(?:\d{2})?gm-")
MOST_TO_TARGET: Final = 10000
"""The highest target points, in points above those at the start."""
OLD_EAST_PLACEMENT: Final = (10.0, 5.0, -5.0, -10.0)

PLAYERS_TEXT: Final = {3: Phrase("three"), 4: Phrase("four")}


class RulesetChoice(NamedTuple):
    """The ruleset to judge a game by. reason: why. is_assumed: whether all or some of its rules are only a guess."""

    rules: Ruleset
    reason: str
    is_assumed: bool = False


def choose(spec: str, game: Game, path: str = "", member: str = "") -> tuple[Ruleset, str]:
    """The ruleset to judge a game by, and why; arguments as for `choice_of`. Raises RulesetError."""
    rules, reason, _ = choice_of(spec, game, path, member)
    return rules, reason


def choice_of(spec: str, game: Game, path: str = "", member: str = "") -> RulesetChoice:
    """The ruleset to judge a game by: `spec` is ``auto``, a name, or a file. Raises RulesetError.

    path, member: the input of the game, or ""; a rule object next to an `OpenedPath` is used. A named ruleset for
    another number of players is replaced by its sibling; without one it is returned, and judges none (`wrong_players`).
    """
    if spec != AUTO:
        several = spec.split(SEVERAL_RULESETS)
        rules, reason = _for_game_players(_of_several(several, game) if len(several) > 1 else load(spec), game)
        return RulesetChoice(rules, reason, is_assumed=bool(rules.assumed))
    stated = rules_stated_by(game)
    if stated.in_header:
        return _of_header(game)
    if stated.server == TENHOU:
        rules, reason = _of_tenhou(stated, game)
        return RulesetChoice(rules, reason, is_assumed=bool(rules.assumed))
    if stated.server == MAHJONG_SOUL:
        return RulesetChoice(*_of_mahjong_soul(stated, game))
    if stated.server == RIICHI_CITY:
        return RulesetChoice(*_of_riichi_city(game))
    if stated.server == MAJIANG:
        found = companion_rules(path, member)
        return RulesetChoice(*_of_majiang(game), is_assumed=True) if found is None else RulesetChoice(*found)
    if stated.ruleset:
        rules = load(stated.ruleset)
        return RulesetChoice(rules, stated.evidence, is_assumed=bool(rules.assumed))
    return RulesetChoice(*_assumed(stated, game), is_assumed=True)


def _of_several(specs: list[str], game: Game) -> Ruleset:
    """The first of several rulesets that the start of a game does not contradict, or contradicts least."""
    winds = winds_shown(game) or rules_stated_by(game).winds
    return min(
        [load(one) for one in specs],
        key=lambda rules: (
            rules.game.players != game.players,
            len(contradictions(rules, game)) + (winds not in (None, rules.game.length)),
        ),
    )


def _for_game_players(rules: Ruleset, game: Game) -> tuple[Ruleset, str]:
    if rules.game.players == game.players:
        return rules, Phrase("as-asked")
    if (sibling := sibling_of(rules)) is not None:
        return sibling, Phrase("as-asked-for-players", ruleset=rules.name, players=PLAYERS_TEXT[game.players])
    return rules, Phrase("as-asked-not-judged", why=wrong_players(rules, game.players))


def wrong_players(rules: Ruleset, players: int) -> str:
    """Why a ruleset cannot judge a game of this number of players; "" where it can."""
    if rules.game.players == players:
        return ""
    due, there = PLAYERS_TEXT[rules.game.players], PLAYERS_TEXT[players]
    return Phrase("other-players", ruleset=rules.name, due=due, players=there)


def starting_points(game: Game) -> Points | None:
    """The points of each seat at the start; None where the log does not hold E1-0, or they differ."""
    first = game.hands[0] if game.hands else None
    if first is None or (first.index, first.round, first.honba) != (0, 0, 0):
        return None
    points = set(first.scores[: game.players])
    return points.pop() if len(points) == 1 else None


def winds_shown(game: Game) -> int | None:
    """The number of winds of a game that ends with the last hand of a wind, nobody below zero; None for any other.

    Two only if a player had reached the highest target before the second wind: else that may be an extension of one.
    """
    last = game.hands[-1] if game.hands else None
    if last is None or game.result is None or game.result.points is None or not last.is_finished:
        return None
    winds, left = divmod(last.round, 4)
    if min(game.result.points[: game.players]) < 0 or left != game.players - 1 or winds > 1:
        return None
    if winds == 0:
        return 1
    second = next((hand.scores for hand in game.hands if hand.round == 4), ())
    start = starting_points(game)
    return 2 if start is not None and second and max(second) >= start + MOST_TO_TARGET else None


def _of_tenhou(stated: StatedRules, game: Game) -> tuple[Ruleset, str]:
    """The rules of Tenhou at the time of a game, with the changes that its table and its lobby make."""
    reds = reds_of(game, load(_tenhou(game)))
    facts = stated._replace(evidence="")  # many games share a cache entry
    age = _age(game)
    rules = _tenhou_rules(_tenhou(game), facts, reds, age, _stops_when_tenpai(game, age))
    reason = stated.evidence
    if stated.has_lobby_rules:
        reason = Phrase("lobby-has", evidence=reason)
    elif stated.is_in_lobby:
        reason = Phrase("lobby-may", evidence=reason)
    if stated.has_house_rules:
        reason = Phrase("room-house-rules", evidence=reason)
    return rules, reason


def _tenhou(game: Game) -> str:
    """The name of Tenhou's ruleset for a game's number of players."""
    return "tenhou-sanma" if game.players == 3 else "tenhou"


@lru_cache(256)
def _tenhou_rules(name: str, stated: StatedRules, red_fives: RedFives, age: str, tenpai_stops: bool | None) -> Ruleset:
    """A ruleset of Tenhou's as stated by a log. age: see `_age`. tenpai_stops: see `_stops_when_tenpai`."""
    rules = _of_age(_vary(load(name), red_fives, stated.winds, stated.open_tanyao), age, tenpai_stops)
    if stated.has_lobby_rules:
        rules = _with_lobby_rules(rules, stated)
    if stated.has_lobby_rules or stated.is_in_lobby:
        known = LOBBY_POINTS if stated.points is not None else ()
        rules = msgspec.structs.replace(rules, assumed=tuple([key for key in LOBBY_SETTINGS if key not in known]))
    return msgspec.structs.replace(rules, off=HOUSE_RULES) if stated.has_house_rules else rules


AGE_OLD: Final = "old"
AGE_BETWEEN: Final = "between"


def _age(game: Game) -> str:
    """How old a game is, by its id, its seed or, without both, its bonuses: AGE_OLD, AGE_BETWEEN or ""."""
    year = game.log_id[:4]
    if year in OLD_YEARS or (game.hands and game.hands[0].shuffle):
        return AGE_OLD
    if year in YEARS_BETWEEN or (game.seed.startswith(SEED_BETWEEN) and not year):
        return AGE_BETWEEN
    is_undated = not game.seed and not TENHOU_ID.match(game.log_id)
    return AGE_OLD if is_undated and _has_old_bonus(game) else ""


def _has_old_bonus(game: Game) -> bool:
    """Whether the three behind the first have the bonuses that games of one wind gave in Tenhou's first years."""
    if game.players != 4 or game.result is None or game.result.points is None or game.result.scores is None:
        return False
    places = sorted(zip(game.result.scores, game.result.points, strict=True), reverse=True)
    behind = zip(places[1:], OLD_EAST_PLACEMENT[1:], strict=True)
    return all([abs(score - (points - 30000) / 1000 - bonus) < 1 for (score, points), bonus in behind])


def _stops_when_tenpai(game: Game, age: str) -> bool | None:
    """Whether on Tenhou at the time of a game a leading dealer who is tenpai ended it after the last hand.

    Decided by the month in its id, else by how its seed is published; None where neither shows it.
    """
    if TENHOU_ID.match(game.log_id):
        return game.log_id[:6] >= FIRST_TENPAI_STOP
    if game.hands and game.hands[0].shuffle:
        return False
    return None if game.seed.startswith(SEED_BETWEEN) or age == AGE_OLD else True


def _of_age(rules: Ruleset, age: str, tenpai_stops: bool | None) -> Ruleset:
    """Tenhou's rules at a time: in its first years games of one wind had half the placement bonus.

    When that ended is not known.
    """
    game = msgspec.structs.replace(rules.game, all_last_tenpai_stop=tenpai_stops)
    if age and game.length == 1 and game.players == 4:
        game = msgspec.structs.replace(game, placement=OLD_EAST_PLACEMENT if age == AGE_OLD else None)
    return msgspec.structs.replace(rules, game=game)


def _with_lobby_rules(rules: Ruleset, stated: StatedRules) -> Ruleset:
    """The rules with the points of a lobby; if it states other rules than points they are unjudged house rules.

    The lobby gives the bonuses of the places below the first; the first takes what these lose, and equal points share.
    """
    if (points := stated.points) is None:
        return msgspec.structs.replace(rules, off=HOUSE_RULES)
    game = msgspec.structs.replace(
        rules.game, start_points=points.start, return_points=points.returned, target_points=points.returned,
        placement=(-sum(points.below), *points.below), placement_ties="share",
    )  # fmt: skip
    return msgspec.structs.replace(rules, game=game)


@lru_cache(256)
def _vary(rules: Ruleset, red_fives: RedFives, winds: int | None, open_tanyao: bool | None) -> Ruleset:
    """A ruleset with the red fives of a game, and with the length and open tanyao that its log states, if any."""
    length = rules.game.length if winds is None else winds
    game = msgspec.structs.replace(rules.game, red_fives=red_fives, length=length)
    tanyao = rules.scoring.open_tanyao if open_tanyao is None else open_tanyao
    scoring = msgspec.structs.replace(rules.scoring, open_tanyao=tanyao)
    return msgspec.structs.replace(rules, game=game, scoring=scoring)


def reds_of(game: Game, rules: Ruleset) -> RedFives:
    """The red fives of a game, as in rulesets; the ruleset's own where the log leaves doubt."""
    if not game.red_tiles:
        return 0
    if not game.reds_recorded or {*game.reds[game.players == 3 :]} == {1}:
        return rules.game.red_fives
    return game.reds


def _of_mahjong_soul(stated: StatedRules, game: Game) -> tuple[Ruleset, str]:
    """The rules of Mahjong Soul's ranked rooms, or those that the server's own record states.

    A room made by players (a friends' or a contest room) may change them: what the log does not show is not judged.
    """
    rules = load("mahjong-soul-sanma" if game.players == 3 else "mahjong-soul")
    format = FORMAT_BY_NAME.get(game.format)
    is_own = format is not None and format.server == "mahjong-soul" and REMARK not in game.attributes
    if (record := rules_of_server("mahjong-soul") if is_own else None) is not None:
        return record.by_record(game, rules)
    varied = _vary(rules, reds_of(game, rules), stated.winds, stated.open_tanyao)
    if not stated.has_house_rules:
        return varied, stated.evidence
    if (points := starting_points(game)) is not None:
        varied = msgspec.structs.replace(varied, game=msgspec.structs.replace(varied.game, start_points=points))
    return msgspec.structs.replace(varied, off=ROOM_RULES), Phrase("rules-not-judged", evidence=stated.evidence)


def _of_riichi_city(game: Game) -> tuple[Ruleset, str]:
    """The rules of Riichi City that a game's record states, or those that the text of a converted one names."""
    ranked = load("riichi-city-sanma" if game.players == 3 else "riichi-city")
    record = rules_of_server("riichi-city")
    return (ranked, "") if record is None else record.by_record(game, ranked)


def _of_majiang(game: Game) -> tuple[Ruleset, str]:
    """Majiang's default rules, for a game without its rule object; final scores show whether they are rounded.

    A game that begins with other points was played by other rules: checks that these may affect are switched off.
    """
    rules = load(rule_object().BASE)
    scores = game.result.scores if game.result is not None else None
    is_rounded = scores is not None and all([score.is_integer() for score in scores])
    rounding: Rounding = "half up" if is_rounded else "none"
    of_game = msgspec.structs.replace(rules.game, red_fives=reds_of(game, rules), final_rounding=rounding)
    points = starting_points(game)
    if points is None or points == of_game.start_points:
        return msgspec.structs.replace(rules, game=of_game), Phrase("majiang-assumed")
    of_game = msgspec.structs.replace(of_game, start_points=points)
    reason = Phrase("majiang-other-points", points=points)
    return msgspec.structs.replace(rules, game=of_game, off=MAJIANG_RULES), reason


def _of_header(game: Game) -> RulesetChoice:
    """The rules that the header of a game states field by field; those of Tenhou where it leaves something open."""
    record = rules_of_format(game.format)
    assert record is not None, f"{game.format} has a header with rules, and no module that reads them"
    rules, reason = record.by_record(game, _of_any_program(game))
    return RulesetChoice(rules, reason, is_assumed=bool(rules.assumed))


def companion_rules(path: str, member: str) -> tuple[Ruleset, str] | None:
    """The rules of the rule object of the usual name next to an input, with the reason; None where there is none.

    Raises RulesetError for a rule object that is wrong.
    """
    from auditor.core.sources.companions import companion

    file = companion(path, member, rule_object().RULE_FILE)
    if file is None or not is_rule_object(file.data):
        return None
    reason = Phrase("lies-next", file=file.name)
    return load_rule_object(file.data.decode("utf-8-sig", "replace"), file.name), reason


def _of_any_program(game: Game) -> Ruleset:
    """The rules of Tenhou, for a log of a program that is not known, nor how many tiles it deals the dealer first."""
    rules = load(_tenhou(game))
    return msgspec.structs.replace(rules, game=msgspec.structs.replace(rules.game, dealer_tiles=14))


def _assumed(stated: StatedRules, game: Game) -> tuple[Ruleset, str]:
    """The rules of Tenhou, for a log that names no server; those of the time that the log's id gives."""
    rules = _of_any_program(game) if not game.rule_text else load(_tenhou(game))
    if stated.winds is not None:
        rules = _vary(rules, reds_of(game, rules), stated.winds, stated.open_tanyao)
    age = _age(game)
    rules = _of_age(rules, age, _stops_when_tenpai(game, age))
    return rules, Phrase("assumed", evidence=stated.evidence or Phrase("names-no-rules"), ruleset=rules.name)


class RulesetMismatch(NamedTuple):
    """The contradictions between a game and the ruleset it was to be judged by.

    ruleset: its name. ways: the contradictions, a clause each. fitting: what ``--rules`` may name instead, or ().
    """

    ruleset: str
    ways: tuple[str, ...]
    fitting: tuple[str, ...]


def mismatch_of(spec: str, game: Game, offered: tuple[str, ...] = ()) -> RulesetMismatch | None:
    """How the start of a game contradicts the ruleset that `spec` names for it; None where it fits.

    ``auto``, which names no ruleset, always fits at the start. offered: contradictions by what the game's server
    offered. Raises RulesetError.
    """
    if spec == AUTO and not offered:
        return None
    rules, _ = choose(spec, game)
    ways = (() if spec == AUTO else contradictions(rules, game)) + offered
    fitting = () if spec == AUTO else fitting_rulesets(game)
    return RulesetMismatch(rules.name, ways, fitting) if ways else None


def contradictions(rules: Ruleset, game: Game) -> tuple[str, ...]:
    """How the start of a game contradicts a ruleset, a clause each: players, starting points, red fives.

    If the number of players differs nothing else can be compared.
    """
    if rules.game.players != game.players:
        return (Phrase("mismatch-players", players=PLAYERS_TEXT[game.players], due=PLAYERS_TEXT[rules.game.players]),)
    return tuple([way for way in (_points(rules, game), _reds(rules, game)) if way])


def _points(rules: Ruleset, game: Game) -> str:
    points, due = starting_points(game), rules.game.start_points
    return "" if points is None or points == due else Phrase("mismatch-points", points=points, due=due)


def _reds(rules: Ruleset, game: Game) -> str:
    """How red fives contradict a ruleset, or ""; counts only what is certain: those shown, or the number stated."""
    first = 1 if game.players == 3 else 0  # with three players there is no 5m
    due, shown = rules.game.reds[first:], game.reds[first:]
    is_shown = not game.copies_recorded and any(shown) and not any(due)
    if due == shown or not (game.reds_recorded or is_shown):
        return ""
    if not any(shown):
        return Phrase("mismatch-no-reds", number=sum(due))
    if not any(due):
        return Phrase("mismatch-reds")
    if sum(shown) == sum(due):
        return Phrase("mismatch-other-reds")
    return Phrase("mismatch-red-number", shown=sum(shown), due=sum(due))


def fitting_rulesets(game: Game) -> tuple[str, ...]:
    """What ``--rules`` may name for a game: the ruleset that ``auto`` chooses, if the game's start does not contradict
    it; else ``auto`` itself, if the rules chosen have the points of the log (the replay takes the red fives from the
    log in any case); else each of the program's own rulesets that fits.
    """
    chosen, _ = choose(AUTO, game)
    if not contradictions(load(chosen.name), game):
        return (chosen.name,)
    if not _points(chosen, game):
        return (AUTO,)
    return tuple([name for name in names() if not contradictions(load(name), game)])
