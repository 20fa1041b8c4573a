"""The fast readers of Mahjong Soul's records give what msgspec and protobuf give."""

import json
from functools import cache
from typing import Any

import pytest
from support.majsoul_encodings import binary as in_bytes
from support.majsoul_reading import PLAYS, read_json, read_protobuf, written

from auditor.core.program import is_compiled
from auditor.core.reading.format import IS_COMPILED
from auditor.formats.majsoul import document
from auditor.formats.majsoul.fast import wire
from auditor.formats.majsoul.fast.records import RawRecord, RawTurn, UnusualError, code_at
from auditor.formats.majsoul.vocabulary import CODE_OF_RECORD
from auditor.testing.majsoul_records import browser


@cache
def text_of(name: str) -> bytes:
    return browser(*written(name)).encode()


@cache
def bytes_of(name: str) -> bytes:
    """The records bare, of both generations."""
    return in_bytes(written(name)[1], generation=1 if name == "three players" else 2, wrap=False)


@pytest.mark.parametrize("name", PLAYS)
def test_most_records_are_decoded_in_the_pass(name: str) -> None:
    contents = document.read_fast(text_of(name))
    assert contents is not None
    records = wire.read(bytes_of(name))
    assert records is not None
    for items in (contents.items, records):
        turns = sum([isinstance(item, RawTurn) for item in items])
        assert 2 * turns > len(items)


@pytest.mark.parametrize("name", ["RecordDealTile", "RecordDiscardTile"])
@pytest.mark.parametrize(
    ("key", "value"),
    [
        *[("seat", value) for value in ("null", '"1"', "1.0", "-1", "7", "true", "01", "12345678901234567890", "{}")],
        *[("tile", value) for value in ("null", '""', '"5mt"', '"8z"', '"0z"', '"xx"', "5", '"\\u0035m"', '"五萬"')],
        *[("is_liqi", value) for value in ("null", "1", '"true"', "[]", "ture", "falsy", "tru")],
        *[("moqie", value) for value in ("null", "0", "{}", "nulL")],
        *[("zhenting", value) for value in ("null", "[]", "[true]", "[1,0,0,0]", "[true,null]", "[true]]", "5")],
        ("zhenting", "[true,false,true,false,true]"), ("zhenting", "[ true , false ]"), ("zhenting", "[true,]"),
        *[("doras", value) for value in ("null", "[]", "[ ]", '["1m"]', '["1m","2m"]', '"1m"')],
        *[("liqi", value) for value in ("null", "[]", '{"seat":1,"score":24000}', '{"seat":1,"failed":true}')],
        *[("operation", value) for value in ("null", "{}", "[]", '{"seat":3}', '{"seat":9}')],
        ("operation", '{"operation_list":null}'), ("operation", '{"operation_list":[]}'),
        ("operation", '{"seat":1,"operation_list":[{"type":12},{"type":-1},{}]}'),
        ("operation", '{"seat":1,"operation_list":[{"type":"4"},{"type":1.0}]}'),
        ("operation", '{"seat":1,"operation_list":[null,{"type":7,"combination":["1m|2m"]}]}'),
        ("operations", '[{"seat":1,"operation_list":[{"type":3}]},{"seat":2,"operation_list":[{"type":9}]}]'),
        *[("operations", value) for value in ("null", "[]", "{}", "[null]", '[{"seat":"2"}]', '[{"seat":0},5]')],
        *[("unknown", value) for value in ("1e5", "-0", "-", "0.5", '"\\n"', '"{[,"', "[[[{}]]]", '{"a":1,"a":2}')],
        ("unknown", "[" * 40 + "]" * 40), ("isLiqi", "true"), ("saltSha256", '"x"'), ("a_key_of_many_letters", "0"),
    ],
)  # fmt: skip
def test_a_value_that_is_not_as_usual_is_read_as_msgspec_reads_it(name: str, key: str, value: str) -> None:
    """Instead of what stands there, first or last, and beside it: then the key may stand twice."""
    text = text_of("four players").decode()
    results = [one["result"] for one in json.loads(text)["data"]["data"]["actions"] if "result" in one]
    data = [one["data"] for one in results if one["name"] == f".lq.{name}"][2]
    record = compact(data)
    others = compact({one: value for one, value in data.items() if one != key})
    for changed in (f'"{key}":{value},{others}', f'{others},"{key}":{value}', f'"{key}":{value},{record}'):
        with_it = text.replace(f'"data":{{{record}}}', f'"data":{{{changed}}}', 1).encode()
        assert with_it != text.encode()
        assert read_json(with_it, thoroughly=False) == read_json(with_it, thoroughly=True)


def test_an_offer_without_its_type_is_read_as_protobuf_reads_it() -> None:
    found = [(name, dict(data)) for name, data in written("four players")[1]]
    drawn = [data for name, data in found if name == "RecordDealTile"]
    drawn[2]["operation"] = {"seat": drawn[2]["seat"], "operation_list": [{}, {"type": 1}]}
    data = in_bytes(found, generation=2, wrap=False)
    assert wire.read(data) is not None
    assert read_protobuf(data, thoroughly=False) == read_protobuf(data, thoroughly=True)


def compact(value: dict[str, Any]) -> str:
    """The members of an object as text."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))[1:-1]


def test_a_list_that_is_no_list_of_records_is_left_to_msgspec() -> None:
    """One in a text, one beside the records, none, and one under another key."""
    text = text_of("four players")
    for head in (b'{"comment":"\\"actions\\":[{}]",', b'{"actions":[{}],', b'{"x":{"actions":[{"result":{}}]},'):
        changed = head + text[1:]
        assert read_json(changed, thoroughly=False) == read_json(changed, thoroughly=True)
    assert document.read_fast(b'{"data":{"data":{"actions":[]}}}') is None
    assert document.read_fast(b'{"data":{"data":{"deeds":[{"result":{"name":"x","data":{}}}]}}}') is None


def test_a_key_twice_is_seen_in_an_entry_whose_keys_were_met_before() -> None:
    text = text_of("four players")
    assert document.read_fast(text) is not None
    for key in (b'"passed":', b'"type":1,"result":'):
        place = text.index(key, len(text) // 2)
        changed = text[:place] + key[: key.index(b":")] + b":9," + text[place:]
        assert document.read_fast(changed) is None
        assert "comes twice" in str(read_json(changed, thoroughly=False)[1])


def test_every_tile_has_the_code_of_its_text() -> None:
    for first in range(32, 127):
        for second in range(32, 127):
            text = bytes([first, second])
            try:
                found: int | None = int(code_at(text, 0))
            except UnusualError:
                found = None
            assert found == CODE_OF_RECORD.get(text.decode()), text


def test_what_reads_byte_by_byte_knows_whether_it_is_compiled() -> None:
    assert is_compiled() == IS_COMPILED


def test_a_record_has_what_stands_in_its_place() -> None:
    record = RawRecord("RecordHule", b"abcdef", 2, 4)
    assert (record.name, record.data) == ("RecordHule", b"cd")
