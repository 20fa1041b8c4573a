"""Small Majiang paipu made up for the tests."""

import json
from collections.abc import Sequence
from typing import Any

from auditor.core.errors import Problem
from auditor.core.events import Game, Hand
from auditor.formats import majiang

Entry = dict[str, dict[str, Any]]

DEALT = ("m12345678p123z11", "m12340678p123z22", "m12345678p123z33", "s123456789z4455")


def deal(
    *,
    dealt: Sequence[str] = DEALT,
    indicator: str = "z6",
    at: tuple[int, int, int, int] = (0, 0, 0, 0),
    points: Sequence[int] = (25000,) * 4,
) -> Entry:
    """The deal. at: round wind, dealer, honba, sticks."""
    wind, dealer, honba, sticks = at
    return {
        "qipai": {
            "zhuangfeng": wind,
            "jushu": dealer,
            "changbang": honba,
            "lizhibang": sticks,
            "defen": list(points),
            "baopai": indicator,
            "shoupai": list(dealt),
        }
    }


def entry(text: str) -> Entry:
    """An entry: ``draw 0 m1``, ``discard 0 m1_*``, ``call 1 m1-23``, ``kan 0 z1111``, ``replace 0 m2``, ``dora m1``."""
    word, *rest = text.split()
    if word == "dora":
        return {"kaigang": {"baopai": rest[0]}}
    key = {"draw": "zimo", "discard": "dapai", "call": "fulou", "kan": "gang", "replace": "gangzimo"}[word]
    return {key: {"l": int(rest[0]), ("m" if word in ("call", "kan") else "p"): rest[1] if len(rest) > 1 else ""}}


def win(wind: int, hand: str, *, by: int | None = None, ura: Sequence[str] | None = None, **facts: Any) -> Entry:
    """A win by the seat of that wind. by: the discarder's wind; None for a tsumo."""
    value = {"fu": 30, "fanshu": 1, "defen": 1000, "hupai": [{"name": "立直", "fanshu": 1}], "fenpei": [0, 0, 0, 0]}
    return {"hule": {"l": wind, "shoupai": hand, "baojia": by, "fubaopai": ura, **value, **facts}}


def drawn(name: str = "荒牌平局", hands: Sequence[str] = ("",) * 4, paid: Sequence[int] = (0,) * 4) -> Entry:
    """A drawn hand."""
    return {"pingju": {"name": name, "shoupai": list(hands), "fenpei": list(paid)}}


def hand(*entries: str | Entry, **dealt: Any) -> list[Entry]:
    """A hand: the deal, and what comes after it."""
    return [deal(**dealt), *[entry(one) if isinstance(one, str) else one for one in entries]]


def log(*hands: list[Entry], **extra: object) -> dict[str, object]:
    """A log of these hands; `extra` replaces or adds keys."""
    return {"title": "a test", "player": ["A", "B", "C", "D"], "qijia": 0, "log": list(hands), **extra}


def read_all(data: object, name: str = "log.json") -> list[Game | Problem]:
    """All games and problems that the reader yields for an object, a text or bytes."""
    if isinstance(data, str):
        data = data.encode()
    return list(majiang.read(data if isinstance(data, bytes) else json.dumps(data).encode(), name))


def read_game(data: object, name: str = "log.json") -> Game:
    """The one game of an input without problems."""
    (game,) = read_all(data, name)
    assert isinstance(game, Game), game
    return game


def read_hand(*entries: str | Entry, **dealt: Any) -> Hand:
    """The one hand of a log."""
    return read_game(log(hand(*entries, **dealt))).hands[0]


def problems(data: object) -> list[str]:
    """The problems reported for an input."""
    return [str(one) for one in read_all(data) if isinstance(one, Problem)]
