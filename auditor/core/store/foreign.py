# build: plain
"""Database files that may be anybody's: whether the tables are auditor's, why one cannot be opened, an empty one."""

import contextlib
import os
import re
from typing import Final

import duckdb

from auditor.core.errors import LockedError, StoreError, first_line
from auditor.core.store import schema

LOCKED: Final = "another process has it open; wait until that ends, or close it."
"""The message for a file that another process has open."""

IN_USE: Final = "this process has it open already; close that connection first."
"""The message for a file that this process has open."""
HOLDER: Final = ".held"
"""The ending of the file beside a database that names the process which shares it, and where to ask that."""
_LONGEST_HOLDER: Final = 300
_MAGIC: Final = b"DUCK"
"""What a file of DuckDB's has after its first eight bytes."""


def is_locked(error: duckdb.Error, path: str) -> bool:
    """Whether a file cannot be opened because another process has it open."""
    return isinstance(error, duckdb.IOException) and "could not set lock" in _without_path(error, path).lower()


def _without_path(error: duckdb.Error, path: str) -> str:
    """The text of an error without the quoted path of the file, which may contain any words."""
    text = str(error)
    for name in (os.path.realpath(path), os.path.abspath(path), path):
        text = text.replace(f'"{name}"', "")
    return text


def _address_of_holder(error: duckdb.Error, path: str) -> str:
    """Where to ask the process that has a file open, if it shares it; "" for another, such as after a kill of it."""
    with contextlib.suppress(OSError, UnicodeDecodeError), open(f"{path}{HOLDER}", encoding="utf-8") as file:
        named = re.fullmatch(r"(\d+) (https?://[\w.:/\[\]-]+)\n", file.read(_LONGEST_HOLDER), re.ASCII)
        if named and re.search(rf"PID {named[1]}\b|^(?!.*\bPID \d)", _without_path(error, path)):
            return named[2]
    return ""


def open_error(error: duckdb.Error, path: str, *, read_only: bool) -> StoreError:
    """The error for a file that cannot be opened: why, or what to do.

    That a file is open already DuckDB says by its words alone; all else the file shows. It is opened here only when it
    is nowhere else: to close a file gives up the locks that this process holds on it.
    """
    text = _without_path(error, path)
    if is_locked(error, path):
        address = _address_of_holder(error, path)
        return LockedError(f"{path}: {f'the server at {address} has it open; ask it there.' if address else LOCKED}")
    if any([words in text for words in ("file handle conflict", "different configuration", "has been locked")]):
        return StoreError(f"{path}: {IN_USE}")
    if os.path.isfile(path) and os.access(path, os.R_OK):
        with open(path, "rb") as file:
            if file.read(12)[8:] != _MAGIC:
                return StoreError(f"{path}: is not a DuckDB file; give another name, or move that file away.")
    needed, may = (os.R_OK, "read") if read_only else (os.R_OK | os.W_OK, "write")
    places = [path] if read_only else [path, os.path.dirname(os.path.abspath(path))]
    if not all([os.access(place, needed) for place in places if os.path.exists(place)]):
        return StoreError(f"{path}: cannot be opened; see that you may {may} the file and its folder.")
    return StoreError(f"{path}: cannot be opened ({first_line(error)})")


def holds_tables(connection: duckdb.DuckDBPyConnection, path: str, catalog: str) -> bool:
    """Whether a database holds the tables of this program; False for an empty one.

    connection: the connection in which the database is open. path: the database's file, for messages. catalog: the
    database's catalog name in the connection. Raises StoreError where it is a database of something else, or has
    another version of the tables.
    """
    _refuse_shadows(connection, path, catalog)
    where = f"WHERE database_name = {schema.quoted(catalog)} AND schema_name = 'main'"
    tables = connection.execute(f"SELECT table_name FROM system.main.duckdb_tables() {where}").fetchall()
    held: dict[str, list[tuple[str, str]]] = {table: [] for (table,) in tables}
    if not held:
        return False
    for table, name, type in connection.execute(
        f"SELECT table_name, column_name, data_type FROM system.main.duckdb_columns() {where} ORDER BY column_index"
    ).fetchall():
        if table in held:  # not a view
            held[table].append((name, type))
    try:
        meta = f"{schema.quoted_name(catalog)}.main.meta"
        made_by = connection.execute(f"SELECT schema_version, program_version FROM {meta}")
        require_current(path, *made_by.fetchall()[0])
    except (duckdb.Error, IndexError, TypeError):
        raise StoreError(f"{path}: is a database, but not one of auditor's; give another name.") from None
    for table, columns in schema.COLUMNS.items():
        name = schema.stored_name(table)
        if not _fit(columns, held.get(name, [])):
            raise StoreError(f"{path}: has no table {name} as auditor makes it; give another database.")
    return True


def _refuse_shadows(connection: duckdb.DuckDBPyConnection, path: str, catalog: str) -> None:
    """Raise StoreError for a database with a macro that shadows a function of DuckDB's."""
    names = "SELECT function_name FROM system.main.duckdb_functions() WHERE database_name = ?"
    unknown = {*connection.execute(names, [catalog]).fetchall()}
    unknown -= {(name,) for name in re.findall(r"MACRO (\w+)", schema.views_sql())}
    for (name,) in sorted(unknown & {*connection.execute(names, ["system"]).fetchall()} if unknown else ()):
        raise StoreError(f"{path}: has a macro {name!r} instead of DuckDB's own function; it is not opened.")


def _fit(columns: tuple[schema.Column, ...], held: list[tuple[str, str]]) -> bool:
    """Whether a table has the program's columns, by names and types; the values of enumerations may differ."""
    return [one.name for one in columns] == [name for name, _ in held] and all(
        [
            type.startswith("ENUM(") and type.endswith(f"){item[1]}{item[2]}") if item[0] in schema.ENUMERATIONS
            else type == one.type
            for one, (_, type) in zip(columns, held, strict=True)
            for item in [one.type.partition("[")]
        ]
    )  # fmt: skip


def require_current(path: str, schema_version: int, program_version: str) -> None:
    """Raise StoreError for what was written with another version of the tables."""
    if schema_version != schema.SCHEMA_VERSION:
        is_newer = schema_version > schema.SCHEMA_VERSION
        advice = "update auditor" if is_newer else "audit the logs again, under another name"
        raise StoreError(
            f"{path}: was made by auditor {program_version} with tables of version {schema_version}, this program has "
            f"version {schema.SCHEMA_VERSION}; {advice}"
        )


def prepare(connection: duckdb.DuckDBPyConnection, path: str, version: str) -> None:
    """Create the tables in an empty file; check that those of any other are the program's. Raises StoreError."""
    try:
        (catalog,) = connection.execute("SELECT current_database()").fetchall()[0]
        if not holds_tables(connection, path, str(catalog)):
            connection.begin()
            # Without the optimizer this takes a fifth of the time.
            connection.execute(f"PRAGMA disable_optimizer; {schema.schema_sql()} PRAGMA enable_optimizer")
            made = [schema.SCHEMA_VERSION, version]
            connection.execute("INSERT INTO meta VALUES (?, ?, now() AT TIME ZONE 'UTC')", made)
            connection.commit()
    except duckdb.Error as error:
        raise StoreError(f"{path}: could not be made ready ({first_line(error)}).") from error
