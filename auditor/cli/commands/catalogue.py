"""What the program knows without a log: ``auditor checks``, ``rulesets`` and ``kan``."""

import click

from auditor.cli.options import UsageError, print_lines


@click.command()
@click.argument("check", required=False)
@click.option("--doubt", is_flag=True, help="What each check relies on and puts in doubt, in the order they are asked.")
def checks(check: str | None, doubt: bool) -> None:
    """List the checks, or show one in full: what it flags, why, its sources, an example.

    \b
    auditor checks riichi/kan-waits
    auditor checks win --doubt
    """
    from auditor.checks import BY_ID, CATALOGUE, family, no_such_check
    from auditor.report.catalogue import check_text, checks_text, doubt_text

    if check is None:
        chosen = list(CATALOGUE)
    else:
        chosen = [BY_ID[one] for one in ([check] if check in BY_ID else family(check, BY_ID))]
        if not chosen:
            raise UsageError(no_such_check(check, BY_ID))
    if doubt:
        text = doubt_text(chosen)
    else:
        text = check_text(chosen[0]) if check in BY_ID else checks_text(chosen)
    click.echo(text, nl=False)


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
    from auditor.errors import KanQuestionError, RulesetError
    from auditor.report.kan import judge_kan, kan_text

    try:
        answer = judge_kan(hand, draw, kan, list(rules) or None)
    except (KanQuestionError, RulesetError) as error:
        raise UsageError(str(error)) from None
    print_lines(*kan_text(answer), err=False)


@click.command()
@click.argument("name", required=False)
@click.argument("other", required=False)
def rulesets(name: str | None, other: str | None) -> None:
    """List the rulesets, show one with all its settings, or the settings in which two differ.

    \b
    auditor rulesets ema-2012
    auditor rulesets tenhou ema-2012
    """
    from auditor.errors import RulesetError
    from auditor.report.catalogue import ruleset_difference, ruleset_text, rulesets_text
    from auditor.rulesets import load, names, sources_of

    try:
        if name is None:
            text = rulesets_text([load(known) for known in names()])
        elif other is None:
            text = ruleset_text(load(name), sources_of(name))
        else:
            text = ruleset_difference(load(name), load(other))
    except RulesetError as error:
        raise UsageError(str(error)) from error
    print_lines(*text.removesuffix("\n").split("\n"), err=False)
