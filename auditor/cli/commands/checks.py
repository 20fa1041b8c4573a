"""``auditor checks``: what is checked."""

import click

from auditor.cli.exits import UsageFault


@click.command()
@click.argument("check", required=False)
def checks(check: str | None) -> None:
    """List the checks, or show one in full: what it flags, why, its sources, an example.

    \b
    auditor checks riichi/kan-waits
    """
    from auditor.checks import BY_ID, CATALOGUE
    from auditor.cli.selection import family, no_such_check
    from auditor.report.catalogue import check_text, checks_text

    if check is None:
        click.echo(checks_text(CATALOGUE), nl=False)
    elif check in BY_ID:
        click.echo(check_text(BY_ID[check]), nl=False)
    else:
        found = family(check, BY_ID)
        if not found:
            raise UsageFault(no_such_check(check, BY_ID))
        click.echo(checks_text([BY_ID[one] for one in found]), nl=False)
