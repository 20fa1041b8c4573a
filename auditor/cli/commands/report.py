"""``auditor report``: a page of what was found."""

import os
import sys
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from auditor.cli.options import EXIT_UNREADABLE, UsageError, database_option, progress_option, project_rules_option

if TYPE_CHECKING:
    from auditor.report.page.collect import InputCache
    from auditor.report.page.data import PageData


@click.command()
@click.argument("paths", nargs=-1, metavar="[PATH...]")
@click.option("-o", "--output", required=True, metavar="FILE.html", help="The page; - is standard output.")
@database_option("Tell of the games of this database instead of auditing logs.")
@project_rules_option(
    "The ruleset to judge by: a name, a TOML file or Majiang's rule object; auto takes it from each log."
)
@click.option("--title", metavar="TEXT", help="What stands at its head. Default: the name of what was audited.")
@click.option("--select", metavar="CHECK,..", help="Tell only these checks or families: riichi/kan-waits, furiten/*.")
@click.option("--ignore", metavar="CHECK,..", help="Leave these checks or families out.")
@click.option("--notes", is_flag=True, help="Tell notes, too.")
@click.option("--most", type=click.IntRange(1), metavar="N", help="Show so many findings at most. Default: 240.")
@click.option(
    "--charts/--no-charts", default=None, help="Draw charts. Default: of a database, and of 200 logs or less."
)
@click.option("--jobs", type=click.IntRange(1), metavar="N",
              help="Processes to use. Default: one for few inputs, else one a core.")  # fmt: skip
@progress_option()
def report(
    paths: tuple[str, ...],
    output: str,
    database: str | None,
    rules: str,
    title: str | None,
    select: str | None,
    ignore: str | None,
    notes: bool,
    most: int | None,
    charts: bool | None,
    jobs: int | None,
    progress: bool | None,
) -> None:
    """Write one HTML page: the answer in a sentence, the results, each finding with its board, what was not judged.

    The page is one file that needs no network: to open, send, print. On it hands are stepped through with the arrow
    keys. The logs that a database was loaded from are opened again for the boards, where they still are.

    \b
    Exit codes:
      0  the page is written
      2  wrong usage
      3  it is written, and some input could not be read; it says which

    \b
    auditor report evening/ -o evening.html
    auditor report --db games.duckdb --select 'riichi/*' -o riichi.html
    """
    from auditor.checks import selects_notes
    from auditor.cli.options import selected_checks
    from auditor.errors import StoreError
    from auditor.report.drawing import RendererError
    from auditor.report.page.data import PageData
    from auditor.report.page.page import ReportError, require_templates

    is_named = click.get_current_context().get_parameter_source("database") is ParameterSource.COMMANDLINE
    if paths and not is_named:
        database = None  # the environment's is for when no logs are named
    if bool(paths) == (database is not None):
        raise UsageError("name logs, or a database with --db FILE; not both.")
    chosen = selected_checks(select, ignore)
    with_notes = notes or (select is not None and chosen is not None and selects_notes(chosen))
    matter = PageData(chosen, with_notes=with_notes)
    try:
        require_templates()
        if database is None:
            kept = _audit(paths, rules, matter, jobs, charts, progress)
            _write(output, title or _title(*paths), matter, kept, most)
        else:
            _read(database, matter, charts)
            _write(output, title or _title(database), matter, None, most)
    except (ReportError, StoreError, RendererError) as error:
        raise UsageError(str(error)) from None
    sys.exit(EXIT_UNREADABLE if matter.summary.problems else 0)


def _audit(
    paths: tuple[str, ...], rules: str, matter: "PageData", jobs: int | None, charts: bool | None, progress: bool | None
) -> "InputCache":
    """Gather what logs give. Returns what is kept of them. Raises StoreError and RendererError."""
    from auditor.cli.options import audit_settings
    from auditor.cli.progress import AuditProgress, progress_of
    from auditor.report.page.collect import InputCache, gather
    from auditor.sources import Limits, ReadProgress, open_sources

    meter = ReadProgress()
    kept = InputCache(open_sources(paths, Limits(), meter))
    settings = audit_settings(rules, None, is_loaded=True)
    counting = AuditProgress(matter.summary, paths, meter)
    with counting, progress_of(counting, progress):
        gather(kept, settings, matter, jobs, counting.count, charts=charts)
    return kept


def _read(database: str, matter: "PageData", charts: bool | None) -> None:
    """Gather what a database holds. Raises StoreError and RendererError."""
    from auditor.report.page.collect import gather_stored
    from auditor.store.queries import connect

    with connect(database) as connection:
        gather_stored(connection, database, matter, charts=charts)


def _write(output: str, title: str, matter: "PageData", kept: "InputCache | None", most: int | None) -> None:
    """Write the page, and say so. Raises ReportError."""
    from auditor.files.atomic import write_atomic
    from auditor.report.page.data import MOST_SHOWN
    from auditor.report.page.page import Run, page_html, verdict_text
    from auditor.text import plural

    rest = "The others: auditor audit --format jsonl, or a page of one check with --select."
    page = page_html(matter, Run(title, rest), {} if kept is None else kept.contents, most or MOST_SHOWN)
    if output == "-":
        click.echo(page, nl=False)
        return
    try:
        write_atomic(output, page)
    except OSError as error:
        raise UsageError(f"{output}: cannot be written: {error.strerror or error}") from None
    told = f"; {plural(matter.summary.problems, 'problem')}, told on the page" if matter.summary.problems else ""
    click.echo(f"{output}: {verdict_text(matter.summary)}{told}", err=True)


def _title(first: str, *others: str) -> str:
    """The name of what the page is about."""
    name = "standard input" if first == "-" else os.path.basename(os.path.normpath(first))
    return f"{name} and {len(others)} more" if others else name
