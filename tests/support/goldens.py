"""Golden files: output that was read and approved.

`python tests/generate.py` rewrites them, as does AUDITOR_UPDATE_GOLDEN=1 for the tests that run; read the difference
before keeping them.
"""

import os

from support.paths import TESTS

GOLDEN = TESTS / "golden"


def assert_golden(name: str, text: str) -> None:
    """Assert that a text equals the golden file."""
    file = GOLDEN / name
    if os.environ.get("AUDITOR_UPDATE_GOLDEN"):
        file.write_text(text, "utf-8")
    assert text == file.read_text("utf-8"), f"differs from {file.name}; AUDITOR_UPDATE_GOLDEN=1 writes it anew"
