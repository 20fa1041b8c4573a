"""Forward-only streams, and the decompression of their data."""

import io
import sys
import zlib
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, BinaryIO, Final, NamedTuple, Protocol

from auditor.core.sources.addresses import ALL_WANTED, Selection
from auditor.core.sources.items import MEBIBYTE, Budget, PackedMember, UnpackError, UnpackProblem, size_text
from auditor.core.sources.marks import COMPRESSED

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer


CHUNK: Final = MEBIBYTE


class ForwardStream(io.RawIOBase):
    """A stream over a function that is called with the most bytes wanted and returns some, or b"" at the end.

    Every read is as full as possible, so that the head of a stream can be inspected whole.
    """

    def __init__(self, part: Callable[[int], bytes]) -> None:
        super().__init__()
        self.part = part

    def readable(self) -> bool:
        """Always."""
        return True

    def readinto(self, buffer: "WriteableBuffer", /) -> int:
        """Fill the buffer as far as there is data. Raises UnpackError."""
        view = memoryview(buffer).cast("B")
        filled = 0
        while filled < len(view) and (part := self.part(len(view) - filled)):
            view[filled : filled + len(part)] = part
            filled += len(part)
        return filled


def forward(part: Callable[[int], bytes]) -> io.BufferedReader:
    """A buffered `ForwardStream`."""
    return io.BufferedReader(ForwardStream(part), CHUNK)


def guarded(stream: BinaryIO, errors: tuple[type[Exception], ...], what: str) -> io.BufferedReader:
    """Wrap a stream so that these errors are raised as `UnpackError`: ``what: error``."""

    def part(most: int) -> bytes:
        try:
            return stream.read(most)
        except errors as error:
            raise UnpackError(f"{what}: {error_text(error)}") from None

    return forward(part)


def error_text(error: Exception) -> str:
    """The message of a library's error, for use within a sentence."""
    text = str(error).strip().rstrip(".")
    return text[:1].lower() + text[1:] if text else type(error).__name__


_GZIP_FRAME: Final = 16 + zlib.MAX_WBITS
_PIECE: Final = 256 << 10
"""How much compressed data is read at once: the rest of it is copied for each compressed part that ends within it."""
UNPACK_MEMORY: Final = 128 * MEBIBYTE
"""The memory that a library may use: for the dictionaries of xz and LZMA. zstd stays within it by default."""
_UNPACK_ERRORS: Final = (OSError, EOFError, MemoryError)
"""Errors of decompression besides the library's own."""


class Decompressor(Protocol):
    """The interface that the decompressors have in common."""

    @property
    def eof(self) -> bool:
        """Whether the compressed data has ended."""

    @property
    def needs_input(self) -> bool:
        """Whether more compressed data is needed to go on."""

    @property
    def unused_data(self) -> bytes:
        """The bytes after the compressed data."""

    def decompress(self, data: bytes, max_length: int) -> bytes:
        """Decompress data into at most `max_length` bytes."""


class Inflate:
    """zlib's decompressor with the interface of the others. frame: the container format, as zlib's ``wbits``."""

    def __init__(self, frame: int = _GZIP_FRAME) -> None:
        self._inner = zlib.decompressobj(frame)

    @property
    def eof(self) -> bool:
        """Whether the data has ended."""
        return self._inner.eof

    @property
    def needs_input(self) -> bool:
        """Whether more compressed data is needed to go on."""
        return not self._inner.unconsumed_tail

    @property
    def unused_data(self) -> bytes:
        """The bytes after the data."""
        return self._inner.unused_data

    def decompress(self, data: bytes, max_length: int) -> bytes:
        """Decompress data into at most `max_length` bytes."""
        return self._inner.decompress(self._inner.unconsumed_tail + data, max_length)


class Library(NamedTuple):
    """A decompression library. make: a decompressor for one part of data. error: raised for corrupt data."""

    make: Callable[[], Decompressor]
    error: type[Exception]


def bzip2() -> Library:
    """The library for bzip2."""
    import bz2

    return Library(bz2.BZ2Decompressor, OSError)


def _xz() -> Library:
    import lzma

    return Library(lambda: lzma.LZMADecompressor(memlimit=UNPACK_MEMORY), lzma.LZMAError)


def zstd() -> Library:
    """The library for zstd. Raises ImportError."""
    if sys.version_info >= (3, 14):
        from compression import zstd
    else:
        from backports import zstd
    return Library(zstd.ZstdDecompressor, zstd.ZstdError)


class Compression(NamedTuple):
    """A compression, whose library is imported only when needed.

    title: its name. marks: the magic bytes that its data begins with. load: imports the library. needs: its package.
    """

    title: str
    marks: tuple[bytes, ...]
    load: Callable[[], Library]
    needs: str

    def library(self) -> Library:
        """The library for this compression. Raises UnpackError where it is not installed."""
        try:
            return self.load()
        except ImportError:
            raise UnpackError(f"{self.title} data is unpacked by {self.needs}, which is not installed") from None

    def matches(self, head: bytes) -> bool:
        """Whether data with this head is compressed this way."""
        return head.startswith(self.marks)

    def head(self, data: bytes, most: int) -> bytes:
        """Decompress the head of compressed data, as far as possible."""
        try:
            library = self.library()
        except UnpackError:
            return b""
        try:
            return library.make().decompress(data, most)
        except (library.error, *_UNPACK_ERRORS):
            return b""

    def unpack(
        self, stream: BinaryIO, budget: Budget, file: str = "", wanted: Selection = ALL_WANTED
    ) -> Iterator[PackedMember | UnpackProblem]:
        """Yield the one member of a compressed stream, and a problem for trailing data of another kind."""
        raw = _Unpacked(self, stream, budget)
        yield PackedMember("", forward(raw.part))
        if raw.is_followed:
            yield UnpackProblem("", f"what follows the {self.title} data is not {self.title}; it was left out")


class _Unpacked:
    """Decompresses a stream of any number of concatenated parts, skipping zeros between them."""

    def __init__(self, compression: Compression, stream: BinaryIO, budget: Budget) -> None:
        self.compression = compression
        self.stream = stream
        self.budget = budget
        self.library = compression.library()
        self.decompressor = self.library.make()
        self.consumed = 0
        self.is_followed = False
        self.has_ended = False

    def part(self, most: int) -> bytes:
        """The next bytes; b"" at the end. Raises UnpackError."""
        while not self.has_ended:
            data = b""
            if self.decompressor.eof:
                if not (data := self._next_part()):
                    break
                self.budget.take_member()
                self.decompressor = self.library.make()
            elif self.decompressor.needs_input and not (data := self._read()):
                early = f"ends early, after {self.consumed:,} bytes; the file is cut off"
                raise UnpackError(f"the {self.compression.title} data {early}")
            try:
                part = self.decompressor.decompress(data, most)
            except (self.library.error, *_UNPACK_ERRORS) as error:
                title = self.compression.title
                # Only the words of lzma and zstd say which of their errors is that of a limit of memory.
                if isinstance(error, MemoryError) or "emory" in str(error):
                    size = size_text(UNPACK_MEMORY)
                    raise UnpackError(f"the {title} data asks for more than {size} to be unpacked; not read") from None
                message = f"the {title} data is corrupt (noticed within the first {self.consumed:,} bytes)"
                raise UnpackError(message) from None
            self.budget.take_bytes(len(part))
            if part:
                return part
        return b""

    def _next_part(self) -> bytes:
        """The beginning of the next compressed part; b"" where there is none."""
        data = self.decompressor.unused_data.lstrip(b"\0")
        while not data:
            if not (chunk := self._read()):
                break
            data = chunk.lstrip(b"\0")
        if data and len(data) < max([len(mark) for mark in self.compression.marks]):
            data += self._read()
        if data and not self.compression.matches(data):
            self.is_followed = True
            data = b""
        self.has_ended = not data
        return data

    def _read(self) -> bytes:
        data = self.stream.read(_PIECE)
        self.consumed += len(data)
        return data


COMPRESSIONS: Final = (
    Compression("gzip", COMPRESSED["gzip"], lambda: Library(Inflate, zlib.error), "zlib"),
    Compression("bzip2", COMPRESSED["bzip2"], bzip2, "Python's bz2"),
    Compression("xz", COMPRESSED["xz"], _xz, "Python's lzma"),
    Compression("zstd", COMPRESSED["zstd"], zstd, "backports.zstd"),
)


def compression_of(head: bytes) -> Compression | None:
    """The compression of data with this head, or None."""
    return next((one for one in COMPRESSIONS if one.matches(head)), None)
