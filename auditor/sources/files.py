"""The files at a path: itself, or all below a folder."""

import os
import stat
from collections.abc import Iterator

from auditor.sources.items import SourceProblem


def files_below(path: str, visited: set[str]) -> Iterator[str | SourceProblem]:
    """The file at a path, or every file below a folder, depth first and sorted by name, without hidden names.

    visited: the folders that were read before, however links lead to them; those of this one are added. Raises nothing:
    what cannot be looked at is a `SourceProblem`.
    """
    waiting = [path]  # the next one last
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
                yield path
            else:  # to open a pipe would wait for its other end
                yield SourceProblem(shown_path(path), "", "not a regular file; not read")
        except OSError as error:
            yield SourceProblem(shown_path(path), "", not_read(error))
        except ValueError as error:  # a path with a null character
            yield SourceProblem(shown_path(path), "", f"cannot be read: {error}")


def shown_path(path: str) -> str:
    """The path as text that can be written anywhere: a name that is not UTF-8 loses the bytes that are not."""
    return os.fsencode(path).decode("utf-8", "replace")


def not_read(error: OSError) -> str:
    """Why a file cannot be read."""
    return f"cannot be read: {error.strerror or error}"
