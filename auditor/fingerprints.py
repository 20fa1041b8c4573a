"""By what a finding is known again: what is wrong, whose it is, and by which tiles.

Nothing of where it stands goes in, so that the same fault has the same fingerprint in a log that lost other hands or
events, has other names, or was written in another format. Two faults of one log may share one: whoever compares counts.
"""

import re
from hashlib import sha256
from typing import Final

from auditor.units import SeatIndex

DIGITS: Final = 16

_POINTS: Final = re.compile(r"[+-]?\d+(?: [+-]?\d+)*")
_TILES: Final = re.compile(r"[0-9][mpsz](?: [0-9][mpsz])*")


def fingerprint(
    check: str,
    seat: SeatIndex | None,
    act: str = "",
    tiles: tuple[str, ...] = (),
    from_seat: SeatIndex | None = None,
    expected: str | None = None,
    actual: str | None = None,
) -> str:
    """The fingerprint of a finding, in hexadecimal digits.

    check: its id. seat: whom it concerns. act: the kind of its event, as in `events.KIND_NAMES`; "" without one. tiles:
    of the event, and of a declaration those of its discard, as texts. from_seat: of a claim or ron, from whom.
    expected, actual: of the finding; only in what they differ goes in.
    """
    whose = ["" if one is None else str(one) for one in (seat, from_seat)]
    parts = [check, *whose, act, " ".join(sorted(tiles)), difference(expected or "", actual or "")]
    return sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:DIGITS]


def difference(expected: str, actual: str) -> str:
    """In what two short texts differ, where that can be told without the rest of the log; else "".

    Points: by how much. Tiles, and lists with commas: which are in one alone.
    """
    if _POINTS.fullmatch(expected) and _POINTS.fullmatch(actual):
        due, shown = [int(text) for text in expected.split()], [int(text) for text in actual.split()]
        if len(due) == len(shown):
            return " ".join([f"{of_log - of_rules:+d}" for of_rules, of_log in zip(due, shown, strict=True)])
    mark = " " if _TILES.fullmatch(expected) and _TILES.fullmatch(actual) else ", "
    if mark not in expected and mark not in actual and mark != " ":
        return ""
    return " ".join([f"-{term}" for term in _left(expected, actual, mark)] + _left(actual, expected, mark))


def _left(text: str, other: str, mark: str) -> list[str]:
    """The terms of a text that another has not, sorted."""
    return sorted(set(text.split(mark)) - set(other.split(mark)))
