"""Zip and tar archives: their members in order, one at a time. Names are only names; nothing is written to disk."""

import io
import os
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from typing import BinaryIO, Final, NamedTuple, cast

from auditor.sources.addresses import ALL_WANTED, Selection
from auditor.sources.items import Limits, PackedMember, UnpackError, UnpackProblem
from auditor.sources.streams import error_text, guarded, read_whole

_TAR_BLOCK: Final = 512
_CHECKSUM: Final = slice(148, 156)
_KINDS: Final = {
    tarfile.SYMTYPE: "a symbolic link",
    tarfile.LNKTYPE: "a hard link",
    tarfile.CHRTYPE: "a device",
    tarfile.BLKTYPE: "a device",
    tarfile.FIFOTYPE: "a pipe",
}


def is_tar(head: bytes) -> bool:
    """Whether data that begins so is a tar archive: the checksum of its first header decides."""
    if len(head) < _TAR_BLOCK or not any(head[:_TAR_BLOCK]):
        return False
    try:
        checksum = int(head[_CHECKSUM].strip(b"\0 ") or b"-1", 8)
    except ValueError:
        return False
    return checksum == sum(head[:_TAR_BLOCK]) - sum(head[_CHECKSUM]) + 8 * ord(" ")


def unpack_tar(
    stream: BinaryIO, limits: Limits, file: str = "", wanted: Selection = ALL_WANTED
) -> Iterator[PackedMember | UnpackProblem]:
    """The files of an archive that are wanted."""
    source = _Source(stream)
    has_file = False
    try:
        with tarfile.open(fileobj=cast(BinaryIO, source), mode="r|", errorlevel=1) as archive:
            for member in archive:
                if not member.isdir():
                    has_file = True
                    if wanted.inside(member.name) is not None:
                        yield _file(archive, member, limits)
    except tarfile.TarError as error:
        if has_file and source.has_ended:
            return  # the file in which the archive ends has reported it
        yield UnpackProblem("", f"the tar archive is broken: {error_text(error)}")
        return
    if not source.ends_with_zeros:
        yield UnpackProblem("", "the tar archive ends early; it is cut off")


class _Source:
    """The stream of an archive. It ends with blocks of zeros, at which tarfile stops looking, as at any end."""

    def __init__(self, stream: BinaryIO) -> None:
        self.stream = stream
        self.has_ended = False
        self.ends_with_zeros = False

    def read(self, size: int) -> bytes:
        """The next bytes."""
        data = self.stream.read(size)
        if data:
            self.ends_with_zeros = len(data) >= _TAR_BLOCK and not any(data[-_TAR_BLOCK:])
        self.has_ended = len(data) < size
        return data


def _file(archive: tarfile.TarFile, member: tarfile.TarInfo, limits: Limits) -> PackedMember | UnpackProblem:
    if not member.isreg() or member.issparse():
        kind = "a sparse file" if member.issparse() else _KINDS.get(member.type, "no file")
        return UnpackProblem(member.name, f"is {kind}; only files are read")
    if message := limits.fault(member.size, member.size):
        return UnpackProblem(member.name, message)
    stream = archive.extractfile(member)
    if stream is None:
        raise UnpackError("is no file")
    return PackedMember(member.name, guarded(cast(BinaryIO, stream), (tarfile.TarError, OSError), "cannot be unpacked"))


_ENCRYPTED: Final = 0x1
_MARKS: Final = (b"PK\x03\x04", b"PK\x05\x06")
_END_MARK: Final = b"PK\x05\x06"
_END_BYTES: Final = 22 + 65_535
"""The longest that the last record of an archive can be, with its comment."""
_COUNT_IS_ELSEWHERE: Final = 0xFFFF
_LOCATOR_BYTES: Final = 20
_FAR_END_BYTES: Final = 56
"""Of large archives: what says where the count is, and the record that holds it."""
ZIP_ERRORS: Final = (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError, RuntimeError)
"""What reading a broken archive, or one of a kind that is not supported, raises."""
ARCHIVE_ENDINGS: Final = (".zip", ".tar", ".tgz", ".tbz2", ".txz", ".7z", ".rar", ".db", ".sqlite", ".sqlite3")
"""How names of members end that hold more than one log, for all that can be known without opening them."""
_LARGE_MEMBER: Final = 1 << 20
"""A member that is larger, packed, may be an archive whatever its name."""


def is_zip(head: bytes) -> bool:
    """Whether data that begins so is a zip archive."""
    return head.startswith(_MARKS)


def unpack_zip(
    stream: BinaryIO, limits: Limits, file: str = "", wanted: Selection = ALL_WANTED
) -> Iterator[PackedMember | UnpackProblem]:
    """The members of an archive that are wanted.

    A stream that cannot be rewound is read into memory, as large as the limits allow. Raises UnpackError where it is
    larger.
    """
    if wanted.piece is not None and file:
        yield from _piece(stream, limits, file, wanted.piece)
        return
    if not stream.seekable():
        stream = io.BytesIO(read_whole(stream, limits))
    try:
        archive = zipfile.ZipFile(stream)
    except ZIP_ERRORS as error:
        yield UnpackProblem("", f"the zip archive is broken: {error_text(error)}")
        return
    with archive:
        members = _members(archive)
        if _overlap(members, stream):
            yield UnpackProblem("", "the zip archive is broken: its members overlap; not read")
            return
        for info in members if wanted.piece is None else members[slice(*wanted.piece)]:
            if wanted.inside(info.filename) is not None:
                yield _member(archive, info, limits)


def _members(archive: zipfile.ZipFile) -> list[zipfile.ZipInfo]:
    return [info for info in archive.infolist() if not info.is_dir()]


def _overlap(members: list[zipfile.ZipInfo], stream: BinaryIO) -> bool:
    """Whether members take more room than the archive has."""
    return sum([info.compress_size for info in members]) > stream.seek(0, io.SEEK_END)


class _OpenArchive(NamedTuple):
    """An archive of which pieces are read one after the other. key: which file it is, as nobody has written it."""

    key: tuple[str, int, int]
    archive: zipfile.ZipFile
    members: list[zipfile.ZipInfo]
    overlaps: bool


_last_open: list[_OpenArchive] = []
"""The archive of which a piece was read last: its directory is read once, not for each piece. Gone with the last."""


def _opened(file: str, stream: BinaryIO) -> _OpenArchive:
    """The archive in a file, open already or opened now. Raises one of ZIP_ERRORS."""
    status = os.fstat(stream.fileno())
    key = (file, status.st_size, status.st_mtime_ns)
    for one in _last_open:
        if one.key == key:
            return one
    archive = zipfile.ZipFile(file)
    members = _members(archive)
    opened = _OpenArchive(key, archive, members, _overlap(members, stream))
    _last_open[:] = [opened]
    return opened


def _piece(
    stream: BinaryIO, limits: Limits, file: str, piece: tuple[int, int]
) -> Iterator[PackedMember | UnpackProblem]:
    """The members of a piece of an archive in a file."""
    try:
        opened = _opened(file, stream)
    except ZIP_ERRORS as error:
        yield UnpackProblem("", f"the zip archive is broken: {error_text(error)}")
        return
    if opened.overlaps:
        yield UnpackProblem("", "the zip archive is broken: its members overlap; not read")
        return
    for info in opened.members[slice(*piece)]:
        yield _member(opened.archive, info, limits)
    if piece[1] >= len(opened.members):
        _last_open.clear()


def even_zip_pieces(file: str, members: int) -> list[tuple[int, int]]:
    """The pieces in which an archive may be read apart, of so many members each.

    None for one that is broken, or that seems to hold archives, which are unpacked one after the other.
    """
    try:
        with open(file, "rb") as stream:
            opened = _opened(file, stream)
    except ZIP_ERRORS:
        return []
    for info in opened.members:
        if opened.overlaps or info.compress_size > _LARGE_MEMBER or info.filename.lower().endswith(ARCHIVE_ENDINGS):
            _last_open.clear()
            return []
    return [(start, start + members) for start in range(0, len(opened.members), members)]


def zip_pieces(stream: BinaryIO, members: int, most: int) -> list[tuple[int, int]]:
    """The pieces in which an archive may be read apart: of so many members each, and no more than `most` pieces.

    How many members there are its last record says, so that nothing else of it is read. None for a broken archive.
    """
    try:
        count = _count(stream)
    except (OSError, struct.error):
        return []
    each = max(members, -(-count // most))
    return [(start, start + each) for start in range(0, count, each)]


def _count(stream: BinaryIO) -> int:
    """The entries that the end of an archive counts, folders included. Raises struct.error."""
    size = stream.seek(0, io.SEEK_END)
    stream.seek(max(0, size - _END_BYTES))
    tail = stream.read(_END_BYTES)
    offset = tail.rfind(_END_MARK)
    if offset < 0:
        return 0
    (count,) = struct.unpack_from("<H", tail, offset + 10)
    if count < _COUNT_IS_ELSEWHERE or offset < _LOCATOR_BYTES:
        return int(count)
    (far_end,) = struct.unpack_from("<Q", tail, offset - _LOCATOR_BYTES + 8)
    stream.seek(far_end)
    return int(struct.unpack_from("<Q", stream.read(_FAR_END_BYTES), 32)[0])


def _member(archive: zipfile.ZipFile, info: zipfile.ZipInfo, limits: Limits) -> PackedMember | UnpackProblem:
    if info.flag_bits & _ENCRYPTED:
        return UnpackProblem(info.filename, "is encrypted; not read")
    if message := limits.fault(info.file_size, info.compress_size):
        return UnpackProblem(info.filename, message)
    try:
        stream = cast(BinaryIO, archive.open(info))
    except ZIP_ERRORS as error:
        return UnpackProblem(info.filename, f"cannot be unpacked: {error_text(error)}")
    return PackedMember(info.filename, guarded(stream, ZIP_ERRORS, "cannot be unpacked"))
