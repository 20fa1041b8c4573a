"""Is a closed kan after riichi legal? The answer for each strength of the rule, with what the kan destroys."""

from typing import Literal

from auditor.hand.readings import Reading, readings
from auditor.hand.shapes import hand_waits

Verdict = Literal["legal", "kan-waits", "kan-shape", "kan-drawn", "kan-forbidden"]
"""Legal, or the name (after ``riichi/``) of the check that the kan offends."""


class KanEffect:
    """What a closed kan does to a waiting hand.

    kind: the kind of the kan. drawn: the kind drawn before it. waits_before, waits_after: masks of kinds; a kind whose
    four tiles are all in a kan or in the concealed hand is not waited for. before, after: the readings of the
    hand that wait for any; those after are of the tiles outside the kan. lost: the readings that the kan removes.
    """

    def __init__(
        self,
        kind: int,
        drawn: int,
        waits_before: int,
        waits_after: int,
        before: list[Reading],
        after: list[Reading],
    ) -> None:
        self.kind = kind
        self.drawn = drawn
        self.waits_before = waits_before
        self.waits_after = waits_after
        self.before = before
        self.after = after
        self.lost = [reading for reading in before if not reading.has_triplet(kind)]

    @property
    def uses_drawn(self) -> bool:
        """Whether the kan holds the tile just drawn."""
        return self.kind == self.drawn

    def verdict(self, rule: Literal["never", "waits", "interpretations", "okuri"]) -> Verdict:
        """The verdict under a ruleset's `riichi.kan`.

        "waits": the kan uses the drawn tile and keeps the waits. "interpretations": and every reading holds the
        triplet. "okuri": as "interpretations", but a kan without the drawn tile is allowed where the waits stay.
        """
        if rule == "never":
            return "kan-forbidden"
        if not self.uses_drawn and rule != "okuri":
            return "kan-drawn"
        if self.waits_before != self.waits_after:
            return "kan-waits"
        if rule == "waits" or (rule == "okuri" and not self.uses_drawn):
            return "legal"
        return "kan-shape" if self.lost else "legal"


def kan_effect(
    kinds: list[int] | tuple[int, ...], drawn: int, kan: int, melds: int = 0, own_kans: int = 0
) -> KanEffect:
    """The effect of a kan of the kind `kan` on 13 - 3 x melds concealed kinds after `drawn` was drawn.

    own_kans: the mask of kinds of which kans among the melds hold all four, which are not waited for.
    Raises ValueError where hand and draw do not hold four tiles of the kind.
    """
    hand = [*kinds, drawn]
    if hand.count(kan) != 4:
        raise ValueError("the hand and the drawn tile do not hold four tiles of the kan")
    rest = [kind for kind in hand if kind != kan]
    before = hand_waits(kinds, melds) & ~own_kans
    after = hand_waits(rest, melds + 1) & ~(own_kans | 1 << kan)
    read = [reading for reading in readings(kinds, melds) if reading.waits & ~own_kans]
    return KanEffect(kan, drawn, before, after, read, readings(rest, melds + 1))
