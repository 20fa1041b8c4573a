"""Tenhou's mjlog (XML)."""

from typing import Final

from auditor.formats.format import Format
from auditor.formats.mjlog.document import matches, read
from auditor.formats.mjlog.rules import stated_rules
from auditor.formats.mjlog.words import NAME
from auditor.formats.mjlog.writer import write

__all__ = ["FORMAT", "matches", "read", "write"]

FORMAT: Final[Format] = Format(NAME, "Tenhou mjlog (XML)", ".mjlog", matches, read, write, stated_rules=stated_rules)
