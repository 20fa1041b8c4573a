"""Drops logs into a folder watched by `auditor watch`, which is killed repeatedly, and checks that each is judged once.

    python tests/support/watch_trial.py --files 10000 --kills 20 --seed 1

Logs are written at once, written slowly, moved in, written under another name and renamed, or put into a new folder;
the process is killed with SIGKILL at times drawn from the seed and restarted. In the end the database must hold each
log once, complete, and each finding must have been reported at most once.
"""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
FAULTY = ROOT / "fixtures/call/chi-seat/fires.mjlog"
"""A log with one finding."""


class Outcome(NamedTuple):
    """The fate of the files.

    kept: how many the database holds. told: how many findings were reported how often. wrong: what must not happen.
    """

    files: int
    kills: int
    kept: int
    told: dict[int, int]
    seconds: float
    wrong: list[str]


def log(number: int) -> bytes:
    """A log with one finding, different for each number."""
    return FAULTY.read_bytes() + f"<!-- {number} -->\n".encode()


def started(folder: Path, output: int) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "auditor", "watch", "in", "--db", "games.duckdb", "--format", "jsonl"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(command, cwd=folder, stdout=output, stderr=subprocess.PIPE, env=environment)


def written(path: Path, data: bytes, way: str, choice: random.Random) -> None:
    """Put a file into the watched folder in one of several ways."""
    if way == "at once":
        path.write_bytes(data)
    elif way == "moved in":
        outside = path.parents[1] / "out" / path.name
        outside.write_bytes(data)
        outside.rename(path)
    elif way == "renamed":
        hidden = path.with_suffix(".part")
        hidden.write_bytes(data)
        hidden.rename(path)
    elif way == "in a new folder":
        folder = path.with_suffix("")
        folder.mkdir()
        (folder / path.name).write_bytes(data)
    else:  # slowly, held open
        with path.open("wb", buffering=0) as file:
            for start in range(0, len(data), 400):
                file.write(data[start : start + 400])
                time.sleep(choice.uniform(0, 0.3))


WAYS = ("at once", "moved in", "renamed", "in a new folder")


def drop(folder: Path, files: int, choice: random.Random) -> None:
    """Write all files, one in a hundred slowly, in a thread of its own."""
    slow: list[threading.Thread] = []
    for number in range(files):
        path = folder / "in" / f"{number:06}.mjlog"
        if number % 100 == 7:
            thread = threading.Thread(target=written, args=(path, log(number), "slowly", random.Random(number)))
            thread.start()
            slow.append(thread)
        else:
            written(path, log(number), choice.choice(WAYS), choice)
        if choice.random() < 0.02:
            time.sleep(choice.uniform(0, 0.2))
    for thread in slow:
        thread.join()


def trial(folder: Path, files: int, kills: int, seed: int) -> Outcome:
    """Drop files while killing the process, wait until all are stored, and count."""
    choice = random.Random(seed)
    for name in ("in", "out"):
        (folder / name).mkdir()
    begun = time.monotonic()
    writer = threading.Thread(target=drop, args=(folder, files, choice))
    output = os.open(folder / "told.jsonl", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    process = started(folder, output)
    writer.start()
    killed = 0
    moments = random.Random(seed + 1)
    while killed < kills:
        time.sleep(moments.uniform(0.5, 6))
        process.send_signal(signal.SIGKILL)
        process.communicate()
        process = started(folder, output)
        killed += 1
    writer.join()
    kept = wait_until_kept(folder, files, process)
    seconds = time.monotonic() - begun
    process.send_signal(signal.SIGTERM)
    _, errors = process.communicate(timeout=60)
    wrong = [] if process.returncode == 0 else [f"ended with {process.returncode}: {errors.decode()}"]
    return Outcome(files, killed, kept, times_told(folder), seconds, wrong + faults(folder, files))


def wait_until_kept(folder: Path, files: int, process: "subprocess.Popen[bytes]") -> int:
    """Wait until the database holds all games, or no more arrive; returns their number."""
    import duckdb

    before, quiet = 0, 0
    while before < files and quiet < 20:
        time.sleep(3)
        try:
            with duckdb.connect(str(folder / "games.duckdb"), read_only=True) as connection:
                count = int(connection.execute("SELECT count(*) FROM all_games").fetchall()[0][0])
        except duckdb.Error:  # it is being written
            continue
        quiet = quiet + 1 if count == before else 0
        before = count
        assert process.poll() is None
    return before


def times_told(folder: Path) -> dict[int, int]:
    """The number of logs by how often their finding was reported."""
    lines = (folder / "told.jsonl").read_text().splitlines()
    told = Counter([json.loads(line)["log"] for line in lines if line.endswith("}")])
    return dict(sorted(Counter(told.values()).items()))


def faults(folder: Path, files: int) -> list[str]:
    """What is wrong in the database."""
    from auditor import api

    with api.connect(folder / "games.duckdb") as connection:
        counts = {
            "games": "SELECT count(*) FROM all_games",
            "contents": "SELECT count(DISTINCT sha256) FROM sources",
            "hands": "SELECT count(*) FROM all_hands",
            "findings": "SELECT count(*) FROM all_findings",
        }
        found = {name: connection.execute(sql).fetchall()[0][0] for name, sql in counts.items()}
        partial = connection.execute("SELECT count(*) FROM problems").fetchall()[0][0]
    wrong = [f"{name}: {count}, not {files}" for name, count in found.items() if count != files]
    return wrong + ([f"{partial} problems"] if partial else [])


def main() -> int:
    """Run the trial; the exit code is 1 where anything was lost, stored twice, or reported twice."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--files", type=int, default=10_000)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        outcome = trial(Path(folder), options.files, options.kills, options.seed)
    print(outcome)
    return bool(outcome.wrong or outcome.kept != options.files or max(outcome.told, default=0) > 1)


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    sys.exit(main())
