"""A database that takes one log at a time: its contents, when readers see them, and what survives a kill."""

import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from support.paths import FIXTURES, ROOT, TESTS
from support.small_logs import tiny_log

from auditor import api
from auditor.core.errors import StoreError
from auditor.core.results import InputResult
from auditor.core.store import database as stored
from auditor.core.store.database import Store
from auditor.core.store.rows import source_key

FAULTY = FIXTURES / "call/chi-seat/fires.mjlog"


def count(database: Path, table: str = "games") -> int:
    with api.connect(database) as connection:
        return int(connection.execute(f"SELECT count(*) FROM {table}").fetchall()[0][0])


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "games.duckdb"


def test_a_log_is_judged_as_it_comes_and_kept(database: Path) -> None:
    with api.open_store(database) as store:
        added = store.add(FAULTY.read_bytes(), "chi.mjlog")
        assert [finding.check for finding in added.findings] == ["call/chi-seat"]
        assert (len(added.games), added.problems, added.is_known) == (1, [], False)
        store.flush()
        assert api.query("findings", database).rows
    store.close()  # once more does nothing
    assert count(database) == 1


def test_the_rows_are_those_of_a_load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FIXTURES)
    logs = sorted(Path("call").rglob("*.mjlog"))[:6]
    with api.open_store(tmp_path / "one.duckdb", extras=["turns"]) as store:
        for log in logs:
            store.add(log.read_bytes(), str(log))
    api.load(logs, tmp_path / "all.duckdb", extras=["turns"], jobs=1)
    tables = ("games", "seats", "hands", "events", "turns", "findings", "ledger")
    for table in tables:
        sql = f"SELECT count(*), sum(hash(one)) FROM (FROM {table}) AS one"
        with api.connect(tmp_path / "one.duckdb") as one, api.connect(tmp_path / "all.duckdb") as other:
            assert one.execute(sql).fetchall() == other.execute(sql).fetchall(), table


def test_a_reader_in_the_process_sees_a_log_within_a_second_without_a_flush(database: Path) -> None:
    with api.open_store(database) as store, store.connect() as reader:
        store.add(tiny_log(), "a")
        begun = time.monotonic()
        while not reader.execute("SELECT 1 FROM games").fetchall():
            assert time.monotonic() - begun < 10  # half a second on a machine with nothing else to do
            time.sleep(0.02)


def test_a_content_is_kept_once_and_its_second_path_noted(database: Path) -> None:
    for _ in range(2):
        with api.open_store(database) as store:
            first, again = [store.add(tiny_log(), name) for name in ("a", "b")]
            assert again.is_known
            assert again.games[0].hands == first.games[0].hands == 1
    assert (count(database), count(database, "sources")) == (1, 2)


def test_what_cannot_be_read_is_a_problem_and_costs_nothing_else(database: Path) -> None:
    with api.open_store(database) as store:
        assert "expected Tenhou mjlog" in store.add(b"nothing of a log", "x.mjlog").problems[0].message
        store.add(tiny_log(), "a")
    assert (count(database), count(database, "problems")) == (1, 1)


def test_a_reader_runs_the_views_of_the_program_not_those_of_the_file(database: Path) -> None:
    with api.open_store(database) as store, store.connect() as reader:
        store._store.connection.execute("CREATE OR REPLACE VIEW v_findings AS SELECT 'whatever' AS check")
        assert len(reader.execute("FROM v_findings").description or ()) > 5


def test_a_file_is_opened_once_and_others_are_told(database: Path) -> None:
    with api.open_store(database):
        with pytest.raises(StoreError, match="this process has it open already"):
            api.open_store(database)
        command = [sys.executable, "-m", "auditor", "info", "--db", str(database)]
        other = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert (other.returncode, other.stdout) == (2, "")
        assert "another process has it open" in other.stderr
    assert count(database) == 0


ADDING = """
import sys
import threading
from auditor import api
from support.small_logs import tiny_log
with api.open_store(sys.argv[1]) as store:
    for number in range(10_000):
        store.add(tiny_log(points=number), f"log {number}")
        if number % 3 == 0:
            store.flush()
            print(number, flush=True)
"""


def test_what_was_flushed_survives_a_kill_and_nothing_is_half_there(database: Path) -> None:
    paths = os.pathsep.join([str(ROOT), str(TESTS)])
    process = subprocess.Popen(
        [sys.executable, "-c", ADDING, str(database)],
        stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": paths},
    )  # fmt: skip
    assert process.stdout is not None
    for line in process.stdout:
        if int(line) >= 12:
            process.send_signal(signal.SIGKILL)
            break
    flushed = [12, *[int(line) for line in process.stdout if line.endswith("\n")]][-1]
    process.wait()
    assert count(database) > flushed
    assert count(database) == count(database, "hands") == count(database, "sources")


def test_several_threads_add_each_content_once(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    key_of_source = source_key

    def slow(result: InputResult) -> str:
        time.sleep(0.01)  # others come between
        return key_of_source(result)

    monkeypatch.setattr(stored, "source_key", slow)
    with api.open_store(database) as store, ThreadPoolExecutor(8) as threads:
        added = list(threads.map(lambda number: store.add(tiny_log(points=number // 4), "log"), range(24)))
    assert sum([not one.is_known for one in added]) == 6
    assert count(database) == count(database, "sources") == 6


def test_a_content_added_in_an_earlier_run_is_known(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored, "MOST_ADDED", 4)
    with api.open_store(database) as store:
        known = [store.add(tiny_log(points=number), f"log {number}").is_known for number in (*range(4), *range(4))]
        assert len(store._store._added) <= 4
    assert known == [False] * 4 + [True] * 4
    assert count(database) == count(database, "sources") == 4


def test_a_flush_waits_for_the_load_in_progress(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the games were on their way by themselves."""
    is_loading = threading.Event()
    load = Store.load

    def slow(store: Store, parts: list[dict[str, Any]], *, is_last: bool = False) -> None:
        if parts:
            is_loading.set()
            time.sleep(0.2)
        load(store, parts, is_last=is_last)

    monkeypatch.setattr(Store, "load", slow)
    with api.open_store(database) as store:
        store.add(tiny_log(), "a")
        assert is_loading.wait(30)
        store.flush()
        assert count(database) == 1
