"""A summary of a database: its size and dates, where its inputs were read, and by which rules and versions."""

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
    """Inputs judged alike. rules, version: as in `sources`. first, last: when the first and last were loaded, UTC."""

    rules: str
    version: str
    inputs: int
    first: datetime
    last: datetime


class Info(NamedTuple):
    """The summary of a database or lake.

    bytes: the size of its file or files. parts: their number in a lake; None for a database. made_by, made_at, schema:
    as in `meta`. rows: the number in each table. formats, rulesets, players: the number of games by each. first, last:
    when the first and last dated game began; undated: how many have no date. faulty: games with violations or
    mismatches. findings: by severity. in_part: hands that the replay could not follow to the end. unread: inputs that
    could not be read in full. paths: the folders and archives with the most inputs, with their numbers of inputs;
    others: how many more folders and archives there are.
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
    """Summarize a database of the current schema, or a lake. path: its file, or the lake's address."""

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
    """The size of a database or lake in bytes, and the number of parts of a lake."""
    if not holds_lake(path):
        return Path(path).stat().st_size, None
    parts = open_lake(path).parts()
    return sum([file.bytes for part in parts for file in part.files]), len(parts)


def _count(connection: duckdb.DuckDBPyConnection, sql: str) -> int:
    return int(connection.execute(sql).fetchall()[0][0])
