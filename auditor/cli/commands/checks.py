"""``auditor checks``: what is checked."""

import click

from auditor.cli.exits import UsageFault


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
            raise UsageFault(no_such_check(check, BY_ID))
    if doubt:
        text = doubt_text(chosen)
    else:
        text = check_text(chosen[0]) if check in BY_ID else checks_text(chosen)
    click.echo(text, nl=False)
