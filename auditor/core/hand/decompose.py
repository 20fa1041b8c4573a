# build: hot
"""Every reading of a complete hand: its concealed tiles as four sets and a pair, seven pairs or thirteen orphans.

A reading is a tuple of blocks (see `auditor.core.hand.blocks`). How a suit divides is computed once a packed count.
"""

from typing import Final, TypeAlias

from mypy_extensions import i64, mypyc_attr

from auditor.core.hand import blocks
from auditor.core.hand.blocks import Block
from auditor.core.hand.waits import HONOUR_SUIT, SUIT_BITS, PackedSuit, are_pairs, has_middle, packed_suits
from auditor.core.tiles import KIND_TEXT, KINDS, TERMINALS_AND_HONOURS
from auditor.core.units import Kind

Blocks: TypeAlias = tuple[Block, ...]
"""A reading."""

_divisions: Final[dict[PackedSuit, list[Blocks]]] = {}
"""A cache of the divisions of packed suits; the key has the number of the suit above its 27 bits."""


def complete_readings(kinds: list[Kind], melds: int = 0) -> list[Blocks]:
    """Every reading of 14 - 3 x melds concealed kinds, in a stable order; [] where the hand is not complete.

    Sets and pair of a reading are in the order m, p, s, z. Seven pairs are seven different pairs.
    """
    if len(kinds) != 14 - 3 * melds:
        return []
    suits = packed_suits(kinds)
    readings: list[Blocks] = []
    if honours := divisions(suits[3], HONOUR_SUIT):
        number = 5 - melds
        sou = divisions(suits[2], 2)
        pin = divisions(suits[1], 1)
        for first in divisions(suits[0], 0):
            for second in pin:
                for third in sou:
                    for fourth in honours:
                        reading = first + second + third + fourth
                        # Each suit may hold a pair; the hand may hold only one.
                        if len(reading) == number:
                            readings.append(reading)
    if melds == 0:
        if are_pairs(suits):
            readings.append(tuple([blocks.PAIR * KINDS + kind for kind in sorted(set(kinds))]))
        elif not has_middle(suits) and set(kinds) == _ORPHANS:
            readings.append((blocks.ORPHANS * KINDS + next(kind for kind in kinds if kinds.count(kind) == 2),))
    return readings


_ORPHANS: Final = frozenset(TERMINALS_AND_HONOURS)


def divisions(packed: i64, suit: i64) -> list[Blocks]:
    """The ways to divide all of a packed suit (0-3) into sets, or sets and one pair; [()] where it is empty."""
    key = packed | suit << SUIT_BITS
    if (known := _divisions.get(key)) is None:
        counts = [packed >> 3 * rank & 7 for rank in range(9)]
        readings: set[Blocks] = set()
        rest = sum(count for count in counts) % 3
        if rest != 1:
            _divide(counts, suit, rest == 2, [], readings)
        if len(_divisions) >= 1 << 16:
            _divisions.clear()
        known = _divisions[key] = sorted(readings)
    return known


def _divide(counts: list[int], suit: int, pair: bool, taken: list[Block], readings: set[Blocks]) -> None:
    """Recursively take each block that the lowest tile left can be in. `pair`: whether a pair is still to be taken."""
    rank = 0
    while rank < 9 and counts[rank] == 0:
        rank += 1
    if rank == 9:
        readings.add(tuple(sorted(taken)))
        return
    kind = suit * 9 + rank
    if counts[rank] >= 3:
        counts[rank] -= 3
        taken.append(blocks.TRIPLET * KINDS + kind)
        _divide(counts, suit, pair, taken, readings)
        taken.pop()
        counts[rank] += 3
    if pair and counts[rank] >= 2:
        counts[rank] -= 2
        taken.append(blocks.PAIR * KINDS + kind)
        _divide(counts, suit, False, taken, readings)
        taken.pop()
        counts[rank] += 2
    if suit != HONOUR_SUIT and rank <= 6 and counts[rank + 1] and counts[rank + 2]:
        for run in range(rank, rank + 3):
            counts[run] -= 1
        taken.append(blocks.RUN * KINDS + kind)
        _divide(counts, suit, pair, taken, readings)
        taken.pop()
        for run in range(rank, rank + 3):
            counts[run] += 1


def completes_two_sided(block: Block, winning: Kind) -> bool:
    """Whether a tile of the kind `winning` completes the block as a run that another tile could also have completed."""
    form, low = divmod(block, KINDS)
    return form == blocks.RUN and ((winning == low and low % 9 < 6) or (winning == low + 2 and low % 9 > 0))


@mypyc_attr(acyclic=True)
class WonReading:
    """One reading of a whole won hand, and the block that the winning tile is taken to complete.

    blocks: the concealed ones, then the melds; a concealed triplet that a discard completed counts as claimed.
    completed: the completed block (as concealed). winning: the kind of the winning tile. closed: whether nothing was
    claimed before the win. counts, traits, members: COUNTS summed, TRAITS and MEMBER_BITS or-ed over the blocks.
    """

    def __init__(self, concealed: Blocks, melds: Blocks, completed: Block, winning: Kind, tsumo: bool) -> None:
        if not tsumo and completed // KINDS == blocks.TRIPLET:
            rank = concealed.index(completed)
            concealed = (*concealed[:rank], blocks.CLAIMED_TRIPLET * KINDS + winning, *concealed[rank + 1 :])
        closed = True
        for meld in melds:
            if meld // KINDS != blocks.KAN:
                closed = False
        self.blocks = concealed + melds
        self.completed = completed
        self.winning = winning
        self.closed = closed
        self.has_melds = bool(melds)
        counts = 0
        traits = 0
        members = 0
        for block in self.blocks:
            counts += blocks.COUNTS[block]
            traits |= blocks.TRAITS[block]
            members |= blocks.MEMBER_BITS[block]
        self.counts = counts
        self.traits = traits
        self.members = members

    def __repr__(self) -> str:
        return f"WonReading({self})"

    def __str__(self) -> str:
        texts = " ".join([blocks.block_text(block) for block in self.blocks])
        return f"{texts}, {KIND_TEXT[self.winning]} completing {blocks.block_text(self.completed)}"

    @property
    def pair(self) -> Kind:
        """The kind of the pair, or -1 where the hand is not four sets and a pair."""
        if len(self.blocks) == 5:
            for block in self.blocks:
                if block // KINDS == blocks.PAIR:
                    return block % KINDS
        return -1

    @property
    def is_two_sided(self) -> bool:
        """Whether the winning tile completed a run of which it could also have completed another (ryanmen)."""
        return completes_two_sided(self.completed, self.winning)


def won_readings(kinds: list[Kind], melds: tuple[Block, ...], winning: Kind, tsumo: bool) -> list[WonReading]:
    """Every reading of a won hand with every block that the winning tile may have completed.

    kinds: the concealed kinds, 14 - 3 x melds, the winning one among them. melds: their blocks. [] where the hand is
    not complete or does not hold the winning kind.
    """
    readings: list[WonReading] = []
    for reading in complete_readings(kinds, len(melds)):
        tried = -1
        for block in reading:
            # Equal blocks are next to each other: it does not matter which of them is completed.
            if block != tried and any(kind == winning for kind in blocks.KINDS_OF[block]):
                tried = block
                readings.append(WonReading(reading, melds, block, winning, tsumo))
    return readings
