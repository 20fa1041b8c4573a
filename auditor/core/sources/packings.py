"""The packings of inputs, recognized by content: the one place to add an archive, a database or a compression."""

import io
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import BinaryIO, Final, NamedTuple

from auditor.core.sources import items, marks
from auditor.core.sources.addresses import ALL_WANTED, Selection, shown_name
from auditor.core.sources.items import Budget, BudgetError, InputItem, PackedMember, SourceProblem, UnpackProblem

Unpack = Callable[[BinaryIO, Budget, str, Selection], Iterator[PackedMember | UnpackProblem]]
"""Unpacks a stream, given from its start, within the budget. The string is the path of the file that the stream is (""
inside another packing); the selection says which members are wanted."""


class Packing(NamedTuple):
    """A packing. title: its usual name. matches: whether a stream with this head is one. unpack: see `Unpack`."""

    title: str
    matches: Callable[[bytes], bool]
    unpack: Unpack


def unpack_stream(
    path: str, member: str, stream: BinaryIO, budget: Budget, depth: int = 0, file: str = "",
    wanted: Selection = ALL_WANTED,
) -> Iterator[InputItem | SourceProblem]:  # fmt: skip
    """Yield every byte string in a stream, however it is packed.

    path, member: the name of the stream. budget: of the file; exceeding it is the last problem reported. depth: the
    number of packings around the stream. file: its path on disk, or "". wanted: which members to unpack.
    """
    try:
        stream, head = _with_head(stream, None if depth else budget)
        if (packing := next((one for one in PACKINGS if one.matches(head)), None)) is None:
            if not wanted:
                yield _leaf(path, member, stream, budget, depth)
        elif depth >= budget.limits.max_depth:
            yield SourceProblem(path, member, f"packed more than {budget.limits.max_depth} times over; not unpacked")
        else:
            yield from _unpacked(packing, path, member, stream, budget, depth, file, wanted)
    except BudgetError as error:
        error.member = error.member or member
        if depth:
            raise
        yield SourceProblem(path, error.member, str(error))
    except items.UnpackError as error:
        yield SourceProblem(path, member, str(error))


def _unpacked(
    packing: Packing, path: str, member: str, stream: BinaryIO, budget: Budget, depth: int, file: str, wanted: Selection
) -> Iterator[InputItem | SourceProblem]:
    """Yield the wanted members of a packing. Where several have the wanted name, only the first."""
    is_empty = True
    for inner in packing.unpack(stream, budget, file, wanted):
        if budget.is_spent:
            return
        is_empty = False
        budget.take_member()
        of_inner = wanted.for_member(inner.name)
        if of_inner is None or is_hidden(inner.name):
            continue
        name = _joined(member, inner.name)
        if isinstance(inner, UnpackProblem):
            yield SourceProblem(path, name, inner.message)
        else:
            yield from unpack_stream(path, name, inner.stream, budget, depth + 1, wanted=of_inner)
        if wanted and shown_name(inner.name) == wanted.name:
            return
    if is_empty and not wanted and wanted.piece is None:
        yield SourceProblem(path, member, f"the {packing.title} holds no log")


def _with_head(stream: BinaryIO, budget: Budget | None) -> tuple[BinaryIO, bytes]:
    """The stream, rewound or buffered, and its first bytes. budget: of a file whose size only reading it reveals."""
    if stream.seekable():
        head = stream.read(marks.MAGIC_BYTES)
        stream.seek(0)
        return stream, head

    def part(most: int) -> bytes:
        data = stream.read(most)
        if budget is not None:
            budget.packed += len(data)
        return data

    from auditor.core.sources.streams import forward

    reader = forward(part)
    return reader, reader.peek(marks.MAGIC_BYTES)[: marks.MAGIC_BYTES]


def _leaf(path: str, member: str, stream: BinaryIO, budget: Budget, depth: int) -> InputItem | SourceProblem:
    """Read a stream that is not packed. Raises BudgetError."""
    size = 0
    if stream.seekable():
        size = stream.seek(0, io.SEEK_END)
        stream.seek(0)
    data = b"" if size > budget.limits.max_bytes else stream.read(budget.limits.max_bytes + 1)
    if message := budget.limits.excess_message(max(size, len(data))):
        return SourceProblem(path, member, message)
    if not data:
        return SourceProblem(path, member, "the file is empty" if depth == 0 else "empty once unpacked", is_empty=True)
    item = InputItem(path, member, data)
    item.budget = budget
    return item


def _joined(outer: str, name: str) -> str:
    """The name of a member within an outer one."""
    shown = shown_name(name)
    return f"{outer}/{shown}" if outer and shown else outer or shown


def is_hidden(name: str) -> bool:
    """Whether a member is hidden, or was added to the archive by a file system (``__MACOSX``)."""
    parts = name.split("/")
    return "__MACOSX" in parts or any([part.startswith(".") and part not in (".", "..") for part in parts])


def holds_archive(head: bytes, stream: BinaryIO) -> bool:
    """Whether compressed data is packed again inside. head: its first bytes; stream: the rest."""
    if not marks.is_compressed(head):
        return False
    from auditor.core.sources.streams import compression_of

    compression = compression_of(head)
    data = head + stream.read(8 * marks.MAGIC_BYTES)
    return compression is not None and marks.is_packed(compression.head(data, marks.MAGIC_BYTES))


def _decompressed(title: str) -> Unpack:
    def unpack(
        stream: BinaryIO, budget: Budget, file: str, wanted: Selection
    ) -> Iterator[PackedMember | UnpackProblem]:
        from auditor.core.sources.streams import COMPRESSIONS

        return next(one for one in COMPRESSIONS if one.title == title).unpack(stream, budget, file, wanted)

    return unpack


def _by(module: str, function: str) -> Unpack:
    """A function of another module of this package, which loads where a packing of its kind is met."""

    def unpack(
        stream: BinaryIO, budget: Budget, file: str, wanted: Selection
    ) -> Iterator[PackedMember | UnpackProblem]:
        unpacked: Unpack = getattr(import_module(f"{__package__}.{module}"), function)
        return unpacked(stream, budget, file, wanted)

    return unpack


def _refused(title: str) -> Unpack:
    def unpack(
        stream: BinaryIO, budget: Budget, file: str, wanted: Selection
    ) -> Iterator[PackedMember | UnpackProblem]:
        yield UnpackProblem("", f"{title} archives are not read; unpack it first")

    return unpack


def _marked(starts: tuple[bytes, ...]) -> Callable[[bytes], bool]:
    return lambda head: head.startswith(starts)


PACKINGS: Final = (
    *[Packing(f"{title} data", _marked(starts), _decompressed(title)) for title, starts in marks.COMPRESSED.items()],
    Packing("zip archive", marks.is_zip, _by("archives", "unpack_zip")),
    Packing("SQLite database", marks.is_database, _by("sqlite_archive", "unpack")),
    Packing("7z archive", _marked((marks.SEVEN_ZIP,)), _refused("7z")),
    Packing("RAR archive", _marked((marks.RAR,)), _refused("RAR")),
    Packing("tar archive", marks.is_tar, _by("archives", "unpack_tar")),
)
