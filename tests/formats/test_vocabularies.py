"""The vocabularies of all formats as a golden file: a lost or wrong word would make logs unreadable."""

import json
from collections.abc import Mapping

from support.goldens import assert_golden

from auditor.core import yaku
from auditor.core.events import KIND_NAMES
from auditor.core.reading import result_words as names
from auditor.core.reading.result_words import draw_type, limit_named, yaku_number
from auditor.core.rulesets import choice
from auditor.core.yaku import UNKNOWN_YAKU
from auditor.formats.majiang import vocabulary as majiang
from auditor.formats.majiang import vocabulary as notation
from auditor.formats.majiang.rules import SWITCHES
from auditor.formats.majsoul import rules as mahjong_soul
from auditor.formats.majsoul import schema
from auditor.formats.majsoul import vocabulary as majsoul
from auditor.formats.mjai import vocabulary as mjai
from auditor.formats.mjlog import vocabulary as mjlog
from auditor.formats.mleague import vocabulary as mleague
from auditor.formats.tenhou6.syntax import RED_COUNT_KEYS

WINDS = {yaku.ANY_SEAT_WIND: "the winner's seat wind", yaku.ANY_ROUND_WIND: "the round wind"}

VALUES = (
    True, False, -1, 0, 1, 2, 3, 4, 5, 25000, 1_000_000, 1_000_001, "1", None,
    ["20.0", "10.0", "-10.0", "-20.0"], ["20", "10", "-10", "-20"], ["20", "10", "-10"], ["x", "y", "-10", "-20"],
    ["20", "10", "-10", "-1000000"], ["20", "10", "-10", "999999.9"],
    {"m": 1, "p": 2, "s": 0}, {"s": 4}, {"s": 5}, {"m": -1}, {"z": 1}, {"m": True},
)  # fmt: skip
"""What a switch of Majiang's may be given; those not told in the golden file are refused."""


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
        "tenhou6: counts of red fives": dict(zip(RED_COUNT_KEYS, ("m", "p", "s"), strict=True)),
        "mjai: draws of other programs": {word: mjai.draw_of_word(word) for word in mjai._DRAW_OF_WORD},
        "majsoul: yaku": {str(number): _meaning(meant) for number, meant in majsoul.YAKU_OF_FAN.items()},
        "majsoul: names of yaku": {
            word: _meaning(majsoul.YAKU_OF_FAN[number]) for word, number in majsoul.FAN_OF_NAME.items()
        },
        "majsoul: limits": {word: names.LIMIT_TEXT[limit] for word, limit in majsoul.LIMIT_OF_TITLE.items()},
        "majsoul: draws": {str(number): draw for number, draw in majsoul.DRAW_OF_NUMBER.items()},
        "majsoul: grades": {str(number): grade for number, grade in majsoul.GRADE_OF_LEVEL.items()},
        "majsoul: rooms": {str(number): room for number, room in (majsoul.ROOMS | majsoul.OTHER_ROOMS).items()},
        "majsoul: messages": {
            name: ", ".join([f"{one.number} {'*' * one.is_repeated}{one.kind} {one.name}" for one in fields])
            for name, fields in schema.MESSAGES.items()
        },
        "majsoul: variants": dict.fromkeys(mahjong_soul.VARIANTS, "not judged"),
        "majsoul: switches of ranked rooms": dict.fromkeys(mahjong_soul._FULL_SET, "on"),
        "majsoul: categories": {str(number): room for number, room in mahjong_soul._CATEGORIES.items()},
        "majiang: yaku": {word: _meaning(number) for word, number in majiang.YAKU_OF_NAME.items()},
        "majiang: draws": majiang.DRAW_OF_NAME,
        "majiang: tiles": {word: str(code) for word, code in notation.CODE_OF_TEXT.items()},
        "majiang: switches": {word: switch.allowed for word, switch in SWITCHES.items()},
        "majiang: settings": {
            f"{word} {json.dumps(value, ensure_ascii=False)}": json.dumps(switch.settings(value))
            for word, switch in SWITCHES.items()
            for value in VALUES
            if switch.settings(value) is not None
        },
        "mleague: yaku": {word: _meaning(number) for word, number in mleague._OTHER_NAMES.items()},
        "mleague: tiles": {word: str(code) for word, code in mleague.CODE_OF_COMMAND.items()},
        "rooms with house rules": dict.fromkeys(choice.HOUSE_RULES, "not judged"),
        "rooms that players make": dict.fromkeys(choice.ROOM_RULES, "not judged"),
        "rule objects of Majiang's that are not known": dict.fromkeys(choice.MAJIANG_RULES, "not judged"),
    }
    lines = []
    for title, words in sections.items():
        lines += [title, *[f"  {word}: {meaning}" for word, meaning in words.items()]]
    return "\n".join(lines) + "\n"


def _meaning(number: int) -> str:
    return WINDS[number] if number in WINDS else yaku.NAMES[number] if number < UNKNOWN_YAKU else "unknown"


def test_the_words_of_the_formats() -> None:
    assert_golden("words.txt", words_text())
