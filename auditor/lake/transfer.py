"""Exporting databases as Parquet datasets, and merging both into one database; sources are never written to."""

import json
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

import duckdb
import msgspec

from auditor.core.errors import LockedError, StoreError, first_line
from auditor.core.files.atomic import atomic_folder
from auditor.core.program import version
from auditor.core.store import schema
from auditor.core.store.database import Store, attach, settle
from auditor.core.store.foreign import LOCKED, holds_tables, is_locked, require_current
from auditor.core.store.queries import connect, holds_lake
from auditor.lake.manifest import open_lake
from auditor.lake.reader import Relations

DESCRIPTION: Final = "auditor.json"
"""The file that describes a Parquet dataset: the version of its tables, and of the program."""
_EXPORTED: Final = (schema.SAME_PLAYERS, *schema.SHOWN)

SOURCE: Final = "auditor_source"
"""The catalog name of a database while it is merged; unlikely to be that of the target, which its file name gives."""


class TableProgress:
    """The progress of work on rows, table by table. `done` may be called from another thread."""

    def __init__(self) -> None:
        self.table = ""
        self._expected = 0
        self._done = 0
        self._rows = 0
        self._at_work: duckdb.DuckDBPyConnection | None = None

    def expect(self, rows: int) -> None:
        """Add to the number of rows to do."""
        self._expected += rows

    @contextmanager
    def step(self, table: str, rows: int, connection: duckdb.DuckDBPyConnection) -> Iterator[None]:
        """Within the block, a table of this number of rows is worked on."""
        with suppress(duckdb.Error):  # lets `query_progress` work without a bar being drawn
            connection.execute("SET enable_progress_bar = true; SET enable_progress_bar_print = false")
        self.table, self._rows, self._at_work = table, rows, connection
        try:
            yield
        finally:
            self._at_work, self._rows = None, 0
            self._done += rows

    def done(self) -> float | None:
        """The share done, from 0 to 1; None before anything is expected."""
        if not self._expected:
            return None
        connection = self._at_work
        share = 0.0
        if connection is not None:
            with suppress(duckdb.Error, AttributeError):  # older versions of DuckDB lack it
                share = max(connection.query_progress(), 0.0) / 100
        return min((self._done + share * self._rows) / self._expected, 1.0)


def rows_in(connection: duckdb.DuckDBPyConnection, relation: str) -> int:
    """The number of rows of a table or another relation."""
    return int(connection.execute(f"SELECT count(*) FROM {relation}").fetchall()[0][0])


def _readable_tables(connection: duckdb.DuckDBPyConnection, catalog: str) -> dict[str, str]:
    """The tables of an attached database, by name, as qualified for SQL."""
    rows = connection.execute("SELECT table_name FROM duckdb_tables() WHERE database_name = ?", [catalog]).fetchall()
    held = {name for (name,) in rows}
    names = {table: schema.stored_name(table) for table in (*schema.TABLES, schema.SAME_PLAYERS)}
    return {table: f"{catalog}.{name}" for table, name in names.items() if name in held}


def _statement(name: str, **parts: object) -> str:
    """A statement of ``transfer.sql``. parts: what its fields in braces stand for."""
    return schema.statements_in("transfer.sql", "auditor.lake")[name].format(**parts)


_PACKED_TOGETHER: Final = 1_000_000
"""About how many events to pack in one statement: its lists are in memory, a hundred bytes for each event."""


def _selects(connection: duckdb.DuckDBPyConnection, table: str, sources: dict[str, str]) -> list[str]:
    """The SELECTs that together give the rows of a table, from the relations by table in `sources`.

    A dataset has EVENT_ROWS instead of EVENT_CODES: its events are packed by the SELECTs.
    """
    if table in sources:
        return [_select(connection, table, sources[table])]
    if table == schema.EVENT_CODES and schema.EVENT_ROWS in sources:
        parts = rows_in(connection, sources[schema.EVENT_ROWS]) // _PACKED_TOGETHER + 1
        events = [f"{sources[schema.EVENT_ROWS]} WHERE hash(game_id) % {parts} = {part}" for part in range(parts)]
        return [_statement("packed_events", events=some) for some in events]
    return []


def _select(connection: duckdb.DuckDBPyConnection, table: str, relation: str) -> str:
    """The SELECT of the rows of a table, with its columns named.

    relation: what to select from. Enumerated values are cast to text, since enumerations may have grown.
    """
    columns = connection.execute(
        "SELECT column_name, data_type FROM duckdb_columns() WHERE database_name = current_database()"
        " AND table_name = ? ORDER BY column_index",
        [schema.stored_name(table)],
    ).fetchall()
    return f"SELECT {schema.cast_columns([(name, schema.text_type(type)) for name, type in columns])} FROM {relation}"


class Merged(NamedTuple):
    """The result of a merge. games: how many were taken over. known: how many the target had, as new or newer."""

    games: int
    known: int


def merge(store: Store, source: str, steps: TableProgress | None = None, where: str | None = None) -> Merged:
    """Take over from a database, dataset or lake what the store does not have, in one transaction.

    A game that both have is taken from the one that loaded it last. steps: tracks the progress. where: an SQL condition
    on the columns of `games` that selects the games; None for all, and for inputs without games, too. Raises
    StoreError, and then nothing is taken over.
    """
    connection = store.connection
    try:
        tables = _opened(connection, source)
    except duckdb.Error as error:
        if is_locked(error, source):
            raise LockedError(f"{source}: {LOCKED}") from error
        raise StoreError(f"{source}: cannot be read ({first_line(error)})") from error
    try:
        connection.execute(schema.macro_sql("event_code", "views_of_codes.sql"))
        connection.begin()
        try:
            merged = _take_over(connection, tables, steps or TableProgress(), where)
            connection.commit()
            store.note_changed()
        except BaseException:
            with suppress(duckdb.Error):  # a full disk has rolled back already
                connection.rollback()
            raise
    except duckdb.Error as error:
        why = first_line(error)
        raise StoreError(f"{source}: could not be merged ({why}); nothing of it was taken over") from error
    finally:
        if not holds_lake(source) and not Path(source).is_dir():
            with suppress(duckdb.Error):
                connection.execute(f"DETACH {SOURCE}")
    return merged


def _opened(connection: duckdb.DuckDBPyConnection, source: str) -> dict[str, str]:
    """Open a source. Returns its relations by table. Raises StoreError."""
    path = Path(source)
    if holds_lake(source):
        return _lake(connection, source)
    if path.is_dir():
        return _dataset(path)
    if not path.exists():
        raise StoreError(f"{source}: there is no such database or dataset")
    attach(connection, source, SOURCE)
    try:
        holds_tables(connection, source, SOURCE)
    except BaseException:
        connection.execute(f"DETACH {SOURCE}")
        raise
    return _readable_tables(connection, SOURCE)


def _lake(connection: duckdb.DuckDBPyConnection, source: str) -> dict[str, str]:
    lake = open_lake(source)
    parts = lake.parts()
    lake.require_whole(parts)
    relations = Relations(connection, lake, parts)
    return {table: f"({relations.of(table)})" for table in schema.SHOWN}


def _dataset(path: Path) -> dict[str, str]:
    try:
        description = msgspec.json.decode((path / DESCRIPTION).read_bytes(), type=_Description)
    except (OSError, msgspec.DecodeError, RecursionError):
        raise StoreError(f"{path}: is no dataset of auditor's (it lacks a readable {DESCRIPTION})") from None
    require_current(str(path), description.schema_version, description.program_version)
    tables = {}
    for table in _EXPORTED:
        files = sorted((path / table).rglob("*.parquet"))
        for file in files:
            _require_whole(path, file, description.sha256)
        if files:
            names = ", ".join([schema.quoted(str(file)) for file in files])
            tables[table] = f"read_parquet([{names}], hive_partitioning = false)"
    if description.sha256:
        raise StoreError(f"{path / min(description.sha256)}: is gone from the dataset")
    return tables


class _Description(msgspec.Struct):
    """The description of a dataset. sha256: the hashes of its files, by path within it; None in old datasets."""

    schema_version: int
    program_version: str
    sha256: dict[str, str] | None = None


def _require_whole(dataset: Path, file: Path, digests: dict[str, str] | None) -> None:
    """Raise StoreError for a file that is not as it was written; its digest is removed from `digests`."""
    if digests is None:
        return
    try:
        is_whole = digests.pop(file.relative_to(dataset).as_posix(), "") == sha256(file.read_bytes()).hexdigest()
    except OSError as error:
        raise StoreError(f"{file}: cannot be read: {error.strerror or error}") from None
    if not is_whole:
        raise StoreError(f"{file}: is not as it was written (another SHA-256)")


def _take_over(
    connection: duckdb.DuckDBPyConnection, tables: dict[str, str], steps: TableProgress, where: str | None
) -> Merged:
    execute = connection.execute
    for table in ("games", "sources"):
        none = f"FROM {schema.stored_name(table)} LIMIT 0"
        rows = _select(connection, table, tables[table]) if table in tables else none
        execute(f"CREATE TEMP VIEW new_{table} AS {rows}")
    wanted = "true" if where is None else f"game_id IN (SELECT game_id FROM new_games WHERE {where})"
    execute(_statement("taken", wanted=wanted))
    taken, wanted_games = execute(_statement("counts", wanted=wanted)).fetchall()[0]
    for table in schema.GAME_TABLES:
        execute(f"DELETE FROM {schema.stored_name(table)} WHERE game_id IN (SELECT game_id FROM taken)")
    execute(_statement("taken_sources", whole=where is None))
    for table in ("problems", "sources"):
        execute(f"DELETE FROM {table} WHERE source_id IN (SELECT source_id FROM taken_sources)")
    _insert(connection, tables, steps)
    if schema.SAME_PLAYERS in tables:
        execute(f"INSERT OR IGNORE INTO {schema.SAME_PLAYERS} FROM {tables[schema.SAME_PLAYERS]}")
    settle(connection)
    for table in ("games", "sources"):
        execute(f"DROP VIEW new_{table}")
    for table in ("taken", "taken_sources"):
        execute(f"DROP TABLE {table}")
    return Merged(int(taken), int(wanted_games) - int(taken))


def _insert(connection: duckdb.DuckDBPyConnection, tables: dict[str, str], steps: TableProgress) -> None:
    """Insert the rows of the games and sources in the tables `taken` and `taken_sources`."""
    tables = {table: relation for table, relation in tables.items() if table != schema.SAME_PLAYERS}
    counts = {table: rows_in(connection, relation) for table, relation in tables.items()}
    steps.expect(sum(counts.values()))
    wanted = {
        table: f"(FROM {relation} WHERE game_id IN (SELECT game_id FROM taken))"
        if table in (*schema.GAME_TABLES, schema.EVENT_ROWS)
        else f"(FROM {relation} WHERE source_id IN (SELECT source_id FROM taken_sources))"
        for table, relation in tables.items()
    }
    for table in schema.TABLES:
        held = schema.EVENT_ROWS if table == schema.EVENT_CODES and schema.EVENT_ROWS in tables else table
        with steps.step(table, counts.get(held, 0), connection):
            for rows in _selects(connection, table, wanted):
                connection.execute(f"INSERT INTO {schema.stored_name(table)} BY NAME {rows}")


VIEWS: Final = "views.sql"
"""The file in a dataset that creates the tables and views of a database from its files."""

_VIEWS_HEAD: Final = """
-- Run in the folder of the dataset, as in: duckdb -init views.sql
-- The tables, with their enumerated types; then the views of a database.
"""


def export(database: str, folder: str, steps: TableProgress | None = None) -> dict[str, int]:
    """Write every table of a database to a folder. Returns the number of rows of each. steps: tracks the progress.

    The folder has ``TABLE/year=YYYY/*.parquet`` for tables of games and ``TABLE/*.parquet`` for the rest, which DuckDB,
    Polars and Spark can read directly. Enumerated values are text. Its file VIEWS creates the tables and views of a
    database from them. The folder is written whole or not at all; an earlier export is replaced, a folder with anything
    else is refused. Raises StoreError.
    """
    target = Path(folder)
    if target.exists() and not (target / DESCRIPTION).is_file() and (not target.is_dir() or any(target.iterdir())):
        raise StoreError(f"{folder}: holds something else than an export; give another folder")
    if holds_lake(database):
        lake = open_lake(database)
        lake.require_whole(lake.parts())
    with connect(database, os.path.dirname(os.path.realpath(folder))) as connection:
        try:
            target.absolute().parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(f"{folder}: cannot be written: {error.strerror or error}") from None
        try:
            with atomic_folder(target) as made:
                rows = _export_tables(connection, made, steps or TableProgress())
                digests = {
                    file.relative_to(made).as_posix(): sha256(file.read_bytes()).hexdigest()
                    for file in sorted(made.rglob("*.parquet"))
                }
                description = {
                    "schema_version": schema.SCHEMA_VERSION, "program_version": version(), "rows": rows,
                    "sha256": digests,
                }  # fmt: skip
                (made / DESCRIPTION).write_text(json.dumps(description, indent=2) + "\n", "utf-8")
                (made / VIEWS).write_text(_views_sql(connection, rows), "utf-8")
        except duckdb.Error as error:
            raise StoreError(f"{folder}: could not be written ({first_line(error)})") from error
        except OSError as error:
            raise StoreError(f"{folder}: could not be written: {error.strerror or error}") from None
    return rows


def _views_sql(connection: duckdb.DuckDBPyConnection, rows: dict[str, int]) -> str:
    """The SQL that creates the tables and views of a database from a dataset, run in the dataset's folder."""
    values_of = schema.ENUMERATIONS.items()
    enumerations = {f"ENUM({', '.join(map(schema.quoted, values))})": name for name, values in values_of}
    statements = [_VIEWS_HEAD]
    for table in _EXPORTED:
        columns = []
        for name, declared, *_ in connection.execute(f"DESCRIBE FROM {schema.stored_name(table)}").fetchall():
            item = declared.removesuffix("[]")
            type = enumerations.get(item, item) + declared[len(item) :]
            held = schema.quoted_name(name) if rows[table] else "NULL"
            columns.append(f"{held}::{type} AS {schema.quoted_name(name)}")
        files = f"{table}/*/*.parquet" if schema.is_of_games(table) else f"{table}/*.parquet"
        source = f"FROM read_parquet({schema.quoted(files)})" if rows[table] else "WHERE false"
        view = f"CREATE OR REPLACE VIEW {schema.stored_name(table)}"
        statements.append(f"{view} AS SELECT {', '.join(columns)} {source};\n")
    return schema.types_sql() + "".join(statements) + schema.commented_views_sql(packed=False)


def _export_tables(connection: duckdb.DuckDBPyConnection, folder: Path, steps: TableProgress) -> dict[str, int]:
    counts = {table: rows_in(connection, schema.stored_name(table)) for table in _EXPORTED}
    steps.expect(sum(counts.values()))
    rows = {}
    for table in _EXPORTED:
        with steps.step(table, counts[table], connection):
            rows[table] = _export_table(connection, table, folder / table)
    return rows


def _export_table(connection: duckdb.DuckDBPyConnection, table: str, folder: Path) -> int:
    """Write a table, its rows in the order of games, so that readers of one can skip the rest. Returns their number."""
    folder.mkdir()
    if not schema.is_of_games(table):
        file = schema.quoted(str(folder / "data.parquet"))
        copied = connection.execute(f"COPY {table} TO {file} (FORMAT parquet, COMPRESSION zstd)")
    else:
        year = f"coalesce(year(games.started_at)::VARCHAR, '{schema.UNDATED}')"
        rows = f"FROM all_{table} AS {table} JOIN all_games AS games USING (game_id)"
        rows = rows if table != "games" else "FROM all_games AS games"
        copied = connection.execute(
            f"COPY (SELECT {table}.*, {year} AS year {rows})"
            f" TO {schema.quoted(str(folder))} (FORMAT parquet, COMPRESSION zstd, PARTITION_BY (year))"
        )
        for year_folder in folder.iterdir():  # DuckDB's own, which know no umask
            year_folder.chmod(stat.S_IMODE(folder.stat().st_mode))
        if not any(folder.iterdir()):  # an empty file, so that readers know the columns
            (folder / f"year={schema.UNDATED}").mkdir()
            file = schema.quoted(str(folder / f"year={schema.UNDATED}" / "data_0.parquet"))
            connection.execute(f"COPY (FROM all_{table} LIMIT 0) TO {file} (FORMAT parquet, COMPRESSION zstd)")
    return int(copied.fetchall()[0][0])
