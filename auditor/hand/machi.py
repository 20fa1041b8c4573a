"""The shape of a wait (machi), by its Japanese name."""

from typing import Final

from auditor.hand.blocks import ORPHANS, RUN, TRIPLET
from auditor.hand.decompose import WonReading
from auditor.hand.readings import ORPHANS as ORPHANS_READING
from auditor.hand.readings import PARTIAL, SINGLE, Reading, readings
from auditor.tiles import KINDS

RYANMEN: Final = "ryanmen"
KANCHAN: Final = "kanchan"
PENCHAN: Final = "penchan"
SHANPON: Final = "shanpon"
TANKI: Final = "tanki"
KOKUSHI: Final = "kokushi"
JUUSANMEN: Final = "juusanmen"

NAMES: Final = (RYANMEN, KANCHAN, PENCHAN, SHANPON, TANKI, KOKUSHI, JUUSANMEN)
"""Two-sided, middle, edge, two pairs, pair, thirteen orphans lacking one kind, and lacking only the pair."""


def completed_machi(reading: WonReading) -> str:
    """The shape that the winning tile completed in a reading of a won hand, one of NAMES.

    Seven pairs are a tanki. Only the block completed counts: 4567m won on 4m with 4m as the pair is a tanki.
    """
    form, kind = divmod(reading.completed, KINDS)
    if form == ORPHANS:
        return JUUSANMEN if kind == reading.winning else KOKUSHI
    if form == TRIPLET:
        return SHANPON
    if form != RUN:
        return TANKI
    if reading.is_two_sided:
        return RYANMEN
    return KANCHAN if reading.winning == kind + 1 else PENCHAN


def waiting_machi(kinds: list[int] | tuple[int, ...], melds: int = 0) -> list[str]:
    """The shapes with which 13 - 3 x melds concealed kinds wait, one for each reading, without repetition.

    They stand in the order of NAMES: 2223m waits ryanmen (for 1m and 4m) and tanki (for 3m). [] for no wait.
    """
    shapes = {_machi_of(reading) for reading in readings(kinds, melds)}
    return [name for name in NAMES if name in shapes]


def _machi_of(reading: Reading) -> str:
    for form, kinds in reading.blocks:
        if form == ORPHANS_READING:
            return JUUSANMEN if len(set(kinds)) == len(kinds) else KOKUSHI
        if form == SINGLE:
            return TANKI
        if form == PARTIAL:
            low, high = kinds
            if high - low == 2:
                return KANCHAN
            return PENCHAN if low % 9 == 0 or high % 9 == 8 else RYANMEN
    return SHANPON
