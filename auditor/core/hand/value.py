# build: compiled
"""The value of a won hand: yaku, han, fu part by part, limit and base points of every reading, and the best of them."""

from functools import cache
from typing import Final, TypeAlias

from mypy_extensions import mypyc_attr

from auditor.core import yaku
from auditor.core.hand import blocks, yaku_rules
from auditor.core.hand.blocks import Block
from auditor.core.hand.decompose import WonReading, won_readings
from auditor.core.hand.yaku_rules import Circumstances
from auditor.core.phrases import Phrase
from auditor.core.rulesets.model import Ruleset
from auditor.core.tiles import EAST, HAKU, KINDS, TERMINALS_AND_HONOURS, kinds_text
from auditor.core.units import Fu, Han, Kind, LimitNumber, Points, YakuHan
from auditor.core.yaku import BAIMAN, HANEMAN, LIMIT_BASE, MANGAN, NO_LIMIT, SANBAIMAN, YAKUMAN, YAKUMAN_HAN

FuPart = tuple[str, Fu]
"""The reason for a part of the fu, in words, and how many fu it gives."""

_UNKNOWN_DOUBLE_WIND: Final = 4
"""The fu of a pair of the seat and round wind where the ruleset leaves it open; `win_values` then tries 2 as well."""
_FORM_FU: Final = {blocks.TRIPLET: 4, blocks.KAN: 16, blocks.CLAIMED_TRIPLET: 2, blocks.CLAIMED_KAN: 8}
"""Fu of a set of simples; terminals and honours give twice that."""


@cache
def _block_part(block: Block) -> FuPart | None:
    form, kind = divmod(block, KINDS)
    if form not in _FORM_FU and form != blocks.PAIR:
        return None
    name, tile = blocks.FORM_NAMES[form], kinds_text(blocks.KINDS_OF[block])
    fu = _FORM_FU.get(form, 0) * (2 if kind in TERMINALS_AND_HONOURS else 1)
    return Phrase(f"{name.replace(' ', '-')}-of", tile=tile), fu


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
        part = _block_part(block)
        if part is not None and (fu := part[1] or _pair_fu(block % KINDS, circumstances, rules)):
            parts.append((part[0], fu))
    if form == blocks.PAIR:
        parts.append(("pair wait", 2))
    elif form == blocks.RUN and not hand.is_two_sided:
        middle = hand.winning == hand.completed % KINDS + 1
        parts.append(("middle wait" if middle else "edge wait", 2))
    if tsumo:
        if yaku_rules.is_pinfu(hand, circumstances) and rules.scoring.pinfu_tsumo:
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


LIMIT_OF_HAN: Final[tuple[LimitNumber, ...]] = (
    NO_LIMIT, NO_LIMIT, NO_LIMIT, NO_LIMIT, NO_LIMIT, MANGAN, HANEMAN, HANEMAN, BAIMAN, BAIMAN, BAIMAN, SANBAIMAN,
    SANBAIMAN, YAKUMAN,
)  # fmt: skip
"""The limit that han alone give, by han 0-13."""

_FOR_HAN: Final[tuple[int, ...]] = (4, 8, 16, 32, 64)
"""2^(han + 2), by han that give no limit by themselves."""


@mypyc_attr(acyclic=True)
class Value:
    """The value of one reading of a won hand.

    yaku: pairs (number, han), dora last, ura dora also where they count 0. han: with dora. yaku_han: without dora.
    fu: rounded. limit: 0 none .. 5 yakuman, as in `auditor.core.events.Win`. yakuman: how many are paid, 0 for a
    counted one. base: base points (a quarter of a non-dealer's ron). is_enough: whether the yaku reach the ruleset's
    minimum. reading: the blocks and the completed one. fu_parts: the parts that add up to the fu.
    """

    def __init__(
        self, reading: WonReading, yaku: list[YakuHan], yaku_han: Han, han: Han, fu: Fu, parts: list[FuPart],
        limit: LimitNumber, base: Points, yakuman: int, is_enough: bool,
    ) -> None:  # fmt: skip
        self.reading = reading
        self.yaku = tuple(yaku)
        self.yaku_han = yaku_han
        self.han = han
        self.fu_parts = parts
        self.fu = fu
        self.limit = limit
        self.base = base
        self.yakuman = yakuman
        self.is_enough = is_enough

    def __repr__(self) -> str:
        names = ", ".join([f"{yaku.NAMES[number]} {han}" for number, han in self.yaku])
        return f"Value({self.reading}: {names}; {self.han} han {self.fu} fu, base {self.base})"

    def key(self) -> tuple[bool, int, int, int, int]:
        """The key by which readings compete: enough yaku, base points, yakuman before counted ones, han, fu."""
        return (self.is_enough, self.base, self.yakuman, self.han, self.fu)


Kinds: TypeAlias = list[Kind] | tuple[Kind, ...]


def best_value(
    kinds: Kinds, melds: tuple[Block, ...], winning: Kind, circumstances: Circumstances, rules: Ruleset
) -> Value | None:
    """The value of the reading that is worth most, the first of equal ones; None where the hand is not complete.

    kinds: the concealed kinds, 14 - 3 x melds, the winning one included. melds: their blocks (`blocks_of_melds`).
    A value without `is_enough` is no win under the ruleset: the hand lacks yaku.
    """
    options = values(kinds, melds, winning, circumstances, rules)
    return best_of(options) if options else None


def best_of(options: list[Value]) -> Value:
    """The value that is worth most, the first of equal ones. Raises IndexError where there is none."""
    best = options[0]
    for option in options[1:]:
        if option.key() > best.key():
            best = option
    return best


def values(
    kinds: Kinds, melds: tuple[Block, ...], winning: Kind, circumstances: Circumstances, rules: Ruleset
) -> list[Value]:
    """The value of every reading with every block that the winning tile may have completed, in a stable order."""
    held = list(kinds)
    if not (readings := won_readings(held, melds, winning, circumstances.tsumo)):
        return []
    circumstantial = yaku_rules.circumstantial_yaku(readings[0].closed, circumstances, rules)
    dora = dora_yaku(held, melds, readings[0].closed, circumstances, rules)
    return [_value(reading, circumstantial, dora, circumstances, rules) for reading in readings]


def dora_yaku(
    kinds: list[Kind], melds: tuple[Block, ...], closed: bool, circumstances: Circumstances, rules: Ruleset
) -> list[YakuHan]:
    """Dora (a north set aside is one, too), ura dora of a riichi hand even where they count 0, and red fives."""
    yaku_found: list[YakuHan] = []
    players = rules.game.players
    dora = circumstances.norths + yaku_rules.count_dora(circumstances.dora, players, kinds, melds, circumstances.norths)
    if dora:
        yaku_found.append((yaku.DORA, dora))
    if circumstances.red_fives:
        yaku_found.append((yaku.RED_FIVE, circumstances.red_fives))
    if circumstances.riichi and closed and rules.riichi.ura_dora:
        yaku_found.append(
            (yaku.URA_DORA, yaku_rules.count_dora(circumstances.ura, players, kinds, melds, circumstances.norths))
        )
    return yaku_found


def _value(
    reading: WonReading, outside: list[YakuHan], dora: list[YakuHan], circumstances: Circumstances, rules: Ruleset
) -> Value:
    """The value of a reading. outside: the yaku that the circumstances give, whatever the reading."""
    parts = fu_parts(reading, circumstances, rules)
    fu = rounded_fu(parts)
    if yaku_found := yaku_rules.yakuman(reading, circumstances, rules):
        times = [han // YAKUMAN_HAN for _, han in yaku_found]
        paid = sum(times) if rules.scoring.several_yakuman else max(times)
        han = _total(yaku_found)
        return Value(reading, yaku_found, han, han, fu, parts, YAKUMAN, LIMIT_BASE[YAKUMAN] * paid, paid, True)
    yaku_found = outside + yaku_rules.shape_yaku(reading, circumstances, rules)
    renhou = circumstances.first_turn and not circumstances.tsumo and not reading.has_melds
    if renhou and rules.scoring.renhou == "five han":
        yaku_found.append((yaku.RENHOU, yaku_rules.RENHOU_HAN))
    yaku_han = _total(yaku_found)
    han = yaku_han + _total(dora)
    limit, base = limit_and_base(han, fu, rules)
    is_enough = yaku_han >= least_han(rules, circumstances.honba)
    if renhou and rules.scoring.renhou == "mangan" and not (is_enough and base > LIMIT_BASE[MANGAN]):
        # A mangan whatever the hand holds; the hand's own yaku count only where they are worth more.
        only = [(yaku.RENHOU, yaku_rules.RENHOU_HAN)]
        return Value(
            reading, only, yaku_rules.RENHOU_HAN, yaku_rules.RENHOU_HAN, fu, parts, MANGAN, LIMIT_BASE[MANGAN], 0, True
        )
    return Value(reading, yaku_found + dora, yaku_han, han, fu, parts, limit, base, 0, is_enough)


def _total(yaku_found: list[YakuHan]) -> Han:
    return sum(han for _, han in yaku_found)


def least_han(rules: Ruleset, honba: int) -> Han:
    """The han of yaku, without dora, that a win needs at a count of `honba` honba."""
    scoring = rules.scoring
    least = max(1, scoring.minimum_han)
    from_honba = scoring.two_han_honba
    return max(least, 2) if from_honba and honba >= from_honba else least


def limit_and_base(han: Han, fu: Fu, rules: Ruleset) -> tuple[LimitNumber, Points]:
    """The limit 0-5 and the base points of a hand without yakuman: fu x 2^(han + 2), at most a mangan below 6 han."""
    limit = LIMIT_OF_HAN[min(han, YAKUMAN_HAN)]
    if limit == YAKUMAN and not rules.scoring.counted_yakuman:
        limit = SANBAIMAN
    if limit == NO_LIMIT:
        base = fu * _FOR_HAN[han]
        # 30 fu 4 han and 60 fu 3 han are both 1920, which kiriage rounds up.
        if base < LIMIT_BASE[MANGAN] and not (base == 1920 and rules.scoring.kiriage):
            return NO_LIMIT, base
        limit = MANGAN
    return limit, LIMIT_BASE[limit]
