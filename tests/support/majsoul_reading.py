"""Records of Mahjong Soul written and read again."""

from collections.abc import Callable
from functools import cache
from typing import Any

from scenarios import Play

from auditor.events import Game
from auditor.formats import detect, read
from auditor.testing.majsoul_records import (
    ERAS,
    Record,
    head,
    records,
)
from auditor.tiles import UNKNOWN, tile_names
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
    """Tiles as texts, in their order; None for none."""
    names = tile_names(game.red_tiles)
    return None if tiles is None else [names[tile] if tile != UNKNOWN else "?" for tile in tiles]


HAND_FIELDS = ("index", "round", "honba", "sticks", "dealer", "scores", "dealt", "indicator", "first_draw_recorded")


SERVER_FIELDS = ("wall", "md5", "sha256", "salt", "salt_sha256", "furiten", "offers", "end_scores")


def of(value: Any, fields: tuple[str, ...]) -> list[Any]:
    return [getattr(value, name) for name in fields]


def everything(game: Game) -> list[Any]:
    """All that two shapes of one record must agree in."""
    hands = [
        [of(hand, HAND_FIELDS), [event.key() for event in hand.events], of(hand.server, SERVER_FIELDS)]
        for hand in game.hands
    ]
    return [game.log_id, game.seats, game.result, game.attributes, game.red_tiles, game.rule_text, hands]
