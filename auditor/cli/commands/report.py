"""``auditor report``: a page of results and findings."""

import os
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

import click
from click.core import ParameterSource

from auditor.cli.options import (
    EXIT_UNREADABLE,
    UsageError,
    audit_settings,
    database_option,
    print_lines,
    progress_option,
    project_rules_option,
    selected_checks,
)

if TYPE_CHECKING:
    from auditor.report.page.collect import InputCache
    from auditor.report.page.data import PageData


class ReportOptions(NamedTuple):
    """The options of ``auditor report``, each as its help says."""

    paths: tuple[str, ...]
    output: str
    database: str | None
    rules: str
    title: str | None
    select: str | None
    ignore: str | None
    notes: bool
    most: int | None
    charts: bool | None
    jobs: int | None
    progress: bool | None


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
def report(**values: Any) -> None:
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
    from auditor.errors import StoreError
    from auditor.report.drawing import RendererError
    from auditor.report.page.data import PageData
    from auditor.report.page.page import ReportError, require_templates

    options = ReportOptions(**values)
    database = options.database
    is_named = click.get_current_context().get_parameter_source("database") is ParameterSource.COMMANDLINE
    if options.paths and not is_named:
        database = None  # the environment's is for when no logs are named
    if bool(options.paths) == (database is not None):
        raise UsageError("name logs, or a database with --db FILE; not both.")
    checks = selected_checks(options.select, options.ignore)
    is_selected = options.select is not None and checks is not None and selects_notes(checks)
    data = PageData(checks, with_notes=options.notes or is_selected)
    try:
        require_templates()
        if database is None:
            cache = _audit(options, data)
            _write(options, options.title or _title(*options.paths), data, cache)
        else:
            _read(database, data, options.charts)
            _write(options, options.title or _title(database), data, None)
    except (ReportError, StoreError, RendererError) as error:
        raise UsageError(str(error)) from None
    sys.exit(EXIT_UNREADABLE if data.summary.problems else 0)


def _audit(options: ReportOptions, data: "PageData") -> "InputCache":
    """Gather what logs give; returns those that are drawn from. Raises StoreError and RendererError."""
    from auditor.cli.progress import AuditProgress, progress_of
    from auditor.report.page.collect import InputCache, gather
    from auditor.sources import Limits, ReadProgress, open_sources

    meter = ReadProgress()
    cache = InputCache(open_sources(options.paths, Limits(), meter))
    settings = audit_settings(options.rules, None, is_loaded=True)
    counting = AuditProgress(data.summary, options.paths, meter)
    with counting, progress_of(counting, options.progress):
        gather(cache, settings, data, options.jobs, counting.count, charts=options.charts)
    return cache


def _read(database: str, data: "PageData", charts: bool | None) -> None:
    """Gather what a database holds. Raises StoreError and RendererError."""
    from auditor.report.page.collect import gather_stored
    from auditor.store.queries import connect

    with connect(database) as connection:
        gather_stored(connection, database, data, charts=charts)


def _write(options: ReportOptions, title: str, data: "PageData", cache: "InputCache | None") -> None:
    """Write the page, and say so.

    Args:
        options: Name the file, and how many findings it shows at most.
        title: Of the page.
        data: What it shows.
        cache: The logs that boards are drawn from, where logs were audited.

    Raises:
        ReportError: The page cannot be made.
        UsageError: It cannot be written.
    """
    from auditor.files.atomic import write_atomic
    from auditor.report.page.data import MOST_SHOWN
    from auditor.report.page.page import PageRun, page_html, verdict_text
    from auditor.text import plural

    rest = "The others: auditor audit --format jsonl, or a page of one check with --select."
    contents = {} if cache is None else cache.contents
    page = page_html(data, PageRun(title, rest), contents, options.most or MOST_SHOWN)
    output = options.output
    if output == "-":
        click.echo(page, nl=False)
        return
    try:
        write_atomic(output, page)
    except OSError as error:
        raise UsageError(f"{output}: cannot be written: {error.strerror or error}") from None
    problems = f"; {plural(data.summary.problems, 'problem')}, told on the page" if data.summary.problems else ""
    print_lines(f"{output}: {verdict_text(data.summary)}{problems}")


def _title(first: str, *others: str) -> str:
    """The name of what the page is about."""
    name = "standard input" if first == "-" else os.path.basename(os.path.normpath(first))
    return f"{name} and {len(others)} more" if others else name
