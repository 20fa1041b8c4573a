"""mjai JSON Lines."""

from collections.abc import Iterator
from typing import Final

from auditor.events import Game
from auditor.formats.format import Format
from auditor.formats.mjai.rules import stated_rules
from auditor.formats.mjai.signs import matches
from auditor.formats.mjai.words import NAME
from auditor.problems import Problem

__all__ = ["FORMAT", "matches", "read", "write"]


def read(data: bytes, name: str) -> Iterator[Game | Problem]:
    """Read every game of an input, and tell what could not be read."""
    from auditor.formats.mjai.reader import read as read_input

    return read_input(data, name)


def write(game: Game, comment: str = "") -> str:
    """The text of a game. Raises ValueError for what the format cannot say."""
    from auditor.formats.mjai.writer import write as write_game

    return write_game(game, comment)


FORMAT: Final[Format] = Format(
    NAME, "mjai (JSON Lines)", ".mjson", matches, read, write, stated_rules=stated_rules, is_joinable=True
)
