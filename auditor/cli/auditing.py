"""A run of ``auditor audit``: from its options to its exit code."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click
from click.core import ParameterSource

from auditor.checks import selects_notes
from auditor.cli.asked import Asked
from auditor.cli.chosen import chosen_checks
from auditor.cli.exits import NOT_READ, UsageFault, exit_code
from auditor.cli.judges import audit_settings
from auditor.cli.lakes import LakeRun, run_into_lake
from auditor.cli.progress import progress_of
from auditor.cli.stands import AuditStand
from auditor.cli.teller import Teller, Telling, writer_of
from auditor.report.baseline import BaselineError, KnownFindings, read_baseline, write_baseline
from auditor.report.summary import Summary
from auditor.sources import Limits, NameFilter, ReadProgress, open_sources
from auditor.text import plural

if TYPE_CHECKING:
    from auditor.audit.worker import Settings
    from auditor.store.database import Store


def run_audit(asked: Asked) -> int:
    """Audit as asked; tell what is found, and the summary. Returns the exit code. Raises UsageFault."""
    asked = _refuse_contradictions(asked)
    chosen = chosen_checks(asked.select, asked.ignore)
    settings = audit_settings(asked.rules, asked.also_under, asked.extras, is_loaded=asked.into is not None)
    known = _baseline(asked)
    is_of_new = bool(known) or asked.only_new
    summary = Summary(chosen, asked.rules, is_of_new=is_of_new)
    own = [file for file in (asked.file, asked.baseline, asked.into) if file is not None]
    own += [f"{asked.database}.wal"]
    meter, names = ReadProgress(), NameFilter(asked.include, asked.exclude, own)
    stand = AuditStand(summary, asked.paths, meter, names)
    limits = Limits(asked.max_size, asked.max_ratio)
    started = time.monotonic()
    with _output(asked.file) as stream:
        writer = writer_of(Telling(asked.output, asked.cap, asked.statistics), asked.rules, stream)
        shows_notes = _shows_notes(asked, chosen)
        teller = Teller(writer, summary, chosen, known, shows_notes=shows_notes, verbose=asked.verbose)
        teller.remembers = asked.update_baseline
        progress = progress_of(stand, False if asked.quiet else asked.progress)
        run_settings = settings._replace(is_strict=asked.strict)
        if asked.lake is not None:
            run_into_lake(asked, LakeRun(run_settings, limits, names, stand), teller, progress)
        else:
            items = open_sources(asked.paths, limits, meter, names)
            with stand, _store(asked, settings, teller) as store:
                into = run_settings if store is None else run_settings.loading_into(store)
                teller.run(items, into, asked.jobs, store, progress=progress, note=stand.note)
    if asked.update_baseline and asked.baseline is not None:
        teller.last_lines.append(_update(asked.baseline, known, teller, with_notes=asked.fail_on == "note"))
    if asked.config is not None and asked.verbose:
        teller.last_lines.append(f"settings: {asked.config}")
    if not asked.quiet:
        teller.sum_up(time.monotonic() - started, asked.into, advises=asked.is_text)
    return _exit_code(asked, summary)


def _refuse_contradictions(asked: Asked) -> Asked:
    """What was asked, without a database of the environment where a lake is named. Raises UsageFault."""
    if asked.lake is None and (asked.cluster is not None or asked.shard is not None):
        raise UsageFault("--cluster and --shard write into a lake: --lake URL.")
    if asked.lake is not None:
        named = click.get_current_context().get_parameter_source("database")
        if asked.database is not None and named is ParameterSource.COMMANDLINE:
            raise UsageFault("give either --db or --lake, not both; auditor merge makes a database of a lake.")
        asked = asked._replace(database=None)
    if asked.cluster is not None and asked.jobs is not None:
        raise UsageFault("--jobs is for this machine; a cluster has the workers that it has.")
    if asked.statistics and not asked.is_text:
        raise UsageFault(f"--statistics is text; --format {asked.output} has the counts in its summary.")
    if asked.update_baseline and asked.baseline is None:
        raise UsageFault("--update-baseline needs the file to write: --baseline FILE.")
    if asked.only_new and asked.database is None:
        raise UsageFault("--only-new compares with a database: --db FILE.")
    if asked.quiet and asked.verbose:
        raise UsageFault("give either --quiet or --verbose, not both.")
    return asked


def _shows_notes(asked: Asked, chosen: frozenset[str] | None) -> bool:
    """Whether notes are told. chosen: the checks that options name, if any."""
    is_asked_for = asked.select is not None and chosen is not None and selects_notes(chosen)
    return asked.notes or not asked.is_text or asked.fail_on == "note" or is_asked_for


def _baseline(asked: Asked) -> list[KnownFindings]:
    """What is known by the baseline; one that is to be written anew need not be there. Raises UsageFault."""
    if asked.baseline is None:
        return []
    try:
        return [read_baseline(asked.baseline, may_be_missing=asked.update_baseline)]
    except BaselineError as error:
        raise UsageFault(f"--baseline: {error}") from None


def _update(path: str, known: list[KnownFindings], teller: Teller, *, with_notes: bool) -> str:
    """Write the baseline anew; returns what to say of it. Raises UsageFault.

    Args:
        path: Of the baseline.
        known: The baseline as it was is the one with entries.
        teller: Has the findings of the run.
        with_notes: Whether notes belong to a baseline.
    """
    for one in known:
        if teller.summary.skipped:  # a lake holds them, and does not say what was found in them
            one.is_complete = False
    entries = [line for one in known for line in one.entries_of_unread()]
    try:
        count = write_baseline(path, teller.met, entries, with_notes=with_notes)
    except OSError as error:
        raise UsageFault(f"--baseline: {path}: cannot be written: {error.strerror or error}") from None
    line = f"{path}: written anew with {plural(count, 'finding')}"
    return f"{line}, {len(entries):,} of them as before, of logs that were not read whole" if entries else line


@contextmanager
def _output(file: str | None) -> Iterator[TextIO]:
    """Where findings go. Raises UsageFault."""
    if file is None:
        yield sys.stdout
        return
    try:
        Path(file).touch()
    except OSError as error:
        raise UsageFault(f"--output: {file}: cannot be written: {error.strerror or error}") from None
    with open(file, "w", encoding="utf-8", errors="backslashreplace", newline="\n") as stream:
        yield stream


@contextmanager
def _store(asked: Asked, settings: "Settings", teller: Teller) -> "Iterator[Store | None]":
    """The database to load into, if any; with --only-new the teller knows what it holds. Raises UsageFault."""
    if asked.database is None:
        yield None
        return
    from auditor.store.database import Store, StoreError

    try:
        with Store(asked.database, settings.rules_key, settings.version) as store:
            if asked.only_new:
                teller.known.append(KnownFindings(asked.database, store.findings_by_name(with_notes=True)))
            yield store
    except StoreError as error:
        raise UsageFault(str(error)) from error


def _exit_code(asked: Asked, summary: Summary) -> int:
    if not summary.games and not summary.problems and not summary.skipped and (summary.no_logs or not summary.inputs):
        click.echo("no log was found; name one, or give --strict to be told what the files are", err=True)
        return NOT_READ
    fail_on = "never" if asked.update_baseline else asked.fail_on
    return exit_code(summary.findings, fail_on, has_problems=summary.problems > 0)
