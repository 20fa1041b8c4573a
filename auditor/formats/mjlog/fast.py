# build: hot
"""Reads the usual XML of an mjlog fast: bytes to elements, which are passed to an `MjlogReader`.

Real logs use very little of XML: a sequence of empty elements with plain attributes, in ASCII. Text of exactly that
form is read from ``<`` to ``<``, and tile elements are looked up in a table; one comment at the head, where this
program writes it, is skipped. Anything else (other comments, entities, another encoding, errors) is left to lxml
(`auditor.formats.mjlog.thorough`), which decides what is well-formed.
"""

import re
from typing import Final

from mypy_extensions import i64

from auditor.core.events import NOT_RECORDED, Event
from auditor.core.reading.format import IS_COMPILED, MOST_EVENTS, BoundedCache
from auditor.core.tiles import TILES
from auditor.formats.mjlog import ROOT, vocabulary
from auditor.formats.mjlog.reader import MjlogReader
from auditor.formats.mjlog.vocabulary import DISCARD_TAGS, DRAW_TAGS, NEWLINE, SPACE, TILE_EVENTS, is_laid_out

_CONTROLS: Final = (*range(ord(" ")), 127)
_PLAIN_END: Final = re.compile(rf"/{ROOT}>[ \t\r\n]*")
_PLAIN_DECLARATION: Final = re.compile(r'\?xml version="1\.0"(?: encoding="(?:UTF|utf)-8")?[ ]?\?>[ \t\r\n]*')
_BARE: Final = re.compile(r"([A-Za-z][A-Za-z0-9]*)[ \t\r\n]*/>[ \t\r\n]*")
_BEFORE_VALUE: Final = re.compile(r"((?:[A-Za-z][A-Za-z0-9]*)?)[ \t\r\n]+([A-Za-z][A-Za-z0-9]*)=")
_AFTER_VALUES: Final = re.compile(r"[ \t\r\n]*/>[ \t\r\n]*")

_TURN_LETTERS: Final = DRAW_TAGS + DISCARD_TAGS
_TURNS: Final = [TILE_EVENTS[f"{letter}{tile}"] for letter in _TURN_LETTERS for tile in range(TILES)]
"""The draws and the unmarked discards: of each letter in order, those of the tiles 0 to 135."""
_ROWS: Final = bytes([_TURN_LETTERS.find(chr(sign)) + 1 for sign in range(256)])
"""For each byte the position of its letter among these, from 1; 0 for any other byte."""
_LESS_THAN: Final = ord("<")
_GREATER_THAN: Final = ord(">")
_SLASH: Final = ord("/")
_ZERO: Final = ord("0")
_LINE_END: Final = ord(NEWLINE)

_COMMENT: Final = b"<!--"
_COMMENT_END: Final = b"-->"
_HYPHENS: Final = b"--"
_DECLARATION: Final = b"<?"
_SPACES_TAKEN_OUT: Final = dict.fromkeys(SPACE)
_HEAD_OF_COMMENT: Final = 256
"""A comment at the head, behind the start of the outermost element, begins within this many bytes."""

_MOST_ELEMENTS: Final = 50_000
_SHARED_TAGS: Final = ("N", "REACH", "DORA")
_LONGEST_SHARED: Final = 32
_TURN_ENDS: Final = () if IS_COMPILED else ("/>", "/>\n")
_shared: Final[BoundedCache[str, Event]] = BoundedCache(
    _MOST_ELEMENTS,
    {f"{tag}{end}": event for end in _TURN_ENDS for tag, event in TILE_EVENTS.items() if event.mark == NOT_RECORDED},
)
"""Events by the text between two ``<``: of the short elements of `_SHARED_TAGS` met so far, which recur in every log;
in plain Python, where a look-up takes less time than reading a few bytes, of the turns too."""

_LONGEST_FORM: Final = 200
_forms: Final[BoundedCache[str, tuple[str, list[str]]]] = BoundedCache(_MOST_ELEMENTS)
"""The name of an element and those of its attributes, by its text without values; of those met so far."""


def read(data: bytes, name: str) -> MjlogReader | None:
    """Read the text of one log that is of the usual form; None for any other text.

    Equal events are shared with other games: they are values, not to be changed in place.

    data: the XML, not compressed. name: its path or name, searched for the log id.
    """
    text = data.rstrip(SPACE)
    if text.find(_COMMENT, 0, _HEAD_OF_COMMENT) >= 0:
        text = _without_comment(text)
    has_controls = any([sign in text for sign in _CONTROLS])  # takes half as long as looking at each byte
    reader = MjlogReader(name)
    return reader if _read_plain(text, reader, has_controls, has_controls and is_laid_out(text)) else None


def _without_comment(text: bytes) -> bytes:
    """A text whose first comment is replaced by the newlines in it; unchanged if lxml must judge the comment."""
    begin = text.find(_COMMENT)
    end = text.find(_COMMENT_END, begin + len(_COMMENT))
    before = text[:begin].rstrip(SPACE)
    if end < 0 or before.count(b'"') % 2 or not (before == b"" or before.endswith(b">")):
        return text
    comment = text[begin + len(_COMMENT) : end]
    if comment.endswith(b"-") or comment.find(_HYPHENS) >= 0 or text.find(_DECLARATION, end) >= 0:
        return text
    try:
        is_text = comment.decode().translate(_SPACES_TAKEN_OUT).isprintable()
    except UnicodeDecodeError:
        return text
    return text[:begin] + NEWLINE * comment.count(NEWLINE) + text[end + len(_COMMENT_END) :] if is_text else text


def _read_plain(data: bytes, reader: MjlogReader, has_controls: bool, is_laid_out: bool) -> bool:
    """Read text of the usual form; False if it is not, and then the reader must be discarded.

    has_controls: whether it holds newlines or other control characters: only then each value is searched for them.
    is_laid_out: whether it is laid out in lines, whose numbers are recorded.
    """
    if not data.isascii() or b"&" in data:
        return False
    text = data.decode("ascii")
    end: i64 = text.rfind("<")
    position: i64 = _read_head(text, reader, has_controls)
    if not 0 < position <= end or not _PLAIN_END.fullmatch(text, end + 1):
        return False
    shared = _shared.entries
    events: list[Event] | None = None
    lines: list[int] = []
    line: i64 = text.count("\n", 0, position) + 1
    number: i64 = 0
    while position < end:
        number += 1
        if IS_COMPILED and events is not None:
            turn, following = _turn_at(data, position)
            if turn >= 0:
                events.append(_TURNS[turn])
                if is_laid_out:
                    lines.append(line)
                    if data[following - 1] == _LINE_END:
                        line += 1
                position = following
                continue
        following = text.find("<", position + 1)
        piece = text[position + 1 : following]
        position = following
        event = shared.get(piece)
        if event is not None and events is not None:
            events.append(event)
            if is_laid_out:
                lines.append(line)
        else:
            if not _read_piece(piece, number, reader, has_controls):
                return False
            hand = reader.hand
            events = None if hand is None else hand.events
            if is_laid_out:
                reader.keep_line(line)
                lines = [] if hand is None else hand.lines
        if is_laid_out:
            line += piece.count("\n")
    return events is None or len(events) <= MOST_EVENTS


def _read_head(text: str, reader: MjlogReader, has_controls: bool) -> int:
    """Read the start of the outermost element. Returns the position of the next ``<``; -1 if it is not as usual."""
    position = text.find("<")
    if text[: max(position, 0)].strip(" \t\r\n"):
        return -1
    following = text.find("<", position + 1)
    if following >= 0 and _PLAIN_DECLARATION.fullmatch(text, position + 1, following):
        position, following = following, text.find("<", following + 1)
    root = _plain_element(_closed(text[position + 1 : following]), has_controls) if following >= 0 else None
    if root is None or root[0] != ROOT:
        return -1
    reader.root(ROOT, root[1])
    return following


def _turn_at(data: bytes, position: i64) -> tuple[i64, i64]:
    """The index in `_TURNS` of the turn at a position, and the position of the ``<`` after it; -1, -1 if it is not one.

    The usual form is ``<T12/>``, at most one newline, and ``<``. position: of a ``<``, but not the last. Nine of ten
    elements are turns: they are read byte by byte, without making a string of each.
    """
    row: i64 = _ROWS[data[position + 1]]
    at: i64 = position + 2
    tile: i64 = data[at] - _ZERO
    if row == 0 or not 0 <= tile <= 9:
        return -1, -1
    digit: i64 = data[at + 1] - _ZERO
    while 0 < tile < TILES and 0 <= digit <= 9:
        tile = 10 * tile + digit
        at += 1
        digit = data[at + 1] - _ZERO
    if tile >= TILES or data[at + 1] != _SLASH or data[at + 2] != _GREATER_THAN:
        return -1, -1
    at += 3
    if data[at] == _LINE_END:
        at += 1
    if data[at] != _LESS_THAN:
        return -1, -1
    return TILES * (row - 1) + tile, at


def _read_piece(piece: str, number: int, reader: MjlogReader, has_controls: bool) -> bool:
    """Read any other element, from behind its ``<``; False if it is not as usual. number: its count from 1."""
    if (element := _plain_element(piece, has_controls)) is None:
        return False
    tag, attributes = element
    before = 0 if reader.hand is None else len(reader.hand.events)
    # Shared events are not counted as they come: the thorough reader finds where there were too many.
    if before > MOST_EVENTS:
        return False
    reader.element(number, tag, attributes)
    hand = reader.hand
    if hand is not None and len(hand.events) > before and _may_be_shared(piece, tag, attributes):
        _shared.add(piece, hand.events[-1])
    return True


def _may_be_shared(piece: str, tag: str, attributes: dict[str, str]) -> bool:
    """Whether an element is nothing but its event, so that the event can be reused in other logs."""
    if tag not in _SHARED_TAGS or len(piece) > _LONGEST_SHARED:
        return False
    return attributes.keys() <= vocabulary.KNOWN_ATTRIBUTES[tag]


def _plain_element(piece: str, has_controls: bool) -> tuple[str, dict[str, str]] | None:
    """Tag and attributes of an element of the usual form, or None. Its text holds no ``&`` and is ASCII.

    has_controls: whether it may hold control characters.
    """
    parts = piece.split('"')  # before a value, the value, before the next, ..., the end
    if len(parts) % 2 == 0:
        return None
    form = _forms.entries.get('"'.join(parts[::2])) or _form(parts[::2])
    if form is None:
        return None
    tag, names = form
    attributes: dict[str, str] = {}
    position = 1
    for name in names:
        value = parts[position]
        if has_controls and not value.isprintable():
            return None
        attributes[name] = value
        position += 2
    return tag, attributes


def _form(parts: list[str]) -> tuple[str, list[str]] | None:
    """Parse an element that is cut at its values, and cache it in `_forms`; None if it is not of the usual form."""
    tag = ""
    names: list[str] = []
    if len(parts) == 1:
        bare = _BARE.fullmatch(parts[0])
        tag = "" if bare is None else bare.group(1)
    elif _AFTER_VALUES.fullmatch(parts[-1]):
        for before in parts[:-1]:
            found = _BEFORE_VALUE.fullmatch(before)
            if found is None or bool(found.group(1)) == bool(tag):  # the name of the element is before the first
                return None
            tag = tag or found.group(1)
            names.append(found.group(2))
    if not tag or len(set(names)) < len(names):
        return None
    key = '"'.join(parts)
    if len(key) <= _LONGEST_FORM:
        _forms.add(key, (tag, names))
    return tag, names


def _closed(piece: str) -> str:
    """The start tag of an element as an empty element; "" for anything else."""
    start = piece.rstrip(" \t\r\n")
    return f"{start[:-1]}/>" if start.endswith(">") else ""
