"""Watching folders for files that are new or changed; each is read once nobody writes it any more."""

import os
import signal
import stat
import time
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from auditor.core.sources import InputAddress, NameFilter, SourceProblem
from auditor.core.sources.find import LEADS_OUT, files_below, is_within, shown_path

if TYPE_CHECKING:
    from threading import Event

    from auditor.core.sources import Input

STEP: Final = 0.1
"""Seconds between two checks of the files that are still being written."""
QUIET: Final = 0.5
"""Seconds for which a file must be unchanged before it is read."""
RESCAN: Final = 30.0
"""Seconds between two scans of all files, which find the changes that the system failed to report."""
_SCANNING: Final = 20
"""The time between two scans is at least this multiple of the time that a scan takes."""
_DAY: Final = 24 * 3600
BATCH: Final = 128
"""The most files that are returned together."""


class FileState(NamedTuple):
    """Size, modification time (ns) and inode of a file; a changed file differs in one of them."""

    size: int
    changed: int
    inode: int


class PendingFile(NamedTuple):
    """A file to read once it is complete. state: as last seen; since: when that state was first seen (monotonic)."""

    root: str
    state: FileState
    since: float


class FolderWatch:
    """Keeps track of which files of some folders were returned already, and which are still being written.

    folders: the folders to watch, with their subfolders. names: which of the files are read. quiet: seconds for which a
    file must be unchanged before it is read. follows: whether links that lead out of the folders are followed. What
    is not read, as a link that is not followed or a folder that is gone, is a problem, given once.
    """

    def __init__(
        self, folders: Iterable[str], names: NameFilter, quiet: float = QUIET, *, follows: bool = False
    ) -> None:
        self.folders = {one: "" if follows else os.path.realpath(one) for one in folders}
        self.names = names
        self.quiet = quiet
        self.pending: dict[str, PendingFile] = {}
        self.refused: list[SourceProblem] = []
        self._told: set[str] = set()
        self._returned: dict[str, FileState] = {}
        self._next_scan = 0.0
        if hasattr(signal, "SIGIO"):
            signal.signal(signal.SIGIO, signal.SIG_IGN)  # sent when somebody opens a leased file for writing

    def note(self, paths: Iterable[str]) -> None:
        """Check files for which the system reports a change, and all files below such folders."""
        for reported in paths:
            for root, path in self._watched_paths(reported):
                for file in files_below(path, set(), self.folders[root]):
                    self._note(root, file)

    def _watched_paths(self, path: str) -> Iterator[tuple[str, str]]:
        """Each watched folder that holds an absolute path, with the path rewritten to begin with it as it was given."""
        for root in self.folders:
            for absolute in {os.path.abspath(root), os.path.realpath(root)}:
                if is_within(path, absolute):
                    yield root, os.path.join(root, os.path.relpath(path, absolute)) if path != absolute else root

    def scan(self) -> None:
        """Check all files, and forget those that are gone."""
        begun = time.monotonic()
        found: set[str] = set()
        for root, within in self.folders.items():
            for file in files_below(root, set(), within):
                self._note(root, file)
                if isinstance(file, str):
                    found.add(file)
        self._returned = {path: state for path, state in self._returned.items() if path in found}
        took = time.monotonic() - begun
        self._next_scan = time.monotonic() + max(RESCAN, _SCANNING * took)

    def is_scan_due(self) -> bool:
        """Whether it is time for the next scan."""
        return time.monotonic() >= self._next_scan

    def ready(self) -> "list[Input]":
        """Take the files that are complete now, at most BATCH, as addresses; those that waited longest come first.
        What is not read comes before them.
        """
        found: list[Input] = [*self.refused[:BATCH]]
        del self.refused[:BATCH]
        for path, pending in list(self.pending.items()):
            if len(found) == BATCH:
                break
            if (state := _state(path)) is None:
                del self.pending[path]
            elif state != pending.state:
                self.pending[path] = PendingFile(pending.root, state, time.monotonic())
            elif self._is_quiet(pending) and not is_being_written(path):
                del self.pending[path]
                self._returned[path] = state
                found.append(InputAddress(pending.root, path, "", state.size, state.changed))
        return found

    def _is_quiet(self, pending: PendingFile) -> bool:
        """Whether a file has been unchanged for long enough; one moved here may be old, by more than clocks differ."""
        is_old = time.time() - pending.state.changed / 1e9 >= max(self.quiet, _DAY)
        return is_old or time.monotonic() - pending.since >= self.quiet

    def _note(self, root: str, file: str | SourceProblem) -> None:
        if isinstance(file, SourceProblem):
            is_left = file.message == LEADS_OUT or (not file.is_empty and os.path.lexists(file.path))
            if (is_left or file.path in map(shown_path, self.folders)) and file.path not in self._told:
                self._told.add(file.path)
                self.refused.append(file)
            return
        if self.names.is_own(file):
            return
        below = os.path.relpath(file, root)
        if any([part.startswith(".") for part in below.split(os.sep)]) or self.names.excludes(below):
            return
        state = _state(file)
        if state is None or self._returned.get(file) == state:
            return
        pending = self.pending.get(file)
        if pending is None or pending.state != state:
            self.pending[file] = PendingFile(root, state, time.monotonic())


def settled_files(watch: FolderWatch, changes: Iterable[Iterable[str]]) -> "Iterator[list[Input]]":
    """Yield lists of files that have become complete, empty ones while there are none; until `changes` ends. watch: the
    state of the watched folders. changes: yields the paths reported as changed; empty when none was for a while.
    """
    for paths in changes:
        watch.note(paths)
        if watch.is_scan_due():
            watch.scan()
        batch = watch.ready()
        while len(batch) == BATCH:
            yield batch
            batch = watch.ready()
        yield batch


def reported_changes(folders: list[str], stop: "Event") -> Iterator[set[str]]:
    """Yield the paths that the system reports as changed, an empty set when it reports none; until `stop` is set. The
    library raises at a name that is not UTF-8, and where the system refuses it. The folders are then what changed, and
    after as long as that takes they are watched anew. Raises ImportError where watchfiles is not installed.
    """
    from watchfiles import watch

    step = int(STEP * 1000)
    while not stop.is_set():
        try:
            for changes in watch(
                *folders, watch_filter=None, debounce=step, step=step // 2, rust_timeout=step, stop_event=stop,
                yield_on_timeout=True, ignore_permission_denied=True,
            ):  # fmt: skip
                yield {path for _, path in changes}
        except (RuntimeError, OSError):
            begun = time.monotonic()
            yield {os.path.abspath(one) for one in folders}
            stop.wait(min(max(STEP, time.monotonic() - begun), RESCAN))


def is_being_written(path: str) -> bool:
    """Whether a file is open for writing, as far as the system can tell: Linux can for the user's own files."""
    try:
        import fcntl

        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    except (ImportError, OSError):
        return False
    try:
        # Linux grants a read lease only where nobody has the file open for writing; it is released at once.
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
    """The state of a regular file; None for anything else, and for a file that is gone."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return FileState(status.st_size, status.st_mtime_ns, status.st_ino) if stat.S_ISREG(status.st_mode) else None
