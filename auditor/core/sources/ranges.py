"""Ranges: several files of a folder, or of a folder in an archive, that are one input, a line each."""

import os
import re
import time
from bisect import bisect_left
from codecs import BOM_UTF8
from errno import ENOENT
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO

from auditor.core.sources.addresses import MARK, RANGE, Selection
from auditor.core.sources.find import InputAddress, not_read, shown_path
from auditor.core.sources.items import Budget, InputItem, Limits, OpenedPath, SourceProblem
from auditor.core.sources.packings import unpack_stream


def by_number(path: str) -> tuple[list[tuple[int, str]], str]:
    """A sort key for names with numbers in them: ``hand2`` before ``hand10``, and behind ``hand02``."""
    return [(int(part), "") if part.isdecimal() else (0, part) for part in re.split(r"(\d{1,18})", path)], path


def range_address(first: InputAddress, last: str) -> InputAddress:
    """The address of a range of files in a folder as one input. last: the path of the last."""
    return first._replace(root="", member=RANGE + os.path.basename(last))


def files_of_range(address: InputAddress) -> list[str]:
    """The paths of the files in a range address. Raises OSError."""
    folder, first = os.path.split(address.path)
    listed = _in_order(folder or os.curdir, os.stat(folder or os.curdir).st_mtime_ns, int(time.monotonic()))
    return [os.path.join(folder, name) for name in names_of_range(listed, first, address.member.removeprefix(RANGE))]


@lru_cache(maxsize=4)
def _in_order(folder: str, changed: int, second: int) -> list[str]:
    """The names in a folder in order; asked anew once it has changed, and each second: its time may not tell."""
    return sorted(os.listdir(folder), key=by_number)


def names_of_range(listed: list[str], first: str, last: str) -> list[str]:
    """The names from `first` to `last` that end as `first` does, of names in order. Raises FileNotFoundError."""
    ending = os.path.splitext(first)[1]
    start, end = [bisect_left(listed, by_number(name), key=by_number) for name in (first, last)]
    if [*listed[start : start + 1], *listed[end : end + 1]] != [first, last] or not last.endswith(ending):
        raise FileNotFoundError(ENOENT, os.strerror(ENOENT))
    return [name for name in listed[start : end + 1] if name.endswith(ending)]


def lines_of_files(paths: list[str]) -> bytes:
    """The contents of files, each on a line of its own. Raises OSError."""
    return as_lines([Path(path).read_bytes() for path in paths])


def as_lines(contents: list[bytes]) -> bytes:
    """Join several contents, each on a line of its own."""
    return b"\n".join([b" ".join(one.removeprefix(BOM_UTF8).splitlines()) for one in contents])


def range_item(address: InputAddress, limits: Limits) -> InputItem | SourceProblem:
    """Read a range of files in a folder as one input."""
    path = shown_path(address.path)
    try:
        paths = files_of_range(address)
        if message := limits.excess_message(sum([os.path.getsize(one) for one in paths])):
            return SourceProblem(path, address.member, message)
        item = InputItem(OpenedPath(path), address.member, lines_of_files(paths))
    except OSError as error:
        return SourceProblem(path, address.member, not_read(error))
    item.budget = Budget(limits, item.bytes)
    return item


def range_in_archive(address: InputAddress, stream: BinaryIO, limits: Limits) -> InputItem | SourceProblem:
    """Read a range of files in a folder of an archive as one input."""
    path = shown_path(address.path)
    first, _, last = address.member.rpartition(MARK + RANGE)
    folder, name = os.path.split(first)
    held: dict[str, bytes] = {}
    budget = Budget(limits, address.size)
    for item in unpack_stream(path, "", stream, budget, wanted=Selection(folder)):
        if isinstance(item, InputItem) and os.path.dirname(item.member) == folder:
            held.setdefault(os.path.basename(item.member), item.data)
    try:
        data = as_lines([held[one] for one in names_of_range(sorted(held, key=by_number), name, last)])
    except FileNotFoundError:
        return SourceProblem(path, address.member, "there is nothing of that name in it")
    joined = InputItem(OpenedPath(path), address.member, data)
    joined.budget = budget
    return joined
