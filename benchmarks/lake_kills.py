"""Test that a lake survives SIGKILL: kill a worker, the scheduler or the client at many moments of a load.

    python benchmarks/lake_kills.py LOGS... [--moments 20]

Each moment has a Dask cluster of its own, with two workers on this machine (needs the packages of `auditor[cluster]`).
The victim is killed when the lake holds a given number of files, what died is restarted, and `auditor audit --lake` is
repeated until it succeeds. Then the lake must hold exactly the rows of a database that was loaded without a kill, and
every file of its manifest. A line is printed for each moment; the first difference ends the test with an error.
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from auditor.core.store.queries import connect
from auditor.core.store.schema import SHOWN
from auditor.lake.manifest import open_lake

CLIENT = "import auditor.lake.run as run; run.LAKE_UNIT_INPUTS = 16\nfrom auditor.cli import main; main()\n"
VICTIMS = ("worker", "client", "scheduler")
PORT = 8797


def hashes(address: str) -> dict[str, tuple[int, int]]:
    """The number of rows in every table, and an order-independent hash of them."""
    found = {}
    with connect(address) as connection:
        for table in SHOWN:
            columns = "* EXCLUDE (loaded_at)" if table == "sources" else "*"
            ((rows, digest),) = connection.execute(
                f"SELECT count(*), coalesce(sum(hash(one)), 0)::HUGEINT FROM (SELECT {columns} FROM {table}) AS one"
            ).fetchall()
            found[table] = (int(rows), int(digest))
    return found


class Cluster:
    """A scheduler and two workers, as processes."""

    def __init__(self, stack: ExitStack, folder: Path) -> None:
        self.stack = stack
        self.folder = folder
        self.scheduler = self.start_scheduler()
        self.workers = [self.start_worker() for _ in range(2)]

    def start_scheduler(self) -> "subprocess.Popen[bytes]":
        return self._start("scheduler", "--port", str(PORT), "--no-dashboard")

    def start_worker(self) -> "subprocess.Popen[bytes]":
        where = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(self.folder))
        return self._start("worker", f"tcp://127.0.0.1:{PORT}", "--death-timeout", "60", *where)

    def _start(self, *arguments: str) -> "subprocess.Popen[bytes]":
        process = subprocess.Popen(
            [sys.executable, "-m", "dask", *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self.stack.callback(process.wait)
        self.stack.callback(process.kill)
        return process

    def restart_dead(self) -> None:
        """Restart what has died; the workers too if it was the scheduler."""
        if self.scheduler.poll() is not None:
            for worker in self.workers:
                worker.kill()
                worker.wait()
            self.scheduler = self.start_scheduler()
        self.workers = [one if one.poll() is None else self.start_worker() for one in self.workers]


def client(lake: Path, logs: list[str]) -> "subprocess.Popen[bytes]":
    arguments = [
        "audit",
        *logs,
        "--lake",
        str(lake),
        "--cluster",
        f"tcp://127.0.0.1:{PORT}",
        "--fail-on",
        "never",
        "-q",
    ]
    return subprocess.Popen(
        [sys.executable, "-c", CLIENT, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )


def files_in(lake: Path) -> int:
    return sum([len(names) for _, _, names in os.walk(lake)])


def killed(victim: str, at: int, lake: Path, logs: list[str], folder: Path) -> tuple[int, int]:
    """Kill the victim when the lake holds `at` files, and repeat the run until it succeeds.

    Returns the number of parts at the kill, and of runs needed."""
    with ExitStack() as stack:
        cluster = Cluster(stack, folder)
        run = client(lake, logs)
        while run.poll() is None and files_in(lake) < at:
            time.sleep(0.002)
        process = {"client": run, "scheduler": cluster.scheduler, "worker": cluster.workers[0]}[victim]
        process.send_signal(signal.SIGKILL)
        parts = len(list((lake / "_auditor" / "parts").glob("*.json")))
        runs = 0
        while True:
            runs += 1
            _, error = run.communicate()
            if run.returncode == 0 and b"Traceback" not in error:
                return parts, runs
            assert runs < 5, error.decode()
            assert b"Traceback" not in error, error.decode()
            cluster.restart_dead()
            run = client(lake, logs)


def check_files(lake: Path) -> int:
    """Assert that every part is there once, with all its files in their recorded sizes. Returns the number of parts."""
    parts = open_lake(str(lake)).parts()
    assert len({part.name for part in parts}) == len(parts)
    for part in parts:
        for file in part.files:
            assert (lake / file.name).stat().st_size == file.bytes, file
    return len(parts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("logs", nargs="+", help="files and folders to load")
    parser.add_argument("--moments", type=int, default=20, help="how many kills (default: 20)")
    parser.add_argument("--first", type=int, default=0, help="the moment to start with (default: 0)")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        whole = folder / "whole.duckdb"
        subprocess.run(
            [sys.executable, "-m", "auditor", "audit", *given.logs, "--db", whole, "--fail-on", "never", "-q"],
            stdout=subprocess.DEVNULL, check=True,
        )  # fmt: skip
        expected = hashes(str(whole))
        subprocess.run(
            [sys.executable, "-c", CLIENT, "audit", *given.logs, "--lake", folder / "all", "--fail-on", "never", "-q"],
            stdout=subprocess.DEVNULL, check=True,
        )  # fmt: skip
        files = files_in(folder / "all")
        for moment in range(given.first, given.moments):
            lake = folder / f"lake-{moment}"
            victim = VICTIMS[moment % len(VICTIMS)]
            at = 1 + moment * (files - 2) // given.moments
            parts, runs = killed(victim, at, lake, given.logs, folder)
            assert hashes(str(lake)) == expected, (victim, at)
            whole_parts = check_files(lake)
            kill = f"{victim:9} killed at {at:4} of {files} files, {parts:3} parts"
            print(f"{kill}: {runs} run(s), {whole_parts} parts, equal", flush=True)
        print(f"{given.moments} moments: every table equals the database's ({expected['games'][0]:,} games)")


if __name__ == "__main__":
    main()
