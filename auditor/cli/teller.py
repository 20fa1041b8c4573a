"""Runs an audit, and tells its findings and problems as they come."""

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from auditor.audit.pool import batches
from auditor.audit.worker import Result, Settings
from auditor.checks import CATALOGUE
from auditor.cli.progress import Progress
from auditor.findings import CHECK, NOTE, SEVERITY
from auditor.report import writers
from auditor.report.summary import Summary
from auditor.sources import Item, SourceProblem
from auditor.version import version

if TYPE_CHECKING:
    from auditor.store.database import Store


def writer_of(form: str) -> writers.Writer:
    """The writer of findings to standard output in one of the forms of ``--format``."""
    write = sys.stdout.write
    if form == "text":
        return writers.TextWriter(write)
    if form == "jsonl":
        return writers.JsonLinesWriter(write)
    if form == "json":
        return writers.JsonWriter(write)
    return writers.SarifWriter(write, CATALOGUE, version())


class Teller:
    """Tells what a run finds, and sums it up. chosen: the ids of the checks whose findings are told."""

    def __init__(self, writer: writers.Writer, summary: Summary, chosen: frozenset[str], *, shows_notes: bool) -> None:
        self.writer = writer
        self.summary = summary
        self.chosen = chosen
        self.shows_notes = shows_notes
        self.progress = Progress()

    def run(
        self, items: Iterable[Item | SourceProblem], settings: Settings, jobs: int | None, store: "Store | None"
    ) -> None:
        """Audit the inputs, into the store if there is one. Raises StoreError."""
        self.writer.begin()
        for batch in batches(items, settings, jobs, store):
            if not self.summary.games:
                self._tell_misfit(batch)
            for result in batch:
                self._tell(result)
        self.progress.clear()
        if store is not None:
            self.summary.replaced = store.replaced()
        self.writer.end(self.summary)

    def _tell(self, result: Result) -> None:
        self.summary.add(result)
        for place, message in result.problems:
            self._say(writers.problem_text(result, place, message))
            self.writer.problem(result, place, message)
        for row, player in result.findings:
            if row[CHECK] in self.chosen and (self.shows_notes or row[SEVERITY] != NOTE):
                self.progress.clear()
                self.writer.finding(row, player, result)
        self.progress.show(self.summary)

    def _tell_misfit(self, batch: list[Result]) -> None:
        """Before anything else of the first results with games: that the ruleset does not fit them."""
        first = Summary()
        for result in batch:
            first.add(result)
        line = first.misfit_line(so_far=True)
        if line:
            self._say(line)

    def _say(self, line: str) -> None:
        self.progress.clear()
        click.echo(line, err=True)
