"""Which kind an indicator makes dora, and how many dora a hand holds."""

from typing import Final

from auditor.hand.blocks import KINDS_OF, Block
from auditor.tiles import EAST, HAKU, KINDS, NORTH
from auditor.units import Kind


def _next_kind(kind: Kind, players: int) -> Kind:
    if kind >= HAKU:
        return HAKU + (kind - HAKU + 1) % 3
    if kind >= EAST:
        return EAST + (kind - EAST + 1) % 4
    if players == 3 and kind in (0, 8):
        return 8 - kind
    return kind // 9 * 9 + (kind + 1) % 9


_DORA_OF_FOUR: Final = tuple(_next_kind(kind, 4) for kind in range(KINDS))
_DORA_OF_THREE: Final = tuple(_next_kind(kind, 3) for kind in range(KINDS))


def dora_of(indicator: Kind, players: int = 4) -> Kind:
    """The kind that an indicator of that kind makes dora; with three players 1m is followed by 9m."""
    return _DORA_OF_THREE[indicator] if players == 3 else _DORA_OF_FOUR[indicator]


def count_dora(
    indicators: tuple[Kind, ...],
    players: int,
    kinds: list[Kind] | tuple[Kind, ...],
    melds: tuple[Block, ...],
    norths: int,
) -> int:
    """How many tiles the indicators (kinds) make dora, a tile counted once for each.

    kinds: the concealed kinds, the winning tile among them. melds: the blocks of the melds. norths: set aside.
    """
    count = 0
    for indicator in indicators:
        dora = dora_of(indicator, players)
        count += kinds.count(dora)
        for meld in melds:
            count += KINDS_OF[meld].count(dora)
        if dora == NORTH:
            count += norths
    return count
