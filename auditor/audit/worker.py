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
from auditor.results import EVERY_CHECK, Finding, FindingRow, GameVerdict, Told, finding_row, verdict
from auditor.rulesets import choose, load
from auditor.rulesets.choice import RulesetMismatch, mismatch_of
from auditor.sources import file_name
from auditor.table.table import ReplayObserver
from auditor.table.wall import shuffle_digest
from auditor.units import SeatIndex

if TYPE_CHECKING:
    from auditor.store.database import Store
    from auditor.store.rows import GameRows

GAMES_TOGETHER: Final = 32
"""So many games are read, then audited, then made into columns. The processor keeps the code of one of the three at
hand, not of all: game by game takes a seventh longer."""


class Settings(NamedTuple):
    """How a run audits. rules: ruleset choice. rules_key, version: kept with each input loaded; "" to load nothing.

    Of these two an input is known that is loaded already. also_under: names of rulesets that each game is judged under
    besides, those of its number of players; what they find goes to the database alone. story: makes something further
    of each audited game, plain data, from its number in the input (from 0), what to call its log, and its audit.
    is_strict: what is no log is a problem in folders and archives, too. extras: of `auditor.store.schema`, the tables
    to fill besides.
    """

    rules: str
    rules_key: str = ""
    version: str = ""
    also_under: tuple[str, ...] = ()
    story: Callable[[int, str, Audit], object] | None = None
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
    problem: tuple[str, str] | None
    is_named: bool = True
    is_empty: bool = False

    @property
    def name(self) -> str:
        """The file name: of the member, or of the path."""
        return file_name(self.path, self.member)


class Result(NamedTuple):
    """What an input gave.

    findings: as they are told. problems: pairs (place, message). rulesets: for each game the pair (ruleset, why it was
    taken). stopped: hands that the replay could not follow to the end. unjudged: pairs of what could not be judged and
    in how many hands. is_stored: taken from the database. shuffles: for each game with a published seed the pair (its
    digest, the log). misfits: of the games that contradict a ruleset that was named. verdicts: one for each game.
    stories: what `Settings.story` made of each. logs: what findings call each game's log. is_no_log: the input is no
    log, and neither was it named nor does its name say that it is one.
    """

    path: str
    member: str | None
    format: str | None = None
    findings: tuple[Told, ...] = ()
    problems: tuple[tuple[str, str], ...] = ()
    rulesets: tuple[tuple[str, str], ...] = ()
    hands: int = 0
    stopped: int = 0
    unjudged: tuple[tuple[str, int], ...] = ()
    is_stored: bool = False
    shuffles: tuple[tuple[str, str], ...] = ()
    misfits: tuple[RulesetMismatch, ...] = ()
    verdicts: tuple[GameVerdict, ...] = ()
    stories: tuple[object, ...] = ()
    logs: tuple[str, ...] = ()
    is_not_a_log: bool = False


Outcome = tuple[list[Result], list[dict[str, Any]]]
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
    games = ((input, number, game) for input in inputs for number, game in enumerate(input.games(), 1))
    while batch := list(islice(games, GAMES_TOGETHER)):
        audited = [(input, input.audit(number, game)) for input, number, game in batch]
        for input, one in audited:
            if one is not None:
                input.keep(one)
    results = [input.result() for input in inputs]
    return (results, []) if columns is None else _with_tables(results, columns, works, settings)


def failed(work: Work, message: str, settings: Settings) -> Outcome:
    """The outcome of an input that was lost as a whole."""
    return audit_chunk([work._replace(data=None, problem=("", message))], settings)


def _new_columns() -> "GameRows":
    from auditor.store.rows import GameRows

    return GameRows()


def _with_tables(results: list[Result], columns: "GameRows", works: list[Work], settings: Settings) -> Outcome:
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
    """A game of an input, audited.

    number: from 1. reason: why its ruleset. misfit: where it contradicts that. others: findings by further rulesets.
    """

    number: int
    audit: Audit
    reason: str
    mismatch: RulesetMismatch | None
    others: dict[str, list[Finding]]


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
        self.format: str | None = None
        self.is_not_a_log = work.is_empty and not self._must_be_log()
        self.problems = [work.problem] if work.problem and not self.is_not_a_log else []
        self.findings: list[Told] = []
        self.rulesets: list[tuple[str, str]] = []
        self.shuffles: list[tuple[str, str]] = []
        self.misfits: list[RulesetMismatch] = []
        self.verdicts: list[GameVerdict] = []
        self.stories: list[object] = []
        self.logs: list[str] = []
        self.hands = 0
        self.stopped = 0
        self.unjudged: Counter[str] = Counter()

    def games(self) -> Iterator[Game]:
        """Read the input: its games. What could not be read becomes a problem."""
        if self.work.data is None:
            return
        try:
            for game in read(self.work.data, self.work.name):
                if isinstance(game, NotALog) and not self._must_be_log():
                    self.is_not_a_log = True
                elif isinstance(game, Problem):
                    self.problems.append((game.place, game.message))
                else:
                    self.format = game.format
                    yield game
        except Exception as error:
            self.problems.append(("", internal_error(error)))

    def _must_be_log(self) -> bool:
        """Whether it is a problem where the input is no log."""
        return self.work.is_named or self.settings.is_strict or is_called_log(self.work.name)

    def audit(self, number: int, game: Game) -> _Audited | None:
        """Audit a game; a fault of the program becomes a problem."""
        try:
            ruleset, reason = choose(self.settings.rules, game, self.work.path, self.work.member or "")
            wrong = mismatch_of(self.settings.rules, game)
            audit = audit_game(game, ruleset, watch=_watch(self.settings.extras))
            others = judged_under(self.settings.also_under, game, audit)
        except RulesetError as error:
            place = f"game {number}" if number > 1 else ""
            self.problems.append((place, f"not judged, for the rules beside it are wrong: {error}"))
            return None
        except Exception as error:
            self._add_fault(number, error)
            return None
        return _Audited(number, audit, reason, wrong, others)

    def keep(self, audited: _Audited) -> None:
        """Take what a game gave, into columns where it is to be loaded; a fault of the program becomes a problem."""
        audit = audited.audit
        game = audit.game
        log = game.log_id or self.work.name
        try:
            shuffle = shuffle_digest(game)
            rows = [finding_row(finding, log, game.log_id, audit.ruleset.name) for finding in audit.findings]
            if self.columns is not None:
                self._add_columns(self.columns, audited, rows, shuffle)
            if self.settings.story is not None:
                self.stories.append(self.settings.story(audited.number - 1, log, audit))
        except Exception as error:
            self._add_fault(audited.number, error)
            return
        self.problems += [(problem.place, problem.message) for problem in audit.problems]
        self.findings += [
            Told(row, player_of(game, finding.seat), audited.number - 1)
            for row, finding in zip(rows, audit.findings, strict=True)
        ]
        self.rulesets.append((audit.ruleset.name, audited.reason))
        self.verdicts.append(_verdict(audit))
        self.logs.append(log)
        if audited.mismatch is not None:
            self.misfits.append(audited.mismatch)
        if shuffle:
            self.shuffles.append((shuffle, log))
        self.hands += len(audit.records)
        self.stopped += sum([record.stopped_at is not None for record in audit.records])
        for record in audit.records:
            if record.unjudged:
                self.unjudged.update(record.unjudged)

    def _add_columns(self, columns: "GameRows", audited: _Audited, rows: list[FindingRow], shuffle: str) -> None:
        from auditor.store.rows import key_of

        audit = audited.audit
        sizes = columns.sizes()
        try:
            columns.add_game(
                key_of(self.work.sha256 or self.source_id, str(audited.number)), self.source_id, audit.game,
                audit.ruleset, audited.reason, audit.records, rows, audited.others, audited.mismatch,
                is_over=audit.is_over, shuffle=shuffle,
            )  # fmt: skip
        except BaseException:
            columns.cut(sizes)  # so that a fault half-way leaves nothing
            raise

    def _add_fault(self, number: int, error: Exception) -> None:
        self.problems.append((f"game {number}" if number > 1 else "", internal_error(error)))

    def result(self) -> Result:
        """What the input gave in all; call once, after its games."""
        work = self.work
        if self.columns is not None and not self.is_not_a_log:
            self.columns.add_source(
                self.source_id, work.path, work.member, self.format, work.sha256, work.bytes, self.settings.rules_key,
                self.settings.version, self.problems,
            )  # fmt: skip
        return Result(
            work.path, work.member, self.format, tuple(self.findings), tuple(self.problems), tuple(self.rulesets),
            self.hands, self.stopped, tuple(sorted(self.unjudged.items())), False, tuple(self.shuffles),
            tuple(self.misfits), tuple(self.verdicts), tuple(self.stories), tuple(self.logs), self.is_not_a_log,
        )  # fmt: skip


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


def _verdict(audit: Audit) -> GameVerdict:
    is_whole = not any(
        [
            record.stopped_at is not None or any([line.startswith(f"{EVERY_CHECK}:") for line in record.unjudged or ()])
            for record in audit.records
        ]
    )
    return verdict([(finding.check, finding.severity) for finding in audit.findings], is_whole)


def player_of(game: Game, seat: SeatIndex | None) -> str | None:
    """The name of whom a finding concerns; None for nobody, or where the log names nobody."""
    return game.seats[seat].name if seat is not None and 0 <= seat < len(game.seats) else None


def internal_error(error: BaseException) -> str:
    """A fault of the program itself in one sentence: what, and where in its code."""
    place = ""
    for frame in traceback.extract_tb(error.__traceback__):
        if f"{os.sep}auditor{os.sep}" in frame.filename:
            place = f" at {Path(frame.filename).parent.name}/{Path(frame.filename).name}:{frame.lineno}"
    text = str(error).strip().splitlines()
    detail = f": {text[0]}" if text else ""
    return f"internal error, please report it with this log ({type(error).__name__}{detail}{place})"
