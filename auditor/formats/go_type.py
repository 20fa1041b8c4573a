"""The bits of Tenhou's ``GO type``, which `Game.rule_bits` holds."""

from typing import Final

AGAINST_PEOPLE: Final = 0x0001
NO_RED_FIVES: Final = 0x0002
NO_OPEN_TANYAO: Final = 0x0004
EAST_AND_SOUTH: Final = 0x0008
THREE_PLAYERS: Final = 0x0010
FAST: Final = 0x0040
TABLE_CLASS: Final = 0x00A0
"""The bits of a table's class, 般, 上, 特 or 鳳."""
PARLOUR: Final = 0xFE00
"""The bits of rooms with house rules of their own (chips, other honba, kan dora at once)."""
