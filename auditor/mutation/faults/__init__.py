"""Faults to put into legal games, one of every kind that the catalogue's checks can find, and legal twins of them.

Each family is a module here; `FAULTS` has them all. `auditor mutate` writes logs with them.
"""

from auditor.mutation.faults import (
    calls,
    carries,
    draws,
    majsoul,
    mleague,
    payments,
    riichi,
    riichicity,
    turns,
    walls,
    wins,
)
from auditor.mutation.faults.fault import FAULTS, FaultKind
from auditor.mutation.faults.legal import LegalGame, LegalRecords, Mutant

__all__ = [
    "FAULTS", "FaultKind", "LegalGame", "LegalRecords", "Mutant", "calls", "carries", "draws", "majsoul", "mleague",
    "payments", "riichi", "riichicity", "turns", "walls", "wins",
]  # fmt: skip
