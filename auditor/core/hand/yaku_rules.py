# build: compiled
"""Which yaku a reading of a complete hand has, by the numbers of `auditor.core.yaku`, and the circumstances of its win.

Sources: the yaku as Tenhou counts them (https://tenhou.net/man/), with the differences between tables as settings.
"""

from typing import Final

from mypy_extensions import mypyc_attr

from auditor.core import yaku
from auditor.core.hand import blocks
from auditor.core.hand.blocks import KINDS_OF, Block
from auditor.core.hand.decompose import WonReading
from auditor.core.rulesets.model import Ruleset
from auditor.core.tiles import EAST, HAKU, KINDS, NORTH_KIND, dora_of
from auditor.core.units import Kind, Wind, YakuHan, YakuNumber

NO_RIICHI: Final = 0
USUAL_RIICHI: Final = 1
FIRST_TURN_RIICHI: Final = 2


@mypyc_attr(acyclic=True)
class Circumstances:
    """How, when and by whom a hand was won.

    seat_wind, round_wind: 0 east .. 3 north. tsumo: won by self-draw. riichi: NO_RIICHI, USUAL_RIICHI or
    FIRST_TURN_RIICHI. ippatsu: before the next own discard after riichi, no call since. rinshan: on a replacement
    tile. chankan: on a tile added to a kan. last_tile: on the last tile of all, a replacement tile too, or the last
    discard. first_turn: in the uninterrupted first go-around, before the winner's first discard. red_fives, norths:
    how many the winner has (norths: set aside). dora, ura: the kinds of the indicators. open_riichi: declared with
    the hand shown. open_riichi_paid_in: won so by ron from a discarder not in riichi. honba: the counter; from some
    count on, some tables require more han.
    """

    def __init__(
        self, seat_wind: Wind = 0, round_wind: Wind = 0, tsumo: bool = False, *, riichi: int = NO_RIICHI,
        ippatsu: bool = False, rinshan: bool = False, chankan: bool = False, last_tile: bool = False,
        first_turn: bool = False, red_fives: int = 0, norths: int = 0, dora: tuple[Kind, ...] = (),
        ura: tuple[Kind, ...] = (), open_riichi: bool = False, open_riichi_paid_in: bool = False, honba: int = 0,
    ) -> None:  # fmt: skip
        self.seat_wind = seat_wind
        self.round_wind = round_wind
        self.tsumo = tsumo
        self.riichi = riichi
        self.ippatsu = ippatsu
        self.rinshan = rinshan
        self.chankan = chankan
        self.last_tile = last_tile
        self.first_turn = first_turn
        self.red_fives = red_fives
        self.norths = norths
        self.dora = dora
        self.ura = ura
        self.open_riichi = open_riichi
        self.open_riichi_paid_in = open_riichi_paid_in
        self.honba = honba


def count_dora(
    indicators: tuple[Kind, ...], players: int, kinds: list[Kind], melds: tuple[Block, ...], norths: int
) -> int:
    """How many tiles the indicators (kinds) make dora, a tile counted once for each indicator.

    kinds: the concealed kinds, the winning tile among them. melds: the blocks of the melds. norths: set aside.
    """
    count = 0
    for indicator in indicators:
        dora = dora_of(indicator, players)
        for kind in kinds:
            if kind == dora:
                count += 1
        for meld in melds:
            for kind in KINDS_OF[meld]:
                if kind == dora:
                    count += 1
        if dora == NORTH_KIND:
            count += norths
    return count


RENHOU_HAN: Final = 5

CLOSED_HAN: Final = {
    yaku.TSUMO: 1, yaku.RIICHI: 1, yaku.DOUBLE_RIICHI: 2, yaku.IPPATSU: 1, yaku.CHANKAN: 1, yaku.RINSHAN: 1,
    yaku.HAITEI: 1, yaku.HOUTEI: 1, yaku.PINFU: 1, yaku.TANYAO: 1, yaku.IIPEIKOU: 1, yaku.CHIITOITSU: 2,
    yaku.CHANTA: 2, yaku.ITTSUU: 2, yaku.SANSHOKU_DOUJUN: 2, yaku.SANSHOKU_DOUKOU: 2, yaku.SANKANTSU: 2,
    yaku.TOITOI: 2, yaku.SANANKOU: 2, yaku.SHOUSANGEN: 2, yaku.HONROUTOU: 2, yaku.RYANPEIKOU: 3, yaku.JUNCHAN: 3,
    yaku.HONITSU: 3, yaku.CHINITSU: 6, **dict.fromkeys(range(yaku.SEAT_EAST, yaku.CHUN + 1), 1),
}  # fmt: skip
"""Han of each yaku, yakuman left out, with a closed hand."""

OPEN_HAN: Final = CLOSED_HAN | {
    yaku.CHANTA: 1, yaku.ITTSUU: 1, yaku.SANSHOKU_DOUJUN: 1, yaku.JUNCHAN: 2, yaku.HONITSU: 2, yaku.CHINITSU: 5,
}  # fmt: skip
"""The same with an open hand; the entries of yaku that need a closed hand are never used."""

_STRAIGHT: Final = 0b1001001
"""Runs from the first, fourth and seventh kind of a suit."""
_NINE_GATES: Final = (3, 1, 1, 1, 1, 1, 1, 1, 3)


def circumstantial_yaku(closed: bool, circumstances: Circumstances, rules: Ruleset) -> list[YakuHan]:
    """The yaku other than yakuman that do not depend on the tiles.

    A replacement tile is the last tile of the wall only where the ruleset says so; a tile robbed is no last discard.
    """
    numbers: list[YakuNumber] = []
    if circumstances.tsumo:
        if closed:
            numbers.append(yaku.TSUMO)
        if circumstances.rinshan:
            numbers.append(yaku.RINSHAN)
        if circumstances.last_tile and (not circumstances.rinshan or rules.scoring.rinshan_haitei):
            numbers.append(yaku.HAITEI)
    elif circumstances.chankan:
        numbers.append(yaku.CHANKAN)
    elif circumstances.last_tile:
        numbers.append(yaku.HOUTEI)
    if circumstances.riichi and closed:
        is_double = circumstances.riichi == FIRST_TURN_RIICHI and rules.riichi.double_han == 2
        numbers.append(yaku.DOUBLE_RIICHI if is_double else yaku.RIICHI)
        if circumstances.ippatsu and rules.riichi.ippatsu:
            numbers.append(yaku.IPPATSU)
    yaku_numbers = [(number, CLOSED_HAN[number]) for number in numbers]
    if circumstances.open_riichi and rules.riichi.open_riichi != "none":
        # Open riichi has no number of its own: its han are added to those of riichi.
        extra = rules.riichi.open_riichi_han
        yaku_numbers = [(number, han + extra if number in yaku.RIICHIS else han) for number, han in yaku_numbers]
    return yaku_numbers


def yakuman(hand: WonReading, circumstances: Circumstances, rules: Ruleset) -> list[YakuHan]:
    """The yakuman of a reading, each with 13 han or, where the ruleset counts it twice, 26."""
    numbers: list[YakuNumber] = []
    counts, traits = hand.counts, hand.traits
    if circumstances.first_turn and not hand.has_melds:
        if circumstances.tsumo:
            numbers.append(yaku.TENHOU if circumstances.seat_wind == 0 else yaku.CHIIHOU)
        elif rules.scoring.renhou == "yakuman":
            numbers.append(yaku.RENHOU)
    if circumstances.open_riichi_paid_in and circumstances.open_riichi and rules.riichi.open_riichi_yakuman:
        numbers.append(yaku.RIICHI)
    form = hand.completed // KINDS
    if form == blocks.ORPHANS:
        numbers.append(yaku.KOKUSHI_13 if hand.completed % KINDS == hand.winning else yaku.KOKUSHI)
    if counts >> blocks.DRAGON_FIELD & 7 == 3:
        numbers.append(yaku.DAISANGEN)
    if counts >> blocks.CLOSED_TRIPLET_FIELD & 7 == 4:
        numbers.append(yaku.SUUANKOU_TANKI if form == blocks.PAIR else yaku.SUUANKOU)
    if not traits & blocks.NUMBERS:
        numbers.append(yaku.TSUUIISOU)
    elif not traits & (blocks.SIMPLES | blocks.HONOURS):
        numbers.append(yaku.CHINROUTOU)
    if not traits & blocks.NOT_GREEN and (traits & blocks.HONOURS or not rules.scoring.green_hatsu):
        numbers.append(yaku.RYUUIISOU)
    winds = counts >> blocks.WIND_FIELD & 7
    if winds == 4:
        numbers.append(yaku.DAISUUSHII)
    elif winds == 3 and counts >> blocks.WIND_PAIR_FIELD & 7 == 1:
        numbers.append(yaku.SHOUSUUSHII)
    if counts >> blocks.KAN_FIELD & 7 == 4:
        numbers.append(yaku.SUUKANTSU)
    if not hand.has_melds and traits & (blocks.NUMBERS | blocks.HONOURS) in (1, 2, 4):
        _add_nine_gates(hand, numbers)
    if not numbers:
        return []
    doubles = rules.scoring.double_yakuman
    return [(number, yaku.YAKUMAN_HAN * (2 if number in doubles else 1)) for number in numbers]


def _add_nine_gates(hand: WonReading, numbers: list[YakuNumber]) -> None:
    """Add nine gates where the hand, concealed and of one suit, is 1112345678999 and one more tile."""
    left = [-count for count in _NINE_GATES]
    for block in hand.blocks:
        for kind in blocks.KINDS_OF[block]:
            left[kind % 9] += 1
    if min(left) == 0:
        numbers.append(yaku.JUNSEI_CHUUREN if left[hand.winning % 9] else yaku.CHUUREN)


def shape_yaku(hand: WonReading, circumstances: Circumstances, rules: Ruleset) -> list[YakuHan]:
    """The yaku other than yakuman that a reading has by its tiles and blocks."""
    numbers: list[YakuNumber] = []
    counts, traits, members, closed = hand.counts, hand.traits, hand.members, hand.closed
    runs = counts & 7
    triplets = counts >> blocks.TRIPLET_FIELD & 7
    if not traits & blocks.OUTSIDE and (closed or rules.scoring.open_tanyao):
        numbers.append(yaku.TANYAO)
    if closed:
        if runs == 4 and is_pinfu(hand, circumstances) and (rules.scoring.pinfu_tsumo or not circumstances.tsumo):
            numbers.append(yaku.PINFU)
        if runs >= 2 and (twins := _twin_runs(hand.blocks)):
            numbers.append(yaku.IIPEIKOU if twins == 1 else yaku.RYANPEIKOU)
    if runs >= 3:
        suits = members & members >> 9 & members >> 18
        if suits & 0x7F:
            numbers.append(yaku.SANSHOKU_DOUJUN)
        if members & _STRAIGHT == _STRAIGHT or members >> 9 & _STRAIGHT == _STRAIGHT or (
            members >> 18 & _STRAIGHT == _STRAIGHT
        ):  # fmt: skip
            numbers.append(yaku.ITTSUU)
    if triplets:
        _add_triplet_yaku(hand, triplets, circumstances, numbers)
    if len(hand.blocks) == 7:
        numbers.append(yaku.CHIITOITSU)
    if not traits & blocks.SIMPLES:
        numbers.append(yaku.HONROUTOU)
    elif not traits & blocks.INSIDE_BLOCK:
        numbers.append(yaku.CHANTA if traits & blocks.HONOURS else yaku.JUNCHAN)
    if traits & blocks.NUMBERS in (1, 2, 4):
        numbers.append(yaku.HONITSU if traits & blocks.HONOURS else yaku.CHINITSU)
    han = CLOSED_HAN if closed else OPEN_HAN
    return [(number, han[number]) for number in numbers]


def is_pinfu(hand: WonReading, circumstances: Circumstances) -> bool:
    """Whether a closed reading is four runs, a pair worth nothing, and a two-sided wait: a hand without fu."""
    if hand.counts & 7 != 4 or not hand.closed or not hand.is_two_sided:
        return False
    pair = hand.pair
    return not (pair >= HAKU or pair - EAST in (circumstances.seat_wind, circumstances.round_wind))


def _twin_runs(own: tuple[Block, ...]) -> int:
    """How many pairs of equal runs there are, no run counted twice. Equal blocks are next to each other."""
    twins = 0
    last = -1
    for block in own:
        if block // KINDS == blocks.RUN and block == last:
            twins += 1
            last = -1
        else:
            last = block
    return twins


def _add_triplet_yaku(hand: WonReading, triplets: int, circumstances: Circumstances, numbers: list[YakuNumber]) -> None:
    counts = hand.counts
    kinds = hand.members >> blocks.TRIPLET_PLACE
    if kinds >> EAST:
        if kinds >> EAST + circumstances.seat_wind & 1:
            numbers.append(yaku.SEAT_EAST + circumstances.seat_wind)
        if kinds >> EAST + circumstances.round_wind & 1:
            numbers.append(yaku.ROUND_EAST + circumstances.round_wind)
        for dragon in range(3):
            if kinds >> HAKU + dragon & 1:
                numbers.append(yaku.HAKU + dragon)
        if counts >> blocks.DRAGON_FIELD & 7 == 2 and counts >> blocks.DRAGON_PAIR_FIELD & 7:
            numbers.append(yaku.SHOUSANGEN)
    if triplets >= 3:
        if kinds & kinds >> 9 & kinds >> 18 & 0x1FF:
            numbers.append(yaku.SANSHOKU_DOUKOU)
        if triplets == 4:
            numbers.append(yaku.TOITOI)
        if counts >> blocks.CLOSED_TRIPLET_FIELD & 7 == 3:
            numbers.append(yaku.SANANKOU)
        if counts >> blocks.KAN_FIELD & 7 == 3:
            numbers.append(yaku.SANKANTSU)
