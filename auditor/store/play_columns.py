"""What a watched replay kept of games (see `auditor.store.extras`): discards and draws as columns, walls as rows."""

from array import array
from typing import Final

from auditor.hand.machi import MACHI_NAMES
from auditor.store.packed import Growing
from auditor.store.rows import Row, wall_riichi_row, wall_row, wall_win_row
from auditor.store.schema import TILE_NAMES
from auditor.table.record import HandRecord
from auditor.table.watched import DRAWN_FIELDS, TURN_FIELDS
from auditor.tiles import KIND_TEXT, LIVE_WALL, mask_kinds
from auditor.units import HandIndex, Tile
from auditor.wall import INDICATORS

_KIND_CODES: Final = tuple(TILE_NAMES.index(text) for text in KIND_TEXT)
"""Place of each kind in TILE_NAMES."""

_MACHI_CODES: Final = tuple(
    bytes([place for place in range(len(MACHI_NAMES)) if bits >> place & 1]) for bits in range(1 << len(MACHI_NAMES))
)
"""For each set of shapes their places in MACHI_NAMES."""

_DRAW_WIDTH: Final = len(DRAWN_FIELDS)
_TURN_WIDTH: Final = len(TURN_FIELDS)
_TURN_TILE: Final = TURN_FIELDS.index("tile")
_TURN_MACHI: Final = TURN_FIELDS.index("machi")


class PackedRows:
    """Rows of one width, packed, of hands of games; games and hands are kept as runs."""

    def __init__(self) -> None:
        self.game_ids: list[str] = []
        self.game_lengths = array("i")
        self.hands = array("i")
        self.hand_lengths = array("i")
        self.packed = bytearray()
        self._of_game = 0

    def begin_game(self) -> None:
        """The hands of another game follow."""
        self._of_game = 0

    def add(self, hand: HandIndex, packed: bytearray, width: int) -> None:
        """Append the rows of a hand, so many bytes wide."""
        rows = len(packed) // width
        self.hands.append(hand)
        self.hand_lengths.append(rows)
        self.packed += packed
        self._of_game += rows

    def end_game(self, game_id: str) -> None:
        """All hands of a game were appended."""
        self.game_ids.append(game_id)
        self.game_lengths.append(self._of_game)

    def parts(self) -> list[Growing]:
        """All that grows."""
        return [self.game_ids, self.game_lengths, self.hands, self.hand_lengths, self.packed]


class PlayColumns:
    """What each discard and each draw of audited games was, in bytes.

    turns, draws: TURN_FIELDS and DRAWN_FIELDS a row, tiles by their codes. wait_tiles: the waits of all rows in tenpai;
    machi: their shapes. against, genbutsu, safe: as in `TurnRows`.
    """

    def __init__(self) -> None:
        self.turns = PackedRows()
        self.draws = PackedRows()
        self.wait_tiles = bytearray()
        self.machi = bytearray()
        self.against = bytearray()
        self.genbutsu = bytearray()
        self.safe = bytearray()

    def parts(self) -> list[Growing]:
        """All that grows."""
        return [
            *self.turns.parts(), *self.draws.parts(), self.wait_tiles, self.machi, self.against, self.genbutsu,
            self.safe,
        ]  # fmt: skip

    def begin_game(self) -> None:
        """The hands of another game follow."""
        self.turns.begin_game()
        self.draws.begin_game()

    def add(self, record: HandRecord, codes: bytes) -> None:
        """Append what the replay of a hand kept. codes: for each tile id its number in the enumeration of tiles."""
        if record.wall is not None:
            self.draws.add(record.hand, record.wall.draws, _DRAW_WIDTH)
        turns = record.turns
        if turns is None:
            return
        packed = bytearray(turns.packed)
        packed[_TURN_TILE::_TURN_WIDTH] = packed[_TURN_TILE::_TURN_WIDTH].translate(codes)
        self.turns.add(record.hand, packed, _TURN_WIDTH)
        for bits in bytes(packed[_TURN_MACHI::_TURN_WIDTH]):
            if bits:
                self.machi += _MACHI_CODES[bits]
        for waits in turns.waits:
            for kind in mask_kinds(waits):
                self.wait_tiles.append(_KIND_CODES[kind])
        self.against += turns.against
        self.genbutsu += turns.genbutsu
        self.safe += turns.safe

    def end_game(self, game_id: str) -> None:
        """All hands of a game were appended."""
        self.turns.end_game(game_id)
        self.draws.end_game(game_id)


def add_wall_rows(rows: dict[str, list[Row]], game_id: str, record: HandRecord, names: tuple[str, ...]) -> None:
    """Add the rows of `walls`, `wall_riichis` and `wall_wins` of a hand. names: the text of each tile id."""
    seen = record.wall
    if seen is None or seen.wall is None:
        return
    wall = seen.wall
    hand = record.hand
    rows["walls"].append(
        wall_row(
            game_id=game_id,
            hand=hand,
            agrees=seen.agrees,
            live=_named([wall.draw(number) for number in range(LIVE_WALL[wall.players])], names),
            replacements=_named([wall.replacement(number) for number in range(wall.replacements)], names),
            dora_indicators=_named([wall.indicator(number) for number in range(INDICATORS)], names),
            ura_indicators=_named([wall.ura(number) for number in range(INDICATORS)], names),
            drawn=seen.drawn,
            replaced=seen.replaced,
        )
    )
    for riichi in seen.riichis:
        draws_to_win = riichi.draws_to_win or None
        rows["wall_riichis"].append(
            wall_riichi_row(
                game_id=game_id,
                hand=hand,
                seat=riichi.seat,
                event=riichi.event,
                to_come=riichi.to_come,
                own=riichi.own,
                draws_to_win=draws_to_win,
            )
        )
    for win in seen.wins:
        rows["wall_wins"].append(
            wall_win_row(
                game_id=game_id,
                hand=hand,
                seat=win.seat,
                event=win.event,
                closed=win.closed,
                dora=win.dora,
                ura=win.ura,
            )
        )


def _named(tiles: list[Tile | None], names: tuple[str, ...]) -> list[str | None]:
    """The texts of tiles, None for one that is not known."""
    return [None if tile is None else names[tile] for tile in tiles]
