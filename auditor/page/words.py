# build: compiled
"""Sentences made of texts and tiles, with players' names for seats: for messages, answers and calculations on a page.

`Words` are texts and rows of tiles; a terminal shows the tiles as notation, a page draws them.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, TypeAlias

from auditor.core.checks import BY_ID
from auditor.core.checks.wording import LANGUAGE, said, segments
from auditor.core.events import Game
from auditor.core.results import Finding
from auditor.core.text import printable
from auditor.core.tiles import NotationError, parse_tiles, texts_joined
from auditor.core.units import SeatIndex


class TileRow(NamedTuple):
    """Tiles side by side, each as text: ``5m``, ``0p``."""

    tiles: tuple[str, ...]

    def __str__(self) -> str:
        return texts_joined(list(self.tiles))


Word: TypeAlias = str | TileRow
Words: TypeAlias = tuple[Word, ...]

_NOTATION: Final = re.compile(r"(?<![0-9A-Za-z+-])(?:[0-9]+[mpsz])+(?![0-9A-Za-z])")


def words(*parts: Word) -> Words:
    """Words made of texts and rows of tiles; empty ones are left out, adjacent texts are joined."""
    joint: list[Word] = []
    for part in parts:
        if joint and isinstance(part, str) and isinstance(joint[-1], str):
            joint[-1] += part
        elif part not in ("", TileRow(())):
            joint.append(part)
    return tuple(joint)


def plain(sentence: Iterable[Word]) -> str:
    """Words as a single text, with tiles as notation."""
    return "".join([str(word) for word in sentence])


def as_data(sentence: Words) -> tuple[str | tuple[str, ...], ...]:
    """Words for JSON: texts, and a tuple of tile names for each row."""
    return tuple([word if isinstance(word, str) else word.tiles for word in sentence])


def with_tiles(text: str) -> Words:
    """The words of a text that the program itself made, with its notation parsed as tiles: ``waits for 6m 9m``."""
    parts: list[Word] = []
    end = 0
    for found in _NOTATION.finditer(text):
        try:
            row = TileRow(tuple(parse_tiles(found[0])))
        except NotationError:
            continue
        parts += [text[end : found.start()], row]
        end = found.end()
    return words(*parts, text[end:])


def joined(sentences: Sequence[Words], separator: str = "") -> Words:
    """Words joined by a separator, or by what stands between the items of a list."""
    parts: list[Word] = []
    for sentence in sentences:
        parts += [*([separator or LANGUAGE.get().words.get("list,", ", ")] if parts else []), *sentence]
    return words(*parts)


def in_words(text_id: str, english: str, **fields: Word | Words | int) -> Words:
    """A text as by `wording.said`, whose fields may be words. text_id, english: its id, and its template in English."""
    parts: list[Word] = []
    for number, part in enumerate(re.split(r"\{(\w+)\}", LANGUAGE.get().said(text_id, english))):
        value = fields[part] if number % 2 else part
        if isinstance(value, tuple) and not isinstance(value, TileRow):
            parts += value
        else:
            parts.append(value if isinstance(value, TileRow) else str(value))
    return words(*parts)


def player_of(game: Game, seat: SeatIndex) -> str:
    """The name of a seat's player, or ``seat 2`` where the log names nobody."""
    name = game.seats[seat].name if 0 <= seat < len(game.seats) else ""
    return printable(name) if name else said("seat", "{seat:who}", seat=seat)


def sentence_of(finding: Finding, players: Sequence[str | None], part: str = "") -> Words:
    """The message of a finding without its penalty, with players' names for seats, and with tiles. players: the name of
    each seat. part: an argument, if only that. The stored text where the catalogue has its check or message no more.
    """
    check, language = BY_ID.get(finding.check), LANGUAGE.get()
    messages = {} if check is None else language.messages(check.id, check.messages)
    arguments = {**language.arguments(finding.arguments), "penalty": ""}
    of_part = f"{{{part}:{language.words.get('list,', ', ')}}}"
    try:
        pieces = segments(of_part if part else messages[finding.message_id], arguments, messages, language.words)
    except KeyError:  # as another version worded it
        return with_tiles(finding.message_without_penalty)
    parts: list[Word] = []
    for piece in pieces:
        name = players[piece.seat] if 0 <= piece.seat < len(players) else None
        parts += with_tiles(piece.text) if piece.kind == "tiles" else [name or piece.text]
    return words(*parts)
