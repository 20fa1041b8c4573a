# build: plain
"""Classes of protobuf messages by tables of their fields; protobuf itself is imported only where it is needed."""

from functools import cache
from typing import Any, NamedTuple


class MessageField(NamedTuple):
    """A field of a message. kind: its type, or that of an entry if it is repeated."""

    number: int
    kind: str
    name: str
    is_repeated: bool


def fields_in(described: str) -> tuple[MessageField, ...]:
    """Parse the description of a message's fields."""
    fields = [one.split() for one in described.split(", ")]
    return tuple([MessageField(int(n), kind.removeprefix("*"), name, kind[0] == "*") for n, kind, name in fields])


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


def pool_of(package: str, messages: dict[str, str], renamed: dict[str, str] | None = None) -> Any:
    """A pool of messages, separate from others, so that no other program's description of the same interferes.

    messages: the fields of each message: number, type (`*` for repeated) and name, separated by commas. renamed: the
    names that fields get in place of their own.
    """
    from google.protobuf import descriptor_pb2, descriptor_pool

    file = descriptor_pb2.FileDescriptorProto(name=f"{package}.proto", package=package, syntax="proto3")
    field = descriptor_pb2.FieldDescriptorProto
    scalars = {name: getattr(field, f"TYPE_{name.upper()}") for name in ("string", "bytes", "bool", "uint32", "int32")}
    for name, described in messages.items():
        message = file.message_type.add(name=name)
        for one in fields_in(described):
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
