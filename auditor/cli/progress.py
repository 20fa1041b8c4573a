"""How far a run is, for whoever waits for it: a bar on a terminal, elsewhere a line a minute where one is wanted.

Rates and the time left are measured by rich, which is imported once there is something to show.
"""

import sys
import threading
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, Self, TextIO

from auditor.results import NOTE
from auditor.sources import NameFilter, ReadProgress
from auditor.sources.find import ALL_NAMES
from auditor.sources.survey import Survey, measure_inputs
from auditor.text import plural

if TYPE_CHECKING:
    import rich.progress
    from rich.console import Console

    from auditor.report.summary import Summary
    from auditor.results import InputResult
    from auditor.store.database import TableProgress

DELAY: Final = 0.5
"""Seconds after which a bar is drawn: what is over before needs none, and does not wait for its library."""

DRAWN_SECONDS: Final = 0.5
"""How far apart a bar is drawn anew."""

LINE_SECONDS: Final = 60.0
"""How far apart the lines are where there is no terminal."""

WINDOW: Final = 1.5 * LINE_SECONDS
"""Seconds over which a rate is measured: work comes in bursts, and does not go as fast at its end as at its start.

Lines are measured from one to the next.
"""

BAR: Final = 10
"""Columns of the bar."""

_MINUTE: Final = 60
_HOUR: Final = 3600

Clock = Callable[[], float]


class ProgressSnapshot(NamedTuple):
    """How far a piece of work is.

    Attributes:
        text: What is done, in words.
        done: How much of it, from 0 to 1; None where that is not known.
        items: How many are done of what the rate counts.
        unit: What these are called; "" for no rate.
        outcome: What has come of it so far, printed last.
    """

    text: str
    done: float | None
    items: int = 0
    unit: str = ""
    outcome: str = ""


Measure = Callable[[], ProgressSnapshot]
"""Says how far the work is; called from another thread."""


class Progress:
    """Shows on standard error how far a run is, until it is closed: this one shows nothing."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing is left on the screen, nor any thread."""

    def pause(self) -> None:
        """Clear the screen of it, before something else is written; twice is as good as once."""

    def resume(self) -> None:
        """Go on after that, if there was a pause."""


class TimedProgress(Progress):
    """Shown by a thread of its own: a bar that is drawn over itself on a terminal, elsewhere a line now and then.

    rich measures two tasks: the share of the work that is done, which the bar shows, and the items.
    """

    def __init__(self, measure: Measure, clock: Clock, stream: TextIO | None, console: "Console | None" = None) -> None:
        """Nothing is shown yet.

        Args:
            measure: Says how far the run is.
            clock: Gives seconds.
            stream: Where lines go; None for a bar.
            console: The terminal of the bar, if not that of standard error.
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
        """Show how far the run is now, unless something else is being written."""
        if self._lock.acquire(blocking=False):
            try:
                if self._shown is None:
                    self._shown = _rich_progress(self.clock, self.console)
                self._show(self._shown)
            finally:
                self._lock.release()

    def pause(self) -> None:
        """Take the bar away."""
        if self.stream is None and not self._is_paused:
            self._lock.acquire()
            self._is_paused = True
            if self._shown is not None:
                self._shown.live.stop()

    def resume(self) -> None:
        """Let the bar be drawn again, once it is time for that."""
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
            shown.start_task(share.id)  # from now on the bar shows it
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
    """What shows how far a run is.

    Args:
        measure: Says how far it is.
        is_wanted: As ``--progress`` says; None for a bar on a terminal and nothing elsewhere.
        clock: Gives seconds.
    """
    is_terminal = sys.stderr.isatty()
    if is_wanted is False or (is_wanted is None and not is_terminal):
        return Progress()
    return TimedProgress(measure, clock, None if is_terminal else sys.stderr)


def _rich_progress(clock: Clock, console: "Console | None") -> "rich.progress.Progress":
    """A display of two tasks, one share of the work and one of items, of which the first is shown."""
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as RichProgress
    from rich.table import Column

    shown = RichProgress(
        BarColumn(BAR),
        TextColumn("{task.description}", markup=False, table_column=Column(no_wrap=True, overflow="ellipsis")),
        console=console or Console(stderr=True, highlight=False),
        auto_refresh=False,  # its thread may outlive the program's end, and what that holds with it
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
        speed_estimate_period=WINDOW,
        get_time=clock,
    )
    shown.add_task("", start=False, total=1.0)
    shown.add_task("", total=None, visible=False)
    return shown


def _line(now: ProgressSnapshot, share_speed: float | None, item_speed: float | None) -> str:
    """A snapshot with rates: ``12,300 of 20,000 logs (61 %), 115 games/s, 1 min left, 7 faults``."""
    parts = [now.text + ("" if now.done is None else f" ({min(int(100 * now.done), 100)} %)")]
    if now.unit and item_speed:
        parts.append(f"{item_speed:,.0f} {now.unit}/s" if item_speed >= 10 else f"{item_speed:.1f} {now.unit}/s")
    if now.done is not None and now.done < 1 and share_speed:
        parts.append(f"{duration((1 - now.done) / share_speed)} left")
    return ", ".join([*parts, *filter(None, [now.outcome])])


def duration(seconds: float) -> str:
    """A time as people say it: ``5 s``, ``12 min``, ``2 h 5 min``."""
    if seconds < _MINUTE:
        return f"{max(round(seconds), 1)} s"
    minutes = round(seconds / _MINUTE)
    if minutes < _HOUR // _MINUTE:
        return f"{minutes} min"
    return f"{minutes // 60:,} h" + (f" {minutes % 60} min" if minutes % 60 else "")


class AuditProgress:
    """How far an audit is. How much there is to read is counted by a thread, from the first time it is needed.

    Attributes:
        summary: Of what is reported.
        paths: What is read.
        meter: How far the reading is.
        names: Of the files that are read.
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
        """Stop counting what there is to read."""
        self._is_over.set()
        if self._counting is not None:
            self._counting.join()

    def count(self, inputs: int, results: "list[InputResult]") -> None:
        """Count inputs that are audited, of which not all may have been loaded and reported yet."""
        self.inputs += inputs
        self.games += sum([len(result.games) for result in results])

    def __call__(self) -> ProgressSnapshot:
        """How far it is now."""
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
        """Count what there is to read."""
        self.survey = measure_inputs(self.paths, self._is_over.is_set, self.names)


def table_snapshot(name: str, steps: "TableProgress") -> ProgressSnapshot:
    """How far work on the tables of a database is."""
    at_work = f": {steps.table}" if steps.table else ""
    return ProgressSnapshot(f"{name}{at_work}", steps.done())
