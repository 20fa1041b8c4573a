"""Measure the memory of `auditor audit --db` while it loads many games from standard input.

    python benchmarks/load_memory.py --logs FOLDER --games 50000 --jobs 2

FOLDER contains mjlogs. They are repeated until there are enough games; each copy has another player name, so that no
two are equal. Needs Linux (/proc). After each tenth of the games it prints the resident memory of the main process,
that of all processes, and the highest total so far; at the end, the size of the database as well.
"""

import argparse
import io
import os
import subprocess
import sys
import tarfile
import tempfile
import threading
import time
from pathlib import Path

from auditor.core.sources import InputItem, open_sources

KIBIBYTES_A_MEBIBYTE = 1024


def write_tar(stream: io.BufferedIOBase, logs: list[bytes], games: int, written: list[int]) -> None:
    """Write a tar archive of `games` distinct logs."""
    with tarfile.open(fileobj=stream, mode="w|") as archive:
        for number in range(games):
            log = logs[number % len(logs)].replace(b' n0="', b' n0="%d-' % number, 1)
            member = tarfile.TarInfo(f"{number}.mjlog")
            member.size = len(log)
            archive.addfile(member, io.BytesIO(log))
            written[0] = number + 1
    stream.close()


def memory_of_tree(root: int) -> tuple[int, int]:
    """The resident memory in MiB of a process, and of its whole process tree (shared pages counted each time)."""
    sizes: dict[int, int] = {}
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                status = dict(line.split(":", 1) for line in (entry / "status").read_text().splitlines() if ":" in line)
            except OSError:
                continue
            parents[int(entry.name)] = int(status["PPid"])
            sizes[int(entry.name)] = int(status.get("VmRSS", "0 kB").split()[0])
    tree = {root}
    while more := {one for one, parent in parents.items() if parent in tree} - tree:
        tree |= more
    total = sum([sizes.get(one, 0) for one in tree])
    return sizes.get(root, 0) // KIBIBYTES_A_MEBIBYTE, total // KIBIBYTES_A_MEBIBYTE


def main() -> None:
    """Run the load and print a line for every tenth of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--logs", required=True, help="a folder of mjlogs")
    parser.add_argument("--games", type=int, default=50_000, help="how many games to load (default: 50000)")
    parser.add_argument("--jobs", type=int, default=2, help="the --jobs of auditor (default: 2)")
    arguments = parser.parse_args()
    logs = [
        item.data for item in open_sources([arguments.logs]) if isinstance(item, InputItem) and b' n0="' in item.data
    ]
    written = [0]
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable, "-m", "auditor", "audit", "-", "--db", os.path.join(folder, "games.duckdb"),
            "--jobs", str(arguments.jobs), "--format", "jsonl", "--fail-on", "never",
        ]  # fmt: skip
        started = time.monotonic()
        run = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        thread = threading.Thread(target=write_tar, args=(run.stdin, logs, arguments.games, written))
        thread.start()
        step = max(1, arguments.games // 10)
        printed = highest = 0
        print(f"{'games':>8} {'seconds':>8} {'main MiB':>9} {'all MiB':>8} {'highest':>8}")
        while run.poll() is None:
            own, total = memory_of_tree(run.pid)
            highest = max(highest, total)
            if written[0] >= printed + step:
                printed = written[0]
                print(
                    f"{printed:>8,} {time.monotonic() - started:>8.0f} {own:>9,} {total:>8,} {highest:>8,}", flush=True
                )
            time.sleep(0.2)
        thread.join()
        size = os.path.getsize(os.path.join(folder, "games.duckdb")) >> 20
        print(f"exit {run.returncode}, highest {highest:,} MiB, database {size:,} MiB")


if __name__ == "__main__":
    main()
