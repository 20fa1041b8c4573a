"""Compaction: small parts of a lake are joined into larger ones, which makes queries faster.

The new part is written, and counts instead of those that it names as joined, before any of these is removed. Other
processes may write into the lake meanwhile; a query that runs meanwhile may have to be repeated.
"""

import time
from collections import defaultdict
from collections.abc import Iterator
from typing import Final, NamedTuple

import duckdb
from msgspec.structs import replace

from auditor.core.errors import StoreError, first_line
from auditor.core.files.addresses import StorageError
from auditor.core.files.atomic import temporary_folder
from auditor.core.files.object_stores import files_below, remove
from auditor.core.store.schema import SCHEMA_VERSION, SHOWN, quoted
from auditor.lake.manifest import KEY_BYTES, Lake, Part, name_of, open_lake
from auditor.lake.reader import Relations, SupersededRows
from auditor.lake.writer import ROWS_TOGETHER, write_files

JOINED_GAMES: Final = 16_384
"""Parts are joined up to this number of games: 50 MB of events."""
_UNDER_WAY_SECONDS: Final = 24 * 60 * 60
"""A younger file may belong to a part that is still being written."""


class Compacted(NamedTuple):
    """The result of a compaction.

    before, after: the number of parts. dropped: games that did not count, such as those held twice. removed: files of
    parts that were never completed, at least a day old.
    """

    before: int
    after: int
    dropped: int
    removed: int


def compact(address: str, games: int = JOINED_GAMES) -> Compacted:
    """Join parts of a lake that have the same judgement, up to `games` games each. Raises StoreError.

    It is raised, too, for a file that is not as it was written; nothing of that part is removed.
    """
    lake = open_lake(address)
    parts = lake.parts()
    dropped = 0
    after = len(parts)
    for group in _groups(lake, parts, games):
        after += 1 - len(group)
        lake.require_whole(group)
        with duckdb.connect(":memory:") as connection:
            try:
                relations = Relations(connection, lake, parts, as_text=True)
                dropped += _join(lake, relations, group)
            except duckdb.Error as error:
                raise StoreError(f"{address}: a part could not be read ({first_line(error)})") from error
    lake.join_receipts()
    return Compacted(len(parts), after, dropped, _tidy(lake))


def _tidy(lake: Lake) -> int:
    """Remove files that belong to no part and are too old to be still in writing. Returns their number."""
    counted = set(lake.part_names())
    latest = (time.time() - _UNDER_WAY_SECONDS) * 1_000_000_000
    removed = 0
    for table in SHOWN:
        for entry in files_below(lake.at(table)):
            name = entry.path.replace("\\", "/").rpartition("/")[2]
            if name.removesuffix(".parquet") not in counted and entry.changed < latest:
                remove(entry.path)
                removed += 1
    return removed


def _groups(lake: Lake, parts: list[Part], most: int) -> Iterator[list[Part]]:
    """Yield groups of parts to join, each of one judgement, the earliest parts first."""
    alike: dict[tuple[str, str], list[Part]] = defaultdict(list)
    for part in parts:
        alike[part.judgement].append(part)
    for same in alike.values():
        group: list[Part] = []
        for part in same:
            if part.games > most // 2:
                continue
            if group and sum([one.games for one in group]) + part.games > most:
                yield from [group] if len(group) > 1 else []
                group = []
            group.append(part)
        yield from [group] if len(group) > 1 else []


def _join(lake: Lake, relations: Relations, group: list[Part]) -> int:
    """Write the part that replaces a group, and remove the group. Returns how many of its games did not count."""
    name = name_of("joined", *sorted([part.name + part.run for part in group]))
    years = sorted({(file.table, file.year) for part in group for file in part.files})
    shown = [(table, year) for table, year in years if table in SHOWN]
    contents = {(table, year): _file(relations, relations.of(table, group, year)) for table, year in shown}
    files = write_files(lake, name, contents)
    joined = replace(_entry(name, group, relations.dropped), files=files)
    lake.add_part(joined)
    try:
        for part in group:
            remove(lake.entry_address(part.name))
        for file in [file for part in group for file in part.files]:
            remove(lake.at(file.name))
    except StorageError as error:
        raise StoreError(f"{error}; what is left of the parts that were joined does not count") from None
    return sum([part.games for part in group]) - joined.games


def _file(relations: Relations, sql: str) -> tuple[int, bytes]:
    """Run a SELECT. Returns the number of rows, and the content of a Parquet file of them."""
    with temporary_folder() as folder:
        file = folder / "joined.parquet"
        form = f"(FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE {ROWS_TOGETHER})"
        copied = relations.connection.execute(f"COPY ({sql}) TO {quoted(str(file))} {form}")
        return int(copied.fetchall()[0][0]), file.read_bytes()


def _entry(name: str, group: list[Part], dropped: dict[str, SupersededRows]) -> Part:
    """The manifest entry of a part joined from others, still without its files."""
    sources, places, keys = bytearray(), bytearray(), bytearray()
    unread: list[int] = []
    for part in group:
        gone = dropped.get(part.name, SupersededRows(set(), set()))
        without_game = set(part.unread)
        for number, key in enumerate(_split(part.sources)):
            if key not in gone.sources:
                if number in without_game:
                    unread.append(len(sources) // KEY_BYTES)
                sources += key
                places += part.places[number * KEY_BYTES : (number + 1) * KEY_BYTES]
        keys += b"".join([key for key in _split(part.keys) if key not in gone.games])
    latest = max(group, key=lambda part: part.age)
    replaces = sorted({one for part in group for one in (part.name, *part.replaces)})
    return Part(
        name, SCHEMA_VERSION, latest.program, latest.rules, latest.run, latest.number, len(sources) // KEY_BYTES,
        len(keys) // KEY_BYTES, [], bytes(sources), bytes(places), bytes(keys), unread, replaces,
    )  # fmt: skip


def _split(packed: bytes) -> list[bytes]:
    return [packed[start : start + KEY_BYTES] for start in range(0, len(packed), KEY_BYTES)]
