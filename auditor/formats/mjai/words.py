"""The words of mjai."""

from typing import Final

from auditor.events import (
    CHI,
    CHOMBO,
    EXHAUSTIVE,
    FOUR_KANS,
    FOUR_RIICHI,
    FOUR_WINDS,
    NAGASHI_MANGAN,
    NINE_TERMINALS,
    OPEN_KAN,
    PON,
    TRIPLE_RON,
    UNSPECIFIED,
)

NAME: Final = "mjai"
KYOKU_FIRST: Final = "kyoku_first"
"""The key of ``start_game``, and of `Game.attributes`, that tells the length of a game."""
EAST_ONLY: Final = "4"
LONGER: Final = "0"
"""Its values: a game of the east wind, and any other; the latter many always write."""

HIDDEN_TILE: Final = "?"
LETTERS: Final = "ESWNPFC"
"""The honours, in the order of kinds."""

TYPES: Final = (
    b"start_game", b"start_kyoku", b"tsumo", b"dahai", b"chi", b"pon", b"daiminkan", b"ankan", b"kakan", b"kita",
    b"nukidora", b"reach", b"reach_accepted", b"dora", b"hora", b"ryukyoku", b"end_kyoku", b"end_game", b"none",
)  # fmt: skip
"""The types of events."""
KAN_WORDS: Final = ("daiminkan", "ankan", "kakan")
CONSUMED: Final = {"chi": 2, "pon": 2, "daiminkan": 3, "ankan": 4, "kakan": 3}
"""How many tiles each call takes from the hand; of an added kan, the tiles of the pon."""
CLAIM_KINDS: Final = {"chi": CHI, "pon": PON, "daiminkan": OPEN_KAN}
DRAW_OF_REASON: Final = {
    "fanpai": EXHAUSTIVE,
    "kyushukyuhai": NINE_TERMINALS,
    "sufonrenta": FOUR_WINDS,
    "suchareach": FOUR_RIICHI,
    "sukaikan": FOUR_KANS,
    "sanchaho": TRIPLE_RON,
    "nagashimangan": NAGASHI_MANGAN,
    "chombo": CHOMBO,
}
"""Reasons of drawn hands as gimite's mjai server writes them, and for what it does not have a word like them."""

_OTHER_WORDS: Final = {
    EXHAUSTIVE: ("exhaustive", "exhaustivedraw", "howaipai", "howanpai", "huangpai", "ryukyoku", "ryuukyoku", "normal"),
    NINE_TERMINALS: ("kyushukyuhai", "kyuushukyuuhai", "kyuusyukyuuhai", "kyusyukyuhai", "9terminals"),
    FOUR_WINDS: ("sufonrenda", "sufuurenta", "sufuurenda", "suufonrenta", "suufonrenda", "suufuurenta", "suufuurenda"),
    FOUR_RIICHI: ("suchariichi", "suuchareach", "suuchariichi", "sucharichi"),
    FOUR_KANS: ("suukaikan", "sukansanra", "suukansanra", "sukansansen", "suukansansen", "sukantsusanra"),
    TRIPLE_RON: ("sanchahou", "sanchahoo", "sanchaho", "sancharon", "tripleron"),
    NAGASHI_MANGAN: ("nagashi", "nagashimangan", "ryukyokumangan"),
}
"""The words of other programs, which spell the same Japanese otherwise; case and what is no letter are passed over."""

_DRAW_OF_WORD: Final = DRAW_OF_REASON | {word: draw for draw, words in _OTHER_WORDS.items() for word in words}


def draw_of_word(word: object) -> str:
    """The draw type that a reason names, as in ``kyushu_kyuhai``; UNSPECIFIED for what is no such word."""
    if not isinstance(word, str):
        return UNSPECIFIED
    return _DRAW_OF_WORD.get("".join([one for one in word.lower() if one.isalnum()]), UNSPECIFIED)
