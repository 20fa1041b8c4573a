"""The command line: a thin skin. Each command imports what it needs, so that ``--help`` is quick."""

import os
import shutil
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

if TYPE_CHECKING:
    from auditor.audit.worker import Result, Settings
    from auditor.report.summary import Summary
    from auditor.report.writers import Writer
    from auditor.sources import Item, SourceProblem
    from auditor.store.database import Store

NAME: Final = "auditor"

FOUND: Final = 1
WRONG_USAGE: Final = 2
NOT_READ: Final = 3
INTERRUPTED: Final = 130

QUERY_INTERRUPTED: Final = "Query interrupted"
"""The text of the RuntimeError into which DuckDB turns Ctrl-C during a statement."""

FAIL_ON: Final = ("violation", "mismatch", "note", "never")
"""What makes a run fail, from the narrowest to never; each includes those before it."""


class UsageFault(click.ClickException):
    """Wrong usage, told in one sentence; exit code 2."""

    exit_code = WRONG_USAGE


SIZE_UNITS: Final = {"K": 10, "M": 20, "G": 30}


def size(text: str) -> int:
    """A number of bytes, given as ``1000000``, ``500K``, ``256M`` or ``2G``. Raises click's BadParameter."""
    number, shift = text.upper().removesuffix("B"), 0
    if number[-1:] in SIZE_UNITS:
        number, shift = number[:-1], SIZE_UNITS[number[-1]]
    if not number.isdecimal() or not int(number):
        raise click.BadParameter(f"{text!r} is not a size; give bytes, or a number with K, M or G, such as 256M")
    return int(number) << shift


def _show_version(context: click.Context, _: click.Parameter, value: bool) -> None:
    if value and not context.resilient_parsing:
        from auditor.version import is_compiled, version

        click.echo(f"auditor {version()} ({'compiled' if is_compiled() else 'plain Python'})")
        context.exit()


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_show_version,
              help="Show the version and exit.")  # fmt: skip
def cli() -> None:
    """Replay riichi-mahjong logs, prove what is wrong with them, and load them into DuckDB.

    \b
    auditor audit logs/                        what is wrong with the logs in a folder
    auditor audit logs/ --db games.duckdb      the same, and keep everything for queries
    auditor query deal-in-rate --db games.duckdb
    """


@cli.command(short_help="Audit logs: files, folders, archives, or standard input.")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--db", "database", metavar="FILE", help="Load games and findings into this DuckDB file as well.")
@click.option("--rules", default="auto", show_default=True, metavar="auto|NAME|FILE.toml",
              help="The ruleset to judge by; auto takes it from each log.")  # fmt: skip
@click.option("--also-under", metavar="all|NAME,..",
              help="Keep in the database what these rulesets find, too: query findings-by-ruleset.")  # fmt: skip
@click.option("--jobs", type=click.IntRange(1), metavar="N",
              help="Processes to use. Default: one for few inputs, else one a core.")  # fmt: skip
@click.option("--max-size", type=size, default="256M", show_default=True, metavar="SIZE",
              help="Read no input that is larger once unpacked: bytes, or with K, M or G.")  # fmt: skip
@click.option("--max-ratio", type=click.IntRange(1), default=1000, show_default=True, metavar="N",
              help="Read no input that grows more than N times when it is decompressed.")  # fmt: skip
@click.option("--format", "output", type=click.Choice(["text", "json", "jsonl", "sarif"]), default="text",
              show_default=True, help="How findings are written to standard output.")  # fmt: skip
@click.option("--select", metavar="CHECK,..", help="Tell only these checks or families: riichi/kan-waits, furiten/*.")
@click.option("--ignore", metavar="CHECK,..", help="Leave these checks or families out.")
@click.option("--fail-on", type=click.Choice(FAIL_ON), default="mismatch", show_default=True,
              help="Exit with 1 for findings of this severity or a graver one.")  # fmt: skip
@click.option("--notes", is_flag=True,
              help="Show notes in text; else only --select or --fail-on note shows them.")  # fmt: skip
def audit(
    paths: tuple[str, ...],
    database: str | None,
    rules: str,
    also_under: str | None,
    jobs: int | None,
    max_size: int,
    max_ratio: int,
    output: str,
    select: str | None,
    ignore: str | None,
    fail_on: str,
    notes: bool,
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
    from auditor.checks import CATALOGUE
    from auditor.report.summary import Summary
    from auditor.sources import Limits, open_sources

    chosen = _selected(select, ignore)
    settings = _settings(rules, also_under, database is not None)
    shows_notes = (
        notes or output != "text" or fail_on == "note"
        or (select is not None and any([check.severity == "note" for check in CATALOGUE if check.id in chosen]))
    )  # fmt: skip
    items = open_sources(paths, Limits(max_bytes=max_size, max_ratio=max_ratio))
    summary = Summary(None if select is None and ignore is None else chosen)
    writer = _writer(output)
    started = time.monotonic()
    if database is None:
        _tell(items, settings, jobs, None, summary, writer, chosen, shows_notes)
    else:
        from auditor.store.database import Store, StoreError

        try:
            with Store(database, settings.rules_key, settings.version) as store:
                _tell(items, settings, jobs, store, summary, writer, chosen, shows_notes)
        except StoreError as error:
            raise UsageFault(str(error)) from error
    for line in summary.lines(time.monotonic() - started, database, not shows_notes):
        click.echo(line, err=True)
    if database is not None and output == "text":
        for line in summary.verdict.next_lines(_program(), database):
            click.echo(line, err=True)
    sys.exit(_exit_code(summary, fail_on))


def _program() -> str:
    """How to call the program again: by its name, or where that is not found as it was called now."""
    if shutil.which(NAME):
        return NAME
    called = Path(sys.argv[0])
    return f"{sys.executable} -m {NAME}" if called.name == "__main__.py" else str(called)


def _selected(select: str | None, ignore: str | None) -> frozenset[str]:
    """The ids of the checks whose findings are told."""
    from auditor.checks import CATALOGUE

    everything = [check.id for check in CATALOGUE]
    wanted = set(everything) if select is None else _checks_named(select, everything, "--select")
    return frozenset(wanted - (set() if ignore is None else _checks_named(ignore, everything, "--ignore")))


def _checks_named(text: str, everything: list[str], option: str) -> set[str]:
    """The checks that a list of ids and families means: ``riichi/noten``, ``riichi/*``, ``riichi``."""
    named: set[str] = set()
    for pattern in [part.strip() for part in text.split(",")]:
        if not pattern:
            continue
        family = pattern.removesuffix("*").removesuffix("/")
        of_pattern = {pattern} & set(everything) or {id for id in everything if id.startswith(f"{family}/")}
        if not of_pattern:
            advice = _nearest(pattern, everything, "auditor checks")
            raise UsageFault(f"{option}: there is no check {pattern!r}; {advice}")
        named |= of_pattern
    return named


def _nearest(text: str, known: Iterable[str], command: str) -> str:
    """What to do about a name that does not exist."""
    from difflib import get_close_matches

    nearest = get_close_matches(text, list(known), 3, 0.5)
    return f"did you mean {' or '.join(nearest)}?" if nearest else f"{command} lists them all."


def _settings(rules: str, also_under: str | None, is_loaded: bool) -> "Settings":
    """How the run audits. For rulesets by name the key of the inputs holds a fingerprint of all their settings."""
    from auditor.audit.worker import Settings
    from auditor.version import version

    key = _ruleset_key(rules, "--rules")
    others = _rulesets_named(also_under)
    if others and not is_loaded:
        raise UsageFault("--also-under keeps what it finds in a database: give --db as well")
    if others:
        key = "; also ".join([key, *[_ruleset_key(name, "--also-under") for name in others]])
    return Settings(rules, key, version(), others) if is_loaded else Settings(rules)


def _rulesets_named(text: str | None) -> tuple[str, ...]:
    """The rulesets of --also-under: each of them, or those named."""
    from auditor.rulesets import names

    if text is None:
        return ()
    return tuple(names()) if text == "all" else tuple([part.strip() for part in text.split(",")])


def _ruleset_key(name: str, option: str) -> str:
    """A ruleset's name with a fingerprint of its settings."""
    from auditor.rulesets import RulesetError, settings_key

    try:
        return settings_key(name)
    except RulesetError as error:
        raise UsageFault(f"{option}: {error}") from error


def _writer(output: str) -> "Writer":
    from auditor.checks import CATALOGUE
    from auditor.report import writers
    from auditor.version import version

    if output == "text":
        return writers.TextWriter(sys.stdout.write)
    if output == "jsonl":
        return writers.JsonLinesWriter(sys.stdout.write)
    if output == "json":
        return writers.JsonWriter(sys.stdout.write)
    return writers.SarifWriter(sys.stdout.write, CATALOGUE, version())


def _tell(
    items: "Iterable[Item | SourceProblem]",
    settings: "Settings",
    jobs: int | None,
    store: "Store | None",
    summary: "Summary",
    writer: "Writer",
    chosen: frozenset[str],
    shows_notes: bool,
) -> None:
    """Run, and write findings and problems as they come."""
    from auditor.audit.pool import batches
    from auditor.findings import CHECK, NOTE, SEVERITY

    progress = Progress()
    writer.begin()
    for batch in batches(items, settings, jobs, store):
        if not summary.games:
            _tell_misfit(batch, progress)
        for result in batch:
            summary.add(result)
            _tell_problems(result, writer, progress)
            for row, player in result.findings:
                if row[CHECK] in chosen and (shows_notes or row[SEVERITY] != NOTE):
                    progress.clear()
                    writer.finding(row, player, result)
            progress.show(summary)
    progress.clear()
    if store is not None:
        summary.replaced = store.replaced()
    writer.end(summary)


def _tell_misfit(batch: "list[Result]", progress: "Progress") -> None:
    """Before anything else of the first results with games: that the ruleset does not fit them."""
    from auditor.report.summary import Summary

    first = Summary()
    for result in batch:
        first.add(result)
    line = first.misfit_line(so_far=True)
    if line:
        progress.clear()
        click.echo(line, err=True)


def _tell_problems(result: "Result", writer: "Writer", progress: "Progress") -> None:
    from auditor.report.writers import problem_text

    for place, message in result.problems:
        progress.clear()
        click.echo(problem_text(result, place, message), err=True)
        writer.problem(result, place, message)


class Progress:
    """One line on standard error that is written over, where that is a terminal; nothing anywhere else."""

    PAUSE: Final = 0.2
    """Seconds between two lines."""

    def __init__(self) -> None:
        self.is_shown = sys.stderr.isatty()
        self.next_time = 0.0
        self.is_written = False

    def show(self, summary: "Summary") -> None:
        """Write how far the run is, not too often."""
        if self.is_shown and time.monotonic() >= self.next_time:
            self.next_time = time.monotonic() + self.PAUSE
            self.is_written = True
            found = sum(summary.findings.values())
            sys.stderr.write(f"\r\x1b[K{summary.inputs:,} inputs, {summary.hands:,} hands, {found:,} findings ...")
            sys.stderr.flush()

    def clear(self) -> None:
        """Take the line away, before anything else is written."""
        if self.is_written:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self.is_written = False


def _exit_code(summary: "Summary", fail_on: str) -> int:
    if summary.problems:
        return NOT_READ
    if fail_on == "never":
        return 0
    grave_enough = FAIL_ON[: FAIL_ON.index(fail_on) + 1]
    return FOUND if any([summary.findings[severity] for severity in grave_enough]) else 0


@cli.command(short_help="List the checks, or show one in full.")
@click.argument("check", required=False)
@click.option("--doubt", is_flag=True, help="What each check relies on and puts in doubt, in the order they are asked.")
def checks(check: str | None, doubt: bool) -> None:
    """List the checks, or show one in full: what it flags, why, its sources, an example.

    \b
    auditor checks riichi/kan-waits
    auditor checks win --doubt
    """
    from auditor.checks import BY_ID, CATALOGUE
    from auditor.report.catalogue import check_text, checks_text, doubt_text

    if check is None:
        chosen = list(CATALOGUE)
    elif check in BY_ID:
        chosen = [BY_ID[check]]
    else:
        chosen = [one for one in CATALOGUE if one.id.startswith(check.removesuffix("*").removesuffix("/") + "/")]
        if not chosen:
            raise UsageFault(f"there is no check {check!r}; {_nearest(check, BY_ID, 'auditor checks')}")
    if doubt:
        text = doubt_text(chosen)
    else:
        text = check_text(chosen[0]) if check in BY_ID else checks_text(chosen)
    click.echo(text, nl=False)


@cli.command(short_help="List the rulesets, show one in full, or compare two.")
@click.argument("name", required=False)
@click.argument("other", required=False)
def rulesets(name: str | None, other: str | None) -> None:
    """List the rulesets, show one with all its settings, or the settings in which two differ.

    \b
    auditor rulesets ema-2012
    auditor rulesets tenhou ema-2012
    """
    from auditor.report.catalogue import ruleset_difference, ruleset_text, rulesets_text
    from auditor.rulesets import RulesetError, comments, load, names

    try:
        if name is None:
            click.echo(rulesets_text([load(known) for known in names()]), nl=False)
        elif other is None:
            click.echo(ruleset_text(load(name), comments(name)), nl=False)
        else:
            click.echo(ruleset_difference(load(name), load(other)), nl=False)
    except RulesetError as error:
        raise UsageFault(str(error)) from error


@cli.command(short_help="Show a log's hands, a hand, or the position before an event.")
@click.argument("log")
@click.option("--hand", type=click.IntRange(0), metavar="N", help="The hand, by its index in the log, from 0.")
@click.option("--event", type=click.IntRange(0), metavar="N", help="The event of the hand, by its index, from 0.")
@click.option(
    "--game", "game", type=click.IntRange(0), default=0, metavar="N", help="Which game of a file with several."
)
@click.option(
    "--rules", default="auto", show_default=True, metavar="auto|NAME|FILE.toml", help="The ruleset to show by."
)
@click.option("--wall", is_flag=True, help="The hand's wall, as the log's published shuffle seed gives it.")
def show(log: str, hand: int | None, event: int | None, game: int, rules: str, wall: bool) -> None:
    """Show a log's hands, a hand with its events and wins, or the position before an event.

    \b
    auditor show game.mjlog                        one line a hand
    auditor show game.mjlog --hand 3               its events, its end, how its wins are scored
    auditor show game.mjlog --hand 3 --event 41    the position that event 41 met
    auditor show game.mjlog --hand 3 --wall        every tile of its wall
    """
    from auditor.report.show import ShowError, show_wall
    from auditor.report.show import show as show_log
    from auditor.rulesets import RulesetError

    try:
        if wall and hand is None:
            raise ShowError("--wall needs --hand")
        lines = show_wall(log, hand or 0, game) if wall else show_log(log, hand, event, rules, game)
    except (ShowError, RulesetError) as error:
        raise UsageFault(str(error)) from None
    click.echo("\n".join(lines))


@cli.command(short_help="Write a log in another format.")
@click.argument("log")
@click.option("--to", "target", type=click.Choice(["mjlog", "tenhou6", "mjai"]), required=True, help="The format.")
@click.option("-o", "--output", metavar="FILE|FOLDER", help="Where to write; a folder gets a file for each game.")
@click.option("--game", "number", type=click.IntRange(0), metavar="N", help="Only this game of several, from 0.")
def convert(log: str, target: str, output: str | None, number: int | None) -> None:
    """Write a log (or the games of an archive) in another format. What that cannot hold is named on standard error.

    \b
    auditor convert game.mjlog --to tenhou6 > game.json
    auditor convert 2024.zip --to mjai -o logs/
    """
    from auditor.convert.files import TargetError, convert_log

    try:
        is_whole = convert_log(log, target, output, number, click.echo)
    except TargetError as error:
        raise UsageFault(str(error)) from None
    sys.exit(0 if is_whole else NOT_READ)


@cli.command(short_help="Is this closed kan after riichi legal?")
@click.argument("hand")
@click.option("--draw", required=True, metavar="TILE", help="The tile just drawn.")
@click.option("--kan", default="", metavar="TILE", help="The tile of the kan, where it is not the drawn one.")
@click.option("--rules", multiple=True, metavar="NAME|FILE.toml", help="A ruleset to judge by. Default: each of them.")
def kan(hand: str, draw: str, kan: str, rules: tuple[str, ...]) -> None:
    """Judge a closed kan after riichi: the verdict under each ruleset, and the waits and readings that it changes.

    \b
    auditor kan 3444m778899s333z --draw 4m
    auditor kan 123p333345s78m11z --draw 6s --kan 3s --rules tenhou
    """
    from auditor.report.kan import KanQuestionError, judge_kan, kan_text
    from auditor.rulesets import RulesetError

    try:
        answer = judge_kan(hand, draw, kan, list(rules) or None)
    except (KanQuestionError, RulesetError) as error:
        raise UsageFault(str(error)) from None
    click.echo("\n".join(kan_text(answer)))


@cli.command(short_help="Write a database as a Parquet dataset.")
@click.option("--db", "database", required=True, metavar="FILE", help="The database.")
@click.option("-o", "--output", required=True, metavar="FOLDER", help="Where to write; an earlier export is replaced.")
def export(database: str, output: str) -> None:
    """Write every table of a database as Parquet, games by year, for DuckDB, Polars or Spark.

    \b
    auditor export --db games.duckdb -o games/
    duckdb -c "SELECT count(*) FROM read_parquet('games/hands/**/*.parquet')"
    """
    from auditor.store.database import StoreError
    from auditor.store.export import export as write
    from auditor.words import counted

    try:
        rows = write(database, output)
    except StoreError as error:
        raise UsageFault(str(error)) from None
    click.echo(f"{output}: {counted(rows['games'], 'game')}, {counted(sum(rows.values()), 'row')}", err=True)


@cli.command(short_help="Merge databases and Parquet datasets into a database.")
@click.argument("sources", nargs=-1, metavar="[SOURCE]...")
@click.option("--db", "database", required=True, metavar="FILE", help="The database that takes them over.")
def merge(sources: tuple[str, ...], database: str) -> None:
    """Take over the games of other databases and datasets. A game in several is taken from the latest load.

    Without a source, a database of an earlier version of the program is brought forward.

    \b
    auditor merge 2022.duckdb 2023.duckdb exported/ --db all.duckdb
    """
    from auditor.store.database import Store, StoreError
    from auditor.store.merge import merge as take_over
    from auditor.version import version
    from auditor.words import counted

    try:
        with Store(database, "", version()) as store:
            for source in sources:
                merged = take_over(store, source)
                known = f", {merged.known:,} known already" if merged.known else ""
                click.echo(f"{source}: {counted(merged.games, 'game')} taken over{known}", err=True)
    except StoreError as error:
        raise UsageFault(str(error)) from None


@cli.command(short_help="Run a named query, or list them.")
@click.argument("name", required=False)
@click.option("--db", "database", metavar="FILE", envvar="AUDITOR_DB", show_envvar=True,
              help="The database to ask; it is only read.")  # fmt: skip
@click.option("--param", "params", multiple=True, metavar="NAME=VALUE",
              help="A parameter of the query; may be repeated.")  # fmt: skip
@click.option("--format", "output", type=click.Choice(["table", "csv", "json"]), default="table", show_default=True,
              help="How the rows are written.")  # fmt: skip
@click.option("--sql", metavar="SQL", help="Run this text instead of a named query.")
@click.option("--show", is_flag=True, help="Show the query's description, parameters and text instead of running it.")
def query(
    name: str | None, database: str | None, params: tuple[str, ...], output: str, sql: str | None, show: bool
) -> None:
    """Run a named query on a database; without a name, list the queries; without --db or with --show, show the query.

    \b
    auditor query riichi-by-wait --show
    auditor query deal-in-rate --db games.duckdb --param min_hands=100
    auditor query --db games.duckdb --sql 'SELECT count(*) FROM hands'
    """
    from auditor.report import catalogue
    from auditor.store import queries

    if name is not None and sql is not None:
        raise UsageFault("give either the name of a query or --sql, not both.")
    if show and (name is None or params):
        raise UsageFault("--show goes with the name of a query alone.")
    try:
        if name is None and sql is None:
            click.echo(catalogue.queries_text([queries.load(known) for known in queries.names()]), nl=False)
            return
        named = None if name is None else queries.load(name)
        given = _parameters(params)
        if database is None or show:
            if named is None or given:
                raise UsageFault("name the database with --db FILE; auditor audit LOGS --db FILE makes one.")
            click.echo(catalogue.query_text(named), nl=False)
            return
        if named is None and given:
            raise UsageFault("--param goes with a named query; write the values into --sql.")
        click.echo(_answer(database, named, sql or "", given, output), nl=False)
    except queries.QueryError as error:
        raise UsageFault(str(error)) from error


def _parameters(params: tuple[str, ...]) -> dict[str, str]:
    given: dict[str, str] = {}
    for param in params:
        name, equals, value = param.partition("=")
        if not equals or not name:
            raise UsageFault(f"--param {param}: expected NAME=VALUE, such as --param seat=0.")
        given[name] = value
    return given


def _answer(database: str, named: Any, sql: str, given: dict[str, str], output: str) -> str:
    """Run a query and return what to print."""
    from auditor.report import rows
    from auditor.store import queries
    from auditor.store.database import StoreError, connect

    try:
        with connect(database) as connection:
            answer = queries.execute(connection, sql) if named is None else queries.run(connection, named, given)
    except StoreError as error:
        raise UsageFault(str(error)) from error
    if output == "csv":
        return rows.csv_text(answer)
    return rows.json_text(answer) if output == "json" else rows.table_text(answer)


def main() -> None:
    """The entry point. Output is UTF-8 everywhere, and a name that is not valid text never stops it."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        code = cli.main(standalone_mode=False)
    except RuntimeError as error:
        if not isinstance(error, click.Abort) and str(error) != QUERY_INTERRUPTED:
            raise
        click.echo("Interrupted; what was loaded before is kept.", err=True)
        code = INTERRUPTED
    except click.ClickException as error:
        error.show()
        code = error.exit_code
    except BrokenPipeError:
        # Whoever read the output has gone; what is left in the buffer must not raise again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = FOUND
    sys.exit(code if isinstance(code, int) else 0)
