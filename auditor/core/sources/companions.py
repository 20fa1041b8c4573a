"""A file that lies next to an input: in the same folder, on disk or in the same archive."""

import os
from functools import lru_cache
from typing import Final, NamedTuple

from auditor.core.sources.addresses import ALL_WANTED, Selection, shown_name
from auditor.core.sources.find import shown_path
from auditor.core.sources.items import MEBIBYTE, Budget, InputItem, Limits, OpenedPath
from auditor.core.sources.marks import MAGIC_BYTES, is_database
from auditor.core.sources.packings import unpack_stream

_MOST_BYTES: Final = MEBIBYTE
_MOST_BYTES_OF_ALL: Final = 64 * MEBIBYTE
"""The limit on all the companion files of one name that are cached from an archive."""


class CompanionFile(NamedTuple):
    """A file next to an input. name: its path, including that of the archive it lies in. data: its content."""

    name: str
    data: bytes


def companion(path: str, member: str, name: str) -> CompanionFile | None:
    """The file of that name in the same folder as an input, or None: nothing lies beside bytes that are only labelled.

    path, member: of the input, as in `InputItem`. For a member of an archive, its folder within the archive is searched
    first, then the folder of the archive. A file that cannot be read, or is larger than a mebibyte, counts as absent.
    """
    if not isinstance(path, OpenedPath):
        return None
    inside = _in_archive(path.real, _folder(member), name) if member else None
    return inside or _on_disk(_folder(path.real), name)


def _folder(path: str) -> str:
    """The folder of a path, with its separator; "" for a path without a folder."""
    return path[: max(path.rfind("/"), path.rfind(os.sep)) + 1]


def _on_disk(folder: str, name: str) -> CompanionFile | None:
    path = folder + name
    try:
        if not os.path.isfile(path) or os.path.getsize(path) > _MOST_BYTES:
            return None
        with open(path, "rb") as file:
            return CompanionFile(shown_path(path), file.read(_MOST_BYTES))
    except (OSError, ValueError):  # a path with a null character
        return None


def _in_archive(path: str, folder: str, name: str) -> CompanionFile | None:
    try:
        data = _all_in_archive(path, name, os.stat(path).st_mtime_ns).get(folder)
    except (OSError, ValueError):
        return None
    return None if data is None else CompanionFile(f"{shown_path(path)}/{folder}{name}", data)


@lru_cache(maxsize=16)
def _all_in_archive(path: str, name: str, changed: int) -> dict[str, bytes]:
    """Map each folder of an archive, nested archives included, to its file of that name; a database has no folders.

    All folders are searched at once, because a tar archive is read from its beginning each time. changed: when the
    archive was last written, so that a cached result is not used for a new version of it.
    """
    data_of: dict[str, bytes] = {}
    size = 0
    with open(path, "rb") as stream:
        if is_database(stream.read(MAGIC_BYTES)):
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
    """Selects every member of one name, in any folder or nested packing."""

    def __init__(self, name: str) -> None:
        super().__init__(f"*/{name}")  # matches no member itself: unpacking goes on past the first hit
        self.ending = name

    def for_member(self, name: str) -> Selection:
        """Select the member of this name, or look for one inside it."""
        return ALL_WANTED if shown_name(name).rpartition("/")[2] == self.ending else self
