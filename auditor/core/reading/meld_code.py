# build: compiled
"""The 16-bit code in which mjlog packs a meld (attribute ``m`` of ``N`` and ``AGARI``).

The low two bits say from whom: 3 left, 2 across, 1 right, 0 oneself. Then, by the lowest set bit above them:

- bit 2, chi: ``t = m >> 10`` is sequence * 3 + place of the claimed tile; bits 3-4, 5-6, 7-8 the three copies.
- bit 3, pon: ``t = m >> 9`` is kind * 3 + place of the claimed tile; bits 5-6 the copy that stays outside.
- bit 4, added kan: as the pon; bits 5-6 the copy added.
- bit 5, north set aside: ``m >> 8`` is the tile.
- none: a kan; ``m >> 8`` is the claimed tile, or any tile of a closed kan.

Every other bit is 0.
"""

from typing import Final

from auditor.core.events import ADDED_KAN, CHI, CLOSED_KAN, NORTH, OPEN_KAN, PON, Meld
from auditor.core.tiles import KINDS, TILES
from auditor.core.units import SeatIndex

SEQUENCES: Final = 21
_CHI_BIT: Final = 4
_PON_BIT: Final = 8
_ADDED_BIT: Final = 16
_NORTH_BIT: Final = 32


class MeldCodeError(ValueError):
    """A code that no meld has, or a meld that has no code; the message says why."""


def decode_meld(code: int, seat: SeatIndex) -> Meld:
    """The meld of a code, made by `seat` (0-3).

    The claimed tile of an added kan's pon is the first of its three tiles; the other tiles of every meld ascend.
    Which tile of a closed kan the code names is not kept: it means nothing. Raises MeldCodeError.
    """
    if not 0 <= code < 1 << 16:
        raise MeldCodeError("a meld code has 16 bits (0 to 65535)")
    from_seat = (seat + (code & 3)) & 3
    if code & _CHI_BIT:
        return _decode_chi(code, from_seat)
    if code & (_PON_BIT | _ADDED_BIT):
        return _decode_pon(code, from_seat)
    tile = code >> 8
    if tile >= TILES:
        raise MeldCodeError(f"it names tile {tile}, tiles are 0 to {TILES - 1}")
    if code & _NORTH_BIT:
        if code & 0b11011111:
            raise MeldCodeError("it sets bits that a north set aside does not have")
        return Meld(NORTH, tile, (), seat)
    if code & 0b11111100:
        raise MeldCodeError("it sets bits that no meld has")
    first = tile & ~3
    four = (first, first + 1, first + 2, first + 3)
    if code & 3 == 0:
        return Meld(CLOSED_KAN, first, four, seat)
    return Meld(OPEN_KAN, tile, tuple([other for other in four if other != tile]), from_seat)


def _decode_chi(code: int, from_seat: SeatIndex) -> Meld:
    sequence, index = divmod(code >> 10, 3)
    if sequence >= SEQUENCES or code >> 9 & 1:
        raise MeldCodeError("it sets bits that a chi does not have")
    first = (sequence // 7 * 9 + sequence % 7) * 4
    tiles = [first + (code >> 3 & 3), first + 4 + (code >> 5 & 3), first + 8 + (code >> 7 & 3)]
    claimed = tiles.pop(index)
    return Meld(CHI, claimed, tuple(tiles), from_seat)


def _decode_pon(code: int, from_seat: SeatIndex) -> Meld:
    kind, index = divmod(code >> 9, 3)
    if kind >= KINDS or code >> 7 & 3 or code & (_PON_BIT | _ADDED_BIT) == _PON_BIT | _ADDED_BIT:
        raise MeldCodeError("it sets bits that a pon does not have")
    outside = kind * 4 + (code >> 5 & 3)
    tiles = [tile for tile in range(kind * 4, kind * 4 + 4) if tile != outside]
    claimed = tiles.pop(index)
    if code & _PON_BIT:
        return Meld(PON, claimed, tuple(tiles), from_seat)
    return Meld(ADDED_KAN, outside, (claimed, *tiles), from_seat)


def encode_meld(meld: Meld, seat: SeatIndex) -> int:
    """The code of a meld made by `seat`; the inverse of `decode_meld`. Raises MeldCodeError where there is none."""
    code = _encode(meld, (meld.from_seat - seat) & 3)
    if code < 0 or decode_meld(code, seat) != meld:
        raise MeldCodeError(f"no meld code says {meld!r} of seat {seat}")
    return code


def _encode(meld: Meld, relative: int) -> int:
    """The code of a well-formed meld, or -1; a malformed one may give a wrong code, which does not decode to it."""
    tile = meld.tile
    if meld.kind == CHI:
        tiles = sorted((tile, *meld.tiles))
        suit, number = divmod(tiles[0] // 4, 9)
        if len(tiles) != 3 or number > 6:
            return -1
        sequence = (suit * 7 + number) * 3 + tiles.index(tile)
        return sequence << 10 | tiles[2] % 4 << 7 | tiles[1] % 4 << 5 | tiles[0] % 4 << 3 | _CHI_BIT | relative
    if meld.kind == PON or meld.kind == ADDED_KAN:
        if len(meld.tiles) != (2 if meld.kind == PON else 3):
            return -1
        claimed = tile if meld.kind == PON else meld.tiles[0]
        tiles = sorted({tile, *meld.tiles} if meld.kind == PON else meld.tiles)
        outside = tile % 4 if meld.kind == ADDED_KAN else (6 - sum([other % 4 for other in tiles])) & 3
        bit = _PON_BIT if meld.kind == PON else _ADDED_BIT
        return (tile // 4 * 3 + tiles.index(claimed)) << 9 | outside << 5 | bit | relative
    if meld.kind == NORTH:
        return tile << 8 | _NORTH_BIT
    return tile << 8 | (relative if meld.kind == OPEN_KAN else 0)
