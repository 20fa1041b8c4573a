"""How far a run is, for whoever waits for it."""

import sys
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, Self, TextIO

from auditor.cli.pace import Pace, Stand

if TYPE_CHECKING:
    from rich.console import Console
    from rich.live import Live

DRAWN_SECONDS: Final = 0.5
"""How far apart a line on a terminal is drawn anew, by its own timer."""

DELAY: Final = 0.5
"""Seconds after which a line is drawn: what is over before needs none, and does not wait for its library."""

BAR: Final = 10
"""Columns of the bar."""

LINE_SECONDS: Final = 60.0
"""How far apart the lines are where there is no terminal."""

Clock = Callable[[], float]


class Progress:
    """Tells on standard error how far a run is, until it is closed: this one says nothing."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing is left on the screen, nor any thread."""

    def pause(self) -> None:
        """Take away what stands on the screen, before something else is written; twice is as good as once."""

    def resume(self) -> None:
        """Go on after that, if there was a pause."""


class _Timed(Progress):
    """Told by a timer: a thread of its own, which is over when the work is."""

    def __init__(self) -> None:
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def _run(self) -> None:
        raise NotImplementedError


class TerminalProgress(_Timed):
    """A line with a bar, drawn over itself, from a while after the start."""

    def __init__(self, stand: Callable[[], Stand], clock: Clock, console: "Console | None" = None) -> None:
        super().__init__()
        self.stand = stand
        self.clock = clock
        self.console = console
        self.pace = Pace()
        self.started = clock()
        self._live: Live | None = None
        self._lock = threading.Lock()
        self._is_paused = False

    def begin(self) -> None:
        """Draw for the first time."""
        from rich.console import Console
        from rich.live import Live

        with self._lock:
            self._live = Live(
                console=self.console or Console(stderr=True, highlight=False),
                get_renderable=self._drawn,
                auto_refresh=False,  # its thread may outlive the program's end, and what that holds with it
                transient=True,
                redirect_stdout=False,
                redirect_stderr=False,
            )
            self._live.start(refresh=True)

    def draw(self) -> None:
        """Draw anew, unless something else is being written."""
        if self._lock.acquire(blocking=False):
            if self._live is not None:
                self._live.refresh()
            self._lock.release()

    def __exit__(self, *_: object) -> None:
        self.resume()
        super().__exit__()
        if self._live is not None:
            self._live.stop()

    def pause(self) -> None:
        """Take the line away."""
        if not self._is_paused:
            self._lock.acquire()
            self._is_paused = True
            if self._live is not None:
                self._live.stop()

    def resume(self) -> None:
        """Draw the line again."""
        if self._is_paused:
            if self._live is not None:
                self._live.start(refresh=True)
            self._is_paused = False
            self._lock.release()

    def _run(self) -> None:
        if self._ended.wait(DELAY):
            return
        self.begin()
        while not self._ended.wait(DRAWN_SECONDS):
            self.draw()

    def _drawn(self) -> Any:
        """The bar and the line as they are now."""
        from rich.progress_bar import ProgressBar
        from rich.table import Table
        from rich.text import Text

        stand = self.stand()
        line = Text(self.pace.line(self.clock() - self.started, stand), no_wrap=True, overflow="ellipsis")
        row = Table.grid(padding=(0, 1))
        if stand.done is None:
            row.add_row(line)
        else:
            row.add_row(ProgressBar(1.0, min(stand.done, 1.0), width=BAR), line)
        return row


class LineProgress(_Timed):
    """A line a minute, for what is read later: the output of a nightly run."""

    def __init__(self, stand: Callable[[], Stand], clock: Clock, stream: TextIO, seconds: float = LINE_SECONDS) -> None:
        super().__init__()
        self.stand = stand
        self.clock = clock
        self.stream = stream
        self.seconds = seconds
        self.pace = Pace()
        self.started = clock()

    def tell(self) -> None:
        """Write the line of now."""
        self.stream.write(self.pace.line(self.clock() - self.started, self.stand()) + "\n")
        self.stream.flush()

    def _run(self) -> None:
        while not self._ended.wait(self.seconds):
            self.tell()


def progress_of(stand: Callable[[], Stand], is_wanted: bool | None, clock: Clock = time.monotonic) -> Progress:
    """What tells how far a run is.

    is_wanted: as ``--progress`` says; None for a line on a terminal and nothing elsewhere. stand: asked from another
    thread. clock: gives seconds.
    """
    is_terminal = sys.stderr.isatty()
    if is_wanted is False or (is_wanted is None and not is_terminal):
        return Progress()
    return TerminalProgress(stand, clock) if is_terminal else LineProgress(stand, clock, sys.stderr)
