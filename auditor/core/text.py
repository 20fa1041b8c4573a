# build: compiled
"""Plurals for messages, splitting text into lines, and escaping untrusted text, a function for each kind of output."""

import json
import re
from collections.abc import Iterator
from typing import Any, Final

WIDTH: Final = 100
"""The width of wrapped text."""

_PLURALS = {"mismatch": "mismatches", "fu": "fu", "han": "han", "chombo": "chombo", "copy": "copies"}


def plural(count: int, thing: str) -> str:
    """A number and its noun: ``1 game``, ``2 games``, ``2 mismatches``."""
    if count == 1:
        return f"1 {thing}"
    return f"{count:,} {_PLURALS.get(thing, thing + 's')}"


_BLOCK = 1 << 20


def json_lines(text: str) -> list[str]:
    """The lines of a text that has a JSON value in each, split only at LF, CRLF and CR.

    `str.splitlines` would also split at U+0085, U+2028 and U+2029, which may occur within a JSON string such as a name.
    """
    return (text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text).split("\n")


def line_blocks(data: bytes) -> Iterator[bytes]:
    """Yield data in blocks of whole lines, without the newlines between blocks: each ends at the first one past 1 MiB.

    Splitting a long text into lines all at once may take twenty times its memory.
    """
    start = 0
    while start <= len(data):
        end = data.find(b"\n", start + _BLOCK)
        end = len(data) if end < 0 else end
        yield data[start:end]
        start = end + 1


_UNSAFE = dict.fromkeys(
    [
        *range(0x20), *range(0x7F, 0xA0), 0x61C, 0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2066, 0x206A),
        *range(0xD800, 0xE000), 0xFFFE, 0xFFFF,
    ],
    "\ufffd",
)  # fmt: skip
"""Code points that act on the output: controls, line ends, changes of the writing direction, non-characters."""
_IN_DOCUMENTS = {code: sign for code, sign in _UNSAFE.items() if code not in (0x09, 0x0A)}
_IN_MARKUP = {ord(sign): f"&{name};" for sign, name in zip("&<>\"'", ("amp", "lt", "gt", "quot", "#39"), strict=True)}
_IN_MARKDOWN = {ord("<"): "&lt;", ord("&"): "&amp;"} | {ord(sign): f"\\{sign}" for sign in "\\|`[]*"}
_COMMAND = "::"
"""The prefix of a workflow command, which a build server executes."""
_COMMAND_IN_PAGE = re.compile(r"^(\s*)([:#])(?=:|#\[)", re.MULTILINE)
_FORMULA = ("=", "+", "-", "@")
"""The prefixes of a cell that a spreadsheet evaluates."""
_NOT_IN_NAMES = re.compile(r"[^\w .,=+()~#-]+")
_LONGEST_NAME = 100


def printable(text: str) -> str:
    """A text of a log on one line, with nothing that a terminal, or a build server reading the output, would obey."""
    if text.isascii() and text.isprintable() and _COMMAND not in text:
        return text
    shown = text.translate(_UNSAFE).replace("##[", "# #[")
    return shown.replace(_COMMAND, "\u2237", 1) if shown.lstrip().startswith(_COMMAND) else shown


def without_commands(page: str) -> str:
    """A page of HTML as the output of a command, of which no line begins as a command to a build server does."""
    return _COMMAND_IN_PAGE.sub(lambda found: f"{found[1]}&#{ord(found[2])};", page)


def without_controls(text: str) -> str:
    """A text in which U+FFFD replaces the characters that a document must not contain, not even escaped."""
    return text.translate(_IN_DOCUMENTS)


def escaped(text: str) -> str:
    """A text on one line, escaped for XML, SVG and HTML, attributes included."""
    return text.translate(_UNSAFE).translate(_IN_MARKUP)


def escaped_lines(text: str) -> str:
    """A text of several lines, each escaped as by `escaped`."""
    return "\n".join([escaped(line) for line in text.split("\n")])


def markdown_cell(text: str) -> str:
    """A text escaped for a cell of a Markdown table."""
    return printable(text).translate(_IN_MARKDOWN)


def csv_cell(text: str) -> str:
    """A text as a cell that no spreadsheet evaluates: what would be a formula gets an apostrophe before it."""
    shown = printable(text)
    return f"'{shown}" if shown.lstrip().startswith(_FORMULA) or text[:1] in ("\t", "\r", "\n") else shown


def json_of(text: str | bytes) -> Any:
    """Parse JSON of strangers. Raises ValueError for whatever is wrong with it, nesting too deep included."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("nested too deep") from None


def as_json(value: object, *, indent: int | None = None, separators: tuple[str, str] | None = None) -> str:
    """A value as JSON, not reduced to ASCII, but with the characters that act on a terminal escaped, as ``\\u009b``."""
    text = json.dumps(value, ensure_ascii=False, default=str, indent=indent, separators=separators)
    if text.isascii() and "\x7f" not in text:
        return text
    return "".join([f"\\u{ord(one):04x}" if ord(one) in _UNSAFE and one != "\n" else one for one in text])


def github_value(text: str, also_escaped: str = "") -> str:
    """A text escaped as the value of a workflow command; with ``:,`` as `also_escaped`, as one of its properties."""
    lines = [printable(line) for line in text.split("\n")]
    return "".join([f"%{ord(one):02X}" if one in f"%\n{also_escaped}" else one for one in "\n".join(lines)])


def file_stem(text: str) -> str:
    """A text of a log as a part of a file's name: letters, digits and a few other characters; "" where none is left."""
    stem = _NOT_IN_NAMES.sub("-", text)[:_LONGEST_NAME].encode()[: 2 * _LONGEST_NAME].decode(errors="ignore")
    return stem.lstrip(". -").rstrip(". ")
