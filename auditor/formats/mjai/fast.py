"""A cache of the mjai lines with a draw or a discard, which most lines are, by their text.

A line holds the seat, the tile and whether it was just drawn, so that few differ: known ones are not parsed again.
"""

from typing import Any, Final

from mypy_extensions import mypyc_attr

from auditor.events import NOT_RECORDED, SEATS, TEDASHI, TSUMOGIRI
from auditor.formats.format import BoundedCache
from auditor.formats.json_text import is_number
from auditor.formats.mjai.vocabulary import code_of
from auditor.units import Mark, SeatIndex, TileCode

_LONGEST_LINE: Final = 100
"""The most characters of a cached line: longer ones hold what a player was thinking, and do not recur."""
_MOST_LINES: Final = 4096


@mypyc_attr(acyclic=True)
class KnownTurn:
    """A draw or a discard: whether it is a draw, its seat, the code of its tile, and the mark of a discard."""

    def __init__(self, is_draw: bool, seat: SeatIndex, code: TileCode, mark: Mark) -> None:
        self.is_draw = is_draw
        self.seat = seat
        self.code = code
        self.mark = mark


_known_turns: Final[BoundedCache[str, KnownTurn]] = BoundedCache(_MOST_LINES)


def read(line: str) -> KnownTurn | None:
    """The draw or discard of a cached line; None for any other line."""
    return _known_turns.entries.get(line)


def learn(line: str, message: dict[str, Any]) -> None:
    """Cache a line if it is a draw or a discard without a fault. message: the line decoded."""
    kind, seat = message.get("type"), message.get("actor")
    if (kind != "tsumo" and kind != "dahai") or len(line) > _LONGEST_LINE:
        return
    code = code_of(message.get("pai"))
    if code is None or not is_number(seat) or not 0 <= seat < SEATS:
        return
    _known_turns.add(line, KnownTurn(kind == "tsumo", seat, code, mark_of(message.get("tsumogiri"))))


def mark_of(value: object) -> Mark:
    """The mark of a discard by its flag; NOT_RECORDED if the value is not a flag."""
    if not isinstance(value, bool):
        return NOT_RECORDED
    return TSUMOGIRI if value else TEDASHI
