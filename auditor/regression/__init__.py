"""Logs as tests: comparison with the verdicts that logs carry, and a pytest plugin."""
