"""``auditor conformance``: asks an engine the questions of the suite, and shows what it answers."""

from pathlib import Path
from typing import Final

import click

from auditor.cli.options import EXIT_FINDINGS, UsageError, naming_unwritable, print_lines

REPORTS: Final = {".xml": "junit", ".svg": "badge", ".md": "markdown"}
"""The forms of `Scorecard` that are written, by the ending of the file."""


@click.command()
@click.option("--engine", metavar="COMMAND", help="Starts the engine: it reads a question a line, and answers in one.")
@click.option("--rules", default="tenhou", show_default=True, metavar="NAME", help="The questions under this ruleset.")
@click.option("--topic", "topics", multiple=True, metavar="NAME", help="Only this topic; may be repeated.")
@click.option("--time-limit", type=click.FloatRange(0, min_open=True), default=10.0, show_default=True,
              metavar="SECONDS", help="For an answer; an engine that takes longer is started anew.")  # fmt: skip
@click.option("--cap", type=click.IntRange(0), default=5, show_default=True, metavar="N",
              help="How many wrong answers are shown with their position.")  # fmt: skip
@click.option("--report", "reports", multiple=True, metavar="FILE",
              help="Write JUnit's XML (.xml), a badge (.svg) or a Markdown table (.md); may be repeated.")  # fmt: skip
@click.option("-o", "--output", metavar="FOLDER", help="Write the suite alone: questions, schemas, adapters.")
def conformance(
    engine: str | None, rules: str, topics: tuple[str, ...], time_limit: float, cap: int, reports: tuple[str, ...],
    output: str | None,
) -> None:  # fmt: skip
    """Ask an engine the questions that every engine has to answer, and print its scorecard by topic.

    Is this action legal now? What follows from the end of this hand? Each answer has two sources that agree; what has
    not is open, and left out. docs/conformance.md has the protocol on one page, and adapters to start from.

    \b
    Exit codes:
      0  no answer is wrong
      1  some answer is wrong, or the engine failed
      2  wrong usage

    \b
    auditor conformance --engine "node adapter.js" --rules tenhou
    auditor conformance --engine ./adapter --rules m-league --topic furiten --report conformance.svg
    auditor conformance -o suite/
    """
    from auditor.conformance.suite import SUITE_VERSION, write_suite

    if (engine is None) == (output is None):
        raise UsageError("give --engine, to ask it, or -o, to write the suite")
    for path in reports:
        if Path(path).suffix not in REPORTS:
            raise UsageError(f"--report: {path} ends with none of {', '.join(REPORTS)}")
    if output is not None:
        with naming_unwritable(output):
            write_suite(output)
        print_lines(f"suite {SUITE_VERSION} written to {output}")
        return
    from auditor.conformance.engine import answers
    from auditor.conformance.scorecard import Scorecard, explained
    from auditor.conformance.suite import questions
    from auditor.core.files.atomic import write_atomic

    card = Scorecard(rules, answers(str(engine), questions(rules, topics), time_limit))
    for one in card.faults[:cap]:
        print_lines(*explained(one), "", err=False)
    print_lines(*card.lines(), err=False)
    for path in reports:
        with naming_unwritable(path):
            write_atomic(path, getattr(card, REPORTS[Path(path).suffix])())
    if card.faults:
        raise SystemExit(EXIT_FINDINGS)
