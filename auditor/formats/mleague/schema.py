"""The JSON of an M-League record as types."""

from typing import Final

import msgspec


class Command(msgspec.Struct, gc=False):
    """A command and its texts. time is made up, about a second a step; ids may repeat."""

    cmd: str
    args: list[str]
    id: str | int = ""
    time: str = ""


COMMANDS: Final = msgspec.json.Decoder(list[msgspec.Raw])
COMMAND: Final = msgspec.json.Decoder(Command)
