"""What older tables lack and their events tell, filled in once the rows stand in the tables of now."""

from typing import Final

import duckdb

from auditor.events import CLAIMS, DISCARD, KIND_NAMES
from auditor.store.known_again import SINCE as FINGERPRINTS_SINCE
from auditor.store.known_again import fill_fingerprints
from auditor.store.schema import quoted

TALLIES_SINCE: Final = 5
"""The first version of the tables with calls and discards counted."""

COMPLETE_SINCE: Final = max(FINGERPRINTS_SINCE, TALLIES_SINCE)
"""The first version of which nothing has to be filled in."""

UNCOUNTED: Final = -1
"""Stands for a count that is to be filled; an empty list does for a list of them."""

_CALL_KINDS: Final = ", ".join([quoted(KIND_NAMES[kind]) for kind in CLAIMS])
_DISCARD_KIND: Final = quoted(KIND_NAMES[DISCARD])
_TALLIES: Final = (
    f"""
    UPDATE hands
    SET calls = [len(list_filter(made.seats, lambda one: one = seat)) FOR seat IN range(len(hands.deltas))]
    FROM (
        SELECT hands.game_id, hands.hand, coalesce(list(events.seat) FILTER (events.seat IS NOT NULL), []) AS seats
        FROM hands
        LEFT JOIN events
            ON events.game_id = hands.game_id AND events.hand = hands.hand AND events.kind IN ({_CALL_KINDS})
        GROUP BY ALL
    ) AS made
    WHERE made.game_id = hands.game_id AND made.hand = hands.hand AND hands.calls = []
    """,
    f"""
    UPDATE riichis SET discards = made.discards
    FROM (
        SELECT riichis.game_id, riichis.hand, riichis.event, count(events.event) AS discards
        FROM riichis
        LEFT JOIN events
            ON events.game_id = riichis.game_id AND events.hand = riichis.hand AND events.event < riichis.event
            AND events.kind = {_DISCARD_KIND}
        GROUP BY ALL
    ) AS made
    WHERE made.game_id = riichis.game_id AND made.hand = riichis.hand AND made.event = riichis.event
      AND riichis.discards = {UNCOUNTED}
    """,
    f"""
    UPDATE wins
    SET discards = [len(list_filter(made.seats, lambda one: one = seat)) FOR seat IN range(made.players)]
    FROM (
        SELECT
            wins.game_id, wins.hand, wins.event, len(any_value(hands.deltas)) AS players,
            coalesce(list(events.seat) FILTER (events.seat IS NOT NULL), []) AS seats
        FROM wins
        JOIN hands USING (game_id, hand)
        LEFT JOIN events
            ON events.game_id = wins.game_id AND events.hand = wins.hand AND events.event < wins.event
            AND events.kind = {_DISCARD_KIND}
        GROUP BY ALL
    ) AS made
    WHERE made.game_id = wins.game_id AND made.hand = wins.hand AND made.event = wins.event AND wins.discards = []
    """,
)


def fill(connection: duckdb.DuckDBPyConnection, version: int) -> None:
    """Fill what tables of that version lacked, in the current transaction."""
    if version < FINGERPRINTS_SINCE:
        fill_fingerprints(connection)
    if version < TALLIES_SINCE:
        for statement in _TALLIES:
            connection.execute(statement)
