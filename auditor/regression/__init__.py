"""Logs as tests: verdicts that logs carry, and a plugin of pytest."""
