# build: plain
"""msgspec types of the JSON of M-League records, and where in a page it is."""

import re
from typing import Final

import msgspec

from auditor.core.reading.format import UTF8_MARK
from auditor.core.reading.json_text import as_strict

_PAGE_RECORD: Final = re.compile(rb"UMP_PLAYER\.init\([^']{0,64}'")
_PAGE_TEXT: Final = re.compile(rb"([^'\\]*+(?:\\.[^'\\]*+)*+)'", re.DOTALL)
_ESCAPED: Final = re.compile(rb"\\(['\"\\/])")


class Command(msgspec.Struct, gc=False):
    """A command and its texts. time is made up after the first, about a second a step; ids may repeat."""

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


def arrays_of(data: bytes) -> list[bytes]:
    """The JSON arrays of commands in an input: the input itself, or those in a page."""
    text = data.removeprefix(UTF8_MARK).strip()
    if text.startswith(b"["):
        return [text]
    arrays: list[bytes] = []
    call = _PAGE_RECORD.search(text)
    while call is not None and (array := _PAGE_TEXT.match(text, call.end())) is not None:
        arrays.append(_ESCAPED.sub(rb"\1", array[1]))
        call = _PAGE_RECORD.search(text, array.end())
    return arrays


COMMANDS: Final = msgspec.json.Decoder(list[msgspec.Raw])
COMMAND: Final = msgspec.json.Decoder(Command)
