"""Opening a lake for queries: DuckDB over its Parquet files, with the tables and views of a database.

DuckDB reads local files itself. Those of an object store are read by pyarrow: DuckDB would download an extension.
"""

import os
from collections.abc import Callable
from functools import cache
from typing import Any, Final, NamedTuple

import duckdb
import pyarrow as pa
import pyarrow.compute as pc

from auditor.core.errors import StoreError, first_line
from auditor.core.files.addresses import is_url
from auditor.core.files.object_stores import filesystem
from auditor.core.store import schema
from auditor.core.store.database import find_copies, find_names, lock
from auditor.lake.manifest import KEY_BYTES, Lake, Part, key_bytes, open_lake


class SupersededRows(NamedTuple):
    """The rows of a part that do not count: hashes of their games and inputs, as in its entry."""

    games: set[bytes]
    sources: set[bytes]


def superseded(parts: list[Part]) -> dict[str, SupersededRows]:
    """The rows of parts that do not count, by part name; parts of which everything counts are left out."""
    dropped: dict[str, SupersededRows] = {}

    def of(part: Part) -> SupersededRows:
        return dropped.setdefault(part.name, SupersededRows(set(), set()))

    for key, holders in _repeated(parts, lambda part: part.keys).items():
        for part in _losers([parts[number] for number in holders]):
            of(part).games.add(key)
    for key, holders in _repeated(parts, lambda part: part.sources).items():
        for part in _losers([parts[number] for number in holders]):
            of(part).sources.add(key)
    if any([part.unread for part in parts]):
        for key, holders in _repeated(parts, lambda part: part.places).items():
            for part in sorted([parts[number] for number in holders], key=lambda part: part.age)[:-1]:
                of(part).sources.update(_unread_at(part, key))
    return {name: one for name, one in dropped.items() if one.games or one.sources}


def _repeated(parts: list[Part], packed: Callable[[Part], bytes]) -> dict[bytes, list[int]]:
    """The hashes that several parts hold, each with the indexes of these parts."""
    buffers = [pa.py_buffer(packed(part)) for part in parts]
    arrays = [pa.Array.from_buffers(pa.uint64(), one.size // KEY_BYTES, [None, one]) for one in buffers]
    table = pa.table({
        "key": pa.chunked_array(arrays, pa.uint64()),
        "part": pa.chunked_array([pa.array([number] * len(one), pa.int32()) for number, one in enumerate(arrays)]),
    })  # fmt: skip
    counts = table.group_by("key").aggregate([("part", "count_distinct")])
    several = counts.filter(pc.greater(counts.column("part_count_distinct"), 1)).column("key")
    rows = table.filter(pc.is_in(table.column("key"), value_set=several.combine_chunks()))
    holders: dict[bytes, list[int]] = {}
    for key, part in zip(rows.column("key").to_pylist(), rows.column("part").to_pylist(), strict=True):
        holders.setdefault(key.to_bytes(KEY_BYTES, "little"), []).append(part)
    return holders


def _losers(holders: list[Part]) -> list[Part]:
    """All but the one part that counts, of parts that hold the same game or input."""
    latest = max(holders, key=lambda part: part.age)
    alike = [part for part in holders if part.judgement == latest.judgement]
    winner = min(alike, key=lambda part: (part.age, part.name))
    return [part for part in holders if part is not winner]


def _unread_at(part: Part, path_hash: bytes) -> list[bytes]:
    """The inputs without a game that a part has at a path and member, as hashes."""
    slices = [slice(number * KEY_BYTES, (number + 1) * KEY_BYTES) for number in part.unread]
    return [part.sources[here] for here in slices if part.places[here] == path_hash]


RAW: Final = "auditor_raw"


def connect_lake(address: str, *folders: str, **settings: str) -> duckdb.DuckDBPyConnection:
    """Open a lake for reading, with all tables and views of a database, over the rows that count. Raises StoreError.

    folders, settings: as for `auditor.core.store.database.connect`.
    """
    lake = open_lake(address)
    if not (parts := lake.parts()):
        raise StoreError(f"{address}: the lake is empty; fill it with: auditor audit LOGS --lake {address}")
    if not is_url(address):
        lake = Lake(os.path.abspath(address))
    connection = duckdb.connect(":memory:")
    try:
        connection.execute(schema.types_sql() + schema.table_sql(schema.SAME_PLAYERS))
        connection.execute(
            "CREATE TABLE meta AS SELECT ?::INTEGER schema_version, ? program_version, ?::TIMESTAMP created_at",
            [schema.SCHEMA_VERSION, parts[-1].program, parts[0].run],  # the version that wrote last, the first run
        )
        relations = Relations(connection, lake, parts)
        selects = {table: relations.of(table) for table in schema.SHOWN}
        for table, rows in selects.items():
            connection.execute(f"CREATE VIEW {schema.stored_name(table)} AS {rows}")
        connection.execute(schema.uncommented(schema.views_sql(packed=False)))
        _settle(connection, selects)
        lock(connection, *([] if is_url(address) else [address]), *folders, **settings)
    except duckdb.Error as error:
        connection.close()
        lake.require_whole(parts)
        raise StoreError(f"{address}: cannot be read ({first_line(error)})") from error
    except BaseException:
        connection.close()
        raise
    return connection


def _settle(connection: duckdb.DuckDBPyConnection, selects: dict[str, str]) -> None:
    """Do for a lake what `auditor.core.store.database.settle` does for a file: its parts know nothing of one another.

    selects: the SELECT of each table's rows.
    """
    statements = schema.statements_in("database.sql")
    is_repeated, is_ambiguous = [
        connection.execute(statements[name]).fetchall()[0][0] for name in ("is_repeated", "is_ambiguous")
    ]
    for table, key, column, find in (
        ("games", "game_id", "copy_of", find_copies if is_repeated else None),
        ("seats", "game_id, seat", "player", find_names if is_ambiguous else None),
    ):
        if find is not None:
            find(connection)
            own = f"SELECT own.* REPLACE (found.{column} AS {column}) FROM ({selects[table]}) AS own"
            rows = f"{own} LEFT JOIN temp.found_{table} AS found USING ({key})"
            connection.execute(f"CREATE OR REPLACE VIEW all_{table} AS {rows}")


class Relations:
    """The SELECTs of a lake's tables, in the current types, without rows that do not count.

    connection: where the SELECTs run; what they need is registered with it until it is closed. as_text: whether
    enumerated values are text, as in Parquet.
    """

    def __init__(
        self, connection: duckdb.DuckDBPyConnection, lake: Lake, parts: list[Part], *, as_text: bool = False
    ) -> None:
        self.connection = connection
        self.lake = lake
        self.parts = parts
        self.dropped = superseded(parts)
        self._registered = 0
        self._types = _types()
        if as_text:
            types = _types().items()
            self._types = {table: [(name, schema.text_type(type)) for name, type in of] for table, of in types}
        for part in parts:
            if part.name in self.dropped:
                self._drop(part, self.dropped[part.name])

    def of(self, table: str, parts: list[Part] | None = None, year: str | None = None) -> str:
        """The SELECT of the rows of a table that count. parts, year: only those of these; None for all."""
        clean: list[str] = []
        selects: list[str] = []
        for part in self.parts if parts is None else parts:
            own = [file for file in part.files if file.table == table and year in (None, file.year)]
            files = [self.lake.at(file.name) for file in own]
            if not files or self._is_lost(part):
                continue
            if part.name in self.dropped:
                key = "game_id" if schema.is_of_games(table) else "source_id"
                of_part = f"WHERE part = {schema.quoted(part.name)} AND kind = {schema.quoted(key)}"
                filtered = f"{key} NOT IN (SELECT key FROM {RAW}_dropped {of_part})"
                selects.append(self._select(table, files, filtered))
            else:
                clean += files
        if clean:
            selects.append(self._select(table, clean, "true"))
        if not selects:
            columns = ", ".join([f'NULL::{type} AS "{name}"' for name, type in self._types[table]])
            return f"SELECT {columns} LIMIT 0"
        return " UNION ALL ".join(selects)

    def _select(self, table: str, files: list[str], condition: str) -> str:
        return f"SELECT {schema.cast_columns(self._types[table])} FROM {self._scan(files)} WHERE {condition}"

    def _scan(self, files: list[str]) -> str:
        """The relation of files, as SQL selects from it."""
        if not is_url(self.lake.address):
            return f"read_parquet([{', '.join([schema.quoted(file) for file in files])}], hive_partitioning = false)"
        from pyarrow import dataset

        name = f"{RAW}_{self._registered}"
        self._registered += 1
        system, paths = _in_store(files)
        try:
            scanned = dataset.dataset(paths, filesystem=system, format="parquet")
        except (pa.ArrowException, OSError) as error:
            raise StoreError(f"the lake cannot be read ({first_line(error)})") from None
        self.connection.register(name, scanned)
        return name

    def _is_lost(self, part: Part) -> bool:
        """Whether no row of a part counts."""
        dropped = self.dropped.get(part.name)
        return dropped is not None and len(dropped.games) >= part.games and len(dropped.sources) >= part.inputs

    def _drop(self, part: Part, dropped: SupersededRows) -> None:
        """Store the keys of rows of a part that do not count, found by the hashes in its entry, in a table."""
        execute = self.connection.execute
        execute(f"CREATE TEMP TABLE IF NOT EXISTS {RAW}_dropped (part VARCHAR, kind VARCHAR, key VARCHAR)")
        if self._is_lost(part):
            return
        for table, key, hashes in (("games", "game_id", dropped.games), ("sources", "source_id", dropped.sources)):
            files = [self.lake.at(file.name) for file in part.files if file.table == table]
            if hashes and files:
                keys = [one for (one,) in execute(f"SELECT {key} FROM {self._scan(files)}").fetchall()]
                gone = [str(one) for one in keys if key_bytes([one]) in hashes]
                self.connection.register(f"{RAW}_keys", pa.table({"key": pa.array(gone, pa.string())}))
                execute(f"INSERT INTO {RAW}_dropped SELECT ?, ?, key FROM {RAW}_keys", [part.name, key])
                self.connection.unregister(f"{RAW}_keys")


@cache
def _types() -> dict[str, list[tuple[str, str]]]:
    """The columns of each table, with their types."""
    types: dict[str, list[tuple[str, str]]] = {table: [] for table in schema.SHOWN}
    with duckdb.connect(":memory:") as scratch:
        scratch.execute(schema.uncommented(schema.schema_sql()))
        columns = scratch.execute(
            "SELECT table_name, column_name, data_type FROM duckdb_columns() WHERE NOT internal ORDER BY column_index"
        ).fetchall()
    for table, name, type in columns:
        if table in types:
            types[table].append((name, type))
    return types


def _in_store(files: list[str]) -> tuple[Any, list[str]]:
    """The file system of files in one object store, and their paths in it."""
    scheme, _, first = files[0].partition("://")
    system = filesystem(f"{scheme}://{first.partition('/')[0]}")
    return system, [file.partition("://")[2] for file in files]
