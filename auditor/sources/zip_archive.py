"""Zip archives: their members in order, one at a time. Names are only names; nothing is written to disk."""

import io
import zipfile
import zlib
from collections.abc import Iterator
from typing import BinaryIO, Final, cast

from auditor.sources.addresses import ALL_WANTED, Wanted
from auditor.sources.items import Fault, Inner, Limits
from auditor.sources.streams import error_text, guarded, read_whole

_ENCRYPTED: Final = 0x1
_MARKS: Final = (b"PK\x03\x04", b"PK\x05\x06")
ZIP_ERRORS: Final = (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError, RuntimeError)
"""What reading a broken archive, or one of a kind that is not supported, raises."""


def matches(head: bytes) -> bool:
    """Whether data that begins so is a zip archive."""
    return head.startswith(_MARKS)


def unpack(stream: BinaryIO, limits: Limits, file: str = "", wanted: Wanted = ALL_WANTED) -> Iterator[Inner | Fault]:
    """The members of an archive that are wanted.

    A stream that cannot be rewound is read into memory, as large as the limits allow. Raises UnpackError where it is
    larger.
    """
    if not stream.seekable():
        stream = io.BytesIO(read_whole(stream, limits))
    try:
        archive = zipfile.ZipFile(stream)
    except ZIP_ERRORS as error:
        yield Fault("", f"the zip archive is broken: {error_text(error)}")
        return
    size = stream.seek(0, io.SEEK_END)
    with archive:
        members = [info for info in archive.infolist() if not info.is_dir()]
        if sum([info.compress_size for info in members]) > size:
            yield Fault("", "the zip archive is broken: its members overlap; not read")
            return
        for info in members:
            if wanted.inside(info.filename) is not None:
                yield _member(archive, info, limits)


def _member(archive: zipfile.ZipFile, info: zipfile.ZipInfo, limits: Limits) -> Inner | Fault:
    if info.flag_bits & _ENCRYPTED:
        return Fault(info.filename, "is encrypted; not read")
    if told := limits.fault(info.file_size, info.compress_size):
        return Fault(info.filename, told)
    try:
        stream = cast(BinaryIO, archive.open(info))
    except ZIP_ERRORS as error:
        return Fault(info.filename, f"cannot be unpacked: {error_text(error)}")
    return Inner(info.filename, guarded(stream, ZIP_ERRORS, "cannot be unpacked"))
