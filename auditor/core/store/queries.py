"""The named queries: SQL files with a comment header that gives title, group, description, parameters and charts.

The header looks like this, and everything after it is the query::

    -- title: Deal-in rate by player
    -- group: players
    -- description: Share of hands in which the player discarded a winning tile,
    --   counted once a hand even when two win on it.
    -- param min_hands: INTEGER = 1   (players with fewer hands are left out)
    -- chart: bar x=deal_in_rate:percent y=name

Charts are optional; `auditor.core.store.charts` describes them.
"""

import contextlib
import os
import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from importlib import import_module
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from auditor.core.errors import QueryError
from auditor.core.files.addresses import is_url
from auditor.core.phrases import Phrase
from auditor.core.program import collection_paused, data_folder, install_command
from auditor.core.store.charts import Chart, ChartError, parse_chart
from auditor.core.store.schema import EXTRAS, extra_of_table, present_optional_tables
from auditor.core.store.selection import EVERYTHING, GameFilter, find_players, first_of, narrowed

if TYPE_CHECKING:
    import duckdb


def arrow_table(columns: list[str], types: tuple[str, ...], rows: list[tuple[object, ...]]) -> Any:
    """Rows as a `pyarrow.Table`. types: DuckDB's type of each column; if there are none Arrow infers them."""
    import pyarrow as pa

    from auditor.core.store.arrow import arrow_type

    values = list(zip(*rows, strict=True)) if rows else [()] * len(columns)
    arrow_types = [arrow_type(type) for type in types] if types else [None] * len(columns)
    arrays = [pa.array(column, type) for column, type in zip(values, arrow_types, strict=True)]
    return pa.table(arrays, names=columns)


def _missing(what: str, library: str, extra: str) -> str:
    return f"{what} needs {library}, which is not installed: {install_command(extra)}"


NAME_PARAMETER: Final = "name"
"""The parameter of queries that holds names of players, if it is a list."""

PLAYERS: Final = "players"
"""The parameter of queries that is the number of players, and the column of those that keep the numbers apart."""

LOG_PARAMETER: Final = "log"
"""The parameter of queries that is a log."""

OF_LOGS: Final = "audit"
"""The group of queries about logs, in which a game that was loaded several times counts as often."""

OF_FOUR: Final = "known"
"""The group of queries beside published figures, all of games of four."""


def connect(address: str, *folders: str, **settings: Any) -> "duckdb.DuckDBPyConnection":
    """Open a database file, or a lake (a folder, or an address in an object store), for reading. Raises StoreError.

    The connection reaches nothing else, except `folders`, into which it may write. settings: as of a file's `connect`.
    """
    if holds_lake(address):
        connection: duckdb.DuckDBPyConnection = _lakes("reader").connect_lake(address, *folders, **settings)
        return connection
    from auditor.core.store.database import connect as connect_database

    return connect_database(address, *folders, **settings)


def holds_lake(address: str) -> bool:
    """Whether an address is that of a lake, rather than of a file. Raises StoreError where it cannot be read."""
    return is_url(address) or (os.path.isdir(address) and bool(_lakes("manifest").is_lake(address)))


def _lakes(module: str) -> Any:
    """A module of lakes, which are a door: imported by its name where an address may be one."""
    return import_module(f"auditor.lake.{module}")


FIELD: Final = re.compile(r"-- (title|group|description): (.+)")
PARAMETER: Final = re.compile(r"-- param (\w+): (\w+(?:\[\])?) = (\S+|'[^']*')(?:\s+\((.+)\))?")
CHART: Final = re.compile(r"-- chart: (.+)")
RELATION: Final = re.compile(r"\b(?:FROM|JOIN) (\w+)")
CONTINUATION: Final = re.compile(r"--  +(.+)")


class Parameter(NamedTuple):
    """A parameter of a query. type: its SQL type. default: as SQL, ``NULL`` for none. note: its purpose, or ""."""

    name: str
    type: str
    default: str
    note: str


class Query(NamedTuple):
    """A named query."""

    name: str
    title: str
    group: str
    description: str
    parameters: tuple[Parameter, ...]
    charts: tuple[Chart, ...]
    sql: str


Given = Mapping[str, str | list[str]]
"""The values of parameters by name, as texts, or as lists of texts where a parameter takes a list."""


class QueryResult(NamedTuple):
    """The result of a query: the names of the columns, and the rows.

    types: DuckDB's types of the columns; () where unknown. counted: a line that says which games count, or "".
    """

    columns: list[str]
    rows: list[tuple[object, ...]]
    types: tuple[str, ...] = ()
    counted: str = ""

    def as_dicts(self) -> list[dict[str, object]]:
        """The rows as dictionaries by column name."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]

    def streamed(self) -> "Streamed":
        """The result as one that has come in one piece."""
        return Streamed(self.columns, self.types, iter([self.rows] if self.rows else []), self.counted)

    def to_arrow(self) -> Any:
        """The result as a `pyarrow.Table`; enumerated values are text."""
        return arrow_table(self.columns, self.types, self.rows)

    def to_polars(self) -> Any:
        """The result as a `polars.DataFrame`. Raises ImportError, which says what to install, without Polars."""
        try:
            import polars
        except ImportError:
            raise ImportError(_missing("to_polars", "Polars", "polars")) from None
        return polars.from_arrow(self.to_arrow())

    def to_pandas(self) -> Any:
        """The result as a `pandas.DataFrame`. Raises ImportError, which says what to install, without pandas."""
        try:
            import pandas  # noqa: F401  # Arrow needs it
        except ImportError:
            raise ImportError(_missing("to_pandas", "pandas", "pandas")) from None
        return self.to_arrow().to_pandas()


class Streamed(NamedTuple):
    """A result as it comes: columns, types and counted as in `QueryResult`; the rows in pieces, none empty.

    The pieces raise QueryError, and have to be taken before the connection is asked anything else.
    """

    columns: list[str]
    types: tuple[str, ...]
    pieces: Iterator[list[tuple[object, ...]]]
    counted: str = ""

    def whole(self) -> QueryResult:
        """All of it."""
        with collection_paused():
            rows = [row for piece in self.pieces for row in piece]
        return QueryResult(self.columns, rows, self.types, self.counted)


def folder() -> Traversable:
    """The folder of the query files."""
    return data_folder("queries")


def names() -> list[str]:
    """The names of all queries, sorted."""
    return sorted(file.name.removesuffix(".sql") for file in folder().iterdir() if file.name.endswith(".sql"))


def load(name: str) -> Query:
    """The query of that name. Raises QueryError, which suggests similar names, if there is none."""
    known = names()
    if name not in known:
        nearest = get_close_matches(name, known, 3, 0.4)
        advice = f"did you mean {' or '.join(nearest)}?" if nearest else "auditor query lists them all."
        raise QueryError(f"there is no query {name!r}; {advice}")
    return parse(name, folder().joinpath(f"{name}.sql").read_text("utf-8"))


def parse(name: str, text: str) -> Query:
    """Parse a query file. Raises QueryError for a header that is wrong or incomplete."""
    fields = {"title": "", "group": "", "description": ""}
    parameters: list[Parameter] = []
    charts: list[Chart] = []
    lines = text.splitlines()
    last = ""
    header = 0
    for line in lines:
        if not line.startswith("--"):
            break
        header += 1
        if match := FIELD.fullmatch(line):
            last = match[1]
            fields[last] = match[2]
        elif match := PARAMETER.fullmatch(line):
            parameters.append(Parameter(match[1], match[2], match[3], match[4] or ""))
            last = ""
        elif match := CHART.fullmatch(line):
            charts.append(_chart(match[1], f"{name}.sql, line {header}"))
            last = ""
        elif last and (match := CONTINUATION.fullmatch(line)):
            fields[last] += " " + match[1]
        else:
            known = "title, group, description, param or chart"
            raise QueryError(f"{name}.sql, line {header}: expected {known}, not {line!r}")
    if missing := [field for field, value in fields.items() if not value]:
        raise QueryError(f"{name}.sql: the header has no {' and no '.join(missing)}")
    return Query(
        name, fields["title"], fields["group"], fields["description"], tuple(parameters), tuple(charts),
        "\n".join(lines[header:]).strip(),
    )  # fmt: skip


def charts_of(sql: str) -> tuple[Chart, ...]:
    """The charts in the comments of SQL. Raises QueryError for a wrong one."""
    lines = [(number, CHART.fullmatch(line.strip())) for number, line in enumerate(sql.splitlines(), 1)]
    return tuple([_chart(match[1], f"line {number}") for number, match in lines if match])


def _chart(text: str, where: str) -> Chart:
    try:
        return parse_chart(text)
    except ChartError as fault:
        raise QueryError(f"{where}: {fault}") from None


def run(
    connection: "duckdb.DuckDBPyConnection", query: Query, given: Given, selection: GameFilter = EVERYTHING,
    *, has_options: bool = True,
) -> QueryResult:  # fmt: skip
    """Run a query with parameters given as text, or as lists of texts where it takes a list.

    ``players`` is the same, given or of the selection. A query that would mix games of three and of four players counts
    only those of four, where there are both and no ``players``; the result says so. has_options: as in `Counted.text`.

    Raises QueryError for a parameter that is unknown or not of its type, for a name that no player has, for tables
    that no load has filled, and for a selection that leaves no game.
    """
    with running(connection, query, given, selection, has_options=has_options) as answer:
        return answer.whole()


@contextlib.contextmanager
def running(
    connection: "duckdb.DuckDBPyConnection", query: Query, given: Given, selection: GameFilter = EVERYTHING,
    *, has_options: bool = True,
) -> Iterator[Streamed]:  # fmt: skip
    """The same as `run`, with a result that comes within the block."""
    extras = _filled(connection, query, has_options)
    known = {parameter.name for parameter in query.parameters}
    asked = dict(given)
    if PLAYERS in known and selection.players is not None:
        asked[PLAYERS] = str(selection.players)
    if LOG_PARAMETER in known and (log := asked.pop(LOG_PARAMETER, None)) is not None:
        selection = selection._replace(logs=(_one(LOG_PARAMETER, log),))
    with narrowed(connection, selection, counts_logs=query.group == OF_LOGS, extras=extras) as counted:
        if counted.names and NAME_PARAMETER in known:
            asked.setdefault(NAME_PARAMETER, counted.names)
        values = values_of(connection, query, asked)
        players: Any = values.get(PLAYERS)
        if PLAYERS in known and players is None and len(counted.games) > 1:
            columns = execute(connection, f"DESCRIBE {query.sql}", values).rows
            if PLAYERS not in [name for name, *_ in columns]:
                players = values[PLAYERS] = max(counted.games)
        shown = first_of(connection, counted) if query.sql.startswith(_OF_ONE_GAME) else counted
        text = shown.text(players, has_options=has_options and query.group != OF_FOUR)
        yield opened(connection, query.sql, values)._replace(counted=text)


def _filled(connection: "duckdb.DuckDBPyConnection", query: Query, has_options: bool) -> str:
    """What fills the optional tables that a query reads, with commas. Raises QueryError where it filled none."""
    if needed := {extra_of_table(table) for table in RELATION.findall(query.sql)} - {None}:
        held = present_optional_tables(connection)
        if missing := [extra for extra in EXTRAS if extra in needed and extra not in held]:
            raise QueryError(Phrase("load-again-with" if has_options else "loaded-without", query=query.name,
                                    options=",".join(missing)))  # fmt: skip
    return ",".join([extra for extra in EXTRAS if extra in needed])


def values_of(connection: "duckdb.DuckDBPyConnection", query: Query, given: Given) -> dict[str, object]:
    """The value of each parameter of a query, as given or by default. Raises QueryError."""
    known = {parameter.name for parameter in query.parameters}
    for name in given:
        if name not in known:
            exist = ", ".join(sorted(known)) or "none"
            raise QueryError(Phrase("no-parameter", query=query.name, name=repr(name), exist=exist))
    values = {one.name: _value(connection, one, given.get(one.name)) for one in query.parameters}
    if query.group == OF_FOUR and values.get(PLAYERS, 4) != 4:
        raise QueryError(Phrase("of-four-alone", query=query.name))
    return values


_OF_ONE_GAME: Final = "WITH game AS ("
"""How a query begins that is about one game: the first of those that count."""


def _value(connection: "duckdb.DuckDBPyConnection", parameter: Parameter, given: str | list[str] | None) -> object:
    import duckdb

    if given is not None and parameter.type.endswith("[]"):
        texts = [given] if isinstance(given, str) else given
        return find_players(connection, texts) if parameter.name == NAME_PARAMETER else texts
    try:
        if given is None:
            statement = connection.execute(f"SELECT CAST({parameter.default} AS {parameter.type})")
        else:
            statement = connection.execute(f"SELECT CAST(? AS {parameter.type})", [_one(parameter.name, given)])
    except duckdb.Error:
        raise QueryError(Phrase("type-expected", name=parameter.name, given=given, type=parameter.type)) from None
    row = statement.fetchone()
    return row[0] if row else None


def _one(name: str, given: str | list[str]) -> str:
    if isinstance(given, str):
        return given
    if len(given) != 1:
        raise QueryError(Phrase("one-expected", name=name, number=len(given)))
    return given[0]


def ask(connection: "duckdb.DuckDBPyConnection", sql: str, most: int | None = None) -> QueryResult:
    """Run a user's SQL, which must be one statement that only reads. most: as in `opened`. Raises QueryError."""
    return reading(connection, sql, most).whole()


def reading(connection: "duckdb.DuckDBPyConnection", sql: str, most: int | None = None) -> Streamed:
    """The same as `ask`, with a result that comes in pieces."""
    import duckdb

    try:
        statements = connection.extract_statements(sql)
        kinds = {statement.type.name for statement in statements}
    except duckdb.Error as error:
        raise QueryError(Phrase("query-failed", error=str(error))) from error
    if not kinds <= _READING:
        others = ", ".join(sorted(kinds - _READING))
        raise QueryError(Phrase("only-select", others=others))
    if len(statements) != 1:
        raise QueryError(Phrase("one-statement", number=len(statements)))
    return opened(connection, sql, most=most)


_READING: Final = {"SELECT", "EXPLAIN"}
"""The types of statements that only read."""


def execute(connection: "duckdb.DuckDBPyConnection", sql: str, values: dict[str, object] | None = None) -> QueryResult:
    """Run SQL. Raises QueryError with DuckDB's own message, which shows the place in the SQL."""
    return opened(connection, sql, values).whole()


ROWS_OF_PIECE: Final = 10_000
"""How many rows of a long answer are in memory at once."""


def opened(
    connection: "duckdb.DuckDBPyConnection", sql: str, values: dict[str, object] | None = None, most: int | None = None
) -> Streamed:
    """Run SQL, whose rows then come in pieces. most: how many are taken; None for all. Raises QueryError."""
    import duckdb

    def pieces() -> Iterator[list[tuple[object, ...]]]:
        left = most if most is not None else 1 << 62
        try:
            while rows := cursor.fetchmany(min(left, ROWS_OF_PIECE)):
                yield rows
                left -= len(rows)
        except (duckdb.Error, OverflowError) as error:
            raise QueryError(Phrase("query-failed", error=str(error))) from error

    try:
        cursor = connection.execute(sql, values) if values else connection.execute(sql)
    except duckdb.Error as error:
        raise QueryError(Phrase("query-failed", error=str(error))) from error
    described = cursor.description or ()
    return Streamed([column[0] for column in described], tuple([str(one[1]) for one in described]), pieces())
