# build: compiled
"""The wording of findings: templates, tiles, points and penalties as text, and the sources that several checks cite."""

import re
from collections.abc import Iterable, Mapping, Sequence
from contextvars import ContextVar
from typing import Final, Literal

from mypy_extensions import mypyc_attr

from auditor.core.events import KIND_NAMES, NO_SEAT, Game
from auditor.core.phrases import TEMPLATES, number_text
from auditor.core.results import Amounts, Arguments, Finding, ListItem, Message, Penalty, Short, ShortText, Term, Value
from auditor.core.rulesets.model import PenaltyKind, Ruleset
from auditor.core.tiles import mask_text, tile_names, tiles_text
from auditor.core.units import KindMask, Points, SeatIndex, Tile

TENHOU_MANUAL: Final = "https://tenhou.net/man/"
EMA_PLAY: Final = "EMA riichi rules, section 3.3 (the play)"
EMA_RIICHI: Final = "EMA riichi rules, section 3.3.12 (riichi)"
EMA_BETS: Final = "EMA riichi rules, sections 3.3.12 and 3.4.4 (riichi bets)"
EMA_END: Final = "EMA riichi rules, section 3.4 (end of a hand)"
EMA_EXHAUSTIVE: Final = "EMA riichi rules, section 3.4.2 (exhaustive draw)"
EMA_FURITEN: Final = "EMA riichi rules, section 3.4.5 (furiten)"
EMA_CONTINUING: Final = "EMA riichi rules, section 3.5 (continuing the game)"
EMA_SCORING: Final = "EMA riichi rules, section 4 (scoring)"
EMA_WINNING: Final = "EMA riichi rules, section 3.4 (end of a hand) and 4 (scoring)"
WIKI_RIICHI: Final = "https://riichi.wiki/Riichi"
WIKI_SCORING: Final = "https://riichi.wiki/Japanese_mahjong_scoring_rules"
ZH_NOTEN_RIICHI: Final = "zh.wikipedia: 立直 (不听立直)"
QUEBEC_REVERSE: Final = "French rules (Québec): L'envers de la médaille"


class TileText:
    """The tiles of a game as text.

    tile_names: the text of each tile id, red fives as the game has them. copies_recorded: whether the log
    distinguishes the copies of a face.
    """

    def __init__(self, game: Game) -> None:
        self.tile_names = tile_names(game.red_tiles)
        self.copies_recorded = game.copies_recorded

    def tile(self, tile: Tile) -> str:
        """A tile id as text; a hidden one is ``?``."""
        return self.tile_names[tile] if tile >= 0 else "?"

    def tiles(self, tiles: list[Tile] | tuple[Tile, ...]) -> str:
        """Tile ids as text, sorted."""
        return tiles_text(tiles, self.tile_names)

    def copies(self, tiles: list[Tile] | tuple[Tile, ...]) -> str:
        """Tiles with their ids, which distinguish the copies of a face, as in ``7m (id 24)``."""
        return " ".join([f"{self.tile(tile)} (id {tile})" for tile in tiles])

    def is_same_face(self, tile: Tile, other: Tile) -> bool:
        """Whether two tiles look the same: of one kind, and both or neither a red five."""
        return self.tile_names[tile] == self.tile_names[other]

    def are_same(self, tiles: list[Tile], others: list[Tile]) -> bool:
        """Whether two lists are the same tiles in the same order, as far as the log distinguishes copies of a face."""
        if self.copies_recorded:
            return tiles == others
        return [self.tile(tile) for tile in tiles] == [self.tile(tile) for tile in others]

    def is_same(self, tile: Tile, other: Tile) -> bool:
        """Whether two tiles are the same, as far as the log distinguishes copies of a face."""
        return tile == other or (not self.copies_recorded and self.tile(tile) == self.tile(other))

    def difference(self, tiles: list[Tile] | tuple[Tile, ...], others: list[Tile] | tuple[Tile, ...]) -> list[Tile]:
        """The tiles that are not among the others, as far as the log distinguishes copies of a face."""
        if not self.copies_recorded and self._faces(tiles) == self._faces(others):
            return []
        left = list(tiles)
        for other in others:
            for tile in left:
                if self.is_same(tile, other):
                    left.remove(tile)
                    break
        return left

    def _faces(self, tiles: list[Tile] | tuple[Tile, ...]) -> list[str]:
        faces = [self.tile(tile) for tile in tiles]
        faces.sort()
        return faces

    def distinguishable(self, due: list[Tile], shown: list[Tile]) -> tuple[str, str]:
        """Two unequal lists of tiles as texts, in their order; with ids where only these differ."""
        texts = [" ".join([self.tile(tile) for tile in tiles]) for tiles in (due, shown)]
        return (texts[0], texts[1]) if texts[0] != texts[1] else (self.copies(due), self.copies(shown))


def are_points(shown: tuple[Points, ...], points: list[Points]) -> bool:
    """Whether `shown` are the points of each seat."""
    return len(shown) == len(points) and all(one == points[seat] for seat, one in enumerate(shown))


def amount(number: int) -> Amounts:
    """A single number, as `expected` or `actual` of a finding."""
    return Amounts((number,))


def points_of(points: list[Points] | tuple[Points, ...]) -> Amounts:
    """Points of each seat, or other numbers, as in ``25000 24000 26000 25000``."""
    return Amounts(tuple(points))


def changes_of(deltas: tuple[Points, ...] | list[Points]) -> Amounts:
    """What each seat gains, as in ``+3900 0 -3900 0``."""
    return Amounts(tuple(deltas), signed=True)


CHOMBO_SETTINGS: Final[tuple[str, ...]] = (
    "penalties.chombo", "penalties.chombo_points", "penalties.sticks_returned", "penalties.replayed",
)  # fmt: skip
"""The settings that determine what a chombo costs."""

Texts = Mapping[str, str]
"""Templates and words by their ids.

In a template ``{name}`` is an argument; ``{name:stick|sticks}`` a number and its noun, the first for one (for none too
in a language whose words have ``zero-is-one``); ``{name:who}`` a seat, ``Who`` at the start of a sentence;
``{name:, }`` a list and the separator of its items, by default a space; ``{name:+}`` signed numbers.
"""

ENGLISH: Final[Texts] = TEMPLATES
"""Templates that several checks share, and the words that are not just their id with spaces for hyphens."""

_FIELD: Final = re.compile(r"\{(\w+)(?::([^}]*))?\}")


@mypyc_attr(acyclic=True)
class Segment:
    """A piece of a message. kind: "text" of the message itself, "tiles" what may be tiles, "seat" that of `seat`."""

    def __init__(self, text: str, kind: Literal["text", "tiles", "seat"], seat: SeatIndex = NO_SEAT) -> None:
        self.text = text
        self.kind = kind
        self.seat = seat


def render(template: str, arguments: Arguments, messages: Texts, language: Texts = ENGLISH) -> str:
    """Fill a template with its arguments.

    template: the text, with fields in braces. arguments: the values of the fields, by name. messages: the templates of
    the check, among which clauses are looked up first. language: words, and the clauses that checks share.

    Raises:
        KeyError: An argument, or the template of a clause, is missing.
    """
    return "".join([segment.text for segment in segments(template, arguments, messages, language)])


def segments(template: str, arguments: Arguments, messages: Texts, language: Texts = ENGLISH) -> list[Segment]:
    """The text of a template filled with its arguments, in pieces; arguments and errors as for `render`."""
    parts: list[Segment] = []
    end = 0
    for field in _FIELD.finditer(template):
        if end < field.start():
            parts.append(Segment(template[end : field.start()], "text"))
        parts += _shown(arguments[field[1]], field[2] or "", messages, language)
        end = field.end()
    if end < len(template):
        parts.append(Segment(template[end:], "text"))
    return parts


def _shown(value: Value, form: str, messages: Texts, language: Texts) -> list[Segment]:
    """The pieces of an argument. form: what follows the colon in its field, or ""."""
    if isinstance(value, int):
        is_seat = form == "who" or form == "Who"
        text = number_text(value, form, language)
        return [Segment(text, "seat", value) if is_seat else Segment(text, "text")]
    if isinstance(value, str):
        return [Segment(value, "tiles")] if value else []
    if isinstance(value, Term):
        return [Segment(language.get(value.id) or value.id.replace("-", " "), "text")]
    if isinstance(value, ShortText):
        return [Segment(value.text, "tiles")]
    if isinstance(value, Message):
        return segments(messages.get(value.id) or language[value.id], value.arguments, messages, language)
    shown: list[Segment] = []
    for item in value:
        if shown:
            shown.append(Segment(" " if form in ("", "+") else form, "text"))
        shown += _shown(item, form if form == "+" else "", messages, language)
    return shown


def worded(given: Short, messages: Texts) -> Amounts | str | None:
    """What a check gives as expected or actual, as it is shown: points, or a text in English."""
    if given is None or isinstance(given, Amounts):
        return given
    return str(given) if isinstance(given, str) else render("{given:, }", {"given": given}, messages)


@mypyc_attr(allow_interpreted_subclasses=True)
class Language:
    """English, in which findings are worded; `auditor.languages` derives each other language from it.

    code: as in ``lang`` of HTML. words: terms, and the clauses that checks share.
    """

    def __init__(self, code: str = "en", words: Texts = ENGLISH) -> None:
        self.code = code
        self.words = words

    def messages(self, check: str, english: Texts) -> Texts:
        """The messages of a check, with its ``title`` and ``why`` where these are other than in English."""
        return english

    def arguments(self, arguments: Arguments) -> Arguments:
        """The arguments of a message; the texts among them as in this language."""
        return arguments

    def text(self, english: str) -> str:
        """A short text of a finding, such as `Finding.expected`, or the reason why something was not judged."""
        return english

    def said(self, text_id: str, english: str) -> str:
        """The template of a text of pages and output."""
        return english

    def finding(self, finding: Finding) -> Finding:
        """A finding with its texts in this language."""
        return finding


IN_ENGLISH: Final = Language()
LANGUAGE: Final[ContextVar[Language]] = ContextVar("LANGUAGE", default=IN_ENGLISH)
"""The language of what is printed."""


def said(text_id: str, english: str, **fields: Value) -> str:
    """A text in the language of what is printed. text_id, english: its id, and its template in English."""
    language = LANGUAGE.get()
    return in_numbers(render(language.said(text_id, english), fields, {}, language.words))


def in_numbers(text: str) -> str:
    """A text whose numbers have between thousands what the language of what is printed puts there: ``25,000``."""
    mark = LANGUAGE.get().words.get("between-thousands", ",")
    return text if mark == "," else re.sub(r"(?<=\d),(?=\d{3}(?!\d))", mark, text)


def term(word: str) -> Term:
    """The term whose English text is this word."""
    return Term(word.replace(" ", "-"))


EVENT_TERMS: Final = tuple([term(name) for name in KIND_NAMES])
"""The term for each event kind, by number."""

NO_WAITS: Final = Term("nothing")


def seats_named(seats: Iterable[SeatIndex]) -> list[ListItem]:
    """Seats as items of a list in a message: ``seat 0``, ``seat 2``."""
    return [Message("seat", {"seat": seat}) for seat in seats]


def tile_of_seat(tile: str, seat: SeatIndex) -> Message:
    """A clause with a tile and the seat it is from: ``5m from seat 2``."""
    return Message("tile-of-seat", {"tile": tile, "seat": seat})


def waits_shown(waits: KindMask) -> str | Term:
    """The tiles that a hand waits for, as in ``14m``, or the word for none."""
    return mask_text(waits) or NO_WAITS


def wrong_amounts(expected: Sequence[Points], actual: Sequence[Points]) -> list[ListItem]:
    """The seats whose points are not those expected, with both: ``seat 1 24000 instead of 25000``."""
    return [
        Message("amount-of-seat", {"seat": seat, "actual": actual[seat], "expected": expected[seat]})
        for seat in range(len(actual))
        if actual[seat] != expected[seat]
    ]


NO_PENALTY: Final = ""


def penalty_clause(kind: PenaltyKind, rules: Ruleset, draws: Sequence[str] = ()) -> Message | str:
    """The clause that names a penalty and its size; NO_PENALTY where the ruleset has none.

    kind: which penalty the ruleset sets for the fault. rules: the ruleset, which says what a chombo is. draws: the
    draws at which the penalty falls due, where that is not at once.
    """
    if kind == "none":
        return NO_PENALTY
    arguments: dict[str, Value] = {"due": ""}
    if draws:
        arguments["due"] = Message("penalty-is-due", {"draws": [term(draw) for draw in draws]})
    if kind == "chombo":
        arguments["costs"] = chombo_costs(rules)
    return Message(f"penalty-{kind.replace(' ', '-')}", arguments)


def chombo_costs(rules: Ruleset) -> list[ListItem]:
    """The costs of a chombo: its points, who gets them, and what becomes of the hand and its sticks."""
    penalties = rules.penalties
    costs: list[ListItem] = [Message("chombo-mangan")]
    if penalties.chombo == "after the game":
        costs = [Message("chombo-points", {"points": penalties.chombo_points})]
    if penalties.sticks_returned:
        costs.append(Message("sticks-returned"))
    if penalties.replayed:
        costs.append(Message("hand-replayed"))
    return costs


def noten_riichi_clause(rules: Ruleset) -> Message | str:
    """The penalty clause for a noten riichi, with the draws at which it shows; NO_PENALTY where there is none."""
    return penalty_clause(rules.riichi.noten_penalty, rules, rules.draws.riichi_shows)


def penalty_of(clause: Message, rules: Ruleset, messages: Texts) -> Penalty:
    """The penalty that a clause names."""
    kind = clause.id.removeprefix("penalty-").replace("-", " ")
    is_fixed = kind == "chombo" and rules.penalties.chombo == "after the game"
    text = render(ENGLISH[clause.id], clause.arguments, messages)
    return Penalty(kind, rules.penalties.chombo_points if is_fixed else None, text.strip())
