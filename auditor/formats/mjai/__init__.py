"""mjai JSON Lines, and what they say of the rules."""

import re
from functools import partial
from typing import Final

from auditor.core.events import Game
from auditor.core.reading.format import Format, read_by, write_by
from auditor.core.reading.stated_rules import StatedRules, rules_by_text

NAME: Final = "mjai"
VIEWER_MARK: Final = b"allActions"
"""The variable of a page with a game, such as Mortal's log viewer."""
REPORT_KEY: Final = "mjai_log"
"""The key of the game in a report of mjai-reviewer."""
KYOKU_FIRST: Final = "kyoku_first"
"""The key of ``start_game``, and of `Game.attributes`, that says the length of a game."""
EAST_ONLY: Final = "4"
"""Its value for a game of the east wind alone."""
RULES: Final = "rules"
"""The key that holds the rules of a game, field by field (`rules.py`), as JSON among `Game.attributes`."""
PRESET: Final = "preset"
"""The key that names them."""
TYPES: Final = (
    b"start_game", b"start_kyoku", b"tsumo", b"dahai", b"chi", b"pon", b"daiminkan", b"ankan", b"kakan", b"kita",
    b"nukidora", b"reach", b"reach_accepted", b"dora", b"hora", b"ryukyoku", b"end_kyoku", b"end_game", b"none",
)  # fmt: skip
"""The types of events."""

_FIRST_TYPE: Final = rb'^[\[\s]*\{[^{}]*?"type"\s*:\s*"(\w+)"'


def matches(head: bytes) -> bool:
    """Whether the first bytes of an input look like this format."""
    found = re.match(_FIRST_TYPE, head)
    return found is not None and found[1] in TYPES


def stated_rules(game: Game) -> StatedRules:
    """What the header of an mjai log says of its rules, or its id where it is one of Mahjong Soul's."""
    if RULES in game.attributes:
        return StatedRules("the log's start_game states its rules", in_header=True)
    by_id = rules_by_text(game)
    if by_id.server or game.attributes.get(KYOKU_FIRST) != EAST_ONLY:
        return by_id
    return StatedRules(f"the log says {KYOKU_FIRST} {EAST_ONLY}, one wind", winds=1)


read = partial(read_by, "auditor.formats.mjai.reader")
write = partial(write_by, "auditor.formats.mjai.writer")
FORMAT: Final[Format] = Format(
    NAME, "mjai (JSON Lines)", ".mjson", matches, read, write, stated_rules=stated_rules, is_joinable=True,
    page_mark=VIEWER_MARK, report_key=REPORT_KEY, richness=1, turns_differ=True, rules="auditor.formats.mjai.rules",
    holds_any_play=True,
)  # fmt: skip
