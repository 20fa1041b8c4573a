# build: hot
"""The shape of a wait (machi), by its Japanese name."""

from typing import Final

from auditor.core.hand.blocks import KINDS_OF, ORPHANS, RUN, TRIPLET, Block
from auditor.core.hand.decompose import WonReading, complete_readings, completes_two_sided
from auditor.core.hand.waits import PAIRS_PLACE, PackedSuit, hand_waits, suit_facts, unpack
from auditor.core.tiles import KINDS, mask_kinds
from auditor.core.units import Kind

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

    They are in the order of MACHI_NAMES: 2223m waits ryanmen (for 1m and 4m) and tanki (for 3m). [] for no wait.
    """
    shapes = {
        _machi(block, kind) for kind in mask_kinds(hand_waits(kinds, melds))
        for blocks in complete_readings([*kinds, kind], melds) for block in blocks if kind in KINDS_OF[block]
    }  # fmt: skip
    return [name for name in MACHI_NAMES if name in shapes]


def machi_bits(man: PackedSuit, pin: PackedSuit, sou: PackedSuit, honours: PackedSuit, melds: int) -> int:
    """`waiting_machi` for packed suits, cached, as bits: bit n for MACHI_NAMES[n].

    Unless the hand may be seven pairs, suits of nothing but sets do not affect the wait and are left out of the key.
    """
    suits = [man, pin, sou, honours]
    pairs = 0
    for suit in range(4):
        pairs += suit_facts(suits[suit], suit) >> PAIRS_PLACE & 15
    if pairs < 6:
        for suit in range(4):
            if suit_facts(suits[suit], suit) & 1:
                suits[suit] = 0
    key = (suits[0], suits[1], suits[2], suits[3])
    known = _machi_bits.get(key, -1)
    if known < 0:
        counts = unpack(suits)
        kinds = [kind for kind in range(KINDS) for _ in range(counts[kind])]
        known = 0
        for name in waiting_machi(kinds, (13 - len(kinds)) // 3 if pairs < 6 else melds):
            known |= 1 << MACHI_NAMES.index(name)
        if len(_machi_bits) >= _MAX_CACHED:
            _machi_bits.clear()
        _machi_bits[key] = known
    return known


_machi_bits: Final[dict[tuple[int, int, int, int], int]] = {}
_MAX_CACHED: Final = 1 << 14


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
