"""The pages that browse a database: each is a `Page` of tables, texts and forms, made with one connection."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import quote, urlencode

from auditor.core.errors import QueryError
from auditor.core.store import queries
from auditor.core.store.queries import QueryResult
from auditor.core.store.selection import GameFilter, narrowed
from auditor.output.tables import shown_columns

if TYPE_CHECKING:
    import duckdb

ROWS: Final = 100
"""Rows of a table on one page."""
ROWS_SHOWN: Final = 1000
"""Rows of a query's answer that a page shows; its files have all rows."""


class Link(NamedTuple):
    """The text of a link. path: within the server."""

    text: str
    path: str


Cell = str | Link


class AnswerTable(NamedTuple):
    """A table of a page. more: the path of the page with the next rows, or ""."""

    caption: str
    columns: list[str]
    rows: list[list[Cell]]
    more: str = ""


class Field(NamedTuple):
    """A field of a form. value: its current value. choices: the options of a list; () for a text field."""

    name: str
    label: str
    value: str
    choices: tuple[str, ...] = ()


class Page(NamedTuple):
    """The content of a page. lead: sentences at its head. form: fields that reload the page. links: to files and pages.

    chart: the path of a picture, or "". text: preformatted text.
    """

    title: str
    lead: list[str]
    tables: Sequence[AnswerTable] = ()
    form: Sequence[Field] = ()
    links: Sequence[Link] = ()
    chart: str = ""
    text: str = ""


class Request(NamedTuple):
    """The parameters that a page is requested with. values: of the query string, all values of each name."""

    values: Mapping[str, list[str]]

    def last(self, name: str) -> str:
        """The last value of a name; "" if there is none."""
        return (self.values.get(name) or [""])[-1].strip()

    def all(self, name: str) -> tuple[str, ...]:
        """All values of a name."""
        return tuple([one.strip() for one in self.values.get(name, []) if one.strip()])

    def start(self) -> int:
        """The index of the first row to show. Raises QueryError."""
        text = self.last("from") or "0"
        if not text.isdecimal() or len(text) > 9:
            raise QueryError(f"from={text}: expected a number of a row")
        return int(text)

    def address(self, path: str, **changes: str) -> str:
        """The address of a page with the same values, apart from changes."""
        values = {name: list(ones) for name, ones in self.values.items()} | {k: [v] for k, v in changes.items()}
        pairs = [(name, value) for name, ones in values.items() for value in ones if value]
        return f"{path}?{urlencode(pairs)}" if pairs else path


FILTERS: Final = ("since", "until", "room", "ruleset", "grade", "name", "players", "log")
"""The parameters that select games, like the options of ``auditor query``."""


def selection_of(request: Request) -> GameFilter:
    """The filter of the games that a request selects. Raises QueryError."""
    players = request.last("players")
    if players not in ("", "3", "4"):
        raise QueryError(f"players={players}: expected 3 or 4")
    return GameFilter(
        request.last("since"), request.last("until"), request.all("room"), request.all("ruleset"), request.all("grade"),
        request.all("name"), int(players) if players else None, request.all("log"),
    )  # fmt: skip


def filter_fields(request: Request) -> list[Field]:
    """The fields of a form that selects games."""
    labels = {"since": "since (2024-03)", "until": "until", "players": "players", "log": "log"}
    choices = {"players": ("", "4", "3")}
    return [Field(name, labels.get(name, name), request.last(name), choices.get(name, ())) for name in FILTERS]


def _rows(connection: "duckdb.DuckDBPyConnection", sql: str, values: list[Any]) -> list[tuple[Any, ...]]:
    return connection.execute(sql, values).fetchall()


class GameRow(NamedTuple):
    """A game of a list, as texts. key: that of the game. The others: its columns, GAME_COLUMNS."""

    key: str
    log: str
    began: str
    ruleset: str
    players: str
    seats: str
    faults: str


GAME_COLUMNS: Final = ("log", "began", "ruleset", "players", "seats and points", "faults")

_GAMES: Final = (
    "SELECT games.game_id, coalesce(log_id, parse_filename(coalesce(member, path))),"
    " coalesce(strftime(started_at, '%Y-%m-%d %H:%M'), ''), games.ruleset, games.players::VARCHAR,"
    " coalesce((SELECT string_agg(coalesce(name, '?') || coalesce(' ' || coalesce(final_points, end_points), ''), ', '"
    " ORDER BY placement, seat) FROM seats WHERE seats.game_id = games.game_id AND seat < games.players), ''),"
    " (SELECT coalesce(nullif(count(*), 0)::VARCHAR, '') FROM findings"
    " WHERE findings.game_id = games.game_id AND severity <> 'note')"
    " FROM games JOIN sources USING (source_id)"
)
_LATEST: Final = " ORDER BY started_at DESC NULLS LAST, loaded_at DESC, games.game_id"


def _games(connection: "duckdb.DuckDBPyConnection", clauses: str, values: list[Any]) -> list[GameRow]:
    return [GameRow(*row) for row in _rows(connection, f"{_GAMES}{clauses}", values)]


def games(connection: "duckdb.DuckDBPyConnection", request: Request) -> tuple[list[GameRow], str]:
    """The games that a request selects, the latest first, and the path of those that follow. Raises QueryError."""
    start = request.start()
    with narrowed(connection, selection_of(request)._replace(all_copies=True)):
        rows = _games(connection, f"{_LATEST} LIMIT ? OFFSET ?", [ROWS + 1, start])
    more = request.address("/games", **{"from": str(start + ROWS)}) if len(rows) > ROWS else ""
    return rows[:ROWS], more


def games_table(rows: list[GameRow], caption: str, more: str = "") -> AnswerTable:
    """Games as a table."""
    cells: list[list[Cell]] = [
        [Link(one.log, f"/games/{one.key}"), one.began, Link(one.ruleset, f"/rulesets/{quote(one.ruleset, safe='')}"),
         one.players, one.seats, one.faults] for one in rows
    ]  # fmt: skip
    return AnswerTable(caption, list(GAME_COLUMNS), cells, more)


def games_page(connection: "duckdb.DuckDBPyConnection", request: Request) -> Page:
    """The page of the games that a request selects. Raises QueryError."""
    rows, more = games(connection, request)
    return Page("Games", [], [games_table(rows, "Games, the latest first", more)], filter_fields(request))


def overview(connection: "duckdb.DuckDBPyConnection", request: Request) -> Page:
    """The start page: what the database holds, with links to the rest."""
    counts = _rows(connection, "SELECT (SELECT count(*) FROM games), (SELECT count(*) FROM hands),"
                   " (SELECT count(DISTINCT game_id) FROM findings WHERE severity <> 'note')", [])[0]  # fmt: skip
    lead = f"{counts[0]:,} games, {counts[1]:,} hands; {counts[2]:,} games have faults."
    checks = _rows(connection, 'SELECT "check", severity, count(*) FROM findings GROUP BY ALL'
                   " ORDER BY severity, count(*) DESC LIMIT 30", [])  # fmt: skip
    of_checks: list[list[Cell]] = [
        [Link(check, f"/findings?check={quote(check, safe='')}"), severity, f"{number:,}"]
        for check, severity, number in checks
    ]
    latest = games_table(_games(connection, f"{_LATEST} LIMIT 20", []), "The latest games", "/games")
    return Page("Overview", [lead], [AnswerTable("Findings", ["check", "severity", "findings"], of_checks), latest])


def log_of(connection: "duckdb.DuckDBPyConnection", key: str) -> tuple[str, str | None, str, str] | None:
    """The path of a game's log, its SHA-256, the ruleset that it was judged by, and its name.

    None where there is no such game, or it lies in an archive.
    """
    rows = _rows(
        connection,
        "SELECT path, sha256, ruleset, coalesce(log_id, parse_filename(path)) FROM games JOIN sources USING (source_id)"
        " WHERE game_id = ? AND member IS NULL",
        [key],
    )
    return rows[0] if rows else None


def game_page(connection: "duckdb.DuckDBPyConnection", key: str) -> Page:
    """What the database has of a game, where its log cannot be opened. Raises QueryError."""
    rows = _games(connection, " WHERE games.game_id = ?", [key])
    if not rows:
        raise QueryError("there is no such game")
    hands = _rows(connection, "SELECT round, honba, outcome, draws FROM hands WHERE game_id = ? ORDER BY hand", [key])
    of_hands: list[list[Cell]] = [[f"{one}-{honba}", str(outcome), str(draws)] for one, honba, outcome, draws in hands]
    found, _ = _findings(connection, "WHERE game_id = ?", [key], 0)
    lead = ["Its log is not where it was when it was judged, so no board is drawn."]
    tables = [games_table(rows, "The game"), AnswerTable("Hands", ["hand", "outcome", "draws"], of_hands), found]
    return Page(rows[0].log, lead, tables)


def _findings(
    connection: "duckdb.DuckDBPyConnection", where: str, values: list[Any], start: int
) -> tuple[AnswerTable, bool]:
    rows = _rows(
        connection,
        "SELECT game_id, log, coalesce(round || '-' || honba, ''), \"check\", severity, message, findings.ruleset,"
        " coalesce((SELECT name FROM seats WHERE seats.game_id = findings.game_id AND seats.seat = findings.seat), '')"
        f" FROM findings {where} ORDER BY severity, log, hand NULLS FIRST, finding LIMIT ? OFFSET ?",
        [*values, ROWS + 1, start],
    )
    link = _player_links(connection, [row[-1] for row in rows])
    cells: list[list[Cell]] = [
        [Link(log, f"/games/{key}"), hand, Link(check, f"/findings?check={quote(check, safe='')}"), severity,
         link(player), message, ruleset]
        for key, log, hand, check, severity, message, ruleset, player in rows[:ROWS]
    ]  # fmt: skip
    columns = ["log", "hand", "check", "severity", "player", "finding", "ruleset"]
    return AnswerTable("Findings", columns, cells), len(rows) > ROWS


def _player_links(connection: "duckdb.DuckDBPyConnection", names: list[Any]) -> Callable[[str], Cell]:
    """A function that makes names links, of those players that have a page."""
    sql = (
        "SELECT DISTINCT name FROM seats WHERE player_name(name) IS NOT NULL AND name IN (SELECT unnest(?::VARCHAR[]))"
    )
    known = {name for (name,) in _rows(connection, sql, [names])} - {".", ".."}  # which no address of a page can end in
    return lambda name: Link(name, f"/players/{quote(name, safe='')}") if name in known else name


def findings_page(connection: "duckdb.DuckDBPyConnection", request: Request) -> Page:
    """Findings, the gravest first, by check, player and ruleset. Raises QueryError."""
    start = request.start()
    check = request.last("check")
    conditions, values = ["severity <> 'note'"], list[Any]()
    if check:
        conditions = ['("check" = ? OR starts_with("check", ? || \'/\'))']
    values += [check, check] if check else []
    with narrowed(connection, selection_of(request)._replace(all_copies=True)):
        player = request.last("name")
        if player:
            conditions.append("(game_id, seat) IN (SELECT game_id, seat FROM seats WHERE lower(name) = lower(?))")
            values.append(player)
        table, has_more = _findings(connection, f"WHERE {' AND '.join(conditions)}", values, start)
    more = request.address("/findings", **{"from": str(start + ROWS)}) if has_more else ""
    form = [Field("check", "check or family", check), *filter_fields(request)]
    lead = [] if check else ["Notes are left out; name a check, such as note, to see them."]
    return Page("Findings", lead, [table._replace(more=more)], form)


def players_page(connection: "duckdb.DuckDBPyConnection", request: Request) -> Page:
    """Players, those with the most games first; for a search, the players and logs whose name contains the text."""
    text = request.last("q")
    start = request.start()
    rows = _rows(
        connection,
        "SELECT name, count(*), round(avg(placement), 2), (SELECT count(*) FROM findings JOIN seats AS whose"
        " USING (game_id, seat) WHERE whose.name = seats.name AND severity <> 'note') FROM seats"
        " WHERE player_name(name) IS NOT NULL AND contains(lower(name), lower(?))"
        " GROUP BY name ORDER BY count(*) DESC, name LIMIT ? OFFSET ?",
        [text, ROWS + 1, start],
    )
    link = _player_links(connection, [row[0] for row in rows])
    cells: list[list[Cell]] = [
        [link(name), f"{games:,}", "" if mean is None else f"{mean:.2f}",
         str(faults or "")]
        for name, games, mean, faults in rows[:ROWS]
    ]  # fmt: skip
    more = request.address("/players", **{"from": str(start + ROWS)}) if len(rows) > ROWS else ""
    tables = [AnswerTable("Players", ["player", "games", "mean placement", "faults"], cells, more)]
    if text:
        found = " WHERE contains(lower(coalesce(log_id, '') || ' ' || path || ' ' || coalesce(member, '')), lower(?))"
        logs = _games(connection, f"{found}{_LATEST} LIMIT ?", [text, ROWS])
        tables.append(games_table(logs, "Logs"))
    return Page("Players" if not text else f"Search: {text}", [], tables, [Field("q", "name or log", text)])


PLAYER_QUERIES: Final = ("player-statistics", "placements-by-seat", "player-by-opponent")
"""The queries that a player's page shows."""


def player_page(connection: "duckdb.DuckDBPyConnection", name: str, request: Request) -> Page:
    """A player: figures, games and findings. Raises QueryError for a name that nobody has."""
    chosen = selection_of(request)._replace(names=(name,))
    tables: list[AnswerTable] = []
    for query in PLAYER_QUERIES:
        if query in queries.names():
            named = queries.load(query)
            answer = queries.run(connection, named, {}, chosen)
            tables.append(answer_table(connection, answer, named.title))
    with narrowed(connection, chosen):
        tables.append(games_table(_games(connection, f"{_LATEST} LIMIT 30", []), "Games",
                                  f"/games?name={quote(name, safe='')}"))  # fmt: skip
    links = [Link("findings", f"/findings?name={quote(name, safe='')}")]
    return Page(name, [], tables, [one for one in filter_fields(request) if one.name != "name"], links)


def answer_table(connection: "duckdb.DuckDBPyConnection", answer: QueryResult, caption: str) -> AnswerTable:
    """The answer of a query as a table, in which players are links."""
    columns = shown_columns(answer._replace(rows=answer.rows[:ROWS_SHOWN]))
    shown = list(zip(*[column.texts for column in columns], strict=True))
    place = answer.columns.index("name") if "name" in answer.columns else -1
    link = _player_links(connection, [row[place] for row in shown] if place >= 0 else [])
    rows: list[list[Cell]] = [[*row] for row in shown]
    for row in rows if place >= 0 else []:
        row[place] = link(str(row[place]))
    return AnswerTable(caption, [column.words for column in columns], rows)


def queries_page() -> Page:
    """The named queries, by their groups."""
    by_group: dict[str, list[list[Cell]]] = {}
    for name in queries.names():
        query = queries.load(name)
        by_group.setdefault(query.group, []).append([Link(query.title, f"/queries/{name}"), query.description])
    return Page(
        "Queries", [], [AnswerTable(group, ["query", "what it shows"], rows) for group, rows in by_group.items()]
    )


def query_arguments(query: queries.Query, request: Request) -> tuple[dict[str, str | list[str]], GameFilter]:
    """The parameters of a query, from the values ``p.NAME``, and the games to count. Raises QueryError."""
    given: dict[str, str | list[str]] = {}
    for parameter in query.parameters:
        values = request.all(f"p.{parameter.name}")
        if values:
            given[parameter.name] = list(values) if parameter.type.endswith("[]") else values[-1]
    return given, selection_of(request)


def query_page(connection: "duckdb.DuckDBPyConnection", name: str, request: Request) -> Page:
    """A named query with its answer. Raises QueryError."""
    query = queries.load(name)
    given, selection = query_arguments(query, request)
    fields = [
        Field(f"p.{one.name}", f"{one.name} {one.note}".strip(), request.last(f"p.{one.name}"))
        for one in query.parameters
    ]
    lead = [query.description]
    try:
        answer = queries.run(connection, query, given, selection)
    except QueryError as error:
        return Page(query.title, [*lead, str(error)], [], [*fields, *filter_fields(request)])
    files = [Link(kind, request.address(f"/api/queries/{name}", format=kind)) for kind in ("csv", "json", "parquet")]
    chart = request.address(f"/queries/{name}/chart.png") if query.charts and answer.rows else ""
    lead += [f"Counted: {answer.counted}."] if answer.counted else []
    if len(answer.rows) > ROWS_SHOWN:
        lead.append(f"The first {ROWS_SHOWN:,} of {len(answer.rows):,} rows; the files have all.")
    return Page(
        query.title,
        lead,
        [answer_table(connection, answer, "Answer")],
        [*fields, *filter_fields(request)],
        files,
        chart,
    )


def rulesets_page(request: Request) -> Page:
    """The rulesets, or the difference of two. Raises RulesetError."""
    from auditor.core import rulesets
    from auditor.output.ruleset_texts import ruleset_difference

    names = tuple(rulesets.names())
    first, second = request.last("one"), request.last("other")
    form = [Field("one", "compare", first, ("", *names)), Field("other", "with", second, ("", *names))]
    text = ""
    if first in names and second in names:
        text = ruleset_difference(rulesets.load(first), rulesets.load(second))
    rows: list[list[Cell]] = [
        [Link(name, f"/rulesets/{name}"), rulesets.load(name).title, str(rulesets.load(name).game.players)]
        for name in names
    ]
    return Page("Rulesets", [], [AnswerTable("Rulesets", ["name", "of whom", "players"], rows)], form, text=text)


def ruleset_page(name: str) -> Page:
    """A ruleset in full. Raises QueryError where there is none."""
    from auditor.core import rulesets
    from auditor.core.rulesets.loading import sources_of
    from auditor.output.ruleset_texts import ruleset_text

    if name not in rulesets.names():
        raise QueryError("there is no such ruleset")
    return Page(name, [], text=ruleset_text(rulesets.load(name), sources_of(name)))
