"""Where a finding is: as people say it, as machines want it, and as the command that shows it."""

import shlex

from auditor.errors import Problem
from auditor.results import Finding, GameResult, InputResult, Location
from auditor.rulesets import AUTO
from auditor.sources import STANDARD_INPUT, address_of, input_name
from auditor.text import printable
from auditor.units import HandIndex


def location_text(finding: Finding, game: GameResult, name: str | None = None) -> str:
    """Where a finding is, as people say it: ``LOG E1-0 turn 7 seat 2 (name)``. name: instead of the log's."""
    return " ".join(filter(None, [name or printable(game.log), finding.where.text(game.player(finding.seat))]))


def logical_location(finding: Finding, game: GameResult) -> str:
    """Where a finding is, for machines: ``LOG/hand 0/event 12``, as far as it is known."""
    return "/".join([game.log, *finding.where.indexes("hand", "event")])


def game_name(result: InputResult, game: GameResult, name: str = "") -> str:
    """A game of an input as messages name it: with its number where the input holds several. name: of the input."""
    number = f", game {game.number}" if result.has_several_games else ""
    return (name or input_name(result.path, result.member)) + number


def show_command(result: InputResult, game: GameResult, finding: Finding, rules: str = AUTO) -> str:
    """What to give the program to show a finding: ``show ev.zip::23.xml --hand 1 --event 52``, quoted for a shell.

    rules: what the log was judged by. "" for what came from standard input, which is not there any more.
    """
    if result.path == STANDARD_INPUT:
        return ""
    words = ["show", address_of(result.path, result.member)]
    if result.has_several_games:
        words += ["--game", str(game.number)]
    for option, index in (("--hand", finding.hand), ("--event", finding.event)):
        if index is not None:
            words += [option, str(index)]
    if rules != AUTO:
        words += ["--rules", rules]
    return printable(shlex.join(words))


def hand_command(result: InputResult, game: GameResult, hand: HandIndex, rules: str = AUTO) -> str:
    """What to give the program to show a hand, as `show_command` does a finding."""
    return show_command(result, game, Finding("", "", Location(hand=hand), ""), rules)


def problem_text(result: InputResult, problem: Problem) -> str:
    """A problem on one line: ``PATH[::MEMBER]: place: message``."""
    return printable(f"{input_name(result.path, result.member)}: {problem}")
