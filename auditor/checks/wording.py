"""What messages of findings are worded with: tiles, points, penalties, and the sources that several checks cite."""

from typing import Final

from auditor.events import Game
from auditor.rulesets.model import Penalty, Ruleset
from auditor.tiles import tile_names, tiles_text
from auditor.units import Points, Tile

TENHOU_MANUAL: Final = "https://tenhou.net/man/"
EMA_PLAY: Final = "EMA riichi rules, section 3.3 (the play)"
EMA_RIICHI: Final = "EMA riichi rules, section 3.3.12 (riichi)"
EMA_BETS: Final = "EMA riichi rules, sections 3.3.12 and 3.4.4 (riichi bets)"
EMA_END: Final = "EMA riichi rules, section 3.4 (end of a hand)"
EMA_EXHAUSTIVE: Final = "EMA riichi rules, section 3.4.2 (exhaustive draw)"
EMA_FURITEN: Final = "EMA riichi rules, section 3.4.5 (furiten)"
EMA_CONTINUING: Final = "EMA riichi rules, section 3.5 (continuing the game)"
EMA_SCORING: Final = "EMA riichi rules, section 4 (scoring)"
EMA_WINNING: Final = "EMA riichi rules, section 3.4 (end of a hand) and 4 (scoring)"
WIKI_RIICHI: Final = "https://riichi.wiki/Riichi"
WIKI_SCORING: Final = "https://riichi.wiki/Japanese_mahjong_scoring_rules"
ZH_NOTEN_RIICHI: Final = "zh.wikipedia: 立直 (不听立直)"
QUEBEC_REVERSE: Final = "French rules (Québec): L'envers de la médaille"


class TileText:
    """The tiles of a game as text.

    tile_names: the text of each tile id, red fives as the game has them. copies_recorded: whether the log tells the
    copies of a face apart.
    """

    def __init__(self, game: Game) -> None:
        self.tile_names = tile_names(game.red_tiles)
        self.copies_recorded = game.copies_recorded

    def tile(self, tile: Tile) -> str:
        """A tile id as text; a hidden one is ``?``."""
        return self.tile_names[tile] if tile >= 0 else "?"

    def tiles(self, tiles: list[Tile] | tuple[Tile, ...]) -> str:
        """Tile ids as text, sorted."""
        return tiles_text(tiles, self.tile_names)

    def copies(self, tiles: list[Tile] | tuple[Tile, ...]) -> str:
        """Tiles with their ids, which tell the copies of a face apart, as in ``7m (id 24)``."""
        return " ".join([f"{self.tile(tile)} (id {tile})" for tile in tiles])

    def is_same_face(self, tile: Tile, other: Tile) -> bool:
        """Whether two tiles look the same: of one kind, and both or neither a red five."""
        return self.tile_names[tile] == self.tile_names[other]

    def are_same(self, tiles: list[Tile], others: list[Tile]) -> bool:
        """Whether these are the same tiles in the same order, as far as the log tells the copies of a face apart."""
        if self.copies_recorded:
            return tiles == others
        return [self.tile(tile) for tile in tiles] == [self.tile(tile) for tile in others]

    def is_same(self, tile: Tile, other: Tile) -> bool:
        """Whether this is the same tile, as far as the log tells the copies of a face apart."""
        return tile == other or (not self.copies_recorded and self.tile(tile) == self.tile(other))

    def unmatched(self, tiles: list[Tile] | tuple[Tile, ...], others: list[Tile] | tuple[Tile, ...]) -> list[Tile]:
        """Those of the tiles that the others do not hold, as far as the log tells the copies of a face apart."""
        if not self.copies_recorded and self._faces(tiles) == self._faces(others):
            return []
        left = list(tiles)
        for other in others:
            for tile in left:
                if self.is_same(tile, other):
                    left.remove(tile)
                    break
        return left

    def _faces(self, tiles: list[Tile] | tuple[Tile, ...]) -> list[str]:
        faces = [self.tile(tile) for tile in tiles]
        faces.sort()
        return faces

    def distinguishable(self, due: list[Tile], shown: list[Tile]) -> tuple[str, str]:
        """Tiles that are not the same, as text in their order; with their ids where only these differ."""
        texts = [" ".join([self.tile(tile) for tile in tiles]) for tiles in (due, shown)]
        return (texts[0], texts[1]) if texts[0] != texts[1] else (self.copies(due), self.copies(shown))


def are_points(shown: tuple[Points, ...], points: list[Points]) -> bool:
    """Whether these are the points of each seat."""
    return len(shown) == len(points) and all(one == points[seat] for seat, one in enumerate(shown))


def points_text(points: list[Points] | tuple[Points, ...]) -> str:
    """Points of each seat, as in ``25000 24000 26000 25000``."""
    return " ".join([str(of_seat) for of_seat in points])


def changes_text(deltas: tuple[Points, ...] | list[Points]) -> str:
    """What each seat gains, as in ``+3900 0 -3900 0``."""
    return " ".join([f"{delta:+d}" if delta else "0" for delta in deltas])


CHOMBO_SETTINGS: Final[tuple[str, ...]] = (
    "penalties.chombo",
    "penalties.chombo_points",
    "penalties.sticks_returned",
    "penalties.replayed",
)
"""The settings that `chombo_text` tells of."""


_SENTENCE: Final = " The penalty is "


def parted(message: str) -> tuple[str, str]:
    """A finding's message without the sentences on the penalty, and these; "" where it has none."""
    told, sentence, penalty = message.partition(_SENTENCE)
    return told, (sentence + penalty).strip()


def penalty_text(penalty: Penalty, rules: Ruleset) -> str:
    """The sentence that names a penalty and its size, after a space; "" where the ruleset has none."""
    if penalty == "none":
        return ""
    if penalty == "mangan":
        return f"{_SENTENCE}a mangan, paid to the others."
    if penalty == "dead hand":
        return f"{_SENTENCE}a dead hand, which can neither win nor count as tenpai."
    return f"{_SENTENCE}chombo: {chombo_text(rules)}."


def chombo_text(rules: Ruleset) -> str:
    """What a chombo is: its points, whom they go to, and what becomes of the hand and its sticks."""
    penalties = rules.penalties
    parts = ["a mangan paid to the others (4000 to the dealer and 2000 to each other seat; by the dealer 4000 to each)"]
    if penalties.chombo == "after the game":
        parts = [f"{penalties.chombo_points} points off the final score"]
    if penalties.sticks_returned:
        parts.append("the hand's riichi sticks go back")
    if penalties.replayed:
        parts.append("the hand is dealt again")
    return ", ".join(parts)


def noten_riichi_text(rules: Ruleset) -> str:
    """What a noten riichi costs, and at which draws it shows; "" where the ruleset names no penalty."""
    cost = penalty_text(rules.riichi.noten_penalty, rules)
    if not cost:
        return ""
    shown = " or ".join(rules.draws.riichi_shows)
    return f"{cost} It falls due where the hand is shown, at a draw by {shown}." if shown else cost
