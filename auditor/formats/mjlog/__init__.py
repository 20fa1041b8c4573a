"""Tenhou's mjlog (XML): the reader and the writer."""

from auditor.formats.mjlog.reader import matches, read

__all__ = ["matches", "read"]
