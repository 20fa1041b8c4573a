"""The fact tables behind the statistics of players, computed from the tables of a load before these are stored.

Their rows belong to games like all others: whatever replaces, merges, exports or joins games includes them.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from auditor.core.store.schema import COLUMNS, cast_columns, statements_in, stored_name, text_type

if TYPE_CHECKING:
    import duckdb

_FILE: Final = "facts.sql"
"""The SELECT of each of FACT_TABLES, in their order."""
_MEMORY_LIMIT: Final = "256MB"
_SOURCES: Final = ("games", "seats", "hands", "riichis", "wins", "win_yaku", "ledger")
"""The tables that the statements read."""


def insert_facts(connection: "duckdb.DuckDBPyConnection", tables: dict[str, Any]) -> None:
    """Insert the rows of FACT_TABLES, computed from the Arrow tables of a load, into the database of a connection."""
    with _named(connection, tables):
        for table, sql in statements_in(_FILE).items():
            connection.execute(f"INSERT INTO {stored_name(table)} {sql}")


def fact_tables(tables: dict[str, Any]) -> dict[str, Any]:
    """Compute the Arrow table of each of FACT_TABLES from the Arrow tables of a load."""
    with _memory().cursor() as connection, _named(connection, tables):
        statements = statements_in(_FILE).items()
        return {table: connection.sql(_typed(table, sql)).to_arrow_table() for table, sql in statements}


@contextmanager
def _named(connection: "duckdb.DuckDBPyConnection", tables: dict[str, Any]) -> Iterator[None]:
    """Let the names of _SOURCES stand for Arrow tables in a connection, even where its database has such tables.

    After an error they do until its transaction is rolled back.
    """
    for table in _SOURCES:
        connection.register(table, tables[table])
    yield
    for table in _SOURCES:
        connection.unregister(table)


@cache
def _memory() -> "duckdb.DuckDBPyConnection":
    """An empty database in memory, made once: opening one takes a fifth of the time of a small part."""
    import duckdb  # whoever writes a lake has imported it already

    return duckdb.connect(":memory:", config={"threads": 1, "memory_limit": _MEMORY_LIMIT})


def _typed(table: str, sql: str) -> str:
    """Wrap a SELECT to give the columns of the table in their order and types; enumerated values are texts."""
    columns = cast_columns([(column.name, text_type(column.type)) for column in COLUMNS[table]])
    return f"SELECT {columns} FROM ({sql})"
