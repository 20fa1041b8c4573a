"""A run over many inputs: each is read and audited, in this process or in several, and loaded where asked.

Between processes go plain data only: bytes in, named tuples of texts and numbers and Arrow tables out. Results come
in the order of the inputs, however many processes work on them. Whatever happens to one input, its death of the
process included, becomes a problem of that input.

What starts and watches processes is loaded by the functions that do: in a run of few inputs there are none, and loading
it takes a tenth of the time of such a run.
"""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from auditor.audit.worker import Outcome, Settings, Work, audit_chunk, failed
from auditor.errors import Problem
from auditor.results import InputResult
from auditor.sources import InputItem, SourceProblem

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

    from auditor.store.database import Store
    from auditor.store.previous import KnownInput
    from auditor.store.rows import GameRows

CHUNK_INPUTS: Final = 128
CHUNK_BYTES: Final = 16 << 20
"""A chunk, the unit of work of a process, ends at either."""

LOADED_TOGETHER: Final = 16
"""Chunks loaded in one transaction. A quarter of that takes DuckDB two thirds longer: row groups that are not full are
written again."""

_AHEAD: Final = 4
"""Chunks that wait for a process beside those at work, so that a load keeps none idle."""


class Chunk(NamedTuple):
    """Inputs in their order; places of those to audit, and of those whose content is loaded already."""

    works: list[Work]
    fresh: list[int]
    known: list[int]


def run(
    items: Iterable[InputItem | SourceProblem],
    settings: Settings,
    jobs: int | None = None,
    store: "Store | None" = None,
) -> Iterator[InputResult]:
    """The results of `batches`, one by one."""
    for batch in batches(items, settings, jobs, store):
        yield from batch


def batches(
    items: Iterable[InputItem | SourceProblem],
    settings: Settings,
    jobs: int | None = None,
    store: "Store | None" = None,
    note: Callable[[int, list[InputResult]], None] | None = None,
) -> Iterator[list[InputResult]]:
    """Audit inputs and yield their results in order, as many as come at once; load them where there is a store.

    jobs: processes; None takes one for few inputs, else one a core. note: told of each chunk as soon as it is audited,
    before it is loaded: how many inputs, and the results of those that were not known. Raises StoreError when the store
    fails.
    """
    seen: set[str] = set()
    chunks = _chunks(items, store, seen)
    first = list(_take(chunks, 2))
    if jobs is None:
        jobs = 1 if len(first) < 2 else cores()
    everything = _chain(first, chunks)
    outcomes = _inline(everything, settings) if jobs == 1 else _pooled(everything, settings, jobs)
    if note is not None:
        outcomes = _noted(outcomes, note)
    if store is None:
        for _, (results, _) in outcomes:
            yield results
    else:
        yield from _loaded(outcomes, settings, store, seen, beside=jobs > 1)


def _noted(
    outcomes: Iterator[tuple[Chunk, Outcome]], note: Callable[[int, list[InputResult]], None]
) -> Iterator[tuple[Chunk, Outcome]]:
    for chunk, outcome in outcomes:
        note(len(chunk.works), outcome[0])
        yield chunk, outcome


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _take(chunks: Iterator[Chunk], count: int) -> Iterator[Chunk]:
    for _ in range(count):
        chunk = next(chunks, None)
        if chunk is None:
            return
        yield chunk


def _chain(first: list[Chunk], rest: Iterator[Chunk]) -> Iterator[Chunk]:
    yield from first
    yield from rest


def _chunks(items: Iterable[InputItem | SourceProblem], store: "Store | None", seen: set[str]) -> Iterator[Chunk]:
    """The inputs in chunks, those known to the store told apart, or seen in this run and not yet loaded."""
    works: list[Work] = []
    size = 0
    for item in items:
        works.append(work_of(item, is_loaded=store is not None))
        size += works[-1].bytes or 0
        if len(works) >= CHUNK_INPUTS or size >= CHUNK_BYTES:
            yield _chunk(works, seen, store)
            works, size = [], 0
    if works:
        yield _chunk(works, seen, store)


def work_of(item: InputItem | SourceProblem, *, is_loaded: bool) -> Work:
    """An input as it goes to a worker. is_loaded: into tables, where its content has a name."""
    if isinstance(item, SourceProblem):
        problem = Problem(item.place, item.message)
        return Work(item.path, item.member or None, None, None, None, problem, item.is_named, item.is_empty)
    return Work(
        item.path, item.member or None, item.data, item.sha256 if is_loaded else None, item.bytes, None, item.is_named
    )


def _chunk(works: list[Work], seen: set[str], store: "Store | None") -> Chunk:
    if store is None:
        return Chunk(works, list(range(len(works))), [])
    contents = [work.sha256 for work in works if work.sha256]
    # In this order: what a load in the background takes out of `seen` meanwhile, the database knows.
    stored = seen.intersection(contents) | store.known(contents)
    fresh: list[int] = []
    known: list[int] = []
    for place, work in enumerate(works):
        if work.sha256 in stored:
            known.append(place)
        else:
            fresh.append(place)
            if work.sha256:
                stored.add(work.sha256)
                seen.add(work.sha256)
    return Chunk(works, fresh, known)


def _inline(chunks: Iterator[Chunk], settings: Settings) -> Iterator[tuple[Chunk, Outcome]]:
    for chunk in chunks:
        yield chunk, audit_chunk([chunk.works[place] for place in chunk.fresh], settings)


def _pooled(chunks: Iterator[Chunk], settings: Settings, jobs: int) -> Iterator[tuple[Chunk, Outcome]]:
    """Audit chunks in processes; so many are under way that a load keeps none waiting, and memory does not grow."""
    from concurrent.futures.process import BrokenProcessPool

    most = 2 * jobs + _AHEAD
    pool = process_pool(jobs)
    under_way: deque[tuple[Chunk, list[Work], Future[Outcome]]] = deque()
    try:
        while True:
            for chunk in _take(chunks, most - len(under_way)):
                works = [chunk.works[place] for place in chunk.fresh]
                under_way.append((chunk, works, _submit(pool, works, settings)))
            if not under_way:
                return
            chunk, works, future = under_way.popleft()
            try:
                outcome = future.result()
            except BrokenProcessPool:
                pool.shutdown(cancel_futures=True)
                outcome = _audit_apart(works, settings)
                pool = process_pool(jobs)
                under_way = deque(
                    (chunk, works, future if _is_done(future) else _submit(pool, works, settings))
                    for chunk, works, future in under_way
                )
            yield chunk, outcome
    finally:
        # Waited for here: where the program ends before the pool's thread has, Python 3.11 may wake that thread by a
        # pipe that it is just closing, and tells a traceback.
        pool.shutdown(cancel_futures=True)


def _submit(pool: "ProcessPoolExecutor", works: list[Work], settings: Settings) -> "Future[Outcome]":
    from concurrent.futures import Future
    from concurrent.futures.process import BrokenProcessPool

    try:
        return pool.submit(audit_chunk, works, settings)
    except BrokenProcessPool as error:
        broken: Future[Outcome] = Future()
        broken.set_exception(error)
        return broken


def _is_done(future: "Future[Outcome]") -> bool:
    return future.done() and not future.cancelled() and future.exception() is None


def process_pool(jobs: int) -> "ProcessPoolExecutor":
    """So many processes, which end when this one does."""
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    # Not forked: a child must not inherit the locks of DuckDB's and Arrow's threads.
    return ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), initializer=_start_worker)


def _start_worker() -> None:
    """Leave Ctrl-C to the main process, and end when that ends, killed or not."""
    import signal
    import threading

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    import multiprocessing

    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _audit_apart(works: list[Work], settings: Settings) -> Outcome:
    """Audit inputs of which one killed its process, halving them until it stands alone."""
    from concurrent.futures.process import BrokenProcessPool

    with process_pool(1) as pool:
        try:
            return _submit(pool, works, settings).result()
        except BrokenProcessPool:
            pass
    if len(works) == 1:
        return failed(works[0], "the process that audited it died (out of memory, perhaps); the run went on", settings)
    middle = len(works) // 2
    results, parts = _audit_apart(works[:middle], settings)
    more_results, more_parts = _audit_apart(works[middle:], settings)
    return results + more_results, parts + more_parts


def _loaded(
    outcomes: Iterator[tuple[Chunk, Outcome]], settings: Settings, store: "Store", seen: set[str], *, beside: bool
) -> Iterator[list[InputResult]]:
    """Load what was audited, several chunks a transaction, and yield what each loads.

    beside: load while the next are audited, which pays where other processes audit: two threads of one wait for each
    other's interpreter lock longer than they work.
    """
    audited: list[tuple[Chunk, Outcome]] = []
    loading: Future[list[InputResult]] | None = None
    for chunk, outcome in outcomes:
        audited.append((_told(chunk), outcome))
        if len(audited) >= LOADED_TOGETHER:
            if loading is not None:
                yield loading.result()
            work = partial(_load, audited, settings, store, seen)
            if beside:
                loading = store.in_background(work)
            else:
                yield work()
            audited = []
    if loading is not None:
        yield loading.result()
    yield _load(audited, settings, store, seen, is_last=True)


def _told(chunk: Chunk) -> Chunk:
    """The chunk without its data, which takes more memory than what the audit made of it."""
    return chunk._replace(works=[work._replace(data=None) for work in chunk.works])


def _load(
    audited: list[tuple[Chunk, Outcome]], settings: Settings, store: "Store", seen: set[str], *, is_last: bool = False
) -> list[InputResult]:
    """Load chunks in one transaction. Returns all their results, with those known before. is_last: no more follow."""
    from auditor.store.rows import GameRows

    store.load([part for _, (_, parts) in audited for part in parts], is_last=is_last)
    for chunk, _ in audited:  # from here on the database knows them
        seen.difference_update([chunk.works[place].sha256 or "" for place in chunk.fresh])
    known = [chunk.works[place] for chunk, _ in audited for place in chunk.known]
    stored = store.stored([work.sha256 for work in known if work.sha256]) if known else {}
    copies = GameRows()
    found: list[InputResult] = []
    for chunk, (results, _) in audited:
        fresh = iter(results)
        repeated = set(chunk.known)
        for place, work in enumerate(chunk.works):
            if place not in repeated:
                found.append(next(fresh))
            else:
                before = stored.get(work.sha256 or "")
                if before is None:  # the same as one of this run that was no log, of which nothing is kept
                    found.append(InputResult(work.path, work.member, is_not_a_log=True))
                    continue
                if (work.path, work.member) not in before.paths:
                    before.paths.add((work.path, work.member))
                    _add_copy(copies, work, before, settings)
                found.append(msgspec.structs.replace(before.result, path=work.path, member=work.member, is_known=True))
    if copies.rows["sources"]:
        from auditor.store.arrow import arrow_tables

        store.load([arrow_tables(copies)])
    return found


def _add_copy(columns: "GameRows", work: Work, known: "KnownInput", settings: Settings) -> None:
    """Note that a content that is loaded already lies at another path too."""
    from auditor.store.rows import key_of

    source_id = key_of(work.path, work.member or "", work.sha256 or "")
    copy = msgspec.structs.replace(known.result, path=work.path, member=work.member, bytes=work.bytes)
    columns.add_source(source_id, copy, settings.rules_key, settings.version)
