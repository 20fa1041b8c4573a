"""A file that lies next to an input: in the same folder, on disk or in the same archive."""

import os
from functools import lru_cache
from typing import Final, NamedTuple

from auditor.sources import sqlite_archive
from auditor.sources.addresses import ALL_WANTED, Selection, shown_name
from auditor.sources.items import MEBIBYTE, Budget, InputItem, Limits
from auditor.sources.packings import MAGIC_BYTES, unpack_stream

_MOST_BYTES: Final = MEBIBYTE
_MOST_BYTES_OF_ALL: Final = 64 * MEBIBYTE
"""Of all the files of one name that are kept of an archive."""


class Companions(NamedTuple):
    """A file next to an input. name: its path, behind that of the archive it lies in. data: what is in it."""

    name: str
    data: bytes


def companion(path: str, member: str, name: str) -> Companions | None:
    """The file of that name in the folder that an input lies in, or None.

    path, member: of the input, as `InputItem` names them. The companions of a member of an archive lie in its folder
    there, or in that of the archive. What cannot be read, or is larger than a mebibyte, is none.
    """
    inside = _in_archive(path, _folder(member), name) if member else None
    return inside or _on_disk(_folder(path), name)


def _folder(path: str) -> str:
    """The folder of a path, with its separator; "" for the one where a path begins."""
    return path[: max(path.rfind("/"), path.rfind(os.sep)) + 1]


def _on_disk(folder: str, name: str) -> Companions | None:
    path = folder + name
    try:
        if not os.path.isfile(path) or os.path.getsize(path) > _MOST_BYTES:
            return None
        with open(path, "rb") as file:
            return Companions(path, file.read(_MOST_BYTES))
    except (OSError, ValueError):  # a path with a null character
        return None


def _in_archive(path: str, folder: str, name: str) -> Companions | None:
    try:
        data = _all_in_archive(path, name, os.stat(path).st_mtime_ns).get(folder)
    except (OSError, ValueError):
        return None
    return None if data is None else Companions(f"{path}/{folder}{name}", data)


@lru_cache(maxsize=16)
def _all_in_archive(path: str, name: str, changed: int) -> dict[str, bytes]:
    """By its folder each file of a name in an archive, and in those that lie in it; a database has no folders.

    All are looked for at once, for a tar archive is read from its beginning each time. changed: when the archive was
    last written, so that another one is not mistaken for it.
    """
    data_of: dict[str, bytes] = {}
    size = 0
    with open(path, "rb") as stream:
        if sqlite_archive.matches(stream.read(MAGIC_BYTES)):
            return data_of
        stream.seek(0)
        budget = Budget(Limits(), os.path.getsize(path))
        for item in unpack_stream(path, "", stream, budget, file=path, wanted=_Named(name)):
            if isinstance(item, InputItem) and len(item.data) <= _MOST_BYTES:
                size += len(item.data)
                if size > _MOST_BYTES_OF_ALL:
                    break
                data_of.setdefault(_folder(item.member), item.data)
    return data_of


class _Named(Selection):
    """All things of one name, in whatever folder or packing."""

    def __init__(self, name: str) -> None:
        super().__init__(f"*/{name}")  # which none of them is, so that the first is not taken for the only one
        self.ending = name

    def inside(self, name: str) -> Selection:
        """What is wanted of the thing of this name: it, or what is in it."""
        return ALL_WANTED if shown_name(name).rpartition("/")[2] == self.ending else self
