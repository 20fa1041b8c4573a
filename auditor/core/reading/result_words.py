# build: compiled
"""The words of results, as Tenhou and the converters write them: yaku, limits and drawn hands."""

import re
from typing import Final

from auditor.core import events, yaku
from auditor.core.units import LimitNumber, YakuNumber
from auditor.core.yaku import BAIMAN, HANEMAN, MANGAN, NO_LIMIT, SANBAIMAN, YAKUMAN

ALL_TENPAI: Final = "全員聴牌"
ALL_NOTEN: Final = "全員不聴"
"""What Tenhou writes in place of the usual word where every seat, or none, is tenpai."""

DRAW_TEXT: Final = {
    events.EXHAUSTIVE: "流局",
    events.NAGASHI_MANGAN: "流し満貫",
    events.NINE_TERMINALS: "九種九牌",
    events.FOUR_WINDS: "四風連打",
    events.FOUR_RIICHI: "四家立直",
    events.FOUR_KANS: "四槓散了",
    events.TRIPLE_RON: "三家和了",
    events.CHOMBO: "チョンボ",
    events.UNSPECIFIED: "途中流局",
}
"""What Tenhou writes for each type of drawn hand; for a chombo, which Tenhou does not have, an extension."""

_OTHER_DRAWS: Final = {
    events.EXHAUSTIVE: f"{ALL_TENPAI},{ALL_NOTEN},ryuukyoku,exhaustive draw",
    events.NAGASHI_MANGAN: "nagashi mangan,mangan at draw",
    events.NINE_TERMINALS: "kyuushu kyuuhai,nine terminal abortion,nine terminals",
    events.FOUR_WINDS: "suufon renda,four wind abortion,four winds",
    events.FOUR_RIICHI: "suucha riichi,four riichi abortion,four riichi",
    events.FOUR_KANS: "四開槓,suukaikan,suukan sanra,four kan abortion,four kans",
    events.CHOMBO: "錯和,错和,chombo",
    events.TRIPLE_RON: "三家和,sanchahou,three ron abortion,triple ron",
}
"""How Tenhou and converters write each type of drawn hand besides, in lower case."""

_DRAW_TYPES: Final = {text: draw_type for draw_type, text in DRAW_TEXT.items()} | {
    word: draw_type for draw_type, words in _OTHER_DRAWS.items() for word in words.split(",")
}

YAKU_TEXT: Final = (
    "門前清自摸和", "立直", "一発", "槍槓", "嶺上開花", "海底摸月", "河底撈魚", "平和", "断幺九", "一盃口",
    "自風 東", "自風 南", "自風 西", "自風 北", "場風 東", "場風 南", "場風 西", "場風 北",
    "役牌 白", "役牌 發", "役牌 中", "両立直", "七対子", "混全帯幺九", "一気通貫", "三色同順", "三色同刻",
    "三槓子", "対々和", "三暗刻", "小三元",
    "混老頭", "二盃口", "純全帯幺九", "混一色", "清一色", "人和", "天和", "地和", "大三元", "四暗刻", "四暗刻単騎",
    "字一色", "緑一色", "清老頭", "九蓮宝燈", "純正九蓮宝燈", "国士無双", "国士無双１３面", "大四喜", "小四喜",
    "四槓子", "ドラ", "裏ドラ", "赤ドラ", "不明",
)  # fmt: skip
"""What Tenhou writes for each yaku, by number; the last is for a yaku without a number of its own."""

_OTHER_YAKU: Final = {
    yaku.TSUMO: "menzen tsumo,menzenchin tsumohou,tsumo,fully concealed hand,門前自摸,ツモ,門前清自摸",
    yaku.RIICHI: "riichi,reach,リーチ",
    yaku.IPPATSU: "ippatsu,一發",
    yaku.CHANKAN: "chankan,robbing a kan,搶槓",
    yaku.RINSHAN: "rinshan kaihou,rinshan,after a kan",
    yaku.HAITEI: "haitei,haitei raoyue,under the sea,海底撈月",
    yaku.HOUTEI: "houtei,houtei raoyui,under the river",
    yaku.PINFU: "pinfu",
    yaku.TANYAO: "tanyao,tanyaochuu,all simples,断么九,斷幺九",
    yaku.IIPEIKOU: "iipeikou,iipeiko,pure double sequence,一杯口",
    yaku.SEAT_EAST: "seat wind east,jikaze east,jikaze ton,自風東,自風:東",
    yaku.SEAT_EAST + 1: "seat wind south,jikaze south,jikaze nan,自風南,自風:南",
    yaku.SEAT_EAST + 2: "seat wind west,jikaze west,jikaze sha,自風西,自風:西",
    yaku.SEAT_EAST + 3: "seat wind north,jikaze north,jikaze pei,自風北,自風:北",
    yaku.ROUND_EAST: "round wind east,prevalent wind east,bakaze east,bakaze ton,場風東,場風:東",
    yaku.ROUND_EAST + 1: "round wind south,prevalent wind south,bakaze south,bakaze nan,場風南,場風:南",
    yaku.ROUND_EAST + 2: "round wind west,prevalent wind west,bakaze west,bakaze sha,場風西,場風:西",
    yaku.ROUND_EAST + 3: "round wind north,prevalent wind north,bakaze north,bakaze pei,場風北,場風:北",
    yaku.ANY_SEAT_WIND: "seat wind,jikaze,自風,自風牌,役牌 自風牌,役牌 自風",
    yaku.ANY_ROUND_WIND: "prevalent wind,round wind,bakaze,場風,場風牌,役牌 場風牌,役牌 場風",
    yaku.HAKU: "haku,white dragon,yakuhai haku,白",
    yaku.HATSU: "hatsu,green dragon,yakuhai hatsu,發,発,役牌 発",
    yaku.CHUN: "chun,red dragon,yakuhai chun,中",
    yaku.DOUBLE_RIICHI: "double riichi,daburu riichi,ダブル立直,ダブルリーチ,ダブリー,w立直",
    yaku.CHIITOITSU: "chiitoitsu,chiitoi,seven pairs",
    yaku.CHANTA: "chanta,chantaiyao,half outside hand,混全帯么九",
    yaku.ITTSUU: "ittsuu,ittsu,ikkitsuukan,pure straight,一気貫通",
    yaku.SANSHOKU_DOUJUN: "sanshoku doujun,sanshoku,mixed triple sequence",
    yaku.SANSHOKU_DOUKOU: "sanshoku doukou,sanshoku doukoo,triple triplets",
    yaku.SANKANTSU: "sankantsu,three quads",
    yaku.TOITOI: "toitoi,toitoihou,all triplets,対対和",
    yaku.SANANKOU: "sanankou,three concealed triplets",
    yaku.SHOUSANGEN: "shousangen,little three dragons",
    yaku.HONROUTOU: "honroutou,all terminals and honors",
    yaku.RYANPEIKOU: "ryanpeikou,ryanpeiko,twice pure double sequence",
    yaku.JUNCHAN: "junchan,junchan taiyao,fully outside hand,純全帯么九",
    yaku.HONITSU: "honitsu,hon'itsu,half flush",
    yaku.CHINITSU: "chinitsu,chin'itsu,full flush",
    yaku.RENHOU: "renhou,hand of man,blessing of man",
    yaku.TENHOU: "tenhou,blessing of heaven",
    yaku.CHIIHOU: "chiihou,blessing of earth",
    yaku.DAISANGEN: "daisangen,big three dragons",
    yaku.SUUANKOU: "suuankou,four concealed triplets",
    yaku.SUUANKOU_TANKI: "suuankou tanki,single-wait four concealed triplets",
    yaku.TSUUIISOU: "tsuuiisou,all honors",
    yaku.RYUUIISOU: "ryuuiisou,all green",
    yaku.CHINROUTOU: "chinroutou,all terminals",
    yaku.CHUUREN: "chuuren poutou,chuuren,nine gates,九蓮宝灯",
    yaku.JUNSEI_CHUUREN: "junsei chuuren poutou,true nine gates,純正九蓮宝灯",
    yaku.KOKUSHI: "kokushi musou,kokushi,thirteen orphans",
    yaku.KOKUSHI_13: "kokushi musou 13-wait,kokushi musou juusanmen,thirteen-wait thirteen orphans,国士無双13面,"
    "国士無双十三面待ち",
    yaku.DAISUUSHII: "daisuushii,four big winds",
    yaku.SHOUSUUSHII: "shousuushii,four little winds",
    yaku.SUUKANTSU: "suukantsu,four quads",
    yaku.DORA: "dora,kita,nukidora,抜きドラ",
    yaku.URA_DORA: "ura dora,uradora",
    yaku.RED_FIVE: "red five,aka dora,akadora,red dora,赤",
}
"""How converters write each yaku, in lower case. North set aside counts as dora, as on Tenhou."""

LIMIT_TEXT: Final = ("", "満貫", "跳満", "倍満", "三倍満", "役満")
"""What Tenhou writes for each limit, by number."""

_LIMITS: Final = (
    ("数え役満", YAKUMAN), ("役満", YAKUMAN), ("三倍満", SANBAIMAN), ("倍満", BAIMAN), ("跳満", HANEMAN),
    ("満貫", MANGAN), ("yakuman", YAKUMAN), ("sanbaiman", SANBAIMAN), ("baiman", BAIMAN), ("haneman", HANEMAN),
    ("mangan", MANGAN),
)  # fmt: skip
"""Limit names, each before those that it contains."""


def _yaku_numbers() -> dict[str, YakuNumber]:
    numbers = {plain_name(text): number for number, text in enumerate(YAKU_TEXT)}
    for number, names in _OTHER_YAKU.items():
        for name in names.split(","):
            numbers[plain_name(name)] = number
    return numbers


def plain_name(name: str) -> str:
    """A name without case, and with one space for each run of spaces and colons."""
    return re.sub(r"[\s:：_]+", " ", name).strip().lower()


_YAKU_NUMBERS: Final = _yaku_numbers()


def yaku_number(name: str) -> YakuNumber:
    """The yaku's number, ANY_SEAT_WIND, ANY_ROUND_WIND, or UNKNOWN_YAKU."""
    number = _YAKU_NUMBERS.get(name)  # most names are plain already
    return _YAKU_NUMBERS.get(plain_name(name), yaku.UNKNOWN_YAKU) if number is None else number


def draw_type(name: str) -> str | None:
    """The type of a drawn hand by its name in the log, or None for an unknown name."""
    return _DRAW_TYPES.get(name) or _DRAW_TYPES.get(plain_name(name))


def limit_named(text: str) -> LimitNumber:
    """The limit that a text names (NO_LIMIT where it names none)."""
    lower = text.lower()
    for name, limit in _LIMITS:
        if name in lower:
            return limit
    return NO_LIMIT
