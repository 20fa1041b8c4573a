"""What a watched replay leaves of a hand: its discards, its draws, and what its wall held."""

from typing import Final

from auditor.units import EventIndex, KindMask, SeatIndex
from auditor.wall import Wall

NO_VALUE: Final = 255
"""Stands for what is not known, or does not apply."""

TURN_FIELDS: Final = (
    "seat", "turn", "tile", "shanten_before", "shanten", "shanten_least", "ukeire", "ukeire_kinds", "ukeire_best",
    "closed", "furiten", "could_riichi", "declared", "in_riichi", "tiles_left", "machi", "riichis", "event",
    "event_high",
)  # fmt: skip
"""The bytes of a row, in their order; machi is a set of bits, riichis how many others are in riichi."""


class TurnRows:
    """The discards of a hand as rows of bytes.

    packed: TURN_FIELDS of each. waits: of each row in tenpai. against, genbutsu, safe: for each riichi that a row
    counts, whose it is, how many tiles safe against it were held, and whether one was discarded.
    """

    def __init__(self) -> None:
        self.packed = bytearray()
        self.waits: list[KindMask] = []
        self.against = bytearray()
        self.genbutsu = bytearray()
        self.safe = bytearray()


DRAWN_FIELDS: Final = (
    "seat", "replacement", "shanten", "improved", "useful", "unseen", "useful_in_wall", "in_wall", "event",
    "event_high",
)  # fmt: skip
"""The bytes of a draw, in their order."""


class WallRiichi:
    """What the wall held for a riichi as it was declared.

    to_come: winning tiles among those that could still be drawn. own: of these, on the declarer's own draws if nobody
    called. draws_to_win: the first of these draws that wins, from 1, or 0 for none.
    """

    def __init__(self, seat: SeatIndex, event: EventIndex, to_come: int, own: int, draws_to_win: int) -> None:
        self.seat = seat
        self.event = event
        self.to_come = to_come
        self.own = own
        self.draws_to_win = draws_to_win


class WallWin:
    """What the indicators gave a win.

    closed: nothing was claimed. dora, ura: how many of the winner's tiles each indicator turned, and each tile under
    one, makes dora; ura whether or not it counted.
    """

    def __init__(self, seat: SeatIndex, event: EventIndex, closed: bool, dora: list[int], ura: list[int]) -> None:
        self.seat = seat
        self.event = event
        self.closed = closed
        self.dora = dora
        self.ura = ura


class WallRows:
    """The draws of a hand, and what is known by its wall.

    draws: DRAWN_FIELDS of each, packed. wall: or None. agrees: every tile that came from it is the wall's. drawn,
    replaced: tiles drawn from its live part, and replacement tiles.
    """

    def __init__(self, wall: Wall | None) -> None:
        self.draws = bytearray()
        self.wall = wall
        self.agrees = wall is not None
        self.drawn = 0
        self.replaced = 0
        self.riichis: list[WallRiichi] = []
        self.wins: list[WallWin] = []
