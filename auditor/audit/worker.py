"""The work on inputs in one process: their games are read, audited, and made into columns.

What goes in and comes out is plain data, so that it can go to another process and back.
"""

import gc
import os
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from auditor.audit.game import Audit, audit_game
from auditor.errors import NotALog, Problem, RulesetError
from auditor.events import Game
from auditor.formats import is_called_log, read
from auditor.results import Finding, GameResult, InputResult, Unjudged
from auditor.rulesets import choose, load
from auditor.rulesets.choice import mismatch_of
from auditor.sources import file_name
from auditor.table.table import ReplayObserver
from auditor.table.wall import shuffle_digest

if TYPE_CHECKING:
    from auditor.store.database import Store
    from auditor.store.rows import GameRows

GAMES_TOGETHER: Final = 32
"""So many games are read, then audited, then made into columns. The processor keeps the code of one of the three at
hand, not of all: game by game takes a seventh longer."""


class Settings(NamedTuple):
    """How a run audits. rules: ruleset choice. rules_key, version: kept with each input loaded; "" to load nothing.

    Of these two an input is known that is loaded already. also_under: names of rulesets that each game is judged under
    besides, those of its number of players; what they find goes to the database alone. summarize: makes something
    further of each audited game, plain data, from its number in the input (from 0), its log's name, and its audit.
    is_strict: what is no log is a problem in folders and archives, too. extras: of `auditor.store.schema`, the tables
    to fill besides.
    """

    rules: str
    rules_key: str = ""
    version: str = ""
    also_under: tuple[str, ...] = ()
    summarize: Callable[[int, str, Audit], object] | None = None
    is_strict: bool = False
    extras: tuple[str, ...] = ()

    def loading_into(self, store: "Store") -> "Settings":
        """The settings of a run that loads into a database, which goes on to keep what it has."""
        extras = store.keep(self.extras)
        return self._replace(extras=extras, rules_key=store.rules)


class Work(NamedTuple):
    """An input as it goes to a worker. data is None, and problem says why, where nothing could be read.

    is_named: as in `Item`. is_empty: there is nothing in it.
    """

    path: str
    member: str | None
    data: bytes | None
    sha256: str | None
    bytes: int | None
    problem: Problem | None
    is_named: bool = True
    is_empty: bool = False

    @property
    def name(self) -> str:
        """The file name: of the member, or of the path."""
        return file_name(self.path, self.member)


Outcome = tuple[list[InputResult], list[dict[str, Any]]]
"""Results in the order of the inputs, and the Arrow tables to load."""


@contextmanager
def _collection_paused() -> Iterator[None]:
    """Without Python's search for reference cycles: an audit makes hardly any, and the search takes a twentieth."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@_collection_paused()
def audit_chunk(works: list[Work], settings: Settings) -> Outcome:
    """Read and audit inputs. This is what runs in a worker process. Never raises for what is in them."""
    columns = _new_columns() if works and settings.version else None
    inputs = [_Input(work, settings, columns) for work in works]
    games = ((input, number, game) for input in inputs for number, game in enumerate(input.games()))
    while batch := list(islice(games, GAMES_TOGETHER)):
        audited = [(input, input.audit(number, game)) for input, number, game in batch]
        for input, one in audited:
            if one is not None:
                input.keep(one)
    results = [input.finished() for input in inputs]
    return (results, []) if columns is None else _with_tables(results, columns, works, settings)


def failed(work: Work, message: str, settings: Settings) -> Outcome:
    """The outcome of an input that was lost as a whole."""
    return audit_chunk([work._replace(data=None, problem=Problem("", message))], settings)


def _new_columns() -> "GameRows":
    from auditor.store.rows import GameRows

    return GameRows()


def _with_tables(results: list[InputResult], columns: "GameRows", works: list[Work], settings: Settings) -> Outcome:
    """The outcome of inputs. One with a value that fits no column becomes a problem: it is looked for one by one."""
    from auditor.store.arrow import RangeErrors, arrow_tables, range_problem

    try:
        return results, [arrow_tables(columns)]
    except RangeErrors as error:
        if len(works) == 1:
            return failed(works[0], range_problem(error), settings)
    outcomes = [audit_chunk([work], settings) for work in works]
    return [one for found, _ in outcomes for one in found], [part for _, parts in outcomes for part in parts]


class _Audited(NamedTuple):
    """A game of an input, audited, and what its audit gave."""

    audit: Audit
    result: GameResult


class _Input:
    """An input at work: what its games gave so far. columns: what it shares with others, to be loaded."""

    def __init__(self, work: Work, settings: Settings, columns: "GameRows | None") -> None:
        self.work = work
        self.settings = settings
        self.columns = columns
        self.source_id = ""
        if columns is not None:
            from auditor.store.rows import key_of

            self.source_id = key_of(work.path, work.member or "", work.sha256 or "")
        self.result = InputResult(work.path, work.member, sha256=work.sha256, bytes=work.bytes)
        self.result.is_not_a_log = work.is_empty and not self._must_be_log()
        if work.problem and not self.result.is_not_a_log:
            self.result.problems.append(work.problem)

    def games(self) -> Iterator[Game]:
        """Read the input: its games. What could not be read becomes a problem."""
        if self.work.data is None:
            return
        try:
            for game in read(self.work.data, self.work.name):
                if isinstance(game, NotALog) and not self._must_be_log():
                    self.result.is_not_a_log = True
                elif isinstance(game, Problem):
                    self.result.problems.append(Problem(game.place, game.message))
                else:
                    self.result.format = game.format
                    yield game
        except Exception as error:
            self.result.problems.append(Problem("", internal_error(error)))

    def _must_be_log(self) -> bool:
        """Whether it is a problem where the input is no log."""
        return self.work.is_named or self.settings.is_strict or is_called_log(self.work.name)

    def audit(self, number: int, game: Game) -> _Audited | None:
        """Audit a game, by its number from 0; a fault of the program becomes a problem."""
        try:
            ruleset, reason = choose(self.settings.rules, game, self.work.path, self.work.member or "")
            mismatch = mismatch_of(self.settings.rules, game)
            audit = audit_game(game, ruleset, watch=_watch(self.settings.extras))
            result = game_result(number, game.log_id or self.work.name, audit, reason)
            result.mismatch = mismatch
            result.also_under = judged_under(self.settings.also_under, game, audit)
        except RulesetError as error:
            message = f"not judged, for the rules beside it are wrong: {error}"
            self.result.problems.append(Problem(_game_text(number), message))
            return None
        except Exception as error:
            self._add_fault(number, error)
            return None
        return _Audited(audit, result)

    def keep(self, audited: _Audited) -> None:
        """Take what a game gave, into columns where it is to be loaded; a fault of the program becomes a problem."""
        audit, result = audited
        try:
            result.shuffle = shuffle_digest(audit.game)
            if self.columns is not None:
                self._add_columns(self.columns, audited)
            if self.settings.summarize is not None:
                result.summary = self.settings.summarize(result.number, result.log, audit)
        except Exception as error:
            self._add_fault(result.number, error)
            return
        self.result.problems += audit.problems
        result.also_under = {}  # which the rows have
        self.result.games.append(result)

    def _add_columns(self, columns: "GameRows", audited: _Audited) -> None:
        from auditor.store.rows import key_of

        audit, result = audited
        sizes = columns.sizes()
        try:
            key = key_of(self.work.sha256 or self.source_id, str(result.number + 1))
            columns.add_game(key, self.source_id, audit.game, audit.ruleset, audit.records, result)
        except BaseException:
            columns.cut(sizes)  # so that a fault half-way leaves nothing
            raise

    def _add_fault(self, number: int, error: Exception) -> None:
        self.result.problems.append(Problem(_game_text(number), internal_error(error)))

    def finished(self) -> InputResult:
        """What the input gave in all; call once, after its games."""
        if self.columns is not None and not self.result.is_not_a_log:
            self.columns.add_source(self.source_id, self.result, self.settings.rules_key, self.settings.version)
        return self.result


def _game_text(number: int) -> str:
    """A game as the place of a problem: none for the first of an input."""
    return f"game {number + 1}" if number else ""


def game_result(number: int, log: str, audit: Audit, reason: str = "") -> GameResult:
    """What the audit of a game gave. number: in its input, from 0. log: what to call it. reason: why its ruleset."""
    game = audit.game
    unjudged: Counter[Unjudged] = Counter()
    for record in audit.records:
        unjudged.update(record.unjudged)
    return GameResult(
        number,
        log,
        game.log_id,
        audit.ruleset.name,
        reason,
        tuple([game.seats[seat].name if seat < len(game.seats) else None for seat in range(game.players)]),
        audit.findings,
        unjudged=sorted(unjudged.items()),
        hands=len(audit.records),
        stopped=sum([record.stopped_at is not None for record in audit.records]),
        is_over=audit.is_over,
    )


def _watch(extras: tuple[str, ...]) -> ReplayObserver | None:
    """Who looks on at the replay of a game and keeps what is asked for."""
    if not extras:
        return None
    from auditor.table.recorder import TurnRecorder  # with the tables of shanten numbers

    return TurnRecorder("turns" in extras, "walls" in extras)


def judged_under(names: tuple[str, ...], game: Game, audit: Audit) -> dict[str, list[Finding]]:
    """What a game gives under each of the rulesets that is for its number of players; `audit`: under its own."""
    found = {}
    for name in names:
        rules = load(name)
        if rules.game.players == game.players:
            is_its_own = rules == audit.ruleset
            found[rules.name] = audit.findings if is_its_own else audit_game(game, rules).findings
    return found


def internal_error(error: BaseException) -> str:
    """A fault of the program itself in one sentence: what, and where in its code."""
    place = ""
    for frame in traceback.extract_tb(error.__traceback__):
        if f"{os.sep}auditor{os.sep}" in frame.filename:
            place = f" at {Path(frame.filename).parent.name}/{Path(frame.filename).name}:{frame.lineno}"
    text = str(error).strip().splitlines()
    detail = f": {text[0]}" if text else ""
    return f"internal error, please report it with this log ({type(error).__name__}{detail}{place})"
