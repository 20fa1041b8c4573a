"""Mahjong Soul's records in unusual shapes and spellings are read the same."""

import base64
import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from support.majsoul_encodings import binary, camel, message, node_tool, python_tool
from support.majsoul_reading import everything, game_of, written

from auditor.core.errors import Problem
from auditor.core.events import Game
from auditor.core.reading import HEAD_BYTES, read
from auditor.formats.majsoul.anonymize import anonymize
from auditor.formats.majsoul.binary import MOST_BYTES
from auditor.formats.majsoul.writer import Record
from auditor.testing.majsoul_records import browser, wrapped

HEAD, RECORDS = written("four players")


@cache
def whole() -> list[Any]:
    return everything(game_of(browser(HEAD, RECORDS).encode()))


def document() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(browser(HEAD, RECORDS))
    return found


def in_base64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def buffer(data: bytes) -> dict[str, Any]:
    return {"type": "Buffer", "data": list(data)}


def wrappers() -> list[bytes]:
    """Each record as the bytes of its wrapper."""
    found = []
    for name, data in RECORDS:
        inner = message(name, data).SerializeToString()
        found.append(message("Wrapper", {"name": f".lq.{name}", "data": inner}).SerializeToString())
    return found


def actions(form: Callable[[bytes], object]) -> dict[str, Any]:
    return {"version": 210715, "actions": [{"passed": 5, "type": 1, "result": form(one)} for one in wrappers()]}


def in_actions(change: Callable[[Any], Any]) -> dict[str, Any]:
    """The document with every record changed."""
    found = document()
    for action in found["data"]["data"]["actions"]:
        if "result" in action:
            action["result"]["data"] = change(action["result"]["data"])
    return found


def mapped(change: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Changes every value inside of a value that is neither a list nor an object."""

    def change_all(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: change_all(one) for key, one in value.items()}
        return [change_all(one) for one in value] if isinstance(value, list) else change(value)

    return change_all


def as_text(value: Any) -> Any:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


def as_float(value: Any) -> Any:
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


def as_number(value: Any) -> Any:
    return int(value) if isinstance(value, bool) else value


WITH_HEAD: dict[str, Callable[[], Any]] = {
    "keys in camel case": lambda: camel(in_actions(camel)),
    "keys of records alone in camel case, far behind": lambda: {"left": "_" * (1 << 15)} | in_actions(camel),
    "numbers as texts": lambda: mapped(as_text)(document()),
    "numbers with a point": lambda: mapped(as_float)(document()),
    "flags as numbers": lambda: in_actions(mapped(as_number)),
    "bytes in base64": lambda: {"head": HEAD, "data": in_base64(binary(RECORDS))},
    "contents in base64": lambda: {"head": HEAD, "data": {"data": in_base64(binary(RECORDS, wrap=False))}},
    "each record in base64": lambda: {"head": HEAD, "data": {"data": actions(in_base64)}},
    "each record a buffer": lambda: {"head": HEAD, "data": actions(buffer)},
    "bytes by their places": lambda: {"head": HEAD, "data": dict(enumerate(binary(RECORDS)))},
    "records with names, not in a wrapper": lambda: {"head": HEAD, "records": wrapped(RECORDS)},
    "details": lambda: {"head": HEAD, "details": [{"@type": name} | data for name, data in RECORDS]},
}
WITHOUT_HEAD: dict[str, Callable[[], Any]] = {
    "no head": lambda: {"head": None, "data": document()["data"]},
    "the wrapper alone": lambda: document()["data"],
    "the contents alone": lambda: document()["data"]["data"],
    "the contents alone, first generation": lambda: {"records": wrapped(RECORDS)},
    "the contents alone, each record in base64": lambda: actions(in_base64),
    "the contents alone, first generation, in base64": lambda: {"records": [in_base64(one) for one in wrappers()]},
    "a buffer alone": lambda: buffer(binary(RECORDS)),
    "a list of records": lambda: wrapped(RECORDS),
    "a list of records with their types": lambda: [{"@type": name} | data for name, data in RECORDS],
}


@pytest.mark.parametrize("name", WITH_HEAD)
def test_a_shape_with_the_head_is_read_the_same(name: str) -> None:
    assert everything(game_of(json.dumps(WITH_HEAD[name]()).encode())) == whole()


@pytest.mark.parametrize("name", WITHOUT_HEAD)
def test_a_shape_without_the_head_has_the_same_hands(name: str) -> None:
    assert everything(game_of(json.dumps(WITHOUT_HEAD[name]()).encode()))[-1] == whole()[-1]


@pytest.mark.parametrize("name", [*WITH_HEAD, *WITHOUT_HEAD])
def test_a_shape_is_written_without_names(name: str) -> None:
    without = anonymize(json.dumps((WITH_HEAD | WITHOUT_HEAD)[name]()).encode())
    assert b"Aki" not in without
    game, whole_game = game_of(without), game_of(anonymize(browser(HEAD, RECORDS).encode()))
    assert everything(game)[-1] == everything(whole_game)[-1]
    assert name in WITHOUT_HEAD or everything(game) == everything(whole_game)


def test_what_is_no_record_stays_none_without_names() -> None:
    broken = document()
    broken["data"]["data"]["actions"].insert(5, {"result": {"name": 5}})
    without = anonymize(json.dumps(broken).encode())
    (message,) = told(json.loads(without))
    assert "(?)" in message


TEXTS: dict[str, Callable[[], bytes]] = {
    "UTF-16": lambda: browser(HEAD, RECORDS).encode("utf-16"),
    "the other UTF-16": lambda: b"\xfe\xff" + browser(HEAD, RECORDS).encode("utf-16-be"),
    "sorted, with its id far from the beginning": lambda: json.dumps(document(), sort_keys=True, indent=4).encode(),
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_is_read_the_same(name: str) -> None:
    text = TEXTS[name]()
    assert b"uuid" not in text[:HEAD_BYTES] or "UTF-16" in name
    assert everything(game_of(text)) == whole()


def test_bytes_written_as_text_are_read() -> None:
    text = in_base64(binary(RECORDS))
    lines = "\n".join([text[place : place + 76] for place in range(0, len(text), 76)])
    assert everything(game_of(lines.encode() + b"\n"))[-1] == whole()[-1]


def test_a_game_a_line_is_read() -> None:
    text = browser(HEAD, RECORDS)
    games = list(read(f"{text}\n{text}\n\n{text}\n".encode(), "log"))
    assert [everything(game) for game in games if isinstance(game, Game)] == [whole()] * 3
    assert len(games) == 3


# ---- what is wrong is told once, and costs no more than it must


def told(data: object) -> list[str]:
    text = data if isinstance(data, bytes) else json.dumps(data).encode()
    return [str(one) for one in read(text, "log") if isinstance(one, Problem)]


def test_more_bytes_than_any_game_has_are_not_decoded() -> None:
    (problem,) = read(binary(RECORDS).ljust(MOST_BYTES + 1, b"\0"), "log")
    assert str(problem) == "expected at most 4,194,304 bytes for the records of a game, not 4,194,305"


def hands(data: object) -> int:
    return sum([len(one.hands) for one in read(json.dumps(data).encode(), "log") if isinstance(one, Game)])


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"head": HEAD, "data_url": "https://example.org/x"}, "it lies at https://example.org/x"),
        ({"error": {"code": 1203}, "head": HEAD}, "the server's answer is an error (number 1203), without a record"),
        ({"head": HEAD}, "expected the records under data, records or actions; there are none"),
        ([{"name": ".lq.RecordNewRound"}], "record 0 (RecordNewRound), hand 0: scores: expected"),
    ],
)
def test_what_holds_no_record_is_told(data: object, message: str) -> None:
    (problem,) = told(data)
    assert message in problem


@pytest.mark.parametrize(
    "broken",
    [
        lambda: json.loads(python_tool(HEAD, RECORDS)) | {"data": "ChUubHEuR2FtZURldGFpbFJlY29yZHM*"},
        lambda: json.loads(node_tool(HEAD, RECORDS)) | {"data": {"type": "Buffer", "data": [10, 21, 999]}},
    ],
    ids=["base64", "buffer"],
)
def test_records_beside_bytes_that_are_none_are_read(broken: Callable[[], dict[str, Any]]) -> None:
    (problem,) = told(broken())
    assert problem.endswith("the records next to them are read")
    assert everything(next(one for one in read(json.dumps(broken()).encode(), "") if isinstance(one, Game))) == whole()


def with_each(name: str, **fields: Any) -> dict[str, Any]:
    """The document with fields of every record of a name changed."""
    found = document()
    for action in found["data"]["data"]["actions"]:
        if action.get("result", {}).get("name") == f".lq.{name}":
            action["result"]["data"] |= fields
    return found


def test_the_same_fault_of_many_hands_is_told_once() -> None:
    (problem,) = told(with_each("RecordNewRound", ju=7))
    assert problem == (
        "record 0 (RecordNewRound), hand 0: expected a seat 0 to 3, not 7; the hand is left out; also in 5 more hands"
    )


def test_a_game_of_two_players_is_told_once() -> None:
    (problem,) = told(with_each("RecordNewRound", scores=[50000, 50000]))
    assert "a game of two players; only those of three and of four are read" in problem


def renamed(names: dict[str, str]) -> list[Record]:
    return [(names.get(name, name), data) for name, data in RECORDS]


def test_records_of_a_variant_cost_their_hands_and_are_told_once() -> None:
    """Of a hand that two of them stand in the first is told."""
    found = browser(HEAD, renamed({"RecordHule": "RecordHuleXueZhanEnd", "RecordLiuJu": "RecordGangResult"}))
    assert told(found.encode()) == [
        "the record .lq.RecordHuleXueZhanEnd is none that is known (variants of the game have their own); left out: "
        "hands 0, 3, 5",
        "the record .lq.RecordGangResult is none that is known (variants of the game have their own); left out: "
        "hands 2, 4",
    ]
    both = [("RecordSelectGap", data) if name == "RecordDealTile" else (name, data) for name, data in RECORDS]
    both = [("RecordChangeTile", data) if name == "RecordHule" else (name, data) for name, data in both]
    assert len(told(browser(HEAD, both).encode())) == 1


def test_a_letter_behind_a_tile_marks_it_and_is_passed_over() -> None:
    marked = mapped(lambda value: f"{value}t" if value == "1z" else value)(document())
    assert everything(game_of(json.dumps(marked).encode()))[-1] == whole()[-1]


# ---- the red fives


def test_a_ranked_room_has_its_red_fives_whatever_a_tool_fills_in() -> None:
    """A tool that names every field writes 0 for what a ranked room does not say."""
    filled = {"dora_count": 0, "shiduan": 0, "init_point": 0, "can_jifei": False, "amusement_switches": []}
    config = {"category": 2, "mode": {"mode": 2, "detail_rule": filled}, "meta": {"mode_id": 12}}
    game = game_of(browser(HEAD | {"config": config}, RECORDS).encode())
    assert (game.red_tiles, game.rule_text) == ((16, 52, 88), "玉の間南喰赤")
    assert everything(game) == whole()


def test_a_second_red_five_is_none_of_a_ranked_room() -> None:
    start = RECORDS[0][1]
    changed = [("RecordNewRound", start | {"paishan": start["paishan"].replace("5p", "0p", 1)}), *RECORDS[1:]]
    assert game_of(browser(HEAD, changed).encode()).red_tiles == (16, 52, 88)
