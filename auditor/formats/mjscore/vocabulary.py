# build: hot
"""The words of mjscore text: tiles, lines, draws, limits."""

import re
from functools import cache, lru_cache
from typing import Final
from unicodedata import numeric

from mypy_extensions import i64

from auditor.core import yaku
from auditor.core.errors import ReadError
from auditor.core.events import FOUR_KANS, FOUR_RIICHI, NINE_TERMINALS, NOT_RECORDED, SEATS, UNSPECIFIED
from auditor.core.reading.copies import KIND_OF_CODE, NO_CODE
from auditor.core.reading.format import IS_COMPILED, BoundedCache
from auditor.core.reading.result_words import draw_type, limit_named, yaku_number
from auditor.core.tiles import dora_of
from auditor.core.units import Fu, Han, LimitNumber, Points, TileCode, YakuHan
from auditor.formats.mjscore import BEGINS, HEAD_PATTERN

WIND_KANJI: Final = "東南西北"
HONOUR_KANJI: Final = "東南西北白発中"
NO_RATING: Final = "-"
SEX_OF_KANJI: Final = {"男": "M", "女": "F"}
RED_TEXTS: Final[dict[str, TileCode]] = {"5M": 51, "5P": 52, "5S": 53}
_ZERO: Final = ord("0")
_ONE: Final = ord("1")
_SPACE: Final = ord(" ")


def _table(entries: dict[int, int]) -> bytes:
    """Small numbers by other numbers; 0 for those that have none."""
    table = bytearray(max(entries) + 1)
    for key, number in entries.items():
        table[key] = number
    return bytes(table)


_SUITED: Final = _table(
    {16 * ord(suit) + number: 10 * index + number for index, suit in enumerate("mps", 1) for number in range(1, 10)}
    | {16 * ord(text[1]) + 5: code for text, code in RED_TEXTS.items()}
)
"""The codes of tiles by the character of the suit, which is a capital letter for red fives, and the number."""
_HONOURS: Final = _table(
    {ord(letter): code for letter, code in zip(HONOUR_KANJI + "發", [*range(41, 48), 46], strict=True)}
)
_TILE: Final = "[1-9][mps]|5[MPS]|[東南西北白発發中]"

START_LINE: Final = re.compile(r"={3,}(.*?)開始([^=]*(?:=(?!==)[^=]*)*)")
TENHOU_TITLE: Final = re.compile(r"天鳳\s+L(\d{1,9})\s+(\S+)")
CONVERTED: Final = "変換"
"""How the title of a game begins that was converted from another format, and does not name Tenhou's rules; the text
that names its rules is behind it."""
PLAYERS_LINE: Final = re.compile(r"持点(\d{1,7})\s")
PLAYER: Final = re.compile(r"\[([1-4])\](.*?)\s+R(-?\d{1,6}|-)(?=\s|$)")
"""A player's number, name, and rating: a hyphen where a game of another format has none."""
HAND_LINE: Final = re.compile(r"([東南西北])([1-4])局\s*(\d{1,3})本場\(リーチ(\d{1,3})\)\s*(.*)")
DEALT_MARKS: Final = {
    f"[{number}{wind}]": (number, index, f"the tiles of {number}")
    for number in "1234"
    for index, wind in enumerate(WIND_KANJI)
}
"""How lines with the tiles dealt begin: the player's number, the wind, and what it is called."""
INDICATORS_LINE: Final = re.compile(r"\[表ドラ\]\s*(\S*)\s*\[裏ドラ\]\s*(\S*)")
PLAYED_MARK: Final = "*"
"""The mark at the beginning of a line of actions."""
_MOST_ACTIONS: Final = 4096
_LONGEST_ACTION: Final = 12
PLAYER_NUMBERS: Final = "1234"
"""The numbers of the players."""
_ACTIONS: Final = "GdDNCKRA"
DRAWN_ACT: Final = 0
PLAYED_DRAWN_ACT: Final = 2
PON_ACT: Final = 3
CHI_ACT: Final = 4
KAN_ACT: Final = 5
DECLARED_ACT: Final = 6
WON_ACT: Final = 7
"""The kinds of actions, in the order of their letters; 1 is a discard of another tile than the one drawn."""
_TURN_KINDS: Final = _table({ord(letter): kind for kind, letter in enumerate(_ACTIONS[: PLAYED_DRAWN_ACT + 1], 1)})
"""The kinds of draws and discards by their letters, from 1."""
_WORD: Final = re.compile(r"\S+")
_ACTION: Final = re.compile(rf"([1-4])([{_ACTIONS}])((?:{_TILE})*)")
RESULTS_LINE: Final = re.compile(r"-{2,}\s*試合結果")
PLACE_LINE: Final = re.compile(r"([1-4])位\s+(.*?)\s+([+-]?\d{1,4}(?:\.\d)?)")
END_LINE: Final = re.compile(r"-{2,}.*終了")
_FU: Final = re.compile(r"(\d{2,3})符")
_HAN: Final = re.compile(r"(?<!\d)([1-9一二三四])飜")
_POINTS: Final = re.compile(r"(\d{3,6})点")
_WON: Final = re.compile(r"(.*?)(?:ロン|ツモ)(?=\s|$)(.*)")
_YAKU: Final = re.compile(r"\s*(\S.*?)(\d{1,2})(?=\s|$)")

_DRAWS: Final = {
    "四家リーチ": FOUR_RIICHI, "三家リーチ": UNSPECIFIED, "二家和": UNSPECIFIED, "九種公九牌倒牌": NINE_TERMINALS,
    "九種公九牌": NINE_TERMINALS,
}  # fmt: skip
_FOUR_KANS: Final = "四槓"
"""Draws as Tonpuso writes them, four kans in several ways; those of three players alone have no type of their own."""
_NORTH_ASIDE: Final = "北"
"""Norths set aside, which count as dora, as Tenhou writes them among the yaku."""
_LIMITS: Final = (
    ("ハネ満貫", "跳満"), ("ハネ満", "跳満"), ("はね満", "跳満"), ("３倍満", "三倍満"), ("3倍満", "三倍満"),
)  # fmt: skip
"""Limits as Tonpuso writes them, and as Tenhou does."""


def decoded(data: bytes) -> str:
    """The text of an input, in UTF-8 where its first line is; else in cp932."""
    first = HEAD_PATTERN.search(data)
    return data.decode("utf-8" if BEGINS.encode() in (first[0] if first else data) else "cp932", "replace")


def _tile_at(text: str, at: i64, size: i64) -> tuple[i64, i64]:
    """The code of the tile at a position, NO_CODE if it is none, and the position behind it. size: of the text."""
    sign: i64 = ord(text[at])
    number: i64 = sign - _ZERO
    end = at + 1
    code: i64 = NO_CODE
    if 1 <= number <= 9:
        if end < size:
            sign = 16 * ord(text[end]) + number
            end += 1
            if sign < len(_SUITED):
                code = _SUITED[sign]
    elif sign < len(_HONOURS):
        code = _HONOURS[sign]
    return code, end


def tile_codes(text: str, what: str) -> list[TileCode]:
    """The codes of tiles that are written one behind the other. Raises ReadError. what: which tiles these are."""
    codes: list[TileCode] = []
    at: i64 = 0
    size: i64 = len(text)
    while at < size:
        code, at = _tile_at(text, at, size)
        if code == NO_CODE:
            raise ReadError("", f"{what}: expected tiles such as 1m5P東, not {text[:40]!r}")
        codes.append(code)
    return codes


class TextAction:
    """An action as written. player: whose, from 0. kind: what it is. codes: of its tiles; code: of one, or NO_CODE."""

    def __init__(self, player: int, kind: int, codes: tuple[TileCode, ...]) -> None:
        self.player = player
        self.kind = kind
        self.codes = codes
        self.code: TileCode = codes[0] if len(codes) == 1 else NO_CODE


_known_actions: Final[BoundedCache[str, TextAction]] = BoundedCache(_MOST_ACTIONS)
"""Actions by their text."""


def turn_at(text: str, at: i64, size: i64) -> tuple[i64, i64, i64, i64]:
    """The player, kind and code of the draw or discard at a position, NO_CODE if it is none, and where it ends.

    Nine of ten actions are read so, where they stand; `action_at` reads all where this is not compiled. size: of text.
    """
    if not IS_COMPILED or at + 2 >= size:
        return 0, 0, NO_CODE, at
    player: i64 = ord(text[at]) - _ONE
    letter: i64 = ord(text[at + 1])
    kind: i64 = _TURN_KINDS[letter] if letter < len(_TURN_KINDS) else 0
    code, end = _tile_at(text, at + 2, size)
    if kind == 0 or not 0 <= player < SEATS or (end < size and ord(text[end]) != _SPACE):
        code = NO_CODE
    return player, kind - 1, code, end


def action_at(text: str, start: int) -> tuple[str, TextAction | None, int]:
    """The text of the next action from a position on, "" if none is left; itself, None if it is none; and its end."""
    end = text.find(" ", start, start + _LONGEST_ACTION + 1)
    word = text[start : end if end >= 0 else start + _LONGEST_ACTION + 1]
    if (action := _known_actions.entries.get(word)) is not None:
        return word, action, start + len(word)
    found = _WORD.search(text, start)  # after any white space, and before any
    if found is None:
        return "", None, len(text)
    return found[0], _action_of(found[0]), found.end()


def _action_of(text: str) -> TextAction | None:
    """The action of a text such as ``1G5P``, which is known from now on; None for any other text."""
    if (found := _ACTION.fullmatch(text) if len(text) <= _LONGEST_ACTION else None) is None:
        return None
    codes = tuple(tile_codes(found[3], "an action"))
    action = TextAction(PLAYER_NUMBERS.index(found[1]), _ACTIONS.index(found[2]), codes)
    _known_actions.add(text, action)
    return action


def draw_named(text: str) -> str:
    """The type of the draw that a line names; "" where it names none."""
    word = text.split()[0] if text.split() else ""
    if word.startswith(_FOUR_KANS):
        return FOUR_KANS
    return _DRAWS.get(word) or draw_type(word) or (UNSPECIFIED if word and not parts_of_win(text) else "")


def parts_of_win(text: str) -> tuple[str, str] | None:
    """The value and the yaku of a line such as ``30符1000点1飜ロン 断幺九1``; None for a line of another kind."""
    if (found := _WON.fullmatch(text)) is None:
        return None
    value = found[1]
    for word, usual in _LIMITS:
        value = value.replace(word, usual)
    return value, found[2].strip()


def value_in(text: str, *, is_tsumo: bool) -> tuple[Fu, Han, LimitNumber, Points]:
    """The fu, han, limit and points of ``30符1000点1飜``; not a self-draw's points, whose meaning is not certain."""
    fu, han, points = _FU.search(text), _HAN.search(text), _POINTS.search(text)
    of_ron = NOT_RECORDED if points is None or is_tsumo else int(points[1])
    return int(fu[1]) if fu else NOT_RECORDED, int(numeric(han[1])) if han else NOT_RECORDED, limit_named(text), of_ron


@cache
def indicator_of(code: TileCode, players: int) -> TileCode:
    """The code of the indicator of a dora."""
    kind = KIND_OF_CODE[code]
    return next((one for one, of in KIND_OF_CODE.items() if dora_of(of, players) == kind), code)


def yaku_in(text: str) -> tuple[YakuHan, ...] | None:
    """The yaku with their han as Tenhou writes them, ``断幺九1 ドラ2``; None if the text holds anything else."""
    pairs: list[YakuHan] = []
    position = north = 0
    while found := _YAKU.match(text, position):
        position = found.end()
        if found[1] == _NORTH_ASIDE:
            north = int(found[2])
        else:
            pairs.append((yaku_number(found[1]), int(found[2])))
    if north:
        dora = sum([han for number, han in pairs if number == yaku.DORA])
        pairs = [pair for pair in pairs if pair[0] != yaku.DORA] + [(yaku.DORA, dora + north)]
    is_known = all([number != yaku.UNKNOWN_YAKU and number < yaku.ANY_SEAT_WIND for number, _ in pairs])
    return tuple(pairs) if pairs and is_known and not text[position:].strip() else None


_WinFacts = tuple[Fu, Han, LimitNumber, Points, tuple[YakuHan, ...] | None]


def _win_in(text: str, is_tsumo: bool) -> _WinFacts | None:
    parts = parts_of_win(text)
    return None if parts is None else (*value_in(parts[0], is_tsumo=is_tsumo), yaku_in(parts[1]))


_MOST_WINS: Final = 4096
_LONGEST_WIN: Final = 100
"""The most characters of a text that is cached."""
_known_win: Final = lru_cache(_MOST_WINS)(_win_in)
"""The same with a cache, for lines that recur."""


def win_in(text: str, is_tsumo: bool) -> _WinFacts | None:
    """The fu, han, limit, points and yaku of a line such as ``30符1000点1飜ロン 断幺九1``; None for another line."""
    return (_win_in if len(text) > _LONGEST_WIN else _known_win)(text, is_tsumo)
