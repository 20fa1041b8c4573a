"""Runs into a lake by processes, a Dask cluster or any executor, and what happens when workers die."""

import os
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Executor, Future
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from support.cli_calls import invoke
from support.lakes import LOGS, Hashes, hashes, into_lake, loaded
from support.run_settings import run_settings

from auditor.core.audit import executors
from auditor.core.audit import run as running
from auditor.core.audit.executors import ExecutorFactory, processes
from auditor.core.audit.work import StoppedError, UnitResult, WorkUnit
from auditor.core.errors import StoreError
from auditor.core.program import install_command, version
from auditor.lake import run as working
from auditor.lake.run import LakeSpec, judge_lake_unit


@pytest.fixture(autouse=True)
def _small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(working, "LAKE_UNIT_INPUTS", 10)


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> Hashes:
    return loaded(tmp_path_factory.mktemp("cluster") / "x.duckdb", LOGS)


# ------------------------------------------------------------------------------------------------------------- Dask


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A Dask cluster of two workers, processes of their own."""
    distributed = pytest.importorskip("distributed")

    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as cluster:
        yield cluster


@pytest.mark.slow
def test_a_cluster_writes_the_same(tmp_path: Path, cluster: Any, expected: Hashes) -> None:
    lake = tmp_path / "lake"
    told = invoke("audit", LOGS, "--lake", lake, "--cluster", cluster.scheduler_address, "--fail-on", "never")
    assert told.exit_code == 0, told.output
    assert hashes(lake) == expected
    again = invoke("audit", LOGS, "--lake", lake, "--cluster", cluster.scheduler_address)
    assert f"not read again: {expected['sources'][0]} files" in again.output


@pytest.mark.slow
def test_a_worker_that_is_killed_costs_nothing(tmp_path: Path, cluster: Any, expected: Hashes) -> None:
    lake = tmp_path / "lake"
    parts = lake / "_auditor" / "parts"

    def kill() -> None:
        while not (parts.is_dir() and any(parts.iterdir())):
            time.sleep(0.01)
        os.kill(next(iter(cluster.workers.values())).pid, signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    told = invoke("audit", LOGS, "--lake", lake, "--cluster", cluster.scheduler_address, "--fail-on", "never")
    killer.join()
    assert told.exit_code == 0, told.output
    assert hashes(lake) == expected


@pytest.mark.slow
def test_a_cluster_that_is_not_there_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(executors, "_CLUSTER_SECONDS", 0.2)
    told = invoke("audit", LOGS, "--lake", tmp_path / "lake", "--cluster", "tcp://127.0.0.1:9")
    assert told.exit_code == 2
    assert "tcp://127.0.0.1:9: there is no Dask scheduler to be reached" in told.output


def test_without_dask_it_is_told_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "distributed", None)
    told = invoke("audit", LOGS, "--lake", tmp_path / "lake", "--cluster", "tcp://127.0.0.1:9")
    assert told.exit_code == 2
    assert f"--cluster needs Dask, which is not installed: {install_command('cluster')}" in told.output


# ------------------------------------------------------------------------------------------------- other executors


@pytest.mark.slow
def test_another_executor_writes_the_same(tmp_path: Path, expected: Hashes) -> None:
    """Loky's: of processes, as Dask's and Python's are, by people who knew neither."""
    loky = pytest.importorskip("loky")

    executors = ExecutorFactory(
        lambda: loky.ProcessPoolExecutor(2), lambda: 2, lambda executor: executor.shutdown(kill_workers=True)
    )
    into_lake(tmp_path / "lake", LOGS, executors=executors)
    assert hashes(tmp_path / "lake") == expected


@pytest.mark.slow
def test_processes_write_the_same(tmp_path: Path, expected: Hashes) -> None:
    into_lake(tmp_path / "lake", LOGS, executors=processes(2))
    assert hashes(tmp_path / "lake") == expected


class Unsteady(Executor):
    """An executor that does work at once, and fails where it is told to. deadly: of which file every worker dies."""

    def __init__(self, failures: dict[int, Exception] | None = None, deadly: str = "") -> None:
        self.failures = failures if failures is not None else {}
        self.deadly = deadly
        self.units: list[WorkUnit] = []

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> "Future[Any]":
        unit: WorkUnit = args[0]
        self.units.append(unit)
        future: Future[UnitResult] = Future()
        error = self.failures.pop(len(self.units), None)
        if self.deadly and any([one.path.endswith(self.deadly) for one in unit.addresses()]):
            error = RuntimeError("KilledWorker")
        if error is None:
            future.set_result(fn(*args, **kwargs))
        else:
            future.set_exception(error)
        return future


def test_what_fails_is_done_again(tmp_path: Path, expected: Hashes) -> None:
    executor = Unsteady({2: RuntimeError("lost"), 3: OSError("lost"), 5: RuntimeError("lost")})
    into_lake(tmp_path / "lake", LOGS, executors=ExecutorFactory(lambda: executor, lambda: 2))
    assert len(executor.units) == -(-expected["sources"][0] // 10) + 3
    assert hashes(tmp_path / "lake") == expected


def test_the_input_that_no_worker_survives_is_a_problem_and_no_other(tmp_path: Path, expected: Hashes) -> None:
    deadly = sorted(LOGS.iterdir())[13].name
    executor = Unsteady(deadly=deadly)
    done = into_lake(tmp_path / "lake", LOGS, executors=ExecutorFactory(lambda: executor, lambda: 3))
    problems = [(Path(one.path).name, one.problems) for gave in done for one in gave.results if one.problems]
    assert [name for name, _ in problems] == [deadly]
    assert hashes(tmp_path / "lake")["games"][0] == expected["games"][0] - 1
    into_lake(tmp_path / "lake", LOGS)
    assert hashes(tmp_path / "lake") == expected, "the next run tries it again"


@pytest.mark.parametrize("error", [StoreError("the disk is full"), StoppedError("not alike")])
def test_what_others_would_do_no_better_ends_the_run(tmp_path: Path, error: Exception) -> None:
    with pytest.raises(type(error), match=str(error)):
        into_lake(tmp_path / "lake", LOGS, executors=ExecutorFactory(lambda: Unsteady({2: error}), lambda: 1))


def test_a_worker_of_another_version_is_told(tmp_path: Path) -> None:
    spec = LakeSpec(str(tmp_path), "2026-01-01T00:00:00", str(tmp_path), "")
    with pytest.raises(StoppedError, match=f"a worker has auditor {version()}, this is 0.0.1; both must be alike"):
        judge_lake_unit(WorkUnit(0, ()), run_settings("auto", "auto", "0.0.1"), spec)


@pytest.mark.slow
def test_a_pool_that_breaks_is_opened_anew(tmp_path: Path, expected: Hashes, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[Executor] = []

    def open_pool() -> Executor:
        opened.append(processes(2).open())
        return opened[-1]

    killed = iter([True])

    def killing(executor: Executor) -> None:
        processes = getattr(executor, "_processes", {})
        if processes and next(killed, False):
            os.kill(next(iter(processes)), signal.SIGKILL)

    finished = running.Run.finished

    def finished_and_killed(self: running.Run) -> list[UnitResult]:
        results = finished(self)
        killing(self.executor)
        return results

    monkeypatch.setattr(running.Run, "finished", finished_and_killed)
    into_lake(tmp_path / "lake", LOGS, executors=ExecutorFactory(open_pool, partial(int, 2)))
    assert len(opened) == 2
    assert hashes(tmp_path / "lake") == expected
