"""``auditor merge``: databases in one."""

from pathlib import Path

import click

from auditor.cli.exits import UsageFault
from auditor.cli.options import database_option, progress_option


@click.command()
@click.argument("sources", nargs=-1, metavar="[SOURCE]...")
@database_option("The database that takes them over.", required=True)
@click.option("--where", metavar="SQL", help="Take only games for which this holds, of the columns of games.")
@progress_option()
def merge(sources: tuple[str, ...], database: str, where: str | None, progress: bool | None) -> None:
    """Take over the games of other databases, datasets and lakes. A game in several is taken from the latest load.

    Without a source, a database of an earlier version of the program is brought forward.

    \b
    auditor merge 2022.duckdb 2023.duckdb exported/ --db all.duckdb
    auditor merge s3://lake/games --where 'year(started_at) = 2023' --db 2023.duckdb
    """
    if not sources and not Path(database).exists():
        raise UsageFault(f"{database}: there is no such file to bring forward; give what it is to take over.")
    from auditor.cli.progress import progress_of
    from auditor.cli.stands import TableStand
    from auditor.program import version
    from auditor.store.database import Store, StoreError, TableProgress, rows_in
    from auditor.store.transfer import merge as take_over
    from auditor.text import plural

    is_new, taken = not Path(database).exists(), 0
    try:
        with Store(database, "", version()) as store:
            for source in sources:
                steps = TableProgress()
                with progress_of(TableStand(source, steps), progress):
                    merged = take_over(store, source, steps, where)
                taken += 1
                known = f", {merged.known:,} known already" if merged.known else ""
                click.echo(f"{source}: {plural(merged.games, 'game')} taken over{known}", err=True)
            click.echo(f"{database}: {plural(rows_in(store.connection, 'games'), 'game')} now", err=True)
    except StoreError as error:
        if is_new and not taken:
            Path(database).unlink(missing_ok=True)
        raise UsageFault(str(error)) from None
