"""What the replay of a hand leaves: its outcome, riichis, readings, scores and ledger."""

from typing import Final

from auditor.hand.decompose import WonReading
from auditor.table.ledger import LedgerEntry
from auditor.table.watched import TurnRows, WallRows
from auditor.units import EventIndex, HandIndex, Kind, KindMask, Mark, Points, RoundNumber, SeatIndex, Tile, TurnNumber
from auditor.words import counted


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


class HandRecord:
    """What the replay of one hand gives beside findings.

    outcome: "tsumo", "ron", "double ron", "triple ron", a draw type of `auditor.events`, or "unfinished".
    draws: tiles drawn, replacements included. indicators, ura: as turned, tile ids.
    scores, sticks, honba: at the start. end_scores, end_sticks: after the hand (points; number of sticks).
    wall_left: live tiles left after each event. marks: for each event TSUMOGIRI or TEDASHI of a discard, else
    UNMARKED.
    won_readings: by the event of a win, the reading of the winner's hand that scores; none for an unknown or incomplete
    hand.
    turns, wall: every discard, and draws and wall, where that was asked for.
    stopped_at: the event at which the replay could not go on, or None; unjudged: what could
    not be judged, a text each, as in ``wall/seed: the log has no shuffle seed``.
    """

    def __init__(
        self, hand: HandIndex, round: RoundNumber, dealer: SeatIndex, honba: int, sticks: int, scores: list[Points]
    ) -> None:
        self.hand = hand
        self.round = round
        self.dealer = dealer
        self.honba = honba
        self.sticks = sticks
        self.scores = list(scores)
        self.outcome = "unfinished"
        self.draws = 0
        self.indicators: list[Tile] = []
        self.ura: list[Tile] = []
        self.end_scores = list(scores)
        self.end_sticks = sticks
        self.wall_left: list[int] = []
        self.marks: list[Mark] = []
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
