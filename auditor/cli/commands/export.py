"""``auditor export``: a database as files for other programs."""

import click

from auditor.cli.exits import UsageFault
from auditor.cli.options import database_option, progress_option


@click.command()
@database_option("The database.", required=True)
@click.option("-o", "--output", required=True, metavar="FOLDER", help="Where to write; an earlier export is replaced.")
@progress_option()
def export(database: str, output: str, progress: bool | None) -> None:
    """Write every table of a database as Parquet, games by year, for DuckDB, Polars or Spark.

    \b
    auditor export --db games.duckdb -o games/
    duckdb -c "SELECT count(*) FROM read_parquet('games/hands/**/*.parquet')"
    cd games; duckdb -init views.sql      the tables and views of the database
    """
    from auditor.cli.progress import progress_of
    from auditor.cli.stands import TableStand
    from auditor.store.database import StoreError, TableProgress
    from auditor.store.transfer import export as write
    from auditor.text import plural

    steps = TableProgress()
    try:
        with progress_of(TableStand(database, steps), progress):
            rows = write(database, output, steps)
    except StoreError as error:
        raise UsageFault(str(error)) from None
    click.echo(f"{output}: {plural(rows['games'], 'game')}, {plural(sum(rows.values()), 'row')}", err=True)
