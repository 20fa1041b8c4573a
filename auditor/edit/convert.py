"""Converts a game to another log format, through the event model, and reports what that format cannot hold."""

from collections.abc import Callable, Iterable
from itertools import islice
from typing import Final, NamedTuple

from auditor.core import events
from auditor.core.checks.dora import AT_ONCE
from auditor.core.events import Deposit, Event, Game, Hand, Win, replace_event, replace_game
from auditor.core.reading import FORMAT_BY_NAME, read, rules_stated_by
from auditor.core.rulesets.choice import choice_of
from auditor.core.rulesets.settings import settings, value_of
from auditor.core.text import plural
from auditor.core.units import EventIndex, Tile
from auditor.core.yaku import DOUBLE, YAKUMAN_HAN, is_yakuman

Reds = tuple[Tile, ...]
"""The tile ids that are red fives."""


class ConvertError(ValueError):
    """A game that the other format cannot hold at all; the message says why."""


class Loss(NamedTuple):
    """A kind of information that another format does not hold. times: how often; 0 for what a game has once.

    place: the first occurrence, as ``hand 0 event 7``; "" for what a game has once.
    """

    what: str
    times: int = 0
    place: str = ""

    def __str__(self) -> str:
        return f"{self.what} ({plural(self.times, 'time')}, first in {self.place})" if self.times else self.what


class Conversion(NamedTuple):
    """A converted game. text: in the other format. game: as read back from the text. losses: what the text lacks."""

    text: str
    game: Game
    losses: tuple[Loss, ...]


def convert(game: Game, target: str) -> Conversion:
    """Write a game in another format (a name of FORMAT_BY_NAME), read that back, and compare. Raises ConvertError."""
    formats = [FORMAT_BY_NAME.get(name) for name in (game.format, target)]
    if [format is not None and format.lists_yakuman for format in formats] == [True, False]:
        game = _with_times(game)
    text, again = rewritten(game, target)
    made_up: list[Loss] = []
    timed = [hand for hand in game.hands if events.DORA in [event.kind for event in hand.events]]
    if timed and again.indicator_times_recorded and not game.indicator_times_recorded:
        how = _moments_known(game)
        unsaid = "that the log does not say when kan indicators are turned: written "
        made_up = [
            Loss(unsaid + (how or "where it lists them, else as on Tenhou"), len(timed), f"hand {timed[0].index}")
        ]
        if how:
            game = _with_moments(game, is_at_once=how.startswith(AT_ONCE))
            text, again = rewritten(game, target)
    return Conversion(text, again, (*losses(game, again), *made_up))


def _moments_known(game: Game) -> str:
    """When indicators of open kans are turned, by a game's rules or a win that one is turned for; "" if unknown."""
    choice = choice_of("auto", game)
    if not choice.is_assumed:
        return f"{choice.rules.dora.open_kan}, as by its rules"
    before = [events.DRAW, events.DORA]
    for hand in game.hands:
        kinds = [one.kind for one in hand.events]
        wins = [at for at, kind in enumerate(kinds) if kind == events.WIN and kinds[at - 2 : at] == before]
        if any([kinds[at - 3] in (events.OPEN_KAN, events.ADDED_KAN) for at in wins]):
            return f"{AT_ONCE}, as a win shows"
    return ""


def _with_moments(game: Game, *, is_at_once: bool) -> Game:
    """A game whose indicators of open and added kans are turned at once, or before the next discard, kan or north."""
    copy = replace_game(game)
    for hand in copy.hands:
        turned = iter([event for event in hand.events if event.kind == events.DORA])
        played: list[Event] = []
        owed = 0
        for event in [event for event in hand.events if event.kind != events.DORA]:
            is_kan = event.kind in events.KANS
            if event.kind in (events.DISCARD, events.RIICHI):
                played += islice(turned, owed)
                owed = 0
            elif event.kind >= events.WIN:
                played += turned
            played.append(event)
            if is_kan or event.kind == events.NORTH:
                is_due = is_kan and (is_at_once or event.kind == events.CLOSED_KAN)
                played += islice(turned, owed + is_due)
                owed = int(is_kan and not is_due)
        hand.events = [*played, *turned]
    return copy


def _with_times(game: Game) -> Game:
    """A game whose yakuman, listed by number alone, count twice where the points of a win say that they do."""
    copy = replace_game(game)
    for hand in copy.hands:
        for index, win in enumerate(hand.events):
            pairs = (isinstance(win, Win) and win.yaku) or ()
            listed = [number for number, _ in pairs if is_yakuman(number)]
            twice = [number for number in listed if number in DOUBLE] or listed
            worth = [48000, 32000] if win.seat == hand.dealer else [32000, 24000]  # the second where two pay
            if not (isinstance(win, Win) and win.is_tsumo and game.players == 3):
                worth.pop()
            if isinstance(win, Win) and listed and win.points in [(len(listed) + len(twice)) * one for one in worth]:
                counted = [(number, 2 * YAKUMAN_HAN if number in twice else han) for number, han in pairs]
                hand.events[index] = replace_event(win, yaku=tuple(counted))
    return copy


def rewritten(game: Game, target: str) -> tuple[str, Game]:
    """The text of a game in a format, and the game as read back from it. Raises ConvertError."""
    if (format := FORMAT_BY_NAME.get(target)) is None:
        raise ConvertError(f"there is no format {target!r} to write: give one of {', '.join(FORMAT_BY_NAME)}")
    try:
        text = format.write(game, "")
    except ValueError as error:
        raise ConvertError(f"{format.title} cannot hold this game: {error}") from None
    again = [one for one in read(text.encode(), f"{game.log_id}.log") if isinstance(one, Game)]
    if len(again) != 1 or len(again[0].hands) != len(game.hands):
        raise ConvertError(f"{format.title} cannot hold this game: what was written cannot be read back whole")
    return text, again[0]


class _Losses:
    """Counts differences by kind, each with its first location."""

    def __init__(self) -> None:
        self.count: dict[str, int] = {}
        self.first: dict[str, str] = {}

    def add(self, what: str, hand: Hand, event: EventIndex | None = None) -> None:
        """Count a loss."""
        self.count[what] = self.count.get(what, 0) + 1
        index = f"hand {hand.index}" + ("" if event is None else f" event {event}")
        self.first.setdefault(what, index)

    def each(self) -> list[Loss]:
        """The losses, one for each kind."""
        return [Loss(what, self.count[what], self.first[what]) for what in self.count]


def losses(game: Game, other: Game) -> list[Loss]:
    """What `other`, the same game read from another format, lacks of `game` or has different."""
    losses = [Loss(what) for what, value in HEADER_FACTS.items() if value(game) and value(game) != value(other)]
    of_events = _Losses()
    # Where the red fives differ, which is reported once, no five counts as red.
    reds = game.red_tiles if game.red_tiles == other.red_tiles else ()
    for hand, copy in zip(game.hands, other.hands, strict=True):
        _compare_hands(hand, copy, reds, of_events)
    return losses + of_events.each()


def _stated_rules(game: Game) -> tuple[object, ...] | None:
    """Whose rules a log states, or the length alone, and what changes them; None where it states nothing.

    Where that makes a whole ruleset, such as that of a room whose record has switches, its settings are among it.
    """
    stated = rules_stated_by(game)
    if not (named := stated.server or stated.ruleset or stated.winds or stated.in_header):
        return None
    choice = choice_of("auto", game)
    made = None
    if stated.in_header or not choice.is_assumed:
        rules = choice.rules
        made = [value_of(rules, one) for one in settings().values() if one.section and one.name != "red_fives"]
        made += [rules.game.reds, rules.off, rules.assumed]
    return named, stated.has_house_rules, stated.has_lobby_rules, made


HEADER_FACTS: Final[dict[str, Callable[[Game], object]]] = {
    "the log's id": lambda game: game.log_id,
    "the players' names": lambda game: [player.name for player in game.seats],
    "the players' grades, ratings or sexes": lambda game: [
        (player.grade, player.rating, player.sex) for player in game.seats if player.grade or player.rating
    ],
    "Tenhou's rule bits and lobby": lambda game: (game.rule_bits, game.lobby) if game.rule_bits >= 0 else None,
    "the rules": _stated_rules,
    "the rule text": lambda game: game.rule_text,
    "which fives are red": lambda game: ("red", *game.red_tiles),
    "the shuffle seed": lambda game: game.seed or [hand.shuffle for hand in game.hands if hand.shuffle],
    "the wall, its hashes, and the server's furiten flags and offers": lambda game: [
        one.wall
        for one in [hand.server for hand in game.hands if hand.server]
        if one.wall or any(one.offers) or any([flags >= 0 for flags in one.furiten])
    ],
    "what it says twice and not alike": lambda game: [
        len(hand.contradictions) for hand in game.hands if hand.contradictions
    ],
    "the final points": lambda game: game.result and game.result.points,
    "the final scores": lambda game: game.result and game.result.scores,
    "who left and came back": lambda game: [len(hand.disconnections) for hand in game.hands if hand.disconnections],
    "the dice": lambda game: [hand.dice for hand in game.hands if hand.dice],
    "further attributes of the log": lambda game: game.attributes,
}
"""Functions that take a fact out of a game's header or hands, by the name to report it under."""

_OF_BOTH: Final = {
    "honba": "the honba of payments", "sticks": "the sticks of payments", "scores": "the scores before payments",
    "deltas": "payments",
}  # fmt: skip
FACTS_OF_ENDS: Final = {
    events.WIN: {
        "tile": "winning tiles", "hand": "the hands of winners as shown", "melds": "the melds of winners as shown",
        "han": "the han of wins", "fu": "fu", "points": "the values of wins", "limit": "the limits of wins",
        "yaku": "yaku", "dora": "the indicators shown with wins", "ura": "ura indicators", "pao_seat": "who is liable",
    } | _OF_BOTH,
    events.RYUUKYOKU: {
        "draw_type": "the kinds of draws", "shown": "the hands shown at draws", "tenpai": "who counts as tenpai",
    } | _OF_BOTH,
}  # fmt: skip
"""What to call each fact of a win and of a draw, by the name of its attribute."""


def _compare_hands(hand: Hand, copy: Hand, reds: Reds, losses: _Losses) -> None:
    start = (hand.round, hand.honba, hand.sticks, hand.dealer, hand.scores)
    if start != (copy.round, copy.honba, copy.sticks, copy.dealer, copy.scores):
        losses.add("rounds, counters or scores at the start of hands", hand)
    if [_faces(tiles, reds) for tiles in hand.dealt] != [_faces(tiles, reds) for tiles in copy.dealt]:
        losses.add("dealt hands", hand)
    if hand.first_draw_recorded != copy.first_draw_recorded:
        before = "" if hand.first_draw_recorded else "that the log does not say "
        losses.add(f"{before}which of a dealer's first fourteen tiles was drawn", hand)
    if hand.dealt != copy.dealt or hand.indicator != copy.indicator:
        losses.add("which copy of a tile", hand)
    if (own_dora := _dora(hand, reds)) != (other_dora := _dora(copy, reds)):
        are_same = [face for _, face in own_dora] == [face for _, face in other_dora]
        losses.add("when indicators were turned" if are_same else "indicators that were turned", hand)
    own = [(index, event) for index, event in enumerate(hand.events) if event.kind != events.DORA]
    copies = [event for event in copy.events if event.kind != events.DORA]
    for (index, event), other in zip(own, copies, strict=False):
        if _shape(event, reds) != _shape(other, reds):
            losses.add("events in their order", hand, index)
            return
        _compare_events(event, other, index, hand, reds, losses)
    if len(own) != len(copies):
        losses.add("events in their order", hand, min(len(own), len(copies)))


def _compare_events(event: Event, other: Event, index: int, hand: Hand, reds: Reds, losses: _Losses) -> None:
    if (event.tile, event.tiles) != (other.tile, other.tiles):
        losses.add("which copy of a tile", hand, index)
    if event.kind == events.DISCARD and event.mark >= 0 and event.mark != other.mark:
        losses.add("marks of tiles just drawn", hand, index)
    if event.kind == events.RIICHI and (event.mark == events.OPEN_RIICHI) != (other.mark == events.OPEN_RIICHI):
        losses.add("which riichi are open", hand, index)
    if isinstance(event, Deposit) and isinstance(other, Deposit) and event.scores and event.scores != other.scores:
        losses.add("the scores after deposits", hand, index)
    for name, what in FACTS_OF_ENDS.get(event.kind, {}).items():
        own, copied = getattr(event, name), getattr(other, name)
        if own not in (None, -1, ()) and _face_of(name, own, reds) != _face_of(name, copied, reds):
            losses.add(what, hand, index)


def _dora(hand: Hand, reds: Reds) -> list[tuple[int, int]]:
    """The event index and face of each dora indicator that is turned."""
    return [(index, _face(event.tile, reds)) for index, event in enumerate(hand.events) if event.kind == events.DORA]


def _shape(event: Event, reds: Reds) -> tuple[object, ...]:
    """The part of an event that every format holds."""
    return event.kind, event.seat, event.from_seat, _face(event.tile, reds), _faces(event.tiles, reds)


def _face(tile: Tile, reds: Reds) -> int:
    """The face of a tile as a number: its kind, and whether it is a red five; -1 where it is hidden."""
    return -1 if tile < 0 else 2 * (tile >> 2) + (tile in reds)


def _faces(tiles: Iterable[Tile], reds: Reds) -> list[int]:
    return sorted([_face(tile, reds) for tile in tiles])


def _face_of(name: str, value: object, reds: Reds) -> object:
    """The value of an event's field, with tiles replaced by their faces and put into a comparable form."""
    if name == "tile" and isinstance(value, int):
        return _face(value, reds)
    if name in ("hand", "dora", "ura") and isinstance(value, tuple):
        return _faces(value, reds)
    if name == "shown" and isinstance(value, tuple):
        return [None if tiles is None else _faces(tiles, reds) for tiles in value]
    if name == "yaku" and isinstance(value, tuple):
        return sorted([(number, han) for number, han in value if han])
    if name == "deltas" and value is None:
        return (0,) * events.SEATS
    if name == "melds" and isinstance(value, tuple):
        return [(meld.kind, _face(meld.tile, reds), _faces(meld.tiles, reds)) for meld in value]
    return value
