# build: hot
"""Reads the hands of a game event by event, with a cache, where there is no white space in them.

Most events are draws and discards, a seat and a tile each, so that few differ: known ones are not decoded again.
"""

import re
from typing import Final

from msgspec.structs import astuple
from mypy_extensions import i64, mypyc_attr

from auditor.core.events import DISCARD, DRAW, NOT_RECORDED
from auditor.core.reading.format import IS_COMPILED, BoundedCache
from auditor.core.reading.json_text import UNREADABLE
from auditor.core.units import EventKind, HandIndex
from auditor.formats.majiang.schema import ENTRY_DECODER, Kaigang, PaipuEntry, PaipuWin, Pingju, Qipai
from auditor.formats.majiang.vocabulary import CODE_OF_TEXT, DISCARDS

_LOG: Final = re.compile(rb'"log"[ \t\r\n]*:[ \t\r\n]*\[[ \t\r\n]*')
_AFTER_HAND: Final = re.compile(rb"[ \t\r\n]*([,\]])[ \t\r\n]*")
_HAND_BEGINS: Final = b"[{"
_ENTRY_ENDS: Final = b"}}"
_LOG_ENDS: Final = b"]"
_COMMA: Final = b","
_LONGEST_ENTRY: Final = 40
"""The most bytes of an event that is cached."""
_MOST_ENTRIES: Final = 4096
NO_TILE_VALUE: Final = -1
KAN_DRAW: Final = -2
MELD: Final = -3
"""Kinds of events beside DRAW and DISCARD: the draw after a kan; a claim or a kan."""

_KEYS: Final = 3
"""Keys of most events, with that of the event itself."""
_KEYS_OF_DEAL: Final = 8
_KEYS_OF_INDICATOR: Final = 2
_KEYS_OF_DRAW: Final = 4
_KEYS_OF_WIN: Final = 8
"""Those that every win has."""


@mypyc_attr(acyclic=True)
class KnownEntry:
    """An event as it is written.

    kind: DRAW, DISCARD, KAN_DRAW, MELD, or NOT_RECORDED for any other. wind: the seat's. text: of its tile or meld.
    value: what `CODE_OF_TEXT` or `DISCARDS` has of the tile, NO_TILE_VALUE if it is none. keys: how many keys its JSON
    has where it has none but those that are read. colons: how many colons, 0 where only the hand as a whole was
    counted. piece: of a cached draw or discard, its JSON with the comma behind it. size: its bytes.
    """

    def __init__(self, written: PaipuEntry, colons: int = 0) -> None:
        self.kind: EventKind = NOT_RECORDED
        self.wind: i64 = 0
        self.value: i64 = NO_TILE_VALUE
        self.colons: i64 = colons
        self.keys: i64 = 0
        self.size: i64 = 0
        self.piece = b""
        # All at once, for one attribute of msgspec's takes as long as ten of a compiled class.
        drawn, discarded, called, own_kan, drawn_after, kaigang, qipai, hule, pingju = astuple(written)
        self.kaigang: Kaigang | None = kaigang
        self.qipai: Qipai | None = qipai
        self.hule: PaipuWin | None = hule
        self.pingju: Pingju | None = pingju
        self.text = ""
        tile, meld = drawn or discarded or drawn_after, called or own_kan
        if tile is not None:
            self.kind = DRAW if drawn is not None else DISCARD if discarded is not None else KAN_DRAW
            self.wind, self.text = tile.l, tile.p
            self.value = (DISCARDS if self.kind == DISCARD else CODE_OF_TEXT).get(self.text, NO_TILE_VALUE)
        elif meld is not None:
            self.kind, self.wind, self.text = MELD, meld.l, meld.m
        self.keys = self._keys()

    def _keys(self) -> int:
        """How many keys the event has, with those of what is in it."""
        if self.qipai is not None and self.kind not in (DRAW, DISCARD):
            return _KEYS_OF_DEAL
        if self.kind != NOT_RECORDED:
            return _KEYS
        if self.kaigang is not None:
            return _KEYS_OF_INDICATOR
        if self.hule is None:
            return _KEYS_OF_DRAW
        hule = self.hule
        yaku = hule.hupai or []
        optional = [hule.fu, hule.fanshu, hule.damanguan, *[one.baojia for one in yaku]]
        return _KEYS_OF_WIN + 2 * len(yaku) + len(optional) - optional.count(None)


_known_entries: Final[BoundedCache[bytes, KnownEntry]] = BoundedCache(_MOST_ENTRIES)

_TURN_SLOTS: Final = 4096
_turns: Final[list[KnownEntry | None]] = [None] * _TURN_SLOTS
"""Draws and discards by a few bytes of their JSON; the latest where several have the same place."""


class PaipuHand:
    """A hand as written. raw: its JSON. entries: its events, none where an error says why. colons: how many the JSON
    has. keys: how many it would have if it had no keys but those that are read."""

    def __init__(self, index: HandIndex) -> None:
        self.index = index
        self.raw = b""
        self.error: Exception | None = None
        self.entries: list[KnownEntry] = []
        self.colons: i64 = 0
        self.keys: i64 = 0


def read(text: bytes) -> tuple[bytes, list[PaipuHand]] | None:
    """The JSON of a game without its hands, and these; None where one is written otherwise, or has an error."""
    if (begins := _LOG.search(text)) is None:
        return None
    hands: list[PaipuHand] = []
    position = begins.end()
    while True:
        hand = _hand_at(text, position, len(hands))
        after = None if hand is None else _AFTER_HAND.match(text, position + len(hand.raw))
        if hand is None or after is None:
            return None
        hands.append(hand)
        position = after.end()
        if after[1] == _LOG_ENDS:
            return text[: begins.end()] + text[after.start() :], hands


def _hand_at(text: bytes, start: i64, index: HandIndex) -> PaipuHand | None:
    """The hand whose JSON begins at a position."""
    if text[start : start + 2] != _HAND_BEGINS:
        return None
    hand = PaipuHand(index)
    position = start + 1
    is_last = False
    while not is_last:
        entry = _turn_at(text, position) if IS_COMPILED else None
        if entry is not None:
            position += entry.size
        else:
            end = text.find(_ENTRY_ENDS, position) + len(_ENTRY_ENDS)
            entry = _entry(text[position:end]) if end > position else None
            sign = text[end : end + 1]
            is_last = sign == _LOG_ENDS
            if entry is None or not (is_last or sign == _COMMA):
                return None
            position = end + 1
        hand.entries.append(entry)
        hand.colons += entry.colons
        hand.keys += entry.keys
    hand.raw = text[start:position]
    return hand


def _turn_at(text: bytes, position: i64) -> KnownEntry | None:
    """The draw or discard whose JSON begins at a position, if it was met before; None for any other event.

    Nine of ten events are such, and no string is made of each to look it up.
    """
    if position + _LONGEST_ENTRY > len(text):
        return None
    turn = _turns[_slot(text, position)]
    return turn if turn is not None and text[position : position + turn.size] == turn.piece else None


def _slot(text: bytes, position: i64) -> i64:
    """The place in `_turns` of the JSON that begins at a position.

    Of ``{"zimo":{"l":0,"p":"m1"}}`` and ``{"dapai":{"l":0,"p":"m1_*"}}`` the seat is at 13 or 14, the tile with its
    marks from 20 on, by which these have different places.
    """
    seat: i64 = text[position + 13] + text[position + 14]
    tile: i64 = 3 * text[position + 20] + 61 * text[position + 21] + 17 * text[position + 22]
    return (seat + tile + 7 * text[position + 23] + 67 * text[position + 24]) & _TURN_SLOTS - 1


def _entry(piece: bytes) -> KnownEntry | None:
    """An event by its JSON; None if that is not of an event."""
    entry = _known_entries.entries.get(piece)
    if entry is not None:
        return entry
    try:
        entry = KnownEntry(ENTRY_DECODER.decode(piece), piece.count(b":"))
    except UNREADABLE:
        return None
    if len(piece) < _LONGEST_ENTRY:
        _known_entries.add(piece, entry)
        if entry.kind in (DRAW, DISCARD):
            entry.piece = piece + _COMMA
            entry.size = len(entry.piece)
            _turns[_slot(entry.piece.ljust(_LONGEST_ENTRY), 0)] = entry
    return entry
