"""The walls of a game, published or by its seed, hand by hand."""

from collections.abc import Iterator
from typing import Final

from auditor.events import Game, Hand
from auditor.table.wall import SeedError, Wall, published_wall, wall_of_shuffle, walls

_LOOK_AHEAD: Final = 40
"""So many hands an excerpt may begin later than the game, or a log may lack between two of its hands."""


class WallCursor:
    """Goes through the walls of a game's seed, or through those published themselves, as its hands do.

    wall: of the latest hand, or None. is_dealt: whether its deal is the hand's, tile by tile. unproven: why
    there is no wall to prove the tiles by, or "". is_newly_lost: the deal is none of the seed's, and the one before was
    not found to be so, too. is_denied: whether the next hand's published wall was found not to be the one whose hash
    was published.
    """

    def __init__(self, game: Game) -> None:
        self.wall: Wall | None = None
        self.is_dealt = False
        self.unproven = ""
        self.is_newly_lost = False
        self.is_denied = False
        self._is_lost = False
        self._game = game
        self._seed = game.seed
        self._players = game.players
        self._walls: Iterator[Wall] | None = None
        self._ahead: list[Wall] = []

    def deny(self) -> None:
        """Take the hand's wall for one that is not the wall whose hash was published."""
        self.is_denied = True

    def find(self, hand: Hand) -> Wall | None:
        """The wall of the next hand, or None; `unproven` then says why, where there is none to fit.

        Walls follow each other as the hands do; where the deal is not the next one's, a later one is looked for.
        """
        self.unproven = ""
        self.is_dealt = False
        try:
            self.wall = self._wall_of(hand)
        except SeedError as error:
            self.wall = None
            self.unproven = str(error)
        self.is_denied = self.is_newly_lost = False
        if self.wall is not None:
            self._is_lost = False
        elif not self.unproven:
            self.is_newly_lost = not self._is_lost
            self._is_lost = True
        return self.wall

    def _wall_of(self, hand: Hand) -> Wall | None:
        if hand.server is not None and hand.server.wall:
            if not self.is_denied:
                return published_wall(hand.server.wall, self._players, self._game.red_tiles)
            self.unproven = "the recorded wall is not the one whose hash was published"
        elif not self._game.copies_recorded:
            self.unproven = "the log does not distinguish the four copies of a tile"
        elif hand.shuffle:
            return wall_of_shuffle(hand.shuffle, self._players)
        elif not self._seed:
            self.unproven = "the log has no shuffle seed"
        if self.unproven:
            return None
        for ahead in range(_LOOK_AHEAD):
            wall = self._wall_ahead(ahead)
            if self._fits(wall, hand):
                del self._ahead[: ahead + 1]
                return wall
        return None

    def _wall_ahead(self, number: int) -> Wall:
        """The wall of the game's seed that comes `number` hands after the next one. Raises SeedError."""
        if self._walls is None:
            self._walls = walls(self._seed, self._players)
        while len(self._ahead) <= number:
            self._ahead.append(next(self._walls))
        return self._ahead[number]

    def _fits(self, wall: Wall, hand: Hand) -> bool:
        """Whether the deal is this wall's, but for a few tiles at most: of another wall hardly any tile agrees."""
        dealt = wall.dealt(hand.dealer)
        self.is_dealt = hand.dealt == dealt
        if self.is_dealt:
            return True
        agree = 0
        for tiles, due in zip(hand.dealt, dealt, strict=True):
            agree += len(set(tiles) & set(due))
        return 2 * agree > sum([len(tiles) for tiles in hand.dealt])
