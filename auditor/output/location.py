"""The location of a finding: as text for people, as a path for machines, and as the command that shows it."""

import shlex

from auditor.core.checks.wording import LANGUAGE, said
from auditor.core.errors import Problem
from auditor.core.results import Finding, GameResult, InputResult, Location
from auditor.core.rulesets import AUTO
from auditor.core.sources import STANDARD_INPUT, address_of, input_name
from auditor.core.text import printable
from auditor.core.units import HandIndex


def location_text(finding: Finding, game: GameResult, name: str | None = None) -> str:
    """The location of a finding for people: ``LOG E1-0 turn 7 seat 2 (name)``. name: instead of the log's name."""
    return " ".join(filter(None, [name or printable(game.log), place_text(finding.where, game.player(finding.seat))]))


def place_text(where: Location, player: str | None = None, separator: str = " ", *, by_event: bool = False) -> str:
    """A location as people say it: ``E1-0 turn 7 seat 2 (name)``; "" for a game as a whole. player: the name of the
    player concerned. separator: the text between the parts. by_event: whether to give the event instead of the turn.
    """
    parts = [] if where.round is None else [hand_text(where.round, where.honba or 0)]
    if where.turn is not None and not by_event:
        parts.append(said("turn", "turn {turn}", turn=where.turn))
    elif where.event is not None:
        parts.append(said("event", "event {event}", event=where.event))
    if where.seat is not None:
        parts.append(said("seat", "{seat:who}", seat=where.seat) + (f" ({printable(player)})" if player else ""))
    return (LANGUAGE.get().words.get("list,", ", ") if separator == ", " else separator).join(parts)


def hand_text(round: str, honba: int) -> str:
    """A hand as people say it: ``E1-0``."""
    return said("hand", "{round}-{honba}", round=LANGUAGE.get().text(round), honba=honba)


def logical_location(finding: Finding, game: GameResult) -> str:
    """The location of a finding for machines: ``LOG/hand 0/event 12``, as far as it is known."""
    return "/".join([game.log, *finding.where.indexes("hand", "event")])


def game_name(result: InputResult, game: GameResult, name: str = "") -> str:
    """The name of a game in messages: that of its input, with the game's number if there are several. name: instead."""
    number = said("game-number", ", game {number}", number=game.number) if result.has_several_games else ""
    return (name or input_name(result.path, result.member)) + number


def show_command(result: InputResult, game: GameResult, finding: Finding, rules: str = AUTO) -> str:
    """The arguments of the program that show a finding: ``show ev.zip::23.xml --hand 1 --event 52``, shell-quoted.
    rules: the ruleset of the run. "" for standard input, which cannot be read again.
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


def hands_command(result: InputResult, rules: str = AUTO) -> str:
    """The arguments of the program that write a page of every hand of an input, as `show_command` for a finding."""
    if result.path == STANDARD_INPUT:
        return ""
    words = ["report", address_of(result.path, result.member), "--every-hand"]
    return printable(shlex.join([*words, *(["--rules", rules] if rules != AUTO else [])]))


def hand_command(result: InputResult, game: GameResult, hand: HandIndex, rules: str = AUTO) -> str:
    """The arguments of the program that show a hand, as `show_command` for a finding."""
    return show_command(result, game, Finding("", "", Location(hand=hand), ""), rules)


def problem_text(result: InputResult, problem: Problem) -> str:
    """A problem on one line: ``PATH[::MEMBER]: place: message``."""
    return printable(f"{input_name(result.path, result.member)}: {problem}")
