"""``auditor report``: a page of results and findings."""

import os
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import click
from click.core import ParameterSource

from auditor.cli import options as shared
from auditor.core.text import plural

if TYPE_CHECKING:
    from auditor.page.data import PageData
    from auditor.page.page import PageOptions

_PROBLEMS_NAMED = 3  # after the verdict; the page has them all


class ReportOptions(NamedTuple):
    """The options of ``auditor report``, each as its help says."""

    paths: tuple[str, ...]
    output: str
    opens: bool
    database: str | None
    rules: str
    title: str | None
    standings: str | None
    teams: str | None
    name: str | None
    hand: tuple[int, ...]
    round: tuple[str, ...]
    every_hand: bool
    finding: tuple[str, ...]
    prints: bool
    select: str | None
    ignore: str | None
    notes: bool
    most: int | None
    charts: bool | None
    jobs: int | None
    progress: bool | None


@click.command()
@click.argument("paths", nargs=-1, metavar="[PATH...]")
@click.option("-o", "--output", default="report.html", metavar="FILE.html", show_default=True,
              help="The page; - is standard output.")  # fmt: skip
@click.option("--open", "opens", is_flag=True, help="Open the page in the browser.")
@shared.database_option("Report the games of this database instead of auditing logs.")
@shared.project_rules_option(
    "The ruleset to judge by: a name, a TOML file or Majiang's rule object; auto: as each log says."
)
@click.option("--title", metavar="TEXT", help="The title. Default: the name of the input.")
@click.option("--standings", metavar="FILE", help="Write the standings, too: FILE.csv or FILE.json.")
@click.option("--teams", metavar="FILE.csv", help="The team of each player: a player and a team per line.")
@click.option("--name", metavar="PLAYER", help="Write the page of a player instead: profile, and notable hands.")
@click.option("--hand", type=click.IntRange(0), multiple=True, metavar="N",
              help="Show this hand of each game in full, by its index from 0; may be repeated.")  # fmt: skip
@click.option("--round", multiple=True, metavar="ROUND", help="Show this hand, E3-1, or a whole round, E3, in full.")
@click.option("--every-hand", is_flag=True, help="Show every hand in full.")
@click.option("--finding", type=shared.finding_name, multiple=True, metavar="NAME",
              help="Only this finding, by its name: a sheet to print and sign.")  # fmt: skip
@click.option("--print", "prints", is_flag=True, help="Print each finding on a sheet of its own, to be signed.")
@click.option("--select", metavar="CHECK,..", help="Show only these checks or families: riichi/kan-waits, furiten/*.")
@click.option("--ignore", metavar="CHECK,..", help="Leave these checks or families out.")
@click.option("--notes", is_flag=True, help="Show notes, too.")
@click.option("--most", type=click.IntRange(1), metavar="N", help="Show at most N findings. Default: 160.")
@click.option("--charts/--no-charts", default=None,
              help="Draw charts. Default: of a database, and of at most 200 logs.")  # fmt: skip
@click.option("--jobs", type=click.IntRange(1), metavar="N",
              help="Processes to use. Default: one for few inputs, else one per core.")  # fmt: skip
@shared.progress_option()
@shared.lang_option()
def report(**values: Any) -> None:
    """Write one HTML page: the answer in a sentence, the results, each finding with its board, what was not judged.

    The page is one file that needs no network: to open, send, print. The arrow keys step through its hands. For
    the boards, the logs that a database was loaded from are read again: where they were, beside it, or in FOLDER.

    \b
    Exit codes:
      0  the page is written
      2  wrong usage
      3  it is written, and an input could not be read, or no log was found; it says which

    \b
    auditor report evening/ --open
    auditor report evening/ -o evening.html
    auditor report game.mjlog --round E3-1 --open
    auditor report --db games.duckdb --select 'riichi/*' -o riichi.html
    auditor report FOLDER --db games.duckdb       # its logs were moved there
    """
    from auditor.core.checks import selects_notes
    from auditor.page.data import PageData

    options = ReportOptions(**values)
    database = options.database
    is_named = click.get_current_context().get_parameter_source("database") is ParameterSource.COMMANDLINE
    if options.paths and not is_named:
        database = None  # that of the environment is used only without logs
    if options.opens and options.output == "-":
        raise shared.UsageError("--open opens a file; standard output is none.")
    folder = options.paths[0] if len(options.paths) == 1 and database is not None and options.name is None else ""
    if bool(options.paths) == (database is not None) and not os.path.isdir(folder):
        raise shared.UsageError("name logs; or a database with --db FILE, and where its logs moved, their folder.")
    checks = shared.selected_checks(options.select, options.ignore)
    is_selected = options.select is not None and checks is not None and selects_notes(checks)
    if options.name is not None:
        _player(options, options.name, database)
        return
    data = PageData(checks, with_notes=options.notes or is_selected or bool(options.finding))
    if database is None:
        page_options = _page_options(options, _title(*options.paths))
        page = _audited(options, page_options, data)
    else:
        page_options = _page_options(options, _title(database))
        page = _stored(database, page_options, data, folder)
    _write(options, page, data, page_options.teams)
    sys.exit(shared.EXIT_UNREADABLE if data.summary.problems or not data.summary.games else 0)


def _page_options(options: ReportOptions, title: str) -> "PageOptions":
    """What the page shows. title: where none is given. Raises UserError if the file of teams cannot be read."""
    from auditor.core.checks.wording import said
    from auditor.page.data import MOST_SHOWN
    from auditor.page.page import HandChoice, PageOptions
    from auditor.page.standing_tables import read_teams

    return PageOptions(
        options.title or title,
        said("others-by", "The others: auditor audit --format jsonl, or a page of one check with --select."),
        HandChoice(options.hand, options.round, options.every_hand),
        {} if options.teams is None else read_teams(options.teams),
        options.finding, options.prints,
        most=options.most or MOST_SHOWN, jobs=options.jobs, charts=options.charts,
    )  # fmt: skip


def _audited(options: ReportOptions, page_options: "PageOptions", data: "PageData") -> str:
    """The page of logs, which are audited into `data`. Raises UserError, StoreError and RendererError."""
    from auditor.cli.locate import print_download_steps
    from auditor.cli.progress import AuditProgress, progress_of
    from auditor.core.sources import Limits, ReadProgress, open_sources
    from auditor.page.collect import InputCache
    from auditor.page.page import report_page

    print_download_steps(options.paths)
    meter = ReadProgress()
    cache = InputCache(open_sources(options.paths, Limits(), meter))
    settings = shared.audit_settings(options.rules, None, is_loaded=True)
    counting = AuditProgress(data.summary, options.paths, meter)
    with counting, progress_of(counting, options.progress):
        return report_page(cache, settings, page_options, data, counting.count)[0]


def _stored(database: str, page_options: "PageOptions", data: "PageData", folder: str) -> str:
    """The page of what a database holds, its logs perhaps in a folder. Raises UserError, StoreError, RendererError."""
    from auditor.core.store.queries import connect
    from auditor.page.collect import collect_stored
    from auditor.page.page import page_html

    with connect(database) as connection:
        collect_stored(connection, database, data, folder, charts=page_options.charts)
    return page_html(data, page_options, {})


def _write(options: ReportOptions, page: str, data: "PageData", teams: Mapping[str, str]) -> None:
    """Write the page, and the standings if wanted, and print the verdict. Raises UsageError if that fails."""
    from auditor.output.location import problem_text
    from auditor.page.page import verdict_text

    if options.standings is not None:
        _write_standings(options.standings, data, teams)
    problems = f"; {plural(data.summary.problems, 'problem')}, listed on the page" if data.summary.problems else ""
    mismatch = data.summary.mismatch_line()
    unread = [problem_text(*one) for one in data.problems[:_PROBLEMS_NAMED]]
    if not data.summary.games and not unread:
        unread.append("no log was found; auditor audit --strict says what the files are")
    if data.not_found:
        unread.append(
            f"no boards of {plural(len(data.not_found), 'log')} that moved: {data.not_found[0]} is not there, nor from"
            " the database's folder; give the folder where they are now: auditor report FOLDER --db FILE"
        )
    _save(options, page, f"{verdict_text(data.summary)}{problems}", *([f"{mismatch}."] if mismatch else []), *unread)


def _save(options: ReportOptions, page: str, *lines: str) -> None:
    """Write a page, print its name and the lines, and open it if asked. Raises UsageError if it cannot be written."""
    from auditor.core.files.atomic import write_atomic
    from auditor.core.text import without_commands

    output = options.output
    if output == "-":
        click.echo(without_commands(page), nl=False)
        return
    with shared.naming_unwritable(output):
        write_atomic(output, page)
    shared.print_lines(f"{output}: {lines[0]}", *lines[1:])
    if options.opens:
        _open(output)


def _player(options: ReportOptions, name: str, database: str | None) -> None:
    """Write the page of a player, from a database or from logs. Raises UserError."""
    from auditor.core.audit.executors import inline
    from auditor.core.sources import Limits, open_sources
    from auditor.core.store.queries import connect
    from auditor.page.collect import InputCache, loaded
    from auditor.page.player import PlayerPageOptions, player_html

    title = options.title or _title(*([database] if database is not None else options.paths))
    page_options = PlayerPageOptions(name, title)
    if database is not None:
        with connect(database) as connection:
            page = player_html(connection, page_options, {})
    else:
        cache = InputCache(open_sources(options.paths, Limits()))
        with loaded(cache, shared.audit_settings(options.rules, None, is_loaded=True), inline()) as connection:
            page = player_html(connection, page_options, cache.contents)
    _save(options, page, f"the page of {name}")


def _write_standings(path: str, data: "PageData", teams: Mapping[str, str]) -> None:
    """Write the standings as CSV or JSON. Raises UsageError where they cannot be written."""
    from auditor.core.files.atomic import write_atomic
    from auditor.page.standing_tables import standings_tables, standings_text

    if not path.endswith((".csv", ".json")):
        raise shared.UsageError(f"--standings {path}: the name ends in .csv or .json.")
    tables = standings_tables([(game.result.path, game.summary.result) for game in data.counted()], teams)
    with shared.naming_unwritable(path):
        write_atomic(path, standings_text(tables, is_json=path.endswith(".json")))


def _open(page: str) -> None:
    """Open a page in the user's browser, or print that none could be opened."""
    import webbrowser
    from pathlib import Path

    if not webbrowser.open(Path(page).resolve().as_uri()):
        shared.print_lines(f"{page}: no browser could be opened; open the file in one.")


def _title(first: str, *others: str) -> str:
    """The default title of the page: the name of the first input, and how many more there are."""
    name = "standard input" if first == "-" else os.path.basename(os.path.normpath(first))
    return f"{name} and {len(others)} more" if others else name
