"""Lakes for tests: runs into them, and hashes of their contents."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from auditor.core.audit.executors import ExecutorFactory, inline
from auditor.core.audit.run import run
from auditor.core.audit.work import Settings, UnitResult
from auditor.core.program import version
from auditor.core.results import InputResult
from auditor.core.sources import find_inputs
from auditor.core.store.queries import connect
from auditor.core.store.schema import SHOWN, stored_name
from auditor.lake import run as working
from auditor.lake.manifest import Lake, make_lake
from auditor.lake.run import LakeSink
from support.cli_calls import invoke
from support.paths import FIXTURES
from support.run_settings import run_settings

LOGS = FIXTURES / "riichi" / "kan-waits"
"""Some eighty logs of one hand each."""
BATCH = 16
"""The inputs per part in tests that need several parts."""
Hashes = dict[str, tuple[int, int]]


class _Recorded(LakeSink):
    """A lake sink that records the result of each unit."""

    def __init__(self, lake: Lake, settings: Settings) -> None:
        super().__init__(lake, settings)
        self.units: list[UnitResult] = []

    def take(self, unit: UnitResult) -> list[InputResult]:
        self.units.append(unit)
        return super().take(unit)


def into_lake(lake: str | Path, *paths: str | Path, executors: ExecutorFactory | None = None) -> list[UnitResult]:
    """The results of the units of a run into a lake; inputs that it already holds give none."""
    settings = run_settings("auto", "auto", version())
    sink = _Recorded(make_lake(str(lake)), settings)
    for _ in run(find_inputs([str(path) for path in paths]), settings, executors or inline(), sink):
        pass
    return sink.units


def hashes(address: str | Path) -> Hashes:
    """The number of rows in every table, and an order-independent hash of them, without the time of loading."""
    with connect(str(address)) as connection:
        found = {}
        for table in SHOWN:
            columns = "* EXCLUDE (loaded_at)" if table == "sources" else "*"
            rows = f"(SELECT {columns} FROM {stored_name(table)}) AS one"
            digested = f"SELECT count(*), coalesce(sum(hash(one)), 0)::HUGEINT FROM {rows}"
            ((count, digest),) = connection.execute(digested).fetchall()
            found[table] = (int(count), int(digest))
        return found


def loaded(database: Path, *paths: str | Path) -> Hashes:
    """The hashes of a database that the inputs are loaded into."""
    assert invoke("audit", *paths, "--db", database, "--fail-on", "never", "-q").exit_code in (0, 3)
    return hashes(database)


def parts_of(done: Iterable[UnitResult]) -> list[str]:
    return [name for one in done for name in one.parts]


class KilledError(BaseException):
    """Simulates the death of a process: nothing in auditor catches it."""


def files_of(folder: Path) -> list[str]:
    return sorted([str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file()])


@pytest.fixture
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make parts small, so that a handful of logs fills several."""
    monkeypatch.setattr(working, "LAKE_UNIT_INPUTS", BATCH)
    monkeypatch.setattr(working, "PART_INPUTS", BATCH)


@pytest.fixture(scope="module")
def expected_hashes(tmp_path_factory: pytest.TempPathFactory) -> Hashes:
    """The hashes of a database of the logs."""
    return loaded(tmp_path_factory.mktemp("lake") / "x.duckdb", LOGS)
