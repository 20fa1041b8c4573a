"""The rows of the tables that are filled row by row: a field for each column of ``schema.sql``, in its order.

Tuples are what Arrow turns into columns; by their names no value comes into another's place.
"""

from datetime import datetime
from typing import NamedTuple

from auditor.units import EventIndex, Fu, Han, HandIndex, Points, SeatIndex, TurnNumber

Row = tuple[object, ...]
"""A row of any table."""


class SourceRow(NamedTuple):
    """A row of `sources`."""

    source_id: str
    path: str
    member: str | None
    format: str | None
    sha256: str | None
    bytes: int | None
    loaded_at: datetime
    rules: str
    version: str


class ProblemRow(NamedTuple):
    """A row of `problems`."""

    source_id: str
    problem: int
    place: str
    message: str


class GameRow(NamedTuple):
    """A row of `games`."""

    game_id: str
    log_id: str | None
    source_id: str
    format: str
    ruleset: str
    players: int
    length: int
    red_fives: bool
    ruleset_reason: str
    started_at: datetime | None
    lobby: int | None
    rule_bits: int | None
    rule_text: str | None
    shuffle: str | None
    also_under: list[str]
    misfit: list[str]
    fitting: list[str]


class SeatRow(NamedTuple):
    """A row of `seats`."""

    game_id: str
    seat: SeatIndex
    name: str | None
    grade: str | None
    rating: float | None
    start_points: Points | None
    final_points: Points | None
    final_score: float | None
    placement: int | None
    end_points: Points | None


class HandRow(NamedTuple):
    """A row of `hands`."""

    game_id: str
    hand: HandIndex
    round: str
    round_wind: str
    dealer: SeatIndex
    honba: int
    sticks: int
    outcome: str
    draws: int
    dora_indicators: list[str]
    ura_indicators: list[str]
    deltas: list[Points]
    start_points: list[Points]
    end_points: list[Points]
    end_sticks: int
    tenpai: list[bool] | None
    events: int
    checked_events: int
    stopped_at: EventIndex | None
    unjudged: list[str]
    calls: list[int]
    starting_shanten: list[int | None] | None


class RiichiRow(NamedTuple):
    """A row of `riichis`."""

    game_id: str
    hand: HandIndex
    seat: SeatIndex
    event: EventIndex
    turn: TurnNumber
    accepted: bool
    double_riichi: bool
    furiten: bool
    waits: list[str]
    tiles_left: int
    outcome: str
    machi: list[str]
    discards: int
    unseen: int | None


class WinRow(NamedTuple):
    """A row of `wins`."""

    game_id: str
    hand: HandIndex
    seat: SeatIndex
    from_seat: SeatIndex
    tile: str | None
    riichi: bool
    han: Han | None
    fu: Fu | None
    points: Points | None
    limit_name: str | None
    yaku: list[str] | None
    machi: str | None
    event: EventIndex
    turn: TurnNumber
    honba: int | None
    sticks: int | None
    deltas: list[Points] | None
    pao_seat: SeatIndex | None
    discards: list[int]


class WinYakuRow(NamedTuple):
    """A row of `win_yaku`."""

    game_id: str
    hand: HandIndex
    seat: SeatIndex
    yaku: str
    han: Han
    event: EventIndex
    place: int


class LedgerRow(NamedTuple):
    """A row of `ledger`."""

    game_id: str
    hand: HandIndex
    event: EventIndex
    reason: str
    from_account: str
    to_account: str
    points: Points
    entry: int


class RulesetFindingRow(NamedTuple):
    """A row of `ruleset_findings`."""

    game_id: str
    ruleset: str
    finding: int
    hand: HandIndex | None
    seat: SeatIndex | None
    event: EventIndex | None
    check: str
    severity: str
    message: str
    expected: str | None
    actual: str | None


class WallRow(NamedTuple):
    """A row of `walls`."""

    game_id: str
    hand: HandIndex
    agrees: bool
    live: list[str | None]
    replacements: list[str | None]
    dora_indicators: list[str | None]
    ura_indicators: list[str | None]
    drawn: int
    replaced: int


class WallRiichiRow(NamedTuple):
    """A row of `wall_riichis`."""

    game_id: str
    hand: HandIndex
    seat: SeatIndex
    event: EventIndex
    to_come: int
    own: int
    draws_to_win: int | None


class WallWinRow(NamedTuple):
    """A row of `wall_wins`."""

    game_id: str
    hand: HandIndex
    seat: SeatIndex
    event: EventIndex
    closed: bool
    dora: list[int]
    ura: list[int]
