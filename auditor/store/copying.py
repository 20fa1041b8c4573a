"""Rows from one place of the tables to another: an older database, another database, a Parquet dataset.

Older tables are copied into new ones column by column; what a version changed is named in CHANGES. The sources of
migrated rows to which something new belongs are marked, so that the next load of the same inputs audits them again and
fills it.
"""

from typing import Final

import duckdb

from auditor.store.filled import UNCOUNTED, fill
from auditor.store.schema import TABLES

_KNOWN_AGAIN: Final = {"fingerprint": "''", "line": "NULL"}
_UNCOUNTED: Final = {
    "seats": {"end_points": "NULL"},
    "hands": {"calls": "[]"},
    "riichis": {"discards": str(UNCOUNTED), "unseen": "NULL"},
    "wins": {"discards": "[]"},
}
"""Fingerprints and what is counted in events are filled once the events stand beside them (`filled`)."""


def _marked(version: int) -> dict[str, str]:
    return {"version": f"version || ' (tables of version {version})'"}


CHANGES: Final[dict[int, dict[str, dict[str, str]]]] = {
    1: {
        "sources": _marked(1),
        "games": {"also_under": "[]", "misfit": "[]", "fitting": "[]"},
        "seats": _UNCOUNTED["seats"],
        "hands": {
            "tenpai": "NULL",
            "unjudged": "CASE WHEN unjudged IS NULL THEN [] ELSE [unjudged] END",
            **_UNCOUNTED["hands"],
        },
        "riichis": {"machi": "[]", **_UNCOUNTED["riichis"]},
        "wins": {"machi": "NULL", **_UNCOUNTED["wins"]},
        "findings": _KNOWN_AGAIN,
    },
    2: {
        "sources": _marked(2),
        "games": {"misfit": "[]", "fitting": "[]"},
        "findings": _KNOWN_AGAIN,
        **_UNCOUNTED,
    },
    3: {"sources": _marked(3), "findings": _KNOWN_AGAIN, **_UNCOUNTED},
    4: {"sources": _marked(4), **_UNCOUNTED},
}
"""For each older version what makes the columns of now that it lacks or holds otherwise, by table."""


def relations(connection: duckdb.DuckDBPyConnection, catalog: str) -> dict[str, str]:
    """The tables of an attached database, as SQL names them."""
    rows = connection.execute("SELECT table_name FROM duckdb_tables() WHERE database_name = ?", [catalog]).fetchall()
    return {name: f"{catalog}.{name}" for (name,) in rows if name in TABLES}


def select(connection: duckdb.DuckDBPyConnection, table: str, relation: str, version: int) -> str:
    """The SELECT that gives rows of a table, of some version, with the columns that the table has now.

    relation: what to select from. Enumerated values pass as text, since their types grow.
    """
    changes = CHANGES.get(version, {}).get(table, {})
    columns = [
        f'{changes.get(name) or _as_text(name, type)} AS "{name}"'
        for name, type in connection.execute(
            "SELECT column_name, data_type FROM duckdb_columns() WHERE database_name = current_database()"
            " AND table_name = ? ORDER BY column_index",
            [table],
        ).fetchall()
    ]
    return f"SELECT {', '.join(columns)} FROM {relation}"


def _as_text(name: str, type: str) -> str:
    if not type.startswith("ENUM"):
        return f'"{name}"'
    return f'"{name}"::VARCHAR[]' if type.endswith("[]") else f'"{name}"::VARCHAR'


def copy_all(connection: duckdb.DuckDBPyConnection, sources: dict[str, str], version: int) -> None:
    """Copy every row of the relations, by table, into the tables of the current database."""
    for table in TABLES:
        if table in sources:
            rows = select(connection, table, sources[table], version)
            connection.execute(f"INSERT INTO {table} BY NAME {rows}")
    fill(connection, version)
