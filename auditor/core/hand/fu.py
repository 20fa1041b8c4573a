# build: compiled
"""The fu of a reading, part by part."""

from typing import Final

from auditor.core.hand import blocks
from auditor.core.hand.blocks import Block
from auditor.core.hand.circumstances import Circumstances
from auditor.core.hand.decompose import WonReading
from auditor.core.hand.yaku_rules import is_pinfu
from auditor.core.rulesets.model import Ruleset
from auditor.core.tiles import EAST, HAKU, KINDS, TERMINALS_AND_HONOURS, kinds_text
from auditor.core.units import Fu, Kind

FuPart = tuple[str, Fu]
"""The reason for a part of the fu, in words, and how many fu it gives."""

_UNKNOWN_DOUBLE_WIND: Final = 4
"""The fu of a pair of the seat and round wind where the ruleset leaves it open; `win_values` then tries 2 as well."""
_FORM_FU: Final = {blocks.TRIPLET: 4, blocks.KAN: 16, blocks.CLAIMED_TRIPLET: 2, blocks.CLAIMED_KAN: 8}
"""Fu of a set of simples; terminals and honours give twice that."""


def _block_part(block: Block) -> FuPart | None:
    form, kind = divmod(block, KINDS)
    if form not in _FORM_FU:
        return None
    fu = _FORM_FU[form] * (2 if kind in TERMINALS_AND_HONOURS else 1)
    return f"{blocks.FORM_NAMES[form]} {kinds_text(blocks.KINDS_OF[block])}", fu


_BLOCK_PARTS: Final = tuple(_block_part(block) for block in range(blocks.BLOCKS))


def fu_parts(hand: WonReading, circumstances: Circumstances, rules: Ruleset) -> list[FuPart]:
    """The parts of a reading's fu, in the order in which players count them; the sum is not rounded up.

    Seven pairs are 25 fu in all. A self-draw of pinfu, where the ruleset allows it, is 20. An open hand that would
    have 20 gets 30. Thirteen orphans have no fu, as Tenhou records them.
    """
    form = hand.completed // KINDS
    if form == blocks.ORPHANS:
        return []
    if len(hand.blocks) == 7:
        return [("seven pairs", 25)]
    parts: list[FuPart] = [("base", 20)]
    tsumo = circumstances.tsumo
    if hand.closed and not tsumo:
        parts.append(("closed ron", 10))
    for block in hand.blocks:
        part = _BLOCK_PARTS[block]
        if part is not None:
            parts.append(part)
        elif block // KINDS == blocks.PAIR:
            fu = _pair_fu(block % KINDS, circumstances, rules)
            if fu:
                parts.append((f"pair {kinds_text(blocks.KINDS_OF[block])}", fu))
    if form == blocks.PAIR:
        parts.append(("pair wait", 2))
    elif form == blocks.RUN and not hand.is_two_sided:
        middle = hand.winning == hand.completed % KINDS + 1
        parts.append(("middle wait" if middle else "edge wait", 2))
    if tsumo:
        if is_pinfu(hand, circumstances) and rules.scoring.pinfu_tsumo:
            return parts
        if not circumstances.rinshan or rules.scoring.rinshan_fu:
            parts.append(("self-draw", 2))
    if not hand.closed and len(parts) == 1:
        parts.append(("open hand without fu", 10))
    return parts


def _pair_fu(kind: Kind, circumstances: Circumstances, rules: Ruleset) -> Fu:
    if kind >= HAKU:
        return 2
    seat = kind == EAST + circumstances.seat_wind
    if kind == EAST + circumstances.round_wind:
        return (rules.scoring.double_wind_fu or _UNKNOWN_DOUBLE_WIND) if seat else 2
    return 2 if seat else 0


def rounded_fu(parts: list[FuPart]) -> Fu:
    """The sum of the parts rounded up to tens; seven pairs stay 25."""
    total = sum(fu for _, fu in parts)
    return total if total == 25 else (total + 9) // 10 * 10
