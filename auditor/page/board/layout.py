# build: compiled
"""The layout of a seat's tiles, as its player sees them: hand, melds, norths and river.

The table is a square of SIDE units. A seat's tiles are laid out as if it sat at the bottom; to draw them, the seat's
group is rotated about the middle. Rows run from left to right, y grows downwards. The conventions are the usual ones:
six discards a row, the riichi tile sideways, a claimed tile sideways at the side of the seat it came from, an added
tile above it, the outer two of a closed kan face down.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from auditor.core.events import ADDED_KAN, CLAIMS, CLOSED_KAN, DISCARD, OPEN_KAN, PON, TSUMOGIRI, Event
from auditor.core.table.record import discard_marks
from auditor.core.table.seat import Seat
from auditor.core.table.table import OVER, REACTION_DUE, Table
from auditor.core.tiles import UNKNOWN
from auditor.core.units import EventIndex, Kind, Mark, SeatIndex, Tile
from auditor.page.board.faces import BACK, CLAIMED, HEIGHT, LAST, MARKED, NO_FACE, STICK_SIGN, TILE_WIDTH, TURN_SIGN


class PastDiscards:
    """What the layout of a position needs to know of the events before it. claimed: the events of the discards that
    others claimed. marks: by event, TSUMOGIRI or TEDASHI for each discard.
    """

    def __init__(self, marks: Sequence[Mark]) -> None:
        self.marks = marks
        self.claimed: set[EventIndex] = set()
        self._pons: dict[tuple[SeatIndex, Kind], Tile] = {}
        self._last_discards: dict[SeatIndex, EventIndex] = {}
        self._events = 0

    def add(self, event: Event) -> None:
        """Add the next event of the hand."""
        if event.kind == DISCARD:
            self._last_discards[event.seat] = self._events
        elif event.kind in CLAIMS:
            if event.from_seat in self._last_discards:
                self.claimed.add(self._last_discards[event.from_seat])
            if event.kind == PON:
                self._pons[event.seat, event.tile >> 2] = event.tile
        self._events += 1

    def claimed_of_pon(self, seat: SeatIndex, kan: Event) -> Tile:
        """The tile claimed for the pon of an added kan; any of the pon's tiles where the hand has no such pon."""
        tile = self._pons.get((seat, kan.tile >> 2), UNKNOWN)
        return tile if tile in kan.tiles else max(kan.tiles, default=UNKNOWN)


def past_discards(table: Table) -> PastDiscards:
    """The `PastDiscards` of the position on a table."""
    past = PastDiscards(discard_marks(table.hand.events))
    for event in table.hand.events[: table.index]:
        past.add(event)
    return past


SIDE: Final = 650
MIDDLE: Final = SIDE / 2
PANEL: Final = 160
"""The side of the square in the middle."""

EDGE: Final = 8
"""The gap between the tiles and the edge of the table."""
ROW_TOP: Final = SIDE - HEIGHT - EDGE
ROW_LEFT: Final = HEIGHT + 2 * EDGE
"""The neighbour's row is to the left of it."""
ROW_RIGHT: Final = SIDE - EDGE
HAND_LEFT: Final = 118
"""The left end of a hand, where that leaves enough room for its melds."""

RIVER_ROW: Final = 6
RIVER_ROWS: Final = 4
"""The last row may be longer."""
RIVER_LEFT: Final = MIDDLE - RIVER_ROW * TILE_WIDTH / 2
RIVER_TOP: Final = MIDDLE + PANEL / 2 + 12

DIM: Final = "dim"
FAINTED: Final = "faint"

HAND: Final = "hand"
MELDS: Final = "melds"
NORTHS: Final = "norths"
RIVER: Final = "river"
TABLE_MARKERS: Final = "signs"
ZONES: Final = (HAND, MELDS, NORTHS, RIVER, TABLE_MARKERS)
"""The zones of a seat's drawings; markers are its riichi stick and the sign that it is its turn."""


class PlacedTile(NamedTuple):
    """A drawing at its location. zone: one of ZONES. x, y: the upper left corner of its visible box. sideways: turned
    left by 90 degrees. scale: the factor of its size. name: a face or an overlay of `faces`. looks: DIM, FAINTED and
    the overlays on it, sorted.
    """

    zone: str
    x: float
    y: float
    name: str
    looks: tuple[str, ...] = ()
    sideways: bool = False
    scale: float = 1


PlacedTiles = tuple[PlacedTile, ...]
"""The pieces of a zone."""


class SeatLayout:
    """Lays out the pieces of a seat for one position after another; zones that did not change are the same objects.
    names: the text of each tile id. marked: the ids of the tiles to mark.
    """

    def __init__(self, names: tuple[str, ...], marked: frozenset[Tile]) -> None:
        self._faces = _Faces(names, marked)
        self._held: object = None
        self._row: tuple[PlacedTiles, ...] = ()
        self._discarded: object = None
        self._river: PlacedTiles = ()

    def groups(self, table: Table, seat: Seat, past: PastDiscards) -> tuple[PlacedTiles, ...]:
        """The pieces of each of ZONES. past: that of the table's events so far."""
        held = (seat.concealed, seat.drawn, list(seat.melds), list(seat.norths))
        if held != self._held:
            self._held = held
            pieces = _row(seat, past, self._faces)
            self._row = tuple([tuple([one for one in pieces if one.zone == zone]) for zone in (HAND, MELDS, NORTHS)])
        last = _last_discard(table, seat)
        discarded = (seat.river, last, seat.riichi_discard, len(past.claimed))
        if discarded != self._discarded:
            self._discarded = discarded
            self._river = tuple(_river(seat, past, self._faces, last))
        return (*self._row, self._river, tuple(_markers(table, seat)))


class _Faces:
    """The faces and marks of tile ids."""

    def __init__(self, names: tuple[str, ...], marked: frozenset[Tile]) -> None:
        self.names = names
        self.marked = marked

    def face(self, tile: Tile) -> str:
        return self.names[tile] if tile >= 0 else NO_FACE

    def looks(self, tile: Tile) -> tuple[str, ...]:
        return (MARKED,) if tile in self.marked and tile >= 0 else ()


def _last_discard(table: Table, seat: Seat) -> EventIndex:
    """The event of the seat's discard that awaits reactions or was the last of the hand; -1 if there is none."""
    is_open = table.phase in (REACTION_DUE, OVER)
    last = table.last_event
    return last if is_open and table.last is not None and seat.river_events[-1:] == [last] else -1


def _row(seat: Seat, past: PastDiscards, faces: _Faces) -> list[PlacedTile]:
    """Hand, drawn tile, norths and melds, from left to right along the edge."""
    held = list(seat.concealed)
    drawn = seat.drawn if seat.drawn in held else None
    if drawn is not None:
        held.remove(drawn)
    known = sorted([tile for tile in held if tile >= 0])
    held = known + [tile for tile in held if tile < 0]
    melds = [_meld(seat, meld, past, faces) for meld in seat.melds]
    width = sum([meld.width for meld in melds]) + 2 * max(len(melds) - 1, 0) + TILE_WIDTH * len(seat.norths)
    space = TILE_WIDTH + 8  # kept free for the tile that is drawn next, so that nothing moves when it comes
    left = min(HAND_LEFT, ROW_RIGHT - width - 4 - TILE_WIDTH * len(held) - space)
    pitch = float(TILE_WIDTH)
    if left < ROW_LEFT:
        left = ROW_LEFT
        pitch = min(TILE_WIDTH, (ROW_RIGHT - width - 4 - space - left) / max(len(held), 1))
    pieces = [
        PlacedTile(HAND, left + index * pitch, ROW_TOP, faces.face(tile), faces.looks(tile))
        for index, tile in enumerate(held)
    ]
    if drawn is not None:
        pieces.append(PlacedTile(HAND, left + len(held) * pitch + 8, ROW_TOP, faces.face(drawn), faces.looks(drawn)))
    right = ROW_RIGHT - width
    for tile in seat.norths:
        pieces.append(PlacedTile(NORTHS, right, ROW_TOP, faces.face(tile), faces.looks(tile)))
        right += TILE_WIDTH
    for meld in reversed(melds):  # the newest is the leftmost
        pieces += [piece._replace(x=right + piece.x) for piece in meld.pieces]
        right += meld.width + 2
    return pieces


class _Meld(NamedTuple):
    """A meld laid out from x = 0."""

    pieces: list[PlacedTile]
    width: float


def _closed_kan(meld: Event, faces: _Faces) -> _Meld:
    """A closed kan, its outer two tiles face down; a red five is one of the inner ones."""
    tiles = sorted(meld.tiles, key=lambda tile: (not faces.face(tile).startswith("0"), tile))
    pieces = [
        PlacedTile(MELDS, index * TILE_WIDTH, ROW_TOP, BACK if index in (0, 3) else faces.face(tile), faces.looks(tile))
        for index, tile in enumerate([*tiles[2:3], *tiles[:2], *tiles[3:]])
    ]
    return _Meld(pieces, len(pieces) * TILE_WIDTH)


def _meld(seat: Seat, meld: Event, past: PastDiscards, faces: _Faces) -> _Meld:
    if meld.kind == CLOSED_KAN:
        return _closed_kan(meld, faces)
    claimed, own, added = meld.tile, sorted(meld.tiles), None
    if meld.kind == ADDED_KAN:
        claimed, own, added = past.claimed_of_pon(seat.seat, meld), sorted(meld.tiles), meld.tile
        if claimed in own:
            own.remove(claimed)
    pieces = []
    x = 0.0
    place_of_claimed = _place(seat, meld, len(own))
    for index in range(len(own) + 1):
        if index == place_of_claimed:
            low = ROW_TOP + HEIGHT - TILE_WIDTH
            pieces.append(PlacedTile(MELDS, x, low, faces.face(claimed), faces.looks(claimed), sideways=True))
            if added is not None:
                above = low - TILE_WIDTH
                pieces.append(PlacedTile(MELDS, x, above, faces.face(added), faces.looks(added), sideways=True))
            x += HEIGHT
        else:
            tile = own[index - (index > place_of_claimed)]
            pieces.append(PlacedTile(MELDS, x, ROW_TOP, faces.face(tile), faces.looks(tile)))
            x += TILE_WIDTH
    return _Meld(pieces, x)


def _place(seat: Seat, meld: Event, own: int) -> int:
    """The index of a meld's sideways tile: the first if it is from the left neighbour, the last if from the right one.
    From the seat across it is the second, in an open kan too. Seats are those of a table of four, also with three.
    """
    steps = (seat.seat - meld.from_seat) % 4 if meld.from_seat >= 0 else 1
    return {1: 0, 2: 1, 3: own if meld.kind == OPEN_KAN else 2}.get(steps, 0)


def _river(seat: Seat, past: PastDiscards, faces: _Faces, last: EventIndex) -> list[PlacedTile]:
    pieces: list[PlacedTile] = []
    x, y = RIVER_LEFT, RIVER_TOP
    is_riichi_due = False
    for index, (tile, event) in enumerate(zip(seat.river, seat.river_events, strict=True)):
        if index and index % RIVER_ROW == 0 and index // RIVER_ROW < RIVER_ROWS:
            x, y = RIVER_LEFT, y + HEIGHT
        is_claimed = event in past.claimed
        sideways = event == seat.riichi_discard or is_riichi_due
        # If the riichi tile is claimed, the next discard is sideways, too.
        is_riichi_due = sideways and is_claimed
        looks = [*faces.looks(tile), *((FAINTED, CLAIMED) if is_claimed else ())]
        if not is_claimed and past.marks[event] == TSUMOGIRI:
            looks.append(DIM)
        if event == last:
            looks.append(LAST)
        top = y + HEIGHT - TILE_WIDTH if sideways else y
        pieces.append(PlacedTile(RIVER, x, top, faces.face(tile), tuple(sorted(looks)), sideways))
        x += HEIGHT if sideways else TILE_WIDTH
    return pieces


def _markers(table: Table, seat: Seat) -> list[PlacedTile]:
    markers = []
    if seat.deposits:
        markers.append(PlacedTile(TABLE_MARKERS, MIDDLE - 42, MIDDLE + PANEL / 2 + 2, STICK_SIGN))
    if table.phase != OVER and table.due == seat.seat:
        markers.append(PlacedTile(TABLE_MARKERS, MIDDLE - 30, MIDDLE + PANEL / 2 - 6, TURN_SIGN))
    return markers
