"""Asks an engine: a process that reads a question a line and writes an answer a line.

It is started anew where it ends, or takes too long; what it writes is data, bounded, and never more than an answer.
"""

import shlex
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import suppress
from queue import Empty, Queue
from tempfile import TemporaryFile
from threading import Thread
from typing import IO, Final, NamedTuple

import msgspec

from auditor.conformance.suite import FACTS, ConformanceError, Question

RIGHT: Final = "right"
WRONG: Final = "wrong"
NOT_ANSWERED: Final = "not answered"
FAILED: Final = "failed"

_LAST_SECONDS: Final = 1.0  # that an engine which has closed its output may take to end
_LONGEST: Final = 1 << 16  # bytes of a line that an engine may write
_MOST_LINES: Final = 16  # that wait to be read: an engine that writes what nobody has asked for waits, too
_MOST_FAILURES: Final = 10  # one after the other, after which an engine is given up


class Answered(NamedTuple):
    """What an engine answered to a question. verdict: RIGHT, WRONG, NOT_ANSWERED (it says that it cannot) or FAILED.
    given: its answer, None without one. reason: why there is none.
    """

    question: Question
    verdict: str
    given: object
    reason: str = ""


class _Process:
    """An engine's process. A thread reads what it writes, so that waiting for it can end."""

    def __init__(self, command: list[str]) -> None:
        self.errors = TemporaryFile()  # noqa: SIM115
        try:
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors
            )  # fmt: skip
        except OSError as error:
            raise ConformanceError(f"the engine {command[0]!r} cannot be started: {error.strerror or error}") from None
        self.lines: Queue[bytes] = Queue(_MOST_LINES)
        self.is_ended = False
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.input = self.process.stdin
        Thread(target=self._read, args=(self.process.stdout,), daemon=True).start()

    def _read(self, output: IO[bytes]) -> None:
        line = b" "
        while line and not self.is_ended:
            line = output.readline(_LONGEST)
            self.lines.put(line)

    def answer_to(self, line: str, seconds: float) -> bytes:
        """What it writes after a line; b"" where it has ended. Raises queue.Empty where it takes too long."""
        with suppress(OSError):
            self.input.write(line.encode() + b"\n")
            self.input.flush()
        return self.lines.get(timeout=seconds)

    def last_words(self) -> str:
        """The last line that it wrote to its standard error before it ended, or closed its standard output."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(_LAST_SECONDS)
        self.errors.seek(0, 2)
        self.errors.seek(max(0, self.errors.tell() - 400))
        lines = self.errors.read().decode("utf-8", "replace").split("\n")
        return next((line for line in reversed(lines) if line.strip()), "it ended without a word")

    def end(self) -> None:
        """End it, whatever it does."""
        self.process.kill()
        self.is_ended = True
        with suppress(Empty):  # so that the thread, which may wait for room, comes to its end
            while True:
                self.lines.get_nowait()
        with suppress(OSError):
            self.input.close()
        self.process.wait()
        self.errors.close()


def answers(command: str, wanted: Iterable[Question], seconds: float = 10.0) -> Iterator[Answered]:
    """Ask an engine, and yield what it answers, a question after the other; open questions are left out. command:
    starts the engine, as a shell would split it. seconds: how long it may take for an answer. Raises ConformanceError
    where it cannot be started, or fails again and again.
    """
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise ConformanceError(f"--engine: {error}") from None
    if not words:
        raise ConformanceError("--engine: give the command that starts the engine")
    process: _Process | None = None
    failures = 0
    try:
        for question in wanted:
            if question.answer is None:
                continue
            process = process or _Process(words)
            answered, is_alive = _answer(process, question, seconds)
            failures = failures + 1 if answered.verdict == FAILED else 0
            if not is_alive:
                process.end()
                process = None
            yield answered
            if failures == _MOST_FAILURES:
                raise ConformanceError(f"the engine failed {failures} times in a row: {answered.reason}")
    finally:
        if process is not None:
            process.end()


def _answer(process: _Process, question: Question, seconds: float) -> tuple[Answered, bool]:
    """What an engine answers, and whether it may go on."""
    try:
        line = process.answer_to(question.line(), seconds)
    except Empty:
        return Answered(question, FAILED, None, f"no answer within {seconds:g} seconds"), False
    if not line:
        return Answered(question, FAILED, None, process.last_words()), False
    try:
        value = msgspec.json.decode(line)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict) or value.get("id") != question.id or "answer" not in value:
        shown = line[:100].decode("utf-8", "replace").strip()
        return Answered(question, FAILED, None, f"not an answer to the question: {shown}"), False
    given, reason = value["answer"], str(value.get("reason", ""))[:200]
    if given is None:
        return Answered(question, NOT_ANSWERED, None, reason or "no reason given"), True
    is_right = question.is_right(given)
    if is_right is None and question.action is None and isinstance(given, dict) and given.keys() & set(FACTS):
        return Answered(question, NOT_ANSWERED, given, "it says other things of what follows"), True
    if is_right is None:
        return Answered(question, FAILED, given, f"not an answer to the question: {str(given)[:100]}"), True
    return Answered(question, RIGHT if is_right else WRONG, given), True
