"""What is known of a hand while it is read: seats, copies of tiles, melds, and how to tell what is wrong."""

from collections.abc import Sequence

from auditor.events import Meld
from auditor.formats.copies import NO_CODE, Copies
from auditor.formats.majiang.notation import CODE_OF_TEXT, WrittenMeld, hand_codes, written_meld
from auditor.problems import ReadError
from auditor.tiles import UNKNOWN
from auditor.units import SeatIndex, Tile, TileCode, Wind


class HandState:
    """The state that events and results of a hand are read with.

    place: the hand, as messages name it. number: of the event being read. jushu: how many seats the dealer sits from
    the first dealer. melds: each seat's melds by their text. drawn: the tile just drawn. last_tile: the latest one
    drawn, discarded or added to a kan, which a win or a claim takes.
    """

    def __init__(self, jushu: int, red_tiles: tuple[Tile, ...], place: str) -> None:
        self.place = place
        self.number = 0
        self.jushu = jushu
        self.copies = Copies(red_tiles)
        self.melds: list[dict[str, Meld]] = [{}, {}, {}, {}]
        self.drawn: Tile = UNKNOWN
        self.last_tile: Tile = UNKNOWN

    def error(self, message: str) -> ReadError:
        """What is wrong with the event being read."""
        return ReadError(f"{self.place}, event {self.number}", message)

    def seat(self, wind: Wind) -> SeatIndex:
        """The seat, as at the start of the game, of a seat wind of this hand."""
        return (self.jushu + wind) % 4

    def of_seats(self, values: Sequence[int]) -> tuple[int, ...]:
        """Numbers in the order of winds, in the order of seats."""
        return tuple([values[(seat - self.jushu) % 4] for seat in range(4)])

    def code(self, text: str) -> TileCode:
        """The code of a tile; NO_CODE for a hidden one. Raises ReadError."""
        code = CODE_OF_TEXT.get(text)
        if code is None:
            raise self.error(f"expected a tile such as m1, p0 or z7, not {text!r}")
        return code

    def codes(self, text: str) -> list[TileCode]:
        """The codes of a hand's concealed tiles. Raises ReadError."""
        try:
            return hand_codes(text)
        except ValueError:
            raise self.error(f"expected a hand such as m123p406s789z11, not {text!r}") from None

    def meld(self, text: str) -> WrittenMeld:
        """A meld as written. Raises ReadError."""
        try:
            return written_meld(text)
        except ValueError:
            raise self.error(f"expected a meld such as m1-23, p505+, z1111 or z111=1, not {text!r}") from None

    def claimed_or_stray(self, code: TileCode) -> Tile:
        """The latest tile where it has that face, else a stray one of the face."""
        if code == NO_CODE:
            return self.last_tile
        return self.last_tile if self.last_tile in self.copies.ids[code] else self.copies.stray(code, ())

    def shown(self, seat: SeatIndex, codes: Sequence[TileCode], taken: Tile = UNKNOWN) -> tuple[Tile, ...]:
        """The tiles of a hand that a seat shows, as the seat holds them. taken: one of its tiles that is not meant."""
        copies = self.copies
        held = list(copies.held[seat])
        if taken >= 0 and taken in held:
            held.remove(taken)
        tiles: list[Tile] = []
        for code in codes:
            if code == NO_CODE:
                tiles.append(UNKNOWN)
                continue
            face = copies.codes[copies.ids[code][0]]
            tile = UNKNOWN
            for one in held:
                if one >= 0 and copies.codes[one] == face:
                    tile = one
            if tile >= 0:
                held.remove(tile)
            elif UNKNOWN in held:
                held.remove(UNKNOWN)
                tile = copies.from_wall(code)
            else:
                tile = copies.stray(code, tuple(tiles))
            tiles.append(tile)
        return tuple(tiles)
