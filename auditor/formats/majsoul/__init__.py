"""Mahjong Soul's own records: protobuf bytes as the server sends them, and the JSON that tools make of them.

Both generations are read (lists of records; lists of actions, some of which are players' inputs instead of records),
for four and for three players. A record holds the wall and its hash, the server's furiten flags and what it offered
each seat: `auditor.core.events.ServerRecord`.
The bytes of the records alone hold neither names nor rules.
"""

from collections.abc import Iterator
from typing import Final

from auditor.core.errors import Problem
from auditor.core.events import Game
from auditor.core.reading.format import Format
from auditor.core.reading.stated_rules import MAHJONG_SOUL, StatedRules
from auditor.formats.majsoul.vocabulary import NAME, matches

__all__ = ["FORMAT", "NAME", "matches", "read", "stated_rules"]


def read(data: bytes, name: str) -> Iterator[Game | Problem]:
    """Read every game of an input; a hand with an error is left out, and reported."""
    from auditor.formats.majsoul.reader import read as read_input

    return read_input(data, name)


def stated_rules(game: Game) -> StatedRules:
    """The server whose rules apply; the room and switches are in the attributes of the `Game`, as they are written."""
    return StatedRules(server=MAHJONG_SOUL)


def _anonymize(data: bytes) -> bytes:
    from auditor.formats.majsoul.anonymize import anonymize

    return anonymize(data)


FORMAT: Final[Format] = Format(
    NAME, "Mahjong Soul's records (protobuf or JSON)", ".json", matches, read, stated_rules=stated_rules,
    anonymize=_anonymize,
    server="mahjong-soul", richness=6, result_comes_first=True, rules="auditor.formats.majsoul.rules",
)  # fmt: skip
