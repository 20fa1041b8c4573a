"""``auditor shrink``: the smallest log that keeps exactly one finding."""

import click

from auditor.cli.exits import UsageFault
from auditor.cli.options import project_rules_option
from auditor.units import HandIndex


@click.command()
@click.argument("log")
@click.option("--check", required=True, metavar="CHECK", help="The check whose finding stays: riichi/kan-waits.")
@click.option("--hand", type=click.IntRange(0), metavar="N", help="Its hand, from 0. Default: the first that has one.")
@click.option("--game", type=click.IntRange(0), metavar="N", help="Which game of a file with several, from 0.")
@click.option("--to", metavar="FORMAT", help="Another format, as for convert.")
@project_rules_option("The ruleset that judges.")
@click.option("-o", "--output", metavar="FILE", help="Where to write. Default: standard output.")
def shrink(
    log: str, check: str, hand: HandIndex | None, game: int | None, to: str | None, rules: str, output: str | None
) -> None:
    """Write the smallest log that still has exactly a finding, and no other: a fixture, or what a bug report needs.

    Hands, turns, riichi and calls that the finding does not need go, and with them names, ids and seeds; tiles, points
    and counters that do not matter become the simplest. Every step is replayed and judged.

    \b
    auditor shrink game.mjlog --check riichi/kan-waits -o kan.mjlog
    auditor shrink engine.jsonl --check furiten/riichi --hand 4
    """
    from auditor.checks import BY_ID, no_such_check
    from auditor.edit.output import EditError, write_text
    from auditor.edit.shrink import shrink as shrink_log
    from auditor.formats.logs import NoGameError, game_of
    from auditor.rulesets import RulesetError
    from auditor.text import plural

    if check not in BY_ID:
        raise UsageFault(f"--check: {no_such_check(check, BY_ID)}")
    try:
        made = shrink_log(game_of(log, game), check, hand, rules=rules, to=to)
        write_text(made.written.text, output)
    except (EditError, NoGameError, RulesetError) as error:
        raise UsageFault(str(error)) from None
    hands = plural(len(made.written.game.hands), "hand")
    click.echo(f"{hands}, {plural(made.events, 'event')}, after {plural(made.steps, 'step')}", err=True)
    place = "" if made.finding.event is None else f" event {made.finding.event}"
    click.echo(f"hand {made.finding.hand}{place}: {made.finding.check}: {made.finding.message}", err=True)
