"""Files and folders that are written whole or not at all: the one writer for all that the program writes.

Links are followed: what they lead to is replaced. A file that exists keeps its mode, a new one gets what the umask
leaves. What exists and is no regular file (a device, a pipe) is written straight into.

What is being written has a name that is the same at every run, and a lock: whatever a killed run left is found by the
next that writes the same, which removes it.
"""

import io
import os
import shutil
import stat
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Final, TextIO

try:
    import fcntl
except ImportError:  # on Windows: nothing is locked, and names are new each time
    fcntl = None  # type: ignore[assignment]

_NEW_FILE: Final = 0o666
_NEW_FOLDER: Final = 0o777
_PERMISSIONS: Final = 0o777
_SPOOLED: Final = "auditor-spool-"


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
        self._lock = -1
        try:
            present = os.stat(path)
        except FileNotFoundError:
            present = None
        # An open file without a name, such as /dev/stdout may lead to, can only be written straight into, too.
        if present is not None and not (stat.S_ISREG(present.st_mode) and os.path.exists(self._target)):
            self._file: BinaryIO = open(path, "wb", opener=_open_existing)  # noqa: SIM115 -- closed by commit or discard
            return
        mode = _NEW_FILE if present is None else present.st_mode & _PERMISSIONS
        # os.open applies the umask by itself; a file that exists is never more open than before, at no time.
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        self._temporary, self._lock, descriptor = _claimed(self._target, lambda name: os.open(name, flags, mode))
        try:
            self._file = os.fdopen(descriptor, "wb")
            if present is not None and os.fstat(descriptor).st_mode & _PERMISSIONS != mode:
                os.chmod(self._temporary, mode)
        except BaseException:
            self._release(removes=True)
            raise

    def write(self, data: bytes | str) -> None:
        """Write on; text is written as UTF-8, its line ends as they are. Raises OSError and UnicodeEncodeError."""
        self._file.write(data.encode() if isinstance(data, str) else data)

    def text(self) -> TextIO:
        """The file for text; what cannot be written as UTF-8 is escaped."""
        return io.TextIOWrapper(self._file, "utf-8", "backslashreplace", newline="\n", write_through=True)

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
        self._release(removes=False)

    def discard(self) -> None:
        """Leave what was there before. Raises nothing."""
        try:
            with suppress(OSError):  # what is left in its buffer cannot be written either
                self._file.close()
        finally:
            self._release(removes=True)

    def _release(self, *, removes: bool) -> None:
        """Let go of the name that the file had while it was written."""
        temporary, lock, self._temporary, self._lock = self._temporary, self._lock, "", -1
        if removes and temporary:
            _remove(temporary)
        if lock >= 0:
            os.close(lock)

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
    mode = os.stat(target).st_mode & _PERMISSIONS if os.path.exists(target) else _NEW_FOLDER
    made, lock, folder = _claimed(target, lambda name: _made_folder(name, mode))
    try:
        yield Path(made)
        if os.path.exists(target):
            os.chmod(made, mode)
            _swap(made, target)
        else:
            os.rename(made, target)
    finally:
        shutil.rmtree(made, ignore_errors=True)
        for descriptor in (lock, folder):
            if descriptor >= 0:
                os.close(descriptor)


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """A folder for as long as the block runs; those that killed processes left are removed. Raises OSError."""
    top = tempfile.gettempdir()
    if fcntl is not None:
        for name in [one for one in os.listdir(top) if one.startswith(_SPOOLED)]:
            _remove_left(os.path.join(top, name))
    folder, lock, held = "", -1, -1
    while lock < 0:
        folder = os.path.join(top, f"{_SPOOLED}{os.urandom(8).hex()}")
        held = _made_folder(folder, 0o700)
        lock = _locked(held, folder) if fcntl is not None else 0
    try:
        yield Path(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        for descriptor in {lock, held} - {0, -1}:
            os.close(descriptor)


def _made_folder(name: str, mode: int) -> int:
    """Make a folder; a descriptor of it, -1 where there are none."""
    os.mkdir(name, mode)
    return -1 if fcntl is None else os.open(name, os.O_RDONLY | os.O_DIRECTORY)


def _claimed(target: str, make: Callable[[str], int]) -> tuple[str, int, int]:
    """Make what is to become the target next to it. Raises OSError.

    Args:
        target: Its path.
        make: Makes it under a name, if there is nothing yet, and gives a descriptor.

    Returns:
        The name, a descriptor that holds the lock (-1 for none), and that of what was made.
    """
    folder, name = os.path.split(target)
    usual = os.path.join(folder, f".auditor-{sha256(name.encode('utf-8', 'surrogateescape')).hexdigest()[:16]}")
    if fcntl is not None:
        _remove_left(usual)
        with suppress(FileExistsError):  # somebody is at it
            made = make(usual)
            lock = _locked(made, usual)
            if lock >= 0:
                return usual, lock, made
            os.close(made)
    unusual = _hidden_name(target)
    return unusual, -1, make(unusual)


def _locked(descriptor: int, path: str) -> int:
    """Lock what is at a path, and was opened; a descriptor that holds the lock, -1 where somebody else has it."""
    lock = os.dup(descriptor)
    with suppress(OSError):
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.path.samestat(os.fstat(lock), os.lstat(path)):
            return lock
    os.close(lock)
    return -1


def _remove_left(path: str) -> None:
    """Remove a file or folder that a killed process has left: nobody has it locked."""
    with suppress(OSError):
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        try:
            lock = _locked(descriptor, path)
            if lock >= 0:
                if stat.S_ISDIR(os.fstat(lock).st_mode):
                    shutil.rmtree(path, ignore_errors=True)
                else:
                    os.unlink(path)
                os.close(lock)
        finally:
            os.close(descriptor)


def _swap(made: str, target: str) -> None:
    """Put a folder in the place of another; that is put back where this fails."""
    old = _hidden_name(target)
    try:
        os.rename(target, old)
        os.rename(made, target)
    finally:
        if os.path.exists(target):
            shutil.rmtree(old, ignore_errors=True)
        elif os.path.exists(old):
            os.rename(old, target)


def _hidden_name(target: str) -> str:
    """A hidden name in the same folder that nobody else takes; short, whatever the length of the target's."""
    return os.path.join(os.path.dirname(target), f".auditor-{os.urandom(8).hex()}")


def _open_existing(path: str, _flags: int) -> int:
    """Open a device or a pipe; it is never made, where it is gone meanwhile."""
    return os.open(path, os.O_WRONLY | os.O_TRUNC | getattr(os, "O_BINARY", 0))


def _remove(path: str) -> None:
    with suppress(FileNotFoundError):
        os.unlink(path)
