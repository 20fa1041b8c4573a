"""Makes a page from inputs: audits them, gathers what the page tells, and keeps what cannot be read twice."""

import os
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final

from auditor.audit.pool import batches
from auditor.audit.worker import Settings
from auditor.report.page.gather import Matter
from auditor.report.page.story import story_of
from auditor.sources import STANDARD_INPUT, Item, SourceProblem

_UMASK_PROBE: Final = 0o077


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


def write_whole(path: str, text: str) -> None:
    """Write a file whole or not at all. Raises OSError."""
    target = Path(path)
    with tempfile.NamedTemporaryFile(
        "w", encoding="utf-8", newline="\n", dir=target.absolute().parent, prefix=".report-", delete=False
    ) as file:
        try:
            file.write(text)
            file.flush()
            os.chmod(file.name, 0o666 & ~_umask())  # not for its maker's eyes alone, as temporary files are
            os.replace(file.name, target)
        except BaseException:
            os.unlink(file.name)
            raise


def _umask() -> int:
    mask = os.umask(_UMASK_PROBE)
    os.umask(mask)
    return mask
