"""Logs made of logs: one hand cut out, names and seeds taken out, a fault shrunk to the smallest log that shows it."""
