"""Reads addresses into bytes: the one traversal of files, archives, object stores and standard input."""

import os
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import TYPE_CHECKING, BinaryIO, Final

from auditor.core.errors import PROBLEM_LIMIT
from auditor.core.files.addresses import StorageError, is_url
from auditor.core.sources import find
from auditor.core.sources.addresses import MARK, RANGE, STANDARD_INPUT, Selection, holds_log, is_page
from auditor.core.sources.items import MEBIBYTE, Budget, InputItem, Limits, OpenedPath, SentBytes, SourceProblem
from auditor.core.sources.marks import MAGIC_BYTES, is_packed
from auditor.core.sources.packings import unpack_stream

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor

_FETCHED_AHEAD: Final = 32
"""How many small files of an object store are fetched while others are audited."""
_SMALL: Final = MEBIBYTE
_DEFAULT_LIMITS: Final = Limits()

Input = find.InputAddress | SentBytes | InputItem | SourceProblem
"""An address to read, bytes to unpack, an input already read, or the reason why one could not be."""


class ReadProgress:
    """The progress of reading: the files read to their end, and the one being read."""

    def __init__(self) -> None:
        self._done = 0
        self._stream: BinaryIO | None = None

    def begin(self, stream: BinaryIO) -> None:
        """Start with a file."""
        self._stream = stream

    def end(self, size: int) -> None:
        """Finish a file of this size."""
        self._stream = None
        self._done += size

    def bytes(self) -> int:
        """How many bytes have been read; safe to call from another thread."""
        stream = self._stream
        try:
            return self._done + (0 if stream is None else stream.tell())
        except (ValueError, OSError):  # closed just now, or no file
            return self._done


def open_sources(
    paths: Iterable[str], limits: Limits = _DEFAULT_LIMITS, progress: ReadProgress | None = None,
    names: find.NameFilter = find.ALL_NAMES,
) -> Iterator[InputItem | SourceProblem]:  # fmt: skip
    """Read everything at some paths, one input at a time, in the order given. Raises nothing.

    paths: as `find_inputs` takes them. limits: how large an input may be. progress: updated as files are read. names:
    selects what is read below folders and in archives.
    """
    for _, item in read_inputs(find.find_inputs(paths, names), limits, names, progress):
        yield item


def read_inputs(
    inputs: Iterable[Input], limits: Limits = _DEFAULT_LIMITS, names: find.NameFilter = find.ALL_NAMES,
    progress: ReadProgress | None = None,
) -> Iterator[tuple[Input, InputItem | SourceProblem]]:  # fmt: skip
    """Read and unpack inputs one after the other, yielding each item with the input that it is from.

    Inputs that were already read pass through. Raises nothing: what cannot be read is a `SourceProblem`.

    inputs: addresses, as `find_inputs` yields them. Small files of an object store are fetched ahead. limits: how large
    an input may be. names: selects what is read below folders and in archives. progress: updated as files are read.
    """
    progress = progress or ReadProgress()
    for source, stream in _opened(inputs):
        if isinstance(source, SentBytes):
            items = unpack_stream(source.path, "", BytesIO(source.data), Budget(limits, len(source.data)))
            for item in _counted(items, source.path):
                yield source, item
        elif not isinstance(source, find.InputAddress):
            yield source, source
        elif isinstance(stream, InputItem | SourceProblem):
            yield source, stream
        elif stream is not None:
            try:
                if source.path == STANDARD_INPUT:
                    for item in _read(source, stream, limits, names):
                        yield source, item
                    continue
                with stream:
                    progress.begin(stream)
                    for item in _read(source, stream, limits, names):
                        yield source, item
                    progress.end(source.size)
            except OSError as error:
                yield source, _unread(source, _why(error))
            except MemoryError:
                yield source, _unread(source, "there is not enough memory for it")


def _unread(address: find.InputAddress, why: str) -> SourceProblem:
    return SourceProblem(find.shown_path(address.path), address.member, f"cannot be read: {why}")


def _read(
    address: find.InputAddress, stream: BinaryIO, limits: Limits, names: find.NameFilter
) -> Iterator[InputItem | SourceProblem]:
    """Yield what an open file holds, as far as `names` selects it."""
    below = address.path[len(address.root) :].lstrip("/" + os.sep) if address.root else ""
    is_taken = not address.root or not names or names.selects(below)
    if not is_taken:
        if not is_packed(stream.read(MAGIC_BYTES)):
            return
        stream.seek(0)
    if address.member.startswith(RANGE) and stream.seekable():
        is_range = not is_packed(stream.read(MAGIC_BYTES))
        stream.seek(0)
        if is_range:
            from auditor.core.sources.ranges import range_item  # ranges are seldom asked for

            yield range_item(address, limits)
            return
    if MARK + RANGE in address.member:
        from auditor.core.sources.ranges import range_in_archive

        yield range_in_archive(address, stream, limits)
        return
    is_file = address.path != STANDARD_INPUT and not is_url(address.path)
    has_any = False
    wanted = Selection(address.member, address.piece)
    file = address.path if is_file else ""
    path = find.shown_path(address.path)
    name = path if address.path == STANDARD_INPUT else OpenedPath(path, address.path)
    budget = Budget(limits, address.size)
    items = unpack_stream(name, "", stream, budget, file=file, wanted=wanted)
    for item in _counted(items, path):
        has_any = True
        if not item.member or address.member:
            is_chosen = is_taken
        elif address.root:
            is_chosen = not names.excludes(item.member) if is_taken else names.selects(item.member)
        else:
            is_chosen = names.selects(item.member)
        if is_chosen:
            item.is_named = not address.root and (not item.member or bool(address.member))
            yield item
    if address.member and not has_any:
        yield SourceProblem(path, address.member, "there is nothing of that name in it")


def _counted(items: Iterator[InputItem | SourceProblem], path: str) -> Iterator[InputItem | SourceProblem]:
    """What a file holds, of more than PROBLEM_LIMIT parts that cannot be read only the first, and their number."""
    problems = 0
    for item in items:
        problems += (is_problem := isinstance(item, SourceProblem) and not item.is_empty)  # which is passed over
        if not is_problem or problems <= PROBLEM_LIMIT:
            yield item
    if problems > PROBLEM_LIMIT:
        yield SourceProblem(path, "", f"{problems - PROBLEM_LIMIT:,} more parts of it cannot be read")


Opened = BinaryIO | InputItem | SourceProblem | None
"""A stream; for a page, its content; or why it cannot be opened. None for an input that is not an address."""


def _opened(inputs: Iterable[Input]) -> Iterator[tuple[Input, Opened]]:
    """Open inputs in order; small files of a store are fetched ahead, since a request takes longer than an audit."""
    threads: ThreadPoolExecutor | None = None
    ahead: deque[tuple[Input, Future[Opened] | None]] = deque()
    try:
        for one in inputs:
            is_fetched = isinstance(one, find.InputAddress) and one.size <= _SMALL and is_url(one.path)
            if is_fetched and threads is None:
                threads = _threads()
            ahead.append((one, threads.submit(_open, one) if is_fetched and threads is not None else None))
            while len(ahead) > (_FETCHED_AHEAD - 1 if is_fetched else 0):
                source, future = ahead.popleft()
                yield source, _open(source) if future is None else future.result()
        while ahead:
            source, future = ahead.popleft()
            yield source, _open(source) if future is None else future.result()
    finally:
        if threads is not None:
            threads.shutdown()


def _threads() -> "ThreadPoolExecutor":
    from concurrent.futures import ThreadPoolExecutor  # importing it takes longer than auditing a small log

    return ThreadPoolExecutor(_FETCHED_AHEAD)


def _open(address: Input) -> Opened:
    if not isinstance(address, find.InputAddress):
        return None
    if is_page(address.path):
        return _page(address.path)
    if address.path == STANDARD_INPUT:
        return _unread(address, "there is no standard input") if sys.stdin is None else sys.stdin.buffer
    try:
        return find.open_file(address.path, address.size)
    except (OSError, StorageError) as error:
        return _unread(address, _why(error))
    except ValueError as error:
        return _unread(address, str(error))


def _page(address: str) -> InputItem | SourceProblem:
    """The log contained in the address of a page; nothing is fetched."""
    if holds_log(address):
        return InputItem(OpenedPath(address), "", address.encode("utf-8", "replace"))
    return SourceProblem(address, "", "nothing is fetched; download the log, or give an address with the log in it")


def _why(error: OSError | StorageError) -> str:
    if isinstance(error, FileNotFoundError):
        return os.strerror(error.errno or 2)
    if isinstance(error, StorageError):
        return error.reason
    if error.strerror:
        return error.strerror
    from auditor.core.files.object_stores import storage_error_text

    return storage_error_text(error)
