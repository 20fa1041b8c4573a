"""A database as a Parquet dataset: a folder a table, partitioned by the year in which games began."""

import json
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

import duckdb

from auditor.store.database import StoreError, first_line
from auditor.store.merge import DESCRIPTION
from auditor.store.opening import connect
from auditor.store.schema import GAME_TABLES, SCHEMA_VERSION, TABLES, UNDATED, quoted
from auditor.store.steps import Steps, rows_in
from auditor.version import version


def export(database: str, folder: str, steps: Steps | None = None) -> dict[str, int]:
    """Write every table of a database to a folder; returns the rows of each table. steps: told how far this is.

    Below the folder stand ``TABLE/year=YYYY/*.parquet`` for what belongs to a game and ``TABLE/*.parquet`` for the
    rest, which DuckDB, Polars and Spark read as they are. Enumerated values are texts. The folder appears whole or not
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
            made.chmod(0o755)
            _put(made, target)
        except duckdb.Error as error:
            raise StoreError(f"{folder}: could not be written ({first_line(error)})") from error
        except OSError as error:
            raise StoreError(f"{folder}: could not be written: {error.strerror or error}") from None
        finally:
            shutil.rmtree(made, ignore_errors=True)
    return rows


def _export_tables(connection: duckdb.DuckDBPyConnection, folder: Path, steps: Steps) -> dict[str, int]:
    counts = {table: rows_in(connection, table) for table in TABLES}
    steps.expect(sum(counts.values()))
    rows = {}
    for table in TABLES:
        with steps.step(table, counts[table], connection):
            rows[table] = _export_table(connection, table, folder / table)
    return rows


def _export_table(connection: duckdb.DuckDBPyConnection, table: str, folder: Path) -> int:
    """Write a table; its rows lie in the order of their games, so that a reader of one game skips the others."""
    if table not in GAME_TABLES:
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
