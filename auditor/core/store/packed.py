# build: hot
"""The events of hands as in the table `event_codes`: packed into two bytes each."""

from collections.abc import MutableSequence, Sequence
from functools import lru_cache
from typing import Any, Final

from mypy_extensions import i64

from auditor.core.events import DISCARD, DRAW, NOT_RECORDED, RIICHI, SEATS, TEDASHI, TSUMOGIRI, Event, Hand
from auditor.core.store.schema import TILE_NAMES, tile_codes
from auditor.core.table.record import UNMARKED, HandRecord
from auditor.core.tiles import UNKNOWN, tile_names
from auditor.core.units import EventIndex, EventKind, HandIndex, Mark, SeatIndex, Tile

Growing = MutableSequence[Any]
"""A list, array or bytes to which rows are appended."""

NULL: Final = 255
"""The byte for NULL; -1, which the model uses for nothing, becomes it by ``& NULL``."""
NULL_BYTE: Final = b"\xff"


class TileCodes:
    """The codes of the tiles and events of a game.

    texts: the text of each tile id. names: the number of each tile id in the enumeration of tiles, NULL for a hidden
    one. turns: the codes of all draws and discards (nine of ten events) with each mark, precomputed for speed.
    """

    def __init__(self, red_tiles: tuple[Tile, ...]) -> None:
        self.texts = tile_names(red_tiles)
        self.names = bytes(tile_codes(red_tiles)).ljust(256, NULL_BYTE)
        self.turns = [
            self._made(number >> 12, number >> 10 & 3, number & 255, number >> 8 & 3)
            for number in range(DISCARD + 1 << 12)
        ]

    def code(self, event: Event, mark: Mark) -> bytes:
        """The code of an event, as described at `EventColumns.add`. mark: as in `HandRecord.marks`."""
        kind: i64 = event.kind
        seat: i64 = event.seat
        tile: i64 = event.tile
        if kind <= DISCARD and 0 <= seat <= 3 and tile >= 0:
            return self.turns[kind << 12 | seat << 10 | (mark & 3) << 8 | tile]
        return self._made(event.kind, event.seat, event.tile, event.from_seat if event.kind > DISCARD else mark & 3)

    def _made(self, kind: EventKind, seat: SeatIndex, tile: Tile, more: int) -> bytes:
        if more < 0 or (kind <= DISCARD and more not in (TSUMOGIRI, TEDASHI)):
            return bytes([act_of(kind, seat), self.names[tile & NULL] & NO_TILE])
        return bytes([act_of(kind, seat) | HAS_MORE, self.names[tile & NULL] & NO_TILE | (more & 3) << 6])


class EventColumns:
    """The columns of `event_codes`; see `add` for the two bytes of an event.

    Games are run-length encoded: key, and number of hands. For each hand there are its numbers of events and calls, for
    each call its event and how many tiles came from the hand. discards: of the game being added, for `take_discards`.
    """

    def __init__(self) -> None:
        self.game_ids: list[str] = []
        self.game_hands: list[int] = []
        self.hands: list[HandIndex] = []
        self.lengths: list[int] = []
        self.live_walls: list[int] = []
        self.replayed: list[int] = []
        self.codes = bytearray()
        self.calls: list[int] = []
        self.call_events: list[EventIndex] = []
        self.call_sizes: list[int] = []
        self.call_tiles = bytearray()
        self.discards: list[bytes] = []

    def add(self, hand: Hand, record: HandRecord, codes: TileCodes) -> tuple[bytes, bytes]:
        """Append the events of a hand. Returns their acts, a byte each: the kind and, in the upper half, the seat; and
        their codes, two bytes each. Marks are those of `HandRecord.marks`, found in the same pass.

        The bits of a code, lowest first: kind (4), seat (3, all set for none), whether the last field is used (1), tile
        (6, all set for none), and the last field (2): for a discard whether it is tsumogiri, else from_seat.
        """
        events = hand.events
        count: i64 = len(events)
        replayed: i64 = record.replayed
        turns = codes.turns
        each: list[bytes] = []
        drawn = [UNKNOWN] * SEATS
        calls = 0
        index: i64 = 0
        while index < count:
            event = events[index]
            if not index and event.kind == DRAW and not hand.first_draw_recorded:
                event = Event(DRAW, event.seat, UNKNOWN)
            kind: i64 = event.kind
            seat: i64 = event.seat
            tile: i64 = event.tile
            mark: i64 = _NO_MARK
            if kind < RIICHI and index < replayed:
                if kind == DISCARD:
                    mark = event.mark
                    if mark == NOT_RECORDED and (index > 2 or hand.first_draw_recorded):  # up to 2: the dealer's first
                        mark = TSUMOGIRI if tile >= 0 and tile == drawn[seat] else TEDASHI
                drawn[seat] = tile if kind == DRAW else UNKNOWN
            if kind <= DISCARD:
                if 0 <= seat <= 3 and tile >= 0:
                    turn: i64 = kind << 12 | seat << 10 | tile
                    each.append(turns[turn | (mark & 3) << 8])
                    if kind == DISCARD:
                        self.discards.append(turns[turn | _NO_MARK << 8])
                else:
                    each.append(codes.code(event, mark))
                    if kind == DISCARD:
                        self.discards.append(codes.code(event, _NO_MARK))
            else:
                each.append(codes.code(event, UNMARKED))
                if event.tiles:
                    calls += 1
                    self.call_events.append(index)
                    self.call_sizes.append(len(event.tiles))
                    self.call_tiles += bytes([tile & NULL for tile in event.tiles]).translate(codes.names)
            index += 1
        own = b"".join(each)
        self.hands.append(hand.index)
        self.lengths.append(count)
        self.live_walls.append(record.live_wall)
        self.replayed.append(record.replayed)
        self.calls.append(calls)
        self.codes += own
        return own[::2].translate(_ACTS), own

    def take_discards(self) -> bytes:
        """Return the discards of the game being added, each as act and tile, and clear them for the next game."""
        taken = b"".join(self.discards)
        self.discards.clear()
        return taken

    def parts(self) -> list[Growing]:
        """All collections to which `add` and its caller append."""
        return [
            self.game_ids, self.game_hands, self.hands, self.lengths, self.live_walls, self.replayed, self.codes,
            self.calls, self.call_events, self.call_sizes, self.call_tiles,
        ]  # fmt: skip


_NO_MARK: Final = 3
"""The lowest two bits of UNMARKED."""
NO_TILE: Final = 63
HAS_MORE: Final = 128
_ACTS: Final = bytes([byte & ~HAS_MORE for byte in range(256)])


def act_of(kind: EventKind, seat: SeatIndex) -> int:
    """The kind and seat of an event in one byte."""
    return kind | (seat & 7) << 4


@lru_cache(64)
def codes_of(red_tiles: tuple[Tile, ...]) -> TileCodes:
    """The tile codes of a game with these tile ids as red fives; cached."""
    return TileCodes(red_tiles)


def is_drawn(packed: bytes, event: EventIndex) -> bool | None:
    """Whether a discard is tsumogiri; None where the replay did not reach it. packed: as from `EventColumns.add`."""
    return packed[2 * event + 1] >> 6 == TSUMOGIRI if packed[2 * event] & HAS_MORE else None


def sorted_codes(tiles: Sequence[Tile], codes: bytes) -> bytes | None:
    """The codes of tiles, ascending; None if any is hidden. codes: `TileCodes.names`."""
    found: list[int] = []
    for tile in tiles:
        if tile < 0:
            return None
        code: i64 = codes[tile]
        place: i64 = len(found)
        found.append(code)
        while place > 0 and found[place - 1] > code:
            found[place] = found[place - 1]
            place -= 1
        found[place] = code
    return bytes(found)


_BLACK: Final = bytes([TILE_NAMES.index(text.replace("0", "5")) for text in TILE_NAMES])
"""The index in TILE_NAMES of each of its tiles, of a red five that of the fives."""


def dora_in(tiles: bytes, dora: int) -> tuple[int, int | None]:
    """How many of some codes are red fives, and how many of the kind that is dora; None for an unknown one, -1."""
    reds = same = 0
    for code in tiles:
        black = _BLACK[code]
        reds += black != code
        same += black == dora
    return reds, same if dora >= 0 else None
