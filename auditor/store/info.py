"""What a database holds: how much, of when, read from where, by which rules and versions."""

from datetime import datetime
from pathlib import Path
from typing import Any, Final, NamedTuple

import duckdb

from auditor.results import NOTE, SEVERITIES
from auditor.store.lake.manifest import open_lake
from auditor.store.queries import holds_lake
from auditor.store.schema import SHOWN

_PATHS_SHOWN: Final = 10


class Judgement(NamedTuple):
    """Inputs with one judgement. rules, version: as in `sources`. first, last: when they were loaded, UTC."""

    rules: str
    version: str
    inputs: int
    first: datetime
    last: datetime


class Info(NamedTuple):
    """What a database holds.

    bytes: of its file, or of a lake's. parts: of a lake; None of a database. made_by, made_at, schema: as in `meta`.
    rows: of each table. games: their number by format, by ruleset and by players. first, last: when dated games began;
    undated: how many have no date. faulty: games with violations or mismatches. findings: by severity. in_part: hands
    that the replay could not follow to the end. unread: inputs of which something could not be read. paths: the files
    and folders of most inputs, as many as are shown, with how many; others: how many more there are.
    """

    bytes: int
    parts: int | None
    made_by: str
    made_at: datetime
    schema: int
    rows: dict[str, int]
    judgements: list[Judgement]
    formats: dict[str, int]
    rulesets: dict[str, int]
    players: dict[int, int]
    first: datetime | None
    last: datetime | None
    undated: int
    faulty: int
    findings: dict[str, int]
    in_part: int
    unread: int
    paths: dict[str, int]
    others: int


def info(connection: duckdb.DuckDBPyConnection, path: str) -> Info:
    """Look into a database of now, or a lake. path: its file, or the lake's address."""

    def counts(sql: str) -> dict[Any, int]:
        return dict(connection.execute(sql).fetchall())

    size, parts = _size(path)
    made_by, made_at, schema = connection.execute(
        "SELECT program_version, created_at, schema_version FROM meta"
    ).fetchall()[0]
    first, last, undated = connection.execute(
        "SELECT min(started_at), max(started_at), count(*) - count(started_at) FROM games"
    ).fetchall()[0]
    judgements = connection.execute(
        "SELECT rules, version, count(*), min(loaded_at), max(loaded_at) FROM sources GROUP BY ALL"
        " ORDER BY max(loaded_at) DESC, rules"
    ).fetchall()
    by_severity = counts("SELECT severity::VARCHAR, count(*) FROM findings GROUP BY ALL")
    paths = counts(
        "SELECT if(member IS NULL, parse_dirpath(path), path), count(*) FROM sources GROUP BY ALL ORDER BY 2 DESC, 1"
    )
    return Info(
        bytes=size,
        parts=parts,
        made_by=made_by,
        made_at=made_at,
        schema=schema,
        rows={table: _count(connection, f"SELECT count(*) FROM {table}") for table in SHOWN},
        judgements=[Judgement(*one) for one in judgements],
        formats=counts("SELECT format, count(*) FROM games GROUP BY ALL ORDER BY 2 DESC, 1"),
        rulesets=counts("SELECT ruleset, count(*) FROM games GROUP BY ALL ORDER BY 2 DESC, 1"),
        players=counts("SELECT players, count(*) FROM games GROUP BY ALL ORDER BY 2 DESC, 1"),
        first=first,
        last=last,
        undated=undated,
        faulty=_count(connection, f"SELECT count(DISTINCT game_id) FROM findings WHERE severity <> '{NOTE}'"),
        findings={severity: by_severity.get(severity, 0) for severity in SEVERITIES},
        in_part=_count(connection, "SELECT count(*) FROM hands WHERE stopped_at IS NOT NULL"),
        unread=_count(connection, "SELECT count(DISTINCT source_id) FROM problems"),
        paths=dict(list(paths.items())[:_PATHS_SHOWN]),
        others=max(len(paths) - _PATHS_SHOWN, 0),
    )


def _size(path: str) -> tuple[int, int | None]:
    """The bytes of a database, or of a lake and the number of its parts."""
    if not holds_lake(path):
        return Path(path).stat().st_size, None
    parts = open_lake(path).parts()
    return sum([file.bytes for part in parts for file in part.files]), len(parts)


def _count(connection: duckdb.DuckDBPyConnection, sql: str) -> int:
    return int(connection.execute(sql).fetchall()[0][0])
