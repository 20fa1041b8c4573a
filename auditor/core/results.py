"""The results of an audit: findings with their proof and fingerprint, by game and by input, and their public keys.

These records go unchanged from the worker that makes them to the database, to JSON, pages, baselines and notebooks.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from types import NoneType
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec

from auditor.core.errors import Problem
from auditor.core.events import NO_SEAT
from auditor.core.phrases import Phrase as Phrase
from auditor.core.reading import log_ids
from auditor.core.rulesets.choice import RulesetMismatch
from auditor.core.units import EventIndex, HandIndex, Points, SeatIndex, TurnNumber

VIOLATION: Final = "violation"
MISMATCH: Final = "mismatch"
NOTE: Final = "note"
SEVERITIES: Final = (VIOLATION, MISMATCH, NOTE)
"""Severities, gravest first."""

EVERY_CHECK: Final = "everything"
"""The entry of `Unjudged.checks` for a hand that is only replayed, as under rules for another number of players."""


class Term(msgspec.Struct, frozen=True, tag="term"):
    """A word of a message that is translated with it, named by its id, such as ``closed-kan``."""

    id: str


class Message(msgspec.Struct, frozen=True, tag="message"):
    """A sentence or a clause of one, as a template and its arguments.

    id: the id of the template, in `messages` of the check. arguments: the values of the template's fields.
    """

    id: str
    arguments: "Arguments" = {}


class ShortText(msgspec.Struct, frozen=True, tag="phrase", omit_defaults=True):
    """A `Phrase` as data. text: in English; "" where it stands beside. id, arguments: as its `id` and `fields`."""

    id: str
    text: str = ""
    arguments: "Arguments" = {}


ListItem: TypeAlias = int | str | Term | Message | ShortText
Value: TypeAlias = ListItem | Sequence[ListItem]
"""An argument of a message. A text is shown as it is in every language: tiles, names."""
Arguments: TypeAlias = Mapping[str, Value]


class Location(msgspec.Struct, frozen=True, array_like=True):
    """A location in a game; each part is None where there is no particular one.

    hand, event, seat: from 0. round, honba: of the hand, such as ``E1`` and 0. turn: the seat's own discard number,
    from 1. line: the line of the log, from 1; None where the log is not laid out in lines.
    """

    hand: HandIndex | None = None
    round: str | None = None
    honba: int | None = None
    event: EventIndex | None = None
    turn: TurnNumber | None = None
    seat: SeatIndex | None = None
    line: int | None = None

    def indexes(self, *names: str) -> list[str]:
        """The named attributes that are not None, as in ``["hand 0", "event 12"]``."""
        return [f"{name} {value}" for name in names if (value := getattr(self, name)) is not None]


class Amounts(msgspec.Struct, frozen=True):
    """Points or other numbers, one for each seat. signed: whether they are gains and losses, written with a sign."""

    per_seat: tuple[Points, ...]
    signed: bool = False

    def text(self) -> str:
        """The amounts as in ``25000 24000 26000 25000``, or signed ``+3900 0 -3900 0``."""
        return " ".join([f"{points:+d}" if self.signed and points else str(points) for points in self.per_seat])

    __str__ = text


class Penalty(msgspec.Struct, frozen=True):
    """The penalty that the ruleset sets for a fault.

    kind: as in rulesets, such as ``chombo``. points: the deduction from the final score, if it is one. text: whole
    sentences, which end the message of the finding.
    """

    kind: str
    points: Points | None
    text: str


Shown = Amounts | str | None
"""What the rules require or the log shows: numbers as such, all else as a short text."""
Short: TypeAlias = Amounts | Value | None
"""What a check gives for it, with the ids of what is not the same in every language: in `Arguments` by its name."""


def as_data(value: Any) -> Any:
    """A value in which phrases are data."""
    if isinstance(value, Phrase):
        fields = {name: as_data(one) for name, one in value.fields.items()}
        return ShortText(value.id, str(value), fields)
    return [as_data(one) for one in value] if isinstance(value, (list, tuple)) else value


def with_ids(arguments: Arguments, **stated: Short) -> Arguments:
    """Arguments with what a check gives as expected or actual, where languages differ in it."""
    plain = (Amounts, str, NoneType)
    return {name: as_data(one) for name, one in stated.items() if type(one) not in plain} | dict(arguments)


@lru_cache(maxsize=1024)
def phrases_data(texts: tuple[str, ...]) -> str:
    """The phrases among texts as JSON, by their text in English, for a column beside those with the texts."""
    data = {str(one): msgspec.structs.replace(as_data(one), text="") for one in texts if isinstance(one, Phrase)}
    return msgspec.json.encode(data).decode()


class Finding(msgspec.Struct):
    """One fault, or one note, with its proof.

    check, severity: from the catalogue. message: what happened, what the rule allows, why it is wrong, and the penalty.
    message_id, arguments: the id of the check's message template and the values of its fields. expected, actual: what
    the rules require and what the log shows, short. fingerprint: 16 hexadecimal digits that identify the finding in
    later audits. depends_on: for a fault reduced to a note because the ruleset is only assumed, the keys of the
    settings under some value of which it would be no fault.
    """

    check: str
    severity: str
    where: Location
    message: str
    expected: Shown = None
    actual: Shown = None
    penalty: Penalty | None = None
    fingerprint: str = ""
    message_id: str = ""
    arguments: Arguments = {}
    depends_on: tuple[str, ...] = ()

    @property
    def short_name(self) -> str:
        """What people call it: the first letters of its fingerprint."""
        return self.fingerprint[:NAME_DIGITS]

    @property
    def hand(self) -> HandIndex | None:
        """The index of its hand."""
        return self.where.hand

    @property
    def round(self) -> str | None:
        """The name of its hand."""
        return self.where.round

    @property
    def honba(self) -> int | None:
        """The honba of its hand."""
        return self.where.honba

    @property
    def event(self) -> EventIndex | None:
        """The index of its event in the hand."""
        return self.where.event

    @property
    def turn(self) -> TurnNumber | None:
        """The seat's own discard number."""
        return self.where.turn

    @property
    def seat(self) -> SeatIndex | None:
        """The seat that it concerns."""
        return self.where.seat

    @property
    def line(self) -> int | None:
        """Its line in the log."""
        return self.where.line

    @property
    def message_without_penalty(self) -> str:
        """The message without the sentences on the penalty."""
        return self.message if self.penalty is None else self.message.removesuffix(f" {self.penalty.text}")

    def __repr__(self) -> str:
        return f"Finding({self.check!r}, hand={self.hand}, event={self.event}, seat={self.seat}, {self.message!r})"

    def as_dict(self) -> dict[str, str | int | None]:
        """The finding under those of FINDING_KEYS that do not depend on its game."""
        return {
            "hand": self.hand, "round": self.round, "honba": self.honba, "seat": self.seat, "event": self.event,
            "turn": self.turn, "check": self.check, "severity": self.severity, "message": self.message,
            "expected": text_of(self.expected), "actual": text_of(self.actual), "fingerprint": self.fingerprint,
            "line": self.line,
        }  # fmt: skip


def text_of(shown: Shown) -> str | None:
    """`Finding.expected` or `Finding.actual` as text."""
    return shown.text() if isinstance(shown, Amounts) else shown


class Unjudged(msgspec.Struct, frozen=True):
    """Checks that could not judge, as ids or families such as ``win``, and the reason, as a clause."""

    checks: tuple[str, ...]
    reason: str

    @property
    def checks_text(self) -> str:
        """The checks, as in ``tiles, win``."""
        return ", ".join(self.checks)

    def __str__(self) -> str:
        return f"{self.checks_text}: {self.reason}"

    def __lt__(self, other: "Unjudged") -> bool:
        return str(self) < str(other)


class GameResult(msgspec.Struct):
    """The result of auditing one game of an input.

    number: the index of the game in its input, from 0. log: the log's name in findings. log_id: the server's id or "".
    ruleset, reason: the ruleset it was judged by, and why that one. players: the name of each seat's player, None where
    the log has none. also_under: findings by further rulesets, which only a database keeps. unjudged: what could not be
    judged, and in how many hands. stopped: the number of hands that the replay could not follow to the end. shuffle:
    digest of the published seed, or "". mismatch: where the game contradicts a ruleset that was named. is_over: whether
    the game ends with its last hand. summary: the result of `Settings.summarize`.
    """

    number: int
    log: str
    log_id: str
    ruleset: str
    reason: str
    players: tuple[str | None, ...] = ()
    findings: list[Finding] = msgspec.field(default_factory=list)
    also_under: dict[str, list[Finding]] = msgspec.field(default_factory=dict)
    unjudged: list[tuple[Unjudged, int]] = msgspec.field(default_factory=list)
    hands: int = 0
    stopped: int = 0
    shuffle: str = ""
    mismatch: RulesetMismatch | None = None
    is_over: bool = False
    summary: object = None

    def player(self, seat: SeatIndex | None) -> str | None:
        """The name of a seat's player; None without a seat, or where the log has no name."""
        return self.players[seat] if seat is not None and 0 <= seat < len(self.players) else None

    @property
    def is_whole(self) -> bool:
        """Whether every hand was replayed to its end and judged."""
        return not self.stopped and not any([EVERY_CHECK in one.checks for one, _ in self.unjudged])

    def link(self, finding: Finding) -> str | None:
        """The address of a finding in the server's official viewer; None where there is none."""
        return viewer_link(self.log_id, finding.hand, finding.seat)

    def row(self, finding: Finding) -> dict[str, object]:
        """A finding of the game under FINDING_KEYS."""
        facts = finding.as_dict() | {"log": self.log, "ruleset": self.ruleset, "link": self.link(finding)}
        return {key: facts[key] for key in FINDING_KEYS}

    def published(self, finding: Finding) -> dict[str, object]:
        """A finding of the game under PUBLISHED_KEYS."""
        return self.row(finding) | {
            "short_name": finding.short_name,
            "message_id": finding.message_id,
            "arguments": msgspec.to_builtins(finding.arguments),
            "penalty": msgspec.to_builtins(finding.penalty),
            "depends_on": list(finding.depends_on),
        }


class InputResult(msgspec.Struct):
    """The result of auditing one input.

    path, member: of the input. sha256, bytes: digest and size of its content, where they are needed. is_known: whether
    the result comes from the database. is_not_a_log: the input is no log, was not named itself, and has no log's name.
    """

    path: str
    member: str | None
    format: str | None = None
    games: list[GameResult] = msgspec.field(default_factory=list)
    problems: list[Problem] = msgspec.field(default_factory=list)
    sha256: str | None = None
    bytes: int | None = None
    is_known: bool = False
    is_not_a_log: bool = False

    @property
    def has_several_games(self) -> bool:
        """Whether the input has several games, so that each has to be named by its number."""
        return len(self.games) > 1

    def findings(self) -> "Iterator[ReportedFinding]":
        """The findings of all its games."""
        for game in self.games:
            for finding in game.findings:
                yield ReportedFinding(finding, game, self)


class ReportedFinding(NamedTuple):
    """A finding with its game and its input, which reports name along with it."""

    finding: Finding
    game: GameResult
    result: InputResult


def viewer_link(log_id: str, hand: HandIndex | None, seat: SeatIndex | None) -> str | None:
    """The address of a game in its server's viewer (Tenhou's: at the hand and seat); None if no known server's id."""
    if log_ids.is_mahjong_soul_id(log_id):
        return log_ids.mahjong_soul_link(log_id)
    if log_ids.is_m_league_id(log_id):
        return log_ids.mleague_link(log_id)
    if not log_ids.is_tenhou_id(log_id):
        return None
    view = 0 if seat is None or seat == NO_SEAT else seat
    return f"https://tenhou.net/0/?log={log_id}&tw={view}" + ("" if hand is None else f"&ts={hand}")


FINDING_KEYS: Final = (
    "log", "hand", "round", "honba", "seat", "event", "turn", "check", "severity", "message", "expected", "actual",
    "ruleset", "link", "fingerprint", "line",
)  # fmt: skip
"""The keys of a finding in a row, in their order: tables and reports use these."""
PUBLISHED_KEYS: Final = (*FINDING_KEYS, "short_name", "message_id", "arguments", "penalty", "depends_on")
"""The keys under which a finding is published, in their order: JSON, JSON Lines, SARIF and baselines use these."""

DIGITS: Final = 16
NAME_DIGITS: Final = 7
"""How many digits of a fingerprint name a finding among those of a log."""

_NAME: Final = re.compile(rf"[0-9a-f]{{4,{DIGITS}}}")

_TILES: Final = re.compile(r"[0-9][mpsz](?: [0-9][mpsz])*")


def finding_name(text: str) -> str:
    """The name of a finding: the first digits of its fingerprint, at least four. Raises ValueError for other text."""
    name = text.lower()
    if not _NAME.fullmatch(name):
        raise ValueError(f"{text!r} names no finding; give its name as an audit or a page shows it, such as fb852a8")
    return name


def fingerprint(
    check: str, seat: SeatIndex | None, act: str = "", tiles: tuple[str, ...] = (),
    from_seat: SeatIndex | None = None, expected: Shown = None, actual: Shown = None,
) -> str:  # fmt: skip
    """The fingerprint of a finding, in hexadecimal digits.

    check: the id of the check. seat: the seat concerned. act: the kind of its event, as in `events.KIND_NAMES`; ""
    without one. tiles: the tiles of the event, or of the discard that follows a declaration of riichi, as texts.
    from_seat: for a claim or ron, the seat that it is from. expected: as in the finding; only its difference from
    `actual` counts. actual: as in the finding.
    """
    whose = ["" if one is None else str(one) for one in (seat, from_seat)]
    parts = [check, *whose, act, " ".join(sorted(tiles)), difference(expected, actual)]
    return sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:DIGITS]


def difference(expected: Shown, actual: Shown) -> str:
    """How `expected` and `actual` differ, where that does not depend on the rest of the log; else "".

    For points, by how much; for tiles and lists with commas, which items only one of them has.
    """
    if isinstance(expected, Amounts) and isinstance(actual, Amounts):
        pairs = zip(expected.per_seat, actual.per_seat, strict=False)
        if len(expected.per_seat) == len(actual.per_seat):
            return " ".join([f"{of_log - of_rules:+d}" for of_rules, of_log in pairs])
    due, shown = text_of(expected) or "", text_of(actual) or ""
    mark = " " if _TILES.fullmatch(due) and _TILES.fullmatch(shown) else ", "
    if mark not in due and mark not in shown and mark != " ":
        return ""
    return " ".join([f"-{term}" for term in _left(due, shown, mark)] + _left(shown, due, mark))


def _left(text: str, other: str, mark: str) -> list[str]:
    """The terms of `text` that are not in `other`, sorted; `mark` separates terms."""
    return sorted(set(text.split(mark)) - set(other.split(mark)))
