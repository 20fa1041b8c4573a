import atexit
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings
from support.packing import unpacked
from support.raw_mjlog import RawGame
from support.run_settings import run_settings

from auditor.core.audit.executors import inline
from auditor.core.audit.run import run
from auditor.core.audit.sinks import DatabaseSink
from auditor.core.results import InputResult
from auditor.core.sources import find_inputs
from auditor.testing.simulate import games

if TYPE_CHECKING:
    import duckdb

pytest_plugins = ["support.browsing", "support.judge_site", "support.lakes"]

settings.register_profile("auditor", derandomize=True, deadline=None)
settings.load_profile("auditor")

os.environ.pop("AUDITOR_DB", None)  # the tests name their databases
if sys.dont_write_bytecode and "PYTHONPYCACHEPREFIX" not in os.environ:
    # Else each of the hundreds of processes that the tests start would compile again all that it imports.
    COMPILED = tempfile.mkdtemp(prefix="auditor-tests-compiled-")
    atexit.register(shutil.rmtree, COMPILED, ignore_errors=True)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = COMPILED


WHICH = shutil.which


@pytest.fixture(autouse=True)
def _called_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the program tells to call is ``auditor``, whether or not that is on the path of whoever runs the tests."""
    monkeypatch.setattr(shutil, "which", lambda name: name if name == "auditor" else WHICH(name))


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of real logs, which are not part of the repository; tests that need them are skipped without it."""
    folder = os.environ.get("AUDITOR_CORPUS")
    if not folder:
        pytest.skip("AUDITOR_CORPUS names no folder of real logs")
    assert any(Path(folder, "mjlog").iterdir()), (
        "AUDITOR_CORPUS names a folder without real logs"
    )  # equal, but to nothing
    return Path(folder)


PLAYED = 80
"""Games played for the tests: enough to hold the rarest of what faults are put into, a draw that is an abortive one."""
NOT_CLEAN = {"24.xml", "25.xml", "sanma.mjlog"}
"""Logs of another program, and of a room with house rules."""


@pytest.fixture(scope="session")
def played() -> list[str]:
    """Mjlogs of whole legal games, always the same."""
    return [log.decode() for log in games(PLAYED)]


@pytest.fixture(scope="session", params=["played", "real"])
def mjlogs(request: pytest.FixtureRequest) -> list[tuple[str, str]]:
    """Clean mjlogs, each with its name: the played ones always, and the real ones where there are any."""
    if request.param == "played":
        return [(f"played {number}", log) for number, log in enumerate(request.getfixturevalue("played"))]
    folder = request.getfixturevalue("corpus") / "mjlog"
    return [(path.name, unpacked(path).decode()) for path in sorted(folder.iterdir()) if path.name not in NOT_CLEAN]


@pytest.fixture(scope="session")
def raw_games(corpus: Path) -> list[RawGame]:
    """The mjlogs among them, taken apart without the program."""
    return [RawGame(path) for path in sorted((corpus / "mjlog").rglob("*")) if path.is_file()]


@pytest.fixture(scope="session")
def loaded(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, list[InputResult]]:
    """All mjlogs loaded into a database: its path, and the result of each."""
    from auditor.core.store.database import Store

    path = str(tmp_path_factory.mktemp("corpus") / "corpus.duckdb")
    with Store(path, "auto", "test") as store:
        settings = run_settings("auto", "auto", "test")
        return path, list(run(find_inputs([str(corpus / "mjlog")]), settings, inline(), DatabaseSink(store, settings)))


@pytest.fixture(scope="session")
def database(loaded: tuple[str, list[InputResult]]) -> Iterator["duckdb.DuckDBPyConnection"]:
    """That database, opened for reading."""
    from auditor.core.store.database import connect

    with connect(loaded[0]) as connection:
        yield connection
