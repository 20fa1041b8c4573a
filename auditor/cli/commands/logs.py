"""Commands that write logs from logs: ``auditor convert``, ``cut``, ``shrink`` and ``anonymize``."""

import os
import sys
from typing import TYPE_CHECKING, Any

import click

from auditor.cli import options as shared
from auditor.core.text import plural
from auditor.core.units import EventIndex, HandIndex

if TYPE_CHECKING:
    from auditor.page.show import GameRef


class _AnyFormat(click.Choice[str]):
    """The choice of a format. The formats are imported when their names are needed, by convert alone."""

    def __init__(self) -> None:
        self.case_sensitive = True

    def __getattr__(self, name: str) -> Any:
        if name != "choices":
            raise AttributeError(name)
        from auditor.core.reading import FORMAT_BY_NAME

        self.choices = tuple(FORMAT_BY_NAME)
        return self.choices


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("-o", "--output", required=True, metavar="FILE|FOLDER",
              help="Where to write: a file for one log, or a folder, in which files are numbered.")  # fmt: skip
@shared.project_rules_option("The ruleset by which the findings must stay the same.")
def anonymize(paths: tuple[str, ...], output: str, rules: str) -> None:
    """Write logs without anything that shows who played and when, and with the same findings.

    Names, grades, ratings, ids, lobbies, titles, dates, seeds and hashes are removed; what the audit needs stays. Each
    log is read back, judged, and searched for what was removed. The tiles stay: who has the original log can still
    recognize the game.

    \b
    Exit codes:
      0  every log has the findings that it had
      1  a log has more or fewer than before, or a name is still in it
      2  wrong usage
      3  some input could not be read

    \b
    auditor anonymize game.mjlog -o fixture.mjlog
    auditor anonymize logs/ -o without-names/
    """
    from auditor.core.errors import RulesetError
    from auditor.core.rulesets import AUTO
    from auditor.core.sources import SourceProblem, input_name, open_sources
    from auditor.edit.anonymize import anonymize as anonymous_logs
    from auditor.edit.output import EditError, File, Folder, is_folder

    target = Folder(output) if is_folder(output, paths) else File(output)
    games = problems = changed = logs_written = 0
    for item in open_sources(paths):
        name = input_name(item.path, item.member)
        if isinstance(item, SourceProblem):
            shared.print_lines(f"{name}: {item.problem}")
            problems += 1
            continue
        try:
            logs = anonymous_logs(item, rules)
        except (EditError, RulesetError) as error:
            if isinstance(error, RulesetError) and rules != AUTO:
                raise  # the option is wrong, not what lies beside a log
            shared.print_lines(f"{name}: {error}" if isinstance(error, RulesetError) else str(error))
            problems += 1
            continue
        for log in logs:
            name_of_it = f"{logs_written + 1:04}" + (f"-{log.log_id}" if log.log_id else "") + log.ending
            path = target.add(log.data, name_of_it, log.rule_object)
            logs_written += 1
            games += log.games
            changed += bool(log.lost_findings or log.new_findings or log.leaked)
            problems += len(log.problems)
            for line in log.lines(is_alone=isinstance(target, File)):
                shared.print_lines(f"{name} -> {path}: {line}")
    if games:
        same = "with other findings in some of them" if changed else "with the same findings"
        shared.print_lines(f"{plural(games, 'game')} written to {output}, {same}")
    sys.exit(shared.EXIT_UNREADABLE if problems else shared.EXIT_FINDINGS if changed else 0)


@click.command()
@click.argument("logs", nargs=-1, required=True, metavar="LOG...")
@click.option("--to", "target", type=_AnyFormat(), required=True, help="The format.")
@click.option("-o", "--output", metavar="FILE|FOLDER",
              help="Where to write: a file, or a folder, in which each game gets one.")  # fmt: skip
@shared.game_option("Only this game of several, from 0, in the order of reading.")
@shared.database_option("Where a log id is looked up.")
@shared.join_option()
@click.option("--addresses", is_flag=True,
              help="With --to tenhou6: print an address for each hand, as viewers and reviewers take it.")  # fmt: skip
@click.option("-v", "--verbose", is_flag=True, help="List for each game what the format cannot hold.")
def convert(logs: tuple[str, ...], target: str, output: str | None, join: bool, **more: Any) -> None:
    """Write logs, or the games of folders and archives, in another format.

    What the format cannot hold is reported on standard error. LOG is a file or folder, a log in an archive or database
    (PATH::MEMBER), or a log id that --db knows. A folder that does not exist is created if LOG may hold several games
    or the name ends with a slash; games have the same paths in it as in LOG.

    \b
    auditor convert game.mjlog --to tenhou6 > game.json
    auditor convert 2024.zip --to mjai -o logs/
    auditor convert 2024.zip::may/7.xml --to mjlog
    auditor convert hands/ --join --to tenhou6 -o games/
    auditor convert a.xml b.xml --to mjai -o logs/
    auditor convert game.mjlog --to tenhou6 --addresses    one of each hand at tenhou.net/6
    """
    from auditor.cli.locate import resolve_game
    from auditor.edit.convert_files import convert_log

    if len(logs) > 1 and not more["addresses"]:
        if output is None or os.path.isfile(output):
            raise shared.UsageError("several logs are written into a folder: -o FOLDER.")
        output = os.path.join(output, "")
    if more["addresses"] and (target != "tenhou6" or output is not None or join):
        raise shared.UsageError("--addresses goes with --to tenhou6 alone; they are printed.")
    is_whole = True
    taken: set[str] = set()
    for log in logs:
        named = resolve_game(log, more["database"], game=more["game"])
        if more["addresses"]:
            is_whole &= _print_addresses(named)
            continue
        is_whole &= convert_log(
            named.address, target, output, named.game, shared.print_lines,
            verbose=more["verbose"], join=join, taken=taken,
        )  # fmt: skip
    sys.exit(0 if is_whole else shared.EXIT_UNREADABLE)


def _print_addresses(named: "GameRef") -> bool:
    """Print the address of each hand at tenhou.net/6. Returns whether all could be read and have one."""
    from auditor.core.errors import Problem
    from auditor.core.reading.logs import read_logs
    from auditor.page.cards import hand_link

    is_whole = True
    for log in read_logs([named.address]):
        if isinstance(log.found, Problem):
            shared.print_lines(f"{log.address}: {log.found}")
            is_whole = False
        elif named.game in (None, log.number):
            for hand in log.found.hands:
                if link := hand_link(log.found, hand):
                    click.echo(link)
                else:
                    name = f"{log.address} {hand.name}-{hand.honba}"
                    shared.print_lines(f"{name}: has hidden tiles, or is too long for an address")
                    is_whole = False
    return is_whole


@click.command()
@click.argument("log")
@click.option("--hand", type=click.IntRange(0), metavar="N", help="The hand, by its index in the log, from 0.")
@click.option("--round", metavar="ROUND", help="The hand by its round: E1, S1-2.")
@click.option("--until", type=click.IntRange(0), metavar="EVENT", help="The last event to keep. Default: all.")
@click.option("--game", type=click.IntRange(0), metavar="N", help="Which game of a file with several, from 0.")
@click.option("--to", metavar="FORMAT", help="Another format, as for convert.")
@shared.project_rules_option("The ruleset under which the hand must have no new findings.")
@click.option("-o", "--output", metavar="FILE", help="Where to write. Default: standard output.")
def cut(
    log: str, hand: HandIndex | None, round: str | None, until: EventIndex | None, game: int | None, to: str | None,
    rules: str, output: str | None,
) -> None:  # fmt: skip
    """Cut one hand out of a log, as a log of its own: with the counters and scores at its start, the rules and players.

    The new log is read back and judged: it has the findings that the hand has in the whole log, and no new ones; else
    the exit code is 1.

    \b
    auditor cut game.mjlog --hand 3 -o hand.mjlog
    auditor cut game.mjlog --round S1-2 --until 41     what happened up to event 41
    auditor cut record.json --hand 0 --to tenhou6      from a format that cannot be written
    """
    from auditor.core.reading.logs import game_of, hand_of_round
    from auditor.edit.cut import cut as cut_log
    from auditor.edit.output import write_text

    if (hand is None) == (round is None):
        raise shared.UsageError("say which hand: give either --hand N or --round ROUND.")
    whole = game_of(log, game)
    index = hand_of_round(whole.game, round) if round is not None else hand or 0
    made = cut_log(whole, index, until, rules=rules, to=to)
    write_text(made.written.text, output)
    for what, lines in (
        ("left out, because the hand alone would have new findings with it", made.left_out),
        ("not in the format", made.written.losses),
        ("not found without the rest of the game", made.lost_findings),
        ("found in the hand alone, and not in the game", made.new_findings),
    ):
        for line in lines:
            shared.print_lines(f"{what}: {line}")
    sys.exit(shared.EXIT_FINDINGS if made.new_findings else 0)


@click.command()
@click.argument("log")
@click.option("--check", required=True, metavar="CHECK", help="The check whose finding is kept: riichi/kan-waits.")
@click.option("--hand", type=click.IntRange(0), metavar="N", help="Its hand, from 0. Default: the first that has one.")
@click.option("--game", type=click.IntRange(0), metavar="N", help="Which game of a file with several, from 0.")
@click.option("--to", metavar="FORMAT", help="Another format, as for convert.")
@shared.project_rules_option("The ruleset that judges.")
@click.option("-o", "--output", metavar="FILE", help="Where to write. Default: standard output.")
def shrink(
    log: str, check: str, hand: HandIndex | None, game: int | None, to: str | None, rules: str, output: str | None
) -> None:
    """Write the smallest log that still has one finding, and no other: for a fixture or a bug report.

    Hands, turns, riichi and calls that the finding does not need are removed, and names, ids and seeds as well; tiles,
    points and counters that do not matter become the simplest. Every step is replayed and judged.

    \b
    auditor shrink game.mjlog --check riichi/kan-waits -o kan.mjlog
    auditor shrink engine.jsonl --check furiten/riichi --hand 4
    """
    from auditor.core.checks import BY_ID, CATALOGUE, no_such_check
    from auditor.core.reading.logs import game_of
    from auditor.edit.output import findings_of, rules_of, write_text
    from auditor.edit.shrink import shrink as shrink_log

    if not any([check in (one.id, one.former_id) for one in CATALOGUE]):
        raise shared.UsageError(f"--check: {no_such_check(check, BY_ID)}")
    whole = game_of(log, game)
    made = shrink_log(whole, check, hand, rules=rules, to=to)
    write_text(made.written.text, output)
    hands = plural(len(made.written.game.hands), "hand")
    shared.print_lines(f"{hands}, {plural(made.events, 'event')}, after {plural(made.steps, 'step')}")
    event = "" if made.finding.event is None else f" event {made.finding.event}"
    shared.print_lines(f"hand {made.finding.hand}{event}: {made.finding.check}: {made.finding.message}")
    smallest = made.written.game
    if made.finding.check not in [one.check for one in findings_of(whole, rules, smallest)]:
        name = rules_of(whole, rules, smallest).name
        shared.print_lines(f"alone it does not show the rules that make this a fault: audit it with --rules {name}")
