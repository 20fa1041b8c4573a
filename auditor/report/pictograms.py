"""Tiles as the characters that Unicode has for them, in lines of text."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

_FIRST: Final = {"m": 0x1F007, "s": 0x1F010, "p": 0x1F019}
"""The ones; the others of a suit follow."""
_HONOURS: Final = "\U0001f000\U0001f001\U0001f002\U0001f003\U0001f006\U0001f005\U0001f004"
_AS_TEXT: Final = "\ufe0e"
"""After the red dragon, which would be shown as an emoji."""
RED: Final = "*"
"""After a red five, for which there is no character."""

_TILES_IN_TEXT: Final = re.compile(r"(?<![^\W\d_])(?:[0-9]+[mps]|[1-7]+z)+(?!\w)")
"""Notation such as ``123m0p11z``, which no letter touches."""


_OF_PLAYER: Final = re.compile(r"seat \d(?: \(|,)")
"""The line that names a seat's player, whose name may be ``1m``."""


def in_pictures(lines: Iterable[str]) -> Iterator[str]:
    """Lines of a hand or a position with their tiles as characters, names of players as they are."""
    for line in lines:
        yield line if _OF_PLAYER.match(line) else pictured(line)


def pictured(line: str) -> str:
    """A line with its tiles as characters: ``123m0p`` is three characters, a fourth, and the mark of a red five."""
    return _TILES_IN_TEXT.sub(lambda found: _characters(found[0]), line)


def _characters(notation: str) -> str:
    return "".join(
        [_character(digit, suit) for digits, suit in re.findall(r"(\d+)([mpsz])", notation) for digit in digits]
    )


def _character(digit: str, suit: str) -> str:
    if suit == "z":
        return _HONOURS[int(digit) - 1] + _AS_TEXT * (digit == "7")
    return chr(_FIRST[suit] + int(digit) - 1) if digit != "0" else chr(_FIRST[suit] + 4) + RED
