# build: compiled
"""The words of results, as Tenhou and the converters write them: yaku, limits and drawn hands."""

import re
from pathlib import Path
from typing import Final

from auditor.core import yaku
from auditor.core.units import LimitNumber, YakuNumber
from auditor.core.yaku import BAIMAN, HANEMAN, MANGAN, NO_LIMIT, SANBAIMAN, YAKUMAN

ALL_TENPAI: Final = "全員聴牌"
ALL_NOTEN: Final = "全員不聴"
"""What Tenhou writes in place of the usual word where every seat, or none, is tenpai."""


def _read_words(kind: str) -> list[tuple[str, str, list[str]]]:
    """What ``result_words.tsv`` has of a kind: each result's name, Tenhou's word for it, and those of others."""
    lines = Path(__file__).with_name("result_words.tsv").read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines]
    return [(name, text, words.split(",")) for of, name, text, words in rows if of == kind]


_DRAWS: Final = _read_words("draw")
_YAKU: Final = _read_words("yaku")

DRAW_TEXT: Final = {draw_type: text for draw_type, text, _ in _DRAWS}
"""What Tenhou writes for each type of drawn hand; for a chombo, which Tenhou does not have, an extension."""

_DRAW_TYPES: Final = {text: draw_type for draw_type, text in DRAW_TEXT.items()} | {
    word: draw_type for draw_type, _, words in _DRAWS for word in words
}
"""How Tenhou and converters write each type of drawn hand, in lower case."""

YAKU_TEXT: Final = tuple([text for _, text, _ in _YAKU if text])
"""What Tenhou writes for each yaku, by number; the last is for a yaku without a number of its own."""

LIMIT_TEXT: Final = ("", "満貫", "跳満", "倍満", "三倍満", "役満")
"""What Tenhou writes for each limit, by number."""

_LIMITS: Final = (
    ("数え役満", YAKUMAN), ("役満", YAKUMAN), ("三倍満", SANBAIMAN), ("倍満", BAIMAN), ("跳満", HANEMAN),
    ("満貫", MANGAN), ("yakuman", YAKUMAN), ("sanbaiman", SANBAIMAN), ("baiman", BAIMAN), ("haneman", HANEMAN),
    ("mangan", MANGAN),
)  # fmt: skip
"""Limit names, each before those that it contains."""


def _yaku_numbers() -> dict[str, YakuNumber]:
    """The number of each yaku by its words. North set aside counts as dora, as on Tenhou."""
    numbers = {plain_name(text): number for number, text in enumerate(YAKU_TEXT)}
    number_of = {name: number for number, name in enumerate(yaku.NAMES)}
    number_of |= {"seat wind": yaku.ANY_SEAT_WIND, "round wind": yaku.ANY_ROUND_WIND}
    return numbers | {plain_name(word): number_of[name] for name, _, words in _YAKU for word in words}


def plain_name(name: str) -> str:
    """A name without case, and with one space for each run of spaces and colons."""
    return re.sub(r"[\s:：_]+", " ", name).strip().lower()


_YAKU_NUMBERS: Final = _yaku_numbers()


def yaku_number(name: str) -> YakuNumber:
    """The yaku's number, ANY_SEAT_WIND, ANY_ROUND_WIND, or UNKNOWN_YAKU."""
    number = _YAKU_NUMBERS.get(name)  # most names are plain already
    return _YAKU_NUMBERS.get(plain_name(name), yaku.UNKNOWN_YAKU) if number is None else number


def draw_type(name: str) -> str | None:
    """The type of a drawn hand by its name in the log, or None for an unknown name."""
    return _DRAW_TYPES.get(name) or _DRAW_TYPES.get(plain_name(name))


def limit_named(text: str) -> LimitNumber:
    """The limit that a text names (NO_LIMIT where it names none)."""
    lower = text.lower()
    for name, limit in _LIMITS:
        if name in lower:
            return limit
    return NO_LIMIT
