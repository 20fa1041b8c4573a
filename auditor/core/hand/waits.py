# build: hot
"""Which tiles complete a hand.

A concealed hand is four packed suits: m, p, s, z, each an int with three bits a kind (the count of 1m in bits 0-2,
of 2m in bits 3-5, ...). The facts of a suit (whether it is all sets, or sets and a pair, and which tiles would make it
so) depend on that int only and are computed once. Waits are masks of kinds.
"""

from typing import Final, TypeAlias

from mypy_extensions import i64

from auditor.core.tiles import KINDS, TERMINALS_AND_HONOURS
from auditor.core.units import Kind, KindMask, TileCounts

PackedSuit: TypeAlias = int
"""The counts of a suit's nine kinds (seven of honours), three bits each."""

SuitFacts: TypeAlias = int
"""The facts of a packed suit, as the bits below."""

SUIT_OF: Final = tuple(kind // 9 for kind in range(KINDS))
"""The suit 0-3 of each kind."""

ONE: Final = tuple(1 << 3 * (kind % 9) for kind in range(KINDS))
"""What one tile of each kind adds to its packed suit."""

SHIFT: Final = tuple(3 * (kind % 9) for kind in range(KINDS))
"""The lowest bit of each kind's count in its packed suit."""

HONOUR_SUIT: Final = 3
_ONES: Final = 0o111111111
SUIT_BITS: Final = 27
"""The number of bits of a packed suit."""
_RUN: Final = 0o111
"""A run of the three lowest kinds of a packed suit."""
_TRIPLET: Final = 3
"""A triplet of the lowest kind."""
_MIDDLE: Final = 0o077777770
"""The packed kinds 2-8 of a suit."""

# The bits of SuitFacts.
_SETS: Final = 1 << 0
"""All of it is sets."""
_PAIR: Final = 1 << 1
"""All of it is sets and one pair."""
_WAIT_SETS: Final = 2
"""Bits 2-10: the tiles that make all of it sets."""
_WAIT_PAIR: Final = 11
"""Bits 11-19: the tiles that make all of it sets and one pair."""
PAIRS_PLACE: Final = 20
"""Bits 20-23: the number of kinds held exactly twice."""
_SINGLE_MASK: Final = 24
"""Bits 24-32: the kinds held exactly once."""
_MORE: Final = 1 << 33
"""Some kind is held three or four times."""


def shifted(value: i64, shift: i64) -> i64:
    """A value shifted to the left: compiled code shifts a literal as 32 bits, but never a parameter."""
    return value << shift


def pack(kinds: list[Kind] | tuple[Kind, ...]) -> list[PackedSuit]:
    """The four packed suits of a list of kinds."""
    suits = [0, 0, 0, 0]
    for kind in kinds:
        suits[SUIT_OF[kind]] += ONE[kind]
    return suits


def packed_suits(kinds: list[Kind]) -> tuple[i64, i64, i64, i64]:
    """`pack`, as machine words."""
    man: i64 = 0
    pin: i64 = 0
    sou: i64 = 0
    honours: i64 = 0
    for kind in kinds:
        suit = SUIT_OF[kind]
        if suit == 0:
            man += ONE[kind]
        elif suit == 1:
            pin += ONE[kind]
        elif suit == 2:
            sou += ONE[kind]
        else:
            honours += ONE[kind]
    return man, pin, sou, honours


def are_pairs(suits: tuple[i64, i64, i64, i64]) -> bool:
    """Whether each kind held is held exactly twice."""
    return not (suits[0] | suits[1] | suits[2] | suits[3]) & ~(_ONES << 1)


def has_middle(suits: tuple[i64, i64, i64, i64]) -> bool:
    """Whether any tile is neither a terminal nor an honour."""
    return bool((suits[0] | suits[1] | suits[2]) & _MIDDLE)


def unpack(suits: list[PackedSuit]) -> TileCounts:
    """The 34 counts of four packed suits."""
    return [suits[SUIT_OF[kind]] >> SHIFT[kind] & 7 for kind in range(KINDS)]


def kinds_of_suits(suits: tuple[i64, i64, i64, i64]) -> list[Kind]:
    """The kinds of four packed suits, ascending, each as often as it is held."""
    kinds: list[Kind] = []
    _add_kinds(kinds, suits[0], 0)
    _add_kinds(kinds, suits[1], 9)
    _add_kinds(kinds, suits[2], 18)
    _add_kinds(kinds, suits[3], 27)
    return kinds


def _add_kinds(kinds: list[Kind], suit: i64, kind: Kind) -> None:
    while suit:
        count = suit & 7
        while count:
            kinds.append(kind)
            count -= 1
        suit >>= 3
        kind += 1


def _is_sets(packed: i64, runs: bool) -> bool:
    """Whether a packed suit splits into triplets and, where `runs`, runs."""
    left = packed
    for rank in range(9):
        # Taking a triplet leaves the rest no worse off than three equal runs would, so only the remainder needs runs.
        shift: i64 = 3 * rank
        count = (left >> shift & 7) % 3
        if count == 0:
            continue
        if not runs or rank > 6 or left >> shift + 3 & 7 < count or left >> shift + 6 & 7 < count:
            return False
        left -= count * _RUN << shift
    return True


def _has_pair_and_sets(packed: i64, runs: bool) -> bool:
    for rank in range(9):
        shift: i64 = 3 * rank
        if packed >> shift & 7 >= 2 and _is_sets(packed - shifted(2, shift), runs):
            return True
    return False


def _suit_facts(packed: i64, runs: bool) -> i64:
    """Compute the facts of a packed suit; `runs` is False for honours."""
    total: i64 = 0
    for rank in range(9):
        shift: i64 = 3 * rank
        total += packed >> shift & 7
    facts: i64 = 0
    if total % 3 == 0 and _is_sets(packed, runs):
        facts |= _SETS
    if total % 3 == 2 and _has_pair_and_sets(packed, runs):
        facts |= _PAIR
    for kind in range(9 if runs else 7):
        place_of: i64 = kind
        count = packed >> 3 * place_of & 7
        if count == 1:
            facts |= shifted(1, _SINGLE_MASK + place_of)
        elif count == 2:
            facts += 1 << PAIRS_PLACE
        elif count > 2:
            facts |= _MORE
        if count >= 4 or total % 3 == 0:
            continue
        with_one = packed + shifted(1, 3 * place_of)
        if total % 3 == 2 and _is_sets(with_one, runs):
            facts |= shifted(1, _WAIT_SETS + place_of)
        if total % 3 == 1 and _has_pair_and_sets(with_one, runs):
            facts |= shifted(1, _WAIT_PAIR + place_of)
    return facts


_CACHED: Final = 1 << 14
_cached_suits: Final[list[int]] = [-1] * _CACHED
_cached_facts: Final[list[SuitFacts]] = [0] * _CACHED
"""The latest packed suit of each hash (twice it, 1 more for honours), and its facts: quicker than a dictionary."""


def suit_facts(packed: i64, suit: int) -> i64:
    """The facts of a packed suit (0-3), cached; never negative."""
    key = 2 * packed + (1 if suit == HONOUR_SUIT else 0)
    at = key * 0x9E3779B1 >> 20 & _CACHED - 1
    if _cached_suits[at] == key:
        return _cached_facts[at]
    facts = _suit_facts(packed, suit != HONOUR_SUIT)
    _cached_suits[at] = key
    _cached_facts[at] = facts
    return facts


def waits(man: PackedSuit, pin: PackedSuit, sou: PackedSuit, honours: PackedSuit, melds: int) -> KindMask:
    """The mask of kinds that complete a concealed hand of 13 - 3 x melds tiles, given as packed suits.

    A kind of which the concealed tiles hold all four completes nothing. Four sets and a pair, seven different pairs
    and thirteen orphans are complete; the last two only without melds.
    """
    return waits_of_facts(
        suit_facts(man, 0), suit_facts(pin, 1), suit_facts(sou, 2), suit_facts(honours, HONOUR_SUIT),
        (man, pin, sou, honours), melds,
    )  # fmt: skip


def waits_of_facts(
    first: i64, second: i64, third: i64, fourth: i64, suits: tuple[i64, i64, i64, i64], melds: int
) -> i64:
    """`waits` of packed suits whose `suit_facts` are known."""
    mask: i64 = 0
    unfinished = 4 - (first & 1) - (second & 1) - (third & 1) - (fourth & 1)
    if unfinished == 1:
        # The one suit that is not all sets needs a tile that leaves it sets and a pair.
        mask = (
            (first >> _WAIT_PAIR & 511)
            | (second >> _WAIT_PAIR & 511) << 9
            | (third >> _WAIT_PAIR & 511) << 18
            | (fourth >> _WAIT_PAIR & 511) << 27
        )
    elif unfinished == 2:
        # Of the two, one must be sets and a pair already and the other lack one tile to be sets.
        pairs = (first >> 1 & 1) + (second >> 1 & 1) + (third >> 1 & 1) + (fourth >> 1 & 1)
        if pairs:
            if not first & _SETS and (pairs == 2 or not first & _PAIR):
                mask |= first >> _WAIT_SETS & 511
            if not second & _SETS and (pairs == 2 or not second & _PAIR):
                mask |= (second >> _WAIT_SETS & 511) << 9
            if not third & _SETS and (pairs == 2 or not third & _PAIR):
                mask |= (third >> _WAIT_SETS & 511) << 18
            if not fourth & _SETS and (pairs == 2 or not fourth & _PAIR):
                mask |= (fourth >> _WAIT_SETS & 511) << 27
    if melds == 0:
        mask |= _seven_pairs_waits(first, second, third, fourth)
        if not has_middle(suits):
            mask |= _orphan_waits(suits)
    return mask


def _seven_pairs_waits(first: i64, second: i64, third: i64, fourth: i64) -> i64:
    if (first | second | third | fourth) & _MORE:
        return 0
    if (first >> PAIRS_PLACE & 15) + (second >> PAIRS_PLACE & 15) + (third >> PAIRS_PLACE & 15) + (
        fourth >> PAIRS_PLACE & 15
    ) != 6:
        return 0
    return (
        (first >> _SINGLE_MASK & 511)
        | (second >> _SINGLE_MASK & 511) << 9
        | (third >> _SINGLE_MASK & 511) << 18
        | (fourth >> _SINGLE_MASK & 511) << 27
    )


def _orphan_waits(suits: tuple[i64, i64, i64, i64]) -> KindMask:
    packed = list(suits)
    missing = 0
    mask = 0
    for kind in TERMINALS_AND_HONOURS:
        count = packed[SUIT_OF[kind]] >> SHIFT[kind] & 7
        if count > 2:
            return 0
        if count == 0:
            missing += 1
            mask |= 1 << kind
    if missing == 1:
        return mask
    if missing == 0:
        return _ALL_ORPHANS
    return 0


_ALL_ORPHANS: Final = sum(1 << kind for kind in TERMINALS_AND_HONOURS)


def _waiting_sizes() -> bytes:
    """A table by the packed sizes of four suits, up to 13 tiles in all: 1 where sets and a pair may lack one tile."""
    table = bytearray(1 << 16)
    for tiles in (1, 4, 7, 10, 13):
        for man in range(tiles + 1):
            for pin in range(tiles + 1 - man):
                for sou in range(tiles + 1 - man - pin):
                    sizes = (man, pin, sou, tiles - man - pin - sou)
                    # Pair and missing tile are in one suit (one tile too many), or in two (two too many in each).
                    if sorted([size % 3 for size in sizes]) in ([0, 0, 0, 1], [0, 0, 2, 2]):
                        table[man | pin << 4 | sou << 8 | sizes[3] << 12] = 1
    return bytes(table)


_WAITING_SIZES: Final = _waiting_sizes()


def _single(suit: i64) -> i64:
    """The kinds of a packed suit that are held once, as the lowest bits of their counts."""
    return suit & ~(suit >> 1 | suit >> 2) & _ONES


def _alone(suit: i64) -> i64:
    """The `_single` kinds of a packed suit of numbers that have no other tile up to two ranks away."""
    held = (suit | suit >> 1 | suit >> 2) & _ONES
    return _single(suit) & ~(held << 3 | held >> 3 | held << 6 | held >> 6)


CANNOT_WAIT: Final = 0
MAY_LACK_IN_SETS: Final = 1
"""Only sets and a pair may be one tile short."""
MAY_LACK_IN_PAIRS: Final = 2
"""Seven pairs or thirteen orphans may be one tile short, and perhaps sets and a pair."""


def may_wait(sizes: i64, suits: tuple[i64, i64, i64, i64], melds: int) -> int:
    """Test quickly whether a concealed hand of 13 - 3 x melds tiles can have any `waits`; returns a constant above.

    sizes: those of its suits, four bits each, man lowest. suits: the hand, packed. Two hands of three cannot, because
    suits of these sizes are never sets and a pair less one tile; of the others, those in which more than one tile has
    no other to form a block with. Seven pairs are one tile short only where exactly one kind is held once or three
    times, thirteen orphans where no such kind is a middle tile.
    """
    if not melds:
        odd = suits[0] & _ONES | (suits[1] & _ONES) << 1 | (suits[2] & _ONES) << 2 | (suits[3] & _ONES) << SUIT_BITS
        if not odd & odd - 1 or not odd & _MIDDLE:
            return MAY_LACK_IN_PAIRS
    if _WAITING_SIZES[sizes]:
        alone = _alone(suits[0]) | _alone(suits[1]) << 1 | _alone(suits[2]) << 2 | _single(suits[3]) << SUIT_BITS
        if not alone & alone - 1 and not _has_loose_three(sizes, suits):
            return MAY_LACK_IN_SETS
    return CANNOT_WAIT


def _has_loose_three(sizes: i64, suits: tuple[i64, i64, i64, i64]) -> bool:
    """Whether some suit of three tiles is no set, and so `is_isolated`: a test that needs no `suit_facts`."""
    return (
        (sizes & 15 == 3 and _is_no_set(suits[0], _RUN))
        or (sizes >> 4 & 15 == 3 and _is_no_set(suits[1], _RUN))
        or (sizes >> 8 & 15 == 3 and _is_no_set(suits[2], _RUN))
        or (sizes >> 12 == 3 and _is_no_set(suits[3], _TRIPLET))
    )


def _is_no_set(suit: i64, run: i64) -> bool:
    """Whether three tiles, a packed suit, are neither a triplet nor a run; `run`: that of the suit's lowest kinds."""
    low = suit & -suit
    return suit != low * _TRIPLET and suit != low * run


def is_isolated(facts: i64, size: i64) -> bool:
    """Whether a suit rules out sets and a pair less one tile: by its size it must be all sets, and it is not."""
    return not facts & _SETS and size % 3 == 0


def hand_waits(kinds: list[Kind] | tuple[Kind, ...], melds: int = 0) -> KindMask:
    """`waits` of a list of concealed kinds, 13 - 3 x melds of them."""
    man, pin, sou, honours = pack(kinds)
    return waits(man, pin, sou, honours, melds)
