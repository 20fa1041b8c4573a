"""Where the project's files lie, for tests in any folder."""

from pathlib import Path

TESTS = Path(__file__).parents[1]
ROOT = TESTS.parent
FIXTURES = ROOT / "fixtures"
RULESETS = TESTS / "rulesets"
"""Rulesets that only tests need."""
