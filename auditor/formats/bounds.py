"""What no log of a game exceeds: a number beyond is a mistake, and is not read."""

from typing import Final

MOST_HANDS: Final = 1000
"""Hands of a game."""

MOST_COUNTERS: Final = 1000
"""Honba, and riichi sticks, on the table."""

MOST_HAN: Final = 1000
"""Han of a win or of a yaku, and fu."""

MOST_POINTS: Final = 10_000_000
"""Points of a seat, of a win or of a payment."""

MOST_EVENTS: Final = 1000
"""Events of a hand: twice and more as many as four seats and four kans can give."""

TOO_MANY_EVENTS: Final = f"expected at most {MOST_EVENTS} events in a hand"
