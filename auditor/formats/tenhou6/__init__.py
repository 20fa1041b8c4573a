"""The tenhou.net/6 JSON format.

The format records each seat's draws, claims and discards, not the order between seats, and does not distinguish the
copies of a tile: both are rebuilt (`turn_order`, `hand`). Two fields of a `Hand` say where that was not certain:
`order_is_certain`, false where more than one order explains it (the likeliest is taken), and `unexplained_from`, where
no order does (the events end where the longest one does).

Two marks are extensions of this project, for what Tenhou does not have: ``o`` instead of ``r`` before a declaration
tile (``o60``, ``o15``) is an open riichi; the result ``["チョンボ", [deltas]]`` is a hand annulled, with the penalty.
"""

import re
from functools import partial
from typing import Final

from auditor.core.events import NOT_RECORDED, Game
from auditor.core.reading.format import UTF8_MARK, Format, read_by, write_by
from auditor.core.reading.stated_rules import Phrase, StatedRules, rules_by_bits, rules_by_text

NAME: Final = "tenhou6"

_SITE: Final = b"tenhou.net/"
ADDRESS: Final = rb"tenhou\.net/[0-9]/?(?:\?[\w=&]{0,64})?#?json="
"""The part of a viewer's address before the log."""
REVIEW_MARK: Final = b"#kyoku-"
"""What every page has that mjai-reviewer writes: the address of a hand in it."""
SPLIT_LOGS: Final = "split_logs"
"""The key under which mjai-reviewer's reports hold a log for each hand."""
_HANDS: Final = rb'"log"\s*:\s*\[\s*\['
_OTHER_KEY: Final = rb'"(title|name)"\s*(?::\s*\[|\Z)|"(rule)"\s*(?::\s*\{|\Z)|"(ver|ratingc|ref|log)"\s*(?::|\Z)'
_OF_LOGS: Final = frozenset((b"title", b"name", b"rule", b"ratingc"))
_ENOUGH_KEYS: Final = 2
"""With this many other keys, one of which only these logs have, JSON is a log whose hands are further on, or missing:
other programs have a ``log``, a ``name`` and a ``title``, too, but of another type."""


def matches(head: bytes) -> bool:
    """Whether the first bytes of an input look like this format."""
    head = head.removeprefix(UTF8_MARK).lstrip()
    if head.startswith(b"{"):
        if re.match(rb'\{\s*"type"', head):
            return False
        if re.search(_HANDS, head) is not None:
            return True
        keys = {b"".join(found) for found in re.findall(_OTHER_KEY, head)}
        return len(keys) >= _ENOUGH_KEYS and not keys.isdisjoint(_OF_LOGS)
    return not head.startswith(b"<") and _SITE in head and re.search(ADDRESS, head) is not None


def stated_rules(game: Game) -> StatedRules:
    """What the header of a log says of its rules; if it was cut off before them, what its id says."""
    if game.rule_bits == NOT_RECORDED:
        return rules_by_text(game)
    return rules_by_bits(game.rule_bits, Phrase("id-says-go-type", number=game.rule_bits))


read = partial(read_by, "auditor.formats.tenhou6.reader")
write = partial(write_by, "auditor.formats.tenhou6.writer")
FORMAT: Final[Format] = Format(
    NAME, "tenhou.net/6 (JSON)", ".json", matches, read, write, stated_rules, page_mark=REVIEW_MARK,
    report_key=SPLIT_LOGS, is_split=True, richness=5, result_comes_first=True,
)  # fmt: skip
