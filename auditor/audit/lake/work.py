"""The work on a batch: it is read, audited, and written as parts; then its receipt."""

import os
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec

from auditor.audit.lake.job import PART_BYTES, PART_INPUTS, Batch, Done, Job, StoppedError
from auditor.audit.pool import CHUNK_BYTES, CHUNK_INPUTS, work_of
from auditor.audit.worker import Settings, Work, audit_chunk
from auditor.files.object_stores import is_url
from auditor.program import version
from auditor.results import InputResult
from auditor.sources import InputAddress, SourceProblem, read_inputs
from auditor.store.lake.manifest import RECEIPT_BYTES, Lake, ReadReceipt
from auditor.store.rows import GameRows, key_of


def work_on(batch: Batch, job: Job) -> Done:
    """Read, audit and write a batch: its parts, then its receipt. This is what runs in a worker.

    Never raises for what is in the inputs. Raises StoreError where the lake cannot be written, and StoppedError.
    """
    if job.settings.version != version():
        raise StoppedError(f"a worker has auditor {version()}, this is {job.settings.version}; both must be alike")
    if any([not is_url(one.path) and not os.path.isabs(one.path) for one in batch.found]) and os.getcwd() != job.folder:
        try:
            os.chdir(job.folder)
        except OSError as error:
            raise StoppedError(
                f"{job.folder}: a worker cannot go there ({error.strerror}); give paths that all see"
            ) from None
    return _Batch(batch, job).done()


class _Batch:
    """A batch at work."""

    def __init__(self, batch: Batch, job: Job) -> None:
        self.batch = batch
        self.job = job
        self.lake = Lake(job.lake)
        self.key = batch.key(job.judgement)
        self.unread: set[InputAddress] = set()

    def done(self) -> Done:
        from auditor.store.lake.writer import PartWriter

        results: list[InputResult] = []
        parts: list[str] = []
        known = number = 0
        pieces = _pieces(self._inputs())
        piece = next(pieces, None)
        while piece is not None:
            receipt = f"{self.key}-{number}"
            if (number or self._is_large()) and self.lake.has_receipt(receipt):
                known += sum([1 for _ in piece])
                piece = next(pieces, None)
            else:
                settings = self.job.settings
                writer = PartWriter(
                    self.lake, settings.rules_key, settings.version, self.job.run, (self.batch.number, number)
                )
                results += audit_into(writer.add, piece, settings)
                name = writer.write()
                parts += [name] if name else []
                piece = next(pieces, None)
                if piece is not None:
                    self.lake.add_receipt(ReadReceipt(receipt, b"", self.job.judgement))
            number += 1
        marks = b"".join([one.mark(RECEIPT_BYTES) for one in self.batch.found if one not in self.unread])
        if marks:
            self.lake.add_receipt(ReadReceipt(self.key, marks, self.job.judgement))
        return Done(results, known, parts)

    def _is_large(self) -> bool:
        """Whether the batch may give more than one part."""
        return len(self.batch.found) == 1 or any([found.size > CHUNK_BYTES for found in self.batch.found])

    def _inputs(self) -> Iterator[Work]:
        yield from self.batch.works
        for found, item in read_inputs(self.batch.found, self.job.limits, self.job.names):
            if isinstance(item, SourceProblem) and not item.member and not item.is_empty:
                assert isinstance(found, InputAddress)
                self.unread.add(found)  # the next run may read it
            yield work_of(item, is_loaded=True)


def _pieces(works: Iterator[Work]) -> Iterator[Iterator[Work]]:
    """Inputs, part by part: each has to be taken to its end before the next."""
    first = next(works, None)
    while first is not None:
        piece = _Piece(first, works)
        yield iter(piece)
        first = next(works, None)


class _Piece:
    """The inputs of a part."""

    def __init__(self, first: Work, rest: Iterator[Work]) -> None:
        self.first = first
        self.rest = rest

    def __iter__(self) -> Iterator[Work]:
        yield self.first
        count, size = 1, self.first.bytes or 0
        while count < PART_INPUTS and size < PART_BYTES:
            work = next(self.rest, None)
            if work is None:
                return
            count += 1
            size += work.bytes or 0
            yield work


def audit_into(take: Callable[[dict[str, Any]], None], works: Iterable[Work], settings: Settings) -> list[InputResult]:
    """Audit inputs, a chunk at a time. A content that comes twice is audited once. take: takes the Arrow tables."""
    results: list[InputResult] = []
    first_of: dict[str, InputResult] = {}
    places: set[tuple[str, str | None]] = set()
    for chunk in _chunks(works):
        seen = set(first_of)
        fresh: list[Work] = []
        for work in chunk:
            if work.sha256 not in seen:
                fresh.append(work)
                seen.update([work.sha256] if work.sha256 else [])
        audited, tables = audit_chunk(fresh, settings)
        copies = GameRows()
        found = iter(audited)
        for work in chunk:
            if work.sha256 not in first_of:
                result = next(found)
                if work.sha256:
                    first_of[work.sha256] = result
            else:
                is_noted = (work.path, work.member) in places
                result = _copied(first_of[work.sha256], work, None if is_noted else copies, settings)
            places.add((work.path, work.member))
            results.append(result)
        for one in [*tables, *_tables_of(copies)]:
            take(one)
    return results


def _copied(first: InputResult, work: Work, copies: GameRows | None, settings: Settings) -> InputResult:
    """The result of an input with the content of another. copies: notes it as one more path of that; None not to."""
    copy = msgspec.structs.replace(first, path=work.path, member=work.member, is_known=not first.is_not_a_log)
    if copies is not None and copy.is_known:
        source_id = key_of(work.path, work.member or "", work.sha256 or "")
        copies.add_source(source_id, copy, settings.rules_key, settings.version)
    return copy


def _tables_of(columns: GameRows) -> list[dict[str, Any]]:
    if not columns.rows["sources"]:
        return []
    from auditor.store.arrow import arrow_tables

    return [arrow_tables(columns)]


def _chunks(works: Iterable[Work]) -> Iterator[list[Work]]:
    chunk: list[Work] = []
    size = 0
    for work in works:
        chunk.append(work)
        size += work.bytes or 0
        if len(chunk) >= CHUNK_INPUTS or size >= CHUNK_BYTES:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk
