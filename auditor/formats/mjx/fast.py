# build: hot
"""Decodes a state but for its events, which a cache holds: most are a seat and a tile, so that few differ."""

import os
from typing import Any, Final

import msgspec

from auditor.core.events import Event
from auditor.core.reading.format import MOST_EVENTS, BoundedCache
from auditor.core.reading.json_text import UNREADABLE
from auditor.formats.mjx.hand import event_of
from auditor.formats.mjx.schema import EVENT_LIST, STATE, MjxEvent, MjxState

_KEY: Final = b'"events"'
_INSTEAD: Final = [MjxEvent(os.urandom(16).hex())]
"""What stands for the events, and in no log: where it is not in the public part, that holds others than were known."""
_INSTEAD_TEXT: Final = msgspec.json.encode(_INSTEAD)
_LONGEST_EVENT: Final = 80
_MOST_KNOWN: Final = 8192
_known: Final[BoundedCache[bytes, Event]] = BoundedCache(_MOST_KNOWN)


def decode(text: bytes) -> MjxState:
    """Decode a state as `STATE` does, errors included. Its events are as `event_of` gives them, where it does."""
    return _usual(text) or STATE.decode(text)


def _usual(text: bytes) -> MjxState | None:
    """A state with events; None if it is wrong, or written otherwise than programs write it."""
    start = text.find(b"[", text.find(_KEY))
    end = text.find(b"]", start)
    if not 0 < start < end:
        return None
    pieces = (b"," + text[start + 1 : end]).split(b"}")
    if pieces.pop() or len(pieces) > MOST_EVENTS:
        return None
    known = _known.entries
    try:
        events = [known.get(piece) or _learnt(piece) for piece in pieces]
        state = STATE.decode(text[:start] + _INSTEAD_TEXT + text[end + 1 :])
    except (*UNREADABLE, ValueError):
        return None
    public: Any = state.public_observation
    if public.events != _INSTEAD:
        return None
    public.events = events
    return state


def _learnt(piece: bytes) -> Event | MjxEvent:
    """The event of a piece: a comma, and its JSON without the last brace. Raises ValueError or one of `UNREADABLE`."""
    _, written = EVENT_LIST.decode(b"[{}" + piece + b"}]")
    event = event_of(written)
    if event is not None and len(piece) <= _LONGEST_EVENT:
        _known.add(piece, event)
    return event or written
