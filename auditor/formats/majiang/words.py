"""The words of Majiang: its yaku and drawn hands. Where it says what Tenhou says, Tenhou's words are taken."""

from typing import Final

from auditor import yaku
from auditor.events import EXHAUSTIVE, FOUR_KANS, TRIPLE_RON
from auditor.formats.tenhou6.names import DRAW_TEXT, YAKU_TEXT

_OWN_YAKU: Final = {
    yaku.HAKU: "翻牌 白",
    yaku.HATSU: "翻牌 發",
    yaku.CHUN: "翻牌 中",
    yaku.DOUBLE_RIICHI: "ダブル立直",
    yaku.KOKUSHI_13: "国士無双十三面",
}

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
