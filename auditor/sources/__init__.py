"""Paths, folders, archives and standard input to named byte strings. Knows compression, knows nothing of mahjong."""

import os
import sys
from collections.abc import Iterable, Iterator
from typing import Final

from auditor.files.object_stores import is_url
from auditor.sources.addresses import (
    ALL_WANTED,
    STANDARD_INPUT,
    Selection,
    address_of,
    file_name,
    holds_log,
    input_name,
    is_page,
    split_address,
)
from auditor.sources.find import (
    ALL_NAMES,
    InputAddress,
    NameFilter,
    files_below,
    find_inputs,
    not_read,
    read_inputs,
    shown_path,
    split_archive,
)
from auditor.sources.items import InputItem, Limits, SourceProblem
from auditor.sources.packings import MAGIC_BYTES, is_packed, unpack_stream
from auditor.sources.read import ReadProgress

__all__ = [
    "STANDARD_INPUT",
    "InputAddress",
    "InputItem",
    "Limits",
    "NameFilter",
    "ReadProgress",
    "SourceProblem",
    "address_of",
    "file_name",
    "find_inputs",
    "holds_log",
    "input_name",
    "is_page",
    "is_url",
    "open_sources",
    "read_inputs",
    "split_address",
    "split_archive",
]  # fmt: skip

_DEFAULT_LIMITS: Final = Limits()


def open_sources(
    paths: Iterable[str],
    limits: Limits = _DEFAULT_LIMITS,
    meter: ReadProgress | None = None,
    names: NameFilter = ALL_NAMES,
) -> Iterator[InputItem | SourceProblem]:
    """Read inputs one at a time, in the order given.

    paths: files, folders (with all below them, sorted by name, hidden names left out, each folder once however often
    links lead to it), addresses of an object store (``s3://bucket/logs/``, with ``*`` in them, too; small files are
    fetched ahead), ``-``, ``PATH::MEMBER`` for one thing (or folder) in an archive or database, which alone is
    unpacked, or the address of a page that holds a log in itself. What is packed is unpacked, whatever its name. meter:
    told how far this is. names: which of what lies below folders and in archives is read. Raises nothing: what cannot
    be read is a `SourceProblem`.
    """
    visited: set[str] = set()
    for path in paths:
        try:
            yield from _open_path(path, limits, visited, meter or ReadProgress(), names)
        except OSError as error:
            yield _not_read(path, not_read(error))
        except ValueError as error:  # a path with a null character
            yield _not_read(path, f"cannot be read: {error}")


def _open_path(
    text: str, limits: Limits, visited: set[str], meter: ReadProgress, names: NameFilter
) -> Iterator[InputItem | SourceProblem]:
    """Everything at a path or address that the user gave."""
    if is_page(text):
        yield _page(text)
        return
    path, member = split_address(text)
    if path == STANDARD_INPUT and sys.stdin is None:
        yield SourceProblem(STANDARD_INPUT, member, "cannot be read: there is no standard input")
    elif path == STANDARD_INPUT:
        found = unpack_stream(STANDARD_INPUT, "", sys.stdin.buffer, limits, wanted=Selection(member))
        yield from _some(found if member else _chosen(found, names), path, member)
    elif is_url(path):
        yield from _in_store(text, limits, names)
    elif os.path.isdir(path) and member:
        told = f"a folder's file is named by its path, {os.path.join(path, member)}"
        yield SourceProblem(shown_path(path), member, told)
    elif os.path.isdir(path):
        is_empty = os.path.realpath(path) not in visited
        for file in files_below(path, visited):
            is_empty = False
            yield from [file] if isinstance(file, SourceProblem) else _open_below(path, file, limits, meter, names)
        if is_empty:
            yield SourceProblem(shown_path(path), "", "the folder holds no file")
    else:
        found = _open_file(path, limits, meter, Selection(member))
        yield from _some(found if member else _chosen(found, names), path, member)


def _in_store(address: str, limits: Limits, names: NameFilter) -> Iterator[InputItem | SourceProblem]:
    """What is in an object store at an address; of what is not there, that."""
    problems: list[SourceProblem] = []

    def files() -> Iterator[InputAddress]:
        for found in find_inputs([address], names):
            if isinstance(found, SourceProblem):
                problems.append(found)
            else:
                yield found

    for _, item in read_inputs(files(), limits, names):
        yield item
    yield from problems


def _chosen(found: Iterator[InputItem | SourceProblem], names: NameFilter) -> Iterator[InputItem | SourceProblem]:
    """What of a named file or archive is read."""
    for item in found:
        if not item.member:
            yield item
        elif names.takes(item.member):
            item.is_named = False
            yield item


def _page(address: str) -> InputItem | SourceProblem:
    """The address of a page as an input: what it holds in itself, since nothing is fetched."""
    if holds_log(address):
        return InputItem(address, "", address.encode("utf-8", "replace"))
    return SourceProblem(address, "", "nothing is fetched; download the log, or give an address with the log in it")


def _some(found: Iterator[InputItem | SourceProblem], path: str, member: str) -> Iterator[InputItem | SourceProblem]:
    """What was found; where a member was asked for and is not there, that."""
    is_empty = True
    for item in found:
        is_empty = False
        yield item
    if is_empty and member:
        yield SourceProblem(shown_path(path), member, "there is nothing of that name in it")


def _open_below(
    folder: str, file: str, limits: Limits, meter: ReadProgress, names: NameFilter
) -> Iterator[InputItem | SourceProblem]:
    """A file of a folder; that it cannot be read does not stop the others."""
    name = os.path.relpath(file, folder) if names else ""
    if not names.accepts(name) or names.is_own(file):
        return
    try:
        is_taken = names.takes(name)
        if not is_taken and not _holds_several(file):
            return
        for item in _open_file(file, limits, meter):
            if names.accepts(item.member) if is_taken else names.takes(item.member):
                item.is_named = False
                yield item
    except OSError as error:
        yield _not_read(file, not_read(error))


def _holds_several(file: str) -> bool:
    """Whether what is in a file goes by names of its own, for all that its first bytes tell."""
    with open(file, "rb") as stream:
        return is_packed(stream.read(MAGIC_BYTES))


def _open_file(
    path: str, limits: Limits, meter: ReadProgress, wanted: Selection = ALL_WANTED
) -> Iterator[InputItem | SourceProblem]:
    with open(path, "rb") as stream:
        meter.begin(stream)
        yield from unpack_stream(shown_path(path), "", stream, limits, file=path, wanted=wanted)
        meter.end(os.fstat(stream.fileno()).st_size)


def _not_read(address: str, message: str) -> SourceProblem:
    path, member = split_address(address)
    return SourceProblem(shown_path(path), member, message)
