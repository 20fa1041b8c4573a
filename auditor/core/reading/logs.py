# build: plain
"""The games of inputs, each with the address that leads back to it; and the game that an address means."""

import re
import shlex
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from os import PathLike
from typing import IO, Final, NamedTuple

from auditor.core import sources
from auditor.core.errors import NoGameError, NotALog, Problem
from auditor.core.events import Game, Hand, Source
from auditor.core.reading import is_called_log, read
from auditor.core.sources.items import Budget
from auditor.core.units import HandIndex

Data = bytes | bytearray | memoryview | str | IO[bytes] | IO[str]
"""A log in memory: its bytes, its text, or a file open for reading."""

MEMORY: Final = "<memory>"
"""The name of a log in memory that has none."""

_ROUND: Final = re.compile(r"([ESWN][1-4])(?:-(\d+))?", re.IGNORECASE)
_NAMED: Final = 5
"""How many of several games a message names if one was expected."""


class Log(NamedTuple):
    """A game of an input, or what could not be read of it.

    path, member: of the input, as in `InputItem`. number: of the game in its input, from 0; for a problem, how many
    games are before it. found: the game or the problem.
    """

    path: str
    member: str
    number: int
    found: Game | Problem

    @property
    def address(self) -> str:
        """The input as messages name it: ``PATH`` or ``PATH::MEMBER``."""
        return sources.input_name(self.path, self.member)


class GameLog(NamedTuple):
    """A game with its address, as in `Log`."""

    path: str
    member: str
    number: int
    game: Game

    @property
    def address(self) -> str:
        """The input that it is from, as messages name it."""
        return sources.input_name(self.path, self.member)

    @property
    def option(self) -> str:
        """The input as it is written on a command line."""
        return shlex.quote(sources.address_of(self.path, self.member))


class SeveralGamesError(NoGameError):
    """An address that means several games. games: all of them, read one at a time."""

    def __init__(self, address: str, games: Iterator[GameLog]) -> None:
        first = list(islice(games, _NAMED + 1))
        self.games = chain(first, games)
        several = {one.address for one in first if one.number}
        names = [one.option + (f" --game {one.number}" if one.address in several else "") for one in first]
        more = ", ..." if len(names) > _NAMED else ""
        super().__init__(f"{address}: holds several games; give one of {', '.join(names[:_NAMED])}{more}")


def read_logs(addresses: Iterable[str], limits: sources.Limits | None = None) -> Iterator[Log]:
    """Yield every game of inputs, one at a time, and what could not be read. Raises nothing.

    addresses: as `find_inputs` takes them.
    """
    yield from logs_of(sources.find_inputs(addresses), limits)


def logs_of(inputs: Iterable[sources.Input], limits: sources.Limits | None = None) -> Iterator[Log]:
    """The same for inputs that were found before."""
    yield from _logs(item for _, item in sources.read_inputs(inputs, limits or sources.Limits()))


def parse_logs(data: bytes, name: str, limits: sources.Limits | None = None) -> Iterator[Log]:
    """The same for bytes, packed or not. name: what to call them; it may hold a log id. Raises nothing."""
    yield from logs_of([sources.SentBytes(name, data)], limits)


def _logs(items: Iterable[sources.InputItem | sources.SourceProblem]) -> Iterator[Log]:
    for item in items:
        if isinstance(item, sources.SourceProblem):
            if not is_passed_over(item):
                yield Log(item.path, item.member, 0, item.problem)
            continue
        number = 0
        for found in read(item.data, sources.file_name(item.path, item.member)):
            if isinstance(found, Problem):
                if not is_passed_over(item, found):
                    yield Log(item.path, item.member, number, found)
                continue
            found.source = Source(item.path, item.member, number)
            yield Log(item.path, item.member, number, found)
            number += 1
            if fault := budget_fault(item.budget, found):
                yield Log(item.path, item.member, number, Problem("", fault))
                break


def is_passed_over(item: sources.InputItem | sources.SourceProblem, problem: Problem | None = None) -> bool:
    """Whether an input is not a log, and nothing says that it is: neither was it named, nor does its name say so.

    problem: what reading it gave, if it could be opened.
    """
    is_log = not item.is_empty if isinstance(item, sources.SourceProblem) else not isinstance(problem, NotALog)
    is_text = isinstance(problem, NotALog) and problem.is_text
    return not is_log and not is_log_expected(item, is_text=is_text)


def is_log_expected(item: sources.InputItem | sources.SourceProblem, *, is_text: bool) -> bool:
    """Whether an input must be a log: it was named, or its name says so. is_text: as in `is_called_log`."""
    return item.is_named or is_called_log(sources.file_name(item.path, item.member), is_text=is_text)


def budget_fault(budget: Budget | None, game: Game) -> str:
    """Count a game that was read from a file. Returns why nothing more of the file is read, or ""."""
    return "" if budget is None else budget.events_excess_message(sum([len(hand.events) for hand in game.hands]))


def game_of(address: str, number: int | None = None) -> GameLog:
    """The game that an address means; nothing is read beyond it.

    number: which of several games, from 0, in the order of reading; None for the only one. Raises NoGameError, and
    SeveralGamesError where there are several and no number says which.
    """
    return game_among(address, read_logs([address]), number)


def game_among(address: str, logs: Iterable[Log], number: int | None = None) -> GameLog:
    """The game of a number, as in `game_of`, among the logs of an address."""
    problems: list[str] = []
    games = _games(logs, problems)
    held = 0
    last: deque[GameLog] = deque(maxlen=2)  # there may be thousands: they are not all held in memory
    for one in islice(games, 2 if number is None else number + 1):
        held += 1
        last.append(one)
    if not held:
        raise NoGameError(problems[0] if problems else f"{address}: holds no game")
    if number is None and held > 1:
        raise SeveralGamesError(address, chain(last, games))
    if number is not None and not 0 <= number < held:
        raise NoGameError(f"{address}: holds {held:,} games; give --game 0 to {held - 1}")
    return last[-1]


def data_bytes(data: Data) -> bytes:
    """A log in memory as bytes. Raises TypeError."""
    if not isinstance(data, str | bytes | bytearray | memoryview):
        if isinstance(data, PathLike) or not hasattr(data, "read"):
            raise TypeError(f"parse takes bytes, text or an open file, not {type(data).__name__}; read takes paths")
        data = data.read()
    return data.encode("utf-8", "surrogatepass") if isinstance(data, str) else bytes(data)


def name_of(data: Data) -> str:
    """The name of an open file, or `MEMORY`."""
    name = getattr(data, "name", "")
    return name if isinstance(name, str) and name else MEMORY


def hand_of(game: Game, index: HandIndex) -> Hand:
    """The hand with an index. Raises NoGameError, which names the hands of the log, where there is none."""
    for hand in game.hands:
        if hand.index == index:
            return hand
    known = ", ".join([str(hand.index) for hand in game.hands])
    raise NoGameError(f"there is no hand {index}; the log has the hands {known}")


def hand_of_round(game: Game, name: str) -> HandIndex:
    """The index of the hand that a round names: ``S1-2`` with its counter, or ``S1`` where there is one hand of it.

    Raises NoGameError.
    """
    if (parts := _ROUND.fullmatch(name.strip())) is None:
        raise NoGameError(f"{name!r} is no round; give one such as E1-0 or S3-2")
    honba = None if parts[2] is None else int(parts[2])
    found = [hand for hand in game.hands if hand.name == parts[1].upper() and honba in (None, hand.honba)]
    if len(found) == 1:
        return found[0].index
    if not found:
        known = ", ".join([f"{hand.name}-{hand.honba}" for hand in game.hands])
        raise NoGameError(f"there is no hand {name}; the log has {known or 'none'}")
    hands = ", ".join([f"{hand.name}-{hand.honba} (--hand {hand.index})" for hand in found])
    raise NoGameError(f"{name} is several hands: {hands}")


def _games(logs: Iterable[Log], problems: list[str]) -> Iterator[GameLog]:
    """Yield the games among logs; what could not be read is added to the problems."""
    for log in logs:
        if isinstance(log.found, Problem):
            problems.append(f"{log.address}: {log.found}")
        else:
            yield GameLog(log.path, log.member, log.number, log.found)
