"""Measure the speed and memory of each stage of an audit.

    pip install '.[benchmark]'
    python benchmarks/run.py                                 on 600 simulated games
    python benchmarks/run.py --logs FOLDER --repeat 8        on real mjlogs, each counted eight times

All stages get the same games. The table gives the games per second, the time as a multiple of reading the same XML with
lxml, and the peak memory of the largest process. Each stage runs three times in a process of its own on one core (two
cores for two jobs); the fastest run counts. The installed program is measured and, if that is compiled, the plain
Python of this checkout as well. The peers jansou and mahjong are measured if they are installed.
"""

import argparse
import json
import os
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

    from auditor.core.sources import InputItem, open_sources

    logs = []
    for item in open_sources([folder]):
        if isinstance(item, InputItem) and b"<mjloggm" in item.data[:200]:
            try:
                etree.fromstring(item.data)
            except etree.XMLSyntaxError:
                continue
            logs.append(item.data)
    return logs


def simulated(count: int) -> list[bytes]:
    """Simulated games, as mjlogs."""
    from auditor.testing.simulate import games

    return list(games(count))


def measure(stage: str, archive: Path, sources: str) -> dict[str, Any]:
    """Measure one stage. sources: the folder to import auditor from, or "" for the installed one."""
    result = _python(str(HERE / "stages.py"), stage, str(archive), sources=sources)
    if result.returncode:
        return {"failed": result.stderr.strip().splitlines()[-1:]}
    measured: dict[str, Any] = json.loads(result.stdout)
    return measured


def form_of(sources: str) -> str:
    """The version that the program prints, such as ``auditor 0.1.0 (compiled)``."""
    return _python("-m", "auditor", "--version", sources=sources).stdout.strip()


def _python(*arguments: str, sources: str) -> "subprocess.CompletedProcess[str]":
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    if sources:
        environment["PYTHONPATH"] = sources
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, check=False, env=environment, cwd=HERE
    )


def main() -> None:
    """Run every stage and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--logs", help="a folder of mjlogs (default: simulated games)")
    parser.add_argument("--games", type=int, default=600, help="how many games to simulate (default: 600)")
    parser.add_argument("--repeat", type=int, default=1, help="how often each game is counted (default: 1)")
    arguments = parser.parse_args()
    logs = logs_of(arguments.logs) if arguments.logs else simulated(arguments.games)
    copies = [log + b" " * number for number in range(arguments.repeat) for log in logs]  # no two are equal
    print(f"{len(copies):,} games, {sum([len(log) for log in copies]) / 1e6:.1f} MB of XML")
    with tempfile.TemporaryDirectory() as folder:
        archive = Path(folder) / "logs.zip"
        with zipfile.ZipFile(archive, "w") as target:
            for number, log in enumerate(copies):
                target.writestr(f"{number}.mjlog", log)
        installed = form_of("")
        plain = form_of(str(HERE.parent))
        measure_form(installed, archive, "", list(STAGES))
        if plain != installed:
            own = [name for name, stage in STAGES.items() if not stage.is_foreign]
            measure_form(plain, archive, str(HERE.parent), [BASE, *own])


def measure_form(title: str, archive: Path, sources: str, stages: list[str]) -> None:
    """Measure stages and print their table."""
    print(f"\n{title}\n{'stage':<44} {'games/s':>8} {'x lxml':>12} {'peak MiB':>9} {'MB/s':>7}")
    base = measure(BASE, archive, sources)["seconds"]
    for name in stages:
        found = measure(name, archive, sources)
        if "seconds" in found:
            speed, ratio = found["games"] / found["seconds"], found["seconds"] / base
            line = f"{STAGES[name].title:<44} {speed:>8,.0f} {ratio:>12.2f} {found['mib']:>9,}"
            rate = f"{found['bytes'] / found['seconds'] / 1e6:>8.1f}" if "bytes" in found else ""
            print(line + rate, flush=True)
        else:
            print(f"{STAGES[name].title:<44} {found}")


if __name__ == "__main__":
    main()
