"""The sink of a run into a lake, whose workers write into it themselves, and the units that they take."""

import os
from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Final

from auditor.core.audit.sinks import NoSink
from auditor.core.audit.work import Settings, UnitPlan, UnitResult, WorkUnit
from auditor.core.files.addresses import is_url
from auditor.core.results import InputResult
from auditor.core.sources import (
    STANDARD_INPUT,
    Input,
    InputAddress,
    InputItem,
    ReadProgress,
    SourceProblem,
    is_page,
    read_inputs,
    split_archive,
)
from auditor.lake.manifest import RECEIPT_BYTES, Lake, name_of
from auditor.lake.unit import LakeSpec, judge_lake_unit

LAKE_UNIT_INPUTS: Final = 1024
LAKE_UNIT_BYTES: Final = 64 << 20
"""The limits of a unit for a run into a lake: each unit writes its own files, which had better be large."""


class LakeSink(NoSink):
    """The sink of a run whose workers write into a lake themselves. skipped: how many files and inputs it had already.

    Args:
        lake: The lake.
        settings: The settings of the run.
        shard: Which share of the files to take, as in `LakeUnitPlan`.
    """

    is_ordered = False

    def __init__(self, lake: Lake, settings: Settings, shard: tuple[int, int] = (1, 1)) -> None:
        from datetime import UTC, datetime

        names = settings.names
        chosen = "\0".join(
            [settings.source_rules.text, settings.version, repr(settings.is_strict), *names.include, "", *names.exclude]
        )
        key = name_of(chosen, str(settings.limits.max_bytes))
        address = lake.address if is_url(lake.address) else os.path.abspath(lake.address)
        started = datetime.now(UTC).replace(tzinfo=None).isoformat(timespec="microseconds")
        self.spec = LakeSpec(address, started, os.getcwd(), key)
        self.judge = judge_lake_unit
        self.skipped = 0
        self._shard = shard
        self._read = lake.read_inputs(key)

    def plan(self, settings: Settings, progress: ReadProgress | None) -> UnitPlan:
        """The plan that divides the inputs of a run into units."""
        return LakeUnitPlan(settings, self.is_unchanged, self._shard, progress)

    def is_unchanged(self, address: InputAddress) -> bool:
        """Whether a file was read before and has not changed since; if so it is counted as skipped."""
        is_read = address.fingerprint(RECEIPT_BYTES) in self._read
        self.skipped += is_read
        return is_read

    def take(self, unit: UnitResult) -> list[InputResult]:
        """Return all its results: the worker has stored them."""
        self.skipped += unit.known
        return unit.results


class LakeUnitPlan(UnitPlan):
    """Divides the inputs of a run into a lake; workers, maybe on other machines, read all but standard input and pages.

    Args:
        settings: The settings of the run.
        is_unchanged: Whether a file was read before and has not changed since.
        shard: The pair (k, n) to take the k-th of n shares of the files, so that machines can divide them without
            communicating; standard input, pages and inputs that cannot be found belong to the first share.
        progress: Counts the bytes read.
    """

    def __init__(
        self,
        settings: Settings,
        is_unchanged: Callable[[InputAddress], bool],
        shard: tuple[int, int] = (1, 1),
        progress: ReadProgress | None = None,
    ) -> None:
        super().__init__(settings, progress)
        self.max_inputs = LAKE_UNIT_INPUTS
        self.max_bytes = LAKE_UNIT_BYTES
        self.is_unchanged = is_unchanged
        self.shard = shard

    def _add(self, one: Input) -> Iterator[WorkUnit]:
        is_first = self.shard[0] == 1
        if not isinstance(one, InputAddress):
            if is_first:
                yield from super()._add(one)
        elif one.path == STANDARD_INPUT or is_page(one.path):
            if is_first:
                contents = UnitPlan(self.settings, self.progress)
                for unit in contents.units(item for _, item in self._contents(one)):
                    yield unit._replace(number=next(self._numbers))
        else:
            for piece in split_archive(one, self.max_inputs):
                if not in_shard(piece, self.shard) or self.is_unchanged(piece):
                    continue
                if piece.piece is not None:
                    yield WorkUnit(next(self._numbers), (piece,))
                else:
                    yield from self._append(piece, piece.size)
            self.progress.end(one.size)

    def _contents(self, address: InputAddress) -> Iterator[tuple[Input, InputItem | SourceProblem]]:
        return read_inputs([address], self.settings.limits, self.settings.names, self.progress)


def in_shard(address: InputAddress, shard: tuple[int, int]) -> bool:
    """Whether a file belongs to the k-th of n shares, for the pair (k, n); k counts from 1."""
    if shard[1] == 1:
        return True
    text = f"{address.path}\0{address.piece}".encode("utf-8", "surrogateescape")
    return int.from_bytes(sha256(text).digest()[:8], "big") % shard[1] == shard[0] - 1
