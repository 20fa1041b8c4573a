"""The events of a hand out of its JSON.

Most are draws and discards, a seat and a tile each, so that few are different: those met are not decoded again.
"""

from typing import Final

from auditor.formats.format import BoundedCache
from auditor.formats.json_text import UNREADABLE
from auditor.formats.majiang.schema import ENTRY_DECODER, PaipuEntry

_BETWEEN_ENTRIES: Final = b"}},{"
"""What is between two events, where there is no white space; in a text it would leave a part with half a text."""
_LONGEST_ENTRY: Final = 40
"""Bytes of an event that is remembered."""
_MOST_ENTRIES: Final = 4096
_known_entries: Final[BoundedCache[bytes, PaipuEntry]] = BoundedCache(_MOST_ENTRIES)


def read(raw: bytes) -> list[PaipuEntry] | None:
    """The events of a hand that is written without white space; None for every other, and for one with an error."""
    if not raw.startswith(b"[{") or not raw.endswith(b"}}]"):
        return None
    entries: list[PaipuEntry] = []
    for part in raw[2:-3].split(_BETWEEN_ENTRIES):
        entry = _known_entries.entries.get(part)
        if entry is None:
            try:
                entry = _learnt(part)
            except UNREADABLE:
                return None
        entries.append(entry)
    return entries


def _learnt(part: bytes) -> PaipuEntry:
    """An event by what is between its braces."""
    entry: PaipuEntry = ENTRY_DECODER.decode(b"{%s}}" % part)
    if len(part) <= _LONGEST_ENTRY:
        _known_entries.add(part, entry)
    return entry
