"""Majiang paipu JSON."""

import re
from functools import partial
from typing import Final

from auditor.core.events import Game
from auditor.core.reading.format import UTF8_MARK, Format, read_by, write_by
from auditor.core.reading.stated_rules import MAJIANG, StatedRules, rules_by_text

NAME: Final = "majiang"

_LOG: Final = rb'"log"\s*:\s*\['
_EVENT: Final = rb'\{\s*"(?:qipai|zimo|dapai)"\s*:'
_ESCAPED: Final = re.compile(rb"\\u([0-9a-fA-F]{4})")
_SWITCH: Final = r'"(?:配給原点|順位点|赤牌|場数|[^"\s]{2,20}(?:あり|方式|許可レベル))"\s*:'

_WORDS_OF_SWITCHES: Final = "配給原点 順位点 赤牌 場数 あり 方式 許可レベル".encode().split()
"""Every match of a switch contains one of these; they are looked for first, since a failing search is slow."""


def matches(head: bytes) -> bool:
    """Whether the first bytes of an input look like this format: an object, or several, with a log of its events."""
    head = head.removeprefix(UTF8_MARK).lstrip()
    return head.startswith((b"{", b"[")) and re.search(_LOG, head) is not None and re.search(_EVENT, head) is not None


def is_rule_object(head: bytes) -> bool:
    """Whether a file that begins so is a rule object, which states the rules of games, and not a log."""
    head = head.removeprefix(UTF8_MARK).lstrip()
    head = _ESCAPED.sub(lambda one: chr(int(one[1], 16)).encode("utf-8", "replace"), head)
    if not head.startswith(b"{") or head.isascii() or re.search(_LOG, head) is not None:
        return False
    has_word = any([word in head for word in _WORDS_OF_SWITCHES])
    return has_word and re.search(_SWITCH, head.decode("utf-8", "replace")) is not None


def stated_rules(game: Game) -> StatedRules:
    """What a paipu says of its rules, by a rule text or an id alone, for its rule object is another file."""
    by_text = rules_by_text(game)
    return by_text if by_text.evidence else StatedRules(server=MAJIANG)


read = partial(read_by, "auditor.formats.majiang.reader")
write = partial(write_by, "auditor.formats.majiang.writer")
FORMAT: Final[Format] = Format(
    NAME, "Majiang paipu (JSON)", ".json", matches, read, write, stated_rules=stated_rules, is_companion=is_rule_object,
    richness=2, reds_by_rule=True, rule_object="auditor.formats.majiang.rules", seats_by_dealer=True,
)  # fmt: skip
