"""A run into a lake: its sink, the units that workers take, and the work on one, which writes its own parts."""

import os
from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Final, NamedTuple

from msgspec.structs import replace

from auditor.core import sources
from auditor.core.audit import work
from auditor.core.audit.sinks import NoSink
from auditor.core.audit.worker import judge_unit, new_rows
from auditor.core.files.addresses import StorageError, is_url
from auditor.core.program import collection_paused, version
from auditor.core.results import InputResult
from auditor.core.sources.find import open_file
from auditor.core.sources.items import MEBIBYTE, ReadItem
from auditor.core.sources.marks import MAGIC_BYTES, is_database, is_zip
from auditor.core.store.arrow import arrow_tables, joined_tables
from auditor.core.store.contents import Contents
from auditor.core.store.rows import GameRows, key_of
from auditor.lake.manifest import RECEIPT_BYTES, Lake, ReadReceipt, name_of
from auditor.lake.writer import PartWriter

PIECES_FROM: Final = 4 * MEBIBYTE
"""Files of at least this size are examined for whether they can be read in pieces."""
MOST_PIECES: Final = 16
"""The most pieces of a zip archive, since the whole directory is read for each."""

LAKE_UNIT_INPUTS: Final = 1024
LAKE_UNIT_BYTES: Final = 64 << 20
"""The limits of a unit for a run into a lake: each unit writes its own files, which had better be large."""
PART_INPUTS: Final = 1024
PART_BYTES: Final = 256 << 20
"""A part of a lake ends at either limit: inputs, and their bytes unpacked. A large archive gives several parts."""


class LakeSpec(NamedTuple):
    """What a worker needs to know about a lake.

    lake: its address. run: when the run began (UTC, ISO). folder: the folder to which relative paths refer.
    judging_key: a key of everything that the receipts of the run depend on.
    """

    lake: str = ""
    run: str = ""
    folder: str = ""
    judging_key: str = ""


class LakeSink(NoSink):
    """The sink of a run whose workers write into a lake themselves. skipped: how many files and inputs it had already.

    lake: the lake. settings: the settings of the run. shard: which share of the files to take, as in `LakeUnitPlan`.
    """

    is_ordered = False

    def __init__(self, lake: Lake, settings: work.Settings, shard: tuple[int, int] = (1, 1)) -> None:
        from datetime import UTC, datetime

        names = settings.names
        facts = [settings.source_rules.text, settings.version, repr(settings.is_strict)]
        chosen = "\0".join([*facts, *names.include, "", *names.exclude])
        key = name_of(chosen, str(settings.limits.max_bytes))
        address = lake.address if is_url(lake.address) else os.path.abspath(lake.address)
        started = datetime.now(UTC).replace(tzinfo=None).isoformat(timespec="microseconds")
        self.spec = LakeSpec(address, started, os.getcwd(), key)
        self.judge = judge_lake_unit
        self.skipped = 0
        self._shard = shard
        self._read = lake.read_inputs(key)

    def plan(self, settings: work.Settings, progress: sources.ReadProgress | None) -> work.UnitPlan:
        """The plan that divides the inputs of a run into units."""
        return LakeUnitPlan(settings, self.is_unchanged, self._shard, progress)

    def is_unchanged(self, address: sources.InputAddress) -> bool:
        """Whether a file was read before and has not changed since; if so it is counted as skipped."""
        is_read = address.fingerprint(RECEIPT_BYTES) in self._read
        self.skipped += is_read
        return is_read

    def take(self, unit: work.UnitResult) -> list[InputResult]:
        """Return all its results: the worker has stored them."""
        self.skipped += unit.known
        return unit.results


class LakeUnitPlan(work.UnitPlan):
    """Divides the inputs of a run into a lake; workers, maybe on other machines, read all but standard input and pages.

    settings: the settings of the run. is_unchanged: whether a file was read before and has not changed since. shard:
    the pair (k, n) to take the k-th of n shares of the files, so that machines can divide them without communicating;
    standard input, pages and inputs that cannot be found belong to the first share. progress: counts the bytes read.
    """

    def __init__(
        self, settings: work.Settings, is_unchanged: Callable[[sources.InputAddress], bool],
        shard: tuple[int, int] = (1, 1), progress: sources.ReadProgress | None = None,
    ) -> None:  # fmt: skip
        super().__init__(settings, progress)
        self.max_inputs = LAKE_UNIT_INPUTS
        self.max_bytes = LAKE_UNIT_BYTES
        self.is_unchanged = is_unchanged
        self.shard = shard

    def _add(self, one: sources.Input) -> Iterator[work.WorkUnit]:
        is_first = self.shard[0] == 1
        if not isinstance(one, sources.InputAddress):
            if is_first:
                yield from super()._add(one)
        elif one.path == sources.STANDARD_INPUT or sources.is_page(one.path):
            if is_first:
                contents = work.UnitPlan(self.settings, self.progress)
                for unit in contents.units(item for _, item in self._contents(one)):
                    yield unit._replace(number=next(self._numbers))
        else:
            for piece in split_archive(one, self.max_inputs):
                if not in_shard(piece, self.shard) or self.is_unchanged(piece):
                    continue
                if piece.piece is not None:
                    yield work.WorkUnit(next(self._numbers), (piece,))
                else:
                    yield from self._append(piece, piece.size)
            self.progress.end(one.size)

    def _contents(
        self, address: sources.InputAddress
    ) -> Iterator[tuple[sources.Input, sources.InputItem | sources.SourceProblem]]:
        return sources.read_inputs([address], self.settings.limits, self.settings.names, self.progress)


def split_archive(address: sources.InputAddress, inputs: int) -> list[sources.InputAddress]:
    """Split a large archive into pieces of about `inputs` inputs, readable alone; other addresses stay whole."""
    if address.size < PIECES_FROM or address.member or address.piece is not None:
        return [address]
    pieces: list[tuple[int, int]] = []
    try:
        with open_file(address.path, address.size) as stream:
            head = stream.read(MAGIC_BYTES)
            if is_zip(head):
                from auditor.core.sources.archives import zip_pieces

                pieces = zip_pieces(stream, inputs, MOST_PIECES)
            elif is_database(head) and not is_url(address.path):
                from auditor.core.sources import sqlite_archive

                pieces = sqlite_archive.pieces(address.path, inputs)
    except (OSError, StorageError):  # whoever reads it reports that
        return [address]
    return [address._replace(piece=piece) for piece in pieces] or [address]


def in_shard(address: sources.InputAddress, shard: tuple[int, int]) -> bool:
    """Whether a file belongs to the k-th of n shares, for the pair (k, n); k counts from 1."""
    if shard[1] == 1:
        return True
    text = f"{address.path}\0{address.piece}".encode("utf-8", "surrogateescape")
    return int.from_bytes(sha256(text).digest()[:8], "big") % shard[1] == shard[0] - 1


@collection_paused()  # as in `judge_unit`
def judge_lake_unit(unit: work.WorkUnit, settings: work.Settings, spec: LakeSpec) -> work.UnitResult:
    """Read, judge and write a unit. Raises StoreError where the lake cannot be written, and StoppedError."""
    return _LakeUnit(unit, settings, spec).written()


class _LakeUnit:
    """A unit of a run into a lake: it is read, judged and written as parts; its receipt is written last."""

    def __init__(self, unit: work.WorkUnit, settings: work.Settings, spec: LakeSpec) -> None:
        self.unit = unit
        self.settings = settings
        self.spec = spec
        self.lake = Lake(spec.lake)
        self.key = self._key()
        self.unread: set[sources.InputAddress] = set()
        self.results: list[InputResult] = []
        self.parts: list[str] = []
        self.done: set[str] = set()
        self.known = 0

    def _key(self) -> str:
        """A key of the unit's contents and of how they are judged."""
        marks = b"".join([one.fingerprint(RECEIPT_BYTES) for one in self.unit.addresses()])
        values = [
            f"{one.path}\0{one.member or None}\0{one.sha256 if isinstance(one, sources.InputItem) else None}"
            for one in self.unit.inputs
            if not isinstance(one, sources.InputAddress)
        ]
        return name_of(self.spec.judging_key, marks.hex(), *values)

    def written(self) -> work.UnitResult:
        """Judge and write the unit. Returns its result. Raises StoreError and StoppedError."""
        self._prepare()
        self.done = self.lake.chunks_done(self.key, self.spec.judging_key)
        plan = work.UnitPlan(self.settings)
        plan.max_inputs, plan.max_bytes = min(work.UNIT_INPUTS, PART_INPUTS), work.UNIT_BYTES
        chunks = plan.units(self._items())
        chunk = next(chunks, None)
        number = 0
        while chunk is not None:
            chunk = self._write_part(number, chunk, chunks)
            number += 1
        marks = b"".join([one.fingerprint(RECEIPT_BYTES) for one in self.unit.addresses() if one not in self.unread])
        if marks:
            self.lake.add_receipt(self.key, ReadReceipt(self.spec.judging_key, marks, self.spec.run), number - 1)
        return work.UnitResult(self.results, (), tuple(self.parts), self.known)

    def _prepare(self) -> None:
        """Check that this worker has the run's version, and change to the run's folder. Raises StoppedError."""
        if self.settings.version != version():
            own = self.settings.version
            raise work.StoppedError(f"a worker has auditor {version()}, this is {own}; both must be alike")
        is_relative = any([not is_url(one.path) and not os.path.isabs(one.path) for one in self.unit.addresses()])
        if is_relative and os.getcwd() != self.spec.folder:
            try:
                os.chdir(self.spec.folder)
            except OSError as error:
                raise work.StoppedError(
                    f"{self.spec.folder}: a worker cannot go there ({error.strerror}); give paths that all see"
                ) from None

    def _items(self) -> Iterator[ReadItem]:
        for source, item in sources.read_inputs(self.unit.inputs, self.settings.limits, self.settings.names):
            is_unread = isinstance(item, sources.SourceProblem) and not item.member and not item.is_empty
            if is_unread and isinstance(source, sources.InputAddress):
                self.unread.add(source)  # retried by the next run
            yield item

    def _write_part(self, number: int, chunk: work.WorkUnit, others: Iterator[work.WorkUnit]) -> work.WorkUnit | None:
        """Write a part of this chunk and as many of the others as fit. Returns the chunk that begins the next part."""
        receipt = f"{self.key}-{number}"
        is_known = receipt in self.done
        part = _Part(self, number)
        inputs = size = 0
        following: work.WorkUnit | None = chunk
        while following is not None and inputs < PART_INPUTS and size < PART_BYTES:
            if is_known:
                self.known += len(following.inputs)
            else:
                self.results += part.add(following)
            inputs += len(following.inputs)
            size += sum([len(one.data) for one in following.inputs if isinstance(one, sources.InputItem)])
            following = next(others, None)
        if not is_known:
            name = part.writer.write()
            self.parts += [name] if name else []
            if following is not None:
                self.lake.add_receipt(receipt, ReadReceipt(self.spec.judging_key, b"", self.spec.run))
        return following


class _Part:
    """A part of a lake being made; a content that comes twice is judged once."""

    def __init__(self, lake_unit: _LakeUnit, number: int) -> None:
        settings, spec = lake_unit.settings, lake_unit.spec
        self.settings = settings
        index = (lake_unit.unit.number, number)
        self.writer = PartWriter(lake_unit.lake, settings.source_rules.text, settings.version, spec.run, index)
        self._contents = Contents()
        self._first_results: dict[str, InputResult] = {}
        self._paths: set[tuple[str, str | None]] = set()

    def add(self, chunk: work.WorkUnit) -> list[InputResult]:
        """Judge the contents of a chunk and collect their rows. Returns the results."""
        items = [one for one in chunk.inputs if isinstance(one, ReadItem)]
        fresh = [item for item in items if not _content_of(item) or self._contents.take(_content_of(item))]
        judged = judge_unit(work.WorkUnit(chunk.number, tuple(fresh)), self.settings, work.SinkSpec(has_rows=True))
        result_of = {id(item): result for item, result in zip(fresh, judged.results, strict=True)}
        copies = new_rows()
        results = []
        for item in items:
            result = result_of.get(id(item))
            content = _content_of(item)
            if result is None:
                result = self._copy(item, self._first_results[content], copies)
            elif content:
                self._first_results[content] = result
            self._paths.add((item.path, item.member or None))
            results.append(result)
        tables = [*judged.tables, arrow_tables(copies)] if copies.rows["sources"] else judged.tables
        self.writer.add(joined_tables(list(tables)))  # at once: computing facts takes 40 ms however few the rows
        return results

    def _copy(self, item: ReadItem, first: InputResult, copies: GameRows) -> InputResult:
        """The result of an input with the same content as an earlier one; its path is recorded as one more of that."""
        copy = replace(first, path=item.path, member=item.member or None, is_known=not first.is_not_a_log)
        if copy.is_known and (copy.path, copy.member) not in self._paths:
            source_id = key_of(item.path, item.member, first.sha256 or "")
            copies.add_source(source_id, copy, self.settings.source_rules, self.settings.version)
        return copy


def _content_of(item: ReadItem) -> str:
    """The SHA-256 of an input; "" for one that could not be read."""
    return item.sha256 if isinstance(item, sources.InputItem) else ""
