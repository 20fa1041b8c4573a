"""The tiles that a scenario has not put into play yet: taken by their faces, or as those that matter to nobody."""

from random import Random

from auditor.tiles import HAND_TILES, KIND_OF_TEXT, RED_FIVES, TERMINALS_AND_HONOURS, TILES, parse_tiles
from auditor.units import Kind, Tile


class Supply:
    """The tiles of a hand, in a mixed order that is the same for the same number.

    red_tiles: the ids of the red fives. named: tiles kept for later, which are drawn by their faces only.
    """

    def __init__(self, players: int, red_tiles: tuple[Tile, ...], number: int) -> None:
        self.red_tiles = red_tiles
        # Three players lack the tiles from 2m to 8m.
        self.free = [tile for tile in range(TILES) if players == 4 or not 1 <= tile >> 2 <= 7]
        Random(number).shuffle(self.free)
        self.named: set[Tile] = set()

    def take(self, text: str) -> Tile:
        """Take a tile of that face out of those not yet in play; a fifth copy repeats one that is."""
        kind = KIND_OF_TEXT[text]
        copies = [4 * kind + copy for copy in range(4)]
        red = [tile for tile in copies if tile in self.red_tiles]
        wanted = red if text[0] == "0" else [tile for tile in copies if tile not in red]
        for tile in wanted:
            if tile in self.free:
                self.free.remove(tile)
                return tile
        return wanted[-1]

    def take_all(self, notation: str) -> list[Tile]:
        """Take tiles of those faces."""
        return [self.take(text) for text in parse_tiles(notation)]

    def keep(self, notation: str) -> list[Tile]:
        """Take tiles that are put back once the hand is dealt, and drawn by their faces only."""
        tiles = self.take_all(notation)
        self.named = set(tiles)
        return tiles

    def plain_first(self) -> list[Tile]:
        """The tiles that are not kept, the fives that are or might be red last."""
        choices = [tile for tile in self.free if tile not in self.named]
        return sorted(choices, key=(self.red_tiles or RED_FIVES).__contains__)

    def filler_hand(self) -> list[Tile]:
        """Thirteen tiles of different kinds, far from tenpai and short of nine terminals and honours."""
        tiles: list[Tile] = []
        kinds: set[Kind] = set()
        outer = 0
        for tile in list(self.free):
            kind = tile >> 2
            is_outer = kind in TERMINALS_AND_HONOURS
            if kind in kinds or tile in (self.red_tiles or RED_FIVES) or (is_outer and outer == 5):
                continue
            tiles.append(tile)
            kinds.add(kind)
            outer += is_outer
            self.free.remove(tile)
            if len(tiles) == HAND_TILES:
                break
        return tiles
