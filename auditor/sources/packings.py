"""What an input may be packed in, recognized by content: the one place to add an archive, a database, a compression."""

import io
import zlib
from collections.abc import Callable, Iterator
from typing import BinaryIO, Final

from auditor.sources.items import MEBIBYTE, Item, Limits, SourceProblem

HEAD_BYTES: Final = 512
"""How much of a stream a packing sees to recognize itself (the mark of a tar stands at 257)."""

_CHUNK: Final = MEBIBYTE
_GZIP_FRAME: Final = 16 + zlib.MAX_WBITS


class Packing:
    """A packing. title: what people call it. matches: whether a stream that begins with these bytes is one.

    unpack: from path, member and the seekable stream, at its start, to what is in it. A packing may hand what it holds
    back to `unpack_stream`, one level deeper.
    """

    def __init__(
        self,
        title: str,
        matches: Callable[[bytes], bool],
        unpack: Callable[[str, str, BinaryIO, Limits, int], Iterator[Item | SourceProblem]],
    ) -> None:
        self.title = title
        self.matches = matches
        self.unpack = unpack


def unpack_stream(
    path: str, member: str, stream: BinaryIO, limits: Limits, depth: int = 0
) -> Iterator[Item | SourceProblem]:
    """Every byte string in a seekable stream, whatever it is packed in. depth: packings around it so far."""
    head = stream.read(HEAD_BYTES)
    stream.seek(0)
    for packing in PACKINGS:
        if packing.matches(head):
            if depth >= limits.max_depth:
                yield SourceProblem(path, member, f"packed more than {limits.max_depth} times over; not unpacked")
            else:
                yield from packing.unpack(path, member, stream, limits, depth + 1)
            return
    size = stream.seek(0, io.SEEK_END)
    stream.seek(0)
    if size > limits.max_bytes:
        yield too_large(path, member, limits)
        return
    data = stream.read()
    if data:
        yield Item(path, member, data)
    else:
        yield SourceProblem(path, member, "the file is empty" if depth == 0 else "empty once unpacked")


def too_large(path: str, member: str, limits: Limits) -> SourceProblem:
    """The problem of an input larger than the limits allow."""
    return SourceProblem(path, member, f"larger than {_mebibytes(limits.max_bytes)}; not read")


def _is_gzip(head: bytes) -> bool:
    return head.startswith(b"\x1f\x8b")


def _unpack_gzip(
    path: str, member: str, stream: BinaryIO, limits: Limits, depth: int
) -> Iterator[Item | SourceProblem]:
    try:
        data, is_followed = gunzip(stream, limits)
    except GzipError as error:
        yield SourceProblem(path, member, str(error))
        return
    yield from unpack_stream(path, member, io.BytesIO(data), limits, depth)
    if is_followed:
        yield SourceProblem(path, member, "what follows the gzip data is not gzip; it was left out")


class GzipError(ValueError):
    """Gzip data that cannot or may not be decompressed; the message says why."""


def gunzip(stream: BinaryIO, limits: Limits) -> tuple[bytes, bool]:
    """Decompress gzip data of any number of parts; also whether anything but zeros follows the last.

    Raises GzipError for data that ends early, is corrupt, or is larger than the limits allow.
    """
    parts: list[bytes] = []
    read = size = 0
    decompressor = zlib.decompressobj(_GZIP_FRAME)
    pending = b""
    while True:
        if not pending:
            pending = stream.read(_CHUNK)
            read += len(pending)
            if not pending:
                raise GzipError(f"the gzip data ends early, after {read:,} bytes; the file is cut off")
        try:
            part = decompressor.decompress(pending, _CHUNK)
        except zlib.error:
            raise GzipError(f"the gzip data is corrupt (noticed within the first {read:,} bytes)") from None
        if part:
            parts.append(part)
            size += len(part)
            if size > limits.max_bytes:
                raise GzipError(f"more than {_mebibytes(limits.max_bytes)} once decompressed; not read")
            if size > limits.ratio_from and size > limits.max_ratio * read:
                raise GzipError(f"more than {limits.max_ratio} times its size once decompressed; not read")
        pending = decompressor.unconsumed_tail
        if decompressor.eof:
            pending = decompressor.unused_data.lstrip(b"\0")
            while not pending:
                chunk = stream.read(_CHUNK)
                if not chunk:
                    return b"".join(parts), False
                read += len(chunk)
                pending = chunk.lstrip(b"\0")
            if len(pending) < 2:
                pending += stream.read(1)
            if not _is_gzip(pending):
                return b"".join(parts), True
            decompressor = zlib.decompressobj(_GZIP_FRAME)


def _mebibytes(count: int) -> str:
    return f"{count // MEBIBYTE} MiB" if count >= MEBIBYTE else f"{count:,} bytes"


PACKINGS: Final = (Packing("gzip", _is_gzip, _unpack_gzip),)
