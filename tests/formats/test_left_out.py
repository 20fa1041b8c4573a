"""Quoting, order, added and omitted fields that mean nothing change nothing, for every field of each format."""

import json
import re
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from support import mleague_logs
from support.legal_games import legal
from support.majsoul_samples import made

from auditor.core.audit.game import audit_game
from auditor.core.events import Game
from auditor.core.reading import read
from auditor.core.rulesets import load
from auditor.testing.simulate import Simulation

RULES = {"tenhou6": "tenhou", "mjai": "tenhou", "majiang": "majiang", "mleague": "m-league", "majsoul": "mahjong-soul"}
"""JSON formats, and the rules of the game that is tried in each."""


@cache
def text_of(format: str) -> str:
    if format == "majsoul":
        return made()[0].written().decode()
    if format == "mleague":
        game = Simulation(0, "m-league").play()
        game.log_id = "L001_S001_0000_01A"
        return mleague_logs.write(game)
    written = legal(12, format, RULES[format], whole=True).written(format)
    assert written is not None
    return written[0]


def changed(format: str, change: Callable[[Any], Any]) -> bytes:
    """A log with each of its JSON values changed."""
    if format == "mjai":
        return "\n".join([json.dumps(change(json.loads(line))) for line in text_of(format).splitlines()]).encode()
    return json.dumps(change(json.loads(text_of(format)))).encode()


def everywhere(of_value: Callable[[Any], Any], value: Any) -> Any:
    """A value of JSON with a change made to it and to all in it."""
    if isinstance(value, dict):
        value = {key: everywhere(of_value, one) for key, one in value.items()}
    elif isinstance(value, list):
        value = [everywhere(of_value, one) for one in value]
    return of_value(value)


def is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


CHANGES: dict[str, Callable[[Any], Any]] = {
    "numbers in quotes": lambda value: str(value) if is_number(value) else value,
    "numbers with a point": lambda value: float(value) if is_number(value) else value,
    "numbers without quotes": lambda value: (
        int(value) if isinstance(value, str) and re.fullmatch(r"[1-9]\d{0,5}", value) else value
    ),
    "keys in another order": lambda value: dict(reversed(value.items())) if isinstance(value, dict) else value,
    "more keys": lambda value: {**value, "more": [1, {"a": None}], "": None} if isinstance(value, dict) else value,
}
LEFT_OUT = {
    "tenhou6": "ref title lobby dan rate sx name",
    "mjai": "kyoku_first bakaze honba kyotaku oya kyoku scores target tsumogiri names deltas",
    "majiang": "title qijia player changbang lizhibang point rank fu hupai fenpei",
    "mleague": "time id",
    "majsoul": "uuid start_time end_time accounts zhenting left_tile_count",
}
"""Keys that say nothing that the rest does not, or of which nothing is judged then; each is left out by itself."""


def game_of(data: bytes) -> Game:
    (game,) = read(data, "x.json")
    assert isinstance(game, Game), game
    return game


def events_of(game: Game) -> list[list[Any]]:
    return [
        [hand.round, hand.honba, hand.sticks, hand.scores, hand.dealt, *map(repr, hand.events)] for hand in game.hands
    ]


def faults(game: Game, format: str) -> list[str]:
    return [one.message for one in audit_game(game, load(RULES[format])).findings if one.severity != "note"]


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("format", RULES)
def test_a_log_written_otherwise_reads_the_same(format: str, change: str) -> None:
    same = game_of(changed(format, lambda value: everywhere(CHANGES[change], value)))
    game = game_of(text_of(format).encode())
    assert events_of(same) == events_of(game)
    assert repr(same.result) == repr(game.result)


@pytest.mark.parametrize("is_null", [False, True])
@pytest.mark.parametrize(
    ("format", "key"), [(format, key) for format, keys in LEFT_OUT.items() for key in keys.split()]
)
def test_a_key_that_is_left_out_accuses_nobody(format: str, key: str, is_null: bool) -> None:
    def without(value: Any) -> Any:
        if not isinstance(value, dict) or key not in value:
            return value
        return {name: None if name == key else one for name, one in value.items() if is_null or name != key}

    data = changed(format, lambda value: everywhere(without, value))
    assert data != changed(format, lambda value: value), f"{format} has no {key}"
    game = game_of(data)
    assert len(game.hands) == len(game_of(text_of(format).encode()).hands)
    assert faults(game, format) == []


EMPTY = {
    "SHUFFLE": "ref", "GO": "lobby", "UN": "dan rate sx", "TAIKYOKU": "oya",
    "AGARI": "hai doraHai yaku owari ba sc ten", "RYUUKYOKU": "ba sc", "REACH": "ten",
}  # fmt: skip
"""Attributes of mjlog that say nothing that the rest does not, or of which nothing is judged then."""
NEVER_EMPTY = {"ba", "sc", "ten", "owari"}
"""Lists of numbers, which an empty text is not."""


@pytest.mark.parametrize("is_empty", [False, True])
@pytest.mark.parametrize(("tag", "name"), [(tag, name) for tag, names in EMPTY.items() for name in names.split()])
def test_an_attribute_that_is_left_out_accuses_nobody(tag: str, name: str, is_empty: bool) -> None:
    written = legal(12, "mjlog", whole=True).written("mjlog")
    assert written is not None
    if is_empty and name in NEVER_EMPTY:
        return
    pattern = rf'(<{tag}\b[^>]*?) {name}="[^"]*"'
    text = re.sub(pattern, rf'\1 {name}=""' if is_empty else r"\1", written[0])
    game = game_of(text.encode())
    assert len(game.hands) == len(game_of(written[0].encode()).hands)
    found = [one.check for one in audit_game(game, load("tenhou")).findings if one.severity != "note"]
    assert found == []


def test_attributes_in_another_order_and_quotes() -> None:
    written = legal(12, "mjlog", whole=True).written("mjlog")
    assert written is not None
    element, attribute = r'<([A-Za-z]+)((?: \w+="[^"]*")+)(/?>)', r' \w+="[^"]*"'

    def backwards(found: re.Match[str]) -> str:
        return f"<{found[1]}{''.join(re.findall(attribute, found[2])[::-1])}{found[3]}"

    turned = re.sub(element, backwards, written[0])
    game = game_of(written[0].encode())
    for text in (turned, written[0].replace('"', "'"), written[0].replace("/>", " />\n ")):
        assert text != written[0]
        assert events_of(game_of(text.encode())) == events_of(game)
