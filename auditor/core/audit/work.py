"""The settings of a run, and the units of work into which its inputs are divided while they are being found."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from auditor.core import sources
from auditor.core.program import UserError
from auditor.core.results import Finding, InputResult

if TYPE_CHECKING:
    from auditor.core.store.contents import KnownKeys
    from auditor.core.store.database import Store
    from auditor.core.store.schema import SourceRules

UNIT_INPUTS: Final = 128
UNIT_BYTES: Final = 16 << 20
"""The limits of a unit of work, whichever is reached first: inputs, and their bytes as stored (packed)."""


class Settings(NamedTuple):
    """How a run judges.

    rules: the choice of ruleset. revise: the findings that remain of an audit by rules that are only assumed
    (`auditor.unknown_rules`). rules_key: the choice with the fingerprint of its settings; rules_key, also_keys, extras
    and version are stored with each loaded input, to recognize inputs that are loaded already. also_under: names of
    further rulesets to judge each game by, where they are for its number of players; their findings go only to the
    database. also_keys: the same with fingerprints. summarize: computes further plain data for each audited game from
    its number in the input (from 0), its log's name, and its audit. is_strict: whether anything in folders and archives
    that is not a log is a problem. extras: the optional tables of `auditor.core.store.schema` to fill. limits: how
    large an input may be. names: which files of folders and members of archives are read.
    """

    rules: str
    revise: Callable[[Any], list[Finding]]
    rules_key: str = ""
    version: str = ""
    also_under: tuple[str, ...] = ()
    summarize: Callable[[int, str, Any], object] | None = None
    is_strict: bool = False
    extras: tuple[str, ...] = ()
    limits: sources.Limits = sources.Limits()
    names: sources.NameFilter = sources.ALL_NAMES
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
    contents that need not be judged, or the path of a file of them. is_packed: whether units hold rows in place of
    tables, which whoever takes several makes at once: a small one takes as long as a large one.
    """

    has_rows: bool = False
    known: "KnownKeys | str" = ""
    is_packed: bool = False


class WorkUnit(NamedTuple):
    """Inputs that one worker judges together. number: the unit's number in the run.

    inputs: addresses, which the worker reads itself; contents, where only the main process can read them; and problems.
    """

    number: int
    inputs: tuple[sources.Input, ...]

    def addresses(self) -> list[sources.InputAddress]:
        """The inputs that the worker has to read."""
        return [one for one in self.inputs if isinstance(one, sources.InputAddress)]

    def held_bytes(self) -> int:
        """How many bytes of contents it holds."""
        return sum([one.bytes for one in self.inputs if isinstance(one, sources.InputItem)])

    def split(self) -> "list[WorkUnit]":
        """Split the unit in two; empty for a single input."""
        if not (middle := len(self.inputs) // 2):
            return []
        return [self._replace(inputs=self.inputs[:middle]), self._replace(inputs=self.inputs[middle:])]


class UnitResult(NamedTuple):
    """The result of judging a unit.

    results: those of its inputs, in order. tables: Arrow tables to load, dictionaries of them by name. parts: the names
    of the parts that it wrote into a lake. known: the number of inputs whose parts were there already.
    rows: `GameRows.parts`, if the sink wants these.
    """

    results: list[InputResult]
    tables: tuple[dict[str, Any], ...] = ()
    parts: tuple[str, ...] = ()
    known: int = 0
    rows: Sequence[Any] = ()


JudgeUnit = Callable[[WorkUnit, Settings, Any], UnitResult]
"""What a worker runs for a unit; the last argument is what it needs to know of the sink, plain data."""


class StoppedError(UserError):
    """The run cannot go on, and retrying with another worker would not help; the message says why."""


class UnitPlan:
    """Divides inputs into units, in their order, while they are still being found.

    What can only be read sequentially (standard input, a tar archive, a packed file within another) is read here and
    passed on as contents; for everything else only the address is.
    """

    def __init__(self, settings: Settings, progress: sources.ReadProgress | None = None) -> None:
        self.settings = settings
        self.progress = progress or sources.ReadProgress()
        self.max_inputs = UNIT_INPUTS
        self.max_bytes = UNIT_BYTES
        self._numbers = count()
        self._inputs: list[sources.Input] = []
        self._bytes = 0

    def units(self, inputs: Iterable[sources.Input]) -> Iterator[WorkUnit]:
        """Yield the units, lazily."""
        for one in inputs:
            yield from self._add(one)
        yield from self._flush()

    def _add(self, one: sources.Input) -> Iterator[WorkUnit]:
        if not isinstance(one, sources.InputAddress):
            yield from self._append(one, len(one.data) if isinstance(one, sources.InputItem) else 0)
            return
        if not (pieces := sources.split_for_processes(one, self.max_inputs)):
            yield from self._read_here(one)
        for piece in pieces:
            if piece.piece is not None:
                yield from self._flush()
            yield from self._append(piece, piece.size)
            if piece.piece is not None:
                yield from self._flush()
        if pieces:
            self.progress.end(one.size)

    def _read_here(self, address: sources.InputAddress) -> Iterator[WorkUnit]:
        """Read an input that only this process can read. Yields the units of its contents."""
        for _, item in sources.read_inputs([address], self.settings.limits, self.settings.names, self.progress):
            yield from self._append(item, len(item.data) if isinstance(item, sources.InputItem) else 0)

    def _append(self, one: sources.Input, size: int) -> Iterator[WorkUnit]:
        self._inputs.append(one)
        self._bytes += size
        if len(self._inputs) >= self.max_inputs or self._bytes >= self.max_bytes:
            yield from self._flush()

    def _flush(self) -> Iterator[WorkUnit]:
        """Yield the inputs collected so far as a unit, if there are any."""
        if self._inputs:
            yield WorkUnit(next(self._numbers), tuple(self._inputs))
            self._inputs, self._bytes = [], 0
