# build: plain
"""Logs within pages and reports of other programs: where such pages hold text, and the lists of such reports.

Pages are those of strangers. Nothing in one is run, followed or fetched: their bytes are searched for what stands
between two marks, with patterns that take a time as long as the page.
"""

import html
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

import msgspec

from auditor.core.errors import ReadError
from auditor.core.reading.format import MOST_TEXT, check_text
from auditor.core.reading.json_lines import lines_of
from auditor.core.reading.json_text import UNREADABLE, json_error_text
from auditor.core.reading.no_logs import log_ids_in

_FRAME: Final = re.compile(rb"""\bsrc\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s>"']++[^\s>]*+))""", re.IGNORECASE)
_FIELD: Final = re.compile(rb"<textarea\b[^<>]{0,1000}+>([^<]*+)", re.IGNORECASE)
_OBJECT: Final = msgspec.json.Decoder(dict[str, msgspec.Raw])
_LIST: Final = msgspec.json.Decoder(list[msgspec.Raw])
_WITHOUT_LINE_ENDS: Final = bytes.maketrans(b"\r\n", b"  ")


def check_page(page: bytes) -> None:
    """Check that a page is no longer than any with logs. Raises ReadError."""
    if len(page) > MOST_TEXT:
        raise ReadError("", f"expected at most {MOST_TEXT:,} bytes for a page, not {len(page):,}")


def sources_of_frames(page: bytes) -> Iterator[bytes]:
    """What the frames of a page show: the values of ``src``, decoded. Raises ReadError."""
    check_page(page)
    for found in _FRAME.finditer(page):
        yield _decoded(found[1] or found[2] or found[3] or b"")


def fields_of_text(page: bytes) -> Iterator[bytes]:
    """The contents of a page's fields of text, decoded. Raises ReadError."""
    check_page(page)
    for found in _FIELD.finditer(page):
        yield _decoded(found[1]).strip()


def _decoded(text: bytes) -> bytes:
    return html.unescape(text.decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape")


class HeldLog(NamedTuple):
    """A log of JSON values, one a line. are_lines: whether they are on the lines on which they are in the whole."""

    text: bytes
    are_lines: bool


def list_in_report(report: bytes, key: str) -> HeldLog:
    """The list under a key of a JSON object, empty where there is none. Raises ReadError."""
    try:
        check_text(report)
        return _one_a_line(_LIST.decode(_OBJECT.decode(report).get(key, b"[]")), report, 1)
    except UNREADABLE as error:
        raise ReadError("", f"a report with {key} is expected to be whole: {json_error_text(error)}") from None


def list_in_script(page: bytes, name: bytes) -> HeldLog | None:
    """The list that a script of a page assigns to a variable; None where there is none. Raises ReadError.

    It is an array, or a text between grave accents with a value in each line.
    """
    check_page(page)
    assigned = re.search(rb"\b" + re.escape(name) + rb"\s*+=\s*+(?=[\[`])", page)
    if assigned is None:
        return None
    start = assigned.end()
    before = page.count(b"\n", 0, start)
    if page.startswith(b"`", start):
        end = page.find(b"`", start + 1)
        return HeldLog(b"\n" * before + page[start + 1 : end if end >= 0 else len(page)], True)
    end = page.find(b"</script", start)
    array = page[start : end if end >= 0 else len(page)]
    array = array[: array.rfind(b"]") + 1]
    try:
        check_text(array)
        return _one_a_line(_LIST.decode(array), array, 1 + before)
    except UNREADABLE as error:
        raise ReadError("", f"the list of the page cannot be read: {json_error_text(error)}") from None


def _one_a_line(values: Sequence[msgspec.Raw], text: bytes, line: int) -> HeldLog:
    """Values of a text, one a line: on their own, if each begins on one. line: that on which the text begins."""
    lines = lines_of(values, text, line)
    are_lines = bool(lines) and all([later > one for one, later in pairwise(lines)])
    pieces: list[bytes] = []
    now = 1
    for number, value in enumerate(values, 1):
        place = lines[number - 1] if are_lines else number
        pieces.append(b"\n" * (place - now) + bytes(value).translate(_WITHOUT_LINE_ENDS))
        now = place
    return HeldLog(b"".join(pieces), are_lines)


def sole_log_id(data: bytes) -> str:
    """The id of a game that pages and reports about one name; "" where they name none, or several."""
    found = log_ids_in(data)
    return found[0] if len(found) == 1 else ""
