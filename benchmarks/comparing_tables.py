"""Compares two databases of auditor table by table, in the columns that both have; rows may be in any order."""

from pathlib import Path
from typing import NamedTuple

import duckdb

SHOWN_ROWS = 50

# Columns that say when, and by which version, something was loaded.
VOLATILE = {
    "meta": {"created_at", "program_version", "schema_version"},
    "sources": {"loaded_at", "version"},
}

Columns = dict[str, str]  # name -> type, in order


class TableComparison(NamedTuple):
    """The comparison of a table. details: for people; rows: those that only one of the databases has."""

    table: str
    is_equal: bool
    details: str
    rows: str = ""


def compare_databases(old: Path, new: Path) -> list[TableComparison]:
    """Compare all tables and views of two databases.

    Raises:
        duckdb.Error: One is no database.
    """
    with duckdb.connect() as connection:
        for name, path in (("old", old), ("new", new)):
            connection.execute(f"ATTACH '{str(path).replace(chr(39), chr(39) * 2)}' AS {name} (READ_ONLY)")
        old_tables, new_tables = tables_of(connection, "old"), tables_of(connection, "new")
        results = [
            _compare_table(connection, table, columns, new_tables[table])
            if table in new_tables
            else TableComparison(table, False, "only the old database has it")
            for table, columns in old_tables.items()
        ]
    added = [table for table in new_tables if table not in old_tables]
    return results + [TableComparison(table, True, "added: only the new database has it") for table in added]


def tables_of(connection: duckdb.DuckDBPyConnection, database: str) -> dict[str, Columns]:
    """The tables and views of an attached database, with their columns."""
    tables: dict[str, Columns] = {}
    rows = connection.execute(
        "SELECT table_name, column_name, data_type FROM duckdb_columns() "
        "WHERE database_name = ? AND schema_name = 'main' AND NOT internal ORDER BY table_name, column_index",
        [database],
    ).fetchall()
    for table, column, kind in rows:
        tables.setdefault(table, {})[column] = kind
    return tables


def _compare_table(connection: duckdb.DuckDBPyConnection, table: str, old: Columns, new: Columns) -> TableComparison:
    common = [column for column in old if column in new and column not in VOLATILE.get(table, ())]
    digests = [_digest(connection, f'{name}."{table}"', common) for name in ("old", "new")]
    (old_count, _), (new_count, _) = digests
    details = [f"{old_count:,} rows" if old_count == new_count else f"{old_count:,} rows, now {new_count:,}"]
    details += [f"digest {digests[0][1]}" if digests[0] == digests[1] else f"digests {digests[0][1]} {digests[1][1]}"]
    for title, columns in (
        ("added", [column for column in new if column not in old]),
        ("gone", [column for column in old if column not in new]),
        ("other types", [column for column in common if old[column] != new[column]]),
    ):
        if columns:
            details.append(f"{title}: {', '.join(columns)}")
    is_equal = digests[0] == digests[1]
    rows = "" if is_equal else _differing_rows(connection, table, common)
    return TableComparison(table, is_equal, "; ".join(details), rows)


def _texts(columns: list[str]) -> str:
    """SQL for the columns as text: types may differ, and one database's enumeration may have more values."""
    return ", ".join([f'"{column}"::VARCHAR AS "{column}"' for column in columns]) or "1 AS nothing"


def _digest(connection: duckdb.DuckDBPyConnection, table: str, columns: list[str]) -> tuple[int, str]:
    """The number of rows, and a digest of all columns that does not depend on the order of the rows."""
    names = ", ".join([f'"{column}"' for column in columns]) or "nothing"
    row = connection.execute(
        f"SELECT count(*), printf('%x', coalesce(sum(hash({names})::HUGEINT), 0) % 18446744073709551616::HUGEINT) "
        f"FROM (SELECT {_texts(columns)} FROM {table})"
    ).fetchone()
    assert row is not None
    return row[0], row[1]


def _differing_rows(connection: duckdb.DuckDBPyConnection, table: str, columns: list[str]) -> str:
    lines = [" | ".join(columns)]
    for sign, one, other in (("-", "old", "new"), ("+", "new", "old")):
        rows = connection.execute(
            f'SELECT {_texts(columns)} FROM {one}."{table}" EXCEPT ALL SELECT {_texts(columns)} FROM {other}."{table}" '
            f"ORDER BY ALL LIMIT {SHOWN_ROWS}"
        ).fetchall()
        lines += [f"{sign} " + " | ".join(["NULL" if value is None else value for value in row]) for row in rows]
    return "\n".join(lines) + "\n"
