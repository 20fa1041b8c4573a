"""Paths, folders, archives and standard input to named byte strings. Knows compression, knows nothing of mahjong."""

import os
import stat
import sys
from collections.abc import Iterable, Iterator
from typing import Final

from auditor.sources.items import Item, Limits, SourceProblem, input_name
from auditor.sources.packings import unpack_stream

__all__ = ["STANDARD_INPUT", "Item", "Limits", "SourceProblem", "input_name", "open_sources"]

STANDARD_INPUT: Final = "-"
_DEFAULT_LIMITS: Final = Limits()


def open_sources(paths: Iterable[str], limits: Limits = _DEFAULT_LIMITS) -> Iterator[Item | SourceProblem]:
    """Read inputs one at a time, in the order given.

    paths: files, folders (with all below them, sorted by name, hidden names left out, each folder once however often
    links lead to it), or ``-``. What is packed is unpacked, whatever its name. Raises nothing: what cannot be read is a
    `SourceProblem`.
    """
    visited: set[str] = set()
    for path in paths:
        try:
            yield from _open_path(path, limits, visited)
        except OSError as error:
            yield SourceProblem(_shown(path), "", _reason(error))
        except ValueError as error:  # a path with a null character
            yield SourceProblem(_shown(path), "", f"cannot be read: {error}")


def _open_path(path: str, limits: Limits, visited: set[str]) -> Iterator[Item | SourceProblem]:
    """Everything at a path that the user gave."""
    if path == STANDARD_INPUT and sys.stdin is None:
        yield SourceProblem(STANDARD_INPUT, "", "cannot be read: there is no standard input")
    elif path == STANDARD_INPUT:
        yield from unpack_stream(STANDARD_INPUT, "", sys.stdin.buffer, limits)
    elif os.path.isdir(path):
        is_empty = os.path.realpath(path) not in visited
        for item in _open_folder(path, limits, visited):
            is_empty = False
            yield item
        if is_empty:
            yield SourceProblem(_shown(path), "", "the folder holds no file")
    else:
        yield from _open_file(path, limits)


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


def _open_file(path: str, limits: Limits) -> Iterator[Item | SourceProblem]:
    with open(path, "rb") as stream:
        yield from unpack_stream(_shown(path), "", stream, limits, file=path)


def _shown(path: str) -> str:
    """The path as text that can be written anywhere: a name that is not UTF-8 loses the bytes that are not."""
    return os.fsencode(path).decode("utf-8", "replace")


def _reason(error: OSError) -> str:
    return f"cannot be read: {error.strerror or error}"
