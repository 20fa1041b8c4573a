"""What the replay of a hand leaves: its outcome, riichis, readings, scores and ledger."""

from typing import Final

from mypy_extensions import mypyc_attr

from auditor.events import DISCARD, DRAW, NOT_RECORDED, RIICHI, SEATS, TEDASHI, TSUMOGIRI, Event, Hand
from auditor.hand.decompose import WonReading
from auditor.table.ledger import LedgerEntry
from auditor.table.watched import TurnRows, WallRows
from auditor.tiles import LIVE_WALL, UNKNOWN
from auditor.units import EventIndex, Kind, KindMask, Mark, SeatIndex, Tile, TurnNumber
from auditor.words import counted


@mypyc_attr(acyclic=True)
class RiichiRecord:
    """A riichi declaration as replayed.

    event: of the declaration. turn: the declarer's discard number of the declaration tile, from 1.
    open: declared with the hand or its waits shown. accepted: whether the riichi stood (False: ronned, or the log ends
    before). double: declared in the first uninterrupted go-around. furiten: whether a wait lay in the own river, the
    declaration tile included. waits: the mask of kinds waited for. kinds, melds: the concealed kinds that wait, [] if
    some are hidden, and how many melds go with them. tiles_left: live tiles at the declaration.
    outcome: "tsumo", "ron", "dealt in", "other win", "draw", or "unfinished".
    """

    def __init__(self, seat: SeatIndex, event: EventIndex, turn: TurnNumber, tiles_left: int) -> None:
        self.seat = seat
        self.event = event
        self.turn = turn
        self.tiles_left = tiles_left
        self.open = False
        self.accepted = False
        self.double = False
        self.furiten = False
        self.waits: KindMask = 0
        self.kinds: list[Kind] = []
        self.melds = 0
        self.outcome = "unfinished"


UNMARKED: Final = 255
"""In `HandRecord.marks` what is no discard; like the marks themselves it fits a byte."""


@mypyc_attr(acyclic=True)
class HandRecord:
    """What the replay of one hand gives beside findings.

    outcome: "tsumo", "ron", "double ron", "triple ron", a draw type of `auditor.events`, or "unfinished".
    draws: tiles drawn, replacements included. indicators, ura: as turned, tile ids.
    scores, sticks, honba: at the start. end_scores, end_sticks: after the hand (points; number of sticks).
    events: of the hand. replayed: so many of them were replayed. live_wall: so many live tiles there were.
    won_readings: by the event of a win, the reading of the winner's hand that scores; none for an unknown or incomplete
    hand.
    turns, wall: every discard, and draws and wall, where that was asked for.
    stopped_at: the event at which the replay could not go on, or None; unjudged: what could
    not be judged, a text each, as in ``wall/seed: the log has no shuffle seed``.
    """

    def __init__(self, hand: Hand, players: int) -> None:
        self.hand = hand.index
        self.round = hand.round
        self.dealer = hand.dealer
        self.honba = hand.honba
        self.sticks = hand.sticks
        self.scores = list(hand.scores)
        self.events = hand.events
        self.replayed = 0
        self.live_wall = LIVE_WALL[players]
        self.outcome = "unfinished"
        self.draws = 0
        self.indicators: list[Tile] = []
        self.ura: list[Tile] = []
        self.end_scores = list(hand.scores)
        self.end_sticks = hand.sticks
        self.riichis: list[RiichiRecord] = []
        self.ledger: list[LedgerEntry] = []
        self.won_readings: dict[EventIndex, WonReading] = {}
        self.turns: TurnRows | None = None
        self.wall: WallRows | None = None
        self.stopped_at: EventIndex | None = None
        self.unjudged: list[str] = []

    def __repr__(self) -> str:
        counts = f"{counted(self.draws, 'draw')}, {counted(len(self.riichis), 'riichi')}"
        return f"<record of hand {self.hand}: {self.outcome}, {counts}>"

    @property
    def wall_left(self) -> list[int]:
        """The live tiles left after each event replayed."""
        left = self.live_wall
        found: list[int] = []
        for place in range(self.replayed):
            if self.events[place].kind == DRAW:
                left -= 1
            found.append(left)
        return found

    @property
    def marks(self) -> list[Mark]:
        """For each event replayed TSUMOGIRI or TEDASHI of a discard, as the log marks it or as it was, else UNMARKED.

        Worked out where it is asked for: few who replay a hand ask.
        """
        return discard_marks(self.events[: self.replayed])


def discard_marks(events: list[Event]) -> list[Mark]:
    """For each of the first events of a hand TSUMOGIRI or TEDASHI of a discard, else UNMARKED.

    A tile is discarded as it was drawn where it is the one that its seat drew last, and has not called since.
    """
    drawn = [UNKNOWN] * SEATS
    marks: list[Mark] = []
    for event in events:
        kind = event.kind
        mark = UNMARKED
        if kind == DRAW:
            drawn[event.seat] = event.tile
        elif kind < RIICHI:
            if kind == DISCARD:
                mark = event.mark
                if mark == NOT_RECORDED:
                    mark = TSUMOGIRI if event.tile == drawn[event.seat] and event.tile >= 0 else TEDASHI
            drawn[event.seat] = UNKNOWN
        marks.append(mark)
    return marks
