"""Collects the data of a page, from a run or from a database of games that were audited before."""

import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from msgspec.structs import replace

from auditor.core.audit.executors import ExecutorFactory, inline, processes
from auditor.core.audit.run import run
from auditor.core.audit.sinks import DatabaseSink
from auditor.core.audit.work import Settings
from auditor.core.errors import NoGameError, Problem, RulesetError
from auditor.core.files.atomic import temporary_folder
from auditor.core.program import install_command
from auditor.core.reading.logs import game_of
from auditor.core.results import NOTE, GameResult, InputResult
from auditor.core.rulesets import AUTO
from auditor.core.sources import STANDARD_INPUT, InputItem, Limits, OpenedPath, SourceProblem, address_of
from auditor.core.sources.items import Budget
from auditor.core.store.schema import with_copies
from auditor.page import standings
from auditor.page.data import PageData
from auditor.unknown_rules import audit_by

if TYPE_CHECKING:
    import duckdb

FEW_INPUTS: Final = 200
FEW_BYTES: Final = 64 << 20
"""The limits of few inputs, such as an evening's: these are cached, and charts are drawn by default. For more inputs,
charts would take longer than the audit."""


class InputCache:
    """Iterates over inputs, and caches their contents as long as they are few; always those of standard input, which
    cannot be opened again. contents: by path and member. is_complete: whether all inputs so far are cached.
    """

    def __init__(self, items: Iterable[InputItem | SourceProblem]) -> None:
        self.items = items
        self.contents: dict[tuple[str, str | None], bytes] = {}
        self.is_complete = True
        self._bytes = 0
        self._packed: dict[str, int] = {}

    def __iter__(self) -> Iterator[InputItem | SourceProblem]:
        for item in self.items:
            if isinstance(item, InputItem):
                self._keep(item)
            yield item

    def _keep(self, item: InputItem) -> None:
        if self.is_complete or item.path == STANDARD_INPUT:
            self.contents[item.path, item.member or None] = item.data
            self._bytes += item.bytes
            self._packed[item.path] = item.bytes if item.budget is None else item.budget.packed
        if self.is_complete and (len(self.contents) > FEW_INPUTS or self._bytes > FEW_BYTES):
            self.is_complete = False
            self.contents = {key: data for key, data in self.contents.items() if key[0] == STANDARD_INPUT}

    def cached_inputs(self) -> Iterator[InputItem]:
        """Yield the cached inputs."""
        budgets = {path: Budget(Limits(), packed) for path, packed in self._packed.items()}
        for (path, member), data in self.contents.items():
            item = InputItem(path, member or "", data)
            item.budget = budgets[path]
            yield item


Note = Callable[[int, list[InputResult]], None]
"""Called for progress, with the number of inputs and their results."""


def collect(
    inputs: InputCache, settings: Settings, data: PageData, jobs: int | None, note: Note, *, charts: bool | None = None
) -> None:
    """Audit inputs and collect their results. Raises StoreError, and RendererError where charts cannot be drawn.

    inputs: iterated over once, and cached where they are few. settings: how to judge, with a key for the database: to
    draw charts, inputs are loaded into a temporary one; what they may `summarize` each game by has to give the summary
    of `standings.summarize_game`. data: the results are added to it. jobs: the number of processes; None to choose by
    the inputs. charts: None to draw them if the inputs are few and the renderer is installed.
    """

    def add(result: InputResult) -> None:
        data.add(result, settings.rules)
        note(1, [result])

    executors = processes(jobs) if jobs else None
    with_summaries = settings._replace(summarize=settings.summarize or standings.summarize_game)
    if charts:
        with loaded(inputs, with_summaries, executors, add) as connection:
            if data.summary.games:
                _draw(connection, data)
        return
    for result in run(inputs, with_summaries._replace(rules_key="", version=""), executors):
        add(result)
    if charts is None and inputs.is_complete and _can_draw(data) and data.summary.games:
        with loaded(inputs.cached_inputs(), settings, inline()) as connection:
            _draw(connection, data)


def _can_draw(page_data: PageData) -> bool:
    """Whether the renderer of charts is installed; if not, sets what the page says about that."""
    from auditor.output.drawing import MISSING_RENDERER, is_installed

    if is_installed():
        return True
    page_data.charts_missing = f"{MISSING_RENDERER}: {install_command('report')}"
    return False


@contextmanager
def loaded(
    contents: Iterable[InputItem | SourceProblem], settings: Settings, executors: ExecutorFactory | None,
    add: Callable[[InputResult], None] = lambda _: None,
) -> "Iterator[duckdb.DuckDBPyConnection]":  # fmt: skip
    """Load inputs into a temporary database; yields a connection to it. Raises StoreError. executors: as for `run`.
    add: called with each result.
    """
    from auditor.core.store.database import Store, connect

    with temporary_folder() as folder:
        database = str(folder / "report.duckdb")
        with Store(database, settings.rules_key, settings.version) as store:
            for result in run(contents, settings, executors, DatabaseSink(store, settings)):
                add(result)
        with connect(database) as connection:
            yield connection


def _draw(connection: "duckdb.DuckDBPyConnection", page_data: PageData) -> None:
    """Draw the page's charts from a database. Raises RendererError."""
    from auditor.output.drawing import figures_of

    page_data.figures = figures_of(connection)


TOGETHER: Final = 512
"""How many inputs are queried at once."""

MOST_OPENED: Final = 200
"""Up to this many games, their logs are opened again for their results: a database does not hold all of these."""


class _Source(NamedTuple):
    """A row of the table of inputs."""

    source_id: str
    path: str
    member: str | None
    sha256: str | None
    rules: str
    also_under: list[str]
    optional_tables: list[str]


def collect_stored(
    connection: "duckdb.DuckDBPyConnection", database: str, page_data: PageData, folder: str = "", *,
    charts: bool | None = None,
) -> None:  # fmt: skip
    """Collect all that a database holds; the same content at several paths is added once. folder: where its logs may be
    now. charts: None to draw them if the renderer is installed. Raises RendererError.
    """
    from auditor.core.store.previous import previous_results

    select = f"SELECT {', '.join(_Source._fields)} FROM sources ORDER BY path, member"
    sources = [_Source(*row) for row in connection.execute(select).fetchall()]
    (games,) = connection.execute("SELECT count(*) FROM all_games").fetchall()[0]
    if games and (charts or (charts is None and _can_draw(page_data))):
        _draw(connection, page_data)
    added: set[str] = set()
    for start in range(0, len(sources), TOGETHER):
        some = sources[start : start + TOGETHER]
        known = previous_results(connection, [one.sha256 for one in some if one.sha256])
        held = _Rows(connection, [one.result for one in known.values()])
        for one in known.values():
            for game in one.result.games:
                game.summary = held.summary(one.result, game)
        for source in some:
            if source.sha256 in known and source.sha256 not in added:
                added.add(source.sha256)
                path = OpenedPath(_path_now(database, source.path, folder, page_data))
                result = replace(known[source.sha256].result, path=path, member=source.member, is_known=False)
                rules = _rules(source, result)
                if games <= MOST_OPENED:
                    _summarize_again(result, rules)
                page_data.add(result, rules)
            elif source.sha256 is None:
                select = "SELECT place, message FROM problems WHERE source_id = ? ORDER BY problem"
                found = connection.execute(select, [source.source_id]).fetchall()
                unread = InputResult(source.path, source.member, problems=[Problem(*problem) for problem in found])
                page_data.add(unread, AUTO)


def _path_now(database: str, path: str, folder: str, page_data: PageData) -> str:
    """The path of an input now, by its last parts in the folder; noted where it is in no place."""
    from auditor.core.store.previous import path_from

    parts = path.replace("\\", "/").split("/") if folder and ".." not in path else []
    moved = [os.path.join(folder, *parts[first:]) for first in range(len(parts))]
    found = path_from(database, path) or next(filter(os.path.lexists, moved), None)
    page_data.not_found += [path] if found is None and path not in page_data.not_found[-1:] else []
    return found or path


def _rules(source: _Source, result: InputResult) -> str:
    """The ruleset to read an input's games with again: AUTO if the log chose it then, else its name."""
    from auditor.core.store.previous import is_chosen_by_log

    if is_chosen_by_log(source.rules, source.also_under, source.optional_tables) or not result.games:
        return AUTO
    return result.games[0].ruleset


def _summarize_again(result: InputResult, rules: str) -> None:
    """Recompute the summaries of an input's games from its log, where that can still be read."""
    for game in result.games:
        try:
            log = game_of(address_of(result.path, result.member), game.number).game
            audit, _ = audit_by(rules, log, result.path, result.member or "")
            game.summary = standings.summarize_game(game.number, game.log, audit)
        except (NoGameError, RulesetError):
            pass


_GameKey = tuple[str, int]
"""The SHA-256 of an input, and the number of a game in it."""


class _Rows:
    """The rows of games, seats and hands of some inputs, by the content of the input and the number of the game."""

    def __init__(self, connection: "duckdb.DuckDBPyConnection", results: list[InputResult]) -> None:
        contents = [result.sha256 for result in results]

        def rows(table: str, order: str, columns: str) -> dict[_GameKey, list[tuple[Any, ...]]]:
            of_game: dict[_GameKey, list[tuple[Any, ...]]] = defaultdict(list)
            joined = f"({with_copies(table)}) JOIN all_games USING (game_id) JOIN sources USING (source_id)"
            select = f"SELECT sha256, number, {columns} FROM {joined} WHERE list_contains(?, sha256) ORDER BY {order}"
            for sha256, number, *row in connection.execute(select, [contents]).fetchall():
                of_game[sha256, number].append(tuple(row))
            return of_game

        self.seats = rows(
            "seats", "seat", "coalesce(name, ''), coalesce(start_points, 0), coalesce(final_points, end_points), "
            "placement, final_score, coalesce(play, '')",
        )  # fmt: skip
        self.hands = rows(
            "hands", "hand", "hand, round, honba, outcome, coalesce(end_points, lead(start_points) OVER ("
            "PARTITION BY game_id ORDER BY hand)), start_points, stopped_at, unjudged, unjudged_checks, reasons",
        )  # fmt: skip

    def summary(self, result: InputResult, game: GameResult) -> standings.GameSummary:
        """The summary of a game with the points and scores recorded in its log, without corrections."""
        from auditor.core.store.previous import unjudged_of

        key = result.sha256 or "", game.number
        seats = []
        for seat, (name, start, points, placement, score, _play) in enumerate(self.seats[key]):
            named = (seat, "" if name in standings.PLACEHOLDERS else name)
            seats.append(standings.SeatResult(*named, start, points, placement, score, score, None, None))
        lines = []
        in_part = []
        is_finished = bool(seats) and all([seat.points is not None for seat in seats])
        for hand, round, honba, outcome, points, start, stopped_at, *why in self.hands[key]:
            after = points or ([seat.points for seat in seats] if is_finished else start)
            lines.append(standings.HandLine(hand, round, honba, outcome, tuple(after), None))
            if reason := standings.in_part_reason(stopped_at, unjudged_of(*why)):
                in_part.append((f"{round}-{honba}", reason))
        faults = sum([finding.severity != NOTE for finding in game.findings])
        shown = (len(seats), tuple(seats), tuple(lines))
        standing = standings.GameStanding(game.log, game.ruleset, *shown, is_finished, faults, None)
        return standings.GameSummary(game.number, standing, tuple(in_part), self.seats[key][0][-1])
