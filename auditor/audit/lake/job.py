"""What a run into a lake consists of: the job, which is the same for all of it, and batches."""

import os
from datetime import UTC, datetime
from hashlib import sha256
from typing import Final, NamedTuple

from auditor.audit.worker import Settings, Work
from auditor.files.object_stores import is_url
from auditor.results import InputResult
from auditor.sources import InputAddress, Limits, NameFilter
from auditor.store.lake.manifest import RECEIPT_BYTES, name_of

BATCH_INPUTS: Final = 1024
BATCH_BYTES: Final = 64 << 20
"""A batch, the unit of work, ends at either: files, and their bytes as they lie there."""
PART_INPUTS: Final = BATCH_INPUTS
PART_BYTES: Final = 256 << 20
"""A part ends at either: inputs, and their bytes unpacked. A large archive gives several."""


class Job(NamedTuple):
    """What is the same for all batches of a run.

    lake: its address. settings: how to judge. limits, names: as for `open_sources`. run: when it began (UTC, ISO).
    folder: in which relative paths begin. judgement: a name for all that the receipts of the run depend on.
    """

    lake: str
    settings: Settings
    limits: Limits
    names: NameFilter
    run: str
    folder: str
    judgement: str


class Batch(NamedTuple):
    """Inputs for a worker. number: of the batch in the run. found: files to read. works: inputs that were read here."""

    number: int
    found: tuple[InputAddress, ...]
    works: tuple[Work, ...] = ()

    def key(self, judgement: str) -> str:
        """A name for what is in it."""
        marks = b"".join([one.mark(RECEIPT_BYTES) for one in self.found])
        values = [f"{work.path}\0{work.member}\0{work.sha256}" for work in self.works]
        return name_of(judgement, marks.hex(), *values)

    def halves(self) -> "list[Batch]":
        """Two batches with the same inputs between them; of one file none."""
        if self.works and self.found:
            return [self._replace(works=()), self._replace(found=())]
        several = self.found or self.works
        if len(several) < 2:
            return []
        middle = len(several) // 2
        if self.found:
            return [self._replace(found=self.found[:middle]), self._replace(found=self.found[middle:])]
        return [self._replace(works=self.works[:middle]), self._replace(works=self.works[middle:])]


class Done(NamedTuple):
    """What a batch gave. known: inputs whose parts were there already. parts: names of those that hold the others."""

    results: list[InputResult]
    known: int
    parts: list[str]


class StoppedError(Exception):
    """The run cannot go on, for a cause that no other worker would do better with; the message says it."""


def new_job(lake: str, settings: Settings, limits: Limits, names: NameFilter) -> Job:
    """A run into a lake that begins now."""
    folder = os.getcwd()
    address = lake if is_url(lake) else os.path.abspath(lake)
    chosen = "\0".join(
        [settings.rules_key, settings.version, repr(settings.is_strict), *names.include, "", *names.exclude]
    )
    sizes = f"{limits.max_bytes} {limits.max_ratio}"
    started = datetime.now(UTC).replace(tzinfo=None).isoformat(timespec="microseconds")
    return Job(address, settings, limits, names, started, folder, name_of(chosen, sizes))


def is_in_shard(found: InputAddress, shard: tuple[int, int]) -> bool:
    """Whether a file is of the k-th part of n, for the pair (k, n); k counts from 1."""
    if shard[1] == 1:
        return True
    text = f"{found.path}\0{found.piece}".encode("utf-8", "surrogateescape")
    return int.from_bytes(sha256(text).digest()[:8], "big") % shard[1] == shard[0] - 1
