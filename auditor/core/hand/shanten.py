# build: hot
"""How far a hand is from complete, which tiles bring it nearer, and which it can spare.

A complete hand is four sets and a pair, seven different pairs or thirteen orphans; the last two without melds. The
shanten number of a hand is the number of tiles that must be exchanged before it waits: 0 is tenpai, -1 complete. It is
exact by this definition: one less than the fewest tiles that must join the concealed ones before those contain the
concealed part of a complete hand of at most four tiles of a kind.

So four concealed tiles of a kind never wait for a fifth, as Tenhou and the `mahjong` package count; tiles in melds (of
a kan, above all) do not limit what the concealed ones may wait for, as in `auditor.core.hand.waits`. In seven pairs
four of a kind are one pair. With three players 2m to 8m do not exist: no shape holds them.

Ukeire are the tiles that lower the shanten number: kinds, or the tiles of them that the seat does not see.
"""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from auditor.core.hand.shanten_tables import COST_BITS, PAIR_PLACE, SuitShanten, joined, suit_costs
from auditor.core.hand.waits import HONOUR_SUIT, pack, shifted
from auditor.core.tiles import ALL_KINDS, KINDS_IN_PLAY
from auditor.core.units import Kind

_ALL_ORPHAN_KINDS: Final = 0x3FC060301
"""Terminals and honours; written out for compiled code."""

_ONES_BY_ONE: Final = 0x5555555555555555
_ONES_BY_TWO: Final = 0x3333333333333333
_ONES_BY_FOUR: Final = 0x0F0F0F0F0F0F0F0F


def _fewest(one: i64, other: i64, sets: i64) -> i64:
    """The cost of `sets` sets and a pair, from the costs of two parts of a hand."""
    fewest: i64 = 99
    mine: i64 = 0
    while mine <= sets:
        shift = COST_BITS * (sets - mine)
        cost = (one >> COST_BITS * mine & 15) + (other >> shift + PAIR_PLACE & 15)
        if cost < fewest:
            fewest = cost
        cost = (one >> COST_BITS * mine + PAIR_PLACE & 15) + (other >> shift & 15)
        if cost < fewest:
            fewest = cost
        mine += 1
    return fewest


@mypyc_attr(acyclic=True)
class HandOutlook:
    """How far concealed tiles are from a complete hand.

    man, pin, sou, honours: packed suits, 13 or 14 tiles less three for each meld. melds: sets called. players: 3 or 4.
    lacking: how many tiles a complete hand lacks. useful: the mask of the kinds of which one more tile lowers that,
    never one held four times. spare: the mask of those held of which one less does not raise it. held: that of all.
    """

    def __init__(self, man: i64, pin: i64, sou: i64, honours: i64, melds: i64, players: i64) -> None:
        self.melds: i64 = melds
        self.players: i64 = players
        self._in_play: i64 = KINDS_IN_PLAY[players]
        self.lacking: i64 = 0
        self.useful: i64 = 0
        self.spare: i64 = 0
        self.held: i64 = 0
        self._twice: i64 = 0
        self._sets: i64 = 4
        self._of_sets: i64 = 0
        self._left: i64 = 0
        self._right: i64 = 0
        self._sets_useful: i64 = 0
        self._sets_spare: i64 = 0
        self._pairs_spare: i64 = 0
        self._orphans_useful: i64 = 0
        self._orphans_spare: i64 = 0
        self._other_costs: i64 = -1
        self._other_suit: i64 = -1
        self._useful_other: i64 = 0
        self._firsts = _Part(suit_costs(man, 0, players))
        self._seconds = _Part(suit_costs(pin, 1, players))
        self._thirds = _Part(suit_costs(sou, 2, players))
        self._fourths = _Part(suit_costs(honours, HONOUR_SUIT, players))
        self.evaluate(man, pin, sou, honours, melds)

    def evaluate(self, man: i64, pin: i64, sou: i64, honours: i64, melds: i64) -> None:
        """Evaluate other tiles, of a game with the same number of players."""
        self.melds = melds
        sets = self._sets = 4 - melds
        # Compared with the same hand a turn before, at most two suits have changed.
        first, second, third, fourth = self._firsts.suit, self._seconds.suit, self._thirds.suit, self._fourths.suit
        if first.packed != man:
            first = suit_costs(man, 0, self.players)
        if second.packed != pin:
            second = suit_costs(pin, 1, self.players)
        if third.packed != sou:
            third = suit_costs(sou, 2, self.players)
        if fourth.packed != honours:
            fourth = suit_costs(honours, HONOUR_SUIT, self.players)
        left = self._left = joined(first.costs, second.costs)
        right = self._right = joined(third.costs, fourth.costs)
        fewest = self.lacking = self._of_sets = _fewest(left, right, sets)
        self._firsts.evaluate(first, joined(second.costs, right), sets, fewest)
        self._seconds.evaluate(second, joined(first.costs, right), sets, fewest)
        self._thirds.evaluate(third, joined(left, fourth.costs), sets, fewest)
        self._fourths.evaluate(fourth, joined(left, third.costs), sets, fewest)
        self._sets_useful = _whole(self._firsts.useful, self._seconds.useful, self._thirds.useful, self._fourths.useful)
        self._sets_spare = _whole(self._firsts.spare, self._seconds.spare, self._thirds.spare, self._fourths.spare)
        self._other_suit = -1
        self.held = _whole(first.held, second.held, third.held, fourth.held)
        self.useful, self.spare = self._sets_useful, self._sets_spare
        self._pairs_spare = self._orphans_spare = 0
        if melds == 0:
            self._twice = _whole(first.twice, second.twice, third.twice, fourth.twice)
            self._consider_pairs_and_orphans(_whole(first.thrice, second.thrice, third.thrice, fourth.thrice))

    @property
    def shanten(self) -> int:
        """The shanten number: -1 complete, 0 tenpai."""
        return self.lacking - 1

    def _consider_pairs_and_orphans(self, thrice: i64) -> None:
        """Take seven pairs and thirteen orphans into account. thrice: the kinds held three times or more (a mask)."""
        held, twice = self.held, self._twice
        kinds = number_of_kinds(held)
        of_pairs = _lacking_pairs(kinds, number_of_kinds(twice))
        orphans = held & _ALL_ORPHAN_KINDS
        pairs = twice & _ALL_ORPHAN_KINDS
        of_orphans = 14 - number_of_kinds(orphans) - (1 if pairs else 0)
        fewest = self._of_sets
        if of_pairs > fewest and of_orphans > fewest:
            return
        if of_pairs < fewest:
            fewest = of_pairs
        if of_orphans < fewest:
            fewest = of_orphans
        if fewest < self._of_sets:
            self._sets_useful = self._sets_spare = self.useful = self.spare = 0
        self.lacking = fewest
        if of_pairs == fewest:
            self._pairs_spare = thrice | (held & ~twice if kinds > 7 else 0)
            self.useful |= self._pairing(held)
            self.spare |= self._pairs_spare
        if of_orphans == fewest:
            self._orphans_spare = held & ~_ALL_ORPHAN_KINDS | thrice | (pairs if pairs & pairs - 1 else 0)
            self._orphans_useful = _ALL_ORPHAN_KINDS & ~orphans if pairs else _ALL_ORPHAN_KINDS
            self.useful |= self._orphans_useful
            self.spare |= self._orphans_spare

    def _pairing(self, held: i64) -> i64:
        """The kinds that bring seven pairs nearer, where the kinds `held` are held."""
        return (held if number_of_kinds(held) >= 7 else self._in_play) & ~self._twice

    def useful_without(self, kind: i64) -> i64:
        """The kinds that lower `lacking` once a tile of a kind that is in `spare` is discarded."""
        bit = shifted(1, kind)
        useful: i64 = 0
        if self._sets_spare & bit:
            useful = self._sets_without(kind)
        if self._pairs_spare & bit:
            useful |= self._pairing(self.held if self._twice & bit else self.held & ~bit)
        if self._orphans_spare & bit:
            useful |= self._orphans_useful
        return useful

    def _sets_without(self, kind: i64) -> i64:
        """`useful_without` for sets and a pair alone."""
        suit = kind // 9
        part = self._part(suit)
        left = part.suit.less(kind - 9 * suit)
        if (left.costs ^ part.suit.costs) & part.in_use:
            others = self._useful_of_others(suit, left.costs)
        else:  # the other suits have the same parts in the nearest complete hands as before
            others = self._sets_useful & ~shifted(511, 9 * suit)
        return others | part.useful_of(left, part.rest, self._sets, self._of_sets) << 9 * suit

    def _useful_of_others(self, suit: i64, costs: i64) -> i64:
        """The kinds of the other suits that lower `lacking`, where this suit has new costs with the same `lacking`."""
        if suit == self._other_suit and costs == self._other_costs:
            return self._useful_other  # cached: discards of different single tiles often leave the same costs
        partner = self._part(suit ^ 1)
        third = self._part(suit ^ 2)
        fourth = self._part(suit ^ 3)
        pair = joined(costs, partner.suit.costs)
        of_partner = joined(costs, self._right if suit < 2 else self._left)
        sets, fewest = self._sets, self._of_sets
        useful = partner.useful_of(partner.suit, of_partner, sets, fewest) << 9 * (suit ^ 1)
        useful |= third.useful_of(third.suit, joined(pair, fourth.suit.costs), sets, fewest) << 9 * (suit ^ 2)
        useful |= fourth.useful_of(fourth.suit, joined(pair, third.suit.costs), sets, fewest) << 9 * (suit ^ 3)
        self._other_costs, self._other_suit, self._useful_other = costs, suit, useful
        return useful

    def _part(self, suit: i64) -> "_Part":
        if suit == 0:
            return self._firsts
        if suit == 1:
            return self._seconds
        return self._thirds if suit == 2 else self._fourths

    def without(self, kind: i64) -> "HandOutlook":
        """The outlook after the discard of a tile of a kind."""
        suit = kind // 9
        step: i64 = 1 << 3 * (kind - 9 * suit)
        return HandOutlook(
            self._firsts.suit.packed - (step if suit == 0 else 0),
            self._seconds.suit.packed - (step if suit == 1 else 0),
            self._thirds.suit.packed - (step if suit == 2 else 0),
            self._fourths.suit.packed - (step if suit == HONOUR_SUIT else 0), self.melds, self.players,
        )  # fmt: skip


@mypyc_attr(acyclic=True)
class _Part:
    """A suit as a part of the hand.

    rest: the costs of the other suits together. in_use: the fields of its costs that a nearest complete hand uses.
    useful, spare: masks (nine bits) of its kinds that bring such a hand nearer, and that it can spare.
    """

    def __init__(self, suit: SuitShanten) -> None:
        self.suit = suit
        self.rest: i64 = 0
        self.in_use: i64 = 0
        self.useful: i64 = 0
        self.spare: i64 = 0

    def evaluate(self, suit: SuitShanten, rest: i64, sets: i64, fewest: i64) -> None:
        """Evaluate the suit in a hand that needs `sets` sets and lacks `fewest` tiles."""
        self.suit = suit
        self.rest = rest
        in_use: i64 = 0
        useful: i64 = 0
        spare: i64 = 0
        costs = suit.costs
        own: i64 = 0
        while own <= sets:
            shift = COST_BITS * own
            other = rest >> COST_BITS * (sets - own)
            if (costs >> shift & 15) + (other >> PAIR_PLACE & 15) == fewest:
                in_use |= shifted(15, shift)
                useful |= suit.useful >> 9 * own
                spare |= suit.spare >> 9 * own
            if (costs >> shift + PAIR_PLACE & 15) + (other & 15) == fewest:
                in_use |= shifted(15, shift + PAIR_PLACE)
                useful |= suit.useful_paired >> 9 * own
                spare |= suit.spare_paired >> 9 * own
            own += 1
        self.in_use = in_use
        self.useful = useful & 511
        self.spare = spare & 511

    def useful_of(self, suit: SuitShanten, rest: i64, sets: i64, fewest: i64) -> i64:
        """`useful` for other tiles of this suit, or other costs of the rest."""
        useful: i64 = 0
        own: i64 = 0
        costs = suit.costs
        while own <= sets:
            shift = COST_BITS * own
            other = rest >> COST_BITS * (sets - own)
            if (costs >> shift & 15) + (other >> PAIR_PLACE & 15) == fewest:
                useful |= suit.useful >> 9 * own
            if (costs >> shift + PAIR_PLACE & 15) + (other & 15) == fewest:
                useful |= suit.useful_paired >> 9 * own
            own += 1
        return useful & 511


def _whole(man: i64, pin: i64, sou: i64, honours: i64) -> i64:
    """The masks of the kinds of four suits as one mask."""
    return man | pin << 9 | sou << 18 | honours << 27


def number_of_kinds(mask: i64) -> i64:
    """How many kinds are in a mask."""
    pairs = mask - (mask >> 1 & _ONES_BY_ONE)
    fours = (pairs & _ONES_BY_TWO) + (pairs >> 2 & _ONES_BY_TWO)
    eights = fours + (fours >> 4) & _ONES_BY_FOUR
    eights += eights >> 8
    eights += eights >> 16
    eights += eights >> 32
    return eights & 63


def _lacking_pairs(kinds: i64, pairs: i64) -> i64:
    """How many tiles seven pairs lack, where `kinds` kinds are held, `pairs` of them at least twice."""
    return 7 - pairs + (7 - kinds if kinds < 7 else 0)


@mypyc_attr(acyclic=True)
class Unseen:
    """How many tiles of each kind a seat does not see, as three masks of kinds: bits 0, 1 and 2 of these numbers."""

    def __init__(self, ones: i64, twos: i64, fours: i64) -> None:
        self.ones: i64 = ones
        self.twos: i64 = twos
        self.fours: i64 = fours

    def see(self, kind: i64) -> None:
        """Count a tile of a kind as seen. Nothing changes where none is left, as in a faulty log."""
        bit = shifted(1, kind)
        if self.ones & bit:
            self.ones ^= bit
        elif self.twos & bit:
            self.twos ^= bit
            self.ones |= bit
        elif self.fours & bit:
            self.fours ^= bit
            self.twos |= bit
            self.ones |= bit

    def tiles(self, kinds: i64 = ALL_KINDS) -> i64:
        """The number of unseen tiles of the kinds in a mask."""
        return (
            number_of_kinds(self.ones & kinds)
            + 2 * number_of_kinds(self.twos & kinds)
            + 4 * number_of_kinds(self.fours & kinds)
        )


def best_ukeire(outlook: HandOutlook, unseen: Unseen) -> i64:
    """The most unseen tiles that lower the shanten number after the discard of a tile that can be spared."""
    most: i64 = 0
    kind: i64 = 0
    spared = outlook.spare
    while spared:
        if spared & 1:
            tiles = unseen.tiles(outlook.useful_without(kind))
            if tiles > most:
                most = tiles
        spared >>= 1
        kind += 1
    return most


def shanten(kinds: list[Kind] | tuple[Kind, ...], melds: int = 0, players: int = 4) -> int:
    """The shanten number of concealed kinds, 13 or 14 less three for each of the melds: -1 complete, 0 tenpai."""
    man, pin, sou, honours = pack(kinds)
    return HandOutlook(man, pin, sou, honours, melds, players).shanten


def shanten_without_kokushi(kinds: list[Kind] | tuple[Kind, ...], players: int = 4) -> int:
    """The shanten number of 13 or 14 concealed kinds by sets and a pair or by seven pairs alone."""
    man, pin, sou, honours = pack(kinds)
    first = suit_costs(man, 0, players)
    second = suit_costs(pin, 1, players)
    third = suit_costs(sou, 2, players)
    fourth = suit_costs(honours, HONOUR_SUIT, players)
    of_sets = _fewest(joined(first.costs, second.costs), joined(third.costs, fourth.costs), 4)
    kinds_held = number_of_kinds(_whole(first.held, second.held, third.held, fourth.held))
    pairs = number_of_kinds(_whole(first.twice, second.twice, third.twice, fourth.twice))
    return min(of_sets, _lacking_pairs(kinds_held, pairs)) - 1
