# build: hot
"""How many tiles a suit lacks for each number of sets, with a pair and without.

The costs of a suit are one int of ten fields, six bits each: field ``sets + 5 * pairs`` is the fewest tiles that must
join the suit's tiles before they contain these sets (0-4) and pairs (0-1); 15 where the suit has no such shape.
No shape takes more than four tiles of a kind. Fields hold 15 and sums of two fit: all ten are added at once.
"""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from auditor.core.hand.waits import HONOUR_SUIT

RUNS_AND_TRIPLETS: Final = 0
"""The form of a suit of runs and triplets."""
HONOURS_FORM: Final = 1
"""The form of honours: seven kinds, triplets alone."""
TERMINALS_ALONE: Final = 2
"""The form of man with three players: 1m and 9m, triplets alone."""

COST_BITS: Final = 6
"""The number of bits of a field."""
PAIR_PLACE: Final = 30
"""The number of bits of the five fields without a pair; above them are the fields with one."""

# Written out, because compiled code inlines literals and looks up computed values; a field is two octal digits.
_EVERY: Final = 0o01010101010101010101
"""1 in every field."""
_PAIRED: Final = 0o01010101010000000000
_LOWER_HALF: Final = 0o7777777777
_NO_WAY_AT_ALL: Final = 0o17171717171717171717
_GUARDS: Final = 0o40404040404040404040
"""The highest bit of every field."""
_NOT_LAST: Final = 0o00777777770077777777
_NO_SET: Final = 0o00000000170000000017
_NO_PAIR: Final = 0o00000000001717171717
_OF_NO_TILES: Final = 0o17171717171717171700
"""The costs of no tiles: no set and no pair cost nothing, and everything else is impossible."""

_IN_EACH: Final = 0o001001001001001
"""1 in each of five masks of nine bits."""

_MAX_CACHED: Final = 65536
"""The largest number of entries of a cache, which is then cleared."""


def _lesser(one: i64, other: i64) -> i64:
    """The lesser of two costs, field by field."""
    is_greater = ((one | _GUARDS) - other) & _GUARDS
    chosen = is_greater - (is_greater >> 5)
    return (other & chosen) | (one & ~chosen)


def _with_set(costs: i64) -> i64:
    """The costs of shapes that have one more set."""
    return (costs & _NOT_LAST) << COST_BITS | _NO_SET


def _with_pair(costs: i64) -> i64:
    """The costs of shapes that have a pair, from those of shapes without."""
    return (costs & _LOWER_HALF) << PAIR_PLACE | _NO_PAIR


def joined(one: i64, other: i64) -> i64:
    """The costs of two parts of a hand together."""
    costs: i64 = _NO_WAY_AT_ALL
    without = one
    paired = one >> PAIR_PLACE
    added = other
    added_to_pair = _with_pair(other)
    sets: i64 = 0
    while sets < 5:
        costs = _lesser(costs, added + (without & 15) * _EVERY)
        costs = _lesser(costs, added_to_pair + (paired & 15) * _PAIRED)
        without >>= COST_BITS
        paired >>= COST_BITS
        added = _with_set(added)
        added_to_pair = _with_set(added_to_pair)
        sets += 1
    return costs


_CLOSED: Final = -1
"""The value of `end` where no run goes beyond the last rank."""

_part_costs: Final[dict[int, int]] = {}


def _part(packed: i64, ranks: i64, runs: i64, begun: i64, end: i64) -> i64:
    """The costs of consecutive ranks of a suit. packed: their counts, the first in the lowest bits.

    runs: 1 where the suit has runs, else 0. begun: the number of runs that began one rank before the first, plus three
    times that of those that began two ranks before. end: the same for the rank after the last, or _CLOSED.
    """
    if ranks == 0:
        return _OF_NO_TILES if begun == (end if end >= 0 else 0) else _NO_WAY_AT_ALL
    key = packed | begun << 27 | ranks << 31 | runs << 35 | (end + 1) << 36
    if (known := _part_costs.get(key)) is not None:
        return known
    held = packed & 7
    earlier = begun // 3 + begun % 3
    costs: i64 = _NO_WAY_AT_ALL
    new: i64 = 0
    # Three equal runs are three triplets.
    while new <= 2 and earlier + new <= 4 and (new == 0 or (runs == 1 and (ranks >= 3 or end >= 0))):
        rest = _part(packed >> 3, ranks - 1, runs, new + 3 * (begun % 3), end)
        sets: i64 = 0
        while sets < new:
            rest = _with_set(rest)
            sets += 1
        taken = earlier + new
        costs = _lesser(costs, rest + _lacking(taken, held) * _EVERY)
        if taken <= 2:
            costs = _lesser(costs, _with_pair(rest) + _lacking(taken + 2, held) * _PAIRED)
        if taken <= 1:
            costs = _lesser(costs, _with_set(rest) + _lacking(taken + 3, held) * _EVERY)
        new += 1
    if len(_part_costs) >= _MAX_CACHED:
        _part_costs.clear()
    _part_costs[key] = costs
    return costs


def _lacking(taken: i64, held: i64) -> i64:
    return taken - held if taken > held else 0


_LEFT_RANKS: Final = 4
"""A suit is split into ranks 1-4 and 5-9, joined by the runs that begin in the first part and end in the second."""
_lefts: Final[dict[int, list[int]]] = {}
_rights: Final[dict[int, list[int]]] = {}
"""Caches of the costs of each part, by its packed counts and then by those runs."""
_number_costs: Final[dict[int, int]] = {}


def _costs_of_numbers(packed: i64) -> i64:
    if (known := _number_costs.get(packed)) is not None:
        return known
    low = packed & (1 << 3 * _LEFT_RANKS) - 1
    high = packed >> 3 * _LEFT_RANKS
    if (left := _lefts.get(low)) is None:
        left = [_part(low, _LEFT_RANKS, 1, 0, end) for end in range(9)]
        _lefts[low] = left
    if (right := _rights.get(high)) is None:
        right = [_part(high, 9 - _LEFT_RANKS, 1, begun, _CLOSED) for begun in range(9)]
        _rights[high] = right
    costs: i64 = _NO_WAY_AT_ALL
    for runs in range(9):
        costs = _lesser(costs, joined(left[runs], right[runs]))
    if len(_number_costs) >= _MAX_CACHED:
        _number_costs.clear()
    _number_costs[packed] = costs
    return costs


def missing_tiles(packed: i64, form: i64) -> i64:
    """The costs of a packed suit. form: one of the three above."""
    if form == RUNS_AND_TRIPLETS:
        return _costs_of_numbers(packed)
    if form == HONOURS_FORM:
        return _part(packed, 7, 0, 0, _CLOSED)
    return _part(packed & 7 | (packed >> 24 & 7) << 3, 2, 0, 0, _CLOSED)


@mypyc_attr(acyclic=True)
class SuitShanten:
    """The costs of a packed suit, and how one tile more or less changes them.

    useful, useful_paired: for each number of sets, nine bits each, the kinds of which one more tile lowers the cost of
    these sets without and with a pair. spare, spare_paired: likewise the kinds held of which one tile less does not
    raise it. held, twice, thrice: the kinds held once or more, twice or more, three times or more (masks of nine bits).
    """

    def __init__(self, packed: i64, form: i64) -> None:
        self.packed: i64 = packed
        self.form: i64 = form
        self.costs: i64 = missing_tiles(packed, form)
        self._number: i64 = len(_links.suits)
        self._generation: i64 = _links.generation
        _links.suits.extend(_NO_LINKS)
        self.useful: i64 = 0
        self.useful_paired: i64 = 0
        self.spare: i64 = 0
        self.spare_paired: i64 = 0
        self.held: i64 = 0
        self.twice: i64 = 0
        self.thrice: i64 = 0
        rank: i64 = 0
        while rank < (7 if form == HONOURS_FORM else 9):
            if form != TERMINALS_ALONE or rank == 0 or rank == 8:
                self._note_changes(packed, form, rank)
            elif packed >> 3 * rank & 7:
                self._hold(packed >> 3 * rank & 7, rank)
                self.spare |= _each_set(rank)
                self.spare_paired |= _each_set(rank)
            rank += 1

    def _note_changes(self, packed: i64, form: i64, rank: i64) -> None:
        """Note how one tile more or less of a kind changes the costs."""
        count = packed >> 3 * rank & 7
        if count < 4:
            more = missing_tiles(packed + (1 << 3 * rank), form)
            lower = self.costs - more
            self.useful |= _spread(lower, rank)
            self.useful_paired |= _spread(lower >> PAIR_PLACE, rank)
        if count > 0:
            self._hold(count, rank)
            raised = missing_tiles(packed - (1 << 3 * rank), form) - self.costs
            self.spare |= _each_set(rank) & ~_spread(raised, rank)
            self.spare_paired |= _each_set(rank) & ~_spread(raised >> PAIR_PLACE, rank)

    def less(self, rank: i64) -> "SuitShanten":
        """The suit with one tile less of the kind with that rank."""
        if self._generation != _links.generation:
            return _known(self.packed - (1 << 3 * rank), self.form)
        if (link := _links.suits[self._number + rank]) is None:
            link = _known(self.packed - (1 << 3 * rank), self.form)
            if self._generation == _links.generation:
                _links.suits[self._number + rank] = link
        return link

    def _hold(self, count: i64, rank: i64) -> None:
        self.held |= 1 << rank
        if count > 1:
            self.twice |= 1 << rank
        if count > 2:
            self.thrice |= 1 << rank


def _spread(differences: i64, rank: i64) -> i64:
    """Five masks of nine bits, with bit `rank` set where the field of that number of sets is 1."""
    costs: i64 = 0
    sets: i64 = 0
    while sets < 5:
        costs |= (differences >> COST_BITS * sets & 1) << 9 * sets + rank
        sets += 1
    return costs


def _each_set(rank: i64) -> i64:
    """Five masks of nine bits, with bit `rank` set in each."""
    return _IN_EACH << rank


_suits: Final[dict[int, SuitShanten]] = {}


class _Links:
    """Links from each suit to those with one tile less, nine for each suit.

    They share one list, since the garbage collector visits every list. generation: how often it has been cleared.
    """

    def __init__(self) -> None:
        self.suits: list[SuitShanten | None] = []
        self.generation: i64 = 0


_links: Final = _Links()
_NO_LINKS: Final[list[SuitShanten | None]] = [None] * 9


def suit_costs(packed: i64, suit: i64, players: i64) -> SuitShanten:
    """The costs of a packed suit (0-3) in a game of 3 or 4 players, cached."""
    if suit == HONOUR_SUIT:
        return _known(packed, HONOURS_FORM)
    return _known(packed, TERMINALS_ALONE if suit == 0 and players == 3 else RUNS_AND_TRIPLETS)


def _known(packed: i64, form: i64) -> SuitShanten:
    key = packed | form << 27
    if (known := _suits.get(key)) is None:
        known = SuitShanten(packed, form)
        if len(_suits) >= _MAX_CACHED:
            _suits.clear()
            _links.suits.clear()
            _links.generation += 1
        else:
            _suits[key] = known
    return known
