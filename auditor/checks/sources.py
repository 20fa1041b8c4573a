"""The texts that several checks cite."""

from typing import Final

TENHOU_MANUAL: Final = "https://tenhou.net/man/"
EMA_PLAY: Final = "EMA riichi rules, section 3.3 (the play)"
EMA_RIICHI: Final = "EMA riichi rules, section 3.3.12 (riichi)"
EMA_BETS: Final = "EMA riichi rules, sections 3.3.12 and 3.4.4 (riichi bets)"
EMA_END: Final = "EMA riichi rules, section 3.4 (end of a hand)"
EMA_EXHAUSTIVE: Final = "EMA riichi rules, section 3.4.2 (exhaustive draw)"
EMA_FURITEN: Final = "EMA riichi rules, section 3.4.5 (furiten)"
EMA_CONTINUING: Final = "EMA riichi rules, section 3.5 (continuing the game)"
EMA_SCORING: Final = "EMA riichi rules, section 4 (scoring)"
EMA_WINNING: Final = "EMA riichi rules, section 3.4 (end of a hand) and 4 (scoring)"
WIKI_RIICHI: Final = "https://riichi.wiki/Riichi"
WIKI_SCORING: Final = "https://riichi.wiki/Japanese_mahjong_scoring_rules"
ZH_NOTEN_RIICHI: Final = "zh.wikipedia: 立直 (不听立直)"
QUEBEC_REVERSE: Final = "French rules (Québec): L'envers de la médaille"
