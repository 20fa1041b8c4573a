"""What an input looks like: whether it is mjai, and what sets the programs that write it apart."""

import re
from typing import Final

from auditor.formats.mjai.words import TYPES

_FIRST_TYPE: Final = re.compile(rb'^[\[\s]*\{[^{}]*?"type"\s*:\s*"(\w+)"')


def matches(head: bytes) -> bool:
    """Whether the first bytes of an input look like this format."""
    found = _FIRST_TYPE.match(head)
    return found is not None and found[1] in TYPES


class Dialect:
    """What only the whole of an input tells.

    has_red: whether an input shows a red five. implies_deposits: whether its program leaves deposits out.
    """

    def __init__(self, text: str) -> None:
        self.has_red = re.search(r'"(5[mps]r|0[mps])"', text) is not None
        self.implies_deposits = '"reach_accepted"' not in text
