"""``auditor audit``: what is wrong with logs. What a run needs is imported when it starts, not for its help."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TextIO

import click
from click.core import ParameterSource

from auditor.cli.options import (
    EXIT_UNREADABLE,
    MAX_PER_CHECK,
    OUTPUT_FORMATS,
    AuditOptions,
    UsageError,
    audit_settings,
    config_option,
    database_option,
    exit_code,
    progress_option,
    rules_option,
    selected_checks,
    shard,
    size,
)
from auditor.project import FAIL_ON, FAILS_ON

if TYPE_CHECKING:
    from auditor.audit.lake.course import Workers
    from auditor.audit.worker import Result, Settings
    from auditor.cli.progress import AuditProgress, Progress
    from auditor.cli.reporter import RunReporter
    from auditor.report.baseline import KnownFindings
    from auditor.report.summary import Summary
    from auditor.sources import Limits, NameFilter
    from auditor.store.database import Store


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@database_option("Load games and findings into this DuckDB file as well.")
@click.option("--lake", metavar="URL",
              help="Write games and findings as Parquet into this lake, each process its own part: a folder, or "
              "s3://bucket/folder.")  # fmt: skip
@click.option("--cluster", metavar="ADDRESS",
              help="Let the workers of this Dask cluster do it, into the lake: tcp://host:8786, or its scheduler "
              "file.")  # fmt: skip
@click.option("--shard", type=shard, metavar="K/N",
              help="Take the K-th of N shares of the files, into the lake: for machines that know nothing of each "
              "other.")  # fmt: skip
@rules_option("The ruleset to judge by: a name, a TOML file or Majiang's rule object; auto takes it from each log.")
@click.option("--also-under", metavar="all|NAME,..",
              help="Keep in the database what these rulesets find, too: query findings-by-ruleset.")  # fmt: skip
@click.option("--with", "extras", metavar="turns,walls",
              help="Fill these tables of the database, too: each discard with what else the hand allowed; each draw "
              "and what the wall held. A database that has them goes on to fill them.")  # fmt: skip
@click.option("--jobs", type=click.IntRange(1), metavar="N",
              help="Processes to use. Default: one for few inputs, else one a core.")  # fmt: skip
@click.option("--max-size", type=size, default="256M", show_default=True, metavar="SIZE",
              help="Read no input that is larger once unpacked: bytes, or with K, M or G.")  # fmt: skip
@click.option("--max-ratio", type=click.IntRange(1), default=1000, show_default=True, metavar="N",
              help="Read no input that grows more than N times when it is decompressed.")  # fmt: skip
@click.option("--format", "output", type=click.Choice(OUTPUT_FORMATS), default="text", show_default=True,
              help="How findings are written; concise is a line each.")  # fmt: skip
@click.option("--cap", type=click.IntRange(0), default=MAX_PER_CHECK, show_default=True, metavar="N",
              help="Tell so many findings of a check in text, and how many more there are; 0 for all.")  # fmt: skip
@click.option("--statistics", is_flag=True, help="Count findings by check and by game instead of telling them.")
@click.option("--select", metavar="CHECK,..", help="Tell only these checks or families: riichi/kan-waits, furiten/*.")
@click.option("--ignore", metavar="CHECK,..", help="Leave these checks or families out.")
@click.option("--fail-on", type=click.Choice(FAIL_ON), default=FAILS_ON, show_default=True,
              help="Exit with 1 for findings of this severity or a graver one.")  # fmt: skip
@click.option("--notes", is_flag=True,
              help="Show notes in text; else only --select or --fail-on note shows them.")  # fmt: skip
@click.option(
    "--baseline", metavar="FILE", help="Findings that are known: only new ones are told, and make the run fail."
)
@click.option(
    "--update-baseline", is_flag=True, help="Write what is found into that file; the run does not fail by it."
)
@click.option("--include", multiple=True, metavar="GLOB",
              help="In folders and archives read only these: '*.mjlog', '2024/*'; may be repeated.")  # fmt: skip
@click.option("--exclude", multiple=True, metavar="GLOB", help="Leave these files or folders out; may be repeated.")
@click.option("--strict", is_flag=True, help="A file in a folder or archive that is no log is a problem.")
@click.option("-o", "--output", "file", metavar="FILE", help="Write the findings there instead of standard output.")
@config_option()
@progress_option()
@click.option("-q", "--quiet", is_flag=True, help="No summary and no progress: findings and problems alone.")
@click.option("-v", "--verbose", is_flag=True, help="Tell everything in the summary, and why something was not judged.")
def audit(**given: Any) -> None:
    """Audit logs: files, folders, archives, or - for standard input.

    Findings go to standard output, everything else to standard error. A database always takes the findings of all
    checks; --select and --ignore limit what is told and what makes the run fail.

    \b
    Exit codes:
      0  nothing found
      1  findings of the severity of --fail-on or graver
      2  wrong usage
      3  some input could not be read, or none is a log; what could be read was audited and kept

    \b
    auditor audit logs/ --rules ema-2012 --select 'riichi/*,furiten/*'
    auditor audit 2024.zip --db games.duckdb --format jsonl > findings.jsonl
    auditor audit 2024.zip --db games.duckdb --with turns,walls
    auditor audit s3://logs/2024/ --lake s3://lake/games --cluster tcp://scheduler:8786
    auditor audit logs/ --baseline known.jsonl --format github
    """
    sys.exit(run_audit(AuditOptions(**given)))


_SEVERAL: Final = 2
"""Batches from which on several processes are worth their start."""


class LakeRun(NamedTuple):
    """How a run into a lake judges and reads. stand: of which it counts what is done."""

    settings: "Settings"
    limits: "Limits"
    names: "NameFilter"
    stand: "AuditProgress"


def run_into_lake(options: AuditOptions, how: LakeRun, reporter: "RunReporter", progress: "Progress") -> None:
    """Audit into the lake, and tell what is found as parts of it are done. Raises UsageError."""
    from auditor.audit.lake.job import StoppedError
    from auditor.errors import StoreError

    try:
        with how.stand, _workers(options) as workers:
            reporter.report(_results(options, how, reporter, workers), progress)
            reporter.writer.end(reporter.summary)
    except (StoreError, StoppedError) as error:
        raise UsageError(str(error)) from None


def _results(
    options: AuditOptions, how: LakeRun, reporter: "RunReporter", workers: "Callable[[int], Workers]"
) -> "Iterator[list[Result]]":
    from auditor.audit.lake.course import run
    from auditor.audit.lake.job import new_job
    from auditor.audit.lake.plan import plan
    from auditor.store.lake.manifest import make_lake
    from auditor.store.schema import rules_with

    def skipped(files: int) -> None:
        reporter.summary.skipped += files

    lake = make_lake(options.lake or "")
    settings = how.settings._replace(rules_key=rules_with(how.settings.rules_key, how.settings.extras))
    job = new_job(lake.address, settings, how.limits, how.names)
    batches = plan(options.paths, job, lake.read_inputs(job.judgement), skipped, options.shard or (1, 1))
    first = list(islice(batches, _SEVERAL))
    for done in run(chain(first, batches), job, workers(len(first))):
        reporter.summary.skipped += done.known
        how.stand.note(len(done.results), done.results)
        yield done.results


@contextmanager
def _workers(options: AuditOptions) -> "Iterator[Callable[[int], Workers]]":
    """Who works, by the number of batches that there are at least. Raises UsageError where there is no such cluster."""
    from auditor.audit.lake.workers import ClusterError, cluster, on_this_machine

    if options.cluster is None:
        yield lambda batches: on_this_machine(options.jobs or (1 if batches < _SEVERAL else None))
        return
    try:
        with cluster(options.cluster) as workers:
            yield lambda batches: workers
    except ClusterError as error:
        raise UsageError(str(error)) from None


def run_audit(options: AuditOptions) -> int:
    """Audit as asked; tell what is found, and the summary. Returns the exit code. Raises UsageError."""
    from auditor.cli.progress import AuditProgress, progress_of
    from auditor.cli.reporter import OutputOptions, RunReporter, writer_of
    from auditor.report.summary import Summary
    from auditor.sources import Limits, NameFilter, ReadProgress, open_sources

    options = _checked(options)
    is_loaded = options.destination is not None
    chosen = selected_checks(options.select, options.ignore)
    settings = audit_settings(options.rules, options.also_under, options.extras, is_loaded=is_loaded)
    known = _baseline(options)
    summary = Summary(chosen, options.rules, is_of_new=bool(known))
    own = [file for file in (options.file, options.baseline, options.destination) if file is not None]
    own += [f"{options.database}.wal"]
    meter, names = ReadProgress(), NameFilter(options.include, options.exclude, own)
    stand = AuditProgress(summary, options.paths, meter, names)
    limits = Limits(options.max_size, options.max_ratio)
    started = time.monotonic()
    with _output(options.file) as stream:
        writer = writer_of(OutputOptions(options.output, options.cap, options.statistics), options.rules, stream)
        shows_notes = _shows_notes(options, chosen)
        reporter = RunReporter(writer, summary, chosen, known, shows_notes=shows_notes, verbose=options.verbose)
        reporter.remembers = options.update_baseline
        progress = progress_of(stand, False if options.quiet else options.progress)
        run_settings = settings._replace(is_strict=options.strict)
        if options.lake is not None:
            run_into_lake(options, LakeRun(run_settings, limits, names, stand), reporter, progress)
        else:
            items = open_sources(options.paths, limits, meter, names)
            with stand, _store(options, settings, reporter) as store:
                into = run_settings if store is None else run_settings.loading_into(store)
                reporter.run(items, into, options.jobs, store, progress=progress, note=stand.note)
    if options.update_baseline and options.baseline is not None:
        with_notes = options.fail_on == "note"
        reporter.closing_lines.append(_update(options.baseline, known, reporter, with_notes=with_notes))
    if options.config is not None and options.verbose:
        reporter.closing_lines.append(f"settings: {options.config}")
    if not options.quiet:
        reporter.print_summary(time.monotonic() - started, options.destination, advises=options.is_text)
    return _exit_code(options, summary)


def _checked(options: AuditOptions) -> AuditOptions:
    """What was options, without a database of the environment where a lake is named. Raises UsageError."""
    if options.lake is None and (options.cluster is not None or options.shard is not None):
        raise UsageError("--cluster and --shard write into a lake: --lake URL.")
    if options.lake is not None:
        named = click.get_current_context().get_parameter_source("database")
        if options.database is not None and named is ParameterSource.COMMANDLINE:
            raise UsageError("give either --db or --lake, not both; auditor merge makes a database of a lake.")
        options = options._replace(database=None)
    if options.cluster is not None and options.jobs is not None:
        raise UsageError("--jobs is for this machine; a cluster has the workers that it has.")
    if options.statistics and not options.is_text:
        raise UsageError(f"--statistics is text; --format {options.output} has the counts in its summary.")
    if options.update_baseline and options.baseline is None:
        raise UsageError("--update-baseline needs the file to write: --baseline FILE.")
    if options.quiet and options.verbose:
        raise UsageError("give either --quiet or --verbose, not both.")
    return options


def _shows_notes(options: AuditOptions, chosen: frozenset[str] | None) -> bool:
    """Whether notes are told. chosen: the checks that options name, if any."""
    from auditor.checks import selects_notes

    is_asked_for = options.select is not None and chosen is not None and selects_notes(chosen)
    return options.notes or not options.is_text or options.fail_on == "note" or is_asked_for


def _baseline(options: AuditOptions) -> "list[KnownFindings]":
    """What is known by the baseline; one that is to be written anew need not be there. Raises UsageError."""
    if options.baseline is None:
        return []
    from auditor.report.baseline import BaselineError, read_baseline

    try:
        return [read_baseline(options.baseline, may_be_missing=options.update_baseline)]
    except BaselineError as error:
        raise UsageError(f"--baseline: {error}") from None


def _update(path: str, known: "list[KnownFindings]", reporter: "RunReporter", *, with_notes: bool) -> str:
    """Write the baseline anew; returns what to say of it. Raises UsageError.

    Args:
        path: Of the baseline.
        known: The baseline as it was is the one with entries.
        reporter: Has the findings of the run.
        with_notes: Whether notes belong to a baseline.
    """
    from auditor.report.baseline import write_baseline
    from auditor.text import plural

    for one in known:
        if reporter.summary.skipped:  # a lake holds them, and does not say what was found in them
            one.is_complete = False
    entries = [line for one in known for line in one.entries_of_unread()]
    try:
        count = write_baseline(path, reporter.seen, entries, with_notes=with_notes)
    except OSError as error:
        raise UsageError(f"--baseline: {path}: cannot be written: {error.strerror or error}") from None
    line = f"{path}: written anew with {plural(count, 'finding')}"
    return f"{line}, {len(entries):,} of them as before, of logs that were not read whole" if entries else line


@contextmanager
def _output(file: str | None) -> Iterator[TextIO]:
    """Where findings go. Raises UsageError."""
    if file is None:
        yield sys.stdout
        return
    try:
        Path(file).touch()
    except OSError as error:
        raise UsageError(f"--output: {file}: cannot be written: {error.strerror or error}") from None
    with open(file, "w", encoding="utf-8", errors="backslashreplace", newline="\n") as stream:
        yield stream


@contextmanager
def _store(options: AuditOptions, settings: "Settings", reporter: "RunReporter") -> "Iterator[Store | None]":
    """The database to load into, if any. Raises UsageError."""
    if options.database is None:
        yield None
        return
    from auditor.errors import StoreError
    from auditor.store.database import Store

    try:
        with Store(options.database, settings.rules_key, settings.version) as store:
            yield store
    except StoreError as error:
        raise UsageError(str(error)) from error


def _exit_code(options: AuditOptions, summary: "Summary") -> int:
    if not summary.games and not summary.problems and not summary.skipped and (summary.no_logs or not summary.inputs):
        click.echo("no log was found; name one, or give --strict to be told what the files are", err=True)
        return EXIT_UNREADABLE
    fail_on = "never" if options.update_baseline else options.fail_on
    return exit_code(summary.findings, fail_on, has_problems=summary.problems > 0)
