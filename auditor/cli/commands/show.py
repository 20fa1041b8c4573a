"""``auditor show``: a log, a hand, a position."""

import click

from auditor.cli.exits import UsageFault
from auditor.cli.options import rules_option
from auditor.units import EventIndex, HandIndex


@click.command()
@click.argument("log")
@click.option("--hand", type=click.IntRange(0), metavar="N", help="The hand, by its index in the log, from 0.")
@click.option("--event", type=click.IntRange(0), metavar="N", help="The event of the hand, by its index, from 0.")
@click.option("--game", type=click.IntRange(0), default=0, metavar="N", help="Which game of a file with several.")
@rules_option("The ruleset to show by.")
@click.option("--wall", is_flag=True, help="The hand's wall, as the log's published shuffle seed gives it.")
def show(log: str, hand: HandIndex | None, event: EventIndex | None, game: int, rules: str, wall: bool) -> None:
    """Show a log's hands, a hand with its events and wins, or the position before an event.

    \b
    auditor show game.mjlog                        one line a hand
    auditor show game.mjlog --hand 3               its events, its end, how its wins are scored
    auditor show game.mjlog --hand 3 --event 41    the position that event 41 met
    auditor show game.mjlog --hand 3 --wall        every tile of its wall
    """
    from auditor.report.show import ShowError, show_wall
    from auditor.report.show import show as show_log
    from auditor.rulesets import RulesetError

    try:
        if wall and hand is None:
            raise ShowError("--wall needs --hand")
        lines = show_wall(log, hand or 0, game) if wall else show_log(log, hand, event, rules, game)
    except (ShowError, RulesetError) as error:
        raise UsageFault(str(error)) from None
    click.echo("\n".join(lines))
