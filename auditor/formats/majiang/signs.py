"""How a paipu of Majiang's is recognized, and the rule object that may lie beside it."""

import re
from typing import Final

from auditor.formats.encodings import UTF8_MARK

NAME: Final = "majiang"

_LOG: Final = rb'"log"\s*:\s*\['
_EVENT: Final = rb'\{\s*"(?:qipai|zimo|dapai)"\s*:'
_SWITCH: Final = r'"(?:配給原点|順位点|赤牌|場数|[^"\s]{2,20}(?:あり|方式|許可レベル))"\s*:'

_WORDS_OF_SWITCHES: Final = tuple(
    [word.encode() for word in ("配給原点", "順位点", "赤牌", "場数", "あり", "方式", "許可レベル")]
)
"""Of which a switch holds one: a search for it takes long where none stands."""


def matches(head: bytes) -> bool:
    """Whether the first bytes of an input look like this format: an object, or several, with a log of its events."""
    head = head.removeprefix(UTF8_MARK).lstrip()
    return head.startswith((b"{", b"[")) and re.search(_LOG, head) is not None and re.search(_EVENT, head) is not None


def is_rule_object(head: bytes) -> bool:
    """Whether a file that begins so is a rule object, which says under what rules games were played, and no log."""
    head = head.removeprefix(UTF8_MARK).lstrip()
    if not head.startswith(b"{") or not any([word in head for word in _WORDS_OF_SWITCHES]):
        return False
    return re.search(_SWITCH, head.decode("utf-8", "replace")) is not None and re.search(_LOG, head) is None
