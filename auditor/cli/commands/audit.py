"""``auditor audit``: what is wrong with logs."""

import sys
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

import click

from auditor.cli.exits import FAIL_ON, UsageFault, exit_code
from auditor.cli.options import database_option, progress_option, rules_option, size

TEXT_CAP: Final = 20
if TYPE_CHECKING:
    from auditor.audit.worker import Settings
    from auditor.store.database import Store

CAP: Final = 20
"""Findings of a check that are told in text, unless asked otherwise."""

FOR_PEOPLE: Final = ("text", "concise")
FORMS: Final = (*FOR_PEOPLE, "json", "jsonl", "sarif")
"""Forms of findings."""


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@database_option("Load games and findings into this DuckDB file as well.")
@rules_option("The ruleset to judge by: a name, a TOML file or Majiang's rule object; auto takes it from each log.")
@click.option("--also-under", metavar="all|NAME,..",
              help="Keep in the database what these rulesets find, too: query findings-by-ruleset.")  # fmt: skip
@click.option("--jobs", type=click.IntRange(1), metavar="N",
              help="Processes to use. Default: one for few inputs, else one a core.")  # fmt: skip
@click.option("--max-size", type=size, default="256M", show_default=True, metavar="SIZE",
              help="Read no input that is larger once unpacked: bytes, or with K, M or G.")  # fmt: skip
@click.option("--max-ratio", type=click.IntRange(1), default=1000, show_default=True, metavar="N",
              help="Read no input that grows more than N times when it is decompressed.")  # fmt: skip
@click.option("--format", "output", type=click.Choice(FORMS), default="text", show_default=True,
              help="How findings are written to standard output; concise is a line each.")  # fmt: skip
@click.option("--cap", type=click.IntRange(0), default=CAP, show_default=True, metavar="N",
              help="Tell so many findings of a check in text, and how many more there are; 0 for all.")  # fmt: skip
@click.option("--statistics", is_flag=True, help="Count findings by check and by game instead of telling them.")
@click.option("--select", metavar="CHECK,..", help="Tell only these checks or families: riichi/kan-waits, furiten/*.")
@click.option("--ignore", metavar="CHECK,..", help="Leave these checks or families out.")
@click.option("--fail-on", type=click.Choice(FAIL_ON), default="mismatch", show_default=True,
              help="Exit with 1 for findings of this severity or a graver one.")  # fmt: skip
@click.option("--notes", is_flag=True,
              help="Show notes in text; else only --select or --fail-on note shows them.")  # fmt: skip
@progress_option()
@click.option("-v", "--verbose", is_flag=True, help="Tell everything in the summary, and why something was not judged.")
def audit(
    paths: tuple[str, ...],
    database: str | None,
    rules: str,
    also_under: str | None,
    jobs: int | None,
    max_size: int,
    max_ratio: int,
    output: str,
    cap: int,
    statistics: bool,
    select: str | None,
    ignore: str | None,
    fail_on: str,
    notes: bool,
    progress: bool | None,
    verbose: bool,
) -> None:
    """Audit logs: files, folders, archives, or - for standard input.

    Findings go to standard output, everything else to standard error. A database always takes the findings of all
    checks; --select and --ignore limit what is told and what makes the run fail.

    \b
    Exit codes:
      0  nothing found
      1  findings of the severity of --fail-on or graver
      2  wrong usage
      3  some input could not be read; what could be was audited and kept

    \b
    auditor audit logs/ --rules ema-2012 --select 'riichi/*,furiten/*'
    auditor audit 2024.zip --db games.duckdb --format jsonl > findings.jsonl
    """
    from auditor.cli.judges import audit_settings
    from auditor.cli.progress import progress_of
    from auditor.cli.selection import selected_checks, selects_notes
    from auditor.cli.stands import AuditStand
    from auditor.cli.teller import Teller, Telling, writer_of
    from auditor.report.summary import Summary
    from auditor.sources import Limits, Meter, open_sources

    is_text = output in FOR_PEOPLE
    if statistics and not is_text:
        raise UsageFault(f"--statistics is text; --format {output} has the counts in its summary.")
    chosen = selected_checks(select, ignore)
    settings = audit_settings(rules, also_under, is_loaded=database is not None)
    shows_notes = notes or not is_text or fail_on == "note" or (select is not None and selects_notes(chosen))
    meter = Meter()
    items = open_sources(paths, Limits(max_bytes=max_size, max_ratio=max_ratio), meter)
    summary = Summary(None if select is None and ignore is None else chosen, rules)
    writer = writer_of(Telling(output, cap, statistics), rules)
    teller = Teller(writer, summary, chosen, shows_notes=shows_notes, verbose=verbose)
    stand = AuditStand(summary, paths, meter)
    run = partial(teller.run, items, settings, jobs, progress=progress_of(stand, progress), note=stand.note)
    started = time.monotonic()
    with stand:
        if database is None:
            run(None)
        else:
            _load(database, settings, run)
    teller.sum_up(time.monotonic() - started, database, advises=is_text)
    sys.exit(exit_code(summary.findings, fail_on, has_problems=summary.problems > 0))


def _load(database: str, settings: "Settings", run: "Callable[[Store], None]") -> None:
    """A run into a database. Raises UsageFault."""
    from auditor.store.database import Store, StoreError

    try:
        with Store(database, settings.rules_key, settings.version) as store:
            run(store)
    except StoreError as error:
        raise UsageFault(str(error)) from error
