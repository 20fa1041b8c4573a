# build: compiled
"""The walls of a game, as published or as generated from its seed, hand by hand."""

from collections.abc import Iterator
from typing import Final

from auditor.core.events import Game, Hand
from auditor.core.table.wall import SeedError, Wall, published_wall, wall_of_shuffle, walls

_LOOK_AHEAD: Final = 40
"""How many walls of the seed are tried for a hand: an excerpt may begin later, or a log may lack hands in between."""


class WallCursor:
    """Finds the wall of each hand in turn: the published one, or the next that the game's seed generates.

    wall: the wall of the latest hand, or None. is_dealt: whether its deal is the hand's, tile by tile. unproven: why
    there is no wall by which to prove the tiles, or "". is_newly_lost: whether the seed does not generate the deal, and
    this was not so for the hand before. has_wrong_hash: whether the next hand's recorded wall does not have the
    published hash.
    """

    def __init__(self, game: Game) -> None:
        self.wall: Wall | None = None
        self.is_dealt = False
        self.unproven = ""
        self.is_newly_lost = False
        self.has_wrong_hash = False
        self._is_lost = False
        self._game = game
        self._seed = game.seed
        self._players = game.players
        self._walls: Iterator[Wall] | None = None
        self._ahead: list[Wall] = []

    def note_wrong_hash(self) -> None:
        """Note that the next hand's recorded wall does not have the published hash."""
        self.has_wrong_hash = True

    def find(self, hand: Hand) -> Wall | None:
        """The wall of the next hand, or None; `unproven` then says why there is none, or is "" if none fits the deal.

        Walls come in the order of the hands; where the deal is not that of the next wall, later ones are tried.
        """
        self.unproven = ""
        self.is_dealt = False
        try:
            self.wall = self._wall_of(hand)
        except SeedError as error:
            self.wall = None
            self.unproven = str(error)
        self.has_wrong_hash = self.is_newly_lost = False
        if self.wall is not None:
            self._is_lost = False
        elif not self.unproven:
            self.is_newly_lost = not self._is_lost
            self._is_lost = True
        return self.wall

    def _wall_of(self, hand: Hand) -> Wall | None:
        if hand.server is not None and hand.server.wall:
            if not self.has_wrong_hash:
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
        """Whether the deal is this wall's, apart from a few tiles: with another wall hardly any tile agrees."""
        dealt = wall.dealt(hand.dealer)
        self.is_dealt = hand.dealt == dealt
        if self.is_dealt:
            return True
        agree = 0
        for tiles, due in zip(hand.dealt, dealt, strict=True):
            agree += len(set(tiles) & set(due))
        return 2 * agree > sum([len(tiles) for tiles in hand.dealt])
