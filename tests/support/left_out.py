"""Logs as trees of dictionaries and lists, from which the keys of a path are left out wherever they stand."""

import gzip
import html
import json
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

Key = tuple[str, str]
"""A path, of which an entry's own type is part, and a key of the dictionaries there."""

_TYPES = ("type", "cmd", "tag", "eventType")
_SEEDED = re.compile(r"[TUVWDEFG]\d+")


class Codec(NamedTuple):
    """How a format's bytes become a tree, and a tree bytes."""

    load: Callable[[bytes], Any]
    dump: Callable[[Any], bytes]


def keys_of(value: Any) -> list[Key]:
    """Every key of a tree, with its path, as often as it occurs; none of those that say what an entry is."""
    found = [(path, key) for path, fields in _walk(value, "") for key, one in fields.items() if not _is_type(key, one)]
    return [one for one in found if one[1] not in ("name", "a")]


def without(value: Any, gone: Iterable[Key], path: str = "") -> Any:
    """A tree without some keys."""
    if isinstance(value, list):
        return [without(one, gone, f"{path}[]") for one in value]
    if not isinstance(value, dict):
        return value
    here = path + _type_of(value)
    return {key: without(one, gone, f"{here}.{key}") for key, one in value.items() if (here, key) not in gone}


def _walk(value: Any, path: str) -> Iterator[tuple[str, dict[str, Any]]]:
    if isinstance(value, list):
        for one in value:
            yield from _walk(one, f"{path}[]")
    elif isinstance(value, dict):
        here = path + _type_of(value)
        yield here, value
        for key, one in value.items():
            yield from _walk(one, f"{here}.{key}")


def _is_type(key: str, value: Any) -> bool:
    return key in _TYPES and isinstance(value, int if key == "eventType" else str)


def _type_of(value: dict[str, Any]) -> str:
    name = next((one for key, one in value.items() if _is_type(key, one)), "")
    if not name and "Record" in str(value.get("name", "")):
        name = value["name"]
    return f"<{_SEEDED.sub('draw', str(name))}>" if name != "" else ""


def _json(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()


def _lines(data: bytes) -> list[Any]:
    return [json.loads(line) for line in data.splitlines() if line.strip()]


def _documents(data: bytes) -> list[Any]:
    """JSON values that follow each other, over lines or within one."""
    text, found, end = data.decode().strip(), [], 0
    while end < len(text):
        value, end = json.JSONDecoder().raw_decode(text, end)
        found.append(value)
        end += len(text[end:]) - len(text[end:].lstrip())
    return found


def _inner(value: Any, change: Callable[[Any], Any]) -> Any:
    """Riichi City's answer with the data of each event changed: they are JSON in a string."""
    if isinstance(value, list):
        return [_inner(one, change) for one in value]
    if not isinstance(value, dict):
        return value
    is_event = "eventType" in value
    return {key: change(one) if is_event and key == "data" else _inner(one, change) for key, one in value.items()}


_ELEMENT = re.compile(r"<([A-Za-z]+\d*)((?:\s+[\w:]+=\"[^\"]*\")*)\s*/>")


def _elements(data: bytes) -> list[Any]:
    found = []
    for tag, attributes in _ELEMENT.findall(data.decode()):
        named = {key: html.unescape(one) for key, one in re.findall(r'([\w:]+)="([^"]*)"', attributes)}
        found.append({"tag": tag, "a": named})
    return found


def _xml(value: Any) -> bytes:
    texts = []
    for one in value:
        attributes = "".join([f' {key}="{html.escape(text)}"' for key, text in one["a"].items()])
        texts.append(f"<{one['tag']}{attributes}/>")
    return f'<mjloggm ver="2.3">{"".join(texts)}</mjloggm>'.encode()


CODECS = {
    "mjlog": Codec(_elements, _xml),
    "tenhou6": Codec(_documents, lambda value: b"\n".join(map(_json, value))),
    "mjai": Codec(_lines, lambda value: b"\n".join(map(_json, value))),
    "mjx": Codec(_lines, lambda value: b"\n".join(map(_json, value))),
    "riichicity": Codec(
        lambda data: _inner(json.loads(data), json.loads), lambda value: _json(_inner(value, json.dumps))
    ),
}
"""By format; the others are a single JSON value."""
JSON = Codec(json.loads, _json)


def content(path: Path) -> bytes:
    """The bytes of a file, unpacked."""
    data = path.read_bytes()
    return gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data
