"""Small tenhou.net/6 logs made up for the tests."""

import json
import urllib.parse
from collections.abc import Mapping, Sequence

from auditor.core.errors import Problem
from auditor.core.events import KIND_NAMES, NOT_RECORDED, Event, Game, Hand, Win
from auditor.core.tiles import TILE_TEXT
from auditor.formats import tenhou6

Lists = Mapping[int, tuple[object, object]]
"""The incoming and the outgoing entries of the seats that play."""

DEALT = [
    [11, 12, 13, 14, 51, 16, 17, 18, 19, 41, 41, 44, 44],
    [21, 22, 23, 24, 52, 26, 27, 28, 29, 42, 42, 44, 45],
    [31, 32, 33, 34, 53, 36, 37, 38, 39, 43, 43, 45, 45],
    [11, 12, 13, 21, 22, 23, 31, 32, 33, 46, 46, 47, 47],
]


def hand(
    lists: Lists,
    result: Sequence[object] | None = None,
    *,
    counters: tuple[int, int, int] = (0, 0, 0),
    indicators: tuple[int, ...] = (46,),
    ura: tuple[int, ...] = (),
    players: int = 4,
    dealt: Mapping[int, list[int]] | None = None,
) -> list[object]:
    """A hand with the incoming and outgoing lists of the seats named; `result` None leaves it unfinished."""
    fields: list[object] = [list(counters), [25000] * players + [0] * (4 - players), list(indicators), list(ura)]
    for seat in range(4):
        tiles = (dealt or {}).get(seat, DEALT[seat] if seat < players else [])
        incoming, outgoing = lists.get(seat, ([], []))
        fields += [tiles, incoming, outgoing]
    return fields if result is None else [*fields, list(result)]


def log(*hands: object, **extra: object) -> dict[str, object]:
    """A log of these hands; `extra` replaces or adds keys."""
    rule = {"disp": "般南喰赤", "aka": 1}
    return {"title": ["", ""], "name": ["A", "B", "C", "D"], "rule": rule, "log": list(hands), **extra}


def read_all(data: object, name: str = "log.json") -> list[Game | Problem]:
    """All games and problems that the reader yields for an object, a text or bytes."""
    if isinstance(data, str):
        data = data.encode()
    return list(tenhou6.read(data if isinstance(data, bytes) else json.dumps(data).encode(), name))


def read_game(data: object, name: str = "log.json") -> Game:
    """The one game of an input without problems."""
    (game,) = read_all(data, name)
    assert isinstance(game, Game), game
    return game


def read_hand(fields: object, **extra: object) -> Hand:
    """The one hand of a log, with every entry explained."""
    game = read_game(log(fields, **extra))
    assert game.hands[0].unexplained_from == NOT_RECORDED
    return game.hands[0]


def steps(events: list[Event]) -> str:
    """The events as text, such as ``0 draw 4z, 0 discard 4z, 2 pon 4z``."""
    return ", ".join([step(event) for event in events])


def step(event: Event) -> str:
    """An event as text: seat, kind and tile."""
    seat = f"{event.seat} " if event.seat >= 0 else ""
    tile = f" {TILE_TEXT[event.tile]}" if event.tile >= 0 else ""
    return f"{seat}{KIND_NAMES[event.kind]}{tile}"


DRAWN_HAND = ["流局", [0, 0, 0, 0]]
EAST_1 = hand({0: ([11], [60])}, DRAWN_HAND)
EAST_2 = hand({1: ([11], [60])}, DRAWN_HAND, counters=(1, 0, 0))
EAST_2_1 = hand({1: ([11], [60])}, DRAWN_HAND, counters=(1, 1, 0))


def line(fields: object, **extra: object) -> str:
    return json.dumps(log(fields, **extra))


def address(fields: object) -> str:
    return "https://tenhou.net/6/#json=" + urllib.parse.quote(line(fields))


def win_of(result: list[object], **extra: object) -> list[Win]:
    fields = hand({0: ([11], [60]), 1: ([12], ["r44"])}, result, indicators=(46,), ura=(22,))
    return [event for event in read_hand(fields, **extra).events if isinstance(event, Win)]
