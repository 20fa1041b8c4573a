# build: compiled
"""The words of Riichi City's records: tiles, yaku, draws, actions, rooms."""

from typing import Final

from auditor.core import events, yaku
from auditor.core.errors import ReadError
from auditor.core.reading.copies import CODE_OF_FACE, NO_CODE
from auditor.core.units import TileCode

_RED: Final = 256
_SUIT_STEPS: Final = ((0, 20), (16, 30), (32, 10))
"""Where pin, sou and man begin, here and among the codes of `auditor.core.reading.copies`."""
_HONOURS: Final = (49, 65, 81, 97, 113, 129, 145)
"""East, south, west, north, white, green, red."""

CODE_OF_CARD: Final[dict[int, TileCode]] = (
    {own + number: code + number for own, code in _SUIT_STEPS for number in range(1, 10)}
    | {own: 41 + index for index, own in enumerate(_HONOURS)}
    | {_RED + own + 5: {20: 52, 30: 53, 10: 51}[code] for own, code in _SUIT_STEPS}
)
"""The tile codes of `auditor.core.reading.copies` by the record's numbers; 0, for no tile, is not among them."""
CARD_OF_CODE: Final[dict[TileCode, int]] = {code: card for card, code in CODE_OF_CARD.items()} | {NO_CODE: 0}

WIND_CARDS: Final = _HONOURS[:4]
"""The round winds."""

YAKU_OF_FANG: Final[dict[int, int]] = {
    0: yaku.RIICHI, 1: yaku.TSUMO, 2: yaku.IPPATSU, 3: yaku.RINSHAN, 4: yaku.HAITEI, 5: yaku.HOUTEI, 6: yaku.CHANKAN,
    7: yaku.CHUN, 8: yaku.HATSU, 9: yaku.HAKU, 10: yaku.ANY_ROUND_WIND, 11: yaku.ANY_SEAT_WIND, 12: yaku.IIPEIKOU,
    13: yaku.PINFU, 14: yaku.TANYAO, 15: yaku.DOUBLE_RIICHI, 16: yaku.TOITOI, 17: yaku.CHIITOITSU, 18: yaku.SANANKOU,
    19: yaku.SANKANTSU, 20: yaku.HONROUTOU, 21: yaku.CHANTA, 22: yaku.ITTSUU, 23: yaku.SANSHOKU_DOUJUN,
    24: yaku.SHOUSANGEN, 25: yaku.SANSHOKU_DOUKOU, 26: yaku.JUNCHAN, 27: yaku.HONITSU, 28: yaku.RYANPEIKOU,
    29: yaku.CHINITSU, 31: yaku.TENHOU, 32: yaku.CHIIHOU, 33: yaku.RENHOU, 34: yaku.KOKUSHI, 35: yaku.KOKUSHI_13,
    36: yaku.CHUUREN, 37: yaku.JUNSEI_CHUUREN, 38: yaku.SUUANKOU, 39: yaku.SUUANKOU_TANKI, 40: yaku.SUUKANTSU,
    41: yaku.CHINROUTOU, 42: yaku.TSUUIISOU, 43: yaku.DAISUUSHII, 44: yaku.SHOUSUUSHII, 45: yaku.DAISANGEN,
    46: yaku.RYUUIISOU, 47: yaku.RYUUIISOU, 49: yaku.RED_FIVE, 50: yaku.DORA, 51: yaku.URA_DORA, 55: yaku.DORA,
}  # fmt: skip
"""The yaku of each fang_type; 55, norths set aside, counts as dora. Other numbers are for rooms with special rules."""
OPEN_RIICHI_FANG: Final = 52
OPEN_DOUBLE_FANG: Final = 53
OPEN_FANGS: Final = {OPEN_RIICHI_FANG: yaku.RIICHI, OPEN_DOUBLE_FANG: yaku.DOUBLE_RIICHI}
"""Open riichi, which is listed instead of riichi."""
NAGASHI_FANG: Final = 30
NORTH_FANG: Final = 55
FANG_OF_YAKU: Final[dict[int, int]] = {number: fang for fang, number in reversed(YAKU_OF_FANG.items())}

START_EVENT: Final = 1
TURN_EVENT: Final = 2
OFFER_EVENT: Final = 3
ACTION_EVENT: Final = 4
END_EVENT: Final = 5
GAME_END_EVENT: Final = 6
INDICATORS_EVENT: Final = 7
RIICHI_ACCEPTED_EVENT: Final = 8
PASSED_EVENT: Final = 9
PAUSE_EVENT: Final = 10
RIICHI_WAITS_EVENT: Final = 11
"""The types of events."""

CHI_ACTIONS: Final = (2, 3, 4)
"""The claimed tile is the lowest, the middle or the highest of the run."""
PON_ACTION: Final = 5
OPEN_KAN_ACTION: Final = 6
RON_ACTION: Final = 7
CLOSED_KAN_ACTION: Final = 8
ADDED_KAN_ACTION: Final = 9
TSUMO_ACTION: Final = 10
DISCARD_ACTION: Final = 11
NINE_ACTION: Final = 12
NORTH_ACTION: Final = 13

OFFER_OF_ACTION: Final = {
    2: events.OFFERS_CHI_LOW, 3: events.OFFERS_CHI_MIDDLE, 4: events.OFFERS_CHI_HIGH, 5: events.OFFERS_PON,
    6: events.OFFERS_OPEN_KAN, 7: events.OFFERS_RON,
}  # fmt: skip
"""The offer that each number in an action_list means."""

ENDS_BY_RON: Final = 0
ENDS_BY_TSUMO: Final = 1
ENDS_BY_VOTE: Final = 8
ENDS_BY_FORCE: Final = 11
DRAW_OF_END: Final = {
    2: events.FOUR_WINDS, 3: events.FOUR_KANS, 4: events.FOUR_RIICHI, 5: events.TRIPLE_RON, 6: events.NINE_TERMINALS,
    7: events.EXHAUSTIVE, 9: events.CHOMBO, 10: events.CHOMBO,
}  # fmt: skip
"""The type of draw of each end_type; other ends of a hand (8: by a vote, 11: by force) annul it."""
END_OF_DRAW: Final = {draw: number for number, draw in reversed(DRAW_OF_END.items())} | {
    events.UNSPECIFIED: ENDS_BY_FORCE
}

RANKED_PLAY: Final = 1001
COMPETITION_PLAY: Final = 1002
FRIENDS_PLAY: Final = 1003


def code_of(card: int) -> TileCode:
    """The code of a tile by the record's number. Raises ReadError."""
    if (code := CODE_OF_CARD.get(card)) is None:
        raise ReadError("", f"expected the number of a tile, such as 37 or 293 for a five of man, not {card}")
    return code


def codes_of(cards: list[int]) -> list[TileCode]:
    """The codes of tiles."""
    return [code_of(card) for card in cards]


def wall_codes(text: str) -> list[TileCode]:
    """The codes of a wall's tiles; pairs of characters that name no tile are left out."""
    return [CODE_OF_FACE[text[at : at + 2]] for at in range(0, len(text) - 1, 2) if text[at : at + 2] in CODE_OF_FACE]
