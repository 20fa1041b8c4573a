"""The log formats: bytes to `Game`, the format recognized by content and never by name.

A format module offers ``matches(head) -> bool``, ``read(data, name) -> Iterator[Game | Problem]`` and, if it can,
``write(game, comment) -> str``. To add one, write the module and add a line to `FORMATS`.
"""

import re
from collections.abc import Callable, Iterator
from typing import Final

from auditor.events import Game
from auditor.formats import majsoul, mjai, mjlog, tenhou6
from auditor.formats.log_id import log_id_from_name
from auditor.problems import Problem, ReadError

__all__ = ["FORMATS", "HEAD_BYTES", "WRITABLE", "Format", "detect", "log_id_from_name", "read"]

HEAD_BYTES: Final = 4096
"""How much of the data, from its first visible character, a format sees to recognize itself."""


class Format:
    """A log format. name: as in `Game.format` and the tables. title: what people call it. ending: of its files' names.

    matches: whether data that begins with these bytes is of the format. read: bytes and their name to games and
    problems. write: a game and a comment to text, or None where there is no writer; raises ValueError for what the
    format cannot say. is_joinable: whether one file may hold several games, one after the other.
    """

    def __init__(
        self,
        name: str,
        title: str,
        ending: str,
        matches: Callable[[bytes], bool],
        read: Callable[[bytes, str], Iterator[Game | Problem]],
        write: Callable[[Game, str], str] | None = None,
        *,
        is_joinable: bool = False,
    ) -> None:
        self.name = name
        self.title = title
        self.ending = ending
        self.matches = matches
        self.read = read
        self.write = write
        self.is_joinable = is_joinable


FORMATS: Final = (
    Format("mjlog", "Tenhou mjlog (XML)", ".mjlog", mjlog.matches, mjlog.read, mjlog.write),
    Format("majsoul", "Mahjong Soul record (protobuf or JSON)", ".json", majsoul.matches, majsoul.read),
    Format("tenhou6", "tenhou.net/6 (JSON)", ".json", tenhou6.matches, tenhou6.read, tenhou6.write),
    Format("mjai", "mjai (JSON Lines)", ".mjson", mjai.matches, mjai.read, mjai.write, is_joinable=True),
)

WRITABLE: Final = {format.name: format for format in FORMATS if format.write is not None}
"""The formats that can be written, by name."""

_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
_UTF16_MARKS: Final = (b"\xff\xfe", b"\xfe\xff")
_TEXT_CONTROLS: Final = frozenset(b"\t\n\r\f\x1b")
_ELEMENT: Final = re.compile(rb"<([A-Za-z_][\w.:-]*)")
_ADDRESSES: Final = "a list of log ids or addresses, without the logs themselves"
_NOT_ELEMENTS: Final = re.compile(rb"<\?.*?\?>|<!--.*?-->|<![^>]*>", re.DOTALL)


def detect(data: bytes) -> Format | Problem:
    """The format of the data, or a problem that says what it is instead and what was expected."""
    head = _head(data)
    for format in FORMATS:
        if format.matches(head):
            return format
    expected = " or ".join([format.title for format in FORMATS])
    return Problem("", f"{_describe(head)}; expected {expected}")


def read(data: bytes, name: str) -> Iterator[Game | Problem]:
    """Read every game in the data, and say what could not be read.

    data: the content, not compressed. name: its path or name, for the log id. Raises nothing: what a reader did not
    foresee becomes a problem, and what it read before stays.
    """
    format = detect(data)
    if isinstance(format, Problem):
        yield format
        return
    try:
        yield from format.read(data, name)
    except ReadError as error:
        yield Problem(error.place, error.message)
    except Exception as error:  # a reader's own fault must not cost the other inputs
        yield Problem("", f"the {format.name} reader failed on this input: {type(error).__name__}: {error}")


def _head(data: bytes) -> bytes:
    """The first bytes of the data after a byte order mark and white space, in UTF-8."""
    if data[:2] in _UTF16_MARKS:
        return data[: 2 * HEAD_BYTES].decode("utf-16", "replace").lstrip().encode()
    start = len(_BYTE_ORDER_MARK) if data.startswith(_BYTE_ORDER_MARK) else 0
    return data[start : start + 4 * HEAD_BYTES].lstrip()[:HEAD_BYTES]


def _describe(head: bytes) -> str:
    """What data that is no known format looks like, as the beginning of a sentence."""
    if not head:
        return "nothing but white space"
    if any([(byte < 32 and byte not in _TEXT_CONTROLS) or byte == 127 for byte in head[:512]]):
        return "binary data"
    if head.startswith(b"<"):
        element = _ELEMENT.search(_NOT_ELEMENTS.sub(b"", head))
        name = "" if element is None else element.group(1).decode("ascii", "replace")
        if log_id_from_name(head.decode("utf-8", "replace")) and name.lower() in ("html", "body", "a"):
            return _ADDRESSES
        if b"<!doctype html" in head.lower() or name.lower() in ("html", "head", "body"):
            return "an HTML page"
        return f"XML with the outermost element <{name}>" if name else "XML without an element"
    if head[:1] in (b"{", b"["):
        return "JSON that is no log"
    if log_id_from_name(head[:512].decode("utf-8", "replace")):
        return _ADDRESSES
    return f"text that begins with {head[:20].decode('utf-8', 'replace')!r}"
