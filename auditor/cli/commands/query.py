"""``auditor query``: questions to a database."""

import sys
from typing import TYPE_CHECKING, Final

import click

from auditor.cli.exits import UsageFault
from auditor.cli.options import database_option
from auditor.cli.terminal import terminal_width

if TYPE_CHECKING:
    from auditor.store.queries import Answer, Query

FORMS_OF_ROWS: Final = ("table", "markdown", "csv", "json")


@click.command()
@click.argument("name", required=False)
@database_option("The database to ask; it is only read.")
@click.option("--param", "params", multiple=True, metavar="NAME=VALUE",
              help="A parameter of the query; may be repeated.")  # fmt: skip
@click.option("--format", "output", type=click.Choice(FORMS_OF_ROWS), default="table", show_default=True,
              help="How the rows are written.")  # fmt: skip
@click.option("--vertical", is_flag=True, help="A table with each row by itself, a value a line.")
@click.option("--sql", metavar="SQL", help="Run this text instead of a named query.")
@click.option("--show", is_flag=True, help="Show the query's description, parameters and text instead of running it.")
def query(
    name: str | None,
    database: str | None,
    params: tuple[str, ...],
    output: str,
    vertical: bool,
    sql: str | None,
    show: bool,
) -> None:
    """Run a named query on a database; without a name, list the queries; without --db or with --show, show the query.

    \b
    auditor query riichi-by-wait --show
    auditor query deal-in-rate --db games.duckdb --param min_hands=100
    auditor query player-statistics --db games.duckdb --param name=Aki --vertical
    auditor query --db games.duckdb --sql 'SELECT count(*) FROM hands'
    """
    from auditor.report import catalogue
    from auditor.store import queries

    if name is not None and sql is not None:
        raise UsageFault("give either the name of a query or --sql, not both.")
    if show and (name is None or params):
        raise UsageFault("--show goes with the name of a query alone.")
    if vertical and output != "table":
        raise UsageFault(f"--vertical is a form of table; --format {output} has its own.")
    try:
        if name is None and sql is None:
            click.echo(catalogue.queries_text([queries.load(known) for known in queries.names()]), nl=False)
            return
        named = None if name is None else queries.load(name)
        given = _parameters(params)
        if database is None or show:
            if named is None or given:
                raise UsageFault("name the database with --db FILE; auditor audit LOGS --db FILE makes one.")
            click.echo(catalogue.query_text(named), nl=False)
            return
        if named is None and given:
            raise UsageFault("--param goes with a named query; write the values into --sql.")
        answer = _answer(database, named, sql or "", given)
        click.echo(_told(answer, "vertical" if vertical else output, is_named=named is not None), nl=False)
    except queries.QueryError as error:
        raise UsageFault(str(error)) from error


def _parameters(params: tuple[str, ...]) -> dict[str, str]:
    given: dict[str, str] = {}
    for param in params:
        name, equals, value = param.partition("=")
        if not equals or not name:
            raise UsageFault(f"--param {param}: expected NAME=VALUE, such as --param seat=0.")
        given[name] = value
    return given


def _answer(database: str, named: "Query | None", sql: str, given: dict[str, str]) -> "Answer":
    """Run a query. Raises QueryError and UsageFault."""
    from auditor.store import queries
    from auditor.store.database import StoreError, connect

    try:
        with connect(database) as connection:
            return queries.execute(connection, sql) if named is None else queries.run(connection, named, given)
    except StoreError as error:
        raise UsageFault(str(error)) from error


def _told(answer: "Answer", form: str, *, is_named: bool) -> str:
    """What to print. is_named: what the numbers of a column are, its name says."""
    from auditor.report import rows, table

    if form == "csv":
        return rows.csv_text(answer)
    if form == "json":
        return rows.json_text(answer)
    if form == "markdown":
        return table.markdown_text(answer, is_known=is_named)
    if form == "vertical":
        return table.vertical_text(answer, is_known=is_named)
    return table.table_text(answer, terminal_width(sys.stdout), is_known=is_named)
