"""Tenhou's mjlog (XML): the reader and the writer."""

from auditor.formats.mjlog.document import matches, read
from auditor.formats.mjlog.writer import write

__all__ = ["matches", "read", "write"]
