"""Writes everything anew that is made from the code: fixtures, pages, the README's tables, golden files.

    python tests/generate.py

Run it after a change of a scenario, a check, a ruleset, a query or a message, and read the difference before keeping
it. The tests say what is not up to date. Whatever is installed, it is this checkout's code that writes.
"""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def write_all() -> None:
    """Fixtures first: the rest is made of them."""
    from support import (
        check_pages,
        finding_picture,
        format_examples,
        made_pages,
        rule_pages,
        seed_sentences,
        statistics_page,
        write_fixtures,
    )

    write_fixtures.write()
    format_examples.write()
    check_pages.write()
    made_pages.write()
    seed_sentences.write()
    rule_pages.write()
    statistics_page.write()
    finding_picture.write()


def write_goldens() -> int:
    """Run the tests that compare with golden files, which then write them. Returns pytest's exit code."""
    tests = [
        str(path) for path in sorted(ROOT.glob("tests/**/test_*.py")) if "assert_golden(" in path.read_text("utf-8")
    ]
    command = [sys.executable, "-m", "pytest", "-q", "-m", "", *tests]
    return subprocess.run(command, cwd=ROOT, env={**os.environ, "AUDITOR_UPDATE_GOLDEN": "1"}, check=False).returncode


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    write_all()
    sys.exit(write_goldens())
