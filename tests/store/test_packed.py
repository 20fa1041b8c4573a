"""The packed bytes of events for DuckDB, against a simple implementation."""

from functools import cache
from typing import Any

import duckdb
from hypothesis import given
from hypothesis import strategies as st
from support.made_games import MadeGame

from auditor.core.events import ADDED_KAN, CHI, DISCARD, DORA, DRAW, KIND_NAMES, NORTH, Event, Hand, Win
from auditor.core.rulesets import load
from auditor.core.store.arrow import arrow_tables
from auditor.core.store.rows import GameRows
from auditor.core.store.schema import EVENT_CODES, schema_sql, uncommented
from auditor.core.table.record import UNMARKED, HandRecord
from auditor.core.tiles import RED_FIVES, tile_names

TILES = st.integers(-1, 135)
SEATS = st.integers(-1, 3)
MELDS = st.lists(TILES, max_size=4).map(tuple)
EVENTS = st.one_of(
    st.builds(Event, st.sampled_from([DRAW, DISCARD]), SEATS, TILES, mark=st.integers(-1, 1)),
    st.builds(Event, st.sampled_from(range(CHI, ADDED_KAN + 1)), SEATS, TILES, MELDS, SEATS),
    st.builds(Event, st.sampled_from(range(NORTH, DORA + 1)), SEATS, TILES),
    st.builds(Win, SEATS, SEATS, TILES),
)


def game_of(hands: list[list[Event]], replayed: int, live_wall: int) -> MadeGame:
    """A game whose replay ended after so many events of each hand; `live_wall`: tiles that can be drawn."""
    made = MadeGame()
    for events in hands:
        hand = made.hand()
        hand.hand.events.extend(events)
        hand.record.replayed = min(replayed, len(events))
        hand.record.live_wall = live_wall
    return made


SEAT_NUMBERS = range(-1, 4)


def made(events: list[Event], *seats: int) -> int:
    """The number of the turn of seats after events, from 1."""
    return 1 + sum(event.kind == DISCARD and event.seat in seats for event in events)


def plain_rows(hands: list[tuple[Hand, HandRecord]], names: tuple[str, ...]) -> list[dict[str, Any]]:
    return [
        {
            "game_id": "g",
            "hand": hand.index,
            "event": place,
            "seat": event.seat if event.seat >= 0 else None,
            "kind": KIND_NAMES[event.kind],
            "tile": names[event.tile] if event.tile >= 0 else None,
            "tiles": [names[tile] if tile >= 0 else None for tile in event.tiles] if event.tiles else None,
            "from_seat": event.from_seat if event.from_seat >= 0 else None,
            "tsumogiri": bool(record.marks[place])
            if place < len(record.marks) and record.marks[place] != UNMARKED
            else None,
            "wall_left": record.wall_left[place]
            if place < len(record.wall_left) and record.wall_left[place] >= 0
            else None,
            "turn": made(hand.events[:place], event.seat) if event.seat >= 0 else None,
            "hand_turn": made(hand.events[:place], *SEAT_NUMBERS),
        }
        for hand, record in hands
        for place, event in enumerate(hand.events)
    ]


@cache
def tables() -> duckdb.DuckDBPyConnection:
    connection = duckdb.connect(":memory:")
    connection.execute(uncommented(schema_sql()))
    return connection


def rows_of(codes: Any) -> list[dict[str, Any]]:
    """What the view of events shows of packed ones."""
    connection = tables()
    connection.execute(f"DELETE FROM all_{EVENT_CODES}")
    connection.register("loaded", codes)
    connection.execute(f"INSERT INTO all_{EVENT_CODES} BY NAME FROM loaded")
    rows: Any = connection.sql("FROM events ORDER BY hand, event").to_arrow_table()
    found: list[dict[str, Any]] = rows.to_pylist()
    return found


@given(st.lists(st.lists(EVENTS, max_size=8), max_size=3), st.integers(0, 8), st.sampled_from([70, 3]), st.booleans())
def test_packed_events_are_the_plain_ones(
    hands: list[list[Event]], replayed: int, live_wall: int, red_fives: bool
) -> None:
    made = game_of(hands, replayed, live_wall)
    made.game.red_tiles = RED_FIVES if red_fives else ()
    columns = GameRows()
    columns.add_game("g", "s", made.game, load("tenhou"), made.records, made.result())
    names = tile_names(made.game.red_tiles)
    expected = plain_rows(list(zip(made.game.hands, made.records, strict=True)), names)
    assert rows_of(arrow_tables(columns)[EVENT_CODES]) == expected
