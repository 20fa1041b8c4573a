"""``auditor kan``: the question that referees are asked."""

import click

from auditor.cli.exits import UsageFault


@click.command()
@click.argument("hand")
@click.option("--draw", required=True, metavar="TILE", help="The tile just drawn.")
@click.option("--kan", default="", metavar="TILE", help="The tile of the kan, where it is not the drawn one.")
@click.option("--rules", multiple=True, metavar="NAME|FILE", help="A ruleset to judge by. Default: each of them.")
def kan(hand: str, draw: str, kan: str, rules: tuple[str, ...]) -> None:
    """Judge a closed kan after riichi: the verdict under each ruleset, and the waits and readings that it changes.

    \b
    auditor kan 3444m778899s333z --draw 4m
    auditor kan 123p333345s78m11z --draw 6s --kan 3s --rules tenhou
    """
    from auditor.report.kan import KanQuestionError, judge_kan, kan_text
    from auditor.rulesets import RulesetError

    try:
        answer = judge_kan(hand, draw, kan, list(rules) or None)
    except (KanQuestionError, RulesetError) as error:
        raise UsageFault(str(error)) from None
    click.echo("\n".join(kan_text(answer)))
