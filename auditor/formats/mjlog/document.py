"""The XML of an mjlog: bytes to elements, fed to an `MjlogReader`.

Real logs use very little of XML: a row of empty elements with plain attributes, in ASCII. Text of just that form is cut
at its ``<``, and every tile element is one dictionary look-up. Anything else (comments, entities, another encoding,
errors) is left to lxml, which decides what is well-formed.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any, Final, cast

from lxml import etree

from auditor.events import Event, Game
from auditor.formats.encodings import UTF16_MARKS
from auditor.formats.mjlog.reader import MjlogReader
from auditor.formats.mjlog.words import DISCARD_TAGS, DRAW_TAGS, KNOWN_ATTRIBUTES, ROOT, TILE_EVENTS
from auditor.problems import Problem

DOCTYPE_REFUSED: Final = "a DOCTYPE is refused: an mjlog has none, and its entities could be an attack on the reader"

NEWLINE: Final = b"\n"
_SPACE: Final = b" \t\r\n"
_LINES_OF_ONE: Final = 2
"""A log with no more newlines than this stands on one line, beside its declaration: its events have no lines."""
_DECLARATION_BYTES: Final = 100
_DOUBLED: Final = "ERR_ATTRIBUTE_REDEFINED"
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


def matches(head: bytes) -> bool:
    """Whether data that begins with `head` (from its first visible character) is an mjlog."""
    return head.startswith(b"<") and b"<" + ROOT.encode() in head


def read(data: bytes, name: str) -> Iterator[Game | Problem]:
    """Read the text of one log: the game if it holds any hand, then what could not be read. Raises nothing.

    data: the XML, not compressed. name: its path or name, searched for the log id. Equal events are shared with other
    games: they are values, not to be changed in place.
    """
    is_laid_out = data.count(NEWLINE) > _LINES_OF_ONE
    reader = MjlogReader(name)
    if not _read_plain(data, reader, is_laid_out):
        reader = MjlogReader(name)
        reader.lines_before = data[: len(data) - len(data.lstrip(_SPACE))].count(NEWLINE) if is_laid_out else -1
        _read_xml(data, reader)
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
    pieces = data.decode("ascii").split("<")
    first = 1
    if first < len(pieces) and _PLAIN_DECLARATION.fullmatch(pieces[first]):
        first += 1
    if len(pieces) < first + 2 or pieces[0].strip(" \t\r\n") or not _PLAIN_END.fullmatch(pieces[-1]):
        return False
    root = _plain_element(_closed(pieces[first]))
    if root is None or root[0] != ROOT:
        return False
    reader.root(ROOT, root[1])
    shared = _events
    events: list[Event] | None = None
    number = 0
    next_line = "".join(pieces[: first + 1]).count("\n") + 1 if is_laid_out else 0
    for piece in pieces[first + 1 : -1]:
        number += 1
        if is_laid_out:
            reader.note_line(next_line)
            next_line += piece.count("\n")
        event = shared.get(piece)
        if event is not None:
            if events is not None:
                events.append(event)
            else:
                reader.outside_hand(number, re.split("[^A-Za-z0-9]", piece, maxsplit=1)[0])
            continue
        element = _plain_element(piece)
        if element is None:
            return False
        tag, attributes = element
        before = 0 if events is None else len(events)
        reader.element(number, tag, attributes)
        hand = reader.hand
        events = None if hand is None else hand.events
        if events is not None and len(events) > before and _may_be_shared(piece, tag, attributes):
            shared[piece] = events[-1]
    return True


def _may_be_shared(piece: str, tag: str, attributes: dict[str, str]) -> bool:
    """Whether an element is its event and no more, so that the event can stand for it in other logs."""
    if tag not in _SHARED_TAGS or len(piece) > _LONGEST_SHARED or len(_events) >= _MOST_KEPT:
        return False
    return attributes.keys() <= KNOWN_ATTRIBUTES[tag]


def _plain_element(piece: str) -> tuple[str, dict[str, str]] | None:
    """Tag and attributes of an element of the usual form, or None. Its text holds no ``&`` and is ASCII."""
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
        if not tag or not name or not value.isprintable():
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


def _read_xml(data: bytes, reader: MjlogReader) -> None:
    """Read with lxml; what is not well-formed becomes a problem."""
    if b"<!DOCTYPE" in data.replace(b"\0", b""):  # in UTF-16 too, before any entity is looked at
        reader.problems.append(Problem("", DOCTYPE_REFUSED))
        return
    data = data.lstrip(_SPACE)
    try:
        root = etree.fromstring(data, _parser(recover=False))
    except etree.XMLSyntaxError:
        _read_broken(data, reader)
    else:
        _read_tree(root, reader)


def _parser(recover: bool) -> etree.XMLParser:
    return etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, dtd_validation=False, huge_tree=False, recover=recover
    )


def _read_tree(root: etree._Element, reader: MjlogReader) -> None:
    """Read a whole document."""
    document_type: object = getattr(root.getroottree().docinfo, "doctype", "")
    if document_type:  # in an encoding that hides it from a search in the bytes
        reader.problems.append(Problem("", DOCTYPE_REFUSED))
        return
    reader.root(root.tag, _attributes(root))
    if root.tag == ROOT:
        if root.text and root.text.strip():
            reader.problem(0, ROOT, f"text {root.text.strip()[:40]!r} stands in it; it is not kept")
        _read_nodes(root, reader)


def _read_nodes(nodes: Iterable[etree._Element], reader: MjlogReader) -> None:
    """Read elements in order. Comments and processing instructions say nothing."""
    number = 0
    node: Any  # the stubs know no comments, whose tag is a function
    for node in nodes:
        tag = node.tag
        if isinstance(tag, str):
            number += 1
            if reader.lines_before >= 0:
                reader.note_line((node.sourceline or 0) + reader.lines_before)
            reader.element(number, tag, _attributes(node))
            if len(node) or (node.text and node.text.strip()):
                reader.problem(number, tag, "expected an empty element; what stands inside it is not kept")
            place = tag
        else:
            place = "!--"
        if node.tail and node.tail.strip():
            reader.problem(number, place, f"text {node.tail.strip()[:40]!r} follows it; it is not kept")


def _read_broken(data: bytes, reader: MjlogReader) -> None:
    """Read a log that is not well-formed: all of it if only attributes are doubled, else the hands before the break."""
    parser = _parser(recover=True)
    root: etree._Element | None = None
    with suppress(etree.XMLSyntaxError):  # libxml2 before 2.14 recovers from no unknown encoding
        root = etree.fromstring(data, parser)
    errors = list(cast(Iterable[etree._LogEntry], parser.error_log))
    for error in errors:
        if error.type_name == _DOUBLED:
            attribute = error.message.removeprefix("Attribute ").removesuffix(" redefined")
            message = f"attribute {attribute} stands twice on one element; the first is read"
            reader.problems.append(Problem(_line_place(error), message))
    if root is not None and errors and all([error.type_name == _DOUBLED for error in errors]):
        _read_tree(root, reader)
        return
    breaks = [error for error in errors if error.type_name != _DOUBLED]
    place, message = _break(data, breaks[0] if breaks else None)
    _read_until_break(data, reader)
    hands = reader.game.hands
    few = ("no complete hand stands before it", "the hand before it is read")
    read = few[len(hands)] if len(hands) < 2 else f"the {len(hands)} hands before it are read"
    reader.problems.append(Problem(place, f"{message}; {read}"))


def _break(data: bytes, error: "etree._LogEntry | None") -> tuple[str, str]:
    """Where the XML breaks, and how, in words of its own for what is common."""
    try:
        if not data.startswith(UTF16_MARKS) and b"encoding=" not in data[:_DECLARATION_BYTES]:
            data.decode("utf-8")
    except UnicodeDecodeError as fault:
        return _offset_place(data, fault.start), f"the byte {data[fault.start]:#04x} is not UTF-8"
    if error is None:
        return "", "the XML is broken"
    line_start = 0
    for _ in range(error.line - 1):
        line_start = data.find(b"\n", line_start) + 1
    if line_start + error.column - 1 >= data.rfind(b"<") and f"</{ROOT}".encode() not in data:
        return _offset_place(data, len(data)), f"the text ends before </{ROOT}>; it is cut off"
    return _line_place(error), f"the XML is broken here ({error.message.strip()})"


def _read_until_break(data: bytes, reader: MjlogReader) -> None:
    """Read the complete hands before the place where the XML breaks."""
    puller = etree.XMLPullParser(
        events=("end",), resolve_entities=False, no_network=True, load_dtd=False, dtd_validation=False,
        huge_tree=False, recover=False,
    )  # fmt: skip
    elements: list[etree._Element] = []
    with suppress(etree.XMLSyntaxError):  # where it breaks is known; what was complete before it is in the puller
        puller.feed(data)
        puller.close()
    with suppress(etree.XMLSyntaxError):
        for event in puller.read_events():
            elements.append(cast(etree._Element, event[1]))
    _read_nodes([element for element in elements if element.tag != ROOT], reader)
    if reader.game.hands and reader.game.result is None:
        reader.drop_last_hand()  # its end may lie beyond the break


def _attributes(element: etree._Element) -> dict[str, str]:
    return dict(cast(list[tuple[str, str]], element.items()))


def _offset_place(data: bytes, offset: int) -> str:
    """The place of a byte, lines and columns from 1."""
    return f"line {data.count(NEWLINE, 0, offset) + 1}, column {offset - data.rfind(NEWLINE, 0, offset)}"


def _line_place(error: etree._LogEntry) -> str:
    return f"line {error.line}, column {error.column}"
