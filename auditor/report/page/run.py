"""Makes a page from inputs: audits them, gathers what the page tells, and keeps what cannot be read twice."""

from collections.abc import Callable, Iterable, Iterator

from auditor.audit.pool import batches
from auditor.audit.worker import Settings
from auditor.report.page.gather import Matter
from auditor.report.page.story import story_of
from auditor.sources import STANDARD_INPUT, Item, SourceProblem


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


def gather(
    items: Iterable[Item | SourceProblem],
    rules: str,
    matter: Matter,
    jobs: int | None,
    seen: Callable[[Matter], None],
) -> None:
    """Audit inputs under a ruleset (as ``--rules`` names it) and gather them. seen: called after each few."""
    for batch in batches(items, Settings(rules, story=story_of), jobs):
        for result in batch:
            matter.add(result, rules)
        seen(matter)
