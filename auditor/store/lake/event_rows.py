"""Events unpacked: from a row a hand, as they are loaded into a database, to a row an event, as Parquet has them."""

from array import array
from typing import Any, Final

import pyarrow as pa
import pyarrow.compute as pc

from auditor.events import KIND_NAMES
from auditor.store.packed import NULL
from auditor.store.schema import TILE_NAMES

_NONE: Final = 15
"""Stands for NULL in half a byte."""


def _half(shift: int) -> bytes:
    """For each byte the value of its half, or NULL."""
    halves = [byte >> shift & 15 for byte in range(256)]
    return bytes([NULL if half == _NONE else half for half in halves])


_LOW: Final = _half(0)
_HIGH: Final = _half(4)
_KIND_TEXTS: Final = pa.array(KIND_NAMES, pa.string())
_TILE_TEXTS: Final = pa.array(TILE_NAMES, pa.string())


def event_rows(hands: Any) -> Any:
    """The rows of `events` that a table `event_codes` packs, in their order; both as Arrow tables."""
    hands = hands.combine_chunks()
    codes = _list(hands, "codes")
    raw = _bytes(codes.flatten())
    lengths = pc.list_value_length(codes).to_pylist()
    hand_of = pc.list_parent_indices(codes)
    starts, start = array("i"), 0
    for length in lengths:
        starts.append(start)
        start += length
    numbers = pc.subtract(pa.array(array("i", range(start)), pa.int32()), pc.take(_ints(starts), hand_of))
    kinds_and_seats, seats_and_marks = raw[0::4], raw[2::4]
    return pa.table(
        {
            "game_id": pc.take(hands.column("game_id"), hand_of),
            "hand": pc.take(hands.column("hand"), hand_of),
            "event": numbers.cast(pa.int16()),
            "seat": _nullable(kinds_and_seats.translate(_HIGH)).cast(pa.int8()),
            "kind": pa.DictionaryArray.from_arrays(_nullable(kinds_and_seats.translate(_LOW)), _KIND_TEXTS),
            "tile": pa.DictionaryArray.from_arrays(_nullable(raw[1::4]), _TILE_TEXTS),
            "tiles": _melds(hands, starts, start),
            "from_seat": _nullable(seats_and_marks.translate(_LOW)).cast(pa.int8()),
            "tsumogiri": _nullable(seats_and_marks.translate(_HIGH)).cast(pa.bool_()),
            "wall_left": _nullable(raw[3::4]).cast(pa.int16()),
        }
    )


def _list(table: Any, name: str) -> Any:
    """A column of lists in one piece."""
    column = table.column(name)
    return column.chunk(0) if column.num_chunks else pa.array([], column.type)


def _bytes(numbers: Any) -> bytes:
    """Numbers of four bytes as they lie in memory, the lowest byte first."""
    values = numbers.buffers()[1]
    return b"" if values is None else values.to_pybytes()[numbers.offset * 4 : (numbers.offset + len(numbers)) * 4]


def _ints(values: "array[int]") -> Any:
    return pa.Array.from_buffers(pa.int32(), len(values), [None, pa.py_buffer(values)])


def _nullable(values: bytes) -> Any:
    """Bytes as numbers, with NULL where they say so."""
    numbers = pa.Array.from_buffers(pa.uint8(), len(values), [None, pa.py_buffer(values)])
    return pc.if_else(pc.equal(numbers, pa.scalar(NULL, pa.uint8())), pa.scalar(None, pa.uint8()), numbers)


def _melds(hands: Any, starts: "array[int]", count: int) -> Any:
    """For each event the tiles of its meld that came from the hand, NULL where it is no meld."""
    calls, tiles = _list(hands, "call_events"), _list(hands, "call_tiles")
    offsets = array("i", bytes(4 * (count + 1)))
    is_none = bytearray(b"\x01") * count
    sizes = pc.list_value_length(tiles.flatten()).to_pylist()
    for call, hand, size in zip(
        calls.flatten().to_pylist(), pc.list_parent_indices(calls).to_pylist(), sizes, strict=True
    ):
        place = starts[hand] + call
        offsets[place + 1] = size
        is_none[place] = 0
    lengths = _ints(offsets)
    mask = pa.Array.from_buffers(pa.uint8(), count, [None, pa.py_buffer(is_none)]).cast(pa.bool_())
    return pa.ListArray.from_arrays(pc.cumulative_sum(lengths), tiles.flatten().flatten(), mask=mask)
