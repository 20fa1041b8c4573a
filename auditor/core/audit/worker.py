"""The work on a unit, in one process: read its inputs, judge their games, and make rows of them.

Arguments and results are plain data, so that they can be sent to another process and back.
"""

import os
import signal
import sys
import threading
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from itertools import islice
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from auditor.core.audit.game import Audit, audit_game
from auditor.core.audit.work import Settings, SinkSpec, UnitResult, WorkUnit
from auditor.core.errors import NotALog, Problem, RulesetError, counted
from auditor.core.events import Game
from auditor.core.program import collection_paused
from auditor.core.reading import is_called_log, read
from auditor.core.reading.logs import budget_fault, is_passed_over
from auditor.core.results import Finding, GameResult, InputResult
from auditor.core.rulesets import load
from auditor.core.rulesets.choice import choice_of, mismatch_of
from auditor.core.sources import InputItem, file_name, read_inputs
from auditor.core.sources.items import Budget, ReadItem
from auditor.core.table.table import ReplayObserver
from auditor.core.table.wall import shuffle_digest

if TYPE_CHECKING:
    from auditor.core.store.contents import Contents, KnownKeys
    from auditor.core.store.rows import GameRows

GAMES_TOGETHER: Final = 32
"""How many games to read, then audit, then turn into columns. The processor's instruction cache holds the code of one
of these steps, not of all three: going game by game takes a seventh longer."""


class TookTooLongError(BaseException):
    """Raised in what takes longer than it may. No `Exception`, which would be taken for the fault of a check."""


class _Clock:
    """Raises TookTooLongError in a block once this process has worked for so many seconds in it; 0 for no limit."""

    seconds = 0.0
    is_running = False

    def __enter__(self) -> None:
        if self.seconds:
            self.is_running = True
            signal.setitimer(signal.ITIMER_VIRTUAL, self.seconds)

    def __exit__(self, *_: object) -> None:
        self.is_running = False

    def end(self, number: int, frame: object) -> None:
        """What the signal calls; outside of a block it means nothing."""
        if self.is_running:
            raise TookTooLongError(f"takes longer than {self.seconds:g} seconds; not judged (--seconds sets the limit)")


_CLOCK: Final = _Clock()


@contextmanager
def time_limited(seconds: float) -> Iterator[None]:
    """Let `_CLOCK` end its blocks in this one. To set that up costs more than to start the clock: once for a unit.

    Only the main thread of a process can be interrupted, and not on Windows.
    """
    if not seconds or not hasattr(signal, "setitimer") or not _is_main_thread():
        yield
        return
    before, was = signal.signal(signal.SIGVTALRM, _CLOCK.end), _CLOCK.seconds
    _CLOCK.seconds = seconds
    try:
        yield
    finally:
        _CLOCK.seconds = was
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _is_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()


def _bounded(games: Iterator[Game | Problem]) -> Iterator[Game | Problem]:
    """What is read, each within the time it may take. Raises TookTooLongError."""
    while True:
        with _CLOCK:
            game = next(games, None)
        if game is None:
            return
        yield game


def data_bytes() -> int:
    """How many bytes this process may write to; 0 where the system is not Linux, which says it."""
    if sys.platform != "linux":
        return 0
    with open("/proc/self/statm", "rb") as file:
        return int(file.read().split()[5]) * os.sysconf("SC_PAGE_SIZE")


@contextmanager
def memory_limited(most: int) -> Iterator[None]:
    """Limit this process in the block to `most` bytes beyond what it has; 0 for no limit. What needs more gets a
    MemoryError, or ends the process. Only Linux keeps the limit; addresses that nothing is written to are free.
    """
    if not (has := data_bytes() if most else 0):
        yield
        return
    import resource

    soft, hard = before = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (min([one for one in (has + most, soft, hard) if one >= 0]), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, before)


@collection_paused()  # until all that the unit needed is freed, so that the collector need not look through it
def judge_unit(unit: WorkUnit, settings: Settings, spec: SinkSpec) -> UnitResult:
    """Read and judge the inputs of a unit; this is what runs in a worker. The content of inputs never makes it
    raise. A process that loads a database as well, or has other work, has no limit of memory."""
    judges: list[InputJudge] = []
    rows = new_rows() if spec.has_rows else None
    games = _games(unit, settings, spec, rows, judges)
    processes = sys.modules.get("multiprocessing.process")
    is_alone = not spec.has_rows or (processes is not None and processes.parent_process() is not None)
    memory = settings.limits.memory if is_alone and _is_main_thread() else 0
    with memory_limited(memory), time_limited(settings.limits.seconds):
        while batch := list(islice(games, GAMES_TOGETHER)):
            audited: list[tuple[InputJudge, JudgedGame | None]] = []
            for judge, number, game in batch:
                audited.append((judge, judge.judge(number, game)))
            for judge, judged in audited:
                if judged is not None:
                    judge.keep(judged)
    result = UnitResult([judge.finished() for judge in judges])
    if rows is None:
        return result
    if spec.is_packed:
        return result._replace(rows=rows.parts())
    return _with_rows(result, rows, unit, settings, spec)


def _games(
    unit: WorkUnit, settings: Settings, spec: SinkSpec, rows: "GameRows | None", judges: "list[InputJudge]"
) -> "Iterator[tuple[InputJudge, int, Game]]":
    """Yield the games of a unit, each with the judge of its input and its number there. Known contents are skipped."""
    known = _known_contents(spec.known) if spec.has_rows else None
    for _, item in read_inputs(unit.inputs, settings.limits, settings.names):
        judge = InputJudge(item, settings, rows)
        judges.append(judge)
        content = judge.result.sha256
        if known is not None and content is not None and content in known:
            judge.result.is_known = True
            continue
        for number, game in enumerate(judge.games()):
            yield judge, number, game
        if known is not None and content is not None and not judge.result.is_not_a_log:
            known.take(content)


def _known_contents(known: "KnownKeys | str") -> "Contents":
    """The contents that need not be judged in a unit: those of a database, as `SinkSpec.known` has them."""
    from auditor.core.store.contents import Contents

    return Contents((_known_keys(known) if known else None) if isinstance(known, str) else known)


@lru_cache(maxsize=1)
def _known_keys(path: str) -> "KnownKeys":
    """The hashes of known contents, mapped from a file that all workers share."""
    from auditor.core.store.contents import CONTENT_BYTES, KnownKeys

    with open(path, "rb") as file:
        return KnownKeys(mmap(file.fileno(), 0, access=ACCESS_READ), CONTENT_BYTES)


def new_rows() -> "GameRows":
    """Rows of games, none so far; what they are made of is imported where a run stores them."""
    from auditor.core.store.rows import GameRows

    return GameRows()


def _with_rows(result: UnitResult, rows: "GameRows", unit: WorkUnit, settings: Settings, spec: SinkSpec) -> UnitResult:
    """The result with its tables. If a value does not fit its column, judge each input alone; that one is a problem."""
    from auditor.core.store.arrow import RangeErrors, arrow_tables, range_problem, send_as_streams

    send_as_streams()
    try:
        return result._replace(tables=(arrow_tables(rows),))
    except RangeErrors as error:
        message = range_problem(error)
    first = unit.inputs[0]
    if len(unit.inputs) == 1 and isinstance(first, ReadItem):
        rows = new_rows()
        judge = InputJudge(first, settings, rows)
        judge.result.problems = [Problem("", message)]
        return UnitResult([judge.finished()], (arrow_tables(rows),))
    items = read_inputs(unit.inputs, settings.limits, settings.names)
    each = [judge_unit(WorkUnit(unit.number, (item,)), settings, spec) for _, item in items]
    results = [one for of_item in each for one in of_item.results]
    return UnitResult(results, tuple([tables for of_item in each for tables in of_item.tables]))


class JudgedGame(NamedTuple):
    """The audit of a game of an input, and the result made from it."""

    audit: Audit
    result: GameResult


class InputJudge:
    """Judges the games of an input. rows: collects the rows of all inputs; None where they are not stored."""

    def __init__(self, item: ReadItem, settings: Settings, rows: "GameRows | None") -> None:
        self.settings = settings
        self.rows = rows
        self.path = item.path
        self.member = item.member
        self.name = file_name(item.path, item.member)
        self.is_named = item.is_named
        self.result = InputResult(item.path, item.member or None)
        self.source_id = ""
        self._data: bytes | None = None
        self._budget: Budget | None = None
        if isinstance(item, InputItem):
            self._data = item.data
            self._budget = item.budget
            self.result.bytes = item.bytes
            if rows is not None:
                self.result.sha256 = item.sha256
        elif is_passed_over(item) and not settings.is_strict:
            self.result.is_not_a_log = True
        else:
            self.result.problems.append(Problem(item.place, item.message))
        if rows is not None:
            from auditor.core.store.rows import key_of

            self.source_id = key_of(item.path, item.member, self.result.sha256 or "")

    def games(self) -> Iterator[Game]:
        """Read the input and yield its games. What could not be read becomes a problem."""
        data, self._data = self._data, None  # frees the bytes once they are read
        if data is None:
            return
        if self._budget is not None and self._budget.is_spent:
            self.result.problems.append(Problem("", "not read: its file has reached the limit for one file"))
            return
        try:
            for game in _bounded(read(data, self.name)):
                if isinstance(game, NotALog) and not self.is_log_expected(is_text=game.is_text):
                    self.result.is_not_a_log = True
                elif isinstance(game, Problem):
                    self.result.problems.append(Problem(game.place, game.message))  # of the base class itself
                else:
                    self.result.format = game.format
                    fault = budget_fault(self._budget, game)
                    yield game
                    if fault:
                        self.result.problems.append(Problem("", fault))
                        return
        except (Exception, TookTooLongError) as error:
            self.result.problems.append(Problem("", internal_error(error)))

    def is_log_expected(self, *, is_text: bool) -> bool:
        """Whether it is a problem if the input is no log. is_text: as in `is_called_log`."""
        return self.is_named or self.settings.is_strict or is_called_log(self.name, is_text=is_text)

    def _findings_under(self, game: Game, audit: Audit) -> dict[str, list[Finding]]:
        """The findings under each ruleset asked for of as many players. audit: that by the game's own ruleset."""
        found = {}
        for name in self.settings.also_under:
            rules = load(name)
            if rules == audit.ruleset:
                found[rules.name] = audit.findings
            elif rules.game.players == game.players:
                other = audit_game(game, rules)
                found[rules.name] = self.settings.revise(other) if rules.assumed else other.findings
        return found

    def judge(self, number: int, game: Game) -> JudgedGame | None:
        """Audit a game; number: its number in the input, from 0. An internal error becomes a problem."""
        try:
            with _CLOCK:
                choice = choice_of(self.settings.rules, game, self.path, self.member)
                audit = audit_game(game, choice.rules, watch=_watch(self.settings.extras))
                if choice.is_assumed:
                    audit.findings = self.settings.revise(audit)
                result = game_result(number, game.log_id or self.name, audit, choice.reason)
                result.mismatch = mismatch_of(self.settings.rules, game, audit.off_ruleset_offers)
                result.also_under = self._findings_under(game, audit)
                return JudgedGame(audit, result)
        except RulesetError as error:
            message = f"not judged, for the rules next to it are wrong: {error}"
            self.result.problems.append(Problem(_game_text(number), message))
        except (Exception, TookTooLongError) as error:
            self._add_fault(number, error)
        return None

    def keep(self, audited: JudgedGame) -> None:
        """Add a judged game to the result, and to the rows if it is stored. An internal error becomes a problem."""
        audit, result = audited
        try:
            result.shuffle = shuffle_digest(audit.game)
            if self.rows is not None:
                self._add_rows(self.rows, audited)
            if self.settings.summarize is not None:
                result.summary = self.settings.summarize(result.number, result.log, audit)
        except Exception as error:
            self._add_fault(result.number, error)
            return
        self.result.problems += audit.problems
        result.also_under = {}  # the rows have it
        self.result.games.append(result)

    def _add_rows(self, rows: "GameRows", audited: JudgedGame) -> None:
        from auditor.core.store.rows import key_of

        audit, result = audited
        sizes = rows.sizes()
        try:
            key = key_of(self.result.sha256 or self.source_id, str(result.number + 1))
            rows.add_game(key, self.source_id, audit.game, audit.ruleset, audit.records, result)
        except BaseException:
            rows.cut(sizes)  # leave no rows of a game that failed half-way
            raise

    def _add_fault(self, number: int, error: BaseException) -> None:
        self.result.problems.append(Problem(_game_text(number), internal_error(error)))

    def finished(self) -> InputResult:
        """The result of the input, whose row is added; call once, after all its games."""
        self.result.problems = counted(self.result.problems)
        if self.rows is not None and not self.result.is_not_a_log and not self.result.is_known:
            self.rows.add_source(self.source_id, self.result, self.settings.source_rules, self.settings.version)
        return self.result


def _game_text(number: int) -> str:
    """A game as the place of a problem: "" for the first of an input."""
    return f"game {number + 1}" if number else ""


def game_result(number: int, log: str, audit: Audit, reason: str = "") -> GameResult:
    """The result of an audit. number: the game's in its input, from 0. log: its name. reason: for the ruleset."""
    game = audit.game
    unjudged = Counter([one for record in audit.records for one in record.unjudged])
    return GameResult(
        number, log, game.log_id, audit.ruleset.name, reason,
        tuple([game.seats[seat].name if seat < len(game.seats) else None for seat in range(game.players)]),
        audit.findings, unjudged=sorted(unjudged.items()), hands=len(audit.records),
        stopped=sum([record.stopped_at is not None for record in audit.records]), is_over=audit.is_over,
    )  # fmt: skip


def _watch(extras: tuple[str, ...]) -> ReplayObserver | None:
    """The observer that records turns and walls during the replay; None where neither is wanted."""
    if not extras:
        return None
    from auditor.core.table.recorder import TurnRecorder  # loads the tables of shanten numbers

    return TurnRecorder("turns" in extras, "walls" in extras)


def internal_error(error: BaseException) -> str:
    """Describe an internal error in one sentence: what was raised, and where in auditor's code."""
    place = ""
    for frame in traceback.extract_tb(error.__traceback__):
        if f"{os.sep}auditor{os.sep}" in frame.filename:
            place = f" at {Path(frame.filename).parent.name}/{Path(frame.filename).name}:{frame.lineno}"
    if isinstance(error, TookTooLongError):
        return str(error)
    if isinstance(error, MemoryError):
        return "it takes more memory than there is to judge it, or than --memory allows"
    text = str(error).strip().splitlines()
    detail = f": {text[0]}" if text else ""
    return f"internal error, please report it with this log ({type(error).__name__}{detail}{place})"
