"""Draws and discards, which are most events: made once, and shared by all games."""

from typing import Final

from auditor.events import DISCARD, DRAW, NOT_RECORDED, SEATS, TSUMOGIRI, Event
from auditor.tiles import TILES, UNKNOWN
from auditor.units import Mark, SeatIndex, Tile

_PLACES_OF_TILES: Final = TILES + 1
"""A hidden tile stands first."""
_DRAW_EVENTS: Final = [Event(DRAW, seat, tile) for seat in range(SEATS) for tile in range(UNKNOWN, TILES)]
_DISCARD_EVENTS: Final = [
    Event(DISCARD, seat, tile, mark=mark)
    for mark in range(NOT_RECORDED, TSUMOGIRI + 1)
    for seat in range(SEATS)
    for tile in range(UNKNOWN, TILES)
]


def draw_of(seat: SeatIndex, tile: Tile) -> Event:
    """The draw of a tile by a seat."""
    return _DRAW_EVENTS[seat * _PLACES_OF_TILES + tile - UNKNOWN]


def discard_of(seat: SeatIndex, tile: Tile, mark: Mark) -> Event:
    """The discard of a tile by a seat. mark: NOT_RECORDED, TEDASHI or TSUMOGIRI."""
    return _DISCARD_EVENTS[((mark - NOT_RECORDED) * SEATS + seat) * _PLACES_OF_TILES + tile - UNKNOWN]
