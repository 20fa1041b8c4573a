"""mjai JSON Lines."""

from auditor.formats.mjai.reader import matches, read
from auditor.formats.mjai.writer import write

__all__ = ["matches", "read", "write"]
