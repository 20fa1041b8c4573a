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
    import check_pages
    import finding_picture
    import statistics_page
    import test_readme
    import test_rulesets
    import test_seed_cases
    import write_fixtures

    write_fixtures.write()
    check_pages.write()
    for page in (test_rulesets, test_seed_cases, statistics_page):
        page.DOCUMENT.write_text(page.document(), "utf-8")
    reference = test_readme.REFERENCE
    reference.write_text(test_readme.with_tables(reference.read_text("utf-8")), "utf-8")
    finding_picture.write()


def write_goldens() -> int:
    """Run the tests that compare with golden files, which then write them. Returns pytest's exit code."""
    tests = [str(path) for path in sorted(ROOT.glob("tests/test_*.py")) if "assert_golden(" in path.read_text("utf-8")]
    command = [sys.executable, "-m", "pytest", "-q", *tests]
    return subprocess.run(command, cwd=ROOT, env={**os.environ, "AUDITOR_UPDATE_GOLDEN": "1"}, check=False).returncode


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    write_all()
    sys.exit(write_goldens())
