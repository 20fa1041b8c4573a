"""Shared by tests: games, logs, independent counts, and generators of files that are made from the code."""
