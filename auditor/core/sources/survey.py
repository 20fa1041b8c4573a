"""Counts what there is to read, without unpacking it."""

import os
from collections.abc import Callable, Iterable
from typing import BinaryIO, NamedTuple

from auditor.core.sources.addresses import STANDARD_INPUT, is_page, split_address
from auditor.core.sources.find import ALL_NAMES, NameFilter, files_below
from auditor.core.sources.items import SourceProblem, UnpackError
from auditor.core.sources.marks import ARCHIVE_ENDINGS, MAGIC_BYTES, is_archive, is_database, is_zip
from auditor.core.sources.packings import holds_archive, is_hidden


class Survey(NamedTuple):
    """The extent of inputs. inputs: how many; None where only reading reveals it. bytes: of their files on disk."""

    inputs: int | None
    bytes: int


def measure_inputs(
    addresses: Iterable[str], is_cancelled: Callable[[], bool] = lambda: False, names: NameFilter = ALL_NAMES
) -> Survey | None:
    """Count the inputs at addresses, as `open_sources` would read them with these names. Raises nothing.

    is_cancelled: polled now and then; once it is true, counting stops and the result is None.
    """
    inputs: int | None = 0
    size = 0
    visited: set[str] = set()
    for address in addresses:
        path, member = split_address(address)
        if is_page(address):
            inputs = None if inputs is None else inputs + 1
            continue
        for file in files_below(path, visited):
            if is_cancelled():
                return None
            if isinstance(file, SourceProblem):
                count: int | None = 1
            elif file != path and (names.is_own(file) or (names and not names.selects(os.path.relpath(file, path)))):
                continue
            else:
                count, file_bytes = _counted(file, is_cancelled)
                size += file_bytes
            inputs = None if inputs is None or count is None or member else inputs + count
        if path == STANDARD_INPUT:
            inputs = None
    return Survey(inputs, size)


def _counted(path: str, is_cancelled: Callable[[], bool]) -> tuple[int | None, int]:
    """The number of inputs in a file (None where unknown), and its size."""
    size = 0
    try:
        with open(path, "rb") as stream:
            size = os.fstat(stream.fileno()).st_size
            return _inputs(path, stream, stream.read(MAGIC_BYTES), is_cancelled), size
    except (UnpackError, OSError, ValueError):
        return 1, size


def _inputs(path: str, stream: BinaryIO, head: bytes, is_cancelled: Callable[[], bool]) -> int | None:
    if is_zip(head):
        return _members(stream)
    if is_database(head):
        from auditor.core.sources import sqlite_archive

        return sqlite_archive.count_rows(path, is_cancelled)
    return None if is_archive(head) or holds_archive(head, stream) else 1


def _members(stream: BinaryIO) -> int | None:
    """Count the members of a zip archive; None where one of them may be an archive itself."""
    count = 0
    from auditor.core.sources.archives import ZipArchive

    for entry in ZipArchive(stream).entries():
        if entry.name.lower().endswith(ARCHIVE_ENDINGS):
            return None
        count += not is_hidden(entry.name)
    return count
