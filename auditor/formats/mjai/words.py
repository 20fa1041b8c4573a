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
)

HIDDEN: Final = "?"
LETTERS: Final = "ESWNPFC"
"""The honours, in the order of kinds."""

CALLS: Final = {"chi": CHI, "pon": PON, "daiminkan": OPEN_KAN}
DRAWS: Final = {
    "fanpai": EXHAUSTIVE,
    "exhaustive": EXHAUSTIVE,
    "howaipai": EXHAUSTIVE,
    "kyushukyuhai": NINE_TERMINALS,
    "sufonrenta": FOUR_WINDS,
    "suchareach": FOUR_RIICHI,
    "sukaikan": FOUR_KANS,
    "sanchaho": TRIPLE_RON,
    "nagashimangan": NAGASHI_MANGAN,
    "chombo": CHOMBO,
}
"""Reasons of drawn hands; of several for one draw, the first is written."""
