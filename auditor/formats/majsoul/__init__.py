"""Mahjong Soul's own records: protobuf bytes as the server sends them, and the JSON that tools make of them.

Both generations are read (records; actions, between which players' inputs stand), of four and of three players. A
record holds the wall and its hash, the server's furiten flags and what it offered each seat:
`auditor.server_side.ServerSide`.
Bytes alone hold neither names nor rules.
"""

import base64
from collections.abc import Iterator
from typing import Any, Final

from auditor.events import Game
from auditor.formats.format import Format
from auditor.formats.log_id import is_mahjong_soul_id, log_id_from_name
from auditor.formats.majsoul import binary, document
from auditor.formats.majsoul.header import Head, fill_header
from auditor.formats.majsoul.nameless import nameless
from auditor.formats.majsoul.parts import BinaryParts, JsonParts, Parts
from auditor.formats.majsoul.reader import GameReader
from auditor.formats.majsoul.words import SERVER
from auditor.formats.rules import MAHJONG_SOUL, StatedRules
from auditor.problems import Problem, ReadError

__all__ = ["FORMAT", "NAME", "matches", "read", "stated_rules"]

NAME: Final = "majsoul"
_BASE64: Final = b"ChUubHEuR2FtZURldGFpbFJlY29yZHM"
"""How a wrapped record begins where its bytes are written as text."""


def matches(head: bytes) -> bool:
    """Whether the first bytes of an input look like this format."""
    return document.matches(head) or binary.matches(head) or head.startswith(_BASE64)


def read(data: bytes, name: str) -> Iterator[Game | Problem]:
    """Read every game of an input; a hand with an error is left out, and told."""
    if data.lstrip().startswith(_BASE64):
        try:
            data = base64.b64decode(data)
        except ValueError as error:
            yield Problem("", f"expected the record's bytes in base64: {error}")
            return
    if binary.matches(data[:4096]):
        yield from _of_answer(binary.read_bytes(data), None, name)
        return
    for place, text in enumerate(document.documents(data)):
        try:
            yield from _of_document(text, name)
        except ReadError as error:
            where = f"game {place + 1}" if place else ""
            yield Problem(", ".join([one for one in (where, error.place) if one]), error.message)


def _of_document(text: bytes, name: str) -> Iterator[Game | Problem]:
    contents = document.read_document(text)
    yield from contents.problems
    if contents.data is None:
        yield from _game(contents.head, contents.items, BinaryParts() if contents.is_binary else JsonParts(), name)
    else:
        yield from _of_answer(binary.read_bytes(contents.data), contents.head, name)


def _of_answer(answer: binary.Answer, head: Head | None, name: str) -> Iterator[Game | Problem]:
    yield from answer.problems
    for found in _game(head if answer.head is None else answer.head, answer.items, BinaryParts(), name):
        if found is not NO_HAND or not answer.problems:
            yield found


NO_HAND: Final = Problem("", "the record holds no hand (no RecordNewRound)")


def _game(head: Head | None, items: list[Any], parts: Parts, name: str) -> Iterator[Game | Problem]:
    game = Game(NAME)
    game.copies_recorded = False
    game.marks_recorded = True
    game.reds_recorded = False
    game.rule_text = SERVER
    if head:
        fill_header(game, head)
    if not game.log_id and is_mahjong_soul_id(log_id_from_name(name)):
        game.log_id = log_id_from_name(name)
    reader = GameReader(game, parts)
    reader.read(items)
    yield from reader.problems
    if game.hands:
        yield game
    elif not reader.problems:
        yield NO_HAND


def stated_rules(game: Game) -> StatedRules:
    """Whose rules a record is of; its room and switches are in the attributes of the `Game`, as they are written."""
    return StatedRules(server=MAHJONG_SOUL)


FORMAT: Final[Format] = Format(
    NAME, "Mahjong Soul's records (protobuf or JSON)", ".json", matches, read, stated_rules=stated_rules,
    nameless=nameless,
)  # fmt: skip
