"""Tar archives: their files in order, one at a time, as the stream goes by."""

import tarfile
from collections.abc import Iterator
from typing import BinaryIO, Final, cast

from auditor.sources.addresses import ALL_WANTED, Wanted
from auditor.sources.items import Fault, Inner, Limits, UnpackError
from auditor.sources.streams import error_text, guarded

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
    """Whether data that begins so is a tar archive: the checksum of its first header tells."""
    if len(head) < _TAR_BLOCK or not any(head[:_TAR_BLOCK]):
        return False
    try:
        told = int(head[_CHECKSUM].strip(b"\0 ") or b"-1", 8)
    except ValueError:
        return False
    return told == sum(head[:_TAR_BLOCK]) - sum(head[_CHECKSUM]) + 8 * ord(" ")


def unpack_tar(
    stream: BinaryIO, limits: Limits, file: str = "", wanted: Wanted = ALL_WANTED
) -> Iterator[Inner | Fault]:
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
            return  # the file in which the archive ends has told it
        yield Fault("", f"the tar archive is broken: {error_text(error)}")
        return
    if not source.ends_with_zeros:
        yield Fault("", "the tar archive ends early; it is cut off")


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


def _file(archive: tarfile.TarFile, member: tarfile.TarInfo, limits: Limits) -> Inner | Fault:
    if not member.isreg() or member.issparse():
        kind = "a sparse file" if member.issparse() else _KINDS.get(member.type, "no file")
        return Fault(member.name, f"is {kind}; only files are read")
    if told := limits.fault(member.size, member.size):
        return Fault(member.name, told)
    stream = archive.extractfile(member)
    if stream is None:
        raise UnpackError("is no file")
    return Inner(member.name, guarded(cast(BinaryIO, stream), (tarfile.TarError, OSError), "cannot be unpacked"))
