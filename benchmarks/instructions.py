"""Counts the instructions that an audit takes for a game, by callgrind: 100 of the first logs of a folder, less 5.

Seconds vary by the machine and by what else it does; instructions do not. What starting takes is in both counts, and so
in neither. PYTHONHASHSEED is fixed, since the order of sets is part of the work.

    python benchmarks/instructions.py FOLDER          # with the python of the build to be measured
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

MANY, FEW = 100, 5


def instructions(logs: list[Path]) -> int:
    """The instructions of a whole audit of logs, in one process."""
    with tempfile.TemporaryDirectory() as folder:
        command = [
            "valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out", sys.executable, "-m", "auditor",
            "audit", *map(str, logs), "--jobs", "1", "--fail-on", "never", "-q",
        ]  # fmt: skip
        environment = {**os.environ, "PYTHONHASHSEED": "0"}
        run = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=True)
    return int(re.findall(r"Collected : (\d+)", run.stderr)[-1])


def main(folder: str) -> None:
    """Print how many instructions one game takes."""
    if shutil.which("valgrind") is None:
        print("instructions: not counted, valgrind is not installed")
        return
    logs = sorted(path.resolve() for path in Path(folder).iterdir() if path.is_file())[:MANY]
    if len(logs) < MANY:
        print(f"instructions: not counted, {folder} has {len(logs)} logs of the {MANY} that it takes")
        return
    each = (instructions(logs) - instructions(logs[:FEW])) / (MANY - FEW)
    print(f"instructions: {each / 1e6:.2f} million a game")


if __name__ == "__main__":
    main(sys.argv[1])
