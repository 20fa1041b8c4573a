"""``auditor info``: what a database holds."""

import json
from pathlib import Path

import click

from auditor.cli.exits import UsageFault
from auditor.cli.options import database_option


@click.command()
@database_option("The database to look into; it is only read. Without one, the settings in use here are told.")
@click.option("--format", "output", type=click.Choice(["text", "json"]), default="text", show_default=True,
              help="How it is written.")  # fmt: skip
def info(database: str | None, output: str) -> None:
    """Tell what a database holds: games, of when, read from where, judged by which rules and version, and its size.

    Without a database: the version, and the settings that hold in this folder.

    \b
    auditor info
    auditor info --db games.duckdb
    """
    if database is None:
        _tell_settings(output)
    else:
        _tell_database(database, output)


def _tell_database(database: str, output: str) -> None:
    """What a database holds. Raises UsageFault."""
    from auditor.report.info import info_lines, info_object
    from auditor.store.database import StoreError
    from auditor.store.info import info as look_into
    from auditor.store.queries import connect

    try:
        with connect(database) as connection:
            found = look_into(connection, database)
    except StoreError as error:
        raise UsageFault(str(error)) from None
    if output == "json":
        click.echo(json.dumps(info_object(found), ensure_ascii=False, indent=2))
    else:
        click.echo("\n".join(info_lines(found, database)))


def _tell_settings(output: str) -> None:
    """The version of the program, and the settings of the project. Raises UsageFault."""
    from auditor.program import is_compiled, version
    from auditor.project import OWN, PROJECT, ProjectError, find_config

    try:
        config = find_config(Path.cwd())
    except ProjectError as error:
        raise UsageFault(str(error)) from None
    settings = {} if config is None else config.settings
    if output == "json":
        told = {"version": version(), "compiled": is_compiled(), "settings": settings}
        click.echo(json.dumps({**told, "file": None if config is None else config.path}, ensure_ascii=False, indent=2))
        return
    click.echo(f"auditor {version()} ({'compiled' if is_compiled() else 'plain Python'})\n")
    if config is None:
        click.echo(f"no settings: neither {OWN} nor [tool.auditor] in {PROJECT}, here or in a folder above")
        return
    click.echo(f"settings of {config.path}")
    width = max([len(key) for key in settings], default=0)
    for key, value in settings.items():
        text = ", ".join(value) if isinstance(value, list) else str(value).lower() if value in (True, False) else value
        click.echo(f"  {key:{width}}  {text}")
