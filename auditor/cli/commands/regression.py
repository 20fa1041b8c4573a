"""Logs as tests: ``auditor verify`` judges logs by the verdict in them, ``auditor mutate`` makes faulty ones."""

import sys
from collections import Counter
from typing import TYPE_CHECKING, Final

import click

from auditor.cli.options import EXIT_FINDINGS, EXIT_UNREADABLE, UsageError, print_lines, project_rules_option
from auditor.core.program import program_name
from auditor.core.text import plural

if TYPE_CHECKING:
    from auditor.regression.verify import Verified


def _show_faults(context: click.Context, _: click.Parameter, value: bool) -> None:
    if value and not context.resilient_parsing:
        from auditor.mutation.faults import FAULTS

        for fault in sorted(FAULTS.values(), key=lambda one: (one.check is None, one.check or "", one.name)):
            check = f"{fault.check} or .." if fault.checks else fault.check or "legal twin"
            click.echo(f"{check:<22} {fault.name}\n  {fault.point}")
        context.exit()


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("-o", "--output", required=True, metavar="FOLDER", help="Where to write them, and expected.jsonl.")
@click.option("--faults", metavar="NAME,..", help="Only these kinds. Default: all.")
@click.option("--each", type=click.IntRange(1), default=5, show_default=True, metavar="N",
              help="How many logs to write of each kind, if so many have a spot for it.")  # fmt: skip
@click.option("--seed", type=int, default=1, show_default=True, metavar="N", help="Another number gives other copies.")
@click.option("--to", metavar="FORMAT", help="Another format, as for convert.")
@project_rules_option("The ruleset by which the logs are legal.")
@click.option("--list", is_flag=True, is_eager=True, expose_value=False, callback=_show_faults,
              help="List the kinds of faults, each with the check that must find it.")  # fmt: skip
def mutate(
    paths: tuple[str, ...], output: str, faults: str | None, each: int, seed: int, to: str | None, rules: str
) -> None:
    """Write copies of legal logs with one fault each, and what must be found in them: a benchmark for auditors.

    expected.jsonl has a line per log: file, fault, check, hand, seat, event, rules. That finding must be reported
    under these rules, and no other; where check is null the log is a legal twin of a fault, and nothing may be
    found in it (notes apart); where it is a list, one finding of any of these, in that hand, or for null none.
    Logs that name no rules are judged by those that auto assumes. Logs with faults of their own are left out.
    The copies depend on the logs and the seed alone.
    Mahjong Soul's, Riichi City's, Majiang's and the M-League's logs have kinds of faults of their own, put into their
    records; these are written as JSON.

    \b
    auditor mutate logs/ -o mutants/ --each 5 --seed 1
    auditor mutate logs/ -o mutants/ --faults deposit-dropped,kan-that-changes-the-waits
    """
    from auditor.core.checks import no_such
    from auditor.core.rulesets import AUTO, load
    from auditor.mutation.faults import FAULTS
    from auditor.mutation.mutate import LegalLogs, write_mutants

    names = list(FAULTS) if faults is None else [name.strip() for name in faults.split(",") if name.strip()]
    for name in names:
        if name not in FAULTS:
            raise UsageError(f"--faults: {no_such('fault', name, FAULTS, 'auditor mutate --list lists them all.')}")
    if rules != AUTO:
        load(rules)
    logs = LegalLogs(paths, rules, to, lambda name, why: print_lines(f"{name}: left out: {why}"))
    without = []
    total = 0
    for fault, count in write_mutants(logs, output, names, each, seed):
        total += count
        if not count:
            without.append(fault.name)
    if without:
        print_lines(f"no log has a place for: {', '.join(without)}")
    print_lines(f"{plural(total, 'log')} of {plural(len(names) - len(without), 'kind')} written to {output}")


MATCHES: Final = "as stated"
DIFFERS: Final = "differs"
UNREAD: Final = "not read"
NO_VERDICT: Final = "without a verdict"
WRITTEN: Final = "written"


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--write", is_flag=True, help="Write the current verdict into each log that has none or another one.")
@project_rules_option("With --write, the ruleset for logs that carry no verdict yet.")
@click.option("--rulesets", metavar="FOLDER", help="Where to find rulesets that verdicts name (NAME.toml).")
def verify(paths: tuple[str, ...], write: bool, rules: str, rulesets: str | None) -> None:
    """Judge logs by the verdict that they carry, and report what differs.

    A verdict is in a comment of the log, or in LOG.verdict.toml next to it: the ruleset, and every finding. Logs
    without one are counted; a log that is named must have one.

    \b
    Exit codes:
      0  every verdict holds, or was written
      1  some verdict does not hold
      2  wrong usage
      3  some log, or verdict, could not be read, or there is none

    \b
    auditor verify regressions/
    auditor verify regressions/new.mjlog --write --rules ema-2016
    """
    import os

    from auditor.core.errors import RulesetError
    from auditor.core.reading.embedded_verdict import VERDICT_SUFFIX
    from auditor.core.rulesets import settings_key
    from auditor.regression.verify import logs_below
    from auditor.regression.verify import verify as judge

    try:
        settings_key(rules)
    except RulesetError as error:
        raise UsageError(f"--rules: {error}") from None
    counts: Counter[str] = Counter()
    for path in dict.fromkeys([path.removesuffix(VERDICT_SUFFIX) for path in paths]):
        is_folder = os.path.isdir(path)
        for log in logs_below(path):
            for one in judge(log, rulesets, is_named=not is_folder, rules=rules if write else None):
                counts[_result_line(one, rulesets, write=write, is_named=not is_folder)] += 1
    print_lines(_summary(counts))
    if counts[UNREAD] or not counts[MATCHES] + counts[DIFFERS] + counts[WRITTEN]:
        sys.exit(EXIT_UNREADABLE)
    sys.exit(EXIT_FINDINGS if counts[DIFFERS] else 0)


def _result_line(one: "Verified", rulesets: str | None, *, write: bool, is_named: bool) -> str:
    """Print how a log differs from its verdict, or write its verdict. Returns the kind of result to count."""
    from auditor.core.reading.embedded_verdict import VerdictError
    from auditor.core.sources import input_name
    from auditor.regression.verify import write_verdict

    name = input_name(one.path, one.member)
    if one.matches_verdict:
        return MATCHES
    if one.problems:
        for problem in one.problems:
            print_lines(f"{name}: {problem}")
        return UNREAD
    if write:
        try:
            print_lines(f"{write_verdict(one)}: {_verdict_text(one)}", err=False)
        except (VerdictError, OSError) as error:
            print_lines(f"{name}: {error}")
            return UNREAD
        return WRITTEN
    if one.expected is None:
        if is_named:
            print_lines(f"{name}: carries no verdict; --write puts today's in")
            return UNREAD
        return NO_VERDICT
    _print_difference(name, one, rulesets)
    return DIFFERS


def _print_difference(name: str, one: "Verified", rulesets: str | None) -> None:
    """Print the findings that only the verdict of a log has, and those that only the log has."""
    from auditor.output.findings_text import TextWriter
    from auditor.regression.verify import ruleset_of

    assert one.expected is not None
    rules = ruleset_of(one.expected.rules, one.path, rulesets)
    print_lines(f"{name}: not as its verdict says, judged by {one.expected.rules}", err=False)
    for due in one.missing:
        print_lines(f"  not found: {due}", err=False)
    if one.unexpected:
        click.echo("  found, and not in it:\n")
    writer = TextWriter(lambda text: click.echo(text, nl=False), program_name(), rules)
    for unexpected in one.unexpected:
        writer.finding(*unexpected)


def _verdict_text(one: "Verified") -> str:
    assert one.today is not None
    findings = plural(len(one.today.finds), "finding") if one.today.finds else "nothing found"
    return f"{findings}, judged by {one.today.rules}"


def _summary(counts: "Counter[str]") -> str:
    count = counts[MATCHES] + counts[DIFFERS]
    others = [f"{plural(counts[kind], 'log')} {kind}" for kind in (WRITTEN, UNREAD, NO_VERDICT) if counts[kind]]
    if others and not count:
        return "; ".join(others)
    return "; ".join([f"{plural(count, 'verdict')}: {counts[MATCHES]:,} as stated, {counts[DIFFERS]:,} not", *others])
