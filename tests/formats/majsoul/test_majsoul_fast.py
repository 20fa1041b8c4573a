"""Mahjong Soul's records read in one pass, or decoded at once, are what protobuf and msgspec give one by one."""

import re
from collections.abc import Callable
from functools import cache

import pytest
from support.majsoul_encodings import binary as in_bytes
from support.majsoul_encodings import browser_old, flat_list
from support.majsoul_reading import PLAYS, everything, game_of, read_json, read_protobuf, written

from auditor.core.errors import Problem
from auditor.core.program import is_compiled
from auditor.core.reading import read
from auditor.core.reading.format import IS_COMPILED
from auditor.formats.majsoul import document, fast
from auditor.formats.majsoul.fast import RawRecord, RawTurn, UnusualError, code_at
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
    records = fast.read(bytes_of(name))
    assert records is not None
    turns = sum([isinstance(record, RawTurn) for record in records])
    assert 2 * turns > len(records)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"passed":', value)
        for value in ('"result":null,"passed":', '"result":{},"passed":', '"result":1,"passed":', '"passed":-,"x":')
    ]
    + [
        ('{"name":".lq.RecordDealTile",', value)
        for value in ('{"name":5,', '{"name":"x","name":".lq.RecordDealTile",', '{"x":1e999,', '{"name":"\\u002elq.X",')
    ]
    + [('"data":{"seat"', value) for value in ('"data":null,"x":{"seat"', '"data":[{}],"x":{"seat"', '"x":{"seat"')],
)
def test_an_entry_with_a_fault_is_read_as_by_itself(old: str, new: str) -> None:
    """The first of the entries, and one further on."""
    text = text_of("four players").decode()
    for place in (text.index(old), text.index(old, len(text) // 2)):
        changed = (text[:place] + new + text[place + len(old) :]).encode()
        assert read_json(changed, thoroughly=False) == read_json(changed, thoroughly=True)


def test_an_offer_without_its_type_is_read_as_protobuf_reads_it() -> None:
    found = [(name, dict(data)) for name, data in written("four players")[1]]
    drawn = [data for name, data in found if name == "RecordDealTile"]
    drawn[2]["operation"] = {"seat": drawn[2]["seat"], "operation_list": [{}, {"type": 1}]}
    data = in_bytes(found, generation=2, wrap=False)
    assert fast.read(data) is not None
    assert read_protobuf(data, thoroughly=False) == read_protobuf(data, thoroughly=True)


def test_a_list_elsewhere_is_not_the_list_of_records() -> None:
    """One in a text, one beside the records, and none of records."""
    text = text_of("four players")
    first = bytes(document.records_at_once(text)[0][0].data)
    lists = (
        b'"comment":"\\"actions\\":[{}]",',
        b'"actions":[{}],',
        b'"x":{"actions":[{"result":{}}]},',
        b'"x":%s,' % first,
    )
    for head in (b"{" + one for one in lists):
        changed = head + text[1:]
        assert read_json(changed, thoroughly=False) == read_json(changed, thoroughly=True)
    assert document.records_at_once(b'{"data":{"data":{"actions":[]}}}')[0] == []
    assert document.records_at_once(b'{"data":{"data":{"deeds":[{"result":{"name":"x","data":{}}}]}}}')[0] == []


@pytest.mark.parametrize("shape", [browser, browser_old, flat_list])
def test_of_a_key_twice_in_an_entry_the_last_counts(shape: Callable[..., str]) -> None:
    text = shape(*written("four players"))
    tile = re.compile(r'"tile":"(..)"')
    changed = tile.sub(r'"tile":"7z","tile":"\1"', text)
    assert changed != text
    assert everything(game_of(changed.encode())) == everything(game_of(text.encode()))


def test_a_key_twice_outside_the_entries_is_a_problem() -> None:
    text = text_of("four players").replace(b'"data":{', b'"data":{"name":"x",', 1)
    (problem,) = [one for one in read(text, "log") if isinstance(one, Problem)]
    assert problem.message == 'the key "name" comes twice in one object; the last is read'


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
