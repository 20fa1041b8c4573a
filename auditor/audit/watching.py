"""Folders that are watched: files that are new or changed, each as soon as nobody writes it any more."""

import os
import signal
import stat
import time
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from auditor.sources import InputAddress, NameFilter, SourceProblem
from auditor.sources.find import files_below

if TYPE_CHECKING:
    from threading import Event

    from auditor.sources import Input

STEP: Final = 0.1
"""Seconds between two looks at files that are being written."""
QUIET: Final = 0.5
"""Seconds in which a file must not have changed, before it is read."""
RESCAN: Final = 30.0
"""Seconds between two looks at all files: what the system failed to report is found then."""
_SCANNING: Final = 20
"""The time between is so many times what a look takes, where that is more."""
BATCH: Final = 128
"""Files that are given together, at most."""


class FileState(NamedTuple):
    """What distinguishes a file from what it was before."""

    size: int
    changed: int
    inode: int


class PendingFile:
    """A file that is to be read once it is whole. state: as last seen; since: when it was first seen so."""

    def __init__(self, root: str, state: FileState, since: float) -> None:
        self.root = root
        self.state = state
        self.since = since


class FolderWatch:
    """Knows which files of some folders were given already, and which are still being written.

    Args:
        folders: to watch, with all below them.
        names: which of the files are read.
        quiet: seconds in which a file must not have changed.
    """

    def __init__(self, folders: Iterable[str], names: NameFilter, quiet: float = QUIET) -> None:
        self.folders = list(folders)
        self.names = names
        self.quiet = quiet
        self.pending: dict[str, PendingFile] = {}
        self._given: dict[str, FileState] = {}
        self._next_scan = 0.0
        if hasattr(signal, "SIGIO"):
            signal.signal(signal.SIGIO, signal.SIG_IGN)  # what ends a lease that somebody wants to write in

    def note(self, paths: Iterable[str]) -> None:
        """Look at files, or at all below folders, of which the system reports a change."""
        for reported in paths:
            for root, path in self._as_given(reported):
                for file in files_below(path, set()) if os.path.isdir(path) else [path]:
                    self._note(root, file)

    def _as_given(self, path: str) -> Iterator[tuple[str, str]]:
        """A path that the system reports, absolute, as one below each folder that holds it, as that is given."""
        for root in self.folders:
            for absolute in {os.path.abspath(root), os.path.realpath(root)}:
                if path == absolute or path.startswith(os.path.join(absolute, "")):
                    yield root, os.path.join(root, os.path.relpath(path, absolute)) if path != absolute else root

    def scan(self) -> None:
        """Look at all files, and forget those that are gone."""
        begun = time.monotonic()
        found: set[str] = set()
        for root in self.folders:
            for file in files_below(root, set()):
                self._note(root, file)
                if isinstance(file, str):
                    found.add(file)
        self._given = {path: state for path, state in self._given.items() if path in found}
        took = time.monotonic() - begun
        self._next_scan = time.monotonic() + max(RESCAN, _SCANNING * took)

    def is_scan_due(self) -> bool:
        """Whether it is time to look at all files."""
        return time.monotonic() >= self._next_scan

    def ready(self) -> list[InputAddress]:
        """The files that are whole now, BATCH at most, as addresses, those that waited longest first."""
        found: list[InputAddress] = []
        for path, pending in list(self.pending.items()):
            if len(found) == BATCH:
                break
            state = _state(path)
            if state is None:
                del self.pending[path]
            elif state != pending.state:
                pending.state, pending.since = state, time.monotonic()
            elif self._is_quiet(pending) and not is_being_written(path):
                del self.pending[path]
                self._given[path] = state
                found.append(InputAddress(pending.root, path, "", state.size, state.changed))
        return found

    def _is_quiet(self, pending: PendingFile) -> bool:
        """Whether a file has not changed for long enough; one moved in has not for long before."""
        age = time.time() - pending.state.changed / 1e9
        return age >= self.quiet or time.monotonic() - pending.since >= self.quiet

    def _note(self, root: str, file: str | SourceProblem) -> None:
        if isinstance(file, SourceProblem) or self.names.is_own(file):
            return
        below = os.path.relpath(file, root)
        if any([part.startswith(".") for part in below.split(os.sep)]) or not self.names.accepts(below):
            return
        state = _state(file)
        if state is None or self._given.get(file) == state:
            return
        pending = self.pending.get(file)
        if pending is None or pending.state != state:
            self.pending[file] = PendingFile(root, state, time.monotonic())


def settled_files(watch: FolderWatch, changes: Iterable[Iterable[str]]) -> "Iterator[list[Input]]":
    """Files as they become whole, in lists, an empty one where nothing came for a while; until `changes` ends.

    Args:
        watch: what is known of the folders.
        changes: paths of which the system reports a change; none where there was none for a moment.
    """
    for paths in changes:
        watch.note(paths)
        if watch.is_scan_due():
            watch.scan()
        batch = watch.ready()
        while len(batch) == BATCH:
            yield list(batch)
            batch = watch.ready()
        yield list(batch)


def reported_changes(folders: list[str], stop: "Event") -> Iterator[set[str]]:
    """The paths that the system reports, an empty set where it reports none for a moment; until `stop` is set.

    Raises ImportError where watchfiles is not installed.
    """
    from watchfiles import watch

    step = int(STEP * 1000)
    for changes in watch(
        *folders, watch_filter=None, debounce=step, step=step // 2, rust_timeout=step, stop_event=stop,
        yield_on_timeout=True, ignore_permission_denied=True,
    ):  # fmt: skip
        yield {path for _, path in changes}


def is_being_written(path: str) -> bool:
    """Whether somebody has a file open for writing, as far as the system shows it: Linux does of files of one's own."""
    try:
        import fcntl

        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    except (ImportError, OSError):
        return False
    try:
        # A lease for reading is given where nobody writes, and taken back at once.
        fcntl.fcntl(descriptor, fcntl.F_SETLEASE, fcntl.F_RDLCK)
        fcntl.fcntl(descriptor, fcntl.F_SETLEASE, fcntl.F_UNLCK)
    except BlockingIOError:
        return True
    except (AttributeError, OSError):
        return False
    finally:
        os.close(descriptor)
    return False


def _state(path: str) -> FileState | None:
    """The state of a regular file; None for what is none, or gone."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return FileState(status.st_size, status.st_mtime_ns, status.st_ino) if stat.S_ISREG(status.st_mode) else None
