"""Which rows of a lake's parts do not count, since another part holds the same inputs or games.

Parts are written by many that know nothing of each other, so two may hold one game: a content that lies at two paths,
two runs at once, inputs judged again by other rules. The manifest tells, without a look into a part.

- Of a game or input in several parts, the one judged last counts, as in a database.
- Of several that were judged alike, the earliest counts, as in a database that loads them one after the other.
- An input without a game does not count once its path was read again.
"""

from collections.abc import Callable
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from auditor.store.lake.manifest import KEY_BYTES, Part


class Superseded(NamedTuple):
    """What of a part does not count: hashes of games and inputs, as in its entry."""

    games: set[bytes]
    sources: set[bytes]


def superseded(parts: list[Part]) -> dict[str, Superseded]:
    """By the names of parts what of them does not count; parts of which everything counts are left out."""
    found: dict[str, Superseded] = {}

    def of(part: Part) -> Superseded:
        return found.setdefault(part.name, Superseded(set(), set()))

    for key, holders in _repeated(parts, lambda part: part.keys).items():
        for part in _losers([parts[number] for number in holders]):
            of(part).games.add(key)
    for key, holders in _repeated(parts, lambda part: part.sources).items():
        for part in _losers([parts[number] for number in holders]):
            of(part).sources.add(key)
    if any([part.unread for part in parts]):
        for key, holders in _repeated(parts, lambda part: part.places).items():
            latest = max([parts[number] for number in holders], key=lambda part: part.age)
            for part in [parts[number] for number in holders]:
                if part is not latest:
                    of(part).sources.update(_unread_at(part, key))
    return {name: one for name, one in found.items() if one.games or one.sources}


def _repeated(parts: list[Part], packed: Callable[[Part], bytes]) -> dict[bytes, list[int]]:
    """The hashes that several parts hold, each with the numbers of these parts."""
    arrays = [_numbers(packed(part)) for part in parts]
    table = pa.table(
        {
            "key": pa.chunked_array(arrays, pa.uint64()),
            "part": pa.chunked_array([pa.array([number] * len(one), pa.int32()) for number, one in enumerate(arrays)]),
        }
    )
    counts = table.group_by("key").aggregate([("part", "count_distinct")])
    several = counts.filter(pc.greater(counts.column("part_count_distinct"), 1)).column("key")
    rows = table.filter(pc.is_in(table.column("key"), value_set=several.combine_chunks()))
    found: dict[bytes, list[int]] = {}
    for key, part in zip(rows.column("key").to_pylist(), rows.column("part").to_pylist(), strict=True):
        found.setdefault(key.to_bytes(KEY_BYTES, "little"), []).append(part)
    return found


def _numbers(packed: bytes) -> "pa.Array":
    return pa.Array.from_buffers(pa.uint64(), len(packed) // KEY_BYTES, [None, pa.py_buffer(packed)])


def _losers(holders: list[Part]) -> list[Part]:
    """Of parts that hold the same, all but the one that counts."""
    latest = max(holders, key=lambda part: part.age)
    alike = [part for part in holders if part.judgement == latest.judgement]
    kept = min(alike, key=lambda part: (part.age, part.name))
    return [part for part in holders if part is not kept]


def _unread_at(part: Part, place: bytes) -> list[bytes]:
    """The inputs without a game that a part has at a path and member."""
    found = []
    for number in part.unread:
        here = slice(number * KEY_BYTES, (number + 1) * KEY_BYTES)
        if part.places[here] == place:
            found.append(part.sources[here])
    return found
