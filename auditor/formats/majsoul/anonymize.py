# build: plain
"""Removes from records what identifies a game: names, accounts, grades, ids, times, and the wall's hashes.

Only fields that the project's description of the records (`schema`) names are kept, so that nothing unknown gets
through. The wall stays, which proves the tiles; its hashes and its salt would identify the game in published lists.
"""

import base64
import json
from collections.abc import Iterable
from typing import Any, Final

import msgspec

from auditor.core.reading.format import anonymous_name
from auditor.core.reading.stated_rules import REMARK, rule_words
from auditor.core.text import as_json
from auditor.formats.majsoul import binary, document, is_binary
from auditor.formats.majsoul.header import Head, number, table, tables
from auditor.formats.majsoul.schema import MESSAGES, message_class
from auditor.formats.majsoul.shapes import OldHands

_PUBLISHED_HASHES: Final = ("md5", "sha256", "salt", "saltSha256", "salt_sha256")
_OF_HEADS: Final = ("RecordGame", "AccountInfo", "GameMetaData", "ResGameRecord")
_ALLOWED_KEYS: Final = (
    frozenset([field.name for name in MESSAGES if name not in _OF_HEADS for field in MESSAGES[name]])
    .union([field.encode_name for field in msgspec.structs.fields(OldHands)])
    .difference(_PUBLISHED_HASHES)
)
"""The keys of records that are kept; none of them holds anything personal."""


def anonymize(data: bytes) -> bytes:
    """The games of an input as JSON, without names, ids, times and hashes. Raises ReadError if it is not a record."""
    if is_binary(data[:4096]):
        answer = binary.read_bytes(data)
        return _json(_document(answer.head, answer.items, is_binary=True))
    texts = [_of_text(text) for text in document.documents(data)]
    return _json(texts[0] if len(texts) == 1 else texts)


def _of_text(text: bytes) -> dict[str, Any]:
    contents = document.read_document(text)
    if contents.data is None:
        return _document(contents.head, contents.items, is_binary=contents.is_binary)
    answer = binary.read_bytes(contents.data)
    return _document(answer.head or contents.head, answer.items, is_binary=True)


def _document(head: Head | None, items: list[Any], *, is_binary: bool) -> dict[str, Any]:
    found: dict[str, Any] = {"head": _head(head)} if head else {}
    if is_binary:
        data = base64.b64encode(_wrapped(items)).decode()
        return found | {"data": data, "records": []}
    records = [{"name": one.name, "data": _stripped(json.loads(bytes(one.data) or b"{}"))} for one in items if one.name]
    return found | {"data": {"name": ".lq.GameDetailRecords", "data": {"records": records}}}


def _wrapped(items: Iterable[Any]) -> bytes:
    """The records as protobuf bytes, wrapped as the server does."""
    contents = message_class("GameDetailRecords")()
    for item in items:
        name = item.name.removeprefix(".lq.")
        data = item.data
        if name in MESSAGES:
            message = message_class(name).FromString(data)
            message.DiscardUnknownFields()
            for field in _PUBLISHED_HASHES:
                if field in message.DESCRIPTOR.fields_by_name:
                    message.ClearField(field)
            data = message.SerializeToString()
        contents.records.add(name=item.name, data=data)
    wrapper = message_class("Wrapper")(name=".lq.GameDetailRecords", data=contents.SerializeToString())
    whole: bytes = wrapper.SerializeToString()
    return whole


def _head(head: Head) -> dict[str, Any]:
    """The rules and the result of a head, with anonymous names."""
    config = table(head.get("config"))
    mode, meta = table(config.get("mode")), table(config.get("meta"))
    kept_meta = {"mode_id": number(meta.get("mode_id"))} if number(meta.get("mode_id")) else {}
    kept_meta |= {name: 1 for name in ("room_id", "contest_uid") if number(meta.get(name))}
    accounts = [
        {"seat": number(one.get("seat")), "nickname": anonymous_name(number(one.get("seat")))}
        for one in [*tables(head.get("accounts"))] or tables(head.get("players"))
    ]
    result = [
        {name: number(one.get(name)) for name in ("seat", "total_point", "part_point_1")}
        for one in tables(table(head.get("result")).get("players"))
    ]
    kept_mode: dict[str, Any] = {"mode": number(mode.get("mode"))}
    for name in ("detail_rule", "testing_environment"):
        if name in mode:
            kept_mode[name] = _numbers(mode[name])
    remark = head.get(REMARK)
    converted = {REMARK: rule_words(remark)} if isinstance(remark, str) else {}
    return converted | {
        "config": {"category": number(config.get("category")), "mode": kept_mode, "meta": kept_meta},
        "accounts": accounts,
        "result": {"players": result},
    }


def _numbers(value: Any) -> Any:
    """Switches with numbers in the place of strings: those that they say, or one that none has."""
    if isinstance(value, dict):
        return {name: number(one, -1 << 30) if isinstance(one, str) else _numbers(one) for name, one in value.items()}
    if isinstance(value, list):
        return [_numbers(one) for one in value if not isinstance(one, str)]
    return value


def _stripped(value: Any) -> Any:
    """A record with only the keys that are kept."""
    if isinstance(value, dict):
        return {name: _stripped(one) for name, one in value.items() if name in _ALLOWED_KEYS}
    return [_stripped(one) for one in value] if isinstance(value, list) else value


def _json(value: object) -> bytes:
    return (as_json(value, separators=(",", ":")) + "\n").encode()
