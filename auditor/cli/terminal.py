"""The terminal that the program writes to, if any."""

import shutil
from typing import TextIO


def terminal_width(stream: TextIO) -> int | None:
    """How many columns the terminal has that a stream writes to; None where it writes elsewhere."""
    return shutil.get_terminal_size().columns if stream.isatty() else None
