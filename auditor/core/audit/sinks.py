"""Sinks, where the results of a run go: nowhere, or into a DuckDB file. Others are written like these."""

from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from auditor.core.audit.work import JudgeUnit, Settings, SinkSpec, UnitPlan, UnitResult
from auditor.core.files.atomic import temporary_folder
from auditor.core.results import InputResult
from auditor.core.sources import ReadProgress, file_name

if TYPE_CHECKING:
    from concurrent.futures import Future

    from auditor.core.store.database import Store


class Sink(Protocol):
    """Takes the results of units.

    spec: what workers need to know, plain data. is_ordered: whether units must come in order. judge: what workers run
    for a unit, if they store it themselves; None for `auditor.core.audit.worker.judge_unit`.
    """

    spec: Any
    is_ordered: bool
    judge: JudgeUnit | None

    def plan(self, settings: Settings, progress: ReadProgress | None) -> UnitPlan:
        """The plan that divides the inputs of a run into units."""

    def start(self, width: int) -> None:
        """Begin a run. width: how many units may be judged at once."""

    def take(self, unit: UnitResult) -> list[InputResult]:
        """Take the result of a unit. Returns the results of inputs that are stored safely by now, in their order."""

    def finish(self) -> list[InputResult]:
        """Store what remains, after the last unit. Returns the results not returned so far."""

    def close(self) -> None:
        """Release resources; the run has ended, or was broken off."""


class NoSink:
    """A sink that stores nothing. Others inherit what they leave as it is."""

    is_ordered = True
    judge: JudgeUnit | None = None
    spec: Any = SinkSpec()

    def plan(self, settings: Settings, progress: ReadProgress | None) -> UnitPlan:
        """The plan that divides the inputs of a run into units."""
        return UnitPlan(settings, progress)

    def start(self, width: int) -> None:
        """Do nothing."""

    def take(self, unit: UnitResult) -> list[InputResult]:
        """Return all its results."""
        return unit.results

    def finish(self) -> list[InputResult]:
        """Return nothing: `take` has returned all results."""
        return []

    def close(self) -> None:
        """Do nothing."""


class DatabaseSink(NoSink):
    """Loads into a database, several units in one transaction; in the background if other processes judge meanwhile.

    A content that is in the database already, or comes twice, is stored once; its further paths are recorded.
    """

    def __init__(self, store: "Store", settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.spec = SinkSpec(has_rows=True)
        self._is_parallel = False
        self._units: list[UnitResult] = []
        self._loading: Future[list[InputResult]] | None = None
        self._spool = ExitStack()

    def start(self, width: int) -> None:
        """Begin a run: tell its workers which contents the database holds, by a file if they are processes."""
        self._is_parallel = width > 1
        self.store.reread_contents()
        known = self.store.contents.stored
        if not self._is_parallel:
            self.spec = self.spec._replace(known=known)
        elif known:  # an object of a compiled class cannot be sent to another process
            file = self._spool.enter_context(temporary_folder()) / "known"
            file.write_bytes(known.packed)
            self.spec = self.spec._replace(known=str(file))

    def take(self, unit: UnitResult) -> list[InputResult]:
        """Take the result of a unit. Returns the results of inputs that are loaded by now."""
        unit = self._without_repeated(unit)
        self._units.append(unit)
        for tables in unit.tables:
            self.store.add_tables(tables, flushes=False)
        if not self.store.is_due and (self._loading is not None or not self._is_parallel):  # load the first at once
            return []
        before = self._loaded()
        load = self._load()
        if self._is_parallel:  # without processes, loading and judging would contend for the GIL longer than they work
            self._loading = self.store.in_background(load)
            return before
        return before + load()

    def finish(self) -> list[InputResult]:
        """Load the rest. Returns its results."""
        return self._loaded() + self._load(is_last=True)()

    def close(self) -> None:
        """Delete the file of known contents."""
        self._spool.close()

    def _loaded(self) -> list[InputResult]:
        """Wait for the load in the background, if any. Returns its results."""
        loading, self._loading = self._loading, None
        return [] if loading is None else loading.result()

    def _without_repeated(self, unit: UnitResult) -> UnitResult:
        """The unit without the rows of contents that are stored already; their results are marked as known."""
        fresh = [one for one in unit.results if one.sha256 and not one.is_known and not one.is_not_a_log]
        contents = self.store.contents
        if not (repeated := [one for one in fresh if not contents.take(one.sha256 or "")]):
            return unit
        from auditor.core.store.arrow import without_inputs
        from auditor.core.store.rows import key_of

        for one in repeated:
            one.is_known = True
        source_ids = [key_of(one.path, one.member or "", one.sha256 or "") for one in repeated]
        return unit._replace(tables=tuple([without_inputs(tables, source_ids) for tables in unit.tables]))

    def _load(self, *, is_last: bool = False) -> Callable[[], list[InputResult]]:
        """A function that loads the collected units in one transaction and returns their results."""
        units, self._units = self._units, []
        return partial(self._load_units, units, self.store.take_waiting(), is_last)

    def _load_units(self, units: list[UnitResult], waiting: list[dict[str, Any]], is_last: bool) -> list[InputResult]:
        self.store.load(waiting, is_last=is_last)
        results = [one for unit in units for one in unit.results]
        self.store.contents.release([one.sha256 or "" for one in results if not one.is_known])
        contents = [one.sha256 for one in results if one.is_known and one.sha256]
        return self._with_known(results, contents) if contents else results

    def _with_known(self, results: list[InputResult], contents: list[str]) -> list[InputResult]:
        """Results, those of known contents filled in from the database; their paths are recorded there."""
        import msgspec

        from auditor.core.store.arrow import arrow_tables
        from auditor.core.store.rows import GameRows, key_of

        stored = self.store.stored(contents)
        copies = GameRows()
        filled: list[InputResult] = []
        for one in results:
            before = stored.get(one.sha256 or "") if one.is_known else None
            if before is None:
                filled.append(one)
                continue
            name = file_name(one.path, one.member)
            games = [msgspec.structs.replace(game, log=game.log_id or name) for game in before.result.games]
            copy = msgspec.structs.replace(
                before.result, path=one.path, member=one.member, bytes=one.bytes, is_known=True, games=games
            )
            filled.append(copy)
            if (one.path, one.member) not in before.paths:
                before.paths.add((one.path, one.member))
                source_id = key_of(one.path, one.member or "", one.sha256 or "")
                copies.add_source(source_id, copy, self.settings.source_rules, self.settings.version)
        if copies.rows["sources"]:
            self.store.load([arrow_tables(copies)])
        return filled
