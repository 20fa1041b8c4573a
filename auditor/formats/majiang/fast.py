"""The events of a hand out of its JSON.

Most are draws and discards, a seat and a tile each, so that few are different: those met are not decoded again.
"""

from typing import Final

from auditor.formats.json_text import UNREADABLE
from auditor.formats.majiang.schema import ENTRY_DECODER, HAND_DECODER, PaipuEntry

_BETWEEN_ENTRIES: Final = b"}},{"
"""What stands between two events, where there is no white space; in a text it would leave a part with half a text."""
_LONGEST_ENTRY: Final = 40
"""Bytes of an event that is remembered."""
_MOST_ENTRIES_KEPT: Final = 4096
_known_entries: Final[dict[bytes, PaipuEntry]] = {}


def entries_of(raw: bytes) -> list[PaipuEntry]:
    """The events of a hand. Raises what msgspec does."""
    if not raw.startswith(b"[{") or not raw.endswith(b"}}]"):
        return _all_of(raw)
    entries: list[PaipuEntry] = []
    for part in raw[2:-3].split(_BETWEEN_ENTRIES):
        entry = _known_entries.get(part)
        if entry is None:
            try:
                entry = _learnt(part)
            except UNREADABLE:
                return _all_of(raw)
        entries.append(entry)
    return entries


def _all_of(raw: bytes) -> list[PaipuEntry]:
    entries: list[PaipuEntry] = HAND_DECODER.decode(raw)
    return entries


def _learnt(part: bytes) -> PaipuEntry:
    """An event by what stands between its braces."""
    entry: PaipuEntry = ENTRY_DECODER.decode(b"{%s}}" % part)
    if len(part) <= _LONGEST_ENTRY:
        if len(_known_entries) >= _MOST_ENTRIES_KEPT:
            _known_entries.clear()
        _known_entries[part] = entry
    return entry
