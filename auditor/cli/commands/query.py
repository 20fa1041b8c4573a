"""``auditor query`` and ``auditor players``: queries of a database, and which names are one player."""

import contextlib
import shlex
import signal
import socket
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click

from auditor.cli.options import UsageError, database_option, lang_option, print_lines, terminal_width

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from auditor.core.store.charts import Chart
    from auditor.core.store.queries import Query, QueryResult, Streamed
    from auditor.core.store.selection import GameFilter

ROW_FORMATS: Final = ("table", "markdown", "csv", "json")
SELECTING: Final = ("players", "name", "log", "since", "until", "room", "ruleset", "grade")
"""Parameters of queries that are options: they select the games of any query."""

EXAMPLE: Final = "-- chart: bar x=COLUMN y=COLUMN"
"""An example of the SQL comment that describes a chart."""


class QueryOptions(NamedTuple):
    """The options of ``auditor query``, each as its help says. output: the value of ``--format``."""

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
    since: str | None
    until: str | None
    rooms: tuple[str, ...]
    rulesets: tuple[str, ...]
    grades: tuple[str, ...]
    number: str | None
    logs: tuple[str, ...]
    all_copies: bool

    @property
    def selection(self) -> "GameFilter":
        """The filter of the games that are counted."""
        from auditor.core.store.selection import GameFilter

        return GameFilter(
            self.since or "", self.until or "", self.rooms, self.rulesets, self.grades, self.players,
            None if self.number is None else int(self.number), self.logs, self.all_copies,
        )  # fmt: skip


@click.command()
@click.argument("name", required=False)
@database_option("The database to query; it is only read.")
@click.option("--param", "params", multiple=True, metavar="NAME=VALUE",
              help="A parameter of the query; may be repeated.")  # fmt: skip
@click.option("--name", "players", multiple=True, metavar="PLAYER",
              help="Only games of this player, in any case; may be repeated. Where rows are players, the "
              "others at the table are one more row.")  # fmt: skip
@click.option("--since", metavar="DATE", help="Only games from a day, month or year on, such as 2024-03.")
@click.option("--until", metavar="DATE", help="Only games up to the end of a day, month or year.")
@click.option("--room", "rooms", multiple=True, metavar="ROOM", help="Only games of this room; may be repeated.")
@click.option("--ruleset", "rulesets", multiple=True, metavar="NAME",
              help="Only games audited under this ruleset; may be repeated.")  # fmt: skip
@click.option("--grade", "grades", multiple=True, metavar="GRADE",
              help="Only games with a seat of this grade; may be repeated.")  # fmt: skip
@click.option("--players", "number", type=click.Choice(["3", "4"]), help="Only games with this number of players.")
@click.option("--log", "logs", multiple=True, metavar="LOG",
              help="Only this game, by log id, file or key; may be repeated.")  # fmt: skip
@click.option("--all-copies", is_flag=True, help="Count a game as often as its log was loaded, in any format.")
@click.option("--format", "output", type=click.Choice(ROW_FORMATS), default="table", show_default=True,
              help="How the rows are written.")  # fmt: skip
@click.option("--vertical", is_flag=True, help="Print each row by itself, with one value per line.")
@click.option("--raw", is_flag=True,
              help="Leave cells of CSV unchanged: no apostrophe before what looks like a formula.")  # fmt: skip
@click.option("--chart", metavar="FILE",
              help="Draw the answer into a file instead of printing it: .svg, .png, .html, or .json for the Vega-Lite "
              "specification.")  # fmt: skip
@click.option("--sql", metavar="SQL", help="Run this SELECT instead of a named query.")
@click.option("--show", is_flag=True, help="Show the query's description, parameters and text instead of running it.")
@lang_option()
def query(**values: Any) -> None:
    """Run a named query on a database; without a name, list the queries; without --db or with --show, show the query.

    \b
    auditor query riichi-by-wait --show
    auditor query deal-in-rate --db games.duckdb --param min_hands=100
    auditor query player-statistics --db games.duckdb --name Aki --name Ben --vertical
    auditor query riichi-by-turn --db games.duckdb --chart riichi.svg
    auditor query --db games.duckdb --sql 'SELECT count(*) FROM hands'
    """
    from auditor.core.checks.wording import LANGUAGE, said
    from auditor.core.store import queries
    from auditor.output import catalogue

    options = QueryOptions(**values)
    _check(options)
    database, sql, chart = options.database, options.sql or "", options.chart
    if options.name is None and options.sql is None:
        if chart is not None:
            raise UsageError("--chart goes with the name of a query, or with --sql.")
        click.echo(catalogue.queries_text([catalogue.spoken_query(known) for known in queries.names()]), nl=False)
        return
    named = None if options.name is None else catalogue.spoken_query(options.name)
    given = _parameters(options.params)
    if database is None or options.show:
        if named is None or given or chart is not None:
            raise UsageError("name the database with --db FILE; auditor audit LOGS --db FILE makes one.")
        click.echo(catalogue.query_text(named), nl=False)
        return
    if named is None and given:
        raise UsageError("--param goes with a named query; write the values into --sql.")
    charts = () if chart is None else _charts(chart, named, sql)
    with _answer(database, named, sql, given, options.selection) as answer:
        if chart is None:
            form = "vertical" if options.vertical else options.output
            if answer.counted:
                counted = said("counted", "Counted: {what}", what=LANGUAGE.get().text(answer.counted))
                click.echo(counted, err=form in ("csv", "json"))
            for text in _formatted(answer, form, is_named=named is not None, is_raw=options.raw):
                click.echo(text, nl=False)
        else:
            _draw(chart, named, sql, charts, answer.whole())


def _check(options: QueryOptions) -> None:
    """Check that options do not contradict each other. Raises UsageError."""
    if options.name is not None and options.sql is not None:
        raise UsageError("give either the name of a query or --sql, not both.")
    if options.show and (options.name is None or options.params or options.players or options.chart is not None):
        raise UsageError("--show goes with the name of a query alone.")
    if options.raw and options.output != "csv":
        raise UsageError("--raw goes with --format csv.")
    if options.vertical and options.output != "table":
        raise UsageError(f"--vertical is a form of table; --format {options.output} has its own.")


def _parameters(params: tuple[str, ...]) -> dict[str, str | list[str]]:
    given: dict[str, str | list[str]] = {}
    for param in params:
        name, equals, value = param.partition("=")
        if not equals or not name:
            raise UsageError(f"--param {param}: expected NAME=VALUE, such as --param seat=0.")
        if name in SELECTING:
            raise UsageError(f"--param {param}: games are selected by an option: --{name} {shlex.quote(value)}.")
        given[name] = value
    return given


@contextlib.contextmanager
def _answer(
    database: str, named: "Query | None", sql: str, given: "Mapping[str, str | list[str]]", selection: "GameFilter"
) -> "Iterator[Streamed]":
    """Run the named query, else the user's SQL, on the selected games. Raises QueryError and StoreError."""
    from auditor.core.store import queries
    from auditor.core.store.queries import connect
    from auditor.core.store.selection import EVERYTHING, narrowed

    with connect(database) as connection, _stoppable(connection.interrupt):
        if named is not None:
            with queries.running(connection, named, given, selection) as answer:
                yield answer
        elif selection == EVERYTHING:
            yield queries.reading(connection, sql)
        else:
            with narrowed(connection, selection) as counted:
                yield queries.reading(connection, sql)._replace(counted=counted.text())


@contextlib.contextmanager
def _stoppable(interrupt: "Callable[[], object]") -> "Iterator[None]":
    """Let a signal call `interrupt` within the block: DuckDB looks for none in the midst of some queries."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    receiving, sending = socket.socketpair()
    sending.setblocking(False)
    before = signal.set_wakeup_fd(sending.fileno())
    waiting = threading.Thread(target=lambda: receiving.recv(1) and interrupt(), daemon=True)
    waiting.start()
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        sending.close()
        waiting.join()
        receiving.close()


def _formatted(answer: "Streamed", form: str, *, is_named: bool, is_raw: bool) -> "Iterator[str]":
    """The answer as text, piece by piece. is_named: column names say what numbers are. is_raw: CSV cells stay as is."""
    from auditor.output import tables

    if form == "csv":
        yield from tables.csv_pieces(answer, is_raw=is_raw)
    elif form == "json":
        yield from tables.json_pieces(answer)
    elif form == "markdown":
        yield tables.markdown_text(answer.whole(), is_known=is_named)
    elif form == "vertical":
        yield tables.vertical_text(answer.whole(), is_known=is_named)
    else:
        yield tables.table_text(answer.whole(), terminal_width(sys.stdout), is_known=is_named)


def _charts(file: str, named: "Query | None", sql: str) -> "tuple[Chart, ...]":
    """The charts of a query, or of SQL. Raises UsageError where there is none, or the file has another ending."""
    from auditor.core.store import queries
    from auditor.output.drawing import SUFFIXES

    if Path(file).suffix.lower() not in SUFFIXES:
        endings = f"{', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}"
        raise UsageError(f"--chart {file}: expected a file that ends with {endings}.")
    if not (charts := queries.charts_of(sql) if named is None else named.charts):
        having = ", ".join([known for known in queries.names() if queries.load(known).charts])
        who = "the SQL asks for no chart" if named is None else f"{named.name} has no chart"
        raise UsageError(f"{who}; the queries that have one: {having}. A line of SQL may ask for one: {EXAMPLE}")
    return charts


def _draw(file: str, named: "Query | None", sql: str, charts: "tuple[Chart, ...]", answer: "QueryResult") -> None:
    """Draw an answer into a file, whose ending decides the format. named: the named query, if it is one; else sql: its
    text. Raises QueryError where the query cannot be run, UsageError where the file cannot be written or drawn.
    """
    from auditor.core.checks.wording import said
    from auditor.core.errors import RendererError
    from auditor.core.files.atomic import write_atomic
    from auditor.output.charts import specification
    from auditor.output.drawing import chart_file

    path = Path(file)
    title = named.title if named else said("answer", "Answer")
    try:
        drawn = specification(title, charts, answer)
        content = chart_file(path.suffix.lower(), drawn, title, named.description if named else sql, answer)
        write_atomic(path, content)
    except RendererError as error:
        raise UsageError(f"--chart {file}: {error}") from error
    except OSError as error:
        raise UsageError(f"--chart {file}: it cannot be written ({error.strerror}).") from error
    rows = said("rows", "{rows:row|rows}", rows=len(answer.rows))
    print_lines(said("drawn-into", "{title}: {rows} drawn into {file}", title=title, rows=rows, file=file))


@click.command()
@database_option("The database.", required=True)
@click.option("--same", nargs=2, metavar="PLAYER NAME", help="From now on count games of NAME as games of PLAYER.")
@click.option("--place", default="", metavar="PLACE",
              help="Where the name is used, as the list has it; without one, everywhere.")  # fmt: skip
@click.option("--apart", metavar="NAME", help="Undo --same for this name.")
def players(database: str, same: tuple[str, str] | None, place: str, apart: str | None) -> None:
    """List the players of a database, each name with where it is used, or say which names are one player.

    A player is a name within a place: a server, or a folder of logs whose server is not known.

    \b
    auditor players --db games.duckdb
    auditor players --db games.duckdb --same Aki aki_2019
    auditor players --db games.duckdb --same Aki Aki --place logs/club/
    """
    from auditor.core.store import identity
    from auditor.output import tables

    if same is not None:
        identity.add_alias(database, same[0], same[1], place)
    elif apart is not None:
        identity.remove_alias(database, apart, place)
    answer = identity.known_players(database)
    click.echo(tables.table_text(answer, terminal_width(sys.stdout), is_known=True), nl=False)
