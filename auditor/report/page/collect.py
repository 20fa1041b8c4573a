"""What a page is made of, collected from a run or from a database of games that were audited before."""

import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import duckdb

from auditor import rulesets
from auditor.audit.game import audit_game
from auditor.audit.pool import batches
from auditor.audit.worker import Result, Settings
from auditor.errors import NoGameError, RulesetError
from auditor.formats.logs import game_of
from auditor.report.page.data import GameSummary, PageData, can_draw, figures_of, in_part_reason, summarize_game
from auditor.report.standings import PLACEHOLDERS, GameStanding, HandLine, SeatResult
from auditor.rulesets import AUTO
from auditor.sources import STANDARD_INPUT, InputItem, SourceProblem, address_of
from auditor.store.database import Store, connect
from auditor.store.previous import Stored, numbers_of_games, path_from, previous_results

FEW_INPUTS: Final = 200
FEW_BYTES: Final = 64 << 20
"""An evening's inputs are no more than either: they are kept, and charts drawn of them unasked. Of more it would take
longer than their audit."""


class InputCache:
    """Passes inputs on, and keeps them as long as they are few; those of standard input, which cannot be opened again,
    always.

    contents: by path and member. are_few: whether all are kept.
    """

    def __init__(self, items: Iterable[InputItem | SourceProblem]) -> None:
        self.items = items
        self.contents: dict[tuple[str, str | None], bytes] = {}
        self.are_few = True
        self._bytes = 0

    def __iter__(self) -> Iterator[InputItem | SourceProblem]:
        for item in self.items:
            if isinstance(item, InputItem):
                self._keep(item)
            yield item

    def _keep(self, item: InputItem) -> None:
        if self.are_few or item.path == STANDARD_INPUT:
            self.contents[item.path, item.member or None] = item.data
            self._bytes += item.bytes
        if self.are_few and (len(self.contents) > FEW_INPUTS or self._bytes > FEW_BYTES):
            self.are_few = False
            self.contents = {key: data for key, data in self.contents.items() if key[0] == STANDARD_INPUT}

    def again(self) -> Iterator[InputItem]:
        """The inputs kept."""
        for (path, member), data in self.contents.items():
            yield InputItem(path, member or "", data)


Note = Callable[[int, list[Result]], None]
"""What counts a run: as `batches` takes it."""


def gather(
    kept: InputCache, settings: Settings, matter: PageData, jobs: int | None, note: Note, *, charts: bool | None = None
) -> None:
    """Audit inputs and gather them.

    settings: with the key under which a database keeps them: for charts they are loaded into one that lasts as long as
    this. charts: whether to draw them; None where the inputs are few. Raises StoreError, and RendererError where charts
    are asked for and cannot be drawn.
    """
    without_store = settings._replace(rules_key="", version="", story=summarize_game)
    if charts:
        _take_with_charts(kept, settings._replace(story=summarize_game), matter, jobs, note)
        return
    _take(batches(kept, without_store, jobs, None, note), settings.rules, matter)
    if charts is None and kept.are_few and can_draw():
        drawn = PageData()
        _take_with_charts(kept.again(), settings, drawn, 1, None)
        matter.figures = drawn.figures


def _take_with_charts(
    items: Iterable[InputItem | SourceProblem],
    settings: Settings,
    matter: PageData,
    jobs: int | None,
    note: Note | None,
) -> None:
    """Gather inputs, and draw the charts of a database of them."""
    with tempfile.TemporaryDirectory(prefix="auditor-") as folder:
        database = str(Path(folder) / "report.duckdb")
        with Store(database, settings.rules_key, settings.version) as store:
            _take(batches(items, settings, jobs, store, note), settings.rules, matter)
        if matter.summary.games:
            with connect(database) as connection:
                matter.figures = figures_of(connection)


def _take(batched: Iterable[list[Result]], rules: str, matter: PageData) -> None:
    for batch in batched:
        for result in batch:
            matter.add(result, rules)


TOGETHER: Final = 512
"""Inputs asked for at once."""

MOST_OPENED: Final = 200
"""Where there are no more games, their logs are opened again for their results: a database does not hold all that
they are worked out from."""


class _Source(NamedTuple):
    """An input of the database."""

    source_id: str
    path: str
    member: str | None
    sha256: str | None
    rules: str


def gather_stored(
    connection: duckdb.DuckDBPyConnection, database: str, matter: PageData, *, charts: bool | None = None
) -> None:
    """Gather all that a database holds. A content that lies at several paths is told once.

    charts: whether to draw them; None where that can be done. Raises RendererError.
    """
    sources = [
        _Source(*row)
        for row in connection.execute(
            "SELECT source_id, path, member, sha256, rules FROM sources ORDER BY loaded_at, path, member"
        ).fetchall()
    ]
    (games,) = connection.execute("SELECT count(*) FROM games").fetchall()[0]
    if games and (charts or (charts is None and can_draw())):
        matter.figures = figures_of(connection)
    told: set[str] = set()
    for start in range(0, len(sources), TOGETHER):
        some = sources[start : start + TOGETHER]
        contents = previous_results(connection, [one.sha256 for one in some if one.sha256])
        stories = _stories(connection, contents)
        for source in some:
            if source.sha256 in contents and source.sha256 not in told:
                told.add(source.sha256)
                content = contents[source.sha256]
                result = _result(database, source, content, stories[source.sha256])
                rules = _rules(source, content)
                if games <= MOST_OPENED:
                    result = _with_results(result, rules)
                matter.add(result, rules)
            elif source.sha256 is None:
                matter.add(_unread(connection, source), AUTO)


def _rules(source: _Source, content: Stored) -> str:
    """The ruleset to open an input with: as it was chosen then, by name."""
    if source.rules.partition(";")[0] == AUTO or not content.rulesets:
        return AUTO
    return content.rulesets[0][0]


def _result(database: str, source: _Source, content: Stored, stories: list[GameSummary]) -> Result:
    path = path_from(database, source.path) or source.path
    return Result(
        path, source.member, content.format, tuple(content.findings), tuple(content.problems),
        tuple(content.rulesets), content.hands, content.stopped, tuple(sorted(content.unjudged.items())), False,
        tuple(content.shuffles), tuple(content.misfits), content.verdicts(), tuple(stories),
    )  # fmt: skip


def _unread(connection: duckdb.DuckDBPyConnection, source: _Source) -> Result:
    problems = connection.execute(
        "SELECT place, message FROM problems WHERE source_id = ? ORDER BY problem", [source.source_id]
    ).fetchall()
    return Result(source.path, source.member, problems=tuple(problems))


def _with_results(result: Result, rules: str) -> Result:
    """The result with the stories of its games made anew from its log, where that can still be opened."""
    stories: list[object] = []
    for story in result.stories:
        made = story
        if isinstance(story, GameSummary):
            try:
                game = game_of(address_of(result.path, result.member), story.number).game
                ruleset, _ = rulesets.choose(rules, game, result.path, result.member or "")
                made = summarize_game(story.number, story.result.log, audit_game(game, ruleset))
            except (NoGameError, RulesetError):
                pass
        stories.append(made)
    return result._replace(stories=tuple(stories))


def _stories(connection: duckdb.DuckDBPyConnection, contents: dict[str, Stored]) -> dict[str, list[GameSummary]]:
    """The stories of the games of these contents, as far as the tables tell them."""
    stories: dict[str, list[GameSummary]] = defaultdict(list)
    rows = _Rows(connection, [game_id for one in contents.values() for game_id in one.found])
    for sha256, content in contents.items():
        numbers = numbers_of_games(sha256, content.found)
        for game_id, found in content.found.items():
            faults = sum([severity != "note" for _, severity in found])
            stories[sha256].append(rows.story(game_id, numbers.get(game_id, 0), faults))
    return stories


class _Rows:
    """Games, seats and hands of some games, by the game."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, game_ids: list[str]) -> None:
        def rows(sql: str) -> Iterator[tuple[str, tuple[Any, ...]]]:
            for game_id, *row in connection.execute(sql, [game_ids]).fetchall():
                yield game_id, tuple(row)

        self.games = dict(
            rows(
                "SELECT game_id, coalesce(log_id, parse_filename(coalesce(member, path))), ruleset, players"
                " FROM games JOIN sources USING (source_id) WHERE list_contains(?, game_id)"
            )
        )
        self.seats: dict[str, list[tuple[Any, ...]]] = defaultdict(list)
        for game_id, row in rows(
            "SELECT game_id, coalesce(name, ''), coalesce(start_points, 0), coalesce(final_points, end_points),"
            " placement, final_score FROM seats WHERE list_contains(?, game_id) ORDER BY game_id, seat"
        ):
            self.seats[game_id].append(row)
        self.hands: dict[str, list[tuple[Any, ...]]] = defaultdict(list)
        for game_id, row in rows(
            "SELECT game_id, hand, round, honba, outcome, end_points, stopped_at, unjudged"
            " FROM hands WHERE list_contains(?, game_id) ORDER BY game_id, hand"
        ):
            self.hands[game_id].append(row)

    def story(self, game_id: str, number: int, faults: int) -> GameSummary:
        """The story of a game, with the points and scores that its log states and nothing put right."""
        log, ruleset, players = self.games[game_id]
        seats = tuple(
            [
                SeatResult(
                    seat, "" if name in PLACEHOLDERS else name, start, points, placement, score, score, None, None,
                    None, None,
                )
                for seat, (name, start, points, placement, score) in enumerate(self.seats[game_id])
            ]
        )  # fmt: skip
        hands = self.hands[game_id]
        lines = [
            HandLine(hand, round, honba, outcome, tuple(points), None)
            for hand, round, honba, outcome, points, _, _ in hands
        ]
        in_part = []
        for _, round, honba, _, _, stopped_at, unjudged in hands:
            reason = in_part_reason(stopped_at, unjudged)
            if reason:
                in_part.append((f"{round}-{honba}", reason))
        is_finished = bool(seats) and all([seat.points is not None for seat in seats])
        result = GameStanding(log, ruleset, players, seats, tuple(lines), is_finished, faults, 0, None)
        return GameSummary(number, result, tuple(in_part))
