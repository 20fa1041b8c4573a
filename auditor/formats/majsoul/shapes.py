# build: plain
"""msgspec types of the JSON that tools make of Mahjong Soul's records; fields not named here are ignored.

Field names are the server's. Parts of a record that are rarely needed, and records themselves, stay JSON text until
they are needed, so that one bad record costs only its own hand. Nothing in them refers back, so that the collector of
garbage need not look at them (``gc``): they are made in three quarters of the time.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, Final

import msgspec
from msgspec import Raw, field

from auditor.core.reading.protobuf import MessageField
from auditor.formats.majsoul.schema import MESSAGES, PARTS, RENAMED

_NOTHING: Final = Raw(b"")

NO_RECORD: Final = "?"
"""The name of an entry that is not a record."""


class JsonRecord(msgspec.Struct, gc=False):
    """A record as an entry of a list: `data`, and the name that is next to it or in it."""

    name: str = ""
    data: Raw = _NOTHING


class Action(msgspec.Struct, gc=False):
    """An entry of the second generation; only those that hold a record have a result."""

    result: JsonRecord | None = None


class JsonContents(msgspec.Struct, gc=False):
    """A ``GameDetailRecords``: actions in the second generation, records in the first."""

    actions: list[Raw] = []
    records: list[Raw] = []


class Data(msgspec.Struct, gc=False):
    """A wrapper, or a Node.js buffer, whose `data` are numbers; a string is base64."""

    data: JsonContents | list[int] | str | None = None


class Document(msgspec.Struct, gc=False):
    """A file: the response of the server, or what a tool made of it."""

    head: Raw = _NOTHING
    data: Data | str | None = None
    """A wrapper, a buffer, or the bytes in base64."""
    records: list[Raw] | None = None
    details: list[Raw] | None = None
    actions: list[Raw] | None = None
    """Of a tool that leaves out the head and what wraps the records."""


class UsualContents(msgspec.Struct, gc=False):
    """A ``GameDetailRecords`` whose entries have no fault, so that they are decoded with it."""

    actions: list[Action] = []
    records: list[JsonRecord] = []


class UsualData(msgspec.Struct, gc=False):
    """The wrapper of one."""

    data: UsualContents | None = None


class UsualDocument(msgspec.Struct, gc=False):
    """A `Document` without the bytes of its records, as browser scripts make it."""

    data: UsualData | None = None
    actions: list[JsonRecord] = []


class TypedItem(msgspec.Struct, gc=False):
    """The name of a record that contains its own name."""

    python: str = field(default="", name="@type")
    node: str = field(default="", name="__type")


class OldHands(msgspec.Struct, gc=False):
    """The fields of a ``RecordNewRound`` that an old client names differently."""

    tiles0: list[str] = []
    tiles1: list[str] = []
    tiles2: list[str] = []
    tiles3: list[str] = []
    begin_tiles0: list[str] = field(default_factory=list, name="begin_tiles[0]")
    begin_tiles1: list[str] = field(default_factory=list, name="begin_tiles[1]")
    begin_tiles2: list[str] = field(default_factory=list, name="begin_tiles[2]")
    begin_tiles3: list[str] = field(default_factory=list, name="begin_tiles[3]")

    def __post_init__(self) -> None:
        """Copy the hands from the old names."""
        if not self.tiles0:
            self.tiles0, self.tiles1, self.tiles2, self.tiles3 = (
                self.begin_tiles0, self.begin_tiles1, self.begin_tiles2, self.begin_tiles3,
            )  # fmt: skip


_SCALARS: Final[dict[str, tuple[Any, Any]]] = {
    "string": (str, ""), "bool": (bool, False), "uint32": (int, 0), "int32": (int, 0),
}  # fmt: skip
"""The Python type of each scalar type of the server, and the value of a missing field."""
_LIST: Final[Any] = list
_BASES: Final = {"RecordNewRound": (OldHands,)}


@cache
def _type_of(message: str) -> type[msgspec.Struct]:
    """A message of `schema` as a msgspec type."""
    fields = [(RENAMED.get(one.name, one.name), *_type_and_default(one)) for one in MESSAGES[message]]
    return msgspec.defstruct(message, fields, bases=_BASES.get(message), gc=False)


def _type_and_default(one: MessageField) -> tuple[Any, Any]:
    """The type of a field and its default, which is None for a part that the schema declares as bytes."""
    if one.kind == "bytes":
        part = _type_of(PARTS[one.name]) if one.name in PARTS else list[bool]
        return (_LIST[part] if one.is_repeated else part) | None, None
    kind, default = _SCALARS.get(one.kind) or (_type_of(one.kind), None)
    if one.is_repeated:
        return _LIST[kind], field(default_factory=list)
    return kind, field(default=default, name=one.name)


RECORDS: Final = {name: _type_of(name) for name in MESSAGES if name.startswith("Record") and name != "RecordGame"}
"""The type of each record by its name."""

DECODERS: Final[dict[str, Callable[[Any], Any]]] = {
    name: msgspec.json.Decoder(kind, strict=False).decode for name, kind in RECORDS.items()
}
"""Their decoders, which also accept numbers as strings and flags as numbers, as some tools write them."""
decode_action: Final = msgspec.json.Decoder(Action).decode
decode_item: Final = msgspec.json.Decoder(JsonRecord).decode
decode_type: Final = msgspec.json.Decoder(TypedItem).decode
decode_documents: Final = msgspec.json.Decoder(list[Raw]).decode
decode_usual_document: Final = msgspec.json.Decoder(UsualDocument).decode
decode_document: Final = msgspec.json.Decoder(Document).decode
