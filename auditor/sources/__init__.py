"""Paths, folders, archives and standard input to named byte strings. Knows compression, knows nothing of mahjong."""

import os
import stat
import sys
from collections.abc import Iterable, Iterator
from typing import Final

from auditor.sources.addresses import (
    ALL_WANTED,
    STANDARD_INPUT,
    Wanted,
    address_of,
    holds_log,
    input_name,
    is_page,
    split_address,
)
from auditor.sources.items import Item, Limits, SourceProblem
from auditor.sources.packings import unpack_stream

__all__ = [
    "STANDARD_INPUT", "Item", "Limits", "SourceProblem", "address_of", "holds_log", "input_name", "is_page",
    "open_sources", "split_address",
]  # fmt: skip

_DEFAULT_LIMITS: Final = Limits()


def open_sources(paths: Iterable[str], limits: Limits = _DEFAULT_LIMITS) -> Iterator[Item | SourceProblem]:
    """Read inputs one at a time, in the order given.

    paths: files, folders (with all below them, sorted by name, hidden names left out, each folder once however often
    links lead to it), ``-``, ``PATH::MEMBER`` for one thing (or folder) in an archive or database, which alone is
    unpacked, or the address of a page that holds a log in itself. What is packed is unpacked, whatever its name. Raises
    nothing: what cannot be read is a `SourceProblem`.
    """
    visited: set[str] = set()
    for path in paths:
        try:
            yield from _open_path(path, limits, visited)
        except OSError as error:
            yield _not_read(path, _reason(error))
        except ValueError as error:  # a path with a null character
            yield _not_read(path, f"cannot be read: {error}")


def _open_path(text: str, limits: Limits, visited: set[str]) -> Iterator[Item | SourceProblem]:
    """Everything at a path or address that the user gave."""
    if is_page(text):
        yield _page(text)
        return
    path, member = split_address(text)
    if path == STANDARD_INPUT and sys.stdin is None:
        yield SourceProblem(STANDARD_INPUT, member, "cannot be read: there is no standard input")
    elif path == STANDARD_INPUT:
        found = unpack_stream(STANDARD_INPUT, "", sys.stdin.buffer, limits, wanted=Wanted(member))
        yield from _some(found, path, member)
    elif os.path.isdir(path) and member:
        yield SourceProblem(_shown(path), member, f"a folder's file is named by its path, {os.path.join(path, member)}")
    elif os.path.isdir(path):
        is_empty = os.path.realpath(path) not in visited
        for item in _open_folder(path, limits, visited):
            is_empty = False
            yield item
        if is_empty:
            yield SourceProblem(_shown(path), "", "the folder holds no file")
    else:
        yield from _some(_open_file(path, limits, Wanted(member)), path, member)


def _page(address: str) -> Item | SourceProblem:
    """The address of a page as an input: what it holds in itself, since nothing is fetched."""
    if holds_log(address):
        return Item(address, "", address.encode("utf-8", "replace"))
    return SourceProblem(address, "", "nothing is fetched; download the log, or give an address with the log in it")


def _some(found: Iterator[Item | SourceProblem], path: str, member: str) -> Iterator[Item | SourceProblem]:
    """What was found; where a member was asked for and is not there, that."""
    is_empty = True
    for item in found:
        is_empty = False
        yield item
    if is_empty and member:
        yield SourceProblem(_shown(path), member, "there is nothing of that name in it")


def _open_folder(folder: str, limits: Limits, visited: set[str]) -> Iterator[Item | SourceProblem]:
    """Every file below a folder, depth first."""
    waiting = [folder]  # the next one last
    while waiting:
        path = waiting.pop()
        try:
            mode = os.stat(path).st_mode
            if stat.S_ISDIR(mode):
                real = os.path.realpath(path)
                if real not in visited:
                    visited.add(real)
                    names = [name for name in os.listdir(path) if not name.startswith(".")]
                    waiting += [os.path.join(path, name) for name in sorted(names, reverse=True)]
            elif stat.S_ISREG(mode):
                yield from _open_file(path, limits)
            else:  # to open a pipe would wait for its other end
                yield SourceProblem(_shown(path), "", "not a regular file; not read")
        except OSError as error:
            yield SourceProblem(_shown(path), "", _reason(error))


def _open_file(path: str, limits: Limits, wanted: Wanted = ALL_WANTED) -> Iterator[Item | SourceProblem]:
    with open(path, "rb") as stream:
        yield from unpack_stream(_shown(path), "", stream, limits, file=path, wanted=wanted)


def _not_read(address: str, message: str) -> SourceProblem:
    path, member = split_address(address)
    return SourceProblem(_shown(path), member, message)


def _shown(path: str) -> str:
    """The path as text that can be written anywhere: a name that is not UTF-8 loses the bytes that are not."""
    return os.fsencode(path).decode("utf-8", "replace")


def _reason(error: OSError) -> str:
    return f"cannot be read: {error.strerror or error}"
