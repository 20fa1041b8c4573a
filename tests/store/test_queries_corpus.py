"""Every query on real logs, against counts from the raw text or from the audit."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import duckdb
import pytest
from support.raw_counts import (
    SHOWN,
    Corpus,
    Rows,
    busts,
    comebacks,
    dora_and_red_fives,
    fault_rate_over_time,
    faults_by_lobby,
    faults_by_player,
    findings,
    furiten_riichis,
    game_length,
    game_results,
    hand_outcomes,
    ippatsu_and_ura,
    riichi_figures,
    riichi_sticks,
    riichis,
    riichis_by,
    same_game_twice,
    scores_over_a_game,
    tenpai_at_draw,
    value_by_seat_and_round,
    wins,
    wins_by_han_and_fu,
    wins_by_limit,
    wins_by_turn,
    wins_by_value,
    wins_by_yaku,
    won_riichis_by_wait,
)
from support.raw_mjlog import RawGame
from support.raw_player_counts import (
    all_players,
    chasing_riichi,
    deal_in_rate,
    deal_ins_between_players,
    placements_by_player,
    placements_by_seat,
    player_by_opponent,
    player_riichi,
    player_statistics,
    riichi_by_seat_and_turn,
    riichi_by_turn,
    sticks_by_player,
    wins_with_riichi,
)
from support.wait_shapes import shapes_of

from auditor.core.results import InputResult
from auditor.core.store import queries
from auditor.core.store.selection import GameFilter, narrowed


@pytest.fixture(scope="module")
def logs(raw_games: list[RawGame], loaded: tuple[str, list[InputResult]]) -> Corpus:
    return Corpus(raw_games, loaded[1])


OUTCOMES = "win_rate, tsumo_rate, deal_in_rate, average_gain"
OF_DECLARED = "riichi_win_rate, riichi_tsumo_rate, deal_in_after_riichi_a, average_delta"

CHECKS: dict[str, tuple[dict[str, str], str, Callable[[Corpus], Rows]]] = {
    "findings": ({}, "severity, check, log, findings", findings),
    "faults-by-player": ({}, "name, hands, faults", faults_by_player),
    "faults-by-lobby": ({}, "lobby, ruleset, games, faults", faults_by_lobby),
    "fault-rate-over-time": ({"unit": "year"}, "starting, games, hands, faults", fault_rate_over_time),
    "problems": ({}, "path", lambda _: []),
    "same-game-twice": ({}, "games", same_game_twice),
    "furiten-riichi-worth": ({}, "furiten, riichis", furiten_riichis),
    "riichi-by-seat-and-turn": ({}, "players, seat, riichi_turn, riichis", riichi_by_seat_and_turn),
    "riichi-by-turn": ({}, f"riichi_turn, riichis, {OF_DECLARED}", riichi_by_turn),
    "chasing-riichi": ({}, f"riichi, riichis, {OF_DECLARED}", chasing_riichi),
    "kan-after-riichi": ({}, f"kans, riichis, {OUTCOMES}", riichis_by(lambda _, riichi: riichi.kans)),
    "riichi-figures": (
        {},
        "players, wins, riichi_wins, riichi_share, ura_indicators, ura_dora, ura_per_indicator",
        riichi_figures,
    ),
    "ippatsu-and-ura": ({}, "won_by, ura_indicators, wins, ippatsu_rate, ura_rate, average_ura", ippatsu_and_ura),
    "riichi-sticks": ({}, "paid_by, fate, sticks", riichi_sticks),
    "wins-with-riichi": ({}, "players, won_by, wins, with_riichi", wins_with_riichi),
    "hand-outcomes": ({}, "outcome, hands, average_draws, riichi_share", hand_outcomes),
    "tenpai-at-draw": ({}, "players, tenpai_seats, hands, seats_in_riichi", tenpai_at_draw),
    "wins-by-yaku": ({}, "yaku, wins, share, han", wins_by_yaku),
    "wins-by-han-and-fu": ({}, "han, fu, wins", wins_by_han_and_fu),
    "wins-by-limit": ({}, "limit_name, wins, riichi_share, open_share, average_points", wins_by_limit),
    "wins-by-turn": ({}, "win_turn, wins", wins_by_turn),
    "value-by-seat-and-round": (
        {}, "round_wind, seat_wind, hands, wins, average_points, average_gain", value_by_seat_and_round,
    ),
    "dora-and-red-fives": (
        {},
        "players, hand, wins, average_dora, average_ura, average_red_fives, dora_per_indicator",
        dora_and_red_fives,
    ),
    "all-players": ({}, "players, seat_hands, win_rate, deal_in_rate, riichi_rate, call_rate", all_players),
    "player-statistics": (
        {},
        "name, players, hands, average_placement, first, win_rate, deal_in_rate, riichi_rate, call_rate, average_win,"
        " average_deal_in, gain_per_round",
        player_statistics,
    ),
    "deal-in-rate": ({}, "name, players, hands, deal_ins, wins_paid", deal_in_rate),
    "player-riichi": ({}, f"name, players, riichis, {OF_DECLARED}", player_riichi),
    "sticks-by-player": ({}, "name, players, deposited", sticks_by_player),
    "deal-ins-between-players": (
        {}, "discarder, winner, players, rons, on_riichi, points_paid", deal_ins_between_players,
    ),
    "player-by-opponent": ({}, "name, opponent, players, games, rons, deal_ins", player_by_opponent),
    "placements-by-seat": ({}, "players, seat, placement, games", placements_by_seat),
    "wins-by-value": ({}, "value, won_by, wins, riichi_share, average_points", wins_by_value),
    "placements-by-player": ({"most": "1000000"}, "name, placement, games", placements_by_player),
    "scores-over-a-game": ({"log": SHOWN}, "hand, seat, points", scores_over_a_game),
    "game-length": ({}, "ruleset, length, games, fewest, most", game_length),
    "game-results": ({}, "hands, points", game_results),
    "comebacks": ({}, "seat, deficit, lowest", comebacks),
    "busts": ({}, "seat, points_before, points_after, outcome", busts),
}  # fmt: skip
"""For each query parameters, the columns that are checked, and what must stand there; the order is not checked."""

PRECISION = {
    "average_placement": 0.0051, "average_draws": 0.0051, "average_points": 0.51, "average_gain": 0.51,
    "average_win": 0.51, "average_deal_in": 0.51, "average_delta": 0.51, "gain_per_round": 0.51,
}  # fmt: skip
"""How far a column is from the exact value at most, being rounded; others have four places."""

APART = {
    "ledger-balance",
    "furiten-riichi", "riichi-by-wait", "riichi-kans", "hand-events", "wins-by-wait", "findings-by-ruleset",
    "how-far-checked", "player-amae-koromo", "player-libriichi", "player-extra", "player-results", "player-hands",
    "calls-by-row-and-placement", "copies-of-games", "damaten-and-riichi-wins", "last-hand-decisions",
    "ledger-and-results", "player-over-time", "results-by-grade-and-room",
}  # fmt: skip
"""Queries checked by tests of their own, or in other modules."""


def answer(database: duckdb.DuckDBPyConnection, name: str, **given: str) -> list[dict[str, Any]]:
    query = queries.load(name)
    with narrowed(database, GameFilter(all_copies=True)):  # of every log, whatever game it is of, as the count is
        found = queries.execute(database, query.sql, queries.values_of(database, query, given))
    return [dict(zip(found.columns, row, strict=True)) for row in found.rows]


def test_every_query_is_checked() -> None:
    """Those of tables on request have cases alone."""
    of_extras = {name for name in queries.names() if queries.load(name).group in ("turns", "luck", "known")}
    checked, names = set(CHECKS) | APART | of_extras, set(queries.names())
    assert not names - checked, f"neither in CHECKS nor in APART: {sorted(names - checked)}"
    assert not checked - names, f"CHECKS or APART name no query with {sorted(checked - names)}"


@pytest.mark.parametrize("name", sorted(CHECKS))
def test_the_answer_is_what_the_raw_text_gives(database: duckdb.DuckDBPyConnection, logs: Corpus, name: str) -> None:
    given, columns, expected = CHECKS[name]
    found = [
        tuple(str(row[column]) if column == "starting" else row[column] for column in columns.split(", "))
        for row in answer(database, name, **given)
    ]
    due = expected(logs)
    assert len(found) == len(due)
    for own, other in zip(sorted(found, key=sorting_key), sorted(due, key=sorting_key), strict=True):
        for column, value, count in zip(columns.split(", "), own, other, strict=True):
            due_value = pytest.approx(count, abs=PRECISION.get(column, 6e-5)) if isinstance(count, float) else count
            assert value == due_value, (column, own)


def sorting_key(row: tuple[Any, ...]) -> str:
    return str([value for value in row if not isinstance(value, float)])


def test_the_ledger_balances_but_for_a_log_whose_scores_jump(database: duckdb.DuckDBPyConnection) -> None:
    """In one log, which another program wrote, a draw states points that already hold its payments."""
    rows = answer(database, "ledger-balance")
    unproven = {row["log"] for row in rows}
    assert len(unproven) == 1
    assert unproven <= {
        row[0] for row in database.execute("SELECT game_id FROM v_findings WHERE severity <> 'note'").fetchall()
    }


def test_furiten_riichis_by_outcome(database: duckdb.DuckDBPyConnection, logs: Corpus) -> None:
    rows = [row for row in answer(database, "furiten-riichi") if row["furiten"]]
    assert sum(row["riichis"] for row in rows if row["outcome"] != "unfinished") == furiten_riichis(logs)[1][1]
    assert {row["outcome"] for row in rows} <= {"tsumo", "dealt in", "other win", "draw", "unfinished"}


def test_kans_after_riichi(database: duckdb.DuckDBPyConnection, logs: Corpus) -> None:
    rows = answer(database, "riichi-kans")
    assert len(rows) == sum(riichi.kans for game in logs.games for hand in game.hands for riichi in hand.accepted)
    assert all(row["legal"] for row in rows)


def test_the_events_of_a_hand(database: duckdb.DuckDBPyConnection, logs: Corpus) -> None:
    rows = answer(database, "hand-events", log=SHOWN, hand="1")
    assert len(rows) == next(game for game in logs.games if game.log_id == SHOWN).hands[1].elements


@pytest.mark.slow
def test_won_riichis_by_the_size_of_the_wait(database: duckdb.DuckDBPyConnection, logs: Corpus) -> None:
    """A kan may take a wait away (for tiles of its own kind), so hands with one may differ."""
    found: Counter[int] = Counter()
    for row in answer(database, "riichi-by-wait"):
        found[row["kinds"]] += round(row["win_rate"] * row["riichis"])
    due = won_riichis_by_wait(logs)
    kans = sum(riichi.kans > 0 for _, hand, riichi in riichis(logs) if hand.has_won(riichi.seat))
    assert sum(found.values()) == sum(due.values()) + kans
    assert sum((found - due).values()) == kans


def test_wins_by_shape(database: duckdb.DuckDBPyConnection, logs: Corpus) -> None:
    """Each shape at least as often as no other shape was possible, and at most as often as it was."""
    only: Counter[str] = Counter()
    possible: Counter[str] = Counter()
    for _, _, win in wins(logs):
        shapes = shapes_of(win.hand, win.tile)
        possible.update(shapes)
        only.update(shapes if len(shapes) == 1 else ())
    found: Counter[str] = Counter()
    for row in answer(database, "wins-by-wait"):
        found[row["machi"]] += row["wins"]
    assert sum(found.values()) == sum(1 for _ in wins(logs))
    assert sum(only.values()) > 0.8 * sum(found.values())
    for shape, number in found.items():
        assert only[shape] <= number <= possible[shape]


PUBLISHED = [
    ("all-players", "win_rate", 0.19, 0.23),
    ("all-players", "deal_in_rate", 0.10, 0.14),
    ("all-players", "riichi_rate", 0.16, 0.23),
    ("all-players", "call_rate", 0.28, 0.38),
    ("riichi-figures", "riichi_share", 0.40, 0.50),
    ("riichi-figures", "ura_per_indicator", 0.28, 0.42),
]


@pytest.mark.parametrize(("name", "column", "low", "high"), PUBLISHED)
def test_the_figures_are_those_that_players_know(
    database: duckdb.DuckDBPyConnection, name: str, column: str, low: float, high: float
) -> None:
    """Four players on Tenhou, and the two figures of the rule texts."""
    (row,) = answer(database, name, players="4")
    assert low <= row[column] <= high


@pytest.mark.slow
def test_every_query_runs_without_parameters(database: duckdb.DuckDBPyConnection) -> None:
    for name in set(CHECKS) | APART:
        assert queries.run(database, queries.load(name), {}).columns


def test_views_keep_the_rows_of_their_tables(database: duckdb.DuckDBPyConnection) -> None:
    for view in ("hands", "wins", "riichis", "findings"):
        row = database.execute(f"SELECT (SELECT count(*) FROM v_{view}), (SELECT count(*) FROM {view})").fetchone()
        assert row is not None
        assert row[0] == row[1], view
