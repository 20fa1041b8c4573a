"""mjai JSON Lines."""

from auditor.formats.mjai.dialect import matches
from auditor.formats.mjai.reader import read
from auditor.formats.mjai.writer import write

__all__ = ["matches", "read", "write"]
