"""What ``auditor audit`` is asked for, by its options."""

from typing import Final, NamedTuple

CAP: Final = 20
"""Findings of a check that are told in text, unless asked otherwise."""

FOR_PEOPLE: Final = ("text", "concise")
FORMS: Final = (*FOR_PEOPLE, "json", "jsonl", "sarif", "github", "junit")
"""Forms of findings."""


class Asked(NamedTuple):
    """The options of a run, each as `auditor audit --help` says.

    extras: of ``--with``. output: of ``--format``. file: of ``--output``. config: the settings file in use, or None.
    """

    paths: tuple[str, ...]
    database: str | None
    lake: str | None
    cluster: str | None
    shard: tuple[int, int] | None
    rules: str
    also_under: str | None
    extras: str | None
    jobs: int | None
    max_size: int
    max_ratio: int
    output: str
    cap: int
    statistics: bool
    select: str | None
    ignore: str | None
    fail_on: str
    notes: bool
    baseline: str | None
    update_baseline: bool
    only_new: bool
    include: tuple[str, ...]
    exclude: tuple[str, ...]
    strict: bool
    file: str | None
    config: str | None
    progress: bool | None
    quiet: bool
    verbose: bool

    @property
    def into(self) -> str | None:
        """What is loaded into: the database or the lake."""
        return self.database if self.lake is None else self.lake

    @property
    def is_text(self) -> bool:
        """Whether findings are told to people."""
        return self.output in FOR_PEOPLE
