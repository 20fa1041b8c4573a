"""The events of hands as the table `event_codes` holds them: packed, four bytes an event."""

from collections.abc import MutableSequence
from functools import cache
from typing import Any, Final

from mypy_extensions import i64

from auditor.events import DISCARD, NO_SEAT, Event, Hand
from auditor.store.schema import tile_codes
from auditor.table.record import HandRecord
from auditor.tiles import tile_names
from auditor.units import EventIndex, EventKind, HandIndex, SeatIndex, Tile

Growing = MutableSequence[Any]
"""A list, array or bytes to which rows are appended."""

NULL: Final = 255
"""Stands for NULL; -1, the model's own sign for nothing, becomes it by ``& NULL``."""
NULL_BYTE: Final = b"\xff"


class TileCodes:
    """How the tiles of a game are coded.

    texts: of each tile id. names: for each its number in the enumeration of tiles, NULL for a hidden one. turns: the
    codes of all draws and discards, nine of ten events, since to look one up is cheaper than to make it.
    """

    def __init__(self, red_tiles: tuple[Tile, ...]) -> None:
        self.texts = tile_names(red_tiles)
        self.names = bytes(tile_codes(red_tiles)).ljust(256, NULL_BYTE)
        self.turns = [self._made(number >> 10, number >> 8 & 3, number & 255) for number in range(DISCARD + 1 << 10)]

    def code(self, event: Event) -> bytes:
        """The code of an event, as `EventColumns.add` has it, but for what is no draw or discard without from_seat."""
        kind: i64 = event.kind
        seat: i64 = event.seat
        tile: i64 = event.tile
        if kind <= DISCARD and 0 <= seat <= 3 and tile >= 0:
            return self.turns[kind << 10 | seat << 8 | tile]
        return self._made(event.kind, event.seat, event.tile)

    def _made(self, kind: EventKind, seat: SeatIndex, tile: Tile) -> bytes:
        return bytes([act_of(kind, seat), self.names[tile & NULL], NULL, NULL])


class EventColumns:
    """The events of hands as `event_codes` holds them, four bytes an event; `add` says which.

    Games repeat, so they are runs: key, and number of hands. For each hand how many events and calls it has,
    for each call its event, and how many tiles of it came from the hand. discards: of the game that is being added,
    for whoever takes them.
    """

    def __init__(self) -> None:
        self.game_ids: list[str] = []
        self.game_hands: list[int] = []
        self.hands: list[HandIndex] = []
        self.lengths: list[int] = []
        self.codes = bytearray()
        self.calls: list[int] = []
        self.call_events: list[EventIndex] = []
        self.call_sizes: list[int] = []
        self.call_tiles = bytearray()
        self.discards = bytearray()

    def add(self, hand: Hand, record: HandRecord, codes: TileCodes) -> bytes:
        """Append the events of a hand. Returns their acts, the first byte of each.

        A code, in its four bytes: kind and, in the higher half, seat; tile; from_seat and, in the higher half,
        tsumogiri; wall_left. All bits of a field set: there is none.
        """
        events = hand.events
        count = len(events)
        own = bytearray(b"".join([codes.code(event) for event in events]))
        acts = bytes(own[::_PACKED])
        marks = _fitted(record.marks, count)
        own[2::_PACKED] = marks.translate(_TSUMOGIRI)
        own[3::_PACKED] = _fitted(record.wall_left, count)
        calls = 0
        index: i64 = 0
        while index < count:
            if acts[index] & 15 == DISCARD:
                self.discards.append(acts[index])
                self.discards.append(own[_PACKED * index + 1])
            elif acts[index] & 15 > DISCARD:
                event = events[index]
                if event.from_seat != NO_SEAT:
                    own[_PACKED * index + 2] = event.from_seat & 15 | (marks[index] & 15) << 4
                if event.tiles:
                    calls += 1
                    self.call_events.append(index)
                    self.call_sizes.append(len(event.tiles))
                    self.call_tiles += bytes([tile & NULL for tile in event.tiles]).translate(codes.names)
            index += 1
        self.hands.append(hand.index)
        self.lengths.append(count)
        self.calls.append(calls)
        self.codes += own
        return acts

    def take_discards(self) -> bytes:
        """The discards of the game that is being added, each as act and tile; whose follow are those of the next."""
        taken = bytes(self.discards)
        self.discards.clear()
        return taken

    def parts(self) -> list[Growing]:
        """All that grows."""
        return [
            self.game_ids, self.game_hands, self.hands, self.lengths, self.codes, self.calls, self.call_events,
            self.call_sizes, self.call_tiles,
        ]  # fmt: skip


_PACKED: Final = 4

_TSUMOGIRI: Final = bytes([mark << 4 & NULL | 15 for mark in range(256)])
"""Marks as in the third byte of a code without from_seat."""


def act_of(kind: EventKind, seat: SeatIndex) -> int:
    """Kind and seat of an event in a byte."""
    return kind | (seat & 15) << 4


def _fitted(values: list[int], count: int) -> bytes:
    """The values as bytes, cut or filled with NULL to the number of events: a replay may stop before the last."""
    try:
        fitted = bytes(values)
    except ValueError:  # a faulty log draws more tiles than the wall has
        fitted = bytes([value if value >= 0 else NULL for value in values])
    return fitted if len(fitted) == count else fitted[:count].ljust(count, NULL_BYTE)


@cache
def codes_of(red_tiles: tuple[Tile, ...]) -> TileCodes:
    """The codes of tiles in a game whose red fives are these ids."""
    return TileCodes(red_tiles)
