"""Zip and tar archives: their members in order, one at a time. Nothing is written to disk under a member's name."""

import io
import os
import re
import struct
import tarfile
import zlib
from collections.abc import Iterator
from itertools import islice
from typing import BinaryIO, Final, NamedTuple, cast

from auditor.core.sources import streams
from auditor.core.sources.addresses import ALL_WANTED, Selection
from auditor.core.sources.items import Budget, PackedMember, UnpackError, UnpackProblem, size_text
from auditor.core.sources.marks import ARCHIVE_ENDINGS, TAR_BLOCK, ZIP_MEMBER

_KINDS: Final = {
    tarfile.SYMTYPE: "a symbolic link", tarfile.LNKTYPE: "a hard link", tarfile.CHRTYPE: "a device",
    tarfile.BLKTYPE: "a device", tarfile.FIFOTYPE: "a pipe",
}  # fmt: skip
_EXTENDED: Final = (
    tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.SOLARIS_XHDTYPE, tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK,
)  # fmt: skip
"""Extension headers, which precede the header of a member and may have any length; the two limits below bound the
length of each and the number of global ones in an archive."""
_LONGEST_EXTENDED: Final = 64 << 10
_MOST_GLOBAL: Final = 1000
_IS_FOLLOWED: Final = 504
"""The offset of the flag, in a block of a sparse file's extents, that says whether another such block follows."""


def unpack_tar(
    stream: BinaryIO, budget: Budget, file: str = "", wanted: Selection = ALL_WANTED
) -> Iterator[PackedMember | UnpackProblem]:
    """Yield the wanted files of an archive."""
    source = _Source(stream)
    has_file = False
    try:
        with tarfile.open(fileobj=cast(BinaryIO, source), mode="r|", errorlevel=1, tarinfo=_TarMember) as archive:
            while (member := archive.next()) is not None:
                archive.members.clear()  # type: ignore[attr-defined] # kept by tarfile for random access
                if member.isdir():
                    budget.take_member()
                else:
                    has_file = True
                    if wanted.for_member(member.name) is not None:
                        yield _file(archive, member, budget)
    except (tarfile.TarError, ValueError, RecursionError) as error:
        if has_file and source.has_ended:
            return  # the file in which the archive ends has reported it
        yield UnpackProblem("", f"the tar archive is broken: {streams.error_text(error)}")
        return
    if not source.ends_with_zeros:
        yield UnpackProblem("", "the tar archive ends early; it is cut off")


class _TarMember(tarfile.TarInfo):
    """A header as tarfile parses it; bounds those of its extension headers, which tarfile reads into memory."""

    def _proc_member(self, archive: tarfile.TarFile) -> tarfile.TarInfo:
        """Process a header, the hook that tarfile documents for overriding. Raises HeaderError."""
        is_extended = self.type in _EXTENDED
        if is_extended and self.size > _LONGEST_EXTENDED:
            size = size_text(self.size)
            raise tarfile.HeaderError(f"a header of {size}; expected at most {_LONGEST_EXTENDED:,} bytes")
        if is_extended and len(archive.pax_headers) > _MOST_GLOBAL:
            raise tarfile.HeaderError(f"more than {_MOST_GLOBAL} global headers")
        member: tarfile.TarInfo = super()._proc_member(archive)  # type: ignore[misc]
        return member

    def _proc_sparse(self, archive: tarfile.TarFile) -> tarfile.TarInfo:
        """Process the header of a sparse file, which is not read: its list of extents is skipped rather than kept."""
        _, is_followed, size = self._sparse_structs  # type: ignore[attr-defined]
        while is_followed:
            is_followed = any(archive.fileobj.read(TAR_BLOCK)[_IS_FOLLOWED:][:1])
        self.sparse = b""
        self.offset_data = archive.fileobj.tell()
        archive.offset = self.offset_data + -(-self.size // TAR_BLOCK) * TAR_BLOCK
        self.size = size
        return self

    def _proc_gnusparse_10(self, following: tarfile.TarInfo, *_: object) -> None:
        """Skip the extents of a sparse file in the newer format (PAX 1.0)."""
        following.sparse = b""


class _Source:
    """The stream of an archive; notes whether it ended with zero blocks: tarfile stops likewise where it is cut off."""

    def __init__(self, stream: BinaryIO) -> None:
        self.stream = stream
        self.has_ended = False
        self.ends_with_zeros = False

    def read(self, size: int) -> bytes:
        """Read the next bytes, noting how the stream ends."""
        if data := self.stream.read(size):
            self.ends_with_zeros = len(data) >= TAR_BLOCK and not any(data[-TAR_BLOCK:])
        self.has_ended = len(data) < size
        return data


def _file(archive: tarfile.TarFile, member: tarfile.TarInfo, budget: Budget) -> PackedMember | UnpackProblem:
    if not member.isreg() or member.issparse():
        kind = "a sparse file" if member.issparse() else _KINDS.get(member.type, "no file")
        return UnpackProblem(member.name, f"is {kind}; only files are read")
    if message := budget.limits.excess_message(member.size):
        return UnpackProblem(member.name, message)
    if (stream := archive.extractfile(member)) is None:
        raise UnpackError("is no file")
    guarded = streams.guarded(cast(BinaryIO, stream), (tarfile.TarError, OSError), "cannot be unpacked")
    return PackedMember(member.name, guarded)


_ENCRYPTED: Final = 0x1
_UTF8_NAME: Final = 0x800
_END_BYTES: Final = 22 + 65_535
"""The longest possible last record of an archive, with its comment."""
_MOST_ENTRY: Final = 46 + 3 * 65_535
_END: Final = struct.Struct("<4s6xHLL2x")
_LOCATOR: Final = struct.Struct("<4s16x")
_LARGE_END: Final = struct.Struct("<4s28x3Q")
_ENTRY: Final = struct.Struct("<4s4xHH4x3L3H8xL")
_LOCAL: Final = struct.Struct("<4s22xHH")
_LZMA_HEADER: Final = struct.Struct("<2xHBL")
_LARGE: Final = 0xFFFFFFFF
"""Stands for a number too large for its field; the number is then in the extra field (ZIP64)."""
_LARGE_NUMBERS: Final = 1
_LARGE_MEMBER: Final = 1 << 20
"""A member whose packed size exceeds this may be an archive, whatever its name."""
_PIECE: Final = 64 << 10
_LEAST_DICTIONARY: Final = 4096
_STORED: Final = 0
_LZMA: Final = 14


def _lzma() -> streams.Library:
    import lzma

    return streams.Library(lzma.LZMADecompressor, lzma.LZMAError)


_METHODS: Final = {
    _STORED: lambda: streams.Library(streams.Inflate, zlib.error),
    8: lambda: streams.Library(lambda: streams.Inflate(-zlib.MAX_WBITS), zlib.error),
    12: streams.bzip2, _LZMA: _lzma, 93: streams.zstd,
}  # fmt: skip
"""The decompression library for each method number in the directory."""


class _Entry(NamedTuple):
    """A member as the archive's directory lists it."""

    name: str
    flags: int
    method: int
    crc: int
    packed: int
    size: int
    offset: int


class ZipArchive:
    """A zip archive whose directory is read lazily, however long it is. Raises UnpackError.

    count: the number of entries that its end record states, folders included.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self.stream = stream
        self.size = stream.seek(0, io.SEEK_END)
        stream.seek(max(0, self.size - _END_BYTES))
        tail = stream.read(_END_BYTES)
        at = tail.rfind(b"PK\x05\x06")
        if at < 0 or at + _END.size > len(tail):
            raise UnpackError("file is not a zip file")
        end = self.size - len(tail) + at
        _, self.count, self.length, offset = _END.unpack_from(tail, at)
        large = end - _LOCATOR.size - _LARGE_END.size
        if at >= _LOCATOR.size and tail.startswith(b"PK\x06\x07", at - _LOCATOR.size) and large >= 0:
            stream.seek(large)
            mark, *numbers = _LARGE_END.unpack(stream.read(_LARGE_END.size))
            if mark == b"PK\x06\x06":
                end, (self.count, self.length, offset) = large, numbers
        self.begin = end - self.length
        self.shift = self.begin - offset
        if self.begin < 0:
            raise UnpackError("its directory is not where it should be")

    def entries(self) -> Iterator[_Entry]:
        """Yield its members in order, without folders."""
        at, end, packed = self.begin, self.begin + self.length, 0
        data, place = b"", 0
        while at < end or place < len(data):
            if len(data) - place < _MOST_ENTRY and at < end:
                self.stream.seek(at)
                data, place = data[place:] + self.stream.read(min(streams.CHUNK, end - at)), 0
                at += streams.CHUNK
            entry, place = _entry(data, place)
            packed += entry.packed
            if packed > self.size:
                raise UnpackError("its members overlap; not read")
            if not entry.name.endswith("/"):
                yield entry

    def data_position(self, entry: _Entry) -> int:
        """Where the data of a member begins."""
        position = entry.offset + self.shift
        self.stream.seek(max(position, 0))
        head = self.stream.read(_LOCAL.size)
        if position < 0 or len(head) < _LOCAL.size or not head.startswith(ZIP_MEMBER):
            raise UnpackError("cannot be unpacked: there is no file where the directory says")
        _, name, extra = _LOCAL.unpack(head)
        return int(position + _LOCAL.size + name + extra)


def _entry(data: bytes, place: int) -> tuple[_Entry, int]:
    """Parse the directory entry at an offset. Returns it and the offset of the next. Raises UnpackError."""
    if place + _ENTRY.size > len(data):
        raise UnpackError("its directory is cut off")
    mark, flags, method, crc, packed, size, name, extra, comment, offset = _ENTRY.unpack_from(data, place)
    if mark != b"PK\x01\x02":
        raise UnpackError("its directory is corrupt")
    at = place + _ENTRY.size
    written = data[at : at + name].partition(b"\0")[0]
    at += name
    if _LARGE in (packed, size, offset):
        size, packed, offset = _large_numbers(data[at : at + extra], (size, packed, offset))
    return _Entry(
        _name(written, is_utf8=bool(flags & _UTF8_NAME)), flags, method, crc, packed, size, offset
    ), at + extra + comment


_JAPANESE: Final = re.compile("[\u3040-\u30ff\u4e00-\u9fff]{2}")
"""Two kana or kanji together: one alone may be an accented letter of cp437 and the letter after it."""


def _name(written: bytes, *, is_utf8: bool) -> str:
    """A name in a directory. Windows writes Japanese ones in cp932, and does not say so; others are of cp437."""
    for encoding in ("utf-8",) if is_utf8 else ("utf-8", "cp932"):
        try:
            text = written.decode(encoding)
        except UnicodeDecodeError:
            continue
        if encoding == "utf-8" or _JAPANESE.search(text):
            return text
    return written.decode("utf-8" if is_utf8 else "cp437", "replace")


def _large_numbers(extra: bytes, numbers: tuple[int, int, int]) -> list[int]:
    """The size, the packed size and the offset, with those of eight bytes taken from the extra field of ZIP64."""
    at = 0
    while at + 4 <= len(extra):
        kind, length = struct.unpack_from("<2H", extra, at)
        if kind == _LARGE_NUMBERS:
            large = [int.from_bytes(extra[place : place + 8], "little") for place in range(at + 4, at + 4 + length, 8)]
            return [large.pop(0) if number == _LARGE and large else number for number in numbers]
        at += 4 + length
    return list(numbers)


def unpack_zip(
    stream: BinaryIO, budget: Budget, file: str = "", wanted: Selection = ALL_WANTED
) -> Iterator[PackedMember | UnpackProblem]:
    """Yield the wanted members of an archive.

    A stream that cannot be rewound is read into memory. Raises UnpackError where it is larger than the budget allows.
    """
    held = 0
    if not stream.seekable():
        data = budget.hold(stream)
        stream, held = io.BytesIO(data), len(data)
    try:
        if wanted.piece is not None and file:
            opened = _opened(file, stream)
            archive, entries = opened.archive, opened.piece(*wanted.piece)
        else:
            archive = ZipArchive(stream)
            entries = islice(archive.entries(), *(wanted.piece or (None,)))
        for entry in entries:
            if wanted.for_member(entry.name) is not None:
                yield _member(archive, entry, budget)
    except UnpackError as error:
        yield UnpackProblem("", f"the zip archive is broken: {error}")
    budget.release(held)


class _OpenArchive:
    """An archive that stays open while its pieces are read in turn. key: the file's path, size and time of change."""

    def __init__(self, key: tuple[str, int, int]) -> None:
        self.key = key
        self.archive = ZipArchive(open(key[0], "rb"))  # noqa: SIM115 # closed with the archive
        self._entries = self.archive.entries()
        self._at = 0

    def piece(self, start: int, end: int) -> Iterator[_Entry]:
        """Yield the entries from `start` up to `end`, reading on in the directory from where the last piece ended."""
        if start < self._at:
            self._entries, self._at = self.archive.entries(), 0
        for entry in islice(self._entries, end - self._at):
            self._at += 1
            if self._at > start:
                yield entry
        if self._at < end:
            _last_open.clear()


_last_open: list[_OpenArchive] = []
"""The archive that a piece was last read from, so that its directory is read once. Emptied after its last piece."""


def _opened(file: str, stream: BinaryIO) -> _OpenArchive:
    """The archive in a file, opened unless it is open already. Raises UnpackError."""
    status = os.fstat(stream.fileno())
    key = (file, status.st_size, status.st_mtime_ns)
    for one in _last_open:
        if one.key == key:
            return one
    _last_open[:] = [_OpenArchive(key)]
    return _last_open[0]


def even_zip_pieces(file: str, members: int) -> list[tuple[int, int]]:
    """Split an archive into pieces of `members` members each, to be read independently.

    Empty for a broken archive, and for one that seems to hold archives, whose members must be unpacked in order.
    """
    count = 0
    try:
        with open(file, "rb") as stream:
            for entry in ZipArchive(stream).entries():
                count += 1
                if entry.packed > _LARGE_MEMBER or entry.name.lower().endswith(ARCHIVE_ENDINGS):
                    return []
    except (UnpackError, OSError):
        return []
    return [(start, start + members) for start in range(0, count, members)]


def zip_pieces(stream: BinaryIO, members: int, most: int) -> list[tuple[int, int]]:
    """Split an archive into pieces of at least `members` members each, and into no more than `most` pieces.

    The number of members comes from the archive's end record; nothing else is read. Empty for a broken archive.
    """
    try:
        count = ZipArchive(stream).count
    except (UnpackError, OSError):
        return []
    each = max(members, -(-count // most))
    return [(start, start + each) for start in range(0, count, each)]


def _member(archive: ZipArchive, entry: _Entry, budget: Budget) -> PackedMember | UnpackProblem:
    if entry.flags & _ENCRYPTED:
        return UnpackProblem(entry.name, "is encrypted; not read")
    if entry.method not in _METHODS:
        return UnpackProblem(entry.name, "cannot be unpacked: that compression method is not supported")
    if message := budget.limits.excess_message(entry.size):
        return UnpackProblem(entry.name, message)
    return PackedMember(entry.name, streams.forward(_MemberBytes(archive, entry, budget).part))


class _MemberBytes:
    """Unpacks a member incrementally: never more at a time than requested, nor in total than the directory states.

    `zipfile` decompresses a whole chunk of bzip2 or LZMA data at once, which may grow a million times in size.
    """

    def __init__(self, archive: ZipArchive, entry: _Entry, budget: Budget) -> None:
        self.stream = archive.stream
        self.archive = archive
        self.entry = entry
        self.budget = budget
        self.position = -1
        self.left = entry.packed
        self.unpacked = self.crc = 0
        self.library = _METHODS[entry.method]()
        self.decompressor: streams.Decompressor | None = None

    def part(self, most: int) -> bytes:
        """The next bytes; b"" at the end. Raises UnpackError."""
        try:
            if self.position < 0:
                self.position = self.archive.data_position(self.entry)
                self.decompressor = self._new_decompressor()
            data = self._read(most) if self.decompressor is None else self._decompressed(self.decompressor, most)
        except (self.library.error, OSError, EOFError, MemoryError, ValueError, OverflowError) as error:
            raise UnpackError(f"cannot be unpacked: {streams.error_text(error)}") from None
        self.unpacked += len(data)
        self.budget.take_bytes(len(data))
        self.crc = zlib.crc32(data, self.crc)
        if self.unpacked > self.entry.size or (not data and self.unpacked < self.entry.size):
            raise UnpackError(f"cannot be unpacked: it is not of the {self.entry.size:,} bytes that the archive says")
        if not data and self.crc != self.entry.crc:
            raise UnpackError(f"cannot be unpacked: bad CRC-32 for file {self.entry.name!r}")
        return data

    def _decompressed(self, decompressor: streams.Decompressor, most: int) -> bytes:
        while not decompressor.eof:
            packed = self._read(_PIECE) if decompressor.needs_input else b""
            is_last = decompressor.needs_input and not packed
            if (data := decompressor.decompress(packed, most)) or is_last:
                return data
        return b""

    def _read(self, most: int) -> bytes:
        self.stream.seek(self.position)
        data = self.stream.read(min(most, self.left))
        self.position += len(data)
        self.left -= len(data)
        return data

    def _new_decompressor(self) -> streams.Decompressor | None:
        method = self.entry.method
        if method == _STORED:
            return None
        if method != _LZMA:
            return self.library.make()
        import lzma

        length, numbers, dictionary = _LZMA_HEADER.unpack(self._read(_LZMA_HEADER.size).ljust(_LZMA_HEADER.size))
        filters = {
            "id": lzma.FILTER_LZMA1, "lc": numbers % 9, "lp": numbers // 9 % 5, "pb": numbers // 45,
            "dict_size": max(_LEAST_DICTIONARY, min(dictionary, self.entry.size)),
        }  # fmt: skip
        if length != _LZMA_HEADER.size - 4:
            raise ValueError("its LZMA header is not of 5 bytes")
        return lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=[filters])
