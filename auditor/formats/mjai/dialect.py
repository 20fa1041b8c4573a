"""What sets the programs that write mjai apart."""

import re


class Dialect:
    """What only the whole of an input tells.

    has_red: whether an input shows a red five. implies_deposits: whether its program leaves deposits out.
    """

    def __init__(self, text: str) -> None:
        self.has_red = re.search(r'"(5[mps]r|0[mps])"', text) is not None
        self.implies_deposits = '"reach_accepted"' not in text
