"""Test that nothing is lost, and nothing stored twice, when processes are killed (SIGKILL) at random moments.

    python benchmarks/process_kills.py [--kills 200] [--seed 1] [--only audit,export] [--games 40]

In turn a server that stores posts, `watch` and `audit` with a database, `merge`, `export` and the compaction of a lake
are killed; every third time on a disk that gets full, before the kill or in place of it (a small tmpfs where this user
may mount one, else the system's limit of a file's size). Every time must hold:

- What is there after the kill is whole games, each once, with the rows that an undisturbed run gives them.
- Whatever a server acknowledged is among them; what a merge reads is unchanged, what a lake holds is all still there.
- The same command again, on a disk with room, ends well, and gives what an undisturbed run gives. `watch` has reported
  each finding at most once.
- No process ends with a traceback.

A line is printed for each kill, and what is wrong; the exit code is 1 if anything is. 200 kills take some twenty
minutes on two cores, and 300 MB in the system's temporary folder.
"""

import argparse
import os
import random
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from hashlib import sha256
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

from auditor.core.errors import StoreError
from auditor.core.store.queries import connect
from auditor.core.store.schema import SHOWN
from auditor.formats.mjlog import write
from auditor.testing.simulate import Simulation

MANY_PARTS = "import auditor.lake.run as run; run.LAKE_UNIT_INPUTS = 2\nfrom auditor.cli import main; main()\n"
NO_CONTENT = ("game_id", "source_id", "log", "log_id", "link", "fingerprint", "copy_of", "number")
"""Columns that depend on where a log lies, or on other games."""
SECONDS = 180
"""After so many a process is taken to hang."""
State = dict[tuple[str, int], tuple[tuple[str, int, int], ...]]
"""For each game, by the SHA-256 of its log and its number in it: the rows of each table, and a hash of them."""


def state(address: Path) -> State:
    """The games in a database, dataset or lake. Raises AssertionError where one is there twice."""
    found: dict[tuple[str, int], list[tuple[str, int, int]]] = {}
    with connect(str(address)) as connection:
        twice = connection.execute("SELECT sha256 FROM sources GROUP BY sha256 HAVING count(*) > 1").fetchall()
        assert not twice, f"stored twice: {twice}"
        for table in SHOWN:
            if table in ("sources", "problems"):
                continue
            named = [name for name, *_ in connection.execute(f"DESCRIBE {table}").fetchall()]
            columns = ", ".join([f'rows."{name}"' for name in named if name not in NO_CONTENT])
            by_game = f"""
                SELECT sha256, number, count(*), sum(hash(one))::HUGEINT FROM (
                    SELECT sources.sha256, games.number, struct_pack(a := ({columns})) AS one
                    FROM {table} AS rows JOIN games ON games.game_id = rows.game_id
                    JOIN sources ON sources.source_id = games.source_id
                ) GROUP BY ALL"""
            for digest, number, rows, total in connection.execute(by_game).fetchall():
                found.setdefault((digest, number), []).append((table, int(rows), int(total)))
    return {key: tuple(sorted(rows)) for key, rows in found.items()}


def state_if_any(address: Path) -> State:
    """The games in a database that may not have begun; none then."""
    try:
        return state(address)
    except StoreError as error:
        if "no such file" in str(error) or "is empty" in str(error) or "there is no" in str(error):
            return {}
        raise


def state_of_dataset(home: Path, dataset: Path) -> State:
    """The games of an export, as a merge reads them; none where there is no export."""
    if not dataset.exists():
        return {}
    database = home / "merged.duckdb"
    database.unlink(missing_ok=True)
    Process(home, "merge", dataset, "--db", database).ended(0)
    return state(database)


class Disk:
    """A folder; is_small: on a disk of its own, of so many bytes until `grow` is called, where one can be mounted.

    limit: what a process calls before it begins, where none can.
    """

    def __init__(self, folder: Path, size: int | None) -> None:
        self.folder = folder
        self.is_mounted = False
        self.limit: Callable[[], None] | None = None
        folder.mkdir()
        if size is not None:
            mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "auditor-kills", str(folder)]
            self.is_mounted = shutil.which("mount") is not None and _succeeds(mount)
            if not self.is_mounted:
                most = size // 2
                self.limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    def grow(self) -> None:
        """Give it room."""
        self.limit = None
        if self.is_mounted:
            subprocess.run(["mount", "-o", "remount,size=1G", str(self.folder)], check=True)

    def end(self) -> None:
        """Remove it, with whatever is in it."""
        if self.is_mounted:
            subprocess.run(["umount", "-l", str(self.folder)], check=True)
        shutil.rmtree(self.folder, ignore_errors=True)


def _succeeds(command: list[str]) -> bool:
    return subprocess.run(command, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


class Process:
    """A process of the program, in a folder; its output is in files beside."""

    def __init__(self, home: Path, *command: Any, limit: Callable[[], None] | None = None, code: str = "") -> None:
        self.command = [str(one) for one in command]
        self.errors = home / "stderr"
        self.output = home / "stdout"
        start = [sys.executable, "-c", code] if code else [sys.executable, "-m", "auditor"]
        with self.output.open("ab") as output, self.errors.open("wb") as errors:
            self.process = subprocess.Popen(
                [*start, *self.command],
                cwd=home,
                stdout=output,
                stderr=errors,
                env=os.environ if limit is None else {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},  # half of it
                preexec_fn=limit,  # noqa: PLW1509 -- it calls the system alone
            )

    def killed_after(self, seconds: float) -> bool:
        """Kill it after so many seconds, with what it has started; whether it ran still."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(seconds)
        ran = self.process.poll() is None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.check()
        return ran

    def ended(self, *codes: int) -> None:
        """Wait for its end, by one of these codes."""
        assert self.process.wait(SECONDS) in codes, f"{self.command} ends with {self.process.returncode}: {self.said()}"
        self.check()

    def check(self) -> None:
        """Raise AssertionError for a traceback."""
        assert "Traceback" not in self.said(), self.said()

    def said(self) -> str:
        return self.errors.read_text("utf-8", "replace")[-3000:]


class Trial:
    """What all kills need: logs, databases of them, the state that each must end in, and how long a run takes."""

    def __init__(self, home: Path, games: int, seed: int) -> None:
        self.home = home
        self.choice = random.Random(seed)
        self.logs = home / "logs"
        self.logs.mkdir()
        for number in range(games):
            log = write(Simulation(number, "tenhou").play())
            if number % 4 == 0:  # a finding: a draw left out
                start = log.index("<INIT")
                place = log.index("<T", start)
                log = log[:place] + log[log.index(">", place) + 1 :]
            (self.logs / f"{number:03}.mjlog").write_text(log, "utf-8")
        self.files = sorted(self.logs.iterdir())
        self.seconds = {"": 0.0}
        third = games // 3
        self.whole = self._loaded("whole", self.files)
        self.first, self.second = self._loaded("a", self.files[: 2 * third]), self._loaded("b", self.files[third:])
        self.expected = state(self.whole)
        assert len(self.expected) == games
        self.size = self.whole.stat().st_size
        self.lake = home / "lake"
        lake = ("audit", self.logs, "--lake", self.lake, "--fail-on", "never", "-q")
        Process(home, *lake, code=MANY_PARTS).ended(0)
        assert state(self.lake) == self.expected

    def _loaded(self, name: str, logs: list[Path]) -> Path:
        database = self.home / f"{name}.duckdb"
        begun = time.monotonic()
        Process(self.home, "audit", *logs, "--db", database, "--fail-on", "never", "-q").ended(0)
        self.seconds["audit"] = max(self.seconds.get("audit", 0), time.monotonic() - begun)
        return database

    def moment(self, kind: str) -> float:
        """A random time within a run of the kind; the longest run that was seen is what one takes."""
        return self.choice.uniform(0.1, 1.1 * self.seconds.get(kind, self.seconds["audit"]))

    def timed(self, kind: str, process: Process) -> None:
        """Wait until a run ends well, and remember how long it took."""
        begun = time.monotonic()
        process.ended(0)
        self.seconds[kind] = max(time.monotonic() - begun, 0.7 * self.seconds.get(kind, 0))

    def check_part(self, found: State) -> None:
        """Raise AssertionError unless it is whole games of those expected."""
        wrong = [key for key, rows in found.items() if self.expected.get(key) != rows]
        assert not wrong, f"not as in an undisturbed run: {wrong}"

    def check_all(self, found: State) -> None:
        """Raise AssertionError unless it is all games expected."""
        self.check_part(found)
        assert len(found) == len(self.expected), f"{len(self.expected) - len(found)} games are lost"


def audit(trial: Trial, home: Path, disk: Disk) -> bool:
    database = disk.folder / "games.duckdb"
    command = ("audit", trial.logs, "--db", database, "--fail-on", "never", "-q")
    ran = Process(home, *command, limit=disk.limit).killed_after(trial.moment("audit"))
    trial.check_part(state_if_any(database))
    disk.grow()
    trial.timed("audit", Process(home, *command))
    trial.check_all(state(database))
    return ran


def merge(trial: Trial, home: Path, disk: Disk) -> bool:
    database = disk.folder / "all.duckdb"
    before = [sha256(one.read_bytes()).digest() for one in (trial.first, trial.second)]
    command = ("merge", trial.first, trial.second, "--db", database)
    ran = Process(home, *command, limit=disk.limit).killed_after(trial.moment("merge"))
    trial.check_part(state_if_any(database))
    assert [sha256(one.read_bytes()).digest() for one in (trial.first, trial.second)] == before
    disk.grow()
    trial.timed("merge", Process(home, *command))
    trial.check_all(state(database))
    return ran


def export(trial: Trial, home: Path, disk: Disk) -> bool:
    """An export replaces an earlier one, which is there until then."""
    target = disk.folder / "dataset"
    Process(home, "export", "--db", trial.first, "-o", target, limit=disk.limit).ended(0, 2)  # 2: the disk is full
    earlier = state_of_dataset(home, target)
    command = ("export", "--db", trial.whole, "-o", target)
    ran = Process(home, *command, limit=disk.limit).killed_after(trial.moment("export"))
    found = state_of_dataset(home, target)
    trial.check_part(found)
    assert len(found) in (len(earlier), len(trial.expected)), f"{len(found)} games, not {len(earlier)} or all"
    disk.grow()
    trial.timed("export", Process(home, *command))
    trial.check_all(state_of_dataset(home, target))
    return ran


def compact(trial: Trial, home: Path, disk: Disk) -> bool:
    lake = disk.folder / "lake"
    shutil.copytree(trial.lake, lake)
    command = ("lake", "compact", lake)
    ran = Process(home, *command, limit=disk.limit).killed_after(trial.moment("compact"))
    trial.check_all(state(lake))
    disk.grow()
    trial.timed("compact", Process(home, *command))
    trial.check_all(state(lake))
    Process(home, "lake", "check", lake).ended(0)
    return ran


def server(trial: Trial, home: Path, disk: Disk) -> bool:
    database = disk.folder / "games.duckdb"
    seconds = trial.choice.uniform(0.05, 1.5 + 2 * trial.seconds["audit"])
    with serving(home, database, disk.limit) as (port, process), ThreadPoolExecutor(8) as threads:
        acknowledged: set[str] = set()
        posts = [threads.submit(_post, port, log.read_bytes(), acknowledged) for log in trial.files]
        until = time.monotonic() + seconds
        while time.monotonic() < until and not all([post.done() for post in posts]):
            time.sleep(0.01)
        ran = process.killed_after(0)
        statuses = Counter([post.result() for post in posts])
    assert not {status for status in statuses if status not in (0, 200, 201, 429, 503)}, statuses
    found = state_if_any(database)
    trial.check_part(found)
    assert acknowledged <= {digest for digest, _ in found}, "what was acknowledged is lost"
    disk.grow()
    with serving(home, database, None) as (port, process), ThreadPoolExecutor(4) as threads:
        again = list(threads.map(lambda log: _post(port, log.read_bytes(), set()), trial.files))
        assert set(again) <= {200, 201}, (
            Counter(again),
            _answer(port, "POST", "/api/games", trial.files[0].read_bytes()),
        )
        process.process.terminate()
        process.ended(0)
    trial.check_all(state(database))
    return ran


@contextmanager
def serving(home: Path, database: Path, limit: Callable[[], None] | None) -> Iterator[tuple[int, Process]]:
    """A server that answers, or has ended by itself for its disk is full; its port and process."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = int(one.getsockname()[1])
    process = Process(home, "serve", "--db", database, "--accept", "--port", port, "--seconds", 120, limit=limit)
    until = time.monotonic() + SECONDS
    while process.process.poll() is None and _status(port, "GET", "/healthz", b"") != 200:
        assert time.monotonic() < until, "the server does not answer"
        time.sleep(0.05)
    try:
        yield port, process
    finally:
        process.process.kill()
        process.process.wait()


def _post(port: int, log: bytes, acknowledged: set[str]) -> int:
    status = _status(port, "POST", "/api/games", log)
    for _ in range(200):
        if status != 429:
            break
        time.sleep(0.1)
        status = _status(port, "POST", "/api/games", log)
    if status in (200, 201):
        acknowledged.add(sha256(log).hexdigest())
    return status


def _status(port: int, method: str, path: str, body: bytes) -> int:
    """The status of an answer; 0 for none."""
    return _answer(port, method, path, body)[0]


def _answer(port: int, method: str, path: str, body: bytes) -> tuple[int, bytes]:
    connection = HTTPConnection("127.0.0.1", port, timeout=SECONDS)
    try:
        connection.request(method, path, body)
        answer = connection.getresponse()
        return answer.status, answer.read()
    except (OSError, HTTPException):
        return 0, b""
    finally:
        connection.close()


def watch(trial: Trial, home: Path, disk: Disk) -> bool:
    database, folder = disk.folder / "games.duckdb", home / "in"
    folder.mkdir()
    command = ("watch", folder, "--db", database, "--format", "jsonl")
    process = Process(home, *command, limit=disk.limit)
    dropping = threading.Thread(target=_drop, args=(trial.files, folder, trial.choice.uniform(0, 0.05)))
    dropping.start()
    ran = process.killed_after(trial.choice.uniform(0.3, 2 + 2 * trial.seconds["audit"]))
    dropping.join()
    trial.check_part(state_if_any(database))
    disk.grow()
    process = Process(home, *command)
    found: State = {}
    until = time.monotonic() + SECONDS
    while len(found) < len(trial.expected):
        assert time.monotonic() < until, f"{len(found)} games: {process.said()}"
        assert process.process.poll() is None, f"it ended: {process.said()}"
        time.sleep(0.3)
        with suppress(StoreError):  # it is being written
            found = state_if_any(database)
    process.process.terminate()
    process.process.wait(SECONDS)
    process.check()
    trial.check_all(state(database))
    told = Counter([line for line in process.output.read_text("utf-8").splitlines() if line.endswith("}")])
    assert max(told.values(), default=0) <= 1, "a finding was reported twice"
    return ran


def _drop(files: list[Path], folder: Path, pause: float) -> None:
    for one in files:
        hidden = folder / f".{one.name}"
        shutil.copyfile(one, hidden)
        hidden.rename(folder / one.name)
        time.sleep(pause)


KINDS: dict[str, Callable[[Trial, Path, Disk], bool]] = {
    "server": server, "watch": watch, "audit": audit, "merge": merge, "export": export, "compact": compact,
}  # fmt: skip


def size_of_disk(kind: str, trial: Trial) -> int:
    """A size that is too small for a run, sometimes."""
    if kind == "compact":
        held = sum([one.stat().st_size for one in trial.lake.rglob("*") if one.is_file()])
        return (
            int(1.3 * held) + (1 << 20) + trial.choice.randrange(held)
        )  # of small files, of which pages are not filled
    return (1 << 18) + trial.choice.randrange(int(1.2 * trial.size))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=40, help="how many games each run has")
    parser.add_argument("--only", default=",".join(KINDS), help="what is killed, joined by commas")
    given = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # what is mounted is unmounted
    wrong, running, full = 0, 0, 0
    with tempfile.TemporaryDirectory() as name:
        trial = Trial(Path(name), given.games, given.seed)
        kinds = given.only.split(",")
        for number in range(given.kills):
            kind, is_small = kinds[number % len(kinds)], number // len(kinds) % 3 == 2
            home = Path(name) / f"{kind}-{number}"
            home.mkdir()
            disk = Disk(home / "disk", size_of_disk(kind, trial) if is_small else None)
            what = f"{number:3} {kind:8}{' on a full disk' if is_small else ''}"
            try:
                ran = KINDS[kind](trial, home, disk)
                running += ran
                full += is_small
                print(f"{what}: {'killed' if ran else 'ended before the kill'}, equal", flush=True)
            except Exception as error:
                wrong += 1
                print(f"{what}: WRONG: {type(error).__name__}: {error}", flush=True)
            finally:
                disk.end()
                shutil.rmtree(home, ignore_errors=True)
    print(f"{given.kills} kills, {running} of them while it ran, {full} on a full disk: {wrong} wrong")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
