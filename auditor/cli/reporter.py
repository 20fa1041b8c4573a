"""Prints the results of an audit: findings and problems as they come, and the summary."""

import sys
from typing import TYPE_CHECKING, Final, NamedTuple, TextIO

import click
import msgspec

from auditor.cli.options import print_lines, terminal_width
from auditor.cli.progress import Progress
from auditor.core.checks import CATALOGUE
from auditor.core.checks.wording import LANGUAGE
from auditor.core.program import UserError, program_name, version
from auditor.core.results import NOTE, Finding, InputResult, ReportedFinding
from auditor.core.rulesets import AUTO
from auditor.output import findings_text
from auditor.output.location import problem_text
from auditor.output.style import stream_colours
from auditor.output.summary import PROBLEMS_PRINTED, Summary, summary_lines

if TYPE_CHECKING:
    from auditor.output.baseline import KnownFindings


class OutputOptions(NamedTuple):
    """How findings are printed. form: the value of ``--format``. cap: the value of ``--cap``. statistics: whether
    counts are printed instead of findings.
    """

    form: str
    cap: int
    statistics: bool


def writer_of(options: OutputOptions, rules: str, stream: TextIO) -> findings_text.Writer:
    """The writer of findings. options: how findings are printed. rules: the ruleset of the run, as ``--rules`` names
    it. stream: where findings are written.
    """
    write = stream.write
    if options.form in ("jsonl", "json", "sarif"):
        from auditor.output import writers

        if options.form == "sarif":
            return writers.SarifWriter(write, CATALOGUE, version())
        return writers.JsonWriter(write) if options.form == "json" else writers.JsonLinesWriter(write)
    if options.form == "github":
        from auditor.output.ci import GithubWriter  # importing its escaping takes longer than auditing a log

        return GithubWriter(write)
    if options.form == "junit":
        from auditor.output.ci import JunitWriter

        return JunitWriter(write, program_name(), rules)
    colours = stream_colours(stream)
    columns = terminal_width(stream)
    if options.statistics:
        return findings_text.StatisticsWriter(write, colours, columns)
    if options.form == "concise":
        return findings_text.ConciseWriter(write, colours)
    return findings_text.TextWriter(write, program_name(), rules, options.cap, colours, columns)


FIRST_RESULTS: Final = 128
"""How many results to collect before deciding whether the ruleset fits them."""


class RunReporter(msgspec.Struct):
    """Prints the results of a run: findings and problems as they come, and a summary.

    checks: the ids of those whose findings are reported; None for all. known: the findings of a baseline, which are not
    reported. verbose: every problem is printed, and all of the summary. collects_findings: every finding of these
    checks, known or not, is `collected` for a new baseline. players: the names, case aside, of those whose games alone
    are reported; empty for all. has_games: there were games, reported or not. closing_lines: before the verdict.
    """

    writer: findings_text.Writer
    summary: Summary
    checks: frozenset[str] | None
    known: "KnownFindings | None"
    shows_notes: bool
    verbose: bool
    collects_findings: bool
    players: frozenset[str] = frozenset()
    has_games: bool = False
    collected: list[ReportedFinding] = []
    closing_lines: list[str] = []
    problems: int = 0
    progress: Progress = msgspec.field(default_factory=Progress)
    is_terminal: bool = False
    held_back: list[InputResult] = []
    is_fit_decided: bool = False

    def __post_init__(self) -> None:
        self.is_terminal = sys.stdout.isatty() and not self.writer.waits
        self.is_fit_decided = self.summary.verdict.rules == AUTO

    def begin(self, progress: Progress) -> None:
        """Start, before the first result. progress: the display to pause whenever something is printed."""
        self.progress = progress
        self.writer.begin()

    def report(self, result: InputResult) -> None:
        """Print the result of an input. The first ones are held back until it is known whether the ruleset fits."""
        if self.is_fit_decided:
            self._report(result)
        else:
            self.held_back.append(result)
            if len(self.held_back) >= FIRST_RESULTS:
                self._report_first()
        self.progress.resume()

    def _report_first(self) -> None:
        """Print the results held back so far, and before them a line if the ruleset does not fit them."""
        results, self.held_back = self.held_back, []
        of_first = Summary()
        for result in results:
            of_first.add(result)
        if line := of_first.mismatch_line(so_far=True):
            self._print(line)
        for result in results:
            self._report(result)
        self.is_fit_decided = self.summary.games > 0

    def _report(self, result: InputResult) -> None:
        """Print the problems and findings of an input, and count them."""
        self.has_games = self.has_games or bool(result.games)
        if self.players:
            of_players = [
                one for one in result.games if self.players & {(name or "").casefold() for name in one.players}
            ]
            result = msgspec.structs.replace(result, games=of_players)
        if self.collects_findings:
            self.collected += [one for one in result.findings() if self._is_selected(one.finding)]
        if self.known is not None:
            result = self.known.without(result)
            self.summary.known = self.known.found
        self.summary.add(result)
        for problem in result.problems:
            self.problems += 1
            if self.verbose or self.problems <= PROBLEMS_PRINTED:
                self._print(problem_text(result, problem))
            self.writer.problem(result, problem)
        for finding, game, _ in result.findings():
            if self._is_selected(finding) and (self.shows_notes or finding.severity != NOTE):
                if self.is_terminal:
                    self.progress.pause()
                self.writer.finding(LANGUAGE.get().finding(finding), game, result)
        self.writer.done(result)

    def end(self) -> None:
        """Finish, after the last result. Raises UserError where no game is of the players whose games are reported."""
        self._report_first()
        if self.players and self.has_games and not self.summary.games:
            raise UserError(f"--name: no game has a player named {' or '.join(sorted(self.players))}.")
        self.writer.end(self.summary)

    def print_summary(self, seconds: float, destination: str | None, *, advises: bool) -> None:
        """Print the summary. seconds: how long the run took. destination: the database or lake that was loaded into, if
        any. advises: whether to suggest the next commands.
        """
        known = [] if self.known is None else self.known.lines(verbose=self.verbose)
        lines = summary_lines(
            self.summary, seconds, destination, notes_hidden=not self.shows_notes, verbose=self.verbose,
            known=known + self.closing_lines, colours=stream_colours(sys.stderr),
        )  # fmt: skip
        if destination is not None and advises:
            lines += self.summary.verdict.next_lines(program_name(), destination)
        sys.stdout.flush()
        for line in lines:
            click.echo(line, err=True, color=True)

    def _is_selected(self, finding: Finding) -> bool:
        return self.checks is None or finding.check in self.checks

    def _print(self, line: str) -> None:
        self.progress.pause()
        print_lines(line)
