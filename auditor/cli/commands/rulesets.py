"""``auditor rulesets``: by what rules logs are judged."""

import click

from auditor.cli.exits import UsageFault


@click.command()
@click.argument("name", required=False)
@click.argument("other", required=False)
def rulesets(name: str | None, other: str | None) -> None:
    """List the rulesets, show one with all its settings, or the settings in which two differ.

    \b
    auditor rulesets ema-2012
    auditor rulesets tenhou ema-2012
    """
    from auditor.report.catalogue import ruleset_difference, ruleset_text, rulesets_text
    from auditor.rulesets import RulesetError, load, names, sources_of

    try:
        if name is None:
            click.echo(rulesets_text([load(known) for known in names()]), nl=False)
        elif other is None:
            click.echo(ruleset_text(load(name), sources_of(name)), nl=False)
        else:
            click.echo(ruleset_difference(load(name), load(other)), nl=False)
    except RulesetError as error:
        raise UsageFault(str(error)) from error
