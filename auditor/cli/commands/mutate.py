"""``auditor mutate``: copies of legal logs with one fault each."""

import click

from auditor.cli.exits import UsageFault
from auditor.cli.options import project_rules_option


def _show_faults(context: click.Context, _: click.Parameter, value: bool) -> None:
    if value and not context.resilient_parsing:
        from auditor.mutation.faults import FAULTS

        for fault in sorted(FAULTS.values(), key=lambda one: (one.check is None, one.check or "", one.name)):
            click.echo(f"{fault.check or 'legal twin':<22} {fault.name}\n  {fault.point}")
        context.exit()


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("-o", "--output", required=True, metavar="FOLDER", help="Where to write them, and expected.jsonl.")
@click.option("--faults", metavar="NAME,..", help="Only these kinds. Default: all.")
@click.option("--each", type=click.IntRange(1), default=5, show_default=True, metavar="N",
              help="Of each kind so many logs, where so many have a place for it.")  # fmt: skip
@click.option("--seed", type=int, default=1, show_default=True, metavar="N", help="Another number, other copies.")
@click.option("--to", metavar="FORMAT", help="Another format, as for convert.")
@project_rules_option("The ruleset by which the logs are legal.")
@click.option("--list", is_flag=True, is_eager=True, expose_value=False, callback=_show_faults,
              help="List the kinds of faults, each with the check that must tell of it.")  # fmt: skip
def mutate(
    paths: tuple[str, ...], output: str, faults: str | None, each: int, seed: int, to: str | None, rules: str
) -> None:
    """Write copies of legal logs with one fault each, and what must be told of them: a benchmark for auditors.

    expected.jsonl has a line a log: file, fault, check, hand, seat, event, rules. That finding must be told of the log,
    and no other; where check is null the log is a legal twin of a fault, of which nothing may be told (notes apart).
    Logs with faults of their own are left out. The copies depend on the logs and the seed alone.
    Mahjong Soul's and the M-League's logs, which cannot be written but with --to, have kinds of their own, put into
    their records; these are written as JSON.

    \b
    auditor mutate logs/ -o mutants/ --each 5 --seed 1
    auditor mutate logs/ -o mutants/ --faults deposit-dropped,kan-that-changes-the-waits
    """
    from auditor.checks import no_such
    from auditor.edit.output import EditError
    from auditor.mutation.faults import FAULTS
    from auditor.mutation.mutate import LegalLogs, write_mutants
    from auditor.rulesets import AUTO, RulesetError, load
    from auditor.text import plural

    names = list(FAULTS) if faults is None else [name.strip() for name in faults.split(",") if name.strip()]
    for name in names:
        if name not in FAULTS:
            raise UsageFault(f"--faults: {no_such('fault', name, FAULTS, 'auditor mutate --list lists them all.')}")
    try:
        if rules != AUTO:
            load(rules)
        logs = LegalLogs(paths, rules, to, lambda name, why: click.echo(f"{name}: left out: {why}", err=True))
        without = []
        total = 0
        for fault, count in write_mutants(logs, output, names, each, seed):
            total += count
            if not count:
                without.append(fault.name)
    except (EditError, RulesetError) as error:
        raise UsageFault(str(error)) from None
    if without:
        click.echo(f"no log has a place for: {', '.join(without)}", err=True)
    click.echo(f"{plural(total, 'log')} of {plural(len(names) - len(without), 'kind')} written to {output}", err=True)
