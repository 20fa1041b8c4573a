"""In place of lxml.etree in the page, for which there is no lxml: what of it `auditor.formats.mjlog.thorough` calls.

It reads with expat, which Python holds, and refuses what lxml refuses: a document type, before anything in it is looked
at, so no entity is ever expanded; elements in elements 256 deep; all that is not well-formed. Where a text breaks, the
place and the words are expat's.
"""

import codecs
import pyexpat
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

MOST_DEPTH: Final = 256
DOUBLED: Final = "ERR_ATTRIBUTE_REDEFINED"
UTF16_STARTS: Final = (b"\xff\xfe", b"\xfe\xff")
UTF16_UNMARKED: Final = {b"<\0?\0": "utf-16-le", b"\0<\0?": "utf-16-be"}
ENCODINGS: Final = frozenset((
    "ascii", "big5", "cp1252", "cp932", "euc_jp", "gb18030", "gbk", "iso2022_jp", "iso8859-1", "shift_jis",
))  # fmt: skip
"""Those that a declaration may name, beside UTF-8."""
_DECLARED: Final = re.compile(rb"""<\?xml[^>]*?\bencoding\s*=\s*["']([A-Za-z][\w.-]*)""")
_START_TAG: Final = re.compile(rb"""<(?:"[^"]*"|'[^']*'|[^>"'])*""")
_ATTRIBUTE: Final = rb"""\s+([^\s=<>"'/]+)\s*=\s*(?:"[^"<]*"|'[^'<]*')"""
_WITH_ATTRIBUTES: Final = re.compile(
    rb"<!--.*?-->|<\?.*?\?>|<!\[CDATA\[.*?\]\]>|<[^\s/>!?]+((?:" + _ATTRIBUTE.replace(rb"([", rb"(?:[") + rb")+)",
    re.DOTALL,
)
_ONE_ATTRIBUTE: Final = re.compile(_ATTRIBUTE)


class XMLSyntaxError(SyntaxError):
    """What is not well-formed, or is refused."""


class _LogEntry(NamedTuple):
    """An error: line and column from 1."""

    type_name: str
    message: str
    line: int
    column: int


class _Element:
    """An element; or what stands among elements, whose tag is None. doctype: of its document, "" for none."""

    __slots__ = ("attributes", "children", "doctype", "sourceline", "tag", "tail", "text")

    def __init__(self, tag: str | None, attributes: list[tuple[str, str]], line: int) -> None:
        self.tag = tag
        self.attributes = attributes
        self.sourceline = line
        self.children: list[_Element] = []
        self.text = self.tail = self.doctype = ""

    def __iter__(self) -> Iterator["_Element"]:
        return iter(self.children)

    def __len__(self) -> int:
        return len(self.children)

    def items(self) -> list[tuple[str, str]]:
        """The names and values of its attributes."""
        return self.attributes

    def getroottree(self) -> "_Element":
        """What says of what type the document is."""
        return self

    @property
    def docinfo(self) -> "_Element":
        """What says of what type the document is."""
        return self


class _DocumentTypeError(Exception):
    """The document has a type."""


class _Reading:
    """Reads a text. text: in UTF-8; root: what was read; ended: its elements in the order of their ends."""

    def __init__(self, data: bytes) -> None:
        self.text, self._refused = _in_utf8(data)
        self.root: _Element | None = None
        self.ended: list[_Element] = []
        self._open: list[_Element] = []
        self._parser = parser = pyexpat.ParserCreate("utf-8")
        parser.ordered_attributes = True
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        parser.CommentHandler = self._beside
        parser.ProcessingInstructionHandler = self._beside
        parser.StartDoctypeDeclHandler = self._refuse

    def read(self) -> _LogEntry | None:
        """Read all. Returns where and how the text breaks, None where it is whole."""
        if self._refused is not None:
            return self._refused
        try:
            self._parser.Parse(self.text, True)
        except pyexpat.ExpatError as error:
            code = DOUBLED if pyexpat.ErrorString(error.code) == pyexpat.errors.XML_ERROR_DUPLICATE_ATTRIBUTE else ""
            return _LogEntry(code, pyexpat.ErrorString(error.code) or "", error.lineno, error.offset + 1)
        except XMLSyntaxError as error:
            return _LogEntry("", str(error), self._parser.CurrentLineNumber, self._parser.CurrentColumnNumber + 1)
        except _DocumentTypeError:
            self.root = _Element("", [], 1)
            self.root.doctype = "<!DOCTYPE>"
        return None

    def _start(self, tag: str, attributes: list[str]) -> None:
        if len(self._open) >= MOST_DEPTH:
            raise XMLSyntaxError(f"Excessive depth in document: {MOST_DEPTH}")
        pairs = list(zip(attributes[::2], attributes[1::2], strict=True))
        start = self._parser.CurrentByteIndex
        inside = _START_TAG.match(self.text, start)  # lxml names the line where the tag ends
        lines = inside[0].count(b"\n") if inside else 0
        self._add(_Element(tag, pairs, self._parser.CurrentLineNumber + lines))

    def _add(self, element: _Element) -> None:
        if self._open:
            self._open[-1].children.append(element)
        if element.tag is not None:
            self.root = self.root or element
            self._open.append(element)

    def _end(self, _tag: str) -> None:
        self.ended.append(self._open.pop())

    def _beside(self, *_: str) -> None:
        self._add(_Element(None, [], self._parser.CurrentLineNumber))

    def _characters(self, text: str) -> None:
        if not self._open:
            return
        inside = self._open[-1]
        if inside.children:
            inside.children[-1].tail += text
        else:
            inside.text += text

    def _refuse(self, *_: object) -> None:
        raise _DocumentTypeError


class XMLParser:
    """How to read. recover: whether to read on where attributes are doubled. Others are lxml's; none is needed here."""

    def __init__(self, *, recover: bool = False, **_: bool) -> None:
        self.recover = recover
        self.error_log: list[_LogEntry] = []


class XMLPullParser:
    """Reads for as long as a text is well-formed. Others are of lxml; none is needed here."""

    def __init__(self, **_: object) -> None:
        self._ended: list[_Element] = []

    def feed(self, data: bytes) -> None:
        """Read a whole text."""
        reading = _Reading(data)
        reading.read()
        self._ended = reading.ended

    def close(self) -> None:
        """Do nothing: `feed` reads all."""

    def read_events(self) -> Iterator[tuple[str, _Element]]:
        """The elements that were whole, in the order of their ends."""
        return iter([("end", one) for one in self._ended])


def fromstring(data: bytes, parser: XMLParser) -> _Element | None:
    """The outermost element of a text, None where it breaks before that. Raises XMLSyntaxError where it breaks."""
    reading = _Reading(data)
    error = reading.read()
    if error is not None and error.type_name == DOUBLED and parser.recover:
        text, parser.error_log = _first_attributes(reading.text)
        reading = _Reading(text)
        error = reading.read()
    if error is not None:
        parser.error_log.append(error)
        if not parser.recover:
            raise XMLSyntaxError(error.message)
    return reading.root


def _in_utf8(data: bytes) -> tuple[bytes, _LogEntry | None]:
    """A text in UTF-8; where it breaks its encoding, up to there, and a byte that is none. And why it is not read."""
    found = _DECLARED.match(data)
    name = found[1].decode() if found else "utf-8"
    if data.startswith(UTF16_STARTS):
        name = "utf-16"
    elif data[:4] in UTF16_UNMARKED:
        name = UTF16_UNMARKED[data[:4]]
    elif found is None or name.lower() in ("utf-8", "utf8", "utf-16"):  # no bytes can say that they are UTF-16
        return (data if found else data.removeprefix(codecs.BOM_UTF8)), None
    elif _codec(name) not in ENCODINGS:
        return b"", _LogEntry("", f"Unsupported encoding: {name}", 1, found.end() + 2)
    try:
        return data.decode(name).encode(), None
    except UnicodeDecodeError as error:
        return data[: error.start].decode(name, "replace").encode() + b"\xff", None
    except UnicodeEncodeError:  # half of a pair of UTF-16
        return b"", _LogEntry("", f"not {name}", 1, 1)


def _codec(name: str) -> str:
    try:
        return codecs.lookup(name).name
    except LookupError:
        return ""


def _first_attributes(text: bytes) -> tuple[bytes, list[_LogEntry]]:
    """A text with blanks in place of attributes that come again on one element, and an error for each."""
    parts: list[bytes] = []
    errors: list[_LogEntry] = []
    last = counted = 0
    line = 1
    for tag in _WITH_ATTRIBUTES.finditer(text):
        if tag[1] is None:
            continue
        seen: set[bytes] = set()
        for one in _ONE_ATTRIBUTE.finditer(text, tag.start(1), tag.end(1)):
            if one[1] not in seen:
                seen.add(one[1])
                continue
            parts += [text[last : one.start()], re.sub(rb"[^\n]", b" ", one[0])]
            last = one.end()
            line += text.count(b"\n", counted, tag.end(1))
            counted = tag.end(1)  # lxml sees it at the end of the tag
            column = counted - text.rfind(b"\n", 0, counted)
            errors.append(_LogEntry(DOUBLED, f"Attribute {one[1].decode('utf-8', 'replace')} redefined", line, column))
    return b"".join([*parts, text[last:]]), errors
