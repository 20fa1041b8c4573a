"""``auditor show``: a log, a hand, a position."""

from typing import TYPE_CHECKING, Any, NamedTuple

import click

from auditor.cli import options as shared
from auditor.core.units import EventIndex, HandIndex, SeatIndex

if TYPE_CHECKING:
    from auditor.page.show import GameRef


class ShowOptions(NamedTuple):
    """The options of ``auditor show``, each as its help says."""

    log: str | None
    hand: HandIndex | None
    round: str | None
    event: EventIndex | None
    finding: str | None
    game: int | None
    database: str | None
    rules: str | None
    wall: bool
    svg: str | None
    view: SeatIndex | None


@click.command()
@click.argument("log", required=False)
@click.option("--hand", type=click.IntRange(0), metavar="N", help="The hand, by its index in the log, from 0.")
@click.option("--round", metavar="ROUND", help="The hand, by its round and counter: S1-2.")
@click.option("--event", type=click.IntRange(0), metavar="N", help="The event of the hand, by its index, from 0.")
@click.option("--finding", type=shared.finding_name, metavar="NAME",
              help="The position of a finding, by its name; without a log, of the database.")  # fmt: skip
@shared.game_option("Which game of several, from 0, in the order of reading.")
@shared.database_option("Where a log id, or a finding without a log, is looked up.")
@shared.project_rules_option("The ruleset to show by.", is_resolved=False)
@click.option("--wall", is_flag=True, help="The hand's wall, as the log's published shuffle seed gives it.")
@click.option("--svg", metavar="FILE", help="Draw the position into this file instead; - is standard output.")
@click.option("--view", type=click.IntRange(0, 3), metavar="SEAT",
              help="The seat at the bottom of the picture. Default: the one that acts.")  # fmt: skip
@shared.lang_option()
def show(**values: Any) -> None:
    """Show a log's hands and faults, a hand with its events and wins, or the position before an event.

    LOG is a file, a log in an archive or database (PATH::MEMBER), or a log id or viewer's address that --db knows. For
    a folder or archive the games are listed.

    \b
    auditor show game.mjlog                             one line per hand
    auditor show game.mjlog --round E2-1                its events, its end, how its wins are scored
    auditor show game.mjlog --hand 3 --event 41         the position before event 41
    auditor show game.mjlog --hand 3 --event 41 --svg board.svg      as a picture
    auditor show game.mjlog --hand 3 --wall             every tile of its wall
    auditor show 2024.zip::may/7.xml --finding fb852a8  the position of a finding, by its name
    auditor show --db games.duckdb --finding fb852a8    the same, of a database
    """
    from auditor.cli.locate import resolve_game
    from auditor.page.show import show as show_log
    from auditor.page.show import show_wall

    options = ShowOptions(**values)
    game = resolve_game(
        options.log, options.database, game=options.game, hand=options.hand, round=options.round,
        event=options.event, finding=options.finding, rules=options.rules,
    )  # fmt: skip
    if options.svg is not None:
        _draw(game, options.svg, options.view)
        return
    for line in show_wall(game) if options.wall else show_log(game):
        shared.print_lines(line, err=False)


def _draw(game: "GameRef", output: str, view: SeatIndex | None) -> None:
    """Write the picture of a position. Raises NoGameError, ShowError and RulesetError."""
    from auditor.core.files.atomic import write_atomic
    from auditor.page.show import position_svg

    text = position_svg(game, view)
    if output == "-":
        click.echo(text)
        return
    with shared.naming_unwritable(output):
        write_atomic(output, text + "\n")
