"""``auditor convert``: logs in another format."""

import sys

import click

from auditor.cli.exits import NOT_READ, UsageFault
from auditor.formats import WRITABLE


@click.command()
@click.argument("log")
@click.option("--to", "target", type=click.Choice(list(WRITABLE)), required=True, help="The format.")
@click.option("-o", "--output", metavar="FILE|FOLDER", help="Where to write; a folder gets a file for each game.")
@click.option("--game", "number", type=click.IntRange(0), metavar="N", help="Only this game of several, from 0.")
def convert(log: str, target: str, output: str | None, number: int | None) -> None:
    """Write a log (or the games of an archive) in another format. What that cannot hold is named on standard error.

    \b
    auditor convert game.mjlog --to tenhou6 > game.json
    auditor convert 2024.zip --to mjai -o logs/
    """
    from auditor.convert.files import TargetError, convert_log

    try:
        is_whole = convert_log(log, target, output, number, click.echo)
    except TargetError as error:
        raise UsageFault(str(error)) from None
    sys.exit(0 if is_whole else NOT_READ)
