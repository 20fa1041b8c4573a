"""Finds inputs without opening them: what to read, and by which names, so that any process can read its share."""

import os
import stat
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from hashlib import sha256
from typing import BinaryIO, Final, NamedTuple

from auditor.core.files.addresses import StorageError, is_url, without_credentials
from auditor.core.sources.addresses import STANDARD_INPUT, is_page, split_address
from auditor.core.sources.items import MEBIBYTE, SourceProblem
from auditor.core.sources.marks import MAGIC_BYTES, is_archive, is_database, is_zip
from auditor.core.sources.packings import holds_archive

LEADS_OUT: Final = "the link leads out of the folder; not followed"


def files_below(path: str, visited: set[str], within: str = "") -> Iterator[str | SourceProblem]:
    """Yield the file at a path, or every file below a folder, depth first and sorted by name, without hidden names.

    visited: the folders read so far, by their real paths, so that links do not repeat one; this call adds its own.
    within: the real path of a folder out of which no link is followed, or "". Raises nothing: what cannot be accessed
    is a `SourceProblem`.
    """
    top = path
    waiting = [path]  # a stack
    while waiting:
        path = waiting.pop()
        try:
            mode = os.stat(path).st_mode
            if within and (path == top or os.path.islink(path)) and not is_within(os.path.realpath(path), within):
                yield SourceProblem(shown_path(path), "", LEADS_OUT)
            elif stat.S_ISDIR(mode):
                real = os.path.realpath(path)
                if real not in visited:
                    visited.add(real)
                    names = [name for name in os.listdir(path) if not name.startswith(".")]
                    waiting += [os.path.join(path, name) for name in sorted(names, reverse=True)]
            elif stat.S_ISREG(mode):
                yield path
            else:  # opening a pipe would wait for its other end
                yield SourceProblem(shown_path(path), "", "not a regular file; not read")
        except OSError as error:
            yield _not_there(path, error) if path != top else SourceProblem(shown_path(path), "", not_read(error))
        except ValueError as error:  # a path with a null character
            yield SourceProblem(shown_path(path), "", f"cannot be read: {error}")


def is_within(path: str, folder: str) -> bool:
    """Whether an absolute path is that of a folder or of something below it."""
    return path == folder or path.startswith(os.path.join(folder, ""))


def _not_there(path: str, error: OSError) -> SourceProblem:
    """Why an entry of a folder cannot be read. A dangling link counts as an empty file."""
    if not isinstance(error, FileNotFoundError) or not os.path.islink(path):
        return SourceProblem(shown_path(path), "", not_read(error))
    problem = SourceProblem(shown_path(path), "", "the link leads to nothing", is_empty=True)
    problem.is_named = False
    return problem


def shown_path(path: str) -> str:
    """The path as text that can be printed anywhere: bytes that are not UTF-8 are escaped, as in ``\\x83n.mjlog``."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def not_read(error: OSError) -> str:
    """Describe why a file cannot be read."""
    return f"cannot be read: {error.strerror or error}"


class NameFilter:
    """Selects names by patterns (``*``, ``?``, ``[abc]``). Inputs named explicitly are always read.

    include: if given, a name must match one of them. exclude: files that match one, or lie in a folder that does, are
    skipped. A pattern without a slash applies to the last part of a name, ``*.mjlog``; one with slashes to several
    parts, ``2024/*.mjlog``. own: files, folders and addresses that the run itself writes, which are never inputs.
    """

    def __init__(self, include: tuple[str, ...] = (), exclude: tuple[str, ...] = (), own: Iterable[str] = ()) -> None:
        self.include = include
        self.exclude = exclude
        self.own = frozenset([_real(path) for path in own])

    def __bool__(self) -> bool:
        """Whether any name is filtered out by a pattern."""
        return bool(self.include or self.exclude)

    def is_own(self, path: str) -> bool:
        """Whether the run itself writes this file."""
        if not self.own:
            return False
        real = _real(path)
        return real in self.own or any([real.startswith(f"{one}/") for one in self.own])

    def excludes(self, name: str) -> bool:
        """Whether a pattern excludes a name (a path below a folder, or in an archive)."""
        parts = name.replace("\\", "/").split("/")
        folders = ["/".join(parts[: end + 1]) for end in range(len(parts))]
        return any([_matches(folder, pattern) for folder in folders for pattern in self.exclude])

    def selects(self, name: str) -> bool:
        """Whether a name is to be read: included, and not excluded."""
        name = name.replace("\\", "/")
        return not self.excludes(name) and (not self.include or any([_matches(name, one) for one in self.include]))


def open_file(address: str, size: int) -> BinaryIO:
    """Open a file for reading with random access. Raises FileNotFoundError, another OSError, or StorageError."""
    if not is_url(address):
        return open(address, "rb")
    from auditor.core.files.object_stores import open_read  # which loads where a store is met

    return open_read(address, size)


def _real(path: str) -> str:
    """A path in canonical form, for comparison."""
    return path.rstrip("/") if is_url(path) else os.path.realpath(path).replace(os.sep, "/")


def _matches(name: str, pattern: str) -> bool:
    pattern = pattern.removesuffix("/")
    if "/" not in pattern:
        return fnmatchcase(name.rpartition("/")[2], pattern)
    return fnmatchcase(name, pattern.removeprefix("./")) or fnmatchcase(name, f"*/{pattern.removeprefix('/')}")


ALL_NAMES: Final = NameFilter()

_SMALL_FILE: Final = 64 << 10
"""Files up to this size are read by one process, whatever they contain."""
_BYTES_OF_ROWS: Final = 1 << 12
"""The least size of a database per piece; below it the row numbers are too sparse for pieces."""


class InputAddress(NamedTuple):
    """A file to read.

    root: the folder that it was found below; "" where it was named explicitly. member: the part of it that was
    requested, or "". size: in bytes; changed: when it was last written; both as far as known. piece: as in `Selection`.
    """

    root: str
    path: str
    member: str
    size: int
    changed: int
    piece: tuple[int, int] | None = None

    def fingerprint(self, length: int) -> bytes:
        """A hash of `length` bytes, the same for the same file until it is written again."""
        text = "\0".join([self.path, self.member, str(self.size), str(self.changed), str(self.piece)])
        return sha256(text.encode("utf-8", "surrogateescape")).digest()[:length]


def find_inputs(paths: Iterable[str], names: NameFilter = ALL_NAMES) -> Iterator[InputAddress | SourceProblem]:
    """Yield what there is to read at the paths, in the order given, without opening anything. Raises nothing.

    Standard input has size 0, and only this process can read it.

    paths: files, folders (with everything below them, sorted by name, without hidden names, each folder once even if
    several links lead to it), addresses of an object store (``s3://bucket/logs/``, ``*`` allowed), ``-``,
    ``PATH::MEMBER`` for one member (or folder) of an archive or database, of which only that is unpacked, or the
    address of a page that contains a log. ``FIRST::..LAST`` is a range of files in a folder, as one input. names:
    selects what is read below folders and in archives.
    """
    visited: set[str] = set()
    for text in paths:
        path, member = (text, "") if is_page(text) else split_address(text)
        try:
            if is_page(text) or path == STANDARD_INPUT:
                yield InputAddress("", path, member, 0, 0)
            elif is_url(path):
                yield from _in_store(path, member, names)
            elif os.path.isdir(path) and member:
                message = f"a folder's file is named by its path, {os.path.join(path, member)}"
                yield SourceProblem(shown_path(path), member, message)
            elif os.path.isdir(path):
                yield from _below(path, visited, names)
            else:
                yield _file("", path, member)
        except OSError as error:
            yield SourceProblem(shown_path(path), member, not_read(error))
        except StorageError as error:
            yield SourceProblem(without_credentials(path), member, error.reason)
        except ValueError as error:  # a path with a null character
            yield SourceProblem(shown_path(path), member, f"cannot be read: {error}")


def _file(root: str, path: str, member: str) -> InputAddress:
    status = os.stat(path)
    return InputAddress(root, path, member, status.st_size, status.st_mtime_ns)


def _below(folder: str, visited: set[str], names: NameFilter) -> Iterator[InputAddress | SourceProblem]:
    is_empty = os.path.realpath(folder) not in visited
    for file in files_below(folder, visited):
        is_empty = False
        if isinstance(file, SourceProblem):
            yield file
        elif not names.excludes(os.path.relpath(file, folder) if names else "") and not names.is_own(file):
            try:
                yield _file(folder, file, "")
            except OSError as error:
                yield SourceProblem(shown_path(file), "", not_read(error))
    if is_empty:
        yield SourceProblem(shown_path(folder), "", "the folder holds no file")


def _in_store(address: str, member: str, names: NameFilter) -> Iterator[InputAddress | SourceProblem]:
    from auditor.core.files.object_stores import listing

    is_empty = True
    for entry in listing(address):
        is_empty = False
        root = "" if entry.path == address else address
        if names.is_own(entry.path) or (root and names and names.excludes(entry.path[len(root) :].lstrip("/"))):
            continue
        yield InputAddress(root, entry.path, member, entry.size, entry.changed)
    if is_empty:
        yield SourceProblem(address, member, "there is no such object, and none below it")


def split_for_processes(address: InputAddress, inputs: int) -> list[InputAddress]:
    """Split an address into parts of about `inputs` inputs that processes can read concurrently, in order.

    Empty for what can only be read sequentially: standard input, a tar archive, an archive in another.
    """
    if address.path == STANDARD_INPUT:
        return []
    is_small = address.size <= (MEBIBYTE if is_url(address.path) else _SMALL_FILE)
    if is_page(address.path) or address.piece is not None or is_small:
        return [address]
    try:
        with open_file(address.path, address.size) as stream:
            head = stream.read(MAGIC_BYTES)
            if not is_archive(head):
                return [] if holds_archive(head, stream) else [address]
            if address.member or is_url(address.path):
                return []
            if is_zip(head):
                from auditor.core.sources.archives import even_zip_pieces

                pieces = even_zip_pieces(address.path, inputs)
            elif is_database(head):
                from auditor.core.sources import sqlite_archive

                pieces = sqlite_archive.pieces(address.path, inputs, most=address.size // _BYTES_OF_ROWS)
            else:
                return []
    except (OSError, ValueError, StorageError):  # whoever reads it reports that
        return [address]
    return [address._replace(piece=piece, size=address.size // len(pieces)) for piece in pieces]
