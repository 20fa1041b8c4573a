"""The state of a running server: options, readers and writer of the database, judging processes, and counters."""

import asyncio
import contextlib
import gc
import os
import pickle
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from auditor.core.audit.work import Settings, SinkSpec, UnitResult
from auditor.core.errors import LockedError, StoreError
from auditor.core.phrases import Phrase
from auditor.core.store.queries import connect
from auditor.server.admission import MOST_WAITING, Pool, RefusedError
from auditor.server.judging import AuditedLog, JudgePool, audited_log, queried

if TYPE_CHECKING:
    import duckdb

    from auditor.server.game_store import GameStore

READERS: Final = 2
"""How many queries of one client run on the database at the same time; others wait."""
READER_IDLE: Final = 2.0
"""Seconds without a query after which a file that other processes may write is closed."""
WRITER_SECONDS: Final = 5.0
"""Seconds to wait for another process that writes the database."""
QUERY_SECONDS: Final = 20.0
"""The timeout of a query."""
BATCH_SECONDS: Final = 0.05
"""Seconds that a game waits at most for posts under way: a transaction of many takes hardly longer than one of one."""
_Answer = TypeVar("_Answer")


class ServeOptions(NamedTuple):
    """The options of a server. database: its file; None where nothing is browsed. logs: the folder of posted logs.

    accepts: whether posted logs are stored. settings: how logs are audited. jobs: the number of judging processes.
    seconds: the timeout of judging a log. prefix: of all paths, as ``/auditor``. has_sql: whether clients may send SQL.
    address: of the start page, "" if it is not known.
    """

    database: str | None
    logs: str
    accepts: bool
    settings: Settings
    jobs: int
    seconds: float
    prefix: str
    has_sql: bool = True
    address: str = ""


class DatabaseReader:
    """A pool of connections to the database, opened on demand and closed when idle. is_own: this server writes it."""

    def __init__(self, path: str, *, is_own: bool) -> None:
        self.path = path
        self.is_own = is_own
        self._free: list[duckdb.DuckDBPyConnection] = []
        self._lock = threading.Lock()
        self._used = time.monotonic()

    @contextlib.contextmanager
    def connection(self) -> "Iterator[duckdb.DuckDBPyConnection]":
        """A connection for one query, which is interrupted if it takes too long. Raises StoreError and RefusedError."""
        with self._lock:
            connection = self._free.pop() if self._free else None
        connection = connection or self._opened()
        timer = threading.Timer(QUERY_SECONDS, connection.interrupt)
        timer.start()
        try:
            yield connection
        finally:
            timer.cancel()
            self._used = time.monotonic()
            with self._lock:
                self._free.append(connection)

    def _opened(self) -> "duckdb.DuckDBPyConnection":
        until = time.monotonic() + WRITER_SECONDS
        while True:
            try:
                return connect(self.path)
            except LockedError:
                if time.monotonic() > until:
                    raise RefusedError(503, Phrase("being-written"), 1) from None
                time.sleep(0.1)

    def close(self, idle: float = 0.0) -> None:
        """Close the connections that are not in use, if none was for so many seconds."""
        if time.monotonic() - self._used < idle:
            return
        with self._lock:
            free, self._free = self._free, []
        for connection in free:
            connection.close()


class StoreQueue:
    """Stores posted games, all that are waiting in one transaction."""

    def __init__(self, store: "GameStore") -> None:
        self.store = store
        self._judging = 0
        self._waiting: list[tuple[UnitResult, asyncio.Future[None]]] = []
        self._has_any, self._has_all = asyncio.Event(), asyncio.Event()

    @contextlib.contextmanager
    def judging(self) -> "Iterator[None]":
        """A block that makes a unit to keep: those in the queue wait for it."""
        self._judging += 1
        self._has_all.clear()
        try:
            yield
        finally:
            self._judging -= 1
            if not self._judging:
                self._has_all.set()

    async def keep(self, unit: UnitResult) -> None:
        """Queue a unit, and wait until it is stored. Raises RefusedError, and what the database raises."""
        if len(self._waiting) >= MOST_WAITING:
            raise RefusedError(503, Phrase("too-many-wait"), 1)
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((unit, future))
        self._has_any.set()
        await future

    async def work(self) -> None:
        """Store what is queued, forever."""
        while True:
            await self._has_any.wait()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._has_all.wait(), BATCH_SECONDS)
            self._has_any.clear()
            batch, self._waiting = self._waiting, []
            fault: Exception | None = None
            try:
                await asyncio.to_thread(self.store.take, [unit for unit, _ in batch])
            except Exception as error:
                fault = error
            for future in [future for _, future in batch if not future.done()]:
                future.set_exception(fault) if fault else future.set_result(None)


class ServerState:
    """The state that pages share. kept: games stored. statuses: responses. Raises StoreError and OSError."""

    store: "GameStore | None" = None

    def __init__(self, options: ServeOptions) -> None:
        self.options = options
        if options.accepts and options.database is not None:
            from auditor.server.game_store import GameStore

            os.makedirs(options.logs, exist_ok=True)
            self.store = GameStore(options.database, options.settings, address=options.address)
        self.kept = 0
        self.statuses: Counter[int] = Counter()
        self.pool = JudgePool(options.jobs, options.seconds, ("pyarrow",) if options.accepts else ())
        self.reading = Pool("the database", READERS)
        self._readers = ThreadPoolExecutor(READERS + 1)
        self.queue: StoreQueue | None = None
        self.reader: DatabaseReader | None = None
        self._tasks: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        """Start the background tasks."""
        if self.store is not None:
            self.queue = StoreQueue(self.store)
            self._tasks.append(asyncio.create_task(self.queue.work()))
        if self.options.database is not None:
            self.reader = DatabaseReader(self.options.database, is_own=self.store is not None)
            self._tasks.append(asyncio.create_task(self._close_idle_reader()))
        gc.freeze()  # what is there by now stays, and need not be looked through with each game's leftovers

    async def _close_idle_reader(self) -> None:
        while True:
            await asyncio.sleep(READER_IDLE / 2)
            if self.reader is not None and not self.reader.is_own:  # so that another process can write the file
                await asyncio.to_thread(self.reader.close, READER_IDLE)

    def end(self) -> None:
        """Close everything; logs whose posts were answered are stored."""
        for task in self._tasks:
            task.cancel()
        self.pool.close()
        self._readers.shutdown()
        if self.reader is not None:
            self.reader.close()
        if self.store is not None:
            self.store.close()

    async def run_query(self, query: "Callable[[duckdb.DuckDBPyConnection], _Answer]") -> _Answer:
        """Call `query` with a connection to the database. Raises StoreError, RefusedError and what the call raises."""
        if (reader := self.reader) is None:
            raise StoreError("this server has no database; start it with --db FILE")

        def work() -> _Answer:
            with reader.connection() as connection:
                return query(connection)

        async with self.reading.slot():
            context = copy_context()  # the language of the answer
            return await asyncio.get_running_loop().run_in_executor(self._readers, context.run, work)

    async def run_sql(self, function: "Callable[[duckdb.DuckDBPyConnection], _Answer]") -> _Answer:
        """Call `function` for the SQL of a client, in a judging process, which has limits of memory and time. On
        Windows that cannot open a database which this process writes: there it is called in this one."""
        if not self.options.has_sql:
            raise RefusedError(403, Phrase("no-sql-here"))
        if self.reader is None or (self.store is not None and sys.platform == "win32"):
            return await self.run_query(function)
        answer: _Answer = pickle.loads(await self.pool.run(queried, self.reader.path, self.store is not None, function))
        return answer

    async def keep(self, data: bytes) -> tuple[AuditedLog, int]:
        """Judge a log, and store its games and bytes. Returns it, and how many games are new. Raises StoreError."""
        if (queue := self.queue) is None:
            raise RefusedError(403, Phrase("keeps-nothing"))
        try:
            return await self._keep(queue, data, SinkSpec(has_rows=True, is_packed=True))
        except OverflowError:  # of a game that came with this one, perhaps
            return await self._keep(queue, data, SinkSpec(has_rows=True))

    async def _keep(self, queue: StoreQueue, data: bytes, spec: SinkSpec) -> tuple[AuditedLog, int]:
        with queue.judging():
            audited: AuditedLog = await self.pool.run(audited_log, data, self.options.logs, queue.store.settings, spec)
        if audited.unit is None:
            return audited, 0
        await queue.keep(audited.unit)
        kept = sum([len(one.games) for one in audited.unit.results if not one.is_known])
        self.kept += kept
        return audited, kept
