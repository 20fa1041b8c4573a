"""Words for messages, and lines of texts."""

import re

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


_END_OF_JSON_LINE = re.compile("\r\n|[\n\r\v\f\x1c-\x1e]")
"""Where `str.splitlines` ends a line, but for three characters that JSON may hold as they are: see `json_lines`."""


def json_lines(text: str) -> list[str]:
    """The lines of a text with a JSON value each.

    U+0085, U+2028 and U+2029 end no line here: a text of JSON, such as a name, may hold them raw.
    """
    return text.splitlines() if text.isascii() else _END_OF_JSON_LINE.split(text)


def printable(text: str) -> str:
    """A text of a log that does nothing to a terminal but stand there."""
    return text.translate(_OBEYED)
