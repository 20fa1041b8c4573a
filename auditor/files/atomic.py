"""Files and folders that are written whole or not at all: the one writer for all that the program writes.

Links are followed: what they lead to is replaced. A file that exists keeps its mode, a new one gets what the umask
leaves. What exists and is no regular file (a device, a pipe) is written straight into.
"""

import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Final

_NEW_FILE: Final = 0o666
_NEW_FOLDER: Final = 0o777
_PERMISSIONS: Final = 0o777


class AtomicFile:
    """A file being written: `commit` gives it its name, `discard` leaves what was there before.

    As a context manager it commits, or discards when an exception leaves the block. What a device or a pipe was given
    cannot be taken back.
    """

    def __init__(self, path: str | os.PathLike[str], *, is_synced: bool = False) -> None:
        """Begin to write. The folder must exist. Raises OSError.

        Args:
            path: Of the file.
            is_synced: Whether the data must be on the disk before the file has its name.
        """
        self.is_synced = is_synced
        self._target = os.path.realpath(path)
        self._temporary = ""
        try:
            present = os.stat(path)
        except FileNotFoundError:
            present = None
        # An open file without a name, such as /dev/stdout may lead to, can only be written straight into, too.
        if present is not None and not (stat.S_ISREG(present.st_mode) and os.path.exists(self._target)):
            self._file: BinaryIO = open(path, "wb", opener=_open_existing)  # noqa: SIM115 -- closed by commit or discard
            return
        mode = _NEW_FILE if present is None else present.st_mode & _PERMISSIONS
        temporary = _name_beside(self._target)
        try:
            # os.open applies the umask by itself; a file that exists is never more open than before, at no time.
            self._file = open(temporary, "xb", opener=lambda name, flags: os.open(name, flags, mode))  # noqa: SIM115
            self._temporary = temporary
            if present is not None and os.fstat(self._file.fileno()).st_mode & _PERMISSIONS != mode:
                os.chmod(temporary, mode)
        except FileExistsError:
            raise
        except BaseException:
            _remove(temporary)
            raise

    def write(self, data: bytes | str) -> None:
        """Write on; text is written as UTF-8, its line ends as they are. Raises OSError and UnicodeEncodeError."""
        self._file.write(data.encode() if isinstance(data, str) else data)

    def commit(self) -> None:
        """Finish the file and give it its name. Raises OSError, and then the file is discarded."""
        try:
            with self._file as file:
                if self._temporary and self.is_synced:
                    file.flush()
                    os.fsync(file.fileno())
            if self._temporary:
                os.replace(self._temporary, self._target)
        except BaseException:
            self.discard()
            raise
        self._temporary = ""

    def discard(self) -> None:
        """Leave what was there before. Raises nothing."""
        try:
            with suppress(OSError):  # what is left in its buffer cannot be written either
                self._file.close()
        finally:
            if self._temporary:
                _remove(self._temporary)

    def __enter__(self) -> "AtomicFile":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if error is None:
            self.commit()
        else:
            self.discard()


def write_atomic(path: str | os.PathLike[str], data: bytes | str, *, is_synced: bool = False) -> None:
    """Write a file whole or not at all. Raises OSError.

    Args:
        path: Of the file; its folder must exist.
        data: What it is to hold; text is written as UTF-8.
        is_synced: Whether it must be on the disk when this returns.
    """
    with AtomicFile(path, is_synced=is_synced) as file:
        file.write(data)


@contextmanager
def atomic_folder(path: str | os.PathLike[str]) -> Iterator[Path]:
    """A new folder to fill, which takes the place of the one at the path when the block ends without an exception.

    The folder above must exist. Raises OSError; the old folder is there again then.
    """
    target = os.path.realpath(path)
    made = _name_beside(target)
    mode = os.stat(target).st_mode & _PERMISSIONS if os.path.exists(target) else _NEW_FOLDER
    try:
        os.mkdir(made, mode)
        yield Path(made)
        if os.path.exists(target):
            os.chmod(made, mode)
            _swap(made, target)
        else:
            os.rename(made, target)
    finally:
        shutil.rmtree(made, ignore_errors=True)


def _swap(made: str, target: str) -> None:
    """Put a folder in the place of another; that is put back where this fails."""
    old = _name_beside(target)
    try:
        os.rename(target, old)
        os.rename(made, target)
    finally:
        if os.path.exists(target):
            shutil.rmtree(old, ignore_errors=True)
        elif os.path.exists(old):
            os.rename(old, target)


def _name_beside(target: str) -> str:
    """A hidden name in the same folder that nobody else takes; short, whatever the length of the target's."""
    return os.path.join(os.path.dirname(target), f".auditor-{os.urandom(8).hex()}")


def _open_existing(path: str, _flags: int) -> int:
    """Open a device or a pipe; it is never made, where it is gone meanwhile."""
    return os.open(path, os.O_WRONLY | os.O_TRUNC | getattr(os, "O_BINARY", 0))


def _remove(path: str) -> None:
    with suppress(FileNotFoundError):
        os.unlink(path)
