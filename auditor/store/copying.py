"""Rows from one place of the tables to another: an older database, another database, a Parquet dataset.

Older tables are copied into new ones column by column; what a version changed is named in CHANGES. Events, in rows of
their own up to version 4 and in Parquet, are packed. The sources of migrated rows to which something new belongs are
marked, so that the next load of the same inputs audits them again and fills it.
"""

from typing import Final

import duckdb

from auditor.store.filled import UNCOUNTED, fill
from auditor.store.schema import EVENT_CODES, EVENT_ROWS, TABLES
from auditor.store.steps import rows_in

_KNOWN_AGAIN: Final = {"fingerprint": "''", "line": "NULL"}
_UNCOUNTED: Final = {
    "seats": {"end_points": "NULL"},
    "hands": {"calls": "[]", "starting_shanten": "NULL"},
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
    """The tables of an attached database, as SQL names them; older ones have EVENT_ROWS in place of EVENT_CODES."""
    rows = connection.execute("SELECT table_name FROM duckdb_tables() WHERE database_name = ?", [catalog]).fetchall()
    return {name: f"{catalog}.{name}" for (name,) in rows if name in (*TABLES, EVENT_ROWS)}


_PACKED_TOGETHER: Final = 1_000_000
"""Events that are packed in one statement, about: lists grow in memory, a hundred bytes an event."""


def selects(connection: duckdb.DuckDBPyConnection, table: str, sources: dict[str, str], version: int) -> list[str]:
    """The SELECTs that one after the other give the rows of a table, from the relations of `sources` by table."""
    if table in sources:
        return [select(connection, table, sources[table], version)]
    if table == EVENT_CODES and EVENT_ROWS in sources:
        parts = rows_in(connection, sources[EVENT_ROWS]) // _PACKED_TOGETHER + 1
        return [_packed(f"{sources[EVENT_ROWS]} WHERE hash(game_id) % {parts} = {part}") for part in range(parts)]
    return []


def _packed(events: str) -> str:
    """The SELECT that packs rows of events: those of whole hands, in any order."""
    return (
        "SELECT game_id, hand, list(code ORDER BY event) AS codes,"
        " coalesce(list(event ORDER BY event) FILTER (tiles IS NOT NULL), []) AS call_events,"
        " coalesce(list(tiles ORDER BY event) FILTER (tiles IS NOT NULL), []) AS call_tiles"
        " FROM (SELECT game_id, hand, event, tiles::VARCHAR[] AS tiles,"
        " event_code(enum_code(kind::VARCHAR::event_kind), seat,"
        f" enum_code(tile::VARCHAR::tile), from_seat, tsumogiri, wall_left) AS code FROM {events})"
        " GROUP BY game_id, hand ORDER BY game_id, hand"
    )


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
    return f'"{name}"::VARCHAR{type.rpartition(")")[2]}'


def copy_all(connection: duckdb.DuckDBPyConnection, sources: dict[str, str], version: int) -> None:
    """Copy every row of the relations, by table, into the tables of the current database."""
    for table in TABLES:
        for rows in selects(connection, table, sources, version):
            connection.execute(f"INSERT INTO {table} BY NAME {rows}")
    fill(connection, version)
