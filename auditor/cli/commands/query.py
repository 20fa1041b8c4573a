"""``auditor query``: questions to a database."""

from typing import TYPE_CHECKING

import click

from auditor.cli.exits import UsageFault
from auditor.cli.options import database_option

if TYPE_CHECKING:
    from auditor.store.queries import Query


@click.command()
@click.argument("name", required=False)
@database_option("The database to ask; it is only read.")
@click.option("--param", "params", multiple=True, metavar="NAME=VALUE",
              help="A parameter of the query; may be repeated.")  # fmt: skip
@click.option("--format", "output", type=click.Choice(["table", "csv", "json"]), default="table", show_default=True,
              help="How the rows are written.")  # fmt: skip
@click.option("--sql", metavar="SQL", help="Run this text instead of a named query.")
@click.option("--show", is_flag=True, help="Show the query's description, parameters and text instead of running it.")
def query(
    name: str | None, database: str | None, params: tuple[str, ...], output: str, sql: str | None, show: bool
) -> None:
    """Run a named query on a database; without a name, list the queries; without --db or with --show, show the query.

    \b
    auditor query riichi-by-wait --show
    auditor query deal-in-rate --db games.duckdb --param min_hands=100
    auditor query --db games.duckdb --sql 'SELECT count(*) FROM hands'
    """
    from auditor.report import catalogue
    from auditor.store import queries

    if name is not None and sql is not None:
        raise UsageFault("give either the name of a query or --sql, not both.")
    if show and (name is None or params):
        raise UsageFault("--show goes with the name of a query alone.")
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
        click.echo(_answer(database, named, sql or "", given, output), nl=False)
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


def _answer(database: str, named: "Query | None", sql: str, given: dict[str, str], output: str) -> str:
    """Run a query and return what to print."""
    from auditor.report import rows
    from auditor.store import queries
    from auditor.store.database import StoreError, connect

    try:
        with connect(database) as connection:
            answer = queries.execute(connection, sql) if named is None else queries.run(connection, named, given)
    except StoreError as error:
        raise UsageFault(str(error)) from error
    if output == "csv":
        return rows.csv_text(answer)
    return rows.json_text(answer) if output == "json" else rows.table_text(answer)
