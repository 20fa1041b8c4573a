"""A load killed at any moment and run again ends as one that was not; two loads at once leave the file sound."""

import io
import os
import random
import signal
import subprocess
import sys
import tarfile
import time
from functools import cache
from pathlib import Path

import duckdb
import pytest

from auditor.store.database import connect
from auditor.store.schema import TABLES

ROOT = Path(__file__).parent.parent
LOGS = ROOT / "fixtures" / "riichi"
CODE = (
    "import auditor.audit.pool as pool; pool.CHUNK_INPUTS = 4; pool.LOADED_TOGETHER = 8\n"
    "from auditor.cli import main; main()\n"
)
"""The program, loading in many small transactions."""


def started(database: Path, *options: str, logs: str = str(LOGS)) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-c", CODE, "audit", logs, "--db", str(database), "--fail-on", "never", *options]
    places = [path for path in sys.path if path]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(places)}
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=environment,
        start_new_session=True,
    )


def finished(database: Path) -> str:
    """Run to the end; what the run said."""
    process = started(database)
    _, error = process.communicate(timeout=120)
    assert process.returncode == 0, error.decode()
    return error.decode()


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
    """How many inputs are loaded; 0 where the database was not made yet."""
    if not database.exists():
        return 0
    with duckdb.connect(str(database)) as connection:  # what a later run does first: the log of writes is played back
        tables = connection.execute("SELECT count(*) FROM duckdb_tables() WHERE table_name = 'sources'").fetchall()
        if tables == [(0,)]:
            return 0
        return int(connection.execute("SELECT count(*) FROM sources").fetchall()[0][0])


@cache
def whole(folder: Path) -> tuple[dict[str, tuple[int, int]], float]:
    """What a load gives that is left alone, and how long it takes."""
    database = folder / "whole.duckdb"
    start = time.monotonic()
    finished(database)
    return hashes(database), time.monotonic() - start


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("kill")


@pytest.mark.parametrize("moment", range(20))
def test_a_killed_load_that_is_run_again_is_whole(folder: Path, tmp_path: Path, moment: int) -> None:
    expected, seconds = whole(folder)
    database = tmp_path / "x.duckdb"
    process = started(database)
    time.sleep(random.Random(moment).uniform(0.3, 1.0) * seconds)
    process.kill()
    process.communicate()
    assert process.returncode in (-signal.SIGKILL, 0)
    kept = sources_in(database)
    said = finished(database)
    assert hashes(database) == expected
    assert (f"{kept} inputs known from before" in said) == (kept > 1), said


def test_a_second_load_at_the_same_time_is_told_and_harms_nothing(folder: Path, tmp_path: Path) -> None:
    expected, _ = whole(folder)
    database = tmp_path / "x.duckdb"
    holder = duckdb.connect(str(database))
    process = started(database)
    _, error = process.communicate(timeout=60)
    assert process.returncode == 2
    assert "another process has it open; wait until that ends, or close it." in error.decode()
    holder.close()
    finished(database)
    assert hashes(database) == expected


def test_two_loads_at_once_give_one_whole_database(folder: Path, tmp_path: Path) -> None:
    expected, _ = whole(folder)
    database = tmp_path / "x.duckdb"
    both = [started(database), started(database)]
    for process in both:
        process.communicate(timeout=120)
    assert sorted([process.returncode for process in both]) in ([0, 0], [0, 2])
    finished(database)
    assert hashes(database) == expected


@pytest.mark.skipif(sys.platform == "win32", reason="needs groups of processes")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_a_load_that_the_next_run_completes(tmp_path: Path, jobs: str) -> None:
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w") as tar:
        tar.add(LOGS, "riichi")
    data = archive.getvalue()

    def loaded(database: Path, size: int, *, interrupt: bool) -> str:
        process = started(database, "--jobs", jobs, logs="-")
        assert process.stdin is not None
        process.stdin.write(data[:size])
        process.stdin.flush()
        if interrupt:  # in the middle of the input, of which more may come
            while not (database.exists() and database.stat().st_size):
                time.sleep(0.01)
            time.sleep(0.3)
            os.killpg(process.pid, signal.SIGINT)  # as a terminal sends it
        _, error = process.communicate(timeout=60)
        assert process.returncode == (130 if interrupt else 0), error.decode()
        return error.decode()

    loaded(tmp_path / "whole.duckdb", len(data), interrupt=False)
    database = tmp_path / "x.duckdb"
    assert "Interrupted; what was loaded before is kept." in loaded(database, len(data) // 2, interrupt=True)
    loaded(database, len(data), interrupt=False)
    assert hashes(database) == hashes(tmp_path / "whole.duckdb")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit on the size of files")
@pytest.mark.parametrize(("limit", "codes"), [(200_000, (2,)), (600_000, (0, 2))])
def test_a_full_disk_is_told_and_what_was_loaded_is_kept(
    folder: Path, tmp_path: Path, limit: int, codes: tuple[int, ...]
) -> None:
    """At the smaller limit a load fails; at the larger the writes of all fit, but not what tidies them up."""
    expected, _ = whole(folder)
    database = tmp_path / "x.duckdb"
    full = (
        "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit}))\n"
    )
    command = [sys.executable, "-c", full + CODE, "audit", str(LOGS), "--db", str(database), "--fail-on", "never"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([path for path in sys.path if path])}
    result = subprocess.run(command, capture_output=True, env=environment, timeout=120, check=False)
    told = result.stderr.decode()
    assert "Traceback" not in told
    assert result.returncode in codes, told
    assert result.returncode == 0 or "what was loaded before is kept" in told
    finished(database)
    assert hashes(database) == expected
