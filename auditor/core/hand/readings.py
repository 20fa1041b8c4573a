# build: compiled
"""Every reading of a waiting hand: all the ways to see its concealed tiles as blocks that wait for one tile.

Two readings differ where their blocks do. A shanpon of two pairs is one reading that waits for both, as in the texts
that compare readings (the Chinese text counts six in 3344455566677p).
"""

from typing import Final, TypeAlias

from auditor.core.hand.blocks import ORPHANS, PAIR, RUN, TRIPLET, Form
from auditor.core.phrases import Phrase
from auditor.core.tiles import ALL_KINDS, EAST, KINDS, TERMINALS_AND_HONOURS, kinds_text, mask_text
from auditor.core.units import Kind, KindMask, TileCounts

PARTIAL: Final = 8
"""Two tiles that lack the third of a run."""
SINGLE: Final = 9
"""One tile. The other forms are those of `auditor.core.hand.blocks`; thirteen orphans are one group of all tiles."""

Group: TypeAlias = tuple[Form, tuple[Kind, ...]]
"""A group's form and its kinds, ascending."""


class Reading:
    """One reading: its blocks, ordered by their kinds, and the mask of kinds it waits for."""

    def __init__(self, blocks: tuple[Group, ...], waits: KindMask) -> None:
        self.blocks = blocks
        self.waits = waits

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reading) and self.blocks == other.blocks and self.waits == other.waits

    def __hash__(self) -> int:
        return hash(self.blocks)

    def __repr__(self) -> str:
        return f"Reading({self})"

    def __str__(self) -> str:
        blocks = " ".join([kinds_text(kinds) for _, kinds in self.blocks])
        return Phrase("reading-waiting", blocks=blocks, waits=mask_text(self.waits))

    def has_triplet(self, kind: Kind) -> bool:
        """Whether the reading sees three tiles of the kind as a triplet."""
        return (TRIPLET, (kind, kind, kind)) in self.blocks


def readings(kinds: list[Kind] | tuple[Kind, ...], melds: int = 0, *, any_wait: bool = False) -> list[Reading]:
    """Every reading of 13 - 3 x melds concealed kinds, in a stable order; [] where the hand waits for nothing.

    A reading that waits only for tiles of which the concealed hand holds all four does not count, unless `any_wait`.
    Hands of another size, as in faulty logs, have no readings: each further tile would multiply the search.
    """
    if len(kinds) != 13 - 3 * melds:
        return []
    counts = [0] * KINDS
    for kind in kinds:
        counts[kind] += 1
    can_win = ALL_KINDS
    for kind in range(KINDS):
        if counts[kind] == 4 and not any_wait:
            can_win &= ~(1 << kind)
    waits_by_blocks: dict[tuple[Group, ...], KindMask] = {}
    _split(counts, 0, 0, can_win, [], waits_by_blocks)
    if melds == 0:
        _add_whole_hand_readings(kinds, waits_by_blocks)
    return [Reading(blocks, waits) for blocks, waits in sorted(waits_by_blocks.items())]


def _split(
    counts: TileCounts, kind: Kind, small: int, can_win: KindMask, blocks: list[Group],
    waits_by_blocks: dict[tuple[Group, ...], KindMask],
) -> None:  # fmt: skip
    """Recursively take each possible block of the lowest kind left. `small`: the tiles in blocks other than sets.

    These are at most four: two pairs, or a pair and a partial run; a single tile counts as all four.
    """
    while kind < KINDS and counts[kind] == 0:
        kind += 1
    if kind == KINDS:
        if waits := _waits_of(blocks) & can_win:
            waits_by_blocks[tuple(sorted(blocks, key=_block_order))] = waits
        return
    suited = kind < EAST
    options: list[tuple[Form, tuple[Kind, ...], int]] = [(TRIPLET, (kind, kind, kind), 0)]
    if suited and kind % 9 <= 6:
        options.append((RUN, (kind, kind + 1, kind + 2), 0))
    if small <= 2:
        options.append((PAIR, (kind, kind), 2))
        if suited and not any(form == PARTIAL for form, _ in blocks):
            if kind % 9 <= 7:
                options.append((PARTIAL, (kind, kind + 1), 2))
            if kind % 9 <= 6:
                options.append((PARTIAL, (kind, kind + 2), 2))
    if small == 0:
        options.append((SINGLE, (kind,), 4))
    for form, block, size in options:
        if all(counts[tile] >= block.count(tile) for tile in block):
            for tile in block:
                counts[tile] -= 1
            blocks.append((form, block))
            _split(counts, kind, small + size, can_win, blocks, waits_by_blocks)
            blocks.pop()
            for tile in block:
                counts[tile] += 1


def _block_order(block: Group) -> tuple[tuple[Kind, ...], Form]:
    return block[1], block[0]


def _waits_of(blocks: list[Group]) -> KindMask:
    """The kinds that the blocks other than sets wait for; none where these are not one of the three waiting forms."""
    small = [block for block in blocks if block[0] >= PAIR]
    forms = sorted([form for form, _ in small])
    if forms == [SINGLE]:
        return 1 << small[0][1][0]
    if forms == [PAIR, PAIR]:
        return 1 << small[0][1][0] | 1 << small[1][1][0]
    if forms == [PAIR, PARTIAL]:
        low, high = next(kinds for form, kinds in small if form == PARTIAL)
        if high - low == 2:
            return 1 << low + 1
        return (1 << low - 1 if low % 9 > 0 else 0) | (1 << high + 1 if high % 9 < 8 else 0)
    return 0


def _add_whole_hand_readings(
    kinds: list[Kind] | tuple[Kind, ...], waits_by_blocks: dict[tuple[Group, ...], KindMask]
) -> None:
    """Add the readings as seven pairs and thirteen orphans, where the hand of 13 tiles waits for either."""
    different = sorted(set(kinds))
    singles = [kind for kind in different if kinds.count(kind) == 1]
    pairs = [kind for kind in different if kinds.count(kind) == 2]
    if len(pairs) == 6 and len(singles) == 1:
        blocks: list[Group] = [(PAIR, (kind, kind)) for kind in pairs]
        blocks.append((SINGLE, (singles[0],)))
        waits_by_blocks[tuple(sorted(blocks, key=_block_order))] = 1 << singles[0]
    if set(kinds) <= set(TERMINALS_AND_HONOURS) and len(different) >= 12:
        missing = [kind for kind in TERMINALS_AND_HONOURS if kind not in different] or TERMINALS_AND_HONOURS
        waits_by_blocks[((ORPHANS, tuple(sorted(kinds))),)] = sum(1 << kind for kind in missing)
