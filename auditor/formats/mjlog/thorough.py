# build: plain
"""Reads the XML of an mjlog that is not of the usual form with lxml, and passes its elements to an `MjlogReader`."""

import gc
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, Final, cast

from lxml import etree

from auditor.core.errors import Problem, ReadError
from auditor.core.reading.format import UTF16_MARKS
from auditor.formats.mjlog import ROOT
from auditor.formats.mjlog.reader import MjlogReader
from auditor.formats.mjlog.vocabulary import NEWLINE, SPACE, is_laid_out

DOCTYPE_REFUSED: Final = "a DOCTYPE is refused: an mjlog has none, and its entities could be an attack on the reader"
_DECLARATION_BYTES: Final = 100
_MOST_ATTRIBUTES: Final = 200
_DOUBLED: Final = "ERR_ATTRIBUTE_REDEFINED"


def read(data: bytes, name: str) -> MjlogReader:
    """Read the text of one log with lxml; what is not well-formed becomes a problem.

    data: the XML, not compressed. name: its path or name, searched for the log id.
    """
    reader = MjlogReader(name)
    if is_laid_out(data.rstrip(SPACE)):
        reader.lines_before = data[: len(data) - len(data.lstrip(SPACE))].count(NEWLINE)
    _read(data, reader)
    return reader


def _read(data: bytes, reader: MjlogReader) -> None:
    if b"<!DOCTYPE" in data.replace(b"\0", b""):  # in UTF-16 too, before any entity is looked at
        reader.problems.append(Problem("", DOCTYPE_REFUSED))
        return
    data = data.lstrip(SPACE)
    for piece in data.split(b"<"):
        if piece.count(b"=") > _MOST_ATTRIBUTES and not piece.startswith(b"!"):  # libxml2 takes quadratic time for them
            tag = piece[:20].split(maxsplit=1)[0].decode("utf-8", "replace")
            raise ReadError(f"<{tag}>", f"expected at most {_MOST_ATTRIBUTES} attributes in an element")
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
            reader.problem(0, ROOT, f"text {root.text.strip()[:40]!r} is in it; it is left out")
        _read_nodes(root, reader)


def _read_nodes(nodes: Iterable[etree._Element], reader: MjlogReader) -> None:
    """Read elements in order. Comments and processing instructions are ignored."""
    number = 0
    node: Any  # the stubs know no comments, whose tag is a function
    for node in nodes:
        tag = node.tag
        if isinstance(tag, str):
            number += 1
            reader.element(number, tag, _attributes(node))
            if reader.lines_before >= 0:
                reader.keep_line((node.sourceline or 0) + reader.lines_before)
            if len(node) or (node.text and node.text.strip()):
                reader.problem(number, tag, "expected an empty element; what is inside it is left out")
            location = tag
        else:
            location = "!--"
        if node.tail and node.tail.strip():
            reader.problem(number, location, f"text {node.tail.strip()[:40]!r} follows it; it is left out")


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
            message = f"attribute {attribute} comes twice on one element; the first is read"
            reader.problems.append(Problem(_line_location(error), message))
    if root is not None and errors and all([error.type_name == _DOUBLED for error in errors]):
        _read_tree(root, reader)
        return
    breaks = [error for error in errors if error.type_name != _DOUBLED]
    location, message = _break(data, breaks[0] if breaks else None)
    _read_until_break(data, reader)
    gc.collect(0)  # lxml's puller holds itself, and with it the text, for as long as a run pauses the collector
    hands = reader.game.hands
    few = ("no complete hand comes before it", "the hand before it is read")
    read = few[len(hands)] if len(hands) < 2 else f"the {len(hands)} hands before it are read"
    reader.problems.append(Problem(location, f"{message}; {read}"))


def _break(data: bytes, error: "etree._LogEntry | None") -> tuple[str, str]:
    """Where the XML is broken, and how: for common faults in plainer words than libxml2's."""
    try:
        if not data.startswith(UTF16_MARKS) and b"encoding=" not in data[:_DECLARATION_BYTES]:
            data.decode("utf-8")
    except UnicodeDecodeError as fault:
        return _offset_location(data, fault.start), f"the byte {data[fault.start]:#04x} is not UTF-8"
    if error is None:
        return "", "the XML is broken"
    line_start = 0
    for _ in range(error.line - 1):
        line_start = data.find(b"\n", line_start) + 1
    if line_start + error.column - 1 >= data.rfind(b"<") and f"</{ROOT}".encode() not in data:
        return _offset_location(data, len(data)), f"the text ends before </{ROOT}>; it is cut off"
    return _line_location(error), f"the XML is broken here ({error.message.strip()})"


def _read_until_break(data: bytes, reader: MjlogReader) -> None:
    """Read the complete hands before the position where the XML breaks."""
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


def _offset_location(data: bytes, offset: int) -> str:
    """The location of a byte, lines and columns from 1."""
    return f"line {data.count(NEWLINE, 0, offset) + 1}, column {offset - data.rfind(NEWLINE, 0, offset)}"


def _line_location(error: etree._LogEntry) -> str:
    return f"line {error.line}, column {error.column}"
