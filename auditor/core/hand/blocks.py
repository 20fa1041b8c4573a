# build: compiled
"""Blocks: the sets and the pair that a complete hand is read as, and what each contributes to yaku and fu.

A block is one int, ``form * 34 + kind``; the kind of a run is its lowest. The tables here give for each block what
the rules of yaku and fu depend on, so that the facts of a reading are sums and bitwise ors over its five blocks.
"""

from typing import Final, TypeAlias

from auditor.core.events import ADDED_KAN, CHI, CLOSED_KAN, NORTH, OPEN_KAN, PON, Meld
from auditor.core.tiles import EAST, HAKU, KINDS, TERMINALS_AND_HONOURS, kinds_text
from auditor.core.units import Kind

Form: TypeAlias = int
"""The form of a block: RUN to ORPHANS."""

Block: TypeAlias = int
"""A block, ``form * 34 + kind``."""

RUN: Final = 0
TRIPLET: Final = 1
KAN: Final = 2
"""A closed kan."""
CLAIMED_RUN: Final = 3
CLAIMED_TRIPLET: Final = 4
"""A pon, and in a ron also the concealed triplet that the discard completed."""
CLAIMED_KAN: Final = 5
"""An open or added kan."""
PAIR: Final = 6
ORPHANS: Final = 7
"""The whole hand of thirteen orphans; its kind is the pair's."""

FORM_NAMES: Final = (
    "closed run", "closed triplet", "closed kan", "open run", "open triplet", "open kan", "pair", "thirteen orphans",
)  # fmt: skip
"""Name of each form, by number."""

_MELD_FORM: Final = {
    CHI: CLAIMED_RUN, PON: CLAIMED_TRIPLET, OPEN_KAN: CLAIMED_KAN, ADDED_KAN: CLAIMED_KAN, CLOSED_KAN: KAN,
}  # fmt: skip

BLOCKS: Final = 8 * KINDS
_RUNS: Final = (RUN, CLAIMED_RUN)
_TRIPLETS: Final = (TRIPLET, KAN, CLAIMED_TRIPLET, CLAIMED_KAN)
_GREEN: Final = (19, 20, 21, 23, 25, 32)


def block(form: Form, kind: Kind) -> Block:
    """The block of a form and a kind (of a run: the lowest)."""
    return form * KINDS + kind


def block_of_meld(meld: Meld) -> Block:
    """The block of a chi, pon or kan. Raises ValueError for a north set aside, which is no block."""
    if meld.kind == NORTH:
        raise ValueError("a north set aside is no block")
    lowest = meld.tile if meld.kind != CLOSED_KAN else meld.tiles[0]
    for tile in meld.tiles:
        lowest = min(lowest, tile)
    return block(_MELD_FORM[meld.kind], lowest // 4)


def blocks_of_melds(melds: tuple[Meld, ...] | list[Meld]) -> tuple[Block, ...]:
    """The blocks of melds, in their order, norths set aside left out."""
    return tuple([block_of_meld(meld) for meld in melds if meld.kind != NORTH])


def _kinds_of(block: Block) -> tuple[Kind, ...]:
    low = block % KINDS
    match block // KINDS:
        case 0 | 3:
            return (low, low + 1, low + 2) if low < EAST and low % 9 <= 6 else ()
        case 1 | 4:
            return (low,) * 3
        case 2 | 5:
            return (low,) * 4
        case 6:
            return (low, low)
        case _:
            return tuple(sorted((*TERMINALS_AND_HONOURS, low))) if low in TERMINALS_AND_HONOURS else ()


KINDS_OF: Final = tuple(_kinds_of(code) for code in range(BLOCKS))
"""The kinds of each block, ascending; () where no such block exists."""


def block_text(block: Block) -> str:
    """A block as text: ``123m``, ``777z``, ``[1111m]`` for a closed kan, ``(123m)`` for what was claimed."""
    text = kinds_text(KINDS_OF[block])
    match block // KINDS:
        case 2:
            return f"[{text}]"
        case 3 | 4 | 5:
            return f"({text})"
        case _:
            return text


# COUNTS: fields of three bits, summed over the blocks of a reading.
RUN_FIELD: Final = 0
TRIPLET_FIELD: Final = 3
"""Triplets and kans."""
CLOSED_TRIPLET_FIELD: Final = 6
KAN_FIELD: Final = 9
DRAGON_FIELD: Final = 12
"""Triplets and kans of dragons."""
WIND_FIELD: Final = 15
DRAGON_PAIR_FIELD: Final = 18
WIND_PAIR_FIELD: Final = 21


def _counts(code: Block) -> int:
    tile, block_form = code % KINDS, code // KINDS
    counts = 0
    if block_form in _RUNS:
        counts += 1 << RUN_FIELD
    if block_form in _TRIPLETS:
        counts += 1 << TRIPLET_FIELD
        if block_form in (TRIPLET, KAN):
            counts += 1 << CLOSED_TRIPLET_FIELD
        if block_form in (KAN, CLAIMED_KAN):
            counts += 1 << KAN_FIELD
        if tile >= HAKU:
            counts += 1 << DRAGON_FIELD
        elif tile >= EAST:
            counts += 1 << WIND_FIELD
    if block_form == PAIR and tile >= HAKU:
        counts += 1 << DRAGON_PAIR_FIELD
    elif block_form == PAIR and tile >= EAST:
        counts += 1 << WIND_PAIR_FIELD
    return counts


COUNTS: Final = tuple(_counts(code) for code in range(BLOCKS))
"""What each block counts as (a run, a triplet and so on), in the fields above."""

# TRAITS: bits, combined with "or" over the blocks of a reading.
NUMBERS: Final = 7
"""Bits 0-2: it has tiles of m, p, s."""
HONOURS: Final = 8
"""It has an honour."""
OUTSIDE: Final = 16
"""It has a terminal or an honour."""
SIMPLES: Final = 32
"""It has a 2-8."""
INSIDE_BLOCK: Final = 64
"""It has a block without terminal and honour."""
NOT_GREEN: Final = 128


def _traits(code: Block) -> int:
    kinds = KINDS_OF[code]
    traits = 0
    for tile in kinds:
        traits |= 1 << tile // 9
        traits |= OUTSIDE if tile in TERMINALS_AND_HONOURS else SIMPLES
        if tile not in _GREEN:
            traits |= NOT_GREEN
    if kinds and not traits & OUTSIDE:
        traits |= INSIDE_BLOCK
    return traits


TRAITS: Final = tuple(_traits(code) for code in range(BLOCKS))
"""The kinds of tiles that each block has, as the bits above."""

# MEMBER_BITS: bits, combined with "or" over the blocks of a reading.
TRIPLET_PLACE: Final = 25
"""Bits 25-58: there is a triplet or kan of the kind. Bits 0-24: there is a run from the kind."""


def _member_bits(code: Block) -> int:
    if not KINDS_OF[code]:
        return 0
    if code // KINDS in _RUNS:
        return 1 << code % KINDS
    return 1 << TRIPLET_PLACE + code % KINDS if code // KINDS in _TRIPLETS else 0


MEMBER_BITS: Final = tuple(_member_bits(code) for code in range(BLOCKS))
"""Which run or triplet each block is, as one of the bits above."""
