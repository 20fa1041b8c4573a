# build: compiled
"""The words of Mahjong Soul's records: tiles, yaku, limits, draws, rooms, grades; values."""

from typing import Any, Final

from mypy_extensions import i64

from auditor.core import yaku
from auditor.core.errors import ReadError
from auditor.core.events import FOUR_KANS, FOUR_RIICHI, FOUR_WINDS, NINE_TERMINALS, TRIPLE_RON
from auditor.core.reading.copies import CODE_OF_FACE, NO_CODE
from auditor.core.units import SeatIndex, TileCode
from auditor.core.yaku import BAIMAN, HANEMAN, MANGAN, SANBAIMAN

CODE_OF_RECORD: Final = CODE_OF_FACE | {f"{text}t": code for text, code in CODE_OF_FACE.items()}
"""The tile codes of `auditor.core.reading.copies` by the record's names; variants of the game append a letter."""

YAKU_OF_FAN: Final[dict[int, int]] = {
    1: yaku.TSUMO, 2: yaku.RIICHI, 3: yaku.CHANKAN, 4: yaku.RINSHAN, 5: yaku.HAITEI, 6: yaku.HOUTEI, 7: yaku.HAKU,
    8: yaku.HATSU, 9: yaku.CHUN, 10: yaku.ANY_SEAT_WIND, 11: yaku.ANY_ROUND_WIND, 12: yaku.TANYAO, 13: yaku.IIPEIKOU,
    14: yaku.PINFU, 15: yaku.CHANTA, 16: yaku.ITTSUU, 17: yaku.SANSHOKU_DOUJUN, 18: yaku.DOUBLE_RIICHI,
    19: yaku.SANSHOKU_DOUKOU, 20: yaku.SANKANTSU, 21: yaku.TOITOI, 22: yaku.SANANKOU, 23: yaku.SHOUSANGEN,
    24: yaku.HONROUTOU, 25: yaku.CHIITOITSU, 26: yaku.JUNCHAN, 27: yaku.HONITSU, 28: yaku.RYANPEIKOU,
    29: yaku.CHINITSU, 30: yaku.IPPATSU, 31: yaku.DORA, 32: yaku.RED_FIVE, 33: yaku.URA_DORA, 34: yaku.DORA,
    35: yaku.TENHOU, 36: yaku.CHIIHOU, 37: yaku.DAISANGEN, 38: yaku.SUUANKOU, 39: yaku.TSUUIISOU, 40: yaku.RYUUIISOU,
    41: yaku.CHINROUTOU, 42: yaku.KOKUSHI, 43: yaku.SHOUSUUSHII, 44: yaku.SUUKANTSU, 45: yaku.CHUUREN,
    47: yaku.JUNSEI_CHUUREN, 48: yaku.SUUANKOU_TANKI, 49: yaku.KOKUSHI_13, 50: yaku.DAISUUSHII, 59: yaku.RENHOU,
}  # fmt: skip
"""The yaku of each number; 34, norths set aside, counts as dora. Other numbers are for local yaku."""

FAN_OF_NAME: Final[dict[str, int]] = {
    "门前清自摸和": 1, "立直": 2, "抢杠": 3, "枪杠": 3, "岭上开花": 4, "海底摸月": 5, "海底捞月": 5, "河底捞鱼": 6,
    "役牌 白": 7, "役牌 发": 8, "役牌 中": 9, "役牌:门风牌": 10, "役牌:自风牌": 10, "役牌:场风牌": 11, "断幺九": 12,
    "一杯口": 13, "平和": 14, "混全带幺九": 15, "一气通贯": 16, "三色同顺": 17, "两立直": 18, "三色同刻": 19,
    "三杠子": 20, "对对和": 21, "三暗刻": 22, "小三元": 23, "混老头": 24, "七对子": 25, "纯全带幺九": 26,
    "混一色": 27, "二杯口": 28, "清一色": 29, "一发": 30, "宝牌": 31, "红宝牌": 32, "里宝牌": 33, "拔北宝牌": 34,
    "天和": 35, "地和": 36, "大三元": 37, "四暗刻": 38, "字一色": 39, "绿一色": 40, "清老头": 41, "国士无双": 42,
    "小四喜": 43, "四杠子": 44, "九莲宝灯": 45, "纯正九莲宝灯": 47, "四暗刻单骑": 48, "国士无双十三面": 49,
    "大四喜": 50,
}  # fmt: skip
"""The number of each yaku by its name, which records before May 2019 have instead of the number."""

LIMIT_OF_TITLE: Final[dict[str, int]] = {
    "满贯": MANGAN, "跳满": HANEMAN, "倍满": BAIMAN, "三倍满": SANBAIMAN,
}  # fmt: skip
"""The limits by their names in those records; any other name is a yakuman's. The server's numbers are those of
`auditor.core.yaku`; numbers above that of a yakuman are for multiple and counted yakuman."""

DRAW_OF_NUMBER: Final = {1: NINE_TERMINALS, 2: FOUR_WINDS, 3: FOUR_KANS, 4: FOUR_RIICHI, 5: TRIPLE_RON}
"""The abortive draws by their numbers."""

GRADE_OF_LEVEL: Final = {1: "初心", 2: "雀士", 3: "雀傑", 4: "雀豪", 5: "雀聖", 6: "魂天", 7: "魂天"}
"""The names of the grades; a level's number consists of players, grade and stars."""

ROOMS: Final = {
    2: "銅の間", 3: "銅の間", 5: "銀の間", 6: "銀の間", 8: "金の間", 9: "金の間", 11: "玉の間", 12: "玉の間",
    15: "王座の間", 16: "王座の間", 17: "銅の間", 18: "銅の間", 19: "銀の間", 20: "銀の間", 21: "金の間", 22: "金の間",
    23: "玉の間", 24: "玉の間", 25: "王座の間", 26: "王座の間",
}  # fmt: skip
"""The ranked rooms by the number of their mode."""

SERVER: Final = "雀魂"
"""The server's name, in the rule texts of games whose room does not say it."""
FRIENDS: Final = 1
RANKED: Final = 2
CONTEST: Final = 4
OTHER_ROOMS: Final = {FRIENDS: "友人戦", CONTEST: "大会戦"}
"""The categories of games that players make."""
LENGTH_OF_MODE: Final = {1: "東", 2: "南"}
"""The length of a game by the last digit of its mode."""

_ASCII: Final = 128


def _codes_of_characters() -> list[TileCode]:
    codes = [NO_CODE] * (_ASCII * _ASCII)
    for text, code in CODE_OF_RECORD.items():
        if len(text) == 2:  # not one with the letter of a variant
            codes[_ASCII * ord(text[0]) + ord(text[1])] = code
    return codes


_CODE_OF_CHARACTERS: Final = _codes_of_characters()
"""The code of each tile at the index of its two characters, so that no string need be made and looked up."""


def code_of(digit: i64, letter: i64) -> i64:
    """The code of a tile by its two characters; NO_CODE if they name no tile."""
    return _CODE_OF_CHARACTERS[_ASCII * digit + letter] if digit < _ASCII and letter < _ASCII else NO_CODE


def tile_code(text: Any) -> TileCode:
    """The code of a tile such as ``5m``. Raises ReadError."""
    if isinstance(text, str) and len(text) == 2:
        found: TileCode = code_of(ord(text[0]), ord(text[1]))
        if found != NO_CODE:
            return found
    if (code := CODE_OF_RECORD.get(text)) is None:
        raise ReadError("", f"expected a tile such as 5m or 0m, not {described(text)}")
    return code


def seat_of(seat: Any, players: int) -> SeatIndex:
    """Return a seat if the game has it. Raises ReadError."""
    number: int = seat
    if not 0 <= number < players:
        raise ReadError("", f"expected a seat 0 to {players - 1}, not {number}")
    return number


def described(value: Any) -> str:
    """The repr of a value for a message, cut short."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def is_whole(wall: str, players: int) -> bool:
    """Whether a wall holds every tile of the set, and not only those after the deal."""
    return len(wall) == 2 * (136 if players == 4 else 108)
