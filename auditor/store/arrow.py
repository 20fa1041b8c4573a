"""Columns as Arrow tables, the form in which DuckDB takes them in bulk."""

from array import array
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa

from auditor.store.columns import Columns, Row
from auditor.store.packed import EventColumns
from auditor.store.schema import EVENT_CODES, TABLES, TILE_NAMES, bare_tables_sql

if TYPE_CHECKING:
    import duckdb

RangeErrors = (pa.ArrowException, OverflowError, UnicodeEncodeError)
"""What `arrow_tables` raises for values that a column cannot hold, however odd the log."""


def arrow_tables(columns: Columns) -> dict[str, Any]:
    """An Arrow table for each database table. Raises one of RangeErrors for a value out of its column's range."""
    return {
        table: event_table(columns.events) if table == EVENT_CODES else row_table(table, columns.rows[table])
        for table in TABLES
    }


_types: Final[dict[str, dict[str, Any]]] = {}


def table_types() -> dict[str, dict[str, Any]]:
    """For each table the Arrow type of each of its columns, in order, as the schema has it."""
    if not _types:
        import duckdb  # where a process was given the types, it need not load DuckDB

        with duckdb.connect(":memory:") as connection:
            connection.execute(bare_tables_sql())
            take_types(types_in(connection))
    return _types


def types_in(connection: "duckdb.DuckDBPyConnection") -> dict[str, dict[str, Any]]:
    """The `table_types` as an open database has them."""
    schemas = {table: connection.table(table).limit(0).to_arrow_table().schema for table in TABLES}
    return {table: {field.name: _sent_as(field.type) for field in schema} for table, schema in schemas.items()}


def take_types(types: dict[str, dict[str, Any]]) -> None:
    """Use these types, which were asked of a database before."""
    _types.update(types)


def _sent_as(type: Any) -> Any:
    """The type to send: lists of names go as plain text, since DuckDB reads no empty lists of enumerated names."""
    if pa.types.is_list(type) and pa.types.is_dictionary(type.value_type):
        return pa.list_(pa.string())
    return type


def row_table(table: str, rows: list[Row]) -> Any:
    """Row tuples, in the order of the table's columns, as an Arrow table."""
    types = table_types()[table]
    values: list[Row] = list(zip(*rows, strict=True)) if rows else [()] * len(types)
    return pa.table({name: pa.array(column, type) for (name, type), column in zip(types.items(), values, strict=True)})


def event_table(events: EventColumns) -> Any:
    """The events as an Arrow table, a row a hand, without a Python object an event."""
    games = array("i")
    for number, hands in enumerate(events.game_hands):
        games.extend(array("i", [number]) * hands)
    calls = _offsets(events.calls)
    tiles = pa.DictionaryArray.from_arrays(_numbers(events.call_tiles, pa.uint8()), _NAMES_OF_TILES).cast(pa.string())
    return pa.table(
        {
            "game_id": pa.DictionaryArray.from_arrays(
                _numbers(games, pa.int32()), pa.array(events.game_ids, pa.string())
            ),
            "hand": _numbers(events.hands, pa.int32()).cast(pa.int16()),
            "codes": pa.ListArray.from_arrays(_offsets(events.lengths), _codes(events.codes)),
            "call_events": pa.ListArray.from_arrays(calls, _numbers(events.call_events, pa.int32()).cast(pa.int16())),
            "call_tiles": pa.ListArray.from_arrays(calls, pa.ListArray.from_arrays(_offsets(events.call_sizes), tiles)),
        }
    )


_NAMES_OF_TILES: Final = pa.array(TILE_NAMES, pa.string())


def _offsets(lengths: "array[int]") -> Any:
    """Where the lists of these lengths begin in the values that follow each other, and where the last ends."""
    return _numbers(array("i", accumulate(lengths, initial=0)), pa.int32())


def _codes(codes: bytearray) -> Any:
    """Four bytes each, the lowest first, as the numbers that they are."""
    return pa.Array.from_buffers(pa.uint32(), len(codes) // 4, [None, pa.py_buffer(codes)])


def _numbers(values: "array[int] | bytearray", type: Any) -> Any:
    """Numbers as Arrow sees them, not copied."""
    return pa.Array.from_buffers(type, len(values), [None, pa.py_buffer(values)])
