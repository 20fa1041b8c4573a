"""Judges logs of clients in separate processes; a log that takes too long has its process killed."""

import asyncio
import gc
import hashlib
import multiprocessing
import os
import pickle
import socket
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from msgspec.structs import replace

from auditor.core.audit.executors import START_METHOD, cores, start_worker
from auditor.core.audit.work import Settings, SinkSpec, UnitResult, WorkUnit
from auditor.core.audit.worker import data_bytes, judge_unit, memory_limited
from auditor.core.checks.wording import LANGUAGE
from auditor.core.files.atomic import write_atomic
from auditor.core.results import InputResult, Phrase
from auditor.core.sources import Input, InputItem, SentBytes, read_inputs
from auditor.languages import language
from auditor.output.drawing import chart_file
from auditor.output.writers import JsonWriter
from auditor.server.admission import Pool, RefusedError, refusal_of

if TYPE_CHECKING:
    import duckdb

MOST_MEMORY: Final = 384 << 20
"""How much memory a log may take to be audited, beyond what its process has, in bytes."""
SQL_MEMORY: Final = 320 << 20
"""The same for SQL of a client. DuckDB's own limit does not count texts and lists."""
_OF_SQL: Final = {"memory_limit": "'192MB'", "temp_directory": "''", "threads": str(min(2, cores()))}
MOST_ANSWER: Final = 32 << 20
"""The largest answer to SQL of a client, in bytes; an eighth of it where the server itself takes it apart."""
START_SECONDS: Final = 30.0
"""How long a request waits at most for a process to start."""


class AuditedLog(NamedTuple):
    """An audited log. answer: what ``auditor audit --format json`` writes of it. games: how many it has. unit: with its
    rows or tables, if it is to be stored."""

    answer: bytes
    games: int
    unit: UnitResult | None


def audited_log(data: bytes, name: str, settings: Settings, spec: SinkSpec | None = None) -> AuditedLog:
    """Judge a log. name: what to call it. spec: of whoever stores it; it is then written into the folder `name`."""
    path = os.path.join(name, hashlib.sha256(data).hexdigest()) if spec else name
    unit = judge_unit(WorkUnit(0, (SentBytes(path, data),)), settings, spec or SinkSpec())
    shown = [replace(one, path=os.path.basename(path)) for one in unit.results] if spec else unit.results
    count = sum([len(one.games) for one in shown])
    if spec and count and not os.path.exists(path):
        write_atomic(path, data)
    return AuditedLog(_json(shown, settings.rules), count, unit if spec and count else None)


class ServedGame(NamedTuple):
    """A stored game, or a part of it. path, sha256: of its log. rules: as ``--rules`` names them. title: of its log.
    number: of the game in it. finding: the name of one of its findings, hand: the index of one of its hands; None."""

    path: str
    sha256: str | None
    rules: str
    title: str
    number: int
    finding: str | None = None
    hand: int | None = None


def report_page(log: Input, settings: Settings, title: str, static: str, part: ServedGame | None = None) -> str:
    """The page of a log, with its hands, or of a part of it; "" if the log is no longer that of the part. title: of the
    page. static: the address of style and script."""
    from auditor.page import page
    from auditor.page.collect import InputCache, collect
    from auditor.page.data import PageData

    items = (item for _, item in read_inputs([log], settings.limits))
    options = page.PageOptions(title, "", page.HandChoice(is_every=True), static=static, has_terminal=False)
    data = PageData(with_notes=True, number=part.number if part else None)
    if part is None:
        return page.report_page(InputCache(items), settings, options, data)[0]
    cache = InputCache(item for item in items if isinstance(item, InputItem) and item.sha256 == part.sha256)
    collect(cache, settings, data, 1, lambda count, results: None, charts=False)
    if part.finding is not None:
        options = options._replace(hands=page.HandChoice(), findings=(part.finding,))
    elif part.hand is not None:
        data.findings, options = [], options._replace(hands=page.HandChoice(indexes=(part.hand,)))
    return page.page_html(data, options, cache.contents) if cache.contents else ""


def queried(path: str, is_held: bool, function: "Callable[[duckdb.DuckDBPyConnection], object]") -> bytes:
    """The pickled answer of a function to a connection of its own, with limits. is_held: whether another process writes
    the file, at places that are free until its head says otherwise: then it is asked again. Raises RefusedError."""
    from auditor.core.store.queries import connect

    held: dict[str, Any] = _OF_SQL | ({"is_held": True} if is_held else {})
    for _ in range(3):
        head = is_held and _head_of(path)
        try:
            with connect(path, **held) as connection, memory_limited(SQL_MEMORY):
                answer = function(connection)
                packed = pickle.dumps(answer)
        except Exception:
            if head == (is_held and _head_of(path)):
                raise
            continue
        if len(packed) > (MOST_ANSWER if isinstance(answer, bytes | str) else MOST_ANSWER // 8):
            raise RefusedError(422, Phrase("answer-too-large"))
        if head == (is_held and _head_of(path)):
            return packed
    raise RefusedError(503, Phrase("written-too-often"), 1)


def _head_of(path: str) -> bytes:
    """The head of a database, which is another after each checkpoint: only then are places used again."""
    with open(path, "rb") as file:
        return file.read(3 << 12)


def _json(results: list[InputResult], rules: str) -> bytes:
    from auditor.output.summary import Summary

    parts: list[str] = []
    writer, summary = JsonWriter(parts.append), Summary(None, rules)
    writer.begin()
    for result in results:
        summary.add(result)
        for problem in result.problems:
            writer.problem(result, problem)
        for finding, game, _ in result.findings():
            writer.finding(finding, game, result)
    writer.end(summary)
    return "".join(parts).encode("utf-8", "replace")


def _work(connection: socket.socket, modules: tuple[str, ...]) -> None:
    """The loop of a judging process: say that it is ready, receive a call, run it, send its result or error."""
    start_worker()
    for name in modules:
        import_module(name)
    gc.freeze()
    calls = connection.makefile("rb", 1 << 18)
    answer: tuple[bool, Any, bool] = True, None, False
    most = data_bytes() + SQL_MEMORY // 2
    while True:
        data = pickle.dumps(answer, pickle.HIGHEST_PROTOCOL)
        connection.sendall(len(data).to_bytes(8) + data)
        try:
            code, function, arguments = pickle.load(calls)
        except (EOFError, OSError):
            return
        try:
            with memory_limited(0 if function in (queried, chart_file) else MOST_MEMORY):
                if code != LANGUAGE.get().code:
                    LANGUAGE.set(language(code))
                answer = True, function(*arguments), function is queried and data_bytes() > most
        except MemoryError:
            answer = False, RefusedError(422, Phrase("takes-too-much-memory")), function is queried
        except Exception as error:
            answer = False, refusal_of(error), function is queried and data_bytes() > most


class _Process:
    """A judging process, and the socket to it. modules: what it imports before it is asked. is_worn: whether it has to
    be replaced: it is lost, or has too little memory left."""

    def __init__(self, modules: tuple[str, ...]) -> None:
        self._socket, other = socket.socketpair()
        self._streams: Any = ()  # to it and from it
        self.is_ready = self.is_worn = False
        context = multiprocessing.get_context(START_METHOD)
        self.process = context.Process(target=_work, args=(other, modules), daemon=True)
        self.process.start()
        other.close()

    async def call(self, seconds: float, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        """Call a function in the process, raise what it raises, and RefusedError. No thread waits for it: that would
        cost as much as a small log does."""
        try:
            if not self._streams:
                self._streams = await asyncio.open_connection(sock=self._socket)
            if not self.is_ready:  # what it imports takes none of the log's seconds
                await self._answer(START_SECONDS)
            self.is_ready = self.is_worn = True  # unless it answers
            self._streams[1].write(pickle.dumps((LANGUAGE.get().code, function, arguments), pickle.HIGHEST_PROTOCOL))
            is_done, answer, self.is_worn = await self._answer(seconds)
        except TimeoutError:
            if not self.is_ready:  # it goes on starting, for who comes next
                raise RefusedError(503, Phrase("not-started-in-time"), 10) from None
            raise RefusedError(422, f"takes longer than {seconds:g} seconds; give less, or audit it yourself") from None
        except (EOFError, OSError):
            self.is_worn = True
            if not self.is_ready:
                raise RefusedError(503, Phrase("not-started"), 10) from None
            raise RefusedError(422, "the process that judged it died (out of memory, perhaps)") from None
        if not is_done:
            raise answer
        return answer

    async def _answer(self, seconds: float | None) -> Any:
        async with asyncio.timeout(seconds):
            size = int.from_bytes(await self._streams[0].readexactly(8))
            return pickle.loads(await self._streams[0].readexactly(size))

    def kill(self) -> None:
        """Kill the process, whatever it does; called in the thread of the loop."""
        self.is_ready = False
        if self._streams:
            self._streams[1].transport.abort()
        self._socket.close()
        self.process.kill()


class JudgePool:
    """A pool of judging processes, each of which judges one log at a time; further logs wait for their turn.

    Python's own pool breaks as a whole when a process is killed, as one is whose log takes too long, and its queue
    costs more than a small log does. count: how many logs of one client are judged at once; one process more is for
    others. seconds: the timeout of judging a log. modules: what the processes import at their start.
    """

    def __init__(self, count: int, seconds: float, modules: tuple[str, ...]) -> None:
        self.seconds = seconds
        self.pool = Pool("judging", count)
        self._modules = modules
        self._free = [_Process(modules) for _ in range(count + 1)]
        self._all = set(self._free)

    async def run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call a function in a free process, and raise what it raises. Raises RefusedError."""
        async with self.pool.slot():
            process = self._free.pop()
            try:
                return await process.call(self.seconds, function, arguments)
            finally:
                try:
                    if process.is_worn:  # its client may have gone: its answer would be taken for that of the next call
                        process = await self._instead_of(process)
                finally:
                    self._free.append(process)

    async def _instead_of(self, process: _Process) -> _Process:
        process.kill()
        self._all.discard(process)
        process = await asyncio.to_thread(_Process, self._modules)
        self._all.add(process)
        return process

    def close(self) -> None:
        """Kill all processes."""
        for process in self._all:
            process.kill()
