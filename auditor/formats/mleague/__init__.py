"""Records of the M-League's viewer."""

from auditor.formats.mleague.reader import FORMAT, PAGE_MARK, matches, read

__all__ = ["FORMAT", "PAGE_MARK", "matches", "read"]
