"""Majiang paipu JSON."""

from auditor.formats.majiang.reader import FORMAT, is_rule_object, matches, read
from auditor.formats.majiang.writer import write

__all__ = ["FORMAT", "is_rule_object", "matches", "read", "write"]
