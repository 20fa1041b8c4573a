"""The DuckDB file: opening it safely, loading audited inputs in transactions."""

import contextlib
import os
import re
import tempfile
import threading
import time
import zlib
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from errno import EDQUOT, ENOSPC
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar
from weakref import WeakValueDictionary

import duckdb

from auditor.core.errors import StoreError, first_line
from auditor.core.files.atomic import write_atomic
from auditor.core.reading import FORMAT_BY_NAME
from auditor.core.results import InputResult
from auditor.core.store import schema
from auditor.core.store.arrow import RangeErrors, arrow_tables, joined_tables, range_problem
from auditor.core.store.contents import CONTENT_BYTES, Contents, KnownKeys
from auditor.core.store.rows import GameRows, source_key
from auditor.core.store.schema import run_statement

if TYPE_CHECKING:
    from auditor.core.store.previous import KnownInput
    from auditor.core.store.replaced import Replaceable, ReplacedJudgement


_Answer = TypeVar("_Answer")

_LIKE: Final = ("log_id", "shuffle", "play")
"""The columns of `games` by which two are one."""

MEMORY_LIMIT: Final = "256MB"
"""DuckDB's memory limit while it loads; a load only appends, and needs no more."""

THREADS: Final = max(1, (os.cpu_count() or 1) // 2)
"""The number of cores that DuckDB loads with; the others audit."""

_LOG_OF_WRITES: Final = "64MB"
"""The size of DuckDB's write-ahead log at which it is checkpointed into the file: the more goes there at once, the less
is written again, and the smaller is the file."""

_LAST_LOG_OF_WRITES: Final = "4MB"
"""The same for the last transaction: DuckDB checkpoints after it anyway, so any more goes straight into the file."""

_MOST_SPILLED: Final = "2GB"
"""What queries of a database that is shared while it is written may put on the disk."""

STORAGE_VERSION: Final = "v1.2.0"
"""The oldest DuckDB that can open a new file, so that 1.4 and DuckDB-Wasm can; files are not larger for it."""

_COMPRESSION: Final = "SET disabled_compression_methods = 'fsst'"
"""FSST is tried on each column of texts, which takes a fifth of a checkpoint, and makes files no smaller. A statement,
since DuckDB ignores the setting where a file is opened with it."""

GAMES_PER_TRANSACTION: Final = 2048
"""Games, or inputs without any, that are loaded together. With a quarter of that DuckDB takes two thirds longer: row
groups that are not full are written again."""
SECONDS_PER_TRANSACTION: Final = 20.0
"""How long a game waits at most for others: on a busy machine two seconds made five transactions of one."""
MOST_ADDED: Final = 20_000
"""How many keys of added inputs a store remembers before it flushes and reads the contents again from the database."""
_KEYS_TOGETHER: Final = 10_000


class Store:
    """A database open for writing. rules, version: what the inputs of this run are audited with. seconds: how long
    inputs that are added wait at most for others; None for SECONDS_PER_TRANSACTION.

    follows_files: whether what was loaded of a file is replaced when the file has another content; else both stay.
    is_new: whether it has had no input so far; code that adds inputs in other ways than `load` calls `note_changed`.

    `load` and `stored` may run in the thread of `in_background` while another thread asks `contents`. Inputs passed to
    `add` are loaded together in one transaction, by `flush` at the latest: readers see all of an input or nothing.
    """

    def __init__(
        self, path: str, rules: str, version: str, also_under: tuple[str, ...] = (), *, seconds: float | None = None
    ) -> None:
        self.path = path
        self.rules = schema.SourceRules(rules, also_under)
        self.version = version
        self.follows_files = False
        self._buffer = _Buffer(seconds)
        self._contents: Contents | None = None
        self._replaceable: Replaceable | None = None
        self._asking = threading.Lock()
        self._added: set[str] = set()
        self._servers: set[tuple[str | None, ...]] | None = None
        self._is_closed = self._is_shared = False
        self._thread = ThreadPoolExecutor(1)
        is_made = _copy_template(path)
        self.connection = _open(path, read_only=False)
        try:
            if is_made:
                self.connection.execute(_MADE_BY, [version])
            else:
                from auditor.core.store.foreign import prepare

                prepare(self.connection, path, version)
            self._read_cursor = self.connection.cursor()
            self.is_new = not self._read_cursor.execute("SELECT 1 FROM sources LIMIT 1").fetchall()
            self._file = _inode(path)
        except BaseException:
            self.connection.close()
            raise

    def share(self, address: str = "") -> None:
        """Let `connect` in this process read the file while open here. Raises StoreError if another store does so.

        Who reads may be anybody: from now on nothing can be reached but the file, and no setting be changed.

        address: of a page where others can ask this process; a file beside the database names it.
        """
        from auditor.core.store.foreign import HOLDER, IN_USE

        if shared_stores.setdefault(os.path.realpath(self.path), self) is not self:
            raise StoreError(f"{self.path}: {IN_USE}")
        self.connection.execute(
            f"SET checkpoint_threshold = '{_LOG_OF_WRITES}'; SET max_temp_directory_size = '{_MOST_SPILLED}';"
            " SET enable_external_access = false; SET lock_configuration = true"
        )
        self._is_shared = True
        if address:
            with contextlib.suppress(OSError):  # a full disk: nobody else learns whom to ask
                write_atomic(f"{self.path}{HOLDER}", f"{os.getpid()} {address}\n".encode())

    def reader(self) -> duckdb.DuckDBPyConnection:
        """Another connection to the open database, for reading: it sees what is committed, through the program's views.

        These and the macros and types are temporary objects of that connection; those in the file are not used.
        """
        connection = self._read_cursor.cursor()
        connection.execute(schema.types_sql(temporary=True) + schema.uncommented(schema.views_sql(temporary=True)))
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
        """Close the database after the work in the background has ended; what was loaded stays."""
        if shared_stores.get(os.path.realpath(self.path)) is self:
            from auditor.core.store.foreign import HOLDER

            del shared_stores[os.path.realpath(self.path)]
            with contextlib.suppress(OSError):
                os.remove(f"{self.path}{HOLDER}")
        self._buffer.cancel_timer()
        self._is_closed = True
        self._thread.shutdown(cancel_futures=True)
        with contextlib.suppress(duckdb.Error):
            self._read_cursor.close()
            self.connection.close()

    def keep(self, extras: Iterable[str]) -> tuple[str, ...]:
        """Fill these optional tables from now on, and those that the database has already. Returns all of them."""
        optional = schema.checked_optional_tables([*extras, *schema.present_optional_tables(self.connection)])
        self.rules = self.rules._replace(optional_tables=optional)
        self.reread_contents()
        return optional

    def has_inputs(self) -> bool:
        """Whether anything is loaded, after waiting for the work in the background; may be called from any thread."""
        asked = self.in_background(lambda: self.connection.execute("SELECT 1 FROM sources LIMIT 1").fetchall())
        return bool(asked.result())

    def in_background(self, work: Callable[[], _Answer]) -> "Future[_Answer]":
        """Run work on the database in the store's own thread, one piece after the other."""
        return self._thread.submit(work)

    @property
    def contents(self) -> Contents:
        """The contents that are loaded with the same rules and version, or taken to be loaded."""
        with self._asking:
            if self._contents is None:
                self._contents = Contents(None if self.is_new else self._keys(self._read_cursor, is_current=True))
            return self._contents

    def reread_contents(self) -> None:
        """Have `contents` read anew from the database; nothing may be on its way into it."""
        self._contents = None
        if self._replaceable is not None:
            self._replaceable.reread()

    def stored(self, contents: list[str]) -> "dict[str, KnownInput]":
        """What is loaded of each content, with the same rules and version."""
        from auditor.core.store.previous import previous_results

        return previous_results(self.connection, contents, (self.rules.text, self.version))

    def note_changed(self) -> None:
        """Note that inputs were added to the database in another way than by `load`."""
        self.is_new = False
        self._servers = None
        self.reread_contents()

    def replaced(self) -> "list[ReplacedJudgement]":
        """The judgements that the loads so far have replaced, those with the most inputs first."""
        return [] if self._replaceable is None else self._replaceable.judgements()

    def _keys(self, connection: duckdb.DuckDBPyConnection, *, is_current: bool) -> KnownKeys:
        """The contents that are loaded with the rules and version of this run, or with others."""
        rows = run_statement(connection, "contents", rules=self.rules.text, version=self.version, current=is_current)
        packed: list[bytes] = []
        while some := rows.fetchmany(_KEYS_TOGETHER):
            packed.append(bytes.fromhex("".join([sha256 for (sha256,) in some])))
        return KnownKeys(b"".join(packed), CONTENT_BYTES)

    def add(self, result: InputResult, rows: GameRows) -> bool:
        """Add an input with all its games, to be loaded together with others. Returns whether its content was new.

        Inputs are loaded automatically after GAMES_PER_TRANSACTION games or the store's seconds. Of a content that is
        known already, only the path is added. Raises StoreError, also for an earlier automatic load that failed.

        result: of the input. rows: those of its games, whose `source_id` is the `source_key` of the result.
        """
        key = source_key(result)
        if result.is_not_a_log or key in self._added:
            return False
        self._buffer.check()
        if len(self._added) >= MOST_ADDED:
            self.flush()
            self._added.clear()
            self.reread_contents()
        if not (is_new := result.sha256 is None or self.contents.take(result.sha256)):
            if self._read_cursor.execute("SELECT 1 FROM sources WHERE source_id = ?", [key]).fetchall():
                return False
            rows = GameRows()
        self._added.add(key)
        rows.add_source(key, result, self.rules, self.version)
        self._buffer.add(rows, self._flush_later)
        if self.is_due:
            self.flush()
        return is_new

    def add_tables(self, tables: dict[str, Any], *, flushes: bool = True) -> None:
        """Add Arrow tables of some inputs, to be loaded together with others.

        tables: tables from `arrow_tables`. flushes: whether to load when it is due; else the caller has to (`is_due`).
        """
        self._buffer.add_tables(tables)
        if flushes and self.is_due:
            self.flush()

    @property
    def is_due(self) -> bool:
        """Whether the waiting inputs should be loaded now."""
        return self._buffer.is_due()

    def flush(self) -> int:
        """Load the waiting inputs in one transaction. Returns their number of games. Raises StoreError."""
        return 0 if self._is_closed else self.in_background(self._flush).result()

    def take_waiting(self) -> list[dict[str, Any]]:
        """Remove and return what was added and is not loaded, for a caller that loads it."""
        return self._buffer.take()

    def _flush(self) -> int:
        self._buffer.check()
        waiting = self.take_waiting()
        self.load(waiting)
        return sum([len(tables["games"]) for tables in waiting])

    def _flush_later(self) -> None:
        """Load the waiting inputs in the background; a failure is raised by the next `add` or `flush`."""

        def work() -> None:
            try:
                self._flush()
            except StoreError as error:
                self._buffer.failure = error

        with contextlib.suppress(RuntimeError):  # the store is closed
            self.in_background(work)

    def load(self, parts: list[dict[str, Any]], *, is_last: bool = False) -> None:
        """Load Arrow tables in one transaction; each part is a dictionary with all tables.

        Rows of the same contents from an earlier load (by another ruleset or version) are replaced. is_last: whether
        no more will come. Raises StoreError, and then nothing of the parts is loaded.
        """
        if not parts:
            return
        merged = joined_tables(parts)
        contents = [sha256 for sha256 in merged["sources"].column("sha256").to_pylist() if sha256]
        known = self.contents
        try:
            if not self._is_shared:
                size = _LAST_LOG_OF_WRITES if is_last else _LOG_OF_WRITES
                self.connection.execute(f"SET checkpoint_threshold = '{size}'")
            self.connection.begin()
            gone, is_changed = self._replace(merged, contents)
            is_settled = not is_changed and self._is_apart(merged["sources"], merged["games"])
            for table, rows in merged.items():
                if len(rows):
                    self._insert(table, rows)
            if not is_settled:
                settle(self.connection, None if is_changed else merged["games"].column("game_id").to_pylist())
            if self._file != _inode(self.path):
                raise StoreError(f"{self.path}: was removed or replaced while it was open; nothing more is kept.")
            self.connection.commit()
        except BaseException as error:
            known.release(contents)
            self._added.difference_update(merged["sources"].column("source_id").to_pylist())
            with contextlib.suppress(duckdb.Error):
                self.connection.rollback()
            if not isinstance(error, duckdb.Error):
                raise
            raise StoreError(
                f"{self.path}: could not be written ({first_line(error)}); what was loaded before is kept: "
                "see to the cause and run the same command again."
            ) from error
        self.is_new = False
        known.add_loaded(contents, gone)
        if self._replaceable is not None:
            self._replaceable.note_loaded(merged["sources"], merged["games"])

    def _replace(self, tables: dict[str, Any], contents: list[str]) -> tuple[set[str], bool]:
        """Delete what earlier loads stored for the same contents and inputs, as `Replaceable.replace` does."""
        if self.is_new:
            return set(), False
        if self._replaceable is None:
            from auditor.core.store.replaced import Replaceable

            others = partial(self._keys, self.connection, is_current=False)
            self._replaceable = Replaceable(
                self.connection, {"rules": self.rules.text, "version": self.version}, others
            )
        return self._replaceable.replace(tables, contents, self.contents, follows_files=self.follows_files)

    def _is_apart(self, sources: Any, games: Any) -> bool:
        """Whether games to be added leave nothing to `settle`: none is like another, all have one server or folder."""
        if self._servers is None:
            self._servers = set(self.connection.execute(identity_statement("servers")).fetchall())
        paths = dict(zip(*[sources.column(name).to_pylist() for name in ("source_id", "path")], strict=True))
        server, source, *keys = [games.column(name).to_pylist() for name in ("server", "source_id", *_LIKE)]
        folders = [re.sub(r"[^/\\]*$", "", paths[key]) for key in source]
        self._servers |= {(one, None if one else folder) for one, folder in zip(server, folders, strict=True)}
        given = {name: [one for one in of_games if one] for name, of_games in zip(_LIKE, keys, strict=True)}
        like = " OR ".join([f"{name} IN (SELECT unnest(${name}::VARCHAR[]))" for name in given])
        return (
            len(self._servers) < 2
            and all([len(set(of_games)) == len(of_games) for of_games in given.values()])
            and not self.connection.execute(f"SELECT 1 FROM all_games WHERE {like} LIMIT 1", given).fetchall()
        )

    def _insert(self, table: str, rows: Any) -> None:
        self.connection.from_arrow(rows).insert_into(schema.stored_name(table))


def settle(connection: duckdb.DuckDBPyConnection, new: list[str] | None = None) -> None:
    """Mark the copies of games and the names of players, after games or what is said of players have changed.

    new: the games that were added where nothing else has changed; None for all of them anew. Looked at are those that
    are like them by log, seed or play, and the names in these: in a large database, too, a game costs little.
    """
    if new == []:
        return
    if new is None:
        is_repeated = run_statement(connection, "is_repeated").fetchall()[0][0]
    else:
        connection.execute(identity_statement("new"), {"games": new})
        while connection.execute(identity_statement("like_new")).fetchall()[0][0]:
            pass  # those that are like these, and so on
        is_repeated = connection.execute(identity_statement("is_like_new"), {"new": len(new)}).fetchall()[0][0]
    if is_repeated:
        find_copies(connection, is_whole=new is None)
        connection.execute(identity_statement("mark_games"))
    if run_statement(connection, "is_ambiguous").fetchall()[0][0]:
        find_names(connection, is_whole=new is None)
        connection.execute(identity_statement("mark_seats"))


PLAYER_MACROS: Final = "views_players.sql"


def identity_statement(name: str, of_names: str = "") -> str:
    """A statement of ``identity.sql``. of_names: a join that leaves seats out."""
    statements = schema.statements_in("identity.sql")
    return statements[name].format(same=schema.SAME_PLAYERS, places=statements["places"], of_names=of_names)


def find_copies(connection: duckdb.DuckDBPyConnection, *, is_whole: bool = True) -> None:
    """Make the temporary table `found_games`: the games that are copies, each with the one that counts.

    is_whole: whether of all games; else of those in the temporary table `touched`, which has all that are alike.
    """
    if is_whole:
        connection.execute(identity_statement("repeated"))
    rich = [format.richness for format in FORMAT_BY_NAME.values()]
    alike = schema.macro_sql("player_name", PLAYER_MACROS) + identity_statement("alike")
    connection.execute(alike, {"formats": list(FORMAT_BY_NAME), "richness": rich})
    while connection.execute(identity_statement("joined")).fetchall()[0][0]:
        pass  # games that are one by log, seed or play, and those that are one with these
    connection.execute(f"{identity_statement('copies_found')}; DROP TABLE temp.alike")


def find_names(connection: duckdb.DuckDBPyConnection, *, is_whole: bool = True) -> None:
    """Make the temporary table `found_seats`: all seats, with the name of the player where the log has another.

    is_whole: as for `find_copies`; else of all seats with a name that one of those games touches.
    """
    connection.execute(schema.macro_sql("player_name", PLAYER_MACROS) + schema.macro_sql("place_of", PLAYER_MACROS))
    if not is_whole:
        connection.execute(identity_statement("renamed"))
    connection.execute(identity_statement("players_found", "" if is_whole else "SEMI JOIN renamed USING (name)"))


class _Buffer:
    """The inputs that wait to be loaded. seconds: how long at most; None for the usual. failure: of the last load."""

    def __init__(self, seconds: float | None = None) -> None:
        self._seconds = seconds
        self.failure: StoreError | None = None
        self._rows: list[GameRows] = []
        self._tables: list[dict[str, Any]] = []
        self._games = 0
        self._since = 0.0
        self._timer: threading.Timer | None = None
        self._lock = threading.Lock()

    def check(self) -> None:
        """Raise the failure of the last automatic load, once."""
        failure, self.failure = self.failure, None
        if failure is not None:
            raise failure

    def add(self, rows: GameRows, flush: Callable[[], object]) -> None:
        """Add the rows of an input. flush: called by a timer when they have waited long enough."""
        with self._lock:
            self._count(len(rows.events.game_ids))
            self._rows.append(rows)
            if self._timer is None:
                self._timer = threading.Timer(self._most_seconds(), flush)
                self._timer.daemon = True
                self._timer.start()

    def add_tables(self, tables: dict[str, Any]) -> None:
        """Add Arrow tables."""
        with self._lock:
            self._count(max(len(tables["games"]), len(tables["sources"])))
            self._tables.append(tables)

    def _count(self, games: int) -> None:
        if not self._games:
            self._since = time.monotonic()
        self._games += max(games, 1)

    def is_due(self) -> bool:
        """Whether enough games wait, or the first has waited long enough."""
        is_late = self._games > 0 and time.monotonic() - self._since >= self._most_seconds()
        return is_late or self._games >= GAMES_PER_TRANSACTION

    def _most_seconds(self) -> float:
        return SECONDS_PER_TRANSACTION if self._seconds is None else self._seconds

    def take(self) -> list[dict[str, Any]]:
        """Remove and return what waits, as Arrow tables."""
        with self._lock:
            rows, tables = self._rows, self._tables
            self._rows, self._tables, self._games = [], [], 0
            self.cancel_timer()
        return tables + _tables_of(rows)

    def cancel_timer(self) -> None:
        """Cancel the timer: nothing waits any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def _tables_of(inputs: list[GameRows]) -> list[dict[str, Any]]:
    """The rows of inputs as Arrow tables; an input with a value that does not fit its column becomes a problem."""
    together = GameRows()
    for rows in inputs:
        together.extend(rows.parts())
    try:
        return [arrow_tables(together)] if inputs else []
    except RangeErrors as error:
        if len(inputs) > 1:
            return [tables for rows in inputs for tables in _tables_of([rows])]
        return [arrow_tables(together.without_games(range_problem(error)))]


shared_stores: Final[WeakValueDictionary[str, Store]] = WeakValueDictionary()
"""The stores of this process whose files `connect` can read while they are open for writing, by real path."""

STORED: Final = "stored"
"""The catalog name of a database in the connection that reads it."""


def connect(path: str, *folders: str, is_held: bool = False, **settings: str) -> duckdb.DuckDBPyConnection:
    """Open a database made by this program for reading. Raises StoreError.

    The file is treated as data from anyone: types, macros and views are the program's own, created in memory, and the
    connection can reach no other file. folders: where it may write nevertheless. A database that this process has open
    as a `GameStore` is read through that. is_held: another process may write it. settings: as of `lock`.
    """
    if (shared := shared_stores.get(os.path.realpath(path))) is not None:
        return shared.reader()
    if not os.path.exists(path):
        raise StoreError(f"{path}: there is no such file; make it with: auditor audit LOGS --db {path}")
    connection = _open(path, read_only=True, is_held=is_held)
    try:
        from auditor.core.store.foreign import holds_tables

        if not holds_tables(connection, path, STORED):
            raise StoreError(f"{path}: the database is empty; fill it with: auditor audit LOGS --db {path}")
        views = schema.uncommented(schema.views_sql())
        connection.execute(f"SET search_path = 'memory.main,{STORED}.main'; {schema.types_sql()} {views}")
        lock(connection, *folders, **settings)
    except BaseException:
        connection.close()
        raise
    return connection


_NO_EXTENSIONS: Final = dict.fromkeys(
    ["autoinstall_known_extensions", "autoload_known_extensions", "allow_community_extensions"], "false"
)
"""Settings that keep DuckDB from downloading an extension when given a file of another kind, such as SQLite's."""


def lock(connection: duckdb.DuckDBPyConnection, *folders: str, **settings: str) -> None:
    """Restrict a connection, irrevocably, to the files that it has open and to what is below these folders. settings:
    further ones of DuckDB, as SQL."""
    allowed = ", ".join([schema.quoted(os.path.join(os.path.abspath(folder), "")) for folder in folders])
    with contextlib.suppress(duckdb.Error):  # for `TableProgress`, which cannot set it once it is locked
        connection.execute("SET enable_progress_bar = true; SET enable_progress_bar_print = false")
    # A folder of its own, since DuckDB allows access to all that is in it.
    spilled = os.path.join(tempfile.gettempdir(), f"auditor-{os.urandom(8).hex()}")
    folders_set = {"temp_directory": schema.quoted(spilled), "allowed_directories": f"[{allowed}]"}
    for name, value in (_NO_EXTENSIONS | folders_set | settings).items():
        connection.execute(f"SET {name} = {value}")
    connection.execute("SET enable_external_access = false; SET lock_configuration = true")


def attach(connection: duckdb.DuckDBPyConnection, path: str, name: str, scheme: str = "") -> None:
    """Attach a file for reading, always as one of DuckDB's, whatever it is or is called. Raises duckdb.Error."""
    connection.execute(f"ATTACH {schema.quoted(scheme + os.path.abspath(path))} AS {name} (READ_ONLY, TYPE duckdb)")


def _inode(path: str) -> int:
    """The number of the file that a path names, which no other has while it is open; 0 for none."""
    return os.stat(path).st_ino if os.path.exists(path) else 0


def _open(path: str, *, read_only: bool, is_held: bool = False) -> duckdb.DuckDBPyConnection:
    file = Path(path)
    if file.is_dir():
        raise StoreError(f"{path}: is a folder; give the name of a database file.")
    if not file.absolute().parent.is_dir():
        raise StoreError(f"{path}: the folder {file.absolute().parent} does not exist; make it first.")
    try:
        if read_only:
            connection = duckdb.connect(":memory:")
            if is_held:  # its own files of DuckDB ask for a lock
                connection.register_filesystem(import_module("fsspec").filesystem("local"))
            attach(connection, path, STORED, "local://" if is_held else "")
            return connection
        own = {"memory_limit": MEMORY_LIMIT, "storage_compatibility_version": STORAGE_VERSION}
        connection = duckdb.connect(path, config={**own, "threads": THREADS, **_NO_EXTENSIONS})
        connection.execute(_COMPRESSION)
        return connection
    except duckdb.Error as error:
        from auditor.core.store.foreign import open_error

        raise open_error(error, path, read_only=read_only) from error


TEMPLATE: Final = Path(__file__).with_name("empty.duckdb.zlib")
"""A database without inputs: the hash of its schema, and the file, compressed. Comments take a fifth of a second."""
_NO_FILE: Final = re.compile(r"\w*:")
_MADE_BY: Final = "UPDATE meta SET program_version = ?, created_at = now() AT TIME ZONE 'UTC'"


def _copy_template(path: str) -> bool:
    """Copy TEMPLATE to where no file is. Returns whether it did: not if it is of another schema than the program's, nor
    to what is no file to DuckDB, such as ``:memory:``. What another process makes meanwhile is not replaced.
    """
    if _NO_FILE.match(path) or any([os.path.lexists(f"{path}{ending}") for ending in ("", ".wal")]):
        return False
    try:
        content = TEMPLATE.read_bytes()
        if is_same := content[:32] == schema.schema_hash():
            write_atomic(path, zlib.decompress(content[32:]), is_new=True)
        return is_same
    except (OSError, zlib.error) as error:
        if isinstance(error, OSError) and error.errno in (ENOSPC, EDQUOT):  # DuckDB would leave an empty file
            raise StoreError(f"{path}: cannot be written: {error.strerror}") from error
        return False  # DuckDB says why, or makes the file
