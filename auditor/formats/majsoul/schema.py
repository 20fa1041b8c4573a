# build: plain
"""The protobuf messages of Mahjong Soul's records, as far as they are used, described in ``schema.proto``.

Field numbers and names are the server's. Of types that look alike on the wire the cheapest is declared: the wrapper of
a record as a message that is decoded with its parent, packed flags and parts that are rarely needed as bytes. Fields
that are not named here are ignored.
"""

from functools import cache
from pathlib import Path
from typing import Any, Final

from auditor.core.reading.protobuf import class_in, decode_error, messages_in, pool_of

_PACKAGE: Final = "auditor.majsoul"

MESSAGES: Final = messages_in(Path(__file__).with_suffix(".proto"))
"""The fields of each message, by its name."""

RENAMED: Final = {"saltSha256": "salt_sha256"}
"""The server's names that are spelled differently here."""

PARTS: Final = {"liqi": "LiQiSuccess", "operation": "OptionalOperationList", "operations": "OptionalOperationList"}
"""The messages in fields that are declared as bytes here: parts of a record that are rarely needed."""


@cache
def message_class(name: str) -> Any:
    """The class of a message. The protobuf package is imported only where it is needed."""
    return class_in(_pool(), _PACKAGE, name)


@cache
def _pool() -> Any:
    return pool_of(_PACKAGE, MESSAGES, RENAMED)


def decoded(name: str, data: bytes) -> Any:
    """Decode a message of a name; None if that fails."""
    try:
        return message_class(name).FromString(data)
    except decode_error():
        return None
