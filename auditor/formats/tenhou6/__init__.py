"""The tenhou.net/6 JSON format.

The format records each seat's draws, claims and discards, not the order between seats, and does not tell the copies
of a tile apart: both are rebuilt (`order`, `replay`). Two fields of a `Hand` say where that was not certain:
`order_is_certain`, false where more than one order explains it (the likeliest is taken), and `unexplained_from`, where
no order does (the events go as far as one did).

Two marks are the project's own, for what Tenhou does not have: ``o`` in the place of ``r`` before a declaration tile
(``o60``, ``o15``) is an open riichi; the result ``["チョンボ", [deltas]]`` is a hand annulled for an offence, with the
penalty that was paid.
"""

from typing import Final

from auditor.formats.format import Format
from auditor.formats.tenhou6.reader import NAME, matches, read
from auditor.formats.tenhou6.write import write

__all__ = ["FORMAT", "matches", "read", "write"]

FORMAT: Final[Format] = Format(NAME, "tenhou.net/6 (JSON)", ".json", matches, read, write)
