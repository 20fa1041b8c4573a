"""A summary of a database: its size and dates, where its inputs were read, and by which rules and versions."""

from datetime import datetime
from pathlib import Path
from typing import Final

import duckdb
import msgspec

from auditor.core.results import SEVERITIES
from auditor.core.sources.items import size_text
from auditor.core.store.queries import holds_lake
from auditor.core.store.schema import SHOWN, statements_in, stored_name
from auditor.core.text import plural
from auditor.lake.manifest import open_lake
from auditor.lake.transfer import rows_in

_PATHS_SHOWN: Final = 10


class Judgement(msgspec.Struct):
    """Inputs judged alike. rules, version: as in `sources`. first, last: when the first and last were loaded, UTC."""

    rules: str
    version: str
    inputs: int
    first: datetime
    last: datetime


class Info(msgspec.Struct):
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
    answers = {name: connection.execute(sql).fetchall() for name, sql in statements_in("info.sql", __package__).items()}
    made_by, made_at, schema, first, last, undated, faulty, in_part, unread = answers["facts"][0]
    judgements = [Judgement(*one) for one in answers["judgements"]]
    by_severity, paths = dict(answers["findings"]), answers["paths"]
    rows = {table: rows_in(connection, stored_name(table)) for table in SHOWN}
    return Info(
        *_size(path), made_by, made_at, schema, rows, judgements,
        dict(answers["formats"]), dict(answers["rulesets"]), dict(answers["players"]), first, last, undated, faulty,
        {severity: by_severity.get(severity, 0) for severity in SEVERITIES}, in_part, unread,
        dict(paths[:_PATHS_SHOWN]), max(len(paths) - _PATHS_SHOWN, 0),
    )  # fmt: skip


def _size(path: str) -> tuple[int, int | None]:
    """The size of a database or lake in bytes, and the number of parts of a lake."""
    if not holds_lake(path):
        return Path(path).stat().st_size, None
    parts = open_lake(path).parts()
    return sum([file.bytes for part in parts for file in part.files]), len(parts)


def info_lines(info: Info, path: str) -> list[str]:
    """The lines of ``auditor info``. path: the file of the database, or the address of the lake."""
    rows, parts = info.rows, "" if info.parts is None else f" in {plural(info.parts, 'part')}"
    lines = [
        f"{path}: {size_text(info.bytes)}{parts}, made by auditor {info.made_by} on {_day(info.made_at)},"
        f" tables of version {info.schema}",
        "",
        f"games     {rows['games']:,}{_span(info)}",
        f"hands     {rows['hands']:,}" + (f", {info.in_part:,} of them checked in part" if info.in_part else ""),
        f"inputs    {rows['sources']:,}"
        + (f", {info.unread:,} of them not read, in whole or in part (query problems)" if info.unread else ""),
        f"findings  {', '.join([plural(info.findings[severity], severity) for severity in SEVERITIES])};"
        f" {info.faulty:,} of {plural(rows['games'], 'game')} have faults",
    ]
    players = {f"of {number} players": count for number, count in info.players.items()}
    for title, counts in (("formats", info.formats), ("rulesets", info.rulesets), ("games", players)):
        if counts:
            lines.append(f"{title:<10}" + ", ".join([f"{count:,} {name}" for name, count in counts.items()]))
    if info.judgements:
        lines += ["", "judged by"]
    for one in info.judgements:
        judged = f"  auditor {one.version}, rules {one.rules}: {plural(one.inputs, 'input')}"
        lines.append(f"{judged}, loaded {_days(one.first, one.last)}")
    if info.paths:
        lines += ["", "read from", *[f"  {count:>9,}  {path or '.'}" for path, count in info.paths.items()]]
    if info.others:
        lines.append(f"             and {plural(info.others, 'more place')}")
    return [*lines, "", "rows", *[f"  {count:>9,}  {table}" for table, count in rows.items()]]


def info_object(info: Info) -> object:
    """The contents as an object for JSON; times in ISO 8601."""
    return msgspec.to_builtins(info, str_keys=True)


def _span(info: Info) -> str:
    """When the games were played, as far as their logs say, to follow their number."""
    if info.first is None or info.last is None:
        return ", none with a date" if info.rows["games"] else ""
    return f", of {_days(info.first, info.last)}" + (f"; {info.undated:,} without a date" if info.undated else "")


def _days(first: datetime, last: datetime) -> str:
    return _day(first) if _day(first) == _day(last) else f"{_day(first)} to {_day(last)}"


def _day(time: datetime) -> str:
    return f"{time:%Y-%m-%d}"
