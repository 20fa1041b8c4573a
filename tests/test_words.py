"""The words that the formats know, all of them, as a golden file: a word lost or mistaken costs somebody's logs."""

from collections.abc import Mapping

from goldens import assert_golden

from auditor import yaku
from auditor.events import KIND_NAMES
from auditor.formats.mjai import words as mjai
from auditor.formats.mjlog import words as mjlog
from auditor.formats.tenhou6 import names
from auditor.formats.tenhou6.names import draw_type, limit_named, yaku_number

WINDS = {yaku.ANY_SEAT_WIND: "the winner's seat wind", yaku.ANY_ROUND_WIND: "the round wind"}


def words_text() -> str:
    """Each word with what it means, in a section for each kind of word."""
    sections: dict[str, Mapping[str, str | None]] = {
        "mjlog: grades": {str(number): mjlog.grade_name(number) for number in range(-1, len(mjlog.GRADE_OF_DAN) + 1)},
        "mjlog: draws": mjlog.DRAW_OF_TYPE,
        "mjlog: attributes": {tag: " ".join(sorted(known)) for tag, known in mjlog.KNOWN_ATTRIBUTES.items()},
        "mjai: draws": mjai.DRAW_OF_REASON,
        "mjai: calls": {word: KIND_NAMES[kind] for word, kind in mjai.CLAIM_KINDS.items()},
        "tenhou6: draws": {word: draw_type(word) for word in names._DRAW_TYPES},
        "tenhou6: limits": {word: str(limit_named(word)) for word in [*names.LIMIT_TEXT, *dict(names._LIMITS)]},
        "tenhou6: yaku": {word: _meaning(yaku_number(word)) for word in names._YAKU_NUMBERS},
    }
    lines = []
    for title, words in sections.items():
        lines += [title, *[f"  {word}: {meaning}" for word, meaning in words.items()]]
    return "\n".join(lines) + "\n"


def _meaning(number: int) -> str:
    return WINDS[number] if number in WINDS else yaku.NAMES[number]


def test_the_words_of_the_formats() -> None:
    assert_golden("words.txt", words_text())
