"""How an mjlog is recognized."""

from typing import Final

NAME: Final = "mjlog"
ROOT: Final = "mjloggm"
"""The outermost element."""
NEWLINE: Final = b"\n"
SPACE: Final = b" \t\r\n"


def matches(head: bytes) -> bool:
    """Whether data that begins with `head` (from its first visible character) is an mjlog."""
    return head.startswith(b"<") and b"<" + ROOT.encode() in head
