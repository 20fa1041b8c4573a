"""A database to which logs are added one at a time: each is judged at once, and loaded together with others."""

import threading
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from auditor.core.audit.sinks import DatabaseSink
from auditor.core.audit.work import Settings, UnitResult
from auditor.core.audit.worker import InputJudge, time_limited
from auditor.core.errors import Problem, counted
from auditor.core.program import collection_paused
from auditor.core.results import Finding, GameResult, InputResult
from auditor.core.sources import SentBytes, read_inputs
from auditor.core.sources.items import ReadItem
from auditor.core.store.arrow import RangeErrors, arrow_tables, event_table, range_problem, row_table
from auditor.core.store.database import Store, connect
from auditor.core.store.packed import EventColumns
from auditor.core.store.rows import GameRows
from auditor.core.store.schema import COLUMNS, ENUMERATIONS, EVENT_CODES, ROW_TABLES, TEXT_TABLES, stored_name

if TYPE_CHECKING:
    import duckdb

MAX_SECONDS_UNSTORED: Final = 0.5
"""How long a game waits at most for others, to be loaded together with them."""


class AddedLog(NamedTuple):
    """The result of adding a log to a store. inputs: the results of its inputs, several where it is an archive."""

    inputs: tuple[InputResult, ...]

    @property
    def games(self) -> list[GameResult]:
        """The results of its games."""
        return [game for one in self.inputs for game in one.games]

    @property
    def findings(self) -> list[Finding]:
        """The findings of all its games."""
        return [finding for game in self.games for finding in game.findings]

    @property
    def problems(self) -> list[Problem]:
        """The parts that could not be read, as problems."""
        return [problem for one in self.inputs for problem in one.problems]

    @property
    def is_known(self) -> bool:
        """Whether the store already had all of it."""
        return bool(self.inputs) and all([one.is_known for one in self.inputs])


class _Stream:
    """The rows that a statement reads: others each time that it runs, of the same types."""

    def __init__(self, rows: Any) -> None:
        self.rows = rows

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self.rows.__arrow_c_stream__(requested_schema)


def _any_row(table: str) -> Any:
    """A table as `row_table` makes it, of one row without meaning."""
    values: list[Any] = []
    for one in COLUMNS[table]:
        item, _, more = one.type.partition("[")
        empty = b"" if item in ENUMERATIONS and table not in TEXT_TABLES and "[" not in more else []
        values.append(empty if more else {"VARCHAR": ""}.get(item, 0 if "INT" in item else None))
    return row_table(table, values)


class _PlannedStore(Store):
    """A store whose inserts are planned once: for a few games that takes longer than they do."""

    def share(self, address: str = "") -> None:
        self._streams: dict[str, _Stream] = {}
        forms = {EVENT_CODES: event_table(EventColumns()), **{table: _any_row(table) for table in ROW_TABLES}}
        probe = _Stream(forms["sources"].slice(0, 0))
        self.connection.execute("PREPARE probed AS FROM probe")
        probe.rows = forms["sources"]
        if not self.connection.execute("EXECUTE probed").fetchall():
            forms.clear()  # DuckDB 1.4 runs with the rows that it was planned with
        for table, rows in forms.items():
            stream = _Stream(rows)  # found by its name, before nothing but the file can be reached
            self.connection.execute(f"PREPARE insert_{table} AS INSERT INTO {stored_name(table)} FROM stream")
            self._streams[table] = stream
        super().share(address)

    def _insert(self, table: str, rows: Any) -> None:
        stream = self._streams.get(table)
        if stream is None or stream.rows.schema != rows.schema:
            super()._insert(table, rows)
            return
        stream.rows = rows
        self.connection.execute(f"EXECUTE insert_{table}")
        stream.rows = rows.slice(0, 0)


class GameStore:
    """A database to which logs are added one by one. Each is judged in this process at once, and becomes visible to
    readers as a whole within half a second, or after `flush`; what readers saw survives a kill of the process.

    While it is open no other process can read the file. This process can, with `connect` and whatever else reads a
    database by its path. It may be used by several threads, of which one works at a time.

    path: the file; created if it does not exist. settings: how to judge; their optional tables are filled, and those
    that the file has already. address: of a page where other processes can ask this one, as the error of whoever
    cannot open the file says. Raises StoreError.
    """

    def __init__(self, path: str, settings: Settings, *, address: str = "") -> None:
        self.path = path
        self._lock = threading.RLock()
        keys = settings.rules_key, settings.version, settings.also_keys
        self._store = _PlannedStore(path, *keys, seconds=MAX_SECONDS_UNSTORED)
        try:
            self._store.share(address)
            self.settings = settings.loading_into(self._store)
        except BaseException:
            self._store.close()
            raise
        self._sink = DatabaseSink(self._store, self.settings)

    def __enter__(self) -> "GameStore":
        return self

    def __exit__(
        self, error: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is None:
            self.close()
        else:
            self._store.close()

    def add(self, data: bytes, name: str) -> AddedLog:
        """Judge a log and store it. Returns its results; what the database has is judged again, but stored once. data:
        its bytes, packed or not. name: stored as its path; a log id in it becomes the game's, and nothing beside it is
        read. Raises StoreError where it, or an earlier log that waited to be loaded with others, cannot be written."""
        read = read_inputs([SentBytes(name, data)], self.settings.limits)
        results = [self.add_item(item) for _, item in read]
        return AddedLog(tuple([result for result in results if not result.is_not_a_log]))

    def add_item(self, item: ReadItem) -> InputResult:
        """Judge and store an input that was read already, or the problem of one that could not be; logs only."""
        rows = GameRows()
        with self._lock, collection_paused(), time_limited(self.settings.limits.seconds):
            judge = InputJudge(item, self.settings, rows)
            for number, game in enumerate(judge.games()):
                if (judged := judge.judge(number, game)) is not None:
                    judge.keep(judged)
            result = judge.result
            result.problems = counted(result.problems)
            result.is_known = not self._store.add(result, rows) and not result.is_not_a_log
            return result

    def take(self, units: list[UnitResult]) -> list[InputResult]:
        """Store what workers judged, in one transaction. Returns the results of the units. Raises StoreError, and
        OverflowError where a value of packed rows does not fit its column; then nothing is stored.

        units: results of units judged by this store's settings, with their tables or packed rows.
        """
        with self._lock, collection_paused():
            self._store.flush()
            results = [result for unit in _joined(units) for result in self._sink.take(unit)]
            return results + self._sink.finish()

    def flush(self) -> None:
        """Load what was added; it is stored when this returns. Raises StoreError."""
        with self._lock:
            self._store.flush()

    def connect(self) -> "duckdb.DuckDBPyConnection":
        """Open a connection that reads the database, as `auditor.api.connect` does; it sees what is loaded by then."""
        return connect(self.path)

    def close(self) -> None:
        """Load what was added, and close the file. Raises StoreError."""
        with self._lock:
            try:
                self._store.flush()
            finally:
                self._store.close()


def _joined(units: list[UnitResult]) -> list[UnitResult]:
    """The units, those with packed rows as one with tables; each alone if a content is twice. Raises OverflowError."""
    packed = [unit for unit in units if unit.rows]
    contents = [one.sha256 for unit in packed for one in unit.results]
    joined = [unit for unit in units if not unit.rows]
    for group in [packed] if len(set(contents)) == len(contents) else [[unit] for unit in packed]:
        rows = GameRows()
        for unit in group:
            rows.extend(unit.rows)
        try:
            joined.append(UnitResult([one for unit in group for one in unit.results], (arrow_tables(rows),)))
        except RangeErrors as error:
            raise OverflowError(range_problem(error)) from error
    return joined
