"""Bad inputs in Mahjong Soul's format, by name: truncated bytes, false lengths, wrong values in JSON."""

import json
from collections.abc import Callable, Iterator
from typing import Any

from auditor.testing.majsoul_records import browser, head, records
from support.majsoul_encodings import answer, binary, message, node_tool, python_tool
from support.majsoul_plays import four_players

PLAY = four_players()
HEAD = head(PLAY.game)
RECORDS = records(PLAY.game, PLAY.rules)
NAME = b"\n\x15.lq.GameDetailRecords"
MANY = b"\xff\xff\xff\xff\x07"
"""A length of two gigabytes in protobuf."""


def _browser(change: Callable[[dict[str, Any]], object]) -> bytes:
    """A browser script's JSON with a change to the document."""
    document = json.loads(browser(HEAD, RECORDS))
    change(document)
    return json.dumps(document, ensure_ascii=False).encode()


def _record(name: str, change: Callable[[dict[str, Any]], object]) -> bytes:
    """A browser script's JSON with a change to the first record of a name."""

    def in_document(document: dict[str, Any]) -> None:
        results = [one["result"] for one in document["data"]["data"]["actions"] if "result" in one]
        change(next(one["data"] for one in results if one["name"] == f".lq.{name}"))

    return _browser(in_document)


def _with(name: str, **values: Any) -> bytes:
    return _record(name, lambda data: data.update(values))


def majsoul_inputs() -> Iterator[tuple[str, bytes]]:
    """Yield the file name and the bytes of each bad input."""
    yield from _bytes()
    yield from _documents()
    yield from _values()


def _bytes() -> Iterator[tuple[str, bytes]]:
    whole, bare = binary(RECORDS), binary(RECORDS, wrap=False)
    first = whole.index(b".lq.RecordDealTile")
    yield "majsoul-bytes-cut-in-the-name", whole[:12]
    yield "majsoul-bytes-cut-in-the-first-record", whole[:200]
    yield "majsoul-bytes-cut-in-play", whole[: first + 2]
    yield "majsoul-bytes-cut-before-the-end", whole[:-1]
    yield "majsoul-bytes-bare-and-cut", bare[: bare.index(b".lq.RecordDiscardTile") + 30]
    yield "majsoul-bytes-gigabytes-claimed", NAME + b"\x12" + MANY + bare
    yield "majsoul-bytes-a-record-of-gigabytes", whole[: first - 4] + b"\n\x12" + MANY + whole[first:]
    yield "majsoul-bytes-a-length-too-short", whole[: first - 1] + b"\x02" + whole[first:]
    yield "majsoul-bytes-nested-deep", NAME + b"\x12\x80\x80\x04" + b"\x0b" * 100_000
    yield "majsoul-bytes-no-record", binary([])
    yield "majsoul-bytes-empty-records", NAME + b"\x12\xc0\x84\x3d" + b"\n\0" * 500_000
    yield "majsoul-bytes-a-record-of-noise", _noise()
    yield "majsoul-bytes-a-record-of-a-variant", whole.replace(b".lq.RecordDealTile", b".lq.RecordFanXTile")
    yield "majsoul-bytes-a-tile-not-utf-8", whole.replace(b"\x12\x021m", b"\x12\x02\xff\xff")
    error = message("ResGameRecord", {"error": {"code": 1203}, "head": HEAD}).SerializeToString()
    yield "majsoul-answer-that-is-an-error", b"\x03\x01\x00\n\x00\x12" + _length(error) + error
    url = message("ResGameRecord", {"head": HEAD, "data_url": "https://example.org/record"}).SerializeToString()
    yield "majsoul-answer-that-only-names-the-place", url
    yield "majsoul-answer-cut", answer(HEAD, RECORDS)[:-9]


def _length(data: bytes) -> bytes:
    """A length as protobuf writes it."""
    found = b""
    number = len(data)
    while number > 127:
        found += bytes([number % 128 + 128])
        number //= 128
    return found + bytes([number])


def _noise() -> bytes:
    """A record whose bytes are not protobuf."""
    wrappers = [{"name": f".lq.{name}", "data": message(name, data).SerializeToString()} for name, data in RECORDS]
    wrappers[3]["data"] = b"\xff" * 20
    actions = [{"result": one} for one in wrappers]
    data: bytes = message("GameDetailRecords", {"version": 210715, "actions": actions}).SerializeToString()
    return data


def _documents() -> Iterator[tuple[str, bytes]]:
    text = browser(HEAD, RECORDS)
    yield "majsoul-json-cut", text[: len(text) // 2].encode()
    yield "majsoul-json-nested-deep", text.replace('"passed":0', f'"passed":{"[" * 100_000}', 1).encode()
    yield "majsoul-json-not-utf-8", text.encode().replace(b'"Aki"', b'"\xff"')
    yield "majsoul-json-key-twice", text.replace('"seat":0,', '"seat":0,"seat":0,', 1).encode()
    yield "majsoul-json-no-records", _browser(lambda document: document.pop("data"))
    yield "majsoul-json-records-are-a-text", _browser(lambda document: document["data"]["data"].update(actions="none"))
    yield "majsoul-json-no-hand", _browser(lambda document: document["data"]["data"].update(actions=[]))
    yield "majsoul-json-an-action-is-a-number", _browser(lambda document: document["data"]["data"].update(actions=[1]))
    yield (
        "majsoul-json-one-action-is-a-number",
        _browser(lambda document: document["data"]["data"]["actions"].insert(5, 1)),
    )
    yield (
        "majsoul-json-one-record-is-a-number",
        _browser(lambda document: document["data"]["data"]["actions"].insert(5, {"result": 1})),
    )
    yield "majsoul-json-many-events", _browser(lambda document: _repeat(document["data"]["data"]["actions"], 2000))
    encoded = json.loads(python_tool(HEAD, RECORDS))
    yield "majsoul-json-bad-base64", json.dumps(encoded | {"data": "ChUub*" + encoded["data"]}).encode()
    yield "majsoul-json-base64-of-noise", json.dumps(encoded | {"data": "AAAA" + encoded["data"]}).encode()
    buffer = json.loads(node_tool(HEAD, RECORDS))
    buffer["data"]["data"][40] = 256
    yield "majsoul-json-a-byte-of-256", json.dumps(buffer).encode()


def _repeat(actions: list[Any], count: int) -> None:
    """Repeat the first two draws and discards."""
    results = [place for place, one in enumerate(actions) if "result" in one]
    actions[results[3] : results[3]] = [actions[place] for place in results[1:3]] * count


def _values() -> Iterator[tuple[str, bytes]]:
    yield "majsoul-tile-5x", _with("RecordDealTile", tile="5x")
    yield "majsoul-tile-is-a-number", _with("RecordDiscardTile", tile=5)
    yield "majsoul-seat-4", _with("RecordDealTile", seat=4)
    yield "majsoul-seat-minus-1", _with("RecordDiscardTile", seat=-1)
    yield "majsoul-dealer-7", _with("RecordNewRound", ju=7)
    yield "majsoul-round-9", _with("RecordNewRound", chang=9)
    yield "majsoul-three-scores", _with("RecordNewRound", scores=[25000] * 3)
    yield "majsoul-huge-number", _with("RecordNewRound", scores=[10**30, 25000, 25000, 25000])
    yield "majsoul-points-beyond-all", _with("RecordNewRound", scores=[10**9, 25000, 25000, 25000])
    yield "majsoul-honba-minus-1", _with("RecordNewRound", ben=-1)
    yield "majsoul-call-of-type-9", _with("RecordChiPengGang", type=9)
    yield "majsoul-call-of-two-tiles", _with("RecordChiPengGang", tiles=["1m", "2m"])
    yield "majsoul-call-from-nowhere", _record("RecordChiPengGang", lambda data: data.pop("froms"))
    yield "majsoul-call-from-seat-5", _with("RecordChiPengGang", froms=[1, 1, 5])
    yield "majsoul-kan-of-type-1", _with("RecordAnGangAddGang", type=1)
    yield "majsoul-stick-of-seat-9", _with("RecordDealTile", liqi={"seat": 9, "score": 24000})
    yield "majsoul-offer-to-seat-4", _with("RecordDealTile", operation={"seat": 4, "operation_list": [{"type": 1}]})
    yield "majsoul-no-win", _with("RecordHule", hules=[])
    yield "majsoul-gains-of-two-seats", _with("RecordHule", delta_scores=[8000, -8000])
    yield "majsoul-meld-in-words", _record("RecordHule", lambda data: data["hules"][0].update(ming=["a pon"]))
    strange = "xiezi(5z,5z,5z)"
    yield "majsoul-meld-of-no-kind", _record("RecordHule", lambda data: data["hules"][0].update(ming=[strange]))
    yield "majsoul-draw-of-three-seats", _record("RecordNoTile", lambda data: data["players"].pop())
    yield "majsoul-drawn-by-seat-6", _with("RecordLiuJu", seat=6, tiles=["1m"])

    def without_start(document: dict[str, Any]) -> None:
        del document["data"]["data"]["actions"][1]

    yield "majsoul-no-beginning", _browser(without_start)
