"""The benchmark: every stage on the same games in one run, as games a second and as ratios to reading with lxml::

    python benchmarks/run.py                                 600 games that it plays itself
    python benchmarks/run.py --logs FOLDER                   real mjlogs
    python benchmarks/run.py --also PYTHON                   the program installed for another Python beside this one's

Each stage runs in a process of its own, three times, the fastest counts; memory is the largest process's peak. Peers
(`pip install jansou mahjong`) are measured where they are installed. Install the program in two virtual environments,
one with AUDITOR_COMPILE=0, to see compiled and plain Python side by side.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Any

from stages import STAGES

BASE = "lxml-tags"
HERE = Path(__file__).parent


def logs_of(folder: str) -> list[bytes]:
    """The mjlogs in a folder that lxml can parse, unpacked."""
    from lxml import etree

    from auditor.sources import Item, open_sources

    logs = []
    for item in open_sources([folder]):
        if isinstance(item, Item) and b"<mjloggm" in item.data[:200]:
            try:
                etree.fromstring(item.data)
            except etree.XMLSyntaxError:
                continue
            logs.append(item.data)
    return logs


def played(count: int) -> list[bytes]:
    """Games that the simulator plays."""
    from simulate import games

    return list(games(count))


def measure(python: str, stage: str, archive: Path) -> dict[str, Any]:
    """What one stage costs under an interpreter."""
    command = [python, str(HERE / "stages.py"), stage, str(archive)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode:
        return {"failed": result.stderr.strip().splitlines()[-1:]}
    measured: dict[str, Any] = json.loads(result.stdout)
    return measured


def form_of(python: str) -> str:
    """``auditor 0.1.0 (compiled)``, as that interpreter's program says."""
    result = subprocess.run(
        [python, "-m", "auditor", "--version"], capture_output=True, text=True, cwd="/", check=False
    )
    return result.stdout.strip() or f"no auditor under {python}"


def main() -> None:
    """Run every stage and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--logs", help="a folder of mjlogs; else games are played")
    parser.add_argument("--games", type=int, default=600, help="how many games to play")
    parser.add_argument("--also", action="append", default=[], metavar="PYTHON", help="measure this interpreter too")
    arguments = parser.parse_args()
    logs = logs_of(arguments.logs) if arguments.logs else played(arguments.games)
    print(f"{len(logs):,} games, {sum([len(log) for log in logs]) / 1e6:.1f} MB of XML")
    with tempfile.TemporaryDirectory() as folder:
        archive = Path(folder) / "logs.zip"
        with zipfile.ZipFile(archive, "w") as target:
            for number, log in enumerate(logs):
                target.writestr(f"{number}.mjlog", log)
        for python in [sys.executable, *arguments.also]:
            print(f"\n{form_of(python)}")
            print(f"{'stage':<44} {'games/s':>8} {'x lxml tags':>12} {'peak MiB':>9}")
            base = measure(python, BASE, archive)["seconds"]
            for name, stage in STAGES.items():
                found = measure(python, name, archive)
                if "seconds" not in found:
                    print(f"{stage.title:<44} {found}")
                    continue
                speed = found["games"] / found["seconds"]
                ratio = found["seconds"] / base
                print(f"{stage.title:<44} {speed:>8,.0f} {ratio:>12.2f} {found['mib']:>9,}", flush=True)


if __name__ == "__main__":
    main()
