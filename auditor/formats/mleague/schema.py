# build: plain
"""msgspec types of the JSON of M-League records."""

from typing import Final

import msgspec

from auditor.core.reading.json_text import as_strict


class Command(msgspec.Struct, gc=False):
    """A command and its texts. time is made up, about a second a step; ids may repeat."""

    cmd: str
    args: list[str] = []
    id: str | int = ""
    time: str = ""


def loosely(raw: bytes) -> Command:
    """Decode a command with numbers without quotes, or null for missing values. Raises msgspec's errors."""
    value = msgspec.json.decode(raw)
    given = {key: one for key, one in value.items() if one is not None} if isinstance(value, dict) else value
    if isinstance(given, dict) and isinstance(given.get("args"), list):
        given["args"] = [str(as_strict(one)) if isinstance(one, int | float) else one for one in given["args"]]
    return msgspec.convert(given, Command)


COMMANDS: Final = msgspec.json.Decoder(list[msgspec.Raw])
COMMAND: Final = msgspec.json.Decoder(Command)
