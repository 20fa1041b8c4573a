"""The program as a library: read logs, replay and audit them, load them into DuckDB, and query what was loaded.

from auditor import api
for game in api.read("logs/"): ...
"""

import os
from collections.abc import Callable, Iterable, Iterator
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from auditor.core.audit.executors import processes
from auditor.core.audit.game import Audit
from auditor.core.audit.run import run
from auditor.core.audit.sinks import DatabaseSink
from auditor.core.audit.work import Settings
from auditor.core.errors import (
    KanQuestionError,
    NoGameError,
    NotReadError,
    Problem,
    QueryError,
    RulesetError,
    StoreError,
)
from auditor.core.events import Game, Source
from auditor.core.program import version
from auditor.core.reading.logs import (
    MEMORY,
    Data,
    Log,
    SeveralGamesError,
    data_bytes,
    game_among,
    name_of,
    parse_logs,
    read_logs,
)
from auditor.core.results import Finding
from auditor.core.rulesets import AUTO, choose, settings_key
from auditor.core.sources import Limits, find_inputs, input_name
from auditor.core.table.record import HandRecord
from auditor.core.units import EventIndex, HandIndex, SeatIndex
from auditor.output.kan import KanAnswer, judge_kan
from auditor.output.summary import Summary
from auditor.page.notebook import PositionView, with_drawings
from auditor.unknown_rules import audit_by, revise_findings

if TYPE_CHECKING:
    import duckdb

    from auditor.core.store.queries import QueryResult
    from auditor.core.store.selection import GameFilter
    from auditor.server.game_store import GameStore
    from auditor.server.live import LiveTable

__all__ = [
    "MEMORY", "Audit", "Data", "Finding", "Game", "HandRecord", "KanAnswer", "KanQuestionError", "Limits",
    "LiveTable", "Loaded", "NoGameError", "NotReadError", "PositionView", "Problem", "QueryError", "QueryResult",
    "RulesetError", "SeveralGamesError", "Source", "StoreError", "audit", "audit_file", "connect", "export",
    "judge_kan", "load", "open_store", "parse", "position", "query", "read", "replay",
]  # fmt: skip

Path = str | PathLike[str]

PROGRESS_INPUTS: Final = 128
"""How many inputs `load` loads between two calls of `progress`."""
Position = PositionView
"""The former name of `PositionView`; that of `QueryResult` was `Answer`."""


def __getattr__(name: str) -> Any:
    """Import lazily what most callers do without: `QueryResult`, whose module loads DuckDB, and `LiveTable`."""
    if name == "LiveTable":
        from auditor.server.live import LiveTable

        return LiveTable
    if name in ("QueryResult", "Answer"):
        from auditor.core.store.queries import QueryResult

        return QueryResult
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


class Loaded(NamedTuple):
    """What `load` has loaded.

    inputs: the number read. known: how many of these were loaded before. findings: their number by severity.
    problems: pairs (path and place, message).
    """

    inputs: int
    known: int
    games: int
    hands: int
    findings: dict[str, int]
    problems: list[tuple[str, str]]


def read(*paths: Path, limits: Limits | None = None) -> Iterator[Game | Problem]:
    """Yield every game in files, folders, archives and databases, and a `Problem` for whatever could not be read.

    A `Problem` has a place (the path first) and a message. `Game.source` says where a game is from. Raises TypeError
    for what is no path, and ValueError for a text that is a log itself, which `parse` takes; all else that cannot be
    read is a `Problem`.
    """
    return _found(read_logs(_paths(paths, "read"), limits))


def parse(data: Data, name: str = "", *, limits: Limits | None = None) -> Iterator[Game | Problem]:
    """Yield every game in a log in memory, compressed or not, and a `Problem` for whatever could not be read.

    data: bytes, text, or an open file, which is read to its end. name: the log's name; a log id in it becomes the
    game's. Raises TypeError for other data, and whatever reading the file raises.
    """
    return _found(parse_logs(data_bytes(data), name or name_of(data), limits))


def audit(game: Game, rules: str = AUTO) -> Audit:
    """Replay and judge a game. In a notebook each finding draws itself.

    rules: ``auto``, the name of a ruleset, or a file (TOML, or Majiang's rule object). Returns the findings, in the
    order in which they were made, a record of each hand, and the ruleset. Where ``auto`` has to assume the rules, a
    fault that some tables' rules would allow is a note (`Finding.depends_on`). Raises RulesetError.
    """
    return with_drawings(audit_by(rules, game)[0])


def position(
    game: Game, hand: HandIndex, event: EventIndex | None = None, *, rules: str = AUTO, view: SeatIndex | None = None
) -> PositionView:
    """The position just before an event of a hand, or without an event that at the end of the hand.

    hand, event: indexes, as in findings. view: the seat at the bottom of the picture; None for the one that acts.
    ``str`` gives the position as text, ``svg()`` as a picture; in a notebook it draws itself. Raises RulesetError, and
    IndexError where there is no such hand or event.
    """
    ruleset, _ = choose(rules, game)
    for one in game.hands:
        if one.index == hand:
            if event is not None and not 0 <= event < len(one.events):
                raise IndexError(f"hand {hand} has the events 0 to {len(one.events) - 1}, not {event}")
            return PositionView(game, one, event, ruleset, view)
    raise IndexError(f"there is no hand {hand}")


def audit_file(path: Path, rules: str = AUTO, *, game: int | None = None) -> Audit:
    """Read a log, replay and judge one game of it; the whole input must be readable.

    path: a file, or ``ARCHIVE::MEMBER``. game: which of several, from 0. Raises NotReadError where any part of the
    input cannot be read, NoGameError where it has no such game, SeveralGamesError where it has several and `game` does
    not say which, and TypeError, ValueError and RulesetError as `read` and `audit` do.
    """
    address = _paths([path], "audit_file")[0]
    logs = list(read_logs([address]))
    if problems := [_problem(log, log.found) for log in logs if isinstance(log.found, Problem)]:
        raise NotReadError(problems)
    return audit(game_among(address, logs, game).game, rules)


def replay(game: Game, rules: str = AUTO) -> list[HandRecord]:
    """Replay a game and return a record of each hand: outcome, riichis, ledger, end scores. Raises RulesetError."""
    return audit(game, rules).records


def load(
    paths: Iterable[Path], database: Path, *, rules: str = AUTO, extras: Iterable[str] = (), jobs: int | None = None,
    limits: Limits | None = None, progress: Callable[[Loaded], object] | None = None,
) -> Loaded:  # fmt: skip
    """Audit inputs into a DuckDB file, as ``auditor audit PATHS --db DATABASE`` does.

    Inputs that the file already holds, audited by the same rules, are not audited again. extras: optional tables to
    fill, ``turns`` or ``walls``; those that the file has are filled in any case. jobs: the number of processes; None
    chooses. With more than one the calling script must be importable (``if __name__ == "__main__":``). progress: called
    with the totals so far after every PROGRESS_INPUTS inputs, and at the end. Raises StoreError, RulesetError,
    TypeError and ValueError (see `read`), and what `progress` raises; what was loaded before stays.
    """
    from auditor.core.store.database import Store
    from auditor.core.store.schema import checked_optional_tables

    addresses = _paths(paths, "load")
    key, tables = settings_key(rules), checked_optional_tables(extras)
    settings = Settings(rules, revise_findings, key, version(), extras=tables, limits=limits or Limits())
    summary = Summary()
    problems: list[tuple[str, str]] = []

    def loaded() -> Loaded:
        counts = (summary.inputs, summary.stored, summary.games, summary.hands)
        return Loaded(*counts, dict(summary.findings), list(problems))

    with Store(fspath(database), settings.rules_key, settings.version) as store:
        settings = settings.loading_into(store)
        sink = DatabaseSink(store, settings)
        for result in run(find_inputs(sorted(addresses)), settings, processes(jobs) if jobs else None, sink):
            summary.add(result)
            name = input_name(result.path, result.member)
            problems += [(_place(name, problem.place), problem.message) for problem in result.problems]
            if progress is not None and summary.inputs % PROGRESS_INPUTS == 0:
                progress(loaded())
    if progress is not None and summary.inputs % PROGRESS_INPUTS:
        progress(loaded())
    return loaded()


def open_store(
    database: Path, *, rules: str = AUTO, extras: Iterable[str] = (), limits: Limits | None = None
) -> "GameStore":
    """Open a DuckDB file to which logs are added one at a time; it is created if it does not exist.

    ``with api.open_store("games.duckdb") as store: store.add(data, name="...")``: each log is judged at once, and
    `connect` and `query` in this process see it within half a second; other processes can read the file once it is
    closed. Several threads may add. rules, extras, limits: as for `load`. Raises StoreError, RulesetError, ValueError.
    """
    from auditor.core.store.schema import checked_optional_tables
    from auditor.server.game_store import GameStore

    settings = Settings(rules, revise_findings, settings_key(rules), version(), extras=checked_optional_tables(extras))
    return GameStore(fspath(database), settings._replace(limits=limits or Limits()))


def connect(database: Path) -> "duckdb.DuckDBPyConnection":
    """Open a loaded database, or a lake by its address, for reading with SQL. Raises StoreError."""
    from auditor.core.store import queries

    return queries.connect(fspath(database))


def export(database: Path, folder: Path) -> dict[str, int]:
    """Write a loaded database as a Parquet dataset, as ``auditor export --db DATABASE -o FOLDER`` does.

    The dataset includes ``views.sql``, which creates the database's tables and views from the files when run in that
    folder. Returns the number of rows of each table. Raises StoreError.
    """
    from auditor.lake import transfer

    return transfer.export(fspath(database), fspath(folder))


def query(
    name: str, database: Path, /, *, selection: "GameFilter | None" = None, **parameters: object
) -> "QueryResult":
    """Run a named query, as ``auditor query NAME --db DATABASE --param ...`` does.

    selection: which games count (`auditor.core.store.selection.GameFilter`); None for all.
    parameters: by name, a list where one takes several values; None leaves one at its default. Returns the names of
    the columns and the rows (`QueryResult.as_dicts` joins them; `to_arrow`, `to_polars` and `to_pandas` make tables).
    Raises StoreError, and QueryError for an unknown query, parameter or player or a value of the wrong type.
    """
    from auditor.core.store import queries
    from auditor.core.store.selection import EVERYTHING

    named = queries.load(name)
    with connect(database) as connection:
        given = {parameter: _as_text(value) for parameter, value in parameters.items() if value is not None}
        return queries.run(connection, named, given, selection or EVERYTHING)


def _as_text(value: object) -> str | list[str]:
    return [str(one) for one in value] if isinstance(value, list | tuple) else str(value)


def _paths(paths: Iterable[Path], function: str) -> list[str]:
    """Paths as texts. Raises TypeError and ValueError."""
    if isinstance(paths, str | bytes | PathLike):
        raise TypeError(f"{function} takes a list of paths, not the one {paths!r:.80}")
    found = []
    for path in paths:
        if not isinstance(path, str | PathLike):
            raise TypeError(f"{function} takes paths, not {type(path).__name__}; a log in memory goes to parse")
        text = fspath(path)
        if text.lstrip()[:1] in ("<", "{", "[") and not os.path.lexists(text):
            raise ValueError(f"{function} takes paths; {text[:40]!r} looks like a log itself, which goes to parse")
        found.append(text)
    return found


def _found(logs: Iterator[Log]) -> Iterator[Game | Problem]:
    for log in logs:
        yield _problem(log, log.found) if isinstance(log.found, Problem) else log.found


def _problem(log: Log, problem: Problem) -> Problem:
    """The problem with the address of its input put before its place."""
    return Problem(_place(log.address, problem.place), problem.message)


def _place(name: str, place: str) -> str:
    return f"{name}, {place}" if place else name
