"""A database that takes one game at a time: each log is judged as it is handed over, and kept with others."""

import threading
from io import BytesIO
from types import TracebackType
from typing import TYPE_CHECKING, Final, NamedTuple

from auditor.audit.sinks import DatabaseSink
from auditor.audit.work import Settings, UnitResult
from auditor.audit.worker import InputJudge
from auditor.errors import Problem
from auditor.program import collection_paused
from auditor.results import Finding, GameResult, InputResult
from auditor.sources.items import Budget, ReadItem
from auditor.sources.packings import unpack_stream
from auditor.store.database import Store, connect
from auditor.store.rows import GameRows

if TYPE_CHECKING:
    import duckdb

SECONDS_UNKEPT: Final = 0.5
"""So long a game waits at most for others, to be loaded with them."""


class AddedLog(NamedTuple):
    """What a log gave that a store took. inputs: of its contents, more than one where it is an archive."""

    inputs: tuple[InputResult, ...]

    @property
    def games(self) -> list[GameResult]:
        """Its games."""
        return [game for one in self.inputs for game in one.games]

    @property
    def findings(self) -> list[Finding]:
        """The findings of all its games."""
        return [finding for game in self.games for finding in game.findings]

    @property
    def problems(self) -> list[Problem]:
        """What of it could not be read."""
        return [problem for one in self.inputs for problem in one.problems]

    @property
    def is_known(self) -> bool:
        """Whether the store had all of it before."""
        return bool(self.inputs) and all([one.is_known for one in self.inputs])


class GameStore:
    """A database open for logs one by one. Each is judged in this process as it comes, and readers see it, whole, half
    a second later at the latest, or after `flush`; what readers saw survives a kill.

    As long as it is open no other process can read the file. In this one `connect` can, and so can whatever else reads
    a database by its path. Several threads may use it: one works at a time.

    Args:
        path: the file; made where it is not there.
        settings: how to judge. Their optional tables are filled, and those that the file has.
        seconds: how long a game waits at most for others.

    Raises:
        StoreError: the file cannot be used.
    """

    def __init__(self, path: str, settings: Settings, seconds: float = SECONDS_UNKEPT) -> None:
        self.path = path
        self._lock = threading.RLock()
        self._store = Store(path, settings.rules_key, settings.version, settings.also_keys, seconds=seconds)
        try:
            self._store.share()
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
        """Judge a log and keep it.

        Args:
            data: its bytes, packed or not.
            name: under which it is kept, as a path is; a log id in it is the game's.

        Returns:
            What it gave. A content that the database has is judged again, and kept once.

        Raises:
            StoreError: it cannot be written; or an earlier log could not be, which was to be kept with others.
        """
        budget = Budget(self.settings.limits, len(data))
        results = [self.add_item(item) for item in unpack_stream(name, "", BytesIO(data), budget)]
        return AddedLog(tuple([result for result in results if not result.is_not_a_log]))

    def add_item(self, item: ReadItem) -> InputResult:
        """The same of one input that was read already, or of why it was not. What is no log is not kept."""
        rows = GameRows()
        with self._lock, collection_paused():
            judge = InputJudge(item, self.settings, rows)
            for number, game in enumerate(judge.games()):
                judged = judge.judge(number, game)
                if judged is not None:
                    judge.keep(judged)
            result = judge.result
            result.is_known = not self._store.add(result, rows) and not result.is_not_a_log
            return result

    def take(self, units: list[UnitResult]) -> list[InputResult]:
        """Keep what workers judged, in one transaction. Returns the results of the units, safe now. Raises StoreError.

        units: judged by this store's settings, with their tables.
        """
        with self._lock:
            self._store.flush()
            results = [result for unit in units for result in self._sink.take(unit)]
            return results + self._sink.finish()

    def flush(self) -> None:
        """Load what was added: when this returns, it is kept. Raises StoreError."""
        with self._lock:
            self._store.flush()

    def connect(self) -> "duckdb.DuckDBPyConnection":
        """A connection that reads the database, as `auditor.api.connect` gives it; it sees what is loaded by then."""
        return connect(self.path)

    def close(self) -> None:
        """Load what was added, and close the file. Raises StoreError."""
        with self._lock:
            try:
                self._store.flush()
            finally:
                self._store.close()
