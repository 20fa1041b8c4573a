# build: compiled
"""A position as flat lists of drawings and texts: the pieces of each group of the board, and its texts by number."""

from functools import lru_cache
from typing import Final, NamedTuple

from auditor.core.checks.wording import LANGUAGE, in_numbers, said
from auditor.core.events import SEATS, Game
from auditor.core.table.seat import Seat
from auditor.core.table.table import BY_DISCARD, IN_RIICHI, TEMPORARY, Table, furiten_kind
from auditor.core.table.wall import INDICATORS
from auditor.core.tiles import KIND_TEXT, WIND_LETTERS, mask_kinds, tile_names
from auditor.core.units import KindMask, SeatIndex, Tile
from auditor.page.board.faces import BACK, MARKED
from auditor.page.board.layout import MIDDLE, ZONES, PastDiscards, PlacedTile, PlacedTiles, SeatLayout, past_discards

DORA_GROUP: Final = SEATS * len(ZONES)
WAITS_GROUP: Final = DORA_GROUP + 1
GROUPS: Final = WAITS_GROUP + SEATS
"""The number of groups of a board: for each seat those of ZONES, then the indicators, then the waits of each seat."""

POINTS_TEXT: Final = 0
RIICHI_TEXT: Final = SEATS
WAITS_TEXT: Final = 2 * SEATS
LEFT_TEXT: Final = 3 * SEATS
COUNTERS_TEXT: Final = 3 * SEATS + 1
TEXTS: Final = 3 * SEATS + 2
"""The number of texts: for each seat its points, riichi and the label of its waits; tiles left; honba and sticks."""

DORA_SCALE: Final = 0.74
WAIT_SCALE: Final = 0.6
WAITS_ROW: Final = 9

FURITEN: Final = {BY_DISCARD: "furiten by own discard", IN_RIICHI: "furiten in riichi", TEMPORARY: "furiten for now"}


class Scene(NamedTuple):
    """A position to draw. round: such as ``E1``. dealer: the dealer's seat. winds, names: for each seat played. groups:
    the pieces of each of the GROUPS groups; those of a seat as its player sees them. texts: the TEXTS texts, by number.
    """

    round: str
    dealer: SeatIndex
    winds: tuple[str, ...]
    names: tuple[str, ...]
    groups: tuple[PlacedTiles, ...]
    texts: tuple[str, ...]

    @property
    def players(self) -> int:
        """The number of seats played."""
        return len(self.winds)


def scene_of(game: Game, table: Table, marked: frozenset[Tile] = frozenset()) -> Scene:
    """The scene of the position on a table of a game. marked: ids of tiles to mark."""
    return Stage(game, table, marked).scene(past_discards(table))


class Stage:
    """Makes the scenes of a hand while it is replayed. marked: ids of tiles to mark."""

    def __init__(self, game: Game, table: Table, marked: frozenset[Tile] = frozenset()) -> None:
        self.table = table
        self.marked = marked
        self.names = tile_names(game.red_tiles)
        hand = table.hand
        seats = range(table.players)
        self.players = tuple([game.seats[seat].name if seat < len(game.seats) else "" for seat in seats])
        text = LANGUAGE.get().text
        self.winds = tuple([text(WIND_LETTERS[(seat - hand.dealer) % table.players]) for seat in seats])
        self._layouts = [SeatLayout(self.names, marked) for _ in seats]

    def scene(self, past: PastDiscards) -> Scene:
        """The scene of the table as it is now. past: that of its events so far."""
        table = self.table
        played = table.seats[: table.players]
        groups: list[PlacedTiles] = []
        for layout, seat in zip(self._layouts, played, strict=True):
            groups += layout.groups(table, seat, past)
        groups += [()] * (DORA_GROUP - len(groups))
        groups += [self._indicators(), *[_waits(seat.waits) for seat in table.seats]]
        empty = [""] * (SEATS - table.players)
        texts = [in_numbers(f"{table.scores[seat.seat]:,}") for seat in played] + empty
        texts += [_riichi(seat) for seat in played] + empty
        text = LANGUAGE.get().text
        texts += [text(FURITEN.get(furiten_kind(table, seat), "waits for")) if seat.waits else "" for seat in played]
        texts += empty
        texts.append(said("tiles-left", "{tiles:tile|tiles} left", tiles=max(table.wall_left, 0)))
        hand = table.hand
        texts.append(said("counters", "{honba} honba, {sticks:stick|sticks}", honba=hand.honba, sticks=table.sticks))
        return Scene(text(hand.name), hand.dealer, self.winds, self.players, tuple(groups), tuple(texts))

    def _indicators(self) -> PlacedTiles:
        turned = self.table.indicators
        left = MIDDLE - INDICATORS * DORA_SCALE * 15
        pieces = []
        for index in range(max(INDICATORS, len(turned))):
            tile = turned[index] if index < len(turned) else -1
            name = self.names[tile] if tile >= 0 else BACK
            looks = (MARKED,) if tile in self.marked and tile >= 0 else ()
            pieces.append(PlacedTile("dora", left + index * 30 * DORA_SCALE, MIDDLE - 4, name, looks, scale=DORA_SCALE))
        return tuple(pieces)


@lru_cache(maxsize=256)
def _waits(waits: KindMask) -> PlacedTiles:
    pieces = []
    for index, kind in enumerate(mask_kinds(waits)):
        x, y = index % WAITS_ROW * 30 * WAIT_SCALE, index // WAITS_ROW * 41 * WAIT_SCALE
        pieces.append(PlacedTile("waits", x, y, KIND_TEXT[kind], scale=WAIT_SCALE))
    return tuple(pieces)


def _riichi(seat: Seat) -> str:
    if seat.riichi is None:
        return ""
    kind = "double riichi" if seat.riichi.double else "open riichi" if seat.riichi.open else "riichi"
    return LANGUAGE.get().text(kind)
