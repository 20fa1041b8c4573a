"""Fuzzing: by hand, and no part of the tests."""
