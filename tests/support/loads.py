"""What one audit loads: the program's modules, and their lines."""

import json
import os
import subprocess
import sys
from pathlib import Path

from support.paths import ROOT

AUDIT_LOADS = """
import json, sys
root, log, database = sys.argv[1:]
sys.path.insert(0, root)
import auditor.cli
sys.argv = ["auditor", "audit", log, "--db", database, "--jobs", "1", "-q", "--fail-on", "never"]
try:
    auditor.cli.main()
except SystemExit:
    pass
files = [module.__file__ for name, module in sys.modules.items() if name.split(".")[0] == "auditor"]
print("\\n" + json.dumps([sum(1 for _ in open(one, encoding="utf8")) for one in files if one.endswith(".py")]))
"""


def lines_loaded_by_an_audit(log: Path, folder: Path) -> list[int]:
    """The lines of each module that the audit of a log into a database loads, from the sources of this checkout."""
    environment = {name: value for name, value in os.environ.items() if name != "AUDITOR_DB"}
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    run = subprocess.run(
        [sys.executable, "-c", AUDIT_LOADS, str(ROOT), str(log), str(folder / "games.duckdb")],
        cwd=folder, env=environment, capture_output=True, text=True, check=True,
    )  # fmt: skip
    lines: list[int] = json.loads(run.stdout.splitlines()[-1])
    return lines
