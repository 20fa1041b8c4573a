"""Keys that stand twice in one JSON object, which decoders pass over in silence."""

import json


class _RepeatedError(Exception):
    """Carries the key out of the decoder."""


def repeated_key(text: str) -> str:
    """The first key that stands twice in one object of a JSON text; "" where none does."""
    try:
        json.loads(text, object_pairs_hook=_looked_at)
    except _RepeatedError as found:
        return str(found)
    except (ValueError, RecursionError):
        return ""
    return ""


def _looked_at(pairs: list[tuple[str, object]]) -> None:
    seen = set()
    for key, _ in pairs:
        if key in seen:
            raise _RepeatedError(key)
        seen.add(key)
