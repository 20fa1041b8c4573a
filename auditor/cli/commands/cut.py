"""``auditor cut``: one hand as a log of its own."""

import sys

import click

from auditor.cli.exits import FOUND, UsageFault
from auditor.cli.options import project_rules_option
from auditor.units import EventIndex, HandIndex


@click.command()
@click.argument("log")
@click.option("--hand", type=click.IntRange(0), metavar="N", help="The hand, by its index in the log, from 0.")
@click.option("--round", metavar="ROUND", help="The hand by its round: E1, S1-2.")
@click.option("--until", type=click.IntRange(0), metavar="EVENT", help="The last event that stays. Default: all stay.")
@click.option("--game", type=click.IntRange(0), metavar="N", help="Which game of a file with several, from 0.")
@click.option("--to", metavar="FORMAT", help="Another format, as for convert.")
@project_rules_option("The ruleset by which the hand must tell nothing new.")
@click.option("-o", "--output", metavar="FILE", help="Where to write. Default: standard output.")
def cut(
    log: str,
    hand: HandIndex | None,
    round: str | None,
    until: EventIndex | None,
    game: int | None,
    to: str | None,
    rules: str,
    output: str | None,
) -> None:
    """Cut one hand out of a log, as a log of its own: with the counters and scores at its start, the rules and players.

    It is read again and judged: it tells of the hand what the whole log does, and nothing new. Exit code 1 where it
    does.

    \b
    auditor cut game.mjlog --hand 3 -o hand.mjlog
    auditor cut game.mjlog --round S1-2 --until 41     what had happened up to event 41
    auditor cut record.json --hand 0 --to tenhou6      of a format that is read, and not written
    """
    from auditor.edit.cut import cut as cut_log
    from auditor.edit.output import EditError, write_text
    from auditor.formats.logs import NoGameError, game_of, hand_of_round
    from auditor.rulesets import RulesetError

    if (hand is None) == (round is None):
        raise UsageFault("say which hand: give either --hand N or --round ROUND.")
    try:
        found = game_of(log, game)
        index = hand_of_round(found.game, round) if round is not None else hand or 0
        made = cut_log(found, index, until, rules=rules, to=to)
        write_text(made.written.text, output)
    except (EditError, NoGameError, RulesetError) as error:
        raise UsageFault(str(error)) from None
    for what, told in (
        ("left out, for it would tell something new of the hand alone", made.left_out),
        ("not in the format", made.written.losses),
        ("not told without the rest of the game", made.gone),
        ("told of the hand alone, and not of the game", made.news),
    ):
        for one in told:
            click.echo(f"{what}: {one}", err=True)
    sys.exit(FOUND if made.news else 0)
