"""The batches of a run, made while its inputs are still being listed."""

from collections.abc import Callable, Iterable, Iterator

from auditor.audit.lake.job import BATCH_BYTES, BATCH_INPUTS, Batch, Job, is_in_shard
from auditor.audit.pool import CHUNK_BYTES, CHUNK_INPUTS, work_of
from auditor.audit.worker import Work
from auditor.sources import (
    STANDARD_INPUT,
    InputAddress,
    SourceProblem,
    address_of,
    find_inputs,
    is_page,
    open_sources,
    split_archive,
)
from auditor.store.lake.manifest import RECEIPT_BYTES
from auditor.store.rows import KnownKeys


def plan(
    paths: Iterable[str], job: Job, known: KnownKeys, skipped: Callable[[int], None], shard: tuple[int, int]
) -> Iterator[Batch]:
    """The batches of the inputs at the paths.

    known: what need not be read again; `skipped` is told how many files that leaves out. shard: as `is_in_shard` has
    it, so that machines that know nothing of each other share the files between them; what only one can read, and what
    cannot be found, is the first's.
    """
    numbers = iter(range(1 << 62))
    files: list[InputAddress] = []
    works: list[Work] = []
    size = 0
    for found in find_inputs(paths, job.names):
        if isinstance(found, SourceProblem):
            works += [work_of(found, is_loaded=True)] if shard[0] == 1 else []
            continue
        if found.path == STANDARD_INPUT or is_page(found.path):
            for some in _read_here(found, job) if shard[0] == 1 else ():
                yield Batch(next(numbers), (), some)
            continue
        for piece in split_archive(found, BATCH_INPUTS):
            if not is_in_shard(piece, shard):
                continue
            if piece.mark(RECEIPT_BYTES) in known:
                skipped(1)
            elif piece.piece is not None:
                yield Batch(next(numbers), (piece,))
            else:
                files.append(piece)
                size += piece.size
        if len(files) >= BATCH_INPUTS or size >= BATCH_BYTES:
            yield Batch(next(numbers), tuple(files), tuple(works))
            files, works, size = [], [], 0
    if files or works:
        yield Batch(next(numbers), tuple(files), tuple(works))


def _read_here(found: InputAddress, job: Job) -> Iterator[tuple[Work, ...]]:
    """The inputs that no other process can read, as many as are audited together."""
    works: list[Work] = []
    size = 0
    for item in open_sources([address_of(found.path, found.member)], job.limits, names=job.names):
        works.append(work_of(item, is_loaded=True))
        size += works[-1].bytes or 0
        if len(works) >= CHUNK_INPUTS or size >= CHUNK_BYTES:
            yield tuple(works)
            works, size = [], 0
    if works:
        yield tuple(works)
