"""The server's id of a game, found in the name of its file."""

import re
from typing import Final

_LOG_ID: Final = re.compile(r"(?<!\d)\d{8}(?:\d{2})?gm-[0-9a-f]{4}-[0-9A-Za-z]{4,}-x?[0-9a-f]{8,}(?![0-9a-f])")


def log_id_from_name(name: str) -> str:
    """The id in a file name, path or address such as ``2012110112gm-0009-7447-14ec5c8d&tw=1.mjlog``, or ""."""
    found = _LOG_ID.search(name)
    return found.group() if found else ""
