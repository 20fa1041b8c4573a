"""How many dora a hand holds."""

from auditor.hand.blocks import KINDS_OF, Block
from auditor.tiles import NORTH_KIND, dora_of
from auditor.units import Kind


def count_dora(
    indicators: tuple[Kind, ...],
    players: int,
    kinds: list[Kind],
    melds: tuple[Block, ...],
    norths: int,
) -> int:
    """How many tiles the indicators (kinds) make dora, a tile counted once for each.

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
