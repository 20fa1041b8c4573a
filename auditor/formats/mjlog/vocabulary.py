# build: hot
"""The words of an mjlog: grades, draws, the types of an element's attributes."""

from typing import Final

from mypy_extensions import i64

from auditor.core import events
from auditor.core.events import Event
from auditor.core.reading.building import shared_discard, shared_draw
from auditor.core.tiles import TILES, UNKNOWN
from auditor.core.units import EventIndex, HandIndex, Points, SeatIndex, Tile, YakuHan
from auditor.core.yaku import UNKNOWN_YAKU, YAKUMAN_HAN
from auditor.formats.mjlog import ROOT

NEWLINE: Final = b"\n"
SPACE: Final = b" \t\r\n"
_LINES_OF_ONE: Final = 2
"""A log with no more newlines than this is on one line, apart from its declaration: its events have no lines."""


def is_laid_out(text: bytes) -> bool:
    """Whether a log is laid out in lines, whose numbers are recorded."""
    return text.count(NEWLINE) > _LINES_OF_ONE


_TILE_OF_TEXT: Final = {str(tile): tile for tile in range(TILES)}
_SIGN_0: Final = ord("0")
_SIGN_COMMA: Final = ord(",")
_SIGN_MINUS: Final = ord("-")
_LONGEST: Final = 9
"""The most digits that a number of the usual form has."""


def _usual_tiles(text: str) -> list[Tile] | None:
    """Parse tile ids separated by commas, without a string of each; None if one is not 0 to 135, written as usual."""
    characters = text.encode()  # bytes are machine words, the characters of a string are not
    tiles: list[Tile] = []
    tile: i64 = -1  # none has begun
    index: i64
    for index in range(len(characters)):
        sign: i64 = characters[index]
        digit = sign - _SIGN_0
        if 0 <= digit <= 9:
            if tile == 0 or tile >= TILES:
                return None
            tile = digit if tile < 0 else 10 * tile + digit
        elif sign == _SIGN_COMMA and 0 <= tile < TILES:
            tiles.append(tile)
            tile = -1
        else:
            return None
    if not 0 <= tile < TILES:
        return None
    tiles.append(tile)
    return tiles


def _usual_numbers(text: str) -> list[int] | None:
    """Parse numbers of few digits separated by commas, in the same way; None if one is not written as usual."""
    characters = text.encode()
    numbers: list[int] = []
    number: i64 = 0
    digits: i64 = 0
    is_negative = False
    index: i64
    for index in range(len(characters)):
        sign: i64 = characters[index]
        digit = sign - _SIGN_0
        if 0 <= digit <= 9 and digits < _LONGEST:
            number = 10 * number + digit
            digits += 1
        elif sign == _SIGN_COMMA and digits:
            numbers.append(-number if is_negative else number)
            number = digits = 0
            is_negative = False
        elif sign == _SIGN_MINUS and not digits and not is_negative:
            is_negative = True
        else:
            return None
    if not digits:
        return None
    numbers.append(-number if is_negative else number)
    return numbers


class Values:
    """The attributes of an element, converted to their types. Every method raises ValueError with a full sentence."""

    def __init__(self, attributes: dict[str, str]) -> None:
        self.attributes = attributes

    def shown(self, name: str) -> str:
        """The attribute as a message names it."""
        value = self.attributes[name]
        return f'attribute {name}="{value if len(value) <= 80 else value[:77] + "..."}"'

    def text(self, name: str) -> str:
        """The attribute itself."""
        if (value := self.attributes.get(name)) is None:
            raise ValueError(f"attribute {name} is missing")
        return value

    def number(self, name: str) -> int:
        """A whole number that is not negative."""
        value = self.text(name)
        if not (value.isascii() and value.isdecimal()) or len(value) > 9:
            raise ValueError(f"{self.shown(name)}: expected a whole number")
        return int(value)

    def seat(self, name: str, players: int = 4) -> SeatIndex:
        """A seat 0-3; of three players 0-2."""
        value = self.text(name)
        if value not in ("0", "1", "2", "3") or int(value) >= players:
            raise ValueError(f"{self.shown(name)}: expected a seat 0 to {players - 1}")
        return int(value)

    def tile(self, name: str) -> Tile:
        """A tile id 0-135."""
        if (tile := _TILE_OF_TEXT.get(self.text(name))) is None:
            raise ValueError(f"{self.shown(name)}: expected a tile 0 to {TILES - 1}")
        return tile

    def tiles(self, name: str, default: str | None = None) -> tuple[Tile, ...]:
        """Tile ids separated by commas; none if empty. default: in place of an attribute that is missing."""
        value = self.text(name) if default is None else self.attributes.get(name, default)
        if not value:
            return ()
        if (tiles := _usual_tiles(value)) is None:
            raise ValueError(f"{self.shown(name)}: expected tiles 0 to {TILES - 1} separated by commas")
        return tuple(tiles)

    def numbers(self, name: str, count: int = 0) -> list[int]:
        """Whole numbers separated by commas, `count` of them (0: any number)."""
        value = self.text(name)
        if (numbers := _usual_numbers(value)) is None:
            try:
                numbers = list(map(int, value.split(",")))
            except ValueError:
                numbers = []
        if not numbers or (count and len(numbers) != count) or len(value) > 12 * len(numbers):
            raise ValueError(f"{self.shown(name)}: expected {count or 'whole'} numbers separated by commas")
        return numbers

    def points(self, name: str, players: int) -> tuple[Points, ...]:
        """Points of the four seats, written in hundreds; of three players some programs write three numbers."""
        numbers = self.numbers(name, 0 if players < events.SEATS else events.SEATS)
        if len(numbers) == players < events.SEATS:
            numbers.append(0)
        if len(numbers) != events.SEATS:
            raise ValueError(f"{self.shown(name)}: expected {events.SEATS} numbers separated by commas")
        return tuple([100 * number for number in numbers])

    def decimals(self, name: str, count: int = 0) -> list[float]:
        """Decimal numbers separated by commas, `count` of them (0: any number)."""
        try:
            decimals = list(map(float, self.text(name).split(",")))
        except ValueError:
            decimals = []
        if not decimals or (count and len(decimals) != count) or not all([abs(number) < 1e9 for number in decimals]):
            raise ValueError(f"{self.shown(name)}: expected {count or 'decimal'} numbers separated by commas")
        return decimals

    def texts(self, name: str, count: int) -> list[str]:
        """Texts separated by commas, `count` of them."""
        texts = self.text(name).split(",")
        if len(texts) != count:
            raise ValueError(f"{self.shown(name)}: expected {count} entries separated by commas")
        return texts

    def yaku(self) -> tuple[YakuHan, ...] | None:
        """The pairs of ``yaku`` and, at 13 han each, the numbers of ``yakuman``; None if the element has neither."""
        attributes = self.attributes
        if not attributes.get("yaku") and not attributes.get("yakuman"):
            return None
        pairs: list[YakuHan] = []
        if attributes.get("yaku"):
            numbers = self.numbers("yaku")
            if len(numbers) % 2:
                raise ValueError(f"{self.shown('yaku')}: expected pairs of a yaku and its han")
            for index in range(0, len(numbers), 2):
                pairs.append((numbers[index], numbers[index + 1]))
        if attributes.get("yakuman"):
            for number in self.numbers("yakuman"):
                pairs.append((number, YAKUMAN_HAN))
        for number, _ in pairs:
            if not 0 <= number < UNKNOWN_YAKU:
                raise ValueError(
                    f"{self.shown('yaku' if 'yaku' in attributes else 'yakuman')}: "
                    f"expected yaku numbers 0 to {UNKNOWN_YAKU - 1}, not {number}"
                )
        return tuple(pairs)


VERSION: Final = "2.3"

DRAW_TAGS: Final = "TUVW"
DISCARD_TAGS: Final = "DEFG"
"""The letters before a tile, by seat; a small letter marks a tile discarded as drawn, where a log has marks."""

TILE_LETTERS: Final = DRAW_TAGS + DISCARD_TAGS + DISCARD_TAGS.lower()

GRADE_OF_DAN: Final = (
    "新人", "9級", "8級", "7級", "6級", "5級", "4級", "3級", "2級", "1級", "初段", "二段", "三段", "四段", "五段",
    "六段", "七段", "八段", "九段", "十段", "天鳳位",
)  # fmt: skip
"""Grade of each ``dan`` number."""

DRAW_OF_TYPE: Final = {
    "yao9": events.NINE_TERMINALS, "kaze4": events.FOUR_WINDS, "reach4": events.FOUR_RIICHI, "kan4": events.FOUR_KANS,
    "ron3": events.TRIPLE_RON, "nm": events.NAGASHI_MANGAN,
}  # fmt: skip
"""``RYUUKYOKU type`` to draw type; without a type the draw is exhaustive."""

GO_FACTS: Final = ("title", "rule", "ranking", "csrule")
UN_FACTS: Final = ("gold", "rc")
END_FACTS: Final = ("ratio",)
"""Attributes that go into `Game.attributes` under their own names."""

CHIP_FACTS: Final = ("chip",)
"""Attributes that parlour rooms put on a hand's elements; see `hand_fact`."""

KNOWN_ATTRIBUTES: Final = {
    ROOT: {"ver"},
    "SHUFFLE": {"seed", "ref"},
    "GO": {"type", "lobby", *GO_FACTS},
    "UN": {"n0", "n1", "n2", "n3", "dan", "rate", "sx", *UN_FACTS},
    "BYE": {"who"},
    "TAIKYOKU": {"oya"},
    "INIT": {"seed", "ten", "oya", "hai0", "hai1", "hai2", "hai3", "shuffle", *CHIP_FACTS},
    "N": {"who", "m"},
    "REACH": {"who", "step", "ten"},
    "DORA": {"hai"},
    "AGARI": {
        "ba", "hai", "m", "machi", "ten", "yaku", "yakuman", "doraHai", "doraHaiUra", "who", "fromWho", "paoWho", "sc",
        "owari", *CHIP_FACTS, *END_FACTS,
    },
    "RYUUKYOKU": {"type", "ba", "sc", "hai0", "hai1", "hai2", "hai3", "owari", *CHIP_FACTS, *END_FACTS},
}  # fmt: skip


def _tile_events() -> dict[str, Event]:
    found: dict[str, Event] = {}
    for seat in range(events.SEATS):
        found[DRAW_TAGS[seat]] = shared_draw(seat, UNKNOWN)
        for tile in range(TILES):
            found[f"{DRAW_TAGS[seat]}{tile}"] = shared_draw(seat, tile)
            found[f"{DISCARD_TAGS[seat]}{tile}"] = shared_discard(seat, tile, events.NOT_RECORDED)
            found[f"{DISCARD_TAGS[seat].lower()}{tile}"] = shared_discard(seat, tile, events.TSUMOGIRI)
    return found


TILE_EVENTS: Final = _tile_events()
"""The event of every tile element; ``T`` without a number is a draw that a live record hides. All games share them."""


def hand_fact(hand: HandIndex, element: str, name: str, event: EventIndex | None = None) -> str:
    """The key in `Game.attributes` of an attribute that only parlour rooms have, as in ``hand 3 event 60 AGARI sc``."""
    return f"hand {hand} {element} {name}" if event is None else f"hand {hand} event {event} {element} {name}"


def grade_name(number: int) -> str:
    """The name of a grade number; a number that means no grade is written as it is."""
    return GRADE_OF_DAN[number] if 0 <= number < len(GRADE_OF_DAN) else str(number)
