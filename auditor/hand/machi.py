"""The shape of a wait (machi), by its Japanese name."""

from typing import Final

from auditor.hand.blocks import KINDS_OF, ORPHANS, RUN, TRIPLET, Block
from auditor.hand.decompose import WonReading, complete_readings, completes_two_sided
from auditor.hand.shapes import hand_waits
from auditor.tiles import KINDS, mask_kinds
from auditor.units import Kind

RYANMEN: Final = "ryanmen"
KANCHAN: Final = "kanchan"
PENCHAN: Final = "penchan"
SHANPON: Final = "shanpon"
TANKI: Final = "tanki"
KOKUSHI_MACHI: Final = "kokushi"
JUUSANMEN: Final = "juusanmen"

MACHI_NAMES: Final = (RYANMEN, KANCHAN, PENCHAN, SHANPON, TANKI, KOKUSHI_MACHI, JUUSANMEN)
"""Two-sided, middle, edge, two pairs, pair, thirteen orphans lacking one kind, and lacking only the pair."""


def completed_machi(reading: WonReading) -> str:
    """The shape that the winning tile completed in a reading of a won hand, one of MACHI_NAMES.

    Seven pairs are a tanki. Only the block completed counts: 4567m won on 4m with 4m as the pair is a tanki.
    """
    return _machi(reading.completed, reading.winning)


def waiting_machi(kinds: list[Kind] | tuple[Kind, ...], melds: int = 0) -> list[str]:
    """The shapes with which 13 - 3 x melds concealed kinds wait: those that some tile would complete.

    They stand in the order of MACHI_NAMES: 2223m waits ryanmen (for 1m and 4m) and tanki (for 3m). [] for no wait.
    """
    shapes = {
        _machi(block, kind)
        for kind in mask_kinds(hand_waits(kinds, melds))
        for blocks in complete_readings([*kinds, kind], melds)
        for block in blocks
        if kind in KINDS_OF[block]
    }
    return [name for name in MACHI_NAMES if name in shapes]


def _machi(block: Block, winning: Kind) -> str:
    """The shape of the wait for a tile of the kind `winning` that completes a concealed block."""
    form, kind = divmod(block, KINDS)
    if form == ORPHANS:
        return JUUSANMEN if kind == winning else KOKUSHI_MACHI
    if form == TRIPLET:
        return SHANPON
    if form != RUN:
        return TANKI
    if completes_two_sided(block, winning):
        return RYANMEN
    return KANCHAN if winning == kind + 1 else PENCHAN
