"""The rows of the tables that are filled row by row: a field for each column of ``schema.sql``, in its order.

Tuples are what Arrow turns into columns; by the names of what makes them no value comes into another's place. Compiled,
such a call is as fast as the bare tuple; a NamedTuple takes several times as long.
"""

from datetime import datetime

from auditor.units import EventIndex, Fu, Han, HandIndex, Points, SeatIndex, TurnNumber

Row = tuple[object, ...]
"""A row of any table."""


def source_row(
    source_id: str,
    path: str,
    member: str | None,
    format: str | None,
    sha256: str | None,
    bytes: int | None,
    loaded_at: datetime,
    rules: str,
    version: str,
) -> Row:
    """A row of `sources`."""
    return (source_id, path, member, format, sha256, bytes, loaded_at, rules, version)


def problem_row(
    source_id: str,
    problem: int,
    place: str,
    message: str,
) -> Row:
    """A row of `problems`."""
    return (source_id, problem, place, message)


def game_row(
    game_id: str,
    log_id: str | None,
    source_id: str,
    format: str,
    ruleset: str,
    players: int,
    length: int,
    red_fives: bool,
    ruleset_reason: str,
    started_at: datetime | None,
    lobby: int | None,
    rule_bits: int | None,
    rule_text: str | None,
    shuffle: str | None,
    also_under: list[str],
    misfit: list[str],
    fitting: list[str],
) -> Row:
    """A row of `games`."""
    return (
        game_id, log_id, source_id, format, ruleset, players, length, red_fives, ruleset_reason, started_at, lobby,
        rule_bits, rule_text, shuffle, also_under, misfit, fitting,
    )  # fmt: skip


def seat_row(
    game_id: str,
    seat: SeatIndex,
    name: str | None,
    grade: str | None,
    rating: float | None,
    start_points: Points | None,
    final_points: Points | None,
    final_score: float | None,
    placement: int | None,
    end_points: Points | None,
) -> Row:
    """A row of `seats`."""
    return (game_id, seat, name, grade, rating, start_points, final_points, final_score, placement, end_points)


def hand_row(
    game_id: str,
    hand: HandIndex,
    round: str,
    round_wind: str,
    dealer: SeatIndex,
    honba: int,
    sticks: int,
    outcome: str,
    draws: int,
    dora_indicators: list[str],
    ura_indicators: list[str],
    deltas: list[Points],
    start_points: list[Points],
    end_points: list[Points],
    end_sticks: int,
    tenpai: list[bool] | None,
    events: int,
    checked_events: int,
    stopped_at: EventIndex | None,
    unjudged: list[str],
    calls: list[int],
    starting_shanten: list[int | None] | None,
) -> Row:
    """A row of `hands`."""
    return (
        game_id, hand, round, round_wind, dealer, honba, sticks, outcome, draws, dora_indicators, ura_indicators,
        deltas, start_points, end_points, end_sticks, tenpai, events, checked_events, stopped_at, unjudged, calls,
        starting_shanten,
    )  # fmt: skip


def riichi_row(
    game_id: str,
    hand: HandIndex,
    seat: SeatIndex,
    event: EventIndex,
    turn: TurnNumber,
    accepted: bool,
    double_riichi: bool,
    furiten: bool,
    waits: list[str],
    tiles_left: int,
    outcome: str,
    machi: list[str],
    discards: int,
    unseen: int | None,
) -> Row:
    """A row of `riichis`."""
    return (
        game_id, hand, seat, event, turn, accepted, double_riichi, furiten, waits, tiles_left, outcome, machi,
        discards, unseen,
    )  # fmt: skip


def win_row(
    game_id: str,
    hand: HandIndex,
    seat: SeatIndex,
    from_seat: SeatIndex,
    tile: str | None,
    riichi: bool,
    han: Han | None,
    fu: Fu | None,
    points: Points | None,
    limit_name: str | None,
    yaku: list[str] | None,
    machi: str | None,
    event: EventIndex,
    turn: TurnNumber,
    honba: int | None,
    sticks: int | None,
    deltas: list[Points] | None,
    pao_seat: SeatIndex | None,
    discards: list[int],
) -> Row:
    """A row of `wins`."""
    return (
        game_id, hand, seat, from_seat, tile, riichi, han, fu, points, limit_name, yaku, machi, event, turn, honba,
        sticks, deltas, pao_seat, discards,
    )  # fmt: skip


def win_yaku_row(
    game_id: str,
    hand: HandIndex,
    seat: SeatIndex,
    yaku: str,
    han: Han,
    event: EventIndex,
    place: int,
) -> Row:
    """A row of `win_yaku`."""
    return (game_id, hand, seat, yaku, han, event, place)


def ledger_row(
    game_id: str,
    hand: HandIndex,
    event: EventIndex,
    reason: str,
    from_account: str,
    to_account: str,
    points: Points,
    entry: int,
) -> Row:
    """A row of `ledger`."""
    return (game_id, hand, event, reason, from_account, to_account, points, entry)


def ruleset_finding_row(
    game_id: str,
    ruleset: str,
    finding: int,
    hand: HandIndex | None,
    seat: SeatIndex | None,
    event: EventIndex | None,
    check: str,
    severity: str,
    message: str,
    expected: str | None,
    actual: str | None,
) -> Row:
    """A row of `ruleset_findings`."""
    return (game_id, ruleset, finding, hand, seat, event, check, severity, message, expected, actual)


def wall_row(
    game_id: str,
    hand: HandIndex,
    agrees: bool,
    live: list[str | None],
    replacements: list[str | None],
    dora_indicators: list[str | None],
    ura_indicators: list[str | None],
    drawn: int,
    replaced: int,
) -> Row:
    """A row of `walls`."""
    return (game_id, hand, agrees, live, replacements, dora_indicators, ura_indicators, drawn, replaced)


def wall_riichi_row(
    game_id: str,
    hand: HandIndex,
    seat: SeatIndex,
    event: EventIndex,
    to_come: int,
    own: int,
    draws_to_win: int | None,
) -> Row:
    """A row of `wall_riichis`."""
    return (game_id, hand, seat, event, to_come, own, draws_to_win)


def wall_win_row(
    game_id: str,
    hand: HandIndex,
    seat: SeatIndex,
    event: EventIndex,
    closed: bool,
    dora: list[int],
    ura: list[int],
) -> Row:
    """A row of `wall_wins`."""
    return (game_id, hand, seat, event, closed, dora, ura)
