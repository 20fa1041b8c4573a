"""A load killed at any moment and run again ends as one that was not; two loads at once leave the file sound.

A process is killed where a file that it writes grows beyond a limit: at the same byte every time, on any machine, and
in the middle of a write.
"""

import io
import os
import signal
import subprocess
import sys
import tarfile
import time
from bisect import bisect_right
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import duckdb
import pytest
from support.paths import FIXTURES
from support.processes import ended, python
from support.run_settings import run_settings

from auditor.core.audit import work
from auditor.core.audit.executors import inline
from auditor.core.audit.run import run
from auditor.core.audit.sinks import DatabaseSink
from auditor.core.program import version
from auditor.core.sources import find_inputs
from auditor.core.store import database as database_module
from auditor.core.store.database import Store, connect
from auditor.core.store.schema import TABLES

LOGS = FIXTURES / "riichi"
TOGETHER = 4
"""Inputs loaded in one transaction: the load is one of many small transactions."""
CODE = (
    "import auditor.core.audit.work as work; work.UNIT_INPUTS = 1; import auditor.core.store.database as database\n"
    f"database.GAMES_PER_TRANSACTION = {TOGETHER}; database.SECONDS_PER_TRANSACTION = 1e9\n"
    "from auditor.cli import main; main()\n"
)
LIMIT = (
    "import os, resource, signal, sys; sys.dont_write_bytecode = True; os.environ['PYTHONDONTWRITEBYTECODE'] = '1'\n"
    "resource.setrlimit(resource.RLIMIT_FSIZE, ({0}, {0}))\n"  # which would cut bytecode off, too
)
KILLED_BEYOND = LIMIT + (
    "resource.setrlimit(resource.RLIMIT_CORE, (0, 0)); signal.signal(signal.SIGXFSZ, signal.SIG_DFL)\n"
)
"""Before the program: the process dies where a file would grow beyond so many bytes."""
FULL_BEYOND = LIMIT
"""Before the program: a write beyond so many bytes fails, as on a full disk (Python does not let the signal kill)."""
HEARING_CTRL_C = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
"""Before the program: what a shell starts in the background is deaf to Ctrl-C, and all that it starts."""
IN_SMALL_CHUNKS = "import auditor.core.sources.streams as streams; streams.CHUNK = 4096\n"
"""Before the program: what comes slowly is read as it comes, where a megabyte is waited for."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="needs signals, and limits on the size of files"),
]


class Whole(NamedTuple):
    """What a load gives that is left alone.

    hashes: of its tables. committed: how large the log of writes is after each transaction. size: of the file when all
    is written into it.
    """

    hashes: dict[str, tuple[int, int]]
    committed: list[int]
    size: int


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    database = tmp_path_factory.mktemp("kill") / "whole.duckdb"
    make(database)
    committed: list[int] = []
    for _ in loading(database):
        if _size(_writes(database)) > (committed[-1] if committed else 0):
            committed.append(_size(_writes(database)))
    return Whole(hashes(database), committed, _size(database))


def make(database: Path) -> None:
    """Make a database without games: a new file is written whole, and is larger than what loads write first."""
    Store(str(database), "auto", version()).close()


def loading(database: Path) -> Iterator[int]:
    """Load the logs in this process; yields how many of them were known, once before the first and after each."""
    known = 0
    with pytest.MonkeyPatch.context() as changes:
        changes.setattr(work, "UNIT_INPUTS", 1)
        changes.setattr(database_module, "GAMES_PER_TRANSACTION", TOGETHER)
        changes.setattr(database_module, "SECONDS_PER_TRANSACTION", 1e9)
        with Store(str(database), "auto", version()) as store:
            yield known
            settings = run_settings("auto", "auto", version())
            for result in run(find_inputs([str(LOGS)]), settings, inline(), DatabaseSink(store, settings)):
                known += result.is_known
                yield known


def finished(database: Path) -> int:
    """Load to the end; how many of the logs were known."""
    return [*loading(database)][-1]


def _writes(database: Path) -> Path:
    """The log of writes beside a database, which a later run plays back."""
    return database.with_suffix(".duckdb.wal")


def _size(file: Path) -> int:
    return file.stat().st_size if file.exists() else 0


def started(database: Path, *options: str, logs: str = str(LOGS), before: str = "") -> "subprocess.Popen[bytes]":
    """Load the logs. before: code that runs before the program."""
    return python(before + CODE, "audit", logs, "--db", database, "--fail-on", "never", *options)


def hashes(database: Path) -> dict[str, tuple[int, int]]:
    """The rows of every table and a hash of them that does not depend on their order; without the time of loading."""
    with connect(str(database)) as connection:
        found = {}
        for table in TABLES:
            columns = "* EXCLUDE (loaded_at)" if table == "sources" else "*"
            rows = connection.execute(
                f"SELECT count(*), coalesce(sum(hash(one)), 0)::HUGEINT FROM (SELECT {columns} FROM {table}) AS one"
            ).fetchall()
            found[table] = (int(rows[0][0]), int(rows[0][1]))
        return found


def sources_in(database: Path) -> int:
    """How many inputs are loaded; 0 where the tables were not made yet."""
    with duckdb.connect(str(database)) as connection:  # what a later run does first: the log of writes is played back
        tables = connection.execute("SELECT count(*) FROM duckdb_tables() WHERE table_name = 'sources'").fetchall()
        if tables == [(0,)]:
            return 0
        return int(connection.execute("SELECT count(*) FROM sources").fetchall()[0][0])


_LEAST = 3 * 4096
"""Bytes that any other file may have, such as a compiled module; the first transaction writes more."""
WHILE_LOADING = 13
WHILE_TIDYING = 6
"""Moments at which loads are killed: so many spread over the transactions, and over what is written at the end. The
first shares no divisor with the number of transactions, so that each moment is at another place of one."""


def moment_of(number: int, whole: Whole) -> tuple[int, int]:
    """A moment: the size of a file at which the load is killed, and how many inputs are loaded by then."""
    inputs = whole.hashes["sources"][0]
    if number >= WHILE_LOADING:
        start, part = whole.committed[-1], (number - WHILE_LOADING + 0.5) / WHILE_TIDYING
        return start + int(part * (whole.size - start)), inputs
    ends = [_LEAST, *whole.committed]
    place = (number + 0.25) / WHILE_LOADING * (len(ends) - 1)  # the first one within the first transaction
    start, end = ends[int(place)], ends[int(place) + 1]
    size = start + int((place % 1) * (end - start))
    return size, min(TOGETHER * bisect_right(whole.committed, size), inputs)


MOMENTS = WHILE_LOADING + WHILE_TIDYING


def test_kills_leave_nothing_a_part_or_all_of_a_load(whole: Whole) -> None:
    loaded = [moment_of(number, whole)[1] for number in range(MOMENTS)]
    inputs = whole.hashes["sources"][0]
    assert loaded == sorted(loaded)
    assert {0, inputs} < {*loaded} <= {0, *range(TOGETHER, inputs, TOGETHER), inputs}
    assert len({*loaded}) >= WHILE_LOADING - 1, "each moment leaves another part"
    assert loaded.count(inputs) >= WHILE_TIDYING


@pytest.mark.parametrize("moment", range(MOMENTS))
def test_a_killed_load_that_is_run_again_is_whole(whole: Whole, tmp_path: Path, moment: int) -> None:
    size, loaded = moment_of(moment, whole)
    database = tmp_path / "x.duckdb"
    make(database)
    code, error = ended(started(database, "--jobs", "1", before=KILLED_BEYOND.format(size)))
    assert code == -signal.SIGXFSZ, error
    assert sources_in(database) == loaded
    assert finished(database) == loaded
    assert hashes(database) == whole.hashes


def test_a_new_file_whose_making_is_killed_is_made_again(whole: Whole, tmp_path: Path) -> None:
    database = tmp_path / "x.duckdb"
    code, error = ended(started(database, "--jobs", "1", before=KILLED_BEYOND.format(_LEAST)))
    assert code == -signal.SIGXFSZ, error
    assert not database.exists()
    assert finished(database) == 0
    assert hashes(database) == whole.hashes


def test_a_second_load_at_the_same_time_is_told_and_harms_nothing(whole: Whole, tmp_path: Path) -> None:
    database = tmp_path / "x.duckdb"
    holder = duckdb.connect(str(database))
    code, error = ended(started(database))
    assert code == 2
    assert "another process has it open; wait until that ends, or close it." in error
    holder.close()
    finished(database)
    assert hashes(database) == whole.hashes


def test_two_loads_at_once_give_one_whole_database(whole: Whole, tmp_path: Path) -> None:
    database = tmp_path / "x.duckdb"
    codes = [ended(process)[0] for process in [started(database), started(database)]]
    assert sorted(codes) in ([0, 0], [0, 2])
    finished(database)
    assert hashes(database) == whole.hashes


@cache
def archive() -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w") as tar:
        tar.add(LOGS, "riichi")
    return stream.getvalue()


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_a_load_that_the_next_run_completes(whole: Whole, tmp_path: Path, jobs: str) -> None:
    def given(database: Path, size: int) -> "subprocess.Popen[bytes]":
        process = started(database, "--jobs", jobs, logs="-", before=HEARING_CTRL_C + IN_SMALL_CHUNKS)
        assert process.stdin is not None
        process.stdin.write(archive()[:size])
        process.stdin.flush()
        return process

    def loaded(database: Path) -> dict[str, tuple[int, int]]:
        code, error = ended(given(database, len(archive())))
        assert code == 0, error
        return hashes(database)

    expected = loaded(tmp_path / "whole.duckdb")
    database = tmp_path / "x.duckdb"
    process = given(database, len(archive()) // 2)  # it waits for the rest
    while _size(_writes(database)) < whole.committed[0] // 2:  # until it is at work
        assert process.poll() is None
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal sends it
    code, error = ended(process)
    assert code == 130, error
    assert error.endswith(("Interrupted; what was loaded before is kept.\n", "Interrupted; nothing was loaded yet.\n"))
    assert loaded(database) == expected


@pytest.mark.parametrize("moment", [WHILE_LOADING // 2, WHILE_LOADING + WHILE_TIDYING // 2])
def test_a_full_disk_is_told_and_what_was_loaded_is_kept(whole: Whole, tmp_path: Path, moment: int) -> None:
    """Full in the middle of the loads, one of them fails; full once the writes of all are kept, nothing is lost."""
    size, loaded = moment_of(moment, whole)
    database = tmp_path / "x.duckdb"
    make(database)
    code, error = ended(started(database, "--jobs", "1", before=FULL_BEYOND.format(size)))
    assert "Traceback" not in error
    assert code == (2 if moment < WHILE_LOADING else 0), error
    assert ("what was loaded before is kept" in error) == (code == 2)
    assert sources_in(database) == loaded
    finished(database)
    assert hashes(database) == whole.hashes
