"""How a log of tenhou.net/6 is recognized. Patterns are compiled when they are first asked for, which few inputs do."""

import re
from typing import Final

from auditor.formats.encodings import UTF8_MARK

NAME: Final = "tenhou6"

ADDRESS: Final = rb"tenhou\.net/[0-9]/?\??#?json=(\S*)"
_LOG_KEY: Final = rb'"log"\s*:(?!\s*")'
_OTHER_KEY: Final = rb'"(title|rule|name|ref|ver|ratingc)"(?=\s*(?::|\Z))'
_ENOUGH_KEYS: Final = 2
"""So many of the other keys make JSON one of these logs whose hands stand further on; any program's may have one."""


def matches(head: bytes) -> bool:
    """Whether the first bytes of an input look like this format."""
    head = head.removeprefix(UTF8_MARK).lstrip()
    if head.startswith(b"{"):
        if re.match(rb'\{\s*"type"', head):
            return False
        return re.search(_LOG_KEY, head) is not None or len(set(re.findall(_OTHER_KEY, head))) >= _ENOUGH_KEYS
    return not head.startswith(b"<") and re.search(ADDRESS, head) is not None
