"""How a record of the M-League's viewer is recognized."""

import re
from typing import Final

from auditor.formats.encodings import UTF8_MARK

NAME: Final = "mleague"
PAGE_MARK: Final = b"UMP_PLAYER.init("
"""What a page with a record has in it."""

_COMMAND: Final = rb'^\[\s*\{[^{}\[\]]*"cmd"\s*:\s*"(?:area|player|gamestart|kyokustart)"'


def matches(head: bytes) -> bool:
    """Whether the first bytes of an input are those of an array of commands."""
    head = head.removeprefix(UTF8_MARK).lstrip()
    return head.startswith(b"[") and re.match(_COMMAND, head) is not None and b'"args"' in head
