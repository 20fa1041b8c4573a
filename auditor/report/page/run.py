"""Gathers what a page tells from inputs: audits them, and keeps what is needed again."""

import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final

from auditor.audit.pool import batches
from auditor.audit.worker import Result, Settings
from auditor.report.page.figures import can_draw, figures_of
from auditor.report.page.gather import Matter
from auditor.report.page.story import story_of
from auditor.sources import STANDARD_INPUT, Item, SourceProblem
from auditor.store.database import Store, connect

FEW_INPUTS: Final = 200
FEW_BYTES: Final = 64 << 20
"""An evening's inputs are no more than either: they are kept, and charts drawn of them unasked. Of more it would take
longer than their audit."""


class Kept:
    """Passes inputs on, and keeps them as long as they are few; those of standard input, which cannot be opened again,
    always.

    contents: by path and member. are_few: whether all are kept.
    """

    def __init__(self, items: Iterable[Item | SourceProblem]) -> None:
        self.items = items
        self.contents: dict[tuple[str, str | None], bytes] = {}
        self.are_few = True
        self._bytes = 0

    def __iter__(self) -> Iterator[Item | SourceProblem]:
        for item in self.items:
            if isinstance(item, Item):
                self._keep(item)
            yield item

    def _keep(self, item: Item) -> None:
        if self.are_few or item.path == STANDARD_INPUT:
            self.contents[item.path, item.member or None] = item.data
            self._bytes += item.bytes
        if self.are_few and (len(self.contents) > FEW_INPUTS or self._bytes > FEW_BYTES):
            self.are_few = False
            self.contents = {key: data for key, data in self.contents.items() if key[0] == STANDARD_INPUT}

    def again(self) -> Iterator[Item]:
        """The inputs kept."""
        for (path, member), data in self.contents.items():
            yield Item(path, member or "", data)


Note = Callable[[int, list[Result]], None]
"""What counts a run: as `batches` takes it."""


def gather(
    kept: Kept, settings: Settings, matter: Matter, jobs: int | None, note: Note, *, charts: bool | None = None
) -> None:
    """Audit inputs and gather them.

    settings: with the key under which a database keeps them: for charts they are loaded into one that lasts as long as
    this. charts: whether to draw them; None where the inputs are few. Raises StoreError, and RendererError where charts
    are asked for and cannot be drawn.
    """
    without_store = settings._replace(rules_key="", version="", story=story_of)
    if charts:
        _take_with_charts(kept, settings._replace(story=story_of), matter, jobs, note)
        return
    _take(batches(kept, without_store, jobs, None, note), settings.rules, matter)
    if charts is None and kept.are_few and can_draw():
        drawn = Matter()
        _take_with_charts(kept.again(), settings, drawn, 1, None)
        matter.figures = drawn.figures


def _take_with_charts(
    items: Iterable[Item | SourceProblem], settings: Settings, matter: Matter, jobs: int | None, note: Note | None
) -> None:
    """Gather inputs, and draw the charts of a database of them."""
    with tempfile.TemporaryDirectory(prefix="auditor-") as folder:
        database = str(Path(folder) / "report.duckdb")
        with Store(database, settings.rules_key, settings.version) as store:
            _take(batches(items, settings, jobs, store, note), settings.rules, matter)
        if matter.summary.games:
            with connect(database) as connection:
                matter.figures = figures_of(connection)


def _take(batched: Iterable[list[Result]], rules: str, matter: Matter) -> None:
    for batch in batched:
        for result in batch:
            matter.add(result, rules)
