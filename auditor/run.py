"""A run over many inputs: each is read and audited, in this process or in several, and loaded where asked.

Between processes go plain data only: bytes in, named tuples of texts and numbers and Arrow tables out. Results come
in the order of the inputs, however many processes work on them. Whatever happens to one input, its death of the
process included, becomes a problem of that input.
"""

import gc
import multiprocessing
import os
import signal
import threading
import traceback
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from auditor.audit import Audit, audit_game
from auditor.events import Game
from auditor.findings import Finding, FindingRow, finding_row
from auditor.formats import read
from auditor.problems import Problem
from auditor.rulesets import choose, load
from auditor.sources import Item, SourceProblem
from auditor.store.columns import Columns, key_of
from auditor.wall import shuffle_digest

if TYPE_CHECKING:
    from auditor.store.database import Store, Stored

CHUNK_INPUTS: Final = 128
CHUNK_BYTES: Final = 16 << 20
"""A chunk, the unit of work of a process, ends at either."""

LOADED_TOGETHER: Final = 512
"""Inputs loaded in one transaction, about."""


class Settings(NamedTuple):
    """How a run audits. rules: ruleset choice. rules_key, version: kept with each input loaded; "" to load nothing.

    Of these two an input is known that is loaded already. also_under: names of rulesets that each game is judged under
    besides, those of its number of players; what they find goes to the database alone.
    """

    rules: str
    rules_key: str = ""
    version: str = ""
    also_under: tuple[str, ...] = ()


class Work(NamedTuple):
    """An input as it goes to a worker. data is None, and problem says why, where nothing could be read."""

    path: str
    member: str | None
    data: bytes | None
    sha256: str | None
    bytes: int | None
    problem: tuple[str, str] | None

    @property
    def name(self) -> str:
        """The file name: of the member, or of the path."""
        return os.path.basename(self.member or self.path)


class Result(NamedTuple):
    """What an input gave.

    findings: pairs of the finding as published and the name of the player concerned, or None. problems: pairs
    (place, message). rulesets: for each game the pair (ruleset, why it was taken). stopped: hands that the
    replay could not follow to the end. unjudged: pairs of what could not be judged and in how many hands. is_stored:
    taken from the database. shuffles: for each game with a published seed the pair (its digest, the log).
    """

    path: str
    member: str | None
    format: str | None = None
    findings: tuple[tuple[FindingRow, str | None], ...] = ()
    problems: tuple[tuple[str, str], ...] = ()
    rulesets: tuple[tuple[str, str], ...] = ()
    hands: int = 0
    stopped: int = 0
    unjudged: tuple[tuple[str, int], ...] = ()
    is_stored: bool = False
    shuffles: tuple[tuple[str, str], ...] = ()


class Chunk(NamedTuple):
    """Inputs in their order; places of those to audit, and of those whose content is loaded already."""

    works: list[Work]
    fresh: list[int]
    known: list[int]


Outcome = tuple[list[Result], list[dict[str, Any]]]
"""Results in the order of the inputs, and the Arrow tables to load."""


def run(
    items: Iterable[Item | SourceProblem], settings: Settings, jobs: int | None = None, store: "Store | None" = None
) -> Iterator[Result]:
    """Audit inputs and yield their results in order; load them where there is a store.

    jobs: processes; None takes one for few inputs, else one a core. Raises StoreError when the store fails.
    """
    seen: set[str] = set()
    chunks = _chunks(items, store, seen)
    first = list(_take(chunks, 2))
    if jobs is None:
        jobs = 1 if len(first) < 2 else _cores()
    everything = _chain(first, chunks)
    outcomes = _inline(everything, settings) if jobs == 1 else _pooled(everything, settings, jobs)
    if store is None:
        for _, (results, _) in outcomes:
            yield from results
    else:
        yield from _loaded(outcomes, settings, store, seen, beside=jobs > 1)


def _cores() -> int:
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


def _chunks(items: Iterable[Item | SourceProblem], store: "Store | None", seen: set[str]) -> Iterator[Chunk]:
    """The inputs in chunks, those known to the store told apart, or seen in this run and not yet loaded."""
    works: list[Work] = []
    size = 0
    for item in items:
        works.append(_work(item, store is not None))
        size += works[-1].bytes or 0
        if len(works) >= CHUNK_INPUTS or size >= CHUNK_BYTES:
            yield _chunk(works, seen, store)
            works, size = [], 0
    if works:
        yield _chunk(works, seen, store)


def _work(item: Item | SourceProblem, is_loaded: bool) -> Work:
    if isinstance(item, SourceProblem):
        return Work(item.path, item.member or None, None, None, None, (item.place, item.message))
    return Work(item.path, item.member or None, item.data, item.sha256 if is_loaded else None, item.bytes, None)


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
    most = 2 * jobs + LOADED_TOGETHER // CHUNK_INPUTS
    pool = _pool(jobs)
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
                pool = _pool(jobs)
                under_way = deque(
                    (chunk, works, future if _is_done(future) else _submit(pool, works, settings))
                    for chunk, works, future in under_way
                )
            yield chunk, outcome
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _submit(pool: ProcessPoolExecutor, works: list[Work], settings: Settings) -> "Future[Outcome]":
    try:
        return pool.submit(audit_chunk, works, settings)
    except BrokenProcessPool as error:
        broken: Future[Outcome] = Future()
        broken.set_exception(error)
        return broken


def _is_done(future: "Future[Outcome]") -> bool:
    return future.done() and not future.cancelled() and future.exception() is None


def _pool(jobs: int) -> ProcessPoolExecutor:
    # Not forked: a child must not inherit the locks of DuckDB's and Arrow's threads.
    return ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), initializer=_start_worker)


def _start_worker() -> None:
    """Leave Ctrl-C to the main process, and end when that ends, killed or not."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _audit_apart(works: list[Work], settings: Settings) -> Outcome:
    """Audit inputs of which one killed its process, halving them until it stands alone."""
    with _pool(1) as pool:
        try:
            return _submit(pool, works, settings).result()
        except BrokenProcessPool:
            pass
    if len(works) == 1:
        return _failed(works[0], "the process that audited it died (out of memory, perhaps); the run went on", settings)
    middle = len(works) // 2
    results, parts = _audit_apart(works[:middle], settings)
    more_results, more_parts = _audit_apart(works[middle:], settings)
    return results + more_results, parts + more_parts


def _failed(work: Work, message: str, settings: Settings) -> Outcome:
    """The outcome of an input that was lost as a whole."""
    failed = work._replace(data=None, problem=("", message))
    columns = Columns() if settings.version else None
    return [audit_input(failed, settings, columns)], [] if columns is None else _parts([columns])


@contextmanager
def _collection_paused() -> Iterator[None]:
    """Without Python's search for reference cycles: an audit makes hardly any, and the search takes a twentieth."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@_collection_paused()
def audit_chunk(works: list[Work], settings: Settings) -> Outcome:
    """Read and audit inputs. This is what runs in a worker process."""
    if not settings.version:
        return [audit_input(work, settings, None) for work in works], []
    from auditor.store.arrow import RangeErrors

    columns = [Columns() for _ in works]
    results = [audit_input(work, settings, own) for work, own in zip(works, columns, strict=True)]
    try:
        return results, _parts(columns)
    except RangeErrors:
        pass
    parts: list[dict[str, Any]] = []
    for place, work in enumerate(works):
        try:
            parts += _parts([columns[place]])
        except RangeErrors as error:
            message = f"holds a value that no column of the database can hold ({error}); it was not loaded"
            failed_results, failed_parts = _failed(work, message, settings)
            results[place] = failed_results[0]
            parts += failed_parts
    return results, parts


def _parts(columns: list[Columns]) -> list[dict[str, Any]]:
    from auditor.store.arrow import arrow_tables

    if not columns:
        return []
    merged = Columns()
    for own in columns:
        merged.extend(own)
    return [arrow_tables(merged)]


def audit_input(work: Work, settings: Settings, columns: Columns | None) -> Result:
    """Read and audit one input, and add it to the columns where there are any. Never raises for what is in it."""
    problems: list[tuple[str, str]] = [work.problem] if work.problem else []
    findings: list[tuple[FindingRow, str | None]] = []
    rulesets: list[tuple[str, str]] = []
    shuffles: list[tuple[str, str]] = []
    format: str | None = None
    hands = stopped = games = 0
    unjudged: Counter[str] = Counter()
    name = work.name
    source_id = "" if columns is None else key_of(work.path, work.member or "", work.sha256 or "")
    try:
        for game in read(work.data, name) if work.data is not None else ():
            if isinstance(game, Problem):
                problems.append((game.place, game.message))
                continue
            format = game.format
            games += 1
            own = Columns() if columns is not None else None
            try:
                ruleset, reason = choose(settings.rules, game)
                audit = audit_game(game, ruleset)
                log = game.log_id or name
                by_index = {hand.index: hand for hand in game.hands}
                rows = [
                    finding_row(
                        finding,
                        log,
                        game.log_id,
                        ruleset.name,
                        None if finding.hand is None else by_index[finding.hand],
                    )
                    for finding in audit.findings
                ]
                if own is not None and columns is not None:
                    game_id = key_of(work.sha256 or source_id, str(games))
                    others = judged_under(settings.also_under, game, audit)
                    own.add_game(game_id, source_id, game, ruleset, reason, audit.records, rows, others)
                    columns.extend(own)
            except Exception as error:
                problems.append((f"game {games}" if games > 1 else "", internal_error(error)))
                continue
            problems += [(problem.place, problem.message) for problem in audit.problems]
            findings += [(row, _player(game, finding.seat)) for row, finding in zip(rows, audit.findings, strict=True)]
            rulesets.append((ruleset.name, reason))
            digest = shuffle_digest(game)
            if digest:
                shuffles.append((digest, log))
            hands += len(audit.records)
            stopped += sum([record.stopped_at is not None for record in audit.records])
            for record in audit.records:
                if record.unjudged:
                    unjudged.update(record.unjudged)
    except Exception as error:
        problems.append(("", internal_error(error)))
    if columns is not None:
        columns.add_source(
            source_id, work.path, work.member, format, work.sha256, work.bytes, settings.rules_key, settings.version,
            problems,
        )  # fmt: skip
    return Result(
        work.path, work.member, format, tuple(findings), tuple(problems), tuple(rulesets), hands, stopped,
        tuple(sorted(unjudged.items())), False, tuple(shuffles),
    )  # fmt: skip


def judged_under(names: tuple[str, ...], game: Game, audit: Audit) -> dict[str, list[Finding]]:
    """What a game gives under each of the rulesets that is for its number of players; `audit`: under its own."""
    found = {}
    for name in names:
        rules = load(name)
        if rules.game.players == game.players:
            is_its_own = rules == audit.ruleset
            found[rules.name] = audit.findings if is_its_own else audit_game(game, rules).findings
    return found


def _player(game: Game, seat: int | None) -> str | None:
    return game.seats[seat].name if seat is not None and 0 <= seat < len(game.seats) else None


def internal_error(error: BaseException) -> str:
    """A fault of the program itself in one sentence: what, and where in its code."""
    place = ""
    for frame in traceback.extract_tb(error.__traceback__):
        if f"{os.sep}auditor{os.sep}" in frame.filename:
            place = f" at {Path(frame.filename).parent.name}/{Path(frame.filename).name}:{frame.lineno}"
    text = str(error).strip().splitlines()
    detail = f": {text[0]}" if text else ""
    return f"internal error, please report it with this log ({type(error).__name__}{detail}{place})"


def _loaded(
    outcomes: Iterator[tuple[Chunk, Outcome]], settings: Settings, store: "Store", seen: set[str], *, beside: bool
) -> Iterator[Result]:
    """Load what was audited, several chunks a transaction, and yield what is loaded.

    beside: load while the next are audited, which pays where other processes audit: two threads of one wait for each
    other's interpreter lock longer than they work.
    """
    audited: list[tuple[Chunk, Outcome]] = []
    loading: Future[list[Result]] | None = None
    inputs = 0
    for chunk, outcome in outcomes:
        audited.append((chunk, outcome))
        inputs += len(chunk.works)
        if inputs >= LOADED_TOGETHER:
            if loading is not None:
                yield from loading.result()
            work = partial(_load, audited, settings, store, seen)
            if beside:
                loading = store.in_background(work)
            else:
                yield from work()
            audited, inputs = [], 0
    if loading is not None:
        yield from loading.result()
    yield from _load(audited, settings, store, seen)


def _load(audited: list[tuple[Chunk, Outcome]], settings: Settings, store: "Store", seen: set[str]) -> list[Result]:
    """Load chunks in one transaction. Returns all their results, with those known before."""
    store.load([part for _, (_, parts) in audited for part in parts])
    for chunk, _ in audited:  # from here on the database knows them
        seen.difference_update([chunk.works[place].sha256 or "" for place in chunk.fresh])
    known = [chunk.works[place] for chunk, _ in audited for place in chunk.known]
    stored = store.stored([work.sha256 for work in known if work.sha256]) if known else {}
    copies = Columns()
    found: list[Result] = []
    for chunk, (results, _) in audited:
        fresh = iter(results)
        repeated = set(chunk.known)
        for place, work in enumerate(chunk.works):
            if place not in repeated:
                found.append(next(fresh))
            else:
                before = stored[work.sha256 or ""]
                if (work.path, work.member) not in before.paths:
                    before.paths.add((work.path, work.member))
                    _add_copy(copies, work, before, settings)
                found.append(_stored_result(work, before))
    if copies.rows["sources"]:
        store.load(_parts([copies]))
    return found


def _add_copy(columns: Columns, work: Work, stored: "Stored", settings: Settings) -> None:
    """Note that a content that is loaded already lies at another path too."""
    source_id = key_of(work.path, work.member or "", work.sha256 or "")
    columns.add_source(
        source_id, work.path, work.member, stored.format, work.sha256, work.bytes, settings.rules_key,
        settings.version, stored.problems,
    )  # fmt: skip


def _stored_result(work: Work, stored: "Stored") -> Result:
    return Result(
        work.path, work.member, stored.format, tuple(stored.findings), tuple(stored.problems), tuple(stored.rulesets),
        stored.hands, stored.stopped, tuple(sorted(stored.unjudged.items())), True, tuple(stored.shuffles),
    )  # fmt: skip
