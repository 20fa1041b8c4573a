"""Writes a game's head and records in every form in which tools save Mahjong Soul's records."""

import base64
import json
from collections.abc import Callable
from typing import Any, Final

from auditor.formats.majsoul.schema import MESSAGES, PARTS, RENAMED, message_class
from auditor.formats.majsoul.writer import Record
from auditor.testing.majsoul_records import browser, wrapped


def browser_old(game_head: dict[str, Any], records: list[Record]) -> str:
    """A log as first-generation browser scripts saved it."""
    return _json({"head": game_head, "data": {"name": ".lq.GameDetailRecords", "data": {"records": wrapped(records)}}})


def python_tool(game_head: dict[str, Any], records: list[Record], *, bare: bool = False) -> str:
    """A log as Python's MessageToJson writes it: camel case, no defaults, bytes in base64. bare: without the bytes."""
    flat = [camel(data) | {"@type": name} for name, data in records]
    data = {} if bare else {"data": base64.b64encode(binary(records)).decode()}
    return _json({"head": camel(game_head)} | data | {"records": flat})


def node_tool(game_head: dict[str, Any], records: list[Record], *, bare: bool = False) -> str:
    """A log as a Node.js tool writes it: bytes as a list of numbers, defaults filled in. bare: without the bytes."""
    flat = [{"__type": name} | data for name, data in records]
    data = {} if bare else {"data": {"type": "Buffer", "data": list(binary(records))}}
    return _json({"head": game_head} | data | {"records": flat})


def flat_list(game_head: dict[str, Any], records: list[Record]) -> str:
    """A list of one game without a head."""
    players = [
        {"accountId": one["account_id"], "nickName": one["nickname"], "seat": one["seat"]}
        for one in game_head["accounts"]
    ]
    actions = [{"step": number} | one for number, one in enumerate(wrapped(records))]
    fields = {name: game_head[name] for name in ("uuid", "start_time", "end_time", "result") if name in game_head}
    return _json([fields | {"players": players, "actions": actions}])


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def camel(value: Any) -> Any:
    """A message in camel case without its default values."""
    if isinstance(value, dict):
        return {
            name.split("_")[0] + "".join([part.capitalize() for part in name.split("_")[1:]]): camel(one)
            for name, one in value.items()
            if one not in (0, False, "", [])
        }
    return [camel(one) for one in value] if isinstance(value, list) else value


def message(name: str, data: dict[str, Any]) -> Any:
    """A protobuf message with those of the fields that auditor's schema has."""
    made = message_class(name)()
    for one in MESSAGES[name]:
        if one.name not in data:
            continue
        value, attribute = data[one.name], RENAMED.get(one.name, one.name)
        if one.name == "zhenting":
            made.zhenting = bytes(value)
        elif one.kind == "bytes" and one.name in PARTS:
            parts = [message(PARTS[one.name], part).SerializeToString() for part in _listed(value)]
            if one.is_repeated:
                made.operations.extend(parts)
            else:
                setattr(made, attribute, parts[0])
        elif one.is_repeated:
            inner = [message(one.kind, part) for part in value] if one.kind in MESSAGES else value
            getattr(made, attribute).extend(inner)
        elif one.kind in MESSAGES:
            getattr(made, attribute).CopyFrom(message(one.kind, value))
        else:
            setattr(made, attribute, value)
    return made


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def binary(records: list[Record], *, generation: int = 2, wrap: bool = True) -> bytes:
    """The records as protobuf bytes. generation: 1 records, 2 actions. wrap: in the server's wrapper."""
    wrappers = [
        {"name": f".lq.{name}", "data": message(name, data).SerializeToString()} for name, data in records
    ]  # fmt: skip
    if generation == 1:
        contents: dict[str, Any] = {"records": wrappers}
    else:
        contents = {"version": 210715, "actions": [{"result": one} for one in wrappers]}
    data: bytes = message("GameDetailRecords", contents).SerializeToString()
    if not wrap:
        return data
    whole: bytes = message("Wrapper", {"name": ".lq.GameDetailRecords", "data": data}).SerializeToString()
    return whole


def answer(game_head: dict[str, Any], records: list[Record], *, bare: bool = False) -> bytes:
    """The server's answer: the WebSocket message, or only its payload (bare)."""
    inner: bytes = message("ResGameRecord", {"head": game_head, "data": binary(records)}).SerializeToString()
    if bare:
        return inner
    wrapper: bytes = message("Wrapper", {"data": inner}).SerializeToString()
    return b"\x03\x2a\x00\n\x00" + wrapper


Encoding = Callable[[dict[str, Any], list[Record]], bytes]

ENCODINGS: Final[dict[str, Encoding]] = {
    "browser": lambda game_head, records: browser(game_head, records).encode(),
    "browser, first generation": lambda game_head, records: browser_old(game_head, records).encode(),
    "python": lambda game_head, records: python_tool(game_head, records).encode(),
    "python, without bytes": lambda game_head, records: python_tool(game_head, records, bare=True).encode(),
    "node": lambda game_head, records: node_tool(game_head, records).encode(),
    "node, without bytes": lambda game_head, records: node_tool(game_head, records, bare=True).encode(),
    "answer": answer,
    "answer, without its frame": lambda game_head, records: answer(game_head, records, bare=True),
}
"""Every form of a game with its head, by name."""
HEADLESS: Final[dict[str, Encoding]] = {
    "list": lambda game_head, records: flat_list(game_head, records).encode(),
    "wrapped bytes": lambda _, records: binary(records),
    "bare bytes": lambda _, records: binary(records, wrap=False),
    "wrapped records": lambda _, records: binary(records, generation=1),
    "bare records": lambda _, records: binary(records, generation=1, wrap=False),
}
"""Every form of a game without its head, by name."""
