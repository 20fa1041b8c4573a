"""``auditor verify``: logs that carry their verdict, judged by it."""

import sys
from collections import Counter
from typing import TYPE_CHECKING, Final

import click

from auditor.cli.exits import FOUND, NOT_READ, UsageFault
from auditor.cli.options import project_rules_option
from auditor.text import plural

if TYPE_CHECKING:
    from auditor.regression.verify import Verified

AS_TOLD: Final = "as told"
DIFFERS: Final = "differs"
UNREAD: Final = "not read"
WITHOUT: Final = "without a verdict"
WRITTEN: Final = "written"


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--write", is_flag=True, help="Put today's verdict into each log that has none or another one.")
@project_rules_option("With --write, what judges the logs that carry no verdict yet.")
@click.option("--rulesets", metavar="FOLDER", help="Where the rulesets lie (NAME.toml) that verdicts name.")
def verify(paths: tuple[str, ...], write: bool, rules: str, rulesets: str | None) -> None:
    """Judge logs by the verdict that they carry, and tell what differs.

    A verdict stands in a comment of the log, or in LOG.verdict.toml beside it: the ruleset, and every finding. Logs
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

    from auditor.formats.embedded_verdict import VERDICT_SUFFIX
    from auditor.regression.verify import logs_below
    from auditor.regression.verify import verify as judge
    from auditor.rulesets import RulesetError, settings_key

    try:
        settings_key(rules)
    except RulesetError as error:
        raise UsageFault(f"--rules: {error}") from None
    counts: Counter[str] = Counter()
    for path in dict.fromkeys([path.removesuffix(VERDICT_SUFFIX) for path in paths]):
        is_folder = os.path.isdir(path)
        for log in logs_below(path):
            for one in judge(log, rulesets, is_named=not is_folder, rules=rules if write else None):
                counts[_told(one, rulesets, write=write, is_named=not is_folder)] += 1
    click.echo(_summary(counts), err=True)
    if counts[UNREAD] or not counts[AS_TOLD] + counts[DIFFERS] + counts[WRITTEN]:
        sys.exit(NOT_READ)
    sys.exit(FOUND if counts[DIFFERS] else 0)


def _told(one: "Verified", rulesets: str | None, *, write: bool, is_named: bool) -> str:
    """Tell what is to be told of a log, or write its verdict. Returns what it is counted as."""
    from auditor.formats.embedded_verdict import VerdictError
    from auditor.regression.verify import write_verdict
    from auditor.sources import input_name

    name = input_name(one.path, one.member)
    if one.matches_verdict:
        return AS_TOLD
    if one.problems:
        for place, message in one.problems:
            click.echo(": ".join([name, *filter(None, [place]), message]), err=True)
        return UNREAD
    if write:
        try:
            click.echo(f"{write_verdict(one)}: {_verdict_text(one)}")
        except (VerdictError, OSError) as error:
            click.echo(f"{name}: {error}", err=True)
            return UNREAD
        return WRITTEN
    if one.carried is None:
        if is_named:
            click.echo(f"{name}: carries no verdict; --write puts today's in", err=True)
            return UNREAD
        return WITHOUT
    _tell_difference(name, one, rulesets)
    return DIFFERS


def _tell_difference(name: str, one: "Verified", rulesets: str | None) -> None:
    """What is found and what is not, other than the verdict says."""
    from auditor.cli.called import program
    from auditor.regression.verify import ruleset_of
    from auditor.report.findings_text import TextWriter

    assert one.carried is not None
    rules = ruleset_of(one.carried.rules, one.path, rulesets)
    click.echo(f"{name}: not as its verdict says, judged by {one.carried.rules}")
    for due in one.missing:
        click.echo(f"  not found: {due}")
    if one.unexpected:
        click.echo("  found beside it:\n")
    writer = TextWriter(lambda text: click.echo(text, nl=False), program(), rules)
    for told, result in one.unexpected:
        writer.finding(told, result)


def _verdict_text(one: "Verified") -> str:
    assert one.today is not None
    found = plural(len(one.today.finds), "finding") if one.today.finds else "nothing found"
    return f"{found}, judged by {one.today.rules}"


def _summary(counts: "Counter[str]") -> str:
    verdicts = counts[AS_TOLD] + counts[DIFFERS]
    others = [f"{plural(counts[kind], 'log')} {kind}" for kind in (WRITTEN, UNREAD, WITHOUT) if counts[kind]]
    if others and not verdicts:
        return "; ".join(others)
    return "; ".join([f"{plural(verdicts, 'verdict')}: {counts[AS_TOLD]:,} as told, {counts[DIFFERS]:,} not", *others])
