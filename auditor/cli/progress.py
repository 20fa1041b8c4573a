"""How far a run is, for whoever waits for it."""

import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self, TextIO

from auditor.results import NOTE
from auditor.sources import NameFilter, ReadProgress
from auditor.sources.find import ALL_NAMES
from auditor.sources.survey import Survey, measure_inputs
from auditor.text import plural

if TYPE_CHECKING:
    from rich.console import Console
    from rich.live import Live

    from auditor.audit.worker import Result
    from auditor.report.summary import Summary
    from auditor.store.database import TableProgress


WINDOW: Final = 60.0
"""Seconds over which a pace is measured: work comes in bursts, and does not go as fast at its end as at its start."""

_MINUTE: Final = 60
_HOUR: Final = 3600


class Stand(NamedTuple):
    """How far a piece of work is.

    text: what is done, in words. done: how much of it, from 0 to 1; None where nobody knows. items: how many of what is
    counted by the second are done. unit: what that is called; "" to count nothing. found: told last.
    """

    text: str
    done: float | None
    items: int = 0
    unit: str = ""
    found: str = ""


class Pace:
    """Measures how fast work goes, at moments that are told to it, in seconds of any clock."""

    def __init__(self) -> None:
        self._moments: deque[tuple[float, float, int]] = deque()

    def line(self, seconds: float, stand: Stand) -> str:
        """The stand with its pace: ``12,300 of 20,000 logs (61 %), 115 games/s, 1 min left, 7 faults``."""
        self._moments.append((seconds, stand.done or 0.0, stand.items))
        while len(self._moments) > 2 and seconds - self._moments[1][0] >= WINDOW:
            self._moments.popleft()
        start, done, items = self._moments[0]
        taken = seconds - start
        parts = [stand.text + ("" if stand.done is None else f" ({min(int(100 * stand.done), 100)} %)")]
        if stand.unit and taken > 0 and stand.items > items:
            parts.append(f"{_rate((stand.items - items) / taken)} {stand.unit}/s")
        if stand.done is not None and taken > 0 and done < stand.done < 1:
            parts.append(f"{duration((1 - stand.done) * taken / (stand.done - done))} left")
        return ", ".join([*parts, *filter(None, [stand.found])])


def duration(seconds: float) -> str:
    """A time as people say it: ``5 s``, ``12 min``, ``2 h 5 min``."""
    if seconds < _MINUTE:
        return f"{max(round(seconds), 1)} s"
    minutes = round(seconds / _MINUTE)
    if minutes < _HOUR // _MINUTE:
        return f"{minutes} min"
    return f"{minutes // 60:,} h" + (f" {minutes % 60} min" if minutes % 60 else "")


def _rate(each_second: float) -> str:
    return f"{each_second:,.0f}" if each_second >= 10 else f"{each_second:.1f}"


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


class AuditProgress:
    """How far an audit is. What there is to read is counted beside it, from the first time that somebody asks.

    summary: of what is told. paths: what is read, of which the files of these names. meter: how far the reading is.
    """

    def __init__(
        self, summary: "Summary", paths: Sequence[str], meter: ReadProgress, names: NameFilter = ALL_NAMES
    ) -> None:
        self.names = names
        self.summary = summary
        self.paths = paths
        self.meter = meter
        self.survey: Survey | None = None
        self.inputs = 0
        self.games = 0
        self._counting: threading.Thread | None = None
        self._is_over = threading.Event()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Nobody wants to know any more; the counting ends."""
        self._is_over.set()
        if self._counting is not None:
            self._counting.join()

    def note(self, inputs: int, results: "list[Result]") -> None:
        """Count what is audited, which is told only when it is loaded."""
        self.inputs += inputs
        self.games += sum([len(result.verdicts) for result in results])

    def __call__(self) -> Stand:
        """The stand of now."""
        if self._counting is None:
            self._counting = threading.Thread(target=self.count, daemon=True)
            self._counting.start()
        faults = sum([count for severity, count in self.summary.findings.items() if severity != NOTE])
        text, done = f"{self.inputs:,} logs", None
        if self.survey is not None:
            total = self.survey.inputs
            if total and self.inputs <= total:
                text, done = f"{self.inputs:,} of {plural(total, 'log')}", self.inputs / total
            elif self.survey.bytes:
                done = min(self.meter.bytes() / self.survey.bytes, 1.0)
        return Stand(text, done, self.games, "games", plural(faults, "fault"))

    def count(self) -> None:
        """Count what there is to read."""
        self.survey = measure_inputs(self.paths, self._is_over.is_set, self.names)


class TableStand:
    """How far work on tables is. name: of what they are in."""

    def __init__(self, name: str, steps: "TableProgress") -> None:
        self.name = name
        self.steps = steps

    def __call__(self) -> Stand:
        """The stand of now."""
        at_work = f": {self.steps.table}" if self.steps.table else ""
        return Stand(f"{self.name}{at_work}", self.steps.done())
