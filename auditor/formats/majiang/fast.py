"""Decodes the events of a hand, with a cache.

Most are draws and discards, a seat and a tile each, so that few differ: known ones are not decoded again.
"""

from typing import Final

from auditor.events import DISCARD, DRAW, NOT_RECORDED
from auditor.formats.format import BoundedCache
from auditor.formats.json_text import UNREADABLE
from auditor.formats.majiang.schema import ENTRY_DECODER, PaipuEntry
from auditor.formats.majiang.vocabulary import CODE_OF_TEXT, DISCARDS
from auditor.units import EventKind

_BETWEEN_ENTRIES: Final = b"}},{"
"""What separates two events, if there is no white space; if it were in a string, the parts could not be decoded."""
_LONGEST_ENTRY: Final = 40
"""The most bytes of an event that is cached."""
_MOST_ENTRIES: Final = 4096
NO_TILE_VALUE: Final = -1

_KEYS: Final = 3
"""Keys of most events, with that of the event itself."""
_KEYS_OF_DEAL: Final = 8
_KEYS_OF_INDICATOR: Final = 2
_KEYS_OF_DRAW: Final = 4
_KEYS_OF_WIN: Final = 8
"""Those that every win has."""


class KnownEntry:
    """An event: as it is written, and what is asked of a draw or a discard.

    kind: DRAW, DISCARD, or NOT_RECORDED for any other. wind: the seat's. text: the tile as written. value: what
    `CODE_OF_TEXT` or `DISCARDS` has of it, NO_TILE_VALUE if it is no tile. is_indicator: whether it turns an indicator.
    keys: how many keys its JSON has where it has none but those that are read. colons: how many colons, 0 where only
    the hand as a whole was counted.
    """

    def __init__(self, written: PaipuEntry, colons: int = 0) -> None:
        drawn = written.zimo
        tile = drawn or written.dapai
        self.written = written
        self.kind: EventKind = NOT_RECORDED if tile is None else DRAW if drawn is not None else DISCARD
        self.wind: int = 0 if tile is None else tile.l
        self.text: str = "" if tile is None else tile.p
        self.value: int = (CODE_OF_TEXT if self.kind == DRAW else DISCARDS).get(self.text, NO_TILE_VALUE)
        self.is_indicator = written.kaigang is not None
        self.keys = _KEYS if tile is not None else _keys_of(written)
        self.colons = colons


def _keys_of(written: PaipuEntry) -> int:
    """How many keys an event that is no draw and no discard has, with those of what is in it."""
    if written.qipai is not None:
        return _KEYS_OF_DEAL
    if written.gangzimo is not None or written.fulou is not None or written.gang is not None:
        return _KEYS
    if written.kaigang is not None:
        return _KEYS_OF_INDICATOR
    if written.hule is None:
        return _KEYS_OF_DRAW
    yaku = written.hule.hupai or []
    optional = (written.hule.fu, written.hule.fanshu, written.hule.damanguan, *[one.baojia for one in yaku])
    return _KEYS_OF_WIN + 2 * len(yaku) + sum([value is not None for value in optional])


_known_entries: Final[BoundedCache[bytes, KnownEntry]] = BoundedCache(_MOST_ENTRIES)


def read(raw: bytes) -> list[KnownEntry] | None:
    """The events of a hand that is written without white space; None for any other hand, and for one with an error."""
    if not raw.startswith(b"[{") or not raw.endswith(b"}}]"):
        return None
    entries: list[KnownEntry] = []
    for part in raw[2:-3].split(_BETWEEN_ENTRIES):
        entry = _known_entries.entries.get(part)
        if entry is None:
            try:
                entry = _learnt(part)
            except UNREADABLE:
                return None
        entries.append(entry)
    return entries


def _learnt(part: bytes) -> KnownEntry:
    """An event by what is between its braces."""
    entry = KnownEntry(ENTRY_DECODER.decode(b"{%s}}" % part), part.count(b":"))
    if len(part) <= _LONGEST_ENTRY:
        _known_entries.add(part, entry)
    return entry
