"""Variations of rules: the values that tables play for each setting, or that a log shows; rulesets with changed values.

A change is a key and a value. The key is that of a setting, as in ``riichi.ura_dora``, or of an entry of a list, as in
``draws.abortive.four winds``, whose value says whether the list has it. Settings that only make sense together are one
change: how many may win on one discard (`WINNERS`), a target and its extension.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import pairwise
from typing import Any, Final, get_args

from msgspec import inspect
from msgspec.structs import replace

from auditor.core.events import EXHAUSTIVE, NOT_RECORDED, TRIPLE_RON, Deposit, Game, Hand, Ryuukyoku, Win
from auditor.core.phrases import Phrase, phrase_with, word
from auditor.core.rulesets.choice import starting_points
from auditor.core.rulesets.loading import load, names
from auditor.core.rulesets.model import Rounding, Ruleset, Variants
from auditor.core.rulesets.settings import Setting, settings, value_of, value_text, with_values
from auditor.core.table.ledger import rounded_points
from auditor.core.tiles import REDS_OF_NUMBER
from auditor.core.units import Points

Changes = Mapping[str, object]
"""The values of changes, by key."""

WINNERS: Final = "scoring.triple_ron"
"""How many may win on one discard: the key whose values are `ONE_WINS`, `TWO_WIN` and `ALL_WIN`."""
ONE_WINS: Final = "one"
TWO_WIN: Final = "two"
ALL_WIN: Final = "three"
HEAD_BUMP: Final = "scoring.head_bump"
URA_MARKERS: Final = "dora/ura"
"""The check of the ura indicators that are shown."""


def setting_of(key: str) -> str:
    """The key of the setting that a change concerns; for an entry of a list, that of the list."""
    return ".".join(key.split(".")[:2])


@cache
def _variants() -> dict[str, Variants]:
    return {key: one.variants for key, one in settings().items() if one.variants is not None}


def variants_of(key: str) -> Variants:
    """How tables differ in the setting that a change concerns."""
    return _variants()[setting_of(key)]


def change_text(key: str, value: object) -> Phrase:
    """A change in words, as they follow "a table plays": ``without ura dora``."""
    setting = setting_of(key)
    variants = variants_of(key)
    shown = value if isinstance(value, str) else value_text(value).strip("[]")  # without TOML's quotes
    shown = shown if key == setting else key.removeprefix(f"{setting}.")
    of_value, switch = variants.words[int(shown)] if variants.words else shown, "with" if value else "without"
    text = variants.phrase.replace("{}", of_value).replace("!", switch, 1)
    fields = {"value": word("by seat" if of_value == "seat" else of_value), "switch": word(switch)}
    return phrase_with(text, f"{setting}." + shown.strip('"'), fields)


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
    for key, variants in _variants().items():
        of_list = entries(settings()[key].type)
        listed += [f"{key}.{entry}" for entry in of_list if entry in (variants.played or of_list)] or [key]
    return tuple(listed)


@cache
def played_values(key: str, players: int) -> tuple[object, ...]:
    """The values that tables for this number of players play for a key; for a number the usual ones."""
    if key == WINNERS:
        return (ONE_WINS, TWO_WIN, ALL_WIN) if players == 4 else (ONE_WINS, ALL_WIN)
    if setting_of(key) != key:
        return (False, True)
    variants = variants_of(key)
    listed = choices(settings()[key].type)
    if not listed or variants.played:
        usual = [value_in(rules, key) for rules in map(load, names()) if rules.game.players == players]
        listed = tuple(dict.fromkeys([*variants.played, *usual]))
    return tuple([value for value in listed if value not in variants.left_open])


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
    return value if setting.key == key else isinstance(value, tuple) and _entry_of(key, setting) in value


def _entry_of(key: str, setting: Setting) -> object:
    """The entry of a list that a key names."""
    text = key.removeprefix(f"{setting.key}.")
    return int(text) if text.isdecimal() else text


def is_assumed(key: str, rules: Ruleset) -> bool:
    """Whether a ruleset of which only some settings are assumed, or all, assumes that of a key."""
    return not rules.assumed or key in rules.assumed or setting_of(key) in rules.assumed


def varied(rules: Ruleset, changes: Changes) -> Ruleset | None:
    """The ruleset with the changes; None if its settings then contradict each other.

    Settings that a change requires or rules out are changed with it, such as the extension of a game without a target.
    """
    values: dict[str, object] = {}
    for key, value in changes.items():
        _change(rules, values, key, value)
    made = with_values(rules, values)
    has_ura = rules.riichi.ura_dora
    return made if made is None or made.riichi.ura_dora == has_ura else with_markers_uncounted(made)


def with_markers_uncounted(rules: Ruleset) -> Ruleset:
    """A ruleset that judges ura indicators only where they count: programs turn them whatever their rules say.

    What is paid shows whether they do.
    """
    off = [check for check in rules.off if check != URA_MARKERS]
    return replace(rules, off=tuple(off if rules.riichi.ura_dora else [*off, URA_MARKERS]))


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
    elif key == "game.bust_at_zero" and value:
        values["game.bust"] = True
    elif key == "game.bust" and not value:
        values["game.bust_at_zero"] = False
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
    values[key] = tuple([one for one in entries(settings()[key].type) if one in held])


def changed_keys(rules: Ruleset, other: Ruleset) -> list[str]:
    """The keys in which two rulesets differ."""
    return [key for key in keys() if value_in(rules, key) != value_in(other, key)]


_HUNDRED: Final = 100


def shown_changes(game: Game, rules: Ruleset) -> list[Changes]:
    """The numbers of its rules that a log shows, as distinct changes; keys that go together are in one change.

    They are candidates for the values of settings; which of them are right is found only by judging.
    """
    listed = [*_of_start(game, rules), *_of_extension(game, rules), *_of_end(game, rules)]
    for hand in game.hands:
        listed += [*_of_deposits(hand), *_of_last_event(hand, game.players)]
    return [dict(one) for one in dict.fromkeys([tuple(changes.items()) for changes in listed])]


def _of_start(game: Game, rules: Ruleset) -> Iterator[Changes]:
    """The red fives, the points at the start, and the target points that usually go with these."""
    shown = (0, *game.reds[1:]) if game.players == 3 else game.reds
    reds = next((number for number, of_suits in REDS_OF_NUMBER.items() if of_suits == shown), shown)
    if any(game.reds) and reds != rules.game.red_fives:
        yield {"game.red_fives": reds}
    if (start := starting_points(game)) is None:
        return
    yield {"game.start_points": start}
    for points in (start, start + 5000, start + 10000):
        if points != rules.game.target_points:
            yield {"game.target_points": points}


def _of_extension(game: Game, rules: Ruleset) -> Iterator[Changes]:
    """Extensions by hands, of each length that tables play, where a game goes on past its last wind."""
    if game.hands and game.hands[-1].round >= game.players * rules.game.length and rules.game.extension != "hands":
        for hands in played_values("game.extension_hands", game.players):
            yield {"game.extension": "hands", "game.extension_hands": hands}


def _of_deposits(hand: Hand) -> Iterator[Changes]:
    """The value of a riichi stick, from the first riichi of a hand, where the log has the scores after it."""
    first = next((event for event in hand.events if isinstance(event, Deposit)), None)
    if first is not None and first.scores is not None and len(first.scores) <= len(hand.scores):
        stick = hand.scores[first.seat] - first.scores[first.seat]
        if stick > 0 and stick % _HUNDRED == 0:
            yield {"riichi.stick": stick}


def _of_last_event(hand: Hand, players: int) -> Iterator[Changes]:
    """The value of a honba, from a win, and the noten payments of an exhaustive draw."""
    for event in hand.events[-3:]:
        if isinstance(event, Win) and event.deltas is not None and event.points != NOT_RECORDED and hand.honba:
            counters = -sum([delta for delta in event.deltas if delta < 0]) - event.points
            each, left = divmod(counters, hand.honba)
            if each >= 0 and left == 0 and each % (_HUNDRED * (players - 1)) == 0:
                yield {"sticks.honba": each}
        elif isinstance(event, Ryuukyoku) and event.deltas is not None and event.draw_type == EXHAUSTIVE:
            pool = sum([delta for delta in event.deltas if delta > 0])
            if pool:
                yield {"draws.noten_points": pool * 3 // 2 if players == 3 else pool}


def _of_end(game: Game, rules: Ruleset) -> Iterator[Changes]:
    """Bonuses, return points and rounding that give the scores at the end; symmetric bonuses first."""
    result = game.result
    if result is None or result.points is None or result.scores is None:
        return
    points, scores = list(result.points[: game.players]), list(result.scores[: game.players])
    start = starting_points(game)
    returns = [rules.game.return_points, *played_values("game.return_points", game.players)]
    found: list[tuple[bool, int, int, Changes]] = []
    for rounding in get_args(Rounding):
        rounded = [rounded_points(one, rounding) for one in points]
        even = _even_return(points, rounded, scores)
        for returned in dict.fromkeys([even, *[int(str(one)) for one in returns]]):
            if returned < (start or 0):
                continue
            bonuses = _bonuses(points, rounded, scores, returned)
            changes: Changes = {
                "game.return_points": returned, "game.placement": bonuses, "game.final_rounding": rounding,
            }  # fmt: skip
            if not _is_played(bonuses):
                continue
            is_even = [round(-one, 1) for one in reversed(bonuses)] == list(bonuses)
            found.append((not is_even, sum([one % 1 != 0 for one in bonuses]), len(found), changes))
    for *_, changes in sorted(found, key=lambda one: one[:3]):
        yield changes


def _is_played(bonuses: tuple[float, ...]) -> bool:
    """Whether a table may play these bonuses: none, or halves that never rise, the first and last unequalled."""
    falling = all([one >= other for one, other in pairwise(bonuses)]) and all([2 * one % 1 == 0 for one in bonuses])
    return not any(bonuses) or (falling and bonuses[0] > bonuses[1] and bonuses[-2] > bonuses[-1])


def _order(points: list[Points]) -> list[int]:
    """The seats in the order of their points, highest first."""
    return sorted(range(len(points)), key=points.__getitem__, reverse=True)


def _bonuses(points: list[Points], rounded: list[Points], scores: list[float], returned: Points) -> tuple[float, ...]:
    """The bonus of each place, if scores count from `returned`; the first's makes them sum to zero."""
    below = [round(scores[seat] - (rounded[seat] - returned) / 1000, 1) for seat in _order(points)[1:]]
    return (round(-sum(below), 1), *below)


def _even_return(points: list[Points], rounded: list[Points], scores: list[float]) -> Points:
    """The return points with which the bonuses of the places in the middle sum to zero."""
    order = _order(points)
    middle = order[1:-1]
    above = sum([scores[seat] - rounded[seat] / 1000 for seat in middle])
    return round(-above * 10 / max(len(middle), 1)) * 100
