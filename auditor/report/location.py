"""Where a finding is: as people say it, as machines want it, and as the command that shows it."""

import shlex

from auditor.audit.worker import Result
from auditor.results import EVENT, HAND_INDEX, FindingRow, Told
from auditor.rulesets import AUTO
from auditor.sources import STANDARD_INPUT, address_of, input_name
from auditor.text import printable


def location_text(row: FindingRow, player: str | None, input: str | None = None) -> str:
    """Where a finding is, as people say it: ``LOG E1-0 turn 7 seat 2 (name)``. input: told instead of the log."""
    log, _, round, honba, seat, event, turn = row[:7]
    text = input or log
    if round is not None:
        text += f" {round}-{honba}"
    if turn is not None:
        text += f" turn {turn}"
    elif event is not None:
        text += f" event {event}"
    if seat is not None:
        text += f" seat {seat}" + (f" ({printable(player)})" if player else "")
    return text


def logical_location(row: FindingRow) -> str:
    """Where a finding is, for machines: ``LOG/hand 0/event 12``, as far as it is known."""
    log, hand, _, _, _, event, _ = row[:7]
    return log + ("" if hand is None else f"/hand {hand}") + ("" if event is None else f"/event {event}")


def game_name(result: Result, game: int, name: str = "") -> str:
    """A game of an input as messages name it: with its number where the input holds several. name: of the input."""
    return (name or input_name(result.path, result.member)) + (f", game {game}" if len(result.verdicts) > 1 else "")


def show_command(result: Result, told: Told, rules: str = AUTO) -> str:
    """What to give the program to show a finding: ``show ev.zip::23.xml --hand 1 --event 52``, quoted for a shell.

    rules: what the log was judged by. "" for what came from standard input, which is not there any more.
    """
    if result.path == STANDARD_INPUT:
        return ""
    words = ["show", address_of(result.path, result.member)]
    if len(result.verdicts) > 1:
        words += ["--game", str(told.game)]
    for option, index in (("--hand", told.row[HAND_INDEX]), ("--event", told.row[EVENT])):
        if index is not None:
            words += [option, str(index)]
    if rules != AUTO:
        words += ["--rules", rules]
    return shlex.join(words)


def problem_text(result: Result, place: str, message: str) -> str:
    """A problem on one line: ``PATH[::MEMBER]: place: message``."""
    return ": ".join([input_name(result.path, result.member), *filter(None, [place]), message])
