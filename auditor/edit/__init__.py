"""Writes logs from logs: one hand cut out, names and seeds removed, or the smallest log that shows a fault."""
