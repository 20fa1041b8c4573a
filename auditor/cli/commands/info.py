"""``auditor info``: what a database holds."""

import json

import click

from auditor.cli.exits import UsageFault
from auditor.cli.options import database_option


@click.command()
@database_option("The database to look into; it is only read.", required=True)
@click.option("--format", "output", type=click.Choice(["text", "json"]), default="text", show_default=True,
              help="How it is written.")  # fmt: skip
def info(database: str, output: str) -> None:
    """Tell what a database holds: games, of when, read from where, judged by which rules and version, and its size.

    \b
    auditor info --db games.duckdb
    """
    from auditor.report.info import info_lines, info_object
    from auditor.store.database import StoreError, connect
    from auditor.store.info import info as look_into

    try:
        with connect(database) as connection:
            found = look_into(connection, database)
    except StoreError as error:
        raise UsageFault(str(error)) from None
    if output == "json":
        click.echo(json.dumps(info_object(found), ensure_ascii=False, indent=2))
    else:
        click.echo("\n".join(info_lines(found, database)))
