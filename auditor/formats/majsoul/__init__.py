"""Mahjong Soul's own records: protobuf bytes as the server sends them, and the JSON that tools make of them.

Both generations are read (lists of records; lists of actions, some of which are players' inputs instead of records),
for four and for three players. A record holds the wall and its hash, the server's furiten flags and what it offered
each seat: `auditor.core.events.ServerRecord`. The bytes of the records alone hold neither names nor rules.
"""

import re
from functools import partial
from typing import Final

from auditor.core.events import Game
from auditor.core.reading.format import UTF8_MARK, Format, anonymize_by, read_by, write_by
from auditor.core.reading.stated_rules import MAHJONG_SOUL, StatedRules, rules_by_remark

NAME: Final = "majsoul"
BASE64: Final = b"ChUubHEuR2FtZURldGFpbFJlY29yZHM"
"""How the bytes of a record begin in base64."""

_SIGN_IN_JSON: Final = (
    rb'"uuid"\s*:\s*"\d{6}-[0-9a-f]{8}-|"(?:name|@type|__type)"\s*:\s*"(?:\.lq\.)?(?:Record[A-Z]|GameDetailRecords)'
    rb'|"ChUubHEuR2FtZURldGFpbFJlY29yZHM|"[\w+/]{4}bHEuUmVjb3Jk|46,\s*108,\s*113,\s*46,\s*(?:71|82),\s*(?:97|101),'
)
"""What only a record of Mahjong Soul has near its beginning: its id, names of records, or the first of its bytes."""
_WORDS_IN_JSON: Final = ((b"u", b'"uuid"'), (b"R", b"Record"), (b"H", b"bHEu"), (b",", b"108,"))
"""Every match of that pattern contains one of these words; a failing search is slow, and that for a byte is fast."""
_NAME_ENDS: Final = b"\x12"
"""What follows a record's name: the tag of its bytes."""
_RECORD_NAME: Final = rb"\.lq\.(?:GameDetailRecords|Record[A-Za-z]+)\x12"
HEADED: Final = rb"\x1a[\x80-\xff]{0,4}[\x00-\x7f]\n[\x20-\x7f]\d{6}-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-"
"""The head of a response, which begins with the game's id."""


def matches(head: bytes) -> bool:
    """Whether the first bytes of an input look like this format."""
    return is_json(head) or is_binary(head) or head.startswith(BASE64)


def is_json(head: bytes) -> bool:
    """Whether the first bytes of an input look like a record in JSON."""
    head = head.removeprefix(UTF8_MARK).lstrip()
    if head[:1] not in (b"{", b"[") or not any(sign in head and word in head for sign, word in _WORDS_IN_JSON):
        return False
    return re.search(_SIGN_IN_JSON, head) is not None


def is_binary(head: bytes) -> bool:
    """Whether the first bytes of an input, perhaps stripped of white space (even a field's tag), look like protobuf."""
    if not head or head[:1] in b"{[<":
        return False
    if _NAME_ENDS in head and re.search(_RECORD_NAME, head) is not None:  # a search for a byte is fast
        return True
    return re.search(HEADED, head[:64]) is not None


def stated_rules(game: Game) -> StatedRules:
    """The server whose rules apply; the room and switches are in the attributes of the `Game`, as they are written.

    A record that was converted from another format has a remark, which may name other rules.
    """
    return rules_by_remark(game, StatedRules(server=MAHJONG_SOUL))


read = partial(read_by, "auditor.formats.majsoul.reader")
write = partial(write_by, "auditor.formats.majsoul.writer")
FORMAT: Final[Format] = Format(
    NAME, "Mahjong Soul's records (protobuf or JSON)", ".json", matches, read, write, stated_rules=stated_rules,
    anonymize=partial(anonymize_by, "auditor.formats.majsoul.anonymize"), server="mahjong-soul", richness=6,
    result_comes_first=True, names_winds=False, rules="auditor.formats.majsoul.rules",
)  # fmt: skip
