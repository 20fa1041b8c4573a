"""Fingerprints for findings of older tables, which had none, from what the tables hold of their events."""

from typing import Final

import duckdb
import pyarrow as pa

from auditor.events import KIND_NAMES, RIICHI
from auditor.results import fingerprint

SINCE: Final = 4
"""The first version of the tables with fingerprints."""

_TOGETHER: Final = 50_000

_WITHOUT: Final = f"""
    SELECT findings.game_id, findings.finding, findings."check", findings.seat, events.kind::VARCHAR, findings.expected,
        findings.actual, events.from_seat,
        if(events.kind = '{KIND_NAMES[RIICHI]}', if(after.tile IS NULL, [], [after.tile::VARCHAR]), list_filter(
            list_prepend(events.tile::VARCHAR, coalesce(events.tiles::VARCHAR[], [])), lambda one: one IS NOT NULL))
    FROM findings
    LEFT JOIN events ON events.game_id = findings.game_id AND events.hand = findings.hand
        AND events.event = findings.event
    LEFT JOIN events AS after ON events.kind = '{KIND_NAMES[RIICHI]}' AND after.game_id = findings.game_id
        AND after.hand = findings.hand AND after.event = findings.event + 1
    WHERE findings.fingerprint = ''
"""


def fill_fingerprints(connection: duckdb.DuckDBPyConnection) -> None:
    """Give every finding without a fingerprint its own, in the current transaction."""
    found = connection.execute(_WITHOUT).fetchall()
    for start in range(0, len(found), _TOGETHER):
        rows = found[start : start + _TOGETHER]
        filled = [
            fingerprint(check, seat, act or "", tuple(tiles or ()), from_seat, expected, actual)
            for _, _, check, seat, act, expected, actual, from_seat, tiles in rows
        ]
        keys = {"game_id": [row[0] for row in rows], "finding": [row[1] for row in rows], "fingerprint": filled}
        connection.register("filled", pa.table(keys))
        connection.execute(
            "UPDATE findings SET fingerprint = filled.fingerprint FROM filled"
            " WHERE findings.game_id = filled.game_id AND findings.finding = filled.finding"
        )
        connection.unregister("filled")
