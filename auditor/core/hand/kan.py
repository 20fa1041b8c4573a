# build: compiled
"""Whether a closed kan after riichi is legal, by each strictness of the rule, and which readings the kan removes."""

from typing import Literal

from auditor.core.hand.readings import Reading, readings
from auditor.core.hand.waits import hand_waits
from auditor.core.rulesets.model import RiichiKan
from auditor.core.units import Kind, KindMask

Verdict = Literal["legal", "open", "kan-waits", "kan-shape", "kan-drawn", "kan-forbidden"]
"""Legal, open where no source decides, or the name (after ``riichi/``) of the check that reports the kan."""


class KanEffect:
    """The effect of a closed kan on a waiting hand.

    kind: the kind of the kan. drawn: the kind drawn before it. completing_before, completing_after: masks of the kinds
    that complete the concealed tiles. earlier_kans: the mask of the kinds whose four earlier kans hold. waits_before,
    waits_after: the kinds of these forms that can still win, as neither the hand nor a kan holds all four. before,
    after: the readings with such waits, after the kan those of the other tiles. lost: the readings that it removes.
    """

    def __init__(
        self, kind: Kind, drawn: Kind, completing_before: KindMask, completing_after: KindMask,
        earlier_kans: KindMask, before: list[Reading], after: list[Reading],
    ) -> None:  # fmt: skip
        self.kind = kind
        self.drawn = drawn
        self.earlier_kans = earlier_kans
        self.completing_before = completing_before
        self.completing_after = completing_after
        self.waits_before = completing_before & ~earlier_kans
        self.waits_after = completing_after & ~(earlier_kans | 1 << kind)
        self.before = before
        self.after = after
        self.lost = [reading for reading in before if not reading.has_triplet(kind)]

    @property
    def uses_drawn(self) -> bool:
        """Whether the kan is of the kind just drawn."""
        return self.kind == self.drawn

    def verdict(self, rule: RiichiKan, own_copies_count: bool = False) -> Verdict:
        """The verdict under a ruleset's `riichi.kan`.

        own_copies_count: whether `draws.four_own_copies` lets a hand wait for a kind whose four tiles are in its melds:
        there a kan that ends only such waits is "open", as the sources that say so speak of tenpai and not of kans.

        "waits": the kan uses the drawn tile, and the kinds that complete the hand stay the same, the kan's own kind
        included although none is left: servers compare them so (Majiang, kanachan, RiichiEnv). "interpretations": the
        waits that can win stay the same, and every reading holds the triplet. "okuri": as "interpretations", but a kan
        without the drawn tile is allowed where the waits stay the same.
        """
        if rule == "never":
            return "kan-forbidden"
        if not self.uses_drawn and rule != "okuri":
            return "kan-drawn"
        changed = self.completing_before ^ self.completing_after
        if changed & ~self.earlier_kans if rule == "waits" else self.waits_before != self.waits_after:
            return "kan-waits"
        if rule != "waits" and self.lost and (self.uses_drawn or rule != "okuri"):
            return "kan-shape"
        return "open" if own_copies_count and changed & self.earlier_kans else "legal"


def kan_effect(
    kinds: list[Kind] | tuple[Kind, ...], drawn: Kind, kan: Kind, melds: int = 0, own_kans: int = 0
) -> KanEffect:
    """The effect of a kan of the kind `kan` on 13 - 3 x melds concealed kinds after `drawn` was drawn.

    own_kans: the mask of the kinds of kans among the melds, which cannot be waited for.
    Raises ValueError where hand and draw do not hold four tiles of the kind.
    """
    hand = [*kinds, drawn]
    if hand.count(kan) != 4:
        raise ValueError("the hand and the drawn tile do not hold four tiles of the kan")
    rest = [kind for kind in hand if kind != kan]
    read = [reading for reading in readings(kinds, melds) if reading.waits & ~own_kans]
    forms = hand_waits(kinds, melds), hand_waits(rest, melds + 1)
    return KanEffect(kan, drawn, forms[0], forms[1], own_kans, read, readings(rest, melds + 1))
