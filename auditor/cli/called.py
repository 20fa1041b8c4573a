"""How the program was called, for what it tells to call next."""

import shutil
import sys
from pathlib import Path

from auditor.program import PROGRAM


def program() -> str:
    """How to call the program again: by its name, or where that is not found as it was called now."""
    if shutil.which(PROGRAM):
        return PROGRAM
    called = Path(sys.argv[0])
    return f"{sys.executable} -m {PROGRAM}" if called.name == "__main__.py" else str(called)
