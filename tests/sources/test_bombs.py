"""Decompression bombs take at most 512 MiB of memory and ten seconds of CPU, and give a message.

The program is that which is installed, not the source beside the tests, which compiled code is faster than.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from support.bombs import bombs
from support.paths import ROOT

MOST_MEMORY = 512 << 10
"""In the unit of ``ru_maxrss``."""
SECONDS = 10
QUICK = (
    "16^5 nested zips",
    "zip with bzip2 that lies",
    "zip with LZMA of a huge dictionary",
    "zstd with a huge window",
    "xz with a huge dictionary",
    "tar of sparse files",
    "mjlog of 40,000 attributes, unusual",
    "mjlog of 40,000 equal attributes",
    "page of records without an end",
)
MEASURED = """
import json, os, resource, subprocess, sys
def bound():
    resource.setrlimit(resource.RLIMIT_CPU, (int(sys.argv[2]),) * 2)
code = "import sys; from auditor.cli import main; sys.argv[0] = 'auditor'; main()"
run = subprocess.run(
    [sys.executable, "-P", "-c", code, "audit", sys.argv[1], "--jobs", "1", "--fail-on", "never", "--strict"],
    capture_output=True, text=True, errors="replace", preexec_fn=bound,
)
memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
print(json.dumps([run.returncode, memory, run.stdout + run.stderr]))
"""


def assert_harmless(folder: Path, name: str) -> None:
    path = folder / "bomb"
    path.write_bytes(bombs()[name]())
    run = subprocess.run(
        [sys.executable, "-c", MEASURED, path, str(SECONDS)], capture_output=True, text=True, check=True, cwd=ROOT
    )
    code, memory, output = json.loads(run.stdout)
    assert code in (0, 3), output  # a process that takes too long is killed
    assert memory < MOST_MEMORY, f"{memory >> 10} MiB"
    for fault in ("Traceback", "internal error", "reader failed"):
        assert fault not in output


@pytest.mark.parametrize("name", QUICK)
def test_a_bomb_is_harmless(tmp_path: Path, name: str) -> None:
    assert_harmless(tmp_path, name)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in bombs() if name not in QUICK])
def test_every_other_bomb_is_harmless(tmp_path: Path, name: str) -> None:
    assert_harmless(tmp_path, name)
