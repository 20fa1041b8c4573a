"""Logs in mjai's format, for tests."""

import json
from typing import Any

from auditor.core.events import Game
from auditor.core.reading import read

Message = dict[str, Any]
HIDDEN = ["?"] * 13
HAND = ["1m", "1m", "1m", "2p", "3p", "4p", "5s", "5sr", "7s", "8s", "9s", "E", "E"]
START: Message = {
    "type": "start_kyoku", "bakaze": "E", "kyoku": 1, "honba": 0, "kyotaku": 0, "oya": 0,
    "scores": [25000] * 4, "dora_marker": "N", "tehais": [HAND, HIDDEN, HIDDEN, HIDDEN],
}  # fmt: skip


def log(*messages: Message, start: Message = START) -> bytes:
    everything: list[Message] = [{"type": "start_game", "names": ["A", "B", "C", "D"]}, start, *messages]
    return "\n".join([json.dumps(one) for one in everything]).encode()


def one_game(data: bytes) -> Game:
    found = list(read(data, "game.mjson"))
    assert len(found) == 1, found
    assert isinstance(found[0], Game)
    return found[0]


def draw(actor: int, tile: str) -> Message:
    return {"type": "tsumo", "actor": actor, "pai": tile}


def discard(actor: int, tile: str, tsumogiri: bool = True) -> Message:
    return {"type": "dahai", "actor": actor, "pai": tile, "tsumogiri": tsumogiri}
