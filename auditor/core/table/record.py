# build: hot
"""The record of a replayed hand: its outcome, riichis, readings, scores and ledger, and what an observer recorded."""

from typing import Final

from mypy_extensions import mypyc_attr

from auditor.core.events import DISCARD, DRAW, NOT_RECORDED, RIICHI, SEATS, TEDASHI, TSUMOGIRI, Event, Hand
from auditor.core.hand.decompose import WonReading
from auditor.core.results import Unjudged
from auditor.core.table.ledger import LedgerEntry
from auditor.core.table.wall import Wall
from auditor.core.text import plural
from auditor.core.tiles import LIVE_WALL, UNKNOWN
from auditor.core.units import EventIndex, Kind, KindMask, Mark, SeatIndex, Tile, TurnNumber

NO_VALUE: Final = 255
"""The byte for a value that is not known or does not apply."""

TURN_FIELDS: Final = (
    "seat", "turn", "tile", "shanten_before", "shanten", "shanten_least", "ukeire", "ukeire_kinds", "ukeire_best",
    "closed", "furiten", "could_riichi", "declared", "in_riichi", "tiles_left", "machi", "riichis", "seen", "no_chance",
    "one_chance", "event", "event_high", "held",
)  # fmt: skip
"""The bytes of a row of `TurnRows`, in order; machi is a set of bits, riichis how many others are in riichi."""


class TurnRows:
    """The discards of a hand as rows of bytes.

    packed: the TURN_FIELDS of each. waits: the waits of each row in tenpai. against, genbutsu, safe, suji: for each
    riichi that a row counts, its seat, how many tiles in hand were safe against it, whether the discard was, and how
    many of the numbers three away from the discard were. held: the concealed tiles of each row before the discard, as
    many as its last byte says; none of a hidden hand.
    """

    def __init__(self) -> None:
        self.packed = bytearray()
        self.waits: list[KindMask] = []
        self.held = bytearray()
        self.against = bytearray()
        self.genbutsu = bytearray()
        self.safe = bytearray()
        self.suji = bytearray()


DRAWN_FIELDS: Final = (
    "seat", "replacement", "shanten", "improved", "useful", "unseen", "useful_in_wall", "in_wall", "event",
    "event_high",
)  # fmt: skip
"""The bytes of a draw in `WallRows`, in order."""


class WallRiichi:
    """What the wall held for a riichi when it was declared.

    to_come: how many winning tiles could still be drawn. own: how many of them would come on the declarer's own draws
    if nobody called. draws_to_win: the number of the first own draw that wins, from 1, or 0 for none.
    """

    def __init__(self, seat: SeatIndex, event: EventIndex, to_come: int, own: int, draws_to_win: int) -> None:
        self.seat = seat
        self.event = event
        self.to_come = to_come
        self.own = own
        self.draws_to_win = draws_to_win


class WallWin:
    """The dora of a win, indicator by indicator.

    closed: whether nothing was claimed. dora, ura: for each indicator turned, and each tile under one, how many of the
    winner's tiles it makes dora; ura whether or not they counted.
    """

    def __init__(self, seat: SeatIndex, event: EventIndex, closed: bool, dora: list[int], ura: list[int]) -> None:
        self.seat = seat
        self.event = event
        self.closed = closed
        self.dora = dora
        self.ura = ura


class WallRows:
    """The draws of a hand, and what its wall shows.

    draws: the DRAWN_FIELDS of each, packed. wall: the hand's wall, or None. agrees: whether each tile of the log that
    came from the wall is the one that it holds. drawn, replaced: the numbers of live draws and of replacement draws.
    """

    def __init__(self, wall: Wall | None) -> None:
        self.draws = bytearray()
        self.wall = wall
        self.agrees = wall is not None
        self.drawn = 0
        self.replaced = 0
        self.riichis: list[WallRiichi] = []
        self.wins: list[WallWin] = []


@mypyc_attr(acyclic=True)
class RiichiRecord:
    """A riichi declaration as replayed.

    event: of the declaration. turn: the declarer's discard number of the declaration tile, from 1.
    open: declared with the hand or its waits shown. accepted: whether the riichi was valid (not if the declaration tile
    was won on or the log ends there). double: declared in the first uninterrupted go-around. furiten: whether a wait
    was in its own river, the declaration tile included. waits: the mask of kinds waited for. kinds, melds: the waiting
    concealed kinds, [] if some are hidden, and the number of melds. tiles_left: live tiles at the declaration.
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
"""The entry of `HandRecord.marks` for an event that is no discard; like the marks it fits into a byte."""


@mypyc_attr(acyclic=True)
class HandRecord:
    """The result of replaying one hand, apart from findings.

    outcome: "tsumo", "ron", "double ron", "triple ron", a draw type of `auditor.core.events`, or "unfinished". draws:
    tiles drawn, replacements included. indicators, ura: as turned, tile ids. scores, sticks, honba: at the start.
    end_scores, end_sticks: after the hand (points; number of sticks). scores_known: whether the log records what was
    paid in it. events: those of the hand. replayed: how many of them were replayed. live_wall: the number of live tiles
    at the start. won_readings: by the event of a win, the scoring reading of the winner's hand, unless that is unknown
    or incomplete. turns, wall: every discard, and draws and wall, where an observer recorded them. stopped_at: the
    event at which the replay could not go on, or None. unjudged: what could not be judged, with the reason.
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
        self.end_scores, self.scores_known = list(hand.scores), True
        self.end_sticks = hand.sticks
        self.riichis: list[RiichiRecord] = []
        self.ledger: list[LedgerEntry] = []
        self.won_readings: dict[EventIndex, WonReading] = {}
        self.turns: TurnRows | None = None
        self.wall: WallRows | None = None
        self.stopped_at: EventIndex | None = None
        self.unjudged: list[Unjudged] = []

    def __repr__(self) -> str:
        counts = f"{plural(self.draws, 'draw')}, {plural(len(self.riichis), 'riichi')}"
        return f"<record of hand {self.hand}: {self.outcome}, {counts}>"

    @property
    def wall_left(self) -> list[int]:
        """The live tiles left after each event replayed."""
        left = self.live_wall
        lefts: list[int] = []
        for index in range(self.replayed):
            if self.events[index].kind == DRAW:
                left -= 1
            lefts.append(left)
        return lefts

    @property
    def marks(self) -> list[Mark]:
        """For each event replayed: TSUMOGIRI or TEDASHI for a discard, by the log or else by the draw, else UNMARKED.

        Computed on access, since few callers need it.
        """
        return discard_marks(self.events[: self.replayed])


def discard_marks(events: list[Event]) -> list[Mark]:
    """For each of the first events of a hand: TSUMOGIRI or TEDASHI for a discard, else UNMARKED.

    A discard that the log does not mark is tsumogiri if its seat drew that tile last and has not called since.
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
