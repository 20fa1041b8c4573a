"""Where the project's files lie, for tests in any folder."""

from pathlib import Path

TESTS = Path(__file__).parents[1]
ROOT = TESTS.parent
FIXTURES = ROOT / "fixtures"
CONFORMANCE = FIXTURES / "conformance"
"""The conformance suite, whose files are no logs."""
RULESETS = TESTS / "rulesets"
"""Rulesets that only tests need."""


def fixture_logs(pattern: str = "*.*") -> list[Path]:
    """The fixtures that are logs, sorted."""
    return sorted(path for path in FIXTURES.rglob(pattern) if path.is_file() and CONFORMANCE not in path.parents)
