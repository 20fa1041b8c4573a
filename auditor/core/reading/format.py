# build: compiled
"""The description of a log format; limits, a cache and byte order marks for readers, and whether these are compiled."""

from collections.abc import Callable, Iterator
from importlib import import_module
from types import FunctionType
from typing import Final, Generic, NamedTuple, TypeVar

from auditor.core.errors import Problem, ReadError
from auditor.core.events import Game
from auditor.core.reading.stated_rules import StatedRules, rules_by_text
from auditor.core.units import SeatIndex

MOST_HANDS: Final = 1000
"""Hands of a game."""

MOST_COUNTERS: Final = 1000
"""Honba, and riichi sticks, on the table."""

MOST_HAN: Final = 1000
"""Han of a win or of a yaku, and fu."""

MOST_POINTS: Final = 10_000_000
"""Points of a seat, of a win or of a payment."""

TOO_MANY_HANDS: Final = f"expected at most {MOST_HANDS} hands in a game; it is left out from here"

MOST_EVENTS: Final = 1000
"""Events of a hand: more than twice as many as four seats and four kans can give."""

TOO_MANY_EVENTS: Final = f"expected at most {MOST_EVENTS} events in a hand"

MOST_GAME_EVENTS: Final = 50_000
"""Events of a game."""

MOST_PROBLEMS_READ: Final = 10_000
"""Problems of an input: nothing more is read of one that has more."""

MOST_TEXT: Final = 16 << 20
SMALL_TEXT: Final = 1 << 20
_MOST_PARTS: Final = 250_000
_MOST_VALUES: Final = 2_000_000
"""Bytes, lists and objects (or elements), values (or attributes) of a text that is decoded at once: a hundred times
those of the longest game known. In memory a list takes twenty times its bytes in the text."""


def too_many_hands(count: int) -> str:
    """The message for a game of this many hands."""
    return f"expected at most {MOST_HANDS} hands in a game, not {count}; the first {MOST_HANDS} are read"


def bounded(number: int, most: int, name: str, least: int = 0) -> int:
    """Return a number if it is within its bounds. Raises ReadError, without a location."""
    if not least <= number <= most:
        raise ReadError("", f"{name}: expected a number from {least} to {most}, not {number}")
    return number


def check_text(text: bytes | str) -> None:
    """Check that decoding a text takes no excessive memory. Raises ReadError if it may."""
    size = len(text)
    if size <= SMALL_TEXT:
        return
    if size > MOST_TEXT:
        raise ReadError("", f"expected at most {MOST_TEXT:,} bytes for what is read at once, not {size:,}")
    data = text.encode("utf-8", "replace") if isinstance(text, str) else text
    parts = data.count(b"[") + data.count(b"{") + data.count(b"<")
    if parts > _MOST_PARTS:
        raise ReadError("", f"expected at most {_MOST_PARTS:,} lists, objects and elements in a text, not {parts:,}")
    values = data.count(b",") + data.count(b"=")
    if values > _MOST_VALUES:
        raise ReadError("", f"expected at most {_MOST_VALUES:,} values in a text, not {values:,}")


def _function() -> None: ...


IS_COMPILED: Final = not isinstance(_function, FunctionType)
"""Whether this module, and with it every reader, is compiled."""

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


class BoundedCache(Generic[_Key, _Value]):
    """A cache that is cleared when it is full.

    limit: the most entries that it holds. lasting: entries that it starts with, and that stay when it is cleared.
    """

    def __init__(self, limit: int, lasting: dict[_Key, _Value] | None = None) -> None:
        self.limit = limit
        self.lasting = lasting or {}
        self.entries: dict[_Key, _Value] = dict(self.lasting)
        """Always the same dict, so that hot code may hold it and look entries up directly."""

    def add(self, key: _Key, value: _Value) -> None:
        """Add an entry."""
        if len(self.entries) >= self.limit:
            self.entries.clear()
            self.entries.update(self.lasting)
        self.entries[key] = value


UTF8_MARK: Final = b"\xef\xbb\xbf"
"""The byte order mark in UTF-8, which has no order to mark; some programs write it all the same."""

UTF16_MARKS: Final = (b"\xff\xfe", b"\xfe\xff")
"""The byte order mark in UTF-16."""


# ---- what a format does by a module of its own, which is imported when that is asked for


def read_by(module: str, data: bytes, name: str) -> Iterator[Game | Problem]:
    """Read every game of an input, and report what could not be read."""
    games: Iterator[Game | Problem] = import_module(module).read(data, name)
    return games


def write_by(module: str, game: Game, comment: str = "") -> str:
    """The text of a game. Raises ValueError for what the format cannot say."""
    text: str = import_module(module).write(game, comment)
    return text


def anonymize_by(module: str, data: bytes) -> bytes:
    """An input without what identifies its games. Raises ValueError for what cannot be read."""
    anonymous: bytes = import_module(module).anonymize(data)
    return anonymous


def anonymous_name(seat: SeatIndex) -> str:
    """The name of a player whose own name is removed."""
    return f"seat{seat}"


class Format(NamedTuple):
    """A log format. name: as in `Game.format` and the tables. title: what people call it. ending: of its files' names.

    matches: whether data that begins with these bytes is of the format. read: bytes and their name to games and
    problems. write: a game and a comment to text; raises ValueError for what the format cannot express. stated_rules:
    what the header of a game of the format says of its rules. is_joinable: whether one file may hold several games, one
    after the other. page_mark: bytes in every web page with logs of the format. report_key: the key under which reports
    of other programs list what the format's logs consist of, or "". is_companion: whether data that begins with these
    bytes is not a log but describes those in the same folder. anonymize: data of the format without what identifies the
    game, where a log may hold more than the writer gives; raises ValueError for what cannot be read. is_split: whether
    tools often write its games as files of one hand each, which ``--join`` joins. server: that on which all games of
    the format are played, as in the table of games; "" where it holds several's. richness: how much its logs record,
    beside those of other formats: of a game that is there twice the one of the richer format counts.
    result_comes_first: whether the result is written before the hands. reds_by_rule: whether logs may show red fives of
    a ruleset without any. turns_differ: whether programs that write it do not agree on where the indicator of a kan
    stands among the events. rules: the module that reads the rules of a game from its record
    (`auditor.core.rulesets.records.RecordRules`), or "". rule_object: the module that reads the file of rules which
    accompanies logs of the format (`RuleObject` there), or "". pays_by_difference: whether payments are read as the
    differences of the points that the log states. names_winds: whether the yaku of a wind say which wind it is.
    holds_any_play: whether a log may hold events in an order that no rules allow, so that faults can be written.
    lists_yakuman: whether yakuman are listed by number alone: how often one counts, the points say. seats_by_dealer:
    whether a hand's seats are counted from its dealer on.
    """

    name: str
    title: str
    ending: str
    matches: Callable[[bytes], bool]
    read: Callable[[bytes, str], Iterator[Game | Problem]]
    write: Callable[[Game, str], str]
    stated_rules: Callable[[Game], StatedRules] = rules_by_text
    is_joinable: bool = False
    page_mark: bytes = b""
    report_key: str = ""
    is_companion: Callable[[bytes], bool] | None = None
    anonymize: Callable[[bytes], bytes] | None = None
    is_split: bool = False
    server: str = ""
    richness: int = 0
    result_comes_first: bool = False
    reds_by_rule: bool = False
    turns_differ: bool = False
    rules: str = ""
    rule_object: str = ""
    pays_by_difference: bool = False
    names_winds: bool = True
    holds_any_play: bool = False
    lists_yakuman: bool = False
    seats_by_dealer: bool = False
