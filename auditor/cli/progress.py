"""Progress of a run: a bar on a terminal, elsewhere a line per minute if ``--progress`` asks for it.

rich measures rates and the time left; it is imported once there is something to show.
"""

import sys
import threading
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, Self, TextIO

from auditor.core.results import NOTE
from auditor.core.sources import NameFilter, ReadProgress
from auditor.core.sources.find import ALL_NAMES
from auditor.core.text import plural

if TYPE_CHECKING:
    import rich.progress
    from rich.console import Console

    from auditor.core.results import InputResult
    from auditor.core.sources.survey import Survey
    from auditor.lake.transfer import TableProgress
    from auditor.output.summary import Summary

DELAY: Final = 0.5
"""Seconds before the bar is first drawn: a shorter run needs none, and does not wait for the import of rich."""

DRAWN_SECONDS: Final = 0.5
"""Seconds between two drawings of the bar."""

LINE_SECONDS: Final = 60.0
"""Seconds between two lines where there is no terminal."""

WINDOW: Final = 1.5 * LINE_SECONDS
"""Seconds over which a rate is measured: work comes in bursts, and its speed changes from start to end.

The window holds two lines and not three: the rate of a line is measured from the line before it.
"""

BAR: Final = 10
"""Columns of the bar."""

_MINUTE: Final = 60
_HOUR: Final = 3600

Clock = Callable[[], float]


class ProgressSnapshot(NamedTuple):
    """The progress of some work at one time. text: what has been done, in words. done: the share, from 0 to 1; None
    where that is not known. items: how many have been done, which the rate counts. unit: what the items are called; ""
    for no rate. outcome: the results so far, printed last.
    """

    text: str
    done: float | None
    items: int = 0
    unit: str = ""
    outcome: str = ""


Measure = Callable[[], ProgressSnapshot]
"""Takes a snapshot of the progress; called from another thread."""


class Progress:
    """Shows the progress of a run on standard error, until it is closed; this base class shows nothing."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Clear the screen and end the thread, where there is any."""

    def pause(self) -> None:
        """Clear the progress from the screen before something else is written; calling it twice is harmless."""

    def resume(self) -> None:
        """End the pause, if there is one."""


class TimedProgress(Progress):
    """Progress shown by its own thread: a bar that is redrawn in place on a terminal, elsewhere lines. rich measures
    two tasks: the share of the work that is done, which the bar shows, and the items.
    """

    def __init__(self, measure: Measure, clock: Clock, stream: TextIO | None, console: "Console | None" = None) -> None:
        """Shows nothing before it is entered as a context manager. measure: takes a snapshot of the progress. clock:
        returns the time in seconds. stream: where lines are written; None for a bar. console: of the bar, else stderr.
        """
        self.measure = measure
        self.clock = clock
        self.stream = stream
        self.console = console
        self._shown: rich.progress.Progress | None = None
        self._lock = threading.Lock()
        self._is_paused = False
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.resume()
        self._ended.set()
        self._thread.join()
        if self._shown is not None:
            self._shown.live.stop()

    def show(self) -> None:
        """Show the current progress, unless something else is being written."""
        if self._lock.acquire(blocking=False):
            try:
                if self._shown is None:
                    self._shown = _rich_progress(self.clock, self.console)
                self._show(self._shown)
            finally:
                self._lock.release()

    def pause(self) -> None:
        """Remove the bar."""
        if self.stream is None and not self._is_paused:
            self._lock.acquire()
            self._is_paused = True
            if self._shown is not None:
                self._shown.live.stop()

    def resume(self) -> None:
        """Let the bar be drawn again when the next drawing is due."""
        if self._is_paused:
            self._is_paused = False
            self._lock.release()

    def _run(self) -> None:
        seconds, interval = (DELAY, DRAWN_SECONDS) if self.stream is None else (LINE_SECONDS, LINE_SECONDS)
        while not self._ended.wait(seconds):
            self.show()
            seconds = interval

    def _show(self, shown: "rich.progress.Progress") -> None:
        share, items = shown.tasks
        now = self.measure()
        if now.done is not None:
            shown.start_task(share.id)  # until then the bar shows no share
        shown.advance(share.id, (now.done or 0.0) - share.completed)
        shown.advance(items.id, now.items - items.completed)
        line = _line(now, share.speed, items.speed)
        if self.stream is None:
            shown.update(share.id, description=line)
            shown.live.start()
            shown.live.refresh()
        else:
            self.stream.write(f"{line}\n")
            self.stream.flush()


def progress_of(measure: Measure, is_wanted: bool | None, clock: Clock = time.monotonic) -> Progress:
    """The display for a run's progress. measure: takes a snapshot of the progress. is_wanted: the value of
    ``--progress``; None for a bar on a terminal and nothing elsewhere. clock: returns the time in seconds.
    """
    is_terminal = sys.stderr.isatty()
    if is_wanted is False or (is_wanted is None and not is_terminal):
        return Progress()
    return TimedProgress(measure, clock, None if is_terminal else sys.stderr)


def _rich_progress(clock: Clock, console: "Console | None") -> "rich.progress.Progress":
    """rich's display of two tasks: the share of the work, which is visible, and the items, which are only measured."""
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as RichProgress
    from rich.table import Column

    shown = RichProgress(
        BarColumn(BAR),
        TextColumn("{task.description}", markup=False, table_column=Column(no_wrap=True, overflow="ellipsis")),
        console=console or Console(stderr=True, highlight=False), speed_estimate_period=WINDOW, get_time=clock,
        auto_refresh=False,  # its thread may outlive the end of the program, and keep objects alive
        transient=True, redirect_stdout=False, redirect_stderr=False,
    )  # fmt: skip
    shown.add_task("", start=False, total=1.0)
    shown.add_task("", total=None, visible=False)
    return shown


def _line(now: ProgressSnapshot, share_speed: float | None, item_speed: float | None) -> str:
    """A snapshot with its rate and time left: ``12,300 of 20,000 logs (61 %), 115 games/s, 1 min left, 7 faults``."""
    parts = [now.text + ("" if now.done is None else f" ({min(int(100 * now.done), 100)} %)")]
    if now.unit and item_speed:
        parts.append(f"{item_speed:,.0f} {now.unit}/s" if item_speed >= 10 else f"{item_speed:.1f} {now.unit}/s")
    if now.done is not None and now.done < 1 and share_speed:
        parts.append(f"{duration((1 - now.done) / share_speed)} left")
    return ", ".join([*parts, *filter(None, [now.outcome])])


def duration(seconds: float) -> str:
    """A number of seconds as text: ``5 s``, ``12 min``, ``2 h 5 min``."""
    if seconds < _MINUTE:
        return f"{max(round(seconds), 1)} s"
    minutes = round(seconds / _MINUTE)
    if minutes < _HOUR // _MINUTE:
        return f"{minutes} min"
    return f"{minutes // 60:,} h" + (f" {minutes % 60} min" if minutes % 60 else "")


class AuditProgress:
    """The progress of an audit. A thread counts the inputs to be read; it starts with the first snapshot. summary: the
    summary of what has been reported. paths: to be read. meter: counts the bytes read. names: which files are read.
    """

    def __init__(
        self, summary: "Summary", paths: Sequence[str], meter: ReadProgress, names: NameFilter = ALL_NAMES
    ) -> None:
        self.summary = summary
        self.paths = paths
        self.meter = meter
        self.names = names
        self.survey: Survey | None = None
        self.inputs = 0
        self.games = 0
        self._counting: threading.Thread | None = None
        self._is_over = threading.Event()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Stop counting the inputs to be read."""
        self._is_over.set()
        if self._counting is not None:
            self._counting.join()

    def count(self, inputs: int, results: "list[InputResult]") -> None:
        """Count audited inputs; some of them may not have been loaded and reported yet."""
        self.inputs += inputs
        self.games += sum([len(result.games) for result in results])

    def __call__(self) -> ProgressSnapshot:
        """A snapshot of the progress."""
        if self._counting is None:
            self._counting = threading.Thread(target=self.measure_inputs, daemon=True)
            self._counting.start()
        faults = sum([count for severity, count in self.summary.findings.items() if severity != NOTE])
        text, done = f"{self.inputs:,} logs", None
        if self.survey is not None:
            total = self.survey.inputs
            if total and self.inputs <= total:
                text, done = f"{self.inputs:,} of {plural(total, 'log')}", self.inputs / total
            elif self.survey.bytes:
                done = min(self.meter.bytes() / self.survey.bytes, 1.0)
        return ProgressSnapshot(text, done, self.games, "games", plural(faults, "fault"))

    def measure_inputs(self) -> None:
        """Count the inputs to be read, and their bytes."""
        from auditor.core.sources.survey import measure_inputs

        self.survey = measure_inputs(self.paths, self._is_over.is_set, self.names)


def table_snapshot(name: str, steps: "TableProgress") -> ProgressSnapshot:
    """A snapshot of work on the tables of a database."""
    at_work = f": {steps.table}" if steps.table else ""
    return ProgressSnapshot(f"{name}{at_work}", steps.done())
