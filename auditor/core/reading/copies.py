# build: hot
"""Tile ids for formats that do not distinguish the copies of a tile.

Such a tile is a code of two digits, tenhou.net/6's: 11-19 1m-9m, 21-29 1p-9p, 31-39 1s-9s, 41-47 1z-7z, 51-53 reds.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final

from mypy_extensions import i64, mypyc_attr

from auditor.core.events import NO_SEAT
from auditor.core.tiles import EAST, RED_FIVES, SUITS, TILES, UNKNOWN
from auditor.core.units import Kind, SeatIndex, Tile, TileCode

KIND_OF_CODE: Final = (
    {10 * (suit + 1) + number + 1: 9 * suit + number for suit in range(3) for number in range(9)}
    | {41 + honour: EAST + honour for honour in range(7)}
    | {51: 4, 52: 13, 53: 22}
)
"""Kind 0-33 of each code."""

RED_CODES: Final = (51, 52, 53)
PLAIN_CODES: Final = (15, 25, 35)
"""The codes of the red fives of man, pin and sou, and of the plain ones."""
TEXT_OF_CODE: Final = {
    code: f"{0 if code in RED_CODES else kind % 9 + 1}{SUITS[kind // 9]}" for code, kind in KIND_OF_CODE.items()
}
CODE_OF_FACE: Final = {text: code for code, text in TEXT_OF_CODE.items()}
"""The text of each code, as of tiles elsewhere, and the code of each text."""
PLAIN_MOST: Final = 50
"""The codes above it are red fives'."""
NO_CODE: Final = 0

SUIT_TILES: Final = 36
"""The tiles of a suit have ids one after the other, so many; the honours are behind the suits."""
_SUIT: Final = bytes([KIND_OF_CODE.get(code, 0) // 9 for code in range(54)])
_FIRST: Final = bytes([4 * (KIND_OF_CODE.get(code, 0) % 9) for code in range(54)])
"""The suit of each code, and where in the suit the four tiles of its kind begin."""
_LOWEST: Final = bytes([max((bits & -bits).bit_length() - 1, 0) for bits in range(16)])
_HIGHEST: Final = bytes([max(bits.bit_length() - 1, 0) for bits in range(16)])
"""The positions of the lowest and the highest bit of four."""


class TileSet:
    """What tiles there are in a game with these red fives.

    ids: the tile ids of each code; for a red five that the game lacks, those of the five. codes: the code of each id,
    one alone where the ids of several codes are the same. copies: by code which of the four tiles of its kind are its
    own, a bit each. red_only: the fives that the set holds red alone. lacking: the red fives that it lacks.
    """

    def __init__(self, red_tiles: tuple[Tile, ...]) -> None:
        self.ids: dict[TileCode, tuple[Tile, ...]] = {}
        codes = dict.fromkeys(range(TILES), NO_CODE)
        copies = [0] * len(_SUIT)
        for code, kind in KIND_OF_CODE.items():
            of_kind = range(4 * kind, 4 * kind + 4)
            of_face = tuple([tile for tile in of_kind if (tile in red_tiles) == (code in RED_CODES)])
            self.ids[code] = of_face or tuple(of_kind)
            for tile in self.ids[code]:
                codes[tile] = codes[tile] or code
                copies[code] |= 1 << (tile & 3)
        self.codes = tuple(codes.values())
        self.copies = bytes(copies)
        self.red_only = [code for code in PLAIN_CODES if self.ids[code][0] in red_tiles]
        self.lacking = [code for code in RED_CODES if self.ids[code][0] not in red_tiles]


_tile_set: Final = cache(TileSet)


@mypyc_attr(acyclic=True)
class TileBits:
    """A set of tiles: a machine word for each suit and one for the honours, in which each tile has a bit."""

    def __init__(self) -> None:
        self.man: i64 = 0
        self.pin: i64 = 0
        self.sou: i64 = 0
        self.honours: i64 = 0

    def of_suit(self, suit: i64) -> i64:
        """The word of a suit, 0 to 2, or of the honours, 3."""
        if suit == 0:
            return self.man
        if suit == 1:
            return self.pin
        return self.sou if suit == 2 else self.honours

    def set_suit(self, suit: i64, bits: i64) -> None:
        """Change the word of a suit or of the honours."""
        if suit == 0:
            self.man = bits
        elif suit == 1:
            self.pin = bits
        elif suit == 2:
            self.sou = bits
        else:
            self.honours = bits

    def has(self, tile: i64) -> bool:
        """Whether a tile, not a hidden one, is in the set."""
        return self.of_suit(tile // SUIT_TILES) >> tile % SUIT_TILES & 1 != 0


@mypyc_attr(acyclic=True)
class HeldTiles(TileBits):
    """The tiles of a seat that no call has laid open. hidden: how many the log hides. again: tiles held once more."""

    def __init__(self) -> None:
        super().__init__()
        self.hidden: i64 = 0
        self.again: list[Tile] = []

    def copy(self) -> "HeldTiles":
        """The same tiles, to be changed by themselves."""
        other = HeldTiles()
        for suit in range(4):
            other.set_suit(suit, self.of_suit(suit))
        other.hidden = self.hidden
        other.again = self.again[:]
        return other

    def all_tiles(self) -> list[Tile]:
        """The tiles, ascending; hidden ones are first."""
        return [UNKNOWN] * self.hidden + sorted([tile for tile in range(TILES) if self.has(tile)] + self.again)

    def add(self, tile: i64) -> None:
        """A tile comes into the hand."""
        if tile < 0:
            self.hidden += 1
            return
        suit, place = tile // SUIT_TILES, tile % SUIT_TILES
        bits = self.of_suit(suit)
        new = (~bits >> place & 1) << place
        if new == 0:
            self.again.append(tile)
        else:
            self.set_suit(suit, bits | new)

    def remove(self, tile: i64) -> bool:
        """A tile leaves the hand; False where it is not in it."""
        if tile < 0:
            if self.hidden:
                self.hidden -= 1
                return True
            return False
        suit, place = tile // SUIT_TILES, tile % SUIT_TILES
        bits = self.of_suit(suit)
        bit = (bits >> place & 1) << place
        if self.again and tile in self.again:
            self.again.remove(tile)
        elif bit:
            self.set_suit(suit, bits ^ bit)
        return bit != 0


class Copies:
    """Chooses an id for each code, since the format does not distinguish the copies of a tile.

    A tile from the wall gets a copy that nobody has seen, a tile from a hand one that the hand holds. Where a faulty
    log leaves none, a copy of the right kind and colour is repeated, so that one wrong tile makes no other one wrong.
    ids, codes: those of the game's `TileSet`. held: the tiles of each seat. excess: the codes of tiles from the wall
    that had no copy left. false_red: the seat that first got a red five that the set lacks, or NO_SEAT.
    """

    def __init__(self, red_tiles: tuple[Tile, ...]) -> None:
        tiles = _tile_set(red_tiles)
        self.ids = tiles.ids
        self.codes = tiles.codes
        self.excess: list[TileCode] = []
        self.false_red = NO_SEAT
        self.held = [HeldTiles(), HeldTiles(), HeldTiles(), HeldTiles()]
        self._copies = tiles.copies
        self._red_only = tiles.red_only
        self._lacking = tiles.lacking
        self._used = TileBits()

    def is_used(self, tile: Tile) -> bool:
        """Whether a tile has come from the wall."""
        return self._used.has(tile)

    def used_of(self, tiles: tuple[Tile, ...]) -> frozenset[Tile]:
        """Those of some tiles that have come from the wall."""
        return frozenset([tile for tile in tiles if self.is_used(tile)])

    def hand(self, seat: SeatIndex) -> list[Tile]:
        """The tiles that a seat holds, ascending; hidden ones are first."""
        return self.held[seat].all_tiles()

    def lay_down_kind(self, seat: SeatIndex, kind: Kind) -> None:
        """Whatever a seat holds of a kind leaves its hand."""
        for tile in range(4 * kind, 4 * kind + 4):
            while self.held[seat].remove(tile):
                pass

    def fives(self) -> list[TileCode]:
        """The codes of the fives that have come from the wall, and of other tiles that had no copy left."""
        fives = [tile for first in RED_FIVES for tile in range(first, first + 4) if self.is_used(tile)]
        return self.excess + [self.codes[tile] for tile in fives]

    def from_wall(self, code: TileCode) -> Tile:
        """A copy that has not been seen; the last one where all have been."""
        if code == NO_CODE:
            return UNKNOWN
        index: i64 = code
        suit: i64 = _SUIT[index]
        first: i64 = _FIRST[index]
        copies: i64 = self._copies[index]
        used = self._used.of_suit(suit)
        unseen = copies & ~(used >> first)
        if unseen == 0:
            self.excess.append(code)
            return self.ids[code][-1]
        if self._red_only and code in self._red_only:
            self.excess.append(code)
        self._used.set_suit(suit, used | (unseen & -unseen) << first)
        copy: i64 = _LOWEST[unseen]
        return SUIT_TILES * suit + first + copy

    def draw(self, seat: SeatIndex, code: TileCode) -> Tile:
        """A tile from the wall into the seat's hand."""
        tile = self.from_wall(code)
        self.held[seat].add(tile)
        if code > PLAIN_MOST and code in self._lacking and self.false_red == NO_SEAT:
            self.false_red = seat
        return tile

    def from_hand(self, seat: SeatIndex, code: TileCode, meld: tuple[Tile, ...] = (), drawn: Tile = UNKNOWN) -> Tile:
        """Remove a tile from the seat's hand, and return it: the drawn one only if there is no other.

        If the hand has none of that face, it is a hidden tile if there is one, else a `phantom` one.
        """
        if code == NO_CODE:
            return UNKNOWN
        index: i64 = code
        suit: i64 = _SUIT[index]
        first: i64 = _FIRST[index]
        copies: i64 = self._copies[index]
        held = self.held[seat]
        own = held.of_suit(suit) >> first & copies
        if own == 0:
            return self.from_wall(code) if held.remove(UNKNOWN) else self.phantom(code, meld)
        others = own & (own - 1)
        copy: i64 = _LOWEST[own]
        if others and SUIT_TILES * suit + first + copy == drawn:
            copy = _LOWEST[others]
        tile = SUIT_TILES * suit + first + copy
        held.remove(tile)
        return tile

    def last_of(self, held: HeldTiles, code: TileCode) -> Tile:
        """The last of the tiles of a code that a hand holds; UNKNOWN if it holds none."""
        index: i64 = code
        suit: i64 = _SUIT[index]
        first: i64 = _FIRST[index]
        copies: i64 = self._copies[index]
        own = held.of_suit(suit) >> first & copies
        copy: i64 = _HIGHEST[own]
        return SUIT_TILES * suit + first + copy if own else UNKNOWN

    def discard(self, seat: SeatIndex, code: TileCode, drawn: Tile, is_tsumogiri: bool) -> Tile:
        """A tile discarded: the one just drawn where the log marks it so, else another of that face if there is one."""
        is_drawn = is_tsumogiri and code != NO_CODE and (drawn < 0 or self.is_of_code(drawn, code))
        if is_drawn and self.held[seat].remove(drawn):
            return drawn if drawn >= 0 else self.from_wall(code)
        return self.from_hand(seat, code, (), drawn)

    def is_of_code(self, tile: Tile, code: TileCode) -> bool:
        """Whether a tile is one of those of a code."""
        index: i64 = code
        copies: i64 = self._copies[index]
        copy: i64 = tile - SUIT_TILES * _SUIT[index] - _FIRST[index]
        return 0 <= copy < 4 and copies >> copy & 1 != 0

    def phantom(self, code: TileCode, meld: tuple[Tile, ...]) -> Tile:
        """A copy of a tile that is not where the log says it is, other than those of the same meld if possible.

        To leave copies for tiles still to be drawn, it is one that has left its hand, else one seen, else the last.
        """
        phantom = UNKNOWN
        for tile in self.ids[code]:
            if tile in meld:
                continue
            if self.is_used(tile) and not any([held.has(tile) for held in self.held]):
                return tile
            if phantom == UNKNOWN or self.is_used(tile) or not self.is_used(phantom):
                phantom = tile
        return self.ids[code][-1] if phantom == UNKNOWN else phantom

    def from_hand_all(
        self, seat: SeatIndex, codes: Sequence[TileCode], others: tuple[Tile, ...], drawn: Tile
    ) -> tuple[Tile, ...]:
        """Remove tiles from the seat's hand (see `from_hand`) for a meld that holds `others` too, and return them."""
        tiles: tuple[Tile, ...] = ()
        for code in codes:
            tiles += (self.from_hand(seat, code, (*others, *tiles), drawn),)
        return tiles

    def phantoms(self, codes: Sequence[TileCode], others: tuple[Tile, ...]) -> tuple[Tile, ...]:
        """Tiles that are not where the log says they are (see `phantom`), other than `others` if possible."""
        tiles: tuple[Tile, ...] = ()
        for code in codes:
            tiles += (self.phantom(code, (*others, *tiles)),)
        return tiles

    def shown(
        self, seat: SeatIndex, codes: Sequence[TileCode], without: Tile = UNKNOWN, others: tuple[Tile, ...] = ()
    ) -> list[Tile]:
        """The tiles of a hand that a seat shows, as the seat holds them; a `phantom` one for one that it does not hold.

        seat: whose hand. codes: the tiles shown. without: one of its tiles that is not among them. others: tiles shown
        with them, of which a phantom tile is no copy if possible.
        """
        held = self.held[seat].copy()
        if without >= 0:
            held.remove(without)
        tiles: list[Tile] = []
        for code in codes:
            if code == NO_CODE:
                tiles.append(UNKNOWN)
                continue
            tile = self.last_of(held, code)
            if not held.remove(tile):
                tile = self.phantom(code, (*others, *tiles))
            elif tile == UNKNOWN:
                tile = self.from_wall(code)
            tiles.append(tile)
        return tiles

    def faces(self, codes: list[TileCode]) -> tuple[Tile, ...]:
        """Tiles of these codes, whichever copies, none of them twice if there are enough."""
        tiles: list[Tile] = []
        for code in codes:
            ids = self.ids[code]
            unused = [tile for tile in ids if tile not in tiles]
            tiles.append(unused[0] if unused else ids[-1])
        return tuple(tiles)

    def codes_of(self, tiles: tuple[Tile, ...]) -> list[TileCode]:
        """The codes of tiles, ascending."""
        return sorted([self.codes[tile] for tile in tiles])


def reds_shown(hands: list[list[TileCode]]) -> tuple[tuple[int, int, int], bool]:
    """How many red fives of each suit the set holds, by the codes from the wall of each hand, and if two hands show it.

    It is the number that explains most of them, of several the nearest to one. A second red five of a suit in one hand
    alone may be a tile that is repeated.
    """
    pairs = list(zip(RED_CODES, PLAIN_CODES, strict=True))
    seen = [[(codes.count(red), codes.count(plain)) for red, plain in pairs] for codes in hands]
    numbers: list[int] = []
    for suit in range(3):
        fives = [hand[suit] for hand in seen]
        excess = [sum([max(0, reds - held) + max(0, plain - 4 + held) for reds, plain in fives]) for held in range(5)]
        numbers.append(min([(excess[held], abs(held - 1), held) for held in range(5)])[2])
    return (numbers[0], numbers[1], numbers[2]), sum([any([reds > 1 for reds, _ in hand]) for hand in seen]) > 1
