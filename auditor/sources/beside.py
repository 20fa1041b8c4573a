"""A file that lies beside an input: in the same folder, on disk or in the same zip archive."""

import os
import zipfile
from functools import lru_cache
from typing import Final, NamedTuple

from auditor.sources.items import MEBIBYTE
from auditor.sources.zip_archive import ZIP_ERRORS

_MOST_BYTES: Final = MEBIBYTE


class Beside(NamedTuple):
    """A file beside an input. name: its path, behind that of the archive it lies in. data: what is in it."""

    name: str
    data: bytes


def beside(path: str, member: str, name: str) -> Beside | None:
    """The file of that name in the folder that an input lies in, or None.

    path, member: of the input, as `Item` names them. Beside a member of an archive lies what is in its folder there, or
    beside the archive. What cannot be read, or is larger than a mebibyte, is none.
    """
    inside = _in_archive(path, _folder(member), name) if member else None
    return inside or _on_disk(_folder(path), name)


def _folder(path: str) -> str:
    """The folder of a path, with its separator; "" for the one where a path begins."""
    return path[: max(path.rfind("/"), path.rfind(os.sep)) + 1]


def _on_disk(folder: str, name: str) -> Beside | None:
    path = folder + name
    try:
        if not os.path.isfile(path) or os.path.getsize(path) > _MOST_BYTES:
            return None
        with open(path, "rb") as file:
            return Beside(path, file.read(_MOST_BYTES))
    except ZIP_ERRORS:
        return None


def _in_archive(path: str, folder: str, name: str) -> Beside | None:
    try:
        return _in_zip(path, folder, name, os.stat(path).st_mtime_ns)
    except ZIP_ERRORS:
        return None


@lru_cache(maxsize=64)
def _in_zip(path: str, folder: str, name: str, changed: int) -> Beside | None:
    """changed: when the archive was last written, so that another one is not mistaken for it."""
    try:
        if not zipfile.is_zipfile(path):
            return None
        with zipfile.ZipFile(path) as archive:
            info = archive.getinfo(folder + name)
            if info.file_size > _MOST_BYTES:
                return None
            with archive.open(info) as file:
                return Beside(f"{path}/{folder}{name}", file.read(_MOST_BYTES))
    except (KeyError, *ZIP_ERRORS):
        return None
