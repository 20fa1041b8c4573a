"""What an audit reports: findings, each with its proof and its fingerprint, and how they are published."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Final, NamedTuple, TypeAlias

import msgspec

from auditor.events import NO_SEAT
from auditor.formats.log_ids import is_m_league_id, is_mahjong_soul_id, mahjong_soul_link, mleague_link
from auditor.units import EventIndex, HandIndex, SeatIndex, TurnNumber

VIOLATION: Final = "violation"
MISMATCH: Final = "mismatch"
NOTE: Final = "note"
SEVERITIES: Final = (VIOLATION, MISMATCH, NOTE)
"""Severities, gravest first."""

EVERY_CHECK: Final = "everything"
"""What of a hand is not judged where it is replayed alone, because its ruleset is for another number of players."""


class Term(msgspec.Struct, frozen=True, tag="term"):
    """A word of a message that is translated with it, as ``closed-kan``."""

    id: str


class Message(msgspec.Struct, frozen=True, tag="message"):
    """A sentence or a clause of one: what it says, and of what.

    id: of its template, beside the check that says it. arguments: what the template names.
    """

    id: str
    arguments: "Arguments" = {}


Item: TypeAlias = int | str | Term | Message
Value: TypeAlias = Item | Sequence[Item]
"""An argument of a message. A text is shown as it is in every language: tiles, names."""
Arguments: TypeAlias = Mapping[str, Value]


class Penalty(msgspec.Struct, frozen=True):
    """What a fault costs by the ruleset: its kind, the points where these are fixed, and both in words."""

    kind: str
    points: int | None
    text: str


class Finding:
    """One fault, or one note, with its proof.

    check, severity: from the catalogue. hand, event, seat, turn: where; None where it concerns none in particular.
    turn: the seat's own discard number, from 1. message: what happened, what the rule allows, why it is wrong.
    message_id, arguments: of the check's template that gives the message, and what is put into it. penalty: what the
    fault costs, where the ruleset says so; the message ends with its text.
    expected, actual: what the rules give and what the log shows, short.
    round, honba: of the hand, as in ``E1`` and 0. line: of the log, from 1; None where it is not laid out in lines.
    fingerprint: 16 digits by which the finding is known again (`auditor.results`). drawing: makes HTML of it for
    notebooks.
    """

    def __init__(
        self,
        check: str,
        severity: str,
        hand: HandIndex | None,
        event: EventIndex | None,
        seat: SeatIndex | None,
        turn: TurnNumber | None,
        message: str,
        expected: str | None = None,
        actual: str | None = None,
        *,
        round: str | None = None,
        honba: int | None = None,
        line: int | None = None,
        fingerprint: str = "",
        message_id: str = "",
        arguments: Arguments | None = None,
        penalty: Penalty | None = None,
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
        self.round = round
        self.honba = honba
        self.line = line
        self.fingerprint = fingerprint
        self.message_id = message_id
        self.arguments: Arguments = arguments or {}
        self.penalty = penalty
        self.drawing: Callable[[Finding], str] | None = None

    def _repr_html_(self) -> str | None:
        return None if self.drawing is None else self.drawing(self)

    def __repr__(self) -> str:
        return f"Finding({self.check!r}, hand={self.hand}, event={self.event}, seat={self.seat}, {self.message!r})"

    def as_dict(self) -> dict[str, str | int | None]:
        """The finding under the names of its fields, which are those of FINDING_KEYS as far as it knows them."""
        return {
            "hand": self.hand, "round": self.round, "honba": self.honba, "seat": self.seat, "event": self.event,
            "turn": self.turn, "check": self.check, "severity": self.severity, "message": self.message,
            "expected": self.expected, "actual": self.actual, "fingerprint": self.fingerprint, "line": self.line,
        }  # fmt: skip


class GameVerdict(NamedTuple):
    """What the audit of a game came to.

    checks: triples of a check that has findings, its severity, and how many. is_whole: whether each hand was replayed
    to its end and judged.
    """

    checks: tuple[tuple[str, str, int], ...]
    is_whole: bool


def verdict(found: list[tuple[str, str]], is_whole: bool) -> GameVerdict:
    """The verdict on a game with these findings, pairs of a check and its severity."""
    return GameVerdict(tuple([(*pair, number) for pair, number in sorted(Counter(found).items())]), is_whole)


def viewer_link(log_id: str, hand: HandIndex | None, seat: SeatIndex | None) -> str | None:
    """The official viewer's address, Tenhou's at that hand and seat, or None without a log id."""
    if not log_id:
        return None
    if is_mahjong_soul_id(log_id):
        return mahjong_soul_link(log_id)
    if is_m_league_id(log_id):
        return mleague_link(log_id)
    view = 0 if seat is None or seat == NO_SEAT else seat
    return f"https://tenhou.net/0/?log={log_id}&tw={view}" + ("" if hand is None else f"&ts={hand}")


FINDING_KEYS: Final = (
    "log", "hand", "round", "honba", "seat", "event", "turn", "check", "severity", "message", "expected", "actual",
    "ruleset", "link", "fingerprint", "line",
)  # fmt: skip
"""The keys under which a finding is published, in their order: JSON Lines, tables and reports all use these."""

HAND_INDEX: Final = FINDING_KEYS.index("hand")
EVENT: Final = FINDING_KEYS.index("event")
CHECK: Final = FINDING_KEYS.index("check")
SEVERITY: Final = FINDING_KEYS.index("severity")
FINGERPRINT: Final = FINDING_KEYS.index("fingerprint")
LINE: Final = FINDING_KEYS.index("line")
LOG: Final = FINDING_KEYS.index("log")
"""Where these values stand in a finding as published."""

FindingRow = tuple[
    str, HandIndex | None, str | None, int | None, SeatIndex | None, EventIndex | None, TurnNumber | None, str, str,
    str, str | None, str | None, str, str | None, str, int | None,
]  # fmt: skip
"""A finding as published: a value for each of FINDING_KEYS."""


class Told(NamedTuple):
    """A finding as published, with what is told beside it.

    player: the name of whom it concerns; None for nobody, or where the log names nobody. game: the number of its game
    in the input, from 0.
    """

    row: FindingRow
    player: str | None
    game: int

    def named(self) -> dict[str, object]:
        """The finding under its published keys."""
        return dict(zip(FINDING_KEYS, self.row, strict=True))


def finding_row(finding: Finding, log: str, log_id: str, ruleset: str) -> FindingRow:
    """The finding as published. log: what to call the log; log_id: the server's id or ""."""
    return (
        log, finding.hand, finding.round, finding.honba, finding.seat, finding.event, finding.turn, finding.check,
        finding.severity, finding.message, finding.expected, finding.actual, ruleset,
        viewer_link(log_id, finding.hand, finding.seat), finding.fingerprint, finding.line,
    )  # fmt: skip


DIGITS: Final = 16

_POINTS: Final = re.compile(r"[+-]?\d+(?: [+-]?\d+)*")
_TILES: Final = re.compile(r"[0-9][mpsz](?: [0-9][mpsz])*")


def fingerprint(
    check: str,
    seat: SeatIndex | None,
    act: str = "",
    tiles: tuple[str, ...] = (),
    from_seat: SeatIndex | None = None,
    expected: str | None = None,
    actual: str | None = None,
) -> str:
    """The fingerprint of a finding, in hexadecimal digits.

    check: its id. seat: whom it concerns. act: the kind of its event, as in `events.KIND_NAMES`; "" without one. tiles:
    of the event, and of a declaration those of its discard, as texts. from_seat: of a claim or ron, from whom.
    expected, actual: of the finding; only in what they differ goes in.
    """
    whose = ["" if one is None else str(one) for one in (seat, from_seat)]
    parts = [check, *whose, act, " ".join(sorted(tiles)), difference(expected or "", actual or "")]
    return sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:DIGITS]


def difference(expected: str, actual: str) -> str:
    """In what two short texts differ, where that can be told without the rest of the log; else "".

    Points: by how much. Tiles, and lists with commas: which are in one alone.
    """
    if _POINTS.fullmatch(expected) and _POINTS.fullmatch(actual):
        due, shown = [int(text) for text in expected.split()], [int(text) for text in actual.split()]
        if len(due) == len(shown):
            return " ".join([f"{of_log - of_rules:+d}" for of_rules, of_log in zip(due, shown, strict=True)])
    mark = " " if _TILES.fullmatch(expected) and _TILES.fullmatch(actual) else ", "
    if mark not in expected and mark not in actual and mark != " ":
        return ""
    return " ".join([f"-{term}" for term in _left(expected, actual, mark)] + _left(actual, expected, mark))


def _left(text: str, other: str, mark: str) -> list[str]:
    """The terms of a text that another has not, sorted."""
    return sorted(set(text.split(mark)) - set(other.split(mark)))
