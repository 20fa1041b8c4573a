"""Commands on whole databases and lakes: ``auditor info``, ``export``, ``merge`` and ``lake``."""

import os
import sys
from functools import partial
from pathlib import Path

import click

from auditor.cli.options import EXIT_UNREADABLE, database_option, print_lines, progress_option
from auditor.core.program import is_compiled, version
from auditor.core.project import OWN, PROJECT, find_config
from auditor.core.text import as_json, plural


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
    from auditor.cli.progress import progress_of, table_snapshot
    from auditor.lake.transfer import TableProgress
    from auditor.lake.transfer import export as write

    steps = TableProgress()
    with progress_of(partial(table_snapshot, database, steps), progress):
        rows = write(database, output, steps)
    print_lines(f"{output}: {plural(rows['games'], 'game')}, {plural(sum(rows.values()), 'row')}")


@click.command()
@database_option("The database to look into; it is only read. Without one, the settings in use here are shown.")
@click.option("--format", "output", type=click.Choice(["text", "json"]), default="text", show_default=True,
              help="The output format.")  # fmt: skip
def info(database: str | None, output: str) -> None:
    """Show what a database holds: games, their dates and origin, the rulesets and version that judged them, its size.

    Without a database: the version, and the settings that hold in this folder.

    \b
    auditor info
    auditor info --db games.duckdb
    """
    if database is None:
        _print_settings(output)
    else:
        _print_database(database, output)


def _print_database(database: str, output: str) -> None:
    """Print what a database holds. Raises StoreError."""
    from auditor.core.store.queries import connect
    from auditor.output.info import info as look_into
    from auditor.output.info import info_lines, info_object

    with connect(database) as connection:
        contents = look_into(connection, database)
    if output == "json":
        click.echo(as_json(info_object(contents), indent=2))
    else:
        print_lines(*info_lines(contents, database), err=False)


def _print_settings(output: str) -> None:
    """Print the version of the program and the settings of the project. Raises ProjectError."""
    config = find_config(Path.cwd())
    settings = {} if config is None else config.settings
    if output == "json":
        file = None if config is None else config.path
        shown = {"version": version(), "compiled": is_compiled(), "settings": settings, "file": file}
        click.echo(as_json(shown, indent=2))
        return
    click.echo(f"auditor {version()} ({'compiled' if is_compiled() else 'plain Python'})\n")
    if config is None:
        click.echo(f"no settings: neither {OWN} nor [tool.auditor] in {PROJECT}, here or in a folder above")
        return
    print_lines(f"settings of {config.path}", err=False)
    width = max([len(key) for key in settings], default=0)
    for key, value in settings.items():
        text = ", ".join(value) if isinstance(value, list) else str(value).lower() if value in (True, False) else value
        print_lines(f"  {key:{width}}  {text}", err=False)


@click.group()
def lake() -> None:
    """Compact or check a lake, as audit --lake writes it.

    \b
    auditor lake compact s3://lake/games
    auditor lake check s3://lake/games
    """


@lake.command()
@click.argument("url")
def check(url: str) -> None:
    """Compare every file with the SHA-256 that it was written with; exit code 3 if one differs or is missing.

    \b
    auditor lake check s3://lake/games
    """
    from auditor.lake.manifest import open_lake

    opened = open_lake(url)
    parts = opened.parts()
    broken = opened.broken_files(parts)
    print_lines(*broken)
    files = sum([len(part.files) for part in parts])
    print_lines(f"{url}: {plural(files - len(broken), 'file')} of {files:,} as written")
    sys.exit(EXIT_UNREADABLE if broken else 0)


@lake.command()
@click.argument("url")
def compact(url: str) -> None:
    """Join small parts, which makes queries faster, and remove obsolete files.

    Nobody who writes into the lake meanwhile is disturbed; a query that runs may have to be asked again.

    \b
    auditor lake compact s3://lake/games
    """
    from auditor.lake.compact import compact as join

    done = join(url)
    more = f"; {plural(done.dropped, 'game')} held twice, once now" if done.dropped else ""
    more += f"; {plural(done.removed, 'file')} of no part removed" if done.removed else ""
    print_lines(f"{url}: {plural(done.after, 'part')}, {done.before:,} before{more}")


@click.command()
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE...")
@database_option("The database to copy into.", required=True)
@click.option("--where", metavar="SQL", help="Copy only games that meet this condition on the columns of games.")
@progress_option()
def merge(sources: tuple[str, ...], database: str, where: str | None, progress: bool | None) -> None:
    """Copy the games of other databases, datasets and lakes. A game in several is taken from the latest load.

    \b
    auditor merge 2022.duckdb 2023.duckdb exported/ --db all.duckdb
    auditor merge s3://lake/games --where 'year(started_at) = 2023' --db 2023.duckdb
    """
    from auditor.cli.progress import progress_of, table_snapshot
    from auditor.core.errors import StoreError
    from auditor.core.store.database import Store
    from auditor.lake.transfer import TableProgress, rows_in
    from auditor.lake.transfer import merge as take_over

    is_new, taken = not os.path.exists(database), 0
    try:
        with Store(database, "", version()) as store:
            for source in sources:
                if os.path.exists(source) and os.path.samefile(source, database):
                    raise StoreError(f"{source}: is the database that the others are copied into")
                steps = TableProgress()
                with progress_of(partial(table_snapshot, source, steps), progress):
                    merged = take_over(store, source, steps, where)
                taken += 1
                known = f", {merged.known:,} known already" if merged.known else ""
                print_lines(f"{source}: {plural(merged.games, 'game')} taken over{known}")
            print_lines(f"{database}: {plural(rows_in(store.connection, 'all_games'), 'game')} now")
    except StoreError:
        if is_new and not taken:
            Path(database).unlink(missing_ok=True)
        raise
