"""Words for messages, and lines of texts."""

from collections.abc import Iterator

_PLURALS = {"mismatch": "mismatches", "fu": "fu", "han": "han", "chombo": "chombo"}


def plural(count: int, thing: str) -> str:
    """A number and its noun: ``1 game``, ``2 games``, ``2 mismatches``."""
    if count == 1:
        return f"1 {thing}"
    return f"{count:,} {_PLURALS.get(thing, thing + 's')}"


def plural_are(count: int, thing: str) -> str:
    """A number, its noun and its verb: ``1 stick is``, ``2 sticks are``."""
    return f"{plural(count, thing)} {'is' if count == 1 else 'are'}"


_OBEYED = dict.fromkeys(
    [*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x2029, *range(0x202A, 0x202F), *range(0x2066, 0x206A)], "\ufffd"
)
"""Characters that a terminal obeys instead of showing: controls, line ends, changes of the writing direction."""


_BLOCK = 1 << 20


def json_lines(text: str) -> list[str]:
    """The lines of a text with a JSON value each; nothing but a newline of any system ends them.

    U+0085, U+2028 and U+2029, at which `str.splitlines` ends lines, may be in a text of JSON, such as a name.
    """
    return (text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text).split("\n")


def line_blocks(data: bytes) -> Iterator[bytes]:
    """Data in blocks of whole lines, the newlines between them left out: a mebibyte each, or one line that is longer.

    The lines of a long text, all at once, may take twenty times its memory.
    """
    start = 0
    while start <= len(data):
        end = data.find(b"\n", start + _BLOCK)
        end = len(data) if end < 0 else end
        yield data[start:end]
        start = end + 1


def printable(text: str) -> str:
    """A text of a log that does nothing to a terminal but stand there."""
    return text.translate(_OBEYED)
