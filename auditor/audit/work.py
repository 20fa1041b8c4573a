"""What a run consists of: its settings, and units of work, into which its inputs are cut while they are being found."""

from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from itertools import count
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from auditor.results import InputResult
from auditor.sources import (
    ALL_NAMES,
    STANDARD_INPUT,
    Input,
    InputAddress,
    InputItem,
    Limits,
    NameFilter,
    ReadProgress,
    SourceProblem,
    is_page,
    read_inputs,
    split_archive,
    split_for_processes,
)

if TYPE_CHECKING:
    from auditor.store.database import Store
    from auditor.store.rows import KnownKeys
    from auditor.store.schema import SourceRules

UNIT_INPUTS: Final = 128
UNIT_BYTES: Final = 16 << 20
"""A unit of work ends at either: inputs, and their bytes as they lie in their files."""
LAKE_UNIT_INPUTS: Final = 1024
LAKE_UNIT_BYTES: Final = 64 << 20
"""The same of a run into a lake: each unit makes files of its own, and these are better large."""


class Settings(NamedTuple):
    """How a run judges.

    rules: ruleset choice. rules_key: the same with the fingerprint of its settings; it, also_keys, extras and version
    are kept with each input loaded, and by them an input is known that is loaded already. also_under: names of rulesets
    that each game is judged under besides, those of its number of players; what they find goes to the database alone.
    also_keys: these with their fingerprints. summarize: makes something further of each audited game, plain
    data, from its number in the input (from 0), its log's name, and its audit. is_strict: what is no log is a problem
    in folders and archives, too. extras: of `auditor.store.schema`, the tables to fill besides. limits: how large an
    input may be. names: which of what lies in folders and archives is read.
    """

    rules: str
    rules_key: str = ""
    version: str = ""
    also_under: tuple[str, ...] = ()
    summarize: Callable[[int, str, Any], object] | None = None
    is_strict: bool = False
    extras: tuple[str, ...] = ()
    limits: Limits = Limits()
    names: NameFilter = ALL_NAMES
    also_keys: tuple[str, ...] = ()

    def loading_into(self, store: "Store") -> "Settings":
        """The settings of a run that loads into a database, which goes on to keep what it has."""
        return self._replace(extras=store.keep(self.extras))

    @property
    def source_rules(self) -> "SourceRules":
        """What is kept of it with each input loaded."""
        from auditor.store.schema import SourceRules

        return SourceRules(self.rules_key, self.also_keys, self.extras)


class SinkSpec(NamedTuple):
    """What a worker has to know of where results go.

    has_rows: they go into tables, so that contents have hashes and games become rows. known: hashes of the contents
    that need not be judged, or the file that holds them. lake: its address, where the worker itself writes into one;
    run: when the run began (UTC, ISO); folder: in which relative paths begin; judging_key: a name for all that the
    receipts of the run depend on.
    """

    has_rows: bool = False
    known: "KnownKeys | str" = ""
    lake: str = ""
    run: str = ""
    folder: str = ""
    judging_key: str = ""


class WorkUnit(NamedTuple):
    """Inputs that are judged together, by whoever is free. number: of the unit in the run.

    inputs: addresses, which the worker reads by himself; contents, of what only one process can read; and problems.
    """

    number: int
    inputs: tuple[Input, ...]

    def addresses(self) -> list[InputAddress]:
        """Those of the inputs that are to be read."""
        return [one for one in self.inputs if isinstance(one, InputAddress)]

    def halves(self) -> "list[WorkUnit]":
        """Two units with the same inputs between them; of one input none."""
        middle = len(self.inputs) // 2
        if not middle:
            return []
        return [self._replace(inputs=self.inputs[:middle]), self._replace(inputs=self.inputs[middle:])]


class UnitResult(NamedTuple):
    """What a unit gave.

    results: of its inputs, in their order. tables: Arrow tables to load, a dictionary for each part. parts: names of
    those that it wrote into a lake. known: inputs whose parts were there already.
    """

    number: int
    results: list[InputResult]
    tables: tuple[dict[str, Any], ...] = ()
    parts: tuple[str, ...] = ()
    known: int = 0


class StoppedError(Exception):
    """The run cannot go on, for a cause that no other worker would do better with; the message says it."""


class UnitPlan:
    """Cuts inputs into units, in their order, while they are still being found.

    What can only be read from its start to its end (standard input, a tar archive, a packing in another) is read here,
    and goes as contents; of all else only the address.
    """

    def __init__(self, settings: Settings, progress: ReadProgress | None = None) -> None:
        self.settings = settings
        self.progress = progress or ReadProgress()
        self.max_inputs = UNIT_INPUTS
        self.max_bytes = UNIT_BYTES
        self._numbers = count()
        self._inputs: list[Input] = []
        self._bytes = 0

    def units(self, inputs: Iterable[Input]) -> Iterator[WorkUnit]:
        """The units of inputs."""
        for one in inputs:
            yield from self._add(one)
        yield from self._cut()

    def _add(self, one: Input) -> Iterator[WorkUnit]:
        if not isinstance(one, InputAddress):
            yield from self._append(one, len(one.data) if isinstance(one, InputItem) else 0)
            return
        pieces = split_for_processes(one, self.max_inputs)
        if not pieces:
            yield from self._read_here(one)
        for piece in pieces:
            if piece.piece is not None:
                yield from self._cut()
            yield from self._append(piece, piece.size)
            if piece.piece is not None:
                yield from self._cut()
        if pieces:
            self.progress.end(one.size)

    def _read_here(self, address: InputAddress) -> Iterator[WorkUnit]:
        """The units of what only this process can read: its contents."""
        for _, item in read_inputs([address], self.settings.limits, self.settings.names, self.progress):
            yield from self._append(item, len(item.data) if isinstance(item, InputItem) else 0)

    def _append(self, one: Input, size: int) -> Iterator[WorkUnit]:
        self._inputs.append(one)
        self._bytes += size
        if len(self._inputs) >= self.max_inputs or self._bytes >= self.max_bytes:
            yield from self._cut()

    def _cut(self) -> Iterator[WorkUnit]:
        """The unit of what has come together, if anything has."""
        if self._inputs:
            yield WorkUnit(next(self._numbers), tuple(self._inputs))
            self._inputs, self._bytes = [], 0


class LakeUnitPlan(UnitPlan):
    """Cuts the inputs of a run into a lake, whose workers may be other machines: all go there but standard input.

    Args:
        settings: of the run.
        is_unchanged: whether a file was read before, as it is now.
        shard: the pair (k, n) for the k-th of n shares of the files, so that machines that know nothing of each other
            share them; what only one can read, and what cannot be found, is the first's.
        progress: follows how far this is.
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
    """Whether a file is of the k-th part of n, for the pair (k, n); k counts from 1."""
    if shard[1] == 1:
        return True
    text = f"{address.path}\0{address.piece}".encode("utf-8", "surrogateescape")
    return int.from_bytes(sha256(text).digest()[:8], "big") % shard[1] == shard[0] - 1
