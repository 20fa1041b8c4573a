"""Writing parts of a lake: audited inputs, table by table, as Parquet files; then the entry in the manifest."""

from array import array
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from auditor.core.events import DISCARD, DRAW, KIND_NAMES, SEATS
from auditor.core.files.object_stores import write
from auditor.core.store.arrow import nullable, number_array
from auditor.core.store.packed import HAS_MORE, NO_TILE, NULL, act_of
from auditor.core.store.schema import EVENT_CODES, EVENT_ROWS, SCHEMA_VERSION, SHOWN, TILE_NAMES, UNDATED, is_of_games
from auditor.lake.manifest import Lake, Part, PartFile, file_name, key_bytes, name_of
from auditor.lake.reader import superseded

_BYTES: Final = range(256)
_KIND: Final = bytes([byte & 15 for byte in _BYTES])
_SEAT: Final = bytes([NULL if byte >> 4 & 7 == 7 else byte >> 4 & 7 for byte in _BYTES])
_TILE: Final = bytes([NULL if byte & NO_TILE == NO_TILE else byte & NO_TILE for byte in _BYTES])
_MORE: Final = bytes([byte >> 6 for byte in _BYTES])
_IS_DRAW: Final = bytes([byte & 15 == DRAW for byte in _BYTES])
_HAS_MARK: Final = bytes([byte & (HAS_MORE | 15) == DISCARD | HAS_MORE for byte in _BYTES])
_IS_DISCARD: Final = bytes([byte & 15 == DISCARD for byte in _BYTES])
_DISCARDS_OF: Final = [bytes([byte & ~HAS_MORE == act_of(DISCARD, seat) for byte in _BYTES]) for seat in range(SEATS)]
_HAS_FROM_SEAT: Final = bytes([byte >= HAS_MORE and byte & 15 != DISCARD for byte in _BYTES])
"""Translation tables from the first or the second byte of a code to one of its fields."""
_KIND_TEXTS: Final = pa.array(KIND_NAMES, pa.string())
_TILE_TEXTS: Final = pa.array(TILE_NAMES, pa.string())


def event_rows(hands: Any) -> Any:
    """Unpack an Arrow table of `event_codes` into one of `events`, in order."""
    hands = hands.combine_chunks()
    codes = _list(hands, "codes")
    raw = _bytes(codes.flatten())
    lengths = pc.list_value_length(codes).to_pylist()
    hand_of = pc.list_parent_indices(codes)
    starts, start = array("i"), 0
    for length in lengths:
        starts.append(start)
        start += length
    first_of = number_array(starts, pa.int32())
    numbers = pc.subtract(pa.array(array("i", range(start)), pa.int32()), pc.take(first_of, hand_of))
    first, second = raw[0::2], raw[1::2]
    seats = nullable(first.translate(_SEAT)).cast(pa.int8())
    of_seats = [_turns(first.translate(of_seat), first_of, hand_of) for of_seat in _DISCARDS_OF]
    more, nothing = number_array(second.translate(_MORE), pa.uint8()), pa.scalar(None, pa.uint8())
    return pa.table({
        "game_id": pc.take(hands.column("game_id"), hand_of),
        "hand": pc.take(hands.column("hand"), hand_of),
        "event": numbers.cast(pa.int16()),
        "seat": seats,
        "kind": pa.DictionaryArray.from_arrays(number_array(first.translate(_KIND), pa.uint8()), _KIND_TEXTS),
        "tile": pa.DictionaryArray.from_arrays(nullable(second.translate(_TILE)), _TILE_TEXTS),
        "tiles": _melds(hands, starts, start),
        "from_seat": pc.if_else(_truths(first.translate(_HAS_FROM_SEAT)), more, nothing).cast(pa.int8()),
        "tsumogiri": pc.if_else(_truths(first.translate(_HAS_MARK)), more, nothing).cast(pa.bool_()),
        "wall_left": _wall_left(hands, first.translate(_IS_DRAW), first_of, hand_of, numbers),
        "turn": pc.choose(seats.cast(pa.int64()), *of_seats),
        "hand_turn": _turns(first.translate(_IS_DISCARD), first_of, hand_of),
    })  # fmt: skip


def _list(table: Any, name: str) -> Any:
    """A column of lists as a single Arrow array."""
    column = table.column(name)
    return column.chunk(0) if column.num_chunks else pa.array([], column.type)


def _wall_left(hands: Any, is_draw: bytes, first_of: Any, hand_of: Any, numbers: Any) -> Any:
    """The tiles left in the wall after each event; NULL where the replay did not get, and beyond the wall's end."""
    drawn = pc.cumulative_sum(number_array(is_draw, pa.uint8()).cast(pa.int32()))
    before = pc.take(pa.concat_arrays([pa.array([0], pa.int32()), drawn]), first_of)
    held = pc.add(hands.column("live_wall").combine_chunks().cast(pa.int32()), before)
    left = pc.subtract(pc.take(held, hand_of), drawn)
    is_known = pc.and_(pc.less(numbers, pc.take(hands.column("replayed"), hand_of)), pc.greater_equal(left, 0))
    return pc.if_else(is_known, left, pa.scalar(None, pa.int32())).cast(pa.int16())


def _turns(is_discard: bytes, first_of: Any, hand_of: Any) -> Any:
    """The number of each event's turn in its hand, from 1, where these discards end one each."""
    made = pc.cumulative_sum(number_array(is_discard, pa.uint8()).cast(pa.int32()))
    before = pa.concat_arrays([pa.array([0], pa.int32()), made])
    in_hand = pc.subtract(before.slice(0, len(is_discard)), pc.take(pc.take(before, first_of), hand_of))
    return pc.add(in_hand, 1).cast(pa.int16())


def _bytes(numbers: Any) -> bytes:
    """The memory of an Arrow array of uint16, the lower byte of each number first."""
    values = numbers.buffers()[1]
    return b"" if values is None else values.to_pybytes()[numbers.offset * 2 : (numbers.offset + len(numbers)) * 2]


def _truths(values: bytes) -> Any:
    return number_array(values, pa.uint8()).cast(pa.bool_())


def _melds(hands: Any, starts: "array[int]", count: int) -> Any:
    """For each event the tiles of its meld that came from the hand, NULL where it is no meld."""
    calls, tiles = _list(hands, "call_events"), _list(hands, "call_tiles")
    offsets = array("i", bytes(4 * (count + 1)))
    is_none = bytearray(b"\x01") * count
    sizes = pc.list_value_length(tiles.flatten()).to_pylist()
    hand_of = pc.list_parent_indices(calls).to_pylist()
    for call, hand, size in zip(calls.flatten().to_pylist(), hand_of, sizes, strict=True):
        index = starts[hand] + call
        offsets[index + 1] = size
        is_none[index] = 0
    lengths = number_array(offsets, pa.int32())
    return pa.ListArray.from_arrays(pc.cumulative_sum(lengths), tiles.flatten().flatten(), mask=_truths(bytes(is_none)))


ROWS_TOGETHER: Final = 1 << 20
"""Rows of a table that are collected before they are written as a row group of its file."""
_WRITERS: Final = 8
"""The number of files written at once: an object store is slow with each."""


class PartWriter:
    """Collects the tables of audited inputs, and writes them as one part.

    rules, program: the judgement, as in `sources`. run, number: as in `Part`.
    """

    def __init__(self, lake: Lake, rules: str, program: str, run: str, number: tuple[int, int]) -> None:
        self.lake = lake
        self.rules = rules
        self.program = program
        self.run = run
        self.number = number
        self._files: dict[tuple[str, str], _File] = {}
        self._sources: list[tuple[str, str, str]] = []
        self._games: list[str] = []
        self._with_games: set[str] = set()

    def add(self, tables: dict[str, Any]) -> None:
        """Add the Arrow tables of some inputs, with all rows of each input."""
        sources = tables["sources"]
        loaded_at = pa.array([datetime.fromisoformat(self.run)] * len(sources), sources.schema.field("loaded_at").type)
        index = sources.schema.get_field_index("loaded_at")
        tables = tables | {"sources": sources.set_column(index, "loaded_at", loaded_at)}
        names = [sources.column(name).to_pylist() for name in ("source_id", "path", "member")]
        self._sources += zip(*[[str(value or "") for value in column] for column in names], strict=True)
        self._games += [str(one) for one in tables["games"].column("game_id").to_pylist()]
        self._with_games.update(tables["games"].column("source_id").to_pylist())
        for table, years in _by_year(tables).items():
            for year, rows in years.items():
                file = self._files.setdefault((table, year), _File())
                file.add(rows)

    def write(self) -> str:
        """Write the part, unless the lake has it. Returns its name, "" if it would be empty. Raises StoreError.

        The name is derived from the content, so that the same inputs with the same judgement are the same part in
        whatever run they are written; where they were judged otherwise since, also from the run, by which they count.
        """
        if not self._sources:
            return ""
        keys = [source_id for source_id, _, _ in self._sources]
        name = name_of(str(SCHEMA_VERSION), self.program, self.rules, *sorted(keys), *sorted(self._games))
        if self.lake.has_part(name):
            standing = _standing(self.lake.address, self.run)
            if standing is None or name in standing:
                return name
            name = name_of(name, self.run)
        files = write_files(self.lake, name, {key: file.finish() for key, file in sorted(self._files.items())})
        unread = [number for number, key in enumerate(keys) if key not in self._with_games]
        places = key_bytes([f"{path}\0{member}" for _, path, member in self._sources])
        self.lake.add_part(Part(
            name, SCHEMA_VERSION, self.program, self.rules, self.run, self.number, len(keys), len(self._games), files,
            key_bytes(keys), places, key_bytes(self._games), unread, [],
        ))  # fmt: skip
        return name


@lru_cache(maxsize=1)
def _standing(address: str, run: str) -> frozenset[str] | None:
    """The parts of a lake that count whole as a run first asks; None for all, where all are of one judgement."""
    parts = Lake(address).parts()
    if len({one.judgement for one in parts}) <= 1:
        return None
    return frozenset([one.name for one in parts]).difference(superseded(parts))


class _File:
    """A Parquet file in memory, compressed while rows are added."""

    def __init__(self) -> None:
        self.rows = 0
        self._waiting: list[Any] = []
        self._waiting_rows = 0
        self._sink = pa.BufferOutputStream()
        self._writer: Any = None

    def add(self, rows: Any) -> None:
        self._waiting.append(rows)
        self._waiting_rows += len(rows)
        if self._waiting_rows >= ROWS_TOGETHER:
            self._pack()

    def _pack(self) -> None:
        table = pa.concat_tables(self._waiting).unify_dictionaries().combine_chunks()
        if self._writer is None:
            self._writer = pq.ParquetWriter(self._sink, table.schema, compression="zstd", store_schema=False)
        self._writer.write_table(table, row_group_size=ROWS_TOGETHER)
        self.rows += len(table)
        self._waiting, self._waiting_rows = [], 0

    def finish(self) -> tuple[int, Any]:
        """Close the file. Returns the number of its rows, and its content."""
        if self._waiting:
            self._pack()
        self._writer.close()
        return self.rows, self._sink.getvalue()


def write_files(lake: Lake, part: str, contents: dict[tuple[str, str], tuple[int, Any]]) -> list[PartFile]:
    """Write the files of a part. contents: by table and year, the number of rows and the content. Raises StoreError."""
    files = [
        (PartFile(table, year, file_name(table, year, part), rows, len(data), sha256(data).hexdigest()), data)
        for (table, year), (rows, data) in contents.items()
        if rows
    ]
    with ThreadPoolExecutor(_WRITERS) as threads:
        list(threads.map(lambda one: write(lake.at(one[0].name), one[1]), files))
    return [file for file, _ in files]


def _by_year(tables: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The rows of each table by the year in which their games began; rows that belong to no game are under ""."""
    games = tables["games"]
    years = pc.fill_null(pc.cast(pc.year(games.column("started_at")), pa.string()), UNDATED).combine_chunks()
    named = pc.unique(years).to_pylist()
    by_year: dict[str, dict[str, Any]] = {}
    for table in SHOWN:
        rows = event_rows(tables[EVENT_CODES]) if table == EVENT_ROWS else tables[table]
        if not is_of_games(table):
            by_year[table] = {"": rows} if len(rows) else {}
        elif not len(rows):
            by_year[table] = {}
        elif len(named) == 1:
            by_year[table] = {named[0]: rows}
        else:
            keys = games.column("game_id").combine_chunks()
            of_rows = rows.column("game_id")
            if pa.types.is_dictionary(of_rows.type):
                of_rows = of_rows.cast(of_rows.type.value_type)
            of_row = pc.take(years, pc.index_in(of_rows, value_set=keys))
            split = {year: rows.filter(pc.equal(of_row, year)) for year in named}
            by_year[table] = {year: some for year, some in split.items() if len(some)}
    return by_year
