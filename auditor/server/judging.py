"""Judges logs of clients in separate processes; a log that takes too long has its process killed."""

import asyncio
import gc
import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from msgspec.structs import replace

from auditor.core.audit.executors import START_METHOD, start_worker
from auditor.core.audit.work import Settings, SinkSpec, UnitResult, WorkUnit
from auditor.core.audit.worker import judge_unit, memory_limited
from auditor.core.checks.wording import LANGUAGE
from auditor.core.results import InputResult
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
    """Judge a log. name: what to call it, or the path under which it is stored. spec: of whoever stores it."""
    unit = judge_unit(WorkUnit(0, (SentBytes(name, data),)), settings, spec or SinkSpec())
    shown = [replace(one, path=os.path.basename(one.path)) if spec else one for one in unit.results]
    count = sum([len(one.games) for one in shown])
    return AuditedLog(_json(shown, settings.rules), count, unit if spec else None)


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


def _work(connection: Any, modules: tuple[str, ...]) -> None:
    """The loop of a judging process: receive a call, run it, send its result or error."""
    start_worker()
    for name in modules:
        import_module(name)
    gc.freeze()
    connection.send(True)
    while True:
        try:
            code, function, arguments = connection.recv()
        except (EOFError, OSError):
            return
        try:
            with memory_limited(_MEMORY_OF.get(function, MOST_MEMORY)):
                if code != LANGUAGE.get().code:
                    LANGUAGE.set(language(code))
                answer: tuple[bool, Any] = True, function(*arguments)
        except MemoryError:
            answer = False, RefusedError(422, "takes more memory than it may")
        except Exception as error:
            answer = False, refusal_of(error)
        connection.send(answer)


class _LostError(RefusedError):
    """A log that takes longer than the timeout, or whose process died; the message says which."""


class _Process:
    """A judging process, and the pipe to it. modules: what it imports before it is asked anything."""

    def __init__(self, modules: tuple[str, ...]) -> None:
        context = multiprocessing.get_context(START_METHOD)
        self.is_ready = False
        self.connection, other = context.Pipe()
        self.process = context.Process(target=_work, args=(other, modules), daemon=True)
        self.process.start()
        other.close()

    def call(self, seconds: float, code: str, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        """Call a function in the process, and raise what it raises. code: of the language that it speaks. Raises
        _LostError if the process must be replaced."""
        try:
            self.is_ready = self.is_ready or self.connection.recv()  # what it imports takes none of the log's seconds
            self.connection.send((code, function, arguments))
            if not self.connection.poll(seconds):
                raise _LostError(422, f"takes longer than {seconds:g} seconds; give less at once, or audit it yourself")
            is_done, answer = self.connection.recv()
        except (EOFError, OSError):
            raise _LostError(422, "the process that judged it died (out of memory, perhaps)") from None
        if not is_done:
            raise answer
        return answer

    def end(self) -> None:
        """Kill the process, whatever it does."""
        self.connection.close()
        self.process.kill()
        self.process.join()


class JudgePool:
    """A pool of judging processes, each of which judges one log at a time; further logs wait for their turn.

    Python's own pool breaks as a whole when one of its processes is killed, as one is whose log takes too long, and its
    queue costs a small log more than its judging does; so a run of the command, which kills none, keeps that one.
    count: how many logs of one client are judged at once; one process more is for other clients. seconds: the timeout
    of judging a log. modules: what the processes import at their start.
    """

    def __init__(self, count: int, seconds: float, modules: tuple[str, ...]) -> None:
        self.seconds = seconds
        self.pool = Pool("judging", count)
        self._modules = modules
        self._threads = ThreadPoolExecutor(count + 1)
        self._all = [_Process(modules) for _ in range(count + 1)]
        self._free = list(self._all)

    async def run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call a function in a free process, and raise what it raises. Raises RefusedError."""
        # A client that disconnects does not stop the work: its answer would be taken for that of the next call.
        return await asyncio.shield(asyncio.ensure_future(self._run(function, arguments)))

    async def _run(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        async with self.pool.slot():
            process = self._free.pop()
            try:
                loop = asyncio.get_running_loop()
                code = LANGUAGE.get().code
                return await loop.run_in_executor(self._threads, process.call, self.seconds, code, function, arguments)
            except _LostError:
                process = await asyncio.to_thread(self._replaced, process)
                raise
            finally:
                self._free.append(process)

    def _replaced(self, process: _Process) -> _Process:
        process.end()
        self._all.remove(process)
        self._all.append(_Process(self._modules))
        return self._all[-1]

    def close(self) -> None:
        """Kill all processes."""
        for process in list(self._all):
            process.end()
        self._threads.shutdown(cancel_futures=True)
