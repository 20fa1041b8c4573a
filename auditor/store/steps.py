"""How far work on the tables is."""

import contextlib
from collections.abc import Iterator

import duckdb


class Steps:
    """Rows that a piece of work has to do and has done, table by table. `done` may be asked from another thread."""

    def __init__(self) -> None:
        self.table = ""
        self._expected = 0
        self._done = 0
        self._rows = 0
        self._at_work: duckdb.DuckDBPyConnection | None = None

    def expect(self, rows: int) -> None:
        """So many more rows are to be done."""
        self._expected += rows

    @contextlib.contextmanager
    def step(self, table: str, rows: int, connection: duckdb.DuckDBPyConnection) -> Iterator[None]:
        """While a table of so many rows is at work."""
        with contextlib.suppress(duckdb.Error):  # so that it tells how far it is, and itself draws nothing
            connection.execute("SET enable_progress_bar = true; SET enable_progress_bar_print = false")
        self.table, self._rows, self._at_work = table, rows, connection
        try:
            yield
        finally:
            self._at_work, self._rows = None, 0
            self._done += rows

    def done(self) -> float | None:
        """How much is done, from 0 to 1; None before anything is expected."""
        if not self._expected:
            return None
        connection = self._at_work
        share = 0.0
        if connection is not None:
            with contextlib.suppress(duckdb.Error, AttributeError):  # older ones cannot tell
                share = max(connection.query_progress(), 0.0) / 100
        return min((self._done + share * self._rows) / self._expected, 1.0)


def rows_in(connection: duckdb.DuckDBPyConnection, relation: str) -> int:
    """How many rows a table, or what else SQL selects from, has."""
    return int(connection.execute(f"SELECT count(*) FROM {relation}").fetchall()[0][0])
