"""Every shape in which Mahjong Soul's records lie on disks: protobuf bytes, and the JSON that tools make of them."""

import base64
import json
from collections.abc import Callable
from typing import Any, Final

from auditor.formats.majsoul.schema import MESSAGES, message_class
from auditor.testing.majsoul_records import Record


def wrapped(found: list[Record]) -> list[dict[str, Any]]:
    """Records as browser scripts list them."""
    return [{"name": f".lq.{name}", "data": data} for name, data in found]


def browser(game_head: dict[str, Any], found: list[Record], comment: str = "") -> str:
    """What a browser script saves, second generation: actions, with the players' inputs between the records."""
    actions: list[dict[str, Any]] = []
    for number, one in enumerate(wrapped(found)):
        actions.append({"passed": 1000 * number, "type": 2, "user_input": {"seat": number % 4, "type": 2}})
        actions.append({"passed": 1000 * number + 500, "type": 1, "result": one})
    data = {"name": ".lq.GameDetailRecords", "data": {"version": 210715, "actions": actions}}
    return _json(({"comment": comment} if comment else {}) | {"head": game_head, "data": data, "data_url": ""})


def browser_old(game_head: dict[str, Any], found: list[Record]) -> str:
    """What a browser script saved of the first generation."""
    return _json({"head": game_head, "data": {"name": ".lq.GameDetailRecords", "data": {"records": wrapped(found)}}})


def python_tool(game_head: dict[str, Any], found: list[Record], *, bare: bool = False) -> str:
    """What Python's MessageToJson makes: camel case, no defaults, the bytes in base64. bare: without the bytes."""
    flat = [camel(data) | {"@type": name} for name, data in found]
    data = {} if bare else {"data": base64.b64encode(binary(found)).decode()}
    return _json({"head": camel(game_head)} | data | {"records": flat})


def node_tool(game_head: dict[str, Any], found: list[Record], *, bare: bool = False) -> str:
    """What a Node.js tool makes: a buffer of numbers, defaults filled in. bare: without the bytes."""
    flat = [{"__type": name} | data for name, data in found]
    data = {} if bare else {"data": {"type": "Buffer", "data": list(binary(found))}}
    return _json({"head": game_head} | data | {"records": flat})


def flat_list(game_head: dict[str, Any], found: list[Record]) -> str:
    """A list of games without a head."""
    players = [
        {"accountId": one["account_id"], "nickName": one["nickname"], "seat": one["seat"]}
        for one in game_head["accounts"]
    ]
    actions = [{"step": number} | one for number, one in enumerate(wrapped(found))]
    kept = {name: game_head[name] for name in ("uuid", "start_time", "end_time", "result") if name in game_head}
    return _json([kept | {"players": players, "actions": actions}])


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def camel(value: Any) -> Any:
    """A message in camel case without what is a default."""
    if isinstance(value, dict):
        return {
            name.split("_")[0] + "".join([part.capitalize() for part in name.split("_")[1:]]): camel(one)
            for name, one in value.items()
            if one not in (0, False, "", [])
        }
    return [camel(one) for one in value] if isinstance(value, list) else value


_TYPES: Final = {
    name: {field.split()[2]: field.split()[1] for field in fields.split(", ")} for name, fields in MESSAGES.items()
}
_AS_BYTES: Final = {
    "liqi": "LiQiSuccess", "operation": "OptionalOperationList", "operations": "OptionalOperationList"
}  # fmt: skip
"""Fields that the reader decodes itself, by their messages."""


def message(name: str, data: dict[str, Any]) -> Any:
    """A message with those of the fields that the project's description has."""
    made = message_class(name)()
    for field, value in data.items():
        kind = _TYPES[name].get(field)
        if kind is None:
            continue
        attribute = {"saltSha256": "salt_sha256"}.get(field, field)
        if field == "zhenting":
            made.zhenting = bytes(value)
        elif field in _AS_BYTES and kind.removeprefix("*") == "bytes":
            parts = [message(_AS_BYTES[field], one).SerializeToString() for one in _listed(value)]
            if kind.startswith("*"):
                made.operations.extend(parts)
            else:
                setattr(made, attribute, parts[0])
        elif kind.startswith("*"):
            inner = kind[1:]
            getattr(made, attribute).extend([message(inner, one) for one in value] if inner in _TYPES else value)
        elif kind in _TYPES:
            getattr(made, attribute).CopyFrom(message(kind, value))
        else:
            setattr(made, attribute, value)
    return made


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def binary(found: list[Record], *, generation: int = 2, wrap: bool = True) -> bytes:
    """The records as protobuf bytes. generation: 1 records, 2 actions. wrap: in the server's wrapper."""
    wrappers = [
        {"name": f".lq.{name}", "data": message(name, data).SerializeToString()} for name, data in found
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


def answer(game_head: dict[str, Any], found: list[Record], *, bare: bool = False) -> bytes:
    """The server's answer: the WebSocket message, or what stands in it (bare)."""
    inner: bytes = message("ResGameRecord", {"head": game_head, "data": binary(found)}).SerializeToString()
    if bare:
        return inner
    wrapper: bytes = message("Wrapper", {"data": inner}).SerializeToString()
    return b"\x03\x2a\x00\n\x00" + wrapper


Encoding = Callable[[dict[str, Any], list[Record]], bytes]

ENCODINGS: Final[dict[str, Encoding]] = {
    "browser": lambda game_head, found: browser(game_head, found).encode(),
    "browser, first generation": lambda game_head, found: browser_old(game_head, found).encode(),
    "python": lambda game_head, found: python_tool(game_head, found).encode(),
    "python, without bytes": lambda game_head, found: python_tool(game_head, found, bare=True).encode(),
    "node": lambda game_head, found: node_tool(game_head, found).encode(),
    "node, without bytes": lambda game_head, found: node_tool(game_head, found, bare=True).encode(),
    "answer": answer,
    "answer, without its frame": lambda game_head, found: answer(game_head, found, bare=True),
}
"""Every way to write a game with its head, by name."""
HEADLESS: Final[dict[str, Encoding]] = {
    "list": lambda game_head, found: flat_list(game_head, found).encode(),
    "wrapped bytes": lambda _, found: binary(found),
    "bare bytes": lambda _, found: binary(found, wrap=False),
    "wrapped records": lambda _, found: binary(found, generation=1),
    "bare records": lambda _, found: binary(found, generation=1, wrap=False),
}
"""Every way to write one without."""
