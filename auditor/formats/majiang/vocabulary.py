# build: hot
"""Converts tiles, hands and melds between Majiang's texts and the codes of `auditor.core.reading.copies`.

A tile is a suit letter and a digit, 0 for a red five: ``m1``, ``p0``, ``z7``. In a hand the letter is written once for
the digits that follow. In a meld a sign after the claimed digit says from whom: ``-`` the seat to the left,
``=`` across, ``+`` to the right.
"""

import re
from collections.abc import Sequence
from typing import Final

from mypy_extensions import i64

from auditor.core import yaku
from auditor.core.events import ADDED_KAN, CHI, CLOSED_KAN, EXHAUSTIVE, FOUR_KANS, OPEN_KAN, PON, TRIPLE_RON, Meld
from auditor.core.reading.copies import KIND_OF_CODE, NO_CODE, TEXT_OF_CODE
from auditor.core.reading.format import BoundedCache
from auditor.core.reading.result_words import DRAW_TEXT, YAKU_TEXT
from auditor.core.tiles import SUITS
from auditor.core.units import EventKind, Tile, TileCode

HIDDEN_SIGN: Final = "_"
TSUMOGIRI_SIGN: Final = "_"
RIICHI_SIGN: Final = "*"
SOURCE_MARKS: Final = " +=-"
"""The sign of a meld, by how many seats to the right the tile came from."""

TILE_TEXTS: Final = {code: text[1] + text[0] for code, text in TEXT_OF_CODE.items()}
"""Text of each code: its suit comes first."""

CODE_OF_TEXT: Final = {text: code for code, text in TILE_TEXTS.items()} | {"": NO_CODE, HIDDEN_SIGN: NO_CODE}
"""Code of each tile text; of a hidden tile too."""

_SUITS: Final = bytes([SUITS.find(chr(sign)) + 1 for sign in range(256)])
"""For each sign the number of the suit whose letter it is, from 1; 0 for any other sign."""
_CODES_OF_DIGITS: Final = bytes(
    [CODE_OF_TEXT.get(f"{suit}{digit}", NO_CODE) for suit in f" {SUITS}" for digit in range(10)]
)
"""Code of each digit by ten times the number of its suit and itself; NO_CODE where there is no such tile."""
_HIDDEN: Final = ord(HIDDEN_SIGN)
_ZERO: Final = ord("0")

IS_DRAWN: Final = 64
IS_RIICHI: Final = 128
CODE_BITS: Final = 63

DISCARDS: Final = {
    f"{text}{drawn}{riichi}": code + (IS_DRAWN if drawn else 0) + (IS_RIICHI if riichi else 0)
    for code, text in TILE_TEXTS.items() for drawn in ("", TSUMOGIRI_SIGN) for riichi in ("", RIICHI_SIGN)
}  # fmt: skip
"""Code of each text of a discard, with the bits IS_DRAWN (tsumogiri) and IS_RIICHI."""

_MELD: Final = re.compile(r"([mpsz])(\d{1,4})([-+=]?)(\d{0,3})")
_MOST_MELDS: Final = 5000


class WrittenMeld:
    """A meld as written. tile: code of the claimed tile, of the one added to a pon, or of the first of a closed kan.

    own: codes of the others. steps: how many seats to the caller's right the claimed tile came from; 0 for none.
    """

    def __init__(self, kind: EventKind, tile: TileCode, own: tuple[TileCode, ...], steps: int) -> None:
        self.kind = kind
        self.tile = tile
        self.own = own
        self.steps = steps


_written_melds: Final[BoundedCache[str, WrittenMeld]] = BoundedCache(_MOST_MELDS)
"""Melds read before, by their text."""


def written_meld(text: str) -> WrittenMeld:
    """Parse a meld. Raises ValueError for a wrong form; whether its tiles can be a meld is not checked."""
    if (meld := _written_melds.entries.get(text)) is None:
        meld = _parse_meld(text)
        _written_melds.add(text, meld)
    return meld


def _parse_meld(text: str) -> WrittenMeld:
    if (found := _MELD.fullmatch(text)) is None:
        raise ValueError
    suit, before, sign, after = found[1], found[2], found[3], found[4]
    codes: list[TileCode] = []
    for digit in before + after:
        if (code := CODE_OF_TEXT.get(suit + digit)) is None:
            raise ValueError
        codes.append(code)
    claimed = len(before) - 1
    if sign == "":
        if len(codes) != 4:
            raise ValueError
        return WrittenMeld(CLOSED_KAN, codes[0], tuple(codes[1:]), 0)
    steps = SOURCE_MARKS.index(sign)
    if len(codes) == 4 and claimed == 2:
        return WrittenMeld(ADDED_KAN, codes[3], tuple(codes[:3]), steps)
    own = tuple(codes[:claimed] + codes[claimed + 1 :])
    if len(codes) == 4 and claimed == 3:
        return WrittenMeld(OPEN_KAN, codes[3], own, steps)
    if len(codes) != 3:
        raise ValueError
    is_pon = len({KIND_OF_CODE[code] for code in codes}) == 1
    return WrittenMeld(PON if is_pon else CHI, codes[claimed], own, steps)


def hand_codes(text: str) -> list[TileCode]:
    """The codes of a hand's concealed tiles, in the order written; melds behind a comma are left out.

    Raises ValueError for text that is no hand.
    """
    codes: list[TileCode] = []
    letters = text.partition(",")[0].removesuffix(RIICHI_SIGN).encode()
    suit: i64 = 0
    at: i64
    for at in range(len(letters)):
        sign: i64 = letters[at]
        if _SUITS[sign]:
            suit = _SUITS[sign]
        elif sign == _HIDDEN:
            codes.append(NO_CODE)
        else:
            digit: i64 = sign - _ZERO
            code: TileCode = _CODES_OF_DIGITS[10 * suit + digit] if suit and 0 <= digit <= 9 else NO_CODE
            if code == NO_CODE:
                raise ValueError
            codes.append(code)
    return codes


def hand_melds(text: str) -> list[str]:
    """The texts of a hand's melds. A comma at the end, of a hand that has just called, adds none."""
    return [meld for meld in text.split(",")[1:] if meld]


def tile_text(tile: Tile, red_tiles: tuple[Tile, ...]) -> str:
    """A tile id as text; "" for a hidden one."""
    if tile < 0:
        return ""
    kind = tile >> 2
    return f"{SUITS[kind // 9]}{0 if tile in red_tiles else kind % 9 + 1}"


def hand_text(tiles: Sequence[Tile], red_tiles: tuple[Tile, ...]) -> str:
    """Tile ids as a hand, as in ``m123p406z11``: red fives before the others, hidden tiles last."""
    text = ""
    suit = ""
    known = sorted([tile for tile in tiles if tile >= 0], key=lambda tile: (tile >> 2, tile not in red_tiles))
    for tile in known:
        one = tile_text(tile, red_tiles)
        text += one if one[0] != suit else one[1]
        suit = one[0]
    return text + HIDDEN_SIGN * (len(tiles) - len(known))


def meld_text(meld: Meld, steps: int, red_tiles: tuple[Tile, ...]) -> str:
    """A meld as text; steps: how many seats to the right the claimed tile came from.

    Raises ValueError for hidden tiles, and for a claim from oneself.
    """
    tiles = meld.all_tiles()
    if any([tile < 0 for tile in tiles]) or (steps == 0 and meld.kind != CLOSED_KAN):
        raise ValueError("Majiang has no form for a meld of hidden tiles, or claimed from oneself")
    digits = {tile: tile_text(tile, red_tiles)[1] for tile in tiles}
    ordered = sorted(tiles, key=lambda tile: (tile >> 2, tile in red_tiles))
    suit = tile_text(tiles[0], red_tiles)[0]
    if meld.kind == CLOSED_KAN:
        return suit + "".join([digits[tile] for tile in ordered])
    if meld.kind == CHI:
        signed = [digits[tile] + (SOURCE_MARKS[steps] if tile == meld.tile else "") for tile in ordered]
        return suit + "".join(signed)
    ordered.remove(meld.tile)  # once, for a false claim may name a tile of the hand
    others = [digits[tile] for tile in ordered]
    if meld.kind == ADDED_KAN:
        return suit + "".join(others) + SOURCE_MARKS[steps] + digits[meld.tile]
    return suit + "".join(others) + digits[meld.tile] + SOURCE_MARKS[steps]


_OWN_YAKU: Final = {
    yaku.HAKU: "翻牌 白", yaku.HATSU: "翻牌 發", yaku.CHUN: "翻牌 中", yaku.DOUBLE_RIICHI: "ダブル立直",
    yaku.KOKUSHI_13: "国士無双十三面",
}  # fmt: skip

PAIPU_YAKU: Final = tuple([_OWN_YAKU.get(number, text) for number, text in enumerate(YAKU_TEXT)])
"""What Majiang writes for each yaku, by number."""

DRAW_NAMES: Final = DRAW_TEXT | {EXHAUSTIVE: "荒牌平局", FOUR_KANS: "四開槓", TRIPLE_RON: "三家和"}
"""What Majiang writes for each type of drawn hand."""

YAKU_OF_NAME: Final = {text: number for number, text in enumerate(YAKU_TEXT)} | {
    text: number for number, text in enumerate(PAIPU_YAKU)
}
"""The number of each yaku by its name, Majiang's or Tenhou's."""

DRAW_OF_NAME: Final = {text: kind for text_of in (DRAW_TEXT, DRAW_NAMES) for kind, text in text_of.items()}
"""The type of each drawn hand by its name, Majiang's, or Tenhou's as converters and older versions write it."""
