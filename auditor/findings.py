"""What an audit reports: findings (what is wrong with a game, with proof) and the record of each replayed hand."""

from typing import Final

from auditor.events import NO_SEAT, Hand
from auditor.formats.log_id import is_mahjong_soul_id, mahjong_soul_link
from auditor.hand.decompose import WonReading

VIOLATION: Final = "violation"
MISMATCH: Final = "mismatch"
NOTE: Final = "note"
SEVERITIES: Final = (VIOLATION, MISMATCH, NOTE)
"""Severities, gravest first."""


class Finding:
    """One fault, or one note, with its proof.

    check, severity: from the catalogue. hand, event, seat, turn: where; None where it concerns none in particular.
    turn: the seat's own discard number, from 1. message: what happened, what the rule allows, why it is wrong.
    expected, actual: what the rules give and what the log shows, short.
    """

    def __init__(
        self,
        check: str,
        severity: str,
        hand: int | None,
        event: int | None,
        seat: int | None,
        turn: int | None,
        message: str,
        expected: str | None = None,
        actual: str | None = None,
    ) -> None:
        self.check = check
        self.severity = severity
        self.hand = hand
        self.event = event
        self.seat = seat
        self.turn = turn
        self.message = message
        self.expected = expected
        self.actual = actual

    def __repr__(self) -> str:
        return f"Finding({self.check!r}, hand={self.hand}, event={self.event}, seat={self.seat}, {self.message!r})"


class RiichiRecord:
    """A riichi declaration as replayed.

    event: of the declaration. turn: the declarer's discard number of the declaration tile, from 1.
    open: declared with the hand or its waits shown. accepted: whether the riichi stood (False: ronned, or the log ends
    before). double: declared in the first uninterrupted go-around. furiten: whether a wait lay in the own river, the
    declaration tile included. waits: the mask of kinds waited for. kinds, melds: the concealed kinds that wait, [] if
    some are hidden, and how many melds go with them. tiles_left: live tiles at the declaration.
    outcome: "tsumo", "ron", "dealt in", "other win", "draw", or "unfinished".
    """

    def __init__(self, seat: int, event: int, turn: int, tiles_left: int) -> None:
        self.seat = seat
        self.event = event
        self.turn = turn
        self.tiles_left = tiles_left
        self.open = False
        self.accepted = False
        self.double = False
        self.furiten = False
        self.waits = 0
        self.kinds: list[int] = []
        self.melds = 0
        self.outcome = "unfinished"


TABLE_ACCOUNT: Final = 4
"""The account of the sticks on the table; accounts 0-3 are the seats'."""

ACCOUNT_NAMES: Final = ("seat0", "seat1", "seat2", "seat3", "table")
REASONS: Final = ("riichi", "hand", "honba", "sticks", "noten", "nagashi", "pao", "chombo", "final")


class LedgerEntry:
    """A movement of `points` (positive) from one account to another at an event. reason: one of REASONS."""

    def __init__(self, event: int, reason: str, from_account: int, to_account: int, points: int) -> None:
        self.event = event
        self.reason = reason
        self.from_account = from_account
        self.to_account = to_account
        self.points = points


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
    stopped_at: the event at which the replay could not go on, or None; unjudged: what could
    not be judged, a text each, as in ``wall/seed: the log has no shuffle seed``.
    """

    def __init__(self, hand: int, round: int, dealer: int, honba: int, sticks: int, scores: list[int]) -> None:
        self.hand = hand
        self.round = round
        self.dealer = dealer
        self.honba = honba
        self.sticks = sticks
        self.scores = list(scores)
        self.outcome = "unfinished"
        self.draws = 0
        self.indicators: list[int] = []
        self.ura: list[int] = []
        self.end_scores = list(scores)
        self.end_sticks = sticks
        self.wall_left: list[int] = []
        self.marks: list[int] = []
        self.riichis: list[RiichiRecord] = []
        self.ledger: list[LedgerEntry] = []
        self.won_readings: dict[int, WonReading] = {}
        self.stopped_at: int | None = None
        self.unjudged: list[str] = []


def viewer_link(log_id: str, hand: int | None, seat: int | None) -> str | None:
    """The official viewer's address, Tenhou's at that hand and seat, or None without a log id."""
    if not log_id:
        return None
    if is_mahjong_soul_id(log_id):
        return mahjong_soul_link(log_id)
    view = 0 if seat is None or seat == NO_SEAT else seat
    return f"https://tenhou.net/0/?log={log_id}&tw={view}" + ("" if hand is None else f"&ts={hand}")


FINDING_KEYS: Final = (
    "log", "hand", "round", "honba", "seat", "event", "turn", "check", "severity", "message", "expected", "actual",
    "ruleset", "link",
)  # fmt: skip
"""The keys under which a finding is published, in their order: JSON Lines, tables and reports all use these."""

FindingRow = tuple[
    str, int | None, str | None, int | None, int | None, int | None, int | None, str, str, str, str | None,
    str | None, str, str | None,
]  # fmt: skip
"""A finding as published: a value for each of FINDING_KEYS."""


def finding_row(finding: Finding, log: str, log_id: str, ruleset: str, hand: Hand | None) -> FindingRow:
    """The finding as published. log: what to call the log; log_id: Tenhou's id or ""; hand: that of the finding."""
    return (
        log, finding.hand, None if hand is None else hand.name, None if hand is None else hand.honba, finding.seat,
        finding.event, finding.turn, finding.check, finding.severity, finding.message, finding.expected,
        finding.actual, ruleset, viewer_link(log_id, finding.hand, finding.seat),
    )  # fmt: skip
