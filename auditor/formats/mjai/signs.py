"""How an mjai log is recognized."""

import re
from typing import Final

from auditor.formats.mjai.words import TYPES

_FIRST_TYPE: Final = rb'^[\[\s]*\{[^{}]*?"type"\s*:\s*"(\w+)"'


def matches(head: bytes) -> bool:
    """Whether the first bytes of an input look like this format."""
    found = re.match(_FIRST_TYPE, head)
    return found is not None and found[1] in TYPES
