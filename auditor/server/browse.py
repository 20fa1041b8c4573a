"""The pages that browse a database: each is a `Page` of tables, texts, forms and facets, made with one connection.

The words of the pages stand in the templates: a `Text` names one of them.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from io import BytesIO
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from auditor.core import rulesets
from auditor.core.checks.wording import LANGUAGE
from auditor.core.errors import QueryError
from auditor.core.results import Finding, Phrase
from auditor.core.store import queries
from auditor.core.store.charts import MARKS, Channel, Chart
from auditor.core.store.queries import QueryResult, Streamed
from auditor.core.store.schema import COLUMNS, META, SAME_PLAYERS, SHOWN, TABLE_COMMENTS, commented_views_sql
from auditor.core.store.selection import GameFilter, narrowed
from auditor.output.catalogue import spoken_query
from auditor.output.ruleset_texts import ruleset_difference, ruleset_text, title_of
from auditor.output.tables import ShownColumn, csv_pieces, json_pieces, shown_columns
from auditor.server import forms
from auditor.server.forms import FILTERS, NO_VALUES, OF_FINDINGS, Request
from auditor.server.judging import ServedGame

if TYPE_CHECKING:
    import duckdb

ROWS: Final = 100
"""Rows of a table on one page."""


class Text(NamedTuple):
    """A text of the templates, by its key. values: what stands in it."""

    key: str
    values: tuple[object, ...] = ()


PageText = str | Text
"""A text of a page: its own, or one of the templates."""


class Link(NamedTuple):
    """The text of a link. path: within the server."""

    text: str
    path: str


class AnswerTable(NamedTuple):
    """A table of a page. values: of each row by the names of columns, from which links are made. path: of the page that
    sorts and pages it, or "". has_more: whether there are rows after these. after: the path of a page with more, or "".
    """

    caption: PageText
    columns: list[ShownColumn]
    values: list[dict[str, object]]
    path: str = ""
    has_more: bool = False
    after: str = ""


Described = tuple[str, str, list[tuple[str, str, str]]]


class Page(NamedTuple):
    """The content of a page. lead: sentences at its head. request: what it was asked with. fields: the names of the
    parameters that its form offers, parameters: further ones, of a query; choices: their values. facets: a parameter, a
    value, how many rows have it, how many values there are. players: those that have a page. links: to files. chart:
    the path of a picture, or "". text: preformatted. sql: the statement that a page of SQL runs; None on other pages.
    schema: for that page the name and comment of each table, and name, type and comment of its columns.
    """

    title: PageText
    lead: Sequence[PageText] = ()
    tables: Sequence[AnswerTable] = ()
    request: Request = NO_VALUES
    fields: Sequence[str] = ()
    parameters: Sequence[queries.Parameter] = ()
    choices: forms.Choices = forms.OFFERED
    facets: Sequence[tuple[str, str, int, int]] = ()
    players: frozenset[object] = frozenset()
    links: Sequence[Link] = ()
    chart: str = ""
    text: str = ""
    sql: str | None = None
    schema: Sequence[Described] = ()


def _answer_of(
    connection: "duckdb.DuckDBPyConnection", name: str, request: Request = NO_VALUES, **values: object
) -> QueryResult:
    """The answer of a statement of ``browse.sql``."""
    sql = forms.statements()[name]
    return queries.execute(connection, sql, forms.values_for(sql, request, **values))


def table_of(
    answer: QueryResult, caption: PageText, path: str = "", *, has_more: bool = False, is_known: bool = True
) -> AnswerTable:
    """An answer as a table like the terminal's. path, has_more: of `AnswerTable`. is_known: of `shown_columns`."""
    return AnswerTable(caption, shown_columns(answer, is_known=is_known), answer.as_dicts(), path, has_more)


def _with_players(connection: "duckdb.DuckDBPyConnection", page: Page) -> Page:
    """A page that knows which of its players have a page: no address ends in dots, or holds a line break."""
    rows = [row for table in page.tables for row in table.values]
    named = list({row[name] for row in rows for name in ("name", "player", "opponent") if row.get(name)})
    if not named:
        return page
    with narrowed(connection, GameFilter()):
        there: set[Any] = {name for (name,) in _answer_of(connection, "known_players", names=named).rows}
    return page._replace(players=frozenset([one for one in there - {".", ".."} if "\n" not in one]))


def sorted_rows(answer: QueryResult, request: Request) -> QueryResult:
    """An answer sorted as a request says, without a value last. Raises QueryError for another column."""
    name, falls = request.order()
    if not name:
        return answer
    _see_sorted(name, answer.columns)
    index = answer.columns.index(name)
    given: list[Any] = [row for row in answer.rows if row[index] is not None]
    try:
        given.sort(key=lambda row: row[index], reverse=falls)
    except TypeError:  # lists with a part that has no value
        given.sort(key=lambda row: str(row[index]), reverse=falls)
    return answer._replace(rows=given + [row for row in answer.rows if row[index] is None])


def _see_sorted(name: str, columns: list[str]) -> None:
    if name not in columns:
        raise QueryError(Phrase("sort-expected", name=name, columns=", ".join(columns)))


LISTINGS: Final = {
    "games": (*OF_FINDINGS, *FILTERS),
    "findings": (*OF_FINDINGS, *FILTERS),
    "players": ("q", *[name for name in FILTERS if name not in ("name", "log")]),
}
"""The tables that can be sorted and narrowed: names of statements and pages, and the parameters that narrow them."""


def listed(connection: "duckdb.DuckDBPyConnection", name: str, request: Request) -> tuple[QueryResult, bool]:
    """The rows of a listing asked for, and whether there are more. Needs a narrowed connection. Raises QueryError."""
    sql = forms.statements()[name]
    by, falls = request.order()
    if by:
        described = queries.execute(connection, f"DESCRIBE {sql}", forms.values_for(sql, request))
        _see_sorted(by, [str(column) for column, *_ in described.rows])
        numbered = f"SELECT *, row_number() OVER () AS place_in_listing FROM ({sql})"
        order = f'"{by}" {"DESC" if falls else "ASC"} NULLS LAST, place_in_listing'
        sql = f"SELECT * EXCLUDE (place_in_listing) FROM ({numbered}) ORDER BY {order}"
    sql += " LIMIT $most OFFSET $start"
    answer = queries.execute(connection, sql, forms.values_for(sql, request, most=ROWS + 1, start=request.start()))
    rows: list[Any] = answer.rows[:ROWS]
    if name == "findings":
        found, spoken = msgspec.json.Decoder(Finding), LANGUAGE.get().finding
        rows = [(*row[:4], spoken(found.decode(row[4])).message, *row[5:]) for row in rows]
    return answer._replace(rows=rows), len(answer.rows) > ROWS


@contextmanager
def _every_copy(connection: "duckdb.DuckDBPyConnection", request: Request = NO_VALUES) -> Iterator[None]:
    """Narrow a connection to the games of a request, all copies of them."""
    with narrowed(connection, forms.selection_of(request)._replace(all_copies=True)):
        yield


def listing_page(name: str, connection: "duckdb.DuckDBPyConnection", request: Request) -> Page:
    """The page of a listing; where no game is selected, it says why. Raises QueryError for a request that is wrong."""
    choices, title = forms.choices_in(connection), Text(f"title.{name}")
    page = Page(title, request=request, fields=LISTINGS[name], choices=choices)
    forms.selection_of(request)
    request.order()
    request.start()
    facets = forms.statements()[f"facets_of_{name}"]
    try:
        with _every_copy(connection, request):
            answer, has_more = listed(connection, name, request)
            tables = [table_of(answer, title, f"/{name}", has_more=has_more)]
            found = connection.execute(facets, forms.values_for(facets, request)).fetchall()
            if name == "players" and request.last("q"):
                logs, _ = listed(connection, "games", Request({"q": [request.last("q")]}))
                tables.append(table_of(logs, Text("title.logs")))
    except QueryError as error:
        return page._replace(lead=[LANGUAGE.get().text(error.args[0])])
    lead = [] if name != "findings" or any([request.last(one) for one in OF_FINDINGS]) else [Text("lead.notes")]
    return _with_players(connection, page._replace(lead=lead, tables=tables, facets=found))


def overview(connection: "duckdb.DuckDBPyConnection", request: Request) -> Page:
    """The start page: what the database holds, with links to the rest."""
    with _every_copy(connection):
        held = Text("lead.held", _answer_of(connection, "held").rows[0])
        of_checks = table_of(_answer_of(connection, "checks"), Text("title.findings"))
        latest, _ = listed(connection, "games", NO_VALUES)
    games = table_of(latest._replace(rows=latest.rows[:20]), Text("title.latest"))._replace(after="/games")
    return Page(Text("title.overview"), [held], [of_checks, games])


def games(connection: "duckdb.DuckDBPyConnection", request: Request) -> tuple[list[dict[str, object]], str]:
    """The games that a request selects, the latest first, and the path of those that follow. Raises QueryError."""
    with _every_copy(connection, request):
        answer, has_more = listed(connection, "games", request)
    more = request.address("/games", **{"from": str(request.start() + ROWS)}) if has_more else ""
    return answer.as_dicts(), more


def log_of(connection: "duckdb.DuckDBPyConnection", key: str) -> ServedGame | None:
    """The log of a game; None where there is no such game, or it lies in an archive."""
    rows: list[Any] = _answer_of(connection, "log", key=key).rows
    return ServedGame(*rows[0]) if rows else None


def game_page(connection: "duckdb.DuckDBPyConnection", key: str) -> Page:
    """What the database has of a game, where its log cannot be opened. Raises QueryError."""
    with _every_copy(connection, Request({"log": [key]})):
        games, _ = listed(connection, "games", NO_VALUES)
        found, _ = listed(connection, "findings", Request({"severity": ["all"]}))
        hands = _answer_of(connection, "hands", key=games.rows[0][0])
    parts = {"game": games, "hands": hands, "findings": found}
    tables = [table_of(answer, Text(f"title.{name}")) for name, answer in parts.items()]
    return _with_players(connection, Page(str(games.rows[0][1]), [Text("lead.no_log")], tables))


def answered(page: Page, answer: QueryResult, path: str, *, is_known: bool = True) -> Page:
    """A page with the rows of an answer that its request asks for, and its files. path: of the page. is_known: as in
    `shown_columns`. Raises QueryError.
    """
    start, rows = page.request.start(), sorted_rows(answer, page.request).rows
    some = answer._replace(rows=rows[start : start + ROWS])
    table = table_of(some, Text("title.answer"), path, has_more=len(rows) > start + ROWS, is_known=is_known)
    lead = [*page.lead, *([Text("lead.rows", (len(rows),))] if len(rows) > ROWS else [])]
    links = [Link(kind, page.request.address(f"/api{path}", format=kind)) for kind in ("csv", "json", "parquet")]
    return page._replace(lead=lead, tables=[table], links=links)


def queries_page() -> Page:
    """The named queries, by their groups."""
    groups: dict[str, list[tuple[object, ...]]] = {}
    for query in map(spoken_query, queries.names()):
        groups.setdefault(query.group, []).append((query.name, query.title, query.description))
    columns, spoken = ["query", "title", "what_it_shows"], LANGUAGE.get().said
    tables = [table_of(QueryResult(columns, of), spoken(f"group.{name}", name)) for name, of in groups.items()]
    return Page(Text("title.queries"), tables=tables)


def query_arguments(query: queries.Query, request: Request) -> tuple[dict[str, str | list[str]], GameFilter]:
    """The parameters of a query, from the values ``p.NAME``, and the games to count. Raises QueryError."""
    named = [(one.name, one.type.endswith("[]"), request.all(f"p.{one.name}")) for one in query.parameters]
    given: dict[str, str | list[str]] = {name: list(of) if is_list else of[-1] for name, is_list, of in named if of}
    return given, forms.selection_of(request)


def query_page(connection: "duckdb.DuckDBPyConnection", name: str, request: Request) -> Page:
    """A named query with its answer. Raises QueryError."""
    query, path = spoken_query(name), f"/queries/{name}"
    choices = forms.choices_in(connection)
    page = Page(query.title, [query.description], (), request, FILTERS, query.parameters, choices)
    try:
        given, selection = query_arguments(query, request)
        answer = queries.run(connection, query, given, selection, has_options=False)
        counted = [Text("lead.counted", (LANGUAGE.get().text(answer.counted),))] if answer.counted else []
        page = answered(page._replace(lead=[*page.lead, *counted]), answer, path)
    except QueryError as error:
        return page._replace(lead=[*page.lead, LANGUAGE.get().text(error.args[0])])
    chart = request.address(f"{path}/chart.png") if query.charts and answer.rows else ""
    return _with_players(connection, page._replace(chart=chart))


# ---------------------------------------------------------------------------------------------------------------- SQL

MOST_SQL_ROWS: Final = 10_000
"""The most rows of an answer to SQL of a client that a page or a chart shows; a file has ten times as many."""


def sql_answer(connection: "duckdb.DuckDBPyConnection", request: Request) -> QueryResult:
    """The answer to a client's statement, which must only read, up to MOST_SQL_ROWS rows. Raises QueryError."""
    return queries.ask(connection, request.last("sql"), MOST_SQL_ROWS)


FORMS_OF_FILES: Final = {
    "json": "application/json", "csv": "text/csv; charset=utf-8", "parquet": "application/vnd.apache.parquet",
}  # fmt: skip
"""The media type of each form of a query's answer."""


def file_of(answer: Streamed, form: str) -> bytes:
    """An answer, as it comes, as a file. form: a key of FORMS_OF_FILES. Raises QueryError."""
    if form != "parquet":
        pieces = json_pieces(answer) if form == "json" else csv_pieces(answer)
        return b"".join([piece.encode("utf-8", "replace") for piece in pieces])
    import pyarrow as pa
    import pyarrow.parquet as parquet

    buffer, names = BytesIO(), (answer.columns, answer.types)
    try:
        tables = [queries.arrow_table(*names, rows) for rows in chain(answer.pieces, [[]])]
        parquet.write_table(pa.concat_tables(tables, promote_options="permissive"), buffer)
    except (ValueError, TypeError, ArithmeticError, NotImplementedError) as error:
        raise QueryError(f"Parquet cannot hold this answer: {error}") from error
    return buffer.getvalue()


def sql_file(connection: "duckdb.DuckDBPyConnection", request: Request, form: str) -> bytes:
    """The answer to a client's statement as a file. form: a key of FORMS_OF_FILES. Raises QueryError."""
    return file_of(queries.reading(connection, request.last("sql"), 10 * MOST_SQL_ROWS), form)


@cache
def _schema() -> list[Described]:
    """The tables and views that SQL may read: those of all games first, then those about the load."""
    tables = [name for name in SHOWN if name in COLUMNS]
    described = {name: (TABLE_COMMENTS[name], [(*one[:1], one.type, one.comment) for one in COLUMNS[name]])
                 for name in [*tables[2:], *tables[:2], META, SAME_PLAYERS]}  # fmt: skip
    for name, column, comment in _COMMENT.findall(commented_views_sql()):
        text = comment.replace("''", "'")
        described.setdefault(name, (text, []))[1].extend([(column, "", text)] if column else [])
    return [(name, *of_table) for name, of_table in described.items()]


_COMMENT: Final = re.compile(r"^COMMENT ON (?:VIEW|COLUMN) (\w+)(?:\.\"?(\w+)\"?)? IS '(.*)';$", re.MULTILINE)


def sql_charts(request: Request, answer: QueryResult) -> tuple[Chart, ...]:
    """The charts of an answer, of columns that the form or else the statement's comment names. Raises QueryError."""
    mark, columns = request.last("chart"), answer.columns
    if mark not in MARKS[:-1]:
        return queries.charts_of(f"-- chart: {mark}" if mark else request.last("sql")) if answer.rows else ()
    x, y = request.last("x") or columns[0], request.last("y") or columns[-1]
    sides = Channel((x,), "ordinal" if mark == "bar" else ""), Channel((y,), "")  # names of columns may hold anything
    return (Chart(mark, *sides, None, is_share=False),) if answer.rows else ()


def sql_page(connection: "duckdb.DuckDBPyConnection", request: Request) -> Page:
    """The page of SQL: a statement, its answer, and the tables that there are."""
    page = Page(Text("title.sql"), request=request, sql=request.last("sql"), schema=_schema())
    if not page.sql:
        return page
    try:
        answer = sql_answer(connection, request)
        page = answered(page, answer, "/sql", is_known=False)
        chart = request.address("/sql/chart.png") if sql_charts(request, answer) else ""
    except QueryError as error:
        return page._replace(lead=[LANGUAGE.get().text(error.args[0])])
    offered = {"chart": MARKS[:-1], **dict.fromkeys("xy", tuple(answer.columns))}
    lead = [Text("lead.most", (MOST_SQL_ROWS,))] if len(answer.rows) == MOST_SQL_ROWS else page.lead
    return _with_players(connection, page._replace(lead=lead, fields=tuple(offered), choices=offered, chart=chart))


def rulesets_page(request: Request) -> Page:
    """The rulesets, or the difference of two. Raises RulesetError."""
    names = tuple(rulesets.names())
    first, second = request.last("one"), request.last("other")
    is_two = first in names and second in names
    text = ruleset_difference(rulesets.load(first), rulesets.load(second)) if is_two else ""
    known = {name: rulesets.load(name) for name in names}
    rows: list[tuple[object, ...]] = [(name, title_of(one), one.game.players) for name, one in known.items()]
    title, choices = Text("title.rulesets"), {"one": names, "other": names}
    table = table_of(QueryResult(["ruleset", "of_whom", "players"], rows), title)
    return Page(title, tables=[table], request=request, fields=tuple(choices), choices=choices, text=text)


def ruleset_page(name: str) -> Page:
    """A ruleset in full. Raises QueryError where there is none."""
    if name not in rulesets.names():
        raise QueryError(Phrase("no-such-ruleset"))
    return Page(name, text=ruleset_text(rulesets.load(name), rulesets.sources_of(name)))
