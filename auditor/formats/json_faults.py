"""What msgspec raises for bytes that are no JSON, or not the JSON asked for, as text."""

from typing import Final

import msgspec

UNREADABLE: Final = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What a decoder of msgspec raises."""

_MALFORMED: Final = "JSON is malformed: "


def fault_text(error: Exception) -> str:
    """What is wrong, to stand behind a colon."""
    if isinstance(error, UnicodeDecodeError):
        return "it is not UTF-8 text"
    if isinstance(error, RecursionError):
        return "it is nested too deep"
    return str(error).removeprefix(_MALFORMED).replace("`", "")
