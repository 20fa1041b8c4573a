"""Files and folders that are written whole or not at all: everything that auditor writes goes through here.

Links are followed: their target is replaced. An existing file keeps its mode, a new one gets what the umask leaves. An
existing path that is not a regular file (a device, a pipe) is written to directly.

A temporary file has the same name in every run, and a lock: the next run to that target removes what is left over.
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
except ImportError:  # on Windows: nothing is locked, and temporary names are new each time
    fcntl = None  # type: ignore[assignment]

_NEW_FILE: Final = 0o666
_NEW_FOLDER: Final = 0o777
_PERMISSIONS: Final = 0o777
_SPOOLED: Final = "auditor-spool-"


class AtomicFile:
    """A file being written: `commit` moves it into place, `discard` keeps what was there before.

    As a context manager it commits, or discards on an exception. What was written to a device or pipe stays.
    """

    def __init__(self, path: str | os.PathLike[str], *, is_synced: bool = False, is_new: bool = False) -> None:
        """Begin to write. The folder must exist. Raises OSError.

        path: of the file. is_synced: whether the data must be on the disk before the file is moved into place. is_new:
        whether nothing may be replaced: `commit` then raises OSError where there is a file by then.
        """
        self.is_synced = is_synced
        self.is_new = is_new
        self._target = os.path.realpath(path)
        self._temporary = ""
        self._lock = -1
        try:
            present = os.stat(path)
        except FileNotFoundError:
            present = None
        # An open file without a path, such as /dev/stdout may lead to, can only be written to directly, too.
        if present is not None and not (stat.S_ISREG(present.st_mode) and os.path.exists(self._target)):
            self._file: BinaryIO = open(path, "wb", opener=_open_existing)  # noqa: SIM115 -- closed by commit or discard
            return
        mode = _NEW_FILE if present is None else present.st_mode & _PERMISSIONS
        # os.open applies the umask by itself; the file that replaces one is at no time more open than that one.
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        made = _create_temporary(self._target, lambda name: os.open(name, flags, mode))
        self._temporary, self._lock, descriptor = made
        try:
            self._file = os.fdopen(descriptor, "wb")
            if present is not None and os.fstat(descriptor).st_mode & _PERMISSIONS != mode:
                os.chmod(self._temporary, mode)
        except BaseException:
            self._release(removes=True)
            raise

    def write(self, data: bytes | str) -> None:
        """Append data; text is written as UTF-8 with its line ends unchanged. Raises OSError and UnicodeEncodeError."""
        self._file.write(data.encode() if isinstance(data, str) else data)

    def text(self) -> TextIO:
        """The file as a text stream; what cannot be encoded as UTF-8 is escaped."""
        return io.TextIOWrapper(self._file, "utf-8", "backslashreplace", newline="\n", write_through=True)

    def commit(self) -> None:
        """Finish the file and move it into place. Raises OSError, after discarding the file."""
        try:
            with self._file as file:
                if self._temporary and self.is_synced:
                    file.flush()
                    os.fsync(file.fileno())
            if self._temporary:
                (os.link if self.is_new else os.replace)(self._temporary, self._target)
        except BaseException:
            self.discard()
            raise
        self._release(removes=self.is_new)

    def discard(self) -> None:
        """Keep what was there before. Raises nothing."""
        try:
            with suppress(OSError):  # the rest of its buffer cannot be written either
                self._file.close()
        finally:
            self._release(removes=True)

    def _release(self, *, removes: bool) -> None:
        """Release the lock on the temporary file, and remove that file if `removes`."""
        temporary, lock, self._temporary, self._lock = self._temporary, self._lock, "", -1
        if removes and temporary:
            Path(temporary).unlink(missing_ok=True)
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


def write_atomic(
    path: str | os.PathLike[str], data: bytes | str, *, is_synced: bool = False, is_new: bool = False
) -> None:
    """Write a file whole or not at all. Raises OSError.

    path: of the file; its folder must exist. data: its content; text is written as UTF-8. is_synced: whether it must be
    on the disk when this returns. is_new: whether nothing may be replaced.
    """
    with AtomicFile(path, is_synced=is_synced, is_new=is_new) as file:
        file.write(data)


@contextmanager
def atomic_folder(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Yield a new folder to fill, which replaces the one at the path when the block ends without an exception.

    The parent folder must exist. Raises OSError; the old folder is then restored.
    """
    target = os.path.realpath(path)
    mode = os.stat(target).st_mode & _PERMISSIONS if os.path.exists(target) else _NEW_FOLDER
    made, lock, folder = _create_temporary(target, lambda name: _made_folder(name, mode))
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
    """Yield a folder that lasts as long as the block; those left by killed processes are removed. Raises OSError."""
    top = tempfile.gettempdir()
    if fcntl is not None:
        for name in [one for one in os.listdir(top) if one.startswith(_SPOOLED)]:
            _remove_stale(os.path.join(top, name))
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
    """Make a folder. Returns a descriptor of it, -1 where there are none (on Windows)."""
    os.mkdir(name, mode)
    return -1 if fcntl is None else os.open(name, os.O_RDONLY | os.O_DIRECTORY)


def _create_temporary(target: str, make: Callable[[str], int]) -> tuple[str, int, int]:
    """Make a temporary file or folder next to its target. Raises OSError.

    target: the path of the target. make: makes it under a name, failing if that exists, and returns a descriptor.
    Returns its name, a descriptor that holds the lock (-1 for none), and the descriptor that `make` returned.
    """
    folder, name = os.path.split(target)
    usual = os.path.join(folder, f".auditor-{sha256(name.encode('utf-8', 'surrogateescape')).hexdigest()[:16]}")
    if fcntl is not None:
        _remove_stale(usual)
        with suppress(FileExistsError):  # another process is writing the same target
            made = make(usual)
            lock = _locked(made, usual)
            if lock >= 0:
                return usual, lock, made
            os.close(made)
    unusual = _hidden_name(target)
    return unusual, -1, make(unusual)


def _locked(descriptor: int, path: str) -> int:
    """Lock an opened path. Returns a descriptor with the lock; -1 where another process has it or replaced the path."""
    lock = os.dup(descriptor)
    with suppress(OSError):
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.path.samestat(os.fstat(lock), os.lstat(path)):
            return lock
    os.close(lock)
    return -1


def _remove_stale(path: str) -> None:
    """Remove a file or folder left by a killed process, which is one that nobody has locked."""
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
    """Replace a folder by another; the old one is restored where this fails."""
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
    """A hidden, random name in the target's folder, short even where the target's is long."""
    return os.path.join(os.path.dirname(target), f".auditor-{os.urandom(8).hex()}")


def _open_existing(path: str, _flags: int) -> int:
    """Open a device or a pipe, without creating a file where it has meanwhile gone."""
    return os.open(path, os.O_WRONLY | os.O_TRUNC | getattr(os, "O_BINARY", 0))
