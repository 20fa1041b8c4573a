"""How far a run is, for whoever waits for it."""

import sys
import time
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from auditor.report.summary import Summary


class Progress:
    """One line on standard error that is written over, where that is a terminal; nothing anywhere else."""

    PAUSE: Final = 0.2
    """Seconds between two lines."""

    def __init__(self) -> None:
        self.is_shown = sys.stderr.isatty()
        self.next_time = 0.0
        self.is_written = False

    def show(self, summary: "Summary") -> None:
        """Write how far the run is, not too often."""
        if self.is_shown and time.monotonic() >= self.next_time:
            self.next_time = time.monotonic() + self.PAUSE
            self.is_written = True
            found = sum(summary.findings.values())
            sys.stderr.write(f"\r\x1b[K{summary.inputs:,} inputs, {summary.hands:,} hands, {found:,} findings ...")
            sys.stderr.flush()

    def clear(self) -> None:
        """Take the line away, before anything else is written."""
        if self.is_written:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self.is_written = False
