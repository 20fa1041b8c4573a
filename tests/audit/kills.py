"""Kills commands that write, at random moments, and sees that each run done again ends as one that was left alone.

    python tests/audit/kills.py --kills 200 --seed 1

A process and all that it started are killed with SIGKILL, at a moment of its run drawn by the seed, one to three times;
then it runs to its end. What it made is compared, by hashes, with what a run makes that was left alone, and no file of
the program's own is left beside it or among temporary files.
"""

import argparse
import hashlib
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import duckdb

ROOT = Path(__file__).parents[2]
EVENING = ROOT / "fixtures"
COMMANDS = {
    "audit --db": ("audit", "logs", "--db", "made/x.duckdb", "--fail-on", "never"),
    "audit --db --jobs 2": ("audit", "logs", "--db", "made/x.duckdb", "--fail-on", "never", "--jobs", "2"),
    "audit --lake": ("audit", "logs", "--lake", "made/lake", "--fail-on", "never", "--jobs", "2"),
    "audit -o": ("audit", "logs", "--format", "jsonl", "-o", "made/x.jsonl", "--fail-on", "never", "--jobs", "1"),
    "merge": ("merge", "half.duckdb", "x.duckdb", "--db", "made/x.duckdb"),
    "export": ("export", "--db", "x.duckdb", "-o", "made/out"),
    "report": ("report", "logs", "-o", "made/x.html", "--charts"),
    "anonymize": ("anonymize", "logs", "-o", "made/out"),
    "mutate": ("mutate", "logs", "-o", "made/out", "--each", "1"),
}
COPIES = 2
"""How often the fixtures are laid out, so that runs last."""


def prepared(folder: Path) -> None:
    """Lay out the logs, and databases of them, in a folder."""
    for number in range(COPIES):
        for kind in ("riichi", "call", "win"):
            for log in sorted((EVENING / kind).rglob("*.mjlog"))[: 40 if kind == "riichi" else 20]:
                copy = folder / "logs" / str(number) / log.relative_to(EVENING)
                copy.parent.mkdir(parents=True, exist_ok=True)
                copy.write_bytes(log.read_bytes() + b" " * number)
    run(folder, ("audit", "logs", "--db", "x.duckdb", "--fail-on", "never"))
    run(folder, ("audit", "logs/0", "--db", "half.duckdb", "--fail-on", "never", "--rules", "ema-2016"))


def started(folder: Path, command: tuple[str, ...]) -> "subprocess.Popen[bytes]":
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(folder / "tmp")}
    (folder / "tmp").mkdir(exist_ok=True)
    (folder / "made").mkdir(exist_ok=True)
    return subprocess.Popen(
        [sys.executable, "-m", "auditor", *command],
        cwd=folder, env=environment, start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
    )  # fmt: skip


def run(folder: Path, command: tuple[str, ...]) -> float:
    """Run a command to its end; how long it took."""
    begun = time.monotonic()
    _, error = started(folder, command).communicate()
    del error
    return time.monotonic() - begun


def hashes(made: Path) -> dict[str, str]:
    """What was made: tables of databases and lakes by their rows, other files by their bytes; without times."""
    sys.path.insert(0, str(ROOT))
    from auditor.core.store.queries import connect
    from auditor.core.store.schema import SHOWN

    found: dict[str, str] = {}
    for path in [*made.glob("*.duckdb"), *made.glob("lake")]:
        with connect(str(path)) as connection:
            for table in SHOWN:
                columns = "* EXCLUDE (loaded_at)" if table == "sources" else "*"
                rows = f"SELECT count(*), sum(hash(one)) FROM (SELECT {columns} FROM {table}) AS one"
                found[table] = str(connection.execute(rows).fetchall())
    for path in sorted(made.rglob("*")):
        if path.suffix == ".parquet" and "lake" not in path.parts:
            with duckdb.connect() as connection:
                columns = "* EXCLUDE (loaded_at)" if "sources" in path.parts else "*"
                rows = f"SELECT count(*), sum(hash(one)) FROM (SELECT {columns} FROM '{path}') AS one"
                found[str(path.relative_to(made))] = str(connection.execute(rows).fetchall())
        elif path.is_file() and path.suffix not in (".duckdb", ".parquet", ".json", ".wal"):
            content = path.read_bytes()
            found[str(path.relative_to(made))] = hashlib.sha256(content).hexdigest()
    return found


def left(folder: Path) -> list[str]:
    """Files of the program's own that are left."""
    own = [str(path) for path in (folder / "made").rglob(".auditor-*")]
    return own + [str(path) for path in (folder / "tmp").iterdir()]


def main() -> int:
    """Kill as often as asked; the exit code is 1 where anything differs or is left."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    choice = random.Random(options.seed)
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as top:
        folder = Path(top)
        prepared(folder)
        whole: dict[str, tuple[dict[str, str], float]] = {}
        for name, command in COMMANDS.items():
            shutil.rmtree(folder / "made", ignore_errors=True)
            seconds = run(folder, command)
            whole[name] = hashes(folder / "made"), seconds
            print(f"{name}: {seconds:.1f} s, {len(whole[name][0])} hashes", flush=True)
        faults = 0
        while counts["kills"] < options.kills:
            name = list(COMMANDS)[counts["rounds"] % len(COMMANDS)]
            counts["rounds"] += 1
            shutil.rmtree(folder / "made", ignore_errors=True)
            expected, seconds = whole[name]
            for _ in range(choice.randint(1, 3)):
                process = started(folder, COMMANDS[name])
                moment = choice.uniform(0.1, 1) * seconds
                try:
                    process.wait(moment)
                    counts["ended before"] += 1
                except subprocess.TimeoutExpired:
                    os.killpg(process.pid, signal.SIGKILL)
                    process.communicate()
                    counts["kills"] += 1
                    counts[name] += 1
            run(folder, COMMANDS[name])
            if counts["rounds"] % len(COMMANDS) == 0:
                print(dict(counts), flush=True)
            same, rest = hashes(folder / "made") == expected, left(folder)
            if not same or rest:
                faults += 1
                print(f"{name}: {'equal' if same else 'DIFFERENT'}, left: {rest}", flush=True)
                shutil.rmtree(folder / "tmp", ignore_errors=True)
    print(dict(counts), f"faults: {faults}")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
