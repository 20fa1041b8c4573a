"""Whether the readers run compiled: a pass over every byte, which is quickest there, is the slowest in plain Python."""

from types import FunctionType
from typing import Final


def _function() -> None: ...


IS_COMPILED: Final = not isinstance(_function, FunctionType)
"""Whether this module, and with it every reader, is compiled."""
