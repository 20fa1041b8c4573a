# build: compiled
"""The circumstances of a win: everything apart from the tiles that decides its value, dora included."""

from typing import Final

from mypy_extensions import mypyc_attr

from auditor.core.hand.blocks import KINDS_OF, Block
from auditor.core.tiles import NORTH_KIND, dora_of
from auditor.core.units import Kind, Wind

NO_RIICHI: Final = 0
USUAL_RIICHI: Final = 1
FIRST_TURN_RIICHI: Final = 2


@mypyc_attr(acyclic=True)
class Circumstances:
    """How, when and by whom a hand was won.

    seat_wind, round_wind: 0 east .. 3 north. tsumo: won by self-draw. riichi: NO_RIICHI, USUAL_RIICHI or
    FIRST_TURN_RIICHI. ippatsu: before the next own discard after riichi, no call since. rinshan: on a replacement
    tile. chankan: on a tile added to a kan. last_tile: on the last tile of all, a replacement tile too, or the last
    discard. first_turn: in the uninterrupted first go-around, before the winner's first discard. red_fives, norths:
    how many the winner has (norths: set aside). dora, ura: the kinds of the indicators. open_riichi: declared with
    the hand shown. open_riichi_paid_in: won so by ron from a discarder not in riichi. honba: the counter; from some
    count on, some tables require more han.
    """

    def __init__(
        self, seat_wind: Wind = 0, round_wind: Wind = 0, tsumo: bool = False, *, riichi: int = NO_RIICHI,
        ippatsu: bool = False, rinshan: bool = False, chankan: bool = False, last_tile: bool = False,
        first_turn: bool = False, red_fives: int = 0, norths: int = 0, dora: tuple[Kind, ...] = (),
        ura: tuple[Kind, ...] = (), open_riichi: bool = False, open_riichi_paid_in: bool = False, honba: int = 0,
    ) -> None:  # fmt: skip
        self.seat_wind = seat_wind
        self.round_wind = round_wind
        self.tsumo = tsumo
        self.riichi = riichi
        self.ippatsu = ippatsu
        self.rinshan = rinshan
        self.chankan = chankan
        self.last_tile = last_tile
        self.first_turn = first_turn
        self.red_fives = red_fives
        self.norths = norths
        self.dora = dora
        self.ura = ura
        self.open_riichi = open_riichi
        self.open_riichi_paid_in = open_riichi_paid_in
        self.honba = honba


def count_dora(
    indicators: tuple[Kind, ...], players: int, kinds: list[Kind], melds: tuple[Block, ...], norths: int
) -> int:
    """How many tiles the indicators (kinds) make dora, a tile counted once for each indicator.

    kinds: the concealed kinds, the winning tile among them. melds: the blocks of the melds. norths: set aside.
    """
    count = 0
    for indicator in indicators:
        dora = dora_of(indicator, players)
        for kind in kinds:
            if kind == dora:
                count += 1
        for meld in melds:
            for kind in KINDS_OF[meld]:
                if kind == dora:
                    count += 1
        if dora == NORTH_KIND:
            count += norths
    return count
