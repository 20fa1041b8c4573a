"""Riichi City's own records (麻雀一番街), as its server sends them.

A record holds the wall of each hand and its hash, what the server offered each seat, and which waits it knew of:
`auditor.core.events.ServerRecord`.
"""

import re
from functools import partial
from typing import Final

from auditor.core.events import Game
from auditor.core.reading.format import UTF8_MARK, Format, read_by, write_by
from auditor.core.reading.stated_rules import RIICHI_CITY, RIICHI_CITY_TEXT, Phrase, StatedRules, rules_by_text

NAME: Final = "riichicity"

_KEYS: Final = (
    rb'\\*"handEventRecord\\*"|\\*"handCardEncode\\*"'
    rb'|\\*"handRecord\\*"\s*:\s*\[\s*\{\s*\\*"(?:benChangNum|hand|changCi)'
)
"""Keys that only these records have near their beginning; escaped where a tool has put the JSON into a string."""


def matches(head: bytes) -> bool:
    """Whether the first bytes of an input look like this format."""
    head = head.removeprefix(UTF8_MARK).lstrip()
    may_be = head[:1] in (b"{", b"[", b'"') and b"R" in head  # a byte is found faster than a word
    if not may_be or b"Record" not in head or (b"handRecord" not in head and b"handEventRecord" not in head):
        return False
    return re.search(_KEYS, head) is not None


def stated_rules(game: Game) -> StatedRules:
    """The server whose rules apply; the room and the switches are in the attributes of the `Game`, as they are written.

    A record without a room whose head has a remark was converted from another format; the remark may name the rules.
    """
    if game.rule_text.startswith(RIICHI_CITY_TEXT):
        return StatedRules(Phrase("record-of-riichi-city"), RIICHI_CITY)
    return rules_by_text(game)


read = partial(read_by, "auditor.formats.riichicity.reader")
write = partial(write_by, "auditor.formats.riichicity.writer")
FORMAT: Final[Format] = Format(
    NAME, "Riichi City's records (JSON)", ".json", matches, read, write, stated_rules=stated_rules,
    server="riichi-city", richness=3, rules="auditor.formats.riichicity.rules",
)  # fmt: skip
