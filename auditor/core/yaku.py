# build: compiled
"""Names of the yaku, by Tenhou's numbers, and of the limits: the vocabulary that all formats are translated into."""

from typing import Final

from auditor.core.units import YakuNumber

NO_LIMIT: Final = 0
MANGAN: Final = 1
HANEMAN: Final = 2
BAIMAN: Final = 3
SANBAIMAN: Final = 4
YAKUMAN: Final = 5

LIMIT_NAMES: Final = ("none", "mangan", "haneman", "baiman", "sanbaiman", "yakuman")
"""Name of each limit."""

LIMIT_BASE: Final[tuple[int, ...]] = (0, 2000, 3000, 4000, 6000, 8000)
"""Base points of each limit: a quarter of what a non-dealer gets for a ron."""


YAKUMAN_HAN: Final = 13
"""The han of a yakuman, for each time it is counted."""

TSUMO: Final = 0
RIICHI: Final = 1
IPPATSU: Final = 2
CHANKAN: Final = 3
RINSHAN: Final = 4
HAITEI: Final = 5
HOUTEI: Final = 6
PINFU: Final = 7
TANYAO: Final = 8
IIPEIKOU: Final = 9
SEAT_EAST: Final = 10
ROUND_EAST: Final = 14
HAKU: Final = 18
HATSU: Final = 19
CHUN: Final = 20
DOUBLE_RIICHI: Final = 21
CHIITOITSU: Final = 22
CHANTA: Final = 23
ITTSUU: Final = 24
SANSHOKU_DOUJUN: Final = 25
SANSHOKU_DOUKOU: Final = 26
SANKANTSU: Final = 27
TOITOI: Final = 28
SANANKOU: Final = 29
SHOUSANGEN: Final = 30
HONROUTOU: Final = 31
RYANPEIKOU: Final = 32
JUNCHAN: Final = 33
HONITSU: Final = 34
CHINITSU: Final = 35
RENHOU: Final = 36
TENHOU: Final = 37
CHIIHOU: Final = 38
DAISANGEN: Final = 39
SUUANKOU: Final = 40
SUUANKOU_TANKI: Final = 41
TSUUIISOU: Final = 42
RYUUIISOU: Final = 43
CHINROUTOU: Final = 44
CHUUREN: Final = 45
JUNSEI_CHUUREN: Final = 46
KOKUSHI: Final = 47
KOKUSHI_13: Final = 48
DAISUUSHII: Final = 49
SHOUSUUSHII: Final = 50
SUUKANTSU: Final = 51
DORA: Final = 52
URA_DORA: Final = 53
RED_FIVE: Final = 54
UNKNOWN_YAKU: Final = 55
"""A yaku whose name the reader does not know; it never takes part in a comparison."""

RIICHIS: Final = (RIICHI, DOUBLE_RIICHI)
LIABLE: Final = (DAISANGEN, DAISUUSHII, SUUKANTSU)
"""The yakuman for which a seat can be liable (pao), having discarded the tile of the meld that made them certain."""

DOUBLE: Final = (SUUANKOU_TANKI, JUNSEI_CHUUREN, KOKUSHI_13, DAISUUSHII)
"""The yakuman that count twice where any do."""

ANY_SEAT_WIND: Final = 100
"""The yaku number of the winner's seat wind in logs that do not say which wind it is."""
ANY_ROUND_WIND: Final = 101
"""The yaku number of the round wind in logs that do not say which wind it is."""

NAMES: Final = (
    "menzen tsumo", "riichi", "ippatsu", "chankan", "rinshan kaihou", "haitei", "houtei", "pinfu", "tanyao",
    "iipeikou", "seat wind east", "seat wind south", "seat wind west", "seat wind north", "round wind east",
    "round wind south", "round wind west", "round wind north", "haku", "hatsu", "chun", "double riichi",
    "chiitoitsu", "chanta", "ittsuu", "sanshoku doujun", "sanshoku doukou", "sankantsu", "toitoi", "sanankou",
    "shousangen", "honroutou", "ryanpeikou", "junchan", "honitsu", "chinitsu", "renhou", "tenhou", "chiihou",
    "daisangen", "suuankou", "suuankou tanki", "tsuuiisou", "ryuuiisou", "chinroutou", "chuuren poutou",
    "junsei chuuren poutou", "kokushi musou", "kokushi musou 13-wait", "daisuushii", "shousuushii", "suukantsu",
    "dora", "ura dora", "red five", "unknown",
)  # fmt: skip
"""Name of each yaku in romaji, by number."""


def is_yakuman(yaku: YakuNumber) -> bool:
    """Whether the yaku number is a yakuman (renhou, worth different things at different tables, is not one)."""
    return TENHOU <= yaku <= SUUKANTSU
