"""``auditor audit``: what is wrong with logs. What a run needs is imported when it starts, so that help is fast."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from typing import TYPE_CHECKING, Any, TextIO

import click
from click.core import ParameterSource

from auditor.cli import options as shared
from auditor.core.project import FAIL_ON, FAILS_ON
from auditor.core.text import plural

if TYPE_CHECKING:
    from auditor.cli.progress import AuditProgress
    from auditor.cli.reporter import RunReporter
    from auditor.core.audit.executors import ExecutorFactory
    from auditor.core.audit.sinks import Sink
    from auditor.core.audit.work import Settings
    from auditor.core.results import InputResult
    from auditor.core.sources import Input
    from auditor.output.baseline import KnownFindings
    from auditor.output.summary import Summary


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@shared.database_option("Load games and findings into this DuckDB file as well.")
@click.option("--lake", metavar="URL",
              help="Write games and findings as Parquet into this lake, each process a part of its own: a folder, or "
              "s3://bucket/folder.")  # fmt: skip
@click.option("--cluster", metavar="ADDRESS",
              help="Audit into the lake with the workers of this Dask cluster: tcp://host:8786, or its scheduler "
              "file.")  # fmt: skip
@click.option("--shard", type=shared.shard, metavar="K/N",
              help="Audit only the K-th of N shares of the files into the lake, one on each machine.")  # fmt: skip
@shared.rules_option("The ruleset to judge by: a name, a TOML file or Majiang's rule object; auto: as each log "
              "says; infer: inferred from all of them.")  # fmt: skip
@click.option("--also-under", metavar="all|NAME,..",
              help="Store the findings under these rulesets, too, for the query findings-by-ruleset.")  # fmt: skip
@click.option("--with", "extras", metavar="turns,walls",
              help="Fill these tables of the database, too: each discard with its alternatives; each draw with what "
              "the wall held. Where a database has them already, they are always filled.")  # fmt: skip
@click.option("--jobs", type=click.IntRange(1), metavar="N",
              help="Processes to use. Default: one for few inputs, else one per core.")  # fmt: skip
@click.option("--max-size", type=shared.size, default="64M", show_default=True, metavar="SIZE",
              help="Read no input that is larger once unpacked: bytes, or with K, M or G.")  # fmt: skip
@click.option("--seconds", type=click.FloatRange(0), default=10.0, show_default=True, metavar="N",
              help="Seconds of work to read or to judge one game; 0 for no limit.")  # fmt: skip
@click.option("--memory", type=shared.size, default="512M", show_default=True, metavar="SIZE",
              help="Memory that one input may take; kept on Linux, by processes that load no database.")  # fmt: skip
@click.option("--format", "output", type=click.Choice(shared.OUTPUT_FORMATS), default="text", show_default=True,
              help="How findings are written; concise: a line each.")  # fmt: skip
@click.option("--cap", type=click.IntRange(0), default=shared.MAX_PER_CHECK, show_default=True, metavar="N",
              help="Show at most N findings of each check in text, and count the rest; 0 for all.")  # fmt: skip
@click.option("--statistics", is_flag=True, help="Count findings by check and by game instead of showing them.")
@click.option("--select", metavar="CHECK,..", help="Show only these checks or families: riichi/kan-waits, furiten/*.")
@click.option("--ignore", metavar="CHECK,..", help="Leave these checks or families out.")
@click.option("--name", "players", multiple=True, metavar="PLAYER",
              help="Show only games of this player, in any case; may be repeated.")  # fmt: skip
@click.option("--fail-on", type=click.Choice(FAIL_ON), default=FAILS_ON, show_default=True,
              help="Exit with 1 for findings of this severity or a graver one.")  # fmt: skip
@click.option("--notes", is_flag=True,
              help="Show notes, too; else only --select or --fail-on note shows them.")  # fmt: skip
@click.option("--baseline", metavar="FILE", help="Known findings: only new ones are shown and make the run fail.")
@click.option("--update-baseline", is_flag=True,
              help="Write the findings into that file; they do not make the run fail.")  # fmt: skip
@click.option("--include", multiple=True, metavar="GLOB",
              help="In folders and archives read only these: '*.mjlog', '2024/*'; may be repeated.")  # fmt: skip
@click.option("--exclude", multiple=True, metavar="GLOB", help="Leave these files or folders out; may be repeated.")
@click.option("--strict", is_flag=True, help="A file in a folder or archive that is no log is a problem.")
@shared.join_option()
@click.option("--follow", is_flag=True,
              help="Judge a game while it is played: mjai events, one per line, on standard input (-); a finding is "
              "written as soon as its event has come.")  # fmt: skip
@click.option("-o", "--output", "file", metavar="FILE", help="Write the findings there instead of standard output.")
@shared.config_option()
@shared.progress_option()
@click.option("-q", "--quiet", is_flag=True, help="Print only findings and problems, no summary and no progress.")
@click.option("-v", "--verbose", is_flag=True, help="Show everything in the summary, and why something was not judged.")
@shared.lang_option()
def audit(**values: Any) -> None:
    """Audit logs: files, folders, archives, or - for standard input.

    Findings go to standard output, everything else to standard error. A database always takes the findings of all
    checks; --select and --ignore limit what is shown and what makes the run fail.

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
    arena | auditor audit - --follow --format jsonl
    """
    from auditor.cli.progress import AuditProgress, progress_of
    from auditor.cli.reporter import OutputOptions, RunReporter, writer_of
    from auditor.core.sources import NameFilter, ReadProgress
    from auditor.output.summary import Summary

    options = _validated(shared.AuditOptions(**values))
    if options.follow:
        from auditor.cli.commands.follow import follow

        sys.exit(follow(options, _shows_notes(options, None)))
    checks = shared.selected_checks(options.select, options.ignore)
    is_loaded = options.destination is not None
    if options.rules == shared.INFER:
        from auditor.cli.inferring import inferred_spec

        options = options._replace(rules=inferred_spec(options.paths, False if options.quiet else options.progress))
    settings = shared.audit_settings(options.rules, options.also_under, options.extras, is_loaded=is_loaded)
    known = _baseline(options)
    shows_notes = _shows_notes(options, checks)
    summary = Summary(checks, options.rules, is_of_new=known is not None)
    own = [file for file in (options.file, options.baseline, options.destination) if file is not None]
    names = NameFilter(options.include, options.exclude, [*own, f"{options.database}.wal"])
    counting = AuditProgress(summary, options.paths, ReadProgress(), names)
    started = time.monotonic()
    with _output(options.file) as stream:
        writer = writer_of(OutputOptions(options.output, options.cap, options.statistics), options.rules, stream)
        reporter = RunReporter(
            writer, summary, checks, known,
            shows_notes=shows_notes, verbose=options.verbose, collects_findings=options.update_baseline,
            players=frozenset([name.casefold() for name in options.players]),
        )  # fmt: skip
        with (
            counting,
            _results(options, settings._replace(is_strict=options.strict), counting) as results,
            progress_of(counting, False if options.quiet else options.progress) as progress,
        ):
            reporter.begin(progress)
            for result in results:
                counting.count(1, [] if result.is_known else [result])
                reporter.report(result)
        reporter.end()
    if options.update_baseline and options.baseline is not None:
        line = _update_baseline(options.baseline, known, reporter, with_notes=options.fail_on == "note")
        reporter.closing_lines.append(line)
    if options.config is not None and options.verbose:
        reporter.closing_lines.append(f"settings: {options.config}")
    if not options.quiet:
        reporter.print_summary(time.monotonic() - started, options.destination, advises=options.is_text)
    sys.exit(_exit_code(options, summary))


@contextmanager
def _results(
    options: shared.AuditOptions, settings: "Settings", counting: "AuditProgress"
) -> "Iterator[Iterator[InputResult]]":
    """Yield an iterator of the results; each input is in the database or lake by then (if there is one). options: the
    options of the run. settings: how the run judges. counting: which files are read, and the progress of reading them.
    Raises UserError where the database, the lake or the cluster cannot be used.
    """
    from auditor.core.audit.run import run
    from auditor.core.sources import Limits, find_inputs

    if not all([os.path.lexists(path) for path in options.paths]):
        from auditor.cli.locate import print_download_steps

        print_download_steps(options.paths)
    # The same content at several paths is loaded once, from the first: sorted, whatever the order of arguments.
    paths = options.paths if options.destination is None else sorted(options.paths)
    limits = Limits(options.max_size, seconds=options.seconds, memory=options.memory)
    settings = settings._replace(limits=limits, names=counting.names)
    inputs: Iterator[Input] = find_inputs(paths, counting.names)
    if options.join:
        from auditor.edit.joining import join_hands

        inputs = join_hands(inputs, counting.names, limits)
        counting.summary.is_joined = True
    with (
        _sink(options, settings, counting.summary) as (settings, sink),
        _executors(options) as executors,
        closing(run(inputs, settings, executors, sink, progress=counting.meter)) as results,
    ):
        yield results


@contextmanager
def _sink(
    options: shared.AuditOptions, settings: "Settings", summary: "Summary"
) -> "Iterator[tuple[Settings, Sink | None]]":
    """Yield the settings and the sink of the results (None without a database or lake). Raises StoreError."""
    if options.lake is not None:
        from auditor.lake.manifest import make_lake
        from auditor.lake.run import LakeSink

        made = make_lake(options.lake)
        lake_sink = LakeSink(made, settings, options.shard or (1, 1))
        with shared.noting_loads_on_interrupt(lambda: bool(made.part_names())):
            yield settings, lake_sink
        summary.skipped = lake_sink.skipped
    elif options.database is not None:
        from auditor.core.audit.sinks import DatabaseSink
        from auditor.core.store.database import Store

        with Store(options.database, settings.rules_key, settings.version, settings.also_keys) as store:
            settings = settings.loading_into(store)
            with shared.noting_loads_on_interrupt(store.has_inputs):
                yield settings, DatabaseSink(store, settings)
            summary.replaced = store.replaced()
    else:
        yield settings, None


def _executors(options: shared.AuditOptions) -> "AbstractContextManager[ExecutorFactory | None]":
    """The executor factory the options ask for; None lets the run choose. Raises ClusterError."""
    from auditor.core.audit.executors import dask, processes

    if options.cluster is not None:
        return dask(options.cluster)
    return nullcontext(processes(options.jobs) if options.jobs else None)


def _validated(options: shared.AuditOptions) -> shared.AuditOptions:
    """Check options against one another, and drop the environment's database if a lake is named. Raises UsageError."""
    if options.lake is None and (options.cluster is not None or options.shard is not None):
        raise shared.UsageError("--cluster and --shard write into a lake: --lake URL.")
    if options.lake is not None:
        named = click.get_current_context().get_parameter_source("database")
        if options.database is not None and named is ParameterSource.COMMANDLINE:
            raise shared.UsageError("give either --db or --lake, not both; auditor merge makes a database of a lake.")
        options = options._replace(database=None)
    if options.cluster is not None and options.jobs is not None:
        raise shared.UsageError("--jobs is for this machine; a cluster has the workers that it has.")
    if options.statistics and not options.is_text:
        raise shared.UsageError(f"--statistics is text; --format {options.output} has the counts in its summary.")
    if options.update_baseline and options.baseline is None:
        raise shared.UsageError("--update-baseline needs the file to write: --baseline FILE.")
    if options.follow:
        options = _check_followed(options)
    if options.players and (options.follow or options.update_baseline):
        raise shared.UsageError("--name is for the games of a run: without --follow and --update-baseline.")
    if options.quiet and options.verbose:
        raise shared.UsageError("give either --quiet or --verbose, not both.")
    return options


def _check_followed(options: shared.AuditOptions) -> shared.AuditOptions:
    """Check the options given with --follow; a database set by the environment is ignored. Raises UsageError."""
    named = click.get_current_context().get_parameter_source("database")
    if options.paths != ("-",):
        raise shared.UsageError("--follow reads a game from standard input alone: auditor audit - --follow")
    if options.output not in ("text", "concise", "jsonl") or options.statistics or options.baseline:
        raise shared.UsageError(
            "--follow writes findings as they come: --format text, concise or jsonl, without a baseline."
        )
    is_kept = options.lake is not None or (options.database is not None and named is ParameterSource.COMMANDLINE)
    if is_kept or options.also_under or options.extras or options.file:
        raise shared.UsageError(
            "--follow keeps nothing; give the log of the game to auditor audit --db when it is over."
        )
    return options


def _shows_notes(options: shared.AuditOptions, checks: frozenset[str] | None) -> bool:
    """Whether notes are shown. checks: the ids that --select and --ignore leave; None for all."""
    from auditor.core.checks import selects_notes

    is_selected = options.select is not None and checks is not None and selects_notes(checks)
    return options.notes or options.fail_on == "note" or is_selected


def _baseline(options: shared.AuditOptions) -> "KnownFindings | None":
    """The findings of the baseline, whose file may be missing if it is to be updated. Raises UsageError."""
    if options.baseline is None:
        return None
    from auditor.output.baseline import BaselineError, read_baseline

    try:
        return read_baseline(options.baseline, may_be_missing=options.update_baseline)
    except BaselineError as error:
        raise shared.UsageError(f"--baseline: {error}") from None


def _update_baseline(path: str, known: "KnownFindings | None", reporter: "RunReporter", *, with_notes: bool) -> str:
    """Rewrite the file of the baseline. Returns a line for the summary. Raises UsageError if it cannot be written.
    known: the baseline before the run. reporter: holds the findings of the run. with_notes: notes are written, too.
    """
    from auditor.output.baseline import write_baseline

    entries: list[str] = []
    if known is not None:
        if reporter.summary.skipped:  # the lake holds these files, but does not return their findings
            known.is_complete = False
        entries = known.unverified_entries()
    with shared.naming_unwritable(f"--baseline: {path}"):
        count = write_baseline(path, reporter.collected, entries, with_notes=with_notes)
    line = f"{path}: written anew with {plural(count, 'finding')}"
    return f"{line}, {len(entries):,} of them as before, of logs that were not read whole" if entries else line


@contextmanager
def _output(file: str | None) -> Iterator[TextIO]:
    """The stream that findings are written to. Raises UsageError."""
    if file is None:
        yield sys.stdout
        return
    from auditor.core.files.atomic import AtomicFile

    with shared.naming_unwritable(f"--output: {file}"), AtomicFile(file) as written:
        yield written.text()


def _exit_code(options: shared.AuditOptions, summary: "Summary") -> int:
    if not summary.games and not summary.problems and not summary.skipped and (summary.no_logs or not summary.inputs):
        shared.print_lines("no log was found; name one, or give --strict to see what the files are")
        return shared.EXIT_UNREADABLE
    fail_on = "never" if options.update_baseline else options.fail_on
    return shared.exit_code(summary.findings, fail_on, has_problems=summary.problems > 0)
