"""The settings of a run, and the units of work into which its inputs are divided while they are being found."""

from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from itertools import count
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from auditor.core.results import InputResult
from auditor.core.sources import (
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
    from auditor.core.store.database import Store
    from auditor.core.store.rows import KnownKeys
    from auditor.core.store.schema import SourceRules

UNIT_INPUTS: Final = 128
UNIT_BYTES: Final = 16 << 20
"""The limits of a unit of work, whichever is reached first: inputs, and their bytes as stored (packed)."""
LAKE_UNIT_INPUTS: Final = 1024
LAKE_UNIT_BYTES: Final = 64 << 20
"""The same for a run into a lake: each unit writes its own files, which had better be large."""


class Settings(NamedTuple):
    """How a run judges.

    rules: the choice of ruleset. rules_key: the same with the fingerprint of its settings; rules_key, also_keys, extras
    and version are stored with each loaded input, to recognize inputs that are loaded already. also_under: names of
    further rulesets to judge each game by, where they are for its number of players; their findings go only to the
    database. also_keys: the same with fingerprints. summarize: computes further plain data for each audited game from
    its number in the input (from 0), its log's name, and its audit. is_strict: whether anything in folders and archives
    that is not a log is a problem. extras: the optional tables of `auditor.core.store.schema` to fill. limits: how large an
    input may be. names: which files of folders and members of archives are read.
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
        """The settings for loading into a database: the optional tables that it has already are filled, too."""
        return self._replace(extras=store.keep(self.extras))

    @property
    def source_rules(self) -> "SourceRules":
        """The part of the settings that is stored with each loaded input."""
        from auditor.core.store.schema import SourceRules

        return SourceRules(self.rules_key, self.also_keys, self.extras)


class SinkSpec(NamedTuple):
    """What a worker needs to know about the sink.

    has_rows: whether results go into tables, so that contents are hashed and games become rows. known: hashes of
    contents that need not be judged, or the path of a file of them. lake: the address of the lake into which the
    worker itself writes, if any. run: when the run began (UTC, ISO). folder: the folder to which relative paths refer.
    judging_key: a key of everything that the receipts of the run depend on.
    """

    has_rows: bool = False
    known: "KnownKeys | str" = ""
    lake: str = ""
    run: str = ""
    folder: str = ""
    judging_key: str = ""


class WorkUnit(NamedTuple):
    """Inputs that one worker judges together. number: the unit's number in the run.

    inputs: addresses, which the worker reads itself; contents, where only the main process can read them; and problems.
    """

    number: int
    inputs: tuple[Input, ...]

    def addresses(self) -> list[InputAddress]:
        """The inputs that the worker has to read."""
        return [one for one in self.inputs if isinstance(one, InputAddress)]

    def split(self) -> "list[WorkUnit]":
        """Split the unit in two; empty for a single input."""
        middle = len(self.inputs) // 2
        if not middle:
            return []
        return [self._replace(inputs=self.inputs[:middle]), self._replace(inputs=self.inputs[middle:])]


class UnitResult(NamedTuple):
    """The result of judging a unit.

    results: those of its inputs, in order. tables: Arrow tables to load, dictionaries of them by name. parts: the names
    of the parts that it wrote into a lake. known: the number of inputs whose parts were there already.
    """

    number: int
    results: list[InputResult]
    tables: tuple[dict[str, Any], ...] = ()
    parts: tuple[str, ...] = ()
    known: int = 0


class StoppedError(Exception):
    """The run cannot go on, and retrying with another worker would not help; the message says why."""


class UnitPlan:
    """Divides inputs into units, in their order, while they are still being found.

    What can only be read sequentially (standard input, a tar archive, a packed file within another) is read here and
    passed on as contents; for everything else only the address is.
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
        """Yield the units, lazily."""
        for one in inputs:
            yield from self._add(one)
        yield from self._flush()

    def _add(self, one: Input) -> Iterator[WorkUnit]:
        if not isinstance(one, InputAddress):
            yield from self._append(one, len(one.data) if isinstance(one, InputItem) else 0)
            return
        pieces = split_for_processes(one, self.max_inputs)
        if not pieces:
            yield from self._read_here(one)
        for piece in pieces:
            if piece.piece is not None:
                yield from self._flush()
            yield from self._append(piece, piece.size)
            if piece.piece is not None:
                yield from self._flush()
        if pieces:
            self.progress.end(one.size)

    def _read_here(self, address: InputAddress) -> Iterator[WorkUnit]:
        """Read an input that only this process can read. Yields the units of its contents."""
        for _, item in read_inputs([address], self.settings.limits, self.settings.names, self.progress):
            yield from self._append(item, len(item.data) if isinstance(item, InputItem) else 0)

    def _append(self, one: Input, size: int) -> Iterator[WorkUnit]:
        self._inputs.append(one)
        self._bytes += size
        if len(self._inputs) >= self.max_inputs or self._bytes >= self.max_bytes:
            yield from self._flush()

    def _flush(self) -> Iterator[WorkUnit]:
        """Yield the inputs collected so far as a unit, if there are any."""
        if self._inputs:
            yield WorkUnit(next(self._numbers), tuple(self._inputs))
            self._inputs, self._bytes = [], 0


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
