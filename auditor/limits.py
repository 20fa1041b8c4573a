"""The limits of a hand's value, by number: none, mangan .. yakuman."""

from typing import Final

NO_LIMIT: Final = 0
MANGAN: Final = 1
HANEMAN: Final = 2
BAIMAN: Final = 3
SANBAIMAN: Final = 4
YAKUMAN: Final = 5

LIMIT_NAMES: Final = ("none", "mangan", "haneman", "baiman", "sanbaiman", "yakuman")
"""Name of each limit."""

LIMIT_BASE: Final[tuple[int, ...]] = (0, 2000, 3000, 4000, 6000, 8000)
"""Base points of each limit, a quarter of what another seat than the dealer gets for a ron."""
