"""Streams that are read once, from start to end, and the compressions that are taken off them."""

import io
import sys
import zlib
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, BinaryIO, Final, NamedTuple, Protocol

from auditor.sources.addresses import ALL_WANTED, Selection
from auditor.sources.items import MEBIBYTE, Budget, PackedMember, UnpackError, UnpackProblem, size_text

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer


CHUNK: Final = MEBIBYTE


class ForwardStream(io.RawIOBase):
    """What a function gives bit by bit: called with the most bytes wanted, it returns some, or none at the end.

    Every read is as full as it can be, so that what a stream begins with can be looked at whole.
    """

    def __init__(self, part: Callable[[int], bytes]) -> None:
        super().__init__()
        self.part = part

    def readable(self) -> bool:
        """Always."""
        return True

    def readinto(self, buffer: "WriteableBuffer", /) -> int:
        """Fill the buffer as far as there is something. Raises UnpackError."""
        view = memoryview(buffer).cast("B")
        filled = 0
        while filled < len(view) and (part := self.part(len(view) - filled)):
            view[filled : filled + len(part)] = part
            filled += len(part)
        return filled


def forward(part: Callable[[int], bytes]) -> io.BufferedReader:
    """A `ForwardStream` with a buffer."""
    return io.BufferedReader(ForwardStream(part), CHUNK)


def guarded(stream: BinaryIO, errors: tuple[type[Exception], ...], what: str) -> io.BufferedReader:
    """A stream whose errors of these kinds are raised as `UnpackError`: ``what: error``."""

    def part(most: int) -> bytes:
        try:
            return stream.read(most)
        except errors as error:
            raise UnpackError(f"{what}: {error_text(error)}") from None

    return forward(part)


def error_text(error: Exception) -> str:
    """An error of a library as part of a sentence."""
    text = str(error).strip().rstrip(".")
    return text[:1].lower() + text[1:] if text else type(error).__name__


_GZIP_FRAME: Final = 16 + zlib.MAX_WBITS
_PIECE: Final = 256 << 10
"""Compressed data is read in such pieces: what is left of one is copied for each part that ends in it."""
UNPACK_MEMORY: Final = 128 * MEBIBYTE
"""What a library may take for itself: the dictionaries of xz and LZMA. zstd stays within it by itself."""
_UNPACK_ERRORS: Final = (OSError, EOFError, MemoryError)
"""What unpacking raises besides the library's own error."""


class Decompressor(Protocol):
    """What the libraries have in common."""

    @property
    def eof(self) -> bool:
        """Whether the compressed data has ended."""

    @property
    def needs_input(self) -> bool:
        """Whether nothing more comes without more data."""

    @property
    def unused_data(self) -> bytes:
        """What follows the compressed data."""

    def decompress(self, data: bytes, max_length: int) -> bytes:
        """At most `max_length` bytes of what the data so far gives."""


class Inflate:
    """zlib's decompressor, with the manners of the others. frame: what is around the data, as zlib numbers it."""

    def __init__(self, frame: int = _GZIP_FRAME) -> None:
        self._inner = zlib.decompressobj(frame)

    @property
    def eof(self) -> bool:
        """Whether the data has ended."""
        return self._inner.eof

    @property
    def needs_input(self) -> bool:
        """Whether nothing more comes without more data."""
        return not self._inner.unconsumed_tail

    @property
    def unused_data(self) -> bytes:
        """What follows the data."""
        return self._inner.unused_data

    def decompress(self, data: bytes, max_length: int) -> bytes:
        """At most so much of what the data so far gives."""
        return self._inner.decompress(self._inner.unconsumed_tail + data, max_length)


class Library(NamedTuple):
    """What unpacks a compression. make: a decompressor for one part of data. error: raised for data that is none."""

    make: Callable[[], Decompressor]
    error: type[Exception]


def _gzip() -> Library:
    return Library(Inflate, zlib.error)


def bzip2() -> Library:
    """What unpacks bzip2."""
    import bz2

    return Library(bz2.BZ2Decompressor, OSError)


def _xz() -> Library:
    import lzma

    return Library(lambda: lzma.LZMADecompressor(memlimit=UNPACK_MEMORY), lzma.LZMAError)


def zstd() -> Library:
    """What unpacks zstd. Raises ImportError."""
    if sys.version_info >= (3, 14):
        from compression import zstd
    else:
        from backports import zstd
    return Library(zstd.ZstdDecompressor, zstd.ZstdError)


class Compression:
    """A way to compress, whose library is imported when such data is met.

    title: its name. marks: how its data begins. load: imports what unpacks it. needs: what people install to have that.
    """

    def __init__(self, title: str, marks: tuple[bytes, ...], load: Callable[[], Library], needs: str) -> None:
        self.title = title
        self.marks = marks
        self.load = load
        self.needs = needs

    def library(self) -> Library:
        """What unpacks the data. Raises UnpackError where that is not installed."""
        try:
            return self.load()
        except ImportError:
            raise UnpackError(f"{self.title} data is unpacked by {self.needs}, which is not installed") from None

    def matches(self, head: bytes) -> bool:
        """Whether data that begins so is compressed this way."""
        return head.startswith(self.marks)

    def head(self, data: bytes, most: int) -> bytes:
        """What compressed data that begins so holds at its beginning, as far as that can be known."""
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
        """The one thing in a compressed stream, and a fault for what follows it."""
        raw = _Unpacked(self, stream, budget)
        yield PackedMember("", forward(raw.part))
        if raw.is_followed:
            yield UnpackProblem("", f"what follows the {self.title} data is not {self.title}; it was left out")


class _Unpacked:
    """What a compressed stream gives, of any number of parts, zeros between them left out."""

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
        """Some bytes more; none at the end. Raises UnpackError."""
        while not self.has_ended:
            data = b""
            if self.decompressor.eof:
                data = self._next_part()
                if not data:
                    break
                self.budget.take_member()
                self.decompressor = self.library.make()
            elif self.decompressor.needs_input:
                data = self._read()
                if not data:
                    title = self.compression.title
                    raise UnpackError(
                        f"the {title} data ends early, after {self.consumed:,} bytes; the file is cut off"
                    )
            try:
                part = self.decompressor.decompress(data, most)
            except (self.library.error, *_UNPACK_ERRORS) as error:
                title = self.compression.title
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
        """The beginning of the next part of the compressed data; none where there is no other."""
        data = self.decompressor.unused_data.lstrip(b"\0")
        while not data:
            chunk = self._read()
            if not chunk:
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
    Compression("gzip", (b"\x1f\x8b",), _gzip, "zlib"),
    Compression("bzip2", tuple([b"BZh%d" % level for level in range(1, 10)]), bzip2, "Python's bz2"),
    Compression("xz", (b"\xfd7zXZ\x00",), _xz, "Python's lzma"),
    Compression("zstd", (b"\x28\xb5\x2f\xfd",), zstd, "backports.zstd"),
)
