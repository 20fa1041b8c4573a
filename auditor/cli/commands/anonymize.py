"""``auditor anonymize``: logs without names, ids, seeds and dates."""

import sys

import click

from auditor.cli.exits import FOUND, NOT_READ, UsageFault
from auditor.cli.options import project_rules_option


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("-o", "--output", required=True, metavar="FILE|FOLDER",
              help="Where to write: a file for one log, or a folder, in which files are numbered.")  # fmt: skip
@project_rules_option("The ruleset by which the findings must stay the same.")
def anonymize(paths: tuple[str, ...], output: str, rules: str) -> None:
    """Write logs without what tells whose games they were and when, and with the same findings.

    Names, grades, ratings, ids, lobbies, titles, dates, seeds and hashes go; what the audit needs stays. Each log is
    read again, judged, and searched for what went. The tiles stay: whoever has the log itself can still find the game.

    \b
    Exit codes:
      0  every log tells what it told
      1  a log tells more or less than before, or a name still stands in it
      2  wrong usage
      3  some input could not be read

    \b
    auditor anonymize game.mjlog -o fixture.mjlog
    auditor anonymize logs/ -o without-names/
    """
    from auditor.edit.anonymize import anonymize as anonymous_logs
    from auditor.edit.output import EditError, File, Folder, is_folder
    from auditor.rulesets import RulesetError
    from auditor.sources import SourceProblem, input_name, open_sources
    from auditor.text import plural

    target = Folder(output) if is_folder(output, paths) else File(output)
    games = problems = changed = logs_written = 0
    for item in open_sources(paths):
        name = input_name(item.path, item.member)
        if isinstance(item, SourceProblem):
            click.echo(f"{name}: {item.problem}", err=True)
            problems += 1
            continue
        try:
            logs = anonymous_logs(item, rules)
        except EditError as error:
            click.echo(str(error), err=True)
            problems += 1
            continue
        except RulesetError as error:
            raise UsageFault(str(error)) from None
        for log in logs:
            try:
                name_of_it = f"{logs_written + 1:04}" + (f"-{log.log_id}" if log.log_id else "") + log.ending
                path = target.add(log.data, name_of_it, log.rule_object)
            except EditError as error:
                raise UsageFault(str(error)) from None
            logs_written += 1
            games += log.games
            changed += bool(log.gone or log.news or log.left)
            problems += len(log.problems)
            for line in log.lines(is_alone=isinstance(target, File)):
                click.echo(f"{name} -> {path}: {line}", err=True)
    if games:
        same = "with other findings in some of them" if changed else "with the same findings"
        click.echo(f"{plural(games, 'game')} written to {output}, {same}", err=True)
    sys.exit(NOT_READ if problems else FOUND if changed else 0)
