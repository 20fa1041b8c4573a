# build: plain
"""The words of the M-League's viewer: tiles, seats, yaku, values, fields of commands."""

import re
from typing import Final

from auditor.core import yaku
from auditor.core.errors import Problem, ReadError
from auditor.core.reading.copies import KIND_OF_CODE, NO_CODE, RED_CODES
from auditor.core.reading.result_words import LIMIT_TEXT, yaku_number
from auditor.core.tiles import KIND_TEXT, RED_FIVES
from auditor.core.units import Fu, Han, LimitNumber, Points, Wind, YakuHan
from auditor.core.yaku import LIMIT_BASE, UNKNOWN_YAKU, YAKUMAN_HAN

SEAT_NAMES: Final = ("A0", "B0", "C0", "D0")

CODE_OF_COMMAND: Final = {
    KIND_TEXT[kind].upper() if code in RED_CODES else KIND_TEXT[kind]: code for code, kind in KIND_OF_CODE.items()
} | {"": NO_CODE}
"""Code of each tile text; a red five has a capital suit, and a tile that was not entered is empty."""

TILES_TEXT: Final = re.compile(r"(?:[1-9][mps]|[1-7]z|5[MPS])*")
TILE_LENGTH: Final = 2

_OTHER_NAMES: Final = {
    "リーチ": yaku.RIICHI, "ダブルリーチ": yaku.DOUBLE_RIICHI, "タンヤオ": yaku.TANYAO, "門前自摸": yaku.TSUMO,
    "メンゼンツモ": yaku.TSUMO, "ピンフ": yaku.PINFU, "チャンタ": yaku.CHANTA, "純チャン": yaku.JUNCHAN,
    "ジュンチャン": yaku.JUNCHAN, "純全帯么九色": yaku.JUNCHAN, "トイトイ": yaku.TOITOI, "チートイツ": yaku.CHIITOITSU,
    "ニ盃口": yaku.RYANPEIKOU, "赤": yaku.RED_FIVE, "裏": yaku.URA_DORA, "国士無双13面待ち": yaku.KOKUSHI_13,
    "四暗刻単騎待ち": yaku.SUUANKOU_TANKI,
}  # fmt: skip
"""Names that only this viewer has; the others are those of tenhou.net/6."""

WIND_NAMES: Final = ("東", "南", "西", "北")
"""Names of a wind yaku that do not say whether it is the seat's wind or the round's."""
DOUBLE_WINDS: Final = ("ダブ東", "ダブ南", "ダブ西", "ダブ北")


def yaku_of(name: str, han: Han, seat_wind: Wind, round_wind: Wind) -> list[YakuHan]:
    """The yaku that a name means, with han; a yakuman counts 13. seat_wind, round_wind: the winner's, 0-3."""
    plain = name.strip()
    if plain in DOUBLE_WINDS:
        wind = DOUBLE_WINDS.index(plain)
        return [(yaku.SEAT_EAST + wind, 1), (yaku.ROUND_EAST + wind, han - 1)]
    if plain in WIND_NAMES:
        wind = WIND_NAMES.index(plain)
        is_round = wind == round_wind and wind != seat_wind
        return [((yaku.ROUND_EAST if is_round else yaku.SEAT_EAST) + wind, han)]
    if (number := _OTHER_NAMES.get(plain)) is None:
        number = min(yaku_number(plain), UNKNOWN_YAKU)
    return [(number, YAKUMAN_HAN * max(han, 1) if yaku.is_yakuman(number) else han)]


def value_of(text: str, is_dealer: bool, is_tsumo: bool) -> tuple[LimitNumber, Points] | None:
    """The limit and points of a value, which is points without counters or a limit's name; None for other texts.

    The value of a self-draw is that of the same hand won by ron; its points are the sum of what the others pay.
    """
    if text in LIMIT_TEXT[1:]:
        limit = LIMIT_TEXT.index(text)
        return limit, LIMIT_BASE[limit] * (6 if is_dealer else 4)
    if not re.fullmatch(r"\d{3,6}", text):
        return None
    ron = int(text)
    if not is_tsumo:
        return 0, ron
    if is_dealer:
        return 0, 3 * _hundreds(ron, 3)
    return 0, 2 * _hundreds(ron, 4) + _hundreds(ron, 2)


def _hundreds(points: Points, parts: int) -> Points:
    """A part of the points, rounded up to hundreds."""
    return -(-points // (100 * parts)) * 100


def ron_value(points: Points, fu: Fu, han: Han, *, is_dealer: bool) -> str:
    """The value of a self-draw without a limit, by what the others pay in all: that of the same hand won by ron.

    By fu and han where these give it, for another hand may be paid alike; "" where there is none.
    """
    share = 6 if is_dealer else 4
    usual = _hundreds(fu * 2 ** (2 + han) * share, 1) if fu > 0 and 0 < han < 5 else 0
    for ron in (usual, *range(300, points + 500, 100)):
        if value_of(str(ron), is_dealer, is_tsumo=True) == (0, points):
            return str(ron)
    return ""


RED_TILES: Final = RED_FIVES
"""The league plays with one red five of each suit."""

_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,9}")


class CommandFields:
    """Reads the texts of a hand's commands.

    location: the hand, as messages name it. id: of the command being read. problems: faults of a hand that is read.
    """

    def __init__(self, location: str, id: str) -> None:
        self.location = location
        self.id = id
        self.problems: list[Problem] = []

    def error(self, message: str) -> ReadError:
        """An error in the command being read."""
        return ReadError(f"{self.location}, id {self.id}", message)

    def add_problem(self, message: str) -> None:
        """Add a problem that does not keep the hand from being read."""
        self.problems.append(Problem(f"{self.location}, id {self.id}", message))

    def seat(self, text: str) -> int:
        """A seat. Raises ReadError."""
        if text not in SEAT_NAMES:
            raise self.error(f"expected a seat A0, B0, C0 or D0, not {text!r}")
        return SEAT_NAMES.index(text)

    def number(self, text: str, low: int, high: int) -> int:
        """A whole number. Raises ReadError."""
        if not _NUMBER.fullmatch(text) or not low <= int(text) <= high:
            raise self.error(f"expected a number from {low} to {high}, not {text[:20]!r}")
        return int(text)

    def code(self, text: str) -> int:
        """The code of a tile; NO_CODE for one that was not entered. Raises ReadError."""
        if (code := CODE_OF_COMMAND.get(text)) is None:
            raise self.error(f"expected a tile such as 5m, 5M or 1z, not {text[:20]!r}")
        return code

    def codes(self, text: str) -> list[int]:
        """The codes of several tiles. Raises ReadError."""
        if not TILES_TEXT.fullmatch(text):
            raise self.error(f"expected tiles such as 1m5M1z, not {text[:40]!r}")
        return [CODE_OF_COMMAND[text[at : at + TILE_LENGTH]] for at in range(0, len(text), TILE_LENGTH)]
