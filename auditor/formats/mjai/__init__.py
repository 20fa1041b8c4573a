"""mjai JSON Lines."""

from typing import Final

from auditor.formats.format import Format
from auditor.formats.mjai.dialect import matches
from auditor.formats.mjai.reader import read
from auditor.formats.mjai.rules import stated_rules
from auditor.formats.mjai.words import NAME
from auditor.formats.mjai.writer import write

__all__ = ["FORMAT", "matches", "read", "write"]

FORMAT: Final[Format] = Format(
    NAME, "mjai (JSON Lines)", ".mjson", matches, read, write, stated_rules=stated_rules, is_joinable=True
)
