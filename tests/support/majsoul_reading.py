"""Mahjong Soul's records written and read back."""

from collections.abc import Callable
from functools import cache
from typing import Any

from scenarios import Play

from auditor.core.errors import ReadError
from auditor.core.events import Game
from auditor.core.reading import detect, read
from auditor.core.tiles import UNKNOWN, tile_names
from auditor.formats.majsoul import NAME, binary, document, fast
from auditor.formats.majsoul.parts import BinaryParts, JsonParts, Parts
from auditor.formats.majsoul.reader import GameReader
from auditor.formats.majsoul.writer import Record
from auditor.testing.majsoul_records import ERAS, head, records
from support.majsoul_plays import four_players, three_players

PLAYS: dict[str, Callable[[], Play]] = {"four players": four_players, "three players": three_players}


@cache
def played(name: str) -> Play:
    return PLAYS[name]()


def written(name: str, era: str = ERAS[-1]) -> tuple[dict[str, Any], list[Record]]:
    play = played(name)
    return head(play.game), records(play.game, play.rules, era)


def game_of(data: bytes, name: str = "log") -> Game:
    """The one game of an input without problems."""
    format = detect(data)
    assert getattr(format, "name", "") == "majsoul"
    found = list(read(data, name))
    assert len(found) == 1, found
    assert isinstance(found[0], Game), found
    return found[0]


def faces(tiles: Any, game: Game) -> Any:
    """Tiles in notation, in order; None for None."""
    names = tile_names(game.red_tiles)
    return None if tiles is None else [names[tile] if tile != UNKNOWN else "?" for tile in tiles]


HAND_FIELDS = ("index", "round", "honba", "sticks", "dealer", "scores", "dealt", "indicator", "first_draw_recorded")


SERVER_FIELDS = ("wall", "md5", "sha256", "salt", "salt_sha256", "furiten", "offers", "end_scores")


def of(value: Any, fields: tuple[str, ...]) -> list[Any]:
    return [getattr(value, name) for name in fields]


def everything(game: Game) -> list[Any]:
    """Everything that two forms of one record must agree on."""
    hands = [
        [of(hand, HAND_FIELDS), [event.key() for event in hand.events], of(hand.server, SERVER_FIELDS)]
        for hand in game.hands
    ]
    return [game.log_id, game.seats, game.result, game.attributes, game.red_tiles, game.rule_text, hands]


def results_of(items: list[Any], parts: Parts) -> list[Any]:
    """Everything read from the items, and the problems with them."""
    game = Game(NAME)
    game.reds_recorded = False
    reader = GameReader(game, parts)
    reader.read(items)
    return [everything(game), reader.problems]


def read_json(text: bytes, *, thoroughly: bool) -> list[Any]:
    """The contents and problems of a document, its records decoded at once unless `thoroughly`."""
    try:
        contents = document.read_document(text, at_once=not thoroughly)
    except ReadError as error:
        return [error.place, error.message]
    return [dict(contents.head), contents.problems, contents.data, *results_of(contents.items, JsonParts())]


def read_protobuf(data: bytes, *, thoroughly: bool) -> list[Any]:
    """The contents of the bytes and whether they are complete, read by the fast reader unless `thoroughly`."""
    answer = binary.RecordBytes()
    records = None if thoroughly else fast.read(data)
    if records is None:
        is_whole = binary.read_with_protobuf(data, answer)
    else:
        is_whole, answer.items = True, records
    return [is_whole, [[one.name, one.data] for one in answer.items], *results_of(answer.items, BinaryParts())]
