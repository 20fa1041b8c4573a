"""``auditor query``: questions to a database."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click

from auditor.cli.options import UsageError, database_option, print_lines, terminal_width
from auditor.text import plural

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from auditor.store.queries import Query, QueryResult

ROW_FORMATS: Final = ("table", "markdown", "csv", "json")
EXAMPLE: Final = "-- chart: bar x=COLUMN y=COLUMN"
"""A chart as a line of SQL names it."""


class QueryOptions(NamedTuple):
    """The options of ``auditor query``, each as its help says. output: of ``--format``."""

    name: str | None
    database: str | None
    params: tuple[str, ...]
    players: tuple[str, ...]
    output: str
    vertical: bool
    raw: bool
    chart: str | None
    sql: str | None
    show: bool


@click.command()
@click.argument("name", required=False)
@database_option("The database to ask; it is only read.")
@click.option("--param", "params", multiple=True, metavar="NAME=VALUE",
              help="A parameter of the query; may be repeated.")  # fmt: skip
@click.option("--name", "players", multiple=True, metavar="PLAYER",
              help="Only this player, in any case; may be repeated. The others are one row more.")  # fmt: skip
@click.option("--format", "output", type=click.Choice(ROW_FORMATS), default="table", show_default=True,
              help="How the rows are written.")  # fmt: skip
@click.option("--vertical", is_flag=True, help="A table with each row by itself, a value a line.")
@click.option(
    "--raw", is_flag=True, help="Cells of CSV as they are: without an apostrophe before what looks like a formula."
)
@click.option("--chart", metavar="FILE",
              help="Draw the answer into a file instead of printing it: .svg, .png, .html, or .json for the Vega-Lite "
              "specification.")  # fmt: skip
@click.option("--sql", metavar="SQL", help="Run this SELECT instead of a named query.")
@click.option("--show", is_flag=True, help="Show the query's description, parameters and text instead of running it.")
def query(**values: Any) -> None:
    """Run a named query on a database; without a name, list the queries; without --db or with --show, show the query.

    \b
    auditor query riichi-by-wait --show
    auditor query deal-in-rate --db games.duckdb --param min_hands=100
    auditor query player-statistics --db games.duckdb --name Aki --name Ben --vertical
    auditor query riichi-by-turn --db games.duckdb --chart riichi.svg
    auditor query --db games.duckdb --sql 'SELECT count(*) FROM hands'
    """
    from auditor.errors import QueryError
    from auditor.report import catalogue
    from auditor.store import queries

    options = QueryOptions(**values)
    _check(options)
    database, sql, chart = options.database, options.sql or "", options.chart
    try:
        if options.name is None and options.sql is None:
            if chart is not None:
                raise UsageError("--chart goes with the name of a query, or with --sql.")
            click.echo(catalogue.queries_text([queries.load(known) for known in queries.names()]), nl=False)
            return
        named = None if options.name is None else queries.load(options.name)
        given = _parameters(options.params, options.players)
        if database is None or options.show:
            if named is None or given or chart is not None:
                raise UsageError("name the database with --db FILE; auditor audit LOGS --db FILE makes one.")
            click.echo(catalogue.query_text(named), nl=False)
            return
        if named is None and given:
            raise UsageError("--param and --name go with a named query; write the values into --sql.")
        if chart is None:
            answer = _answer(database, named, sql, given)
            form = "vertical" if options.vertical else options.output
            click.echo(_formatted(answer, form, is_named=named is not None, is_raw=options.raw), nl=False)
        else:
            _draw(chart, named, sql, lambda: _answer(database, named, sql, given))
    except QueryError as error:
        raise UsageError(str(error)) from error


def _check(options: QueryOptions) -> None:
    """That options do not contradict each other. Raises UsageError."""
    if options.name is not None and options.sql is not None:
        raise UsageError("give either the name of a query or --sql, not both.")
    if options.show and (options.name is None or options.params or options.players or options.chart is not None):
        raise UsageError("--show goes with the name of a query alone.")
    if options.raw and options.output != "csv":
        raise UsageError("--raw goes with --format csv.")
    if options.vertical and options.output != "table":
        raise UsageError(f"--vertical is a form of table; --format {options.output} has its own.")


def _parameters(params: tuple[str, ...], players: tuple[str, ...]) -> dict[str, str | list[str]]:
    given: dict[str, str | list[str]] = {}
    names = list(players)
    for param in params:
        name, equals, value = param.partition("=")
        if not equals or not name:
            raise UsageError(f"--param {param}: expected NAME=VALUE, such as --param seat=0.")
        if name == "name":
            names.append(value)
        else:
            given[name] = value
    return {**given, "name": names} if names else given


def _answer(database: str, named: "Query | None", sql: str, given: "Mapping[str, str | list[str]]") -> "QueryResult":
    """Run a query. Raises QueryError and UsageError."""
    from auditor.errors import StoreError
    from auditor.store import queries
    from auditor.store.queries import connect

    try:
        with connect(database) as connection:
            return queries.ask(connection, sql) if named is None else queries.run(connection, named, given)
    except StoreError as error:
        raise UsageError(str(error)) from error


def _formatted(answer: "QueryResult", form: str, *, is_named: bool, is_raw: bool) -> str:
    """What to print. is_named: what the numbers of a column are, its name says. is_raw: cells of CSV as they are."""
    from auditor.report import tables

    if form == "csv":
        return tables.csv_text(answer, is_raw=is_raw)
    if form == "json":
        return tables.json_text(answer)
    if form == "markdown":
        return tables.markdown_text(answer, is_known=is_named)
    if form == "vertical":
        return tables.vertical_text(answer, is_known=is_named)
    return tables.table_text(answer, terminal_width(sys.stdout), is_known=is_named)


def _draw(file: str, named: "Query | None", sql: str, execute: "Callable[[], QueryResult]") -> None:
    """Draw an answer into a file.

    Args:
        file: Its ending says in what form.
        named: The query, if it has a name.
        sql: The text of one without a name.
        execute: Runs the query; called once the chart is known to be one.

    Raises:
        QueryError: The query cannot be run.
        UsageError: There is no such chart, or the file cannot be written.
    """
    from auditor.files.atomic import write_atomic
    from auditor.report.charts import specification
    from auditor.report.drawing import SUFFIXES, RendererError, chart_file
    from auditor.store import queries

    path = Path(file)
    if path.suffix.lower() not in SUFFIXES:
        raise UsageError(
            f"--chart {file}: expected a file that ends with {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}."
        )
    charts = queries.charts_of(sql) if named is None else named.charts
    if not charts:
        having = ", ".join([known for known in queries.names() if queries.load(known).charts])
        who = "the SQL asks for no chart" if named is None else f"{named.name} has no chart"
        raise UsageError(f"{who}; the queries that have one: {having}. A line of SQL may ask for one: {EXAMPLE}")
    title = named.title if named else "Answer"
    answer = execute()
    try:
        drawn = specification(title, charts, answer)
        content = chart_file(path.suffix.lower(), drawn, title, named.description if named else sql, answer)
        write_atomic(path, content)
    except RendererError as error:
        raise UsageError(f"--chart {file}: {error}") from error
    except OSError as error:
        raise UsageError(f"--chart {file}: it cannot be written ({error.strerror}).") from error
    print_lines(f"{title}: {plural(len(answer.rows), 'row')} drawn into {file}")
