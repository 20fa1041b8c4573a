"""An input that holds records of Mahjong Soul's: its games."""

import base64
from collections.abc import Iterator
from typing import Any, Final

from auditor.events import Game
from auditor.formats.log_id import is_mahjong_soul_id, log_id_from_name
from auditor.formats.majsoul import binary, document
from auditor.formats.majsoul.header import Head, fill_header
from auditor.formats.majsoul.parts import BinaryParts, JsonParts, Parts
from auditor.formats.majsoul.reader import GameReader
from auditor.formats.majsoul.signs import BASE64, NAME, is_binary
from auditor.formats.majsoul.words import SERVER
from auditor.problems import Problem, ReadError


def read(data: bytes, name: str) -> Iterator[Game | Problem]:
    """Read every game of an input; a hand with an error is left out, and told."""
    if data.lstrip().startswith(BASE64):
        try:
            data = base64.b64decode(data)
        except ValueError as error:
            yield Problem("", f"expected the record's bytes in base64: {error}")
            return
    if is_binary(data[:4096]):
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
