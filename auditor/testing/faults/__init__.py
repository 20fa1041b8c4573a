"""Faults to put into legal games: every kind that the catalogue of checks can find, and legal twins of them.

Each family is a module here; `FAULTS` has them all. `auditor mutate` writes logs with them.
"""

from auditor.testing.faults import (
    calls,
    carries,
    draws,
    furiten,
    majsoul_end,
    majsoul_play,
    majsoul_server,
    mleague,
    payments,
    riichi,
    sticks,
    turns,
    walls,
    wins,
)
from auditor.testing.faults.fault import FAULTS, Fault, LegalGame, LegalRecords, Mutant

__all__ = [
    "FAULTS", "Fault", "LegalGame", "LegalRecords", "Mutant", "calls", "carries", "draws", "furiten", "majsoul_end",
    "majsoul_play", "majsoul_server", "mleague", "payments", "riichi", "sticks", "turns", "walls", "wins",
]  # fmt: skip
