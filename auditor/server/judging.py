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
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from msgspec.structs import replace

from auditor.core.audit.executors import START_METHOD, start_worker
from auditor.core.audit.work import Settings, SinkSpec, UnitResult, WorkUnit
from auditor.core.audit.worker import judge_unit, memory_limited
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

    from auditor.server.forms import Request

_Answer = TypeVar("_Answer")
MOST_MEMORY: Final = 384 << 20
"""How much memory a log may take to be audited, beyond what its process has at its start, in bytes."""
SQL_MEMORY: Final = 1 << 30
"""The same for SQL of a client: addresses, of which DuckDB's threads use less than half."""


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
    """A stored game, or a part of it. path, sha256: of its log. ruleset: that it was judged by. title: of its log.
    number: of the game in it. finding: the name of one of its findings, hand: the index of one of its hands; None."""

    path: str
    sha256: str | None
    ruleset: str
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
    data = PageData(with_notes=True)
    if part is None:
        return page.report_page(InputCache(items), settings, options, data)[0]
    cache = InputCache(item for item in items if isinstance(item, InputItem) and item.sha256 == part.sha256)
    collect(cache, settings, data, 1, lambda count, results: None, charts=False)
    data.games = [one for one in data.games if one.game.number == part.number]
    data.findings = [one for one in data.findings if one.game.number == part.number and part.hand is None]
    if part.finding is not None:
        options = options._replace(hands=page.HandChoice(), findings=(part.finding,))
    elif part.hand is not None:
        options = options._replace(hands=page.HandChoice(indexes=(part.hand,)))
    return page.page_html(data, options, cache.contents) if cache.contents else ""


def queried(
    path: str, function: "Callable[[duckdb.DuckDBPyConnection, Request], _Answer]", request: "Request"
) -> _Answer:
    """Call a function of `browse` with a connection of its own, so that it has this process's limits."""
    from auditor.core.store.queries import connect

    with connect(path) as connection:
        return function(connection, request)


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


_MEMORY_OF: Final[dict[Any, int]] = {queried: SQL_MEMORY, chart_file: 0}
"""The limits of functions that judge nothing. The engine of charts reserves addresses that it never uses."""


def _work(connection: socket.socket, modules: tuple[str, ...]) -> None:
    """The loop of a judging process: say that it is ready, receive a call, run it, send its result or error."""
    start_worker()
    for name in modules:
        import_module(name)
    gc.freeze()
    calls = connection.makefile("rb", 1 << 18)
    answer: tuple[bool, Any] = True, None
    while True:
        data = pickle.dumps(answer, pickle.HIGHEST_PROTOCOL)
        connection.sendall(len(data).to_bytes(8) + data)
        try:
            code, function, arguments = pickle.load(calls)
        except (EOFError, OSError):
            return
        try:
            with memory_limited(_MEMORY_OF.get(function, MOST_MEMORY)):
                if code != LANGUAGE.get().code:
                    LANGUAGE.set(language(code))
                answer = True, function(*arguments)
        except MemoryError:
            answer = False, RefusedError(422, Phrase("takes-too-much-memory"))
        except Exception as error:
            answer = False, refusal_of(error)


class _LostError(RefusedError):
    """A log that takes longer than the timeout, or whose process died; the message says which."""


class _Process:
    """A judging process, and the socket to it. modules: what it imports before it is asked anything."""

    def __init__(self, modules: tuple[str, ...]) -> None:
        self._socket, other = socket.socketpair()
        self._streams: Any = ()  # to it and from it
        context = multiprocessing.get_context(START_METHOD)
        self.process = context.Process(target=_work, args=(other, modules), daemon=True)
        self.process.start()
        other.close()

    async def call(self, seconds: float, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        """Call a function in the process, and raise what it raises. No thread waits for it: that would cost as much as
        a small log does. Raises _LostError if the process must be replaced."""
        try:
            if not self._streams:
                self._streams = await asyncio.open_connection(sock=self._socket)
                await self._answer(None)  # what it imports takes none of the log's seconds
            self._streams[1].write(pickle.dumps((LANGUAGE.get().code, function, arguments), pickle.HIGHEST_PROTOCOL))
            is_done, answer = await self._answer(seconds)
        except TimeoutError:
            words = f"takes longer than {seconds:g} seconds; give less at once, or audit it yourself"
            raise _LostError(422, words) from None
        except (EOFError, OSError):
            raise _LostError(422, "the process that judged it died (out of memory, perhaps)") from None
        if not is_done:
            raise answer
        return answer

    async def _answer(self, seconds: float | None) -> Any:
        async with asyncio.timeout(seconds):
            size = int.from_bytes(await self._streams[0].readexactly(8))
            return pickle.loads(await self._streams[0].readexactly(size))

    def kill(self) -> None:
        """Kill the process, whatever it does; called in the thread of the loop."""
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
            except (_LostError, asyncio.CancelledError):  # else its answer would be taken for that of the next call
                process.kill()
                self._all.discard(process)
                process = await asyncio.to_thread(_Process, self._modules)
                self._all.add(process)
                raise
            finally:
                self._free.append(process)

    def close(self) -> None:
        """Kill all processes."""
        for process in self._all:
            process.kill()
