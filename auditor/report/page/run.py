"""Makes a page from inputs: audits them, gathers what the page tells, and keeps what cannot be read twice."""

import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from auditor.audit.pool import batches
from auditor.audit.worker import Result, Settings
from auditor.report.page.figures import can_draw, figures_of
from auditor.report.page.gather import Matter
from auditor.report.page.story import story_of
from auditor.sources import STANDARD_INPUT, Item, SourceProblem
from auditor.store.database import Store, connect


class Kept:
    """Passes inputs on, and keeps those of standard input, which cannot be opened again."""

    def __init__(self, items: Iterable[Item | SourceProblem]) -> None:
        self.items = items
        self.contents: dict[tuple[str, str | None], bytes] = {}

    def __iter__(self) -> Iterator[Item | SourceProblem]:
        for item in self.items:
            if isinstance(item, Item) and item.path == STANDARD_INPUT:
                self.contents[item.path, item.member or None] = item.data
            yield item


Note = Callable[[int, list[Result]], None]
"""What counts a run: as `batches` takes it."""


def gather(
    items: Iterable[Item | SourceProblem], settings: Settings, matter: Matter, jobs: int | None, note: Note
) -> None:
    """Audit inputs and gather them.

    settings: with the key under which a database keeps them; one that lasts as long as this is asked for the charts.
    Raises StoreError.
    """
    settings = settings._replace(story=story_of)
    if not can_draw():
        _take(batches(items, settings._replace(rules_key="", version=""), jobs, None, note), settings.rules, matter)
        return
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
