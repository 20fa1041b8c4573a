"""What somebody asks to see."""

from typing import NamedTuple

from auditor.rulesets import AUTO
from auditor.units import EventIndex, HandIndex


class Meant(NamedTuple):
    """What somebody asks for: a game, and a place in it where one is named.

    address: as `open_sources` takes it. game: its number there, from 0; None for the only one. hand, event: from 0.
    round: the hand by its name, such as ``S1-2``. finding: one of the game's, from 0, in the order found. rules: the
    ruleset to judge by, as ``--rules`` takes it.
    """

    address: str
    game: int | None = None
    hand: HandIndex | None = None
    event: EventIndex | None = None
    round: str | None = None
    finding: int | None = None
    rules: str = AUTO
