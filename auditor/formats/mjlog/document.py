"""The XML of an mjlog: bytes to elements, fed to an `MjlogReader`.

Real logs use very little of XML: a row of empty elements with plain attributes, in ASCII. Text of just that form is cut
at its ``<``, and every tile element is one dictionary look-up. Anything else (comments, entities, another encoding,
errors) is left to lxml (`auditor.formats.mjlog.tree`), which decides what is well-formed.
"""

import re
from collections.abc import Iterator
from typing import Final

from auditor.events import Event, Game
from auditor.formats.mjlog.reader import MjlogReader
from auditor.formats.mjlog.signs import NEWLINE, ROOT, SPACE
from auditor.formats.mjlog.words import DISCARD_TAGS, DRAW_TAGS, KNOWN_ATTRIBUTES, TILE_EVENTS
from auditor.problems import Problem

_PRINTABLE: Final = bytes(range(ord(" "), 127))
_LINES_OF_ONE: Final = 2
"""A log with no more newlines than this stands on one line, beside its declaration: its events have no lines."""
_PLAIN_END: Final = re.compile(rf"/{ROOT}>[ \t\r\n]*")
_PLAIN_DECLARATION: Final = re.compile(r'\?xml version="1\.0"(?: encoding="(?:UTF|utf)-8")?[ ]?\?>[ \t\r\n]*')
_BARE: Final = re.compile(r"([A-Za-z][A-Za-z0-9]*)[ \t\r\n]*/>[ \t\r\n]*")
_BEFORE_VALUE: Final = re.compile(r"((?:[A-Za-z][A-Za-z0-9]*)?)[ \t\r\n]+([A-Za-z][A-Za-z0-9]*)=")
_AFTER_VALUES: Final = re.compile(r"[ \t\r\n]*/>[ \t\r\n]*")
_USUAL_ENDS: Final = ("/>", "/>\n", " />", " />\n")


def _tile_events() -> dict[str, Event]:
    return {
        tag + end: event
        for tag, event in TILE_EVENTS.items()
        if tag[0] in DRAW_TAGS + DISCARD_TAGS and len(tag) > 1
        for end in _USUAL_ENDS
    }


_MOST_KEPT: Final = 50_000
_SHARED_TAGS: Final = ("N", "REACH", "DORA")
_LONGEST_SHARED: Final = 32
_events: Final = _tile_events()
"""What stands between two ``<`` and its event: every draw and unmarked discard, and the short elements of
`_SHARED_TAGS` met so far, of which every log has the same ones."""

_names: Final[dict[str, tuple[str, str]]] = {}
"""What was met before a value: the name of the element (before its first value, else ""), and of the attribute."""


def read(data: bytes, name: str) -> Iterator[Game | Problem]:
    """Read the text of one log: the game if it holds any hand, then what could not be read. Raises nothing.

    data: the XML, not compressed. name: its path or name, searched for the log id. Equal events are shared with other
    games: they are values, not to be changed in place.
    """
    is_laid_out = data.count(NEWLINE) > _LINES_OF_ONE
    reader = MjlogReader(name)
    if not _read_plain(data, reader, is_laid_out):
        from auditor.formats.mjlog.tree import read_xml  # lxml takes longer to load than to read what it is rarely for

        reader = MjlogReader(name)
        reader.lines_before = data[: len(data) - len(data.lstrip(SPACE))].count(NEWLINE) if is_laid_out else -1
        read_xml(data, reader)
    reader.finish()
    if reader.game.hands:
        yield reader.game
    yield from reader.problems


def _read_plain(data: bytes, reader: MjlogReader, is_laid_out: bool) -> bool:
    """Read text of the usual form; False if it is not, and then the reader is of no more use.

    is_laid_out: over lines, which are kept.
    """
    if not data.isascii() or b"&" in data:
        return False
    has_controls = bool(data.translate(None, _PRINTABLE))  # none on one line; of other logs each value is looked at
    pieces = data.decode("ascii").split("<")
    first = 1
    if first < len(pieces) and _PLAIN_DECLARATION.fullmatch(pieces[first]):
        first += 1
    if len(pieces) < first + 2 or pieces[0].strip(" \t\r\n") or not _PLAIN_END.fullmatch(pieces[-1]):
        return False
    root = _plain_element(_closed(pieces[first]), has_controls)
    if root is None or root[0] != ROOT:
        return False
    reader.root(ROOT, root[1])
    shared = _events
    events: list[Event] | None = None
    lines: list[int] = []
    number = 0
    lines_before = "".join(pieces[: first + 1]).count("\n")
    line = lines_before + 1
    is_even = is_laid_out and _has_a_line_each(data, pieces, lines_before, len(pieces) - first - 2)
    for piece in pieces[first + 1 : -1]:
        number += 1
        event = shared.get(piece)
        if event is not None:
            if events is not None:
                events.append(event)
                if is_laid_out:
                    lines.append(line)
                    line += 1 if is_even else piece.count("\n")
            else:
                reader.outside_hand(number, re.split("[^A-Za-z0-9]", piece, maxsplit=1)[0])
                line += piece.count("\n")
            continue
        element = _plain_element(piece, has_controls)
        if element is None:
            return False
        tag, attributes = element
        before = 0 if events is None else len(events)
        reader.element(number, tag, attributes)
        hand = reader.hand
        events = None if hand is None else hand.events
        if is_laid_out:
            reader.keep_line(line)
            lines = [] if hand is None else hand.lines
            line += piece.count("\n")
        if events is not None and len(events) > before and _may_be_shared(piece, tag, attributes):
            shared[piece] = events[-1]
    return True


def _has_a_line_each(data: bytes, pieces: list[str], lines_before: int, elements: int) -> bool:
    """Whether each element ends its line, so that its place tells its line, and no element is searched for newlines.

    lines_before: how many lines end before the elements below the outermost. elements: how many there are.
    """
    ended = data.count(b"\n<")
    return ended == data.count(NEWLINE) - pieces[-1].count("\n") == lines_before + elements


def _may_be_shared(piece: str, tag: str, attributes: dict[str, str]) -> bool:
    """Whether an element is its event and no more, so that the event can stand for it in other logs."""
    if tag not in _SHARED_TAGS or len(piece) > _LONGEST_SHARED or len(_events) >= _MOST_KEPT:
        return False
    return attributes.keys() <= KNOWN_ATTRIBUTES[tag]


def _plain_element(piece: str, has_controls: bool) -> tuple[str, dict[str, str]] | None:
    """Tag and attributes of an element of the usual form, or None. Its text holds no ``&`` and is ASCII.

    has_controls: whether it may hold control characters.
    """
    parts = piece.split('"')  # before a value, the value, before the next, ..., the end
    values = len(parts) // 2
    if values == 0:
        bare = _BARE.fullmatch(piece)
        return None if bare is None else (bare.group(1), {})
    if len(parts) % 2 == 0 or (parts[-1] not in _USUAL_ENDS and not _AFTER_VALUES.fullmatch(parts[-1])):
        return None
    tag = ""
    attributes: dict[str, str] = {}
    for number in range(values):
        before, value = parts[2 * number], parts[2 * number + 1]
        element, name = _names.get(before) or _name(before)
        if number == 0:
            tag = element
        elif element:
            return None
        if not tag or not name or (has_controls and not value.isprintable()):
            return None
        attributes[name] = value
    return (tag, attributes) if len(attributes) == values else None


def _name(text: str) -> tuple[str, str]:
    """What `_names` keeps of what stands before a value; both "" if it is not of the usual form."""
    found = _BEFORE_VALUE.fullmatch(text)
    if found is None:
        return "", ""
    names = (found.group(1), found.group(2))
    if len(_names) < _MOST_KEPT:
        _names[text] = names
    return names


def _closed(piece: str) -> str:
    """The start of an element as an empty one; what is no start as something that is no element either."""
    start = piece.rstrip(" \t\r\n")
    return f"{start[:-1]}/>" if start.endswith(">") else ""
