"""Writes anew what is made from the code: fixtures, pages, the README's tables, golden files.

Run it after a change of a scenario, a check, a ruleset, a query or a message, and read the difference before keeping
it. The tests say what is not up to date. Whatever is installed, it is this checkout's code that writes.
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).parents[1]

PARTS = {
    "fixtures": "write_fixtures",
    "template": "store_template",
    "formats": "format_examples",
    "checks": "check_pages",
    "pages": "made_pages",
    "sentences": "seed_sentences",
    "rules": "rule_pages",
    "statistics": "statistics_page",
    "picture": "finding_picture",
    "conformance": "conformance",
}
"""The module of `support` that writes each part; fixtures first, for the rest is made of them."""

GOLDENS = "goldens"


def write_goldens() -> int:
    """Run the tests that compare with golden files, which then write them. Returns pytest's exit code."""
    tests = [
        str(path) for path in sorted(ROOT.glob("tests/**/test_*.py")) if "assert_golden(" in path.read_text("utf-8")
    ]
    command = [sys.executable, "-m", "pytest", "-q", "-m", "", *tests]
    return subprocess.run(command, cwd=ROOT, env={**os.environ, "AUDITOR_UPDATE_GOLDEN": "1"}, check=False).returncode


def main(arguments: Sequence[str]) -> int:
    """Write the parts that are named, in their order, or all. Returns the exit code."""
    every = [*PARTS, GOLDENS]
    parser = argparse.ArgumentParser(
        prog="python tests/generate.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "parts", nargs="*", metavar="PART", help=f"one of {', '.join(every)} (some minutes); all, if none is named"
    )
    named = parser.parse_args(arguments).parts
    unknown = [name for name in named if name not in every]
    if unknown:
        parser.error(f"there is no part {unknown[0]}; there are {', '.join(every)}")
    for name, module in PARTS.items():
        if name in named or not named:
            import_module(f"support.{module}").write()
    return write_goldens() if GOLDENS in named or not named else 0


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    sys.exit(main(sys.argv[1:]))
