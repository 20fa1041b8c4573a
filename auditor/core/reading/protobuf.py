# build: plain
"""Classes of protobuf messages by ``.proto`` files; protobuf itself is imported only where it is needed."""

import re
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple


class MessageField(NamedTuple):
    """A field of a message. kind: its type, or that of an entry if it is repeated."""

    number: int
    kind: str
    name: str
    is_repeated: bool


_MESSAGE: Final = re.compile(r"^message (\w+) \{([^}]*)\}", re.MULTILINE)
_FIELD: Final = re.compile(r"^  (repeated )?(\w+) (\w+) = (\d+);", re.MULTILINE)

Messages = dict[str, tuple[MessageField, ...]]
"""The fields of each message, by its name."""


def messages_in(path: Path) -> Messages:
    """The messages that a ``.proto`` file describes."""
    messages = _MESSAGE.findall(path.read_text(encoding="utf-8"))
    fields_of = {name: _FIELD.findall(fields) for name, fields in messages}
    return {one: tuple([MessageField(int(n), k, f, bool(r)) for r, k, f, n in fields_of[one]]) for one in fields_of}


def class_in(pool: Any, package: str, name: str) -> Any:
    """The class of a message of a package, in a pool."""
    from google.protobuf import message_factory

    return message_factory.GetMessageClass(pool.FindMessageTypeByName(f"{package}.{name}"))


@cache
def decode_error() -> type[Exception]:
    """The exception that the classes raise for bytes that they cannot decode."""
    from google.protobuf.message import DecodeError

    error: type[Exception] = DecodeError
    return error


def pool_of(package: str, messages: Messages, renamed: dict[str, str] | None = None) -> Any:
    """A pool of messages, separate from others, so that no other program's description of the same interferes.

    renamed: the names that fields get in place of their own.
    """
    from google.protobuf import descriptor_pb2, descriptor_pool

    file = descriptor_pb2.FileDescriptorProto(name=f"{package}.proto", package=package, syntax="proto3")
    field = descriptor_pb2.FieldDescriptorProto
    scalars = {name: getattr(field, f"TYPE_{name.upper()}") for name in ("string", "bytes", "bool", "uint32", "int32")}
    for name, fields in messages.items():
        message = file.message_type.add(name=name)
        for one in fields:
            added = message.field.add(
                name=(renamed or {}).get(one.name, one.name),
                number=one.number,
                label=field.LABEL_REPEATED if one.is_repeated else field.LABEL_OPTIONAL,
            )
            if one.kind in scalars:
                added.type = scalars[one.kind]
            else:
                added.type, added.type_name = field.TYPE_MESSAGE, f".{package}.{one.kind}"
    pool = descriptor_pool.DescriptorPool()
    pool.AddSerializedFile(file.SerializeToString())
    return pool
