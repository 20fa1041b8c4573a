"""The texts of an M-League record's commands: seats, numbers and tiles, each with its place where it is wrong."""

import re
from typing import Final

from auditor.formats.mleague.words import CODE_OF_COMMAND, SEAT_NAMES, TILE_LENGTH, TILES_TEXT
from auditor.problems import Problem, ReadError

_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,9}")


class Texts:
    """Reads texts of a hand's commands.

    place: the hand, as messages name it. id: of the command being read. problems: what does not keep it from being
    read.
    """

    def __init__(self, place: str, id: str) -> None:
        self.place = place
        self.id = id
        self.problems: list[Problem] = []

    def error(self, message: str) -> ReadError:
        """What is wrong with the command being read."""
        return ReadError(f"{self.place}, id {self.id}", message)

    def tell(self, message: str) -> None:
        """Note what is wrong and does not keep the hand from being read."""
        self.problems.append(Problem(f"{self.place}, id {self.id}", message))

    def seat(self, text: str) -> int:
        """A seat. Raises ReadError."""
        if text not in SEAT_NAMES:
            raise self.error(f"expected a seat A0, B0, C0 or D0, not {text!r}")
        return SEAT_NAMES.index(text)

    def number(self, text: str, low: int, high: int) -> int:
        """A whole number. Raises ReadError."""
        if not _NUMBER.fullmatch(text) or not low <= int(text) <= high:
            raise self.error(f"expected a number from {low} to {high}, not {text[:20]!r}")
        return int(text)

    def code(self, text: str) -> int:
        """The code of a tile; NO_CODE for one that was not entered. Raises ReadError."""
        code = CODE_OF_COMMAND.get(text)
        if code is None:
            raise self.error(f"expected a tile such as 5m, 5M or 1z, not {text[:20]!r}")
        return code

    def codes(self, text: str) -> list[int]:
        """The codes of several tiles. Raises ReadError."""
        if not TILES_TEXT.fullmatch(text):
            raise self.error(f"expected tiles such as 1m5M1z, not {text[:40]!r}")
        return [CODE_OF_COMMAND[text[at : at + TILE_LENGTH]] for at in range(0, len(text), TILE_LENGTH)]
