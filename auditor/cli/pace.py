"""How fast work goes and how long it will take, in words."""

from collections import deque
from typing import Final, NamedTuple

WINDOW: Final = 60.0
"""Seconds over which a pace is measured: work comes in bursts, and does not go as fast at its end as at its start."""

_MINUTE: Final = 60
_HOUR: Final = 3600


class Stand(NamedTuple):
    """How far a piece of work is.

    text: what is done, in words. done: how much of it, from 0 to 1; None where nobody knows. items: how many of what is
    counted by the second are done. unit: what that is called; "" to count nothing. found: told last.
    """

    text: str
    done: float | None
    items: int = 0
    unit: str = ""
    found: str = ""


class Pace:
    """Measures how fast work goes, at moments that are told to it, in seconds of any clock."""

    def __init__(self) -> None:
        self._moments: deque[tuple[float, float, int]] = deque()

    def line(self, seconds: float, stand: Stand) -> str:
        """The stand with its pace: ``12,300 of 20,000 logs (61 %), 115 games/s, 1 min left, 7 faults``."""
        self._moments.append((seconds, stand.done or 0.0, stand.items))
        while len(self._moments) > 2 and seconds - self._moments[1][0] >= WINDOW:
            self._moments.popleft()
        start, done, items = self._moments[0]
        taken = seconds - start
        parts = [stand.text + ("" if stand.done is None else f" ({min(int(100 * stand.done), 100)} %)")]
        if stand.unit and taken > 0 and stand.items > items:
            parts.append(f"{_rate((stand.items - items) / taken)} {stand.unit}/s")
        if stand.done is not None and taken > 0 and done < stand.done < 1:
            parts.append(f"{duration((1 - stand.done) * taken / (stand.done - done))} left")
        return ", ".join([*parts, *filter(None, [stand.found])])


def duration(seconds: float) -> str:
    """A time as people say it: ``5 s``, ``12 min``, ``2 h 5 min``."""
    if seconds < _MINUTE:
        return f"{max(round(seconds), 1)} s"
    minutes = round(seconds / _MINUTE)
    if minutes < _HOUR // _MINUTE:
        return f"{minutes} min"
    return f"{minutes // 60:,} h" + (f" {minutes % 60} min" if minutes % 60 else "")


def _rate(each_second: float) -> str:
    return f"{each_second:,.0f}" if each_second >= 10 else f"{each_second:.1f}"
