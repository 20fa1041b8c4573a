"""The contents of a database as text, and as an object for JSON."""

from datetime import datetime

from auditor.results import SEVERITIES
from auditor.sources.items import size_text
from auditor.store.info import Info
from auditor.text import plural


def info_lines(info: Info, path: str) -> list[str]:
    """The lines of ``auditor info``. path: the file of the database, or the address of the lake."""
    rows = info.rows
    lines = [
        f"{path}: {size_text(info.bytes)}{_parts(info)}, made by auditor {info.made_by} on {_day(info.made_at)},"
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
        lines += [
            f"  auditor {one.version}, rules {one.rules}: {plural(one.inputs, 'input')},"
            f" loaded {_days(one.first, one.last)}"
            for one in info.judgements
        ]
    if info.paths:
        lines += ["", "read from", *[f"  {count:>9,}  {path or '.'}" for path, count in info.paths.items()]]
    if info.others:
        lines.append(f"             and {plural(info.others, 'more place')}")
    return [*lines, "", "rows", *[f"  {count:>9,}  {table}" for table, count in rows.items()]]


def info_object(info: Info) -> dict[str, object]:
    """The contents as an object for JSON; times in ISO 8601."""
    judgements = [one._asdict() for one in info.judgements]
    return {name: _machine(value) for name, value in (info._asdict() | {"judgements": judgements}).items()}


def _machine(value: object) -> object:
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, dict):
        return {str(key): _machine(one) for key, one in value.items()}
    return [_machine(one) for one in value] if isinstance(value, list) else value


def _parts(info: Info) -> str:
    """The number of a lake's parts; "" for a database."""
    return "" if info.parts is None else f" in {plural(info.parts, 'part')}"


def _span(info: Info) -> str:
    """When the games were played, as far as their logs say, to follow their number."""
    if info.first is None or info.last is None:
        return ", none with a date" if info.rows["games"] else ""
    return f", of {_days(info.first, info.last)}" + (f"; {info.undated:,} without a date" if info.undated else "")


def _days(first: datetime, last: datetime) -> str:
    return _day(first) if _day(first) == _day(last) else f"{_day(first)} to {_day(last)}"


def _day(time: datetime) -> str:
    return f"{time:%Y-%m-%d}"
