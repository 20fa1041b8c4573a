"""The records of mjx, a simulator of riichi for research: JSON or protobuf, one hand (a state) at a time.

A state holds what everybody sees, what each seat holds and draws, and how the hand ends; an observation is a state as
one seat sees it. Tiles and melds are coded as in Tenhou's mjlog, from which many of these records are made.
"""

from collections.abc import Iterator
from typing import Final

from auditor.core.errors import Problem
from auditor.core.events import Game
from auditor.core.reading.format import Format
from auditor.core.reading.stated_rules import TENHOU, StatedRules
from auditor.formats.mjx.vocabulary import NAME, matches

__all__ = ["FORMAT", "matches", "read"]

_RULES: Final = StatedRules("the log is one of mjx, which plays by Tenhou's rules", TENHOU, 2, True)


def stated_rules(_: Game) -> StatedRules:
    """The rules that mjx plays by: Tenhou's for four players, east and south, with open tanyao and red fives."""
    return _RULES


def read(data: bytes, name: str) -> Iterator[Game | Problem]:
    """Read every game of an input, and report what could not be read."""
    from auditor.formats.mjx.reader import read as read_input

    return read_input(data, name)


def _anonymize(data: bytes) -> bytes:
    from auditor.formats.mjx.reader import anonymize

    return anonymize(data)


FORMAT: Final[Format] = Format(
    NAME,
    "mjx states (JSON or protobuf)",
    ".json",
    matches,
    read,
    stated_rules=stated_rules,
    anonymize=_anonymize,
    is_split=True,
)
