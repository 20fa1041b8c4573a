"""Random hands with any number of calls, and their shanten numbers by the `mahjong` package (the oracle)."""

import random
from collections import Counter
from typing import NamedTuple

from mahjong.shanten import Shanten

from auditor.core.hand.shanten import HandOutlook
from auditor.core.hand.waits import hand_waits, pack
from auditor.core.tiles import KINDS, TERMINALS_AND_HONOURS, kinds_text, mask_text

POOLS = (
    tuple(range(KINDS)), tuple(range(9, 18)), tuple(range(27)), TERMINALS_AND_HONOURS, (*range(9, 18), *range(27, 34)),
    tuple(range(18, 25)), (0, 8, 9, 10, 11, 27, 28), tuple(range(9, 27)),
)  # fmt: skip
"""Sets of kinds to deal from: all kinds, and those that make sets, pairs, orphans or four of a kind likely."""


class DealtHand(NamedTuple):
    """Concealed kinds (13 or 14, less three per meld) in a game of three or four players."""

    kinds: tuple[int, ...]
    melds: int
    players: int

    def __str__(self) -> str:
        return f"{kinds_text(self.kinds)}, {self.melds} melds, {self.players} players"

    def outlook(self) -> HandOutlook:
        man, pin, sou, honours = pack(self.kinds)
        return HandOutlook(man, pin, sou, honours, self.melds, self.players)

    def with_tile(self, kind: int) -> "DealtHand":
        return self._replace(kinds=tuple(sorted((*self.kinds, kind))))

    def without_tile(self, kind: int) -> "DealtHand":
        place = self.kinds.index(kind)
        return self._replace(kinds=self.kinds[:place] + self.kinds[place + 1 :])


def random_hand(rng: random.Random) -> DealtHand:
    players = rng.choice((4, 4, 3))
    exist = [kind for kind in range(KINDS) if players == 4 or not 0 < kind < 8]
    melds = rng.randrange(5)
    size = rng.choice((13, 14)) - 3 * melds
    pool = [kind for kind in rng.choice(POOLS) if kind in exist]
    tiles = [kind for kind in pool for _ in range(4)]
    hand = rng.sample(tiles, rng.randrange(size // 2, min(size, len(tiles)) + 1))
    held = Counter(hand)
    others = [kind for kind in exist for _ in range(4 - held[kind])]
    hand += rng.sample(others, size - len(hand))
    return DealtHand(tuple(sorted(hand)), melds, players)


def oracle_shanten(hand: DealtHand) -> int:
    counts = [hand.kinds.count(kind) for kind in range(KINDS)]
    number: int = Shanten.calculate_shanten(counts, is_three_player=hand.players == 3)
    return number


def shanten_fault(hand: DealtHand) -> str:
    """How auditor and the oracle disagree on a hand, or ""."""
    ours, oracles = hand.outlook().shanten, oracle_shanten(hand)
    return "" if ours == oracles else f"{hand}: {ours}, the oracle {oracles}"


def ukeire_fault(hand: DealtHand) -> str:
    """What is wrong with the kinds that lower the shanten number, those that can be discarded without raising it, or
    those that lower it after such a discard, by the oracle's number with each tile added or removed; "" where all is
    right."""
    outlook = hand.outlook()
    lowering = _lowering(hand)
    if outlook.useful != lowering:
        return f"{hand}: lowered by {mask_text(outlook.useful)}, truly by {mask_text(lowering)}"
    waits = hand_waits(hand.kinds, hand.melds) if len(hand.kinds) % 3 == 1 else lowering
    if outlook.shanten == 0 and waits != lowering:
        return f"{hand}: waits for {mask_text(waits)}"
    for kind in sorted(set(hand.kinds)):
        left = hand.without_tile(kind)
        is_spared = bool(left.kinds) and _number(left) == outlook.shanten
        if is_spared != bool(outlook.spare >> kind & 1):
            return f"{hand}: {mask_text(1 << kind)} can be spared: {is_spared}"
        if is_spared and outlook.useful_without(kind) != left.outlook().useful:
            return f"{hand}: without {mask_text(1 << kind)}"
    return ""


def _lowering(hand: DealtHand) -> int:
    exist = [kind for kind in range(KINDS) if hand.kinds.count(kind) < 4 and (hand.players == 4 or not 0 < kind < 8)]
    number = _number(hand)
    return sum([1 << kind for kind in exist if _number(hand.with_tile(kind)) < number])


def _number(hand: DealtHand) -> int:
    """The oracle's number where the hand has a valid size, else ours, which does not depend on the size."""
    return hand.outlook().shanten if len(hand.kinds) % 3 == 0 or len(hand.kinds) > 14 else oracle_shanten(hand)


def lowering_kinds(kinds: list[int], melds: int, players: int = 4) -> int:
    """The mask of the kinds that lower the shanten number."""
    man, pin, sou, honours = pack(kinds)
    return HandOutlook(man, pin, sou, honours, melds, players).useful
