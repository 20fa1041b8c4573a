"""How far commands are: asked by a timer, from a thread of its own."""

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Self

from auditor.cli.pace import Stand
from auditor.results import NOTE
from auditor.sources import NameFilter, ReadProgress
from auditor.sources.find import ALL_NAMES
from auditor.sources.survey import Survey, measure_inputs
from auditor.text import plural

if TYPE_CHECKING:
    from auditor.audit.worker import Result
    from auditor.report.summary import Summary
    from auditor.store.database import TableProgress


class AuditStand:
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
