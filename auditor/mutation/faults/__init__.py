"""Faults to put into legal games, one of every kind that the catalogue's checks can find, and legal twins of them.

Each family is a module and a TOML file here; `FAULTS` has them all. `auditor mutate` writes logs with them.
"""

from auditor.mutation.faults import ends, majsoul, mleague, points, riichi, riichicity, turns, walls
from auditor.mutation.faults.fault import FAULTS, FaultKind
from auditor.mutation.faults.legal import LegalGame, LegalRecords, Mutant

__all__ = [
    "FAULTS", "FaultKind", "LegalGame", "LegalRecords", "Mutant", "ends", "majsoul", "mleague", "points", "riichi",
    "riichicity", "turns", "walls",
]  # fmt: skip
