"""Pieces that readers build hands of: shared draws and discards, deposits that only what follows tells, payments."""

from typing import Final

from auditor.events import (
    DEPOSIT,
    DISCARD,
    DRAW,
    NOT_RECORDED,
    RIICHI,
    SEATS,
    TRIPLE_RON,
    TSUMOGIRI,
    Deposit,
    Event,
    Hand,
    Ryuukyoku,
)
from auditor.tiles import TILES, UNKNOWN
from auditor.units import Mark, Points, SeatIndex, Tile

STICK: Final = 1000
"""What a riichi costs where a log does not say, in points."""


def add_triple_ron_deposit(hand: Hand, sticks_after: int) -> None:
    """Put a deposit before a draw by three wins on a declaration tile, where the next hand starts with its stick.

    Most programs take no stick there, some do. sticks_after: on the table at the start of the next hand.
    """
    events = hand.events
    if len(events) < 3 or not isinstance(events[-1], Ryuukyoku) or events[-1].draw_type != TRIPLE_RON:
        return
    declared = [event for event in events if event.kind == RIICHI]
    paid = [event for event in events if event.kind == DEPOSIT]
    if len(declared) == len(paid) + 1 and _is_declaration_tile(events) and sticks_after == hand.sticks + len(declared):
        events.insert(-1, Deposit(declared[-1].seat))
        hand.lines += hand.lines[-1:]


def _is_declaration_tile(events: list[Event]) -> bool:
    """Whether the last discard before the end is a declaration tile."""
    return events[-2].kind == DISCARD and events[-3].kind == RIICHI and events[-2].seat == events[-3].seat


_LEAST_NAGASHI: Final = 4000
"""The least that a seat gains where one has a nagashi mangan, in points, whoever else has; noten hands pay 3000."""


def is_nagashi_payment(deltas: tuple[Points, ...] | None) -> bool:
    """Whether somebody gains as much as only a nagashi mangan gives."""
    return deltas is not None and max(deltas) >= _LEAST_NAGASHI


def tenpai_by_payment(deltas: tuple[Points, ...] | None) -> tuple[bool, ...] | None:
    """Who counted as tenpai at an exhaustive draw: those who gain.

    None where nobody does, for all or none did, and whatever a seat loses then is no noten payment.
    """
    return tuple([delta > 0 for delta in deltas]) if deltas is not None and max(deltas, default=0) > 0 else None


_PLACES_OF_TILES: Final = TILES + 1
"""A hidden tile stands first."""
_DRAW_EVENTS: Final = [Event(DRAW, seat, tile) for seat in range(SEATS) for tile in range(UNKNOWN, TILES)]
_DISCARD_EVENTS: Final = [
    Event(DISCARD, seat, tile, mark=mark)
    for mark in range(NOT_RECORDED, TSUMOGIRI + 1)
    for seat in range(SEATS)
    for tile in range(UNKNOWN, TILES)
]


def shared_draw(seat: SeatIndex, tile: Tile) -> Event:
    """The draw of a tile by a seat."""
    return _DRAW_EVENTS[seat * _PLACES_OF_TILES + tile - UNKNOWN]


def shared_discard(seat: SeatIndex, tile: Tile, mark: Mark) -> Event:
    """The discard of a tile by a seat. mark: NOT_RECORDED, TEDASHI or TSUMOGIRI."""
    return _DISCARD_EVENTS[((mark - NOT_RECORDED) * SEATS + seat) * _PLACES_OF_TILES + tile - UNKNOWN]
