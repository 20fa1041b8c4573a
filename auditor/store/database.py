"""The DuckDB file: opening it safely, loading audited inputs in transactions, rows between databases."""

import contextlib
import os
import re
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar
from weakref import WeakValueDictionary

import duckdb
import pyarrow as pa

from auditor.errors import StoreError
from auditor.results import InputResult
from auditor.store.arrow import RangeErrors, arrow_tables, range_problem
from auditor.store.facts import fact_tables
from auditor.store.previous import KnownInput, previous_results
from auditor.store.rows import CONTENT_BYTES, GameRows, KnownKeys, source_key
from auditor.store.schema import (
    COLUMNS,
    ENUMERATIONS,
    EVENT_CODES,
    EVENT_ROWS,
    FACT_TABLES,
    GAME_TABLES,
    SAME_PLAYERS,
    SCHEMA_VERSION,
    TABLES,
    Column,
    SourceRules,
    checked_optional_tables,
    present_optional_tables,
    quoted,
    quoted_name,
    schema_sql,
    types_sql,
    views_sql,
)


class TableProgress:
    """Rows that a piece of work has to do and has done, table by table. `done` may be called from another thread."""

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
        with contextlib.suppress(duckdb.Error):  # so that it knows how far it is, and itself draws nothing
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
            with contextlib.suppress(duckdb.Error, AttributeError):  # older ones do not know
                share = max(connection.query_progress(), 0.0) / 100
        return min((self._done + share * self._rows) / self._expected, 1.0)


def rows_in(connection: duckdb.DuckDBPyConnection, relation: str) -> int:
    """How many rows a table, or what else SQL selects from, has."""
    return int(connection.execute(f"SELECT count(*) FROM {relation}").fetchall()[0][0])


def readable_tables(connection: duckdb.DuckDBPyConnection, catalog: str) -> dict[str, str]:
    """The tables of an attached database, as SQL names them."""
    rows = connection.execute("SELECT table_name FROM duckdb_tables() WHERE database_name = ?", [catalog]).fetchall()
    return {name: f"{catalog}.{name}" for (name,) in rows if name in (*TABLES, SAME_PLAYERS)}


_PACKED_TOGETHER: Final = 1_000_000
"""Events that are packed in one statement, about: lists grow in memory, a hundred bytes an event."""


def selects(connection: duckdb.DuckDBPyConnection, table: str, sources: dict[str, str]) -> list[str]:
    """The SELECTs that one after the other give the rows of a table, from the relations of `sources` by table.

    A dataset has EVENT_ROWS instead of EVENT_CODES: its events are packed on the way.
    """
    if table in sources:
        return [select(connection, table, sources[table])]
    if table == EVENT_CODES and EVENT_ROWS in sources:
        parts = rows_in(connection, sources[EVENT_ROWS]) // _PACKED_TOGETHER + 1
        return [_packed(f"{sources[EVENT_ROWS]} WHERE hash(game_id) % {parts} = {part}") for part in range(parts)]
    return []


def _packed(events: str) -> str:
    """The SELECT that packs rows of events: those of whole hands, in any order."""
    return (
        "SELECT game_id, hand,"
        " (arg_min(wall_left, event) + (arg_min(kind, event) = 'draw')::INTEGER)::SMALLINT AS live_wall,"
        " count(wall_left)::SMALLINT AS replayed, list(code ORDER BY event) AS codes,"
        " coalesce(list(event ORDER BY event) FILTER (tiles IS NOT NULL), []) AS call_events,"
        " coalesce(list(tiles ORDER BY event) FILTER (tiles IS NOT NULL), []) AS call_tiles"
        " FROM (SELECT game_id, hand, event, kind::VARCHAR AS kind, wall_left, tiles::VARCHAR[] AS tiles,"
        " event_code(enum_code(kind::VARCHAR::event_kind), seat,"
        f" enum_code(tile::VARCHAR::tile), from_seat, tsumogiri) AS code FROM {events})"
        " GROUP BY game_id, hand ORDER BY game_id, hand"
    )


def select(connection: duckdb.DuckDBPyConnection, table: str, relation: str) -> str:
    """The SELECT that gives the rows of a table, column by column.

    relation: what to select from. Enumerated values pass as text, since their types grow.
    """
    columns = [
        f'{_as_text(name, type)} AS "{name}"'
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


_Answer = TypeVar("_Answer")

MEMORY_LIMIT: Final = "256MB"
"""What DuckDB may hold of the tables in memory while it loads; a load only appends, and needs no more."""


THREADS: Final = max(1, (os.cpu_count() or 1) // 2)
"""Of the cores as many as DuckDB loads with; the others audit."""


_LOG_OF_WRITES: Final = "64MB"
"""So large DuckDB's log may grow before what it holds goes into the file: the more at once, the less of it is written
again, and the smaller the file."""

_LAST_LOG_OF_WRITES: Final = "4MB"
"""In the last transaction: DuckDB tidies up after that anyway, so that what is more goes straight into the file."""


STORAGE_VERSION: Final = "v1.2.0"
"""The oldest DuckDB that can open a new file, so that 1.4 and the one for browsers can, too; no larger than today's."""


LOCKED: Final = "another process has it open; wait until that ends, or close it."
"""What is said of a file that is in use."""


IN_USE: Final = "this process has it open already; close that connection first."
"""The same of this process."""


GAMES_PER_TRANSACTION: Final = 2048
"""Games, or inputs without any, that are loaded together. A quarter of that takes DuckDB two thirds longer: row groups
that are not full are written again."""
SECONDS_PER_TRANSACTION: Final = 2.0
"""So long a game waits at most for others."""
MOST_ADDED: Final = 20_000
"""Of so many inputs that were added a store remembers the keys; then it reads the contents anew from the database."""
_KEYS_TOGETHER: Final = 10_000


class ReplacedJudgement(NamedTuple):
    """An earlier judgement that a load has replaced.

    rules, version: as in `sources`. inputs: how many it was of. first, last: the days on which these were loaded, as
    ``2026-01-02`` (UTC).
    """

    rules: str
    version: str
    inputs: int
    first: str
    last: str


class Store:
    """An open database. rules and version: what the inputs of this run are audited with. seconds: how long what `add`
    takes waits at most for more; None for SECONDS_PER_TRANSACTION.

    follows_files: what was loaded of a file is replaced once the file has another content; else both stay.
    is_new: nobody has put any input into it yet; whoever does by other ways than `load` calls `note_changed`.

    `load` and `stored` may work in the thread of `in_background` while another asks `known`. What `add` takes is loaded
    in one transaction with others, by `flush` at the latest: a reader sees all of an input or nothing.
    """

    def __init__(
        self, path: str, rules: str, version: str, also_under: tuple[str, ...] = (), *, seconds: float | None = None
    ) -> None:
        self.path = path
        self.rules = SourceRules(rules, also_under)
        self.version = version
        self.follows_files = False
        self._replaced: Counter[tuple[str, str, str]] = Counter()
        self._buffer = _Buffer(seconds)
        self._held: _HeldInputs | None = None
        self._current: KnownKeys | None = None
        self._added: set[str] = set()
        self._is_closed = False
        self._thread = ThreadPoolExecutor(1)
        self.connection = _open(path, read_only=False)
        try:
            _prepare(self.connection, path, version)
            self._asking = self.connection.cursor()
            self.is_new = not self._asking.execute("SELECT 1 FROM sources LIMIT 1").fetchall()
        except BaseException:
            self.connection.close()
            raise

    def share(self) -> None:
        """Let `connect` read the file in this process while it is open here. Raises StoreError where one does so."""
        if shared_stores.setdefault(os.path.realpath(self.path), self) is not self:
            raise StoreError(f"{self.path}: {IN_USE}")

    def reader(self) -> duckdb.DuckDBPyConnection:
        """Another connection to the open database, for reading: it sees what is committed, by the program's own views.

        Those, its macros and its types are temporary, and so this connection's alone; the file's are not run.
        """
        connection = self._asking.cursor()
        statements = types_sql() + views_sql()
        connection.execute(_CREATED.sub(r"\1TEMP \2", statements))
        return connection

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, error: type[BaseException] | None, *_: object) -> None:
        try:
            if error is None:
                self.flush()
        finally:
            self.close()

    def close(self) -> None:
        """Close the database once the work in the background has ended; what was loaded stays."""
        if shared_stores.get(os.path.realpath(self.path)) is self:
            del shared_stores[os.path.realpath(self.path)]
        self._buffer.cancel_timer()
        self._is_closed = True
        self._thread.shutdown(cancel_futures=True)
        with contextlib.suppress(duckdb.Error):
            self._asking.close()
            self.connection.close()

    def keep(self, extras: Iterable[str]) -> tuple[str, ...]:
        """Load from now on with these extra tables, and with those that the database has. Returns them all."""
        optional = checked_optional_tables([*extras, *present_optional_tables(self.connection)])
        self.rules = self.rules._replace(optional_tables=optional)
        self._current = None
        return optional

    def has_inputs(self) -> bool:
        """Whether anything is loaded, once what is under way is; called from any thread."""
        return self.in_background(
            lambda: bool(self.connection.execute("SELECT 1 FROM sources LIMIT 1").fetchall())
        ).result()

    def in_background(self, work: Callable[[], _Answer]) -> "Future[_Answer]":
        """Do something with the database in a thread of its own, one after the other."""
        return self._thread.submit(work)

    def known(self, contents: list[str]) -> set[str]:
        """Which of the contents (SHA-256, hexadecimal) are loaded already, with the same rules and version."""
        if self.is_new:
            return set()
        rows = self._asking.execute(
            "SELECT DISTINCT sha256 FROM sources WHERE rules = ? AND version = ? AND list_contains(?, sha256)",
            [self.rules.text, self.version, contents],
        ).fetchall()
        return {sha256 for (sha256,) in rows}

    def stored(self, contents: list[str]) -> dict[str, KnownInput]:
        """What is loaded of each of the contents with the same rules and version."""
        return previous_results(self.connection, contents, (self.rules.text, self.version))

    def note_changed(self) -> None:
        """Inputs have come into the database by another way than `load`."""
        self.is_new = False
        self._held = self._current = None

    def replaced(self) -> list[ReplacedJudgement]:
        """The judgements that the loads so far have replaced, those of the most inputs first."""
        days: dict[tuple[str, str], list[str]] = {}
        inputs: Counter[tuple[str, str]] = Counter()
        for (rules, version, day), count in self._replaced.items():
            days.setdefault((rules, version), []).append(day)
            inputs[rules, version] += count
        replaced = [ReplacedJudgement(*key, inputs[key], min(of_key), max(of_key)) for key, of_key in days.items()]
        return sorted(replaced, key=lambda one: (-one.inputs, one))

    def known_keys(self) -> KnownKeys:
        """The contents that are loaded already, with the same rules and version, by their hashes."""
        if self.is_new:
            return KnownKeys(b"", CONTENT_BYTES)
        return _contents(
            self._asking,
            "SELECT DISTINCT sha256 FROM sources WHERE sha256 IS NOT NULL AND rules = ? AND version = ? ORDER BY 1",
            [self.rules.text, self.version],
        )

    def add(self, result: InputResult, rows: GameRows) -> bool:
        """Take an input with all its games, to be loaded with others. Returns whether its content was new.

        That happens by itself after GAMES_PER_TRANSACTION games or the store's seconds. Of a content that is known
        already, only the path is added. Raises StoreError, also where a transaction failed that came by itself.

        Args:
            result: What the input gave.
            rows: Its games, as of the input with the `source_key` of the result.
        """
        key = source_key(result)
        if result.is_not_a_log or key in self._added:
            return False
        if len(self._added) >= MOST_ADDED:
            self.flush()
            self._added.clear()
            self._held = self._current = None
        is_new = True
        if result.sha256 is not None:
            if self._is_loaded(result.sha256):
                if self._asking.execute("SELECT 1 FROM sources WHERE source_id = ?", [key]).fetchall():
                    return False
                is_new = False
            elif result.sha256 in self._added:
                is_new = False
            self._added.add(result.sha256)
        if not is_new:
            rows = GameRows()
        self._added.add(key)
        rows.add_source(key, result, self.rules, self.version)
        self._buffer.add(rows, self._flush_later)
        if self.is_due:
            self.flush()
        return is_new

    def _is_loaded(self, sha256: str) -> bool:
        """Whether a content was there when the first input was added, with the same rules and version."""
        if self._current is None:
            self._current = self.known_keys()
        return bytes.fromhex(sha256) in self._current

    def add_tables(self, tables: dict[str, Any], *, flushes: bool = True) -> None:
        """Take Arrow tables of some inputs, to be loaded with those of others.

        Args:
            tables: As `arrow_tables` makes them.
            flushes: Whether to load here when it is time to; otherwise the caller does where `is_due` says so.
        """
        self._buffer.add_tables(tables)
        if flushes and self.is_due:
            self.flush()

    @property
    def is_due(self) -> bool:
        """Whether what waits should be loaded now."""
        return self._buffer.is_due()

    def flush(self) -> int:
        """Load what waits, in one transaction; how many games. Raises StoreError."""
        return 0 if self._is_closed else self.in_background(self._flush).result()

    def take_waiting(self) -> list[dict[str, Any]]:
        """What was added and is not loaded, for a caller that loads it."""
        return self._buffer.take()

    def _flush(self) -> int:
        failure, self._buffer.failure = self._buffer.failure, None
        if failure is not None:
            raise failure
        waiting = self.take_waiting()
        try:
            self.load(waiting)
        except StoreError:
            self._added.clear()
            self._current = None
            raise
        return sum([len(tables["games"]) for tables in waiting])

    def _flush_later(self) -> None:
        """Have loaded what has waited long enough; whoever adds or flushes next learns of a failure."""

        def work() -> None:
            try:
                self._flush()
            except StoreError as error:
                self._buffer.failure = error

        with contextlib.suppress(RuntimeError):  # the store is closed
            self.in_background(work)

    def load(self, parts: list[dict[str, Any]], *, is_last: bool = False) -> None:
        """Load Arrow tables (a table for each of TABLES, a dictionary a part) in one transaction.

        Rows of the same contents from an earlier load (of another ruleset or version) are replaced. is_last: no more
        are to come. Raises StoreError, and then nothing of the parts is loaded.
        """
        if not parts:
            return
        merged = {table: concat_tables([part[table] for part in parts]) for table in TABLES if table not in FACT_TABLES}
        try:
            merged |= fact_tables(merged, THREADS)
            self._allow_log(_LAST_LOG_OF_WRITES if is_last else _LOG_OF_WRITES)
            self.connection.begin()
            try:
                replaced = self._replace(merged)
                self._insert(merged)
                self.connection.commit()
                self.is_new = False
                self._replaced += replaced
                if self._held is not None:
                    self._held.add(merged["sources"], merged["games"])
            except BaseException:
                with contextlib.suppress(duckdb.Error):
                    self.connection.rollback()
                raise
        except duckdb.Error as error:
            raise StoreError(
                f"{self.path}: could not be written ({first_line(error)}); what was loaded before is kept: "
                "see to the cause and run the same command again."
            ) from error

    def _allow_log(self, size: str) -> None:
        self.connection.execute(f"SET checkpoint_threshold = '{size}'")

    def _replace(self, tables: dict[str, Any]) -> "Counter[tuple[str, str, str]]":
        """Delete what an earlier load made of the same contents and inputs.

        Returns the inputs with games of another judgement, by ruleset choice, version and day.
        """
        if self.is_new:
            return Counter()
        if self._held is None:
            self._held = _HeldInputs(self.connection)
        if not self.follows_files and not self._held.has_any(tables["sources"]):
            return Counter()
        execute = self.connection.execute
        contents = [sha256 for sha256 in tables["sources"].column("sha256").to_pylist() if sha256]
        inputs = tables["sources"].column("source_id").to_pylist()
        new_games = tables["games"].column("game_id").to_pylist()
        sources = execute(
            "SELECT source_id, rules = ? AND version = ? FROM sources"
            " WHERE list_contains(?, sha256) OR list_contains(?, source_id)",
            [self.rules.text, self.version, contents, inputs],
        ).fetchall()
        old = [source_id for source_id, current in sources if not current or source_id in inputs]
        old += self._unreadable(tables["sources"])
        if self.follows_files:
            old += self._superseded(tables["sources"])
        if not old:
            return Counter()
        replaced = self._otherwise_judged(old)
        games = execute(
            "SELECT game_id FROM games WHERE list_contains(?, source_id) OR list_contains(?, game_id)",
            [old, new_games],
        ).fetchall()
        game_ids = [game_id for (game_id,) in games]
        for table in GAME_TABLES if game_ids else ():
            execute(f"DELETE FROM {table} WHERE game_id IN (SELECT unnest(?))", [game_ids])
        for table in ("problems", "sources"):
            execute(f"DELETE FROM {table} WHERE source_id IN (SELECT unnest(?))", [old])
        return replaced

    def _otherwise_judged(self, sources: list[str]) -> "Counter[tuple[str, str, str]]":
        """Of these inputs those with games and of other rules or another version, by rules, version and day."""
        rows = self.connection.execute(
            "WITH replaced AS (FROM sources WHERE source_id IN (SELECT unnest($sources)))"
            " SELECT rules, version, strftime(loaded_at, '%Y-%m-%d'), count(*) FROM replaced"
            " WHERE (rules <> $rules OR version <> $version)"
            " AND sha256 IN (SELECT sha256 FROM games JOIN replaced USING (source_id)) GROUP BY ALL",
            {"sources": sources, "rules": self.rules.text, "version": self.version},
        ).fetchall()
        return Counter({(rules, version, day): inputs for rules, version, day, inputs in rows})

    def _unreadable(self, sources: Any) -> list[str]:
        """Inputs loaded before of which nothing could be read and whose path is now read anew."""
        paths = {
            (path, member)
            for path, member in zip(
                sources.column("path").to_pylist(), sources.column("member").to_pylist(), strict=True
            )
        }
        rows = self.connection.execute(
            "SELECT source_id, path, member FROM sources WHERE list_contains(?, path)"
            " AND source_id NOT IN (SELECT source_id FROM games)",
            [[path for path, _ in paths]],
        ).fetchall()
        return [source_id for source_id, path, member in rows if (path, member) in paths]

    def _superseded(self, sources: Any) -> list[str]:
        """Inputs loaded before, of files that now have another content; not those whose content lies elsewhere."""
        new = {
            (path, member): source_id for path, member, source_id in _columns(sources, "path", "member", "source_id")
        }
        rows = self.connection.execute(
            "SELECT source_id, path, member FROM sources AS one WHERE list_contains(?, path) AND NOT EXISTS"
            " (FROM sources AS other WHERE other.sha256 = one.sha256 AND other.source_id <> one.source_id)",
            [[path for path, _ in new]],
        ).fetchall()
        return [key for key, path, member in rows if new.get((path, member), key) != key]

    def _insert(self, tables: dict[str, Any]) -> None:
        for table in TABLES:
            if len(tables[table]):
                self.connection.from_arrow(tables[table]).insert_into(table)


class _HeldInputs:
    """What inputs the database has by keys in memory, so that a load of others need not search it.

    Asked when it must be: a key too many costs a search, and does no harm.
    """

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self._contents = _contents(
            connection, "SELECT DISTINCT sha256 FROM sources WHERE sha256 IS NOT NULL ORDER BY sha256", []
        )
        self._added: set[str] = set()
        rows = connection.execute(
            "SELECT path, member FROM sources WHERE source_id NOT IN (SELECT source_id FROM games)"
        ).fetchall()
        self._without_games: set[tuple[str, str | None]] = set(rows)

    def has_any(self, sources: Any) -> bool:
        """Whether there is one of these contents, or an input without a game at one of these paths."""
        return any(
            [
                (path, member) in self._without_games
                or (sha256 is not None and (sha256 in self._added or bytes.fromhex(sha256) in self._contents))
                for path, member, sha256 in _columns(sources, "path", "member", "sha256")
            ]
        )

    def add(self, sources: Any, games: Any) -> None:
        """Note what was loaded."""
        with_games = set(games.column("source_id").to_pylist())
        for path, member, sha256, source_id in _columns(sources, "path", "member", "sha256", "source_id"):
            if sha256 is not None:
                self._added.add(sha256)
            if source_id not in with_games:
                self._without_games.add((path, member))


def _columns(table: Any, *names: str) -> Iterator[tuple[Any, ...]]:
    """The rows of an Arrow table, of these columns."""
    return zip(*[table.column(name).to_pylist() for name in names], strict=True)


def _contents(connection: duckdb.DuckDBPyConnection, sql: str, values: list[object]) -> KnownKeys:
    """The contents that a SELECT gives by their SHA-256, in order."""
    rows = connection.execute(sql, values)
    packed: list[bytes] = []
    while some := rows.fetchmany(_KEYS_TOGETHER):
        packed.append(bytes.fromhex("".join([sha256 for (sha256,) in some])))
    return KnownKeys(b"".join(packed), CONTENT_BYTES)


class _Buffer:
    """What waits to be loaded. seconds: for so long; None for SECONDS_PER_TRANSACTION. failure: of a transaction that
    came by itself.
    """

    def __init__(self, seconds: float | None = None) -> None:
        self._seconds = seconds
        self.failure: StoreError | None = None
        self._rows: list[GameRows] = []
        self._tables: list[dict[str, Any]] = []
        self._games = 0
        self._since = 0.0
        self._timer: threading.Timer | None = None
        self._lock = threading.Lock()

    def add(self, rows: GameRows, flush: Callable[[], object]) -> None:
        """Take the rows of an input. flush: what loads them where none come after them for long."""
        if self.failure is not None:
            failure, self.failure = self.failure, None
            raise failure
        with self._lock:
            self._count(len(rows.rows["games"]))
            self._rows.append(rows)
            if self._timer is None:
                self._timer = threading.Timer(self._most_seconds(), flush)
                self._timer.daemon = True
                self._timer.start()

    def add_tables(self, tables: dict[str, Any]) -> None:
        """Take Arrow tables."""
        with self._lock:
            self._count(max(len(tables["games"]), len(tables["sources"])))
            self._tables.append(tables)

    def _count(self, games: int) -> None:
        if not self._games:
            self._since = time.monotonic()
        self._games += max(games, 1)

    def is_due(self) -> bool:
        """Whether many games wait, or one for long."""
        is_late = self._games > 0 and time.monotonic() - self._since >= self._most_seconds()
        return is_late or self._games >= GAMES_PER_TRANSACTION

    def _most_seconds(self) -> float:
        return SECONDS_PER_TRANSACTION if self._seconds is None else self._seconds

    def take(self) -> list[dict[str, Any]]:
        """What waits, as Arrow tables."""
        with self._lock:
            rows, tables = self._rows, self._tables
            self._rows, self._tables, self._games = [], [], 0
            self.cancel_timer()
        return tables + _tables_of(rows)

    def cancel_timer(self) -> None:
        """Nothing waits any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def _tables_of(inputs: list[GameRows]) -> list[dict[str, Any]]:
    """The rows of inputs as Arrow tables; an input with a value that fits no column is left with a problem."""
    together = GameRows()
    for rows in inputs:
        together.extend(rows)
    try:
        return [arrow_tables(together)] if inputs else []
    except RangeErrors as error:
        if len(inputs) > 1:
            return [tables for rows in inputs for tables in _tables_of([rows])]
        return [arrow_tables(together.without_games(range_problem(error)))]


def concat_tables(tables: list[Any]) -> Any:
    """Arrow tables of one kind as one. One without rows may have other types, and is left out."""
    return pa.concat_tables([table for table in tables if len(table)] or tables[:1])


shared_stores: Final[WeakValueDictionary[str, Store]] = WeakValueDictionary()
"""The databases that this process has open for writing and reads all the same, by their real paths."""
_CREATED: Final = re.compile(r"\b(CREATE (?:OR REPLACE )?)(VIEW|MACRO|TYPE)\b")

STORED: Final = "stored"
"""The name that a database has in the connection that reads it."""


def connect(path: str, *folders: str) -> duckdb.DuckDBPyConnection:
    """Open a database made by this program for reading. Raises StoreError.

    It is data, whoever made it: types, macros and views are the program's own, made in memory, and the connection
    reaches no other file. folders: where it may write all the same. A database that this process has open as a
    `GameStore` is read by way of that.
    """
    shared = shared_stores.get(os.path.realpath(path))
    if shared is not None:
        return shared.reader()
    if not Path(path).exists():
        raise StoreError(f"{path}: there is no such file; make it with: auditor audit LOGS --db {path}")
    connection = _open(path, read_only=True)
    try:
        if not holds_tables(connection, path, STORED):
            raise StoreError(f"{path}: the database is empty; fill it with: auditor audit LOGS --db {path}")
        connection.execute(f"SET search_path = 'memory.main,{STORED}.main'; " + types_sql() + views_sql())
        lock(connection, *folders)
    except BaseException:
        connection.close()
        raise
    return connection


_NO_EXTENSIONS: Final = dict.fromkeys(
    ["autoinstall_known_extensions", "autoload_known_extensions", "allow_community_extensions"], "false"
)
"""DuckDB takes a file of another kind, SQLite's among them, for the cause to fetch what reads it."""


def lock(connection: duckdb.DuckDBPyConnection, *folders: str) -> None:
    """Let a connection reach no file but what it has open and what is below these folders, whatever it is asked."""
    allowed = ", ".join([quoted(os.path.join(os.path.abspath(folder), "")) for folder in folders])
    with contextlib.suppress(duckdb.Error):  # what `TableProgress` asks for, and cannot any more
        connection.execute("SET enable_progress_bar = true; SET enable_progress_bar_print = false")
    spilled = os.path.join(
        tempfile.gettempdir(), f"auditor-{os.urandom(8).hex()}"
    )  # alone: DuckDB allows what is in it
    for name, value in (
        _NO_EXTENSIONS | {"temp_directory": quoted(spilled), "allowed_directories": f"[{allowed}]"}
    ).items():
        connection.execute(f"SET {name} = {value}")
    connection.execute("SET enable_external_access = false; SET lock_configuration = true")


def attach(connection: duckdb.DuckDBPyConnection, path: str, name: str) -> None:
    """Give a connection a file to read; as nothing but DuckDB's, whatever it is and is called. Raises duckdb.Error."""
    connection.execute(f"ATTACH {quoted(os.path.abspath(path))} AS {name} (READ_ONLY, TYPE duckdb)")


def _open(path: str, *, read_only: bool) -> duckdb.DuckDBPyConnection:
    file = Path(path)
    if file.is_dir():
        raise StoreError(f"{path}: is a folder; give the name of a database file.")
    if not file.absolute().parent.is_dir():
        raise StoreError(f"{path}: the folder {file.absolute().parent} does not exist; make it first.")
    try:
        if read_only:
            connection = duckdb.connect(":memory:")
            attach(connection, path, STORED)
            return connection
        settings = {"storage_compatibility_version": STORAGE_VERSION, **_NO_EXTENSIONS}
        return duckdb.connect(path, config={"memory_limit": MEMORY_LIMIT, "threads": THREADS, **settings})
    except duckdb.Error as error:
        raise StoreError(f"{path}: {_advice(error, path)}") from error


def is_locked(error: duckdb.Error, path: str) -> bool:
    """Whether a file cannot be opened because another process has it open."""
    return isinstance(error, duckdb.IOException) and "could not set lock" in _without_path(error, path).lower()


def _without_path(error: duckdb.Error, path: str) -> str:
    """The text of an error without the path of the file, which may hold any word; DuckDB puts it into quotes."""
    text = str(error)
    for name in (os.path.realpath(path), os.path.abspath(path), path):
        text = text.replace(f'"{name}"', "")
    return text


def _advice(error: duckdb.Error, path: str) -> str:
    """What to do about a file that cannot be opened."""
    text = _without_path(error, path)
    if is_locked(error, path):
        return LOCKED
    if "file handle conflict" in text or "different configuration" in text:
        return IN_USE
    if "not a valid DuckDB" in text or "not a DuckDB" in text or text.startswith("IO Error: Extension"):
        return "is not a DuckDB file; give another name, or move that file away."
    if "ermission denied" in text or "ead-only" in text or "Cannot open file" in text:
        return "cannot be opened; see that you may write the file and its folder."
    return f"cannot be opened ({first_line(error)})"


def first_line(error: Exception) -> str:
    """The first line of an error's text, as part of a sentence."""
    return str(error).strip().splitlines()[0].rstrip(".")


def holds_tables(connection: duckdb.DuckDBPyConnection, path: str, catalog: str) -> bool:
    """Whether a database holds the tables of this program; False for an empty one.

    Args:
        connection: where the database is open.
        path: the database's file, for messages.
        catalog: the name that the database has in the connection.

    Raises:
        StoreError: for a database of anything else, or of another version of the tables.
    """
    _refuse_shadows(connection, path, catalog)
    where = f"WHERE database_name = {quoted(catalog)} AND schema_name = 'main'"
    tables = connection.execute(f"SELECT table_name FROM system.main.duckdb_tables() {where}").fetchall()
    held: dict[str, list[tuple[str, str]]] = {table: [] for (table,) in tables}
    if not held:
        return False
    for table, name, type in connection.execute(
        f"SELECT table_name, column_name, data_type FROM system.main.duckdb_columns() {where} ORDER BY column_index"
    ).fetchall():
        if table in held:  # and no view
            held[table].append((name, type))
    try:
        made_by = connection.execute(f"SELECT schema_version, program_version FROM {quoted_name(catalog)}.main.meta")
        require_current(path, *made_by.fetchall()[0])
    except (duckdb.Error, IndexError, TypeError):
        raise StoreError(f"{path}: is a database, but not one of auditor's; give another name.") from None
    for table, columns in COLUMNS.items():
        if not _fit(columns, held.get(table, [])):
            raise StoreError(f"{path}: has no table {table} as auditor makes it; give another database.")
    return True


def _refuse_shadows(connection: duckdb.DuckDBPyConnection, path: str, catalog: str) -> None:
    """Raises StoreError for a database with a macro that would be called instead of a function of DuckDB's."""
    functions = connection.execute(
        "SELECT database_name, function_name FROM system.main.duckdb_functions() WHERE database_name IN ('system', ?)",
        [catalog],
    ).fetchall()
    built_in = {name for of, name in functions if of != catalog}
    own = set(re.findall(r"MACRO (\w+)", views_sql()))
    for name in sorted({name for of, name in functions if of == catalog} & built_in - own):
        raise StoreError(f"{path}: has a macro {name!r} instead of DuckDB's own function; it is not opened.")


def _fit(columns: tuple[Column, ...], held: list[tuple[str, str]]) -> bool:
    """Whether a table, by the names and types of its columns, is the program's; enumerations grow."""
    return [one.name for one in columns] == [name for name, _ in held] and all(
        [
            type.startswith("ENUM(") and type.endswith(f"){item[1]}{item[2]}") if item[0] in ENUMERATIONS
            else type == one.type
            for one, (_, type) in zip(columns, held, strict=True)
            for item in [one.type.partition("[")]
        ]
    )  # fmt: skip


def require_current(path: str, schema_version: int, program_version: str) -> None:
    """Raises StoreError for what was written with another version of the tables: it has to be made again."""
    if schema_version != SCHEMA_VERSION:
        advice = "update auditor" if schema_version > SCHEMA_VERSION else "audit the logs again, under another name"
        raise StoreError(
            f"{path}: was made by auditor {program_version} with tables of version {schema_version}, this program has "
            f"version {SCHEMA_VERSION}; {advice}"
        )


def _catalog(connection: duckdb.DuckDBPyConnection) -> str:
    return str(connection.execute("SELECT current_database()").fetchall()[0][0])


def _make_tables(connection: duckdb.DuckDBPyConnection, version: str) -> None:
    connection.execute(schema_sql())
    connection.execute("INSERT INTO meta VALUES (?, ?, now() AT TIME ZONE 'UTC')", [SCHEMA_VERSION, version])


def _prepare(connection: duckdb.DuckDBPyConnection, path: str, version: str) -> None:
    """Make the tables in an empty file; see that those of any other are ours. Raises StoreError."""
    try:
        if not holds_tables(connection, path, _catalog(connection)):
            connection.begin()
            _make_tables(connection, version)
            connection.commit()
    except duckdb.Error as error:
        raise StoreError(f"{path}: could not be made ready ({first_line(error)}).") from error
