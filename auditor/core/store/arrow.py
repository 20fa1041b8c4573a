"""Rows and packed columns as Arrow tables, from which DuckDB loads in bulk."""

import re
import struct
import sys
from array import array
from collections.abc import Sequence
from functools import cache
from itertools import accumulate, chain
from typing import Any, Final

import pyarrow as pa

from auditor.core.hand.machi import MACHI_NAMES
from auditor.core.store.packed import NULL, EventColumns
from auditor.core.store.rows import GameRows, PackedRows, PlayColumns
from auditor.core.store.schema import COLUMNS, ENUMERATIONS, EVENT_CODES, ROW_TABLES, TABLES, TEXT_TABLES, TILE_NAMES
from auditor.core.table.record import DRAWN_FIELDS, TURN_FIELDS

RangeErrors = (pa.ArrowException, OverflowError, UnicodeEncodeError, struct.error)
"""All that `arrow_tables` can raise for values that a column cannot hold."""


def range_problem(error: Exception) -> str:
    """The problem of an input that caused one of RangeErrors."""
    return f"holds a value that no column of the database can hold ({error}); it was not loaded"


def arrow_tables(columns: GameRows) -> dict[str, Any]:
    """An Arrow table for each database table, with the columns in their order. Raises one of RangeErrors."""
    tables = {table: row_table(table, columns.rows[table]) for table in ROW_TABLES}
    tables[EVENT_CODES] = event_table(columns.events)
    tables["turns"] = turn_table(columns.plays)
    tables["draws"] = draw_table(columns.plays.draws)
    return tables


def send_as_streams() -> None:
    """Send tables to other processes as Arrow's streams; to pickle each column's parts takes five times as long."""
    reduction = sys.modules.get("multiprocessing.reduction")
    if reduction is not None:  # which a run of one process has no need to import
        reduction.ForkingPickler.register(pa.Table, _as_stream)


def _as_stream(table: Any) -> tuple[Any, tuple[Any]]:
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as stream:
        stream.write_table(table)
    return _of_stream, (sink.getvalue(),)


def _of_stream(stream: Any) -> Any:
    return pa.ipc.open_stream(stream).read_all()


def joined_tables(parts: list[dict[str, Any]]) -> dict[str, Any]:
    """The tables of several parts, each an Arrow table with the rows of all."""
    joined = {}
    for table in parts[0]:
        tables = [part[table] for part in parts]
        filled = [one for one in tables if len(one)]  # those without rows may have other types
        joined[table] = pa.concat_tables(filled or tables[:1])
    return joined


def without_inputs(tables: dict[str, Any], source_ids: list[str]) -> dict[str, Any]:
    """Arrow tables without the rows of the inputs with these keys."""
    import pyarrow.compute as pc

    games = tables["games"]
    left_out = {
        "source_id": pa.array(source_ids, pa.string()),
        "game_id": games.filter(pc.is_in(games.column("source_id"), pa.array(source_ids))).column("game_id"),
    }
    remaining: dict[str, Any] = {}
    for table, rows in tables.items():
        key = "game_id" if "game_id" in rows.column_names else "source_id"
        of_rows = rows.column(key)
        if pa.types.is_dictionary(of_rows.type):
            of_rows = of_rows.cast(of_rows.type.value_type)
        remaining[table] = rows.filter(pc.invert(pc.is_in(of_rows, left_out[key])))
    return remaining


_ARROW_TYPES: Final = {
    "BOOLEAN": pa.bool_(),
    "TINYINT": pa.int8(), "SMALLINT": pa.int16(), "INTEGER": pa.int32(), "BIGINT": pa.int64(), "HUGEINT": pa.int64(),
    "UTINYINT": pa.uint8(), "USMALLINT": pa.uint16(), "UINTEGER": pa.uint32(), "UBIGINT": pa.uint64(),
    "FLOAT": pa.float32(), "DOUBLE": pa.float64(),
    "VARCHAR": pa.string(), "DATE": pa.date32(), "TIMESTAMP": pa.timestamp("us"),
}  # fmt: skip
"""By DuckDB's types. Sums are HUGEINT, but no sum of points exceeds 64 bits."""
_LIST: Final = re.compile(r"\[\d*\]$")


def arrow_type(type: str) -> Any:
    """The Arrow type of a DuckDB type, None for one that Arrow shall infer. Enumerated values are text."""
    if _LIST.search(type):
        item = arrow_type(_LIST.sub("", type))
        return None if item is None else pa.list_(item)
    if type in ENUMERATIONS or type.startswith("ENUM"):
        return pa.string()
    if type.startswith("TIMESTAMP") and type != "TIMESTAMP":
        return pa.timestamp("us", "UTC")
    return _ARROW_TYPES.get(type)


@cache
def table_types() -> dict[str, dict[str, Any]]:
    """For each table the Arrow types of its columns by name, in order.

    Enumerated values are of a dictionary; lists of them are text, since DuckDB cannot read them where empty.
    """
    coded = pa.dictionary(pa.uint8(), pa.string())
    return {
        table: {one.name: coded if one.type in ENUMERATIONS else arrow_type(one.type) for one in COLUMNS[table]}
        for table in TABLES
    }


@cache
def no_rows(table: str) -> Any:
    """The Arrow table for a table without rows."""
    return pa.schema(table_types()[table].items()).empty_table()


def row_table(table: str, values: list[Any]) -> Any:
    """Rows, one after the other in one list, in the order of the table's columns, as an Arrow table."""
    if not values:
        return no_rows(table)
    columns = COLUMNS[table]
    width = len(columns)
    each = [(one.name, _column(table, one.name, one.sql, values[place::width])) for place, one in enumerate(columns)]
    return pa.table(dict(each))


def _column(table: str, name: str, sql: str, values: list[Any]) -> Any:
    """The values of a column as an Arrow array: enumerated ones are numbers, but in TEXT_TABLES."""
    type, item = sql.partition(" ")[0], re.split(r"\W", sql, maxsplit=1)[0]
    if name == "game_id" and table != "games":
        numbers = {key: number for number, key in enumerate(dict.fromkeys(values))}
        return pa.DictionaryArray.from_arrays(_numbers("i", [numbers[key] for key in values]), pa.array(list(numbers)))
    if item in ENUMERATIONS and table not in TEXT_TABLES:
        return _enumerated(type, item, values)
    form = _FORMS.get(item)
    if form is None or (type == item and "NOT NULL" not in sql):
        return pa.array(values, table_types()[table][name])
    if type == item:
        return _numbers(form, values)
    items = list(chain.from_iterable([one for one in values if one is not None]))
    return _sized(values, pa.array(items, _OF_FORMS[form]) if None in items else _numbers(form, items))


def _enumerated(type: str, item: str, values: list[Any]) -> Any:
    """Numbers of enumerated values, or bytes of them, by their names."""
    if type == item:
        codes = pa.array(values, pa.uint8()) if None in values else number_array(bytes(values), pa.uint8())
        return pa.DictionaryArray.from_arrays(codes, _enumeration(item))
    if type.count("[") > 1:
        return _sized(values, _enumerated(f"{item}[]", item, list(chain.from_iterable(values))))
    joined = b"".join([one for one in values if one is not None])
    if item == "tile":
        return _sized(values, _tile_texts(joined))
    names = ENUMERATIONS[item]  # text, since DuckDB cannot read lists of a dictionary where empty
    return _sized(values, pa.array([names[code] for code in joined], pa.string()))


_FORMS: Final = {"TINYINT": "b", "SMALLINT": "h", "INTEGER": "i"}
"""The letters of `struct`, which packs numbers in a third of the time that `array` or Arrow takes."""
_OF_FORMS: Final = {"b": pa.int8(), "h": pa.int16(), "i": pa.int32()}


def _numbers(form: str, values: list[int]) -> Any:
    """Numbers as an Arrow array. Raises struct.error for one out of range."""
    packed = pa.py_buffer(struct.pack(f"{len(values)}{form}", *values))
    return pa.Array.from_buffers(_OF_FORMS[form], len(values), [None, packed])


@cache
def _enumeration(type: str) -> Any:
    return pa.array(ENUMERATIONS[type], pa.string())


def _sized(lists: list[Any], items: Any) -> Any:
    """A column of lists of the sizes of these, NULL for None; items: those of all."""
    ends = list(accumulate([0 if one is None else len(one) for one in lists], initial=0))
    if None not in lists:
        return pa.ListArray.from_arrays(_numbers("i", ends), items)
    starts = [None if one is None else start for one, start in zip([*lists, ()], ends, strict=True)]
    return pa.ListArray.from_arrays(pa.array(starts, pa.int32()), items)


def event_table(events: EventColumns) -> Any:
    """The events as an Arrow table with a row for each hand, made without a Python object for each event."""
    calls = _offsets(events.calls)
    tiles = _tile_texts(events.call_tiles)
    return pa.table({
        "game_id": _repeated(events.game_ids, events.game_hands),
        "hand": pa.array(events.hands, pa.int16()),
        "live_wall": pa.array(events.live_walls, pa.int16()),
        "replayed": pa.array(events.replayed, pa.int16()),
        "codes": pa.ListArray.from_arrays(_offsets(events.lengths), number_array(events.codes, pa.uint16())),
        "call_events": pa.ListArray.from_arrays(calls, pa.array(events.call_events, pa.int16())),
        "call_tiles": pa.ListArray.from_arrays(calls, pa.ListArray.from_arrays(_offsets(events.call_sizes), tiles)),
    })  # fmt: skip


_FIRST, _SECOND = (bytes([ord(name[place]) for name in TILE_NAMES]).ljust(NULL + 1) for place in (0, 1))
"""The first and the second letter of the name of each code of a tile."""

_EVEN: Final = array("i", [0])
"""The even numbers, as many as were needed so far: where texts of two letters begin."""


def _tile_texts(codes: bytes | bytearray) -> Any:
    """Codes of tiles as an Arrow array of their names, which are two letters each; the byte NULL becomes NULL."""
    letters = bytearray(2 * len(codes))
    letters[0::2], letters[1::2] = codes.translate(_FIRST), codes.translate(_SECOND)
    is_valid, _ = nullable(codes).buffers()
    if len(_EVEN) <= len(codes):
        _EVEN.extend(range(2 * len(_EVEN), 2 * len(codes) + 1, 2))
    offsets = _EVEN[: len(codes) + 1].tobytes()
    return pa.StringArray.from_buffers(len(codes), pa.py_buffer(offsets), pa.py_buffer(letters), is_valid)


def _repeated(game_ids: list[str], lengths: Sequence[int]) -> Any:
    """The column of game keys, each repeated for the number of rows of its game."""
    games = array("i")
    for number, length in enumerate(lengths):
        games.extend(array("i", [number]) * length)
    return pa.DictionaryArray.from_arrays(number_array(games, pa.int32()), pa.array(game_ids, pa.string()))


def _keys(rows: PackedRows) -> dict[str, Any]:
    """The columns of game and hand."""
    hands = array("h")
    for hand, length in zip(rows.hands, rows.hand_lengths, strict=True):
        hands.extend(array("h", [hand]) * length)
    return {"game_id": _repeated(rows.game_ids, rows.game_lengths), "hand": number_array(hands, pa.int16())}


def turn_table(plays: PlayColumns) -> Any:
    """The discards as an Arrow table."""
    if not plays.turns.packed:
        return no_rows("turns")
    import pyarrow.compute as pc  # a fifth of the time that starting takes, and needed only for turns

    fields = _fields(plays.turns.packed, TURN_FIELDS)
    is_tenpai = pc.equal(number_array(fields["shanten"], pa.uint8()), 0)
    waits = pc.if_else(is_tenpai, number_array(fields["ukeire_kinds"], pa.uint8()), 0)
    shapes = number_array(fields["machi"].translate(_BITS), pa.uint8())
    riichis = number_array(fields["riichis"], pa.uint8())
    columns = {name: nullable(values) for name, values in fields.items() if name in _TURN_NUMBERS}
    return _in_order("turns", {
        **_keys(plays.turns),
        "event": _events(fields),
        **columns,
        **{name: nullable(fields[name]).cast(pa.bool_()) for name in _TURN_TRUTHS},
        "tile": _names(fields["tile"], TILE_NAMES),
        "waits": _lists(waits, _names(plays.wait_tiles, TILE_NAMES).cast(pa.string())),
        "machi": _lists(shapes, _names(plays.machi, MACHI_NAMES).cast(pa.string())),
        "against": _lists(riichis, nullable(plays.against)),
        "genbutsu": _lists(riichis, nullable(plays.genbutsu)),
        "safe": _lists(riichis, nullable(plays.safe).cast(pa.bool_())),
        "suji": _lists(riichis, nullable(plays.suji)),
        "concealed": _lists(number_array(fields["held"], pa.uint8()), _tile_texts(plays.held)),
    })  # fmt: skip


_TURN_TRUTHS: Final = ("closed", "furiten", "could_riichi", "declared", "in_riichi", "no_chance", "one_chance")
_TURN_NUMBERS: Final = (
    "seat", "turn", "shanten_before", "shanten", "shanten_least", "ukeire", "ukeire_kinds", "ukeire_best", "tiles_left",
    "seen",
)  # fmt: skip
_DRAW_TRUTHS: Final = ("replacement", "improved")
_BITS: Final = bytes([number.bit_count() for number in range(256)])


def draw_table(draws: PackedRows) -> Any:
    """The draws as an Arrow table."""
    if not draws.packed:
        return no_rows("draws")
    fields = _fields(draws.packed, DRAWN_FIELDS)
    columns = {name: nullable(values) for name, values in fields.items() if not name.startswith("event")}
    truths = {name: columns[name].cast(pa.bool_()) for name in _DRAW_TRUTHS}
    return _in_order("draws", {**_keys(draws), "event": _events(fields), **columns, **truths})


def _in_order(table: str, columns: dict[str, Any]) -> Any:
    """An Arrow table of columns, in the order of the database table."""
    return pa.table({name: columns[name] for name in table_types()[table]})


def _fields(packed: bytearray, names: tuple[str, ...]) -> dict[str, bytearray]:
    """Split packed rows into columns by name, a byte per value."""
    return {name: packed[index :: len(names)] for index, name in enumerate(names)}


def _events(fields: dict[str, bytearray]) -> Any:
    """The column of event indexes, joined from the columns of their lower and higher bytes."""
    both = bytearray(2 * len(fields["event"]))
    both[0::2], both[1::2] = fields["event"], fields["event_high"]
    return number_array(both, pa.int16())


def _lists(sizes: Any, values: Any) -> Any:
    """A column of lists: `values` split into lists of these sizes; NULL for size 0."""
    import pyarrow.compute as pc

    lengths = pa.concat_arrays([pa.array([0], pa.int32()), sizes.cast(pa.int32())])
    return pa.ListArray.from_arrays(pc.cumulative_sum(lengths), values, mask=pc.equal(sizes, 0))


def _offsets(lengths: Sequence[int]) -> Any:
    """The offsets of lists of these lengths: where each begins in the values, and where the last ends."""
    return number_array(array("i", accumulate(lengths, initial=0)), pa.int32())


def number_array(values: "array[int] | bytes | bytearray", type: Any) -> Any:
    """Numbers, or their bytes, as an Arrow array, without copying."""
    buffer = pa.py_buffer(values)
    return pa.Array.from_buffers(type, buffer.size * 8 // type.bit_width, [None, buffer])


def nullable(values: bytes | bytearray) -> Any:
    """Bytes as an Arrow array of numbers; the byte NULL becomes NULL."""
    if NULL not in values:
        return number_array(values, pa.uint8())
    import pyarrow.compute as pc

    is_valid = pc.not_equal(number_array(values, pa.uint8()), NULL)
    return pa.Array.from_buffers(pa.uint8(), len(values), [is_valid.buffers()[1], pa.py_buffer(values)])


def _names(codes: bytearray, names: tuple[str, ...]) -> Any:
    """Codes of an enumeration as an Arrow array of its names."""
    return pa.DictionaryArray.from_arrays(nullable(codes), pa.array(names, pa.string()))
