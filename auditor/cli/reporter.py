"""Runs an audit, and tells its findings and problems as they come."""

import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple, TextIO

import click

from auditor.audit.pool import batches
from auditor.audit.worker import Result, Settings
from auditor.checks import CATALOGUE
from auditor.cli.options import terminal_width
from auditor.cli.progress import Progress
from auditor.program import program_name, version
from auditor.report import findings_text, writers
from auditor.report.baseline import KnownFindings
from auditor.report.location import problem_text
from auditor.report.style import stream_colours
from auditor.report.summary import PROBLEMS_TOLD, Summary, summary_lines
from auditor.results import CHECK, NOTE, SEVERITY, FindingRow, Told
from auditor.sources import InputItem, SourceProblem

if TYPE_CHECKING:
    from auditor.store.database import Store


class OutputOptions(NamedTuple):
    """How findings are told. form: of ``--format``. cap: of ``--cap``. statistics: counts instead of findings."""

    form: str
    cap: int
    statistics: bool


def writer_of(how: OutputOptions, rules: str, stream: TextIO) -> writers.Writer:
    """The writer of findings to a stream. rules: what the run judges by."""
    write = stream.write
    if how.form == "jsonl":
        return writers.JsonLinesWriter(write)
    if how.form == "json":
        return writers.JsonWriter(write)
    if how.form == "sarif":
        return writers.SarifWriter(write, CATALOGUE, version())
    if how.form == "github":
        from auditor.report.ci import GithubWriter  # what escapes its text takes longer to import than a log to audit

        return GithubWriter(write)
    if how.form == "junit":
        from auditor.report.ci import JunitWriter

        return JunitWriter(write, program_name(), rules)
    colours = stream_colours(stream)
    columns = terminal_width(stream)
    if how.statistics:
        return findings_text.StatisticsWriter(write, colours, columns)
    if how.form == "concise":
        return findings_text.ConciseWriter(write, colours)
    return findings_text.TextWriter(write, program_name(), rules, how.cap, colours, columns)


class RunReporter:
    """Tells what a run finds, and sums it up.

    chosen: the ids of the checks whose findings are told; None for all. known: findings that are told no more.
    verbose: tell every problem, and all of the summary. seen: every finding of these checks, known or not, if it
    remembers them. closing_lines: told before the verdict.
    """

    def __init__(
        self,
        writer: writers.Writer,
        summary: Summary,
        chosen: frozenset[str] | None,
        known: list[KnownFindings],
        *,
        shows_notes: bool,
        verbose: bool,
    ) -> None:
        self.known = known
        self.remembers = False
        self.seen: list[FindingRow] = []
        self.closing_lines: list[str] = []
        self.verbose = verbose
        self.problems = 0
        self.writer = writer
        self.summary = summary
        self.chosen = chosen
        self.shows_notes = shows_notes
        self.progress = Progress()
        self.is_terminal = sys.stdout.isatty() and not writer.waits

    def run(
        self,
        items: Iterable[InputItem | SourceProblem],
        settings: Settings,
        jobs: int | None,
        store: "Store | None",
        progress: Progress,
        note: Callable[[int, list[Result]], None],
    ) -> None:
        """Audit the inputs, into the store if there is one, and tell what they give.

        progress, note: how far this is, and what counts it. Raises StoreError.
        """
        self.report(batches(items, settings, jobs, store, note), progress)
        if store is not None:
            self.summary.replaced = store.replaced()
        self.writer.end(self.summary)

    def report(self, found: Iterable[list[Result]], progress: Progress) -> None:
        """Tell results as they come. Raises what these raise."""
        self.progress = progress
        self.writer.begin()
        with progress:
            for batch in found:
                if not self.summary.games:
                    self._print_mismatch(batch)
                for result in batch:
                    self._report(result)
                progress.resume()

    def print_summary(self, seconds: float, database: str | None, *, advises: bool) -> None:
        """Tell the summary. database: what was loaded into. advises: say what to ask it next."""
        lines = summary_lines(
            self.summary, seconds, database, notes_hidden=not self.shows_notes, verbose=self.verbose,
            known=[line for one in self.known for line in one.lines(verbose=self.verbose)] + self.closing_lines,
            colours=stream_colours(sys.stderr),
        )  # fmt: skip
        if database is not None and advises:
            lines += self.summary.verdict.next_lines(program_name(), database)
        for line in lines:
            click.echo(line, err=True, color=True)

    def _report(self, result: Result) -> None:
        if self.remembers:
            self.seen += [told.row for told in result.findings if self._is_chosen(told)]
        for known in self.known:
            result = known.without(result)
        self.summary.known = sum([known.found for known in self.known])
        self.summary.add(result)
        for place, message in result.problems:
            self.problems += 1
            if self.verbose or self.problems <= PROBLEMS_TOLD:
                self._print(problem_text(result, place, message))
            self.writer.problem(result, place, message)
        for told in result.findings:
            if self._is_chosen(told) and (self.shows_notes or told.row[SEVERITY] != NOTE):
                if self.is_terminal:
                    self.progress.pause()
                self.writer.finding(told, result)
        self.writer.done(result)

    def _is_chosen(self, told: Told) -> bool:
        return self.chosen is None or told.row[CHECK] in self.chosen

    def _print_mismatch(self, batch: list[Result]) -> None:
        """Before anything else of the first results with games: that the ruleset does not fit them."""
        first = Summary()
        for result in batch:
            first.add(result)
        line = first.misfit_line(so_far=True)
        if line:
            self._print(line)

    def _print(self, line: str) -> None:
        self.progress.pause()
        click.echo(line, err=True)
