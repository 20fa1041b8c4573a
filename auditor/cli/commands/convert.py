"""``auditor convert``: logs in another format."""

import sys

import click

from auditor.cli.exits import NOT_READ, UsageFault
from auditor.cli.options import database_option, game_option
from auditor.formats import WRITABLE


@click.command()
@click.argument("log")
@click.option("--to", "target", type=click.Choice(list(WRITABLE)), required=True, help="The format.")
@click.option("-o", "--output", metavar="FILE|FOLDER",
              help="Where to write: a file, or a folder, in which each game gets one.")  # fmt: skip
@game_option("Only this game of several, from 0, in the order in which they are read.")
@database_option("Where a log id is looked up.")
@click.option("-v", "--verbose", is_flag=True, help="Tell of each game what the format cannot hold.")
def convert(log: str, target: str, output: str | None, game: int | None, database: str | None, verbose: bool) -> None:
    """Write a log, or the games of a folder or archive, in another format.

    What that cannot hold is named on standard error. LOG is a file or folder, a log in an archive or database
    (PATH::MEMBER), or a log id that --db knows. A folder that does not exist is made, where LOG may hold several games
    or the name ends with a slash; below it games lie as they do in LOG.

    \b
    auditor convert game.mjlog --to tenhou6 > game.json
    auditor convert 2024.zip --to mjai -o logs/
    auditor convert 2024.zip::may/7.xml --to mjlog
    """
    from auditor.cli.which import which
    from auditor.convert.files import TargetError, convert_log

    meant = which(log, database, game=game)
    try:
        is_whole = convert_log(meant.address, target, output, meant.game, click.echo, verbose=verbose)
    except TargetError as error:
        raise UsageFault(str(error)) from None
    sys.exit(0 if is_whole else NOT_READ)
