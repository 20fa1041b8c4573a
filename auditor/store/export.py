"""A database as a Parquet dataset: a folder a table, partitioned by the year in which games began, and its views."""

import json
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final

import duckdb

from auditor.store.database import StoreError, first_line
from auditor.store.merge import DESCRIPTION
from auditor.store.opening import connect
from auditor.store.schema import (
    ENUMERATIONS,
    SCHEMA_VERSION,
    SHOWN,
    UNDATED,
    is_of_games,
    quoted,
    quoted_name,
    types_sql,
    views_sql,
)
from auditor.store.steps import Steps, rows_in
from auditor.version import version

VIEWS: Final = "views.sql"
"""The file in a dataset that makes the tables and views of a database of it."""

_VIEWS_HEAD: Final = """
-- Run in the folder of the dataset, as in: duckdb -init views.sql
-- The tables, with their enumerated types; then the views of a database.
"""
_NUMBERED: Final = ("games", "findings")
"""Tables whose rows queries take in their order; rows of files have no number of their own."""


def export(database: str, folder: str, steps: Steps | None = None) -> dict[str, int]:
    """Write every table of a database to a folder; returns the rows of each table. steps: told how far this is.

    Below the folder stand ``TABLE/year=YYYY/*.parquet`` for what belongs to a game and ``TABLE/*.parquet`` for the
    rest, which DuckDB, Polars and Spark read as they are. Enumerated values are texts. VIEWS beside them makes the
    tables and views of a database of them. The folder appears whole or not
    at all; an earlier export in it is replaced, anything else is refused. Raises StoreError.
    """
    target = Path(folder)
    if target.exists() and not (target / DESCRIPTION).is_file() and (not target.is_dir() or any(target.iterdir())):
        raise StoreError(f"{folder}: holds something else than an export; give another folder")
    with connect(database) as connection:
        try:
            target.absolute().parent.mkdir(parents=True, exist_ok=True)
            made = Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=target.absolute().parent))
        except OSError as error:
            raise StoreError(f"{folder}: cannot be written: {error.strerror or error}") from None
        try:
            rows = _export_tables(connection, made, steps or Steps())
            description = {"schema_version": SCHEMA_VERSION, "program_version": version(), "rows": rows}
            (made / DESCRIPTION).write_text(json.dumps(description, indent=2) + "\n", "utf-8")
            (made / VIEWS).write_text(_views_sql(connection, rows), "utf-8")
            made.chmod(0o755)
            _put(made, target)
        except duckdb.Error as error:
            raise StoreError(f"{folder}: could not be written ({first_line(error)})") from error
        except OSError as error:
            raise StoreError(f"{folder}: could not be written: {error.strerror or error}") from None
        finally:
            shutil.rmtree(made, ignore_errors=True)
    return rows


def _views_sql(connection: duckdb.DuckDBPyConnection, rows: dict[str, int]) -> str:
    """What makes the tables and views of a database of a dataset, run where its folder is the current one."""
    enumerations = {f"ENUM({', '.join(map(quoted, values))})": name for name, values in ENUMERATIONS.items()}
    statements = [_VIEWS_HEAD]
    for table in SHOWN:
        columns = []
        for name, declared in connection.execute(
            "SELECT column_name, data_type FROM duckdb_columns() WHERE table_name = ? AND NOT internal"
            " ORDER BY column_index",
            [table],
        ).fetchall():
            item = declared.removesuffix("[]")
            type = enumerations.get(item, item) + declared[len(item) :]
            columns.append(f"{'NULL' if not rows[table] else quoted_name(name)}::{type} AS {quoted_name(name)}")
        if table in _NUMBERED:
            columns.append("row_number() OVER () AS rowid")
        files = f"{table}/*/*.parquet" if is_of_games(table) else f"{table}/*.parquet"
        source = f"FROM read_parquet({quoted(files)})" if rows[table] else "WHERE false"
        statements.append(f"CREATE OR REPLACE VIEW {table} AS SELECT {', '.join(columns)} {source};\n")
    return types_sql() + "".join(statements) + views_sql(packed=False)


def _export_tables(connection: duckdb.DuckDBPyConnection, folder: Path, steps: Steps) -> dict[str, int]:
    counts = {table: rows_in(connection, table) for table in SHOWN}
    steps.expect(sum(counts.values()))
    rows = {}
    for table in SHOWN:
        with steps.step(table, counts[table], connection):
            rows[table] = _export_table(connection, table, folder / table)
    return rows


def _export_table(connection: duckdb.DuckDBPyConnection, table: str, folder: Path) -> int:
    """Write a table; its rows lie in the order of their games, so that a reader of one game skips the others."""
    if not is_of_games(table):
        folder.mkdir()
        file = quoted(str(folder / "data.parquet"))
        copied = connection.execute(f"COPY {table} TO {file} (FORMAT parquet, COMPRESSION zstd)")
    else:
        year = f"coalesce(year(games.started_at)::VARCHAR, '{UNDATED}')"
        rows = f"FROM {table} JOIN games USING (game_id)" if table != "games" else "FROM games"
        copied = connection.execute(
            f"COPY (SELECT {table}.*, {year} AS year {rows})"
            f" TO {quoted(str(folder))} (FORMAT parquet, COMPRESSION zstd, PARTITION_BY (year))"
        )
        folder.mkdir(exist_ok=True)
    return int(copied.fetchall()[0][0])


def _put(made: Path, target: Path) -> None:
    """Put the new folder in the place of the old one."""
    if target.exists():
        old = Path(tempfile.mkdtemp(prefix=f".{target.name}-old-", dir=target.absolute().parent))
        target.rename(old / "old")
        made.rename(target)
        with suppress(OSError):
            shutil.rmtree(old)
    else:
        made.rename(target)
