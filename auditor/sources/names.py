"""Which of the files below folders, and of the members of archives, are read: chosen by their names."""

import os
from collections.abc import Iterable
from fnmatch import fnmatchcase
from typing import Final

from auditor.filesystems import is_url


class Names:
    """A choice of names by patterns (``*``, ``?``, ``[abc]``). What was named itself is always read.

    include: if any, a name must match one of them. exclude: nothing is read that matches one, or lies in a folder that
    does. A pattern without a slash is of a last part, ``*.mjlog``; one with a slash of several, ``2024/*.mjlog``. own:
    files, folders and addresses that the run itself writes, which are none of its inputs.
    """

    def __init__(self, include: tuple[str, ...] = (), exclude: tuple[str, ...] = (), own: Iterable[str] = ()) -> None:
        self.include = include
        self.exclude = exclude
        self.own = frozenset([_real(path) for path in own])

    def __bool__(self) -> bool:
        """Whether anything is left out by its name."""
        return bool(self.include or self.exclude)

    def is_own(self, path: str) -> bool:
        """Whether a file is one that the run writes."""
        if not self.own:
            return False
        real = _real(path)
        return real in self.own or any([real.startswith(f"{one}/") for one in self.own])

    def lets_in(self, name: str) -> bool:
        """Whether nothing excludes a name: a path below a folder, or in an archive."""
        parts = name.replace("\\", "/").split("/")
        folders = ["/".join(parts[: end + 1]) for end in range(len(parts))]
        return not any([_matches(folder, pattern) for folder in folders for pattern in self.exclude])

    def takes(self, name: str) -> bool:
        """Whether a name is chosen."""
        name = name.replace("\\", "/")
        return self.lets_in(name) and (not self.include or any([_matches(name, one) for one in self.include]))


def _real(path: str) -> str:
    """A path as it is told from others, however it was written."""
    return path.rstrip("/") if is_url(path) else os.path.realpath(path).replace(os.sep, "/")


def _matches(name: str, pattern: str) -> bool:
    pattern = pattern.removesuffix("/")
    if "/" not in pattern:
        return fnmatchcase(name.rpartition("/")[2], pattern)
    return fnmatchcase(name, pattern.removeprefix("./")) or fnmatchcase(name, f"*/{pattern.removeprefix('/')}")


ALL_NAMES: Final = Names()
