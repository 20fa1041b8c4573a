"""The reading of logs: bytes to `Game`, the format recognized by content and never by name.

A format is a package that defines ``FORMAT``: its name and title, how it is recognized, read and written, and what else
is asked of it (`Format`). To add one, write the package and put its name into `_MODULES`, which is the only list. What
is asked whether data is its own is imported for that: a package holds no more than `Format` asks, and imports its
vocabulary, reader and writer where these are called.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any, Final

from auditor.core.errors import NotALog, Problem, ReadError
from auditor.core.events import DRAW, NORTH, Game
from auditor.core.files.addresses import LOG_IN_ADDRESS
from auditor.core.reading.format import MOST_GAME_EVENTS, MOST_HANDS, MOST_PROBLEMS_READ, UTF8_MARK, UTF16_MARKS, Format
from auditor.core.reading.log_ids import is_of_other_lobby, log_id_from_name
from auditor.core.reading.stated_rules import TENHOU, StatedRules, rules_by_text

__all__ = ["FORMATS", "HEAD_BYTES", "Format", "detect", "is_called_log", "log_id_from_name", "read", "rules_stated_by"]

HEAD_BYTES: Final = 4096
"""The number of bytes, from the first visible character, by which a format is recognized."""
LONG_HEAD_BYTES: Final = 1 << 20
"""The same for JSON whose beginning shows nothing, as of sorted keys, and for a text that comes to an address late."""
MOST_NAME: Final = 256  # characters; a page repeats a player's name hundreds of times

_MODULES: Final = {
    name: f"auditor.formats.{name}"
    for name in ("mjlog", "majiang", "mjx", "majsoul", "riichicity", "tenhou6", "mjai", "mleague", "mjscore")
}
"""Every format, by name. Data is of the first one that matches, so a format whose logs another one matches as well must
be before it: tenhou.net/6 takes any JSON object with the key ``log``, or with two such as ``title``, Majiang's too."""


@cache
def _imported(name: str) -> Format:
    format: Format = import_module(_MODULES[name]).FORMAT
    return format


class _Formats(Mapping[str, Format]):
    """All formats by name, each imported when it is asked for."""

    def __getitem__(self, name: str) -> Format:
        return _imported(name)

    def get(self, name: str, default: Any = None) -> Any:  # asked several times a game: without Mapping's exception
        """The format of a name, or the default."""
        return _imported(name) if name in _MODULES else default

    def __iter__(self) -> Iterator[str]:
        return iter(_MODULES)

    def __len__(self) -> int:
        return len(_MODULES)


FORMAT_BY_NAME: Final[Mapping[str, Format]] = _Formats()

FORMATS: Final[Collection[Format]] = FORMAT_BY_NAME.values()
"""Every format, in the order in which they are asked whether data is theirs; each is imported when it is reached."""

_OF_ANYTHING: Final = (".json", ".txt")
_OF_TEXTS: Final = (".xml",)
"""Endings of logs and of other texts; a file with one that is empty or binary is taken for a broken log."""
_REPORT: Final = re.compile(rb'\{\s*"(?:engine|review|\w+_logs?)"\s*:')


def detect(data: bytes) -> Format | NotALog:
    """The format of the data, or a problem that says what it is instead and what was expected."""
    return _detect_or_companion(data) or _by_long_head(_head(data), data)


def _by_report(head: bytes, data: bytes) -> Format | None:
    """The format of the log in a report of another program; where that holds a game whole and in parts, of the whole.

    A report is told before a log: it may begin with whatever logs begin with.
    """
    if _REPORT.match(head) is None:
        return None
    held = [format for format in FORMATS if format.report_key and b'"%s"' % format.report_key.encode() in data]
    return min(held, key=lambda format: format.is_split, default=None)


def _is_in_page(format: Format, head: bytes, data: bytes) -> bool:
    if not head.startswith(b"<"):
        return False
    from auditor.core.reading.no_logs import is_html

    return is_html(head) and format.page_mark in data


def _by_long_head(head: bytes, data: bytes) -> Format | NotALog:
    if len(data) > HEAD_BYTES and (head[:1] in (b"{", b"[") or LOG_IN_ADDRESS.encode() in data[:LONG_HEAD_BYTES]):
        long_head = _head(data, LONG_HEAD_BYTES)
        for format in FORMATS:
            if format.matches(long_head):
                return format
    from auditor.core.reading.no_logs import described, is_binary

    expected = " or ".join([format.title for format in FORMATS])
    return NotALog("", f"{described(head)}; expected {expected}", is_text=bool(head) and not is_binary(head))


def read(data: bytes, name: str) -> Iterator[Game | Problem]:
    """Yield every game in the data, and a problem for what could not be read.

    data: the content, not compressed. name: its path or name, for the log id. Yields nothing for what only accompanies
    logs, such as Majiang's rule object. Raises nothing: an unforeseen exception becomes a problem after the games read.
    """
    data = _in_utf8(data)
    if b"/" in data and not data.startswith(b"<"):
        from auditor.core.reading.json_text import without_comments

        data = without_comments(data)
    if (format := _detect_or_companion(data)) is None:
        return
    if isinstance(format, NotALog):
        yield format
        return
    problems = 0
    try:
        for found in map(_with_tiles, format.read(data, name)):
            cut = _shortened(found) if isinstance(found, Game) else None
            yield found
            if cut is not None:
                yield cut
            problems += not isinstance(found, Game)
            if problems == MOST_PROBLEMS_READ:
                yield Problem("", f"more than {MOST_PROBLEMS_READ:,} problems; what follows is not read")
                return
    except ReadError as error:
        yield Problem(error.place, error.message)
    except MemoryError:
        yield Problem("", "there is not enough memory to read it")
    except Exception as error:  # a reader's own fault must not cost the other inputs
        yield Problem("", f"the {format.name} reader failed on this input: {type(error).__name__}: {error}")


def _with_tiles(found: Game | Problem) -> Game | Problem:
    """What was read; a problem for a game without a single tile, of which not even the number of players is certain."""
    if isinstance(found, Problem) or not found.hands or any(found.hands[0].dealt):
        return found
    kinds = {event.kind for hand in found.hands for event in hand.events}
    if any([any(hand.dealt) for hand in found.hands]) or min(kinds, default=DRAW) <= NORTH:
        return found
    from auditor.core.reading.no_logs import SCORE_SHEET

    return Problem("", SCORE_SHEET)


def _shortened(game: Game) -> Problem | None:
    """Cut names, and remove the hands, of a game that are beyond the limits; return a problem that says so, or None."""
    cut: Problem | None = None
    for player in game.seats:
        if len(player.name) > MOST_NAME:
            cut = Problem("", f"expected at most {MOST_NAME} characters in a name; what follows of it is left out")
            player.name = player.name[:MOST_NAME]
    events = 0
    for number, hand in enumerate(game.hands):
        events += len(hand.events)
        if number == MOST_HANDS or events > MOST_GAME_EVENTS:
            del game.hands[number:]
            game.result = None  # it follows from a hand that is left out
            most = f"{MOST_HANDS:,} hands and {MOST_GAME_EVENTS:,} events"
            return Problem(f"hand {hand.index} ({hand.name})", f"expected at most {most} in a game; left out from here")
    return cut


def is_called_log(name: str, *, is_text: bool = True) -> bool:
    """Whether a file's name says that it is a log: by a log id, or by an ending that only logs have.

    is_text: whether it holds text at all; where it is empty or binary, endings count that other texts have too.
    """
    endings = [one.ending for one in FORMATS if one.ending not in _OF_ANYTHING] + ([] if is_text else [*_OF_TEXTS])
    return bool(log_id_from_name(name)) or any([ending in name.lower() for ending in endings])


def _detect_or_companion(data: bytes) -> Format | NotALog | None:
    """As `detect`; None for data that is not a log, but describes those in the same folder."""
    head = _head(data)
    if (format := _by_report(head, data)) is not None:
        return format
    for format in map(_imported, _MODULES):  # less than FORMATS asks for at each
        if format.matches(head) or (format.page_mark and _is_in_page(format, head, data)):
            return format
    if any([format.is_companion(head) for format in FORMATS if format.is_companion is not None]):
        return None
    return _by_long_head(head, data)


def rules_stated_by(game: Game) -> StatedRules:
    """What a game's header says of its rules, as its format understands it."""
    format = FORMAT_BY_NAME.get(game.format)
    stated = rules_by_text(game) if format is None else format.stated_rules(game)
    is_in_lobby = stated.server == TENHOU and (game.lobby > 0 or is_of_other_lobby(game.log_id))
    return stated._replace(is_in_lobby=True) if is_in_lobby else stated


def _in_utf8(data: bytes) -> bytes:
    """Convert UTF-16 text, as some shells write a program's output, to UTF-8; not XML, which names its encoding."""
    if data[:2] not in UTF16_MARKS or _head(data).startswith(b"<"):
        return data
    try:
        return data.decode("utf-16").encode()
    except UnicodeError:
        return data


def _head(data: bytes, size: int = HEAD_BYTES) -> bytes:
    """The first bytes of the data after a byte order mark and white space, in UTF-8."""
    if data[:2] in UTF16_MARKS:
        return data[: 2 * size].decode("utf-16", "replace").lstrip().encode()
    start = len(UTF8_MARK) if data.startswith(UTF8_MARK) else 0
    return data[start : start + 4 * size].lstrip()[:size]
