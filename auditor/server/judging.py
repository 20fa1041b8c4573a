"""Judges logs of clients in separate processes; a log that takes too long has its process killed."""

import asyncio
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from auditor.core.audit.executors import START_METHOD, start_worker
from auditor.core.audit.work import Settings, SinkSpec, UnitResult, WorkUnit
from auditor.core.results import InputResult
from auditor.core.sources import InputItem, Limits, SourceProblem
from auditor.output.writers import JsonWriter


class TooLongError(Exception):
    """A log that takes longer than the timeout, or whose process died; the message says which."""


class AuditedRows(NamedTuple):
    """A judged log, to be stored. answer: its findings as JSON. unit: with its rows. games: how many it has."""

    answer: bytes
    unit: UnitResult
    games: int


def findings_json(data: bytes, name: str, settings: Settings) -> bytes:
    """What ``auditor audit --format json`` writes for a log. name: what to call the log."""
    return _json(_unit(data, name, settings, SinkSpec()).results, settings.rules)


def audited_rows(data: bytes, name: str, settings: Settings) -> AuditedRows:
    """Judge a log, with its rows for the database. name: the path under which it is stored."""
    unit = _unit(data, name, settings, SinkSpec(has_rows=True))
    games = sum([len(result.games) for result in unit.results])
    return AuditedRows(_json(unit.results, settings.rules), unit, games)


def report_page(data: bytes, name: str, settings: Settings, title: str, static: str) -> str:
    """The page of a log, with its hands. title: of the page. static: the address of style and script."""
    from auditor.page.collect import InputCache, collect
    from auditor.page.data import PageData
    from auditor.page.page import HandChoice, PageOptions, page_html

    page_data = PageData(None, with_notes=True)
    cache = InputCache(_items(data, name, settings.limits))
    collect(cache, settings, page_data, 1, lambda count, results: None, charts=False)
    options = PageOptions(title, "", HandChoice(is_every=True))
    return page_html(page_data, options._replace(static=static), cache.contents)


def _items(data: bytes, name: str, limits: Limits) -> "list[InputItem | SourceProblem]":
    from io import BytesIO

    from auditor.core.sources.items import Budget
    from auditor.core.sources.packings import unpack_stream

    return list(unpack_stream(name, "", BytesIO(data), Budget(limits, len(data))))


def contents_of(data: bytes) -> list[bytes]:
    """The contents of a file's bytes: of each member where they are packed, else the bytes themselves."""
    return [one.data for one in _items(data, "", Limits()) if isinstance(one, InputItem)]


def _unit(data: bytes, name: str, settings: Settings, spec: SinkSpec) -> UnitResult:
    from auditor.core.audit.worker import judge_unit

    return judge_unit(WorkUnit(0, tuple(_items(data, name, settings.limits))), settings, spec)


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


def _work(connection: Any) -> None:
    """The loop of a judging process: receive a call, run it, send its result or error."""
    start_worker()
    while True:
        try:
            function, arguments = connection.recv()
        except EOFError:
            return
        try:
            answer: tuple[bool, Any] = True, function(*arguments)
        except Exception as error:
            answer = False, f"{type(error).__name__}: {error}"
        connection.send(answer)


class _Process:
    """A judging process, and the pipe to it."""

    def __init__(self) -> None:
        context = multiprocessing.get_context(START_METHOD)
        self.connection, other = context.Pipe()
        self.process = context.Process(target=_work, args=(other,), daemon=True)
        self.process.start()
        other.close()

    def call(self, seconds: float, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        """Call a function in the process. Raises TooLongError if it must be replaced, RuntimeError for other errors."""
        try:
            self.connection.send((function, arguments))
            if not self.connection.poll(seconds):
                raise TooLongError(f"takes longer than {seconds:g} seconds; give less at once, or audit it yourself")
            is_done, answer = self.connection.recv()
        except (EOFError, OSError):
            raise TooLongError("the process that judged it died (out of memory, perhaps)") from None
        if not is_done:
            raise RuntimeError(answer)
        return answer

    def end(self) -> None:
        """Kill the process, whatever it does."""
        self.connection.close()
        self.process.kill()
        self.process.join()


class JudgePool:
    """A pool of judging processes, each of which judges one log at a time; further logs wait.

    Python's own pool breaks as a whole when one of its processes is killed, as one is whose log takes too long.

    count: the number of processes. seconds: the timeout of judging a log.
    """

    def __init__(self, count: int, seconds: float) -> None:
        self.seconds = seconds
        self._free: asyncio.Queue[_Process] = asyncio.Queue()
        self._threads = ThreadPoolExecutor(count)
        self._all = [_Process() for _ in range(count)]
        for process in self._all:
            self._free.put_nowait(process)

    async def run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call a function in a free process. Raises TooLongError."""
        process = await self._free.get()
        loop = asyncio.get_running_loop()
        # A client that disconnects does not stop the work: its answer would be taken for that of the next call.
        work = loop.run_in_executor(self._threads, self._call, process, function, arguments)
        return await asyncio.shield(work)

    def _call(self, process: _Process, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        try:
            return process.call(self.seconds, function, arguments)
        except TooLongError:
            process.end()
            self._all.remove(process)
            process = _Process()
            self._all.append(process)
            raise
        finally:
            self._loop.call_soon_threadsafe(self._free.put_nowait, process)

    async def begin(self) -> None:
        """Remember the event loop that waits for the processes."""
        self._loop = asyncio.get_running_loop()

    def close(self) -> None:
        """Kill all processes."""
        for process in list(self._all):
            process.end()
        self._threads.shutdown(cancel_futures=True)
